/** The entry `modexp/async`: fetches the one .wasm that this engine runs best. */

import { Context } from "../../api/context.js";
import { bind, type Modexp, type ModexpOptions } from "../../api/modexp.js";
import { fetchedTier, giveUp, powersModule, TIER_EXAMPLE } from "../../api/tier.js";
import { limitOf, ownOptions } from "../../api/validate.js";
import { MAX_BITS } from "../../limbs/length.js";
import { WasmInstance } from "../../wasm/instance.js";
import { compileFrom } from "../../wasm/read.js";
import { multipliesRightly } from "../../wasm/self-test.js";
import { powersUrls } from "../../wasm/urls.js";

/**
 * Makes an independent instance, like `createModexp` of `modexp`, with WebAssembly in a separate file.
 *
 * @throws TypeError if no tier has that name; Error if this engine cannot run it, or the file cannot be loaded.
 * @example
 * const { modPow } = await createModexp();
 * modPow(3n, 4n, 50n); // 31n
 */
export async function createModexp(options?: ModexpOptions): Promise<Modexp> {
  const maxBits = limitOf(options, MAX_BITS);
  const { tier: wanted } = ownOptions(options, ["tier"], TIER_EXAMPLE);
  for (;;) {
    const tier = fetchedTier(wanted);
    const module = powersModule(tier);
    const instance = module === "js" ? undefined : new WasmInstance(await compileFrom(powersUrls[module]));
    if (instance === undefined || multipliesRightly(instance)) {
      const context = new Context(tier, instance, wanted !== undefined);
      return bind(() => context, { maxBits });
    }
    giveUp(module);
  }
}
