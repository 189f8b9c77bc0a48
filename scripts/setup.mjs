// Checks what the build needs and installs what is missing. Does nothing when all is there; interrupted, it continues.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Failure, must, output, ROOT, read, seconds, TOOLS, which } from "./lib/process.mjs";
import { fresh, hashOf, stamp, unstamp } from "./lib/stamp.mjs";

export const WASM_TARGET = "wasm32-unknown-unknown";
const MSRV = /^rust-version = "([\d.]+)"/m.exec(read(join(ROOT, "Cargo.toml")))[1];
export const TOOLCHAIN = /^channel = "([\d.]+)"/m.exec(read(join(ROOT, "rust-toolchain.toml")))[1];
export const MSRV_TOOLCHAIN = MSRV.split(".").length === 2 ? `${MSRV}.0` : MSRV;

function lockedVersion(crate) {
  return new RegExp(`^name = "${crate}"\\nversion = "([^"]+)"`, "m").exec(read(join(ROOT, "Cargo.lock")) ?? "")?.[1];
}

/** One line for each tool that only the user can install. */
function missingTools() {
  const missing = [];
  if (Number(process.versions.node.split(".")[0]) < 20) {
    missing.push(`Node ${process.versions.node} is too old: install Node 20 or newer, https://nodejs.org`);
  }
  if (which("npm") === undefined) missing.push("npm is missing: install it with Node, https://nodejs.org");
  if (which("git") === undefined) missing.push("git is missing: install it from https://git-scm.com");
  if (which("rustup") === undefined || which("cargo") === undefined) {
    missing.push("cargo by rustup is missing: install it from https://rustup.rs");
  }
  if (process.platform !== "win32" && ["cc", "gcc", "clang"].every((name) => which(name) === undefined)) {
    const how =
      process.platform === "darwin" ? "xcode-select --install" : "for example apt-get install build-essential";
    missing.push(`a C compiler (cc) is missing, which Rust links with: ${how}`);
  }
  return missing;
}

function sysroot(toolchain) {
  return output("rustup", ["run", toolchain, "rustc", "--print", "sysroot"]);
}

function hasToolchain() {
  const root = sysroot(TOOLCHAIN);
  return (
    root !== undefined &&
    existsSync(join(root, "lib", "rustlib", WASM_TARGET, "lib")) &&
    ["cargo-clippy", "cargo-fmt"].every(
      (name) => existsSync(join(root, "bin", name)) || existsSync(join(root, "bin", `${name}.exe`)),
    )
  );
}

/** The program that writes the JavaScript around a module (tools/bindgen), at the version of wasm-bindgen in Cargo.lock. */
function bindgenStep() {
  const stampPath = join(TOOLS, "bin", ".modexp-bindgen");
  const hash = hashOf(["tools/bindgen"], lockedVersion("wasm-bindgen"));
  const program = join(TOOLS, "bin", process.platform === "win32" ? "modexp-bindgen.exe" : "modexp-bindgen");
  return {
    name: "modexp-bindgen, compiled once",
    done: () => fresh(stampPath, hash) && existsSync(program),
    install: async () => {
      unstamp(stampPath);
      const line = ["install", "--path", "tools/bindgen", "--profile", "tool", "--locked", "--root", TOOLS, "--force"];
      await must("cargo", line, { env: { CARGO_BUILD_TARGET: undefined, RUSTFLAGS: undefined } });
      stamp(stampPath, hash);
    },
  };
}

/** A step of npm packages is done when its stamp, inside node_modules, has the hash of the lock file and its manifests. */
function npmStep(name, folder, manifests) {
  const stampPath = join(ROOT, folder, "node_modules", ".modexp-setup");
  const hash = hashOf(
    [...manifests, join(folder, "package-lock.json"), join(folder, ".npmrc")],
    process.platform,
    process.arch,
  );
  return {
    name,
    done: () => fresh(stampPath, hash),
    install: async () => {
      unstamp(stampPath);
      await must("npm", ["ci", "--no-audit", "--no-fund"], { cwd: join(ROOT, folder) });
      stamp(stampPath, hash);
    },
  };
}

function steps({ engines, msrv }) {
  const list = [
    {
      name: `Rust ${TOOLCHAIN} with ${WASM_TARGET}, clippy and rustfmt`,
      done: hasToolchain,
      install: () =>
        must("rustup", [
          ...["toolchain", "install", TOOLCHAIN, "--profile", "minimal", "--no-self-update"],
          ...["--component", "clippy", "--component", "rustfmt", "--target", WASM_TARGET],
        ]),
    },
    bindgenStep(),
    npmStep("npm packages", ".", [
      "package.json",
      "packages/modexp-js/package.json",
      "bench/package.json",
      "web-demo/package.json",
    ]),
  ];
  if (msrv) {
    list.push({
      name: `Rust ${MSRV_TOOLCHAIN}, the oldest supported`,
      done: () => sysroot(MSRV_TOOLCHAIN) !== undefined,
      install: () =>
        must("rustup", ["toolchain", "install", MSRV_TOOLCHAIN, "--profile", "minimal", "--no-self-update"]),
    });
  }
  if (engines) {
    list.push(
      npmStep("JavaScript engines: Node, Deno, Bun", "tools/engines", ["tools/engines/package.json"]),
      npmStep("bundlers and workerd", "packages/modexp-js/fixtures", ["packages/modexp-js/fixtures/package.json"]),
    );
  }
  return list;
}

/** Makes everything ready for building (and for `engines`, `msrv`: for the tests that need them). */
export async function setup({ engines = false, msrv = false } = {}) {
  const missing = missingTools();
  if (missing.length > 0) throw new Failure(missing.join("\n"));

  const start = Date.now();
  const all = steps({ engines, msrv });
  const todo = all.filter((step) => !step.done());
  const install = async (step) => {
    const since = Date.now();
    console.log(`setup: ${step.name} …`);
    await step.install();
    if (!step.done())
      throw new Failure(`setup: ${step.name} was installed but is not found; run it again with a clean ${TOOLS}`);
    console.log(`setup: ${step.name}: done in ${seconds(Date.now() - since)}`);
  };
  // the compiler first, which others need; npm downloads while cargo compiles
  const [compiler] = all;
  if (todo.includes(compiler)) await install(compiler);
  await Promise.all(todo.filter((step) => step !== compiler).map(install));
  const after = todo.length === 0 ? "nothing to do" : `done in ${seconds(Date.now() - start)}`;
  console.log(`setup: ${all.length} parts are there, ${after}`);
}
