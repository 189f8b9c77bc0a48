// What the sources import that is made by the build, and by the tests in the same way.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));

/** Files of which Node has its own: `x.js` is `x.node.ts` there. */
const WITH_VARIANT = /\/(read|thread|port)\.js$/;

/** Node's variant of a source file, where there is one. */
export function variantForNode(source) {
  return WITH_VARIANT.test(source) ? source.replace(/\.js$/, ".node.ts") : undefined;
}

/** Takes Node's variants. */
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

/** Printable characters that are themselves in every literal, page and encoding: no quotes, no $, \\ and <. */
const ALPHABET = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i))
  .filter((character) => !"\"'`$\\<".includes(character))
  .join("");
// 87 single characters, and two that begin 2 · 89 pairs: more than 256 codes
const SINGLES = ALPHABET.length - 2;

/**
 * Bytes as text, for `decode` of src/wasm/text.ts: the more frequent ones by one character, the others by two. The text is
 * shorter than base64 and, as a byte is always the same text, it compresses as well as the bytes do: the package's module
 * `relaxed` is 64 KB compressed, its text is 65; by base64 it would be 82.
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

/** Shorter ones take as much room as what they copy. */
const SHORTEST_COPY = 10;
const MOST_CANDIDATES = 64;

/**
 * `bytes` as copies from `base` and what is between them, for `patch` of src/wasm/delta.ts. The modules differ in their kernels
 * and in little else: of 127 KB compressed for two of them, 91 are left.
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

/** Where in `base` the same bytes begin. */
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
 * The tiers whose modules are inside the entries that need no `await`, of each kind of module: those that the entries' engines can
 * choose. Bun has wide arithmetic. The others have none, but relaxed SIMD from some version on, which curves do not use, and pairings
 * for sums of many points alone. `simd` is for what is older, and for bundles that run elsewhere. All of them are for tests.
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

/** What imports of modules as text look like; the source of such a one is `textsModule` of its name. */
const TEXTS = /([\w-]+)\.texts\.js$/;

/** The name of the kind of module that `source` imports as text; undefined if it is another import. */
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

/** Puts the modules that these engines can choose inside. */
export const carrying = (engines) => ({
  name: "carrying",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: TEXTS }, ({ path: source }) => ({ path: kindOfTexts(source), namespace: "texts" }));
    onLoad({ filter: /.*/, namespace: "texts" }, async ({ path: kind }) => ({
      contents: await textsModule(kind, engines),
    }));
  },
});

/** The script of a thread of the pool, for Web Workers, or for worker threads if `node`. */
export async function workerScript({ node }) {
  const { outputFiles } = await build({
    absWorkingDir: here,
    entryPoints: ["src/pool/worker.ts"],
    bundle: true,
    target: "es2022",
    charset: "utf8",
    // both hosts take text as a script, not as a module
    format: node ? "cjs" : "iife",
    platform: "neutral",
    minify: true,
    write: false,
    plugins: node ? [forNode] : [],
    external: node ? ["node:*"] : [],
  });
  return outputFiles[0].text;
}
