/** Real uses, each with its steps, its times and its checks. */
import type { Tier } from "modexp/async";
import { useAddress } from "../shared/address.js";
import { onAllCores } from "../shared/cores.js";
import { Formula } from "../shared/formula.js";
import { webCryptoMissing } from "../shared/rsa-key.js";
import { Segments } from "../shared/segments.js";
import { agreement } from "./agreement.js";
import { jointSignature } from "./bls.js";
import { pointAgreement } from "./points.js";
import { signature } from "./signatures.js";
import { longSum } from "./sum.js";
import { type Election, tally, VOTES } from "./tally.js";
import { UseCard, useTelling } from "./use-card.js";

interface Props {
  readonly tier: Tier | undefined;
}

const toOptions = <Value extends string>(values: readonly Value[]) => values.map((value) => ({ value, label: value }));

export function UsesPanel({ tier }: Props) {
  return (
    <div class="uses">
      <AgreementCard tier={tier} />
      <PointsCard />
      <SignatureCard tier={tier} />
      <BlindCard tier={tier} />
      <BlsCard />
      <SumCard />
      <TallyCard tier={tier} />
    </div>
  );
}

const GROUPS = ["2048", "3072", "4096"] as const;

function AgreementCard({ tier }: Props) {
  const [fields, change] = useAddress("agreement", { bits: "3072" }, { bits: GROUPS });
  const { task, start } = useTelling<boolean>();
  return (
    <UseCard
      id="agreement"
      title="A key agreed on in public"
      about="Diffie–Hellman over a group of RFC 7919, as in TLS. Alice and Bob are two workers: each keeps an exponent to itself."
      task={task}
      label="Agree on a key"
      verdict={(good) => ({ good, text: good ? "Alice and Bob hold the same key." : "The keys differ." })}
      onStart={() => start((signal, say) => agreement(Number(fields.bits), tier, signal, say))}
      fields={fields}
    >
      <Segments
        legend="Bits of the group"
        name="group-bits"
        value={fields.bits}
        options={toOptions(GROUPS)}
        onChange={(bits) => change({ bits })}
      />
    </UseCard>
  );
}

const CURVES = ["P-256", "secp256k1"] as const;

function PointsCard() {
  const [fields, change] = useAddress("points", { curve: "secp256k1" }, { curve: CURVES });
  const { task, start } = useTelling<boolean>();
  return (
    <UseCard
      id="points"
      title="The same on an elliptic curve"
      about="Diffie–Hellman with points, by modexp/curves and by noble on BigInt. WebCrypto checks it where it has the curve: P-256, but not secp256k1."
      task={task}
      label="Agree on a point"
      verdict={(good) => ({ good, text: good ? "All come to the same point." : "The points differ." })}
      onStart={() => start((signal, say) => pointAgreement(fields.curve as (typeof CURVES)[number], signal, say))}
      fields={fields}
    >
      <Segments
        legend="Curve"
        name="curve"
        value={fields.curve}
        options={toOptions(CURVES)}
        onChange={(curve) => change({ curve })}
      />
    </UseCard>
  );
}

const KEYS = ["2048", "4096"] as const;

function SignatureCard({ tier }: Props) {
  const [fields, change] = useAddress("signature", { text: "I owe you 12.50", bits: "2048" }, { bits: KEYS });
  const { text, bits } = fields;
  const { task, start } = useTelling<boolean>();
  return (
    <UseCard
      id="signature"
      title="A signature, and its proof"
      about="RSA with SHA-256. The powers modulo the private key’s two primes are computed side by side; WebCrypto then signs and verifies the same message."
      task={task}
      label="Sign and verify"
      obstacle={webCryptoMissing()}
      verdict={(good) => ({ good, text: good ? "modexp and WebCrypto agree in every byte." : "A check failed." })}
      onStart={() => start((signal, say) => signature("sign", { text, bits: Number(bits), tier }, signal, say))}
      fields={fields}
    >
      <label class="field">
        <span class="field__label">Message</span>
        <input value={text} onInput={(event) => change({ text: event.currentTarget.value })} />
      </label>
      <Segments
        legend="Bits of the key"
        name="key-bits"
        value={bits}
        options={toOptions(KEYS)}
        onChange={(next) => change({ bits: next })}
      />
    </UseCard>
  );
}

function BlindCard({ tier }: Props) {
  const [fields, change] = useAddress("blind", { text: "One coin, number 4711" });
  const { text } = fields;
  const { task, start } = useTelling<boolean>();
  return (
    <UseCard
      id="blind"
      title="Signed without being seen"
      about="A blind RSA signature (RFC 9474), as for digital cash and private tokens: the bank signs a coin that it cannot recognise later."
      task={task}
      label="Sign blindly"
      obstacle={webCryptoMissing()}
      verdict={(good) => ({
        good,
        text: good ? "A valid signature of a message that the signer never saw." : "A check failed.",
      })}
      onStart={() => start((signal, say) => signature("signBlindly", { text, bits: 2048, tier }, signal, say))}
      fields={fields}
    >
      <label class="field">
        <span class="field__label">Message</span>
        <input value={text} onInput={(event) => change({ text: event.currentTarget.value })} />
      </label>
    </UseCard>
  );
}

function BlsCard() {
  const [fields, change] = useAddress("bls", { text: "Pay Dave 12.50" });
  const { text } = fields;
  const { task, start } = useTelling<boolean>();
  return (
    <UseCard
      id="bls"
      title="Three signatures in one"
      about="BLS signatures on BLS12-381, as in Ethereum: all signatures of one message add up to one. Proofs that each signer knows its secret keep out keys made to cancel others."
      task={task}
      label="Sign together"
      obstacle={webCryptoMissing()}
      verdict={(good) => ({ good, text: good ? "One signature of 96 bytes stands for all three." : "A check failed." })}
      onStart={() => start((signal, say) => jointSignature(text, signal, say))}
      fields={fields}
    >
      <label class="field">
        <span class="field__label">Message</span>
        <input value={text} onInput={(event) => change({ text: event.currentTarget.value })} />
      </label>
    </UseCard>
  );
}

const COUNTS = ["1024", "4096", "16384", "65536"] as const;

function SumCard() {
  const [fields, change] = useAddress("sum", { points: "4096" }, { points: COUNTS });
  const { task, start } = useTelling<boolean>();
  return (
    <UseCard
      id="sum"
      title="A long sum of points"
      about={
        <Formula
          text={`A prover commits to many numbers k with one point: the sum of k·P, over as many points P of BLS12-381, computed ${onAllCores()}.`}
        />
      }
      task={task}
      label="Sum them up"
      verdict={(good) => ({ good, text: good ? "The sum is right." : "A check failed." })}
      onStart={() => start((signal, say, onProgress) => longSum(Number(fields.points), signal, say, onProgress))}
      fields={fields}
    >
      <Segments
        legend="Points"
        name="points"
        value={fields.points}
        options={COUNTS.map((value) => ({ value, label: Number(value).toLocaleString("en") }))}
        onChange={(points) => change({ points })}
      />
    </UseCard>
  );
}

function TallyCard({ tier }: Props) {
  const { task, start } = useTelling<Election>();
  return (
    <UseCard
      id="tally"
      title="A vote counted unread"
      about={`${VOTES.toLocaleString("en")} ballots in Paillier’s cryptosystem: the ciphertexts are multiplied, and the product decrypts to the sum. Each ballot takes a power of one base, by its tables, ${onAllCores()}.`}
      task={task}
      label="Hold the election"
      obstacle={webCryptoMissing()}
      verdict={({ yes, cast }) => ({
        good: yes === cast,
        text:
          yes === cast
            ? `${yes} yes, ${VOTES - yes} no, and no ballot was opened.`
            : `The count is ${yes}, but ${cast} voted yes.`,
      })}
      onStart={() => start((signal, say, onProgress) => tally(tier, signal, say, onProgress))}
      picture={task.result && <Bar {...task.result} />}
    />
  );
}

function Bar({ yes }: Election) {
  return (
    <div class="votes" aria-hidden="true">
      <div style={{ transform: `scaleX(${yes / VOTES})` }} />
    </div>
  );
}
