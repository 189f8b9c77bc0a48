/** Tables of one base, and powers modulo a product of primes, in WebAssembly. */
import type { CrtPowers, FixedPowers, PrivateFailure, Product } from "../arithmetic/arithmetic.js";
import type { Saved } from "../arithmetic/saved-tables.js";
import type { Bytes } from "../limbs/bytes.js";
import { rangeError } from "../limbs/errors.js";
import { bitLength, longestOf } from "../limbs/length.js";
import type { Wasm } from "./exports.js";
import { Handle, prepare, type WasmInstance } from "./instance.js";
import { type StagingBuffer, wordsFor } from "./staging-buffer.js";

/** The failures for the codes 1, 2 and 3 of WebAssembly; 0 means a result. */
const FAILURES: readonly PrivateFailure[] = ["exponent", "random", undefined];

/** Powers of one base by tables. */
export class WasmFixedPowers implements FixedPowers {
  readonly bytes: number;
  readonly #words: number;
  readonly #tables: Handle;

  /**
   * Makes the tables at once, in `bytes` bytes, or in the default size for 0; or loads the tables `saved`.
   *
   * @throws RangeError if there is no memory for them.
   */
  constructor(instance: WasmInstance, { modulus, base, maxExponentBits }: Saved, bytes: number, saved?: Uint8Array) {
    const words = Math.ceil(bitLength(modulus) / 64);
    let unread = saved;
    const make = (wasm: Wasm, staging: StagingBuffer) => {
      if (unread !== undefined) {
        staging.writeRaw(unread);
        const { length } = unread;
        unread = undefined;
        return wasm.tables_load(staging.pointer, length);
      }
      const prepared = prepare(wasm, staging, modulus, words);
      // if the memory has grown, what was reserved before it is out of sight
      staging.reserve(words);
      staging.write(0, base, words);
      const tables = wasm.context_fixed_base(prepared, staging.pointer, words, maxExponentBits, bytes);
      wasm.__wbg_context_free(prepared, 0);
      return tables;
    };
    const makeOrThrow = (wasm: Wasm, staging: StagingBuffer) => {
      const tables = make(wasm, staging);
      if (tables === 0) throw rangeError("not enough memory for the tables; pass smaller tableBytes", "MODEXP_MEMORY");
      return tables;
    };
    this.#words = words;
    this.#tables = new Handle(instance, makeOrThrow, (wasm, tables) => wasm.__wbg_tables_free(tables, 0));
    this.bytes = this.#tables.run((wasm, _staging, tables) => wasm.tables_bytes(tables));
  }

  pow(exponent: bigint): bigint {
    return this.#run(exponent, "tables_pow");
  }

  powVartime(exponent: bigint): bigint {
    return this.#run(exponent, "tables_pow_vartime");
  }

  powMany(exponents: readonly bigint[]): bigint[] {
    const words = this.#words;
    const count = exponents.length;
    const exponentWords = Math.ceil((longestOf(exponents) || 1) / 64);
    return this.#tables.run((wasm, staging, tables) => {
      staging.reserve(count * Math.max(words, exponentWords));
      for (const [i, exponent] of exponents.entries()) staging.write(i * exponentWords, exponent, exponentWords);
      wasm.tables_pow_many(tables, staging.pointer, count, exponentWords);
      return exponents.map((_, i) => staging.take(i * words, words));
    });
  }

  save(): Bytes {
    return this.#tables.run((wasm, staging, tables) => staging.takeRaw(wasm.tables_save(tables, staging.pointer)));
  }

  free(): void {
    this.#tables.free();
  }

  #run(exponent: bigint, method: "tables_pow" | "tables_pow_vartime"): bigint {
    return this.#tables.run((wasm, staging, tables) => {
      staging.reserve(Math.max(this.#words, wordsFor(exponent)));
      wasm[method](tables, staging.pointer, staging.writeAll(0, exponent));
      return staging.take(0, this.#words);
    });
  }
}

/** Powers modulo a product of primes. */
export class WasmCrtPowers implements CrtPowers {
  readonly #words: number;
  readonly #primes: Handle;

  /** @throws RangeError unless these are different odd primes, as far as that is tested, of this product. */
  constructor(instance: WasmInstance, { primes, m, power, trusted }: Product) {
    const primeWords = Math.ceil(longestOf(primes) / 64);
    this.#words = Math.ceil(bitLength(m) / 64);
    this.#primes = new Handle(
      instance,
      (wasm, staging) => {
        const [count, words] = [primes.length, this.#words];
        staging.reserve(count * primeWords + words);
        for (const [i, prime] of primes.entries()) staging.write(i * primeWords, prime, primeWords);
        staging.write(count * primeWords, m, words);
        const pointer = wasm.primes_prepare(staging.pointer, count, primeWords, words, power, Number(trusted));
        if (pointer === 0) throw rangeError("primes must be two or more different odd primes", "MODEXP_PRIMES");
        return pointer;
      },
      (wasm, pointer) => wasm.__wbg_primes_free(pointer, 0),
    );
    // at once, so that wrong primes are an error where they are passed
    this.#primes.run(() => {});
  }

  pow(base: bigint, exponent: bigint): bigint | undefined {
    const words = this.#words;
    return this.#primes.run((wasm, staging, primes) => {
      staging.reserve(words + wordsFor(exponent));
      staging.write(0, base, words);
      const verified = wasm.primes_pow(primes, staging.pointer, words, staging.writeAll(words, exponent));
      return verified ? staging.take(0, words) : undefined;
    });
  }

  privateKeyOp(c: bigint, d: bigint): bigint | PrivateFailure {
    const words = this.#words;
    return this.#primes.run((wasm, staging, primes) => {
      staging.reserve(words + wordsFor(d));
      staging.write(0, c, words);
      const code = wasm.primes_private_key_op(primes, staging.pointer, words, staging.writeAll(words, d));
      return code ? FAILURES[code - 1] : staging.take(0, words);
    });
  }

  privateKeyOpBlinded(c: bigint, d: bigint, random: Uint8Array): bigint | PrivateFailure {
    const words = this.#words;
    return this.#primes.run((wasm, staging, primes) => {
      const randomWords = Math.ceil(random.length / 8);
      staging.reserve(words + wordsFor(d) + randomWords);
      staging.write(0, c, words);
      const exponentWords = staging.writeAll(words, d);
      staging.writeBytes(words + exponentWords, random, randomWords);
      const code = wasm.primes_private_key_op_blinded(primes, staging.pointer, words, exponentWords, randomWords);
      return code ? FAILURES[code - 1] : staging.take(0, words);
    });
  }

  free(): void {
    this.#primes.free();
  }
}
