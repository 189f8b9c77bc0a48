// Runs the suite in a page of a browser. The native side, the files and the terminal stay here, in Node.
import { MODEXP, SUITE } from "./bundle.mjs";
import { cpu, medianNs, sizes, wasm } from "./host.mjs";

const FILES = { "/suite.mjs": SUITE, "/modexp.mjs": MODEXP };

/** Resolves to the report. `family` is "chromium" or "firefox". */
export async function runInBrowser(family, executablePath, options, { rounds, openssl }) {
  // the tests' own package, which may be missing
  const { launch, PAGE, scriptAt, serve } = await import("../../tools/engines/launch.mjs").catch(() => {
    throw new Error("puppeteer-core is not installed: run `npm run setup` first");
  });
  const server = await serve((url) => (url === "/" ? PAGE : scriptAt(FILES[url])));
  const browser = await launch(family, executablePath, { protocolTimeout: 0 });
  try {
    const page = await browser.newPage();
    await page.goto(server.origin);
    const exposed = {
      print: (line) => console.log(line),
      askOpenssl: (line) => openssl.ask(line),
      wasm: (tier) => wasm(tier).toString("base64"),
      firstCall: (numbers) => medianNs(rounds, () => inFreshPage(browser, server.origin, options.tier, numbers)),
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
  return runSuite(options, {
    engine,
    cpu,
    openssl: opensslVersion && { version: opensslVersion, ask: window.bench_askOpenssl },
    print: window.bench_print,
    wasm: async (tier) => Uint8Array.from(atob(await window.bench_wasm(tier)), (char) => char.charCodeAt(0)),
    sizes: window.bench_sizes,
    firstCall: window.bench_firstCall,
  });
}

/** Measures in a fresh page, which has its own cache and process. */
async function inFreshPage(browser, origin, tier, numbers) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.goto(origin);
  const ms = await page.evaluate(firstCallInPage, tier, numbers);
  await context.close();
  return ms;
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
