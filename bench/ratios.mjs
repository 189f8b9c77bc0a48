// Times every way of sharing work between powers against the plain power:  node bench/ratios.mjs [part of a row's name]
//
// The rows are those of `cargo run --release --example ratios`, which does the same natively; MODEXP_TIER forces a tier.
import { createModexp } from "modexp/async";
import { rsaPrimes } from "./src/inputs.mjs";
import { local, race } from "./src/measure.mjs";
import { randomSource } from "./src/random.mjs";

const EFFORT = { rounds: 15, sampleMs: 5, warmMs: 100, budgetMs: 250 };

const filter = process.argv[2] ?? "";
const api = await createModexp(process.env.MODEXP_TIER ? { tier: process.env.MODEXP_TIER } : {});
const random = randomSource(1);
const many = (count, bits) => Array.from({ length: count }, () => random.bits(bits));

/** One line: the time of `run` over `scale` times that of `base`. */
async function row(name, target, scale, base, run) {
  if (!name.includes(filter)) return;
  const [one, other] = await race([local("base", base), local("run", run)], EFFORT);
  const [ms, baseMs] = [other.ns / 1e6, (scale * one.ns) / 1e6];
  console.log(
    `${name.padEnd(56)} ${ms.toFixed(4).padStart(10)} ms / ${baseMs.toFixed(4).padStart(10)} ms = ${(ms / baseMs).toFixed(3)}  ${target}`,
  );
}

const m = new api.Modulus(random.oddBits(2048));
const { tier, kernel } = api.engine();
console.log(`${tier}, ${kernel(2048)} at 2048 bits; time / time of the plain power, and what is aimed at`);
await products();
await fixedBase(2048, 256);
await fixedBase(1024, 160);
await outputsByTable();
await outputs();
await shapes();
await crt(2048);
await crt(4096);

async function products() {
  for (const [bits, exponentBits] of [
    [2048, 256],
    [1024, 160],
  ]) {
    const context = bits === 2048 ? m : new api.Modulus(random.oddBits(bits));
    const [bases, exponents] = [many(2, bits), many(2, exponentBits)];
    const one = () => context.pow(bases[0], exponents[0]);
    await row(`product of 2 powers, ${bits}/${exponentBits} / 1 power`, "≤ 1.25", 1, one, () =>
      context.powProduct(bases, exponents),
    );
  }
  for (const count of [8, 16, 64, 256]) {
    const [bases, exponents] = [many(count, 2048), many(count, 256)];
    const one = () => m.pow(bases[0], exponents[0]);
    await row(`product of ${count}, 256 bits / ${count} powers`, count === 256 ? "≤ 0.25" : "", count, one, () =>
      m.powProduct(bases, exponents),
    );
  }
}

async function fixedBase(bits, exponentBits) {
  const context = new api.Modulus(random.oddBits(bits));
  const [g, e] = [random.bits(bits), random.bits(exponentBits)];
  const base = context.fixedBase(g, { maxExponentBits: exponentBits, tableBytes: 1 << 20 });
  const one = () => context.pow(g, e);
  await row(`fixed base ${bits}/${exponentBits}, 1 MiB`, "≤ 0.18", 1, one, () => base.pow(e));
  await row(`fixed base ${bits}/${exponentBits}, 1 MiB, vartime / pow`, "≤ 0.12", 1, one, () => base.powVartime(e));
}

async function outputsByTable() {
  const [g, exponents] = [random.bits(2048), many(4, 2000)];
  const base = m.fixedBase(g, { maxExponentBits: 2000, tableBytes: 16 << 20 });
  const one = () => m.pow(g, exponents[0]);
  await row("four outputs of 2000 bits by table, 16 MiB", "≤ 0.10", 4, one, () => base.powMany(exponents));
  await row("four outputs of 2000 bits by table, 16 MiB, vartime", "≤ 0.10", 4, one, () =>
    exponents.map((e) => base.powVartime(e)),
  );
}

async function outputs() {
  const g = random.bits(2048);
  for (const bits of [2000, 20_000, 200_000]) {
    for (const [count, target] of [
      [2, "≤ 0.62"],
      [4, "≤ 0.40"],
    ]) {
      const exponents = many(count, bits);
      await row(
        `outputs: ${count} of ${bits} bits`,
        target,
        count,
        () => m.pow(g, exponents[0]),
        () => m.powEach(g, exponents),
      );
      await row(
        `outputs: ${count} of ${bits} bits, vartime`,
        target,
        count,
        () => m.powVartime(g, exponents[0]),
        () => m.powEachVartime(g, exponents),
      );
    }
  }
}

async function shapes() {
  const [base, exponent] = [random.bits(2048), random.bits(2048)];
  const one = () => m.pow(base, exponent);
  for (const small of [2n, 3n, 5n, 65537n]) {
    await row(`base ${small}, 2048 bits, vartime`, "≤ 0.85", 1, one, () => m.powVartime(small, exponent));
  }
  for (const small of [3n, 65537n]) {
    await row(
      `exponent ${small}, 2048 bits, vartime / one square`,
      "",
      1 / 512,
      () => m.squareRepeated(base, 512n),
      () => m.powVartime(base, small),
    );
  }
  await row("pow_vartime, 2048 bits", "≤ 1", 1, one, () => m.powVartime(base, exponent));
}

async function crt(bits) {
  const [p, q] = rsaPrimes(bits);
  const context = new api.Modulus(p * q);
  const primes = new api.CrtModulus([p, q]);
  const d = api.modInverse(65537n, (p - 1n) * (q - 1n));
  const c = random.bits(bits) % (p * q);
  const one = () => context.pow(c, d);
  await row(`CRT private operation, ${bits} bits`, "≤ 0.30", 1, one, () => primes.privateKeyOp(c, d));
  await row(`CRT pow, ${bits} bits`, "≤ 0.30", 1, one, () => primes.pow(c, d));
}
