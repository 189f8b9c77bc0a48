// The libraries on npm. `largest` excludes sizes that take seconds.
import { pow as powNoble } from "@noble/curves/abstract/modular.js";
import bigInteger from "big-integer";
import { modPow as powArith } from "bigint-mod-arith";
import BN from "bn.js";
import { init } from "gmp-wasm";
import jsbn from "jsbn";
import forge from "node-forge";

const { binding: gmp } = await init();

const fromText = (x) => BigInt(`0x${x.toString(16)}`);

export function powersByLibraries({ m, bases: [base], exponents: [exponent] }) {
  const hex = [base, exponent, m].map((x) => x.toString(16));
  const isOdd = m % 2n === 1n;
  return [
    { name: "bigint-mod-arith", largest: 4096, compute: () => powArith(base, exponent, m) },
    ...(isOdd ? [bnRed(hex)] : []),
    bigIntegerPow(hex),
    javaLike("jsbn", jsbn.BigInteger, hex),
    javaLike("node-forge", forge.jsbn.BigInteger, hex),
    ...gmpPowers(hex, isOdd),
    { name: "@noble/curves pow", largest: 4096, compute: () => powNoble(base, exponent, m) },
  ];
}

/** In Montgomery form with a kept context. */
function bnRed([base, exponent, m]) {
  const [b, e] = [new BN(base, 16).toRed(BN.mont(new BN(m, 16))), new BN(exponent, 16)];
  return { name: "bn.js Montgomery red", largest: 4096, compute: () => b.redPow(e).fromRed(), read: fromText };
}

function bigIntegerPow(hex) {
  const [base, exponent, m] = hex.map((x) => bigInteger(x, 16));
  return { name: "big-integer", largest: 4096, compute: () => base.modPow(exponent, m), read: fromText };
}

/** jsbn, and its copy in node-forge. */
function javaLike(name, BigInteger, hex) {
  const [base, exponent, m] = hex.map((x) => new BigInteger(x, 16));
  return { name, largest: 2048, compute: () => base.modPow(exponent, m), read: fromText };
}

/** The numbers stay in gmp-wasm's memory. */
function gmpPowers(hex, isOdd) {
  const [base, exponent, m, result] = [...hex, "0"].map((x) => {
    const number = gmp.mpz_t();
    gmp.mpz_init(number);
    gmp.mpz_set_string(number, x, 16);
    return number;
  });
  const read = () => BigInt(`0x${gmp.mpz_to_string(result, 16)}`);
  const power = (name, constantTime, powm) => ({
    name: `gmp-wasm ${name}`,
    constantTime,
    compute: () => powm(result, base, exponent, m),
    read,
  });
  const list = [power("mpz_powm", false, gmp.mpz_powm)];
  if (isOdd) list.push(power("mpz_powm_sec", true, gmp.mpz_powm_sec));
  return list;
}
