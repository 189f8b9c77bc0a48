/** `modexp batch`: one exponentiation a line, from standard input to standard output. */
import { pipeline } from "node:stream/promises";
import { show, toModulus } from "../api/validate.js";
import { rangeError, typeError } from "../limbs/errors.js";
import { createPool } from "../pool.js";
import type { Tier } from "../wasm/features.js";
import { linesOf, MOST_OF_A_LINE, overlapped, portions } from "./lines.js";
import { type Format, parseNumber } from "./numbers.js";
import { Progress } from "./progress.js";

/** Options of a batch. */
export interface BatchOptions {
  readonly threads: number | undefined;
  readonly tier: Tier | undefined;
  readonly format: Format;
  readonly maxBits: number;
}

/** One exponentiation. */
interface Problem {
  readonly base: bigint;
  readonly exponent: bigint;
  readonly modulus: bigint;
}

/** A line that was read, with its problem or the error in it. */
interface Line {
  readonly number: number;
  /** Its id as JSON. */
  readonly id: string | undefined;
  readonly problem: Problem | Error;
}

type Pool = ReturnType<typeof createPool>;

/** Computes the lines of standard input. Resolves to the number of lines that could not be computed. */
export async function batch({ threads, tier, format, maxBits }: BatchOptions): Promise<number> {
  const pool = createPool({ ...(threads !== undefined && { threads }), ...(tier !== undefined && { tier }), maxBits });
  const input = linesOf(process.stdin.setEncoding("utf8"));
  const progress = new Progress(process.stderr);
  let read = 0;
  const compute = async (portion: readonly string[]) => {
    const lines = portion.map((text) => readLine(text, ++read, maxBits)).filter((line) => line !== undefined);
    const powers = await powersOf(pool, lines);
    return lines.map((line, i) => ({ line, power: powers[i] as bigint | Error }));
  };

  async function* written() {
    for await (const results of overlapped(portions(input), compute)) {
      yield results.map(({ line, power }) => answer(line, power, format)).join("");
      for (const { line, power } of results) {
        if (power instanceof Error) progress.report(`line ${line.number}: ${power.message}`);
      }
      progress.add(results.length);
    }
  }

  try {
    await pipeline(written, process.stdout, { end: false });
  } finally {
    progress.end();
    process.stdin.destroy();
    pool.dispose();
  }
  return progress.reports;
}

/** Reads the problem of a line; undefined if the line is empty. */
function readLine(text: string, number: number, maxBits: number): Line | undefined {
  if (text.trim() === "") return undefined;
  let id: string | undefined;
  try {
    if (text.length > MOST_OF_A_LINE) throw rangeError(`a line must have at most ${MOST_OF_A_LINE} characters`);
    const fields = readObject(text);
    id = write(fields.id);
    return { number, id, problem: readProblem(fields, maxBits) };
  } catch (error) {
    return { number, id, problem: error as Error };
  }
}

/** An id as JSON. Engines can read more deeply nested values than they can write. */
function write(id: unknown): string | undefined {
  try {
    return JSON.stringify(id);
  } catch (cause) {
    throw rangeError("id is nested too deeply; pass a text or a number", undefined, { cause });
  }
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  const value = parse(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw typeError(`a line must be a JSON object with base, exponent and modulus, got ${show(value)}`);
}

/** The value of a line of JSON; the line itself if it is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function readProblem(fields: Readonly<Record<string, unknown>>, maxBits: number): Problem {
  const field = (name: string) => {
    const value = fields[name];
    if (typeof value === "string") return parseNumber(value, name, maxBits);
    if (Number.isSafeInteger(value)) return BigInt(value as number);
    throw typeError(`${name} must be a text like "0x1f", or an integer up to 2^53 - 1, got ${show(value)}`);
  };
  return { base: field("base"), exponent: field("exponent"), modulus: toModulus(field("modulus"), maxBits) };
}

/** The power of each line. Lines with the same modulus are computed together. */
async function powersOf(pool: Pool, lines: readonly Line[]): Promise<(bigint | Error)[]> {
  const powers = lines.map(({ problem }): bigint | Error => (problem instanceof Error ? problem : 0n));
  const groups = new Map<bigint, number[]>();
  for (const [i, { problem }] of lines.entries()) {
    if (problem instanceof Error) continue;
    const group = groups.get(problem.modulus) ?? [];
    groups.set(problem.modulus, group);
    group.push(i);
  }
  const compute = async ([modulus, group]: [bigint, number[]]) => {
    const problems = group.map((i) => (lines[i] as Line).problem as Problem);
    const results = await powersModulo(pool, modulus, problems);
    for (const [at, i] of group.entries()) powers[i] = results[at] as bigint | Error;
  };
  await Promise.all(Array.from(groups, compute));
  return powers;
}

async function powersModulo(pool: Pool, modulus: bigint, problems: readonly Problem[]): Promise<(bigint | Error)[]> {
  const bases = problems.map(({ base }) => base);
  const exponents = problems.map(({ exponent }) => exponent);
  try {
    return await pool.powMany(modulus, bases, exponents);
  } catch {
    // one of them has no inverse: compute each alone
    const alone = problems.map(({ base, exponent }) => pool.pow(modulus, base, exponent));
    return (await Promise.allSettled(alone)).map((each) => (each.status === "fulfilled" ? each.value : each.reason));
  }
}

function answer({ number, id }: Line, power: bigint | Error, format: Format): string {
  const result = JSON.stringify(
    power instanceof Error ? { line: number, error: power.message } : { result: format(power) },
  );
  return `${id === undefined ? result : `{"id":${id},${result.slice(1)}`}\n`;
}
