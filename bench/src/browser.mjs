// Runs the suite in a page of a browser. The native side, the files and the terminal stay here, in Node.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { MODEXP, SUITE } from "./bundle.mjs";
import { cpu, FIRST_CALL_BITS, sizes, wasm } from "./host.mjs";
import { inputs } from "./inputs.mjs";
import { median } from "./median.mjs";

/** Starts a browser with the tests' own package, which may be missing. */
async function launch(family, executablePath) {
  const { launch: start } = await import("../../tools/engines/launch.mjs").catch(() => {
    throw new Error("puppeteer-core is not installed: run `npm run setup` first");
  });
  return start(family, executablePath, { protocolTimeout: 0 });
}

/** Serves a blank page and the bundles. The page is isolated, so its clock has microseconds. */
async function serve() {
  const files = { "/suite.mjs": SUITE, "/modexp.mjs": MODEXP };
  const server = createServer(async ({ url }, response) => {
    const file = files[url];
    response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
    response.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
    response.setHeader("Content-Type", file === undefined ? "text/html" : "text/javascript");
    response.end(file === undefined ? "<!doctype html><title>modexp</title>" : await readFile(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, origin: `http://127.0.0.1:${server.address().port}` };
}

/** Resolves to the report. `family` is "chromium" or "firefox". */
export async function runInBrowser(family, executablePath, options, { rounds, openssl }) {
  const browser = await launch(family, executablePath);
  const { server, origin } = await serve();
  try {
    const page = await browser.newPage();
    await page.goto(origin);
    const hex = (x) => `0x${x.toString(16)}`;
    const exposed = {
      print: (line) => console.log(line),
      opensslLoad: (list) =>
        openssl.load(list.map((each) => each.map(BigInt)).map(([base, exponent, m]) => ({ base, exponent, m }))),
      opensslTime: (method, first, count) => openssl.time(method, first, count),
      opensslResult: async (method, i) => hex(await openssl.result(method, i)),
      wasm: (tier) => wasm(tier).toString("base64"),
      firstCall: () => firstCalls(browser, origin, options.tier, rounds),
      sizes,
    };
    for (const [name, handler] of Object.entries(exposed)) await page.exposeFunction(`bench_${name}`, handler);
    const engine = { family, name: (await browser.version()).replace("/", " ") };
    return await page.evaluate(runInPage, options, { engine, cpu, opensslVersion: openssl?.version });
  } finally {
    await browser.close();
    server.close();
  }
}

/** Runs in the page: the suite with a host that calls back to Node. */
async function runInPage(options, { engine, cpu, opensslVersion }) {
  const { runSuite } = await import("/suite.mjs");
  const hex = (x) => `0x${x.toString(16)}`;
  const openssl = opensslVersion && {
    version: opensslVersion,
    load: (list) => window.bench_opensslLoad(list.map(({ base, exponent, m }) => [base, exponent, m].map(hex))),
    time: window.bench_opensslTime,
    result: async (method, i) => BigInt(await window.bench_opensslResult(method, i)),
  };
  return runSuite(options, {
    engine,
    cpu,
    openssl,
    print: window.bench_print,
    wasm: async (tier) => Uint8Array.from(atob(await window.bench_wasm(tier)), (char) => char.charCodeAt(0)),
    sizes: window.bench_sizes,
    firstCall: window.bench_firstCall,
  });
}

/** The median over `rounds` fresh pages, each with its own cache and process, in nanoseconds. */
async function firstCalls(browser, origin, tier, rounds) {
  const calls = [];
  for (const bits of FIRST_CALL_BITS) {
    const [{ base, exponent, m }] = inputs({ bits, exponentBits: bits });
    const samples = [];
    for (let round = 0; round < rounds; round++) {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.goto(origin);
      const numbers = [base, exponent, m].map((x) => `0x${x.toString(16)}`);
      samples.push(1e6 * (await page.evaluate(firstCallInPage, tier, numbers)));
      await context.close();
    }
    calls.push({ bits, ns: median(samples) });
  }
  return calls;
}

/** Runs in the page: milliseconds from import to the first power. */
async function firstCallInPage(tier, numbers) {
  const [base, exponent, m] = numbers.map(BigInt);
  const start = performance.now();
  const modexp = await import("/modexp.mjs");
  const { modPow } = tier === undefined ? modexp : modexp.createModexp({ tier });
  modPow(base, exponent, m);
  return performance.now() - start;
}
