//! Montgomery products and squares on columns, for one number or for two.

use super::columns::{HIGH_BIAS, LOW_BIAS, OFFSET, RADIX, ROWS, SQUARE_ROWS, corner, pass, quotient, settle, triangle};
use super::digits::{self, Friendly};
use super::lanes::Pair;
use crate::buffer::Buffer;

/// The longest modulus: beyond, the sum of a column could leave its 2^62. Far below, other algorithms are faster.
pub(crate) const MAX_BITS: usize = 131_072;

/// Each of 2n products adds up to 2^49 to its column and 2^48 + 1 to the next, so 3n·2^49 + 2n < 2^62.
const MAX_DIGITS: usize = (MAX_BITS + HEADROOM as usize).div_ceil(RADIX as usize);
const _: () = assert!(3 * MAX_DIGITS < (1 << 13) - 1);

/// R ≥ 16m; see the range in [`super`].
pub(crate) const HEADROOM: u32 = 4;

/// Digits of elements for moduli of up to `bits` bits.
pub(crate) fn digits(bits: usize) -> usize {
    (bits + HEADROOM as usize).div_ceil(RADIX as usize).max(MIN_DIGITS)
}

/// The least number of digits: the last four are reduced together, and a pass is at least three pairs long.
pub(crate) const MIN_DIGITS: usize = 5;

/// How digits lie in pairs.
pub(crate) trait Layout {
    /// Numbers in an element.
    const LANES: usize;

    /// Pairs of an element of n digits.
    fn pairs(n: usize) -> usize;

    /// Column of lane `lane` of column pair k, for elements of h pairs.
    fn weight(k: usize, lane: usize, h: usize) -> usize;

    /// Digit i as a multiplier.
    ///
    /// # Safety
    /// h pairs at `y` are readable.
    unsafe fn digit(y: *const Pair, i: usize, h: usize) -> Pair;

    /// Column k in all its parts, in the lanes of [`Layout::digit`].
    ///
    /// # Safety
    /// Pairs k − h and k at `acc` are readable.
    unsafe fn column(acc: *const Pair, k: usize, h: usize) -> Pair;

    /// The columns of pair j of the result of n digits, in all their parts.
    ///
    /// # Safety
    /// Pairs n − h and n + h at `acc` are readable.
    unsafe fn upper(acc: *const Pair, k: usize, h: usize) -> Pair;

    /// The columns below those of the result's pair 0, where `last` is its last pair.
    fn below(carry: Pair, last: Pair) -> Pair;

    /// What lane `lane` of a pair of columns holds of [`OFFSET`]: all lanes that are summed into a column, one OFFSET.
    fn offset(lane: usize) -> u64;

    /// Word of digit i of number `lane` in an element of h pairs.
    fn word(i: usize, lane: usize, h: usize) -> usize;
}

/// Column pairs of a product of elements of h pairs.
fn product_columns<L: Layout>(h: usize) -> usize {
    2 * h + L::weight(0, 1, h)
}

/// Pairs of scratch space: h zeros, then the columns.
pub(crate) fn columns<L: Layout>(n: usize) -> usize {
    let h = L::pairs(n);
    h + product_columns::<L>(h)
}

/// One odd modulus m < 2^(50n − 4) per lane.
#[derive(Clone)]
pub struct FusedModulus {
    /// R = 2^(50n).
    n: usize,
    /// m, then the friendly multiple, h pairs each; then μ, 4 pairs.
    words: Buffer<u64>,
    /// What the columns of a product, then of a square, start from: minus all biases that they will get.
    start: Buffer<u64>,
    /// Minus the biases that the last pass leaves in column n − 1.
    last: Pair,
}

impl FusedModulus {
    pub(crate) fn new<L: Layout>(moduli: &[&[u64]], n: usize) -> Self {
        debug_assert!(n >= MIN_DIGITS);
        // beyond, a column could reach 2^62
        assert!(n <= MAX_DIGITS, "a modulus of at most {MAX_BITS} bits");
        let h = L::pairs(n);
        let mut words: Buffer<u64> = Buffer::new(2 * (2 * h + ROWS));
        for (lane, m) in moduli.iter().enumerate() {
            let friendly = Friendly::new(m);
            let (true_words, rest) = words.split_at_mut(2 * h);
            let (friendly_words, mu) = rest.split_at_mut(2 * h);
            digits::split(m, n, |i, digit| true_words[L::word(i, lane, h)] = digit.to_bits());
            friendly.multiple(m, n, |i, digit| friendly_words[L::word(i, lane, h)] = digit.to_bits());
            for (pair, digit) in mu.chunks_exact_mut(2).zip(friendly.mu) {
                // the one number of Halves has its multipliers in both lanes
                let lanes = if L::LANES == 1 { 0..2 } else { lane..lane + 1 };
                pair[lanes].fill(digit.to_bits());
            }
        }

        let mut start = Buffer::new(4 * product_columns::<L>(h));
        let (product, square) = start.split_at_mut(2 * product_columns::<L>(h));
        let last = take_biases_off::<L>(product, n, product_passes::<L>(n));
        take_biases_off::<L>(square, n, square_passes::<L>(n));
        Self { n, words, start, last }
    }
}

/// A pass over `columns` columns from `base` up adds [`LOW_BIAS`] to these and [`HIGH_BIAS`] to each one above.
struct Pass {
    base: usize,
    columns: usize,
}

/// The passes of [`multiply`].
fn product_passes<L: Layout>(n: usize) -> impl Iterator<Item = Pass> {
    let rows = move |r: usize| ROWS.min(n - r);
    (0..n).step_by(ROWS).map(move |r| Pass { base: r, columns: L::pairs(n) + rows(r) - 1 })
}

/// The passes of [`square`].
fn square_passes<L: Layout>(n: usize) -> impl Iterator<Item = Pass> {
    let h = L::pairs(n);
    let triangles = (h - 2) / SQUARE_ROWS;
    (0..2 / L::LANES).flat_map(move |family| {
        (0..=triangles).map(move |i| {
            let left = h - SQUARE_ROWS * i;
            let rows = if i < triangles { SQUARE_ROWS } else { left };
            Pass { base: family * h + 2 * SQUARE_ROWS * i, columns: left + rows - 1 }
        })
    })
}

/// Starts the columns of these passes and of the reduction. Columns below n are read before the last pass of the
/// reduction and start without it; returns minus what it leaves in column n − 1.
fn take_biases_off<L: Layout>(start: &mut [u64], n: usize, passes: impl Iterator<Item = Pass>) -> Pair {
    let h = L::pairs(n);
    let mut step = Buffer::new(start.len() / 2 + 1);
    let mut add = |at: usize, bias: u64| step[at] = bias.wrapping_add(step[at]);
    let first = (!n.is_multiple_of(ROWS)).then(|| Pass { base: ROWS, columns: h + n % ROWS - 1 });
    let blocks = (n % ROWS + ROWS..n).step_by(ROWS).map(|base| Pass { base, columns: h + ROWS - 1 });
    for pass in passes.chain(first).chain(blocks) {
        add(pass.base, LOW_BIAS);
        add(pass.base + 1, HIGH_BIAS);
        add(pass.base + pass.columns, LOW_BIAS.wrapping_neg());
        add(pass.base + pass.columns + 1, HIGH_BIAS.wrapping_neg());
    }

    let mut last = [0_u64; 2];
    let mut sum = 0_u64;
    for (k, pair) in start.chunks_exact_mut(2).enumerate() {
        sum = sum.wrapping_add(step[k]);
        let low = if (n - ROWS..n + h - 1).contains(&k) { LOW_BIAS } else { 0 };
        let high = if (n - ROWS + 1..n + h).contains(&k) { HIGH_BIAS } else { 0 };
        let of_last = low.wrapping_add(high);
        for (lane, start) in pair.iter_mut().enumerate() {
            let column = L::weight(k, lane, h);
            *start = L::offset(lane).wrapping_sub(sum);
            if column >= n {
                *start = start.wrapping_sub(of_last);
            } else if column + 1 == n {
                // Halves sums the parts of a column in lane 0
                let last = &mut last[lane % L::LANES];
                *last = last.wrapping_sub(of_last);
            }
        }
    }
    Pair::new(last[0], last[1])
}

/// out = a·b·R⁻¹ mod m; a, b < 4m or a·b < R·m gives out < 4m.
pub(crate) fn mont_mul<L: Layout>(out: &mut [u64], a: &[u64], b: &[u64], m: &FusedModulus, scratch: &mut [u64]) {
    let n = m.n;
    let h = L::pairs(n);
    check::<L>(out, a, b, m, scratch);
    // SAFETY: `check` has compared the lengths
    unsafe {
        let start = Pair::at(&m.start);
        let acc = begin(scratch, start, h);
        let (x, y) = (Pair::at(a), Pair::at(b));
        let mut r = 0;
        while r + ROWS <= n {
            pass::<ROWS>(acc.add(r), start.add(r), x, h, rows::<L, ROWS>(y, r, h));
            r += ROWS;
        }
        match n - r {
            1 => pass::<1>(acc.add(r), start.add(r), x, h, rows::<L, 1>(y, r, h)),
            2 => pass::<2>(acc.add(r), start.add(r), x, h, rows::<L, 2>(y, r, h)),
            3 => pass::<3>(acc.add(r), start.add(r), x, h, rows::<L, 3>(y, r, h)),
            _ => {}
        }
        reduce::<L>(out, acc, m, h);
    }
}

/// out = a²·R⁻¹ mod m; a < 4m gives out < 4m.
pub(crate) fn mont_sqr<L: Layout>(out: &mut [u64], a: &[u64], m: &FusedModulus, scratch: &mut [u64]) {
    let n = m.n;
    let h = L::pairs(n);
    check::<L>(out, a, a, m, scratch);
    // SAFETY: `check` has compared the lengths
    unsafe {
        let start = Pair::at(&m.start).add(product_columns::<L>(h));
        let acc = begin(scratch, start, h);
        let x = Pair::at(a);

        // rows r of all pairs, then rows h + r, h columns higher; those left over at the end of a square in one go
        for base in (0..2 / L::LANES).map(|family| family * h) {
            let mut r = 0;
            while h - r >= 5 {
                let k = base + 2 * r;
                triangle(acc.add(k), start.add(k), x.add(r), h - r, rows::<L, SQUARE_ROWS>(x, base + r, h));
                r += SQUARE_ROWS;
            }
            let k = base + 2 * r;
            match h - r {
                2 => corner::<2>(acc.add(k), start.add(k), x.add(r), rows::<L, 2>(x, base + r, h)),
                3 => corner::<3>(acc.add(k), start.add(k), x.add(r), rows::<L, 3>(x, base + r, h)),
                _ => corner::<4>(acc.add(k), start.add(k), x.add(r), rows::<L, 4>(x, base + r, h)),
            }
        }
        reduce::<L>(out, acc, m, h);
    }
}

/// The lengths that the pointers below rely on.
fn check<L: Layout>(out: &[u64], a: &[u64], b: &[u64], m: &FusedModulus, scratch: &[u64]) {
    let words = 2 * L::pairs(m.n);
    assert!(out.len() == words && a.len() == words && b.len() == words);
    assert!(scratch.len() >= 2 * columns::<L>(m.n));
}

/// The columns in `scratch`, above h zeros. The first h have their start; the others get theirs from the passes.
///
/// # Safety
/// `scratch` has room for [`columns`], and h pairs at `start` are readable.
#[inline(always)]
unsafe fn begin(scratch: &mut [u64], start: *const Pair, h: usize) -> *mut Pair {
    // SAFETY: the caller's promise
    unsafe {
        let zeros = Pair::at_mut(scratch);
        let acc = zeros.add(h);
        for k in 0..h {
            Pair::splat(0).store(zeros.add(k));
            Pair::load(start.add(k)).store(acc.add(k));
        }
        acc
    }
}

/// R digits from digit r up.
///
/// # Safety
/// `y` is an element of h pairs and more than r + R − 1 digits.
#[inline(always)]
unsafe fn rows<L: Layout, const R: usize>(y: *const Pair, r: usize, h: usize) -> [Pair; R] {
    // SAFETY: the caller's promise
    core::array::from_fn(|i| unsafe { L::digit(y, r + i, h) })
}

/// The digits of R columns from column c up, which nothing will be added to; `below` is the column below them.
///
/// # Safety
/// Pairs c − h to c + R − 1 at `acc` are readable.
#[inline(always)]
unsafe fn low_digits<L: Layout, const R: usize>(acc: *const Pair, c: usize, h: usize, below: &mut Pair) -> [Pair; R] {
    core::array::from_fn(|r| {
        // SAFETY: the caller's promise
        let column = unsafe { L::column(acc, c + r, h) };
        let digit = settle(column, *below);
        *below = column;
        digit
    })
}

/// out = columns·R⁻¹ mod m, below 4m.
///
/// # Safety
/// `acc` comes from [`begin`], and its n + h columns are complete but for the reduction.
#[inline(always)]
unsafe fn reduce<L: Layout>(out: &mut [u64], acc: *mut Pair, m: &FusedModulus, h: usize) {
    let n = m.n;
    // SAFETY: the caller's promise
    unsafe {
        let modulus = Pair::at(&m.words);
        let friendly = modulus.add(h);
        let mut below = Pair::splat(OFFSET);

        // acc = acc/2^(50R) + q·friendly for q = acc mod 2^(50R)
        let mut c = n % ROWS;
        let to = acc.add(ROWS);
        match c {
            1 => pass::<1>(to, to, friendly, h, low_digits::<L, 1>(acc, 0, h, &mut below)),
            2 => pass::<2>(to, to, friendly, h, low_digits::<L, 2>(acc, 0, h, &mut below)),
            3 => pass::<3>(to, to, friendly, h, low_digits::<L, 3>(acc, 0, h, &mut below)),
            _ => {}
        }
        while c < n - ROWS {
            let to = acc.add(c + ROWS);
            pass::<ROWS>(to, to, friendly, h, low_digits::<L, ROWS>(acc, c, h, &mut below));
            c += ROWS;
        }

        // the true quotient of the last four columns brings the value below 4m
        let t = low_digits::<L, ROWS>(acc, c, h, &mut below);
        let mu = core::array::from_fn(|i| Pair::load(modulus.add(2 * h + i)));
        let to = acc.add(c);
        pass::<ROWS>(to, to, modulus, h, quotient(t, mu));

        // what the four cleared columns, now a multiple of 2^200, hand up: the uppermost tells, rounded
        let carry = L::column(acc, n - 1, h).add(m.last);

        let out = Pair::at_mut(out);
        let last = L::upper(acc, n + h - 1, h);
        let mut below = L::below(carry, last);
        for j in 0..h - 1 {
            let column = L::upper(acc, n + j, h);
            settle(column, below).store(out.add(j));
            below = column;
        }
        settle(last, below).store(out.add(h - 1));
    }
}

/// out = entry `index[lane]` of `table` in each lane.
pub(crate) fn select(out: &mut [u64], table: &[u64], index: [usize; 2]) {
    assert!(table.len().is_multiple_of(out.len()) && out.len().is_multiple_of(2));
    let wanted = Pair::new(index[0] as u64, index[1] as u64);
    let mut done = 0;
    while done < out.len() {
        let width = (out.len() - done).min(2 * SELECT_PAIRS);
        let mut acc = [Pair::splat(0); SELECT_PAIRS];
        let mut number = Pair::splat(core::hint::black_box(0));
        for entry in table.chunks_exact(out.len()) {
            let hit = number.equal(wanted);
            for (acc, word) in acc.iter_mut().zip(entry[done..done + width].chunks_exact(2)) {
                *acc = acc.or(Pair::new(word[0], word[1]).and(hit));
            }
            number = number.add(Pair::splat(1));
        }
        for (out, acc) in out[done..done + width].chunks_exact_mut(2).zip(acc) {
            out.copy_from_slice(&[acc.low(), acc.high()]);
        }
        done += width;
    }
}

/// Pairs of an entry that one sweep over the table gathers: as many as fit in registers.
const SELECT_PAIRS: usize = 8;
