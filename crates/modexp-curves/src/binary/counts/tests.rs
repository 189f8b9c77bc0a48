//! The cost of multiplications on curves over GF(2^m), in products and squares.

use super::CountingMultiplier;
use crate::backend::{Backend, CurveParts};
use crate::binary::build::of_size;
use crate::counts::Counts;
use crate::counts::tests::rows;
use crate::curve::Curve;
use crate::names::{CurveName, Kind};
use crate::parameters::Parameters;
use crate::scalar::scalars;
use modexp_fields::binary::Any;
use std::boxed::Box;
use std::format;
use std::vec::Vec;

fn parameters(name: CurveName) -> &'static Parameters<'static> {
    match name.kind() {
        Kind::Binary(parameters) => parameters,
        Kind::Prime(_) => panic!("{name:?} is over GF(p)"),
    }
}

/// A named curve over a field that counts.
fn counting<const N: usize>(name: CurveName, counts: &'static Counts) -> Curve {
    let parameters = parameters(name);
    let polynomial = Any::from_bits(parameters.p).expect("sparse");
    let curve = of_size::<_, _, _, N>(CountingMultiplier(counts), polynomial, parameters.a, parameters.b);
    let (single, limbs) = curve.expect("room");
    let parts = CurveParts::new(single, scalars::<N>(parameters.order).expect("odd"), limbs);
    Curve::binary_of_parts(parts, parameters, Backend::Portable)
}

/// The most products and squares of ER, ED and EP of points that calls returned, with the inversion.
const MOST: [(CurveName, [[usize; 2]; 3]); 8] = [
    (CurveName::B163, [[1221, 1502], [1798, 2049], [348, 432]]),
    (CurveName::B233, [[1643, 2104], [2361, 2833], [493, 619]]),
    (CurveName::B283, [[1945, 2534], [2764, 3393], [602, 759]]),
    (CurveName::B571, [[3689, 5024], [5090, 6635], [1222, 1563]]),
    (CurveName::K163, [[509, 1134], [1020, 2114], [314, 432]]),
    (CurveName::K233, [[647, 1563], [1295, 2902], [444, 619]]),
    (CurveName::K283, [[745, 1867], [1490, 3460], [541, 759]]),
    (CurveName::K571, [[1237, 3619], [2472, 6676], [1092, 1563]]),
];

#[test]
fn multiplications_cost_no_more_products_than_they_should() {
    let mut above = Vec::new();
    for (name, most) in MOST {
        let counts: &'static Counts = Box::leak(Box::default());
        let curve = match parameters(name).p.len() {
            3 => counting::<3>(name, counts),
            4 => counting::<4>(name, counts),
            5 => counting::<5>(name, counts),
            _ => counting::<9>(name, counts),
        };
        for (i, (row, [products, squares, ..])) in rows(&curve, counts).into_iter().enumerate() {
            let line = format!("{} {row}: {products} M + {squares} S", name.as_str());
            std::println!("{line}");
            if most.get(i).is_some_and(|most| products > most[0] || squares > most[1]) {
                above.push(line);
            }
        }
    }
    assert!(above.is_empty(), "{above:#?}");
}
