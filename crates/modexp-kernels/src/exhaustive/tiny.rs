//! The portable kernel on limbs of a few bits: every odd modulus, every pair of operands.

use crate::kernel::Kernel;
use crate::portable::{Portable, short::PortableShort};
use crate::testing::tiny::Tiny;
use alloc::vec;
use alloc::vec::Vec;

/// The products for each modulus.
#[derive(Clone, Copy)]
enum Operands {
    Pairs,
    Squares,
}

/// Checks every odd modulus of up to `digits` digits with all its residues. Returns the number of products.
fn all_moduli<const BITS: u32>(digits: usize, operands: Operands) -> u64 {
    let kernel = Portable::<Tiny<BITS>>::new();
    let r = 1u64 << (BITS as usize * digits);
    let element = |x: u64| {
        let mut out = vec![Tiny::default(); digits];
        Portable::<Tiny<BITS>>::from_limbs(&mut out, &[x], 0);
        out
    };
    let elements: Vec<_> = (0..r).map(element).collect();
    let (mut out, mut scratch) = (vec![Tiny::default(); digits], vec![Tiny::default(); 2 * digits]);
    let value = |a: &[Tiny<BITS>]| {
        let mut limbs = [0];
        Portable::<Tiny<BITS>>::to_limbs(&mut limbs, a, 0);
        limbs[0]
    };

    let mut products = 0;
    for m in (3..r).step_by(2) {
        let modulus = kernel.modulus(&[&[m]], digits);
        for a in 0..m {
            kernel.mont_sqr(&mut out, &elements[a as usize], &modulus, &mut scratch);
            let got = value(&out);
            assert!(got < m && got * r % m == a * a % m, "{a}² mod {m} in {digits} digits of {BITS} bits: {got}");
            products += 1;
            let others = match operands {
                Operands::Pairs => 0..m,
                Operands::Squares => 0..0,
            };
            for b in others {
                kernel.mont_mul(&mut out, &elements[a as usize], &elements[b as usize], &modulus, &mut scratch);
                let got = value(&out);
                assert!(
                    got < m && got * r % m == a * b % m,
                    "{a}·{b} mod {m} in {digits} digits of {BITS} bits: {got}"
                );
                products += 1;
            }
        }
    }
    products
}

#[test]
fn all_products_of_tiny_digits() {
    let one = all_moduli::<4>(1, Operands::Pairs);
    let two =
        all_moduli::<2>(2, Operands::Pairs) + all_moduli::<3>(2, Operands::Pairs) + all_moduli::<4>(2, Operands::Pairs);
    let three = all_moduli::<2>(3, Operands::Pairs);
    let four = all_moduli::<2>(4, Operands::Pairs);
    std::println!("{} passes: all products at tiny digits, portable", one + two + three + four);
}

#[test]
fn all_squares_of_tiny_digits() {
    let products = all_moduli::<3>(3, Operands::Squares)
        + all_moduli::<4>(3, Operands::Squares)
        + all_moduli::<2>(5, Operands::Squares)
        + all_moduli::<2>(6, Operands::Squares);
    std::println!("{products} passes: all products at tiny digits, portable");
}

/// Checks every odd modulus of up to N digits with every pair of numbers of N digits, reduced or not. Returns the
/// number of products.
fn all_of_short<const BITS: u32, const N: usize>() -> u64 {
    let kernel = PortableShort::<Tiny<BITS>, N>::new();
    let (upto, r) = (1u64 << (BITS as usize * N), 1u64 << (BITS as usize * (N + 1)));
    let number = |x: u64| {
        let mut out = [Tiny::default(); N];
        PortableShort::<Tiny<BITS>, N>::from_limbs(&mut out, &[x], 0);
        out
    };
    let value = |a: &[Tiny<BITS>]| {
        let mut limbs = [0];
        PortableShort::<Tiny<BITS>, N>::to_limbs(&mut limbs, a, 0);
        limbs[0]
    };
    let numbers: Vec<_> = (0..upto).map(number).collect();

    let mut out = [Tiny::default(); N];
    let mut products = 0;
    for m in (3..upto).step_by(2) {
        let modulus = kernel.modulus(&[&[m]], N + 1);
        // out < ab/R + m + m/β
        let check = |out: &[Tiny<BITS>], a: u64, b: u64| {
            let got = value(out);
            let fits = (got << BITS) * r < ((m << BITS) + m) * r + ((a * b) << BITS);
            assert!(fits && got * r % m == a * b % m, "{a}·{b} mod {m} in {N} digits of {BITS} bits: {got}");
        };
        for a in 0..upto {
            kernel.mont_sqr(&mut out, &numbers[a as usize], &modulus, &mut []);
            check(&out, a, a);
            for b in 0..upto {
                kernel.mont_mul(&mut out, &numbers[a as usize], &numbers[b as usize], &modulus, &mut []);
                check(&out, a, b);
            }
        }
        products += upto * (upto + 1);
    }
    products
}

#[test]
fn all_numbers_of_tiny_digits_multiply_without_a_subtraction() {
    let products = all_of_short::<2, 2>() + all_of_short::<3, 2>() + all_of_short::<4, 2>() + all_of_short::<2, 3>();
    std::println!("{products} passes: all products at tiny digits, portable of fixed length");
}
