/** Divides a list among threads into chunks. The time of the earlier chunks sets the length of the next one. */
import { failure } from "../limbs/errors.js";

/** The items from `from` up to, not including, `to`. */
export interface Chunk {
  readonly from: number;
  readonly to: number;
}

/** Long enough that messages do not count, short enough that progress shows and threads end together. */
const CHUNK_MS = 25;
const SHORTEST_CHUNK_MS = 2;

/** The length of a chunk while nothing is measured. */
const FIRST_ITEMS = 4;
const FIRST_STEPS = 256;

/** The number of deaths over one item after which it is not tried again. */
const MOST_DEATHS = 16;

/** Chunks of a list. `length` returns the length of the next chunk. */
export abstract class Chunks {
  readonly items: number;
  readonly #back: Chunk[] = [];
  /** Deaths over one item alone, by its index. */
  readonly #deaths = new Map<number, number>();
  #at = 0;

  constructor(items: number) {
    this.items = items;
  }

  /** The number of items in the chunk from `at`, at least 1. */
  protected abstract length(at: number): number;

  /** Records that the chunk took `ms` milliseconds. */
  took(_chunk: Chunk, _ms: number): void {}

  /** The next chunk; undefined when all are given out. */
  next(): Chunk | undefined {
    const back = this.#back.pop();
    if (back !== undefined) return back;
    if (this.#at === this.items) return undefined;
    const from = this.#at;
    this.#at = Math.min(from + this.length(from), this.items);
    return { from, to: this.#at };
  }

  /** A thread died over the chunk. It is given out again in halves, so that the cause of the death ends up alone. */
  putBack({ from, to }: Chunk, reason: unknown): void {
    if (to - from > 1) {
      const middle = (from + to) >> 1;
      this.#back.push({ from: middle, to }, { from, to: middle });
      return;
    }
    const deaths = (this.#deaths.get(from) ?? 0) + 1;
    this.#deaths.set(from, deaths);
    if (deaths === MOST_DEATHS) {
      throw failure(`${deaths} workers died over item ${from}; pass smaller numbers`, "MODEXP_WORKERS", {
        cause: reason,
      });
    }
    this.#back.push({ from, to });
  }
}

/** As many chunks as threads, or several times as many of at most `most` items, for work that the items of one chunk share. */
export class EvenChunks extends Chunks {
  readonly #length: number;

  constructor(items: number, threads: number, most = Number.POSITIVE_INFINITY) {
    super(items);
    const rounds = Math.max(Math.ceil(items / (threads * most)), 1);
    this.#length = Math.ceil(items / (threads * rounds));
  }

  protected override length(): number {
    return this.#length;
  }
}

/** Steps of a chain, about 25 ms in a chunk, for one thread after the other. */
export class ChainChunks extends Chunks {
  #steps = 0;
  #ms = 0;

  protected override length(): number {
    return this.#ms > 0 ? Math.max(1, Math.round((CHUNK_MS * this.#steps) / this.#ms)) : FIRST_STEPS;
  }

  override took({ from, to }: Chunk, ms: number): void {
    this.#steps += to - from;
    this.#ms += ms;
  }
}

/** Chunks of about 25 ms by the time that the last one took, and shorter towards the end, so that all threads end together. */
export class MeasuredChunks extends Chunks {
  /** #before[i] = cost of the items before i, in a unit of its own */
  readonly #before: readonly number[];
  readonly #threads: number;
  readonly #lanes: number;
  /** Cost per millisecond of the last chunk. */
  #speed = 0;

  /** `costs` are proportional to what the items are expected to take. `lanes` items are computed side by side. */
  constructor(costs: readonly number[], threads: number, lanes: number) {
    super(costs.length);
    let sum = 0;
    this.#before = [0, ...costs.map((cost) => (sum += cost))];
    this.#threads = threads;
    this.#lanes = lanes;
  }

  override took({ from, to }: Chunk, ms: number): void {
    this.#speed = this.#between(from, to) / Math.max(ms, Number.EPSILON);
  }

  protected override length(at: number): number {
    const fair = this.#between(at, this.items) / (2 * this.#threads);
    const measured = this.#speed > 0;
    const limit = measured ? this.#speed * Math.min(Math.max(fair / this.#speed, SHORTEST_CHUNK_MS), CHUNK_MS) : fair;
    const most = measured ? this.items - at : FIRST_ITEMS;
    let length = 1;
    while (length < most && this.#between(at, at + length + 1) <= limit) length++;
    return this.#lanes * Math.ceil(length / this.#lanes);
  }

  #between(from: number, to: number): number {
    return (this.#before[to] as number) - (this.#before[from] as number);
  }
}
