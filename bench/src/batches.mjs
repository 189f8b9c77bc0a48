// powMany against the same number of single calls.
import { inputs } from "./inputs.mjs";
import { local, race } from "./measure.mjs";
import { randomSource } from "./random.mjs";

const COUNTS = [2, 4, 8];

/** Nanoseconds per number by single calls and by powMany of 2, 4 and 8 numbers, modulo a number of `bits` bits. */
export async function measureBatches(api, bits, effort) {
  const [{ m }] = inputs({ bits, exponentBits: bits });
  const random = randomSource(bits + 1);
  const bases = Array.from({ length: Math.max(...COUNTS) }, () => random.below(m));
  const exponents = bases.map(() => random.bits(bits));
  const context = new api.Modulus(m);

  const expected = bases.map((base, i) => context.pow(base, exponents[i]));
  const contenders = COUNTS.map((count) => {
    const [bs, es] = [bases.slice(0, count), exponents.slice(0, count)];
    const powers = context.powMany(bs, es);
    if (powers.some((power, i) => power !== expected[i])) throw new Error(`powMany of ${count} disagrees with pow`);
    return local(`powMany of ${count}`, () => context.powMany(bs, es));
  });
  const single = local("single", (i) => context.pow(bases[i % bases.length], exponents[i % bases.length]));
  const [one, ...many] = await race([single, ...contenders], effort);
  context.dispose();

  return {
    bits,
    singleNs: one.ns,
    batches: COUNTS.map((count, i) => ({ count, ns: many[i].ns / count, toSingle: many[i].ns / count / one.ns })),
  };
}
