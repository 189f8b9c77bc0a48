// The plain loop on JSBI, for engines without BigInt.
import JSBI from "jsbi";

const ZERO = JSBI.BigInt(0);
const ONE = JSBI.BigInt(1);

export const toJsbi = (x) => JSBI.BigInt(`0x${x.toString(16)}`);
export const fromJsbi = (x) => BigInt(`0x${x.toString(16)}`);

/** The steps of `powBinary` on JSBI. */
export function powJsbi(base, exponent, m) {
  let result = ONE;
  let b = JSBI.remainder(base, m);
  for (let e = exponent; JSBI.notEqual(e, ZERO); e = JSBI.signedRightShift(e, ONE)) {
    if (JSBI.notEqual(JSBI.bitwiseAnd(e, ONE), ZERO)) result = JSBI.remainder(JSBI.multiply(result, b), m);
    b = JSBI.remainder(JSBI.multiply(b, b), m);
  }
  return result;
}
