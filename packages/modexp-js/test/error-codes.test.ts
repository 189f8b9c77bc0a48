/** Every error has a code, the documented one. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type ErrorCode, modexpPrecompile, precompiles } from "../src/evm.js";
import type { CrtOptions, Int, Tier } from "../src/index.js";
import * as jsbi from "../src/jsbi.js";
import { createPool } from "../src/pool.js";
import * as slim from "../src/slim.js";
import { tiers } from "./shared/tiers.js";

const P = (1n << 127n) - 1n;
const Q = (1n << 89n) - 1n;
const wrong = (value: unknown) => value as Int;

async function codeOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    expect(error).toBeInstanceOf(Error);
    return (error as { code?: unknown }).code;
  }
  return "nothing was thrown";
}

describe.each(tiers)("codes on $tier", ({ api }) => {
  const m = new api.Modulus(P);
  const gone = new api.Modulus(P);
  gone.dispose();
  const g = m.fixedBase(2n, { maxExponentBits: 64 });
  const n = new api.CrtModulus([P, Q]);
  const damaged = g.toBytes();
  damaged[100] = (damaged[100] as number) ^ 1;

  const calls: [ErrorCode, () => unknown][] = [
    ["MODEXP_TYPE", () => api.modPow(wrong("2"), 3n, 5n)],
    ["MODEXP_TYPE", () => m.powMany(wrong(7) as never, [])],
    ["MODEXP_TYPE", () => m.powBytes(wrong("2") as never, new Uint8Array(1))],
    ["MODEXP_TYPE", () => api.modPow(2n, 3n, 5n, wrong(1) as never)],
    ["MODEXP_TYPE", () => new api.CrtModulus([P, Q], { trusted: 1 } as unknown as CrtOptions)],
    ["MODEXP_TYPE", () => n.privateKeyOp(1n, 2n, { blind: 1 } as never)],
    ["MODEXP_TYPE", () => api.plan(2, { secret: 1 } as never)],
    ["MODEXP_TYPE", () => new (api.FixedBase as unknown as new () => unknown)()],
    ["MODEXP_RANGE", () => api.modPow(2n, 3n, 0n)],
    ["MODEXP_RANGE", () => n.privateKeyOp(2n, -1n)],
    ["MODEXP_RANGE", () => m.squareRepeated(2n, 1n << 64n)],
    ["MODEXP_RANGE", () => api.plan(-1)],
    ["MODEXP_TOO_LONG", () => api.modPow(2n, 3n, 1n << 65_536n)],
    ["MODEXP_TOO_LONG", () => api.modPow(2n, 3n, 256n, { maxBits: 8 })],
    ["MODEXP_TOO_LONG", () => g.pow(1n << 64n)],
    ["MODEXP_TOO_LONG", () => m.powBytes(new Uint8Array(8193), new Uint8Array(1))],
    ["MODEXP_LENGTHS", () => m.powMany([1n], [])],
    ["MODEXP_NO_INVERSE", () => api.modInverse(3n, 9n)],
    ["MODEXP_NO_INVERSE", () => m.powProduct([P], [-1n])],
    ["MODEXP_NO_INVERSE", () => n.pow(P, -1n)],
    ["MODEXP_NO_INVERSE", () => m.div(1n, P)],
    ["MODEXP_PRIMES", () => new api.Modulus(9n).sqrt(4n)],
    ["MODEXP_RANGE", () => new api.Modulus(8n).jacobi(3n)],
    ["MODEXP_PRIMES", () => new api.CrtModulus([P])],
    ["MODEXP_PRIMES", () => new api.CrtModulus([P, Q + 2n])],
    ["MODEXP_MODULUS", () => new api.CrtModulus([P, Q], { modulus: P * Q + 2n })],
    ["MODEXP_TYPE", () => new api.CrtModulus([P, Q], { modulus: wrong("2") })],
    ["MODEXP_TOO_LONG", () => new api.CrtModulus([P, Q], { modulus: 1n << 65_536n })],
    ["MODEXP_NO_PUBLIC_EXPONENT", () => n.privateKeyOp(2n, 12n)],
    ["MODEXP_NO_PUBLIC_EXPONENT", () => n.privateKeyOp(2n, 12n, { blind: true })],
    ["MODEXP_NO_RANDOM", () => n.privateKeyOp(2n, api.modInverse(65537n, (P - 1n) * (Q - 1n)), { blind: () => {} })],
    ["MODEXP_NOT_VERIFIED", () => new api.CrtModulus([P, Q + 2n], { trusted: true }).pow(2n, P * P)],
    ["MODEXP_DISPOSED", () => gone.pow(1n, 1n)],
    ["MODEXP_TABLES", () => api.FixedBase.fromBytes(new Uint8Array(3))],
    ["MODEXP_TABLES", () => api.FixedBase.fromBytes(damaged)],
    ["MODEXP_TYPE", () => jsbi.modPow("2" as never, 3, 5)],
  ];
  test.each(calls)("%s by %s", async (code, call) => expect(await codeOf(call)).toBe(code));
});

const input = (lengths: readonly number[]) => {
  const bytes = new Uint8Array(96);
  for (const [i, length] of lengths.entries()) new DataView(bytes.buffer).setUint32(32 * i + 28, length);
  return bytes;
};

test.each<[ErrorCode, () => unknown]>([
  ["MODEXP_OUT_OF_GAS", () => modexpPrecompile(input([32, 32, 32]), { gasLimit: 499 })],
  ["MODEXP_FORK_LIMIT", () => modexpPrecompile(input([1025, 1, 1]), { fork: "amsterdam" })],
  ["MODEXP_TOO_LONG", () => modexpPrecompile(input([1025, 1, 1]), { fork: "prague", maxBits: 8192 })],
  ["MODEXP_PRECOMPILE_LENGTH", () => precompiles("prague").get(0x0f)?.(new Uint8Array(1))],
  ["MODEXP_PRECOMPILE_ENCODING", () => precompiles("prague").get(0x10)?.(new Uint8Array(64).fill(1))],
  ["MODEXP_PRECOMPILE_NOT_ON_CURVE", () => precompiles("prague").get(0x0b)?.(new Uint8Array(256).fill(1, 60, 64))],
  ["MODEXP_PRECOMPILE_NOT_IN_SUBGROUP", () => precompiles("prague").get(0x0c)?.(new Uint8Array(160).fill(2, 127, 128))],
  ["MODEXP_PRECOMPILE_HASH", () => precompiles("cancun").get(0x0a)?.(new Uint8Array(192))],
  ["MODEXP_UNKNOWN_NAME", () => modexpPrecompile(input([1]), { fork: "homestead" as never })],
  ["MODEXP_UNKNOWN_NAME", () => modexpPrecompile(input([1]), { fork: 7 as never })],
  ["MODEXP_NOT_READY", () => slim.modPow(1n, 1n, 1n)],
  ["MODEXP_TYPE", () => slim.init("x" as never)],
  ["MODEXP_LOAD", () => slim.init(Uint8Array.of(1, 2, 3))],
  ["MODEXP_TYPE", () => slim.init(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0))],
  ["MODEXP_UNKNOWN_NAME", () => createPool({ tier: "fast" as Tier })],
])("%s by %s", async (code, call) => expect(await codeOf(call)).toBe(code));

test("errors of a pool's threads keep their code", async () => {
  const pool = createPool({ threads: 1 });
  expect(await codeOf(() => pool.powMany(9n, [3n], [-1n]))).toBe("MODEXP_NO_INVERSE");
  expect(await codeOf(() => pool.pow(0n, 3n, 1n))).toBe("MODEXP_RANGE");
  pool.dispose();
  expect(await codeOf(() => pool.pow(7n, 3n, 1n))).toBe("MODEXP_DISPOSED");
});

/** The file of all coded errors, and files with errors that no caller sees: why a thread ended, misuse inside the package. */
const INSIDE = ["limbs/errors.ts", "pool/thread.ts", "pool/thread.node.ts", "pool/worker.ts", "wasm/exports.ts"];

test("no other error is made in the sources", () => {
  const src = fileURLToPath(new URL("../src", import.meta.url));
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const without = files.filter((file) => /new (Type|Range)?Error\(/.test(readFileSync(path.join(src, file), "utf8")));
  expect(without.sort()).toEqual([...INSIDE].sort());
});
