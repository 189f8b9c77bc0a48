// Starts a headless browser, and serves files to it.
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import puppeteer from "puppeteer-core";

const LAUNCH = {
  chromium: {
    browser: "chrome",
    args: [
      ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
      ...["--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"],
    ],
  },
  firefox: {
    browser: "firefox",
    extraPrefsFirefox: { "dom.max_script_run_time": 0, "app.update.enabled": false },
  },
};

/** A browser of the kind "chromium" or "firefox", with more `flags`; `options` are puppeteer's. */
export function launch(kind, executablePath, { flags = [], ...options } = {}) {
  const { args = [], ...own } = LAUNCH[kind];
  const all = {
    executablePath,
    headless: true,
    protocolTimeout: 900_000,
    args: [...args, ...flags],
    ...own,
    ...options,
  };
  return puppeteer.launch(all);
}

/** An empty page. */
export const PAGE = { type: "text/html", text: "<!doctype html><meta charset=utf-8><title>modexp</title>" };

/** The script at a path; undefined if it does not exist. */
export const scriptAt = (path) =>
  path !== undefined && existsSync(path) ? { type: "text/javascript", text: readFileSync(path) } : undefined;

/** The files are isolated: pages have threads, and a clock with microseconds. */
const HEADERS = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

/** Serves the files { type, text } that `fileOf` returns for a URL's path. Resolves to { origin, close() }. */
export async function serve(fileOf) {
  const server = createServer(({ url }, response) => {
    const file = fileOf(url);
    response.writeHead(file ? 200 : 404, { ...HEADERS, "Content-Type": file?.type ?? "text/plain" });
    response.end(file?.text);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
