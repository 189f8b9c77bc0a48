//! The cost of multiplications on curves over GF(p), in products.

use super::{Counting, Counts, counted};
use crate::backend::{Backend, CurveParts, Equation};
use crate::curve::Curve;
use crate::names::{CurveName, Data, Kind};
use crate::scalar::{scalars, to_array};
use crate::structure::Structure;
use crate::tower::Tower;
use modexp_fields::prime::{Params, Portable};
use std::boxed::Box;
use std::string::String;

pub(super) fn data(name: CurveName) -> &'static Data {
    match name.kind() {
        Kind::Prime(data) => data,
        Kind::Binary(_) => panic!("{name:?} is over GF(2^m)"),
    }
}

/// A named curve over this field of N limbs.
pub(super) fn over<F: Tower, const N: usize>(name: CurveName, field: F) -> Curve {
    let data = data(name);
    let single = Equation { p: data.p, a: data.a, b: data.b, u: data.u }.over::<_, N>(field);
    assert!(!single.is_singular(), "a curve");
    let parts = CurveParts::new(single, scalars::<N>(data.order).expect("odd"), N);
    let structure = Structure::of_cofactor(&[1], data.endomorphism);
    Curve::of_parts(parts, &data.parameters(), data.p.to_vec(), structure, Backend::Portable)
}

/// A named curve over a field that counts.
fn counting<const N: usize>(name: CurveName, counts: &'static Counts) -> Curve {
    let params = Params::new(&to_array::<N>(data(name).p)).expect("odd");
    over::<_, N>(name, Counting { field: Portable::new(params), counts })
}

/// The costs of BMARK's rows on a curve over a field that counts.
pub(crate) fn rows(curve: &Curve, counts: &Counts) -> [(&'static str, [usize; 4]); 5] {
    let k: std::vec::Vec<u64> = curve.order().iter().map(|limb| limb / 3).collect();
    let (g, p) = (curve.generator(), curve.multiply(&[5], &curve.generator()).expect("good"));
    let tables = curve.fixed_base(&p, None).expect("good");
    [
        ("ER", counted(counts, || curve.multiply(&k, &p))),
        ("ED", counted(counts, || curve.msm(&[&k, &k], &[&p, &g]))),
        ("EP", counted(counts, || tables.multiply(&k))),
        ("ER, vartime", counted(counts, || curve.multiply_vartime(&k, &p))),
        ("ED, vartime", counted(counts, || curve.msm_vartime(&[&k, &k], &[&p, &g]))),
    ]
}

/// The most products and squares of ER, ED and EP.
const MOST: [(CurveName, [usize; 3]); 7] = [
    (CurveName::Miracl160, [2100, 2760, 450]),
    (CurveName::Miracl192, [2400, 3150, 540]),
    (CurveName::Miracl224, [2850, 3780, 630]),
    (CurveName::Miracl256, [3150, 4080, 730]),
    (CurveName::P256, [3150, 4080, 730]),
    (CurveName::Secp256k1, [1800, 2600, 630]),
    (CurveName::P384, [4650, 5950, 1110]),
];

#[test]
fn multiplications_cost_no_more_products_than_they_should() {
    for (name, most) in MOST {
        let counts: &'static Counts = Box::leak(Box::default());
        let limbs = data(name).p.len();
        let curve = if limbs == 3 {
            counting::<3>(name, counts)
        } else if limbs == 4 {
            counting::<4>(name, counts)
        } else {
            counting::<6>(name, counts)
        };
        for (i, (row, [products, squares, sums, inversions])) in rows(&curve, counts).into_iter().enumerate() {
            let what = String::from(name.as_str());
            std::println!("{what} {row}: {products} M + {squares} S, {sums} sums, {inversions} inversion");
            assert!(i >= 3 || products + squares <= most[i], "{what} {row}");
            assert_eq!(inversions, 1, "{what} {row}");
        }
    }
}
