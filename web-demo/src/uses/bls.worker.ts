/** A BLS signature of three signers on BLS12-381: by modexp, and by noble on BigInt. */
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { expose } from "comlink";
import { createPairings, type G2Point, type Point } from "modexp/pairings/async";
import { fromBytes, literal, randomBelow, shortHex, toBytes } from "../shared/numbers.js";
import { hashToG2 } from "./hash-to-curve.js";
import { type Say, timedOften } from "./line.js";
import { signatureOfAll } from "./python.js";

// draft-irtf-cfrg-bls-signature, section 4.2.3: keys in G1, signatures in G2, proofs of possession
const SIGNATURE = "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
const PROOF = "BLS_POP_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";

/** The signers, with the letters of their secrets and keys. */
const SIGNERS = [
  ["Alice", "a", "A"],
  ["Bob", "b", "B"],
  ["Carol", "c", "C"],
] as const;

const SECRET_BYTES = 32;

const utf8 = (text: string) => new TextEncoder().encode(text);
const hexOf = (bytes: Uint8Array) => `${shortHex(fromBytes(bytes))}, ${bytes.length} bytes`;

const api = {
  /** Three secrets, keys and signatures of one message, their sum, and the verifier's result. */
  async sign(text: string, say: Say): Promise<boolean> {
    const { Pairing } = await createPairings();
    const e = new Pairing("BLS12-381");
    const { g1, g2 } = e;
    const toKey = (P: Point) => g1.encode(P, { compressed: true });
    const toSignature = (P: G2Point) => g2.encode(P, { compressed: true });
    const addUp = (Ps: readonly G2Point[]) => toSignature(Ps.reduce((sum, P) => g2.add(sum, P)));
    const minusG = g1.negate(g1.g);
    // e(G, S) = e(K, H); S and K arrived as bytes
    const verifies = (K: Uint8Array, H: G2Point, S: Uint8Array) =>
      e.isOne([
        [minusG, g2.decode(S)],
        [g1.decode(K), H],
      ]);

    const signers = SIGNERS.map(([name, a, A]) => {
      const secret = randomBelow(e.order);
      const P = g1.multiply(secret);
      const key = toKey(P);
      say({ what: `${name} draws a secret ${a} and sends the key ${A} = ${a}·G`, detail: hexOf(key) });
      return { secret, P, key };
    });
    const proofs = signers.map(async ({ secret, key }) => {
      const H = await hashToG2(e, key, PROOF);
      return verifies(key, H, toSignature(g2.multiply(secret, H)));
    });
    const proven = (await Promise.all(proofs)).every((holds) => holds);
    say({ what: "Each signs its own key, as proof that it knows the secret" });

    const hash = () => hashToG2(e, utf8(text), SIGNATURE);
    const H = await timedOften(say, "The message m is hashed to a point H(m)", hash, (P) => hexOf(toSignature(P)));
    const signAll = () => signers.map(({ secret }) => g2.multiply(secret, H));
    const signatures = await timedOften(say, "They sign: a·H(m), b·H(m), c·H(m)", signAll, () => "");
    const S = addUp(signatures);
    say({ what: "The three signatures, added, are one: S", detail: hexOf(S) });
    const K = toKey(signers.map(({ P }) => P).reduce((sum, P) => g1.add(sum, P)));
    say({ what: "The three keys, added, are one: K = A + B + C", detail: hexOf(K) });
    const check = () => verifies(K, H, S);
    const valid = await timedOften(say, "The verifier checks e(G, S) = e(K, H(m))", check, () => "two pairings");

    const { longSignatures: noble } = bls12_381;
    const nobleH = noble.hash(utf8(text), SIGNATURE);
    const nobleS = signers.map(({ secret }) => noble.sign(nobleH, toBytes(secret, SECRET_BYTES)));
    const nobleCheck = () => noble.verify(S, nobleH, K);
    const validByNoble = await timedOften(say, "noble checks the same on BigInt", nobleCheck, () => "");
    const sameByNoble = fromBytes(noble.aggregateSignatures(nobleS).toBytes()) === fromBytes(S);

    const changed = `${text}0`;
    const changedH = await hashToG2(e, utf8(changed), SIGNATURE);
    const checks: [what: string, passed: boolean, detail?: string][] = [
      ["The three proofs hold", proven],
      ["e(G, S) = e(K, H(m)): all three have signed", valid],
      ["A changed message is refused", !verifies(K, changedH, S), changed],
      ["Without Carol’s signature it is refused", !verifies(K, H, addUp(signatures.slice(0, 2)))],
      ["noble makes the same S, and accepts it", sameByNoble && validByNoble],
    ];
    const sum = `(${signers.map(({ secret }) => literal(secret)).join("+")})%${literal(e.order)}`;
    const python = signatureOfAll(sum, g2.p, H);
    for (const [what, passed, detail = ""] of checks) say({ what, passed, detail, python });
    return checks.every(([, passed]) => passed);
  },
};

export type Bls = typeof api;
expose(api);
