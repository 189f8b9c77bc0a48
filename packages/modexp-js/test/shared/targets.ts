/** The fuzzer's targets; they throw if two computations of the same result differ. */
import { modexpGas, modexpPrecompile } from "../../src/evm.js";
import type { Modexp } from "../../src/index.js";
import { checkCase } from "./checks.js";
import { Input } from "./input.js";
import { Random } from "./random.js";
import { powReference } from "./reference.js";

/** A computation on bytes. */
export type Target = (bytes: Uint8Array) => void;

/** One exponentiation by the functions of an API, against the definition. */
export const powTarget =
  (api: Modexp): Target =>
  (bytes) => {
    const problem = new Input(bytes).problem();
    const power = powReference(problem.base, problem.exponent, problem.modulus);
    checkCase(api, { ...problem, power });
    const context = new api.Modulus(problem.modulus);
    const square = context.square(problem.base);
    const product = context.mul(problem.base, problem.exponent);
    context.dispose();
    if (square !== problem.base ** 2n % problem.modulus) throw new Error(`${problem.base}² mod ${problem.modulus}`);
    if (product !== (problem.base * problem.exponent) % problem.modulus) {
      throw new Error(`${problem.base}·${problem.exponent} mod ${problem.modulus}`);
    }
  };

const WORD = 32;
const FORKS = ["byzantium", "berlin", "osaka"] as const;

/** The limit that `maxBits` sets: some calls with longer numbers are valid and cost nothing. */
const MOST_BYTES = 8192n;

/** The precompile on lengths and numbers, cut anywhere, against the words of EIP-198. */
export const evmTarget: Target = (bytes) => {
  const input = new Input(bytes);
  const fork = FORKS[input.below(3)] as (typeof FORKS)[number];
  const lengths = Array.from({ length: 3 }, () => length(input));
  const head = lengths.flatMap((length) => [...bigEndian(length, WORD)]);
  const call = Uint8Array.from([...head, ...input.take(600)]).subarray(0, 3 * WORD + input.byte() * 3);

  const gas = modexpGas(call, { fork });
  const gasLimit = 1_000_000n;
  let result: ReturnType<typeof modexpPrecompile>;
  try {
    result = modexpPrecompile(call, { fork, gasLimit });
  } catch (error) {
    const tooLong = lengths[2] !== 0n && lengths.some((length) => length > MOST_BYTES);
    if (error instanceof RangeError && (gas > gasLimit || tooLong)) return;
    throw error;
  }
  const [b, e, m] = lengths.map((length) => Number(length)) as [number, number, number];
  const modulus = numberAt(call, 3 * WORD + b + e, m);
  const power =
    modulus === 0n ? 0n : powReference(numberAt(call, 3 * WORD, b), numberAt(call, 3 * WORD + b, e), modulus);
  const same = result.output.length === m && numberAt(result.output, 0, m) === power;
  if (!same || result.gas !== gas || gas > gasLimit)
    throw new Error(`precompile of ${call} by ${fork}: ${result.output}`);
};

/** Mostly a few bytes, sometimes as many as fit into the word. */
function length(input: Input): bigint {
  const kind = input.below(16);
  if (kind === 0) return numberAt(input.take(WORD), 0, WORD);
  return BigInt(kind < 4 ? input.byte() * 5 : input.below(70));
}

function bigEndian(x: bigint, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => Number(BigInt.asUintN(8, x >> BigInt(8 * (length - 1 - i)))));
}

/** The number in `length` bytes from `start` on; missing bytes are zeros. */
function numberAt(bytes: Uint8Array, start: number, length: number): bigint {
  let x = 0n;
  for (let i = start; i < start + length; i++) x = (x << 8n) | BigInt(bytes[i] ?? 0);
  return x;
}

/** A line for `modexp batch`, and its answer: a number, or undefined if the line must be refused. */
export function batchLine(bytes: Uint8Array): { line: string; result: bigint | undefined } {
  const input = new Input(bytes);
  const kind = input.below(8);
  if (kind === 0) {
    const text = new TextDecoder().decode(input.take(40)).replaceAll(/[\r\n\u2028\u2029]/g, " ");
    // a text that is an object may be a valid problem
    return { line: `x${text}`, result: undefined };
  }
  const { base, exponent, modulus } = input.problem();
  const field = (x: bigint): unknown => {
    const style = input.below(4);
    if (style === 0 && x <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(x);
    return style === 1 ? x.toString() : `0x${x.toString(16)}`;
  };
  const fields: Record<string, unknown> = { base: field(base), exponent: field(exponent), modulus: field(modulus) };
  if (kind === 1) {
    const name = ["base", "exponent", "modulus"][input.below(3)] as string;
    fields[name] = [null, "", "0x", "1e3", 1.5, 2 ** 53, [], {}, true, "--1", "0b1"][input.below(11)];
    return { line: JSON.stringify(fields), result: undefined };
  }
  return { line: JSON.stringify(fields), result: powReference(base, exponent, modulus) };
}

/** The bytes of hexadecimal text. */
export function fromHex(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16));
}

/** Endless inputs: each of the corpus, then variants of them, changed at some places, cut and joined. */
export function* inputs(corpus: readonly Uint8Array[], seed: number): Generator<Uint8Array> {
  yield* corpus;
  const random = new Random(seed);
  for (;;) {
    const one = random.pick(corpus);
    const other = random.pick(corpus);
    const cut = random.below(one.length + 1);
    const bytes = Uint8Array.from([...one.subarray(0, cut), ...other.subarray(random.below(other.length + 1))]);
    for (let i = random.below(6); i > 0; i--) bytes[random.below(bytes.length)] = random.below(256);
    yield bytes;
  }
}
