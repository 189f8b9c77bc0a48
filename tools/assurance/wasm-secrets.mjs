// The shipped .wasm under memcheck: exactly its bytes, compiled by wasmtime, including SIMD.
import { checkPrimeSync, createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { FILES, TIERS } from "../../scripts/build.mjs";
import { folderStep, once } from "../../scripts/lib/once.mjs";
import { Failure, ROOT, run, TOOLS, which } from "../../scripts/lib/process.mjs";
import { scratch } from "../../scripts/lib/scratch.mjs";
import { buildNative, elsewhere, MEMCHECK, NATIVE, supported, valgrind } from "./constant-time.mjs";

const RUNNER = join(NATIVE, "wasm");

/** A Python package (a zip file) contains wasmtime's library; nothing else in it is used. */
const VERSION = "50.0.1";
const SHA256 = "cc14c3a17654e0394e0225b11813532ef0cd7bd1e222a0c5494cdedaabeddac4";
const FOLDER = join(TOOLS, `wasmtime-${VERSION}`);
const LIBRARY = join(FOLDER, "wasmtime/linux-x86_64/_libwasmtime.so");

/** Sizes of the primes of keys, with even and odd numbers of words. */
const PRIMES = [192, 256, 320, 512, 576, 1024];

const library = () => once(folderStep({ place: FOLDER, hash: SHA256, make: unpack }));

async function unpack(to) {
  if (which("python3") === undefined) throw new Failure("python3 is missing, whose pip brings wasmtime");
  const python = async (...args) => {
    const { code, text } = await run("python3", ["-m", ...args], { quiet: true });
    if (code !== 0) throw new Failure(`pip could not bring wasmtime ${VERSION}: ${text}`);
  };
  const quiet = ["--quiet", "--disable-pip-version-check"];
  await python("pip", "download", ...quiet, "--no-deps", "--dest", to, `wasmtime==${VERSION}`);
  const [name] = readdirSync(to);
  const wheel = join(to, name);
  const sha256 = createHash("sha256").update(readFileSync(wheel)).digest("hex");
  if (sha256 !== SHA256) throw new Failure(`wasmtime ${VERSION} has the sha256 ${sha256}, not the expected one`);
  await python("zipfile", "-e", wheel, to);
  rmSync(wheel);
}

/** A prime with fixed highest and lowest words: they are public. */
function prime(bits) {
  const high = 0xf123456789abcdefn << BigInt(bits - 64);
  for (;;) {
    const inner = BigInt(`0x${randomBytes(bits / 8 - 16).toString("hex")}`);
    const candidate = high | (inner << 64n) | 0x123456789abcdef3n;
    if (checkPrimeSync(candidate)) return candidate.toString(16);
  }
}

/** memcheck's report on the calls of a module: `what` is `run`, `curves` or `pairings`, and `rest` the primes or names. */
async function watch(name, what, rest) {
  const code = join(scratch(name), "code");
  const module = join(ROOT, `packages/modexp-js/wasm/${name}.wasm`);
  const compiled = await run(RUNNER, ["compile", LIBRARY, module, code], { quiet: true });
  if (compiled.code !== 0) throw new Failure(`wasmtime did not compile ${module}: ${compiled.text}`);
  const { text, code: exit } = await run("valgrind", [...MEMCHECK, RUNNER, what, LIBRARY, code, ...rest], {
    quiet: true,
  });
  if (exit !== 0 || !/^watched: true$/m.test(text)) throw new Failure(`memcheck did not run: ${text}`);
  const lines = [...text.matchAll(/^(\w+)\/(\d+)\/(.*) (\d+) (\d+)$/gm)];
  return lines.map(([, kernel, bits, call, leaks, verdicts]) => ({
    name: `${name}: ${kernel}/${bits}/${call}`,
    kernel,
    control: call.startsWith("control"),
    leaks: Number(leaks),
    verdicts: Number(verdicts),
  }));
}

/** The calls that leak, and the controls that are caught. */
function judge(reports) {
  const cases = reports.filter(({ control }) => !control);
  const controls = reports.filter(({ control }) => control);
  // a missing verdict would mean that nothing was secret
  const leaky = cases.filter(({ leaks, verdicts }) => leaks !== verdicts);
  for (const { name, leaks, verdicts } of leaky) console.log(`${name}: ${leaks} leaks, ${verdicts} of them verdicts`);
  const caught = controls.filter(({ leaks, verdicts }) => leaks > verdicts).length;
  const verdicts = cases.reduce((sum, each) => sum + each.verdicts, 0);
  return {
    cases,
    ok: leaky.length === 0 && cases.length > 0 && verdicts > 0 && caught === controls.length,
    caught,
    held: `${cases.length - leaky.length} of ${cases.length} calls`,
    seen: `${verdicts.toLocaleString("en")} published verdicts seen`,
    control: `${caught} of ${controls.length} leaky calls caught`,
  };
}

async function wasm({ full }) {
  if (!supported) return elsewhere;
  valgrind();
  await library();
  await buildNative({ full });
  const primes = PRIMES.map((bits) => [1, 2, 3, 4].map(() => prime(bits)).join(","));
  const reports = (await Promise.all(Object.keys(TIERS).map((name) => watch(`modexp-${name}`, "run", primes)))).flat();
  const { cases, ok, caught, held, seen, control } = judge(reports);
  const kernels = [...new Set(cases.map(({ kernel }) => kernel))];
  return {
    ok: ok && caught === Object.keys(TIERS).length,
    figure: `${held} of the .wasm without a leak, by ${kernels.join(", ")}; ${seen}`,
    control,
  };
}

/** The modules of curves and pairings, with the names of the checked ones; full runs have more. */
const GROUPS = [
  {
    module: "modexp-curves",
    what: "curves",
    short: ["P-256", "secp256k1"],
    more: ["miracl-160", "P-224", "brainpoolP256r1", "P-384", "P-521"],
  },
  {
    module: "modexp-binary-curves",
    what: "curves",
    short: ["B-163", "K-163"],
    more: ["B-233", "B-283", "B-571", "K-233", "K-283", "K-571"],
  },
  { module: "modexp-pairings", what: "pairings", short: ["alt_bn128"], more: ["BLS12-381", "BN254N"] },
  {
    module: "modexp-historical-pairings",
    what: "pairings",
    short: [],
    more: ["MNT-160", "CP-512", "SSP-512", "KSS18-511", "BLS24-629"],
  },
];

async function curves({ full }) {
  if (!supported) return elsewhere;
  valgrind();
  await library();
  await buildNative({ full });
  const reports = [];
  for (const { module, what, short, more } of GROUPS) {
    const names = full ? [...short, ...more] : short;
    if (names.length === 0) continue;
    const files = FILES.filter((file) => file.module === module);
    const found = await Promise.all(files.map(({ tier }) => watch(`${module}-${tier}`, what, names)));
    if (found.some((each) => !each.some(({ control }) => control))) throw new Failure(`${module} has no control`);
    reports.push(...found.flat());
  }
  const { ok, held, seen, control } = judge(reports);
  const names = GROUPS.flatMap(({ short, more }) => (full ? [...short, ...more] : short));
  return { ok, figure: `${held} of ${names.join(", ")} in the .wasm without a leak; ${seen}`, control };
}

export const wasmSecrets = [
  { name: "secrets in the .wasm under memcheck", work: wasm },
  { name: "secrets in the .wasm of curves under memcheck", work: curves },
];
