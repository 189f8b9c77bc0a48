// Prints the time of one Montgomery product and one square by tier, kernel and size, on the running engine:
//
//   node bench/kernels/wasm.mjs [bits …]        builds the modules with cargo first
//
// Other engines: any Node, e.g. npx -p node@26 node bench/kernels/wasm.mjs, or bun, or deno run -A.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { TIERS } from "../../scripts/build.mjs";
import { ROOT } from "../../scripts/lib/process.mjs";
import { race } from "../src/measure.mjs";

const SIZES = [256, 512, 1024, 2048, 3072, 4096, 8192];
const ROUNDS = 9;
/** The long warm-up lets the engine compile the code again, in the background. */
const EFFORT = { rounds: ROUNDS, sampleMs: 2, warmMs: 100, budgetMs: Number.POSITIVE_INFINITY };
const path = (tier) => join(ROOT, `target/bench-${tier}/wasm32-unknown-unknown/release/modexp_bench_kernels.wasm`);

function build(tier) {
  const arguments_ = ["build", "--release", "--quiet", "--target", "wasm32-unknown-unknown"];
  execFileSync("cargo", [...arguments_, "-p", "modexp-bench-kernels", "--lib"], {
    cwd: ROOT,
    env: {
      ...process.env,
      RUSTFLAGS: [`-Ctarget-feature=${TIERS[tier].rustc}`, ...(TIERS[tier].cfg ?? [])].join(" "),
      CARGO_TARGET_DIR: join(ROOT, `target/bench-${tier}`),
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

const options = process.argv.slice(2);
const tiers = Object.keys(TIERS);
for (const tier of tiers) if (!existsSync(path(tier)) || !options.includes("--no-build")) build(tier);
const allKernels = tiers.flatMap(load);
const sizes = options.map(Number).filter((bits) => bits > 0);

console.log(
  `${process.release?.name ?? "engine"} ${process.version}, ns per product and number, median of ${ROUNDS} interleaved rounds`,
);
console.log("   tier     kernel   bits   multiply     square  ratio");
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
    console.log(cells.join(" "));
  }
}
