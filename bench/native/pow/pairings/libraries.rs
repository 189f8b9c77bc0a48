//! Libraries of pairings in Rust, and blst in assembly, with one set of contenders for all.

mod arkworks;
mod blst;
mod halo2curves;

use super::{List, Scalars, judged};
use crate::contender::{Computation, Contender, Time};
use crate::problem::Kind;
use core::cell::OnceCell;

/// A library's two groups, in affine coordinates, and its pairing.
trait Library: 'static {
    const NAME: &'static str;
    /// Whether multiples of points are constant-time.
    const TIME: Time;

    type Scalar: 'static;
    type P: Clone + 'static;
    type Q: Clone + 'static;
    type Value: PartialEq + 'static;

    /// Creates a scalar below the order.
    fn scalar(limbs: &[u64]) -> Self::Scalar;

    fn generators() -> (Self::P, Self::Q);

    fn multiply_1(p: &Self::P, k: &Self::Scalar) -> Self::P;

    fn multiply_2(q: &Self::Q, k: &Self::Scalar) -> Self::Q;

    fn product(pairs: &[(Self::P, Self::Q)]) -> Self::Value;

    /// Returns value^k, or `None` without a function for powers.
    fn power(value: &Self::Value, k: &Self::Scalar) -> Option<Self::Value>;

    /// Returns P, 2·P, … `count`·P.
    fn multiples(p: &Self::P, count: usize) -> Vec<Self::P>;

    fn sum(points: &[Self::P], factors: &[Self::Scalar]) -> Self::P;

    /// Returns the coefficients of both coordinates, one by one.
    fn coordinates_1(p: &Self::P) -> Vec<Vec<u64>>;

    fn coordinates_2(q: &Self::Q) -> Vec<Vec<u64>>;
}

/// Returns the libraries with the problem's pairing.
pub(super) fn contenders(problem: &Scalars) -> List {
    match problem.pairing.name() {
        "BLS12-381" => [
            contender::<blst::Blst>(problem),
            contender::<arkworks::Arkworks<ark_bls12_381::Bls12_381>>(problem),
            contender::<halo2curves::Halo2Curves<::halo2curves::bls12381::Bls12381>>(problem),
        ]
        .into_iter()
        .flatten()
        .collect(),
        "alt_bn128" => [
            contender::<arkworks::Arkworks<ark_bn254::Bn254>>(problem),
            contender::<halo2curves::Halo2Curves<::halo2curves::bn256::Bn256>>(problem),
        ]
        .into_iter()
        .flatten()
        .collect(),
        _ => List::new(),
    }
}

fn contender<L: Library>(problem: &Scalars) -> Option<Box<dyn Contender>> {
    let name = |call: &str| format!("{} {call}", L::NAME);
    let [k, l] = [&problem.k, &problem.l].map(|limbs| L::scalar(limbs));
    let (g1, g2) = L::generators();
    let (p, q) = (L::multiply_1(&g1, &k), L::multiply_2(&g2, &l));
    Some(match problem.kind {
        Kind::G1 => Computation::boxed(
            name("multiple in G1"),
            L::TIME,
            move || L::multiply_1(&p, &l),
            |p: &L::P| L::coordinates_1(p),
        ),
        Kind::G2 => Computation::boxed(
            name("multiple in G2"),
            L::TIME,
            move || L::multiply_2(&q, &k),
            |q: &L::Q| L::coordinates_2(q),
        ),
        Kind::Gt => {
            let base = L::product(&[(g1, g2.clone())]);
            L::power(&base, &k)?;
            let want = L::product(&[(p, g2)]);
            judged(
                &name("power in GT"),
                Time::Variable,
                move || L::power(&base, &k).expect("has one"),
                move |value| *value == want,
            )
        }
        Kind::Sum => {
            let factors: Vec<_> = problem.factors.iter().map(|limbs| L::scalar(limbs)).collect();
            let prepared = OnceCell::new();
            Computation::boxed(
                name("sum in G1"),
                Time::Variable,
                move || L::sum(prepared.get_or_init(|| L::multiples(&p, factors.len())), &factors),
                |p: &L::P| L::coordinates_1(p),
            )
        }
        _ => {
            let same = L::multiply_1(&p, &l);
            let (call, pairs, want) = if problem.kind == Kind::Pairing {
                ("pairing", vec![(p, q)], vec![(same, g2)])
            } else {
                ("product of 2", vec![(p, q), (g1.clone(), g2.clone())], vec![(same, g2.clone()), (g1, g2)])
            };
            let want = L::product(&want);
            judged(&name(call), Time::Variable, move || L::product(&pairs), move |value| *value == want)
        }
    })
}
