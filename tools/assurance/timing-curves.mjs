// node timing-curves.mjs SAMPLES ENTRY CURVE NUMBER…: the t-test of timing-calls.mjs on multiples of points. Scalar 0 is no class:
// its result, the identity, shows.
import { compare, random } from "./timing-test.mjs";

const [samples, entry, name, ...numbers] = process.argv.slice(2);
const { Curve } = await import(`../../packages/modexp-js/dist/${entry}.js`);
const curve = new Curve(name);
const BYTES = Math.ceil(curve.order.toString(16).length / 2);
const number = (bytes) => BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
const scalar = () => {
  const bytes = new Uint8Array(BYTES);
  random(bytes);
  return bytes;
};

const fixed = scalar();
const one = new Uint8Array(BYTES);
one[BYTES - 1] = 1;
const points = Array.from({ length: 256 }, () => curve.encode(curve.multiply(number(scalar()))));

/** The inputs of a class instead of random scalars and points. */
const CLASSES = [
  ["same", "random against random", {}],
  ["pair", "random against one fixed scalar", { scalar: fixed }],
  ["pair", "random against scalar 1", { scalar: one }],
  ["pair", "random against scalar of all ones", { scalar: new Uint8Array(BYTES).fill(255) }],
  ["pair", "random against one fixed point", { point: points[0] }],
  ["control", "multiplyVartime, random against scalar 1", { scalar: one }],
];

/** The times of calls in random order, half of `samples` of each class: of random inputs, and of each of `others`. */
function measure(others, leaky) {
  const count = Math.round((Number(samples) / 2) * (1 + others.length));
  const inputs = Array.from({ length: count }, () => {
    const which = Math.floor(Math.random() * (1 + others.length));
    const other = others[which - 1];
    const k = other?.scalar ?? scalar();
    const point = other?.point ?? points[Math.floor(Math.random() * points.length)];
    return { which, k, point, number: leaky && number(k) };
  });
  const [k, point] = [new Uint8Array(BYTES), new Uint8Array(points[0].length)];
  const times = inputs.map((input) => {
    k.set(input.k);
    point.set(input.point);
    const start = performance.now();
    if (leaky) curve.multiplyVartime(input.number);
    else curve.multiplyBytes(k, point);
    return performance.now() - start;
  });
  // the first calls run with cold caches
  const of = (which) => times.filter((_, i) => i >= count / 20 && inputs[i].which === which);
  return Array.from({ length: 1 + others.length }, (_, which) => of(which));
}

// warms up the engine's best compiler, if it has one
for (let i = 0; i < 500; i++) curve.multiplyBytes(fixed, points[i % points.length]);

const chosen = CLASSES.filter((_, i) => numbers.length === 0 || numbers.includes(String(i)));
for (const leaky of [false, true]) {
  const group = chosen.filter(([kind]) => (kind === "control") === leaky);
  if (group.length === 0) continue;
  const [usual, ...others] = measure(
    group.map(([, , other]) => other),
    leaky,
  );
  for (const [i, [kind, what]] of group.entries())
    console.log(`${kind}: ${what}: ${compare(usual, others[i]).toFixed(2)}`);
}
