/** Both ends of an election: the voters' ballots before their long powers, and the count after them. */
import { expose } from "comlink";
import { createModexp, type Tier } from "modexp/async";
import { randomBelow } from "../shared/numbers.js";
import { makeRsaKey } from "../shared/rsa-key.js";
import { decrypt, encrypt, type PaillierKey, paillierKey } from "./paillier.js";

/** What the pool is to compute: base^n mod n² for each voter. */
export interface Ballots {
  readonly n: bigint;
  readonly square: bigint;
  readonly bases: readonly bigint[];
}

export interface Count {
  /** What the decrypted product says. */
  readonly yes: number;
  /** What the voters know. */
  readonly cast: number;
  readonly ms: number;
}

let key: PaillierKey | undefined;
let votes: readonly bigint[] = [];

const api = {
  /** A new key, `count` random votes, and a random number to hide each. */
  async open(bits: number, count: number): Promise<Ballots> {
    const { p, q } = await makeRsaKey(bits);
    key = paillierKey(p, q);
    const { n, square } = key;
    // a close election: a vote is yes with a chance of 9 in 16
    votes = Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => (byte < 144 ? 1n : 0n));
    return { n, square, bases: votes.map(() => randomBelow(n)) };
  },

  /** Encrypts the votes, multiplies all ciphertexts, and decrypts the one number that results. */
  async count(powers: readonly bigint[], tier: Tier | undefined): Promise<Count> {
    if (key === undefined) throw new Error("open the election before you count");
    const { modPow, modInverse } = await createModexp(tier && { tier });
    const { n, square, lambda } = key;
    const start = performance.now();
    let product = 1n;
    for (const [i, power] of powers.entries()) product = (product * encrypt(votes[i] ?? 0n, power, key)) % square;
    const yes = decrypt(modPow(product, lambda, square), modInverse(lambda, n), key);
    const cast = votes.reduce((sum, vote) => sum + vote, 0n);
    return { yes: Number(yes), cast: Number(cast), ms: performance.now() - start };
  },
};

export type Tally = typeof api;
expose(api);
