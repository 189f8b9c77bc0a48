// Starts a headless browser.
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

/** A browser of the kind "chromium" or "firefox"; `options` are puppeteer's. */
export function launch(kind, executablePath, options = {}) {
  return puppeteer.launch({ executablePath, headless: true, protocolTimeout: 900_000, ...LAUNCH[kind], ...options });
}
