/** Exponentiations on several threads. A list is divided among them; the work of a thread that dies is done again. */
import { ADDED, nativeModule } from "../api/addon.js";
import type { FixedBase } from "../api/fixed-base.js";
import { Disposable } from "../api/memory.js";
import { mod } from "../api/numbers.js";
import { bestOf, chooseTier, powersModule, TIERS } from "../api/tier.js";
import {
  checkSameLength,
  checkSize,
  type Int,
  limitOf,
  ownOptions,
  reading,
  show,
  toCount,
  toInt,
  toInts,
  toModulus,
} from "../api/validate.js";
import type { Curve } from "../curves/curve.js";
import type { Point } from "../curves/points.js";
import { rangeError, typeError } from "../limbs/errors.js";
import { bitLength, exponentLimit, MAX_BITS } from "../limbs/length.js";
import { compileBytes } from "../wasm/compile.js";
import type { StagedPoint } from "../wasm/curves.js";
import { toMessage } from "../wasm/exports.js";
import type { Tier } from "../wasm/features.js";
import { compileFrom } from "../wasm/read.js";
import { powersUrls } from "../wasm/urls.js";
import { ChainChunks, type Chunk, type Chunks, EvenChunks, MeasuredChunks } from "./chunks.js";
import { KnownCurves } from "./curves.js";
import {
  type CheckedOptions,
  checkTask,
  MOST_THREADS,
  type PoolModulus,
  type PoolOptions,
  stoppedBy,
  type TaskOptions,
} from "./options.js";
import type { Spawn, Start, Task } from "./protocol.js";
import { exponentBitsOf, KnownTables } from "./tables.js";
import { parallelism, spawns } from "./thread.js";
import { ThreadDied, WorkerPool } from "./worker-pool.js";

/** Most terms of a sum in one task: about half a second. More terms share more work, but show less progress. */
const MOST_TERMS = 1 << 10;
const MOST_TERMS_VARTIME = 1 << 14;

/** The most numbers side by side: in vectors of AVX-512, and in WebAssembly. */
const LANES = { native: 8, wasm: 2 };

/** The state of a pool. */
interface Threads {
  readonly size: number;
  /** The numbers that a thread computes with side by side. */
  readonly lanes: number;
  readonly spawns: readonly Spawn[];
  /** The first message to each thread. */
  readonly start: () => Promise<Start>;
  readonly maxBits: number;
  /** Undefined until the first task. */
  workers?: WorkerPool;
}

/**
 * Threads that share the work of one call, and of several calls at a time. They start with the first task, and do not keep an
 * idle process alive. A thread that dies is replaced, and its work is done again.
 *
 * @example
 * using pool = createPool({ threads: 2 });
 * await pool.powMany(101n, [2n, 3n], [10n, 20n]); // [14n, 84n]
 */
export class Pool extends Disposable<Threads> {
  /** The greatest number of threads. */
  readonly threads: number;
  readonly #lanes: number;
  readonly #tables = new KnownTables();
  readonly #curves = new KnownCurves();

  /** @internal */
  constructor(threads: Threads) {
    super("Pool", threads);
    this.threads = threads.size;
    this.#lanes = threads.lanes;
    this.own({ free: () => threads.workers?.dispose() });
  }

  /**
   * base^exponent mod modulus on another thread, so that this one stays free; as `modPow`.
   *
   * @throws TypeError and RangeError as `modPow`; the signal's reason if it was aborted.
   * @example
   * using pool = createPool();
   * await pool.pow(1_000_000_007n, 3n, 200n); // 136318165n
   */
  async pow(modulus: PoolModulus, base: Int, exponent: Int, options?: TaskOptions): Promise<bigint> {
    const { m, limits } = this.#modulus(modulus);
    const args = [toInt(base, "base", limits.number), toInt(exponent, "exponent", limits.exponent)] as const;
    let power = 0n;
    await this.#divide(
      new EvenChunks(1, 1),
      () => ({ call: "pow", modulus: m, args }),
      checkTask(options),
      (result) => {
        power = result as bigint;
      },
    );
    return power;
  }

  /**
   * bases[i]^exponents[i] mod modulus for every i, in order.
   *
   * @throws TypeError and RangeError as `Modulus.powMany`; the signal's reason if it was aborted.
   * @example
   * using pool = createPool();
   * await pool.powMany(101n, [2n, 3n], [10n, -1n]); // [14n, 34n]
   */
  async powMany(
    modulus: PoolModulus,
    bases: readonly Int[],
    exponents: readonly Int[],
    options?: TaskOptions,
  ): Promise<bigint[]> {
    const { m, limits } = this.#modulus(modulus);
    const [bs, es] = [toInts(bases, "bases", limits.number), toInts(exponents, "exponents", limits.exponent)];
    checkSameLength(bs, es);
    const args = ({ from, to }: Chunk) => [bs.slice(from, to), es.slice(from, to)] as const;
    const chunks = new MeasuredChunks(es.map(cost), this.threads, this.#lanes);
    return this.#list(chunks, (chunk) => ({ call: "powMany", modulus: m, args: args(chunk) }), checkTask(options));
  }

  /**
   * base^exponents[i] mod modulus for every i, in order; each thread shares the squarings of its part.
   *
   * @throws TypeError and RangeError as `Modulus.powEach`; the signal's reason if it was aborted.
   * @example
   * using pool = createPool();
   * await pool.powEach(101n, 2n, [1n, -1n, 10n]); // [2n, 51n, 14n]
   */
  async powEach(modulus: PoolModulus, base: Int, exponents: readonly Int[], options?: TaskOptions): Promise<bigint[]> {
    return this.#each("powEach", modulus, base, exponents, options);
  }

  /**
   * `powEach` for public values, as `Modulus.powEachVartime`.
   *
   * @throws TypeError and RangeError as `Modulus.powEach`; the signal's reason if it was aborted.
   * @example
   * using pool = createPool();
   * await pool.powEachVartime(101n, 2n, [1n, -1n, 10n]); // [2n, 51n, 14n]
   */
  async powEachVartime(
    modulus: PoolModulus,
    base: Int,
    exponents: readonly Int[],
    options?: TaskOptions,
  ): Promise<bigint[]> {
    return this.#each("powEachVartime", modulus, base, exponents, options);
  }

  #each(
    call: "powEach" | "powEachVartime",
    modulus: PoolModulus,
    base: Int,
    exponents: readonly Int[],
    options: TaskOptions | undefined,
  ): Promise<bigint[]> {
    const { m, limits } = this.#modulus(modulus);
    const b = toInt(base, "base", limits.number);
    const es = toInts(exponents, "exponents", limits.exponent);
    const args = ({ from, to }: Chunk) => [b, es.slice(from, to)] as const;
    const chunks = new EvenChunks(es.length, this.threads);
    return this.#list(chunks, (chunk) => ({ call, modulus: m, args: args(chunk) }), checkTask(options));
  }

  /**
   * base^exponents[i] by the tables of a base, for every i, in order. Each thread gets a copy of the tables, and keeps it
   * until it gets that of another base.
   *
   * @throws TypeError and RangeError as `FixedBase.powMany`; RangeError if its modulus has more than `maxBits` bits; the
   * signal's reason if it was aborted.
   * @example
   * using pool = createPool();
   * using g = new Modulus(1_000_003n).fixedBase(5n, { maxExponentBits: 20 });
   * await pool.powFixedBase(g, [1n, 2n, 1_000_002n]); // [5n, 25n, 1n]
   */
  async powFixedBase(fixedBase: FixedBase, exponents: readonly Int[], options?: TaskOptions): Promise<bigint[]> {
    const es = toInts(exponents, "exponents", exponentBitsOf(fixedBase), "maxExponentBits");
    const checked = checkTask(options);
    const tables = this.#tables.of(fixedBase, this.live.maxBits);
    const chunks = new EvenChunks(es.length, this.threads);
    const task = ({ from, to }: Chunk) => ({ call: "powMany", tables, args: [es.slice(from, to)] }) as const;
    return this.#list(chunks, task, checked);
  }

  /**
   * The product of bases[i]^exponents[i] mod modulus; each thread multiplies its part.
   *
   * @throws TypeError and RangeError as `Modulus.powProduct`; the signal's reason if it was aborted.
   * @example
   * using pool = createPool();
   * await pool.powProduct(101n, [2n, 3n], [10n, 20n]); // 65n
   */
  async powProduct(
    modulus: PoolModulus,
    bases: readonly Int[],
    exponents: readonly Int[],
    options?: TaskOptions,
  ): Promise<bigint> {
    return this.#product("powProduct", modulus, bases, exponents, options);
  }

  /**
   * `powProduct` for public values, as `Modulus.powProductVartime`.
   *
   * @throws TypeError and RangeError as `Modulus.powProduct`; the signal's reason if it was aborted.
   * @example
   * using pool = createPool();
   * await pool.powProductVartime(101n, [2n, 3n], [10n, 20n]); // 65n
   */
  async powProductVartime(
    modulus: PoolModulus,
    bases: readonly Int[],
    exponents: readonly Int[],
    options?: TaskOptions,
  ): Promise<bigint> {
    return this.#product("powProductVartime", modulus, bases, exponents, options);
  }

  async #product(
    call: "powProduct" | "powProductVartime",
    modulus: PoolModulus,
    bases: readonly Int[],
    exponents: readonly Int[],
    options: TaskOptions | undefined,
  ): Promise<bigint> {
    const { m, limits } = this.#modulus(modulus);
    const [bs, es] = [toInts(bases, "bases", limits.number), toInts(exponents, "exponents", limits.exponent)];
    checkSameLength(bs, es);
    const args = ({ from, to }: Chunk) => [bs.slice(from, to), es.slice(from, to)] as const;
    const chunks = new EvenChunks(bs.length, this.threads);
    let product = 1n % m;
    await this.#divide(
      chunks,
      (chunk) => ({ call, modulus: m, args: args(chunk) }),
      checkTask(options),
      (part) => {
        product = mod(product * (part as bigint), m);
      },
    );
    return product;
  }

  /**
   * a^(2^count) mod modulus: `count` squarings one after the other on another thread. Each part reports its progress.
   *
   * @throws TypeError and RangeError as `Modulus.squareRepeated`, and RangeError if count > 2^53 − 1; the signal's reason
   * if it was aborted.
   * @example
   * using pool = createPool();
   * await pool.squareRepeated(1_000_003n, 2n, 10n); // 539960n
   */
  async squareRepeated(modulus: PoolModulus, a: Int, count: Int, options?: TaskOptions): Promise<bigint> {
    const { m, limits } = this.#modulus(modulus);
    let x = mod(toInt(a, "a", limits.number), m);
    const steps = Number(toCount(count, "count"));
    if (!Number.isSafeInteger(steps)) throw rangeError(`count must be below 2^53, got ${show(count)}`);
    const task = ({ from, to }: Chunk) => ({ call: "squareRepeated", modulus: m, args: [x, to - from] }) as const;
    // by one thread at a time: each part starts from what the one before it gave
    const next = (power: unknown) => {
      x = power as bigint;
    };
    await this.#divide(new ChainChunks(steps), task, checkTask(options), next, 1);
    return x;
  }

  /**
   * ks[i]·Ps[i] for every i, in order; as `Curve.multiplyMany`. Constant time.
   *
   * @throws TypeError and RangeError as `Curve.multiplyMany`; the signal's reason if it was aborted.
   * @example
   * using pool = createPool();
   * const curve = new Curve("P-256");
   * const [two] = await pool.multiplyMany(curve, [2n], [curve.g]);
   * two.x === curve.add(curve.g, curve.g).x; // true
   */
  async multiplyMany<C>(
    curve: Curve<C>,
    ks: readonly Int[],
    Ps: readonly Point<C>[] | Uint8Array,
    options?: TaskOptions,
  ): Promise<Point<C>[]> {
    const work = this.#curves.divide(curve, ks, Ps);
    const chunks = new MeasuredChunks(new Array(work.count).fill(1), this.threads, this.#lanes);
    const products = await this.#list<StagedPoint>(
      chunks,
      (chunk) => work.task("multiplyMany", chunk),
      checkTask(options),
    );
    return products.map((staged) => work.toPoint(staged));
  }

  /**
   * Σ ks[i]·Ps[i]; as `Curve.msm`, each thread sums its part. Constant time.
   *
   * @throws TypeError and RangeError as `Curve.msm`; the signal's reason if it was aborted.
   * @example
   * using pool = createPool();
   * const curve = new Curve("P-256");
   * (await pool.msm(curve, [2n, 3n], [curve.g, curve.g])).x === curve.multiply(5n).x; // true
   */
  async msm<C>(
    curve: Curve<C>,
    ks: readonly Int[],
    Ps: readonly Point<C>[] | Uint8Array,
    options?: TaskOptions,
  ): Promise<Point<C>> {
    return this.#sum("msm", MOST_TERMS, curve, ks, Ps, options);
  }

  /**
   * `msm` for public values, as `Curve.msmVartime`. Packed points are unpacked by the threads, which leaves this one free.
   *
   * @throws TypeError and RangeError as `Curve.msm`; the signal's reason if it was aborted.
   * @example
   * using pool = createPool();
   * const curve = new Curve("P-256");
   * (await pool.msmVartime(curve, [2n, 3n], [curve.g, curve.g])).x === curve.multiply(5n).x; // true
   */
  async msmVartime<C>(
    curve: Curve<C>,
    ks: readonly Int[],
    Ps: readonly Point<C>[] | Uint8Array,
    options?: TaskOptions,
  ): Promise<Point<C>> {
    return this.#sum("msmVartime", MOST_TERMS_VARTIME, curve, ks, Ps, options);
  }

  async #sum<C>(
    call: "msm" | "msmVartime",
    most: number,
    curve: Curve<C>,
    ks: readonly Int[],
    Ps: readonly Point<C>[] | Uint8Array,
    options: TaskOptions | undefined,
  ): Promise<Point<C>> {
    const work = this.#curves.divide(curve, ks, Ps);
    let sum = curve.identity;
    const take = (part: unknown) => {
      sum = curve.add(sum, work.toPoint(part as StagedPoint));
    };
    const chunks = new EvenChunks(work.count, this.threads, most);
    await this.#divide(chunks, (chunk) => work.task(call, chunk), checkTask(options), take);
    return sum;
  }

  /** The modulus of a call, and how long its other numbers may be. */
  #modulus(modulus: PoolModulus): { m: bigint; limits: { number: number; exponent: number } } {
    const { maxBits } = this.live;
    const m = toModulus(numberOf(modulus), maxBits);
    return { m, limits: { number: maxBits, exponent: exponentLimit(maxBits, bitLength(m)) } };
  }

  /** Runs the tasks of a list, and puts their results in its order. */
  async #list<T = bigint>(chunks: Chunks, task: (chunk: Chunk) => Task, options: CheckedOptions): Promise<T[]> {
    const results = new Array<T>(chunks.items);
    await this.#divide(chunks, task, options, (part, { from }) => {
      for (const [i, result] of (part as T[]).entries()) results[from + i] = result;
    });
    return results;
  }

  /** Runs the tasks of all chunks, `lanes` at a time. A task is run again if its thread died. */
  async #divide(
    chunks: Chunks,
    task: (chunk: Chunk) => Task,
    options: CheckedOptions,
    take: (result: unknown, chunk: Chunk) => void,
    lanes = this.threads,
  ): Promise<void> {
    const { signal, onProgress } = options;
    const workers = workersOf(this.live);
    const stop = stoppedBy(signal);

    let done = 0;
    const lane = async () => {
      for (let chunk = chunks.next(); chunk !== undefined; chunk = chunks.next()) {
        try {
          const { result, ms } = await workers.run(task(chunk), stop.signal);
          chunks.took(chunk, ms);
          take(result, chunk);
          done += chunk.to - chunk.from;
          onProgress?.(done, chunks.items);
        } catch (error) {
          if (!(error instanceof ThreadDied)) throw placed(error, chunk);
          chunks.putBack(chunk, error.cause);
        }
      }
    };
    try {
      await Promise.all(Array.from({ length: lanes }, lane));
    } finally {
      // after an error in one lane the others stop too
      stop.abort();
    }
  }
}

/**
 * A pool of threads: Web Workers, or worker threads in Node, Deno and Bun.
 *
 * @throws TypeError if an option is of the wrong type or no tier has that name; RangeError if `threads` is not from 1 to
 * 1024; Error if this engine cannot run the tier.
 * @example
 * using pool = createPool({ threads: 2 });
 * await pool.powEach(1009n, 3n, [1n, 2n]); // [3n, 9n]
 */
export function createPool(options?: PoolOptions): Pool {
  const maxBits = limitOf(options, MAX_BITS);
  const { threads = Math.min(parallelism(), MOST_THREADS), tier } = ownOptions(
    options,
    ["threads", "tier"],
    "{ threads: 2 }",
  );
  checkSize(threads, "threads", 1, MOST_THREADS);
  const chosen = chooseTier(tier, [...ADDED, ...TIERS]);
  const lanes = chosen === "native" ? LANES.native : LANES.wasm;
  return new Pool({ size: threads, lanes, spawns, start: () => compiled(chosen, tier !== undefined), maxBits });
}

/** The workers, which wait for the module to be compiled once for all threads. */
function workersOf(threads: Threads): WorkerPool {
  const { size, spawns, start } = threads;
  threads.workers ??= new WorkerPool(size, spawns, start());
  return threads.workers;
}

/** The module of `tier` from its file. If a bundle omits the file, loads the modules of the main entry and takes the best. */
export async function compiled(tier: Tier, forced: boolean): Promise<Start> {
  const native = tier === "native" ? nativeModule("powers") : undefined;
  if (tier === "js" || tier === "native") return { tier, forced, module: native && toMessage(native) };
  try {
    return { tier, forced, module: await compileFrom(powersUrls[powersModule(tier)]) };
  } catch (error) {
    const { INSIDE, moduleBytes } = await import("../wasm/modules.js");
    const other = bestOf(forced ? [tier] : TIERS, INSIDE);
    if (other === undefined) throw error;
    return { tier: other, forced, module: await compileBytes(moduleBytes(powersModule(other, INSIDE))) };
  }
}

/** The number of a modulus. */
function numberOf(modulus: PoolModulus): Int {
  if (typeof modulus !== "object" || modulus === null) return modulus;
  const wrong = () => typeError(`modulus must be a bigint, a safe integer or a Modulus, got ${show(modulus)}`);
  return reading(modulus, wrong, () => modulus.value);
}

/** The error of a thread about an item of its chunk, with the item's index in the whole list. */
function placed(error: unknown, { from }: Chunk): unknown {
  if (error instanceof RangeError)
    error.message = error.message.replace(/(?<=^(?:bases|Ps)\[)\d+/, (i) => `${from + Number(i)}`);
  return error;
}

/** The cost of an exponentiation, in squarings. */
function cost(exponent: bigint): number {
  return 16 + bitLength(exponent < 0n ? -exponent : exponent);
}
