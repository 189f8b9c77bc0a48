// Builds a program of this workspace with cargo.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The path of the program `name`, which `cargo args…` builds. Rejects with the last line of cargo's errors. */
export async function buildProgram(name, args) {
  const all = [...args, "--locked", "--message-format=json"];
  const { stdout } = await promisify(execFile)("cargo", all, { cwd: ROOT, maxBuffer: 2 ** 26 }).catch((error) => {
    const why = error.code === "ENOENT" ? "cargo is not installed" : (error.stderr || error.message).trim();
    throw new Error(why.split("\n").at(-1));
  });
  const artifacts = stdout.split("\n").filter((line) => line.includes('"executable"'));
  return artifacts.map((line) => JSON.parse(line)).find((each) => each.executable && each.target.name === name)
    .executable;
}
