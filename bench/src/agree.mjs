// Checks that contenders compute the same, before they are timed.
import { powWindow } from "./bigint.mjs";
import { POWER_KINDS } from "./kinds.mjs";

/** Above this size the loop on BigInt is too slow, so it does not check the results. */
const CHECKED_BITS = 4096;

/** Throws unless the contenders agree in all results that they share, and with the loop on BigInt. */
export async function agree(name, kind, problems, contenders) {
  for (const [i, problem] of problems.entries()) {
    let longest = expected(problem, kind);
    for (const contender of contenders) {
      const results = await contender.results(i);
      const differs = results.findIndex((result, at) => at < longest.length && result !== longest[at]);
      if (differs >= 0) {
        const [got, other] = [results, longest].map((list) => list[differs].toString(16));
        const who = `${contender.program}: ${contender.name}`;
        throw new Error(`${who} disagrees at ${name}, result ${differs}: 0x${got} instead of 0x${other}`);
      }
      if (results.length > longest.length) longest = results;
    }
  }
}

/**
 * The loop's results, or nothing if it would take seconds. A pairing's value is judged: 1 if right. Points are compared with those of
 * other contenders.
 */
function expected({ m, bases, exponents }, kind) {
  if (kind === "pairing" || kind === "product2" || kind === "gt") return [1n];
  if (!POWER_KINDS.includes(kind)) return [];
  const bits = (x) => x.toString(2).length;
  const work = bits(m) ** 2 * exponents.reduce((sum, exponent) => sum + bits(exponent), 0);
  if (work > CHECKED_BITS ** 3) return [];
  const powers = exponents.map((exponent, i) => powWindow(bases[i] ?? bases[0], exponent, m));
  return kind === "product" ? [powers.reduce((product, power) => (product * power) % m)] : powers;
}
