// Shared by the t-tests in JavaScript engines.
import { getRandomValues } from "node:crypto";

/** Fills an array with random bytes. */
export function random(out) {
  for (let at = 0; at < out.length; at += 65536) getRandomValues(out.subarray(at, at + 65536));
}

/** Welch's t for the times of two classes, without the slowest tenth, which met interrupts. */
export function compare(first, second) {
  const both = new Float64Array([...first, ...second]).sort();
  const crop = both[Math.floor(both.length * 0.9)];
  const [a, b] = [first, second].map((all) => {
    const kept = all.filter((time) => time <= crop);
    const mean = kept.reduce((sum, time) => sum + time, 0) / kept.length;
    const variance = kept.reduce((sum, time) => sum + (time - mean) ** 2, 0) / (kept.length - 1);
    return { mean, error: variance / kept.length };
  });
  return (a.mean - b.mean) / Math.sqrt(a.error + b.error);
}
