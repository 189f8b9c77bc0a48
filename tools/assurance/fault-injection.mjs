// node fault-injection.mjs JSON: complements one bit in the memory of a WebAssembly instance before a private RSA operation,
// for every bit or a sample of `most` bits of each kind of word, and prints the outcomes as one JSON line.
//
// The memory holds a prepared key and static data: digits, lengths, counts, addresses, constants, and the tables of indirect
// calls. The stack is left out: it is dead between calls.
import { generatePrimeSync, randomBytes, randomInt } from "node:crypto";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { powBinary } from "../../bench/src/bigint.mjs";
import { fromWords, Module, toWords } from "./module.mjs";

/** The start of static data: the linker puts the stack of 1 MiB below. */
const DATA = 1 << 20;
/** A call that computes for longer, in ms, counts as endless: a normal one takes less than 1. */
const PATIENCE = 150;
/** The time between two looks at a thread, in ms. */
const PAUSE = 50;
const EXPONENTS = [65_537n, 257n, 17n, 5n, 3n, 7n, 11n, 13n];
const KINDS = ["static", "small", "digits"];
const OUTCOMES = ["right", "withheld", "trapped", "endless", "wrong"];

const random = (bytes) => BigInt(`0x${randomBytes(bytes).toString("hex")}`);

/** A key of two primes of `bits` bits, both 1 modulo 2^k and not modulo 2^(k + 1), and a number to decrypt. */
function keyOf(bits, k) {
  const prime = () => generatePrimeSync(bits, { add: 1n << BigInt(k + 1), rem: (1n << BigInt(k)) + 1n, bigint: true });
  for (;;) {
    const [p, q] = [prime(), prime()];
    const order = (p - 1n) * (q - 1n);
    const e = EXPONENTS.find((e) => order % e !== 0n);
    if (p === q || e === undefined || (p * q) >> BigInt(2 * bits - 1) !== 1n) continue;
    // d·e = 1 + i·order
    const i = e - powBinary(order, e - 2n, e);
    const [n, d] = [p * q, (1n + i * order) / e];
    const c = random(bits / 4) % n;
    return { n, d, p, q, c, right: powBinary(c, d, n) };
  }
}

/** The calls on a key in the memory: `prepare` returns its address, `run` whether it releases a result. */
const CALLS = {
  pow: { prepare: preparePrimes, run: (exports, at, buffer, words) => exports.primes_pow(at, buffer, words, words) },
  privateKeyOp: {
    prepare: preparePrimes,
    run: (exports, at, buffer, words) => !exports.primes_private_key_op(at, buffer, words, words),
  },
  "privateKeyOp, blind": {
    prepare: preparePrimes,
    run: (exports, at, buffer, words) => !exports.primes_private_key_op_blinded(at, buffer, words, words, words),
  },
  // without verification: its wrong results are the control
  control: {
    prepare(module, { n }, words) {
      module.write([toWords(n, words)], 8 * words);
      return module.exports.context_prepare(module.stagingBuffer, words);
    },
    run(exports, at, buffer, words) {
      exports.context_pow(at, buffer, words, words, 64 * words);
      return true;
    },
  },
};

function preparePrimes(module, { n, p, q }, words) {
  module.write([toWords(p, words / 2), toWords(q, words / 2), toWords(n, words)], 8 * words);
  return module.exports.primes_prepare(module.stagingBuffer, 2, words / 2, words, 1, 0);
}

/** A prepared key in an instance; its memory can be restored. */
class Target {
  #tier;
  #call;
  #words;
  #module;
  #context;

  constructor({ tier, bits, call }, key) {
    [this.#tier, this.#call, this.#words, this.key] = [tier, CALLS[call], bits / 32, key];
    this.#module = new Module(tier);
    this.fresh = Buffer.from(Buffer.from(this.#module.exports.memory.buffer));
    this.#context = this.#call.prepare(this.#module, key, this.#words);
    if (this.#context === 0) throw new Error("the numbers of a key are refused");
    // as between two calls: with the data that the first call leaves for the next
    if (this.#run() !== key.right) throw new Error("the result is wrong without a fault");
    this.image = Buffer.from(Buffer.from(this.#module.exports.memory.buffer));
  }

  /** c^d; undefined if it is not released. */
  #run() {
    const words = this.#words;
    // the blinding factor is any number; the other calls ignore it
    const numbers = [this.key.c, this.key.d, this.key.c ^ 6n].map((x) => toWords(x, words));
    const at = this.#module.write(numbers, 8 * words);
    const released = this.#call.run(this.#module.exports, this.#context, this.#module.stagingBuffer, words);
    const result = fromWords(this.#module.take(at, words));
    return released ? result : undefined;
  }

  /** The outcome after one bit is changed, and the wrong result. */
  withChanged(at, bit) {
    Buffer.from(this.#module.exports.memory.buffer)[at] ^= 1 << bit;
    let [outcome, result] = ["trapped"];
    try {
      result = this.#run();
      outcome = result === undefined ? "withheld" : result === this.key.right ? "right" : "wrong";
    } catch {
      // a trap leaves the stack pointer where it was
      this.#module = new Module(this.#tier);
    }
    const { memory } = this.#module.exports;
    if (memory.buffer.byteLength > this.image.length) this.#module = new Module(this.#tier);
    const missing = this.image.length - this.#module.exports.memory.buffer.byteLength;
    if (missing > 0) this.#module.exports.memory.grow(missing / 65_536);
    this.image.copy(Buffer.from(this.#module.exports.memory.buffer), DATA, DATA);
    return [outcome, result];
  }
}

/**
 * The addresses of bits by kind, all or about `most` of each kind. Words from before the key are static; words of the key
 * are small (lengths, counts and addresses) or digits.
 */
function placesOf({ image, fresh }, most) {
  let end = image.length;
  while (end > DATA && image[end - 1] === 0) end--;
  const words = KINDS.map(() => []);
  for (let word = DATA; word < end; word += 8) {
    const before = word + 8 <= fresh.length && image.compare(fresh, word, word + 8, word, word + 8) === 0;
    const isSmall = [0, 4].every((half) => image.readUInt32LE(word + half) < 1 << 24);
    words[before ? 0 : isSmall ? 1 : 2].push(word);
  }
  return words.flatMap((of, kind) => {
    const share = Math.min(1, most[KINDS[kind]] / (64 * of.length));
    const bits = of.flatMap((word) => Array.from({ length: 64 }, (_, bit) => [8 * word + bit, kind]));
    return bits.filter(() => randomInt(2 ** 32) < share * 2 ** 32);
  });
}

/** Whether a wrong result reveals a prime. */
function factors(result, { right, n, p, q }) {
  let [a, b] = [(((result - right) % n) + n) % n, n];
  while (b) [a, b] = [b, a % b];
  return a === p || a === q;
}

/** Runs in a thread: the outcomes from `start` on. */
function work({ options, key, places, outcomes, progress, start }) {
  const target = new Target(options, key);
  for (let i = start; i < places.length; i++) {
    Atomics.store(progress, 0, i);
    const at = places[i][0] >> 3;
    const [outcome, result] = target.withChanged(at, places[i][0] & 7);
    outcomes[i] = 1 + OUTCOMES.indexOf(outcome);
    if (outcome !== "wrong") continue;
    const word = target.image.readUInt32LE(at - (at % 4));
    parentPort.postMessage({
      kind: KINDS[places[i][1]],
      at,
      bit: places[i][0] & 7,
      word,
      factors: factors(result, key),
    });
  }
  Atomics.store(progress, 0, places.length);
}

/** Outcomes by kind of word, with details of the first wrong ones. */
async function inject(options) {
  const key = keyOf(options.bits, options.k);
  const places = placesOf(new Target(options, key), options.most);
  const outcomes = new Uint8Array(new SharedArrayBuffer(places.length));
  const wrong = [];
  for (let start = 0; start < places.length; ) {
    start = await untilEndless({ options, key, places, outcomes, start }, (detail) => wrong.push(detail));
  }
  const counts = {};
  for (const [i, [, kind]] of places.entries()) {
    counts[KINDS[kind]] ??= Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0]));
    counts[KINDS[kind]][OUTCOMES[outcomes[i] - 1]]++;
  }
  const numbers = Object.fromEntries(Object.entries(key).map(([name, x]) => [name, x.toString(16)]));
  return { counts, wrong: wrong.slice(0, 50), key: numbers };
}

/** Continues in a thread until the end or an endless call, and returns the start of the next thread. */
function untilEndless(data, found) {
  const progress = new Int32Array(new SharedArrayBuffer(4)).fill(-1);
  const worker = new Worker(new URL(import.meta.url), { workerData: { ...data, progress } });
  worker.on("message", found);
  return new Promise((resolve, reject) => {
    let seen = -1;
    let since = 0;
    const timer = setInterval(() => {
      const now = Atomics.load(progress, 0);
      // the CPU time of the process: other work on the machine does not affect it
      const { user, system } = process.cpuUsage();
      if (now !== seen || now < 0) [seen, since] = [now, user + system];
      if (user + system - since < 1000 * PATIENCE) return;
      data.outcomes[now] = 1 + OUTCOMES.indexOf("endless");
      clearInterval(timer);
      worker.terminate().then(() => resolve(now + 1), reject);
    }, PAUSE);
    worker.on("error", reject);
    worker.on("exit", () => {
      clearInterval(timer);
      if (Atomics.load(progress, 0) === data.places.length) resolve(data.places.length);
    });
  });
}

if (isMainThread) console.log(JSON.stringify(await inject(JSON.parse(process.argv[2]))));
else work(workerData);
