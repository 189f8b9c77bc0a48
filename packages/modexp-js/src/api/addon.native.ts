/** The addon of Node with machine code: a package of its own for each platform, which may be absent. */
import { createRequire } from "node:module";
import type { NativeModule } from "../wasm/exports.js";
import { version } from "./version.js";

/** The addon, as `crates/modexp-node` exports it. */
interface Addon {
  readonly VERSION: string;
  instantiate(module: string): object;
}

let addon: Addon | undefined | "unknown" = "unknown";

/** The module of that name in the addon; undefined without one. */
export function nativeModule(name: string): NativeModule | undefined {
  if (addon === "unknown") addon = load();
  const found = addon;
  return found && { instantiate: () => found.instantiate(name) };
}

/** The addon of this platform, if it is installed, is of this version, and can run here. */
function load(): Addon | undefined {
  if (process.env.MODEXP_NATIVE === "0") return undefined;
  const require = createRequire(import.meta.url);
  const { platform, arch } = process;
  // npm installs the package for the C library that is there
  for (const library of platform === "linux" ? ["-gnu", "-musl"] : platform === "win32" ? ["-msvc"] : [""]) {
    try {
      const found: Addon = require(`modexp-native-${platform}-${arch}${library}`);
      // a host that copies memory of addons refuses here
      if (found.VERSION === version && found.instantiate("powers")) return found;
    } catch {
      // not installed, or for another C library
    }
  }
  return undefined;
}
