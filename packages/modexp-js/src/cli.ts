#!/usr/bin/env node
/** The command `modexp`. */
import { parseArgs } from "node:util";
import { TIERS } from "./api/tier.js";
import { show } from "./api/validate.js";
import { version } from "./api/version.js";
import { batch } from "./cli/batch.js";
import { bench } from "./cli/bench.js";
import { HELP } from "./cli/help.js";
import { info } from "./cli/info.js";
import { decimal, hexadecimal, readNumber } from "./cli/numbers.js";
import { createModexp } from "./index.js";
import { MAX_BITS } from "./limbs/limit.js";
import { MOST_THREADS } from "./pool/options.js";
import type { Tier } from "./wasm/features.js";

const OPTIONS = {
  bits: { type: "string" },
  help: { type: "boolean", short: "h" },
  hex: { type: "boolean" },
  json: { type: "boolean" },
  "max-bits": { type: "string" },
  threads: { type: "string" },
  tier: { type: "string" },
  vartime: { type: "boolean" },
  version: { type: "boolean" },
} as const;

/** The options of each command, in addition to --help. */
const OPTIONS_OF: Readonly<Record<string, readonly (keyof typeof OPTIONS)[]>> = {
  "": ["version"],
  pow: ["vartime", "hex", "json", "max-bits", "tier"],
  inverse: ["hex", "json", "max-bits", "tier"],
  batch: ["threads", "hex", "json", "max-bits", "tier"],
  info: ["json", "tier"],
  bench: ["bits", "json", "tier"],
};

type Values = ReturnType<typeof parse>["values"];

/** The command line is wrong, not the computation. */
class UsageError extends Error {}

/** Prints what the command asks for. Resolves to the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parse(args);
  const [command = "", ...numbers] = positionals;
  if (values.version) return print(`${version}\n`);
  const help = HELP.get(command);
  if (help === undefined) throw new UsageError(`there is no command ${show(command)}`);
  if (values.help) return print(help);
  for (const option of Object.keys(values) as (keyof typeof OPTIONS)[]) {
    if (!OPTIONS_OF[command]?.includes(option)) throw new UsageError(`${command} has no option --${option}`);
  }
  const tier = toTier(values.tier);
  const maxBits = toSize(values["max-bits"], "max-bits", Number.MAX_SAFE_INTEGER) ?? MAX_BITS;
  const options = { ...(tier && { tier }), maxBits };
  switch (command) {
    case "pow": {
      const [b, e, m] = operands(numbers, ["B", "E", "M"], maxBits) as [bigint, bigint, bigint];
      const { modPow, modPowVartime } = createModexp(options);
      return print(result((values.vartime ? modPowVartime : modPow)(b, e, m), values));
    }
    case "inverse": {
      const [a, m] = operands(numbers, ["A", "M"], maxBits) as [bigint, bigint];
      return print(result(createModexp(options).modInverse(a, m), values));
    }
    case "batch": {
      noOperands(numbers);
      const threads = toSize(values.threads, "threads", MOST_THREADS);
      const bad = await batch({ threads, tier, maxBits, format: values.hex ? hexadecimal : decimal });
      return bad === 0 ? 0 : 1;
    }
    case "info":
      noOperands(numbers);
      return print(info(tier, values.json ?? false));
    case "bench":
      noOperands(numbers);
      return print(bench(sizes(values.bits ?? "256,512,1024,2048,4096"), tier, values.json ?? false));
    default:
      process.stderr.write(help);
      return 2;
  }
}

function parse(args: readonly string[]) {
  // a space in front keeps a negative number from being taken for an option
  const kept = args.map((arg) => (/^-\d/.test(arg) ? ` ${arg}` : arg));
  try {
    return parseArgs({ args: kept, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function operands(given: readonly string[], names: readonly string[], maxBits: number): bigint[] {
  if (given.length !== names.length) {
    throw new UsageError(`it takes ${names.length} numbers, ${names.join(" ")}, got ${given.length}`);
  }
  return given.map((argument, i) => readNumber(argument, names[i] as string, maxBits));
}

function noOperands(given: readonly string[]): void {
  if (given.length > 0) throw new UsageError(`it takes no numbers, got ${given.length}`);
}

/** The value of an option, from 1 to `most`; undefined where the option is absent. */
function toSize(text: string | undefined, option: string, most: number): number | undefined {
  if (text === undefined) return undefined;
  const size = Number(text);
  if (Number.isInteger(size) && size >= 1 && size <= most) return size;
  throw new UsageError(`--${option} must be an integer from 1 to ${most}, got ${show(text)}`);
}

function toTier(name: string | undefined): Tier | undefined {
  const tier = TIERS.find((each) => each === name);
  if (tier !== name) throw new UsageError(`--tier must be one of ${TIERS.join(", ")}, got ${show(name)}`);
  return tier;
}

function result(x: bigint, { hex, json }: Values): string {
  const text = (hex ? hexadecimal : decimal)(x);
  return `${json ? JSON.stringify({ result: text }) : text}\n`;
}

function sizes(list: string): number[] {
  const bits = list.split(",").map(Number);
  const wrong = bits.find((each) => !Number.isInteger(each) || each < 32 || each > 16_384);
  if (wrong !== undefined) throw new UsageError(`--bits must be sizes from 32 to 16384, got ${show(list)}`);
  return bits;
}

/** Resolves to the exit code after everything is written. */
function print(text: string): Promise<number> {
  return new Promise((resolve, reject) => {
    process.stdout.on("error", reject);
    process.stdout.write(text, (error) => (error ? reject(error) : resolve(0)));
  });
}

// if messages cannot be written, the exit code reports the failure
process.stderr.on("error", () => {});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  // the reader of the results has closed the pipe
  const closed = (error as NodeJS.ErrnoException).code === "EPIPE";
  if (!closed) process.stderr.write(`modexp: ${(error as Error).message}\n`);
  if (error instanceof UsageError) process.stderr.write("modexp --help says how it is used.\n");
  process.exitCode = error instanceof UsageError ? 2 : closed ? 0 : 1;
}
