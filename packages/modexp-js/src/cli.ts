#!/usr/bin/env node
/** The command `modexp`. */
import { parseArgs } from "node:util";
import { TIERS } from "./api/tier.js";
import { show } from "./api/validate.js";
import { version } from "./api/version.js";
import { batch } from "./cli/batch.js";
import { bench } from "./cli/bench.js";
import { COMMANDS, MAIN, OPTIONS, type OptionName } from "./cli/commands.js";
import { completion } from "./cli/completion.js";
import { helpOf } from "./cli/help.js";
import { info } from "./cli/info.js";
import { decimal, hexadecimal, readBytes, readNumber } from "./cli/numbers.js";
import { createModexp } from "./index.js";
import { MAX_BITS } from "./limbs/length.js";
import { MOST_THREADS } from "./pool/options.js";
import type { Tier } from "./wasm/features.js";

type Values = ReturnType<typeof parse>["values"];

/** The command line is wrong, not the computation. */
class UsageError extends Error {}

/** Prints what the command asks for. Resolves to the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parse(args);
  const [command = "", ...numbers] = positionals;
  if (values.version) return print(`${version}\n`);
  const help = helpOf(command);
  if (help === undefined) throw new UsageError(`there is no command ${show(command)}`);
  if (values.help) return print(help);
  const { options: known } = COMMANDS.get(command) ?? MAIN;
  for (const option of Object.keys(values) as OptionName[]) {
    if (!Object.hasOwn(known, option)) throw new UsageError(`${command} has no option --${option}`);
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
    case "curve":
      return print(await curve(numbers, values));
    case "prime":
      return prime(numbers, values, maxBits);
    case "evm": {
      const [address = "", input = "0x"] = between(numbers, 1, 2, "an address and bytes");
      return evm(address, input, values);
    }
    case "verify": {
      noOperands(numbers);
      const { verify } = await import("./cli/verify.js");
      const { text, ok } = await verify(values.json ?? false);
      await print(text);
      return ok ? 0 : 1;
    }
    case "completion": {
      const [shell = ""] = between(numbers, 1, 1, "the name of a shell");
      const script = completion(shell);
      if (script === undefined) throw new UsageError(`the shell must be bash, zsh or fish, got ${show(shell)}`);
      return print(script);
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

/** `modexp curve`. The entries of the other commands are loaded by these alone. */
async function curve(given: readonly string[], { compressed = false, hex, json = false }: Values): Promise<string> {
  const { decode, list, multiply } = await import("./cli/curve.js");
  const [action = "", ...rest] = given;
  const options = { compressed, json, format: hex ? hexadecimal : decimal };
  switch (action) {
    case "multiply": {
      const [name = "", k = "", P] = between(rest, 2, 3, "a curve, a number and perhaps a point");
      const scalar = readNumber(k, "K", MAX_BITS);
      return multiply(name, scalar, P === undefined ? undefined : readBytes(P, "POINT"), options);
    }
    case "decode": {
      const [name = "", P = ""] = between(rest, 2, 2, "a curve and a point");
      return decode(name, readBytes(P, "POINT"), options);
    }
    case "list":
      noOperands(rest);
      return list(json);
    default:
      throw new UsageError(`curve must be followed by multiply, decode or list, got ${show(action)}`);
  }
}

/** `modexp prime`. Resolves to the exit code. */
async function prime(given: readonly string[], values: Values, maxBits: number): Promise<number> {
  const { isProbablyPrime, randomPrime } = await import("./primes.js");
  const [action = "", argument = ""] = between(given, 2, 2, "random and a size, or test and a number");
  if (action === "random") {
    const bits = Number(readNumber(argument, "BITS", 32));
    return print(result(randomPrime(bits, { safe: values.safe ?? false }), values));
  }
  if (action !== "test") throw new UsageError(`prime must be followed by random or test, got ${show(action)}`);
  const isPrime = isProbablyPrime(readNumber(argument, "N", maxBits), { maxBits });
  const text = isPrime ? "prime" : "composite";
  await print(`${values.json ? JSON.stringify({ result: text }) : text}\n`);
  return isPrime ? 0 : 1;
}

/** `modexp evm`. Resolves to the exit code. */
async function evm(address: string, input: string, values: Values): Promise<number> {
  const { evm: call } = await import("./cli/evm.js");
  const gasLimit = values["gas-limit"];
  const parsed = {
    address: readNumber(address, "ADDRESS", 32),
    input: readBytes(input, "INPUT"),
    fork: values.fork ?? "osaka",
    gasLimit: gasLimit === undefined ? undefined : readNumber(gasLimit, "--gas-limit", 64),
  };
  try {
    return await print(call(parsed, values.json ?? false));
  } catch (error) {
    if (!values.json || !(error instanceof RangeError)) throw error;
    await print(`${JSON.stringify({ error: error.message, code: (error as RangeError & { code?: string }).code })}\n`);
    return 1;
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

/** The operands, if they are from `least` to `most`. */
function between(given: readonly string[], least: number, most: number, what: string): readonly string[] {
  if (given.length >= least && given.length <= most) return given;
  throw new UsageError(`it takes ${what}, got ${given.length === 0 ? "nothing" : given.join(" ")}`);
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
