//! `ifma` for short moduli: products in their range.
//!
//! With n = −m⁻¹ mod B and F = (n·m + 1)/B for B of eight digits, the quotient of a block becomes a multiple of F, one block higher.
//! The last block takes the true quotient. Its column is a multiple of B with all products. The code adds up its uppermost lane alone,
//! and rounds it up.

use super::call::{Call, Operands, Proof, any_below, is_same_as_cpu, prove, refused_changes};
use crate::elimination::{AnyModulus, number};
use crate::machine::{Machine, Word};
use modexp_kernels::kernel::Kernel;
use modexp_kernels::proof::residue::Residue;
use modexp_kernels::proof::{Element, Int, Parts, Residues, Value};
use modexp_kernels::x86_64::ifma_short::IfmaShort;
use num_bigint::BigUint;

/// Digits of a block.
const BLOCK: usize = 8;

const RADIX: u32 = IfmaShort::RADIX;

/// Bits of a factor of `vpmadd52`.
const FACTOR_BITS: u32 = 52;

/// The largest digit of an element.
fn largest() -> Int {
    Int::two_to(RADIX) + Int::two_to(13)
}

/// A product or a square for moduli of `limbs` limbs, with `digits` digits that may be nonzero.
struct Short {
    limbs: usize,
    digits: usize,
    is_square: bool,
}

impl Short {
    /// Digits of an element.
    fn length(&self) -> usize {
        IfmaShort::digits(64 * self.limbs)
    }

    /// Puts these digits of m, F, n, n·F mod B, a and b in their places.
    fn put(&self, call: &Call<IfmaShort>, [m, f, n, n_times_f, a, b]: [&[Value]; 6], machine: &mut Machine) {
        let tables = call.modulus.constants();
        for (table, digits) in tables.iter().zip([m, f, n, n_times_f]) {
            machine.hide(table, &in_all_shifts(digits, table.len()));
        }
        machine.hide(tables[4], &[in_reverse(f), in_reverse(m)].concat());
        machine.hide(&call.a, &self.element(a));
        machine.hide(&call.b, &self.element(b));
    }

    /// An element between its zeros.
    fn element(&self, digits: &[Value]) -> Vec<Word> {
        let mut words = vec![Word::Known(0); self.length() + 2 * BLOCK];
        digits.iter().zip(&mut words[BLOCK..]).for_each(|(&digit, word)| *word = Word::Any(digit));
        words
    }
}

/// A constant in all shifts: vector v has digits v − 8 and above.
fn in_all_shifts(digits: &[Value], words: usize) -> Vec<Word> {
    let digit = |i: usize| i.checked_sub(BLOCK).and_then(|i| digits.get(i)).map_or(Word::Known(0), |&x| Word::Any(x));
    (0..words).map(|at| digit(at / BLOCK + at % BLOCK)).collect()
}

/// The lowest digits in reverse order, then from the second on.
fn in_reverse(digits: &[Value]) -> Vec<Word> {
    let first = digits[..BLOCK].iter().rev().map(|&x| Word::Any(x));
    let second = digits[..BLOCK - 1].iter().rev().map(|&x| Word::Any(x));
    first.chain(second).chain([Word::Known(0)]).collect()
}

/// Any digits with x ≡ a·b mod B.
fn product_mod_block(a: &[Value], b: &[Value], words: usize) -> Vec<Value> {
    let residue =
        |x: &[Value]| Residue::number(words, RADIX, x.iter().take(BLOCK).map(|digit| (*digit.residue()).clone()));
    let mut x = any_below(Int::two_to(RADIX), BLOCK);
    let lowest = std::mem::take(&mut x[0]);
    let mut rest = residue(a).mul(&residue(b));
    rest.add_multiple(&residue(&x), -Int::ONE);
    // what is above B is open
    rest.add_shifted(&lowest.residue(), BLOCK as u32 * RADIX);
    x[0] = Value::known(Int::ZERO, Int::two_to(RADIX) - Int::ONE, lowest.element(), Some(rest));
    x
}

fn kernel() -> IfmaShort {
    // SAFETY: `runs_here` asks before a call.
    #[allow(unsafe_code, reason = "the proof reads the code on any CPU")]
    IfmaShort::detect().unwrap_or_else(|| unsafe { IfmaShort::assume() })
}

impl Proof for Short {
    type Kernel = IfmaShort;

    fn call(&self, operands: Operands) -> Call<IfmaShort> {
        let mut m = operands.words(self.limbs);
        m[0] |= 1;
        let element = || {
            let mut words = vec![0; IfmaShort::words(self.length())];
            IfmaShort::from_limbs(&mut words, &operands.words(self.limbs), 0);
            words
        };
        Call::new(kernel(), &m, &element(), &element(), self.is_square)
    }

    /// B has 408 bits.
    fn residues(&self) -> Residues {
        Residues { words: 7, asked: false }
    }

    fn runs_here(&self) -> bool {
        IfmaShort::detect().is_some()
    }

    fn hide(&self, call: &Call<IfmaShort>, machine: &mut Machine) {
        let constant = |&x: &u64| Value::constant(u128::from(x));
        let [m, f, n, n_times_f, _] = call.modulus.constants().map(|table| {
            let lowest = table.iter().step_by(BLOCK).skip(BLOCK);
            lowest.take(self.digits).map(constant).collect::<Vec<_>>()
        });
        let [a, b] = [&call.a, &call.b].map(|x| x[BLOCK..].iter().take(self.digits).map(constant).collect::<Vec<_>>());
        self.put(call, [&m, &f, &n[..BLOCK], &n_times_f[..BLOCK], &a, &b], machine);
    }

    fn prove(&self, call: &Call<IfmaShort>, machine: &mut Machine) {
        let digits = |count| any_below(Int::two_to(RADIX), count);
        let modulus = AnyModulus::new(RADIX, self.residues(), digits(self.digits), digits(self.digits), digits(BLOCK));
        let AnyModulus { m, f, mu } = &modulus;
        let mu_times_f = product_mod_block(mu, f, self.residues().words);
        let a = any_below(largest() + Int::ONE, self.digits);
        let b = if self.is_square { a.clone() } else { any_below(largest() + Int::ONE, self.digits) };

        self.put(call, [m, f, mu, &mu_times_f, &a, &b], machine);
        call.interpret(machine);

        let out: Vec<Value> = machine.words(&call.out).into_iter().map(Word::value).collect();
        is_product(&out[BLOCK..][..self.length()], &a, &b, &modulus);
    }
}

/// The number with this rest in a digit, the carry that is added to the rest, and the quotient.
fn parts(digit: Value) -> Option<(Value, Value, Value)> {
    // the rest of an even number is that of its half, doubled
    let of = |x: Value, by: Int| match x.parts() {
        Parts::Rest { of, bits, quotient } if Int::two_to(RADIX - bits) == by => {
            Some((of.scaled(by), digit - x.scaled(by), quotient))
        }
        _ => None,
    };
    match digit.parts() {
        Parts::Sum(_, terms) => terms.into_iter().find_map(|(x, by)| of(x, by)),
        _ => of(digit, Int::ONE),
    }
}

/// The low or the high part of a product.
fn part(a: Value, b: Value, is_high: bool) -> Value {
    let (high, low) = (a * b).words(FACTOR_BITS);
    if is_high { high } else { low }
}

/// Checks that out = (a·b + Q·m)/R for Q < 2.1·R. So a·b < R·m gives out < 3.1m, which is below R/4.
fn is_product(out: &[Value], a: &[Value], b: &[Value], AnyModulus { m, f, mu }: &AnyModulus) {
    let n = out.len();
    let [block, base, r] = [BLOCK, n - BLOCK, n].map(|digits| Element::two_to(RADIX as usize * digits));
    let [eliminated, last] = [f, m].map(|digits| {
        let mut multipliers = digits[BLOCK].multipliers();
        multipliers.sort_unstable();
        multipliers
    });
    assert!(eliminated.len() == n - BLOCK && last.len() == BLOCK, "the digits that the reduction clears");

    // the lanes of the last column: x, the carry from the block below, and the products of both quotients
    let mut digits = mu[0].multipliers();
    digits.sort_unstable_by_key(|digit| (digit.interval().1 < Int::two_to(RADIX - 1), *digit));
    let ([digits @ .., carry], 9) = (&digits[..], digits.len()) else { panic!("the digits that n multiplies") };
    let (top, carry_into_top, _) = parts(digits[BLOCK - 1]).expect("the uppermost digit");
    let before = &eliminated[n - 2 * BLOCK..];
    let lane = |k: usize| {
        let products = |q: &[Value], by: &[Value]| {
            let low = (0..=k).map(|i| part(q[i], by[k - i], false));
            let high = (0..k).map(|i| part(q[i], by[k - 1 - i], true).scaled(Int::two_to(1)));
            low.chain(high).fold(Value::default(), |sum, x| sum + x)
        };
        let x = match k {
            0 => digits[0] + *carry,
            7 => top,
            k => digits[k],
        };
        x + products(before, f) + products(&last, m)
    };
    let lanes: Vec<Value> = (0..BLOCK).map(lane).collect();

    // (top lane + 2^51 − 1) ≫ 51, which the code has split in its own order
    let wanted = lanes[BLOCK - 1].element() + Element::from(Int::two_to(RADIX) - Int::ONE);
    let rounded = Value::all().into_iter().find_map(|(x, _)| match x.parts() {
        Parts::Quotient { of, bits: RADIX, .. } if of.element() == wanted => Some(x),
        _ => None,
    });
    let rounded = rounded.expect("the carry of the last block");

    // The lanes with their weights are a multiple of B. The lower ones are not negative and below B, so the quotient is `rounded`
    let mut sum = Residue::zero(7);
    let mut lower = BigUint::ZERO;
    for (k, lane) in lanes.iter().enumerate() {
        sum.add_shifted(&lane.residue(), RADIX * k as u32);
        let carry = if k == BLOCK - 1 { carry_into_top } else { *lane };
        let (low, high) = carry.interval();
        assert!(low >= Int::ZERO);
        lower += BigUint::from(high.to_i128() as u128) << (RADIX as usize * k);
    }
    sum.add_shifted(&carry_into_top.residue(), RADIX * (BLOCK as u32 - 1));
    assert!(sum.is_multiple(RADIX * BLOCK as u32), "a column that becomes zero");
    assert!(lower < BigUint::from(1_u8) << (RADIX as usize * BLOCK), "lower lanes carry at most once");
    let top_weight = Element::two_to(RADIX as usize * (BLOCK - 1));
    let cleared = number(RADIX, &lanes) + carry_into_top.element() * top_weight - rounded.element() * block;

    // the equation; the uppermost digit may have dropped a carry, which is 0, as the equation bounds the result
    let dropped = parts(out[n - 1]).map_or(Element::ZERO, |(_, _, quotient)| quotient.element());
    let q = number(RADIX, &eliminated) * number(RADIX, mu) + number(RADIX, &last) * base;
    let product = number(RADIX, a) * number(RADIX, b) + q * number(RADIX, m);
    assert_eq!((number(RADIX, out) + dropped * r) * r + cleared * base, product);

    let size = |digits: &[Value]| {
        assert!(digits.iter().all(|digit| digit.interval().0 >= Int::ZERO));
        digits.iter().rev().fold(BigUint::ZERO, |x, digit| (x << RADIX) + digit.interval().1.to_i128() as u128)
    };
    let q = size(&eliminated) * size(mu) + (size(&last) << (RADIX as usize * (n - BLOCK)));
    assert!(q * 10_u8 < BigUint::from(21_u8) << (RADIX as usize * n));
    assert!(out.iter().all(|digit| digit.interval().1 <= largest()), "digits that go in again");
}

fn prove_sizes(sizes: &[(usize, usize)]) {
    for &(limbs, digits) in sizes {
        for is_square in [false, true] {
            let proof = Short { limbs, digits, is_square };
            for operands in [Operands::Random, Operands::Largest] {
                assert!(is_same_as_cpu(&proof, operands, None));
            }
            prove(&format!("ifma, {digits} digits, square: {is_square}"), &proof);
        }
    }
}

/// The lengths that have code of their own.
#[test]
fn short_products_of_ifma_are_right() {
    prove_sizes(&[(8, 11), (12, 16), (16, 21), (19, 24), (25, 32)]);
}

#[test]
fn changed_short_products_of_ifma_are_refused() {
    for is_square in [false, true] {
        let (refused, without_effect) = refused_changes(&Short { limbs: 8, digits: 11, is_square }, 12);
        println!("{refused} refused, {without_effect} without an effect");
        assert!(refused >= 50);
    }
}
