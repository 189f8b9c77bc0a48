//! The cost of the pairings of `modexp-curves`.

use super::{assert_documented, row};
use crate::backend::Backend;
use crate::counts::{Counting, Counts};
use crate::pairing::PairingName;
use crate::pairing::build::of_field;
use crate::pairing::models::{Model, Twelve};
use crate::scalar::to_array;
use core::sync::atomic::Ordering;
use modexp_fields::prime::{Params, Portable};
use std::boxed::Box;

/// The most products that add up before a reduction, in all calls of a pairing and its groups.
fn most_terms<M: Model, const N: usize>(name: PairingName) -> usize {
    let counts: &'static Counts = Box::leak(Box::default());
    let family = name.family();
    let field = Counting { field: Portable::new(Params::new(&to_array::<N>(family.p)).expect("odd")), counts };
    let e = of_field::<M, _, N>(name.as_str(), family, field, Backend::Portable);
    let power = e.pair(&e.g1().generator(), &e.g2().generator()).expect("good").pow(&[u64::MAX; 4]);
    assert!(!power.is_one());
    counts.most_terms.load(Ordering::Relaxed)
}

/// The tests of the kernels check that lanes have room for these sums.
#[test]
fn sums_in_double_width_are_of_as_many_products_as_lanes_add_up() {
    let most = [
        most_terms::<Twelve<1>, 6>(PairingName::Bls12381),
        most_terms::<Twelve<1>, 4>(PairingName::Bn254N),
        most_terms::<Twelve<9>, 4>(PairingName::AltBn128),
    ];
    assert_eq!(most, [56, 56, 296]);
}

#[test]
fn pairings_cost_the_products_that_the_documentation_says() {
    let row_of = [row::<Twelve<1>, 6>, row::<Twelve<9>, 4>, row::<Twelve<1>, 4>];
    assert_documented(&[0, 1, 2].map(|i| row_of[i](PairingName::ALL[i].as_str(), PairingName::ALL[i].family())));
}
