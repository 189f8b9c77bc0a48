// Exchanges lines with a program: an answer for each line.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** Starts the program. Resolves to { version, ask(line), close() }; the version is its first line. */
export async function startLines(name, command, args = [], options = {}) {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"], ...options });
  const waiting = [];
  let failure;
  const fail = (why) => {
    failure ??= new Error(`${name} ended: ${why}`);
    for (const { reject } of waiting.splice(0)) reject(failure);
  };
  child.on("error", (error) => fail(error.message));
  child.on("exit", (code, signal) => fail(signal ?? `exit code ${code}`));
  // the exit code reports a failed write
  child.stdin.on("error", () => {});
  createInterface({ input: child.stdout }).on("line", (line) => waiting.shift()?.resolve(line));

  const answer = () =>
    new Promise((resolve, reject) => {
      if (failure !== undefined) reject(failure);
      else waiting.push({ resolve, reject });
    });
  const ask = (line) => {
    child.stdin.write(`${line}\n`);
    return answer();
  };
  return { version: await answer(), ask, close: () => child.stdin.end() };
}
