/** Threads that die, are aborted, or cannot be reached: faults in real threads. */
import { compiled, Pool } from "../../src/pool/pool.js";
import type { Spawn, Start, Task, Thread } from "../../src/pool/protocol.js";
import { spawns } from "../../src/pool/thread.js";
import { type Fault, fails, must, patched, TIER } from "./kit.js";

const P = (1n << 521n) - 1n;

/** An unknown message: the thread dies of an exception. */
const POISON = null as unknown as Task;

type Post = (thread: Thread, message: Start | Task) => void;

const start = () => compiled(TIER, true);

/** Real threads; `post` may change their messages. */
function poolOf(size: number, post: Post = (thread, message) => thread.post(message)): Pool {
  const meddling = spawns.map(
    (spawn): Spawn =>
      (events) => {
        const thread = spawn(events);
        return { ...thread, post: (message) => post(thread, message) };
      },
  );
  return new Pool({ size, lanes: 2, spawns: meddling, start, maxBits: 65_536 });
}

/** Applies `post` to the task number `which` instead. */
function atTask(which: number, post: Post): Post {
  let tasks = 0;
  return (thread, message) => {
    if ("call" in message && ++tasks === which) post(thread, message);
    else thread.post(message);
  };
}

async function stillRight(pool: Pool): Promise<void> {
  const bases = Array.from({ length: 20 }, (_, i) => BigInt(i));
  const powers = await pool.powMany(P, bases, bases);
  must(
    powers.every((power, i) => power === (bases[i] as bigint) ** (bases[i] as bigint)),
    "powMany is wrong",
  );
  must((await pool.pow(P, 3n, P)) === 3n, "pow is wrong");
}

/** A fault on a pool; the pool must be right afterwards. */
const on = (name: string, pool: () => Pool, work: (pool: Pool) => Promise<void>): Fault => ({
  name,
  work: async () => {
    const own = pool();
    try {
      await work(own);
      await stillRight(own);
    } finally {
      own.dispose();
    }
  },
});

const throwing: Post = () => {
  throw new DOMException("the message could not be cloned", "DataCloneError");
};

export const threads: readonly Fault[] = [
  on(
    "a thread dies of an exception",
    () =>
      poolOf(
        2,
        atTask(1, (thread) => thread.post(POISON)),
      ),
    stillRight,
  ),
  on(
    "the second task's thread dies",
    () =>
      poolOf(
        2,
        atTask(2, (thread) => thread.post(POISON)),
      ),
    stillRight,
  ),
  {
    name: "a thread is ended from outside in the middle of its work",
    work: async () => {
      let armed = false;
      const pool = poolOf(1, (thread, message) => {
        thread.post(message);
        if (armed) setTimeout(() => thread.terminate(), 20);
        armed = false;
      });
      await stillRight(pool);
      armed = true;
      // half a second of squarings
      const m = (1n << 2203n) - 1n;
      const power = await pool.pow(m, 3n, 1n << 200_000n);
      must(power === (await pool.squareRepeated(m, 3n, 200_000)), "wrong after the thread was ended");
      must(!armed, "no thread was ended");
      await stillRight(pool);
      pool.dispose();
    },
  },
  on("all threads die at once", () => poolOf(3, killsFirst(3)), stillRight),
  on(
    "a call is aborted in the middle",
    () => poolOf(1),
    async (pool) => {
      const abort = new AbortController();
      const call = pool.squareRepeated(P, 3n, 2 ** 50, { signal: abort.signal });
      setTimeout(() => abort.abort(new RangeError("enough")), 30);
      await fails(() => call, RangeError, "enough");
    },
  ),
  on(
    "a call is aborted before it begins",
    () => poolOf(1),
    (pool) =>
      fails(() => pool.pow(P, 2n, 3n, { signal: AbortSignal.abort(new RangeError("never")) }), RangeError, "never"),
  ),
  {
    name: "a message to a thread cannot be sent",
    work: async () => {
      let armed = false;
      const pool = poolOf(1, (thread, message) => {
        if (!armed) thread.post(message);
        else throwing(thread, message);
      });
      await stillRight(pool);
      armed = true;
      await fails(() => pool.pow(P, 2n, 5n), DOMException, "could not be cloned");
      armed = false;
      await stillRight(pool);
      pool.dispose();
    },
  },
  on(
    "the first message to a thread cannot be sent",
    () => {
      let starts = 0;
      return poolOf(1, (thread, message) => {
        if (!("call" in message) && starts++ < 3) throwing(thread, message);
        else thread.post(message);
      });
    },
    async (pool) => must((await pool.pow(P, 2n, 5n)) === 32n, "wrong"),
  ),
  on(
    "progress throws",
    () => poolOf(2),
    (pool) =>
      fails(
        () =>
          pool.powMany(P, [1n, 2n], [3n, 4n], {
            onProgress: () => {
              throw new RangeError("of the caller");
            },
          }),
        RangeError,
        "of the caller",
      ),
  ),
  on(
    "one power of a list does not exist",
    () => poolOf(2),
    (pool) => fails(() => pool.powMany(9n, [2n, 3n], [5n, -1n]), RangeError, "bases[1] has no inverse"),
  ),
  on(
    "the second of two ways to make a thread",
    () => {
      const never: Spawn = () => {
        throw new Error("forbidden");
      };
      return new Pool({ size: 2, lanes: 2, spawns: [never, ...spawns], start, maxBits: 65_536 });
    },
    stillRight,
  ),
  {
    name: "no thread can be made",
    work: async () => {
      const never: Spawn = () => {
        throw new Error("forbidden");
      };
      const pool = new Pool({ size: 2, lanes: 2, spawns: [never], start, maxBits: 65_536 });
      for (let i = 0; i < 3; i++) await fails(() => pool.pow(P, 2n, 5n), Error, "no worker could be started");
      pool.dispose();
    },
  },
  {
    name: "the pool is disposed of in the middle of a call, and twice",
    work: async () => {
      const pool = poolOf(1);
      const call = pool.squareRepeated(P, 3n, 2 ** 50);
      await new Promise((resolve) => setTimeout(resolve, 30));
      pool.dispose();
      pool.dispose();
      await fails(() => call, Error, "this pool was disposed of; make a new one");
      await fails(() => pool.pow(P, 2n, 5n), Error, "this Pool was disposed of; make a new one");
    },
  },
  on(
    "SharedArrayBuffer is absent from a pool's page",
    () => poolOf(2),
    (pool) => patched(globalThis, "SharedArrayBuffer", undefined, () => stillRight(pool)),
  ),
  on(
    "the modulus of a call has a getter that throws",
    () => poolOf(1),
    (pool) => {
      const modulus = Object.defineProperty({}, "value", {
        get: () => {
          throw new RangeError("of the caller");
        },
      });
      return fails(() => pool.pow(modulus as { value: bigint }, 2n, 3n), RangeError, "of the caller");
    },
  ),
];

/** The threads of the first `count` tasks die. */
function killsFirst(count: number): Post {
  let tasks = 0;
  return (thread, message) => thread.post("call" in message && tasks++ < count ? POISON : message);
}
