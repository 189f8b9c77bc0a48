//! Towers against polynomials with big integers as coefficients, and their laws.

use super::*;
use core::iter::successors;
use modexp_fields::prime::{Choice, Params};
use modexp_limbs::testing::Random;
use num_bigint::BigUint;
use std::vec::Vec;

/// An extension by a root of X^degree − ρ, with the coefficients of ρ over GF(p).
struct Level {
    degree: usize,
    residue: &'static [i32],
}

struct Reference {
    p: BigUint,
    levels: Vec<Level>,
}

impl Reference {
    fn mul(&self, height: usize, a: &[BigUint], b: &[BigUint]) -> Vec<BigUint> {
        let Some(below) = height.checked_sub(1) else { return [&a[0] * &b[0] % &self.p].to_vec() };
        let Level { degree, residue } = self.levels[below];
        let each = a.len() / degree;
        let residue: Vec<BigUint> = (0..each)
            .map(|i| {
                let digit = residue.get(i).copied().unwrap_or(0);
                if digit < 0 { &self.p - digit.unsigned_abs() } else { BigUint::from(digit.unsigned_abs()) }
            })
            .collect();
        let mut out: Vec<BigUint> = a.iter().map(|_| BigUint::ZERO).collect();
        for i in 0..degree {
            for j in 0..degree {
                let part = |x: &[BigUint], i: usize| x[i * each..(i + 1) * each].to_vec();
                let mut product = self.mul(below, &part(a, i), &part(b, j));
                if i + j >= degree {
                    product = self.mul(below, &product, &residue);
                }
                let at = (i + j) % degree * each;
                for (out, x) in out[at..at + each].iter_mut().zip(product) {
                    *out = (&*out + x) % &self.p;
                }
            }
        }
        out
    }
}

fn big(limbs: &[u64]) -> BigUint {
    limbs.iter().rev().fold(BigUint::ZERO, |acc, &limb| acc << 64 | BigUint::from(limb))
}

/// The coefficients of an element.
fn to_bigs<F: Tower>(field: &F, a: &F::Element) -> Vec<BigUint> {
    let limbs = field.prime().len();
    let mut out = std::vec![0; limbs * F::DEGREE];
    field.to_limbs(&mut out, &field.from_mont(a), 0);
    out.chunks(limbs).map(big).collect()
}

fn from_bigs<F: Tower>(field: &F, a: &[BigUint]) -> F::Element {
    let limbs = field.prime().len();
    let all: Vec<u64> = a.iter().flat_map(|a| limb::resize(&a.to_u64_digits(), limbs)).collect();
    field.to_mont(&field.from_limbs(&[&all]))
}

fn same<F: Tower>(field: &F, a: &F::Element, b: &F::Element) -> bool {
    field.eq(a, b).lane(0)
}

/// Checks products, sums and inverses of random elements, and of elements with coefficients 0 and p − 1.
fn check<F: Tower>(field: &F, levels: Vec<Level>) {
    let p = big(field.prime());
    let reference = Reference { p: p.clone(), levels };
    let height = reference.levels.len();
    let mut random = Random(F::DEGREE as u64);
    let coefficient = |kind: u64, random: &mut Random| match kind % 4 {
        0 => BigUint::ZERO,
        1 => &p - 1_u8,
        _ => big(&random.bits(p.bits() as usize + 3)) % &p,
    };
    let elements: Vec<Vec<BigUint>> = (0..12)
        .map(|i| {
            let kinds = if i < 5 { random.limb() } else { u64::MAX };
            (0..F::DEGREE).map(|j| coefficient(kinds >> (2 * j), &mut random)).collect()
        })
        .collect();
    let (one, zero) = (field.one(), field.zero());
    for a_bigs in &elements {
        let a = from_bigs(field, a_bigs);
        assert_eq!(&to_bigs(field, &a), a_bigs);
        assert_eq!(to_bigs(field, &field.sqr(&a)), reference.mul(height, a_bigs, a_bigs), "a²");
        assert!(same(field, &field.sqr(&a), &field.redc(&field.sqr_wide(&a))));
        assert!(same(field, &field.add(&a, &field.neg(&a)), &zero));
        let is_zero = a_bigs.iter().all(|a| *a == BigUint::ZERO);
        assert_eq!(field.is_zero(&a).lane(0), is_zero);
        let inverse = field.mul(&a, &field.invert(&a));
        assert!(same(field, &inverse, if is_zero { &zero } else { &one }), "a/a");
        assert!(same(field, &field.frobenius(&a), &pow_vartime(field, &a, field.prime())), "a^p");
        let mut words = std::vec![0; F::WORDS];
        field.write(&mut words, &a);
        assert!(same(field, &field.read(&words), &a));
        for b_bigs in &elements {
            let b = from_bigs(field, b_bigs);
            assert_eq!(to_bigs(field, &field.mul(&a, &b)), reference.mul(height, a_bigs, b_bigs), "a·b");
            let wide = field.mul_wide(&a, &b);
            let sum = field.add_wide(&wide, &field.sub_wide(&field.sqr_wide(&a), &field.sqr_wide(&b)));
            let want = field.mul(&field.add(&a, &b), &field.sub(&a, &b));
            assert!(same(field, &field.redc(&sum), &field.add(&want, &field.mul(&a, &b))), "a·b + a² − b²");
            let sums: Vec<BigUint> = a_bigs.iter().zip(b_bigs).map(|(a, b)| (a + b) % &p).collect();
            assert_eq!(to_bigs(field, &field.add(&a, &b)), sums);
            for choice in [false, true] {
                let chosen = field.cmov(&a, &b, Choice::splat(choice));
                assert!(same(field, &chosen, if choice { &b } else { &a }));
            }
        }
        let s =
            field.prime_field().to_mont(&field.prime_field().from_limbs(&[&limb::resize(&[77], field.prime().len())]));
        let scaled: Vec<BigUint> = a_bigs.iter().map(|a| a * 77_u8 % &p).collect();
        assert_eq!(to_bigs(field, &field.scale(&a, &s)), scaled);
    }
    // the integers may all be squares, so the candidates are i + g for the last generator g
    let mut limbs = std::vec![0; F::DEGREE * field.prime().len()];
    limbs[(F::DEGREE - 1) * field.prime().len()] = 1;
    let generator = field.to_mont(&field.from_limbs(&[&limbs]));
    let candidates = successors(Some(generator), |z| Some(field.add(z, &field.one())));
    let root = SquareRoot::of_order(field, &units(field), candidates.take(256)).expect("a non-residue");
    for a in &elements {
        let square = field.sqr(&from_bigs(field, a));
        let (root, is_root) = root.sqrt(field, &square);
        assert!(is_root.lane(0) && same(field, &field.sqr(&root), &square));
    }
}

fn prime<const N: usize>(hex: &str) -> Portable<N> {
    let digits = BigUint::parse_bytes(hex.as_bytes(), 16).expect("hexadecimal digits").to_u64_digits();
    Portable::new(Params::new(&crate::scalar::to_array(&digits)).expect("odd"))
}

type Minus<const N: i32, F> = Quadratic<F, Integer<N>>;

#[test]
fn the_towers_of_pairings_are_polynomials_modulo_their_residues() {
    // alt_bn128: ξ = 9 + u
    let fp = prime::<4>("30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");
    let fp2 = Minus::<-1, _>::new(fp);
    let fp6 = Cubic::<_, Generator<9>>::new(fp2);
    let fp12 = Quadratic::<_, Generator<0>>::new(fp6);
    let level = |degree, residue| Level { degree, residue };
    let minus_one = || level(2, &[-1]);
    check(&fp, Vec::new());
    check(&fp2, [minus_one()].into());
    check(&fp6, [minus_one(), level(3, &[9, 1])].into());
    check(&fp12, [minus_one(), level(3, &[9, 1]), level(2, &[0, 0, 1])].into());

    // MNT6 and KSS18 begin with a cubic extension by a root of −2
    let fp = prime::<3>("ad1fdfb99d7d159240b91083f3a869072d3ae145");
    let fp3 = Cubic::<_, Integer<-2>>::new(fp);
    let minus_two = || level(3, &[-2]);
    check(&fp3, [minus_two()].into());
    check(&Quadratic::<_, Generator<0>>::new(fp3), [minus_two(), level(2, &[0, 1])].into());
}
