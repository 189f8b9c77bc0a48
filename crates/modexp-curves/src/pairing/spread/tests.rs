//! Compares the extension in lanes with the extension in one lane.

use super::*;
use crate::counts::{Counting, Counts};
use crate::machine::tests::{ALT_BN128, BLS12_381, BLS24_509, BLS24_629, BN254N, KSS18_511};
use crate::scalar::to_array;
use crate::tower::{Cubic, Generator, Integer, Quadratic};
use core::sync::atomic::Ordering;
use modexp_fields::prime::x86_64::Ifma;
use modexp_fields::prime::{Eight, Params, Portable};
use modexp_limbs::testing::Random;
use std::boxed::Box;

type Square<F> = Quadratic<F, Integer<-1>>;
type Fourth<F> = Quadratic<F, Generator<1>>;

fn limbs<T: Tower>(field: &T, a: &T::Element) -> Vec<u64> {
    let mut out = vec![0; T::DEGREE * field.prime().len()];
    field.to_limbs(&mut out, &field.from_mont(a), 0);
    out
}

/// Random elements, and elements with coefficients 0, 1 and p − 1.
fn elements(p: &[u64], coefficients: usize) -> Vec<Vec<u64>> {
    let mut random = Random(coefficients as u64);
    let less_one: Vec<u64> = p.iter().enumerate().map(|(i, &limb)| limb - u64::from(i == 0)).collect();
    let mut coefficient = |kind: usize| match kind {
        0 => vec![0; p.len()],
        1 => modexp_limbs::limb::resize(&[1], p.len()),
        2 => less_one.clone(),
        _ => {
            let mut limbs: Vec<u64> = p.iter().map(|_| random.limb()).collect();
            *limbs.last_mut().expect("a limb") %= p.last().expect("a limb");
            limbs
        }
    };
    let kinds: [fn(usize) -> usize; 8] = [
        |_| 3,
        |_| 4,
        |_| 0,
        |_| 2,
        |i| usize::from(i == 0),
        |i| i % 4,
        |i| (i + i / 3) % 4,
        |i| if i % 12 < 6 { 0 } else { 3 },
    ];
    kinds.iter().map(|kind| (0..coefficients).flat_map(|i| coefficient(kind(i))).collect()).collect()
}

/// Checks every operation of a target that the engine calls.
fn check<F: Tower, R: Residue<F> + Residue<G>, G: Tower + Permute>(single: Sextic<F, R>, lanes: G) {
    let spread = Spread::<_, _, _, R>::new(single, lanes);
    let field = single.field();
    let elements: Vec<_> = elements(field.prime(), 6 * F::DEGREE)
        .iter()
        .map(|x| (field.to_mont(&field.from_limbs(&[x])), spread.to_mont(&spread.from_limbs(&[x]))))
        .collect();
    let is = |found: &G::Element, want: &Gt<Sextic<F, R>>, what: &str| {
        assert_eq!(limbs(&spread, found), limbs(field, want), "{what}");
    };
    for (i, (a, x)) in elements.iter().enumerate() {
        is(x, a, "a");
        is(&spread.sqr(x), &field.sqr(a), "a²");
        is(&spread.half(x), &field.half(a), "a/2");
        is(&spread.neg(x), &field.neg(a), "−a");
        is(&spread.invert(x), &field.invert(a), "1/a");
        is(&spread.conjugate(x), &single.conjugate(a), "the conjugate");
        is(&Target::frobenius(&spread, x), &Target::frobenius(&single, a), "a^p");
        let is_zero = limbs(field, a).iter().all(|&limb| limb == 0);
        assert_eq!(spread.is_zero(&spread.sub(x, &spread.zero())).lane(0), is_zero);
        let mut words = vec![0; G::WORDS];
        spread.write(&mut words, x);
        is(&spread.read(&words), a, "a from its words");

        if !is_zero {
            // a^((p^(k/2) − 1)(p^(k/6) + 1))
            let unit = field.mul(&single.conjugate(a), &field.invert(a));
            let power = (0..F::DEGREE).fold(unit, |power, _| Target::frobenius(&single, &power));
            let unit = field.mul(&power, &unit);
            let in_lanes = spread.of_single(&unit);
            is(&spread.cyclotomic_sqr(&in_lanes), &field.sqr(&unit), "the square of a unit");
        }

        for (j, (b, y)) in elements.iter().enumerate() {
            is(&spread.mul(x, y), &field.mul(a, b), "a·b");
            is(&spread.add(x, y), &field.add(a, b), "a + b");
            is(&spread.sub(x, y), &field.sub(a, b), "a − b");
            let sum = spread.add_wide(&spread.mul_wide(x, y), &spread.sqr_wide(x));
            is(&spread.redc(&sum), &field.mul(a, &field.add(a, b)), "a·b + a²");
            assert_eq!(spread.eq(x, y).lane(0), i == j);
            for choice in [false, true] {
                let chosen = spread.cmov(x, y, Choice::splat(choice));
                is(&chosen, if choice { b } else { a }, "one of two");
            }
            // lines are equal up to a factor of GF(p)
            let line = Line { a: b[0][0], b: b[0][1], c: b[1][2] };
            let (found, want) = (spread.to_single(&spread.mul_line(x, &line)), single.mul_line(a, &line));
            if field.is_zero(&want).lane(0) {
                assert!(field.is_zero(&found).lane(0));
                continue;
            }
            let ratio = limbs(field, &field.mul(&found, &field.invert(&want)));
            let (first, others) = ratio.split_at(field.prime().len());
            assert!(first.iter().any(|&limb| limb != 0) && others.iter().all(|&limb| limb == 0), "a line");
        }
    }
}

/// The most products that add up before a reduction, with lanes of a field that counts.
fn most_terms<F: Tower, R: Residue<F> + Residue<G>, G: Tower + Permute>(
    single: Sextic<F, R>,
    lanes: G,
    counts: &Counts,
) -> u64 {
    let spread = Spread::<_, _, _, R>::new(single, lanes);
    let x = spread.to_mont(&spread.from_limbs(&[&elements(spread.prime(), 6 * F::DEGREE)[0]]));
    let one = single.twist().one();
    let values = [
        spread.mul(&x, &x),
        spread.sqr(&x),
        spread.cyclotomic_sqr(&x),
        spread.mul_line(&x, &Line { a: one, b: one, c: one }),
    ];
    assert!(values.iter().all(|value| !spread.is_zero(value).lane(0)));
    counts.most_terms.load(Ordering::Relaxed) as u64
}

/// Checks the most products that add up in one spread over lanes of D digits against the room of the lanes.
macro_rules! check {
    ($p:ident: $limbs:literal, $digits:literal, $residue:ty, $twist:expr, $lanes:expr, $most:literal) => {
        let params = Params::new(&to_array::<$limbs>($p)).expect("odd");
        let eight = Eight::<_, $limbs, $digits>::new(Ifma::detect().expect("detected"), params).expect("room");
        let single = Sextic::<_, $residue>::new($lanes(Portable::new(params)), $twist);
        check(single, $lanes(eight));
        let counts: &'static Counts = Box::leak(Box::default());
        assert_eq!(most_terms(single, $lanes(Counting { field: eight, counts }), counts), $most);
        assert!(eight.wide_terms() >= $most, "{} products", eight.wide_terms());
    };
}

#[test]
fn lanes_compute_what_one_lane_does_and_have_room_for_its_sums() {
    if Ifma::detect().is_none() {
        let expected = std::env::var("MODEXP_EXPECT_BACKENDS").unwrap_or_default();
        return assert!(!expected.split(',').any(|name| name == "ifma"), "ifma is expected, and not here");
    }
    check!(BLS12_381: 6, 8, Generator<1>, Twist::M, Square::new, 96);
    check!(BLS12_381: 6, 8, Generator<1>, Twist::D, Square::new, 96);
    check!(ALT_BN128: 4, 5, Generator<9>, Twist::D, Square::new, 528);
    check!(BN254N: 4, 5, Generator<1>, Twist::D, Square::new, 96);
    check!(KSS18_511: 8, 10, Generator<0>, Twist::D, Cubic::<_, Integer<-2>>::new, 158);
    check!(BLS24_509: 8, 10, Generator<0>, Twist::D, |field| Fourth::new(Square::new(field)), 286);
    check!(BLS24_629: 10, 13, Generator<0>, Twist::D, |field| Fourth::new(Square::new(field)), 286);
}
