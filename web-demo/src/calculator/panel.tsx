/** The calculator: three fields, the power, a link to it, and an optional check against BigInt. */
import type { Remote } from "comlink";
import type { Tier } from "modexp/async";
import { useEffect, useState } from "preact/hooks";
import { CopyButton } from "../shared/copy-button.js";
import { bitCount, bitLength, duration } from "../shared/numbers.js";
import { RunButton } from "../shared/run-button.js";
import { Segments } from "../shared/segments.js";
import { type Task, useTask } from "../shared/use-task.js";
import { withWorkers } from "../shared/workers.js";
import type { Answer, Calculator, Verification } from "./calculator.worker.js";
import { EXAMPLES } from "./examples.js";
import { FIELDS, type Fields, fromHash, toHash } from "./link.js";
import { NumberField } from "./number-field.js";
import { parse, parseModulus } from "./parse.js";

const LABELS = { base: "Base", exponent: "Exponent", modulus: "Modulus" } as const;

type Notation = "decimal" | "hex";

export function CalculatorPanel({ tier }: { readonly tier: Tier | undefined }) {
  const [fields, setFields] = useState<Fields>(() => fromHash(location.hash) ?? EXAMPLES[0].fields());
  const [strict, setStrict] = useState(false);
  const [notation, setNotation] = useState<Notation>("decimal");
  const power = useTask<Answer>();
  const check = useTask<Verification>();

  const fill = (next: Fields) => {
    setFields(next);
    setStrict(false);
    power.reset();
    check.reset();
  };

  const compute = (of: Fields) => {
    setStrict(true);
    check.reset();
    const parsed = parseAll(of);
    if (parsed === undefined) {
      power.reset();
      return;
    }
    history.replaceState(null, "", toHash(of));
    power.start((signal) => withCalculator(signal, (worker) => worker.compute(...parsed, tier)));
  };

  const verify = (answer: Answer) => {
    const parsed = parseAll(fields);
    if (parsed === undefined) return;
    check.start((signal) => withCalculator(signal, (worker) => worker.verify(...parsed, answer.value)));
  };

  useEffect(() => {
    const open = () => {
      const linked = fromHash(location.hash);
      if (linked === undefined) return;
      fill(linked);
      compute(linked);
      document.getElementById("calculator")?.scrollIntoView();
    };
    open();
    addEventListener("hashchange", open);
    return () => removeEventListener("hashchange", open);
    // the page's address is read once, and when it changes
  }, []);

  return (
    <div class="panel calculator">
      <form
        class="calculator__form"
        onSubmit={(event) => {
          event.preventDefault();
          compute(fields);
        }}
      >
        {FIELDS.map((name) => (
          <NumberField
            key={name}
            name={name}
            label={LABELS[name]}
            text={fields[name]}
            parsed={parser(name)(fields[name])}
            strict={strict}
            onInput={(text) => fill({ ...fields, [name]: text })}
          />
        ))}
        <div class="actions">
          {power.state === "running" ? (
            <button key="stop" type="button" class="button" onClick={power.stop}>
              Stop
            </button>
          ) : (
            <button key="go" type="submit" class="button button--main">
              Compute
            </button>
          )}
        </div>
        <div class="actions">
          <span class="small muted">Try</span>
          {EXAMPLES.map(({ name, fields: make }) => (
            <button key={name} type="button" class="button button--small" onClick={() => fill(make())}>
              {name}
            </button>
          ))}
        </div>
      </form>

      <section class="calculator__result" aria-label="Result">
        <p class={power.state === "failed" ? "error" : "muted"} role="status">
          {status(power)}
        </p>
        {power.result && (
          <>
            <Segments
              legend="Notation"
              name="notation"
              value={notation}
              options={[
                { value: "decimal", label: "Decimal" },
                { value: "hex", label: "Hex" },
              ]}
              onChange={setNotation}
            />
            <textarea
              class="digits calculator__digits"
              aria-label="The power"
              readOnly
              rows={Math.min(14, Math.ceil(power.result[notation].length / 32))}
              value={power.result[notation]}
            />
            <div class="actions">
              <CopyButton label="Copy result" text={() => power.result?.[notation] ?? ""} />
              <CopyButton label="Copy link" text={() => new URL(toHash(fields), location.href).href} />
              <RunButton
                task={check}
                label="Verify with BigInt"
                stopLabel="Stop verifying"
                look="small"
                onStart={() => power.result && verify(power.result)}
              />
            </div>
            <p class={check.result?.equal === false ? "error" : ""} role="status">
              {check.state !== "idle" && verdict(check)}
            </p>
          </>
        )}
      </section>
    </div>
  );
}

function status({ state, result, error }: Task<Answer, never>): string {
  if (state === "idle") return "The result appears here.";
  if (state === "running") return "Computing …";
  if (state === "stopped") return "Stopped.";
  if (state === "failed" || result === undefined) return `It could not be computed: ${error}`;
  return `${bitCount(bitLength(result.value))} in ${duration(result.ms)}, ${result.means}.`;
}

function verdict({ state, result, error }: Task<Verification, never>): string {
  if (state === "running") return "The BigInt loop computes …";
  if (state === "stopped") return "Stopped verifying.";
  if (state === "failed" || result === undefined) return `It could not be verified: ${error}`;
  return result.equal
    ? `The BigInt loop comes to the same number, in ${duration(result.ms)}.`
    : "The BigInt loop comes to another number: please report this calculation.";
}

function parser(name: keyof Fields) {
  return name === "modulus" ? parseModulus : parse;
}

/** Base, exponent and modulus; undefined if one of them is no number. */
function parseAll(fields: Fields): [bigint, bigint, bigint] | undefined {
  const [base, exponent, modulus] = FIELDS.map((name) => parser(name)(fields[name]));
  if (!base || !exponent || !modulus) return undefined;
  return "value" in base && "value" in exponent && "value" in modulus
    ? [base.value, exponent.value, modulus.value]
    : undefined;
}

function withCalculator<Result>(
  signal: AbortSignal,
  work: (calculator: Remote<Calculator>) => Promise<Result>,
): Promise<Result> {
  return withWorkers(signal, (hire) =>
    work(hire<Calculator>(new Worker(new URL("./calculator.worker.ts", import.meta.url), { type: "module" }))),
  );
}
