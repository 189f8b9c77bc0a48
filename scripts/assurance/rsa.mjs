// RSA keys to test with: drawn at random by node:crypto, their parts as bigints.
import { generateKeyPairSync } from "node:crypto";

/** A key of `bits` bits: n, e, d, p, q. */
export function rsaKey(bits) {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: bits });
  const jwk = privateKey.export({ format: "jwk" });
  const number = (text) => BigInt(`0x${Buffer.from(text, "base64url").toString("hex")}`);
  return Object.fromEntries(["n", "e", "d", "p", "q"].map((name) => [name, number(jwk[name])]));
}

/** base^exponent mod m, a bit at a time. */
export function power(base, exponent, m) {
  let [result, square] = [1n % m, base % m];
  for (let e = exponent; e > 0n; e >>= 1n) {
    if (e & 1n) result = (result * square) % m;
    square = (square * square) % m;
  }
  return result;
}
