//! Products and squares, block by block.

use super::ShortModulus;
use super::columns::*;
use crate::x86_64::ifma::vector::{
    self, Vector, WORDS, add, avx512, digits, each, lanes, load, lowest, mul_high, mul_low, splat, store, uppermost,
    zero,
};
use core::arch::x86_64::_mm512_srli_epi64;

/// The quotient of a block, and its carry into the next block, in the lowest lane.
#[derive(Clone, Copy)]
struct Quotient {
    digits: Vector,
    carry: Vector,
}

impl Quotient {
    #[inline(always)]
    unsafe fn new(x: Vector) -> Self {
        let (digits, carry) = propagate_carries(x, zero());
        Self { digits, carry }
    }
}

/// The tables of a modulus of D digits.
struct ModulusShifts<'m, const D: usize>(&'m ShortModulus);

impl<const D: usize> ModulusShifts<'_, D> {
    #[inline(always)]
    fn f(&self) -> ShiftTable<'_> {
        ShiftTable { vectors: &self.0.f, len: D }
    }

    #[inline(always)]
    fn m(&self) -> ShiftTable<'_> {
        ShiftTable { vectors: &self.0.m, len: D }
    }

    #[inline(always)]
    fn inverse(&self) -> ShiftTable<'_> {
        ShiftTable { vectors: &self.0.inverse, len: BLOCK }
    }

    #[inline(always)]
    fn inverse_times_f(&self) -> ShiftTable<'_> {
        ShiftTable { vectors: &self.0.inverse_times_f, len: BLOCK }
    }

    /// The part of the last quotient that depends only on `x`, the column of the last block without the products of the
    /// quotient before.
    #[inline(always)]
    unsafe fn known(&self, x: Vector) -> Vector {
        let (digits, _) = propagate_carries(x, zero());
        column(zero(), &lanes::<1>(digits), BLOCK, self.inverse(), 0)
    }

    /// The last quotient, and the carry of its block into the next column.
    #[inline(always)]
    unsafe fn last(&self, x: Vector, known: Vector, before: Quotient) -> Quotient {
        let tops = |i: usize| load(self.0.uppermost.as_ptr().wrapping_add(WORDS * i));
        let inverse = self.inverse();

        // q = (x + carry)·n' + before·(n'·F) mod B
        let carry = lowest::<1>(before.carry);
        let q = column(known, &lanes::<1>(before.digits), BLOCK, self.inverse_times_f(), 0);
        let (low, high) =
            (mul_low(q, carry, inverse.shifted::<0>(0)), mul_high(zero(), carry, inverse.shifted::<1>(0)));
        let (digits, _) = propagate_carries(sum(low, high), zero());

        // With all products the column is a multiple of B, so its lower lanes only round the uppermost lane up.
        let low = mul_low(mul_low(zero(), before.digits, tops(0)), digits, tops(2));
        let high = mul_high(mul_high(zero(), before.digits, tops(1)), digits, tops(3));
        let top = add(uppermost::<1>(x), splat(MASK));
        let all = add(top, vector::sum::<1>(sum(low, high)));
        Quotient { digits, carry: _mm512_srli_epi64::<RADIX>(all) }
    }
}

avx512! {
    /// out = a·b·R⁻¹ mod m
    fn mul(out: *mut u64, a: *const u64, b: *const u64, m: &ShortModulus) {
        match m.used {
            ..=11 => mul_of::<2, 11>(out, a, b, m),
            12..=16 => mul_of::<2, 16>(out, a, b, m),
            17..=21 => mul_of::<3, 21>(out, a, b, m),
            22..=24 => mul_of::<3, 24>(out, a, b, m),
            _ => mul_of::<4, 32>(out, a, b, m),
        }
    }

    /// out = a²·R⁻¹ mod m
    fn sqr(out: *mut u64, a: *const u64, m: &ShortModulus) {
        match m.used {
            ..=11 => sqr_of::<2, 11>(out, a, m),
            12..=16 => sqr_of::<2, 16>(out, a, m),
            17..=21 => sqr_of::<3, 21>(out, a, m),
            22..=24 => sqr_of::<3, 24>(out, a, m),
            _ => sqr_of::<4, 32>(out, a, m),
        }
    }
}

/// A square of V vectors, by columns: the sum of the reduction, the products of different digits (once), and the
/// squares of digits.
struct Square<const V: usize> {
    t: Columns,
    once: Columns,
    squares: [Vector; 2 * MOST],
    /// The number in memory. Rows read its digits.
    digits: *const u64,
    a: Element,
}

impl<const V: usize> Square<V> {
    #[inline(always)]
    unsafe fn new(a: *const u64, len: usize) -> Self {
        let zeros = [zero(); 2 * MOST];
        Self { t: Columns::new(), once: Columns::new(), squares: zeros, digits: a, a: Element::load(a, V, len) }
    }

    /// Adds the squares of the digits in vector k.
    #[inline(always)]
    unsafe fn add_squares(&mut self, k: usize) {
        (self.squares[2 * k], self.squares[2 * k + 1]) = squares(self.a.vector(k));
    }

    /// Adds to column i the rows that begin in it. Columns 2k and 2k + 1 are ready after rows 0 to k.
    #[inline(always)]
    unsafe fn begin(&mut self, i: usize) {
        if i.is_multiple_of(2) {
            self.once.square_rows(i / 2, &row(self.digits, i / 2), self.a, 0, 1);
        }
    }

    /// Adds the other columns of the rows that begin in column i.
    #[inline(always)]
    unsafe fn finish(&mut self, i: usize) {
        if i.is_multiple_of(2) {
            self.once.square_rows(i / 2, &row(self.digits, i / 2), self.a, 1, V + 1 - i / 2);
        }
    }

    #[inline(always)]
    unsafe fn get(&self, c: usize) -> Vector {
        let once = self.once.get(c);
        add(add(self.t.get(c), self.squares[c]), add(once, once))
    }
}

/// The digits of vector i of a number, each in all lanes.
#[inline(always)]
unsafe fn row(a: *const u64, i: usize) -> [Vector; 8] {
    digits::<1>(a.add(WORDS * i))
}

/// Adds the products of the last quotient to the upper half of the sum, propagates the carries, and writes the digits
/// to `out`.
macro_rules! finish {
    ($out:ident, $last:ident, $sum:ident, $m:ident) => {
        let (q, mut carry) = (lanes::<1>($last.digits), $last.carry);
        each!(J in 0 1 2 3 { if J < V {
            let (digits, next) = propagate_carries(column($sum.get(V + J), &q, BLOCK, $m.m(), J + 1), carry);
            store($out.add(WORDS * J), digits);
            carry = next;
        }});
        let _ = carry;
    };
}

/// out = a·b·R⁻¹ mod m for numbers of V vectors; m has D digits
#[inline(always)]
unsafe fn mul_of<const V: usize, const D: usize>(out: *mut u64, a: *const u64, b: *const u64, m: &ShortModulus) {
    let m = ModulusShifts::<D>(m);
    let b = Element::load(b, V, BLOCK * V);
    let mut t = Columns::new();
    let mut before = zero();
    let mut q = Quotient::new(column(zero(), &row(a, 0), BLOCK, b, 0));
    if V > 2 {
        t.rows(0, &row(a, 0), BLOCK, b, 1, V + 1);
    }

    // first the lowest column of a block, then the other columns of the row and of the quotient before it
    each!(I in 1 2 { if I + 2 < V {
        let x = column(add(t.get(I), q.carry), &row(a, I), BLOCK, b, 0);
        before = q.digits;
        q = Quotient::new(column(x, &lanes::<1>(before), BLOCK, m.f(), 0));
        t.rows(I, &row(a, I), BLOCK, b, 1, V + 1);
        t.rows(I, &lanes::<1>(before), BLOCK, m.f(), 1, V + 1);
    }});

    // the last two blocks: first the columns that their quotients need
    let (i, last) = (V - 2, V - 1);
    if V > 2 {
        let x = column(add(t.get(i), q.carry), &row(a, i), BLOCK, b, 0);
        before = q.digits;
        q = Quotient::new(column(x, &lanes::<1>(before), BLOCK, m.f(), 0));
    }
    let mut x = column(t.get(last), &row(a, last), BLOCK, b, 0);
    x = column(x, &row(a, i), BLOCK, b, 1);
    if V > 2 {
        x = column(x, &lanes::<1>(before), BLOCK, m.f(), 1);
    }
    let known = m.known(x);
    t.rows(i, &row(a, i), BLOCK, b, 2, V + 1);
    if V > 2 {
        t.rows(i, &lanes::<1>(before), BLOCK, m.f(), 2, V + 1);
    }
    let end = m.last(x, known, q);
    t.rows(last, &row(a, last), BLOCK, b, 1, V + 1);
    t.rows(last, &lanes::<1>(q.digits), BLOCK, m.f(), 1, V + 1);
    finish!(out, end, t, m);
}

/// out = a²·R⁻¹ mod m for numbers of V vectors; m and a have D digits
#[inline(always)]
unsafe fn sqr_of<const V: usize, const D: usize>(out: *mut u64, a: *const u64, m: &ShortModulus) {
    let m = ModulusShifts::<D>(m);
    let mut square = Square::<V>::new(a, D);

    square.begin(0);
    square.add_squares(0);
    let mut q = Quotient::new(square.get(0));
    let mut before = zero();
    square.finish(0);
    each!(K in 1 2 3 { if K < V { square.add_squares(K); } });

    // as in a product, first the lowest column of a block
    each!(I in 1 2 { if I + 1 < V {
        square.begin(I);
        before = q.digits;
        let sum = add(square.get(I), q.carry);
        q = Quotient::new(column(sum, &lanes::<1>(before), BLOCK, m.f(), 0));
        square.finish(I);
        if I + 2 < V {
            square.t.rows(I, &lanes::<1>(before), BLOCK, m.f(), 1, V + 1);
        }
    }});

    // the last block: first the columns that its quotient needs
    let last = V - 1;
    square.begin(last);
    let mut sum = square.get(last);
    if V > 2 {
        sum = column(sum, &lanes::<1>(before), BLOCK, m.f(), 1);
    }
    let known = m.known(sum);
    square.finish(last);
    if V > 2 {
        square.t.rows(last - 1, &lanes::<1>(before), BLOCK, m.f(), 2, V + 1);
    }
    let end = m.last(sum, known, q);
    each!(K in 1 2 3 { if K < V && 2 * K > last {
        square.begin(2 * K);
        square.finish(2 * K);
    }});
    square.t.rows(last, &lanes::<1>(q.digits), BLOCK, m.f(), 1, V + 1);
    finish!(out, end, square, m);
}
