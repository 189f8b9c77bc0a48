// node fault-injection.mjs JSON: changes one bit of a WebAssembly instance's memory before a private RSA operation, for every
// bit or a sample of them, and prints one JSON line of what became of the results.
//
// The memory holds a prepared key and what is static: digits, lengths, counts, addresses, constants, and the tables through
// which the code chooses functions. The stack is left out, since nothing on it lives between calls.
import { generatePrimeSync, randomBytes, randomInt } from "node:crypto";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { fromWords, Module, toWords } from "./module.mjs";
import { power } from "./rsa.mjs";

/** Where static data begin: the linker puts the stack of 1 MiB below them. */
const DATA = 1 << 20;
/** A call that takes as long never ends, as far as its caller can tell. */
const PATIENCE = 3000;
const EXPONENTS = [65_537n, 257n, 17n, 5n, 3n, 7n, 11n, 13n];

const random = (count) => BigInt(`0x${randomBytes(count).toString("hex")}`);

/** Two primes of `bits` bits, both 1 modulo 2^k and not modulo 2^(k + 1), and a private exponent. */
function keyOf(bits, k) {
  const prime = () =>
    generatePrimeSync(bits, { add: 1n << BigInt(k + 1), rem: (1n << BigInt(k)) + 1n, bigint: true });
  for (;;) {
    const [p, q] = [prime(), prime()];
    const order = (p - 1n) * (q - 1n);
    const e = EXPONENTS.find((e) => order % e !== 0n);
    if (p === q || e === undefined || (p * q) >> BigInt(2 * bits - 1) !== 1n) continue;
    // d·e = 1 + i·order
    const i = e - power(order, e - 2n, e);
    return { n: p * q, e, d: (1n + i * order) / e, p, q };
  }
}

/** A prepared key in an instance whose memory can be set back. */
class Target {
  #tier;
  #bits;
  #call;
  #module;
  #image;
  #primes;

  constructor({ tier, bits, call }, key) {
    [this.#tier, this.#bits, this.#call] = [tier, bits, call];
    this.key = key;
    this.#module = new Module(tier);
    const words = bits / 64;
    this.#module.write([toWords(key.p, words), toWords(key.q, words)], 8 * words);
    this.#primes = this.#module.exports.primes_prepare(this.#module.stage, 2, words);
    if (this.#primes === 0) throw new Error("the primes of a key are refused");
    this.c = random(bits / 4) % key.n;
    this.right = power(this.c, key.d, key.n);
    // as between two calls: what the first one keeps is there
    if (this.run() !== this.right) throw new Error("the result is wrong without a fault");
    this.#image = Buffer.from(Buffer.from(this.#module.exports.memory.buffer));
  }

  /** All bytes that are in use, with room for what the allocator would give next. */
  get image() {
    return this.#image;
  }

  /** c^d; undefined if it is not released. */
  run() {
    const words = this.#bits / 32;
    const { exports } = this.#module;
    const at = this.#module.write([toWords(this.c, words), toWords(this.key.d, words)], 4 * words);
    const released = exports[this.#call](this.#primes, this.#module.stage, words, words);
    const result = fromWords(this.#module.take(at, words));
    return released ? result : undefined;
  }

  /** Runs with one bit changed: "right", "withheld", "trapped" or the wrong result. */
  withFlipped(at, bit) {
    const memory = Buffer.from(this.#module.exports.memory.buffer);
    memory[at] ^= 1 << bit;
    let outcome;
    try {
      const result = this.run();
      outcome = result === undefined ? "withheld" : result === this.right ? "right" : result;
    } catch {
      outcome = "trapped";
    }
    if (outcome === "trapped" || this.#module.exports.memory.buffer.byteLength !== this.#image.length) this.#renew();
    this.#image.copy(Buffer.from(this.#module.exports.memory.buffer), DATA, DATA);
    return outcome;
  }

  /** A trap leaves the stack pointer where it was. */
  #renew() {
    this.#module = new Module(this.#tier);
    const { memory } = this.#module.exports;
    const missing = this.#image.length - memory.buffer.byteLength;
    if (missing > 0) memory.grow(missing / 65_536);
  }
}

/** The kinds of words: what was there before the key, and of what came with it small numbers and digits. */
function kindsOf(target, fresh) {
  const image = target.image;
  const isSmall = (word) => [word & 0xffff_ffff, Math.floor(word / 2 ** 32)].every((half) => half < 1 << 24);
  return (at) => {
    const start = at - (at % 8);
    if (start + 8 <= fresh.length && image.compare(fresh, start, start + 8, start, start + 8) === 0) return "static";
    return isSmall(Number(image.readBigUInt64LE(start))) ? "small" : "digits";
  };
}

/** The addresses to change: of `sample` of each 1 in the kinds that have a share. */
function* places(target, fresh, shares) {
  const image = target.image;
  let end = image.length;
  while (end > DATA && image[end - 1] === 0) end--;
  const kind = kindsOf(target, fresh);
  for (let at = DATA; at < end; at++) {
    const name = kind(at);
    const share = shares[name];
    for (let bit = 0; bit < 8; bit++) if (share >= 1 || randomInt(2 ** 32) < share * 2 ** 32) yield [at, bit, name];
  }
}

function work({ options, key, list, progress, start }) {
  const target = new Target(options, key);
  for (let i = start; i < list.length; i++) {
    Atomics.store(progress, 0, i);
    Atomics.add(progress, 1, 1);
    const [at, bit, kind] = list[i];
    const outcome = target.withFlipped(at, bit);
    const isWrong = typeof outcome === "bigint";
    const detail = isWrong ? { at, bit, word: target.image.readUInt32LE(at - (at % 4)), ...leak(outcome, target) } : undefined;
    parentPort.postMessage({ i, kind, outcome: isWrong ? "wrong" : outcome, detail });
  }
  parentPort.postMessage({ done: true });
}

/** Whether a wrong result gives a prime away. */
function leak(result, { right, key }) {
  let [a, b] = [(((result - right) % key.n) + key.n) % key.n, key.n];
  while (b) [a, b] = [b, a % b];
  return { factor: a === key.p || a === key.q, result: result < 10n ? Number(result) : undefined };
}

/** Counts of outcomes by kind of word. */
async function inject(options) {
  const key = keyOf(options.bits, options.k);
  const target = new Target(options, key);
  const fresh = Buffer.from(Buffer.from(new Module(options.tier).exports.memory.buffer));
  const list = [...places(target, fresh, options.shares)];
  const counts = {};
  const wrong = [];
  const count = (kind, outcome) => {
    counts[kind] ??= { right: 0, withheld: 0, trapped: 0, endless: 0, wrong: 0 };
    counts[kind][outcome]++;
  };
  for (let start = 0; start < list.length; ) start = await batch(options, key, list, start, count, wrong);
  return { ...options, flips: list.length, counts, wrong: wrong.slice(0, 40) };
}

/** Runs from `start` on in a thread until the end or a call that does not end; returns where to go on. */
function batch(options, key, list, start, count, wrong) {
  const progress = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(new URL(import.meta.url), { workerData: { options, key, list, progress, start } });
  return new Promise((resolve, reject) => {
    let seen = 0;
    let last = start - 1;
    const end = async (next) => {
      clearInterval(timer);
      await worker.terminate();
      resolve(next);
    };
    const timer = setInterval(() => {
      const now = Atomics.load(progress, 1);
      if (now === seen && now > 0) {
        const at = Atomics.load(progress, 0);
        if (last === at - 1) {
          count(list[at][2], "endless");
          end(at + 1);
        }
      }
      seen = now;
    }, PATIENCE);
    worker.on("error", reject);
    worker.on("message", ({ done, i, kind, outcome, detail }) => {
      if (done) return end(list.length);
      last = i;
      count(kind, outcome);
      if (detail) wrong.push({ kind, ...detail });
    });
  });
}

if (isMainThread) console.log(JSON.stringify(await inject(JSON.parse(process.argv[2]))));
else work(workerData);
