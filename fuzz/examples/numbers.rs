//! Prints the lines of corpus/numbers.txt: some inputs of `pow` and their problems.

use modexp_fuzz::corpus;
use modexp_fuzz::input::{Input, Problem};

fn main() {
    for input in corpus::inputs("pow").iter().step_by(4) {
        let Problem { base, exponent, modulus } = Input(input).problem();
        for byte in input {
            print!("{byte:02x}");
        }
        println!(" {base:x} {exponent:x} {modulus:x}");
    }
}
