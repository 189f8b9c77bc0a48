//! Points in lanes against points in one lane: all pairs of points of small curves, over GF(p) and two extensions.

use super::*;
use crate::counts::{Counting, Counts};
use crate::machine::tests::{ALT_BN128, BLS12_381, BLS24_509, BLS24_629, BN254N, CP512, KSS18_511};
use crate::points::Points;
use crate::scalar::to_array;
use crate::tower::{Cubic, Generator, Integer, Quadratic};
use core::sync::atomic::Ordering;
use modexp_fields::prime::x86_64::Ifma;
use modexp_fields::prime::{Eight, Params, Portable};

type Square<F> = Quadratic<F, Integer<-1>>;
type Fourth<F> = Quadratic<F, Generator<1>>;
type Third<F> = Cubic<F, Integer<-2>>;

fn detected() -> Option<Ifma> {
    let expected = std::env::var("MODEXP_EXPECT_BACKENDS").unwrap_or_default();
    let vectors = Ifma::detect();
    assert!(vectors.is_some() || !expected.split(',').any(|name| name == "ifma"), "ifma is expected, and not here");
    vectors
}

/// All elements of a field of characteristic p, as limbs of their coefficients.
fn elements(p: u64, degree: usize) -> Vec<Vec<u64>> {
    (0..p.pow(degree as u32)).map(|n| (0..degree as u32).map(|i| n / p.pow(i) % p).collect()).collect()
}

/// Checks the group laws of y² = x³ − minus·x + b, for the first b without a point of order 2: the order is odd.
fn check<F: Tower, G: Tower + Permute>(f: F, g: G, minus: u64) {
    let elements = elements(f.prime()[0], F::DEGREE);
    let element = |x: &Vec<u64>| f.to_mont(&f.from_limbs(&[x]));
    let a: Vec<u64> = (0..F::DEGREE).map(|i| if i == 0 && minus > 0 { f.prime()[0] - minus } else { 0 }).collect();
    let without_b = |x: &Vec<u64>| f.mul(&f.add(&f.sqr(&element(x)), &element(&a)), &element(x));
    let is_zero = |x: &F::Element| f.is_zero(x).lane(0);
    let has_no_root = |b: &&Vec<u64>| !elements.iter().any(|x| is_zero(&f.add(&without_b(x), &element(b))));
    let b = elements.iter().find(has_no_root).expect("a curve of odd order");
    let single = Points::new(f, &a, b);
    let spread = SpreadPoints::for_curve(f, [&a, b], None, g).expect("a = 0 or a = −3");

    let mut points = vec![Point::IDENTITY];
    for x in &elements {
        let right = f.add(&without_b(x), &element(b));
        points.extend(
            elements
                .iter()
                .filter(|y| is_zero(&f.sub(&f.sqr(&element(y)), &right)))
                .map(|y| Point::from_limbs(x.clone(), y.clone())),
        );
    }
    assert!(points.len() % 2 == 1 && points.len() > 4, "{} points", points.len());

    let (ours, theirs) = (spread.group(), single.group());
    let words = ours.words();
    let [mut out, mut tmp, mut scratch] = [(); 3].map(|()| Buffer::<u64>::new(words));
    let mut want: Buffer<u64> = Buffer::new(theirs.words());
    let coordinates = |p: &Point| (p.is_identity(), p.x().map(<[u64]>::to_vec), p.y().map(<[u64]>::to_vec));
    let same = |out: &[u64], want: &[u64], what: &str| {
        let [out, want] = [spread.store(out), single.store(want)].map(|points| coordinates(&points[0]));
        assert_eq!(out, want, "{what}");
    };
    for p in &points {
        let [a, theirs_a] = [spread.load(&[p]), single.load(&[p])];
        same(&a, &theirs_a, "P");
        assert_eq!(spread.is_identity(&a), p.is_identity());
        for count in 0..4 {
            out.copy_from_slice(&a);
            ours.step(&mut out, count, &mut tmp, &mut []);
            want.copy_from_slice(&theirs_a);
            theirs.step(&mut want, count, &mut [], &mut []);
            same(&out, &want, "2^n·P");
        }
        let mut double: Buffer<u64> = Buffer::new(words);
        ours.sqr(&mut double, &a, &mut []);
        theirs.sqr(&mut want, &theirs_a, &mut []);
        same(&double, &want, "2P");
        for q in &points {
            let [b, theirs_b] = [spread.load(&[q]), single.load(&[q])];
            ours.mul(&mut out, &a, &b, &mut scratch);
            theirs.mul(&mut want, &theirs_a, &theirs_b, &mut []);
            same(&out, &want, "P + Q");
            let mut entry = ours.to_entries(b);
            ours.mul_entry(&mut out, &a, &entry, &mut []);
            same(&out, &want, "P + Q by an entry");
            // Z is not 1
            theirs.mul(&mut want, &single.load(&[p]), &theirs_b, &mut []);
            ours.from_entry(&mut tmp, &entry);
            ours.mul(&mut out, &tmp, &a, &mut scratch);
            same(&out, &want, "Q + P");

            ours.invert_entry_if(&mut entry, &[0]);
            ours.invert_entry_if(&mut entry, &[1]);
            ours.mul_entry(&mut out, &double, &entry, &mut []);
            let mut negated = single.load(&[q]);
            theirs.invert(&mut negated);
            let mut theirs_double = single.load(&[p]);
            theirs.step(&mut theirs_double, 1, &mut [], &mut []);
            theirs.mul(&mut want, &theirs_double, &negated, &mut []);
            same(&out, &want, "2P − Q");
            let mut inverse = spread.load(&[q]);
            ours.invert(&mut inverse);
            same(&inverse, &negated, "−Q");
        }
    }
}

#[test]
fn all_pairs_of_points_of_small_curves() {
    let Some(vectors) = detected() else { return };
    let fields = |p: u64| {
        let params = Params::<1>::new(&[p]).expect("odd");
        (Portable::new(params), Eight::<_, 1, 1>::new(vectors, params).expect("room"))
    };
    for p in [7, 13, 19, 31] {
        let (f, g) = fields(p);
        check(f, g, 0);
    }
    for p in [5, 7, 11, 13, 17, 29] {
        let (f, g) = fields(p);
        check(f, g, 3);
    }
    let (f, g) = fields(7);
    check(Square::new(f), Square::new(g), 0);
    check(Square::new(f), Square::new(g), 3);
    check(Third::new(f), Third::new(g), 0);
}

/// Checks the most products that add up before a reduction against the room of the lanes.
macro_rules! check_room {
    ($p:ident: $limbs:literal, $digits:literal, $tower:expr, $minus:literal, $most:literal) => {
        let Some(vectors) = detected() else { return };
        let params = Params::new(&to_array::<$limbs>($p)).expect("odd");
        let eight = Eight::<_, $limbs, $digits>::new(vectors, params).expect("room");
        let counts: &'static Counts = Box::leak(Box::default());
        let (f, g) = ($tower(Portable::new(params)), $tower(Counting { field: eight, counts }));
        let mut a = to_array::<$limbs>(&[]);
        if $minus > 0 {
            a = to_array::<$limbs>($p);
            a[0] -= $minus;
        }
        let spread = SpreadPoints::for_curve(f, [&a, &[1]], None, g).expect("a = 0 or a = −3");
        let element = spread.load(&[&Point::from_limbs(vec![2; limbs_of(&f)], vec![3; limbs_of(&f)])]);
        let group = spread.group();
        let [mut out, mut tmp] = [(); 2].map(|()| Buffer::<u64>::new(element.len()));
        group.mul(&mut out, &element, &element, &mut tmp);
        group.step(&mut out, 1, &mut tmp, &mut []);
        assert_eq!(counts.most_terms.load(Ordering::Relaxed), $most);
        assert!(eight.wide_terms() >= $most, "{} products", eight.wide_terms());
    };
}

#[test]
fn there_is_room_for_all_sums() {
    check_room!(BLS12_381: 6, 8, |field| field, 0, 9);
    check_room!(BLS12_381: 6, 8, |field| field, 3, 12);
    check_room!(CP512: 8, 10, |field| field, 3, 12);
    check_room!(BLS12_381: 6, 8, Square::new, 0, 26);
    check_room!(ALT_BN128: 4, 5, Square::new, 0, 26);
    check_room!(BN254N: 4, 5, Square::new, 0, 26);
    check_room!(KSS18_511: 8, 10, Third::new, 0, 61);
    check_room!(BLS24_509: 8, 10, |field| Fourth::new(Square::new(field)), 0, 76);
    check_room!(BLS24_629: 10, 13, |field| Fourth::new(Square::new(field)), 0, 76);
}
