/** One real use: its description, its fields, its button, and its steps. */
import type { Tier } from "modexp/async";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { toHash, useAddress } from "../shared/address.js";
import { Check, Code } from "../shared/code.js";
import { CopyButton } from "../shared/copy-button.js";
import { Formula } from "../shared/formula.js";
import { duration } from "../shared/numbers.js";
import { Progress } from "../shared/progress.js";
import { webCryptoMissing } from "../shared/rsa-key.js";
import { RunButton } from "../shared/run-button.js";
import { Segments } from "../shared/segments.js";
import { useTask } from "../shared/use-task.js";
import type { Line, Say } from "./line.js";

/** A field to fill in before: a choice, or a text. The address keeps its value by its `name`. */
interface Field {
  readonly name: string;
  readonly legend: string;
  readonly initial: string;
  /** The values to choose from, and the name of the group of radio buttons. */
  readonly choices?: readonly string[];
  readonly group?: string;
  /** How a choice looks. */
  readonly label?: (value: string) => string;
}

/** The values and callbacks of a run. */
export interface Setting {
  /** The values of the fields. */
  readonly values: Readonly<Record<string, string>>;
  readonly tier: Tier | undefined;
  readonly signal: AbortSignal;
  readonly say: Say;
  onProgress(done: number): void;
}

/** The end of a run. */
export interface Verdict {
  readonly good: boolean;
  readonly text: string;
  /** A picture of the result. */
  readonly picture?: ComponentChildren;
}

export interface Use {
  readonly id: string;
  readonly title: string;
  readonly about: ComponentChildren;
  readonly label: string;
  readonly needsWebCrypto?: boolean;
  readonly fields: readonly Field[];
  run(setting: Setting): Promise<Verdict>;
}

/** The lines so far, and the progress of the present one, from 0 to 1. */
interface Said {
  readonly lines: readonly Line[];
  readonly done?: number;
}

interface Props {
  readonly use: Use;
  readonly tier: Tier | undefined;
}

export function UseCard({ use, tier }: Props) {
  const { id, title, about, label, needsWebCrypto, fields, run } = use;
  const [values, change] = useAddress(
    id,
    Object.fromEntries(fields.map(({ name, initial }) => [name, initial])),
    Object.fromEntries(fields.flatMap(({ name, choices }) => (choices ? [[name, choices]] : []))),
  );
  const task = useTask<Verdict, Said>();
  const start = () =>
    task.start((signal, report) => {
      let said: Said = { lines: [] };
      const update = (next: Said) => {
        said = next;
        report(said);
      };
      const say: Say = (line) => update({ lines: [...said.lines, line] });
      return run({ values, tier, signal, say, onProgress: (done) => update({ ...said, done }) });
    });
  const { lines = [], done } = task.progress ?? {};
  const end = task.result;
  const obstacle = needsWebCrypto ? webCryptoMissing() : undefined;
  return (
    <article id={id} class="panel use" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{title}</h3>
      <p class="use__about">{about}</p>
      <div class="use__controls">
        {fields.map((field) => (
          <Control
            key={field.name}
            field={field}
            value={values[field.name] ?? ""}
            onChange={(value) => change({ [field.name]: value })}
          />
        ))}
        <RunButton task={task} label={label} disabled={obstacle !== undefined} onStart={start} />
      </div>
      {obstacle && <p class="notice">{obstacle}</p>}
      {task.state === "running" && <Progress label={title} state={task.state} done={done} />}
      {lines.length > 0 && <Transcript lines={lines} />}
      <p class={end?.good === false || task.error ? "use__verdict error" : "use__verdict"} role="status">
        {task.state === "stopped" && "Stopped."}
        {task.state === "failed" && `It failed: ${task.error}`}
        {task.state === "done" && end?.text}
      </p>
      {end?.picture}
      <Check part={id} python={lines.find(({ python }) => python)?.python} />
      <UseCode id={id} />
      {fields.length > 0 && (
        <div class="actions">
          <CopyButton label="Copy link" text={() => new URL(toHash(id, values), location.href).href} />
        </div>
      )}
    </article>
  );
}

interface ControlProps {
  readonly field: Field;
  readonly value: string;
  onChange(value: string): void;
}

function Control({ field, value, onChange }: ControlProps) {
  const { legend, choices, group = "", label = (each) => each } = field;
  if (choices === undefined) {
    return (
      <label class="field">
        <span class="field__label">{legend}</span>
        <input value={value} onInput={(event) => onChange(event.currentTarget.value)} />
      </label>
    );
  }
  const options = choices.map((each) => ({ value: each, label: label(each) }));
  return <Segments legend={legend} name={group} value={value} options={options} onChange={onChange} />;
}

/** The code of a use, loaded when it is opened. */
function UseCode({ id }: { readonly id: string }) {
  const [code, setCode] = useState<Readonly<Record<string, string>>>();
  const load = async () => {
    const { default: all } = await import("virtual:code");
    const { typescript = "", rust = "" } = all[id] ?? {};
    setCode({ TypeScript: typescript, Rust: rust });
  };
  return <Code part={id} kind="code" title="Code" code={code} onOpen={load} />;
}

function Transcript({ lines }: { readonly lines: readonly Line[] }) {
  return (
    <ol class="transcript">
      {lines.map(({ what, detail, ms, passed }) => (
        <li key={what} class="transcript__line">
          <span class={passed === undefined ? "" : passed ? "passed" : "error"}>
            {passed === false ? "Not so: " : ""}
            <Formula text={what} />
          </span>
          <span class="transcript__time mono">{ms === undefined ? "" : duration(ms)}</span>
          {detail && (
            <code class="transcript__detail">
              <Formula text={detail} />
            </code>
          )}
        </li>
      ))}
    </ol>
  );
}
