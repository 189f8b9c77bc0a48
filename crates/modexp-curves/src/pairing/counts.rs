//! The cost of pairings in products of GF(p). A product in double width and a reduction count as half a product each.

use super::build::{exponentiation, of_field};
use super::models::{Eighteen, Model, Six, Twelve, TwentyFour, Two};
use super::target::Target;
use super::{Pairing, PairingName};
use crate::backend::Backend;
use crate::counts::{Counting, Counts, counted};
use crate::scalar::to_array;
use core::sync::atomic::Ordering;
use modexp_fields::prime::{FieldOps, Params, Portable};
use std::boxed::Box;
use std::format;
use std::string::String;
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

/// The row of `docs/products.md`: a pairing, its Miller loop, the lines of Q in the loop, the final exponentiation, one more factor
/// of a product and one more with a prepared point, a multiple in G1 and in G2, a power in GT, and the checks of a point of G1 and
/// of G2. No other number includes a check: points of calls are known to be in the subgroup, and the check of the equation is
/// subtracted.
fn row<M: Model, const N: usize>(name: PairingName) -> String {
    let counts: &'static Counts = Box::leak(Box::default());
    let family = name.family();
    let field = Counting { field: Portable::new(Params::new(&to_array::<N>(family.p)).expect("odd")), counts };
    let e = Pairing { inner: Arc::new(of_field::<M, _, N>(name, field, Backend::Portable)) };
    let (p, q) = (e.g1().generator(), e.g2().generator());
    let k: Vec<u64> = e.order().iter().map(|limb| limb / 3).collect();
    let checks = [e.g1(), e.g2()].map(|curve| products(counts, || curve.is_in_subgroup(&curve.generator())));
    let on_curve = [e.g1(), e.g2()].map(|curve| products(counts, || curve.is_on_curve(&curve.generator())));
    let prepared = e.prepare(&q).expect("good");
    let value = e.pair(&p, &q).expect("good");

    let pairing = products(counts, || e.pair(&p, &q)) - on_curve[0] - on_curve[1];
    let lines = products(counts, || e.prepare(&q)) - on_curve[1];
    let prepared_pairing = products(counts, || e.product_prepared(&[(&p, &prepared)])) - on_curve[0];
    let both = products(counts, || e.product_prepared(&[(&p, &prepared), (&p, &prepared)])) - 2 * on_curve[0];
    let target = M::target(field, family.twist);
    let one = target.field().one();
    let last = products(counts, || exponentiation(family).exponentiate(&target, &one));
    let more = both - prepared_pairing;
    let numbers = [
        pairing,
        pairing - last,
        lines,
        last,
        more + lines,
        more,
        products(counts, || e.g1().multiply(&k, &p)) - on_curve[0],
        products(counts, || e.g2().multiply(&k, &q)) - on_curve[1],
        products(counts, || value.pow(&k)),
        checks[0],
        checks[1],
    ];
    let cells: Vec<String> = numbers.iter().map(|number| format!("{number}")).collect();
    format!("| {} | {} |", name.as_str(), cells.join(" | "))
}

/// The most products that add up before a reduction, in all calls of a pairing and its groups.
fn most_terms<M: Model, const N: usize>(name: PairingName) -> usize {
    let counts: &'static Counts = Box::leak(Box::default());
    let field = Counting { field: Portable::new(Params::new(&to_array::<N>(name.family().p)).expect("odd")), counts };
    let e = Pairing { inner: Arc::new(of_field::<M, _, N>(name, field, Backend::Portable)) };
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
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/products.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let rows = [
        row::<Twelve<1>, 6>(PairingName::Bls12381),
        row::<Twelve<9>, 4>(PairingName::AltBn128),
        row::<Twelve<1>, 4>(PairingName::Bn254N),
        row::<Two, 8>(PairingName::Ssp512),
        row::<Two, 24>(PairingName::Ssp1536),
        row::<Two, 8>(PairingName::Cp512),
        row::<Six, 3>(PairingName::Mnt160),
        row::<Eighteen, 8>(PairingName::Kss18P511),
        row::<Eighteen, 8>(PairingName::Kss18P508),
        row::<TwentyFour, 10>(PairingName::Bls24P629),
        row::<TwentyFour, 8>(PairingName::Bls24P509),
    ];
    let missing: Vec<&String> = rows.iter().filter(|row| !page.lines().any(|line| line == row.as_str())).collect();
    for row in &missing {
        std::println!("{row}");
    }
    assert!(missing.is_empty(), "the rows above belong into docs/products.md");
}
