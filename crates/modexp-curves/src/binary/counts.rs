//! The cost of multiplications, in products and squares of the field; those of inversions are among them.

use super::build::of_size;
use crate::backend::Backend;
use crate::counts::{Counts, count, rows};
use crate::curve::Curve;
use crate::names::{CurveName, Kind};
use crate::parameters::Parameters;
use modexp_fields::binary::{Any, Columns, Holes, Multiplier};
use std::boxed::Box;
use std::format;
use std::vec::Vec;

/// A multiplier that counts its calls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counting(pub(crate) &'static Counts);

impl Multiplier for Counting {
    type Limb = u64;
    type Pair = u128;

    fn product<const N: usize>(self, a: &[u64; N], b: &[u64; N]) -> Columns<u128, N> {
        count(&self.0.products);
        Holes.product(a, b)
    }

    fn product_square<const N: usize>(self, a: &[u64; N]) -> Columns<u128, N> {
        count(&self.0.squares);
        Holes.product_square(a)
    }

    fn splat(self, x: u64) -> u64 {
        Holes.splat(x)
    }

    fn read<const N: usize>(self, words: &[u64]) -> [u64; N] {
        Holes.read(words)
    }

    fn limb(self, a: u64) -> u128 {
        Holes.limb(a)
    }

    fn pair(self, limbs: [u64; 2]) -> u128 {
        Holes.pair(limbs)
    }

    fn to_limbs(self, a: u128) -> [u64; 2] {
        Holes.to_limbs(a)
    }

    fn mul(self, a: u128, b: u128) -> u128 {
        Holes.mul(a, b)
    }

    fn square(self, a: u128) -> u128 {
        Holes.square(a)
    }

    fn add(self, a: u128, b: u128) -> u128 {
        Holes.add(a, b)
    }

    fn and(self, a: u128, b: u128) -> u128 {
        Holes.and(a, b)
    }

    fn left(self, a: u128, n: usize) -> u128 {
        Holes.left(a, n)
    }

    fn right(self, a: u128, n: usize) -> u128 {
        Holes.right(a, n)
    }

    fn up(self, a: u128) -> u128 {
        Holes.up(a)
    }

    fn down(self, a: u128) -> u128 {
        Holes.down(a)
    }
}

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
    let parts = of_size::<_, _, N>(Counting(counts), polynomial, parameters.a, parameters.b, parameters.order);
    Curve::binary_of_parts(parts.expect("room"), parameters, Backend::Portable)
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
