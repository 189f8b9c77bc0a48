/** One power, product by product: the exponent's bits cut into windows, and the cost of each window. */
import type { Plan } from "modexp/async";
import { useMemo } from "preact/hooks";
import { useAddress } from "../shared/address.js";
import { Check } from "../shared/code.js";
import { Formula } from "../shared/formula.js";
import { bitCount, bitLength, randomBits } from "../shared/numbers.js";
import { powerOf } from "../shared/python.js";
import { Segments } from "../shared/segments.js";
import { chooseCut } from "./choose-cut.js";
import type { ExponentPlans } from "./engine.worker.js";
import { usePlayer } from "./player.js";
import { EXPONENT_BITS, MODULUS_BITS } from "./tiers.js";
import { type Cut, type Digit, type Step, type Trace, trace } from "./trace.js";

// small enough to read, large enough to look realistic
const BASE = 3n;
const MODULUS = 2n ** 61n - 1n;

const SECONDS = 12;

export function PowerPanel({ plans }: { readonly plans: readonly ExponentPlans[] }) {
  const [fields, change] = useAddress(
    "inside",
    { exponent: drawn(64), secrecy: "secret" },
    { secrecy: ["secret", "public"] },
  );
  const exponent = useMemo(() => exponentOf(fields.exponent), [fields.exponent]);
  const bits = `${bitLength(exponent)}`;
  const secret = fields.secrecy === "secret";
  const plan = plans.find((each) => each.bits === Number(bits));
  const power = useMemo(() => {
    const cut = secret && plan ? plan.secret : chooseCut(exponent);
    return { cut, trace: trace(BASE, exponent, MODULUS, cut) };
  }, [exponent, secret, plan]);
  const { steps, table, digits, squarings, multiplications } = power.trace;
  const player = usePlayer(power, steps.length, Math.max(6, steps.length / SECONDS));
  const done = steps.slice(0, player.at);
  const last = done.at(-1);

  return (
    <div class="panel power">
      <div class="power__controls">
        <Segments
          legend="Bits of the exponent"
          name="exponent-size"
          value={bits}
          options={EXPONENT_BITS.map((value) => ({ value: `${value}`, label: `${value}` }))}
          onChange={(size) => change({ exponent: drawn(Number(size)) })}
        />
        <Segments
          legend="The exponent is"
          name="secrecy"
          value={secret ? "secret" : "public"}
          options={[
            { value: "secret", label: "secret: constant time" },
            { value: "public", label: "public: faster" },
          ]}
          onChange={(secrecy) => change({ secrecy })}
        />
        <button type="button" class="button" onClick={() => change({ exponent: drawn(Number(bits)) })}>
          Another exponent
        </button>
      </div>

      <p class="power__plan">
        <b>{methodName(power.cut)}</b> of {bitCount(power.cut.window)}: <b class="mono">{squarings}</b> squarings and{" "}
        <b class="mono">{multiplications}</b> multiplications. Bit by bit it would be {plainCount(exponent)}.
      </p>
      {plan && (
        <p class="muted">
          <code>
            plan({bits}, {`{ secret: ${secret}, modulusBits: ${MODULUS_BITS} }`})
          </code>{" "}
          predicts {secret ? "exactly this beforehand, whatever the bits are" : atMost(plan.open)}.
        </p>
      )}

      <TableStrip table={table} done={done} />
      <DigitStrip digits={digits} steps={steps} at={player.at} />

      <div class="power__player">
        <div class="actions">
          <button type="button" class="button button--main" onClick={player.playing ? player.pause : player.play}>
            {player.playing ? "Pause" : "Play"}
          </button>
          <button type="button" class="button" onClick={() => player.goTo(player.at - 1)} disabled={player.at === 0}>
            Back
          </button>
          <button
            type="button"
            class="button"
            onClick={() => player.goTo(player.at + 1)}
            disabled={player.at === steps.length}
          >
            Step
          </button>
        </div>
        <label class="power__scrub">
          <span class="visually-hidden">Step</span>
          <input
            type="range"
            min={0}
            max={steps.length}
            value={player.at}
            aria-valuetext={`step ${player.at} of ${steps.length}`}
            onInput={(event) => player.goTo(event.currentTarget.valueAsNumber)}
          />
        </label>
      </div>
      <Counts power={power.trace} done={done} />
      <p class="power__now mono" aria-live={player.playing ? "off" : "polite"}>
        <span>
          <Formula text={describe(last)} />
        </span>{" "}
        <span class="power__value">{(last?.result ?? BASE).toString(16).padStart(16, "0")}</span>
      </p>
      <Check part="inside" python={powerOf({ base: BASE, exponent, modulus: MODULUS })} />
    </div>
  );
}

function TableStrip({ table, done }: { readonly table: readonly number[]; readonly done: readonly Step[] }) {
  const made = new Set(done.map(({ makes }) => makes));
  const used = done.at(-1)?.by;
  return (
    <div class="strip">
      <p class="strip__name">Table of powers</p>
      <ol class="cells">
        {table.map((power) => (
          <li key={power} class={cellClass("cell", { on: power < 2 || made.has(power), now: power === used })}>
            b<sup>{power}</sup>
          </li>
        ))}
      </ol>
    </div>
  );
}

interface DigitStripProps {
  readonly digits: readonly Digit[];
  readonly steps: readonly Step[];
  readonly at: number;
}

function DigitStrip({ digits, steps, at }: DigitStripProps) {
  const now = steps[at - 1]?.digit ?? (at > 0 ? undefined : -1);
  const firstOfDigits = steps.findIndex(({ digit }) => digit !== undefined);
  const stepsOf = (digit: number) => steps.flatMap((step, i) => (step.digit === digit ? [{ ...step, i }] : []));
  return (
    <div class="strip">
      <p class="strip__name">Exponent, from the top bit</p>
      <ol class="digits-strip">
        {digits.map(({ bits, value }, i) => {
          const own = stepsOf(i);
          const begun = i === 0 ? at >= (firstOfDigits < 0 ? steps.length : firstOfDigits) : (own[0]?.i ?? 0) < at;
          return (
            <li key={i} class={cellClass("digit", { on: begun, now: now === i })}>
              <span class="digit__bits">{bits}</span>
              <span class="digit__steps" aria-hidden="true">
                {i === 0 && <i class={cellClass("op op--load", { on: begun })} />}
                {own.map(({ kind, i: step }) => (
                  <i key={step} class={cellClass(`op op--${kind}`, { on: step < at })} />
                ))}
              </span>
              <span class="digit__value">
                {value === undefined ? "" : i === 0 ? "= " : "× "}
                {value !== undefined && (
                  <>
                    b<sup>{value}</sup>
                  </>
                )}
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function Counts({ power, done }: { readonly power: Trace; readonly done: readonly Step[] }) {
  const squared = done.filter(({ kind }) => kind === "square").length;
  return (
    <dl class="counts">
      <div>
        <dt>
          <i class="op op--square on" aria-hidden="true" /> Squarings
        </dt>
        <dd class="mono">
          {squared} <span class="muted">of {power.squarings}</span>
        </dd>
      </div>
      <div>
        <dt>
          <i class="op op--multiply on" aria-hidden="true" /> Multiplications
        </dt>
        <dd class="mono">
          {done.length - squared} <span class="muted">of {power.multiplications}</span>
        </dd>
      </div>
    </dl>
  );
}

function describe(step: Step | undefined): string {
  if (step === undefined) return "base b = 3, modulo 2^61 − 1:";
  if (step.makes !== undefined) return `table: b^${step.makes} =`;
  return step.kind === "square" ? "acc = acc^2 =" : `acc = acc × b^${step.by} =`;
}

function plainCount(exponent: bigint): string {
  const bits = exponent.toString(2);
  const ones = bits.replaceAll("0", "").length;
  return `${bits.length - 1} and ${ones - 1}`;
}

/** A random exponent of `bits` bits, as the address has it. */
function drawn(bits: number): string {
  return `0x${((1n << BigInt(bits - 1)) | randomBits(bits - 1)).toString(16)}`;
}

/** The exponent in the address. If the panel does not offer its length, a random one. */
function exponentOf(text: string): bigint {
  const exponent = /^0x[0-9a-f]{1,64}$/i.test(text) ? BigInt(text) : 0n;
  return EXPONENT_BITS.some((bits) => bits === bitLength(exponent)) ? exponent : BigInt(drawn(64));
}

function cellClass(name: string, { on, now = false }: { on: boolean; now?: boolean }): string {
  return `${name}${on ? " on" : ""}${now ? " now" : ""}`;
}

function methodName({ method }: Cut): string {
  return { "fixed-window": "Fixed windows", "sliding-window": "Sliding windows", "m-ary": "Digits" }[method];
}

function atMost({ squarings, multiplications }: Plan): string {
  return `no more than ${squarings + multiplications} products for any exponent of this length`;
}
