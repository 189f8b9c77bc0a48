// Makes src/rsa-primes.mjs: pairs of random primes ≡ 2 (mod 3) with top bits 11, the same in every run.
//
//   node bench/src/make-rsa-primes.mjs        (10 s on Node 26)
import { writeFileSync } from "node:fs";
import { powWindow } from "./bigint.mjs";
import { randomSource } from "./random.mjs";

const SIZES = [512, 1024, 2048, 3072, 4096, 8192];
const random = randomSource(20);

const smallPrimes = [];
for (let n = 3n; n < 20_000n; n += 2n) if (smallPrimes.every((p) => p * p > n || n % p !== 0n)) smallPrimes.push(n);

/** The first number that passes Fermat's test to base 2, which for random numbers of these sizes is a prime. */
function randomPrime(bits) {
  let n = random.oddBits(bits) | (1n << BigInt(bits - 2));
  const remainders = smallPrimes.map((p) => Number(n % p));
  for (let step = 0; ; step += 2, n += 2n) {
    const sieved = smallPrimes.some((p, i) => (remainders[i] + step) % Number(p) === 0);
    // p ≡ 2 (mod 3): 3 is coprime to p − 1, so that it can be an exponent too
    if (!sieved && n % 3n === 2n && powWindow(2n, n - 1n, n) === 1n) return n;
  }
}

let text =
  "// Made by make-rsa-primes.mjs: the prime factors of RSA moduli by size, in hexadecimal.\nexport const RSA_PRIMES = {\n";
for (const bits of SIZES) {
  const primes = [randomPrime(bits / 2), randomPrime(bits / 2)];
  text += `  ${bits}: [\n${primes.map((p) => `    "${p.toString(16)}",\n`).join("")}  ],\n`;
  console.log(`${bits} bits done`);
}
writeFileSync(new URL("rsa-primes.mjs", import.meta.url), `${text}};\n`);
