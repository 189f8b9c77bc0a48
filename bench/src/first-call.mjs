// Runs in a fresh process: imports the package, computes one power, prints the milliseconds of both.
//
//   node first-call.mjs MODULE TIER BASE EXPONENT MODULUS        (hexadecimal; TIER may be "auto")
import { argv } from "node:process";

const [url, tier, ...hex] = argv.slice(2);
const [base, exponent, m] = hex.map((text) => BigInt(`0x${text}`));
const start = performance.now();
const modexp = await import(url);
const { modPow } = tier === "auto" ? modexp : modexp.createModexp({ tier });
modPow(base, exponent, m);
console.log(performance.now() - start);
