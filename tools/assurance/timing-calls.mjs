// node timing-calls.mjs SAMPLES powers BITS EXPONENT_BITS NUMBER…, or SAMPLES ENTRY CURVE NUMBER…: do calls of the package take the
// same time for classes of secrets of equal lengths? The t-test of tools/assurance/src/timing.rs, with its classes and lines of
// output. All inputs are made beforehand and are in the same arrays when they are used.
import { getRandomValues } from "node:crypto";

const [most, entry, ...rest] = process.argv.slice(2);

/** Fills an array with random bytes. */
function random(out) {
  for (let at = 0; at < out.length; at += 65536) getRandomValues(out.subarray(at, at + 65536));
  return out;
}

const number = (bytes) => BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
const zeros = (bytes) => new Uint8Array(bytes);
const ones = (bytes) => zeros(bytes).fill(255);
const one = (bytes) => zeros(bytes).fill(1, -1);

/**
 * The calls `powBytes`. A call has a secret and an input of these lengths. Each class has its kind, its name, and what it has in
 * the place of random bytes. `leaky` is the control, a variable-time call with the secret as a bigint.
 */
async function powers([bits, exponentBits]) {
  const { engine, Modulus } = await import("../../packages/modexp-js/dist/index.js");
  console.log(`kernel: ${engine().kernel(bits)}`);
  const [bytes, secretBytes] = [bits / 8, exponentBits / 8];
  const m = random(zeros(bytes));
  m[0] |= 128;
  m[bytes - 1] |= 1;
  const modulus = new Modulus(number(m));
  const fixed = random(zeros(secretBytes));
  const base = number(fixed);
  return {
    lengths: [secretBytes, bytes],
    fillInputs: random,
    call: (exponent, base) => modulus.powBytes(base, exponent),
    leaky: (exponent) => modulus.powVartime(base, exponent | (1n << BigInt(exponentBits - 1))),
    classes: [
      ["same", "random against random", {}],
      ["pair", "random against one fixed exponent", { secret: fixed }],
      ["pair", "random against exponent 0", { secret: zeros(secretBytes) }],
      ["pair", "random against exponent of all ones", { secret: ones(secretBytes) }],
      ["pair", "random against base 0", { input: zeros(bytes) }],
      ["pair", "random against base 1", { input: one(bytes) }],
      ["pair", "random against base of all ones", { input: ones(bytes) }],
      ["control", "powVartime, random against a single one", { secret: zeros(secretBytes).fill(128, 0, 1) }],
    ],
  };
}

/** The calls `multiplyBytes`. Scalar 0 is no class: its result, the identity, shows. */
async function multiples([name]) {
  const { Curve } = await import(`../../packages/modexp-js/dist/${entry}.js`);
  const curve = new Curve(name);
  const bytes = Math.ceil(curve.order.toString(16).length / 2);
  const fixed = random(zeros(bytes));
  const points = Array.from({ length: 256 }, () => curve.encode(curve.multiply(number(random(zeros(bytes))))));
  const { length } = points[0];
  return {
    lengths: [bytes, length],
    fillInputs(out) {
      for (let at = 0; at < out.length; at += length) out.set(points[Math.floor(Math.random() * points.length)], at);
    },
    call: (scalar, point) => curve.multiplyBytes(scalar, point),
    leaky: (scalar) => curve.multiplyVartime(scalar),
    classes: [
      ["same", "random against random", {}],
      ["pair", "random against one fixed scalar", { secret: fixed }],
      ["pair", "random against scalar 1", { secret: one(bytes) }],
      ["pair", "random against scalar of all ones", { secret: ones(bytes) }],
      ["pair", "random against one fixed point", { input: points[0] }],
      ["control", "multiplyVartime, random against scalar 1", { secret: one(bytes) }],
    ],
  };
}

/** The times of calls in random order, half of `samples` of each class: of random inputs, and of each of `others`. */
function measure({ lengths, fillInputs, call, leaky }, others, samples, isLeaky) {
  const count = Math.round((samples / 2) * (1 + others.length));
  const [secrets, inputs] = lengths.map((length) => zeros(count * length));
  const part = (all, i, length) => all.subarray(i * length, (i + 1) * length);
  const drawn = new Uint32Array(count);
  random(secrets);
  random(new Uint8Array(drawn.buffer));
  fillInputs(inputs);
  const classes = drawn.map((each) => each % (1 + others.length));
  for (let i = 0; i < count; i++) {
    const other = others[classes[i] - 1];
    if (other?.secret) part(secrets, i, lengths[0]).set(other.secret);
    if (other?.input) part(inputs, i, lengths[1]).set(other.input);
  }
  const numbers = isLeaky && Array.from({ length: count }, (_, i) => number(part(secrets, i, lengths[0])));

  const [secret, input] = lengths.map(zeros);
  const times = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    secret.set(part(secrets, i, lengths[0]));
    input.set(part(inputs, i, lengths[1]));
    const start = performance.now();
    if (isLeaky) leaky(numbers[i]);
    else call(secret, input);
    times[i] = performance.now() - start;
  }
  // the first calls run with cold caches
  const first = Math.floor(count / 20);
  const of = (which) => times.filter((_, i) => i >= first && classes[i] === which);
  return Array.from({ length: 1 + others.length }, (_, which) => of(which));
}

/** Welch's t for the times of two classes, without the slowest tenth, which met interrupts. */
function compare(first, second) {
  const both = new Float64Array([...first, ...second]).sort();
  const crop = both[Math.floor(both.length * 0.9)];
  const [a, b] = [first, second].map((all) => {
    const kept = all.filter((time) => time <= crop);
    const mean = kept.reduce((sum, time) => sum + time, 0) / kept.length;
    const variance = kept.reduce((sum, time) => sum + (time - mean) ** 2, 0) / (kept.length - 1);
    return { mean, error: variance / kept.length };
  });
  return (a.mean - b.mean) / Math.sqrt(a.error + b.error);
}

const given = entry === "powers" ? rest.slice(0, 2).map(Number) : rest.slice(0, 1);
const wanted = rest.slice(given.length).map(Number);
const calls = await (entry === "powers" ? powers : multiples)(given);

// warms up the engine's best compiler, if it has one
const [secret, input] = calls.lengths.map((length) => random(zeros(length)));
calls.fillInputs(input);
for (let i = 0; i < Math.min(Number(most), 2000); i++) calls.call(secret, input);

const chosen = calls.classes.filter((_, i) => wanted.length === 0 || wanted.includes(i));
for (const isLeaky of [false, true]) {
  const group = chosen.filter(([kind]) => (kind === "control") === isLeaky);
  if (group.length === 0) continue;
  // a deliberate leak shows in fewer samples
  const samples = isLeaky ? Math.max(most / 10, Math.min(most, 3000)) : Number(most);
  const others = group.map(([, , other]) => other);
  const [usual, ...times] = measure(calls, others, samples, isLeaky);
  for (const [i, [kind, name]] of group.entries())
    console.log(`${kind}: ${name}: ${compare(usual, times[i]).toFixed(2)}`);
}
