/** Builds the page once for all tests. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export default function setup(): void {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  execFileSync(process.execPath, ["build.mjs"], { cwd: root, stdio: "inherit" });
}
