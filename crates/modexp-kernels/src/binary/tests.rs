//! Fields against multiplication bit by bit, and the laws of fields.

use super::*;
use modexp_limbs::testing::Random;

/// a·b modulo the polynomial, a bit at a time.
fn reference<P: Polynomial, const N: usize>(polynomial: P, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    let m = polynomial.degree();
    let mut out = [0; N];
    for i in (0..m).rev() {
        let carry = out[(m - 1) / 64] >> ((m - 1) % 64) & 1;
        let mut above = 0;
        for limb in &mut out {
            (*limb, above) = (*limb << 1 | above, *limb >> 63);
        }
        if carry == 1 {
            out[m / 64] ^= 1 << (m % 64);
            out[0] ^= 1;
            for k in polynomial.middle().into_iter().filter(|&k| k > 0) {
                out[k / 64] ^= 1 << (k % 64);
            }
        }
        if b[i / 64] >> (i % 64) & 1 == 1 {
            out = add(&out, a);
        }
    }
    out
}

fn element<const N: usize>(random: &mut Random, m: usize) -> [u64; N] {
    let mut out = [0; N];
    let bits = match random.limb() % 4 {
        0 => random.limb() as usize % m + 1,
        _ => m,
    };
    let limbs = random.bits(bits);
    out[..limbs.len()].copy_from_slice(&limbs);
    if random.limb().is_multiple_of(4) {
        // all ones: every column is full
        out = [u64::MAX; N];
        modexp_limbs::limb::clear_above(&mut out[..m.div_ceil(64)], m);
        out[m.div_ceil(64)..].fill(0);
    }
    out
}

fn check<M: Multiplier, P: Polynomial, const N: usize>(multiplier: M, polynomial: P) {
    let field = BinaryField::<M, P, N>::new(multiplier, polynomial).expect("room");
    let (m, mut random) = (field.degree(), Random(polynomial.degree() as u64));
    assert!(field.is_irreducible());
    for round in 0..40 {
        let [a, b]: [[u64; N]; 2] = core::array::from_fn(|_| element(&mut random, m));
        let want = reference(polynomial, &a, &b);
        assert_eq!(field.run(|| field.mul(&a, &b)), want, "{m}");
        assert_eq!(field.run(|| field.sqr(&a)), reference(polynomial, &a, &a));
        if round < 6 {
            let inverse = field.run(|| field.invert(&a));
            let one = reference(polynomial, &a, &inverse);
            assert_eq!(one, if a == [0; N] { [0; N] } else { BinaryField::<M, P, N>::ONE });
            assert_eq!(field.run(|| field.sqr(&field.sqrt(&a))), a);
            let mut trace = [0; N];
            let mut power = a;
            for _ in 0..m {
                trace = add(&trace, &power);
                power = field.run(|| field.sqr(&power));
            }
            assert_eq!((power, trace[0], &trace[1..]), (a, field.trace(&a), &[0; N][1..]));
            let h = field.run(|| field.half_trace(&a));
            let mut want = a;
            want[0] ^= field.trace(&a);
            assert_eq!(field.run(|| add(&field.sqr(&h), &h)), want);
        }
    }
    assert_eq!(field.invert(&[0; N]), [0; N]);
}

fn check_all<M: Multiplier>(multiplier: M) {
    check::<_, _, 3>(multiplier, Fixed::<163, 7, 6, 3>);
    check::<_, _, 4>(multiplier, Fixed::<233, 74, 0, 0>);
    check::<_, _, 5>(multiplier, Fixed::<283, 12, 7, 5>);
    check::<_, _, 6>(multiplier, Fixed::<379, 253, 251, 59>);
    check::<_, _, 9>(multiplier, Fixed::<571, 10, 5, 2>);
    check::<_, _, 20>(multiplier, Fixed::<1223, 255, 0, 0>);
    let any = |exponents: &[usize]| {
        let mut bits = [0_u64; 9];
        for i in exponents {
            bits[i / 64] |= 1 << (i % 64);
        }
        Any::from_bits(&bits).expect("a sparse one")
    };
    // more limbs than needed, few bits, and exponents close to m
    check::<_, _, 4>(multiplier, any(&[163, 7, 6, 3, 0]));
    check::<_, _, 9>(multiplier, any(&[283, 12, 7, 5, 0]));
    check::<_, _, 1>(multiplier, any(&[7, 1, 0]));
    check::<_, _, 1>(multiplier, any(&[7, 6, 0]));
    check::<_, _, 1>(multiplier, any(&[61, 5, 2, 1, 0]));
    check::<_, _, 2>(multiplier, any(&[127, 126, 0]));
    check::<_, _, 2>(multiplier, any(&[127, 63, 0]));
}

#[test]
fn portable_fields() {
    check_all(Holes);
}

#[test]
fn fields_by_swizzle() {
    check_all(wasm32::Swizzle);
}

#[cfg(target_arch = "x86_64")]
#[test]
fn fields_by_pclmulqdq() {
    match x86_64::Clmul::detect() {
        Some(clmul) => [clmul, clmul.without_pdep()].into_iter().for_each(check_all),
        None => crate::testing::assert_not_expected("adx"),
    }
}

#[test]
fn polynomials_are_of_three_or_five_terms() {
    assert_eq!(Any::from_bits(&[0b1000_0011]).map(Polynomial::middle), Some([1, 0, 0]));
    for bits in [0, 1, 2, 0b1000_0010, 0b101, 0b1111, 0b10_0000, 0b1_0000_0011, 0b1111_1111] {
        assert_eq!(Any::from_bits(&[bits]), None, "{bits:b}");
    }
    let reducible = Any::from_bits(&[0b1000_0101]).expect("sparse");
    assert!(!BinaryField::<_, _, 1>::new(Holes, reducible).expect("room").is_irreducible());
    assert!(BinaryField::<_, _, 1>::new(Holes, Fixed::<65, 18, 0, 0>).is_none());
}
