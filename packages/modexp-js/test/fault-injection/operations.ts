/** Every call into WebAssembly, with its answer on a healthy instance. */
import type { CrtModulus, FixedBase, Modexp, Modulus } from "../../src/index.js";
import { instance, must } from "./kit.js";

/** A call, and the exports that it reaches. */
export interface Operation {
  readonly name: string;
  readonly exports: readonly string[];
  readonly run: (api: Modexp) => unknown;
}

// Mersenne primes
const P = (1n << 521n) - 1n;
const Q = (1n << 607n) - 1n;

/** The inverse of 65537. */
const D = instance().modInverse(65_537n, (P - 1n) * (Q - 1n));

/** The calls, modulo a number of `bits` bits. */
export function operations(bits: number): Operation[] {
  const m = (1n << BigInt(bits)) - (1n << 77n) - 5n;
  const [b, e] = [m / 3n, (1n << 250n) - 12_345n];
  const list = Array.from({ length: 9 }, (_, i) => b - BigInt(i));
  const exponents = list.map((_, i) => e - BigInt(i));
  const options = { maxExponentBits: 250, tableBytes: (32 * bits) >> 3 };

  /** Runs `use` with a context, and frees it. */
  const modulo = (use: (modulus: Modulus) => unknown) => (api: Modexp) => {
    const modulus = new api.Modulus(m);
    try {
      return use(modulus);
    } finally {
      modulus.dispose();
    }
  };
  const tables = (use: (fixed: FixedBase) => unknown) =>
    modulo((modulus) => {
      const fixed = modulus.fixedBase(b, options);
      try {
        return use(fixed);
      } finally {
        fixed.dispose();
      }
    });
  const primes = (use: (crt: CrtModulus) => unknown) => (api: Modexp) => {
    const crt = new api.CrtModulus([P, Q]);
    try {
      return use(crt);
    } finally {
      crt.dispose();
    }
  };

  return [
    { name: "modPow", exports: ["context_prepare", "context_pow"], run: (api) => api.modPow(b, e, m) },
    { name: "modPowVartime", exports: ["context_pow_vartime"], run: (api) => api.modPowVartime(b, e, m) },
    { name: "modInverse", exports: ["context_inverse"], run: (api) => api.modInverse(2n, m | 1n) },
    { name: "plan", exports: ["context_plan"], run: (api) => JSON.stringify(api.plan(bits, { secret: false })) },
    { name: "kernel", exports: ["kernel"], run: (api) => api.engine().kernel(bits) },
    { name: "pow", exports: ["__wbg_context_free"], run: modulo((x) => x.pow(b, e)) },
    {
      name: "powBytes",
      exports: [],
      run: modulo((x) => x.powBytes(new Uint8Array(bits >> 3).fill(7), Uint8Array.of(9, 9))),
    },
    { name: "powMany", exports: ["context_pow_many"], run: modulo((x) => x.powMany(list, exponents)) },
    { name: "powEach", exports: ["context_pow_each"], run: modulo((x) => x.powEach(b, exponents)) },
    { name: "powEachVartime", exports: ["context_pow_each"], run: modulo((x) => x.powEachVartime(b, exponents)) },
    { name: "powProduct", exports: ["context_pow_product"], run: modulo((x) => x.powProduct(list, exponents)) },
    {
      name: "powProductVartime",
      exports: ["context_pow_product"],
      run: modulo((x) => x.powProductVartime(list, exponents)),
    },
    { name: "squareRepeated", exports: ["context_square_repeated"], run: modulo((x) => x.squareRepeated(b, 99n)) },
    { name: "inverseMany", exports: ["context_inverse_many"], run: modulo((x) => x.inverseMany([1n, 2n, 4n, 8n])) },
    {
      name: "FixedBase.pow",
      exports: ["context_fixed_base", "tables_bytes", "tables_pow"],
      run: tables((x) => x.pow(e)),
    },
    { name: "FixedBase.powVartime", exports: ["tables_pow_vartime"], run: tables((x) => x.powVartime(e)) },
    { name: "FixedBase.powMany", exports: ["tables_pow_many"], run: tables((x) => x.powMany(exponents)) },
    { name: "FixedBase.toBytes", exports: ["tables_save", "__wbg_tables_free"], run: tables((x) => x.toBytes()) },
    {
      name: "FixedBase.fromBytes",
      exports: ["tables_load"],
      run: (api) => {
        const fixed = api.FixedBase.fromBytes(savedOf(bits));
        const power = fixed.pow(e);
        fixed.dispose();
        return power;
      },
    },
    {
      name: "CrtModulus.pow",
      exports: ["primes_prepare", "primes_pow", "__wbg_primes_free"],
      run: primes((x) => x.pow(3n, e)),
    },
    { name: "CrtModulus.privateKeyOp", exports: ["primes_private_key_op"], run: primes((x) => x.privateKeyOp(3n, D)) },
    {
      name: "CrtModulus.privateKeyOp, blinded",
      exports: ["primes_private_key_op_blinded"],
      run: primes((x) => x.privateKeyOp(3n, D, { blind: (bytes) => bytes.fill(3) })),
    },
  ];
}

const saved = new Map<number, Uint8Array>();

function savedOf(bits: number): Uint8Array {
  const save = operations(bits).find(({ name }) => name === "FixedBase.toBytes") as Operation;
  const bytes = saved.get(bits) ?? (save.run(healthy) as Uint8Array);
  saved.set(bits, bytes);
  return bytes;
}

// made before any fault
const healthy = instance();
const answers = new Map<string, string>();

/** The operation must answer as on a healthy instance; the tests compare those answers with BigInt. */
export function right(api: Modexp, operation: Operation, bits: number, got = operation.run(api)): void {
  const key = `${operation.name} ${bits}`;
  const want = answers.get(key) ?? text(operation.run(healthy));
  answers.set(key, want);
  must(text(got) === want, `${operation.name} answered ${text(got).slice(0, 60)}, not ${want.slice(0, 60)}`);
}

function text(value: unknown): string {
  return Array.isArray(value) ? value.map(text).join() : String(value);
}
