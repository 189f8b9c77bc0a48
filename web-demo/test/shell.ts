/** Lines for a shell. */
import { execFileSync } from "node:child_process";

/** Whether this machine has Python. */
export function hasPython(): boolean {
  try {
    execFileSync("python3", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** The output of a line. */
export function shell(line: string): string {
  return execFileSync("sh", ["-c", line], { encoding: "utf8" }).trim();
}
