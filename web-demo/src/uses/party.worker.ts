/** One of two parties that agree on a secret. The secret exponent leaves this worker at the end, for who checks the result. */
import { expose } from "comlink";
import { createModexp, type Modexp, type Tier } from "modexp/async";
import { type GroupName, group } from "modexp/groups";
import { measure } from "../shared/measure.js";
import { fromBytes, randomBits, toBytes } from "../shared/numbers.js";

interface Timed {
  readonly value: bigint;
  readonly ms: number;
}

let secret = 0n;
let modulus: InstanceType<Modexp["Modulus"]> | undefined;

const api = {
  /** Chooses a secret, and returns g^secret. */
  async publish(bits: number, tier: Tier | undefined): Promise<Timed> {
    const { Modulus } = await createModexp(tier && { tier });
    modulus = new Modulus(group(`ffdhe${bits}` as GroupName).p);
    secret = randomBits(bits - 1);
    return powered(modulus, 2n);
  },

  /** Computes the shared secret other^secret, and returns its fingerprint. */
  async agree(other: bigint): Promise<Timed> {
    if (modulus === undefined) throw new Error("publish before you agree");
    const { value: shared, ms } = powered(modulus, other);
    const bytes = toBytes(shared, modulus.byteLength);
    // browsers have no digest on http: pages
    const value = crypto.subtle ? fromBytes(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))) : shared;
    return { value, ms };
  },

  /** The secret. */
  reveal: (): bigint => secret,
};

/** The secret power of `base`. */
function powered(m: NonNullable<typeof modulus>, base: bigint): Timed {
  const { result, ms } = measure(() => m.pow(base, secret));
  return { value: result, ms };
}

export type Party = typeof api;
expose(api);
