//! Fields against multiplication bit by bit, and the laws of fields.

use super::*;
use alloc::vec;
use alloc::vec::Vec;
use modexp_limbs::testing::Random;

/// a·b modulo the polynomial, a bit at a time.
pub(super) fn reference<P: Polynomial, const N: usize>(polynomial: P, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
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
    match random.limb() % 8 {
        0 | 1 => {
            // all ones: every column is full
            out = [u64::MAX; N];
            modexp_limbs::limb::clear_above(&mut out[..m.div_ceil(64)], m);
            out[m.div_ceil(64)..].fill(0);
        }
        2 => out = [0; N],
        3 => out = one(),
        _ => {}
    }
    out
}

fn one<const N: usize>() -> [u64; N] {
    core::array::from_fn(|i| u64::from(i == 0))
}

/// A different element in each lane.
fn elements<L: Limb, const N: usize>(random: &mut Random, m: usize) -> Vec<[u64; N]> {
    (0..L::LANES).map(|_| element(random, m)).collect()
}

fn read<M: Multiplier, P: Polynomial, const N: usize>(field: &BinaryField<M, P, N>, x: &[[u64; N]]) -> [M::Limb; N] {
    let words: Vec<u64> = (0..N).flat_map(|i| x.iter().map(move |x| x[i])).collect();
    field.read(&words)
}

fn write<L: Limb, const N: usize>(x: &[L; N]) -> Vec<[u64; N]> {
    let mut words = vec![0; N * L::LANES];
    L::write(&mut words, x);
    (0..L::LANES).map(|lane| core::array::from_fn(|i| words[i * L::LANES + lane])).collect()
}

fn check<M: Multiplier, P: Polynomial, const N: usize>(multiplier: M, polynomial: P) {
    assert!(BinaryField::<_, P, N>::new(Holes, polynomial).expect("room").is_irreducible());
    let field = BinaryField::<M, P, N>::new(multiplier, polynomial).expect("room");
    let (m, mut random) = (field.degree(), Random(polynomial.degree() as u64));
    let product = |a: &[[u64; N]], b: &[[u64; N]]| -> Vec<_> {
        a.iter().zip(b).map(|(a, b)| reference(polynomial, a, b)).collect()
    };
    // the results of all lanes
    let of = |f: &dyn Fn() -> [M::Limb; N]| write(&field.vectorize(f));
    for round in 0..40 {
        let [a, b] = [(); 2].map(|()| elements::<M::Limb, N>(&mut random, m));
        let [x, y] = [&a, &b].map(|a| read(&field, a));
        assert_eq!(of(&|| field.mul(&x, &y)), product(&a, &b), "{m}");
        assert_eq!(of(&|| field.mul_inlined(&x, &y)), product(&a, &b), "{m}");
        assert_eq!(of(&|| field.sqr(&x)), product(&a, &a), "{m}");
        let zeros = field.vectorize(|| M::Limb::is_zero(&x));
        let moved = of(&|| cmov(&x, &y, zeros.mask()));
        for lane in 0..M::Limb::LANES {
            assert_eq!(write(&[zeros])[lane], [u64::from(a[lane] == [0; N])]);
            assert_eq!(moved[lane], if a[lane] == [0; N] { b[lane] } else { a[lane] });
        }
        if round < 6 {
            let ones = product(&a, &of(&|| field.invert(&x)));
            assert!(ones.iter().zip(&a).all(|(is, a)| *is == if *a == [0; N] { [0; N] } else { one() }), "{m}");
            assert_eq!(of(&|| field.sqr(&field.sqrt(&x))), a);
            assert_eq!(of(&|| field.sqr_n(&x, m)), a);
            let mut trace = field.zero();
            let mut power = x;
            for _ in 0..m {
                trace = add(&trace, &power);
                power = field.vectorize(|| field.sqr(&power));
            }
            let traces = of(&|| {
                let mut out = field.zero();
                out[0] = field.trace(&x);
                out
            });
            assert_eq!((write(&power), write(&trace)), (a, traces.clone()));
            let h = field.vectorize(|| field.half_trace(&x));
            assert_eq!(of(&|| add(&field.sqr(&h), &h)), write(&add(&x, &read(&field, &traces))));
        }
    }
    assert_eq!(write(&field.invert(&field.zero())), write(&field.zero()));
}

/// The polynomial with these exponents.
pub(super) fn any(exponents: &[usize]) -> Any {
    let mut bits = [0_u64; 9];
    for i in exponents {
        bits[i / 64] |= 1 << (i % 64);
    }
    Any::from_bits(&bits).expect("a sparse one")
}

fn check_all<M: Multiplier>(multiplier: M) {
    check::<_, _, 3>(multiplier, Fixed::<163, 7, 6, 3>);
    check::<_, _, 4>(multiplier, Fixed::<233, 74, 0, 0>);
    check::<_, _, 5>(multiplier, Fixed::<283, 12, 7, 5>);
    check::<_, _, 6>(multiplier, Fixed::<379, 253, 251, 59>);
    check::<_, _, 9>(multiplier, Fixed::<571, 10, 5, 2>);
    check::<_, _, 20>(multiplier, Fixed::<1223, 255, 0, 0>);
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
        None => modexp_kernels::testing::assert_not_expected("adx"),
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn fields_of_eight_lanes_by_vpclmulqdq() {
    match x86_64::Vpclmul::detect() {
        Some(lanes) => check_all(lanes),
        None => modexp_kernels::testing::assert_not_expected("ifma"),
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
