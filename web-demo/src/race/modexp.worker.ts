import { expose } from "comlink";
import { createModexp } from "modexp/async";
import { contender } from "./contender.js";

expose(
  contender(async ({ base, exponent, modulus, primes }, { tier, crt }) => {
    const { CrtModulus, Modulus, engine } = await createModexp(tier && { tier });
    if (crt && primes) {
      const key = new CrtModulus(primes);
      return [() => key.privateKeyOp(base, exponent), engine().kernel(key.bitLength / 2)];
    }
    const m = new Modulus(modulus);
    return [() => m.pow(base, exponent), engine().kernel(m.bitLength)];
  }),
);
