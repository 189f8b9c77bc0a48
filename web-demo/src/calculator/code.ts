/** A calculation as a program in each language. */
import { bitLength, literal } from "../shared/numbers.js";
import { python } from "../shared/python.js";

/** Programs that print base^exponent mod modulus. The line of Python is a check without any of this project's code. */
export function programsFor(base: bigint, exponent: bigint, modulus: bigint): Readonly<Record<string, string>> {
  const [b, e, m] = [base, exponent, modulus].map(literal);
  return {
    Python: python(`print(pow(${b}, ${e}, ${m}))`),
    TypeScript: `import { modPow } from "modexp";\n\nconsole.log(modPow(${b}n, ${e}n, ${m}n));\n`,
    Rust: rust(base, exponent, modulus),
    Shell: `npx modexp pow ${b} ${e} ${m}\n`,
  };
}

function rust(base: bigint, exponent: bigint, modulus: bigint): string {
  const b = ((base % modulus) + modulus) % modulus;
  const power = exponent < 0n ? "&m.inverse(&base)?" : "&base";
  return `use modexp_core::{Error, Modulus};

fn main() -> Result<(), Error> {
    // 64 bits each, the lowest first
    let m = Modulus::new(&${limbs(modulus)})?;
    let base = ${limbs(b)};
    let exponent = ${limbs(exponent < 0n ? -exponent : exponent)};
    let power = m.pow(${power}, &exponent);
    print!("0x");
    power.iter().rev().for_each(|limb| print!("{limb:016x}"));
    println!();
    Ok(())
}
`;
}

function limbs(x: bigint): string {
  const count = Math.max(1, Math.ceil(bitLength(x) / 64));
  const all = Array.from({ length: count }, (_, i) => `0x${BigInt.asUintN(64, x >> BigInt(64 * i)).toString(16)}`);
  return `[${all.join(", ")}]`;
}
