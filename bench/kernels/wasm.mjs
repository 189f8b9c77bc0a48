// Prints the time of one Montgomery product and one square by tier, kernel and size, on the running engine:
//
//   node bench/kernels/wasm.mjs [bits …]        builds the modules with cargo first
//   node bench/kernels/wasm.mjs --counters      also counts cycles and instructions per product, by `perf` or valgrind
//
// Other engines: any Node, e.g. npx -p node@26 node bench/kernels/wasm.mjs, or bun, or deno run -A.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { TIERS } from "../../scripts/build.mjs";
import { race } from "../src/measure.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const SIZES = [256, 512, 1024, 2048, 3072, 4096, 8192];
const ROUNDS = 9;
/** The long warm-up lets the engine compile the code again, in the background. */
const EFFORT = { rounds: ROUNDS, sampleMs: 2, warmMs: 100, budgetMs: Number.POSITIVE_INFINITY };
const path = (tier) => join(root, `target/bench-${tier}/wasm32-unknown-unknown/release/modexp_bench_kernels.wasm`);

function build(tier) {
  const arguments_ = ["build", "--release", "--quiet", "--target", "wasm32-unknown-unknown"];
  execFileSync("cargo", [...arguments_, "-p", "modexp-bench-kernels", "--lib"], {
    cwd: root,
    env: {
      ...process.env,
      RUSTFLAGS: [`-Ctarget-feature=${TIERS[tier].rustc}`, ...(TIERS[tier].cfg ?? [])].join(" "),
      CARGO_TARGET_DIR: join(root, `target/bench-${tier}`),
    },
    stdio: "inherit",
  });
}

/** The kernels of a tier that this engine can run: [{ tier, name, index, run }]. */
function load(tier) {
  const bytes = readFileSync(path(tier));
  if (!WebAssembly.validate(bytes)) return [];
  const { kernel_name, mont_products } = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
  const kernels = [];
  for (let index = 0; kernel_name(index, 0); index++) {
    let name = "";
    for (let i = 0; kernel_name(index, i); i++) name += String.fromCharCode(kernel_name(index, i));
    kernels.push({ tier, name, index, run: mont_products });
  }
  return kernels;
}

/** The products, or squares, of a kernel as a contender. */
function contender({ tier, name, index, run }, bits, square) {
  const time = (_, count) => {
    const start = performance.now();
    run(index, bits, square, count);
    return performance.now() - start;
  };
  return { name: `${tier} ${name}`, powers: run(index, bits, square, 1), time };
}

/** The profiler's counts for one product: `read` of a run of 11·N products minus a run of N. */
function counted(profiler, flags, read, few, { tier, index }, bits, square) {
  const count = (products) => {
    const self = fileURLToPath(import.meta.url);
    const loop = [...flags, ...process.execArgv, self, "--loop", tier, index, bits, square, products];
    const { stderr } = spawnSync(profiler[0], [...profiler.slice(1), process.execPath, ...loop.map(String)]);
    return read(String(stderr));
  };
  const [low, high] = [count(few), count(11 * few)];
  return high.map((value, i) => Math.round((value - low[i]) / (10 * few)));
}

const PERF = ["perf", "stat", "-x,", "-e", "cycles:u,instructions:u"];
const VALGRIND = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--smc-check=all-non-file"];
// without these options, the compiler's threads execute about as many instructions as the products
const QUIET = process.release?.name === "node" && !process.versions.bun ? ["--no-liftoff", "--single-threaded"] : [];

/** Cycles and instructions of one product by `perf`. On machines without counters, instructions by valgrind. */
function counters(kernel, bits, square) {
  const few = Math.max(200, Math.floor(4e9 / bits ** 2));
  const lines = (text) => text.split("\n", 2).map((line) => Number(line.split(",")[0]));
  const [cycles, instructions] = counted(PERF, [], lines, few, kernel, bits, square);
  if (instructions > 0) return `${cycles} ${instructions}`;
  const collected = (text) => [Number(/Collected : (\d+)/.exec(text)?.[1])];
  const more = Math.max(1000, Math.min(40_000, Math.floor(3e10 / bits ** 2)));
  return `- ${counted(VALGRIND, QUIET, collected, more, kernel, bits, square)[0]}`;
}

const options = process.argv.slice(2);
if (options[0] === "--loop") {
  const [tier, index, bits, square, products] = [options[1], ...options.slice(2).map(Number)];
  load(tier)[index].run(index, bits, square, products);
  process.exit();
}

const tiers = Object.keys(TIERS);
for (const tier of tiers) if (!existsSync(path(tier)) || !options.includes("--no-build")) build(tier);
const allKernels = tiers.flatMap(load);
const sizes = options.map(Number).filter((bits) => bits > 0);
const withCounters = options.includes("--counters");

console.log(
  `${process.release?.name ?? "engine"} ${process.version}, ns per product and number, median of ${ROUNDS} interleaved rounds`,
);
console.log(
  "   tier     kernel   bits   multiply     square  ratio" +
    (withCounters ? "   cycles  instructions (multiply; square)" : ""),
);
for (const bits of sizes.length ? sizes : SIZES) {
  const kernels = allKernels.filter(({ index, run }) => run(index, bits, 0, 1) > 0);
  const contenders = kernels.flatMap((kernel) => [0, 1].map((square) => contender(kernel, bits, square)));
  const times = (await race(contenders, EFFORT)).map(({ ns }) => ns);
  for (const [i, kernel] of kernels.entries()) {
    const [multiply, square] = times.slice(2 * i);
    const cells = [kernel.tier.padStart(7), kernel.name.padStart(10), String(bits).padStart(6)];
    cells.push(
      multiply.toFixed(1).padStart(10),
      square.toFixed(1).padStart(10),
      (square / multiply).toFixed(2).padStart(6),
    );
    if (withCounters) {
      cells.push(` ${[0, 1].map((square) => counters(kernel, bits, square)).join("; ")}`);
    }
    console.log(cells.join(" "));
  }
}
