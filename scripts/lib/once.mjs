// Set-up steps. Each runs once, however many ask for it at the same time, in this process or in others; its result is complete or
// absent. Node's own modules only: this runs before npm has installed any.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { Failure, read } from "./process.mjs";

const STAMP = ".stamp";

/**
 * Runs `work` while nobody else, in this process or in another one, runs work on `place`; the others wait.
 *
 * The lock is a socket on which its holder listens. The system closes it with its process, so that a killed process leaves no lock,
 * which a file with a process id would be.
 */
export async function alone(place, work) {
  const address = addressOf(place);
  let release = await hold(address);
  if (release === undefined && !mine.has(address)) console.log(`waiting for another process, which makes ${place}`);
  while (release === undefined) {
    await released(address);
    release = await hold(address);
  }
  mine.add(address);
  try {
    return await work();
  } finally {
    mine.delete(address);
    release();
  }
}

/** The locks that this process holds. */
const mine = new Set();

/** Where the lock of `place` listens. */
function addressOf(place) {
  const name = `modexp-${createHash("sha256").update(place).digest("hex").slice(0, 24)}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\${name}`;
  // on Linux a name that is no file
  return process.platform === "linux" ? `\0${name}` : join(tmpdir(), name);
}

/** Takes the lock. Resolves to a function that releases it, or to undefined where the lock is held. */
function hold(address) {
  return new Promise((resolve, reject) => {
    const waiting = new Set();
    const server = createServer((socket) => {
      waiting.add(socket.resume().unref());
      socket.on("error", () => {}).on("close", () => waiting.delete(socket));
    });
    server.on("error", (error) => (error.code === "EADDRINUSE" ? resolve(undefined) : reject(error)));
    server.listen(address, () => {
      server.unref();
      resolve(() => {
        server.close();
        for (const socket of waiting) socket.destroy();
      });
    });
  });
}

/** Waits until the lock may be free: the connection to its holder ends. */
function released(address) {
  return new Promise((resolve) => {
    const socket = connect(address).resume();
    socket.on("error", ({ code }) => {
      // on macOS it is a file, which a killed process leaves; two that remove it at the same moment may both go on, which makes whole
      // results all the same
      if (code === "ECONNREFUSED" && address.startsWith("/")) rmSync(address, { force: true });
    });
    socket.on("close", resolve);
  });
}

/** Does the `work` of a step on `place` unless it is `done`. Resolves to whether this call did it. */
export async function once({ place, done, work }) {
  if (done()) return false;
  return alone(place, async () => {
    if (done()) return false;
    await work();
    if (!done()) throw new Failure(`${place} was made but is not complete: remove it, and try again`);
    return true;
  });
}

/**
 * The step that makes the folder `place`, for `once`. `hash` is that of everything it is made from, and `there` whether files outside
 * the folder that belong to it exist. `make` is as that of `whole`.
 */
export function folderStep({ place, hash, there = () => true, make }) {
  return {
    place,
    done: () => read(join(place, STAMP)) === hash && there(),
    work: () =>
      whole(place, async (empty) => {
        const made = (await make(empty)) ?? empty;
        writeFileSync(join(made, STAMP), hash);
        return made;
      }),
  };
}

/**
 * Puts a new file or folder in the place of `place`. `make` gets an empty folder next to it and fills it, or returns the path of a
 * file or folder in it, which is the result then. Only one at a time may do this: see `alone`.
 */
export async function whole(place, make) {
  mkdirSync(dirname(place), { recursive: true });
  for (const name of readdirSync(dirname(place))) {
    // of a process that was killed
    if (name.startsWith(`${basename(place)}.new-`)) discard(join(dirname(place), name));
  }
  const empty = mkdtempSync(`${place}.new-`);
  try {
    const made = (await make(empty)) ?? empty;
    const old = `${empty}.old`;
    if (existsSync(place)) renameSync(place, old);
    renameSync(made, place);
    discard(old);
  } finally {
    discard(empty);
  }
}

/** Removes a folder; what a child of a killed process still writes there is left for the next time. */
function discard(path) {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    if (error.code !== "ENOTEMPTY" && error.code !== "EBUSY") throw error;
  }
}

/** Writes the file, all of it or nothing. */
export function writeWhole(path, contents) {
  const made = `${path}.new-${process.pid}`;
  writeFileSync(made, contents);
  renameSync(made, path);
}
