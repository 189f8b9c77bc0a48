//! The digits that the constant-time loop reads from exponents. A digit names an entry of a table.

use alloc::vec::Vec;
use modexp_limbs::limb;
use zeroize::Zeroizing;

/// The numbers of the entries to multiply. Step 0 is the lowest. Only the output of `read` depends on exponents.
pub trait Digits {
    /// Returns the number of steps.
    fn steps(&self) -> usize;

    /// Returns n: `step` multiplies by an entry of each of the first n tables. n does not grow from a step to the next.
    fn tables(&self, step: usize) -> usize;

    /// Returns the group's steps (squarings) before each step except the highest.
    fn spacing(&self) -> u64;

    /// Writes the number of the entry of `table` for `step`, for each lane. Signed digits also write a sign for each
    /// lane, 1 if the entry is inverted, else 0. `signs` may be empty for unsigned digits.
    fn read(&self, step: usize, table: usize, index: &mut [usize], signs: &mut [u64]);

    /// Returns the digit of the only lane: the number of its entry, negative for the inverse.
    fn digit(&self, step: usize, table: usize) -> i32 {
        let (mut index, mut signs) = ([0], [0]);
        self.read(step, table, &mut index, &mut signs);
        let sign = signs[0] as i32;
        (index[0] as i32 ^ -sign) + sign
    }
}

/// Writes a digit as the number of an entry and a sign.
pub fn write_signed(digit: i32, index: &mut usize, sign: &mut u64) {
    let negative = digit >> 31;
    *index = ((digit ^ negative) - negative) as usize;
    *sign = u64::from(negative as u32 & 1);
}

/// One exponent below 2^bits for each lane, in digits of `window` bits; entry i is base^i.
pub struct Windows<'a> {
    exponents: &'a [&'a [u64]],
    bits: usize,
    window: u32,
}

impl<'a> Windows<'a> {
    /// `exponents`: little-endian, of any lengths, one for each lane; `window`: 1 to 16.
    pub fn new(exponents: &'a [&'a [u64]], bits: usize, window: u32) -> Self {
        debug_assert!((1..=16).contains(&window));
        Self { exponents, bits, window }
    }
}

impl Digits for Windows<'_> {
    fn steps(&self) -> usize {
        self.bits.div_ceil(self.window as usize)
    }

    fn tables(&self, _step: usize) -> usize {
        1
    }

    fn spacing(&self) -> u64 {
        self.window.into()
    }

    fn read(&self, step: usize, _table: usize, index: &mut [usize], _signs: &mut [u64]) {
        let offset = step * self.window as usize;
        for (index, exponent) in index.iter_mut().zip(self.exponents) {
            *index = limb::bits_at(exponent, offset, self.window) as usize;
        }
    }
}

/// Exponents of several bases in digits from −2^(window − 1) to 2^(window − 1) − 1, for groups that invert. Each base
/// has a table.
pub struct SignedWindows {
    /// e + Σ 2^(window − 1)·2^(window·i) for each exponent e. Digit i of this sum is digit i of e plus 2^(window − 1).
    raised: Vec<Zeroizing<Vec<u64>>>,
    bases: usize,
    steps: usize,
    window: u32,
}

impl SignedWindows {
    /// `exponents`: below 2^bits, little-endian, of any lengths, one for each lane, base by base for `bases` bases; `window`:
    /// 2 to 16.
    pub fn new(bases: usize, exponents: &[&[u64]], bits: usize, window: u32) -> Self {
        debug_assert!((2..=16).contains(&window));
        let steps = Self::count(bits, window);
        let limbs = (steps * window as usize).div_ceil(64).max(1);
        let mut halves = alloc::vec![0; limbs];
        for step in 0..steps {
            let bit = step * window as usize + window as usize - 1;
            halves[bit / 64] |= 1 << (bit % 64);
        }
        let raise = |exponent: &&[u64]| {
            // below 2^bits + 2/3·2^(steps·window), so the carry out is 0
            let mut raised = Zeroizing::new(limb::bits_between(exponent, 0, 64 * limbs));
            limb::add_if(&mut raised, &halves, 1);
            raised
        };
        Self { raised: exponents.iter().map(raise).collect(), bases, steps, window }
    }

    /// Returns the number of digits of an exponent below 2^bits. Two more bits leave room for the sign.
    pub fn count(bits: usize, window: u32) -> usize {
        if bits == 0 { 0 } else { (bits + 2).div_ceil(window as usize) }
    }
}

impl Digits for SignedWindows {
    fn steps(&self) -> usize {
        self.steps
    }

    fn spacing(&self) -> u64 {
        self.window.into()
    }

    fn tables(&self, _step: usize) -> usize {
        self.bases
    }

    fn read(&self, step: usize, table: usize, index: &mut [usize], signs: &mut [u64]) {
        let raised = &self.raised[table * index.len()..];
        for ((index, sign), raised) in index.iter_mut().zip(signs).zip(raised) {
            let digit = limb::bits_at(raised, step * self.window as usize, self.window) as i32;
            write_signed(digit - (1 << (self.window - 1)), index, sign);
        }
    }
}

/// The exponents of several bases in digits of `window` bits. A table serves a few bases: an entry number consists of
/// the digits of these bases, with the first base's digit lowest.
pub struct StrausDigits<'a> {
    /// For each base, one exponent for each lane.
    pub exponents: &'a [&'a [u64]],
    /// Exponents of a base.
    pub lanes: usize,
    /// The first base of each table, then the number of bases.
    pub groups: &'a [usize],
    /// Bits of a digit.
    pub window: u32,
    /// Digits of an exponent.
    pub steps: usize,
}

impl Digits for StrausDigits<'_> {
    fn steps(&self) -> usize {
        self.steps
    }

    fn spacing(&self) -> u64 {
        self.window.into()
    }

    fn tables(&self, _step: usize) -> usize {
        self.groups.len() - 1
    }

    fn read(&self, step: usize, table: usize, index: &mut [usize], _signs: &mut [u64]) {
        for (lane, index) in index.iter_mut().enumerate() {
            let mut digits = 0;
            for base in (self.groups[table]..self.groups[table + 1]).rev() {
                let exponent = self.exponents[base * self.lanes + lane];
                digits = digits << self.window | limb::bits_at(exponent, step * self.window as usize, self.window);
            }
            *index = digits as usize;
        }
    }
}

/// The columns of exponents for a comb. An entry number has a bit for each of `teeth` rows of `columns` bits. Table t
/// serves columns t·spacing to (t + 1)·spacing − 1, one for each step.
pub struct CombDigits<'a> {
    /// One exponent for each lane.
    pub exponents: &'a [&'a [u64]],
    /// Rows of an exponent.
    pub teeth: u32,
    /// Bits of a row.
    pub columns: usize,
    /// Columns of a table.
    pub spacing: usize,
}

impl CombDigits<'_> {
    /// Returns the bits of an exponent in column `column`, with the lowest row's bit lowest.
    fn column(&self, column: usize, lane: usize) -> u64 {
        let exponent = self.exponents[lane];
        let mut position = column + self.teeth as usize * self.columns;
        let mut bits = 0;
        for _ in 0..self.teeth {
            position -= self.columns;
            let limb = exponent.get(position / 64).copied().unwrap_or(0);
            bits = bits << 1 | (limb >> (position % 64) & 1);
        }
        bits
    }
}

impl Digits for CombDigits<'_> {
    fn steps(&self) -> usize {
        self.spacing
    }

    fn spacing(&self) -> u64 {
        1
    }

    fn tables(&self, step: usize) -> usize {
        self.columns.saturating_sub(step).div_ceil(self.spacing)
    }

    fn read(&self, step: usize, table: usize, index: &mut [usize], _signs: &mut [u64]) {
        for (lane, index) in index.iter_mut().enumerate() {
            *index = self.column(table * self.spacing + step, lane) as usize;
        }
    }
}

/// [`CombDigits`] for groups that invert, with half the entries: an odd e < 2^L, L = teeth·columns, is Σ s_i·2^i with
/// signs s_i = ±1, +1 for the highest and 2·e_(i+1) − 1 for the others (Hamburg 2012/309, section 3.3). The sign of the
/// highest row is the sign of the digit. The other signs, relative to it, number the entries from 1 on. An even e is
/// computed as e + 1. One more table has the base, and its inverse corrects the power.
pub struct SignedCombDigits<'a> {
    /// The exponents and their shape.
    pub unsigned: CombDigits<'a>,
}

impl SignedCombDigits<'_> {
    /// Returns the digit of a column.
    fn signed_column(&self, column: usize, lane: usize) -> i32 {
        let CombDigits { teeth, columns, .. } = self.unsigned;
        // bit i + 1 gives sign i, and the highest sign is +1
        let mut bits = self.unsigned.column(column + 1, lane) as i32;
        if column + 1 == columns {
            bits |= 1 << (teeth - 1);
        }
        // the other signs, relative to the sign of the highest row
        let negative = (bits >> (teeth - 1) & 1) - 1;
        let index = ((bits ^ negative) & ((1 << (teeth - 1)) - 1)) + 1;
        (index ^ negative) - negative
    }
}

impl Digits for SignedCombDigits<'_> {
    fn steps(&self) -> usize {
        self.unsigned.spacing
    }

    fn spacing(&self) -> u64 {
        1
    }

    fn tables(&self, step: usize) -> usize {
        // the last table corrects even exponents
        self.unsigned.tables(step) + usize::from(step == 0)
    }

    fn read(&self, step: usize, table: usize, index: &mut [usize], signs: &mut [u64]) {
        let corrects = table == self.unsigned.tables(0);
        for (lane, (index, sign)) in index.iter_mut().zip(signs).enumerate() {
            let digit = if corrects {
                let low = self.unsigned.exponents[lane].first().copied().unwrap_or(0) as i32;
                (low & 1) - 1
            } else {
                self.signed_column(table * self.unsigned.spacing + step, lane)
            };
            write_signed(digit, index, sign);
        }
    }
}
