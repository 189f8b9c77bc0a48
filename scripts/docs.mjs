// npm run docs: typedoc writes the pages of the API, with the documentation and the demo next to them.
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { alone, whole } from "./lib/once.mjs";
import { Failure, ROOT, run } from "./lib/process.mjs";

const PACKAGE = join(ROOT, "packages", "modexp-js");
const PAGES = join(PACKAGE, "docs", "api");

/** The links of the pages to files that the site does not have. */
export function deadLinks(site) {
  const pages = readdirSync(site, { recursive: true }).filter((file) => file.endsWith(".html"));
  return pages.flatMap((page) => {
    const links = readFileSync(join(site, page), "utf8").matchAll(/\s(?:href|src)="(?![a-z]+:|#)([^"#?]+)/g);
    const files = [...new Set([...links].map(([, link]) => join(dirname(page), decodeURI(link))))];
    return files.filter((file) => !existsSync(join(site, file))).map((file) => `${page}: ${file}`);
  });
}

/** Writes the pages; `demo` is the folder of the built demo, if they get it. An export without a comment is a failure. */
export async function docs({ quiet = false, demo } = {}) {
  const write = async (to) => {
    if (demo !== undefined) cpSync(demo, join(to, "demo"), { recursive: true });
    const { code, text } = await run("typedoc", ["--out", to], { cwd: PACKAGE, quiet });
    if (code !== 0) throw new Failure(text);
    const dead = deadLinks(to);
    if (dead.length > 0) throw new Failure(`pages link to files that do not exist:\n${dead.join("\n")}`);
  };
  try {
    await alone(PAGES, () => whole(PAGES, write));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { passed: 0, failed: 1, ok: false, text: error.message };
  }
  return { passed: 0, failed: 0, ok: true, text: "" };
}
