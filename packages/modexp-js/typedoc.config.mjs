// The pages of the API, with the documentation next to them. A warning is an error: each export needs a comment.
import { readFileSync } from "node:fs";

/** The source of an entry: `./curves/async` is `src/curves-async.ts`, `./bn.js` is `src/bn.ts`. */
const sourceOf = (name) =>
  name === "." ? "src/index.ts" : `src/${name.slice(2).replace("/", "-").replace(".js", "")}.ts`;

const { exports } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));
const entries = Object.keys(exports).filter((name) => !/\.(wasm|json)$/.test(name));

/** @type {Partial<import("typedoc").TypeDocOptions>} */
export default {
  name: "modexp",
  entryPoints: entries.map(sourceOf),
  tsconfig: "tsconfig.build.json",
  projectDocuments: ["docs/*.md"],
  highlightLanguages: ["js", "json", "python", "sh", "ts"],
  displayBasePath: ".",
  disableGit: true,
  sourceLinkTemplate: "https://github.com/modexp/modexp/blob/main/packages/modexp-js/{path}#L{line}",
  excludeInternal: true,
  excludePrivate: true,
  treatWarningsAsErrors: true,
  treatValidationWarningsAsErrors: true,
  // `Symbol.dispose`; a mapped type declares it if TypeScript knows it
  intentionallyNotExported: ["ModuleType", "ResponseType"],
  intentionallyNotDocumented: [
    "modexp/async.CrtModulus.[dispose]",
    "modexp/async.FixedBase.[dispose]",
    "modexp/async.Modulus.[dispose]",
    "modexp/pool.Pool.[dispose]",
    "modexp/jsbi.CrtModulus.[dispose]",
    "modexp/jsbi.FixedBase.[dispose]",
    "modexp/jsbi.Modulus.[dispose]",
    "modexp/pool.Curve.[dispose]",
    "modexp/curves.Bases.[dispose]",
    "modexp/curves/async.FixedBase.[dispose]",
    "modexp/pairings.GtFixedBase.[dispose]",
    "modexp/pairings.PreparedPoint.[dispose]",
    "modexp/pairings/async.Pairing.[dispose]",
  ],
  validation: { notExported: true, invalidLink: true, notDocumented: true },
};
