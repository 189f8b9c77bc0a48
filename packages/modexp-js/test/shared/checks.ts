/** Checks for every tier on every engine; they throw a CheckError. */
import type { Modexp } from "../../src/index.js";
import type { Case } from "./cases.js";
import { powReference } from "./reference.js";
import { PSEUDOPRIMES } from "./structured.js";

/** A record of the vector files: numbers are hexadecimal, with "-" before negative ones. */
export interface Vector {
  readonly file: string;
  readonly [key: string]: unknown;
}

class CheckError extends Error {}

/** Checks one exponentiation through the functions and the class. */
export function checkCase(api: Modexp, { base, exponent, modulus, power }: Case): void {
  const what = `${base}^${exponent} mod ${modulus}`;
  expect(api.modPow(base, exponent, modulus), power, `modPow: ${what}`);
  expect(api.modPowVartime(base, exponent, modulus), power, `modPowVartime: ${what}`);
}

/**
 * Checks base^exponent mod m for base, exponent ≤ 128, every `step`-th base and the neighbours of the ends, by bytes
 * (WebAssembly at any size) and by the function; returns the number of powers.
 */
export function checkSmall(api: Modexp, m: number, step: number): number {
  const context = new api.Modulus(BigInt(m));
  let powers = 0;
  for (let base = 0; base <= 128; base++) {
    if (base % step !== 0 && base > 2 && base !== m - 1 && base !== m + 1) continue;
    let want = 1 % m;
    for (let exponent = 0; exponent <= 128; exponent++) {
      const what = `${base}^${exponent} mod ${m}`;
      const bytes = context.powBytes(Uint8Array.of(base), Uint8Array.of(exponent));
      expect(BigInt(bytes[0] as number), BigInt(want), `powBytes: ${what}`);
      expect(api.modPowVartime(BigInt(base), BigInt(exponent), BigInt(m)), BigInt(want), `modPowVartime: ${what}`);
      want = (want * base) % m;
      powers += 2;
    }
  }
  context.dispose();
  return powers;
}

/**
 * Checks powers of small bases modulo numbers of the form 2^a ± 2^b ± 1, with residues close to the largest that leave a
 * kernel; returns the number of powers.
 */
export function checkSmallBases(api: Modexp, count: number): number {
  let powers = 0;
  for (const [a, b] of [
    [1376, 240],
    [1496, 300],
    [2036, 400],
    [3056, 240],
  ] as const) {
    for (const m of signs(a, b)) {
      for (const base of [2n, 3n, 5n]) {
        for (let i = 1; i <= count; i++) {
          const exponent = (1n << 128n) - BigInt(i);
          checkCase(api, { base, exponent, modulus: m, power: powReference(base, exponent, m) });
          powers += 2;
        }
      }
    }
  }
  return powers;
}

/** Checks that pseudoprimes and `others` are found composite; returns their number. */
export function checkPseudoprimes(api: Modexp, others: readonly bigint[] = []): number {
  const composites = [...PSEUDOPRIMES, ...others];
  for (const composite of composites) {
    for (const primes of [
      [composite, (1n << 127n) - 1n],
      [(1n << 521n) - 1n, composite],
    ]) {
      let answer: unknown;
      try {
        answer = new api.CrtModulus(primes).pow(2n, 65537n);
      } catch (error) {
        answer = error;
      }
      if (!(answer instanceof RangeError)) throw new CheckError(`CrtModulus([${primes}]) answers ${answer}`);
    }
  }
  return composites.length;
}

/** The odd numbers 2^a ± 2^b ± 1. */
function signs(a: number, b: number): bigint[] {
  const [high, low] = [1n << BigInt(a), 1n << BigInt(b)];
  return [high + low + 1n, high + low - 1n, high - low + 1n, high - low - 1n];
}

/** Checks one record; returns false if it does not apply to modular exponentiation. */
export function checkVector(api: Modexp, vector: Vector): boolean {
  const what = `${vector.file} ${vector.id ?? vector.name}`;
  const has = (...keys: string[]) => keys.every((key) => typeof vector[key] === "string");
  const n = (key: string): bigint => hex(vector[key]);
  const failing = "error" in vector;

  if (vector.op === "modmul") {
    const m = new api.Modulus(n("mod"));
    expect(m.mul(n("a"), n("b")), n("result"), what);
    m.dispose();
  } else if (vector.op === "modinv") {
    // one source refuses modulus 1; there everything is 0, and 0·0 = 1
    if (failing && n("mod") === 1n) return false;
    if (failing) expectRangeError(() => api.modInverse(n("a"), n("mod")), what);
    else expect(api.modInverse(n("a"), n("mod")), n("result"), what);
  } else if (vector.op === "modsqrt") {
    // −1 means that no root exists
    if (n("result") < 0n) return false;
    expect(api.modPow(n("result"), 2n, n("mod")), api.modPow(n("a"), 1n, n("mod")), what);
  } else if (vector.op === "exp") {
    expect(api.modPow(n("a"), n("exp"), 2n * n("result") + 1n), n("result"), what);
  } else if (has("base", "exp", "mod")) {
    // this file asks an RSA implementation to refuse inputs that modular exponentiation reduces
    if (vector.file.startsWith("wycheproof_range")) return false;
    // this source has no negative exponents
    if (vector.error === "negative exponent") return false;
    if (failing) {
      expectRangeError(() => api.modPow(n("base"), n("exp"), n("mod")), what);
      return true;
    }
    expect(api.modPow(n("base"), n("exp"), n("mod")), n("result"), what);
    if (n("exp") < 1n << 128n) expect(api.modPowVartime(n("base"), n("exp"), n("mod")), n("result"), `${what} vartime`);
  } else if (Array.isArray(vector.bases) && Array.isArray(vector.exps)) {
    const m = new api.Modulus(n("mod"));
    const [bases, exponents] = [vector.bases.map(hex), vector.exps.map(hex)];
    expect(m.powProduct(bases, exponents), n("result"), what);
    expect(m.powProductVartime(bases, exponents), n("result"), `${what} vartime`);
    m.dispose();
  } else if (has("g", "p", "x1", "y2", "secret")) {
    const m = new api.Modulus(n("p"));
    expect(m.pow(n("y2"), n("x1")), n("secret"), `${what} shared secret`);
    if (has("y1")) expect(m.pow(n("g"), n("x1")), n("y1"), `${what} public key`);
    m.dispose();
  } else if (has("n", "e", "d")) {
    const m = new api.Modulus(n("n"));
    expect(m.pow(m.powVartime(2n, n("e")), n("d")), 2n, `${what} round trip`);
    m.dispose();
  } else if (has("p", "g", "q")) {
    expect(api.modPow(n("g"), n("q"), n("p")), 1n, `${what} order`);
  } else {
    return false;
  }
  return true;
}

/** A hexadecimal number with an optional sign. */
export function hex(text: unknown): bigint {
  const digits = String(text);
  return digits.startsWith("-") ? -BigInt(`0x${digits.slice(1)}`) : BigInt(`0x${digits}`);
}

function expect(got: bigint, want: bigint, what: string): void {
  if (got !== want) throw new CheckError(`${what}: got ${got}, not ${want}`);
}

function expectRangeError(call: () => unknown, what: string): void {
  let got: unknown;
  try {
    got = call();
  } catch (error) {
    if (error instanceof RangeError) return;
    got = error;
  }
  throw new CheckError(`${what}: wanted a RangeError, got ${got}`);
}
