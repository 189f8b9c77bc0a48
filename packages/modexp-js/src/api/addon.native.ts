/** The addon of Node with machine code: a package of its own for each platform, which may be absent. */
import { createRequire } from "node:module";
import type { NativeModule, NativePlace } from "../wasm/exports.js";
import { version } from "./version.js";

/** The addon, as `crates/modexp-node` exports it. */
interface Addon {
  readonly VERSION: string;
  instantiate(module: string): object;
}

/** The addon and its file. */
interface Loaded {
  readonly file: string;
  readonly addon: Addon;
}

/** The tiers that the addon adds to those of WebAssembly. */
export const ADDED: readonly "native"[] = ["native"];

let loaded: Loaded | undefined | "unknown" = "unknown";

/** The module of that name in the addon; undefined without one. */
export function nativeModule(name: string): NativeModule | undefined {
  if (loaded === "unknown") loaded = load();
  return loaded && moduleOf(loaded, name);
}

/** The module at a place that another thread found. */
export function nativeModuleAt({ addon: file, name }: NativePlace): NativeModule {
  return moduleOf({ file, addon: createRequire(file)(file) }, name);
}

function moduleOf({ file, addon }: Loaded, name: string): NativeModule {
  return { addon: file, name, instantiate: () => addon.instantiate(name) };
}

/** The addon of this platform, if it is installed, is of this version, and can run here. */
function load(): Loaded | undefined {
  if (process.env.MODEXP_NATIVE === "0") return undefined;
  const require = createRequire(import.meta.url);
  const { platform, arch } = process;
  // npm installs the package for the C library that is there
  for (const library of platform === "linux" ? ["-gnu", "-musl"] : platform === "win32" ? ["-msvc"] : [""]) {
    try {
      const file = require.resolve(`modexp-native-${platform}-${arch}${library}`);
      const addon: Addon = require(file);
      // a host that copies memory of addons refuses here
      if (addon.VERSION === version && addon.instantiate("powers")) return { file, addon };
    } catch {
      // not installed, or for another C library
    }
  }
  return undefined;
}
