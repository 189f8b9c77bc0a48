/** The progress of a task. */
import type { State } from "./use-task.js";

interface Props {
  readonly label: string;
  readonly state: State;
  /** From 0 to 1, or undefined if unknown. */
  readonly done: number | undefined;
}

export function Progress({ label, state, done }: Props) {
  const value = state === "running" ? done : state === "done" ? 1 : 0;
  return <progress class="meter" aria-label={label} max={1} {...(value !== undefined && { value })} />;
}
