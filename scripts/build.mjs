// Builds the WebAssembly module of each tier, then the npm package around them. Builds only outdated parts.
//
// wasm-pack compiles a module with cargo and lets wasm-bindgen write its types; wasm-opt makes it small.
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { hostPlatform, manifest, PLATFORMS } from "../packages/modexp-native-js/platforms.mjs";
import { nameTiersLast } from "./lib/functions.mjs";
import { hashOf } from "./lib/hash.mjs";
import { folderStep, once } from "./lib/once.mjs";
import { Failure, must, output, ROOT, read, run, seconds, TARGET } from "./lib/process.mjs";
import { TOOLCHAIN, targetStep, WASM_TOOLS } from "./setup.mjs";

/**
 * The tiers: the features for rustc and for wasm-opt. `relaxed-wide` is the module of the tier `relaxed` for engines with wide arithmetic.
 * It has the kernels of `wide` for short moduli; its other code is that of `relaxed`, so that their difference is small. Stable compilers hide
 * the unstable feature from cfg.
 */
export const TIERS = {
  relaxed: { rustc: "+simd128,+relaxed-simd", enable: ["--enable-relaxed-simd"] },
  "relaxed-wide": {
    rustc: "+simd128,+relaxed-simd,+wide-arithmetic",
    cfg: ["--cfg=modexp_wide_short"],
    enable: ["--enable-relaxed-simd", "--enable-wide-arithmetic"],
  },
  wide: {
    rustc: "+simd128,+wide-arithmetic",
    cfg: ["--cfg=modexp_wide", "--cfg=modexp_wide_short"],
    enable: ["--enable-wide-arithmetic"],
  },
  simd: { rustc: "+simd128", enable: [] },
};

/** The crates of a module with points. */
const CURVES = ["modexp-fields", "modexp-curves"];

/**
 * The modules: a feature of modexp-wasm for several tiers. The tier `plain` is made from `relaxed` by tools/without-relaxed, and
 * is no file of the package, which has its difference from `relaxed` as text. `level` is the opt-level of the crate that is
 * linked, where it is not "z": rustc optimises the kernels once more at that level. With "z", a power took 12 % more on `simd`
 * (1024 bits) and on `wide` (512 bits). All tiers have one level, so that their common code is the same and a difference small.
 * `on` are the crates below it that not all modules have.
 */
const MODULES = {
  modexp: { feature: "powers", tiers: ["relaxed", "relaxed-wide", "wide", "simd"], level: 3, on: ["modexp-core"] },
  // no field of these uses fused products of doubles: engines that have them load the tier `simd`
  "modexp-curves": { feature: "curves", tiers: ["wide", "simd"], on: CURVES },
  "modexp-pairings": { feature: "pairings", tiers: ["relaxed", "wide"], plain: "simd", on: CURVES },
  "modexp-historical-pairings": {
    feature: "historical-pairings",
    tiers: ["wide", "simd"],
    on: [...CURVES, "modexp-historical"],
  },
  // products in GF(2^m) are lookups in vectors; wide arithmetic does not make them faster
  "modexp-binary-curves": { feature: "binary-curves", tiers: ["simd"], on: CURVES },
};

const fileOf = (module, tier) => ({ module, tier, name: `${module}-${tier}.wasm` });

/** Every .wasm file with its module and tier. */
export const FILES = Object.entries(MODULES).flatMap(([module, { tiers }]) =>
  tiers.map((tier) => fileOf(module, tier)),
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
const NATIVE = join(ROOT, "packages", "modexp-native-js");
const crateSources = (crate) => [`crates/${crate}/Cargo.toml`, `crates/${crate}/src`];
const SOURCES = [
  ...["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "scripts/build.mjs", "scripts/lib/functions.mjs"],
  "tools/without-relaxed",
  ...["limbs", "group", "kernels", "wasm"].flatMap((crate) => crateSources(`modexp-${crate}`)),
  "crates/modexp-wasm/module",
];

/** The compiler flags that remap this machine's paths, so that the same sources give the same bytes. */
function remapped() {
  const cargoHome = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  return [`--remap-path-prefix=${ROOT}=modexp`, `--remap-path-prefix=${cargoHome}=cargo`];
}

/** The compiler flags of a tier. */
function rustflags(tier) {
  return [
    `-Ctarget-feature=${TIERS[tier].rustc}`,
    ...(TIERS[tier].cfg ?? []),
    // the linker optimises once more: only then the compiler sees that panics do not use their messages and locations
    "-Clinker-plugin-lto",
    // vectorizing loops again costs 1 KiB where no time is spent: the kernels vectorize by hand
    ...["-Clink-arg=-mllvm", "-Clink-arg=-vectorize-loops=false"],
    ...remapped(),
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
  const { feature, level = "z", plain, on } = MODULES[module];
  const passes = process.env.MODEXP_WASM_OPT?.split(" ") ?? PASSES;
  const hash = hashOf(
    [...SOURCES, ...on.flatMap(crateSources)],
    name,
    passes,
    read(join(ROOT, "node_modules/binaryen/package.json")),
    JSON.stringify(WASM_TOOLS),
  );
  const place = join(WASM, module === "modexp" ? tier : `${module.replace("modexp-", "")}-${tier}`);

  const make = async (made) => {
    const start = Date.now();
    console.log(`build: ${name}: compiling …`);
    await quietly(
      name,
      "wasm-pack",
      [
        ...["build", "crates/modexp-wasm/module", "--target", "web", "--mode", "no-install", "--no-pack", "--no-opt"],
        ...[
          "--profile",
          "wasm",
          "--out-dir",
          made,
          "--out-name",
          "modexp_wasm",
          "--",
          "--features",
          feature,
          "--locked",
        ],
        ...["--config", `profile.wasm.package.modexp-wasm-module.opt-level=${JSON.stringify(level)}`],
      ],
      tierEnv(tier),
    );
    const bound = join(made, "modexp_wasm_bg.wasm");
    writeFileSync(bound, nameTiersLast(readFileSync(bound)));
    // through node itself: the package's command is a script
    await quietly(name, process.execPath, [
      join(ROOT, "node_modules/binaryen/bin/wasm-opt"),
      ...[bound, ...FEATURES, ...TIERS[tier].enable, ...passes, "--reorder-functions-by-name"],
      ...["--strip-debug", "--strip-producers", "--strip-target-features", "-o", join(made, name)],
    ]);
    copyFileSync(join(made, name), bound);
    if (tier === "relaxed" && plain) {
      const other = fileOf(module, plain).name;
      await quietly(other, "cargo", [
        ...["run", "--quiet", "--profile", "tool", "-p", "modexp-without-relaxed", "--locked", "--"],
        ...[bound, join(made, other)],
      ]);
    }
    // the old folder goes first: nothing counts as done until the new one is in place
    rmSync(place, { recursive: true, force: true });
    renameSync(join(made, name), join(WASM, name));
    console.log(`build: ${name}: ${sizes(bound)}, in ${seconds(Date.now() - start)}`);
  };
  const there = () => existsSync(join(WASM, name));
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

/** Builds the npm package `name` in `packages/FOLDER`. */
function buildPackage(name, folder) {
  const own = ["build.mjs", "plugins.mjs", "streams.mjs", "tsconfig.json", "tsconfig.build.json", "src", "test"];
  const sources = own.map((path) => `packages/modexp-js/${path}`);
  const modules = FILES.map(({ name }) => `packages/modexp-js/wasm/${name}`);
  const hash = hashOf([...sources, ...modules, `packages/${folder}/package.json`, "package-lock.json"]);
  const make = async (made) => {
    const start = Date.now();
    await must("npm", ["run", "build", "--silent", "--", made], { cwd: join(ROOT, "packages", folder) });
    console.log(`build: npm package ${name}, in ${seconds(Date.now() - start)}`);
  };
  return once(folderStep({ place: join(ROOT, "packages", folder, "dist"), hash, make }));
}

/** Builds the modules of all tiers, or the modules `names`; returns for each whether it was out of date. */
export async function buildModules(names = FILES.map(({ name }) => name)) {
  const wanted = FILES.filter(({ name }) => names.includes(name));
  const built = [];
  // the modules of a tier have one file name in cargo's folder, so they follow each other
  const worker = async (own) => {
    for (const file of wanted.filter(({ tier }) => tier === own)) built.push(await buildModule(file));
  };
  await Promise.all(Object.keys(TIERS).map(worker));
  return built;
}

/** The library that cargo makes of a cdylib. */
const LIBRARY = { win32: "modexp_node.dll", darwin: "libmodexp_node.dylib", linux: "libmodexp_node.so" };

/**
 * The compiler flags for Rust's own unwinder, which only targets with musl have: their linkers do not find musl's libgcc_s. The process has
 * the functions of the C library, so the linker finds an empty one, before that of glibc.
 */
function unwinder(target) {
  const library = join(
    output("rustc", ["--print", "sysroot"]),
    "lib/rustlib",
    target,
    "lib/self-contained/libunwind.a",
  );
  if (!existsSync(library)) return [];
  const folder = join(TARGET, target);
  mkdirSync(folder, { recursive: true });
  copyFileSync(library, join(folder, "libgcc_s.a"));
  writeFileSync(join(folder, "libc.a"), "!<arch>\n");
  return [`-Clink-arg=-L${folder}`];
}

/**
 * The package of modexp-native with the addon for a platform, without this machine's paths. Other platforms than this one need their
 * linker.
 */
export async function buildAddon(name = hostPlatform()) {
  if (name === undefined) {
    console.log("build: no addon: modexp-native has no package for this platform");
    return false;
  }
  if (!(name in PLATFORMS)) throw new Failure(`no platform ${name}; there are: ${Object.keys(PLATFORMS).join(", ")}`);
  const { os, target, linker, rustc = [] } = PLATFORMS[name];
  const own = JSON.parse(read(join(NATIVE, "package.json")));
  const hash = hashOf(
    [
      ...SOURCES,
      ...["core", "node", ...CURVES.map((crate) => crate.replace("modexp-", ""))].flatMap((crate) =>
        crateSources(`modexp-${crate}`),
      ),
      ...["package.json", "platforms.mjs"].map((file) => `packages/modexp-native-js/${file}`),
    ],
    name,
  );
  const make = async (made) => {
    const start = Date.now();
    writeFileSync(join(made, "package.json"), `${JSON.stringify(manifest(name, own), undefined, 2)}\n`);
    for (const file of ["LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(join(ROOT, file), join(made, file));
    console.log(`build: addon for ${name}: compiling …`);
    await once(targetStep(target));
    const { CARGO_ENCODED_RUSTFLAGS: flags = "" } = process.env;
    const env = {
      CARGO_ENCODED_RUSTFLAGS: [flags, "--cfg=modexp_addon", ...rustc, ...unwinder(target), ...remapped()]
        .filter(Boolean)
        .join("\x1f"),
      CARGO_TARGET_DIR: TARGET,
      ...(linker &&
        name !== hostPlatform() && { [`CARGO_TARGET_${target.toUpperCase().replaceAll("-", "_")}_LINKER`]: linker }),
    };
    const line = ["build", "-p", "modexp-node", "--profile", "node", "--target", target, "--locked"];
    await quietly("addon", "cargo", line, env);
    const file = join(made, "modexp.node");
    copyFileSync(join(TARGET, target, "node", LIBRARY[os]), file);
    console.log(`build: addon for ${name}: ${sizes(file)}, in ${seconds(Date.now() - start)}`);
  };
  return once(folderStep({ place: join(NATIVE, "platforms", name), hash, make }));
}

/** Builds all tiers and the packages around them. Only what runs the addon calls `buildAddon`, which takes minutes. */
export async function build() {
  const built = await buildModules();
  built.push(
    await buildPackage("modexp", "modexp-js"),
    await buildPackage("modexp-historical", "modexp-historical-js"),
    await buildPackage("modexp-native", "modexp-native-js"),
  );
  if (!built.includes(true)) console.log(`build: modules and packages are up to date (Rust ${TOOLCHAIN})`);
}
