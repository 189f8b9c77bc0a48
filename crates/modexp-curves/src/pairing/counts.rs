//! The cost of pairings in products of GF(p). A product in double width and a reduction count as half a product each.

#[cfg(test)]
mod tests;

use super::build::{exponentiation, of_field};
use super::families::Family;
use super::models::Model;
use super::target::Target;
use crate::backend::Backend;
use crate::counts::{Counting, Counts, counted};
use crate::scalar::to_array;
use core::sync::atomic::Ordering;
use modexp_fields::prime::{FieldOps, Params, Portable};
use std::boxed::Box;
use std::format;
use std::string::String;
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
pub fn row<M: Model, const N: usize>(name: &'static str, family: &Family) -> String {
    let counts: &'static Counts = Box::leak(Box::default());
    let field = Counting { field: Portable::new(Params::new(&to_array::<N>(family.p)).expect("odd")), counts };
    let e = of_field::<M, _, N>(name, family, field, Backend::Portable);
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
    format!("| {} | {} |", name, cells.join(" | "))
}

/// Asserts that `docs/products.md` has the rows.
///
/// # Panics
/// If it has not, after it has printed those that are missing.
pub fn assert_documented(rows: &[String]) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/products.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let missing: Vec<&String> = rows.iter().filter(|row| !page.lines().any(|line| line == row.as_str())).collect();
    for row in &missing {
        std::println!("{row}");
    }
    assert!(missing.is_empty(), "the rows above belong into docs/products.md");
}
