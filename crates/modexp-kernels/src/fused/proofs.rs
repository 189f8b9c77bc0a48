//! `fused` computes a·b·R⁻¹ mod m for all inputs: every float is exact where it must be, no column overflows, and results
//! are below 4m in digits that go in again.

use super::abstraction::{add, and, fma, name, number, pattern, shr, sub};
use super::columns::{Column, HIGH_BIAS, LOW_BIAS, MASK, OFFSET, RADIX, ROWS, column, split_and_unit};
use super::emulated::Emulated;
use super::layout::Layout;
use super::machine::Machine;
use super::modulus::FusedModulus;
use super::shape::{MAX_DIGITS, Shape};
use super::vector::Vector;
use super::{Fused, Kernel};
use crate::proof::residue::Residue;
use crate::proof::{Element, Int, Residues, Value, for_each_case, refused_changes, refuses_rounding_down};
use num_bigint::{BigInt, Sign};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::vec;
use std::vec::Vec;

/// The assumptions about the input digits. The proofs must fail if an assumption is wrong by one bit.
#[derive(Clone, Copy)]
struct Assumed {
    /// The digits of an element; `top` is its top digit where only a·b < R·m is known.
    element: i128,
    top: i128,
    /// The digits of m and f, which `from_limbs` and `multiple` round to the nearest.
    modulus: i128,
    /// The digits of μ.
    mu: i128,
    /// The start of all columns is too large by this much.
    bias: u64,
}

const HALF: i128 = 1 << (RADIX - 1);

/// The assumptions that the documentation states.
const DOCUMENTED: Assumed = Assumed { element: HALF + (1 << 12), top: 1 << RADIX, modulus: HALF, mu: HALF, bias: 0 };

/// The factors of a product.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Factors {
    /// Two elements below 4m.
    Both,
    /// The first is below R, and a·b < R·m.
    Long,
    Square,
}

/// The most that a column gains with each digit: 2 products, each up to 2^49 in it and 2^48 (1 + 2^-36) in the next,
/// rounded to integers. A square doubles factors of 3 rows instead of 4.
const GAIN: i128 = 2 * (HALF + HALF / 2 + (1 << 13));

/// The addition by larger top digits: of the last quotient, and of factors with a·b < R·m.
const TOPS: i128 = 2 << RADIX;

/// A bound for the columns of n digits.
fn column_of(n: usize) -> i128 {
    GAIN * n as i128 + TOPS
}

/// A number in any digits from −limit to limit.
fn any(n: usize, limit: i128) -> Vec<Value> {
    (0..n).map(|_| Value::input((-limit).into(), limit.into())).collect()
}

/// Σ x_i·2^(RADIX·i).
fn element(digits: &[Value]) -> Element {
    Element::number(RADIX as usize, digits.iter().map(|digit| digit.element()))
}

fn residue(digits: &[Value]) -> Residue {
    Residue::number(Residues::BLOCK.words, RADIX, digits.iter().map(|digit| (*digit.residue()).clone()))
}

/// A modulus m of any digits, with f and μ: m·μ + 1 = f·2^200.
struct AnyModulus {
    m: Vec<Value>,
    f: Vec<Value>,
    mu: Vec<Value>,
}

impl AnyModulus {
    fn new(n: usize, assumed: Assumed) -> Self {
        let [m, f, mut mu] =
            [(n, assumed.modulus), (n, assumed.modulus), (ROWS, assumed.mu)].map(|(n, limit)| any(n, limit));
        // m and f may be any numbers: μ = (f·2^200 − 1)/m, by the lowest of its digits
        let one = Element::from(Int::ONE);
        let wanted = (element(&f) * Element::two_to(ROWS * RADIX as usize) - one) * element(&m).inverse();
        let mut rest = Residue::constant(Residues::BLOCK.words, -Int::ONE);
        rest.add_multiple(&residue(&f), Int::two_to(ROWS as u32 * RADIX));
        let mut rest = rest.mul(&residue(&m).inverse());
        mu[0] = Value::constant(0_i128);
        rest.add_multiple(&residue(&mu), -Int::ONE);
        mu[0] = Value::known((-assumed.mu).into(), assumed.mu.into(), wanted - element(&mu), Some(rest));
        Self { m, f, mu }
    }

    /// The constants of a kernel for moduli like these. `template` has the starts of columns.
    fn words<V: Vector>(moduli: &[Self], shape: Shape<V>, template: &mut FusedModulus) {
        let h = V::LANES * shape.vectors();
        for (number, Self { m, f, mu }) in moduli.iter().enumerate() {
            for i in 0..shape.n {
                template.words[shape.word(i, number)] = name(m[i]);
                template.words[h + shape.word(i, number)] = name(f[i]);
            }
            for (vector, &digit) in template.words[2 * h..].chunks_exact_mut(V::LANES).zip(mu) {
                vector.iter_mut().skip(number).step_by(shape.numbers).for_each(|word| *word = name(digit));
            }
        }
    }
}

/// Proves a product of n digits.
fn product<V: Machine, const N: usize>(n: usize, factors: Factors, assumed: Assumed) {
    run::<V, N>(n, factors, assumed, result);
}

/// Proves that no operation of a product of n digits overflows, and that digits come out that go in. Its time grows as n².
fn ranges<V: Machine, const N: usize>(n: usize, factors: Factors, assumed: Assumed) {
    run::<V, N>(n, factors, assumed, |product| digits_go_in(&product.out, assumed));
}

/// A product that has run on one number of a vector.
struct Product<'a> {
    out: Vec<Value>,
    a: &'a [Value],
    b: &'a [Value],
    m: &'a AnyModulus,
    /// The columns below n, and the uppermost.
    columns: Vec<u64>,
    /// The start of the last column that becomes zero.
    last: u64,
    assumed: Assumed,
}

/// Runs a product of n digits, and gives it to `end` for each number.
fn run<V: Machine, const N: usize>(n: usize, factors: Factors, assumed: Assumed, end: impl Fn(&Product)) {
    let kernel = Fused::<V, N>::detect().expect("mul_add rounds once");
    let shape = Layout::<V, N>::shape(n);
    let ones = vec![u64::MAX; (n * RADIX as usize - Fused::<V, N>::HEADROOM as usize) / 64];
    let mut modulus = kernel.modulus(&vec![&ones[..]; N], n);
    let columns = 2 * V::LANES * shape.product_columns();
    modulus.start[..columns].iter_mut().for_each(|start| *start = start.wrapping_add(assumed.bias));
    let moduli: Vec<AnyModulus> = (0..N).map(|_| AnyModulus::new(n, assumed)).collect();
    AnyModulus::words(&moduli, shape, &mut modulus);

    let numbers = |top: i128| -> Vec<Vec<Value>> {
        let number = || any(n - 1, assumed.element).into_iter().chain(any(1, top)).collect();
        (0..N).map(|_| number()).collect()
    };
    let words = |numbers: &[Vec<Value>]| {
        let mut words = vec![0; Fused::<V, N>::words(n)];
        for (lane, digits) in numbers.iter().enumerate() {
            digits.iter().enumerate().for_each(|(i, &digit)| words[shape.word(i, lane)] = name(digit));
        }
        words
    };
    let a = numbers(if factors == Factors::Long { assumed.top } else { assumed.element });
    let b = if factors == Factors::Square { a.clone() } else { numbers(assumed.element) };
    let (mut out, mut scratch) = (words(&a), vec![0; Fused::<V, N>::scratch_words(n)]);
    match factors {
        Factors::Square => kernel.mont_sqr(&mut out, &words(&a), &modulus, &mut scratch),
        _ => kernel.mont_mul(&mut out, &words(&a), &words(&b), &modulus, &mut scratch),
    }

    for lane in 0..N {
        // digits from n up fill vectors
        let digits = shape.parts() * shape.vectors();
        let out: Vec<Value> = (0..digits).map(|i| number(out[shape.word(i, lane)])).collect();
        let mut columns: Vec<u64> = (0..n).map(|k| column_word(shape, &scratch, k, lane)).collect();
        columns.push(top_column_word(shape, &scratch, lane));
        let last = modulus.start[2 * V::LANES * shape.product_columns() + lane];
        end(&Product { out, a: &a[lane], b: &b[lane], m: &moduli[lane], columns, last, assumed });
    }
}

/// Column k of a number in the scratch space, the sum of its parts.
fn column_word<V: Vector>(shape: Shape<V>, scratch: &[u64], k: usize, number: usize) -> u64 {
    let part = |i: usize| {
        let vector = shape.zeros() + k - i * shape.vectors();
        scratch[V::LANES * vector + shape.numbers * i + number]
    };
    (0..shape.parts()).map(part).reduce(add).expect("a part")
}

/// The column of the uppermost digit of a result.
fn top_column_word<V: Vector>(shape: Shape<V>, scratch: &[u64], number: usize) -> u64 {
    let vector = shape.zeros() + shape.n + shape.vectors() - 1;
    let part = scratch[V::LANES * vector + shape.numbers * (shape.parts() - 1) + number];
    if shape.parts() > 1 { add(part, OFFSET) } else { part }
}

/// The carry from a column.
fn carry(column: u64) -> Value {
    pattern(shr(column, RADIX)) - Value::constant(i128::from(OFFSET >> RADIX))
}

/// Proves that the result of a product is right, by the columns that the kernel leaves.
fn result(product: &Product) {
    let &Product { ref out, a, b, m, ref columns, last, assumed } = product;
    let (n, bits) = (a.len(), RADIX as usize);
    let (eliminated, quotient) = (m.f[0].multipliers(), m.m[0].multipliers());
    assert!(eliminated.len() == n - ROWS && quotient.len() == ROWS);

    // the four columns that become zero, with the carry from below, and less the carry to above
    let value = |k: usize, biases: u64| {
        let x = pattern(sub(columns[k], OFFSET.wrapping_add(biases)));
        let turns = (x.interval().0 + Int::two_to(63)) >> 64;
        x - Value::constant(turns << 64)
    };
    let mut zero = carry(columns[n - ROWS - 1]);
    for (j, k) in (n - ROWS..n - 1).enumerate() {
        let biases = if j == 0 { LOW_BIAS } else { LOW_BIAS.wrapping_add(HIGH_BIAS) };
        let column = value(k, biases);
        let (low, high) = column.interval();
        assert!(-Int::from(column_of(n)) <= low && high <= column_of(n).into(), "column {k} of {n} digits");
        zero = zero + column.scaled(Int::two_to(RADIX * j as u32));
    }
    let rest = and(add(columns[n - 1], last), MASK);
    let rest = pattern(rest) - Value::constant(HALF);
    zero = zero + rest.scaled(Int::two_to(RADIX * (ROWS as u32 - 1)));

    // a multiple of 2^200 that is below 2^200 in size
    let block = RADIX * ROWS as u32;
    let (low, high) = zero.interval();
    assert!(-Int::two_to(block) < low && high < Int::two_to(block), "the carries of four columns");
    assert!(zero.residue().is_multiple(block), "four columns that become zero");

    // (out + above·2^(50·digits))·R = a·b + K·m
    let r = Element::two_to(bits * n);
    let above = Element::two_to(bits * (n - ROWS));
    let k = element(&m.mu) * element(&eliminated) + above * element(&quotient);
    let result = element(out) + carry(columns[n]).element() * Element::two_to(bits * out.len());
    assert_eq!(result * r + zero.element() * above, element(a) * element(b) + k * element(&m.m));

    // 0 < K < 3R, so the result is between 0 and 4m ≤ R/4 for a·b < R·m. Digits below 0.51·2^50 in size show it without a
    // carry from the uppermost, and with zeros from digit n up
    let ([mu, most], [least, greatest]) = ([&m.mu[..], &eliminated].map(size), ends(&quotient));
    let shift = bits * (n - ROWS);
    assert!((least << shift) > &mu * &most && (greatest << shift) + mu * most <= BigInt::from(3) << (bits * n));
    digits_go_in(out, assumed);
}

/// Proves that digits that come out go in.
fn digits_go_in(out: &[Value], assumed: Assumed) {
    for digit in out {
        let (low, high) = digit.interval();
        let most = Int::from(assumed.element.min(51 * HALF / 50));
        assert!(-most <= low && high <= most, "digits that come out go in");
    }
}

/// The least and the greatest number with these digits.
fn ends(digits: &[Value]) -> [BigInt; 2] {
    let end = |pick: fn((Int, Int)) -> Int| {
        digits.iter().rev().fold(BigInt::ZERO, |x, digit| (x << RADIX) + big(pick(digit.interval())))
    };
    [end(|interval| interval.0), end(|interval| interval.1)]
}

/// The greatest size of a number with these digits.
fn size(digits: &[Value]) -> BigInt {
    let [least, greatest] = ends(digits);
    greatest.max(-least)
}

fn big(x: Int) -> BigInt {
    let (magnitude, negative) = x.magnitude();
    BigInt::from_biguint(if negative { Sign::Minus } else { Sign::Plus }, magnitude.into())
}

const FACTORS: [Factors; 3] = [Factors::Both, Factors::Long, Factors::Square];

type Form = fn(usize, Factors, Assumed);

/// Proves the forms that take n digits: one, two and four numbers in vectors of two and four lanes.
fn all(n: usize, forms: &[Form; 5]) {
    let fits = n >= Layout::<Emulated<4>, 1>::shape(n).least_digits();
    for (form, factors) in forms[..if fits { 5 } else { 2 }].iter().flat_map(|form| FACTORS.map(|each| (form, each))) {
        for_each_case(Residues::BLOCK, || form(n, factors, DOCUMENTED));
    }
}

const PRODUCTS: [Form; 5] = [
    product::<Emulated<2>, 1>,
    product::<Emulated<2>, 2>,
    product::<Emulated<4>, 1>,
    product::<Emulated<4>, 2>,
    product::<Emulated<4>, 4>,
];

const RANGES: [Form; 5] = [
    ranges::<Emulated<2>, 1>,
    ranges::<Emulated<2>, 2>,
    ranges::<Emulated<4>, 1>,
    ranges::<Emulated<4>, 2>,
    ranges::<Emulated<4>, 4>,
];

/// Sizes with each number of rows in the last pass, and with each number of vectors in the last rows of a square.
#[test]
fn products_and_squares_are_right() {
    for n in [9, 10, 12, 23] {
        all(n, &PRODUCTS);
    }
}

#[test]
fn products_and_squares_stay_in_their_ranges() {
    for n in 5..=40 {
        all(n, &RANGES);
    }
    for n in [42, 64, 83, 164] {
        for_each_case(Residues::BLOCK, || ranges::<Emulated<4>, 1>(n, Factors::Both, DOCUMENTED));
    }
}

#[test]
#[ignore = "takes minutes"]
fn products_and_squares_of_all_sizes_are_right() {
    for n in (5..=40).chain([42, 64, 83]) {
        all(n, &PRODUCTS);
    }
    for_each_case(Residues::BLOCK, || product::<Emulated<4>, 1>(164, Factors::Both, DOCUMENTED));
}

#[test]
fn columns_have_room_in_the_largest_size() {
    let room = (1 << 62) - HALF;
    assert!(column_of(MAX_DIGITS) <= room);
    assert!(column_of(2 * MAX_DIGITS) > room, "one bit more has no room");
}

#[test]
fn changed_products_are_refused() {
    for factors in [Factors::Long, Factors::Square] {
        let refused = refused_changes(Residues::BLOCK, 12, || product::<Emulated<2>, 1>(9, factors, DOCUMENTED));
        assert!(refused >= 50, "{refused} changes");
    }
}

#[test]
fn another_rounding_mode_is_refused() {
    for factors in FACTORS {
        let product = || product::<Emulated<2>, 1>(9, factors, DOCUMENTED);
        assert!(refuses_rounding_down(Residues::BLOCK, product));
    }
}

/// Whether the proof fails.
fn is_refused(work: impl Fn()) -> bool {
    catch_unwind(AssertUnwindSafe(|| for_each_case(Residues::BLOCK, work))).is_err()
}

#[test]
fn broken_bounds_are_refused() {
    let breaks: [(&str, Assumed); 5] = [
        ("elements of one bit more", Assumed { element: 2 * DOCUMENTED.element, ..DOCUMENTED }),
        ("a top digit of two bits more", Assumed { top: 4 * DOCUMENTED.top, ..DOCUMENTED }),
        ("a modulus of two bits more", Assumed { modulus: 4 * DOCUMENTED.modulus, ..DOCUMENTED }),
        ("a μ of two bits more", Assumed { mu: 4 * DOCUMENTED.mu, ..DOCUMENTED }),
        ("columns that start one bit too high", Assumed { bias: 1 << 63, ..DOCUMENTED }),
    ];
    let is_proved = |assumed| FACTORS.into_iter().all(|f| !is_refused(|| product::<Emulated<2>, 1>(20, f, assumed)));
    let refused: Vec<&str> = breaks.iter().filter(|b| !is_proved(b.1)).map(|b| b.0).collect();
    assert_eq!(refused, breaks.map(|b| b.0));
}

/// x/2^k + 1.5·2^52 and x − q·2^k, as fields on floats carry.
#[test]
fn quotients_by_powers_of_two_are_those_of_floats() {
    let unit = super::columns::UNIT;
    for (k, x) in [(1, 6_i64), (1, -8), (50, 1 << 52), (50, 5 * (1 << 49) + 3), (50, -3 * (1 << 49) - 9), (50, 1)] {
        let power = (1_u64 << k) as f64;
        let lifted = (x as f64).mul_add(1.0 / power, unit);
        let named = fma(name(Value::constant(i128::from(x))), (1.0 / power).to_bits(), unit.to_bits());
        assert_eq!(number(named).to_constant(), Some((lifted as i128).into()));
    }
    // the rest of any number is a digit
    let x = Value::input((-(1_i128 << 52)).into(), (1_i128 << 52).into());
    let lifted = fma(name(x), (1.0 / (1_u64 << RADIX) as f64).to_bits(), unit.to_bits());
    let quotient = name(number(lifted) - Value::constant(unit as i128));
    let (low, high) = number(fma(quotient, (-((1_u64 << RADIX) as f64)).to_bits(), name(x))).interval();
    assert!(-Int::from(HALF) <= low && high <= HALF.into());
}

/// A chain of R products of digits.
fn chain<const R: usize>(x: i128, y: i128) {
    let digits = |limit: i128| any(R, limit).iter().map(|&x| Emulated::<2>::splat(name(x))).collect::<Vec<_>>();
    let [x, y]: [[_; R]; 2] = [x, y].map(|limit| digits(limit).try_into().expect("R digits"));
    let Column { low, high } = column(x, y, split_and_unit());
    // their bits must be linear
    let _ = (low.add(Emulated::splat(0)), high.add(Emulated::splat(0)));
}

#[test]
fn chains_have_no_room_for_one_bit_more() {
    let largest = DOCUMENTED.element;
    assert!(!is_refused(|| chain::<ROWS>(largest, largest)));
    assert!(!is_refused(|| chain::<3>(largest, 2 * largest)));
    assert!(is_refused(|| chain::<{ ROWS + 1 }>(largest, largest)), "the low parts of a fifth row");
    assert!(is_refused(|| chain::<ROWS>(largest, 4 * largest)), "the high parts of longer digits");
    assert!(is_refused(|| chain::<4>(largest, 2 * largest)), "a fourth row of a square");
    assert_eq!(MASK, (1 << RADIX) - 1);
}
