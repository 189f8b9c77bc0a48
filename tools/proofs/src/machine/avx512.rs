//! The instructions of AVX-512.

use super::rules::{ONES, ZERO, add, refuse};
use super::{Change, Machine, Word};
use iced_x86::{Instruction, Mnemonic as M, OpKind, Register};
use modexp_kernels::proof::{Int, Value};
use std::array::from_fn;

/// Bits of a factor of `vpmadd52`.
pub(super) const FACTOR_BITS: u32 = 52;

/// Lanes of a vector.
const LANES: usize = 8;

/// The largest digit.
const MOST: u64 = (1 << FACTOR_BITS) - 1;

/// A register of masks: a bit for each lane, or a sum that finds the carries of digits. A digit above 2^52 − 1 makes a carry, and
/// one of 2^52 − 1 passes it on, if a carry of 1 makes no digit pass 2^53. The sum 2·above + full + carry has the carries, where it
/// differs from `full`.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Mask {
    Bits([Word; LANES]),
    /// The digits above 2^52 − 1; twice this mask if it is shifted.
    Above {
        digits: [Word; LANES],
        is_shifted: bool,
    },
    /// The digits of 2^52 − 1.
    Full([Word; LANES]),
    /// 2·above + full + carries that come in.
    Carries {
        digits: [Word; LANES],
        from: [Word; LANES],
    },
    /// The digits of 2^52 − 1 that get a carry.
    Passing {
        digits: [Word; LANES],
        carries: [Word; LANES],
    },
}

/// The carries into the digits, and out of the uppermost, if `from` come in.
fn carries(digits: &[Word; LANES], from: [Word; LANES]) -> [Word; LANES + 1] {
    let mut carries = [ZERO; LANES + 1];
    carries[..LANES].copy_from_slice(&from);
    for (lane, &digit) in digits.iter().enumerate() {
        let out = carry_of(digit, carries[lane]);
        // numbers do not carry into each other
        carries[lane + 1] = match carries.get(lane + 1) {
            Some(&from) if from.known() != Some(0) => {
                assert_eq!(out.known(), Some(0), "one carry into a lane");
                from
            }
            _ => out,
        };
    }
    carries
}

/// (digit + carry)/2^52 rounded down.
fn carry_of(digit: Word, carry: Word) -> Word {
    let sum = digit.value().join(0, carry.value());
    assert!(sum.interval().1 < Int::two_to(FACTOR_BITS + 1), "a carry of 0 or 1");
    Word::of(sum.words(FACTOR_BITS).0)
}

/// 1 if both bits are 1.
fn both(a: Word, b: Word) -> Word {
    match (a, b) {
        (Word::Known(a), Word::Known(b)) => Word::Known(a & b),
        (Word::Known(1), x) | (x, Word::Known(1)) => x,
        (a, b) if a == b => a,
        (a, b) => Word::of(a.value() * b.value()),
    }
}

/// Whether an instruction has a register of masks as an operand.
pub(super) fn is_of_masks(i: &Instruction) -> bool {
    (0..i.op_count()).any(|k| i.op_kind(k) == OpKind::Register && i.op_register(k).is_k())
}

impl Machine {
    /// The lanes of a result that the instruction does not write, as bits.
    pub(super) fn masked_lanes(&self, i: &Instruction) -> u64 {
        if i.op_mask() == Register::None {
            return 0;
        }
        !self.mask(i, i.op_mask()).iter().rev().fold(0, |bits, &bit| bits << 1 | self.concrete(bit, i))
    }

    /// The bits of a register.
    fn mask(&self, i: &Instruction, register: Register) -> [Word; LANES] {
        match self.lane_masks[register.number()] {
            Some(Mask::Bits(bits)) => bits,
            _ => refuse(i),
        }
    }

    /// The mask of an instruction, if its bits are open.
    pub(super) fn open_mask(&self, i: &Instruction) -> Option<[Word; LANES]> {
        let bits = (i.op_mask() != Register::None).then(|| self.mask(i, i.op_mask()))?;
        bits.iter().any(|bit| bit.known().is_none()).then_some(bits)
    }

    /// Runs an instruction in the lanes with a bit.
    pub(super) fn where_bits(&mut self, i: &Instruction, bits: &[Word; LANES]) -> [Word; LANES] {
        if !i.op0_register().is_zmm() {
            refuse(i);
        }
        if matches!(i.mnemonic(), M::Vmovdqa64 | M::Vmovdqu64) && i.zeroing_masking() {
            let x = self.lanes(i, 1, LANES);
            return from_fn(|lane| self.choose_lane(bits[lane], Value::default(), x[lane].signed()));
        }
        if i.mnemonic() != M::Vpaddq || i.zeroing_masking() {
            refuse(i);
        }
        let [old, x, y] = [0, 1, 2].map(|k| self.lanes(i, k, LANES));
        from_fn(|lane| match y[lane] {
            _ if bits[lane] == ZERO => old[lane],
            Word::Known(1) if old[lane] == x[lane] => Word::of_signed(x[lane].signed() + bits[lane].signed()),
            // under a complement, the number grows
            Word::Known(ONES) if old[lane] == x[lane] => {
                let of = self.complements.get(&x[lane].value()).copied().unwrap_or_else(|| refuse(i));
                self.not(add(Word::of(of), bits[lane], ZERO, u64::BITS).0, u64::BITS)
            }
            y => {
                let sum = self.where_chosen(bits[lane], x[lane]) + self.where_chosen(bits[lane], y);
                self.choose_lane(bits[lane], old[lane].signed(), sum)
            }
        })
    }

    /// x, if the bit is 1.
    fn where_chosen(&self, bit: Word, x: Word) -> Value {
        match self.choices.get(&x.signed()) {
            Some(&(by, chosen)) if by == bit => chosen,
            _ => x.signed(),
        }
    }

    /// `other` if the bit is 1, else x.
    fn choose_lane(&mut self, bit: Word, x: Value, other: Value) -> Word {
        let chosen = x + bit.value() * (other - x);
        self.choices.insert(chosen, (bit, other));
        Word::of_signed(chosen)
    }

    /// The instructions of masks.
    pub(super) fn masks_of_lanes(&mut self, i: &Instruction) {
        let mask = |k: u32| self.lane_masks[i.op_register(k).number()].clone().unwrap_or_else(|| refuse(i));
        let result = match i.mnemonic() {
            M::Kmovb | M::Kmovw | M::Kmovd | M::Kmovq if !i.op0_register().is_k() => {
                let bits = self.mask(i, i.op1_register());
                let x = if bits.iter().all(|bit| matches!(bit, Word::Known(_))) {
                    Word::Known(bits.iter().rev().fold(0, |x, &bit| x << 1 | self.concrete(bit, i)))
                } else {
                    let sum = bits.iter().rev().fold(ZERO.value(), |x, bit| bit.value().join(1, x));
                    self.moved_masks.insert(sum, bits);
                    Word::of(sum)
                };
                return self.put(i, x);
            }
            M::Kmovb | M::Kmovw | M::Kmovd | M::Kmovq
                if i.op_kind(1) == OpKind::Register && i.op1_register().is_k() =>
            {
                mask(1)
            }
            M::Kmovb | M::Kmovw | M::Kmovd | M::Kmovq => match self.operand(i, 1) {
                Word::Known(x) => Mask::Bits(from_fn(|lane| Word::Known(x >> lane & 1))),
                x => Mask::Bits(self.moved_masks.get(&x.value()).copied().unwrap_or_else(|| refuse(i))),
            },
            M::Vpcmpuq | M::Vptestmq if !i.op1_register().is_zmm() => refuse(i),
            M::Vpcmpuq if self.lanes(i, 2, LANES) == [Word::Known(MOST); LANES] => {
                let (x, masked) = (self.lanes(i, 1, LANES), self.masked_lanes(i));
                // a digit of 0 has neither bit
                let digits = from_fn(|lane| if masked >> lane & 1 == 1 { ZERO } else { x[lane] });
                match i.immediate8() {
                    0 => Mask::Full(digits),
                    6 => Mask::Above { digits, is_shifted: false },
                    _ => refuse(i),
                }
            }
            M::Kaddw => match (mask(1), mask(2)) {
                (Mask::Above { digits, is_shifted: false }, Mask::Above { digits: same, is_shifted: false })
                    if digits == same =>
                {
                    Mask::Above { digits, is_shifted: true }
                }
                (Mask::Above { digits, is_shifted: true }, Mask::Full(same)) if digits == same => {
                    Mask::Carries { digits, from: [ZERO; LANES] }
                }
                (Mask::Carries { digits, from }, Mask::Bits(bits)) if from == [ZERO; LANES] => {
                    Mask::Carries { digits, from: bits }
                }
                _ => refuse(i),
            },
            M::Kxorw if i.op1_register() == i.op2_register() => Mask::Bits([ZERO; LANES]),
            M::Kxorw => match (mask(1), mask(2)) {
                (Mask::Full(same), Mask::Carries { digits, from }) if digits == same => {
                    let is_changed = self.is_changed(Change::CarryIn);
                    let carries = carries(&digits, from);
                    Mask::Bits(from_fn(|lane| if is_changed { ZERO } else { carries[lane] }))
                }
                _ => refuse(i),
            },
            M::Kshiftrw if usize::from(i.immediate8()) == LANES => match mask(1) {
                Mask::Carries { digits, from } => {
                    let is_changed = self.is_changed(Change::CarryOut);
                    let out = if is_changed { ZERO } else { carries(&digits, from)[LANES] };
                    Mask::Bits(from_fn(|lane| if lane == 0 { out } else { ZERO }))
                }
                _ => refuse(i),
            },
            M::Vpmovm2q if i.op0_register().is_zmm() => {
                let ones = self.mask(i, i.op1_register()).map(|bit| Some(self.mask_of(bit)));
                self.vectors[i.op0_register().number()] = ones;
                return;
            }
            M::Vptestmq if i.op1_register() == i.op2_register() => {
                let x = self.lanes(i, 1, LANES);
                let all = [Word::Known(1); LANES];
                let mask = if i.op_mask() == Register::None { all } else { self.mask(i, i.op_mask()) };
                let bits = from_fn(|lane| if x[lane].is_bit() { both(x[lane], mask[lane]) } else { refuse(i) });
                self.tested.push(bits);
                Mask::Bits(bits)
            }
            M::Kandw | M::Kandb => match (mask(1), mask(2)) {
                (Mask::Bits(a), Mask::Bits(b)) => Mask::Bits(from_fn(|lane| both(a[lane], b[lane]))),
                (Mask::Bits(carries), Mask::Full(digits)) => Mask::Passing { digits, carries },
                _ => refuse(i),
            },
            M::Korw => match (mask(1), mask(2)) {
                (Mask::Passing { digits, carries }, Mask::Above { digits: same, is_shifted: false })
                    if digits == same =>
                {
                    Mask::Bits(from_fn(|lane| carry_of(digits[lane], carries[lane])))
                }
                _ => refuse(i),
            },
            M::Kshiftrw => {
                let (bits, by) = (self.mask(i, i.op1_register()), usize::from(i.immediate8()));
                Mask::Bits(from_fn(|lane| bits.get(lane + by).copied().unwrap_or(ZERO)))
            }
            _ => refuse(i),
        };
        self.lane_masks[i.op0_register().number()] = Some(result);
    }

    /// The lanes of the result.
    pub(super) fn wide_vector(&mut self, i: &Instruction, lanes: usize) -> Vec<Word> {
        match i.mnemonic() {
            M::Vpmadd52luq | M::Vpmadd52huq => {
                let [acc, a, b] = [0, 1, 2].map(|k| self.lanes(i, k, lanes));
                (0..lanes).map(|lane| self.multiply_add(i, acc[lane], a[lane], b[lane])).collect()
            }
            M::Vpternlogq | M::Vpternlogd if i.immediate8() == 0xff => vec![Word::Known(ONES); lanes],
            M::Vpternlogq | M::Vpternlogd => {
                let [a, b, c] = [0, 1, 2].map(|k| self.lanes(i, k, lanes));
                (0..lanes).map(|lane| ternary(i, [a[lane], b[lane], c[lane]])).collect()
            }
            M::Vpandq | M::Vpandd | M::Vporq | M::Vpord | M::Vpxorq | M::Vpxord => self.lane_by_lane(i, lanes),
            M::Vpsraq | M::Vpsllq => {
                let by = u32::from(i.immediate8());
                let shifted = |x: Word| match (i.mnemonic(), x) {
                    _ if i.op_kind(2) != OpKind::Immediate8 => refuse(i),
                    (M::Vpsllq, Word::Known(x)) => Word::Known(x << by),
                    (M::Vpsllq, Word::Any(x)) => Word::of(x.rest(u64::BITS - by).scaled(Int::two_to(by))),
                    (M::Vpsraq, Word::Known(x)) => Word::Known((x as i64 >> by) as u64),
                    // the sign is 0
                    (M::Vpsraq, Word::Any(x)) if x.interval().1 < Int::two_to(63) => Word::of(x.quotient(by)),
                    (M::Vpsraq, Word::Signed(x)) => Word::of_signed(x.quotient(by)),
                    _ => refuse(i),
                };
                self.lanes(i, 1, lanes).into_iter().map(shifted).collect()
            }
            M::Vpermi2q | M::Vpermt2q | M::Vpermi2pd | M::Vpermt2pd => {
                let [x, y, z] = [0, 1, 2].map(|k| self.lanes(i, k, lanes));
                let (index, tables) = if matches!(i.mnemonic(), M::Vpermi2q | M::Vpermi2pd) {
                    (x, [y, z].concat())
                } else {
                    (y, [x, z].concat())
                };
                index.into_iter().map(|at| tables[self.concrete(at, i) as usize % (2 * lanes)]).collect()
            }
            M::Valignq => {
                let (high, low) = (self.lanes(i, 1, lanes), self.lanes(i, 2, lanes));
                let both = [low, high].concat();
                both[usize::from(i.immediate8()) % lanes..][..lanes].to_vec()
            }
            M::Vpermq | M::Vpermpd if i.op_kind(2) == OpKind::Immediate8 => {
                let (x, order) = (self.lanes(i, 1, lanes), i.immediate8());
                (0..lanes).map(|lane| x[lane / 4 * 4 + usize::from(order >> (2 * (lane % 4)) & 3)]).collect()
            }
            M::Vpermq | M::Vpermpd => {
                let (index, x) = (self.lanes(i, 1, lanes), self.lanes(i, 2, lanes));
                index.into_iter().map(|at| x[self.concrete(at, i) as usize % lanes]).collect()
            }
            M::Vpshufd => {
                let (x, order) = (self.lanes(i, 1, lanes), i.immediate8());
                // words of 64 bits: both halves together
                let from = |half: usize| match order >> (4 * half) & 15 {
                    0b01_00 => 0,
                    0b11_10 => 1,
                    _ => refuse(i),
                };
                (0..lanes).map(|lane| x[lane / 2 * 2 + from(lane % 2)]).collect()
            }
            M::Vinserti64x4
            | M::Vinsertf64x4
            | M::Vinserti32x8
            | M::Vinsertf32x8
            | M::Vinserti64x2
            | M::Vinsertf64x2
            | M::Vinserti32x4
            | M::Vinsertf32x4 => {
                let length = part_of_vector(i);
                let (mut x, part) = (self.lanes(i, 1, lanes), self.lanes(i, 2, length));
                x[length * usize::from(i.immediate8()) % lanes..][..length].copy_from_slice(&part);
                x
            }
            M::Vextracti64x4
            | M::Vextractf64x4
            | M::Vextracti32x8
            | M::Vextractf32x8
            | M::Vextracti64x2
            | M::Vextractf64x2
            | M::Vextracti32x4
            | M::Vextractf32x4 => {
                let (of, length) = (i.op1_register().size() / 8, part_of_vector(i));
                self.lanes(i, 1, of)[length * usize::from(i.immediate8()) % of..][..length].to_vec()
            }
            M::Vshufpd => {
                let (x, order) = ([1, 2].map(|k| self.lanes(i, k, lanes)), i.immediate8());
                (0..lanes).map(|lane| x[lane % 2][lane / 2 * 2 + usize::from(order >> lane & 1)]).collect()
            }
            M::Vpunpckhqdq => {
                let (a, b) = (self.lanes(i, 1, lanes), self.lanes(i, 2, lanes));
                (0..lanes).step_by(2).flat_map(|lane| [a[lane + 1], b[lane + 1]]).collect()
            }
            M::Vshufi64x2 | M::Vshuff64x2 if lanes == 8 => {
                let (x, order) = ([1, 2].map(|k| self.lanes(i, k, lanes)), i.immediate8());
                let quarter = |k: usize| &x[k / 2][2 * usize::from(order >> (2 * k) & 3)..][..2];
                (0..4).flat_map(quarter).copied().collect()
            }
            _ => refuse(i),
        }
    }

    /// acc + the low 52 bits of a·b, or a·b ≫ 52, for the low 52 bits of a and b.
    fn multiply_add(&mut self, i: &Instruction, acc: Word, a: Word, b: Word) -> Word {
        let factor = |x: Word| match x {
            Word::Known(x) => Word::Known(x & MOST),
            x => match self.complements.get(&x.signed()) {
                Some(of) => Word::of(Value::constant(u128::from(MOST)) - of.rest(FACTOR_BITS)),
                None => Word::of(x.signed().rest(FACTOR_BITS)),
            },
        };
        let (a, b) = (factor(a), factor(b));
        if a == ZERO || b == ZERO {
            return acc;
        }
        let is_high = (i.mnemonic() == M::Vpmadd52huq) != self.is_changed(Change::Halves);
        let product = a.value() * b.value();
        let part = if is_high { product.quotient(FACTOR_BITS) } else { product.rest(FACTOR_BITS) };
        match acc {
            Word::Signed(acc) => Word::of_signed(acc + part),
            acc => add(acc, Word::of(part), ZERO, u64::BITS).0,
        }
    }
}

/// The lanes that an instruction inserts or extracts.
fn part_of_vector(i: &Instruction) -> usize {
    let is_half = matches!(
        i.mnemonic(),
        M::Vinserti64x4
            | M::Vinsertf64x4
            | M::Vinserti32x8
            | M::Vinsertf32x8
            | M::Vextracti64x4
            | M::Vextractf64x4
            | M::Vextracti32x8
            | M::Vextractf32x8
    );
    if is_half { 4 } else { 2 }
}

/// The function of three words with this truth table. At most one of them is neither zeros nor ones.
fn ternary(i: &Instruction, x: [Word; 3]) -> Word {
    if let [Word::Known(a), Word::Known(b), Word::Known(c)] = x {
        let pick = |row: u8, a: u64, bit: u8| if row & bit == 0 { !a } else { a };
        let rows = (0..8).filter(|row| i.immediate8() >> row & 1 == 1);
        return Word::Known(rows.fold(0, |or, row| or | pick(row, a, 4) & pick(row, b, 2) & pick(row, c, 1)));
    }
    let uniform = |x: Word| match x {
        Word::Known(0) => Some(0),
        Word::Known(ONES) => Some(1),
        _ => None,
    };
    let open: Vec<usize> = (0..3).filter(|&k| uniform(x[k]).is_none()).collect();
    let row = |answers: u8| {
        let bit = |k: usize| {
            uniform(x[k]).unwrap_or_else(|| answers >> open.iter().position(|&at| at == k).expect("open") & 1)
        };
        i.immediate8() >> (bit(0) << 2 | bit(1) << 1 | bit(2)) & 1
    };
    let table: Vec<u8> = (0..1 << open.len()).map(row).collect();
    // the result is zeros, ones, or one of the words
    if table.iter().all(|&bit| bit == table[0]) {
        return Word::Known(if table[0] == 0 { 0 } else { ONES });
    }
    let same = (0..open.len()).find(|k| table.iter().enumerate().all(|(row, &bit)| row as u8 >> k & 1 == bit));
    same.map_or_else(|| refuse(i), |k| x[open[k]])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums of masks find the carries of all digits that are less than, equal to, and above 2^52 − 1.
    #[test]
    fn sums_of_masks_have_the_carries() {
        for pattern in 0..3_u64.pow(LANES as u32) {
            let digit = |lane: usize| MOST - 1 + pattern / 3_u64.pow(lane as u32) % 3;
            for carry in [0, 1] {
                let bits =
                    |is: fn(u64) -> bool| (0..LANES).fold(0, |bits, lane| bits | u64::from(is(digit(lane))) << lane);
                let (above, full) = (bits(|digit| digit > MOST), bits(|digit| digit == MOST));
                let found = (2 * above + full + carry) ^ full;
                let carries = carries(
                    &from_fn(|lane| Word::Known(digit(lane))),
                    from_fn(|lane| Word::Known(if lane == 0 { carry } else { 0 })),
                );
                let wanted = carries.iter().rev().fold(0, |bits, carry| bits << 1 | carry.known().expect("a number"));
                assert_eq!(found, wanted, "{pattern}");
            }
        }
    }
}
