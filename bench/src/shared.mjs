// Operations that share work between powers, each against the powers that it replaces.
import { inputs, rsaPrimes } from "./inputs.mjs";
import { local, race } from "./measure.mjs";
import { randomSource } from "./random.mjs";

const BITS = 2048;

/** The names; the targets refer to them. */
export const SHARED = {
  product: "powProduct of 2, over one pow",
  each: "powEach of 4 exponents of 2000 bits, over 4 pows",
  fixed: "fixedBase, 256-bit exponent, 1 MiB: pow, over pow",
  fixedVartime: "fixedBase, 256-bit exponent, 1 MiB: powVartime, over pow",
  crt: "CrtModulus.pow with both primes, over pow",
};

/** Times the package's shared operations, modulo numbers of 2048 bits: [{ name, ns, plainNs, toPlain }]. */
export async function measureShared(api, effort) {
  const [{ base, exponent, m }] = inputs({ bits: BITS, exponentBits: BITS });
  const random = randomSource(BITS + 2);
  const context = new api.Modulus(m);
  const bases = [base, random.below(m)];
  const exponents = [exponent, random.bits(BITS)];
  const four = Array.from({ length: 4 }, () => random.bits(2000));
  const short = random.bits(256);

  const pow = (e) => () => context.pow(base, e);
  const fourPows = () => four.map((e) => context.pow(base, e));
  const pairs = [
    {
      name: SHARED.product,
      shared: () => context.powProduct(bases, exponents),
      expected: () => (context.pow(bases[0], exponents[0]) * context.pow(bases[1], exponents[1])) % m,
      plain: pow(exponent),
    },
    { name: SHARED.each, shared: () => context.powEach(base, four), expected: fourPows, plain: fourPows },
  ];
  if (context.fixedBase !== undefined) {
    const fixed = context.fixedBase(base, { maxExponentBits: 256, tableBytes: 2 ** 20 });
    pairs.push(
      { name: SHARED.fixed, shared: () => fixed.pow(short), plain: pow(short) },
      { name: SHARED.fixedVartime, shared: () => fixed.powVartime(short), plain: pow(short) },
    );
  }
  if (api.CrtModulus !== undefined) {
    const primes = rsaPrimes(BITS);
    const crt = new api.CrtModulus(primes);
    const whole = new api.Modulus(primes[0] * primes[1]);
    pairs.push({
      name: SHARED.crt,
      shared: () => crt.pow(base, exponent),
      plain: () => whole.pow(base, exponent),
    });
  }

  const results = [];
  for (const { name, shared, plain, expected = plain } of pairs) {
    if (String(shared()) !== String(expected())) throw new Error(`${name}: the results disagree`);
    const [fast, slow] = await race([local("shared", shared), local("plain", plain)], effort);
    results.push({ name, ns: fast.ns, plainNs: slow.ns, toPlain: fast.ns / slow.ns });
  }
  context.dispose();
  return results;
}
