/** RSA in a worker: a signature, and a blind one. */
import { expose } from "comlink";
import { createModexp, type Modexp, type Tier } from "modexp/async";
import { randomBelow, shortHex, toBytes } from "../shared/numbers.js";
import { keyBytes, makeRsaKey, pssVerifier, type RsaKey } from "../shared/rsa-key.js";
import { type Say, timed, timedOften } from "./line.js";
import { pkcs1, pss, SALT_LENGTH } from "./padding.js";
import { isPkcs1, isPss } from "./python.js";

const PKCS1 = "RSASSA-PKCS1-v1_5";

const encode = (text: string) => new TextEncoder().encode(text);

async function prepare(bits: number, tier: Tier | undefined, say: Say): Promise<[RsaKey, Modexp]> {
  const modexp = await createModexp(tier && { tier });
  const key = await timed(
    say,
    `WebCrypto makes a key of ${bits} bits`,
    () => makeRsaKey(bits),
    ({ n }) => `n = ${shortHex(n)}`,
  );
  return [key, modexp];
}

const api = {
  /** Signs and verifies, also with WebCrypto. */
  async sign(text: string, bits: number, tier: Tier | undefined, say: Say): Promise<boolean> {
    const [key, modexp] = await prepare(bits, tier, say);
    const message = encode(text);
    const padded = await pkcs1(message, keyBytes(key));
    const privateKey = new modexp.CrtModulus([key.p, key.q], { modulus: key.n });
    const signature = await timedOften(
      say,
      "modexp signs, by the two primes",
      () => privateKey.privateKeyOp(padded, key.d),
      (s) => `s = ${shortHex(s)}`,
    );

    const { subtle } = crypto;
    const theirs = await timedOften(
      say,
      "WebCrypto signs the same message",
      async () => new Uint8Array(await subtle.sign(PKCS1, key.pair.privateKey, message)),
      () => "",
    );
    const ours = toBytes(signature, keyBytes(key));
    const equal = theirs.every((byte, i) => byte === ours[i]);
    say({ what: "Both signatures are the same", passed: equal });

    const opened = await timed(
      say,
      "modexp verifies: s^65537 mod n",
      () => modexp.modPowVartime(signature, key.e, key.n),
      (m) => shortHex(m),
    );
    say({ what: "It is the padded hash of the message", passed: opened === padded });
    const valid = await subtle.verify(PKCS1, key.pair.publicKey, ours, message);
    const python = isPkcs1({ n: key.n, signature, message }, keyBytes(key));
    say({ what: "WebCrypto accepts modexp’s signature", passed: valid, python });
    const forged = await subtle.verify(PKCS1, key.pair.publicKey, ours, encode(`${text}.`));
    say({ what: "and refuses it for a changed message", passed: !forged });
    return equal && opened === padded && valid && !forged;
  },

  /** RFC 9474, RSABSSA-SHA384-PSS-Randomized: the signer never sees the message. */
  async signBlindly(text: string, bits: number, tier: Tier | undefined, say: Say): Promise<boolean> {
    const [key, modexp] = await prepare(bits, tier, say);
    const { e, n } = key;
    const prepared = Uint8Array.of(...crypto.getRandomValues(new Uint8Array(32)), ...encode(text));
    const padded = await pss(prepared, bits);
    const factor = randomBelow(n);
    const blinded = await timed(
      say,
      "You pad the message and blind it: z = m × r^e mod n",
      () => (padded * modexp.modPow(factor, e, n)) % n,
      (z) => `z = ${shortHex(z)}`,
    );
    const signed = await timed(
      say,
      "The signer, who sees nothing but z, signs it",
      () => new modexp.CrtModulus([key.p, key.q], { modulus: n }).privateKeyOp(blinded, key.d),
      (s) => `z^d = ${shortHex(s)}`,
    );
    const signature = await timed(
      say,
      "You take the blinding off: s = z^d × r^−1 mod n",
      () => (signed * modexp.modInverse(factor, n)) % n,
      (s) => `s = ${shortHex(s)}`,
    );

    say({ what: "s^e is the padded message", passed: modexp.modPowVartime(signature, e, n) === padded });
    const verifier = await pssVerifier(key);
    const parameters = { name: "RSA-PSS", saltLength: SALT_LENGTH };
    const valid = await crypto.subtle.verify(parameters, verifier, toBytes(signature, keyBytes(key)), prepared);
    const python = isPss({ n, signature, message: prepared }, keyBytes(key));
    say({ what: "WebCrypto accepts it as an RSA-PSS signature of the message", passed: valid, python });
    const direct = await crypto.subtle.verify(parameters, verifier, toBytes(signed, keyBytes(key)), prepared);
    say({ what: "and refuses what the signer saw", passed: !direct });
    return valid && !direct;
  },
};

export type Signatures = typeof api;
expose(api);
