//! The cost of η_T in products and squares of GF(2^m); those of inversions are among them.

use super::{SS2_379, SS2_1223};
use modexp_curves::Backend;
use modexp_curves::counts::{CountingMultiplier, Counts, assert_documented, counted};
use modexp_curves::families::BinaryFamily;
use std::boxed::Box;
use std::format;
use std::string::String;
use std::vec::Vec;

/// The row of `docs/products.md`: a pairing, the powers of Q in it, one more factor of a product and one more with a prepared
/// point, a multiple in G1, a power in GT, and the check of a point. No other number includes the check.
fn row(family: &impl BinaryFamily) -> String {
    let counts: &'static Counts = Box::leak(Box::default());
    let e = family.pairing(CountingMultiplier(counts), Backend::Portable).expect("data of it");
    let (curve, g) = (e.g1(), e.g1().generator());
    let k: Vec<u64> = e.order().iter().map(|limb| limb / 3).collect();
    let of = |call: &dyn Fn()| counted(counts, call);
    let check = of(&|| assert!(curve.is_in_subgroup(&g)));
    let on_curve = of(&|| assert!(curve.is_on_curve(&g)));
    let less = |of: [usize; 4], times: usize, other: [usize; 4]| -> [usize; 4] {
        core::array::from_fn(|i| of[i] - times * other[i])
    };
    let (prepared, value) = (e.prepare(&g).expect("good"), e.pair(&g, &g).expect("good"));
    let pairing = of(&|| drop(e.pair(&g, &g)));
    let lines = less(of(&|| drop(e.prepare(&g))), 1, on_curve);
    let [one, two] = [1, 2].map(|count| {
        let pairs: Vec<_> = (0..count).map(|_| (&g, &prepared)).collect();
        less(of(&|| drop(e.product_prepared(&pairs))), count, on_curve)
    });
    let more = less(two, 1, one);
    let cells = [
        less(pairing, 2, on_curve),
        lines,
        core::array::from_fn(|i| more[i] + lines[i]),
        more,
        less(of(&|| drop(curve.multiply(&k, &g))), 1, on_curve),
        of(&|| drop(value.pow(&k))),
        check,
    ];
    let cells: Vec<String> = cells.iter().map(|[products, squares, ..]| format!("{products} + {squares}")).collect();
    format!("| {} | {} |", e.name(), cells.join(" | "))
}

#[test]
fn eta_costs_the_products_that_the_documentation_says() {
    assert_documented(&[row(&SS2_379), row(&SS2_1223)]);
}
