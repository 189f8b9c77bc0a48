// Runs in a fresh process: imports the package, computes one power, prints the milliseconds of both.
//
//   node first-call.mjs MODULE TIER BASE EXPONENT MODULUS        (0x…; TIER may be "auto")
import { argv } from "node:process";

const [url, tier, ...numbers] = argv.slice(2);
const [base, exponent, m] = numbers.map(BigInt);
const start = performance.now();
const modexp = await import(url);
const { modPow } = tier === "auto" ? modexp : modexp.createModexp({ tier });
modPow(base, exponent, m);
console.log(performance.now() - start);
