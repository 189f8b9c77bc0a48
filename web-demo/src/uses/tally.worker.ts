/** Both ends of an election: the voters' ballots before their long powers, and the count after them. */
import { expose, transfer } from "comlink";
import { createModexp, type Tier } from "modexp/async";
import { randomBelow, randomBits } from "../shared/numbers.js";
import { makeRsaKey } from "../shared/rsa-key.js";
import { decrypt, encrypt, fits, type PaillierKey, paillierKey, sharedBase } from "./paillier.js";
import { decrypted } from "./python.js";

/** The work of the pool: h^r mod n² for the r of each voter. */
export interface Ballots {
  /** The tables of h, for `FixedBase.fromBytes`. */
  readonly tables: Uint8Array<ArrayBuffer>;
  readonly exponents: readonly bigint[];
}

export interface Count {
  /** The votes in the decrypted product. */
  readonly yes: number;
  /** The votes that the voters cast. */
  readonly cast: number;
  readonly ms: number;
  /** The line of Python that decrypts the product. */
  readonly python: string;
}

let key: PaillierKey | undefined;
let votes: readonly bigint[] = [];

const api = {
  /** A new key, the tables of its base, `count` random votes, and a random number to hide each. */
  async open(bits: number, count: number, tier: Tier | undefined): Promise<Ballots> {
    const { Modulus, modPow } = await createModexp(tier && { tier });
    key = await newKey(bits);
    // a close election: each vote is yes with probability 9/16
    votes = Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => (byte < 144 ? 1n : 0n));
    const h = sharedBase(randomBelow(key.n), key, modPow);
    const tables = new Modulus(key.square).fixedBase(h, { maxExponentBits: bits / 2 }).toBytes();
    return transfer({ tables, exponents: votes.map(() => randomBits(bits / 2)) }, [tables.buffer]);
  },

  /** Encrypts the votes, multiplies all ciphertexts, and decrypts the product. */
  async count(powers: readonly bigint[], tier: Tier | undefined): Promise<Count> {
    if (key === undefined) throw new Error("open the election before you count");
    const { modPow, modInverse } = await createModexp(tier && { tier });
    const { n, square, lambda } = key;
    const start = performance.now();
    let product = 1n;
    for (const [i, power] of powers.entries()) product = (product * encrypt(votes[i] ?? 0n, power, key)) % square;
    const yes = decrypt(modPow(product, lambda, square), modInverse(lambda, n), key);
    const cast = votes.reduce((sum, vote) => sum + vote, 0n);
    const ms = performance.now() - start;
    return { yes: Number(yes), cast: Number(cast), ms, python: decrypted(product, n, lambda) };
  },
};

/** A key of two primes that satisfy `fits`, taken from RSA keys: about every second prime is 3 mod 4. */
async function newKey(bits: number): Promise<PaillierKey> {
  const primes: bigint[] = [];
  for (;;) {
    const { p, q } = await makeRsaKey(bits);
    for (const prime of [p, q]) {
      const partner = primes.find((other) => fits(prime, other));
      if (partner !== undefined) return paillierKey(prime, partner);
      primes.push(prime);
    }
  }
}

export type Tally = typeof api;
expose(api);
