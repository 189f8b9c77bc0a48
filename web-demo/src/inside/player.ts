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
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [last, setLast] = useState(what);
  // not in an effect: it may run after "Play" is pressed
  if (last !== what) {
    setLast(what);
    setAt(0);
    setPlaying(false);
  }

  useEffect(() => {
    if (!playing) return;
    // screens cannot show more than some steps a second: several at once above that
    const start = performance.now();
    const timer = setInterval(() => {
      setAt(Math.min(steps, at + Math.floor(((performance.now() - start) * stepsPerSecond) / 1000)));
    }, TICK);
    return () => clearInterval(timer);
    // `at` is where playing began
  }, [playing, steps, stepsPerSecond]);
  useEffect(() => {
    if (at >= steps) setPlaying(false);
  }, [at, steps]);

  return {
    at,
    playing,
    play: () => {
      if (at >= steps) setAt(0);
      setPlaying(true);
    },
    pause: () => setPlaying(false),
    goTo: (step) => {
      setPlaying(false);
      setAt(Math.max(0, Math.min(steps, step)));
    },
  };
}
