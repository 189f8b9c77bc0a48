//! `simd128`: one number in signed 13-bit digits, by `i32x4.dot_i16x8_s`, for engines without fused multiply-add.
//!
//! One dot instruction makes eight digit products and adds them in pairs, on x86 as a single `pmaddwd`. That beats
//! `i64x2.extmul_low_i32x4_u` on 28-bit digits, which makes two products from three instructions: per instruction
//! 8·13² bits of work against 2·28²/3. The price is twice the digits, so nothing here goes digit by digit.
//!
//! **Digits.** Radix B = 2^13, balanced: |d| ≤ D = 4200 (4096, and what two rounds of carries leave). A column holds up
//! to 120 products, 119·D² + 10240·D + D + 2^12 < 2^31, before its carry must be set aside; the 10240 is for the one
//! digit that may be larger, the top digit of a quotient or of a factor. An element is n digits, two to a word.
//!
//! **Product.** Column k of a·b is `Σ a[i]·b[k−i]`. A vector holds columns k to k+3. Two digits of a in every lane meet the
//! pairs `(b[k−i], b[k−i−1])` of the four columns: so b is laid out once as overlapping pairs, and every operand is one
//! load. Blocks of 16 columns stay in registers while all rows stream past.
//!
//! **Reduction.** There is no chain from one quotient digit to the next. With T = a·b, all quotient digits come from one
//! product of which only the lower half is made, Q ≡ T·(−m⁻¹) mod R, and T + Q·m needs only its upper half: its lower
//! half is 0 modulo R, so it contributes a carry c alone. Two rounds of carries leave lower digits of at most D, whose
//! sum is below R in absolute value, hence 0: what the rounds carried out of column n−1 is exactly c, and it depends on
//! columns n−2 and n−1 only.
//!
//! **Range.** Q may be any representative modulo R, so its top digit chooses the range of the result. T/R is tm for some
//! 0 ≤ t < 1. Leading digits tell whether t is below or above a half, give or take 2^−20. Below, Q is taken from
//! [R/4, 5R/4) and out = (t + Q/R)·m lies in (0.24m, 1.76m); above, from [−R/8, 7R/8) and out lies in (0.37m, 1.88m).
//! The slack of 10^−4 is there because digits are not unique. For factors in range t < 1 follows from R ≥ 8m.
//!
//! Measured on Zen 5 in Node 20, ns per product / square / product of `portable` with 32-bit limbs: 59/59/88 at 256 bits,
//! 149/142/264 at 512, 405/350/989 at 1024, 1370/1190/3980 at 2048, 4720/3860/15370 at 4096. Tried: even and odd pairs of
//! rows in one loop (spills in V8: 0.21 ns per dot instruction instead of 0.15, which is what the vector units can do);
//! four rows at a time (no faster in V8, slower in `JavaScriptCore`); checked slices in the loop (10 % slower).

#[cfg(all(test, not(miri)))]
mod bounds;
mod lanes;
mod small;
#[cfg(test)]
mod tests;

use crate::buffer::Buffer;
use crate::kernel::{Kernel, Word};
use crate::limb;
use core::hint::black_box;
use lanes::{Lanes, RADIX};

/// The radix, and half of it.
const BASE: i64 = 1 << RADIX;
const HALF: i64 = BASE / 2;

/// Digits, and words of two digits, of 16 columns: four vectors.
const BLOCK: usize = 16;

/// Zero pairs below and above a number that is laid out as pairs.
const PAIRS_BELOW: usize = 8;
const PAIRS_ABOVE: usize = 16;

/// Products that a column holds.
const MAX_PRODUCTS: usize = 120;

/// Up to this many digits, two rounds of carries leave |d| ≤ 2^12 + n·D²/2^26 + 2 ≤ D. Above, there are three rounds.
const TWO_ROUNDS: usize = 384;

/// D: the largest digit, but for the top ones of quotients and factors, which are below 2^13 + 2^11.
const MAX_DIGIT: i64 = 4200;
const MAX_TOP_DIGIT: i64 = BASE + BASE / 4;

// a column and the rounding of its carry fit 32 bits, and the digits that two rounds leave are at most D
const _: () = assert!(
    (MAX_PRODUCTS as i64 - 1) * MAX_DIGIT * MAX_DIGIT + MAX_TOP_DIGIT * MAX_DIGIT + MAX_DIGIT + HALF <= i32::MAX as i64
);
const _: () = assert!(
    HALF + 2 + (TWO_ROUNDS as i64 * MAX_DIGIT * MAX_DIGIT + MAX_TOP_DIGIT * MAX_DIGIT) / (BASE * BASE) <= MAX_DIGIT
);

/// The kernel; a value of it proves SIMD128.
#[derive(Clone, Copy, Debug)]
pub struct Simd128(());

/// What the kernel keeps of a modulus.
#[derive(Clone)]
pub struct Simd128Modulus {
    /// m and −m⁻¹ mod R, laid out as pairs.
    m: Buffer<u32>,
    m_inv: Buffer<u32>,
    /// Digits of an element.
    digits: usize,
    /// The digit with the leading bit of m, and half of ⌊m / B^(top−2)⌋.
    top: usize,
    half: i64,
}

impl Simd128 {
    /// The kernel, in a build for engines with SIMD128.
    #[must_use]
    pub fn detect() -> Option<Self> {
        Some(Self(()))
    }
}

impl Kernel for Simd128 {
    type Word = u32;
    type Modulus = Simd128Modulus;

    const RADIX: u32 = RADIX;
    const LANES: usize = 1;
    const HEADROOM: u32 = 3;

    /// The 20 digits of the small kernel, or a multiple of 8.
    fn digits(bits: usize) -> usize {
        let digits = (bits + Self::HEADROOM as usize).div_ceil(RADIX as usize);
        if digits <= small::DIGITS { small::DIGITS } else { digits.next_multiple_of(8) }
    }

    fn words(digits: usize) -> usize {
        digits / 2
    }

    fn scratch_words(digits: usize) -> usize {
        if digits == small::DIGITS { 0 } else { pair_words(digits) + (digits + 4) + digits / 2 + digits / 2 }
    }

    fn modulus(self, moduli: &[&[u64]], digits: usize) -> Simd128Modulus {
        let top = (limb::bit_len(moduli[0]) - 1) / RADIX as usize;
        let leading = match top.checked_sub(2) {
            Some(below) => limb::bits_at(moduli[0], below * RADIX as usize, 3 * RADIX) as i64,
            None => (moduli[0][0] << ((2 - top) * RADIX as usize)) as i64,
        };

        // the small kernel's 20 digits are the lower ones of 24
        let n = digits.next_multiple_of(8);
        let mut m = Buffer::new(n / 2);
        split(&mut m, moduli[0]);
        let mut m_pairs = Buffer::new(pair_words(n));
        lay_out_pairs(&mut m_pairs, &m);
        let m_inv = negated_inverse(&m_pairs, limb::inverse_limb(moduli[0][0]), n);
        let mut m_inv_pairs = Buffer::new(pair_words(digits));
        if digits == n {
            lay_out_pairs(&mut m_inv_pairs, &m_inv);
        } else {
            m_pairs = small::lay_out_pairs(&m);
            m_inv_pairs = small::lay_out_pairs(&m_inv);
        }
        Simd128Modulus { m: m_pairs, m_inv: m_inv_pairs, digits, top, half: leading / 2 }
    }

    fn mont_mul(self, out: &mut [u32], a: &[u32], b: &[u32], m: &Simd128Modulus, scratch: &mut [u32]) {
        match m.digits {
            small::DIGITS => small::mont_mul(out, a, b, m),
            ..=MAX_PRODUCTS => mont_mul::<false>(out, a, b, m, scratch),
            _ => mont_mul::<true>(out, a, b, m, scratch),
        }
    }

    fn mont_sqr(self, out: &mut [u32], a: &[u32], m: &Simd128Modulus, scratch: &mut [u32]) {
        match m.digits {
            small::DIGITS => small::mont_mul(out, a, a, m),
            ..=MAX_PRODUCTS => mont_sqr::<false>(out, a, m, scratch),
            _ => mont_sqr::<true>(out, a, m, scratch),
        }
    }

    fn select(self, out: &mut [u32], table: &[u32], index: &[usize]) {
        out.fill(0);
        for (i, entry) in table.chunks_exact(out.len()).enumerate() {
            let hit = u32::mask(black_box(i) == index[0]);
            for (out, &word) in out.iter_mut().zip(entry) {
                *out |= word & hit;
            }
        }
    }

    fn split(out: &mut [u32], limbs: &[u64], _lane: usize) {
        split(out, limbs);
    }

    fn join(limbs: &mut [u64], a: &[u32], _lane: usize) {
        let mut carry = 0;
        crate::radix::join(limbs, RADIX, 2 * a.len(), |i| {
            let digit = i64::from(digit_of(a, i)) + carry;
            carry = digit >> RADIX;
            (digit & (BASE - 1)) as u64
        });
    }
}

/// Balanced digits of `limbs`, two to a word; the top digit is not balanced, so that every number below R has digits.
fn split(out: &mut [u32], limbs: &[u64]) {
    let count = 2 * out.len();
    let mut carry = 0;
    let mut even = 0;
    crate::radix::split(limbs, RADIX, count, |i, digit| {
        let digit = digit as i64 + carry;
        carry = if i + 1 < count { (digit + HALF) >> RADIX } else { 0 };
        let digit = (digit - (carry << RADIX)) as u16;
        if i % 2 == 0 {
            even = digit;
        } else {
            out[i / 2] = u32::from(even) | u32::from(digit) << 16;
        }
    });
}

/// Digit `i` of an element.
fn digit_of(a: &[u32], i: usize) -> i16 {
    (a[i / 2] >> (16 * (i % 2))) as i16
}

/// Words of a number of `digits` digits laid out as pairs.
const fn pair_words(digits: usize) -> usize {
    PAIRS_BELOW + digits + PAIRS_ABOVE
}

/// Word `PAIRS_BELOW` + k of `pairs` = digits k and k−1 of `digits`, for every k; digits outside are zero.
fn lay_out_pairs(pairs: &mut [u32], digits: &[u32]) {
    pairs[..PAIRS_BELOW].fill(0);
    let (body, above) = pairs[PAIRS_BELOW..].split_at_mut(2 * digits.len());
    let mut before = Lanes::ZERO;
    for (pairs, digits) in body.chunks_exact_mut(8).zip(digits.chunks_exact(4)) {
        let digits = Lanes::load(digits);
        let up = digits.one_digit_up(before);
        digits.zip_low(up).store(pairs);
        digits.zip_high(up).store(&mut pairs[4..]);
        before = digits;
    }
    above.fill(0);
    Lanes::ZERO.zip_low(Lanes::ZERO.one_digit_up(before)).store(above);
}

/// −m⁻¹ mod B^n for the inverse of m modulo 2^64, by Newton's method: if m·y = −1 + e, then y·(2 + m·y) has the error e².
fn negated_inverse(m: &[u32], inverse: u64, n: usize) -> Buffer<u32> {
    let mut y = Buffer::new(n / 2);
    split(&mut y[..2], &[inverse.wrapping_neg() & ((1 << (4 * RADIX)) - 1)]);
    let mut product = Buffer::new(n / 2);
    let mut pairs = Buffer::new(pair_words(n));
    let mut known = 4;
    while known < n {
        known = n.min(2 * known);
        let product = &mut product[..known / 2];
        product_low::<true>(product, &y, m, -(HALF as i32));
        product[0] = (product[0] & !0xFFFF) | u32::from((digit_of(product, 0) + 2) as u16);
        let pairs = &mut pairs[..pair_words(known)];
        lay_out_pairs(pairs, product);
        product_low::<true>(product, &y, pairs, -(HALF as i32));
        y[..known / 2].copy_from_slice(product);
    }
    y
}

/// out = a·b·R⁻¹ mod m for a·b < R·m; `SET_ASIDE` if columns may hold more than `MAX_PRODUCTS`.
fn mont_mul<const SET_ASIDE: bool>(
    out: &mut [u32],
    a: &[u32],
    b: &[u32],
    modulus: &Simd128Modulus,
    scratch: &mut [u32],
) {
    let (pairs, rest) = scratch.split_at_mut(pair_words(modulus.digits));
    lay_out_pairs(pairs, b);
    product::<SET_ASIDE>(rest, a, pairs);
    reduce::<SET_ASIDE>(out, rest, modulus);
}

/// out = a²·R⁻¹ mod m for a in range.
fn mont_sqr<const SET_ASIDE: bool>(out: &mut [u32], a: &[u32], modulus: &Simd128Modulus, scratch: &mut [u32]) {
    let n = modulus.digits;
    let (pairs, rest) = scratch.split_at_mut(pair_words(n));
    lay_out_pairs(pairs, a);
    let (t, twice) = rest.split_at_mut(n + 4 + n / 2);
    for (twice, a) in twice.chunks_exact_mut(4).zip(a.chunks_exact(4)) {
        Lanes::load(a).doubled().store(twice);
    }
    square::<SET_ASIDE>(t, a, twice, pairs);
    reduce::<SET_ASIDE>(out, rest, modulus);
}

/// out = (T + Q·m)/R for the T < R·m in the first words of `scratch`; see the module's documentation.
fn reduce<const SET_ASIDE: bool>(out: &mut [u32], scratch: &mut [u32], modulus: &Simd128Modulus) {
    let n = modulus.digits;
    let (t, rest) = scratch.split_at_mut(n + 4);
    let q = &mut rest[..n / 2];
    t[n..].fill(0);
    let lowest = quotient_range(|i| digit_of(t, n + modulus.top - 2 + i), modulus.half);
    product_low::<SET_ASIDE>(q, t, &modulus.m_inv, lowest);
    product_high::<SET_ASIDE>(out, t, q, &modulus.m);
}

/// The lowest top digit of Q: B/4 if t is below a half, else −B/8. `leading` gives the digits of T/R from `top` − 2 up.
fn quotient_range(leading: impl Fn(usize) -> i16, half: i64) -> i32 {
    let leading = (0..4).rev().fold(0, |sum, i| (sum << RADIX) + i64::from(leading(i)));
    let below = black_box((leading - half) >> 63) as i32;
    (below & (3 * BASE as i32 / 8)) - BASE as i32 / 8
}

/// 16 or fewer columns, in vectors of four, and what was carried out of them.
struct Columns<const V: usize, const SET_ASIDE: bool> {
    sums: [Lanes; V],
    aside: [Lanes; V],
}

impl<const V: usize, const SET_ASIDE: bool> Columns<V, SET_ASIDE> {
    fn new(sums: [Lanes; V]) -> Self {
        Self { sums, aside: [Lanes::ZERO; V] }
    }

    /// Adds rows of 8 digits each: the digits in `a` times the pairs that begin at `at` for the first row and 8 lower for
    /// each further row. No more than `per_turn` rows make `MAX_PRODUCTS`.
    #[inline(always)]
    fn add_rows(&mut self, a: &[u32], pairs: &[u32], at: usize, rows: usize, per_turn: usize) {
        let mut done = 0;
        loop {
            let turn = if SET_ASIDE { per_turn.min(rows - done) } else { rows };
            self.add_turn(&a[4 * done..], pairs, at - 8 * done, turn);
            done += turn;
            if SET_ASIDE {
                self.set_aside();
            }
            if done >= rows {
                return;
            }
        }
    }

    /// The loop in which all time is spent. First the even pairs of digits, then the odd ones: two at a time, four digits
    /// apart, they share all vectors but one.
    #[inline(always)]
    fn add_turn(&mut self, a: &[u32], pairs: &[u32], at: usize, rows: usize) {
        assert!(4 * rows <= a.len() && 8 * rows <= at + 2 && at + 4 * V <= pairs.len());
        // hides from the compiler that the indices run linearly: it would make each load's address a sum of its own
        let opaque = black_box(usize::MAX);
        for odd in 0..2 {
            let mut i = odd;
            let mut j = at - 4 - 2 * odd;
            for _ in 0..rows {
                // SAFETY: i < 4·rows − 2, and j runs from `at` − 4 or less down to `at` + 2 − 8·rows or more.
                let (digits, window) = unsafe { (a.get_unchecked(i..i + 3), pairs.get_unchecked(j..j + 4 * V + 4)) };
                let (near, far) = (Lanes::splat(digits[0]), Lanes::splat(digits[2]));
                for k in 0..V {
                    let (high, low) = (Lanes::load(&window[4 * k + 4..]), Lanes::load(&window[4 * k..]));
                    self.sums[k] = self.sums[k].add_dot(near, high).add_dot(far, low);
                }
                i = (i + 4) & opaque;
                j = j.wrapping_sub(8) & opaque;
            }
        }
    }

    /// Moves the carries out of the columns, which then hold one digit each.
    #[inline(always)]
    fn set_aside(&mut self) {
        for (sum, aside) in self.sums.iter_mut().zip(&mut self.aside) {
            *aside = aside.plus(sum.carry());
            *sum = sum.digit();
        }
    }
}

impl<const SET_ASIDE: bool> Columns<4, SET_ASIDE> {
    /// Adds the rows that begin inside the block: 4·ROWS digits of `a`, of which the first meets `b[0]` in column 0.
    /// `even` and `odd` are the pairs from 0 and from −2 up, with nothing of b below `b[0]`.
    #[inline(always)]
    fn add_beginning<const ROWS: usize>(&mut self, a: &[u32], even: [Lanes; 4], odd: [Lanes; 4]) {
        let a = &a[..2 * ROWS];
        for row in 0..ROWS {
            let (first, second) = (Lanes::splat(a[2 * row]), Lanes::splat(a[2 * row + 1]));
            for k in 0..4 {
                if k >= row {
                    self.sums[k] = self.sums[k].add_dot(first, even[k - row]).add_dot(second, odd[k - row]);
                }
            }
        }
    }

    /// Adds the rows that end inside the block: 16 digits of `a`, of which the first meets `b[n]` in column 0; `end` is
    /// the place of that pair.
    #[inline(always)]
    fn add_end(&mut self, a: &[u32], pairs: &[u32], end: usize) {
        let a = &a[..8];
        let window = &pairs[end - 14..end + 4];
        let even: [Lanes; 4] = core::array::from_fn(|i| Lanes::load(&window[14 - 4 * i..]));
        let odd: [Lanes; 4] = core::array::from_fn(|i| Lanes::load(&window[12 - 4 * i..]));
        for row in 0..4 {
            let (first, second) = (Lanes::splat(a[2 * row]), Lanes::splat(a[2 * row + 1]));
            for k in 0..4 {
                if k <= row {
                    self.sums[k] = self.sums[k].add_dot(first, even[row - k]).add_dot(second, odd[row - k]);
                }
            }
        }
        if SET_ASIDE {
            self.set_aside();
        }
    }
}

/// The rounds of carries, from vector to vector up the columns.
struct Carries {
    first: Lanes,
    second: Lanes,
    third: Lanes,
    three: bool,
}

impl Carries {
    /// For sums of up to `n` products per column.
    fn new(n: usize) -> Self {
        Self { first: Lanes::ZERO, second: Lanes::ZERO, third: Lanes::ZERO, three: n > TWO_ROUNDS }
    }

    /// The digits of the next vectors of columns.
    #[inline(always)]
    fn digits<const V: usize, const SET_ASIDE: bool>(&mut self, columns: &Columns<V, SET_ASIDE>) -> [Lanes; V] {
        let mut digits = [Lanes::ZERO; V];
        for i in 0..V {
            let mut carry = columns.sums[i].carry();
            if SET_ASIDE {
                carry = carry.plus(columns.aside[i]);
            }
            let mut sum = columns.sums[i].digit().plus(carry.one_column_up(self.first));
            self.first = carry;

            let carry = sum.carry();
            sum = sum.digit().plus(carry.one_column_up(self.second));
            self.second = carry;

            if SET_ASIDE && self.three {
                let carry = sum.carry();
                sum = sum.digit().plus(carry.one_column_up(self.third));
                self.third = carry;
            }
            digits[i] = sum;
        }
        digits
    }
}

/// Stores the digits of a block of 16 columns as 8 words.
fn store_block(out: &mut [u32], digits: [Lanes; 4]) {
    let out = &mut out[..8];
    Lanes::narrow(digits[0], digits[1]).store(out);
    Lanes::narrow(digits[2], digits[3]).store(&mut out[4..]);
}

/// Rows of 8 digits in one turn: of products, and of doubled products.
const TURN: usize = MAX_PRODUCTS / 8 - 2;
const TURN_DOUBLED: usize = TURN / 2;

/// The first n words of t = the 2n digits of a·b, b being laid out as pairs.
fn product<const SET_ASIDE: bool>(t: &mut [u32], a: &[u32], b: &[u32]) {
    let n = 2 * a.len();
    let mut carries = Carries::new(n);
    for (block, t) in t[..n].chunks_exact_mut(8).enumerate() {
        let column = BLOCK * block;
        let mut columns = Columns::<4, SET_ASIDE>::new([Lanes::ZERO; 4]);
        if column + BLOCK <= n {
            columns.add_rows(a, b, PAIRS_BELOW + column, column / 8, TURN);
            add_lower_triangle(&mut columns, &a[column / 2..], b);
        } else if column < n || column + BLOCK == 2 * n {
            // one block may hold column n, and the last one has fewer rows
            let first = column.saturating_sub(n) / 8;
            columns.add_rows(&a[4 * first..], b, PAIRS_BELOW + column - 8 * first, n / 8 - first, TURN);
        } else {
            let first = (column - n) / 8;
            columns.add_end(&a[4 * first..], b, PAIRS_BELOW + n);
            columns.add_rows(&a[4 * first + 8..], b, PAIRS_BELOW + n - BLOCK, n / 8 - first - 2, TURN);
        }
        store_block(t, carries.digits(&columns));
    }
}

/// The 16 rows that begin in this block, where b ends below its digit 0.
#[inline(always)]
fn add_lower_triangle<const SET_ASIDE: bool>(columns: &mut Columns<4, SET_ASIDE>, a: &[u32], b: &[u32]) {
    let window = &b[PAIRS_BELOW - 2..PAIRS_BELOW + BLOCK];
    let even = core::array::from_fn(|i| Lanes::load(&window[2 + 4 * i..]));
    let odd = core::array::from_fn(|i| Lanes::load(&window[4 * i..]));
    columns.add_beginning::<4>(a, even, odd);
}

/// The first n words of t = the 2n digits of a²; `twice` is 2a by digits, `pairs` is a laid out as pairs.
///
/// In the block of columns from c up, rows i < c/2 meet only digits above them: they count twice. What is left is the
/// square of the 16 digits from c/2 up, with all that lies below them taken away.
fn square<const SET_ASIDE: bool>(t: &mut [u32], a: &[u32], twice: &[u32], pairs: &[u32]) {
    let n = 2 * a.len();
    let mut carries = Carries::new(n);
    for (block, t) in t[..n].chunks_exact_mut(8).enumerate() {
        let column = BLOCK * block;
        let mut columns = Columns::<4, SET_ASIDE>::new([Lanes::ZERO; 4]);
        let first = column.saturating_sub(n) / 8;
        let twice = &twice[4 * first..];
        if column >= n && block >= first + 2 {
            columns.add_end(twice, pairs, PAIRS_BELOW + n);
            columns.add_rows(&twice[8..], pairs, PAIRS_BELOW + n - BLOCK, block - first - 2, TURN_DOUBLED);
        } else {
            columns.add_rows(twice, pairs, PAIRS_BELOW + column - 8 * first, block - first, TURN_DOUBLED);
        }

        let digits = &a[column / 4..];
        let window = &pairs[PAIRS_BELOW + column / 2..][..BLOCK];
        let mut even: [Lanes; 4] = core::array::from_fn(|i| Lanes::load(&window[4 * i..]));
        even[0] = even[0].and(Lanes::new([0xFFFF, -1, -1, -1]));
        let odd = core::array::from_fn(|i| even[i].two_columns_up(if i > 0 { even[i - 1] } else { Lanes::ZERO }));
        if digits.len() < 8 {
            columns.add_beginning::<2>(digits, even, odd);
        } else {
            columns.add_beginning::<4>(digits, even, odd);
        }
        store_block(t, carries.digits(&columns));
    }
}

/// out ≡ a·b modulo B^n for the n digits of out, a having at least as many and b being laid out as pairs. The top digit
/// of out is the one from `lowest` up to `lowest` + B − 1.
fn product_low<const SET_ASIDE: bool>(out: &mut [u32], a: &[u32], b: &[u32], lowest: i32) {
    let n = 2 * out.len();
    let lowest = Lanes::new([0, 0, 0, lowest]);
    let top = |digits: Lanes| digits.minus(lowest).and(Lanes::new([-1, -1, -1, BASE as i32 - 1])).plus(lowest);
    let mut carries = Carries::new(n);
    let mut blocks = out.chunks_exact_mut(8);
    for (block, out) in blocks.by_ref().enumerate() {
        let column = BLOCK * block;
        let mut columns = Columns::<4, SET_ASIDE>::new([Lanes::ZERO; 4]);
        columns.add_rows(a, b, PAIRS_BELOW + column, column / 8, TURN);
        add_lower_triangle(&mut columns, &a[column / 2..], b);
        let mut digits = carries.digits(&columns);
        if column + BLOCK == n {
            digits[3] = top(digits[3]);
        }
        store_block(out, digits);
    }

    // half a block
    let out = blocks.into_remainder();
    if !out.is_empty() {
        let mut columns = Columns::<2, SET_ASIDE>::new([Lanes::ZERO; 2]);
        columns.add_rows(a, b, PAIRS_BELOW + n - 8, n / 8, TURN);
        let digits = carries.digits(&columns);
        Lanes::narrow(digits[0], top(digits[1])).store(out);
    }
}

/// out = (t + q·m)/B^n, a whole number, for n digits of q, 2n digits of t and m laid out as pairs.
fn product_high<const SET_ASIDE: bool>(out: &mut [u32], t: &[u32], q: &[u32], m: &[u32]) {
    let n = 2 * out.len();
    let mut carries = Carries::new(n);

    // the carry out of column n−1
    let mut columns = Columns::<1, SET_ASIDE>::new([Lanes::widen(&t[n / 2 - 2..])]);
    columns.add_rows(q, m, PAIRS_BELOW + n - 4, n / 8, TURN);
    carries.digits(&columns);

    let t = &t[n / 2..n];
    let mut blocks = out.chunks_exact_mut(8);
    for (block, out) in blocks.by_ref().enumerate() {
        let (t, q) = (&t[8 * block..], &q[8 * block..]);
        let mut columns = Columns::<4, SET_ASIDE>::new(core::array::from_fn(|i| Lanes::widen(&t[2 * i..])));
        columns.add_end(q, m, PAIRS_BELOW + n);
        columns.add_rows(&q[8..], m, PAIRS_BELOW + n - BLOCK, n / 8 - 2 * block - 2, TURN);
        store_block(out, carries.digits(&columns));
    }

    // half a block
    let out = blocks.into_remainder();
    if !out.is_empty() {
        let (t, q) = (&t[n / 2 - 4..], &q[n / 2 - 4..]);
        let mut columns = Columns::<2, SET_ASIDE>::new([Lanes::widen(t), Lanes::widen(&t[2..])]);
        columns.add_rows(q, m, PAIRS_BELOW + n, 1, TURN);
        let digits = carries.digits(&columns);
        Lanes::narrow(digits[0], digits[1]).store(out);
    }
}
