// Builds the WebAssembly module of each tier, then the npm package around them. Builds only outdated parts.
//
// Cargo compiles a module, modexp-bindgen (tools/bindgen) writes the JavaScript around it, wasm-opt makes it small.
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { hashOf } from "./lib/hash.mjs";
import { folderStep, once } from "./lib/once.mjs";
import { Failure, must, ROOT, read, run, seconds, TARGET } from "./lib/process.mjs";
import { BINDGEN, TOOLCHAIN, WASM_TARGET } from "./setup.mjs";

/**
 * The tiers: the features for rustc and for wasm-opt.
 *
 * `level` is the opt-level at which rustc links. It applies to the code of the kernels that is compiled only then; the
 * crates have their own levels.
 */
export const TIERS = {
  relaxed: { rustc: "+simd128,+relaxed-simd", level: "z", enable: ["--enable-relaxed-simd"] },
  // stable compilers hide the unstable feature from cfg
  wide: {
    rustc: "+simd128,+wide-arithmetic",
    cfg: ["--cfg=modexp_wide"],
    level: "z",
    enable: ["--enable-wide-arithmetic"],
  },
  simd: { rustc: "+simd128", level: 3, enable: [] },
};

/**
 * The modules: a crate for several tiers, linked in its folder `module` or in `folder`. The tier `plain` is made from `relaxed`,
 * see tools/bindgen. `level` replaces the tier's level; `sources` names the sources of this module alone.
 */
const MODULES = {
  modexp: { crate: "modexp-wasm", tiers: ["relaxed", "wide", "simd"], sources: ["core", "wasm"] },
  // no field of these uses fused products of doubles: engines that have them load the tier `simd`
  "modexp-curves": {
    crate: "modexp-curves-wasm",
    tiers: ["wide", "simd"],
    level: "z",
    sources: ["curves", "curves-wasm"],
  },
  "modexp-pairings": {
    crate: "modexp-pairings-wasm",
    tiers: ["relaxed", "wide"],
    // so one contains the other, and the package carries both in the room of one
    plain: "simd",
    level: "z",
    sources: ["curves", "curves-wasm", "pairings-wasm"],
  },
  // the same crate with other pairings
  "modexp-historical-pairings": {
    crate: "modexp-historical-pairings-wasm",
    folder: "modexp-pairings-wasm/historical",
    tiers: ["wide", "simd"],
    level: "z",
    sources: ["curves", "curves-wasm", "pairings-wasm"],
  },
  // products in GF(2^m) are lookups in vectors; wide arithmetic does not make them faster
  "modexp-binary-curves": {
    crate: "modexp-binary-curves-wasm",
    tiers: ["simd"],
    level: "z",
    sources: ["curves", "curves-wasm", "binary-curves-wasm"],
  },
};

const fileOf = (module, tier) => ({ module, tier, name: `${module}-${tier}.wasm` });

/** Every .wasm file with its module and tier. */
export const FILES = Object.entries(MODULES).flatMap(([module, { tiers, plain = [] }]) =>
  tiers.concat(plain).map((tier) => fileOf(module, tier)),
);

/**
 * wasm-opt's passes. They remove constant arguments and redundant assignments to locals (1.7 KiB). Passes may undo code
 * that was shaped by hand: measure before changing them. MODEXP_WASM_OPT replaces them for these measurements.
 */
const PASSES = ["--dae-optimizing", "-O1", "--rse", "-O1"];

// The features in every engine of a tier. With more of them, wasm-opt writes sections that older engines refuse.
const FEATURES = [
  ...["--mvp-features", "--enable-sign-ext", "--enable-mutable-globals", "--enable-nontrapping-float-to-int"],
  ...["--enable-bulk-memory", "--enable-bulk-memory-opt", "--enable-reference-types", "--enable-multivalue"],
  "--enable-simd",
];

const PACKAGE = join(ROOT, "packages", "modexp-js");
const WASM = join(PACKAGE, "wasm");
const SOURCES = [
  ...["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "scripts/build.mjs", "tools/bindgen"],
  ...["crates/modexp-limbs/Cargo.toml", "crates/modexp-limbs/src"],
  ...["crates/modexp-group/Cargo.toml", "crates/modexp-group/src"],
  ...["crates/modexp-kernels/Cargo.toml", "crates/modexp-kernels/src"],
  ...["crates/modexp-stage/Cargo.toml", "crates/modexp-stage/src"],
];

/** The compiler flags of a tier. They remap this machine's paths, so that the same sources give the same bytes. */
function rustflags(tier) {
  const cargoHome = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  return [
    `-Ctarget-feature=${TIERS[tier].rustc}`,
    ...(TIERS[tier].cfg ?? []),
    // the linker optimises once more: only then the compiler sees that panics do not use their messages and locations
    "-Clinker-plugin-lto",
    // vectorizing loops again costs 1 KiB where no time is spent: the kernels vectorize by hand
    ...["-Clink-arg=-mllvm", "-Clink-arg=-vectorize-loops=false"],
    `--remap-path-prefix=${ROOT}=modexp`,
    `--remap-path-prefix=${cargoHome}=cargo`,
  ];
}

/** The environment for cargo's build of a tier. */
export function tierEnv(tier) {
  return {
    CARGO_ENCODED_RUSTFLAGS: rustflags(tier).join("\x1f"),
    CARGO_TARGET_DIR: join(TARGET, "wasm", tier),
  };
}

async function buildModule({ module, tier, name }) {
  const { crate, folder: source = `${crate}/module`, level = TIERS[tier].level, plain, sources } = MODULES[module];
  const files = sources.flatMap((crate) => ["Cargo.toml", "src"].map((path) => `crates/modexp-${crate}/${path}`));
  const passes = process.env.MODEXP_WASM_OPT?.split(" ") ?? PASSES;
  const hash = hashOf(
    [...SOURCES, ...files, `crates/${source}`],
    name,
    passes,
    read(join(ROOT, "node_modules/binaryen/package.json")),
  );
  const others = tier === "relaxed" && plain ? [fileOf(module, plain).name] : [];
  const place = join(WASM, module === "modexp" ? tier : `${module.replace("modexp-", "")}-${tier}`);

  const make = async (made) => {
    const start = Date.now();
    console.log(`build: ${name}: compiling …`);
    const env = tierEnv(tier);
    const linked = `profile.wasm.package.${crate}-module.opt-level=${JSON.stringify(level)}`;
    const line = ["build", "-p", `${crate}-module`, "--lib", "--target", WASM_TARGET, "--profile", "wasm", "--locked"];
    await quietly(name, "cargo", [...line, "--config", linked], env);
    const underscored = crate.replaceAll("-", "_");
    const compiled = join(env.CARGO_TARGET_DIR, WASM_TARGET, "wasm", `${underscored}_module.wasm`);
    await quietly(name, BINDGEN, [compiled, made, underscored]);
    const bound = join(made, `${underscored}_bg.wasm`);
    // through node itself: the package's command is a script
    await quietly(name, process.execPath, [
      join(ROOT, "node_modules/binaryen/bin/wasm-opt"),
      ...[bound, ...FEATURES, ...TIERS[tier].enable, ...passes],
      ...["--strip-debug", "--strip-producers", "--strip-target-features", "-o", join(made, name)],
    ]);
    copyFileSync(join(made, name), bound);
    for (const other of others) {
      await quietly(other, BINDGEN, ["--without-relaxed", bound, join(made, other)]);
    }
    // the old folder goes first: nothing counts as done until the new one is in place
    rmSync(place, { recursive: true, force: true });
    for (const file of [name, ...others]) renameSync(join(made, file), join(WASM, file));
    console.log(`build: ${name}: ${sizes(bound)}, in ${seconds(Date.now() - start)}`);
  };
  const there = () => [name, ...others].every((file) => existsSync(join(WASM, file)));
  return once(folderStep({ place, hash, there, make }));
}

function sizes(path) {
  const bytes = readFileSync(path);
  const kib = (n) => `${(n / 1024).toFixed(1)} KiB`;
  return `${kib(bytes.length)}, ${kib(gzipSync(bytes, { level: 9 }).length)} gzipped`;
}

async function quietly(what, command, args, env = {}) {
  const { code, text } = await run(command, args, { env, quiet: true });
  if (code !== 0) throw new Failure(`${text}\nbuild: ${what}: ${command} failed with exit code ${code}`);
}

function buildPackage() {
  const own = ["package.json", "build.mjs", "plugins.mjs", "tsconfig.json", "tsconfig.build.json", "src", "test"];
  const modules = FILES.map(({ name }) => `packages/modexp-js/wasm/${name}`);
  const hash = hashOf([...own.map((path) => `packages/modexp-js/${path}`), ...modules, "package-lock.json"]);
  const make = async (made) => {
    const start = Date.now();
    await must("npm", ["run", "build", "--silent", "--workspace", "modexp", "--", made]);
    console.log(`build: npm package, in ${seconds(Date.now() - start)}`);
  };
  return once(folderStep({ place: join(PACKAGE, "dist"), hash, make }));
}

/** Builds the modules of all tiers, or the modules `names`; returns for each whether it was out of date. */
export async function buildModules(names = FILES.map(({ name }) => name)) {
  // the last part of a module compiles on one core, so two modules share two cores well
  const queue = FILES.filter(({ module, tier, name }) => tier !== MODULES[module].plain && names.includes(name));
  const built = [];
  const worker = async () => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) built.push(await buildModule(file));
  };
  await Promise.all([worker(), worker()]);
  return built;
}

/** Builds all tiers and the package. */
export async function build() {
  const built = [...(await buildModules()), await buildPackage()];
  if (!built.includes(true)) console.log(`build: everything is up to date (Rust ${TOOLCHAIN})`);
}
