// Set-up steps. Each runs once, even if several callers and processes ask at the same time; its result is complete or absent.
// Uses only Node's own modules: it runs before npm has installed any.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { Failure, read } from "./process.mjs";

const STAMP = ".stamp";

/**
 * Runs `work` while no other work runs on `place`, in this process or in others; other callers wait.
 *
 * The lock is a socket. The system closes it when its process ends, so a killed process leaves no lock behind. A file with a
 * process id would stay, and a later process may get the same id.
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

/** The address of the lock of `place`. */
function addressOf(place) {
  const name = `modexp-${createHash("sha256").update(place).digest("hex").slice(0, 24)}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\${name}`;
  // Linux has sockets without a file
  return process.platform === "linux" ? `\0${name}` : join(tmpdir(), name);
}

/** Takes the lock. Resolves to a function that releases it, or to undefined if the lock is held. */
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
      // elsewhere a killed process leaves the socket's file. If two processes remove it at the same moment, both may continue:
      // each result is complete, or one process fails
      if (code === "ECONNREFUSED" && address.startsWith("/")) rmSync(address, { force: true });
    });
    socket.on("close", resolve);
  });
}

/** Does the `work` of a step on `place` unless it is `done`. Resolves to whether this call did the work. */
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
 * A step for `once` that makes the folder `place`. `hash` covers all its inputs. `there` returns whether the step's files outside
 * the folder exist. `make` is as in `whole`.
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
 * Replaces the file or folder `place`. `make` gets an empty folder next to it and fills it, or returns the path of the result in
 * it. Callers hold the lock of `place`: see `alone`.
 */
export async function whole(place, make) {
  mkdirSync(dirname(place), { recursive: true });
  for (const name of readdirSync(dirname(place))) {
    // a killed process left it
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

/** Removes a folder. A child of a killed process may still write into it: then the next step on the place removes the rest. */
function discard(path) {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    if (error.code !== "ENOTEMPTY" && error.code !== "EBUSY") throw error;
  }
}

/** Writes the whole file or nothing. */
export function writeWhole(path, contents) {
  const made = `${path}.new-${process.pid}`;
  writeFileSync(made, contents);
  renameSync(made, path);
}
