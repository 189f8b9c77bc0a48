//! What pairings cost, counted in products of GF(p). One in double width and a reduction count as half a product each.

use super::build::{Eighteen, Model, Six, Twelve, TwentyFour, Two, of_field};
use super::{Pairing, PairingName};
use crate::backend::Backend;
use crate::counts::{Counting, Counts, counted};
use crate::scalar::to_array;
use core::sync::atomic::Ordering;
use modexp_kernels::field::{Params, Portable};
use std::boxed::Box;
use std::sync::Arc;
use std::vec::Vec;

/// Products of a call.
fn products<T>(counts: &Counts, call: impl Fn() -> T) -> usize {
    let halves = [&counts.wide, &counts.reductions];
    for count in halves {
        count.store(0, Ordering::Relaxed);
    }
    let [products, squares, ..] = counted(counts, call);
    products + squares + halves.iter().map(|count| count.load(Ordering::Relaxed)).sum::<usize>() / 2
}

/// The most products of a pairing, of the preparation of Q, of a pairing with that, of one more factor, of a multiple in G1 and
/// in G2, and of a power in GT.
fn check<M: Model, const N: usize>(name: PairingName, most: [usize; 7]) {
    let counts: &'static Counts = Box::leak(Box::default());
    let field = Counting { field: Portable::new(Params::new(&to_array::<N>(name.family().p)).expect("odd")), counts };
    let inner = of_field::<M, _, N>(name, field, Backend::Portable);
    let e = Pairing { inner: Arc::new(inner) };
    let (p, q) = (e.g1().g(), e.g2().g());
    let k: Vec<u64> = e.order().iter().map(|limb| limb / 3).collect();
    let checks = [e.g1(), e.g2()].map(|curve| products(counts, || curve.is_in_subgroup(&curve.g())));
    let prepared = e.prepare(&q).expect("good");
    let value = e.pair(&p, &q).expect("good");
    let with_lines = products(counts, || e.product_prepared(&[(&p, &prepared)])) - checks[0];
    let found = [
        products(counts, || e.pair(&p, &q)) - checks[0] - checks[1],
        products(counts, || e.prepare(&q)) - checks[1],
        with_lines,
        products(counts, || e.product_prepared(&[(&p, &prepared), (&p, &prepared)])) - with_lines - 2 * checks[0],
        products(counts, || e.g1().multiply(&k, &p)) - checks[0],
        products(counts, || e.g2().multiply(&k, &q)) - checks[1],
        products(counts, || value.pow(&k)),
    ];
    std::println!("{}: checks {checks:?}, {found:?}", name.as_str());
    assert!(found.iter().zip(&most).all(|(found, most)| found <= most), "{}: {found:?}", name.as_str());
}

#[test]
fn pairings_cost_no_more_products_than_they_should() {
    check::<Twelve<1>, 6>(PairingName::Bls12381, [11_100, 1_600, 9_500, 2_100, 2_300, 4_600, 4_200]);
    check::<Twelve<9>, 4>(PairingName::AltBn128, [12_100, 2_200, 9_900, 2_600, 2_200, 5_300, 4_500]);
    check::<Twelve<1>, 4>(PairingName::Bn254N, [8_900, 1_700, 7_200, 2_100, 2_200, 5_300, 4_500]);
    check::<Two, 8>(PairingName::Ssp512, [4_600, 2_600, 2_100, 800, 2_200, 2_200, 500]);
    check::<Two, 8>(PairingName::Cp512, [4_600, 2_600, 2_100, 800, 2_200, 2_200, 500]);
    check::<Six, 3>(PairingName::Mnt160, [10_300, 6_800, 3_500, 1_900, 2_200, 8_200, 1_300]);
    check::<Eighteen, 8>(PairingName::Kss18P511, [31_900, 3_300, 28_600, 4_000, 3_200, 14_000, 13_000]);
    check::<TwentyFour, 10>(PairingName::Bls24P629, [39_400, 3_800, 35_600, 5_200, 3_900, 20_400, 20_500]);
}
