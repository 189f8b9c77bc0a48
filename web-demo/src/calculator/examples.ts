/** Calculations to start from. */
import { randomBelow } from "../shared/numbers.js";
import type { Fields } from "./link.js";

interface Example {
  readonly name: string;
  fields(): Fields | Promise<Fields>;
}

export const FIRST: Fields = { base: "3", exponent: `${10n ** 100n}`, modulus: `${2n ** 521n - 1n}` };

export const EXAMPLES: readonly Example[] = [
  { name: "A googol", fields: () => FIRST },
  {
    // Fermat: a^(p−1) is 1 modulo a prime p
    name: "Fermat",
    fields: () => ({ base: "123456789", exponent: `${2n ** 127n - 2n}`, modulus: `${2n ** 127n - 1n}` }),
  },
  {
    name: "Diffie–Hellman",
    fields: async () => {
      const { group } = await import("modexp/groups");
      const { p } = group("modp2048");
      return { base: "2", exponent: `0x${randomBelow(p).toString(16)}`, modulus: `0x${p.toString(16)}` };
    },
  },
  { name: "Inverse", fields: () => ({ base: "42", exponent: "-1", modulus: `${2n ** 61n - 1n}` }) },
];
