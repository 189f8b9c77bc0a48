// The loops on BigInt that one writes without a package.
import { powBinary, powMontgomery, powWindow } from "../src/bigint.mjs";

export function powersByLoops({ m, bases: [base], exponents: [exponent] }) {
  const list = [
    { name: "BigInt loop, binary", largest: 8192, compute: () => powBinary(base, exponent, m) },
    { name: "BigInt loop, 5-bit window", largest: 8192, compute: () => powWindow(base, exponent, m) },
  ];
  if (m % 2n === 1n) {
    list.push({ name: "BigInt Montgomery, window", largest: 8192, compute: () => powMontgomery(base, exponent, m) });
  }
  return list;
}
