import { afterAll, describe, expect, test, vi } from "vitest";
import type { Int } from "../src/api/validate.js";
import { Curve as BinaryCurve } from "../src/binary-curves.js";
import type { Curve as CurveOf } from "../src/curves/curve.js";
import { Curve, type Point } from "../src/curves.js";
import { createModexp, type FixedBase, type Tier } from "../src/index.js";
import { MAX_BITS } from "../src/limbs/length.js";
import { Pairing } from "../src/pairings.js";
import { MeasuredChunks } from "../src/pool/chunks.js";
import { Pool as OwnPool } from "../src/pool/pool.js";
import type { Spawn, Task, Thread } from "../src/pool/protocol.js";
import { spawns } from "../src/pool/thread.js";
import { createPool, type Pool } from "../src/pool.js";
import { toMessage } from "../src/wasm/exports.js";
import { moduleOf } from "./shared/native.js";
import { Random } from "./shared/random.js";
import { powReference } from "./shared/reference.js";
import { fresh, tiers } from "./shared/tiers.js";

const P = (1n << 521n) - 1n;

const onBigInt = async () => ({ tier: "js", forced: true, module: undefined }) as const;

/** A pool of two threads on a tier. On `native` they load the addon that was built. */
function poolOn(tier: Tier): Pool {
  if (tier !== "native") return createPool({ threads: 2, tier });
  const start = async () => ({ tier, forced: true, module: toMessage(moduleOf("powers")) });
  return new OwnPool({ size: 2, lanes: 2, spawns, start, maxBits: MAX_BITS });
}

/** `count` exponentiations modulo `m` with exponents of 1 to `bits` bits, and their answers. */
function problems(count: number, bits = 97, m = P) {
  const random = new Random(7);
  const bases = Array.from({ length: count }, () => random.shaped(521) % m);
  const exponents = bases.map((_, i) => random.shaped(1 + (i % bits)));
  return { bases, exponents, powers: bases.map((base, i) => powReference(base, exponents[i] as bigint, m)) };
}

describe.each(tiers)("pool on $tier", ({ tier }) => {
  const pool = poolOn(tier);
  afterAll(() => pool.dispose());

  test("gives what Modulus gives, in order", async () => {
    const { bases, exponents, powers } = problems(300);
    expect(await pool.powMany(P, bases, exponents)).toEqual(powers);
    expect(await pool.pow(P, bases[0] as bigint, exponents[0] as bigint)).toBe(powers[0]);
    const each = exponents.slice(0, 9).map((exponent) => powReference(3n, exponent, P));
    expect(await pool.powEach(P, 3, exponents.slice(0, 9))).toEqual(each);
    expect(await pool.powEachVartime(P, 3, exponents.slice(0, 9))).toEqual(each);
    const product = powers.slice(0, 9).reduce((product, power) => (product * power) % P);
    expect(await pool.powProduct({ value: P }, bases.slice(0, 9), exponents.slice(0, 9))).toBe(product);
    expect(await pool.powProductVartime(P, bases.slice(0, 9), exponents.slice(0, 9))).toBe(product);
    expect(await pool.squareRepeated(P, 3n, 5000)).toBe(powReference(3n, 1n << 5000n, P));
  });

  test("powers by tables, of one base and of several in turn", async () => {
    const { Modulus } = fresh(tier);
    const { exponents, powers } = problems(40);
    expect(powers).toHaveLength(40);
    for (const [base, m] of [
      [3n, P],
      [5n, 1n << 200n],
      [3n, P],
    ] as const) {
      using tables = new Modulus(m).fixedBase(base, { maxExponentBits: 97 });
      const want = exponents.map((exponent) => powReference(base, exponent, m));
      expect(await pool.powFixedBase(tables, exponents)).toEqual(want);
      expect(await Promise.all([pool.powFixedBase(tables, exponents), pool.powFixedBase(tables, [])])).toEqual([
        want,
        [],
      ]);
    }
    using tables = new Modulus(P).fixedBase(3n, { maxExponentBits: 97 });
    expect(await pool.powFixedBase(tables, [-1n, 1n])).toEqual([powReference(3n, P - 2n, P), 3n]);
  });

  test("several calls at a time do not mix", async () => {
    const { bases, exponents, powers } = problems(40);
    const moduli = [P, 97n, 1n << 200n];
    const calls = moduli.map((m) => pool.powMany(m, bases, exponents));
    const want = moduli.map((m) => bases.map((base, i) => powReference(base, exponents[i] as bigint, m)));
    expect(want[0]).toEqual(powers);
    expect(await Promise.all(calls)).toEqual(want);
  });
});

describe("pool", () => {
  const pool = createPool({ threads: 2 });
  afterAll(() => pool.dispose());

  test("empty lists and empty chains need no thread", async () => {
    expect(await pool.powMany(P, [], [])).toEqual([]);
    expect(await pool.powEach(P, 3n, [])).toEqual([]);
    expect(await pool.powProduct(P, [], [])).toBe(1n);
    expect(await pool.powProduct(1n, [], [])).toBe(0n);
    expect(await pool.squareRepeated(P, P + 3n, 0)).toBe(3n);
  });

  test("progress counts up to the total", async () => {
    const { bases, exponents } = problems(500);
    const seen: number[][] = [];
    await pool.powMany(P, bases, exponents, { onProgress: (...progress) => seen.push(progress) });
    expect(seen.length).toBeGreaterThan(2);
    expect(seen.map(([done]) => done)).toEqual(seen.map(([done]) => done).sort((a, b) => Number(a) - Number(b)));
    expect(seen.at(-1)).toEqual([500, 500]);
  });

  test("an error of one item rejects the call, and the pool stays usable", async () => {
    const call = pool.powMany(9n, [2n, 3n], [5n, -1n]);
    await expect(call).rejects.toThrow(RangeError);
    await expect(call).rejects.toThrow("bases[1] has no inverse");
    // by its index in the whole list, not in a thread's chunk
    const exponents = Array.from({ length: 300 }, (_, i) => (i === 271 ? -1n : 5n));
    const list = pool.powMany(9n, new Array(300).fill(3n), exponents);
    await expect(list).rejects.toThrow("bases[271] has no inverse");
    await expect(pool.powProduct(9n, new Array(300).fill(3n), exponents)).rejects.toThrow("bases[271] has no inverse");
    const failing = pool.powMany(P, [2n], [5n], {
      onProgress: () => {
        throw new Error("of the caller");
      },
    });
    await expect(failing).rejects.toThrow("of the caller");
    expect(await pool.pow(P, 2n, 5n)).toBe(32n);
  });

  test("aborting rejects with the signal's reason at once, and the pool stays usable", async () => {
    const abort = new AbortController();
    const reason = new Error("enough");
    const start = performance.now();
    const calls = [
      pool.squareRepeated(P, 3n, 2 ** 50, { signal: abort.signal }),
      pool.pow(P, 3n, 1n << 8_000_000n, { signal: abort.signal }),
      pool.pow(P, 3n, 5n, { signal: abort.signal }),
    ];
    setTimeout(() => abort.abort(reason), 50);
    const [chain, long] = await Promise.allSettled(calls);
    expect(chain).toEqual({ status: "rejected", reason });
    expect(long).toEqual({ status: "rejected", reason });
    expect(performance.now() - start).toBeLessThan(5000);
    await expect(pool.pow(P, 3n, 5n, { signal: abort.signal })).rejects.toBe(reason);
    expect(await pool.pow(P, 2n, 5n)).toBe(32n);
  });

  test("wrong arguments reject, by name", async () => {
    const bad = (value: unknown) => value as Int;
    await expect(pool.pow(bad("7"), 2n, 3n)).rejects.toThrow('modulus must be a bigint or a safe integer, got "7"');
    await expect(pool.pow(bad(null), 2n, 3n)).rejects.toThrow("modulus must be a bigint");
    await expect(pool.pow(0n, 2n, 3n)).rejects.toThrow("modulus must be at least 1, got 0");
    await expect(pool.powMany(7n, [1n], [1.5])).rejects.toThrow("exponents[0] must be");
    await expect(pool.powMany(7n, [1n], [])).rejects.toThrow("bases and exponents must have the same length");
    await expect(pool.squareRepeated(7n, 1n, 2n ** 53n)).rejects.toThrow("count must be below 2^53");
    await expect(pool.powFixedBase(3n as unknown as FixedBase, [1n])).rejects.toThrow("fixedBase must be a FixedBase");
    const tables = new (createModexp().Modulus)(P).fixedBase(3n, { maxExponentBits: 8 });
    await expect(pool.powFixedBase(tables, [256n])).rejects.toThrow("exponents[0] must have at most 8 bits");
    const short = createPool({ threads: 1, maxBits: 64 });
    await expect(short.powFixedBase(tables, [1n])).rejects.toThrow(RangeError);
    tables.dispose();
    await expect(pool.powFixedBase(tables, [1n])).rejects.toThrow("this FixedBase was disposed of");
    const options = (value: unknown) => pool.powMany(7n, [1n], [1n], value as object);
    await expect(options(null)).rejects.toThrow("options must be an object, as { signal: AbortSignal.timeout(1000) }");
    await expect(options({ signal: 5 })).rejects.toThrow("signal must be an AbortSignal, got 5");
    await expect(options({ onProgress: "x" })).rejects.toThrow('onProgress must be a function, got "x"');
    expect(() => createPool({ threads: 0 })).toThrow("threads must be from 1 to 1024, got 0");
    expect(() => createPool({ threads: 1.5 })).toThrow(TypeError);
    expect(() => createPool({ tier: "fast" as "js" })).toThrow("tier must be one of");
  });

  test("after dispose every call rejects, and so does what was running", async () => {
    const own = createPool({ threads: 1 });
    const running = own.squareRepeated(P, 3n, 2 ** 50);
    await own.pow(P, 2n, 5n);
    own.dispose();
    await expect(running).rejects.toThrow("this pool was disposed of; make a new one");
    await expect(own.pow(P, 2n, 5n)).rejects.toThrow("this Pool was disposed of; make a new one");
  });

  test("dispose before the module is compiled rejects what waits for it", async () => {
    const own = createPool({ threads: 1 });
    const waiting = own.pow(P, 2n, 5n);
    own.dispose();
    await expect(waiting).rejects.toMatchObject({ code: "MODEXP_DISPOSED" });
  });
});

describe("threads that take their time to end, as in Deno", () => {
  /** Threads that never answer. An ended thread reports its death while the caller waits, and is counted. */
  function slow() {
    const counts = { made: 0, ended: 0 };
    const spawn: Spawn = ({ onMessage, onDeath }) => {
      counts.made++;
      queueMicrotask(() => onMessage({ ready: true }));
      const terminate = () => {
        counts.ended++;
        onDeath(new Error("it was ended"));
      };
      return { post() {}, hold() {}, terminate };
    };
    const pool = new OwnPool({ size: 2, lanes: 2, spawns: [spawn], start: onBigInt, maxBits: 65_536 });
    return { counts, pool };
  }

  const started = () => new Promise((resolve) => setTimeout(resolve));

  test("one turn of the event loop starts one thread", async () => {
    const { counts, pool } = slow();
    const calls = Promise.allSettled([pool.pow(P, 2n, 5n), pool.pow(P, 3n, 5n), pool.pow(P, 5n, 5n)]);
    for (let i = 0; i < 100; i++) await undefined;
    expect(counts.made).toBe(1);
    await vi.waitFor(() => expect(counts.made).toBe(2));
    pool.dispose();
    await calls;
  });

  test("dispose rejects every call before a thread is ended, and makes no new one", async () => {
    const { counts, pool } = slow();
    // more calls than threads: some wait
    const calls = [
      pool.pow(P, 2n, 5n),
      pool.powMany(P, new Array(50).fill(2n), new Array(50).fill(5n)),
      pool.squareRepeated(P, 2n, 1000),
      pool.powProduct(P, [2n, 3n], [5n, 7n]),
    ];
    const settled = Promise.allSettled(calls).then((results) => ({ results, ended: counts.ended }));
    await vi.waitFor(() => expect(counts).toEqual({ made: 2, ended: 0 }));
    pool.dispose();
    const { results, ended } = await settled;
    expect(ended).toBe(0);
    for (const result of results) {
      expect(result).toMatchObject({ status: "rejected", reason: { code: "MODEXP_DISPOSED" } });
    }
    await started();
    expect(counts).toEqual({ made: 2, ended: 2 });
  });

  test("abort rejects its call before the thread is ended", async () => {
    const { counts, pool } = slow();
    const abort = new AbortController();
    const call = pool.pow(P, 2n, 5n, { signal: abort.signal });
    const settled = call.catch((reason) => ({ reason, ended: counts.ended }));
    await started();
    abort.abort("enough");
    expect(await settled).toEqual({ reason: "enough", ended: 0 });
    await started();
    expect(counts.ended).toBe(1);
    pool.dispose();
  });
});

describe("points", () => {
  const pool = createPool({ threads: 2 });
  afterAll(() => pool.dispose());

  /** Multiples of the generator, also as packed bytes. */
  function terms<C>(curve: CurveOf<C>, count: number) {
    const random = new Random(count);
    const ks = Array.from({ length: count }, () => random.uniform(300));
    const logs = ks.map(() => random.uniform(300));
    const Ps = curve.fixedBase(curve.g).multiplyMany(logs);
    const packed = new Uint8Array(2 * curve.byteLength * count);
    for (const [i, P] of Ps.entries())
      packed.set(curve.encode(P).slice(-2 * curve.byteLength), 2 * curve.byteLength * i);
    return { ks, Ps, packed, sum: curve.multiply(ks.reduce((sum, k, i) => sum + k * (logs[i] as bigint), 0n)) };
  }

  const given = () => {
    const { p, a, b, order, g } = new Curve("P-224");
    return new Curve({ p, a, b, order, g });
  };
  const pairing = new Pairing("BLS12-381");
  test.each<[string, () => CurveOf<unknown>]>([
    ["P-256", () => new Curve("P-256")],
    ["given parameters", given],
    ["K-283", () => new BinaryCurve("K-283")],
    ["BLS12-381, G1", () => pairing.g1],
    ["BLS12-381, G2", () => pairing.g2 as unknown as CurveOf<unknown>],
  ])("%s: threads give what the curve gives, of objects and of bytes", async (_name, make) => {
    const curve = make();
    const { ks, Ps, packed, sum } = terms(curve, 40);
    const products = curve.multiplyMany(ks, Ps);
    for (const points of [Ps, packed]) {
      expect(await pool.msm(curve, ks, points)).toEqual(sum);
      expect(await pool.msmVartime(curve, ks, points)).toEqual(sum);
      expect(await pool.multiplyMany(curve, ks, points)).toEqual(products);
    }
    expect(await pool.msm(curve, [], [])).toEqual(curve.identity);
    expect(await pool.multiplyMany(curve, [], new Uint8Array(0))).toEqual([]);
    expect(await pool.msmVartime(curve, [1n, 2n], [curve.identity, curve.g])).toEqual(curve.multiply(2n));
  });

  test("calls on several curves at a time do not mix, and progress counts up", async () => {
    const curves = [new Curve("P-256"), new Curve("secp256k1"), pairing.g1];
    const all = curves.map((curve) => terms(curve, 30));
    const sums = curves.map((curve, i) => pool.msmVartime(curve, all[i]?.ks ?? [], all[i]?.packed ?? []));
    expect(await Promise.all(sums)).toEqual(all.map(({ sum }) => sum));
    const seen: number[] = [];
    const [P] = curves;
    if (P === undefined) throw new Error("there is one");
    await pool.msm(P, new Array(5000).fill(3n), new Array(5000).fill(P.g), { onProgress: (done) => seen.push(done) });
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBe(5000);
    expect(seen.length).toBe(6);
  });

  test("a long list is a sum of parts, and stays as it was when it was passed", async () => {
    const { g1 } = pairing;
    const { ks, packed, Ps } = terms(g1, 600);
    const wanted = g1.msmVartime(ks, Ps);
    const call = pool.msmVartime(g1, ks, packed);
    packed.fill(0);
    expect(await call).toEqual(wanted);
  });

  test("bad points are refused by their place in the whole list, in whichever form", async () => {
    const { g1 } = pairing;
    const { ks, Ps, packed } = terms(g1, 700);
    const code = (message: RegExp) => ({
      name: "RangeError",
      code: "MODEXP_POINT",
      message: expect.stringMatching(message),
    });
    // (0, 2) has order 3
    const outside = { x: 0n, y: 2n };
    expect(g1.isOnCurve(outside) && !g1.isInSubgroup(outside)).toBe(true);
    const withOne = (i: number, P: Point) => [...Ps.slice(0, i), P, ...Ps.slice(i + 1)];
    for (const call of ["msm", "msmVartime", "multiplyMany"] as const) {
      const short = [ks.slice(0, 9), withOne(7, outside).slice(0, 9)] as const;
      await expect(pool[call](g1, ...short)).rejects.toMatchObject(
        code(/^Ps\[7\] must be a multiple of the generator/),
      );
      await expect(pool[call](g1, [1n], [])).rejects.toMatchObject({ code: "MODEXP_LENGTHS" });
      await expect(pool[call](g1, [1n], [{ x: 1n, y: -1n }])).rejects.toThrow(/^Ps\[0\].y must be from 0 to p − 1/);
      await expect(pool[call](g1, [1n], new Uint8Array(95))).rejects.toThrow(
        /^Ps must have 96 bytes for each point, got 95/,
      );
      await expect(pool[call]({} as never, [1n], [])).rejects.toThrow(/^curve must be a Curve/);
    }
    await expect(pool.msmVartime(g1, ks, withOne(671, outside))).rejects.toMatchObject(
      code(/^Ps\[671\] must be a mult/),
    );
    expect(() => g1.msmVartime(ks, withOne(671, outside))).toThrow(/^Ps\[671\] must be a multiple/);
    expect(() => g1.bases(withOne(671, outside))).toThrow(/^Ps\[671\] must be a multiple/);
    // the first wrong point, with its error
    const both = withOne(20, outside);
    both[30] = { x: 1n, y: 1n };
    expect(() => g1.msmVartime(ks, both)).toThrow(/^Ps\[20\] must be a multiple/);
    packed.fill(255, 96 * 650, 96 * 650 + 96);
    await expect(pool.msmVartime(g1, ks, packed)).rejects.toMatchObject(
      code(/^Ps\[650\] must have coordinates from 0/),
    );
    expect(await pool.msmVartime(g1, [2n], [g1.g])).toEqual(g1.multiply(2n));
    const disposed = new Curve("P-256");
    disposed.dispose();
    await expect(pool.msm(disposed, [1n], [disposed.g])).rejects.toMatchObject({ code: "MODEXP_DISPOSED" });
  });

  test("aborting ends a sum at once", async () => {
    const { g1 } = pairing;
    const abort = new AbortController();
    const reason = new Error("enough");
    const call = pool.msm(g1, new Array(4000).fill(5n), new Array(4000).fill(g1.g), { signal: abort.signal });
    setTimeout(() => abort.abort(reason), 50);
    await expect(call).rejects.toBe(reason);
    expect(await pool.msm(g1, [2n], [g1.g])).toEqual(g1.multiply(2n));
  });
});

describe("chunks", () => {
  test.each([2, 8])("of a list are whole turns of %d lanes, until the last", (lanes) => {
    for (const threads of [1, 2, 5]) {
      const chunks = new MeasuredChunks(new Array(100).fill(1), threads, lanes);
      let end = 0;
      for (let chunk = chunks.next(); chunk !== undefined; chunk = chunks.next()) {
        expect(chunk.from).toBe(end);
        end = chunk.to;
        if (end < 100) expect((end - chunk.from) % lanes).toBe(0);
        chunks.took(chunk, end - chunk.from);
      }
      expect(end).toBe(100);
    }
  });
});

describe("dying threads", () => {
  /** An unknown message: the thread dies of an exception. */
  const POISON = null as unknown as Task;

  /** Real threads; `meddle` may change their tasks. */
  function poolOf(threads: number, meddle: (thread: Thread, task: Task) => Task): Pool {
    const meddling: Spawn[] = spawns.map((spawn) => (events) => {
      const thread = spawn(events);
      return {
        ...thread,
        post: (message) => thread.post("call" in message ? meddle(thread, message) : message),
      };
    });
    return new OwnPool({ size: threads, lanes: 2, spawns: meddling, start: onBigInt, maxBits: 65_536 });
  }

  test("100 of them in a batch of 1,000: all results are right", async () => {
    const random = new Random(3);
    let killed = 0;
    const pool = poolOf(2, (thread, task) => {
      if (killed === 100 || random.below(2) === 0) return task;
      killed++;
      // by an exception, or terminated from outside, at once or during its work
      if (random.below(3) === 0) return POISON;
      if (random.below(2) === 0) thread.terminate();
      else setTimeout(() => thread.terminate(), random.below(40));
      return task;
    });
    const m = (1n << 1279n) - 1n;
    const { bases, exponents, powers } = problems(1000, 2000, m);
    const got = await pool.powMany(m, bases, exponents);
    expect(killed).toBe(100);
    expect(got).toEqual(powers);
    pool.dispose();
  });

  test("an input that kills every thread is reported by its index", async () => {
    const pool = poolOf(2, (_thread, task) => (task.call === "powMany" && task.args[0].includes(666n) ? POISON : task));
    const call = pool.powMany(P, [1n, 666n, 3n], [1n, 2n, 3n]);
    await expect(call).rejects.toThrow(
      expect.objectContaining({
        code: "MODEXP_WORKERS",
        message: "16 workers died over item 1; pass smaller numbers",
      }),
    );
    expect(await pool.powMany(P, [2n], [5n])).toEqual([32n]);
    pool.dispose();
  });

  test("no thread gets a task before it is ready, when its death is noticed", async () => {
    const early: Task[] = [];
    const slow: Spawn[] = spawns.map((spawn) => ({ onMessage, onDeath }) => {
      let ready = false;
      const thread = spawn({
        onDeath,
        onMessage: (message) => {
          ready = true;
          onMessage(message);
        },
      });
      const post: Thread["post"] = (message) => {
        if ("call" in message && !ready) early.push(message);
        thread.post(message);
      };
      return { ...thread, post };
    });
    const pool = new OwnPool({ size: 2, lanes: 2, spawns: slow, start: onBigInt, maxBits: 65_536 });
    expect(await pool.powMany(P, [2n, 3n], [5n, 2n])).toEqual([32n, 9n]);
    expect(early).toEqual([]);
    pool.dispose();
  });

  test("threads that cannot start are reported", async () => {
    const never: Spawn = () => {
      throw new Error("forbidden");
    };
    const pool = new OwnPool({ size: 2, lanes: 2, spawns: [never], start: onBigInt, maxBits: 65_536 });
    await expect(pool.pow(P, 2n, 5n)).rejects.toThrow(
      expect.objectContaining({
        code: "MODEXP_WORKERS",
        message: expect.stringContaining("no worker could be started"),
      }),
    );
    pool.dispose();
  });
});
