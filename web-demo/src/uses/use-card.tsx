/** One real use: its description, its button, and its steps. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { type Fields, toHash } from "../shared/address.js";
import { Code } from "../shared/code.js";
import { CopyButton } from "../shared/copy-button.js";
import { Formula } from "../shared/formula.js";
import { duration } from "../shared/numbers.js";
import { Progress } from "../shared/progress.js";
import { RunButton } from "../shared/run-button.js";
import { type Task, useTask } from "../shared/use-task.js";
import type { Line, Say } from "./line.js";

/** The lines so far, and the progress of the present one, from 0 to 1. */
export interface Said {
  readonly lines: readonly Line[];
  readonly done?: number | undefined;
}

export type UseTask<Result> = Task<Result, Said>;

/** A task that collects its reported lines. */
export function useTelling<Result>() {
  const task = useTask<Result, Said>();
  const start = (work: (signal: AbortSignal, say: Say, onProgress: (done: number) => void) => Promise<Result>) =>
    task.start((signal, onProgress) => {
      let said: Said = { lines: [] };
      const update = (next: Said) => {
        said = next;
        onProgress(said);
      };
      const say: Say = (line) => update({ lines: [...said.lines, line] });
      return work(signal, say, (done) => update({ ...said, done }));
    });
  return { task, start };
}

interface Props<Result> {
  readonly id: string;
  readonly title: string;
  readonly about: ComponentChildren;
  readonly task: UseTask<Result>;
  readonly label: string;
  /** The reason why it cannot run here. */
  readonly obstacle?: string | undefined;
  readonly verdict: (result: Result) => { readonly text: string; readonly good: boolean };
  /** The values of the fields, for a link. */
  readonly fields?: Fields;
  /** The fields to fill in before. */
  readonly children?: ComponentChildren;
  /** A picture of the result. */
  readonly picture?: ComponentChildren;
  onStart(): void;
}

export function UseCard<Result>({
  id,
  title,
  about,
  task,
  label,
  obstacle,
  verdict,
  fields,
  children,
  picture,
  onStart,
}: Props<Result>) {
  const { lines = [], done } = task.progress ?? {};
  const end = task.result === undefined ? undefined : verdict(task.result);
  return (
    <article id={id} class="panel use" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{title}</h3>
      <p class="use__about">{about}</p>
      <div class="use__controls">
        {children}
        <RunButton task={task} label={label} disabled={obstacle !== undefined} onStart={onStart} />
      </div>
      {obstacle && <p class="notice">{obstacle}</p>}
      {task.state === "running" && <Progress label={title} state={task.state} done={done} />}
      {lines.length > 0 && <Transcript lines={lines} />}
      <p class={end?.good === false || task.error ? "use__verdict error" : "use__verdict"} role="status">
        {task.state === "stopped" && "Stopped."}
        {task.state === "failed" && `It failed: ${task.error}`}
        {task.state === "done" && end?.text}
      </p>
      {picture}
      <UseCode id={id} />
      {fields && (
        <div class="actions">
          <CopyButton label="Copy link" text={() => new URL(toHash(id, fields), location.href).href} />
        </div>
      )}
    </article>
  );
}

/** The code of a use, loaded when it is opened. */
function UseCode({ id }: { readonly id: string }) {
  const [code, setCode] = useState<Readonly<Record<string, string>>>();
  const load = async () => {
    const { default: all } = await import("virtual:code");
    const { typescript = "", rust = "" } = all[id] ?? {};
    setCode({ TypeScript: typescript, Rust: rust });
  };
  return <Code id={id} title="Code" code={code} onOpen={load} />;
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
