//! A sum is below 2^k although the intervals of its terms leave a carry open.
//!
//! The last carry of a row is 0, because the row's product and the old window fit into the new window. The sums of the limbs below
//! show this: of = quotient·2^k + rest replaces the quotients in a bound of the sum, limb by limb. Terms that cancel leave
//! the products and the window, and the ends of their intervals bound the sum.

use modexp_kernels::proof::{Int, Parts, Value};
use num_bigint::{BigInt, Sign};
use std::collections::BTreeMap;

fn big(x: Int) -> BigInt {
    let magnitude = |x: Int| BigInt::from_slice(Sign::Plus, &words(x));
    if x < Int::ZERO { -magnitude(-x) } else { magnitude(x) }
}

fn words(x: Int) -> Vec<u32> {
    (0..8).map(|i| (x.word(i / 2) >> (32 * (i % 2))) as u32).collect()
}

/// x·2^shift ≤ constant + Σ factor·number.
struct Bound {
    shift: u32,
    constant: BigInt,
    terms: BTreeMap<Value, BigInt>,
}

impl Bound {
    fn add(&mut self, x: Value, factor: &BigInt) {
        *self.terms.entry(x).or_default() += factor;
    }

    /// Replaces factor·x by its largest value.
    fn replace_by_end(&mut self, x: Value, factor: &BigInt) {
        let (low, high) = x.interval();
        self.constant += factor * big(if factor.sign() == Sign::Minus { low } else { high });
    }

    fn scale(&mut self, bits: u32) {
        self.shift += bits;
        self.constant <<= bits;
        self.terms.values_mut().for_each(|factor| *factor <<= bits);
    }

    /// Replaces by_quotient·quotient + by_rest·rest, for the parts of a split. A `deep` bound replaces a rest by what it
    /// comes from; otherwise, its interval bounds it.
    fn replace_split(
        &mut self,
        split: (Value, u32),
        (quotient, by_quotient): (Value, BigInt),
        rest: (Value, BigInt),
        deep: bool,
    ) {
        let ((of, bits), (rest, mut by_rest), mut by_quotient) = (split, rest, by_quotient);
        let none = BigInt::default();
        if by_quotient == none && !deep {
            return self.replace_by_end(rest, &by_rest);
        }
        if by_quotient.trailing_zeros().is_some_and(|zeros| zeros < bits.into()) {
            self.scale(bits);
            by_rest <<= bits;
            by_quotient <<= bits;
        }
        let share: BigInt = &by_quotient >> bits;
        if deep && by_rest > share {
            self.add(of, &by_rest);
            self.replace_by_end(quotient, &(by_quotient - (&by_rest << bits)));
        } else {
            self.add(of, &share);
            self.replace_by_end(rest, &(by_rest - share));
        }
    }
}

/// Whether x < 2^k for a reason in the sums that made x.
pub fn is_below(x: Value, k: u32, deep: bool) -> bool {
    let mut bound = Bound { shift: 0, constant: BigInt::default(), terms: BTreeMap::from([(x, BigInt::from(1))]) };
    // a number comes after the numbers that made it, and a rest after its quotient
    while let Some((x, factor)) = bound.terms.pop_last() {
        match x.parts() {
            _ if factor == BigInt::default() => {}
            Parts::Sum(constant, terms) => {
                bound.constant += &factor * big(constant);
                for (x, by) in terms {
                    bound.add(x, &(&factor * big(by)));
                }
            }
            Parts::Alias(of) if deep => bound.add(of, &factor),
            Parts::Rest { of, bits, quotient } => {
                let by_quotient = bound.terms.remove(&quotient).unwrap_or_default();
                bound.replace_split((of, bits), (quotient, by_quotient), (x, factor), deep);
            }
            Parts::Quotient { of, bits, rest } => {
                bound.replace_split((of, bits), (x, factor), (rest, BigInt::default()), deep);
            }
            Parts::Alias(_) | Parts::Leaf => bound.replace_by_end(x, &factor),
        }
    }
    bound.constant < BigInt::from(1) << (k + bound.shift)
}
