// Operations that share work between powers, each against the powers that it replaces.
import { agree } from "./agree.mjs";
import { NAMES } from "./contenders.mjs";
import { outputsOf, powers, privateOperation } from "./inputs.mjs";
import { race } from "./measure.mjs";

const BITS = 2048;

const oneMib = () => powers(BITS, 256, { most: 1 }).map((problem) => ({ ...problem, tableBytes: 2 ** 20 }));

/** The operations at 2048 bits: `shared` in the place of `plain`, by the contenders' names. */
export const SHARED = {
  product: {
    name: "powProduct of 2, over one pow",
    kind: "product",
    problems: () => powers(BITS, BITS, { most: 1, jobs: 2 }),
    shared: "Modulus.powProduct",
    plainKind: "power",
  },
  each: {
    name: "powEach of 4 exponents of 2000 bits, over 4 pows",
    kind: "outputs",
    problems: () => outputsOf(4, 2000, 0),
    shared: "Modulus.powEach",
    plain: "Modulus.pow, one by one",
  },
  fixed: {
    name: "fixedBase, 256-bit exponent, 1 MiB: pow, over pow",
    kind: "fixed",
    problems: oneMib,
    shared: "FixedBase.pow",
  },
  fixedVartime: {
    name: "fixedBase, 256-bit exponent, 1 MiB: powVartime, over pow",
    kind: "fixed",
    problems: oneMib,
    shared: "FixedBase.powVartime",
  },
  crt: {
    name: "CrtModulus.pow with both primes, over pow",
    kind: "private",
    problems: () => [privateOperation(BITS)],
    shared: "CrtModulus.pow",
  },
};

/** Times the operations: [{ name, ns, plainNs, toPlain }]. */
export async function measureShared(program, effort) {
  const results = [];
  for (const { name, kind, problems, shared, plainKind = kind, plain = NAMES.kept } of Object.values(SHARED)) {
    const given = problems();
    const pick = async (of, wanted) => {
      const contender = (await program.load(of, given)).find((each) => each.name === wanted);
      await agree(name, of, given, [contender]);
      return contender;
    };
    const [fast, slow] = await race([await pick(kind, shared), await pick(plainKind, plain)], effort);
    results.push({ name, ns: fast.ns, plainNs: slow.ns, toPlain: fast.ns / slow.ns });
  }
  return results;
}

/** Nanoseconds per number by single calls and by powMany of 2, 4 and 8 numbers, modulo a number of `bits` bits. */
export async function measureBatches(program, bits, effort) {
  const given = powers(bits, bits, { most: 1, jobs: 8 });
  const contenders = await program.load("batch", given);
  await agree(`batches of ${bits} bits`, "batch", given, contenders);
  const [one, ...many] = await race(contenders, effort);
  return {
    bits,
    singleNs: one.ns,
    batches: many.map(({ ns }, i) => ({ count: contenders[1 + i].powers, ns, toSingle: ns / one.ns })),
  };
}
