/** Plays a number of steps, one after the other, at a pace that can be set. */
import { useEffect, useState } from "preact/hooks";

export interface Player {
  /** Steps that are done. */
  readonly at: number;
  readonly playing: boolean;
  play(): void;
  pause(): void;
  /** Pauses at a step. */
  goTo(step: number): void;
}

const TICK = 40;

/** A player for `steps` steps, at the start whenever `what` is another. */
export function usePlayer(what: unknown, steps: number, stepsPerSecond: number): Player {
  const [state, setState] = useState({ what, at: 0, playing: false });
  // what was set for something else is no longer true, from the first time on that `what` is drawn
  const { at, playing } = state.what === what ? state : { at: 0, playing: false };
  const set = (at: number, playing: boolean) => setState({ what, at, playing });

  useEffect(() => {
    if (!playing) return;
    // screens cannot show more than some steps a second: several at once above that
    const start = performance.now();
    const timer = setInterval(() => {
      const now = Math.min(steps, at + Math.floor(((performance.now() - start) * stepsPerSecond) / 1000));
      set(now, now < steps);
    }, TICK);
    return () => clearInterval(timer);
    // `at` is where playing began
  }, [what, playing, steps, stepsPerSecond]);

  return {
    at,
    playing,
    play: () => set(at < steps ? at : 0, true),
    pause: () => set(at, false),
    goTo: (step) => set(Math.max(0, Math.min(steps, step)), false),
  };
}
