// node --expose-gc flat-memory.mjs CALLS CONTEXTS: measures how memory grows, and prints one JSON line.
import { createModexp } from "../../packages/modexp-js/dist/index.js";

const [calls, contexts] = process.argv.slice(2).map(Number);

/** The memory of every later instance. */
const memories = [];
const { Instance } = WebAssembly;
WebAssembly.Instance = function Watched(module, imports) {
  const { exports } = new Instance(module, imports);
  if ("memory" in exports) memories.push(exports.memory);
  return { exports };
};

const P = (1n << 127n) - 1n;
const Q = (1n << 89n) - 1n;
const M = (1n << 1024n) - 1_234_567n;

const api = createModexp({ tier: createModexp().engine().tier });

const every = {
  modPow: (i) => api.modPow(BigInt(i), 1000n, i % 2 === 0 ? M : P),
  powBytes: (i) => m.powBytes(Uint8Array.of(i), Uint8Array.of(3, i)),
  powMany: (i) => m.powMany([2n, BigInt(i)], [3n, 1n << 64n]),
  powProduct: () => m.powProduct([2n, 3n], [5n, 6n]),
  powEach: () => m.powEach(3n, [5n, 6n]),
  inverse: (i) => m.inverse(BigInt(2 * i + 1)),
  fixed: (i) => g.pow(BigInt(i)),
  crt: (i) => n.privateKeyOp(BigInt(i), D),
  // errors must not leave memory behind either
  refused: () => {
    try {
      m.pow(0n, -1n);
    } catch {}
  },
};
const m = new api.Modulus(P);
const g = m.fixedBase(3n, { maxExponentBits: 64, tableBytes: 4096 });
const n = new api.CrtModulus([P, Q]);
const D = api.modInverse(65_537n, (P - 1n) * (Q - 1n));

const made = {
  Modulus: () => {
    const each = new api.Modulus(P);
    each.pow(3n, 1n << 70n);
    return each;
  },
  FixedBase: () => m.fixedBase(3n, { maxExponentBits: 64, tableBytes: 4096 }),
  CrtModulus: () => new api.CrtModulus([P, Q]),
};

const MIB = 2 ** 20;
const wasm = () => memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);

/** Frees dropped objects: finalizers run between tasks. */
async function collect() {
  for (let i = 0; i < 6; i++) {
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The growth of memory by `count` calls, after a warm-up. */
async function growth(count, work, pause = count) {
  const run = async (times) => {
    for (let i = 0; i < times; i++) {
      work(i);
      if (i % pause === pause - 1) await collect();
    }
    await collect();
    return { wasm: wasm(), heap: process.memoryUsage().heapUsed };
  };
  // the warm-up runs as many between two pauses as later
  const before = await run(Math.max(Math.ceil(count / 10), Math.min(2 * pause, count)));
  const after = await run(count);
  return { wasm: after.wasm - before.wasm, heap: (after.heap - before.heap) / MIB };
}

const kinds = Object.values(made);
const called = Object.values(every);
const kept = [];
const report = {
  calls: await growth(calls, (i) => called[i % called.length](i)),
  disposed: await growth(contexts, (i) => kinds[i % kinds.length]().dispose()),
  // without dispose: the garbage collector frees them at times
  dropped: await growth(contexts, (i) => void kinds[i % kinds.length](), 500),
  // the control: kept contexts must show
  leaked: await growth(Math.min(contexts, 3000), (i) => kept.push(kinds[i % kinds.length]())),
};
if (kept.length === 0) throw new Error("nothing was kept");
console.log(JSON.stringify(report));
process.exit(0);
