/** Compares every public call on one problem with BigInt; throws at a difference. */
import { modexpPrecompile } from "../../src/evm.js";
import type { Modexp } from "../../src/index.js";
import { bytes, fromBytes } from "./laws.js";
import type { Random } from "./random.js";
import { gcd, mod, powReference } from "./reference.js";
import { type Structured, structured, structuredPrimes } from "./structured.js";

/** Checks the calls of an API on the next problem of `random`, and returns the number of compared results. */
export function checkEveryCall(api: Modexp, random: Random): number {
  return random.below(8) === 0 ? checkPrimes(api, random) : checkModulus(api, random, structured(random));
}

class Compared {
  count = 0;
  readonly #what: string;

  constructor(what: string) {
    this.#what = what;
  }

  equal(call: string, got: unknown, want: unknown): void {
    const same = Array.isArray(got)
      ? got.length === (want as unknown[]).length && got.every((x, i) => x === (want as unknown[])[i])
      : got === want;
    if (!same) throw new Error(`${call} gives ${got}, not ${want}: ${this.#what}`);
    this.count++;
  }
}

function checkModulus(
  api: Modexp,
  random: Random,
  { modulus: m, base: a, other: b, exponents: [x, y] }: Structured,
): number {
  const hexOf = (...numbers: bigint[]) => numbers.map((number) => `0x${number.toString(16)}`).join(", ");
  const compared = new Compared(`modulus, bases, exponents ${hexOf(m, a, b, x, y)}`);
  const [ax, ay, by] = [powReference(a, x, m), powReference(a, y, m), powReference(b, y, m)];

  compared.equal("modPow", api.modPow(a, x, m), ax);
  compared.equal("modPowVartime", api.modPowVartime(a, x, m), ax);
  compared.equal("modexpPrecompile", precompile(a, x, m), ax);

  const on = new api.Modulus(m);
  compared.equal("pow", on.pow(a, x), ax);
  compared.equal("powVartime", on.powVartime(a, x), ax);
  compared.equal("powBytes", fromBytes(on.powBytes(bytes(a), bytes(x))), ax);
  compared.equal("mul", on.mul(a, b), (a * b) % m);
  compared.equal("add", on.add(a, b), mod(a + b, m));
  compared.equal("sub", on.sub(a, b), mod(a - b, m));
  compared.equal("neg", on.neg(a), mod(-a, m));
  compared.equal("square", on.square(a), (a * a) % m);
  compared.equal("squareRepeated", on.squareRepeated(a, 7), powReference(a, 128n, m));
  compared.equal("powMany", on.powMany([a, b, a], [x, y, y]), [ax, by, ay]);
  compared.equal("powEach", on.powEach(a, [x, y, 0n]), [ax, ay, 1n % m]);
  compared.equal("powEachVartime", on.powEachVartime(a, [x, y, 0n]), [ax, ay, 1n % m]);
  compared.equal("powProduct", on.powProduct([a, b], [x, y]), (ax * by) % m);

  if (gcd(a % m, m) === 1n) {
    const inverse = api.modInverse(a, m);
    compared.equal("modInverse", (inverse * (a % m)) % m, 1n % m);
    compared.equal("inverse", on.inverse(a), inverse);
    compared.equal("div", on.div(b, a), mod(b * inverse, m));
    compared.equal("inverseMany", on.inverseMany([a, a]), [inverse, inverse]);
    compared.equal("pow by −1", on.pow(a, -x), powReference(inverse, x, m));
  }

  const bits = Math.max(x.toString(2).length, y.toString(2).length);
  const made = on.fixedBase(a, { maxExponentBits: bits, tableBytes: 1 + random.below(20_000) });
  const loaded = api.FixedBase.fromBytes(made.toBytes());
  for (const table of [made, loaded]) {
    compared.equal("FixedBase.pow", table.pow(x), ax);
    compared.equal("FixedBase.powVartime", table.powVartime(y), ay);
    compared.equal("FixedBase.powMany", table.powMany([x, y]), [ax, ay]);
    table.dispose();
  }
  on.dispose();
  return compared.count;
}

function checkPrimes(api: Modexp, random: Random): number {
  const primes = structuredPrimes(random);
  const n = primes.reduce((product, p) => product * p, 1n);
  const { base, exponents } = structured(random);
  const a = mod(base, n);
  const [x] = exponents;
  const compared = new Compared(`primes ${primes}, base ${a}, exponent ${x}`);
  const crt = new api.CrtModulus(primes);
  compared.equal("CrtModulus.pow", crt.pow(a, x), powReference(a, x, n));

  // a private exponent
  const order = primes.reduce((product, p) => product * (p - 1n), 1n);
  const longest = Math.max(...primes.map((p) => p.toString(2).length));
  const candidates = [65537n, 257n, 17n, 5n, 3n, ...(x > 0n ? [BigInt.asUintN(256, x)] : [])];
  const e = candidates.find((e) => e.toString(2).length < longest && gcd(e, order) === 1n);
  if (e !== undefined) {
    const group = new api.Modulus(order);
    const d = group.inverse(e);
    group.dispose();
    const want = powReference(a, d, n);
    compared.equal("privateKeyOp", crt.privateKeyOp(a, d), want);
    compared.equal("privateKeyOp, blinded", crt.privateKeyOp(a, d, { blind: true }), want);
  }
  crt.dispose();
  return compared.count;
}

/** The power by the precompile. */
function precompile(base: bigint, exponent: bigint, modulus: bigint): bigint {
  const numbers = [base, exponent, modulus].map(bytes);
  const lengths = numbers.flatMap(({ length }) => [...new Uint8Array(30), length >> 8, length & 255]);
  const call = Uint8Array.from([...lengths, ...numbers.flatMap((number) => [...number])]);
  return fromBytes(modexpPrecompile(call, { fork: "byzantium" }).output);
}
