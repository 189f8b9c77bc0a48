/**
 * One exponentiation, product by product, as in the kernels: a table of small powers, then the digits of the exponent
 * from the top. Each digit costs its squarings and at most one multiplication by an entry of the table.
 */
import type { Plan } from "modexp/async";

/** How an exponent is cut. */
export type Cut = Pick<Plan, "method" | "window">;

/** Some bits of the exponent: a squaring for each bit, then a product by base^value if the digit has a value. */
export interface Digit {
  readonly bits: string;
  readonly squarings: number;
  readonly value?: number;
}

export interface Step {
  readonly kind: "square" | "multiply";
  /** The entry of the table that this step makes. */
  readonly makes?: number;
  /** The entry of the table that this step multiplies by. */
  readonly by?: number;
  /** The place of the digit that this step belongs to. */
  readonly digit?: number;
  /** The result of the step. */
  readonly result: bigint;
}

export interface Trace {
  /** The exponents of the powers in the table. */
  readonly table: readonly number[];
  readonly digits: readonly Digit[];
  readonly steps: readonly Step[];
  readonly squarings: number;
  readonly multiplications: number;
  readonly result: bigint;
}

/** base^exponent mod modulus in steps. Base and modulus are small enough to read; the exponent is at least 1. */
export function trace(base: bigint, exponent: bigint, modulus: bigint, cut: Cut): Trace {
  const digits = cutDigits(exponent.toString(2), cut);
  const { table, steps } = makeTable(base % modulus, modulus, cut, digits);
  const entry = (value: number) => table.get(value) as bigint;

  let acc = 1n % modulus;
  for (const [digit, { squarings, value }] of digits.entries()) {
    // the first digit is a table lookup, without a product
    if (digit === 0) {
      acc = entry(value ?? 0);
      continue;
    }
    for (let i = 0; i < squarings; i++) {
      acc = (acc * acc) % modulus;
      steps.push({ kind: "square", digit, result: acc });
    }
    if (value !== undefined) {
      acc = (acc * entry(value)) % modulus;
      steps.push({ kind: "multiply", by: value, digit, result: acc });
    }
  }
  const squarings = steps.filter(({ kind }) => kind === "square").length;
  return {
    table: [...table.keys()],
    digits,
    steps,
    squarings,
    multiplications: steps.length - squarings,
    result: acc,
  };
}

function cutDigits(bits: string, { method, window }: Cut): Digit[] {
  if (method === "sliding-window") return slidingDigits(bits, window);
  const first = bits.length % window || window;
  const digits: Digit[] = [];
  for (let start = 0, end = first; start < bits.length; start = end, end += window) {
    const part = bits.slice(start, end);
    const value = Number.parseInt(part, 2);
    // constant time multiplies by base^0 too
    const multiplies = method === "fixed-window" || value > 0;
    digits.push({ bits: part, squarings: part.length, ...(multiplies && { value }) });
  }
  return digits;
}

/** Zeros, then the longest window that ends in a one bit. */
function slidingDigits(bits: string, window: number): Digit[] {
  const digits: Digit[] = [];
  for (let start = 0; start < bits.length; ) {
    const one = bits.indexOf("1", start);
    if (one < 0) {
      digits.push({ bits: bits.slice(start), squarings: bits.length - start });
      break;
    }
    const odd = bits.slice(one, one + window).replace(/0+$/, "");
    const end = one + odd.length;
    digits.push({ bits: bits.slice(start, end), squarings: end - start, value: Number.parseInt(odd, 2) });
    start = end;
  }
  return digits;
}

function makeTable(base: bigint, modulus: bigint, { method, window }: Cut, digits: readonly Digit[]) {
  const table = new Map<number, bigint>();
  const steps: Step[] = [];
  const put = (power: number, kind: Step["kind"], result: bigint) => {
    table.set(power, result);
    steps.push({ kind, makes: power, result });
  };

  if (method === "sliding-window") {
    table.set(1, base);
    const largest = Math.max(1, ...digits.map(({ value }) => value ?? 1));
    if (largest > 1) {
      const square = (base * base) % modulus;
      steps.push({ kind: "square", makes: 2, result: square });
      for (let power = 3; power <= largest; power += 2) {
        put(power, "multiply", ((table.get(power - 2) as bigint) * square) % modulus);
      }
    }
    return { table, steps };
  }

  if (method === "fixed-window") table.set(0, 1n % modulus);
  table.set(1, base);
  for (let power = 2; power < 1 << window; power++) {
    const half = table.get(power / 2);
    if (half !== undefined) put(power, "square", (half * half) % modulus);
    else put(power, "multiply", ((table.get(power - 1) as bigint) * base) % modulus);
  }
  return { table, steps };
}
