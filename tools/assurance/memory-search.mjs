// node memory-search.mjs scan|tables COUNT TIER: searches a module's memory for secrets and prints one JSON line of
// counts.
import { randomBytes } from "node:crypto";
import { fromWords, isBookkeeping, Module, toWords } from "./module.mjs";
import { rsaKey } from "./rsa.mjs";

const BITS = 1024;
const [WORDS, HALF] = [BITS / 64, BITS / 128];

const random = (count) => BigInt(`0x${randomBytes(count).toString("hex")}`);

/** Primes of a key in a module, ready for private operations. */
function prepare(module, key) {
  module.write([toWords(key.p, HALF), toWords(key.q, HALF), toWords(key.n, WORDS)], 4 * WORDS);
  const primes = module.exports.primes_prepare(module.stagingBuffer, 2, HALF, WORDS, 1, 0);
  if (primes === 0) throw new Error("the primes of a key are refused");
  return primes;
}

/** c^d, or undefined if the module withholds the result. */
function privateOperation(module, primes, c, d) {
  const at = module.write([toWords(c, WORDS), toWords(d, WORDS)], 4 * WORDS);
  const released = !module.exports.primes_private_key_op(primes, module.stagingBuffer, WORDS, WORDS);
  const result = fromWords(module.take(at, WORDS));
  return released ? result : undefined;
}

/** The numbers with a word anywhere in the memory, at any byte. */
function found(module, numbers) {
  const memory = Buffer.from(module.exports.memory.buffer);
  const needle = Buffer.alloc(8);
  const isThere = (word) => {
    needle.writeBigUInt64LE(word);
    return memory.includes(needle);
  };
  return Object.keys(numbers).filter((name) =>
    toWords(numbers[name], WORDS).some((word) => word >> 16n && isThere(word)),
  );
}

/** After each call, and after everything is freed, no word of a secret may be left. */
function scan(count, tier) {
  const left = {};
  let controls = 0;
  const note = (when, names) => {
    for (const name of names) left[`${name} ${when}`] = (left[`${name} ${when}`] ?? 0) + 1;
  };
  const module = new Module(tier);
  const powers = new Module(tier);
  const at = powers.write([toWords(rsaKey(BITS).n, WORDS)], 4 * WORDS);
  const context = powers.exports.context_prepare(powers.stagingBuffer, WORDS);
  for (let i = 0; i < count; i++) {
    const [base, exponent] = [random(BITS / 8 - 1), random(BITS / 8)];
    powers.write([toWords(base, WORDS), toWords(exponent, WORDS)]);
    powers.exports.context_pow(context, powers.stagingBuffer, WORDS, WORDS, BITS);
    const result = fromWords(powers.take(at, WORDS));
    note("after pow", found(powers, { base, exponent, result }));

    const key = rsaKey(BITS);
    const parts = { p: key.p, q: key.q, dp: key.d % (key.p - 1n), dq: key.d % (key.q - 1n) };
    const primes = prepare(module, key);
    const signature = privateOperation(module, primes, base, key.d);
    // prepared primes must be in the memory: this shows that the search finds words
    if (found(module, parts).includes("p")) controls++;
    note("after private_key_op", found(module, { d: key.d, signature }));
    module.exports.__wbg_primes_free(primes, 0);
    note("after free", found(module, { ...parts, d: key.d, signature, base }));
  }
  return { left, controls };
}

/** The 64-bit words in the memory, in any radix. */
const wordsOf = (module) => new Set(new BigUint64Array(module.exports.memory.buffer));

/** Tables of a secret base: words that appear in memory with the tables may not stay after they are freed. */
function tables(count, tier) {
  let [live, left, controls] = [0, 0, 0];
  const module = new Module(tier);
  const m = random(BITS / 8) | 1n | (1n << BigInt(BITS - 1));
  module.write([toWords(m, WORDS)], 4 * WORDS);
  const context = module.exports.context_prepare(module.stagingBuffer, WORDS);
  for (let i = 0; i < count; i++) {
    const before = wordsOf(module);
    module.write([toWords(random(BITS / 8) % m, WORDS)]);
    const made = module.exports.context_fixed_base(context, module.stagingBuffer, WORDS, 256, 16_384);
    const entries = [...wordsOf(module)].filter((word) => !before.has(word) && !isBookkeeping(word));
    const at = module.write([toWords(random(32), 4)], WORDS);
    module.exports.tables_pow(made, module.stagingBuffer, 4);
    module.take(at, WORDS);
    // saves the tables, and loads them again
    const length = module.exports.tables_save(made, module.stagingBuffer);
    const saved = module.take(module.write([], 0), length / 8);
    module.exports.__wbg_tables_free(made, 0);
    entries.push(...saved.filter((word) => !before.has(word) && !isBookkeeping(word)));
    module.write([saved]);
    const loaded = module.exports.tables_load(module.stagingBuffer, length);
    if (loaded === 0) throw new Error("saved tables are refused");
    module.exports.__wbg_tables_free(loaded, 0);
    const after = wordsOf(module);
    live += entries.length;
    left += entries.filter((word) => after.has(word)).length;
    if (entries.length > 100) controls++;
  }
  return { live, left, controls };
}

const [, , what, count, tier] = process.argv;
console.log(JSON.stringify({ scan, tables }[what](Number(count), tier)));
