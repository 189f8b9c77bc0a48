// node timing-calls.mjs SAMPLES BITS EXPONENT_BITS NUMBER…: do calls of the package take the same time for classes of secrets of
// equal lengths? The t-test of tools/assurance/src/timing.rs, with its classes and lines of output. All inputs are made
// beforehand and are in the same arrays when they are used.
import { engine, Modulus } from "../../packages/modexp-js/dist/index.js";
import { compare, random } from "./timing-test.mjs";

const [most, bits, exponentBits, ...numbers] = process.argv.slice(2).map(Number);
const [BYTES, EXPONENT_BYTES] = [bits / 8, exponentBits / 8];

const fixed = new Uint8Array(EXPONENT_BYTES);
random(fixed);
const number = (bytes) => BigInt(`0x${Buffer.from(bytes).toString("hex")}`);

/** The input of a class instead of random bytes. */
const set = (bytes) => (out) => out.set(bytes);
const fill = (byte) => (out) => out.fill(byte);
const one = new Uint8Array(BYTES);
one[BYTES - 1] = 1;
const single = new Uint8Array(EXPONENT_BYTES);
single[0] = 128;

const CLASSES = [
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

/** The times of calls in random order, half of `samples` of each class: of random inputs, and of each of `others`. */
function measure(others, samples, leaky) {
  const count = Math.round((samples / 2) * (1 + others.length));
  const [bases, exponents] = [new Uint8Array(count * BYTES), new Uint8Array(count * EXPONENT_BYTES)];
  const [baseOf, exponentOf] = [
    (i) => bases.subarray(i * BYTES, (i + 1) * BYTES),
    (i) => exponents.subarray(i * EXPONENT_BYTES, (i + 1) * EXPONENT_BYTES),
  ];
  const drawn = new Uint32Array(count);
  for (const bytes of [bases, exponents, new Uint8Array(drawn.buffer)]) random(bytes);
  const classes = drawn.map((each) => each % (1 + others.length));
  for (let i = 0; i < count; i++) {
    if (leaky) exponentOf(i)[0] |= 128;
    const other = others[classes[i] - 1];
    other?.base?.(baseOf(i));
    other?.exponent?.(exponentOf(i));
  }
  // the variable-time call takes bigints, also made beforehand
  const numbers = leaky && Array.from({ length: count }, (_, i) => number(exponentOf(i)));
  const leakyBase = number(fixed);

  const [base, exponent] = [new Uint8Array(BYTES), new Uint8Array(EXPONENT_BYTES)];
  const times = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    base.set(baseOf(i));
    exponent.set(exponentOf(i));
    const start = performance.now();
    if (leaky) modulus.powVartime(leakyBase, numbers[i]);
    else modulus.powBytes(base, exponent);
    times[i] = performance.now() - start;
  }
  // the first calls run with cold caches
  const first = Math.floor(count / 20);
  const of = (which) => times.filter((_, i) => i >= first && classes[i] === which);
  return Array.from({ length: 1 + others.length }, (_, which) => of(which));
}

// warms up the engine's best compiler, if it has one
for (let i = 0; i < Math.min(most, 2000); i++) modulus.powBytes(m, fixed);
console.log(`kernel: ${engine().kernel(bits)}`);

const chosen = CLASSES.filter((_, i) => numbers.length === 0 || numbers.includes(i));
for (const leaky of [false, true]) {
  const group = chosen.filter(([kind]) => (kind === "control") === leaky);
  if (group.length === 0) continue;
  // a deliberate leak shows in fewer samples
  const samples = leaky ? Math.max(most / 10, Math.min(most, 3000)) : most;
  const [usual, ...others] = measure(
    group.map(([, , other]) => other),
    samples,
    leaky,
  );
  for (const [i, [kind, name]] of group.entries())
    console.log(`${kind}: ${name}: ${compare(usual, others[i]).toFixed(2)}`);
}
