/** The instances of the addon, which `npm run build` makes for this platform. */
import { hostPlatform } from "../../../modexp-native-js/platforms.mjs";
import { nativeModule } from "../../src/api/addon.native.js";
import { Context } from "../../src/api/context.js";
import { bind } from "../../src/api/modexp.js";
import { BINARY } from "../../src/curves/binary.js";
import { bindCurves } from "../../src/curves/bind.js";
import { PRIME } from "../../src/curves/parameters.js";
import { bindPairings } from "../../src/pairings/bind.js";
import type { NativeModule, PointsWasm } from "../../src/wasm/exports.js";
import { WasmInstance } from "../../src/wasm/instance.js";

/** The tier `native`; none where modexp-native has no addon for the platform. */
export const NATIVE: readonly "native"[] = hostPlatform() === undefined ? [] : ["native"];

/** The module of that name. @throws Error if the addon was not built. */
export function moduleOf(name: string): NativeModule {
  const module = nativeModule(name);
  if (module === undefined) throw new Error("the addon is not there: npm run build");
  return module;
}

/** Fresh instances. */
export function createNative() {
  const powers = new Context("native", new WasmInstance(moduleOf("powers")), true);
  const points = <W extends PointsWasm>(name: string) => {
    const opened = { instance: new WasmInstance<W>(moduleOf(name)), tier: "native" as const };
    return () => opened;
  };
  return {
    powers: bind(() => powers),
    curves: bindCurves(PRIME, points("curves")),
    binaryCurves: bindCurves(BINARY, points("binary-curves")),
    pairings: bindPairings(points("pairings")),
  };
}
