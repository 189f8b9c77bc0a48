/** Real uses, each with its steps, its times and its checks. */
import { proxy } from "comlink";
import type { Tier } from "modexp/async";
import { onAllCores } from "../shared/cores.js";
import { Formula } from "../shared/formula.js";
import { withWorkers } from "../shared/workers.js";
import { agreement } from "./agreement.js";
import type { Bls } from "./bls.worker.js";
import type { CurveName, Points } from "./points.worker.js";
import type { Signatures } from "./signatures.worker.js";
import { longSum } from "./sum.js";
import { type Election, tally, VOTES } from "./tally.js";
import { type Setting, type Use, UseCard, type Verdict } from "./use-card.js";

export function UsesPanel({ tier }: { readonly tier: Tier | undefined }) {
  return (
    <div class="uses">
      {USES.map((use) => (
        <UseCard key={use.id} use={use} tier={tier} />
      ))}
    </div>
  );
}

const judged = (good: boolean, right: string, wrong = "A check failed."): Verdict => ({
  good,
  text: good ? right : wrong,
});

const USES: readonly Use[] = [
  {
    id: "agreement",
    title: "A key agreed on in public",
    about:
      "Diffie–Hellman over a group of RFC 7919, as in TLS. Alice and Bob are two workers: each keeps an exponent to itself until the key is agreed on.",
    label: "Agree on a key",
    fields: [
      {
        name: "bits",
        legend: "Bits of the group",
        initial: "3072",
        choices: ["2048", "3072", "4096"],
        group: "group-bits",
      },
    ],
    run: async ({ values, tier, signal, say }) =>
      judged(
        await agreement(Number(values.bits), tier, signal, say),
        "Alice and Bob hold the same key.",
        "The keys differ.",
      ),
  },
  {
    id: "points",
    title: "The same on an elliptic curve",
    about:
      "Diffie–Hellman with points, by modexp/curves and by noble on BigInt. WebCrypto checks it where it has the curve: P-256, but not secp256k1.",
    label: "Agree on a point",
    fields: [{ name: "curve", legend: "Curve", initial: "secp256k1", choices: ["P-256", "secp256k1"], group: "curve" }],
    run: async ({ values, signal, say }) => {
      const same = await withWorkers(signal, (hire) => {
        const worker = new Worker(new URL("./points.worker.ts", import.meta.url), { type: "module" });
        return hire<Points>(worker).agree(values.curve as CurveName, proxy(say));
      });
      return judged(same, "All come to the same point.", "The points differ.");
    },
  },
  {
    id: "signature",
    title: "A signature, and its proof",
    about:
      "RSA with SHA-256. The powers modulo the private key’s two primes are computed side by side; WebCrypto then signs and verifies the same message.",
    label: "Sign and verify",
    needsWebCrypto: true,
    fields: [
      { name: "text", legend: "Message", initial: "I owe you 12.50" },
      { name: "bits", legend: "Bits of the key", initial: "2048", choices: ["2048", "4096"], group: "key-bits" },
    ],
    run: async (setting) => judged(await signature("sign", setting), "modexp and WebCrypto agree in every byte."),
  },
  {
    id: "blind",
    title: "Signed without being seen",
    about:
      "A blind RSA signature (RFC 9474), as for digital cash and private tokens: the bank signs a coin that it cannot recognise later.",
    label: "Sign blindly",
    needsWebCrypto: true,
    fields: [{ name: "text", legend: "Message", initial: "One coin, number 4711" }],
    run: async (setting) =>
      judged(await signature("signBlindly", setting), "A valid signature of a message that the signer never saw."),
  },
  {
    id: "bls",
    title: "Three signatures in one",
    about:
      "BLS signatures on BLS12-381, as in Ethereum: all signatures of one message add up to one. Proofs that each signer knows its secret keep out keys made to cancel others.",
    label: "Sign together",
    needsWebCrypto: true,
    fields: [{ name: "text", legend: "Message", initial: "Pay Dave 12.50" }],
    run: async ({ values, signal, say }) => {
      const good = await withWorkers(signal, (hire) => {
        const worker = new Worker(new URL("./bls.worker.ts", import.meta.url), { type: "module" });
        return hire<Bls>(worker).sign(values.text ?? "", proxy(say));
      });
      return judged(good, "One signature of 96 bytes stands for all three.");
    },
  },
  {
    id: "sum",
    title: "A long sum of points",
    about: (
      <Formula
        text={`A prover commits to many numbers k with one point: the sum of k·P, over as many points P of BLS12-381, computed ${onAllCores()}.`}
      />
    ),
    label: "Sum them up",
    fields: [
      {
        name: "points",
        legend: "Points",
        initial: "4096",
        choices: ["1024", "4096", "16384", "65536"],
        group: "points",
        label: (count) => Number(count).toLocaleString("en"),
      },
    ],
    run: async ({ values, signal, say, onProgress }) =>
      judged(await longSum(Number(values.points), signal, say, onProgress), "The sum is right."),
  },
  {
    id: "tally",
    title: "A vote counted unread",
    about: `${VOTES.toLocaleString("en")} ballots in Paillier’s cryptosystem: the ciphertexts are multiplied, and the product decrypts to the sum. Each ballot takes a power of one base, by its tables, ${onAllCores()}.`,
    label: "Hold the election",
    needsWebCrypto: true,
    fields: [],
    run: async ({ tier, signal, say, onProgress }) => counted(await tally(tier, signal, say, onProgress)),
  },
];

/** An RSA signature, made in a worker: a plain one, or a blind one. */
function signature(method: keyof Signatures, { values, tier, signal, say }: Setting): Promise<boolean> {
  const { text = "", bits = "2048" } = values;
  return withWorkers(signal, (hire) => {
    const worker = new Worker(new URL("./signatures.worker.ts", import.meta.url), { type: "module" });
    return hire<Signatures>(worker)[method](text, Number(bits), tier, proxy(say));
  });
}

function counted({ yes, cast }: Election): Verdict {
  const right = `${yes} yes, ${VOTES - yes} no, and no ballot was opened.`;
  return { ...judged(yes === cast, right, `The count is ${yes}, but ${cast} voted yes.`), picture: <Bar yes={yes} /> };
}

function Bar({ yes }: { readonly yes: number }) {
  return (
    <div class="votes" aria-hidden="true">
      <div style={{ transform: `scaleX(${yes / VOTES})` }} />
    </div>
  );
}
