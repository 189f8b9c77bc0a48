/** The button that starts a task, and stops it while it runs. */
import type { Task } from "./use-task.js";

interface Props {
  readonly task: Pick<Task<never, never>, "state" | "stop">;
  readonly label: string;
  readonly stopLabel?: string;
  readonly look?: "main" | "plain" | "small";
  readonly disabled?: boolean;
  onStart(): void;
}

export function RunButton({ task, label, stopLabel = "Stop", look = "main", disabled = false, onStart }: Props) {
  const running = task.state === "running";
  return (
    <button
      type="button"
      class={look === "plain" || (look === "main" && running) ? "button" : `button button--${look}`}
      disabled={disabled && !running}
      onClick={() => (running ? task.stop() : onStart())}
    >
      {running ? stopLabel : label}
    </button>
  );
}
