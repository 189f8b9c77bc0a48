// OpenSSL through node:crypto: a power as a key exchange or as a decryption.
import { constants, createDiffieHellman, createPrivateKey, privateDecrypt } from "node:crypto";
import { modInverse } from "modexp";

const bitLength = (x) => x.toString(2).length;

const hex = (x) => (x.toString(16).length % 2 === 1 ? `0${x.toString(16)}` : x.toString(16));

/** The secret shared with the owner of the public key `base`. OpenSSL takes odd moduli from 512 bits. */
export function sharedSecret({ m, bases: [base], exponents: [exponent] }) {
  const bits = bitLength(exponent);
  if (m % 2n === 0n || bitLength(m) < 512 || bits < 160 || bits > bitLength(m)) return [];
  const exchange = createDiffieHellman(hex(m), "hex", 2);
  exchange.setPrivateKey(hex(exponent), "hex");
  const other = Buffer.from(hex(base), "hex");
  return [
    {
      name: "node:crypto DiffieHellman",
      constantTime: true,
      compute: () => exchange.computeSecret(other),
      read: (secret) => BigInt(`0x${secret.toString("hex")}`),
    },
  ];
}

/** RSA without padding. */
export function privateByNode({ m, bases: [base], exponents: [d], primes: [p, q] }) {
  const numbers = { n: m, e: 65537n, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: modInverse(q, p) };
  const jwk = Object.entries(numbers).map(([name, x]) => [name, Buffer.from(hex(x), "hex").toString("base64url")]);
  const key = createPrivateKey({ format: "jwk", key: { kty: "RSA", ...Object.fromEntries(jwk) } });
  const options = { key, padding: constants.RSA_NO_PADDING };
  const input = Buffer.from(base.toString(16).padStart(hex(m).length, "0"), "hex");
  return [
    {
      name: "node:crypto privateDecrypt",
      constantTime: true,
      compute: () => privateDecrypt(options, input),
      read: (power) => BigInt(`0x${power.toString("hex")}`),
    },
  ];
}
