// Proofs that code is right for all inputs. docs/proofs.md says what they prove.
import { join } from "node:path";
import { must, ROOT } from "./lib/process.mjs";

const MODULES = join(ROOT, "packages/modexp-js/wasm");

/** All proofs, at all sizes. */
export async function proofs() {
  const program = ["run", "--profile", "test", "--locked", "--quiet", "-p", "modexp-proofs", "--bin", "wasm"];
  await must("cargo", [...program, "--", MODULES, "--all"]);
  for (const crate of ["modexp-kernels", "modexp-fields", "modexp-proofs"]) {
    await must("cargo", ["test", "-p", crate, "--lib", "--locked", "proofs", "--", "--include-ignored"]);
  }
}
