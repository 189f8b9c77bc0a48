//! Products, reductions and sums on digits are right for all primes and operands, and no column overflows its word.

use super::gaussian::{Columns, Products, RESIDUE_TERMS, SQUARE_TERMS, Square, Squares};
use super::lazy::{FOLD_BITS, PRODUCT_TERMS, ROOM, SUM_TERMS};
use super::word::{FOLD_RADIX, Known, SIGNED_RADIX, SignedWord, WideWord, Word};
use super::*;
use crate::prime::estimates;
use core::ops::Range;
use modexp_kernels::proof::residue::Residue;
use modexp_kernels::proof::{Element, Int, Interval, Residues, Value, for_each_case, refused_changes};
use num_bigint::BigUint;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::vec::Vec;

/// Words that stand for all their values, with columns of COLUMN_BITS bits.
#[derive(Clone, Copy, Debug)]
struct AnyWord<const RADIX: u32, const COLUMN_BITS: u32, const SIGNED: bool = false>;

std::thread_local! {
    /// The quotients of the reductions.
    static QUOTIENTS: RefCell<Vec<Value>> = const { RefCell::new(Vec::new()) };
}

/// The quotients of sums s < 4p, by `quotients_of_sums_are_in_range`.
const SUM_QUOTIENTS: Range<i64> = -1..4;

/// The quotients of sums of digits with signs, by `quotients_of_sums_with_signs_are_in_range`.
const SIGNED_QUOTIENTS: Range<i64> = -27..27;

/// x, which is in a word of this length: an unsigned one, or one with a sign.
fn fits(x: Value, bits: u32) -> Value {
    let ((low, high), half) = (x.interval(), Int::two_to(bits - 1));
    let unsigned = Int::ZERO <= low && high < half + half;
    assert!(unsigned || (-half <= low && high < half), "{bits} bits hold no {low:?} to {high:?}");
    x
}

/// x, which is in an interval.
fn within(x: Value, (low, high): Interval) -> Value {
    let (from, to) = x.interval();
    assert!(low <= from && to <= high, "{from:?} to {to:?} is outside {low:?} to {high:?}");
    x
}

impl<const RADIX: u32, const COLUMN_BITS: u32, const SIGNED: bool> AnyWord<RADIX, COLUMN_BITS, SIGNED> {
    fn digit_range() -> Interval {
        (Int::ZERO, Int::two_to(RADIX) - Int::ONE)
    }

    /// The columns of a + b and of a − b + 2p.
    fn sum_range() -> Interval {
        let (_, most) = Self::digit_range();
        (-most, most + most)
    }

    /// The columns of sums.
    fn sums() -> Interval {
        let most = Int::two_to(RADIX) * Int::from(i128::from(RESIDUE_TERMS));
        if SIGNED { (-most, most) } else { Self::sum_range() }
    }

    fn not_negative(bits: u32) -> Interval {
        (Int::ZERO, Int::two_to(bits) - Int::ONE)
    }

    fn signed(bits: u32) -> Interval {
        (-Int::two_to(bits - 1), Int::two_to(bits - 1) - Int::ONE)
    }

    /// The words that columns take.
    fn operands(bits: u32) -> Interval {
        if SIGNED { Self::signed(bits) } else { Self::not_negative(bits) }
    }
}

impl<const RADIX: u32, const COLUMN_BITS: u32, const SIGNED: bool> ColumnWord for AnyWord<RADIX, COLUMN_BITS, SIGNED> {
    type Word = Value;
    type Column = Value;

    const RADIX: u32 = RADIX;
    const SIGNED: bool = SIGNED;
    const WRITTEN_OUT: bool = COLUMN_BITS > 64;
    const PER_WORD: usize = 1;
    const KNOWN: &'static [Known] = match (SIGNED, COLUMN_BITS) {
        (true, _) => SignedWord::<RADIX>::KNOWN,
        (_, 64) => Word::<RADIX>::KNOWN,
        _ => WideWord::<RADIX>::KNOWN,
    };

    fn word(x: u64) -> Value {
        Value::constant(u128::from(x))
    }

    fn value(_x: Value) -> u64 {
        unreachable!("one value of many")
    }

    #[inline(never)]
    fn add(a: Value, b: Value) -> Value {
        fits(a + b, 64)
    }

    #[inline(never)]
    fn sub(a: Value, b: Value) -> Value {
        fits(a - b, 64)
    }

    #[inline(never)]
    fn double(a: Value) -> Value {
        fits(within(a, if SIGNED { Self::signed(63) } else { Self::digit_range() }).scaled(2_i128), 64)
    }

    #[inline(never)]
    fn multiple(a: Value, n: i32) -> Value {
        fits(a.scaled(i128::from(n)), 64)
    }

    #[inline(never)]
    fn mul_sub(acc: Value, q: Value, p: Value) -> Value {
        fits(within(acc, Self::sums()) - q * within(p, Self::digit_range()), 64)
    }

    #[inline(never)]
    fn column(a: Value) -> Value {
        within(a, Self::operands(64))
    }

    #[inline(never)]
    fn add_columns(a: Value, b: Value) -> Value {
        fits(a + b, COLUMN_BITS)
    }

    #[inline(never)]
    fn sub_columns(a: Value, b: Value) -> Value {
        fits(a - b, COLUMN_BITS)
    }

    #[inline(never)]
    fn multiple_column(a: Value, n: u32) -> Value {
        fits(a.scaled(i128::from(n)), COLUMN_BITS)
    }

    #[inline(never)]
    fn add_product(acc: Value, a: Value, b: Value) -> Value {
        let (a, b) = (within(a, Self::operands(64)), within(b, Self::operands(64)));
        fits(acc + a * b, COLUMN_BITS)
    }

    fn add_folded(acc: Value, q: Value, c: Value) -> Value {
        QUOTIENTS.with_borrow_mut(|quotients| quotients.push(q));
        Self::add_product(acc, q, c)
    }

    #[inline(never)]
    fn sub_product(acc: Value, q: Value, p: Value) -> Value {
        let range = if SIGNED { Self::operands(64) } else { Self::digit_range() };
        fits(acc - within(q, range) * within(p, range), COLUMN_BITS)
    }

    #[inline(never)]
    fn quotient(column: Value, m0_inv: Value) -> Value {
        let quotient = (column * m0_inv).rest(RADIX);
        QUOTIENTS.with_borrow_mut(|quotients| quotients.push(quotient));
        quotient
    }

    #[inline(never)]
    fn low_digit(a: Value) -> Value {
        a.rest(RADIX)
    }

    #[inline(never)]
    fn low_word(a: Value) -> Value {
        if SIGNED { within(a, Self::signed(64)) } else { fits(a, 64) }
    }

    #[inline(never)]
    fn column_carry(a: Value) -> Value {
        within(a, Self::operands(COLUMN_BITS)).quotient(RADIX)
    }

    #[inline(never)]
    fn signed_column_carry(a: Value) -> Value {
        within(a, Self::signed(COLUMN_BITS)).quotient(RADIX)
    }

    #[inline(never)]
    fn digit(a: Value) -> Value {
        a.rest(RADIX)
    }

    #[inline(never)]
    fn carry(a: Value) -> Value {
        within(a, Self::not_negative(64)).quotient(RADIX)
    }

    #[inline(never)]
    fn signed_carry(a: Value) -> Value {
        within(a, Self::signed(64)).quotient(RADIX)
    }

    fn half(_a: Value, _above: Value) -> Value {
        unreachable!("halves are tested on all tiny numbers")
    }

    /// The bound of the number shows that it is a digit.
    fn top_digit(a: Value) -> Value {
        a
    }

    /// Any quotient in its range.
    #[inline(never)]
    fn estimate(high: Value, low: Value, _shift: u32, _mu: u64) -> Value {
        within(high, Self::sums());
        within(low, Self::sums());
        let Range { start, end } = if SIGNED { SIGNED_QUOTIENTS } else { SUM_QUOTIENTS };
        let quotient = Value::input(Int::from(i128::from(start)), Int::from(i128::from(end - 1)));
        QUOTIENTS.with_borrow_mut(|quotients| quotients.push(quotient));
        quotient
    }

    fn odd(_a: Value) -> u64 {
        unreachable!("halves are tested on all tiny numbers")
    }

    #[inline(never)]
    fn negative(a: Value) -> u64 {
        within(a, Self::signed(64)).borrow(63).choose().into()
    }

    fn select(a: Value, other: Value, mask: u64) -> Value {
        if mask == 0 { a } else { other }
    }
}

/// Σ x_i·2^(radix·i).
fn number(radix: u32, digits: &[Value]) -> Element {
    Element::number(radix as usize, digits.iter().map(|digit| digit.element()))
}

fn any<const RADIX: u32, const COLUMN_BITS: u32, const D: usize>() -> [Value; D] {
    let (low, high) = AnyWord::<RADIX, COLUMN_BITS>::digit_range();
    from_fn(|_| Value::input(low, high))
}

/// An odd p of D digits, or one of the known primes.
fn any_field<C: ColumnWord<Word = Value>, const D: usize>(known: usize) -> DigitField<C, 1, D> {
    let (least, most) = (Int::ZERO, Int::two_to(C::RADIX) - Int::ONE);
    let any = || from_fn(|_| Value::input(least, most));
    let mut p: [Value; D] = any();
    if let Some(known) = C::KNOWN.get(known) {
        let mut carry = 0;
        p = from_fn(|i| {
            let sum = known.digits[i] + carry;
            carry = sum >> C::RADIX;
            Value::constant(i128::from(sum as u64 & mask::<C>()))
        });
    }
    let mut residue = Residue::zero(1);
    residue.add_multiple(&p[0].residue().inverse(), Int::from(-1_i128));
    let above = Value::input(Int::ZERO, Int::ONE);
    residue.add_multiple(&above.residue(), Int::two_to(C::RADIX));
    let m0_inv = Value::known(least, most, above.element(), Some(residue));

    // 2p, by its lowest digit
    let mut double_p: [Value; D] = any();
    double_p[0] = Value::default();
    let twice = number(C::RADIX, &p) + number(C::RADIX, &p);
    double_p[0] = Value::known(least, most, twice - number(C::RADIX, &double_p), None);
    DigitField {
        params: Params::new(&[3]).expect("odd"),
        m0_inv,
        p,
        double_p,
        one: p,
        rr: p,
        leading: Leading { digit: D - 1, shift: 1, mu: 1 },
        known,
    }
}

/// Digits below the top one.
fn assert_lower_digits<const RADIX: u32>(out: &[Value]) {
    for &digit in &out[..out.len() - 1] {
        within(digit, AnyWord::<RADIX, 64>::digit_range());
    }
}

/// The quotients since the last call.
fn taken_quotients() -> Vec<Value> {
    QUOTIENTS.with_borrow_mut(std::mem::take)
}

/// out·R = t + Q·p for 0 ≤ Q < R. So out < t/R + p, which is at most 2p for a, b < 2p, and the top digit is a digit.
fn assert_reduced<const RADIX: u32, const COLUMN_BITS: u32, const SIGNED: bool, const D: usize>(
    field: &DigitField<AnyWord<RADIX, COLUMN_BITS, SIGNED>, 1, D>,
    out: &[Value],
    t: Element,
) {
    let q = taken_quotients();
    assert_eq!(q.len(), D);
    assert_lower_digits::<RADIX>(&q);
    within(q[D - 1], AnyWord::<RADIX, 64>::digit_range());
    assert_lower_digits::<RADIX>(out);
    let r = Element::two_to(RADIX as usize * D);
    assert_eq!(number(RADIX, out) * r, t + number(RADIX, &q) * number(RADIX, &field.p));
}

/// Operations that are proved together: each choice doubles the cases.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    ProductsAndSums,
    Canonical,
    SumOfWide,
    DifferenceOfWide,
}

const PARTS: [Part; 4] = [Part::ProductsAndSums, Part::Canonical, Part::SumOfWide, Part::DifferenceOfWide];

fn operations<const RADIX: u32, const COLUMN_BITS: u32, const D: usize>(known: usize, part: Part) {
    let field = any_field::<AnyWord<RADIX, COLUMN_BITS>, D>(known);
    let [a, b] = [0; 2].map(|_| any::<RADIX, COLUMN_BITS, D>());
    let [wide, other] = [0; 2].map(|_| [0; 2].map(|_| any::<RADIX, COLUMN_BITS, D>()));
    let value = |x: &[Value]| number(RADIX, x);
    let (p, r) = (value(&field.p), Element::two_to(RADIX as usize * D));
    let lower = assert_lower_digits::<RADIX>;
    if part == Part::Canonical {
        // a, or a − p if that is not negative
        let out = field.canonical(&a);
        lower(&out);
        let (least, _) = out[D - 1].interval();
        assert!(value(&out) == value(&a) || value(&out) == value(&a) - p && least >= Int::ZERO);
        return;
    }
    if part != Part::ProductsAndSums {
        let difference = part == Part::DifferenceOfWide;
        let of_words = if difference { AnyWord::<RADIX, COLUMN_BITS>::sub } else { AnyWord::<RADIX, COLUMN_BITS>::add };
        let both = |half: usize, i: usize| of_words(wide[half][i], other[half][i]);
        let out = field.reduce_wide(both, difference);
        lower(out.as_flattened());
        let (x, y) = (value(wide.as_flattened()), value(other.as_flattened()));
        let (s, multiple) = if difference { (x - y, r * p) } else { (x + y, -(r * p)) };
        let out = value(out.as_flattened());
        assert!(out == s || out == s + multiple);
        return;
    }

    let reduced = |out: &[Value], t: Element| assert_reduced(&field, out, t);
    taken_quotients();

    reduced(&field.mul_in(&a, &b), value(&a) * value(&b));
    reduced(&field.sqr_in(&a), value(&a) * value(&a));
    let column = |acc, k: usize| {
        AnyWord::<RADIX, COLUMN_BITS>::add_columns(acc, AnyWord::<RADIX, COLUMN_BITS>::column(wide[k / D][k % D]))
    };
    reduced(&field.reduce(column), value(wide.as_flattened()));

    // double width
    let product = field.wide(|acc, k| add_product_column::<AnyWord<RADIX, COLUMN_BITS>, D>(acc, &a, &b, k));
    let square = field.wide(|acc, k| add_square_column::<AnyWord<RADIX, COLUMN_BITS>, D>(acc, &a, k));
    lower(product.as_flattened());
    lower(square.as_flattened());
    assert_eq!(value(product.as_flattened()), value(&a) * value(&b));
    assert_eq!(value(square.as_flattened()), value(&a) * value(&a));

    // sums: out = s − q·p
    let sum = |out: &[Value], s: Element| {
        lower(out);
        assert_eq!(value(out), s - value(&taken_quotients()) * p);
    };
    sum(&field.add_in(&a, &b), value(&a) + value(&b));
    sum(&field.sub_in(&a, &b), value(&a) - value(&b) + p + p);
}

fn prove<const RADIX: u32, const COLUMN_BITS: u32, const D: usize>(known: usize) {
    for part in PARTS {
        for_each_case(Residues::DIGIT, || operations::<RADIX, COLUMN_BITS, D>(known, part));
    }
}

fn is_refused(proof: fn(usize), known: usize) -> bool {
    catch_unwind(AssertUnwindSafe(|| proof(known))).is_err()
}

#[test]
fn operations_on_words_are_right() {
    prove::<29, 64, 7>(ANY);
    prove::<29, 64, 9>(ANY);
    prove::<29, 64, 14>(ANY);
    prove::<29, 64, 23>(ANY);
    prove::<30, 64, 7>(ANY);
    assert!(is_refused(prove::<30, 64, 9>, ANY), "digits of a bit more");
    for known in 2..4 {
        prove::<29, 64, 9>(known);
        assert!(is_refused(prove::<30, 64, 9>, known), "signed columns");
    }
    prove::<29, 64, 14>(0);
    prove::<29, 64, 20>(1);
    assert!(is_refused(prove::<30, 64, 14>, 0) && is_refused(prove::<30, 64, 20>, 1), "signed columns");
}

#[test]
fn operations_on_double_words_are_right() {
    prove::<58, 128, 4>(ANY);
    prove::<58, 128, 5>(ANY);
    prove::<58, 128, 7>(ANY);
    prove::<58, 128, 12>(ANY);
    prove::<58, 128, 23>(ANY);
    assert!(is_refused(prove::<62, 128, 11>, ANY), "22 products of 124 bits");
    prove::<58, 128, 7>(0);
    prove::<58, 128, 10>(1);
    assert!(is_refused(prove::<63, 128, 7>, 0) && is_refused(prove::<62, 128, 10>, 1), "signed columns");
}

/// A sum of `terms` elements with signs. Modulo 2^256 − c, the second digit of an element has a carry; others are between −2p and
/// 2p, and leave the room of p in the top digit.
fn any_sum<const RADIX: u32, const D: usize>(terms: u64) -> [Value; D] {
    from_fn(|i| {
        let digit = match (RADIX, i) {
            (FOLD_RADIX, 1) => Int::two_to(RADIX) + Int::two_to(RADIX - 4),
            (FOLD_RADIX, _) => Int::two_to(RADIX),
            _ if i == D - 1 => Int::two_to(RADIX - ROOM as u32 + 2),
            _ => Int::two_to(RADIX),
        };
        let most = digit * Int::from(i128::from(terms));
        Value::input(-most, most)
    })
}

/// a·b + c·d with the most terms of a reduction, and the factors.
fn most_products<const RADIX: u32, const D: usize>() -> ([[Value; D]; 4], Element) {
    let terms = [SUM_TERMS, SUM_TERMS, SUM_TERMS, (PRODUCT_TERMS - SUM_TERMS * SUM_TERMS) / SUM_TERMS];
    let factors = terms.map(any_sum::<RADIX, D>);
    let [a, b, c, d] = [0, 1, 2, 3].map(|i| number(RADIX, &factors[i]));
    (factors, a * b + c * d)
}

fn lazy_products<const RADIX: u32, const D: usize>(known: usize) {
    type Of<const RADIX: u32> = AnyWord<RADIX, 128, true>;
    let field = any_field::<Of<RADIX>, D>(known);
    let (factors, sum) = most_products::<RADIX, D>();
    let square = number(RADIX, &factors[0]);
    taken_quotients();
    assert_reduced(
        &field,
        &field.reduce(|acc, k| lazy::add_two_products::<Of<RADIX>, D>(acc, factors.each_ref(), k)),
        sum,
    );
    assert_reduced(&field, &field.sqr_in(&factors[0]), square * square);
}

/// Each of M numbers on digits with signs is reduced.
fn assert_each_reduced<const D: usize, const M: usize>(
    field: &DigitField<AnyWord<SIGNED_RADIX, 128, true>, 1, D>,
    columns: &impl Columns<AnyWord<SIGNED_RADIX, 128, true>, M>,
    numbers: [Element; M],
) {
    taken_quotients();
    let out = field.reduce_each(columns);
    // digit k of each number's quotient, for each k
    let all = taken_quotients();
    assert_eq!(all.len(), M * D);
    for (m, (out, t)) in out.iter().zip(numbers).enumerate() {
        QUOTIENTS.with_borrow_mut(|q| q.extend(all.iter().skip(m).step_by(M)));
        assert_reduced(field, out, t);
    }
}

/// Three products of GF(p²) with the most terms, which has at least as many in each column as one product.
fn lazy_gaussian_products<const D: usize>() {
    type Of = AnyWord<SIGNED_RADIX, 128, true>;
    let field = any_field::<Of, D>(ANY);
    let pairs = |terms: u64| [0; 3].map(|_| [0; 2].map(|_| any_sum::<SIGNED_RADIX, D>(terms)));
    let (a, b) = (pairs(SUM_TERMS), pairs(PRODUCT_TERMS / (3 * 2 * SUM_TERMS)));
    let value = |x: &[Value]| number(SIGNED_RADIX, x);
    let sum = |of: &dyn Fn(usize) -> Element| of(0) + of(1) + of(2);
    let low = sum(&|t| value(&a[t][0]) * value(&b[t][0]) - value(&a[t][1]) * value(&b[t][1]));
    let high = sum(&|t| value(&a[t][0]) * value(&b[t][1]) + value(&a[t][1]) * value(&b[t][0]));
    assert_each_reduced(&field, &Products::new(a.each_ref(), b.each_ref()), [low, high]);
}

/// Squares in GF(p²), and sums of squares, with the most terms.
fn lazy_gaussian_squares<const D: usize, const FACTOR: u32>() {
    type Of = AnyWord<SIGNED_RADIX, 128, true>;
    let field = any_field::<Of, D>(ANY);
    let pair = |terms: u64| [0; 2].map(|_| any_sum::<SIGNED_RADIX, D>(terms));
    let product = |[a0, a1]: &[[Value; D]; 2], [b0, b1]: &[[Value; D]; 2]| {
        let [a0, a1, b0, b1] = [a0, a1, b0, b1].map(|x| number(SIGNED_RADIX, x));
        [a0 * b0 - a1 * b1, a0 * b1 + a1 * b0]
    };
    // (2·9)² of 384
    let a = pair(9);
    assert_each_reduced(&field, &Square::new(&a), product(&a, &a));
    let (a, b) = (pair(SQUARE_TERMS), pair(SQUARE_TERMS));
    let ([a0, a1], [b0, b1], [x, y]) = (product(&a, &a), product(&b, &b), product(&a, &b));
    let n = |x: Element| Element::from(Int::from(i128::from(FACTOR))) * x;
    let numbers = [a0 + n(b0) - b1, a1 + n(b1) + b0, x + x, y + y];
    assert_each_reduced(&field, &Squares::new(FACTOR, &a, &b), numbers);
}

/// out = s − q·p for a sum s of [`RESIDUE_TERMS`] elements.
fn residues_of_sums<const D: usize>() {
    let field = any_field::<AnyWord<SIGNED_RADIX, 128, true>, D>(ANY);
    let s = any_sum::<SIGNED_RADIX, D>(RESIDUE_TERMS);
    taken_quotients();
    let out = field.reduce_sum(|i| s[i]);
    assert_lower_digits::<SIGNED_RADIX>(&out);
    let value = |x: &[Value]| number(SIGNED_RADIX, x);
    assert_eq!(value(&out), value(&s) - value(&taken_quotients()) * value(&field.p));
}

/// out = 3a + n·b − q·p for a sum of [`RESIDUE_TERMS`] elements.
fn residues_of_triples<const D: usize, const FACTOR: i32>() {
    let field = any_field::<AnyWord<SIGNED_RADIX, 128, true>, D>(ANY);
    let [a, b] = [4, 6].map(any_sum::<SIGNED_RADIX, D>);
    taken_quotients();
    let out = field.add_to_triple(&a, FACTOR, &b);
    assert_lower_digits::<SIGNED_RADIX>(&out);
    let value = |x: &[Value]| number(SIGNED_RADIX, x);
    let twice = value(&b) + value(&b);
    let sum = value(&a) + value(&a) + value(&a) + if FACTOR < 0 { -twice } else { twice };
    assert_eq!(value(&out), sum - value(&taken_quotients()) * value(&field.p));
}

fn folded_products<const D: usize>() {
    type Of = AnyWord<FOLD_RADIX, 128, true>;
    let (factors, sum) = most_products::<FOLD_RADIX, D>();
    // 16c
    let c_16 = Value::input(Int::ZERO, Int::two_to(FOLD_BITS as u32 + 4));
    let p_16 = Element::two_to(FOLD_RADIX as usize * D) - c_16.element();
    let folded = |out: &[Value], t: Element| {
        let q = taken_quotients();
        let (last, high) = q.split_last().expect("quotients");
        let multiple = number(FOLD_RADIX, high) + last.element();
        assert_eq!(number(FOLD_RADIX, out), t - multiple * p_16);
        // the carry in the second digit is that of `any_sum`
        for (i, &digit) in out.iter().enumerate() {
            let (least, most) = Of::digit_range();
            let carry = if i == 1 { Int::two_to(FOLD_RADIX - 4) } else { Int::ZERO };
            within(digit, (least - carry, most + carry));
        }
    };
    taken_quotients();
    folded(&lazy::fold::<Of, D>(c_16, |acc, k| lazy::add_two_products::<Of, D>(acc, factors.each_ref(), k)), sum);
    let square = number(FOLD_RADIX, &factors[0]);
    folded(&lazy::fold::<Of, D>(c_16, |acc, k| add_square_column::<Of, D>(acc, &factors[0], k)), square * square);
}

/// `first`, or `second` if `first` is negative.
fn choices_of_signs<const RADIX: u32, const D: usize>() {
    type Of<const RADIX: u32> = AnyWord<RADIX, 128, true>;
    let [first, second] = [3, 3].map(any_sum::<RADIX, D>);
    let out = first_not_negative::<Of<RADIX>, D>(&first, &second);
    assert_lower_digits::<RADIX>(&out);
    let (least, _) = out[D - 1].interval();
    let out = number(RADIX, &out);
    assert!(out == number(RADIX, &first) && least >= Int::ZERO || out == number(RADIX, &second));
}

#[test]
fn operations_on_digits_with_signs_are_right() {
    fn prove(operations: fn()) {
        for_each_case(Residues::DIGIT, operations);
    }
    prove(|| lazy_products::<SIGNED_RADIX, 4>(ANY));
    prove(|| lazy_products::<SIGNED_RADIX, 5>(ANY));
    prove(|| lazy_products::<SIGNED_RADIX, 7>(ANY));
    prove(|| lazy_products::<SIGNED_RADIX, 12>(ANY));
    prove(|| lazy_products::<SIGNED_RADIX, 7>(0));
    prove(|| lazy_products::<SIGNED_RADIX, 5>(1));
    prove(lazy_gaussian_products::<5>);
    prove(lazy_gaussian_products::<7>);
    prove(lazy_gaussian_squares::<5, 1>);
    prove(lazy_gaussian_squares::<5, 9>);
    prove(lazy_gaussian_squares::<7, 1>);
    prove(residues_of_sums::<5>);
    prove(residues_of_sums::<7>);
    prove(residues_of_triples::<5, 2>);
    prove(residues_of_triples::<7, -2>);
    prove(folded_products::<5>);
    prove(choices_of_signs::<SIGNED_RADIX, 5>);
    prove(choices_of_signs::<SIGNED_RADIX, 7>);
    prove(choices_of_signs::<FOLD_RADIX, 5>);
    let refused = |proof: fn()| catch_unwind(AssertUnwindSafe(|| prove(proof))).is_err();
    assert!(refused(|| lazy_products::<59, 7>(ANY)), "digits of two bits more");
}

#[test]
fn changed_operations_are_refused() {
    for known in [ANY, 2] {
        let refused = refused_changes(Residues::DIGIT, 12, || operations::<29, 64, 9>(known, Part::ProductsAndSums));
        assert!(refused >= 50, "{refused} changes");
    }
    let refused = refused_changes(Residues::DIGIT, 12, || operations::<29, 64, 14>(0, Part::ProductsAndSums))
        + refused_changes(Residues::DIGIT, 4, || operations::<29, 64, 20>(1, Part::ProductsAndSums));
    assert!(refused >= 60, "{refused} changes");
    refused_changes(Residues::DIGIT, 4, || operations::<58, 128, 5>(ANY, Part::Canonical));
    refused_changes(Residues::DIGIT, 4, || operations::<58, 128, 5>(ANY, Part::DifferenceOfWide));
    let refused = refused_changes(Residues::DIGIT, 12, || lazy_products::<SIGNED_RADIX, 5>(ANY))
        + refused_changes(Residues::DIGIT, 12, || lazy_products::<SIGNED_RADIX, 5>(1))
        + refused_changes(Residues::DIGIT, 12, folded_products::<5>)
        + refused_changes(Residues::DIGIT, 12, lazy_gaussian_products::<5>)
        + refused_changes(Residues::DIGIT, 12, lazy_gaussian_squares::<5, 9>)
        + refused_changes(Residues::DIGIT, 12, residues_of_sums::<5>)
        + refused_changes(Residues::DIGIT, 12, residues_of_triples::<5, 2>);
    assert!(refused >= 100, "{refused} changes");
}

/// The sums s < 4p. Columns below the two that have the leading bits are in `AnyWord::sum_range`. So they change s by less than one
/// and two units of bit 0 of the lower column, which are eighths of the lowest leading bit.
const SUMS: estimates::Leading = estimates::Leading { bound: 4, eighths: (-1, 9), is_cut: true };

/// The estimate for the leading bits l of s, in two columns that leave their place `shift` to the estimate.
fn estimate<C: ColumnWord<Word = u64>>(Leading { shift, mu, .. }: Leading, place: u32, l: i64) -> i64 {
    let x = i128::from(l) << place;
    C::estimate((x >> C::RADIX) as u64, x as u64 & mask::<C>(), shift, mu) as i64
}

/// Whether the quotients of sums are in range for each t, modulo p = t·2^k with the least place in the second digit.
fn all_cut<C: ColumnWord<Word = u64>>(sums: estimates::Leading, changed: impl Fn(u64, Leading) -> Leading) -> bool {
    let k = 2 * C::RADIX as usize - LEADING;
    (1_u64 << (LEADING - 1)..1 << LEADING).all(|t| {
        let p = u128::from(t) << k;
        let by_code = Leading::new(&[p as u64, (p >> 64) as u64], C::RADIX);
        let leading = changed(t, by_code);
        sums.quotients(t as i64, |l| estimate::<C>(leading, by_code.shift, l)) == Some(SUM_QUOTIENTS)
    })
}

/// Whether the quotients of sums are in range modulo each p of fewer bits.
fn all_short<C: ColumnWord<Word = u64>>() -> bool {
    let sums = estimates::Leading { eighths: (0, 1), is_cut: false, ..SUMS };
    (3_u64..1 << (LEADING - 1)).step_by(2).all(|p| {
        let leading = Leading::new(&[p], C::RADIX);
        let is_whole = (leading.digit, leading.shift) == (1, 0);
        is_whole
            && sums.quotients(p as i64, |l| estimate::<C>(leading, 0, l)).is_some_and(|q| q.start >= -1 && q.end <= 4)
    })
}

/// Checks that estimates depend on the leading bits alone, at each place of p in digits.
fn all_places<C: ColumnWord<Word = u64>>() {
    let radix = C::RADIX as usize;
    for bits in LEADING..radix * MAX_DIGITS - 1 {
        for t in [1_u64 << (LEADING - 1), 0x2d5_a5b7, (1 << LEADING) - 1] {
            let p = (BigUint::from(t) << (bits - LEADING)).to_u64_digits();
            let leading = Leading::new(&p, C::RADIX);
            let Leading { digit, shift, mu } = leading;
            assert_eq!(mu, Leading::new(&[t], C::RADIX).mu);
            assert_eq!(radix * (digit - 1) + shift as usize, bits - LEADING);
            assert!(bits < radix * (digit + 1), "no bit of 2p is above");
            assert!(digit == 1 || shift >= 3, "columns below change eighths");
            // with the bits below, and with carries that the columns keep
            for l in [-1, 0, 1, t as i64, 3 * t as i64, 4 * t as i64 + 4] {
                for x in [0, (1_i128 << shift) - 1].map(|below| (i128::from(l) << shift) + below) {
                    for kept in -1..=1 {
                        let (high, low) = ((x >> radix) - kept, (x & i128::from(mask::<C>())) + (kept << radix));
                        let q = C::estimate(high as u64, low as u64, shift, mu) as i64;
                        assert_eq!(q, ((l - 1) * mu as i64) >> MU_BITS, "{bits} bits, {l}, {kept}");
                    }
                }
            }
        }
    }
}

#[test]
fn quotients_of_sums_are_in_range() {
    assert!(all_cut::<Word<RADIX>>(SUMS, |_, leading| leading) && all_short::<Word<RADIX>>());
    assert!(all_cut::<WideWord<WIDE_RADIX>>(SUMS, |_, leading| leading) && all_short::<WideWord<WIDE_RADIX>>());
    all_places::<Word<RADIX>>();
    all_places::<WideWord<WIDE_RADIX>>();
}

#[test]
fn changed_quotients_of_sums_are_refused() {
    let refused = |change: &dyn Fn(u64, Leading) -> Leading| !all_cut::<Word<RADIX>>(SUMS, change);
    assert!(refused(&|t, leading| Leading { mu: (1 << MU_BITS) / t, ..leading }), "the divisor t");
    assert!(refused(&|_, leading| Leading { mu: leading.mu + 64, ..leading }), "64 units more");
    assert!(refused(&|_, leading| Leading { mu: leading.mu / 2, ..leading }), "half of it");
    assert!(refused(&|_, leading| Leading { shift: leading.shift - 1, ..leading }), "a shift of a bit less");
    let sums = |sums| all_cut::<Word<RADIX>>(sums, |_, leading| leading);
    assert!(!sums(estimates::Leading { bound: 5, ..SUMS }), "a term more");
    assert!(!sums(estimates::Leading { eighths: (-9, 9), ..SUMS }), "columns that take more than a unit");
}

/// Whether each sum s of [`RESIDUE_TERMS`] elements, which are between −p/16 and 17p/16 or the negatives of such numbers, has a
/// quotient with −p/16 ≤ s − q·p < 17p/16, for each t. Columns below the two that have the leading bits change s by at most
/// 25 units of bit 0 of the lower column, less than four units of the lowest leading bit if `shift` ≥ 3.
fn all_signed(mut leading_bits: Range<i64>, changed: impl Fn(Leading) -> Leading) -> bool {
    let k = 2 * SIGNED_RADIX as usize - LEADING;
    let bound = (17 * RESIDUE_TERMS).div_ceil(16) as i64;
    leading_bits.all(|t| {
        let p = u128::from(t.unsigned_abs()) << k;
        let by_code = Leading::new(&[p as u64, (p >> 64) as u64], SIGNED_RADIX);
        let leading = changed(by_code);
        let q = |l: i64| estimate::<SignedWord<SIGNED_RADIX>>(leading, by_code.shift, l);
        // the greatest l with l − 4 < j·p, and the least with l + 5 > j·p, for j in sixteenths and t ≤ p < t + 1
        let last_below = |j: i64| (j * (t + i64::from(j > 0))).div_euclid(16) + 4;
        let first_from = |j: i64| (j * (t + i64::from(j < 0))).div_euclid(16) - 5;
        let range = q(first_from(-16 * bound))..q(last_below(16 * bound)) + 1;
        let in_range = range.start >= SIGNED_QUOTIENTS.start && range.end <= SIGNED_QUOTIENTS.end;
        in_range && (-bound..=bound).all(|j| q(last_below(16 * j - 1)) < j && q(first_from(16 * j + 1)) >= j)
    })
}

#[test]
fn quotients_of_sums_with_signs_are_in_range() {
    assert!(all_signed(1 << (LEADING - 1)..1 << LEADING, |leading| leading));
    let refused = |change: fn(Leading) -> Leading| !all_signed(1 << (LEADING - 1)..1 << LEADING, change);
    assert!(refused(|leading| Leading { mu: leading.mu + (leading.mu >> 8), ..leading }), "a 256th more");
    assert!(refused(|leading| Leading { mu: leading.mu / 2, ..leading }), "half of it");
}
