// The times of single products, and of preparing a modulus, measured through the public API.
//
// No function of the API is one product in WebAssembly. So a product is a difference between long chains of squarings,
// or between exponents of the same length with many and with few bits set.
import { moduli } from "./inputs.mjs";
import { difference, forDifferences, local, race } from "./measure.mjs";
import { randomSource } from "./random.mjs";

const CHAIN = 512n;
const EXPONENT_BITS = 2048;

/** Distance of single bits: every window of up to eight bits holds one, so each costs one product. */
const SPACING = 8;
const FEW = (1n << BigInt(EXPONENT_BITS - 1)) | 1n;
const MANY = Array.from({ length: EXPONENT_BITS / SPACING }, (_, i) => BigInt(SPACING * i)).reduce(
  (e, bit) => e | (1n << bit),
  FEW,
);
const MORE_PRODUCTS = EXPONENT_BITS / SPACING - 1;

/** The exponent of the call that prepares a new modulus: too long for an engine to use BigInt. */
const SHORT = (1n << 49n) | 1n;

/** Nanoseconds of a square, a product, and creating a `Modulus`, at `bits` bits. */
export async function measureProducts(api, bits, effort) {
  const list = moduli(bits).map(({ m }) => m);
  const base = randomSource(bits).below(list[0]) % list.at(-1);
  const kept = list.map((each) => new api.Modulus(each));
  const [context] = kept;

  const fresh = (i) => {
    const made = new api.Modulus(list[i % list.length]);
    made.powVartime(base, SHORT);
    made.dispose();
  };
  const [shortChain, longChain, few, many, again, made] = await race(
    [
      local("short chain", () => context.squareRepeated(base, CHAIN)),
      local("long chain", () => context.squareRepeated(base, 3n * CHAIN)),
      local("few bits", () => context.powVartime(base, FEW)),
      local("many bits", () => context.powVartime(base, MANY)),
      local("again", (i) => kept[i % kept.length].powVartime(base, SHORT)),
      local("made", fresh),
    ],
    forDifferences(effort),
  );
  for (const each of kept) each.dispose();

  const squareNs = difference(longChain, shortChain).ns / Number(2n * CHAIN);
  const productNs = difference(many, few).ns / MORE_PRODUCTS;
  const makeNs = difference(made, again).ns;
  return { bits, squareNs, productNs, makeNs, makeInProducts: makeNs / productNs };
}
