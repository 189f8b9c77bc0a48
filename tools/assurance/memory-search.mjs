// node memory-search.mjs COUNT ENTRY NAME [broken]: searches the memory of an entry's module after each call, on the tier NAME of the
// entry `index` or on the curve or pairing NAME. It counts the words that differ between secrets, in any radix, and the words that
// occur in a number, a point or a value. Prints one JSON line of counts for each call. `broken` does not zero the stack, and does not
// free keys and tables.
import { randomBytes } from "node:crypto";
import { isBookkeeping } from "./module.mjs";
import { rsaKey } from "./rsa.mjs";

const [, , runs, entry, name, broken] = process.argv;

if (broken) {
  const { fill } = Uint8Array.prototype;
  Uint8Array.prototype.fill = function (...given) {
    return this.length < 1 << 12 ? fill.apply(this, given) : this;
  };
}

/** The memories of the instances that the package makes. */
const memories = [];
WebAssembly.Instance = class extends WebAssembly.Instance {
  constructor(...given) {
    super(...given);
    if (this.exports.stagingbuffer_new) memories.push(this.exports.memory);
  }
};
const exports = await import(`../../packages/modexp-js/dist/${entry}.js`);
// an entry that fetches its module exports an asynchronous function
const { Curve, Pairing, createModexp } = entry.includes("async")
  ? await (exports.createCurves ?? exports.createPairings)()
  : exports;

const scalar = ({ order }) => BigInt(`0x${randomBytes(order.toString(16).length).toString("hex")}`) % order;
const bytesOf = (x) => Buffer.from(x.toString(16).padStart(2 * Math.ceil(x.toString(16).length / 2), "0"), "hex");

/** The calls of a group of points, each with its secrets. */
function groupCalls(curve, label) {
  const [k, l] = [() => scalar(curve), () => curve.multiply(scalar(curve))];
  const of = (arguments_, call) => ({ label: `${name}${label}, ${call}`, arguments: arguments_, call });
  return [
    of([k, l], "multiply"),
    of([k, l], "multiplyMany"),
    of([k, l], "msm"),
    of([k, () => curve.encode(l(), { compressed: true })], "multiplyBytes"),
    of([k, l], "fixedBase"),
    of([l, l], "add"),
  ].map((each) => ({ ...each, call: (a, b) => groupCall(curve, each.call, a, b) }));
}

function groupCall(curve, call, a, b) {
  if (call === "multiplyMany" || call === "msm") return curve[call]([a, a], [b, b]);
  if (call === "multiplyBytes") return curve.multiplyBytes(bytesOf(a), b);
  if (call !== "fixedBase") return curve[call](a, b);
  const tables = curve.fixedBase(b, { tableBytes: 1 << 13 });
  const product = tables.multiply(a);
  tables.dispose();
  return product;
}

const BITS = 1024;

/**
 * The calls of powers, each with its secrets. Keys and tables live during a call, except for a kept key.
 */
function powerCalls({ Modulus, CrtModulus, FixedBase }) {
  const random = (bits) => BigInt(`0x${randomBytes(bits / 8).toString("hex")}`);
  const m = new Modulus(random(BITS) | 1n | (1n << BigInt(BITS - 1)));
  const [base, exponent] = [() => random(BITS) % m.value, () => random(BITS)];
  const kept = rsaKey(BITS);
  const key = new CrtModulus([kept.p, kept.q]);
  const order = (kept.p - 1n) * (kept.q - 1n);
  const used = (handle, call) => {
    const result = call(handle);
    if (!broken) handle.dispose();
    return result;
  };
  const operate = ({ p, q, d }, c) => used(new CrtModulus([p, q]), (crt) => crt.privateKeyOp(c, d));
  const tables = (made) => used(made, (g) => [g.pow(random(256)), g.toBytes()]);
  const of = (label, arguments_, call) => ({ label: `${label} on ${name}`, arguments: arguments_, call });
  const withHandles = [
    of("privateKeyOp", [() => rsaKey(BITS), base], operate),
    of("fixedBase", [base], (b) => {
      const [power, saved] = tables(m.fixedBase(b, { maxExponentBits: 256, tableBytes: 1 << 14 }));
      return [power, tables(FixedBase.fromBytes(saved))[0]];
    }),
  ];
  if (broken) return withHandles;
  // any number that is d modulo the order
  const d = () => kept.d + order * random(64);
  return [
    of("pow", [base, exponent], (b, e) => m.pow(b, e)),
    of("powMany", [base, exponent], (b, e) => m.powMany([b, b], [e, e])),
    of("privateKeyOp with a kept key", [base, d], (c, e) => key.privateKeyOp(c, e)),
    ...withHandles,
  ];
}

function allCalls() {
  if (createModexp) return powerCalls(createModexp({ tier: name }));
  if (Curve) return groupCalls(new Curve(name), "");
  const e = new Pairing(name);
  const [p, q] = [e.g1, e.g2].map((group) => () => group.multiply(scalar(group)));
  const value = () => e.pair(p(), q());
  return [
    ...groupCalls(e.g1, " G1"),
    ...groupCalls(e.g2, " G2"),
    { label: `${name}, pair`, arguments: [p, q], call: (P, Q) => e.pair(P, Q) },
    { label: `${name}, gt.pow`, arguments: [value, () => scalar(e.g1)], call: (x, k) => e.gt.pow(x, k) },
  ];
}

/** The words of numbers, points, lists of them, encodings and values, except for short ones. */
function wordsOf(x) {
  if (typeof x === "bigint") {
    const words = [];
    for (let rest = x; rest > 0n; rest >>= 64n) if (rest >> 16n) words.push(BigInt.asUintN(64, rest));
    return words;
  }
  if (x instanceof Uint8Array) return wordsOf(BigInt(`0x${Buffer.from(x.subarray(1)).toString("hex")}`));
  if (Array.isArray(x)) return x.flatMap(wordsOf);
  if ("p" in x) return [x.p, x.q, x.d, x.d % (x.p - 1n), x.d % (x.q - 1n)].flatMap(wordsOf);
  return "x" in x ? [x.x, x.y].flatMap(wordsOf) : [];
}

/** The number of these words in the memory, at any byte. */
function found(memory, words) {
  const needle = Buffer.alloc(8);
  const isThere = (word) => {
    needle.writeBigUInt64LE(word);
    return memory.includes(needle);
  };
  return words.filter(isThere).length;
}

/**
 * Adds the places of words that differ from the first image to `places`, except for lengths, addresses and masks, and for the
 * modulus of a key, which is public.
 */
function addDiffering(places, first, image, isPublic) {
  for (const [i, word] of first.entries()) {
    if (image[i] === word || (isBookkeeping(image[i]) && isBookkeeping(word))) continue;
    if (!isPublic.has(image[i])) places.add(i);
  }
}

for (const { label, arguments: draw, call } of allCalls()) {
  const places = new Set();
  let first;
  let plain = 0;
  // the first call makes permanent allocations
  for (let i = 0; i <= Number(runs); i++) {
    const secrets = draw.map((each) => each());
    const result = call(...secrets);
    if (i === 0) continue;
    const memory = memories.at(-1).buffer;
    plain += found(Buffer.from(memory), wordsOf([...secrets, result]));
    first ??= new BigUint64Array(memory.slice(0));
    const moduli = secrets.filter(({ p }) => p !== undefined).map(({ p, q }) => p * q);
    addDiffering(places, first, new BigUint64Array(memory), new Set(moduli.flatMap(wordsOf)));
  }
  console.log(JSON.stringify({ label, left: places.size, plain }));
}
