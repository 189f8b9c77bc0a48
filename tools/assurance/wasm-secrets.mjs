// The shipped .wasm under memcheck: its very bytes, compiled by wasmtime, SIMD included.
import { checkPrimeSync, createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { TIERS } from "../../scripts/build.mjs";
import { Failure, ROOT, run, TOOLS, which } from "../../scripts/lib/process.mjs";
import { buildNative, elsewhere, MEMCHECK, NATIVE, supported, valgrind } from "./constant-time.mjs";

const RUNNER = join(NATIVE, "wasm");

/** wasmtime's library comes in a Python package: a zip file, of which nothing else is used. */
const VERSION = "50.0.1";
const SHA256 = "cc14c3a17654e0394e0225b11813532ef0cd7bd1e222a0c5494cdedaabeddac4";
const FOLDER = join(TOOLS, `wasmtime-${VERSION}`);
const LIBRARY = join(FOLDER, "wasmtime/linux-x86_64/_libwasmtime.so");

/** Sizes of the primes of keys, with even and odd numbers of words. */
const PRIMES = [192, 256, 320, 512, 576, 1024];

async function library() {
  if (existsSync(LIBRARY)) return;
  if (which("python3") === undefined) throw new Failure("python3 is missing, whose pip brings wasmtime");
  mkdirSync(FOLDER, { recursive: true });
  const download = ["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--dest", FOLDER];
  const { code, text } = await run("python3", [...download, `wasmtime==${VERSION}`], { quiet: true });
  if (code !== 0) throw new Failure(`pip could not bring wasmtime ${VERSION}: ${text}`);
  const wheel = join(
    FOLDER,
    readdirSync(FOLDER).find((name) => name.endsWith(".whl")),
  );
  const sha256 = createHash("sha256").update(readFileSync(wheel)).digest("hex");
  if (sha256 !== SHA256) {
    rmSync(FOLDER, { recursive: true });
    throw new Failure(`wasmtime ${VERSION} has the sha256 ${sha256}, not the expected one`);
  }
  await run("python3", ["-m", "zipfile", "-e", wheel, FOLDER], { quiet: true });
  rmSync(wheel);
}

/** A prime of which the highest and the lowest word are always the same: they are public. */
function prime(bits) {
  const high = 0xf123456789abcdefn << BigInt(bits - 64);
  for (;;) {
    const inner = BigInt(`0x${randomBytes(bits / 8 - 16).toString("hex")}`);
    const candidate = high | (inner << 64n) | 0x123456789abcdef3n;
    if (checkPrimeSync(candidate)) return candidate.toString(16);
  }
}

async function tier(name, primes) {
  const code = join(NATIVE, `${name}.code`);
  const module = join(ROOT, `packages/modexp-js/wasm/modexp-${name}.wasm`);
  const compiled = await run(RUNNER, ["compile", LIBRARY, module, code], { quiet: true });
  if (compiled.code !== 0) throw new Failure(`wasmtime did not compile ${module}: ${compiled.text}`);
  const { text } = await run("valgrind", [...MEMCHECK, RUNNER, "run", LIBRARY, code, ...primes], { quiet: true });
  if (!/^watched: true$/m.test(text)) throw new Failure(`memcheck did not run: ${text}`);
  const lines = [...text.matchAll(/^(\w+)\/(\d+)\/(.*) (\d+) (\d+)$/gm)];
  return lines.map(([, kernel, bits, call, leaks, verdicts]) => ({
    name: `${name}: ${kernel}/${bits}/${call}`,
    kernel,
    control: call.startsWith("control"),
    // a verdict that is not seen would mean that nothing was secret
    holds: Number(leaks) === Number(verdicts),
    leaks: Number(leaks),
    verdicts: Number(verdicts),
  }));
}

async function wasm() {
  if (!supported) return elsewhere;
  valgrind();
  await library();
  await buildNative();
  const primes = PRIMES.map((bits) => [1, 2, 3, 4].map(() => prime(bits)).join(","));
  const reports = (await Promise.all(Object.keys(TIERS).map((name) => tier(name, primes)))).flat();
  const cases = reports.filter(({ control }) => !control);
  const controls = reports.filter(({ control }) => control);
  const leaky = cases.filter(({ holds }) => !holds);
  for (const { name, leaks } of leaky) console.log(`${name}: ${leaks} leaks`);
  const caught = controls.filter(({ leaks }) => leaks > 0).length;
  const verdicts = cases.reduce((sum, each) => sum + each.verdicts, 0);
  const kernels = [...new Set(cases.map(({ kernel }) => kernel))];
  return {
    ok: leaky.length === 0 && caught === controls.length && caught === Object.keys(TIERS).length && verdicts > 0,
    figure:
      `${cases.length - leaky.length} of ${cases.length} calls of the .wasm without a leak, by ${kernels.join(", ")}` +
      `; ${verdicts} published verdicts seen`,
    control: `${caught} of ${controls.length} leaky calls caught`,
  };
}

export const wasmSecrets = [{ name: "secrets in the .wasm under memcheck", work: wasm }];
