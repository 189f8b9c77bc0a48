// The contenders of a case, and the check that all of them compute the same.
import { powBinary, powMontgomery, powWindow } from "./bigint.mjs";
import { fromJsbi, powJsbi, toJsbi } from "./jsbi.mjs";
import { local } from "./measure.mjs";

/** The names in the tables; the targets refer to them. */
export const NAMES = {
  modPow: "modPow",
  modPowVartime: "modPowVartime",
  reused: "Modulus.pow, reused",
  binary: "BigInt loop, binary",
  windowed: "BigInt loop, 5-bit window",
  montgomery: "BigInt Montgomery, window",
  jsbi: "JSBI loop, binary",
  consttime: "OpenSSL consttime",
  vartime: "OpenSSL vartime",
};

/** The contenders of this package. */
export const OWN = [NAMES.modPow, NAMES.modPowVartime, NAMES.reused];

/**
 * The contenders for a case: `calls(count)` times one, and `power(i)` is its result for input i.
 *
 * @param api the functions of this package, on the tier to be measured
 * @param openssl the native program, or undefined
 * @param inputs [{ base, exponent, m }]
 */
export async function contendersFor({ api, openssl, inputs, jsbi }) {
  const contexts = inputs.map(({ m }) => new api.Modulus(m));
  const inTurn = (power) => (i) => {
    const { base, exponent, m } = inputs[i % inputs.length];
    return power(base, exponent, m);
  };
  const inThisEngine = (name, call) => ({ ...local(name, call), power: call });
  const list = [
    inThisEngine(NAMES.modPow, inTurn(api.modPow)),
    inThisEngine(NAMES.modPowVartime, inTurn(api.modPowVartime)),
    inThisEngine(NAMES.reused, (i) => {
      const { base, exponent } = inputs[i % inputs.length];
      return contexts[i % inputs.length].pow(base, exponent);
    }),
    inThisEngine(NAMES.binary, inTurn(powBinary)),
    inThisEngine(NAMES.windowed, inTurn(powWindow)),
    inThisEngine(NAMES.montgomery, inTurn(powMontgomery)),
  ];
  if (jsbi) {
    const converted = inputs.map(({ base, exponent, m }) => [base, exponent, m].map(toJsbi));
    const call = (i) => powJsbi(...converted[i % inputs.length]);
    list.push({ ...local(NAMES.jsbi, call), power: (i) => fromJsbi(call(i)) });
  }
  if (openssl !== undefined) {
    await openssl.load(inputs);
    list.push(native(NAMES.consttime, "consttime", openssl), native(NAMES.vartime, "vartime", openssl));
  }
  const dispose = () => {
    for (const context of contexts) context.dispose();
  };
  return { list, dispose };
}

function native(name, method, openssl) {
  let first = 0;
  return {
    name,
    async calls(count) {
      const ns = await openssl.time(method, first, count);
      first += count;
      return ns / 1e6;
    },
    power: (i) => openssl.result(method, i),
  };
}

/** Throws unless all contenders compute the same powers. */
export async function agree(contenders, inputs) {
  for (const [i, { name, base, exponent, m }] of inputs.entries()) {
    const expected = powBinary(base, exponent, m);
    for (const contender of contenders) {
      const power = await contender.power(i);
      if (power === expected) continue;
      const hex = (x) => `0x${x.toString(16)}`;
      throw new Error(
        `${contender.name} disagrees with the BigInt loop (modulus: ${name}): ${hex(base)} ^ ${hex(exponent)} mod ${hex(m)} ` +
          `is ${hex(expected)}, got ${hex(power)}`,
      );
    }
  }
}
