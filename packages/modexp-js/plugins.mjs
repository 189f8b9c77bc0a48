// The build replaces imports: by variants of files, and by modules and scripts that it generates. The tests replace the same ones.
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import binaryen from "binaryen";
import { build, transform } from "esbuild";
import { split } from "./streams.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const [SRC, TEST] = ["src", "test"].map((folder) => path.join(here, folder));

/** Printable characters without a special meaning in any literal, page and encoding: no quotes, no $, \\ and <. */
const ALPHABET = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i))
  .filter((character) => !"\"'`$\\<".includes(character))
  .join("");
// 87 single characters, and two that begin 2 · 89 pairs: more than 256 codes
const SINGLES = ALPHABET.length - 2;

/**
 * Encodes bytes as text for `decode` in src/wasm/text.ts: one character for the most frequent bytes, two for the others.
 * The text is shorter than base64. A byte always has the same code, so the text compresses as well as the bytes: the
 * streams of the module `relaxed` are 54 KB compressed, their text, too, and their base64 68.
 */
export function encode(bytes) {
  const counts = new Array(256).fill(0);
  for (const byte of bytes) counts[byte]++;
  const order = [...counts.keys()].sort((a, b) => counts[b] - counts[a]);
  return {
    alphabet: ALPHABET,
    singles: SINGLES,
    order: Buffer.from(order).toString("hex"),
    text: textOf(bytes, order),
  };
}

/** The text of bytes. `order` begins with the most frequent values, which have the shortest codes. */
function textOf(bytes, order) {
  const codes = [];
  for (const [i, byte] of order.entries()) {
    const pair = i - SINGLES;
    codes[byte] =
      pair < 0
        ? ALPHABET[i]
        : ALPHABET[SINGLES + Math.floor(pair / ALPHABET.length)] + ALPHABET[pair % ALPHABET.length];
  }
  return Array.from(bytes, (byte) => codes[byte]).join("");
}

/** Encodes bytes with the codes of `base`: next to it, the text compresses better than with codes of its own. */
export function encodeLike(base, bytes) {
  return textOf(bytes, [...Buffer.from(base.order, "hex")]);
}

/** Shorter copies compress worse than their bytes: a copy that needs a distance, and one that goes on after replaced bytes. */
const SHORTEST_COPY = 14;
const SHORTEST_ALIGNED_COPY = 5;
const MOST_CANDIDATES = 64;

/**
 * Encodes `bytes` as copies from `base` and literal bytes, for `patch` in src/wasm/delta.ts. The streams of two modules
 * differ in little except their kernels: 65 of 106 KB compressed remain of `relaxed` and `simd`.
 */
export function delta(base, bytes) {
  const commands = [];
  const literals = [];
  const places = placesOf(base);
  let [at, literal, from] = [0, 0, 0];
  while (at < bytes.length) {
    const aligned = from + at - literal;
    const copy = longestCopy(base, bytes, at, places, aligned);
    if (copy === undefined) {
      literals.push(bytes[at++]);
      continue;
    }
    const move = copy.from - aligned;
    commands.push(...varint(at - literal), ...varint(copy.length), ...varint(move < 0 ? -2 * move - 1 : 2 * move));
    at += copy.length;
    literal = at;
    from = copy.from + copy.length;
  }
  return Uint8Array.from([...varint(bytes.length), ...varint(commands.length), ...commands, ...literals]);
}

function longestCopy(base, bytes, at, places, aligned) {
  const lengthAt = (from) => {
    let length = 0;
    while (at + length < bytes.length && bytes[at + length] === base[from + length]) length++;
    return length;
  };
  let longest = { from: aligned, length: lengthAt(aligned) };
  if (longest.length < SHORTEST_ALIGNED_COPY) longest = undefined;
  for (const from of places.get(keyAt(bytes, at)) ?? []) {
    const length = lengthAt(from);
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

/** Every tier in WebAssembly of each kind of module; the first is the one that others are differences from. */
const EVERY = {
  modexp: ["relaxed", "relaxed-wide", "wide", "simd"],
  "modexp-curves": ["simd", "wide"],
  "modexp-pairings": ["relaxed", "wide", "simd"],
  "modexp-historical-pairings": ["simd", "wide"],
  "modexp-binary-curves": ["simd"],
};

/**
 * The tiers of the modules that the synchronous entries carry, by kind of module: those that the entries' engines can choose. Bun
 * has wide arithmetic without relaxed SIMD, other engines with it, for which `relaxed-wide` is. In bundles for Bun, powers do without
 * `simd`. `installed` and `files` are for `import` and `require` in Node, which reads the .wasm files, and `all` is for tests. The rows
 * with `native` are for modexp-native: WebAssembly is for hosts without the addon.
 */
const DEFAULT = { ...EVERY, modexp: ["relaxed", "relaxed-wide", "simd"] };
export const CARRIED = {
  default: DEFAULT,
  bun: { ...EVERY, modexp: ["relaxed", "wide"] },
  // which compile no bytes: their host compiles these files
  workerd: {
    modexp: ["relaxed"],
    "modexp-curves": ["simd"],
    "modexp-pairings": ["relaxed"],
    "modexp-historical-pairings": ["simd"],
    "modexp-binary-curves": ["simd"],
  },
  installed: EVERY,
  files: EVERY,
  all: EVERY,
  native: withNative(DEFAULT),
  "native-files": withNative(DEFAULT),
};

/** The modules of a row after those of the addon, which has no historical pairings. */
function withNative(row) {
  const has = (kind) => kind !== "modexp-historical-pairings";
  return Object.fromEntries(
    Object.entries(row).map(([kind, tiers]) => [kind, has(kind) ? ["native", ...tiers] : tiers]),
  );
}

/** The name of a kind of modules in the addon. */
const nameInAddon = (kind) => (kind === "modexp" ? "powers" : kind.replace("modexp-", ""));

const NODE = { worker: "node", replaced: { read: ".node.ts", thread: ".node.ts", port: ".node.ts" } };
const NATIVE = { worker: "native", replaced: { ...NODE.replaced, addon: ".native.ts" } };

/**
 * The variants of an entry: its row of `CARRIED`, its script of a thread, the files that are `replaced` by files with another
 * ending, and imports of entries by the name of the package, which the host resolves.
 */
const VARIANTS = {
  default: { row: "default", worker: "web" },
  bun: { row: "bun", worker: "web" },
  workerd: { row: "workerd", worker: "web", replaced: { opening: ".workerd.ts" } },
  node: { row: "default", ...NODE },
  installed: { row: "installed", ...NODE },
  // so that the command gets the entries of Bun there
  cli: {
    row: "default",
    ...NODE,
    packages: {
      [path.join(SRC, "index.ts")]: "modexp",
      ...Object.fromEntries(
        ["async", "pool", "primes", "evm", "curves", "curves-async", "binary-curves-async", "pairings-async"].map(
          (name) => [path.join(SRC, `${name}.ts`), `modexp/${name.replace("-async", "/async")}`],
        ),
      ),
    },
  },
  require: { row: "files", ...NODE },
  native: { row: "native", ...NATIVE },
  "native-require": { row: "native-files", ...NATIVE },
  tests: { row: "all", worker: "web" },
  // its threads load the addon too
  "tests-node": { row: "all", ...NODE, worker: "native" },
};

/** The imports of a kind's carried modules, and of the difference between two modules. */
const CARRIED_IMPORT = /([\w-]+)\.texts\.js$/;
const DIFFERENCE_IMPORT = /([\w-]+)-(\w+)\.difference\.js$/;
const CODE_IMPORT = /([\w-]+)\.code\.js$/;

/**
 * The target of the relative import `source` in `file`, for a variant: the path of a file, the name of a package, or the name of
 * generated source (`generated:…`).
 */
export function resolve(source, file, variant) {
  const { row, worker, replaced = {}, packages = {} } = VARIANTS[variant];
  const kind = CARRIED_IMPORT.exec(source)?.[1];
  if (kind !== undefined) return `generated:carried/${kind}/${row}`;
  const difference = DIFFERENCE_IMPORT.exec(source);
  if (difference) return `generated:text/${difference[1]}/${difference[2]}`;
  const code = CODE_IMPORT.exec(source)?.[1];
  if (code !== undefined) return `generated:code/${code}`;
  if (source.endsWith("/worker.text.js")) return `generated:worker/${worker}`;
  const ending = replaced[path.basename(source, ".js")] ?? ".ts";
  const to = path.resolve(path.dirname(file), source.replace(/\.js$/, ending));
  return packages[to] ?? to;
}

/** The source of a generated module. */
export async function generate(name) {
  const [what, ...of] = name.replace("generated:", "").split("/");
  if (what === "code") return code(...of);
  if (what === "worker") return `export default ${JSON.stringify(await workerScript(of[0]))};`;
  return what === "text" ? text(...of) : carried(...of);
}

/** Whether the package has no file of a module: only its difference from another module, as text. */
const isDifference = (kind, tier) => kind === "modexp-pairings" && tier === "simd";

/** The bytes of a module. The build leaves one that gets no file in the folder of the other one. */
const bytesOf = memoized((name) => readFileSync(path.join(here, "wasm", `${name}.wasm`)));
const moduleOf = (kind, tier) =>
  bytesOf(isDifference(kind, tier) ? `pairings-relaxed/${kind}-${tier}` : `${kind}-${tier}`);

/** The streams of the modules of a kind by tier, split together, so that a difference between two of them is small. */
const streamsOf = memoized((kind) => {
  const tiers = EVERY[kind].filter((tier) => !isDifference(kind, tier));
  const streams = split(tiers.map((tier) => moduleOf(kind, tier)));
  return Object.fromEntries(tiers.map((tier, i) => [tier, streams[i]]));
});

const DECODING = `import { decode } from "${SRC}/wasm/text.ts";`;
const PATCHING = `${DECODING} import { patch } from "${SRC}/wasm/delta.ts";`;
const JOINING = `import { join } from "${SRC}/wasm/streams.ts";`;

/** A module of one tier as text: its streams, or a function of the base module that makes it. */
function text(kind, tier) {
  const [base] = EVERY[kind];
  // an entry that fetches the base module has no streams of it
  if (isDifference(kind, tier)) {
    const difference = JSON.stringify(encode(delta(moduleOf(kind, base), moduleOf(kind, tier))));
    return `${PATCHING} export default (base) => patch(base, decode(${difference}));`;
  }
  const streams = streamsOf(kind);
  if (tier === base) return `export default ${JSON.stringify(encode(streams[tier]))};`;
  const like = JSON.stringify(encodeLike(encode(streams[base]), delta(streams[base], streams[tier])));
  return `import base from "generated:text/${kind}/${base}"; export default { ...base, text: ${like} };`;
}

/** A module in the text format of WebAssembly, assembled, in hexadecimal text. */
function code(name) {
  const module = binaryen.parseText(readFileSync(path.join(SRC, "wasm", `${name}.wat`), "utf8"));
  const { BulkMemory, BulkMemoryOpt, MutableGlobals } = binaryen.Features;
  module.setFeatures(BulkMemory | BulkMemoryOpt | MutableGlobals);
  module.optimize();
  const bytes = module.emitBinary();
  module.dispose();
  return `export default "${Buffer.from(bytes).toString("hex")}";`;
}

/** The name of a tier in generated source. */
const variableOf = (tier) => tier.replace("-", "_");

/** The modules of a row as `Carried` of src/wasm/carried.ts. */
function carried(kind, row) {
  const all = CARRIED[row][kind];
  const tiers = all.filter((tier) => tier !== "native");
  const [first, ...others] = tiers;
  const isNative = all.includes("native");
  // where the addon is absent no tier asks for its module
  const native = isNative ? [`["native", () => nativeModule("${nameInAddon(kind)}")]`] : [];
  const addon = isNative ? `import { nativeModule } from "${SRC}/api/addon.native.ts";` : "";
  if (row === "workerd") {
    return `import module from "../wasm/${kind}-${first}.wasm"; export default [["${first}", module]];`;
  }
  const isModule = row === "installed";
  if (isModule || row.endsWith("files")) {
    // bundlers find the files by these forms
    const placeOf = (file) => (isModule ? `new URL("${file}", import.meta.url)` : `join(__dirname, "${file}")`);
    const bytes = (tier) => `readNow(${placeOf(`../wasm/${kind}-${tier}.wasm`)})`;
    const differences = tiers.filter((tier) => isDifference(kind, tier));
    const files = tiers.map((tier) => {
      const source = differences.includes(tier) ? `${tier}(${bytes(first)})` : bytes(tier);
      return `["${tier}", () => ${source}]`;
    });
    return `${isModule ? "" : 'import { join } from "node:path";'}
      import { readNow } from "${SRC}/wasm/read.node.ts";
      ${differences.map((tier) => `import ${tier} from "generated:text/${kind}/${tier}";`).join("\n")}
      ${addon}
      export default [${[...native, ...files]}];`;
  }
  const texts = tiers.map((tier) => `import ${variableOf(tier)} from "generated:text/${kind}/${tier}";`);
  const rest = others.map((tier) => {
    const name = variableOf(tier);
    const source = isDifference(kind, tier) ? `${name}(join(base()))` : `join(patch(base(), decode(${name})))`;
    return `["${tier}", () => ${source}]`;
  });
  return `${others.length > 0 ? PATCHING : DECODING} ${JOINING}
    ${texts.join("\n")}
    ${addon}
    const base = () => decode(${first});
    export default [${[...native, `["${first}", () => join(base())]`, ...rest]}];`;
}

/** The script of a pool's thread: for Web Workers, `web`; for Node's worker threads, `node`, or `native` to load the addon. */
export async function workerScript(kind) {
  const node = kind !== "web";
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
    // a thread gets the file of the addon, and needs no URL of its own
    logOverride: { "empty-import-meta": "silent" },
    plugins: [forEsbuild(node ? kind : "default")],
    external: node ? ["node:*"] : [],
  });
  return outputFiles[0].text;
}

/** The plugin for esbuild. */
export const forEsbuild = (variant) => ({
  name: "variant",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^generated:/ }, ({ path: name }) => ({ path: name, namespace: "generated" }));
    onResolve({ filter: /^\.\.?\/.*\.js$/ }, ({ path: source, importer }) => {
      if (![SRC, TEST].some((folder) => importer.startsWith(folder))) return undefined;
      const to = resolve(source, importer, variant);
      return to.startsWith("generated:") ? { path: to, namespace: "generated" } : { path: to };
    });
    onLoad({ filter: /.*/, namespace: "generated" }, async ({ path: name }) => ({
      contents: await generate(name),
      resolveDir: SRC,
    }));
  },
});

/** The relative imports of each file that are there when it runs. */
const importsOf = memoized((file) => {
  const imports = /^(?:import|export) (?!type )(?:[^;"]* from )?"(\.[^"]+)"|import\("(\.[^"]+)"\)/gm;
  return [...readFileSync(file, "utf8").matchAll(imports)].map(([, constant, dynamic]) => constant ?? dynamic);
});

function memoized(compute) {
  const known = new Map();
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key));
    return known.get(key);
  };
}

/** Whether `file`, or what it imports, is different in a variant. The others share it with the default. */
function differs(file, variant, seen = new Set()) {
  return importsOf(file).some((source) => {
    const to = resolve(source, file, variant);
    if (to !== resolve(source, file, "default")) return true;
    if (!to.startsWith(SRC) || seen.has(to)) return false;
    seen.add(to);
    return differs(to, variant, seen);
  });
}

/** Whether `id` is a source file that is the same in all of `variants`, with what it imports, and replaces no other file. */
export function isAlike(id, variants) {
  if (!id.startsWith(SRC) || id.includes("?") || /\.\w+\.ts$/.test(id)) return false;
  return [...variants].every((variant) => !differs(id, variant));
}

/** The plugin for Rollup. Inputs are `src/FILE.ts?VARIANT`; files that a variant shares have no variant in their id. */
export const forRollup = () => {
  const idOf = (file, variant) => (differs(file, variant) ? `${file}?${variant}` : file);
  return {
    name: "variants",
    resolveId(source, importer) {
      if (importer === undefined) {
        const [file, variant] = source.split("?");
        return idOf(path.join(here, file), variant);
      }
      if (source.startsWith("generated:") || path.isAbsolute(source)) return source;
      if (!source.startsWith(".") || source.endsWith(".wasm")) return { id: source, external: true };
      const [file, variant = "default"] = importer.split("?");
      const to = resolve(source, file, variant);
      if (to.startsWith("generated:")) return to;
      return to.startsWith(SRC) ? idOf(to, variant) : { id: to, external: true };
    },
    async load(id) {
      if (id.startsWith("generated:")) return generate(id);
      const options = { loader: "ts", target: "es2022", charset: "utf8" };
      return (await transform(readFileSync(id.split("?")[0], "utf8"), options)).code;
    },
  };
};
