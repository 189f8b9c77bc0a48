// The pages of the API, with the documentation next to them. A warning is an error: each export needs a comment.
import { existsSync, readFileSync } from "node:fs";
import { JSX, ReflectionKind, RendererEvent } from "typedoc";

/** The source of an entry: `./curves/async` is `src/curves-async.ts`, `./bn.js` is `src/bn.ts`. */
const sourceOf = (name) =>
  name === "." ? "src/index.ts" : `src/${name.slice(2).replace("/", "-").replace(".js", "")}.ts`;

const { exports } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));
const entries = Object.keys(exports).filter((name) => !/\.(wasm|json)$/.test(name));

/** Names each page of the documentation by its heading, and links the demo where it is in the folder of the pages. */
function site({ renderer }) {
  // here the pages have their addresses, which are by the names of the files
  renderer.on(RendererEvent.BEGIN, ({ project, outputDirectory }) => {
    for (const document of project.getReflectionsByKind(ReflectionKind.Document)) {
      const [, heading] = /^# (.*)$/m.exec(document.content.map(({ text }) => text).join(""));
      document.name = `Documentation/${heading}`;
    }
    if (!existsSync(`${outputDirectory}/demo`)) return;
    renderer.hooks.on("sidebar.begin", (page) =>
      JSX.createElement("a", { href: page.relativeURL("demo/index.html") }, "Demo: in your browser"),
    );
  });
}

/** @type {Partial<import("typedoc").TypeDocOptions>} */
export default {
  name: "modexp",
  entryPoints: entries.map(sourceOf),
  tsconfig: "tsconfig.build.json",
  plugin: [site],
  // the folder of the pages is new, and has the demo
  cleanOutputDir: false,
  projectDocuments: ["docs/*.md"],
  headings: { readme: false },
  searchInComments: true,
  searchInDocuments: true,
  navigationLinks: { GitHub: "https://github.com/modexp/modexp" },
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
