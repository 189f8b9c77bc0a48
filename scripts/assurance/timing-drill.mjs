// node timing-drill.mjs SAMPLES BITS EXPONENT_BITS PAIR: do calls of the package take the same time for two classes of secrets of
// the same lengths? The same t-test as in crates/modexp-assurance/src/timing.rs, with the same classes and lines of output. All
// inputs are made beforehand and are in the same arrays when they are used.
import { getRandomValues } from "node:crypto";
import { engine, Modulus } from "../../packages/modexp-js/dist/index.js";

const [most, bits, exponentBits, pair] = process.argv.slice(2).map(Number);
const [BYTES, EXPONENT_BYTES] = [bits / 8, exponentBits / 8];

const random = (out) => {
  for (let at = 0; at < out.length; at += 65536) getRandomValues(out.subarray(at, at + 65536));
};
const fixed = new Uint8Array(EXPONENT_BYTES);
random(fixed);
const number = (bytes) => BigInt(`0x${Buffer.from(bytes).toString("hex")}`);

/** What the second class has instead of random bytes. */
const set = (bytes) => (out) => out.set(bytes);
const fill = (byte) => (out) => out.fill(byte);
const one = new Uint8Array(BYTES);
one[BYTES - 1] = 1;
const single = new Uint8Array(EXPONENT_BYTES);
single[0] = 128;

const PAIRS = [
  ["same", "random against random", {}],
  ["pair", "random against one fixed exponent", { exponent: set(fixed) }],
  ["pair", "random against exponent 0", { exponent: fill(0) }],
  ["pair", "random against exponent of all ones", { exponent: fill(255) }],
  ["pair", "random against base 0", { base: fill(0) }],
  ["pair", "random against base 1", { base: set(one) }],
  ["pair", "random against base of all ones", { base: fill(255) }],
  ["control", "powVartime, random against a single one", { exponent: set(single) }],
];

const m = new Uint8Array(BYTES);
random(m);
m[0] |= 128;
m[BYTES - 1] |= 1;
const modulus = new Modulus(number(m));

/** Welch's t for the times of two classes, where the slowest tenth, which met interrupts, is left out. */
function compare(kind, { base: otherBase, exponent: otherExponent }) {
  // a leak that is made on purpose shows in fewer
  const samples = kind === "control" ? Math.max(most / 10, Math.min(most, 3000)) : most;
  const [bases, exponents] = [new Uint8Array(samples * BYTES), new Uint8Array(samples * EXPONENT_BYTES)];
  const [baseOf, exponentOf] = [
    (i) => bases.subarray(i * BYTES, (i + 1) * BYTES),
    (i) => exponents.subarray(i * EXPONENT_BYTES, (i + 1) * EXPONENT_BYTES),
  ];
  const classes = new Uint8Array(samples);
  for (const bytes of [bases, exponents, classes]) random(bytes);
  for (let i = 0; i < samples; i++) {
    classes[i] &= 1;
    if (kind === "control") exponentOf(i)[0] |= 128;
    if (classes[i] === 1) {
      otherBase?.(baseOf(i));
      otherExponent?.(exponentOf(i));
    }
  }
  // the variable-time call takes bigints, made beforehand too
  const leaky = kind === "control";
  const numbers = leaky && Array.from({ length: samples }, (_, i) => number(exponentOf(i)));
  const leakyBase = number(fixed);

  const [base, exponent] = [new Uint8Array(BYTES), new Uint8Array(EXPONENT_BYTES)];
  const times = new Float64Array(samples);
  for (let i = 0; i < samples; i++) {
    base.set(baseOf(i));
    exponent.set(exponentOf(i));
    const start = performance.now();
    if (leaky) modulus.powVartime(leakyBase, numbers[i]);
    else modulus.powBytes(base, exponent);
    times[i] = performance.now() - start;
  }

  const first = Math.floor(samples / 20);
  const crop = times.slice(first).sort()[Math.floor((samples - first) * 0.9)];
  const [a, b] = [0, 1].map((which) => {
    let [count, sum, squares] = [0, 0, 0];
    for (let i = first; i < samples; i++) {
      if (classes[i] !== which || times[i] > crop) continue;
      count++;
      sum += times[i];
      squares += times[i] ** 2;
    }
    const mean = sum / count;
    return { mean, error: (squares / count - mean ** 2) / (count - 1) };
  });
  return (a.mean - b.mean) / Math.sqrt(a.error + b.error);
}

// compiled by the engine's best compiler, if it has one
for (let i = 0; i < Math.min(most, 2000); i++) modulus.powBytes(m, fixed);
console.log(`kernel: ${engine().kernel(bits)}`);
if (pair in PAIRS) {
  const [kind, name, other] = PAIRS[pair];
  console.log(`${kind}: ${name}: ${compare(kind, other).toFixed(2)}`);
}
