//! The cost of η_T in products and squares of GF(2^m); those of inversions are among them.

use super::super::{Pairing, PairingName};
use super::build::of_size;
use crate::backend::Backend;
use crate::binary::counts::Counting;
use crate::counts::{Counts, counted};
use modexp_fields::binary::{Fixed, Polynomial};
use std::boxed::Box;
use std::format;
use std::string::String;
use std::sync::Arc;
use std::vec::Vec;

/// The row of `docs/products.md`: a pairing, the powers of Q in it, one more factor of a product and one more with a prepared
/// point, a multiple in G1, a power in GT, and the check of a point. No other number includes the check.
fn row<P: Polynomial, const N: usize, const S: usize>(name: PairingName, polynomial: P) -> String {
    let counts: &'static Counts = Box::leak(Box::default());
    let inner = of_size::<_, _, N, S>(name, Counting(counts), polynomial, Backend::Portable).expect("data of it");
    let e = Pairing { inner: Arc::new(inner) };
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
    format!("| {} | {} |", name.as_str(), cells.join(" | "))
}

#[test]
fn eta_costs_the_products_that_the_documentation_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/products.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let rows = [
        row::<_, 6, 8>(PairingName::Ss2M379, Fixed::<379, 253, 251, 59>),
        row::<_, 20, 24>(PairingName::Ss2M1223, Fixed::<1223, 255, 0, 0>),
    ];
    let missing: Vec<&String> = rows.iter().filter(|row| !page.lines().any(|line| line == row.as_str())).collect();
    for row in &missing {
        std::println!("{row}");
    }
    assert!(missing.is_empty(), "the rows above belong into docs/products.md");
}
