// Runs the test bundle in Node, Deno or Bun: host.mjs <bundle> <data> <engine>; the last line printed is the report.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [bundle, data, engine] = process.argv.slice(2);
const { run } = await import(pathToFileURL(bundle).href);
const report = await run(JSON.parse(readFileSync(data, "utf8")), { engine });
console.log(JSON.stringify(report));
