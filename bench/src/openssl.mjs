// The native side: compiles openssl.c with the system's compiler and talks to it line by line.
import { spawnSync } from "node:child_process";
import { mkdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startLines } from "./lines.mjs";

const SOURCE = fileURLToPath(new URL("../openssl.c", import.meta.url));
const FOLDER = fileURLToPath(new URL("../dist/", import.meta.url));
const PROGRAM = `${FOLDER}openssl`;

/** How to link with libcrypto: pkg-config knows where it is, if that is not the usual place. */
function libraryFlags() {
  const { status, stdout } = spawnSync("pkg-config", ["--cflags", "--libs", "libcrypto"], { encoding: "utf8" });
  return status === 0 ? stdout.trim().split(/\s+/) : ["-lcrypto"];
}

/** Why there is no native side, or undefined if the program is there. */
function compile() {
  const modified = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (modified(PROGRAM) > modified(SOURCE)) return undefined;
  mkdirSync(FOLDER, { recursive: true });
  const args = ["-O2", "-o", PROGRAM, SOURCE, ...libraryFlags()];
  const { status, error, stderr } = spawnSync("cc", args, { encoding: "utf8" });
  if (error !== undefined) return "there is no C compiler (cc)";
  return status === 0 ? undefined : (stderr.split("\n").find((line) => line.includes("error")) ?? stderr.trim());
}

/** Starts the program. Resolves to { openssl } or { missing }. Call `close()` at the end. */
export async function startOpenssl() {
  const missing = compile();
  if (missing !== undefined) return { missing };

  const { greeting, ask, close } = await startLines("the OpenSSL program", PROGRAM);
  return {
    openssl: {
      version: greeting,
      async load(inputs) {
        await ask("clear");
        for (const { base, exponent, m } of inputs) {
          await ask(`add ${[base, exponent, m].map((x) => x.toString(16)).join(" ")}`);
        }
      },
      time: async (method, first, count) => Number(await ask(`time ${method} ${first} ${count}`)),
      result: async (method, i) => BigInt(`0x${await ask(`result ${method} ${i}`)}`),
      close,
    },
  };
}
