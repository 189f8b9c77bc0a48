// The limit on the length of numbers: how fast a longer call is refused, and how long the longest accepted call takes.
import { join } from "node:path";
import { reported } from "../../scripts/lib/engines.mjs";
import { ROOT, seconds } from "../../scripts/lib/process.mjs";

const LONGEST = 65_536;

/** A refusal takes less time than this many products of two of the longest numbers, on any machine. */
const PRODUCTS = 10;

async function longest({ full }) {
  const bits = full ? LONGEST : 512;
  const given = [join(ROOT, "tools/assurance/longest.mjs"), String(bits)];
  const { refused, accepted, product } = await reported("node24", given);
  const { calls, precompile, lines } = refused;
  return {
    ok: Math.max(calls, precompile, lines) < PRODUCTS * product && accepted > PRODUCTS * product,
    figure:
      `base, exponent or modulus of 65,537 to 10^9 bits refused in ${calls.toFixed(3)} ms, ` +
      `lengths in the precompile's input in ${precompile.toFixed(3)}, a line of the command in ${lines.toFixed(3)} (limit: ` +
      `${(PRODUCTS * product).toFixed(3)}, the time of ${PRODUCTS} products of the longest numbers)`,
    control: `one bit less is accepted: ${seconds(accepted)} with an exponent of ${bits} bits`,
  };
}

export const limits = [{ name: "limits", work: longest, alone: true }];
