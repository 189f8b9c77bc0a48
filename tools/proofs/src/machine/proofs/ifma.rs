//! `ifma`: products in their range.
//!
//! With n = −m⁻¹ mod B and F = (n·m + 1)/B for B of eight digits, the quotient of a block becomes a multiple of F, one block higher.
//! The last block takes the true quotient. Its column is a multiple of B with all products. The code adds up its uppermost lane alone,
//! and rounds it up.

use super::call::{Call, Operands, Proof, any_below, is_same_as_cpu, prove, refused_changes, split};
use crate::elimination::{AnyModulus, number, weight};
use crate::machine::avx512::FACTOR_BITS;
use crate::machine::{Machine, Word};
use modexp_kernels::kernel::Kernel;
use modexp_kernels::proof::residue::Residue;
use modexp_kernels::proof::{Element, Int, Parts, Residues, Value};
use modexp_kernels::x86_64::ifma::modulus::IfmaModulus;
use modexp_kernels::x86_64::ifma::{Ifma, IfmaX2, Vectors};
use modexp_kernels::x86_64::ifma_short::{IfmaShort, ShortModulus};
use num_bigint::BigUint;
use std::collections::HashMap;
use std::marker::PhantomData;

/// Words of a vector.
const WORDS: usize = 8;

/// A kernel with a block of quotients in a vector, or in half of one.
trait Blocks: Kernel<Word = u64> + Copy {
    const NAME: &str;

    /// Digits of a block.
    const BLOCK: usize = WORDS / Self::LANES;

    /// The largest digit of an element.
    fn largest() -> Int;

    /// Whether this CPU has the instructions.
    fn runs_here() -> bool;

    /// The kernel, on any CPU.
    fn kernel() -> Self;

    /// m, F, n and n·F mod B in all shifts, the lowest digits of F and m, and whether F is (n·m − 1)/B for n = m⁻¹ mod B, if it may be.
    fn constants(modulus: &Self::Modulus) -> Vec<&[u64]>;
}

impl Blocks for IfmaShort {
    const NAME: &str = "ifma, short";

    fn largest() -> Int {
        Int::two_to(Self::RADIX) + Int::two_to(13)
    }

    fn runs_here() -> bool {
        Self::detect().is_some()
    }

    #[allow(unsafe_code, reason = "the proof reads the code on any CPU")]
    fn kernel() -> Self {
        // SAFETY: `is_same_as_cpu` asks whether the code runs here
        unsafe { Self::assume() }
    }

    fn constants(modulus: &ShortModulus) -> Vec<&[u64]> {
        modulus.constants().to_vec()
    }
}

impl<const N: usize> Blocks for Vectors<N>
where
    Self: Kernel<Word = u64, Modulus = IfmaModulus<N>>,
{
    const NAME: &str = if N == 1 { "ifma" } else { "ifma_x2" };

    fn largest() -> Int {
        Int::two_to(Self::RADIX) - Int::ONE
    }

    fn runs_here() -> bool {
        Self::detect().is_some()
    }

    #[allow(unsafe_code, reason = "the proof reads the code on any CPU")]
    fn kernel() -> Self {
        // SAFETY: `is_same_as_cpu` asks whether the code runs here
        unsafe { Self::assume() }
    }

    fn constants(modulus: &IfmaModulus<N>) -> Vec<&[u64]> {
        modulus.constants().to_vec()
    }
}

/// A product or a square for moduli of `limbs` limbs, with `digits` digits that may be nonzero. With `is_positive`, F is
/// (n·m − 1)/B for n = m⁻¹ mod B.
struct Product<K> {
    limbs: usize,
    digits: usize,
    is_square: bool,
    is_positive: bool,
    kernel: PhantomData<K>,
}

/// The digits of one modulus, its constants, and its operands.
struct Digits {
    m: Vec<Value>,
    f: Vec<Value>,
    /// −m⁻¹ mod B.
    mu: Vec<Value>,
    /// This number times F mod B.
    mu_times_f: Vec<Value>,
    a: Vec<Value>,
    b: Vec<Value>,
}

impl<K: Blocks> Product<K> {
    fn new(limbs: usize, digits: usize, is_square: bool, is_positive: bool) -> Self {
        Self { limbs, digits, is_square, is_positive, kernel: PhantomData }
    }

    /// Digits of an element.
    fn length(&self) -> usize {
        K::digits(64 * self.limbs)
    }

    /// Puts these digits in their places.
    fn put(&self, call: &Call<K>, numbers: &[Digits], machine: &mut Machine) {
        let all = |pick: fn(&Digits) -> &[Value]| numbers.iter().map(pick).collect::<Vec<_>>();
        let [m, f, mu, mu_times_f] = [all(|x| &x.m), all(|x| &x.f), all(|x| &x.mu), all(|x| &x.mu_times_f)];
        let tables = K::constants(&call.modulus);
        for (table, digits) in tables.iter().zip([&m, &f, &mu, &mu_times_f]) {
            machine.hide(table, &in_all_shifts(digits, table.len()));
        }
        machine.hide(tables[4], &[in_reverse(&f), in_reverse(&m)].concat());
        machine.hide(&call.a, &self.element(&all(|x| &x.a)));
        machine.hide(&call.b, &self.element(&all(|x| &x.b)));
    }

    /// The word of digit i of a number in an element, between zeros.
    fn word(i: usize, number: usize) -> usize {
        WORDS * (1 + i / K::BLOCK) + K::BLOCK * number + i % K::BLOCK
    }

    fn element(&self, numbers: &[&[Value]]) -> Vec<Word> {
        let mut words = vec![Word::Known(0); K::words(self.length())];
        for (number, digits) in numbers.iter().enumerate() {
            digits.iter().enumerate().for_each(|(i, &digit)| words[Self::word(i, number)] = Word::Any(digit));
        }
        words
    }

    /// The digits of a number in an element.
    fn digits(&self, element: &[Value], number: usize) -> Vec<Value> {
        (0..self.length()).map(|i| element[Self::word(i, number)]).collect()
    }
}

/// Constants in all shifts: of each number, vector v has digits v − 8/N and above.
fn in_all_shifts(numbers: &[&[Value]], words: usize) -> Vec<Word> {
    let block = WORDS / numbers.len();
    let word = |at: usize| {
        let (vector, lane) = (at / WORDS, at % WORDS);
        let digit = (vector + lane % block).checked_sub(block).and_then(|i| numbers[lane / block].get(i));
        digit.map_or(Word::Known(0), |&x| Word::Any(x))
    };
    (0..words).map(word).collect()
}

/// The lowest digits of a block in reverse order, then from the second on.
fn in_reverse(numbers: &[&[Value]]) -> Vec<Word> {
    let block = WORDS / numbers.len();
    let word = |at: usize| {
        let (skipped, lane) = (at / WORDS, at % WORDS);
        let digit = (block - 1 - lane % block).checked_sub(skipped);
        digit.map_or(Word::Known(0), |i| Word::Any(numbers[lane / block][i]))
    };
    (0..2 * WORDS).map(word).collect()
}

/// Words of a residue modulo B.
fn words_of_block(radix: u32, block: usize) -> usize {
    (radix as usize * block).div_ceil(64)
}

/// Any digits with x ≡ a·b mod B.
fn product_mod_block(radix: u32, a: &[Value], b: &[Value], words: usize) -> Vec<Value> {
    let block = a.len();
    let residue =
        |x: &[Value]| Residue::number(words, radix, x.iter().take(block).map(|digit| (*digit.residue()).clone()));
    let mut x = any_below(Int::two_to(radix), block);
    let lowest = std::mem::take(&mut x[0]);
    let mut rest = residue(a).mul(&residue(b));
    rest.add_multiple(&residue(&x), -Int::ONE);
    // what is above B is open
    rest.add_shifted(&lowest.residue(), block as u32 * radix);
    x[0] = Value::known(Int::ZERO, Int::two_to(radix) - Int::ONE, lowest.element(), Some(rest));
    x
}

impl<K: Blocks> Proof for Product<K> {
    type Kernel = K;

    fn call(&self, operands: Operands) -> Call<K> {
        let mut m = operands.words(self.limbs);
        m[0] |= 1;
        let element = || {
            let mut words = vec![0; K::words(self.length())];
            (0..K::LANES).for_each(|lane| K::from_limbs(&mut words, &operands.words(self.limbs), lane));
            words
        };
        Call::new(K::kernel(), &m, &element(), &element(), self.is_square)
    }

    /// B has 408 or 416 bits, and 208 for two numbers.
    fn residues(&self) -> Residues {
        Residues { words: words_of_block(K::RADIX, K::BLOCK), asked: false }
    }

    fn runs_here(&self) -> bool {
        K::runs_here()
    }

    fn hide(&self, call: &Call<K>, machine: &mut Machine) {
        let constants = |x: &[u64]| x.iter().map(|&x| Value::constant(u128::from(x))).collect::<Vec<_>>();
        let [a, b] = [&call.a, &call.b].map(|x| constants(x));
        let tables = K::constants(&call.modulus);
        let of = |number: usize| {
            let lowest = |i: usize, count| {
                let words = tables[i].iter().skip(K::BLOCK * number).step_by(WORDS).skip(K::BLOCK);
                constants(&words.take(count).copied().collect::<Vec<_>>())
            };
            let [m, f] = [0, 1].map(|i| lowest(i, self.digits));
            let [mu, mu_times_f] = [2, 3].map(|i| lowest(i, K::BLOCK));
            let [a, b] = [&a, &b].map(|x| self.digits(x, number)[..self.digits].to_vec());
            Digits { m, f, mu, mu_times_f, a, b }
        };
        self.put(call, &(0..K::LANES).map(of).collect::<Vec<_>>(), machine);
    }

    fn prove(&self, call: &Call<K>, machine: &mut Machine) {
        let any = |count| any_below(Int::two_to(K::RADIX), count);
        let number_of_digits = |_| {
            let (m, f) = (any(self.digits), any(self.digits));
            // (n·m − 1)/B for n = m⁻¹ is m − (n·m + 1)/B for n = −m⁻¹
            let negative = m.iter().zip(&f).map(|(&m, &f)| if self.is_positive { m - f } else { f }).collect();
            let AnyModulus { m, mu, .. } = AnyModulus::new(K::RADIX, self.residues(), m, negative, any(K::BLOCK));
            let mu_times_f = product_mod_block(K::RADIX, &mu, &f, self.residues().words);
            let element = || any_below(K::largest() + Int::ONE, self.digits);
            let a = element();
            let b = if self.is_square { a.clone() } else { element() };
            Digits { m, f, mu, mu_times_f, a, b }
        };
        let numbers: Vec<Digits> = (0..K::LANES).map(number_of_digits).collect();
        self.put(call, &numbers, machine);
        if let Some(complement) = K::constants(&call.modulus).get(5) {
            machine.hide(complement, &[Word::Known(if self.is_positive { u64::MAX } else { 0 }); WORDS]);
        }
        call.interpret(machine);

        let out: Vec<Value> = machine.words(&call.out).into_iter().map(Word::value).collect();
        let block = weight(K::RADIX, K::BLOCK);
        for (lane, digits) in numbers.iter().enumerate() {
            let out = self.digits(&out, lane);
            assert!(out.iter().all(|digit| digit.interval().1 <= K::largest()), "digits that go in again");
            let mu = number(K::RADIX, &digits.mu);
            is_product(K::RADIX, &out, digits, if self.is_positive { block - mu } else { mu });
        }
    }
}

/// The number in a column with this rest, what is added to the rest, and the quotient.
fn column(radix: u32, sum: Value) -> Option<(Value, Value, Value)> {
    // the rest of an even number is that of its half, doubled
    let of = |x: Value, by: Int| match x.parts() {
        Parts::Rest { of, bits, quotient } if bits < radix + 1 && Int::two_to(radix - bits) == by => {
            Some((of.scaled(by), sum - x.scaled(by), quotient))
        }
        _ => None,
    };
    match sum.parts() {
        Parts::Sum(_, terms) => terms.into_iter().find_map(|(x, by)| of(x, by)),
        _ => of(sum, Int::ONE),
    }
}

/// The low or the high part of a product.
fn part(a: Value, b: Value, is_high: bool) -> Value {
    let (high, low) = (a * b).words(FACTOR_BITS);
    if is_high { high } else { low }
}

/// Checks that out = (a·b + Q·m)/R for Q < 2.1·R, where n multiplies the eliminated digits. So a·b < R·m gives out < 3.1m, which is
/// below R/4.
fn is_product(radix: u32, out: &[Value], Digits { m, f, mu, a, b, .. }: &Digits, n: Element) {
    let (length, block) = (out.len(), mu.len());
    let [base, r] = [length - block, length].map(|digits| weight(radix, digits));
    let [eliminated, last] = [f, m].map(|digits| {
        let mut multipliers = digits[block].multipliers();
        multipliers.sort_unstable();
        multipliers
    });
    assert!(eliminated.len() == length - block && last.len() == block, "the digits that the reduction clears");

    // the lanes of the last column: x, the carry from the block below, and the products of both quotients
    let mut digits = mu[0].multipliers();
    digits.sort_unstable_by_key(|digit| (digit.interval().1 < Int::two_to(radix - 1), *digit));
    let ([digits @ .., carry], count) = (&digits[..], digits.len()) else { panic!("the digits that n multiplies") };
    assert_eq!(count, block + 1);
    // the digits of `ifma` are the rests of sums with a carry from the digit below
    let sum = split(radix, digits[block - 1]).map_or(digits[block - 1], |(of, _)| of);
    let (top, carry_into_top, _) =
        column(radix, sum).or_else(|| column(radix, digits[block - 1])).expect("the uppermost digit");
    let before = &eliminated[length - 2 * block..];
    let lane = |k: usize| {
        let products = |q: &[Value], by: &[Value]| {
            let low = (0..=k).map(|i| part(q[i], by[k - i], false));
            let high = (0..k).map(|i| part(q[i], by[k - 1 - i], true).scaled(Int::two_to(FACTOR_BITS - radix)));
            low.chain(high).fold(Value::default(), |sum, x| sum + x)
        };
        let x = match k {
            0 => digits[0] + *carry,
            k if k == block - 1 => top,
            k => digits[k],
        };
        x + products(before, f) + products(&last, m)
    };
    let lanes: Vec<Value> = (0..block).map(lane).collect();

    // (top lane + β − 1)/β rounded down, which the code has split in its own order
    let wanted = lanes[block - 1].element() + Element::from(Int::two_to(radix) - Int::ONE);
    let numbers = Value::all();
    let elements: HashMap<Value, Element> = numbers.iter().copied().collect();
    let rounded = numbers.iter().find_map(|(x, _)| match x.parts() {
        Parts::Quotient { of, bits, .. } if bits == radix && elements[&of] == wanted => Some(*x),
        _ => None,
    });
    let rounded = rounded.expect("the carry of the last block");

    // The lanes with their weights are a multiple of B. The lower ones are not negative and below B, so the quotient is `rounded`
    let mut sum = Residue::zero(words_of_block(radix, block));
    let mut lower = BigUint::ZERO;
    for (k, lane) in lanes.iter().enumerate() {
        sum.add_shifted(&lane.residue(), radix * k as u32);
        let (low, high) = (if k == block - 1 { carry_into_top } else { *lane }).interval();
        assert!(low >= Int::ZERO);
        lower += BigUint::from(high.to_i128() as u128) << (radix as usize * k);
    }
    sum.add_shifted(&carry_into_top.residue(), radix * (block as u32 - 1));
    assert!(sum.is_multiple(radix * block as u32), "a column that becomes zero");
    assert!(lower < BigUint::from(1_u8) << (radix as usize * block), "lower lanes carry at most once");
    let cleared = number(radix, &lanes) + carry_into_top.element() * weight(radix, block - 1)
        - rounded.element() * weight(radix, block);

    // the equation; the uppermost digit may have dropped carries, which are 0, as the equation bounds the result
    let top = split(radix, out[length - 1]);
    let sum = top.map_or(out[length - 1], |(of, _)| of);
    let carries = [top.map(|(_, quotient)| quotient), column(radix, sum).map(|(_, _, quotient)| quotient)];
    let dropped = carries.into_iter().flatten().fold(Element::ZERO, |sum, x| sum + x.element());
    let q = number(radix, &eliminated) * n + number(radix, &last) * base;
    let product = number(radix, a) * number(radix, b) + q * number(radix, m);
    assert_eq!((number(radix, out) + dropped * r) * r + cleared * base, product);

    let size = |digits: &[Value]| {
        assert!(digits.iter().all(|digit| digit.interval().0 >= Int::ZERO));
        digits.iter().rev().fold(BigUint::ZERO, |x, digit| (x << radix) + digit.interval().1.to_i128() as u128)
    };
    let one = BigUint::from(1_u8);
    let q = (size(&eliminated) << (radix as usize * block)) + (size(&last) << (radix as usize * (length - block)));
    assert!(q * 10_u8 < (one * 21_u8) << (radix as usize * length));
}

fn prove_sizes<K: Blocks>(signs: &[bool], sizes: &[(usize, usize)]) {
    for &(limbs, digits) in sizes {
        for is_square in [false, true] {
            for &is_positive in signs {
                let proof = Product::<K>::new(limbs, digits, is_square, is_positive);
                for operands in [Operands::Random, Operands::Largest] {
                    assert!(is_same_as_cpu(&proof, operands, None));
                }
                prove(&format!("{}, {digits} digits, square: {is_square}, M ≡ 1: {is_positive}", K::NAME), &proof);
            }
        }
    }
}

/// The lengths that have code of their own.
#[test]
fn short_products_of_ifma_are_right() {
    prove_sizes::<IfmaShort>(&[false], &[(8, 11), (12, 16), (16, 21), (19, 24), (25, 32)]);
}

/// Five vectors have code of their own.
#[test]
fn products_of_ifma_are_right() {
    prove_sizes::<Ifma>(&[false, true], &[(26, 40)]);
    prove_sizes::<IfmaX2>(&[false, true], &[(8, 12), (16, 20)]);
}

#[test]
#[ignore = "seconds"]
fn all_sizes_of_ifma_are_right() {
    prove_sizes::<Ifma>(&[false, true], &[(9, 16), (16, 24), (20, 32), (36, 48), (48, 64), (64, 80)]);
    prove_sizes::<IfmaX2>(&[false, true], &[(5, 8), (12, 16), (19, 24), (24, 32), (32, 40), (48, 60), (64, 80)]);
}

fn refuse_changes<K: Blocks>(limbs: usize, digits: usize) {
    for is_square in [false, true] {
        let (refused, without_effect) = refused_changes(&Product::<K>::new(limbs, digits, is_square, false), 12);
        println!("{refused} refused, {without_effect} without an effect");
        assert!(refused >= 50);
    }
}

#[test]
fn changed_short_products_of_ifma_are_refused() {
    refuse_changes::<IfmaShort>(8, 11);
}

#[test]
fn changed_products_of_ifma_are_refused() {
    refuse_changes::<Ifma>(9, 16);
    refuse_changes::<IfmaX2>(5, 8);
}
