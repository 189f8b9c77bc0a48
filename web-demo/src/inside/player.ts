/** Plays a number of steps, one after the other, at an adjustable pace. */
import { useEffect, useState } from "preact/hooks";

export interface Player {
  /** The number of finished steps. */
  readonly at: number;
  readonly playing: boolean;
  play(): void;
  pause(): void;
  /** Pauses at a step. */
  goTo(step: number): void;
}

const TICK = 40;

/** A player for `steps` steps; it restarts when `what` changes. */
export function usePlayer(what: unknown, steps: number, stepsPerSecond: number): Player {
  const [state, setState] = useState({ what, at: 0, playing: false });
  // the state of a different `what` is outdated, already when `what` is first drawn
  const { at, playing } = state.what === what ? state : { at: 0, playing: false };
  const set = (at: number, playing: boolean) => setState({ what, at, playing });

  useEffect(() => {
    if (!playing) return;
    // a screen shows only some steps a second: above that, it draws several at once
    const start = performance.now();
    const timer = setInterval(() => {
      const now = Math.min(steps, at + Math.floor(((performance.now() - start) * stepsPerSecond) / 1000));
      // a busy browser ends the timer some time after a pause
      setState((last) => (last.what === what && last.playing ? { what, at: now, playing: now < steps } : last));
    }, TICK);
    return () => clearInterval(timer);
    // `at` is the first step of this playback
  }, [what, playing, steps, stepsPerSecond]);

  return {
    at,
    playing,
    play: () => set(at < steps ? at : 0, true),
    pause: () => set(at, false),
    goTo: (step) => set(Math.max(0, Math.min(steps, step)), false),
  };
}
