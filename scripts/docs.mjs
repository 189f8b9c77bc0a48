// npm run docs: typedoc writes the pages of the API, with the documentation and the demo next to them.
import { cpSync } from "node:fs";
import { join } from "node:path";
import { alone, whole } from "./lib/once.mjs";
import { Failure, ROOT, run } from "./lib/process.mjs";

const PACKAGE = join(ROOT, "packages", "modexp-js");
const PAGES = join(PACKAGE, "docs", "api");

/** Writes the pages; `demo` is the folder of the built demo, if they get it. An export without a comment is a failure. */
export async function docs({ quiet = false, demo } = {}) {
  const write = async (to) => {
    const { code, text } = await run("typedoc", ["--out", to], { cwd: PACKAGE, quiet });
    if (code !== 0) throw new Failure(text);
    if (demo !== undefined) cpSync(demo, join(to, "demo"), { recursive: true });
  };
  try {
    await alone(PAGES, () => whole(PAGES, write));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { passed: 0, failed: 1, ok: false, text: error.message };
  }
  return { passed: 0, failed: 0, ok: true, text: "" };
}
