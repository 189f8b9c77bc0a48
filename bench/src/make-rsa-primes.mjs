// Makes src/rsa-primes.mjs: pairs of random primes ≡ 2 (mod 3) with top bits 11. So the exponent 3 is valid, and a product
// has full length.
//
//   node bench/src/make-rsa-primes.mjs
import { generatePrimeSync } from "node:crypto";
import { writeFileSync } from "node:fs";

const SIZES = [512, 1024, 2048, 3072, 4096, 8192];

function randomPrime(bits) {
  for (;;) {
    const p = generatePrimeSync(bits, { add: 6n, rem: 5n, bigint: true });
    if (p >> BigInt(bits - 2) === 3n) return p.toString(16);
  }
}

const pairs = SIZES.map((bits) => [bits, [randomPrime(bits / 2), randomPrime(bits / 2)]]);
const lines = pairs.map(([bits, primes]) => `  ${bits}: [\n${primes.map((p) => `    "${p}",\n`).join("")}  ],\n`);
const head = "// Made by make-rsa-primes.mjs: the prime factors of RSA moduli by size, in hexadecimal.\n";
writeFileSync(new URL("rsa-primes.mjs", import.meta.url), `${head}export const RSA_PRIMES = {\n${lines.join("")}};\n`);
