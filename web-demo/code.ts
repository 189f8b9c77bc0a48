/**
 * `virtual:code`: the code of each use, for the page to show. The TypeScript is that of the package's documentation, and the Rust that of the
 * crates' documentation, so that tests run both.
 */
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const NAME = "virtual:code";

const file = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");

/** The first block of code in a page of the package's documentation, with the functions on bytes that it imports. */
function recipe(page: string): string {
  const code = /^```ts\n(.*?)^```/ms.exec(file(`packages/modexp-js/docs/${page}.md`))?.[1];
  if (code === undefined) throw new Error(`${NAME}: docs/${page}.md has no code`);
  return code.includes('"./bytes.js"') ? `${code}\n// the file bytes.ts\n${recipe("bytes")}` : code;
}

/** The first example in the documentation of a Rust file, as a program. */
function example(source: string): string {
  const block = /^\/\/\/ ```\n((?:\/\/\/.*\n)*?)\/\/\/ ```/m.exec(file(`crates/${source}`))?.[1];
  if (block === undefined) throw new Error(`${NAME}: ${source} has no example`);
  const lines = block.split("\n").map((line) => line.replace(/^\/\/\/ ?/, ""));
  const [, error] = /Ok::<\(\), (.*)>/.exec(block) ?? [];
  const body = lines.filter((line) => line !== "" && !line.startsWith("# "));
  return `fn main() -> Result<(), ${error}> {\n${body.map((line) => `    ${line}\n`).join("")}    Ok(())\n}\n`;
}

/** The code of each use, by the id of its card. */
export function codeOfUses(): Record<string, { typescript: string; rust: string }> {
  const use = (page: string, source: string) => ({ typescript: recipe(page), rust: example(source) });
  return {
    agreement: use("diffie-hellman", "modexp-core/src/modulus.rs"),
    points: use("ecdh", "modexp-curves/src/curve.rs"),
    signature: use("rsa", "modexp-core/src/crt.rs"),
    blind: use("blind-rsa", "modexp-core/src/crt.rs"),
    bls: use("pairings", "modexp-curves/src/pairing.rs"),
    sum: use("commitments", "modexp-curves/src/bases.rs"),
    tally: use("paillier", "modexp-core/src/fixed_base.rs"),
  };
}

/** The plugin for Vite. */
export function code(): Plugin {
  return {
    name: "code",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(codeOfUses())};` : undefined),
  };
}
