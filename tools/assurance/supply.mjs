// The supply chain: dependencies, hashes, licences, advisories, the bill of materials, the reproducible build.
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { hostPlatform, PLATFORMS, manifest as platformManifest } from "../../packages/modexp-native-js/platforms.mjs";
import { FILES } from "../../scripts/build.mjs";
import { cargoTool } from "../../scripts/lib/cargo.mjs";
import { alone, writeWhole } from "../../scripts/lib/once.mjs";
import { Failure, output, ROOT, run, TARGET } from "../../scripts/lib/process.mjs";
import { scratch } from "../../scripts/lib/scratch.mjs";
import { WASM_TARGET } from "../../scripts/setup.mjs";

const COPIED = ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "package.json", "package-lock.json"];
const FOLDERS = ["crates", "bench", "fuzz", "packages", "scripts", "tools", "web-demo"];

/** The dependencies of a manifest, and its scripts that run at installation. */
function burdens({ dependencies, optionalDependencies, scripts = {} }) {
  const atInstall = ["preinstall", "install", "postinstall"].filter((name) => name in scripts);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...atInstall];
}

/** Packages without dependencies of others: those of modexp-native are its own, with the addon of a platform each. */
async function manifest() {
  const read = (folder) => JSON.parse(readFileSync(join(ROOT, "packages", folder, "package.json"), "utf8"));
  const platforms = Object.keys(PLATFORMS).map((name) => `modexp-native-${name}`);
  const own = ["modexp-js", "modexp-historical-js", "modexp-native-js"].flatMap((folder) => burdens(read(folder)));
  const foreign = own.filter((name) => !platforms.includes(name));
  const ofPlatforms = Object.keys(PLATFORMS).flatMap((name) =>
    burdens(platformManifest(name, read("modexp-native-js"))),
  );
  const caught = burdens({ dependencies: { a: "1" }, scripts: { postinstall: "b" } });
  const count = foreign.length + ofPlatforms.length;
  return {
    ok: count === 0 && caught.length === 2,
    figure: `${count} runtime dependencies of others and install scripts in ${3 + platforms.length} npm packages`,
    control: `${caught.length} of 2 found in a manifest that has them`,
  };
}

async function licences() {
  await cargoTool("cargo-deny");
  const { code, text } = await run("cargo", ["deny", "check", "licenses", "bans", "sources"], { quiet: true });
  if (code !== 0) console.log(text);
  const denyAll = ["deny", "--config", join(ROOT, "tools/assurance/deny-all.toml"), "check", "licenses"];
  const none = await run("cargo", denyAll, { quiet: true });
  return {
    ok: code === 0 && none.code !== 0,
    figure: `cargo deny ${code === 0 ? "finds nothing" : "objects"} in licences, bans and sources`,
    control:
      none.code === 0 ? "cargo deny accepts what no licence allows" : "cargo deny objects where no licence is allowed",
  };
}

/** The figure if a database cannot be reached. */
const unreached = (what) => ({
  ok: undefined,
  figure: `${what}: its database cannot be reached from here`,
  control: "none",
});

/** The manifest of a crate that depends on a crate with an advisory of 2022. */
function vulnerable() {
  const folder = scratch("advisories");
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "src", "lib.rs"), "");
  const manifest = join(folder, "Cargo.toml");
  const lines = ["[workspace]", "[package]", 'name = "vulnerable"', 'version = "0.0.0"', "[dependencies]"];
  writeFileSync(manifest, [...lines, 'rustc-serialize = "=0.3.24"', ""].join("\n"));
  return manifest;
}

/** The day of the newest advisory in cargo-deny's database. */
function databaseDay() {
  const folder = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "advisory-dbs");
  const days = readdirSync(folder).map((name) =>
    output("git", ["-C", join(folder, name), "log", "-1", "--format=%cs"]),
  );
  return days.filter(Boolean).sort().at(-1);
}

async function rustAdvisories() {
  const what = "cargo deny check advisories";
  await cargoTool("cargo-deny");
  const { code, text } = await run("cargo", ["deny", "check", "advisories"], { quiet: true });
  if (code !== 0) console.log(text);
  if (/failed to fetch advisory database/.test(text)) return unreached(what);
  const known = await run("cargo", ["deny", "--manifest-path", vulnerable(), "check", "advisories"], { quiet: true });
  const caught = known.code !== 0 && /RUSTSEC-\d{4}-\d{4}/.test(known.text);
  return {
    ok: code === 0 && caught,
    figure: `${what}: ${code === 0 ? "nothing" : "advisories"}, by the database of ${databaseDay()}`,
    control: `those on rustc-serialize 0.3.24 ${caught ? "" : "not "}found`,
  };
}

async function npmAdvisories() {
  const what = "npm audit, of the tools too";
  const { code, text } = await run("npm", ["audit"], { quiet: true });
  if (code !== 0) console.log(text);
  if (/audit endpoint returned an error/.test(text)) return unreached(what);
  return {
    ok: code === 0,
    figure: `${what}: ${code === 0 ? "nothing" : "advisories"}`,
    control: "none: its database answers, not this machine",
  };
}

/** The crates that cargo builds into `crate`, as "name version". */
function partsOf(crate, target) {
  const format = ["--format", "{p}", "--prefix", "none", "--edges", "normal,no-proc-macro"];
  const tree = output("cargo", ["tree", "-p", crate, "--target", target, "--locked", ...format]);
  const name = (line) => line.split(" ").slice(0, 2).join(" ").replace(" v", " ");
  return new Set((tree ?? "").split("\n").map(name));
}

const missing = ({ components }, names) =>
  [...names].filter((name) => !components.some((component) => `${component.name} ${component.version}` === name));

/** The bill that cargo-cyclonedx writes for the crate of `manifest`. */
async function billOf(manifest, target) {
  const file = "sbom.cdx";
  const line = ["cyclonedx", "--manifest-path", manifest, "--format", "json", "--target", target];
  const { code, text } = await run("cargo", [...line, "--override-filename", file], { quiet: true });
  if (code !== 0) throw new Failure(text);
  const bill = JSON.parse(readFileSync(join(dirname(manifest), `${file}.json`), "utf8"));
  // it writes one for each crate of the workspace, next to its manifest
  const { packages } = JSON.parse(output("cargo", ["metadata", "--no-deps", "--format-version", "1", "--locked"]));
  for (const { manifest_path: path } of packages) rmSync(join(dirname(path), `${file}.json`), { force: true });
  return bill;
}

/** The crates with bills: of the .wasm, and of the addon where this platform has one. Everything else in the packages is of this project. */
const BILLED = [
  { crate: "modexp-wasm", target: WASM_TARGET, file: "modexp.cdx.json" },
  { crate: "modexp-node", target: PLATFORMS[hostPlatform()]?.target, file: "modexp-native.cdx.json" },
].filter(({ target }) => target !== undefined);

/** CycloneDX bills of the crates in the .wasm and in the addon. */
async function billsOfMaterials() {
  await cargoTool("cargo-cyclonedx");
  const figures = [];
  let [ok, lost] = [true, 0];
  for (const { crate, target, file } of BILLED) {
    const manifest = join(ROOT, "crates", crate, "Cargo.toml");
    const bill = await alone(manifest, () => billOf(manifest, target));
    writeWhole(join(TARGET, file), JSON.stringify(bill, null, 2));

    const names = partsOf(crate, target);
    names.delete([...names].find((name) => name.startsWith(`${crate} `)));
    const absent = missing(bill, names).length;
    const without = missing({ components: bill.components.slice(1) }, names).length;
    ok &&= names.size > 0 && absent === 0 && without > 0;
    lost += without;
    figures.push(`${bill.components.length} in target/${file}, ${absent} of ${names.size} crates missing`);
  }
  return {
    ok,
    figure: `CycloneDX components: ${figures.join("; ")}`,
    control: `${lost} missing in ${BILLED.length} bills without their first`,
  };
}

/** The packages: their folders, and their .wasm files. */
const PACKAGES = {
  modexp: { folder: "packages/modexp-js", isOwn: ({ module }) => module !== "modexp-historical-pairings" },
  "modexp-historical": {
    folder: "packages/modexp-historical-js",
    isOwn: ({ module }) => module === "modexp-historical-pairings",
  },
};

/** The modules of a package that differ from the list of hashes or are missing in it. */
function mismatches({ folder, isOwn }, list) {
  const lines = [...list.matchAll(/^([0-9a-f]{64}) {2}(.+)$/gm)];
  const names = new Set(lines.map(([, , name]) => name));
  const wrong = lines.filter(([, expected, name]) => hash(join(ROOT, folder, "wasm", name)) !== expected);
  const unlisted = FILES.filter(isOwn).flatMap(({ name }) => (names.has(name) ? [] : [name]));
  return [...wrong.map(([, , name]) => name), ...unlisted];
}

async function hashes() {
  let [wrong, caught, packed] = [0, 0, true];
  for (const [name, own] of Object.entries(PACKAGES)) {
    const list = readFileSync(join(ROOT, own.folder, "wasm", "SHA256SUMS"), "utf8");
    wrong += mismatches(own, list).length;
    caught += mismatches(
      own,
      list.replace(/^./, (digit) => (digit === "0" ? "1" : "0")),
    ).length;
    const { text } = await run("npm", ["pack", "--dry-run", "--json", "--workspace", name], { quiet: true });
    packed &&= text.includes('"wasm/SHA256SUMS"');
  }
  return {
    ok: wrong === 0 && packed && caught === Object.keys(PACKAGES).length,
    figure: `${FILES.length - wrong} of ${FILES.length} .wasm files have the sha256 of the lists that are ${packed ? "" : "NOT "}packed with them`,
    control: `${caught} wrong after one digit of each list has changed`,
  };
}

/** The hashes of the modules that a copy of the sources in a different folder builds. */
async function buildCopy(name) {
  const folder = join(mkdtempSync(join(tmpdir(), "modexp-")), name);
  try {
    for (const path of [...COPIED, ...FOLDERS]) {
      const filter = (from) => !/[\\/](node_modules|dist|packages[\\/][\w-]+[\\/]wasm)$/.test(from);
      cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter });
    }
    for (const path of ["node_modules", ".tools", "LICENSE-MIT", "LICENSE-APACHE"]) {
      symlinkSync(join(ROOT, path), join(folder, path));
    }
    const program = 'import("./scripts/build.mjs").then(({ buildModules }) => buildModules())';
    const { code, text } = await run(process.execPath, ["-e", program], {
      cwd: folder,
      quiet: true,
      env: { CARGO_TARGET_DIR: join(folder, "target") },
    });
    if (code !== 0) throw new Failure(text);
    return FILES.map(({ name }) => hash(join(folder, "packages/modexp-js/wasm", name)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function hash(path) {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

async function reproducible() {
  const [first, second] = [await buildCopy("a"), await buildCopy("a-longer-name")];
  const same = first.filter((each, i) => each === second[i]).length;
  const others = new Set(first).size;
  for (const [i, { name }] of FILES.entries()) console.log(`${name} sha256 ${first[i]} ${second[i]}`);
  return {
    ok: same === first.length && others === first.length,
    figure: `${same} of ${first.length} .wasm files the same bytes from two folders`,
    control: `${others} different hashes for ${first.length} modules`,
  };
}

export const supply = [
  { name: "no runtime dependencies", work: manifest },
  { name: "hashes of the modules", work: hashes },
  { name: "licences", work: licences, onlyFull: true },
  { name: "advisories on crates", work: rustAdvisories, onlyFull: true },
  { name: "advisories on npm packages", work: npmAdvisories, onlyFull: true },
  { name: "bill of materials", work: billsOfMaterials, onlyFull: true },
  { name: "reproducible build", work: reproducible, onlyFull: true },
];
