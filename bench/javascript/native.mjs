// node --import native.mjs serve.mjs: modexp-native, with the addon as it is built, in the place of modexp.
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

const NATIVE = new URL("../../packages/modexp-native-js/", import.meta.url);
const PLATFORMS = fileURLToPath(new URL("platforms/", NATIVE));

registerHooks({
  resolve(specifier, context, next) {
    const [, entry] = /^modexp(?:\/([\w-]+))?$/.exec(specifier) ?? [undefined, specifier];
    return next(entry === specifier ? specifier : new URL(`dist/${entry ?? "index"}.js`, NATIVE).href, context);
  },

  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith("/shared-api-addon.native.js")) return loaded;
    return { ...loaded, source: String(loaded.source).replace("modexp-native-", PLATFORMS) };
  },
});
