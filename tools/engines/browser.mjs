// Runs the test bundle in a page: browser.mjs <chromium | firefox> <executable> <bundle> <data> <engine>; the last line
// printed is the report, the line before it the browser's version.
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { ROOT } from "../../scripts/lib/process.mjs";
import { launch } from "./launch.mjs";

const [kind, executablePath, bundle, data, engine] = process.argv.slice(2);

const FILES = {
  "/": { type: "text/html", text: "<!doctype html><meta charset=utf-8><title>modexp</title>" },
  "/suite.mjs": { type: "text/javascript", text: readFileSync(bundle) },
  "/data.json": { type: "application/json", text: readFileSync(data) },
};

// isolated, as required for threads
const HEADERS = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

/** A file of the built package, for suites that load it again. */
function built(url) {
  const [, name] = /^\/dist\/((?:test\/)?[\w.-]+)(?:\?.*)?$/.exec(url) ?? [];
  const path = name && join(ROOT, "packages/modexp-js/dist", name);
  return path && existsSync(path) ? { type: "text/javascript", text: readFileSync(path) } : undefined;
}

const server = createServer((request, response) => {
  const file = FILES[request.url] ?? built(request.url);
  response.writeHead(file ? 200 : 404, { ...HEADERS, "Content-Type": file?.type ?? "text/plain" });
  response.end(file?.text);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

let browser;
try {
  browser = await launch(kind, executablePath);
  console.log(await browser.version());
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
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
