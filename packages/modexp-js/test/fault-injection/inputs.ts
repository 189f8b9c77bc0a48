/** Arguments that change, throw, or call back while the package reads them. */
import { modexpPrecompile } from "../../src/evm.js";
import type { Int } from "../../src/index.js";
import { type Fault, fails, instance, must } from "./kit.js";

const api = instance();
const M = 1_000_003n;
const m = new api.Modulus(M);

// values from a caller without types
const any = (value: unknown) => value as never;

/** The bytes of 3^200, from the bytes of 3 and 200. */
const POWER = m.powBytes(Uint8Array.of(3), Uint8Array.of(200)).join();

function stillRight(): void {
  must(m.powBytes(Uint8Array.of(3), Uint8Array.of(200)).join() === POWER, "powBytes is wrong afterwards");
  must(m.powMany([2n, 3n], [10n, 11n]).join() === "1024,177147", "powMany is wrong afterwards");
  must(api.modPow(2n, 20n, M) === 48_573n, "modPow is wrong afterwards");
}

/** A fault in arguments: the call throws a typed error, or `work` checks the answer itself. */
const about = (name: string, work: () => void | Promise<void>): Fault => ({
  name,
  work: async () => {
    await work();
    stillRight();
  },
});

/** Bytes with a transferred buffer. */
function detached(length: number): Uint8Array {
  const bytes = new Uint8Array(length).fill(1);
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  return bytes;
}

interface Resizable extends ArrayBuffer {
  resize(length: number): void;
}

/** A resizable buffer, if the engine has them. */
function resizable(length: number): Resizable | undefined {
  if (!("resize" in ArrayBuffer.prototype)) return undefined;
  return new (ArrayBuffer as unknown as new (length: number, options: object) => Resizable)(length, {
    maxByteLength: 64,
  });
}

const GONE = "got one whose buffer is gone or has shrunk";

/** A Uint8Array of a different realm. */
async function foreignBytes(): Promise<Uint8Array> {
  if (typeof document === "object") {
    const frame = document.body.appendChild(document.createElement("iframe"));
    const { Uint8Array: Foreign } = frame.contentWindow as unknown as typeof globalThis;
    return Foreign.of(200);
  }
  const vm = "node:vm";
  return (await import(/* @vite-ignore */ vm)).runInNewContext("Uint8Array.of(200)");
}

const never = () => {
  throw new Error("it was called");
};

const buffers: Fault[] = [
  about("a detached base", () => fails(() => m.powBytes(detached(1), Uint8Array.of(200)), TypeError, GONE)),
  about("a detached exponent", () => fails(() => m.powBytes(Uint8Array.of(3), detached(9)), TypeError, GONE)),
  about("a detached saved table", () => fails(() => api.FixedBase.fromBytes(detached(200)), TypeError, GONE)),
  about("a detached input of the precompile", () => fails(() => modexpPrecompile(detached(99)), TypeError, GONE)),
  about("a buffer that has shrunk below the view", async () => {
    const buffer = resizable(16);
    if (buffer === undefined) return;
    const bytes = new Uint8Array(buffer, 8, 8).fill(1);
    buffer.resize(4);
    await fails(() => m.powBytes(bytes, Uint8Array.of(2)), TypeError, GONE);
  }),
  about("a buffer that has grown or shrunk under a view of all of it", () => {
    const buffer = resizable(8);
    if (buffer === undefined) return;
    const bytes = new Uint8Array(buffer);
    bytes[0] = 200;
    buffer.resize(1);
    must(m.powBytes(Uint8Array.of(3), bytes).join() === POWER, "wrong after it shrank");
    bytes[0] = 0;
    buffer.resize(2);
    bytes[1] = 200;
    must(m.powBytes(Uint8Array.of(3), bytes).join() === POWER, "wrong after it grew");
  }),
  about("a buffer that has shrunk to where a view without a length of its own begins", async () => {
    for (const start of [0, 4]) {
      const buffer = resizable(8);
      if (buffer === undefined) return;
      const bytes = new Uint8Array(buffer, start);
      buffer.resize(start);
      const message = `must be a Uint8Array, ${GONE}`;
      await fails(() => m.powBytes(bytes, Uint8Array.of(2)), TypeError, `base ${message}`);
      await fails(() => m.powBytes(Uint8Array.of(3), bytes), TypeError, `exponent ${message}`);
    }
  }),
  about("no bytes at the end of a buffer", () =>
    must(Number(m.powBytes(Uint8Array.of(3), new Uint8Array(new ArrayBuffer(8), 8)).at(-1)) === 1, "wrong"),
  ),
  about("no bytes in the middle of a buffer that may shrink", () => {
    const buffer = resizable(8);
    if (buffer === undefined) return;
    must(Number(m.powBytes(Uint8Array.of(3), new Uint8Array(buffer, 4, 0)).at(-1)) === 1, "wrong");
  }),
  ...(["length", "buffer", "byteOffset", Symbol.toStringTag] as const).map((name) =>
    about(`an exponent whose own ${String(name)} takes the buffer of the base away`, () => {
      const base = Uint8Array.of(3);
      const bytes = Uint8Array.of(200);
      Object.defineProperty(bytes, name, {
        get: () => {
          structuredClone(base.buffer, { transfer: [base.buffer] });
          return Reflect.get(Object.getPrototypeOf(Uint8Array.prototype), name, bytes);
        },
      });
      must(m.powBytes(base, bytes).join() === POWER, "wrong");
    }),
  ),
  about("options whose getter takes the saved tables away", async () => {
    const saved = m.fixedBase(2n, { maxExponentBits: 64 }).toBytes();
    const options = {
      get maxBits() {
        structuredClone(saved.buffer, { transfer: [saved.buffer as ArrayBuffer] });
        return 4096;
      },
    };
    await fails(() => api.FixedBase.fromBytes(saved, options), TypeError, GONE);
  }),
  about("a shared buffer", () => {
    if (typeof SharedArrayBuffer !== "function") return;
    const bytes = new Uint8Array(new SharedArrayBuffer(4), 3, 1);
    bytes[0] = 200;
    must(m.powBytes(Uint8Array.of(3), bytes).join() === POWER, "wrong");
  }),
  about("bytes of another realm", async () => {
    must(m.powBytes(Uint8Array.of(3), await foreignBytes()).join() === POWER, "wrong");
  }),
  about("a view in the middle of a buffer, at an odd place", () => {
    const bytes = new Uint8Array(77).fill(0xee);
    bytes[33] = 200;
    must(m.powBytes(Uint8Array.of(3), bytes.subarray(33, 34)).join() === POWER, "wrong");
  }),
  about("bytes whose length calls back", () => {
    const bytes = Uint8Array.of(200);
    Object.defineProperty(bytes, "length", {
      get: () => {
        stillRight();
        return 1;
      },
    });
    must(m.powBytes(Uint8Array.of(3), bytes).join() === POWER, "wrong");
  }),
  about("bytes that say to be longer than they are", () => {
    const bytes = Uint8Array.of(200);
    Object.defineProperty(bytes, "length", { get: () => 1000 });
    must(m.powBytes(Uint8Array.of(3), bytes).join() === POWER, "wrong");
  }),
  about("a proxy of bytes", () =>
    fails(
      () => m.powBytes(Uint8Array.of(3), new Proxy(Uint8Array.of(200), {})),
      TypeError,
      "exponent must be a Uint8Array",
    ),
  ),
  about("an object with the prototype of bytes", () =>
    fails(
      () => m.powBytes(Object.create(Uint8Array.prototype), Uint8Array.of(1)),
      TypeError,
      "base must be a Uint8Array",
    ),
  ),
];

const callbacks: Fault[] = [
  ...(["valueOf", "toString", Symbol.toPrimitive] as const).map((method) =>
    about(`an object with ${String(method)}`, () =>
      fails(() => api.modPow(any({ [method]: never }), 2n, M), TypeError, "base must be a bigint or a safe integer"),
    ),
  ),
  about("a BigInt object", () => fails(() => m.pow(any(Object(5n)), 2n), TypeError, "base must be a bigint")),
  about("a proxy of a function", () =>
    fails(() => m.mul(any(new Proxy(never, {})), 2n), TypeError, "a must be a bigint"),
  ),
  about("a revoked proxy", async () => {
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    await fails(() => m.powMany(any(proxy), [1n]), TypeError, "bases must be an array");
    await fails(() => m.pow(any(proxy), 1n), TypeError, "base must be a bigint");
  }),
  about("a getter in a list that throws", () => {
    const list: Int[] = [1n, 2n];
    Object.defineProperty(list, 1, { get: never });
    return fails(() => m.powMany([1n, 2n], list), Error, "it was called");
  }),
  about("an iterator of a list that throws, or never ends", () => {
    const endless = function* () {
      for (;;) yield 1n;
    };
    for (const value of [never, endless]) {
      const list: Int[] = [1n, 2n];
      Object.defineProperty(list, Symbol.iterator, { value });
      must(m.powEach(2n, list).join() === "2,4", "wrong");
    }
  }),
  about("options whose getter throws", async () => {
    const options = Object.defineProperty({}, "maxExponentBits", { get: never });
    await fails(() => m.fixedBase(2n, any(options)), Error, "it was called");
    const limits = Object.defineProperty({}, "maxBits", { get: never });
    await fails(() => api.modPow(2n, 2n, M, limits), Error, "it was called");
  }),
  about("options whose getters change their mind", async () => {
    let asked = 0;
    const options = {
      maxExponentBits: 64,
      get tableBytes() {
        return asked++ === 0 ? 4096 : 2 ** 40;
      },
    };
    must(m.fixedBase(2n, options).pow(20n) === 48_573n, "wrong");
  }),
  about("a list that calls the same modulus while it is read", () => {
    const list = new Proxy([10n, 11n], {
      get: (target, name, receiver) => {
        if (name !== "length") stillRight();
        return Reflect.get(target, name, receiver);
      },
    });
    must(m.powMany([2n, 3n], list).join() === "1024,177147", "wrong");
    must(m.powProduct([2n, 3n], list) === (1024n * 177_147n) % M, "wrong");
    must(m.powEach(2n, list).join() === "1024,2048", "wrong");
  }),
  about("a list that disposes of the modulus while it is read", async () => {
    for (const call of ["powMany", "powEach", "powProduct", "inverseMany"] as const) {
      const own = new api.Modulus(M);
      must(own.pow(2n, 10n) === 1024n, "wrong before");
      const list = [2n];
      Object.defineProperty(list, 0, {
        get: () => {
          own.dispose();
          return 2n;
        },
      });
      const args = { powMany: [[2n], list], powProduct: [[2n], list], powEach: [2n, list], inverseMany: [list] }[call];
      await fails(() => (own[call] as (...args: unknown[]) => unknown)(...args), Error, "this Modulus was disposed of");
    }
  }),
  about("a list that disposes of the tables while it is read", async () => {
    const tables = m.fixedBase(2n, { maxExponentBits: 64 });
    const list = Object.defineProperty([2n], 0, {
      get: () => {
        tables.dispose();
        return 2n;
      },
    });
    await fails(() => tables.powMany(list), Error, "this FixedBase was disposed of");
  }),
  about("a list that grows while it is read", () => {
    const list: Int[] = [1n];
    Object.defineProperty(list, 0, {
      get: () => {
        if (list.length < 5) list.push(BigInt(list.length));
        return 1n;
      },
    });
    must(m.powEach(2n, list).length === 1, "wrong");
  }),
  about("a list with holes", () =>
    fails(() => m.powEach(2n, new Array(2 ** 32 - 1)), TypeError, "exponents[0] must be"),
  ),
  about("an error message about an object whose constructor throws", () => {
    const value = Object.defineProperty({}, "constructor", { get: never });
    return fails(() => api.modPow(any(value), 1n, M), TypeError, "base must be a bigint");
  }),
];

export const inputs: readonly Fault[] = [...buffers, ...callbacks];
