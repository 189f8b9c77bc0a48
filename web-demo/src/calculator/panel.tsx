/** The calculator: three fields, the power, a link to it, and an optional check against BigInt. */
import type { Tier } from "modexp/async";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Code } from "../shared/code.js";
import { CopyButton } from "../shared/copy-button.js";
import { bitCount, bitLength, duration } from "../shared/numbers.js";
import { RunButton } from "../shared/run-button.js";
import { Segments } from "../shared/segments.js";
import { type Task, useTask } from "../shared/use-task.js";
import { KeptWorker } from "../shared/workers.js";
import type { Answer, Calculator, Verification } from "./calculator.worker.js";
import { programsFor } from "./code.js";
import { EXAMPLES, FIRST } from "./examples.js";
import { FIELDS, type Fields, fromHash, toHash } from "./link.js";
import { NumberField } from "./number-field.js";
import { parse, parseModulus } from "./parse.js";

const LABELS = { base: "Base", exponent: "Exponent", modulus: "Modulus" } as const;

const calculator = new KeptWorker<Calculator>(
  () => new Worker(new URL("./calculator.worker.ts", import.meta.url), { type: "module" }),
);

type Notation = "decimal" | "hex";

export function CalculatorPanel({ tier }: { readonly tier: Tier | undefined }) {
  const [fields, setFields] = useState<Fields>(() => fromHash(location.hash) ?? FIRST);
  const [strict, setStrict] = useState(false);
  const [notation, setNotation] = useState<Notation>("decimal");
  const power = useTask<Answer>();
  const check = useTask<Verification>();
  const form = useRef<HTMLFormElement>(null);
  const result = useRef<HTMLElement>(null);
  const pressed = useRef(false);
  // each refusal focuses the first bad field
  const [refusals, setRefusals] = useState(0);
  useLayoutEffect(() => {
    if (refusals > 0) showFirstError(form.current);
  }, [refusals]);
  useLayoutEffect(() => {
    if (pressed.current && (power.state === "done" || power.state === "failed")) showResult(result.current);
  }, [power.state]);

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
      setRefusals((count) => count + 1);
      return;
    }
    history.replaceState(null, "", toHash(of));
    power.start((signal) => calculator.use(signal, (worker) => worker.compute(...parsed, tier)));
  };

  const verify = (answer: Answer) => {
    const parsed = parseAll(fields);
    if (parsed === undefined) return;
    check.start((signal) => calculator.use(signal, (worker) => worker.verify(...parsed, answer.value)));
  };

  useEffect(() => {
    const open = () => {
      const linked = fromHash(location.hash);
      if (linked === undefined) return;
      fill(linked);
      compute(linked);
    };
    open();
    addEventListener("hashchange", open);
    return () => removeEventListener("hashchange", open);
    // reads the page's address once, and when it changes
  }, []);

  return (
    <div class="panel calculator">
      <form
        ref={form}
        class="calculator__form"
        onSubmit={(event) => {
          event.preventDefault();
          pressed.current = true;
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
            <button key={name} type="button" class="button button--small" onClick={async () => fill(await make())}>
              {name}
            </button>
          ))}
        </div>
      </form>

      <section ref={result} class="calculator__result" aria-label="Result">
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
            <Code part="calculator" kind="check" title="Check it elsewhere" code={programs(fields)} />
          </>
        )}
      </section>
    </div>
  );
}

/** Focuses the first field with an error, and scrolls its label and note into view. */
function showFirstError(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.focus({ preventScroll: true });
  field?.closest(".field")?.scrollIntoView({ block: "center" });
}

/** Scrolls to the result if it is below the view, as on a phone. */
function showResult(result: HTMLElement | null): void {
  (result?.querySelector("textarea") ?? result?.querySelector("p"))?.scrollIntoView({ block: "nearest" });
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

/** The calculation in each language. */
function programs(fields: Fields): Readonly<Record<string, string>> | undefined {
  const parsed = parseAll(fields);
  return parsed && programsFor(...parsed);
}

function parser(name: keyof Fields) {
  return name === "modulus" ? parseModulus : parse;
}

/** Base, exponent and modulus, or undefined if one of them is no number. */
function parseAll(fields: Fields): [bigint, bigint, bigint] | undefined {
  const [base, exponent, modulus] = FIELDS.map((name) => parser(name)(fields[name]));
  if (!base || !exponent || !modulus) return undefined;
  return "value" in base && "value" in exponent && "value" in modulus
    ? [base.value, exponent.value, modulus.value]
    : undefined;
}
