// Whether the times of calls tell classes of secrets apart: a t-test, natively.
import { join } from "node:path";
import { targetDir } from "../build.mjs";
import { Failure, must, run } from "../lib/process.mjs";

const LIMIT = 4.5;
const CONTROL = 50;

const TIMING = join(targetDir(), "release", "timing");

/** The t of every pair of classes. */
async function measure(samples, bits) {
  const { code, text } = await run(TIMING, [String(samples), String(bits)]);
  if (code !== 0) throw new Failure(`the measurement did not run: ${text}`);
  return [...text.matchAll(/^(same|pair|control): (.*): (-?[\d.]+)$/gm)].map(([, kind, name, t]) => ({
    kind,
    name,
    t: Number(t),
  }));
}

async function times(samples, bits) {
  await must("cargo", ["build", "--release", "-p", "modexp-assurance", "--bin", "timing", "--locked"]);
  const first = await measure(samples, bits);
  const isLarge = ({ kind, t }) => kind !== "control" && Math.abs(t) >= LIMIT;
  // a leak is there again and of the same sign, a disturbance of the machine is not
  const second = first.some(isLarge) ? await measure(samples, bits) : [];
  const leaks = first.filter((each, i) => isLarge(each) && second[i].t / each.t > 0 && isLarge(second[i]));
  const largest = (kind) => Math.max(...first.filter((each) => each.kind === kind).map(({ t }) => Math.abs(t)));
  const pairs = first.filter(({ kind }) => kind === "pair").length;
  return {
    ok: leaks.length === 0 && pairs > 0 && largest("control") > CONTROL,
    figure: `${pairs} pairs of classes, ${samples} calls each: t up to ${largest("pair")}, one class with itself ${largest("same")}`,
    control: `pow_vartime: t = ${largest("control")}`,
  };
}

export const timing = [
  { name: "times at 256 bits, natively", work: ({ full }) => times(full ? 1_000_000 : 30_000, 256) },
  { name: "times at 2048 bits, natively", work: () => times(100_000, 2048), onlyFull: true },
];
