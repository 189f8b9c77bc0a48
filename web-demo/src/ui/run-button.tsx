/** The button that starts a task, and stops it while it runs. */
import type { Task } from "../work/use-task.js";

interface Props {
  readonly task: Pick<Task<never, never>, "state" | "stop">;
  readonly label: string;
  readonly stopLabel?: string;
  readonly main?: boolean;
  readonly disabled?: boolean;
  onStart(): void;
}

export function RunButton({ task, label, stopLabel = "Stop", main = true, disabled = false, onStart }: Props) {
  const running = task.state === "running";
  return (
    <button
      type="button"
      class={main && !running ? "button button--main" : "button"}
      disabled={disabled && !running}
      onClick={() => (running ? task.stop() : onStart())}
    >
      {running ? stopLabel : label}
    </button>
  );
}
