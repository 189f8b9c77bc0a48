//! Proofs, at the real radix, that every float is exact where it must be, no column overflows, and results are digits
//! again. The proofs run the kernels' own functions on sets of words.

use super::abstraction::{digit, forget, interval, largest_column};
use super::columns::{Column, MASK, RADIX, ROWS, column, split_and_unit};
use super::emulated::Emulated;
use super::layout::Layout;
use super::machine::Machine;
use super::modulus::FusedModulus;
use super::shape::MAX_DIGITS;
use super::vector::Vector;
use super::{Fused, Kernel};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::vec;
use std::vec::Vec;

/// The assumptions about the input digits. The tests must fail if an assumption is wrong by one bit.
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

/// A kernel with a modulus and an element of n digits.
struct Bench<V, const N: usize> {
    kernel: Fused<V, N>,
    m: FusedModulus,
    element: Vec<u64>,
    /// An element that is below R; nothing else is known of it.
    long: Vec<u64>,
    out: Vec<u64>,
    scratch: Vec<u64>,
}

impl<V: Machine, const N: usize> Bench<V, N> {
    /// Gives each digit a name. If `shared`, all digits of a kind share one name, and longer numbers make no more sets.
    fn new(n: usize, assumed: Assumed, shared: bool) -> Self {
        forget(shared);
        let kernel = Fused::<V, N>::detect().expect("mul_add rounds once");
        let (shape, lanes) = (Layout::<V, N>::shape(n), V::LANES);
        let fill = |words: &mut [u64], limit: i128, top: i128| {
            let one = digit(-limit, limit);
            for lane in 0..N {
                for i in 0..n - 1 {
                    words[shape.word(i, lane)] = if shared { one } else { digit(-limit, limit) };
                }
                words[shape.word(n - 1, lane)] = digit(-top, top);
            }
        };

        let ones = vec![u64::MAX; (n * RADIX as usize - Fused::<V, N>::HEADROOM as usize) / 64];
        let mut m = kernel.modulus(&vec![&ones[..]; N], n);
        let h = lanes * shape.vectors();
        fill(&mut m.words[..h], assumed.modulus, assumed.modulus);
        fill(&mut m.words[h..2 * h], assumed.modulus, assumed.modulus);
        for vector in m.words[2 * h..].chunks_exact_mut(lanes) {
            // a number has its multipliers in all its lanes
            let mu: [u64; N] = core::array::from_fn(|_| digit(-assumed.mu, assumed.mu));
            vector.iter_mut().enumerate().for_each(|(lane, word)| *word = mu[lane % N]);
        }
        let columns = 2 * lanes * shape.product_columns();
        m.start[..columns].iter_mut().for_each(|start| *start = start.wrapping_add(assumed.bias));

        let mut element = vec![0; Fused::<V, N>::words(n)];
        fill(&mut element, assumed.element, assumed.element);
        let mut long = element.clone();
        fill(&mut long, assumed.element, assumed.top);
        Self {
            kernel,
            m,
            element,
            long,
            out: vec![0; Fused::<V, N>::words(n)],
            scratch: vec![0; Fused::<V, N>::scratch_words(n)],
        }
    }

    /// Runs products and a square, and returns the largest digit that came out.
    fn largest_digit(&mut self) -> i128 {
        let Self { kernel, m, element, long, out, scratch } = self;
        kernel.mont_sqr(out, element, m, scratch);
        let mut digits = out.clone();
        for (a, b) in [(&*element, &*element), (long, element), (element, long)] {
            kernel.mont_mul(out, a, b, m, scratch);
            digits.extend_from_slice(out);
        }
        largest(&digits)
    }
}

/// The size of the largest digit.
fn largest(digits: &[u64]) -> i128 {
    let size = |&word: &u64| interval(word).0.abs().max(interval(word).1.abs());
    digits.iter().map(size).max().expect("digits")
}

/// The largest digit from one, two and four numbers in vectors of two and four lanes.
fn all(n: usize, assumed: Assumed, shared: bool) -> i128 {
    let in_two = Bench::<Emulated<2>, 1>::new(n, assumed, shared).largest_digit();
    let in_two = in_two.max(Bench::<Emulated<2>, 2>::new(n, assumed, shared).largest_digit());
    if n < Layout::<Emulated<4>, 1>::shape(n).least_digits() {
        return in_two;
    }
    let one = Bench::<Emulated<4>, 1>::new(n, assumed, shared).largest_digit();
    let two = Bench::<Emulated<4>, 2>::new(n, assumed, shared).largest_digit();
    let four = Bench::<Emulated<4>, 4>::new(n, assumed, shared).largest_digit();
    in_two.max(one).max(two).max(four)
}

/// Every number of digits from the smallest on, so every number of rows in the last pass. Each digit has its own name.
#[test]
fn every_small_size_is_exact_and_closed() {
    for n in 5..=40 {
        assert!(all(n, DOCUMENTED, false) <= DOCUMENTED.element, "digits that come out go in, {n} digits");
    }
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

/// Longer numbers differ only in the length of their columns.
#[test]
fn columns_of_larger_sizes_are_exact_and_closed_and_have_room_in_the_largest() {
    for n in [41, 42, 64, 83, 164, 328] {
        assert!(all(n, DOCUMENTED, true) <= DOCUMENTED.element, "digits that come out go in, {n} digits");
        assert!(largest_column() <= column_of(n), "{} in a column of {n} digits", largest_column());
    }
    let room = (1 << 62) - HALF;
    assert!(column_of(MAX_DIGITS) <= room);
    assert!(column_of(2 * MAX_DIGITS) > room, "one bit more has no room");
}

/// Runs a product of the longest numbers themselves, without that argument.
#[test]
fn a_product_of_the_largest_size_is_exact_and_closed() {
    let mut bench = Bench::<Emulated<4>, 1>::new(MAX_DIGITS, DOCUMENTED, true);
    bench.kernel.mont_mul(&mut bench.out, &bench.element, &bench.element, &bench.m, &mut bench.scratch);
    assert!(largest(&bench.out) <= DOCUMENTED.element);
    assert!(largest_column() <= column_of(MAX_DIGITS));
}

/// Whether the proof fails.
fn is_refused(work: impl FnOnce()) -> bool {
    let refused = catch_unwind(AssertUnwindSafe(work)).is_err();
    forget(true);
    refused
}

#[test]
fn broken_bounds_are_refused() {
    let closed = |n: usize, assumed: Assumed| assert!(all(n, assumed, true) <= assumed.element);
    let breaks: [(&str, Assumed); 5] = [
        ("elements of one bit more", Assumed { element: 2 * DOCUMENTED.element, ..DOCUMENTED }),
        ("a top digit of two bits more", Assumed { top: 4 * DOCUMENTED.top, ..DOCUMENTED }),
        ("a modulus of two bits more", Assumed { modulus: 4 * DOCUMENTED.modulus, ..DOCUMENTED }),
        ("a μ of two bits more", Assumed { mu: 4 * DOCUMENTED.mu, ..DOCUMENTED }),
        ("columns that start one bit too high", Assumed { bias: 1 << 63, ..DOCUMENTED }),
    ];
    let refused: Vec<&str> = breaks.iter().filter(|b| is_refused(|| closed(20, b.1))).map(|b| b.0).collect();
    assert_eq!(refused, breaks.map(|b| b.0));
}

/// A chain of R products of digits.
fn chain<const R: usize>(x: i128, y: i128) {
    let digits = |limit: i128| core::array::from_fn(|_| Emulated::<2>::splat(digit(-limit, limit)));
    let (x, y): ([_; R], [_; R]) = (digits(x), digits(y));
    let Column { low, high } = column(x, y, split_and_unit());
    // their bits must be linear
    let _ = (low.add(Emulated::splat(0)), high.add(Emulated::splat(0)));
}

#[test]
fn chains_have_no_room_for_one_bit_more() {
    let largest = DOCUMENTED.element;
    forget(true);
    chain::<ROWS>(largest, largest);
    chain::<3>(largest, 2 * largest);
    assert!(is_refused(|| chain::<{ ROWS + 1 }>(largest, largest)), "the low parts of a fifth row");
    assert!(is_refused(|| chain::<ROWS>(largest, 4 * largest)), "the high parts of longer digits");
    assert!(is_refused(|| chain::<4>(largest, 2 * largest)), "a fourth row of a square");
    assert_eq!(MASK, (1 << RADIX) - 1);
}
