// npm run docs: typedoc writes the pages of the API, with the documentation next to them.
import { join } from "node:path";
import { alone, whole } from "./lib/once.mjs";
import { Failure, ROOT, run } from "./lib/process.mjs";

const PACKAGE = join(ROOT, "packages", "modexp-js");
const PAGES = join(PACKAGE, "docs", "api");

/** Writes the pages. An export without a comment is a failure. */
export async function docs({ quiet = false } = {}) {
  const write = async (to) => {
    const { code, text } = await run("typedoc", ["--out", to], { cwd: PACKAGE, quiet });
    if (code !== 0) throw new Failure(text);
  };
  try {
    await alone(PAGES, () => whole(PAGES, write));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { passed: 0, failed: 1, ok: false, text: error.message };
  }
  return { passed: 0, failed: 0, ok: true, text: "" };
}
