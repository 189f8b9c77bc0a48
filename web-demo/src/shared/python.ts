/** Results as lines of Python, which has long integers: checks without any of this project's code. */
import { literal } from "./numbers.js";
import type { Problem } from "./problems.js";

/** The command that runs `statements`. They have none of the characters that a shell reads between double quotes. */
export function python(...statements: readonly string[]): string {
  return `python3 -c "${statements.join("; ")}"\n`;
}

/** Prints the power in hex. */
export function powerOf({ base, exponent, modulus }: Problem): string {
  return python(`print(hex(pow(${[base, exponent, modulus].map(literal).join(", ")})))`);
}
