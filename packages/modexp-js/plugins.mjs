// esbuild plugins for imports that the build generates; the tests use the same ones.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));

/** Files with a variant for Node: `x.js` is `x.node.ts` there. */
const WITH_VARIANT = /\/(read|thread|port)\.js$/;

/** Node's variant of a source file, or undefined. */
export function variantForNode(source) {
  return WITH_VARIANT.test(source) ? source.replace(/\.js$/, ".node.ts") : undefined;
}

/** Resolves to Node's variants. */
export const forNode = {
  name: "for-node",
  setup: ({ onResolve }) =>
    onResolve({ filter: WITH_VARIANT }, ({ path: source, resolveDir }) => ({
      path: path.join(resolveDir, variantForNode(source)),
    })),
};

/** Takes the variants of edge workers, and leaves the package's .wasm files to them. */
export const forWorkerd = {
  name: "for-workerd",
  setup({ onResolve }) {
    onResolve({ filter: /\/opening\.js$/ }, ({ path: source, resolveDir }) => ({
      path: path.join(resolveDir, source.replace(/\.js$/, ".workerd.ts")),
    }));
    onResolve({ filter: /\.wasm$/ }, ({ path: source }) => ({
      path: `../wasm/${path.basename(source)}`,
      external: true,
    }));
  },
};

/** Printable characters without a special meaning in any literal, page and encoding: no quotes, no $, \\ and <. */
const ALPHABET = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i))
  .filter((character) => !"\"'`$\\<".includes(character))
  .join("");
// 87 single characters, and two that begin 2 · 89 pairs: more than 256 codes
const SINGLES = ALPHABET.length - 2;

/**
 * Encodes bytes as text for `decode` in src/wasm/text.ts: one character for the most frequent bytes, two for the others.
 * The text is shorter than base64. A byte always has the same code, so the text compresses as well as the bytes: the
 * module `relaxed` is 64 KB compressed, its text 65, its base64 82.
 */
export function encode(bytes) {
  const counts = new Array(256).fill(0);
  for (const byte of bytes) counts[byte]++;
  const order = [...counts.keys()].sort((a, b) => counts[b] - counts[a]);
  const codes = [];
  for (const [i, byte] of order.entries()) {
    const pair = i - SINGLES;
    codes[byte] =
      pair < 0
        ? ALPHABET[i]
        : ALPHABET[SINGLES + Math.floor(pair / ALPHABET.length)] + ALPHABET[pair % ALPHABET.length];
  }
  return {
    alphabet: ALPHABET,
    singles: SINGLES,
    order: Buffer.from(order).toString("hex"),
    text: Array.from(bytes, (byte) => codes[byte]).join(""),
  };
}

/** A shorter copy takes as much space as its bytes. */
const SHORTEST_COPY = 10;
const MOST_CANDIDATES = 64;

/**
 * Encodes `bytes` as copies from `base` and literal bytes, for `patch` in src/wasm/delta.ts. The modules differ in little
 * except their kernels: 91 of 127 KB compressed remain for two of them.
 */
export function delta(base, bytes) {
  const commands = [];
  const literals = [];
  const places = placesOf(base);
  let [at, literal, from] = [0, 0, 0];
  while (at < bytes.length) {
    const copy = longestCopy(base, bytes, at, places);
    if (copy === undefined) {
      literals.push(bytes[at++]);
      continue;
    }
    const move = copy.from - from;
    commands.push(...varint(at - literal), ...varint(copy.length), ...varint(move < 0 ? -2 * move - 1 : 2 * move));
    at += copy.length;
    literal = at;
    from = copy.from + copy.length;
  }
  return Uint8Array.from([...varint(bytes.length), ...varint(commands.length), ...commands, ...literals]);
}

function longestCopy(base, bytes, at, places) {
  let longest;
  for (const from of places.get(keyAt(bytes, at)) ?? []) {
    let length = 0;
    while (at + length < bytes.length && bytes[at + length] === base[from + length]) length++;
    if (length >= SHORTEST_COPY && length > (longest?.length ?? 0)) longest = { from, length };
  }
  return longest;
}

/** The places of each six bytes in `base`. */
function placesOf(base) {
  const places = new Map();
  for (let at = 0; at + SHORTEST_COPY <= base.length; at++) {
    const key = keyAt(base, at);
    const same = places.get(key) ?? [];
    places.set(key, same);
    if (same.length < MOST_CANDIDATES) same.push(at);
  }
  return places;
}

/** Six bytes as a number. */
function keyAt(bytes, at) {
  let key = 0;
  for (let i = 0; i < 6; i++) key = 256 * key + (bytes[at + i] ?? 0);
  return key;
}

function varint(x) {
  return x < 128 ? [x] : [(x & 127) | 128, ...varint(x >>> 7)];
}

/**
 * The tiers of the modules that the synchronous entries inline, by kind of module: those that the entries' engines can choose. Bun
 * has wide arithmetic. Other engines lack it, but newer ones have relaxed SIMD; curves do not use it, and pairings only for sums of
 * many points. `simd` is for older engines, and for bundles that run in other engines. `all` is for tests.
 */
export const CARRIED = {
  default: {
    modexp: ["relaxed", "simd"],
    "modexp-curves": ["simd"],
    "modexp-pairings": ["relaxed", "simd"],
    "modexp-historical-pairings": ["simd"],
    "modexp-binary-curves": ["simd"],
  },
  bun: {
    modexp: ["wide", "simd"],
    "modexp-curves": ["simd", "wide"],
    "modexp-pairings": ["wide", "simd"],
    "modexp-historical-pairings": ["wide", "simd"],
  },
  // which compile no bytes: their host compiles these files
  workerd: {
    modexp: ["relaxed"],
    "modexp-curves": ["simd"],
    "modexp-pairings": ["relaxed"],
    "modexp-historical-pairings": ["simd"],
    "modexp-binary-curves": ["simd"],
  },
  all: {
    modexp: ["relaxed", "wide", "simd"],
    "modexp-curves": ["simd", "wide"],
    "modexp-pairings": ["relaxed", "wide", "simd"],
    "modexp-historical-pairings": ["simd", "wide"],
    "modexp-binary-curves": ["simd"],
  },
};

/** The imports of modules as text; `textsModule` generates their source. */
const TEXTS = /([\w-]+)\.texts\.js$/;

/** The kind of module that `source` imports as text; undefined for other imports. */
export function kindOfTexts(source) {
  return TEXTS.exec(source)?.[1];
}

/** The source of a module that exports those of a kind as text, with their tiers; for edge workers, as a module. */
export async function textsModule(kind, engines) {
  const [first, ...others] = CARRIED[engines][kind];
  if (engines === "workerd")
    return `import module from "../wasm/${kind}-${first}.wasm"; export default [["${first}", module]];`;
  const read = (tier) => readFile(path.join(here, "wasm", `${kind}-${tier}.wasm`));
  const base = await read(first);
  const texts = [[first, encode(base)]];
  for (const tier of others) texts.push([tier, encode(delta(base, await read(tier)))]);
  return `export default ${JSON.stringify(texts)};`;
}

/** Inlines the modules that these engines can choose. */
export const carrying = (engines) => ({
  name: "carrying",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: TEXTS }, ({ path: source }) => ({ path: kindOfTexts(source), namespace: "texts" }));
    onLoad({ filter: /.*/, namespace: "texts" }, async ({ path: kind }) => ({
      contents: await textsModule(kind, engines),
    }));
  },
});

/** The script of a pool's thread, for Web Workers, or with `node` for worker threads. */
export async function workerScript({ node }) {
  const { outputFiles } = await build({
    absWorkingDir: here,
    entryPoints: ["src/pool/worker.ts"],
    bundle: true,
    target: "es2022",
    charset: "utf8",
    // both hosts run text as a script, not as a module
    format: node ? "cjs" : "iife",
    platform: "neutral",
    minify: true,
    write: false,
    plugins: node ? [forNode] : [],
    external: node ? ["node:*"] : [],
  });
  return outputFiles[0].text;
}
