// What the package is made of, and that anyone can make it again.
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TIERS } from "../build.mjs";
import { Failure, output, ROOT, run, TOOLS } from "../lib/process.mjs";

const CARGO_DENY = "0.20.2";
const COPIED = ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "package.json", "package-lock.json"];
const FOLDERS = ["crates", "bench", "fuzz", "packages", "scripts", "web-demo"];

/** What a manifest brings to whoever installs it: dependencies, and scripts that run on their machine. */
function burdens({ dependencies, optionalDependencies, scripts = {} }) {
  const atInstall = ["preinstall", "install", "postinstall"].filter((name) => name in scripts);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...atInstall];
}

async function manifest() {
  const own = burdens(JSON.parse(readFileSync(join(ROOT, "packages/modexp-js/package.json"), "utf8")));
  const caught = burdens({ dependencies: { a: "1" }, scripts: { postinstall: "b" } });
  return {
    ok: own.length === 0 && caught.length === 2,
    figure: `${own.length} runtime dependencies and install scripts in the npm package`,
    control: `${caught.length} of 2 found in a manifest that has them`,
  };
}

async function advisories() {
  const deny = join(TOOLS, "bin", "cargo-deny");
  if (output(deny, ["--version"]) !== `cargo-deny ${CARGO_DENY}`) {
    const { code } = await run("cargo", ["install", "--locked", "--root", TOOLS, `cargo-deny@${CARGO_DENY}`]);
    if (code !== 0) throw new Failure(`cargo-deny ${CARGO_DENY} could not be installed`);
  }
  const rust = await run(deny, ["check"], { quiet: true });
  const npm = await run("npm", ["audit", "--omit=dev"], { quiet: true });
  const none = await run(deny, ["--config", join(ROOT, "scripts/assurance/deny-all.toml"), "check", "licenses"], {
    quiet: true,
  });
  for (const { code, text } of [rust, npm]) if (code !== 0) console.log(text);
  return {
    ok: rust.code === 0 && npm.code === 0 && none.code !== 0,
    figure: `cargo deny ${rust.code === 0 ? "finds nothing" : "objects"}, npm audit ${npm.code === 0 ? "finds nothing" : "objects"}`,
    control:
      none.code === 0 ? "cargo deny accepts what no licence allows" : "cargo deny objects where no licence is allowed",
  };
}

/** The hashes of the modules that a copy of the sources in another folder is built to. */
async function buildCopy(name) {
  const folder = join(mkdtempSync(join(tmpdir(), "modexp-")), name);
  try {
    for (const path of [...COPIED, ...FOLDERS]) {
      const filter = (from) => !/[\\/](node_modules|dist|wasm)$/.test(from);
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
    return Object.keys(TIERS).map((tier) => hash(join(folder, `packages/modexp-js/wasm/modexp-${tier}.wasm`)));
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
  for (const [i, tier] of Object.keys(TIERS).entries())
    console.log(`modexp-${tier}.wasm sha256 ${first[i]} ${second[i]}`);
  return {
    ok: same === first.length && others === first.length,
    figure: `${same} of ${first.length} .wasm files the same bytes from two folders`,
    control: `${others} different hashes for ${first.length} modules`,
  };
}

export const supply = [
  { name: "no runtime dependencies", work: manifest },
  { name: "advisories and licences", work: advisories, onlyFull: true },
  { name: "the same bytes again", work: reproducible, onlyFull: true },
];
