// Proofs that code is right for all inputs. docs/proofs.md says what they prove.
import { join } from "node:path";
import { must, ROOT } from "./lib/process.mjs";

const CARGO = ["--profile", "test", "--locked", "--quiet"];

/** The command that proves the products of the built modules. */
export const MODULE_PROOFS = [
  ...["cargo", "run", ...CARGO, "-p", "modexp-proofs", "--bin", "wasm", "--"],
  join(ROOT, "packages/modexp-js/wasm"),
];

/** All proofs, at all sizes. */
export async function proofs() {
  const [cargo, ...line] = MODULE_PROOFS;
  await must(cargo, [...line, "--all"]);
  for (const crate of ["modexp-kernels", "modexp-fields", "modexp-proofs"]) {
    await must(cargo, ["test", "-p", crate, "--lib", "--locked", "proofs", "--", "--include-ignored"]);
  }
}
