// Runs the test bundle in a page: browser.mjs <chromium | firefox> <executable> <flags> <bundle> <data> <engine>; the last line
// printed is the report, the line before it the browser's version.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../scripts/lib/process.mjs";
import { launch, PAGE, scriptAt, serve } from "./launch.mjs";

const [kind, executablePath, flags, bundle, data, engine] = process.argv.slice(2);

const FILES = {
  "/": PAGE,
  "/suite.mjs": scriptAt(bundle),
  "/data.json": { type: "application/json", text: readFileSync(data) },
};

/** A file of the built package, for suites that load it again. */
function built(url) {
  const [, name] = /^\/dist\/((?:test\/)?[\w.-]+)(?:\?.*)?$/.exec(url) ?? [];
  return name && scriptAt(join(ROOT, "packages/modexp-js/dist", name));
}

const server = await serve((url) => FILES[url] ?? built(url));
let browser;
try {
  browser = await launch(kind, executablePath, { flags: flags.split(" ").filter(Boolean) });
  console.log(await browser.version());
  const page = await browser.newPage();
  await page.goto(server.origin);
  const report = await page.evaluate(async (name) => {
    const { run } = await import("/suite.mjs");
    const input = await (await fetch("/data.json")).json();
    return JSON.stringify(await run(input, { engine: name }));
  }, engine);
  console.log(report);
} finally {
  await browser?.close();
  server.close();
}
