/** Memory that runs out, and memory that moves. */

import { Context } from "../../src/api/context.js";
import { bind, type Modexp } from "../../src/api/modexp.js";
import { moduleBytes } from "../../src/wasm/modules.js";
import {
  type Exports,
  type Fault,
  fails,
  initialPages,
  instance,
  limitMemory,
  must,
  TIER,
  trap,
  withExports,
} from "./kit.js";
import { type Operation, operations, right } from "./operations.js";

const LARGE = 24_000;
const SMALL = 1000;

const small = operations(SMALL);

/** An instance with room for `pages` pages; undefined if it reports that it does not fit itself. */
function limited(pages: number): Modexp | undefined {
  return unlessExhausted(() => instance((module) => limitMemory(module, pages)));
}

/** Whether the call succeeds; checks its answer. */
function attempt(api: Modexp, operation: Operation): boolean {
  const got = unlessExhausted(() => [operation.run(api)]);
  if (got) right(api, operation, LARGE, got[0]);
  return got !== undefined;
}

/** The result of the call; undefined if it throws the error for exhausted memory. */
function unlessExhausted<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (error instanceof RangeError && error.message.includes("not enough memory")) return undefined;
    throw error;
  }
}

/** Runs with room for 0, 1, 2, … more pages, until the call succeeds: so each of its growths fails once. */
const exhausted: Fault[] = operations(LARGE).map((operation) => ({
  name: `memory ends at every growth of ${operation.name}`,
  work: async () => {
    const first = initialPages(moduleBytes(TIER));
    let refused = 0;
    for (let pages = first; ; pages++) {
      must(pages < first + 4000, "the call never succeeds");
      const api = limited(pages);
      if (api === undefined) continue;
      const done = attempt(api, operation);
      if (!done) refused++;
      // too little for the large numbers, but enough for small ones
      for (const each of small.slice(0, 6)) right(api, each, SMALL);
      if (done && pages > first) break;
    }
    // calls that need little memory do not grow it
    must(refused > 0 || !/Many|Each|Product|^Fixed/.test(operation.name), "no growth failed");
  },
}));

/** Growing detaches all views: between writing the arguments and reading the result, and at any other time. */
const grown: Fault[] = small.map((operation) => ({
  name: `memory grows in every export that ${operation.name} calls`,
  work: () =>
    withExports(
      (exports) =>
        wrapAll(exports, (call) => {
          const result = call();
          must(exports.memory.grow(1) > 0, "the memory must grow");
          return result;
        }),
      () => {
        const api = instance();
        for (let i = 0; i < 3; i++) right(api, operation, SMALL);
      },
    ),
}));

/** Each export traps once: that call fails or is repeated; the next one and old handles are right, on a new instance. */
const trapped: Fault[] = small.flatMap((operation) =>
  operation.exports.map((name) => ({
    name: `a trap in ${name}`,
    work: () => {
      let armed = false;
      let sprung = 0;
      const wrap = (exports: Exports) =>
        wrapAll(exports, (call, called) => {
          if (!armed || called !== name) return call();
          armed = false;
          sprung++;
          return trap();
        });
      return withExports(wrap, async () => {
        const api = instance();
        const old = new api.Modulus((1n << 127n) - 1n);
        const tables = old.fixedBase(3n, { maxExponentBits: 64 });
        const powers = [old.pow(3n, 99n), tables.pow(99n)].join();
        armed = true;
        if (name.startsWith("__wbg")) {
          // the handle is freed either way
          right(api, operation, SMALL);
        } else {
          await fails(() => operation.run(api), RangeError, "not enough memory in WebAssembly");
        }
        must(sprung === 1, `${name} was never called`);
        right(api, operation, SMALL);
        must([old.pow(3n, 99n), tables.pow(99n)].join() === powers, "old handles answer something else");
        old.dispose();
        tables.dispose();
        for (const each of small) right(api, each, SMALL);
      });
    },
  })),
);

const others: Fault[] = [
  {
    name: "after a trap no new instance can be had, twice",
    work: async () => {
      let armed = false;
      let refusals = 0;
      const wrap = (exports: Exports) => {
        if (refusals-- > 0) throw new RangeError("out of memory: no new instance");
        return wrapAll(exports, (call, name) => (armed && name === "context_pow" ? trap() : call()));
      };
      await withExports(wrap, async () => {
        const api = instance();
        const [operation] = small as [(typeof small)[0]];
        const context = new api.Modulus(1_000_003n);
        must(context.pow(2n, 10n) === 1024n, "wrong before the trap");
        armed = true;
        refusals = 2;
        await fails(() => operation.run(api), RangeError, "not enough memory");
        armed = false;
        await fails(() => operation.run(api), RangeError, "no new instance");
        await fails(() => context.pow(2n, 10n), RangeError, "no new instance");
        right(api, operation, SMALL);
        must(context.pow(2n, 10n) === 1024n, "the old handle answers something else");
        context.dispose();
      });
    },
  },
  {
    name: "an old handle is freed after its instance is gone",
    work: async () => {
      let armed = false;
      const wrap = (exports: Exports) =>
        wrapAll(exports, (call, name) => (armed && name === "context_pow_vartime" ? trap() : call()));
      await withExports(wrap, async () => {
        const api = instance();
        const [a, b] = [new api.Modulus(1_000_003n), new api.Modulus(1_000_033n)];
        must(a.pow(2n, 20n) === 48_573n, "wrong before the trap");
        armed = true;
        await fails(() => api.modPowVartime(2n, 1n << 99n, 1_000_003n), RangeError, "not enough memory");
        armed = false;
        // b is now at the address of a in the old instance
        const power = b.pow(2n, 20n);
        a.dispose();
        must(b.pow(2n, 20n) === power && power === 48_543n, "freeing an old handle harmed another one");
        b.dispose();
      });
    },
  },
  {
    name: "tables of more than there can be",
    work: async () => {
      const api = instance((module) => limitMemory(module, initialPages(module) + 16));
      const m = new api.Modulus((1n << 2048n) - 1n);
      for (const tableBytes of [2 ** 32, 2 ** 31, 2 ** 24]) {
        await fails(() => m.fixedBase(3n, { maxExponentBits: 2048, tableBytes }), RangeError, "not enough memory");
        for (const each of small.slice(0, 6)) right(api, each, SMALL);
      }
      must(m.fixedBase(3n, { maxExponentBits: 64, tableBytes: 4096 }).pow(5n) === 243n, "smaller tables do not work");
    },
  },
];

/** The exports, each function wrapped by `around`. */
function wrapAll(exports: Exports, around: (call: () => unknown, name: string) => unknown): Exports {
  const wrapped = Object.entries(exports).map(([name, value]) => [
    name,
    typeof value === "function" ? (...args: unknown[]) => around(() => value(...args), name) : value,
  ]);
  return Object.fromEntries(wrapped) as Exports;
}

/** The answers without a fault. */
const healthy: Fault = {
  name: "nothing is broken, and the answers are those of BigInt",
  work: () => {
    const onBigInt = bind(() => new Context("js", undefined, true));
    for (const operation of small) {
      if (!["plan", "kernel", "FixedBase.toBytes"].includes(operation.name)) right(onBigInt, operation, SMALL);
    }
  },
};

export const memory: readonly Fault[] = [healthy, ...exhausted, ...grown, ...trapped, ...others];
