// Checks the tools of the build and installs missing ones. An interrupted set-up continues at its next run.
import { cpSync, existsSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { crateStep } from "./lib/cargo.mjs";
import { hashOf } from "./lib/hash.mjs";
import { folderStep, once } from "./lib/once.mjs";
import { ENV, Failure, must, output, ROOT, read, seconds, which } from "./lib/process.mjs";

export const WASM_TARGET = "wasm32-unknown-unknown";
const MSRV = /^rust-version = "([\d.]+)"/m.exec(read(join(ROOT, "Cargo.toml")))[1];
export const TOOLCHAIN = /^channel = "([\d.]+)"/m.exec(read(join(ROOT, "rust-toolchain.toml")))[1];
export const MSRV_TOOLCHAIN = MSRV.split(".").length === 2 ? `${MSRV}.0` : MSRV;

function lockedVersion(crate) {
  return new RegExp(`^name = "${crate}"\\nversion = "([^"]+)"`, "m").exec(read(join(ROOT, "Cargo.lock")) ?? "")?.[1];
}

/** One line for each missing tool that only the user can install. */
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

/** rustup's output about a toolchain, or undefined if it is missing: the question must not install it. */
const ask = (...args) => output("rustup", args, { env: { ...ENV, RUSTUP_AUTO_INSTALL: "0" } });

function hasToolchain() {
  const root = ask("run", TOOLCHAIN, "rustc", "--print", "sysroot");
  return (
    root !== undefined &&
    existsSync(join(root, "lib", "rustlib", WASM_TARGET, "lib")) &&
    ["cargo-clippy", "cargo-fmt"].every(
      (name) => existsSync(join(root, "bin", name)) || existsSync(join(root, "bin", `${name}.exe`)),
    )
  );
}

/** The compilers belong to the user; all copies of the project share them. */
const RUSTUP_HOME = process.env.RUSTUP_HOME ?? join(homedir(), ".rustup");

const rustup = (...args) => must("rustup", args);

const installed = (what, toolchain) => ask(what, "list", "--installed", "--toolchain", toolchain);

const install = (toolchain, ...parts) =>
  rustup("toolchain", "install", toolchain, "--profile", "minimal", "--no-self-update", ...parts);

/** The standard library of `target` for the pinned compiler. */
export const targetStep = (target) => ({
  place: RUSTUP_HOME,
  done: () => installed("target", TOOLCHAIN)?.split("\n").includes(target) ?? false,
  work: () => rustup("target", "add", target, "--toolchain", TOOLCHAIN),
});

/** Installs `components` of a compiler; installed ones keep their version. */
export const componentsStep = (toolchain, ...components) => ({
  place: RUSTUP_HOME,
  done: () => {
    const all = installed("component", toolchain)?.split("\n");
    return all !== undefined && components.every((name) => all.some((each) => each.startsWith(name)));
  },
  work: async () => {
    if (installed("component", toolchain) === undefined) await install(toolchain);
    if (components.length > 0) await rustup("component", "add", ...components, "--toolchain", toolchain);
  },
});

/**
 * wasm-pack, which builds the modules, and wasm-bindgen's program, which wasm-pack calls: at the version of the crate, which the
 * modules are compiled with. They run for seconds: a debug build is ready sooner. Their features are connections to servers.
 */
export const WASM_TOOLS = [
  { name: "wasm-pack", version: "0.15.1" },
  { name: "wasm-bindgen", crate: "wasm-bindgen-cli", version: lockedVersion("wasm-bindgen") },
];

/** npm packages of a folder and its `workspaces`. */
function npmStep(path, workspaces = []) {
  const paths = [".", ...workspaces];
  const manifests = ["package-lock.json", ".npmrc", ...paths.map((each) => join(each, "package.json"))];
  return folderStep({
    place: join(ROOT, path, "node_modules"),
    hash: hashOf(
      manifests.map((file) => join(path, file)),
      process.platform,
      process.arch,
    ),
    // npm empties node_modules before it fills it, so it works on a copy of the manifests
    make: async (copy) => {
      for (const file of manifests) cpSync(join(ROOT, path, file), join(copy, file));
      await must("npm", ["ci", "--no-audit", "--no-fund"], { cwd: copy });
      // packages that two workspaces need in different versions
      for (const workspace of workspaces) {
        const [made, place] = [copy, join(ROOT, path)].map((root) => join(root, workspace, "node_modules"));
        rmSync(place, { recursive: true, force: true });
        if (existsSync(made)) renameSync(made, place);
      }
      return join(copy, "node_modules");
    },
  });
}

function steps({ engines, msrv }) {
  const { workspaces } = JSON.parse(read(join(ROOT, "package.json")));
  const list = [
    {
      name: `Rust ${TOOLCHAIN} with ${WASM_TARGET}, clippy and rustfmt`,
      place: RUSTUP_HOME,
      done: hasToolchain,
      work: () => install(TOOLCHAIN, "--component", "clippy", "--component", "rustfmt", "--target", WASM_TARGET),
    },
    ...WASM_TOOLS.map((tool) => ({
      name: `${tool.name}, compiled once`,
      ...crateStep({ ...tool, options: ["--debug", "--no-default-features"] }),
    })),
    { name: "npm packages", ...npmStep(".", workspaces) },
  ];
  if (msrv) {
    list.push({
      name: `Rust ${MSRV_TOOLCHAIN}, the oldest supported`,
      ...componentsStep(MSRV_TOOLCHAIN),
    });
  }
  if (engines) {
    list.push(
      { name: "JavaScript engines: Node, Deno, Bun", ...npmStep("tools/engines") },
      { name: "bundlers and workerd", ...npmStep("packages/modexp-js/fixtures") },
    );
  }
  return list;
}

/** Installs the tools for building, and with `engines` or `msrv` the tools for the tests that need them. */
export async function setup({ engines = false, msrv = false } = {}) {
  const missing = missingTools();
  if (missing.length > 0) throw new Failure(missing.join("\n"));

  const start = Date.now();
  const all = steps({ engines, msrv });
  const todo = all.filter((step) => !step.done());
  const make = async (step) => {
    const since = Date.now();
    console.log(`setup: ${step.name} …`);
    await once(step);
    console.log(`setup: ${step.name}: done in ${seconds(Date.now() - since)}`);
  };
  // the compiler first, because other steps need it; npm downloads while cargo compiles
  const [compiler] = all;
  if (todo.includes(compiler)) await make(compiler);
  await Promise.all(todo.filter((step) => step !== compiler).map(make));
  const after = todo.length === 0 ? "nothing to do" : `done in ${seconds(Date.now() - start)}`;
  console.log(`setup: ${all.length} parts are there, ${after}`);
}
