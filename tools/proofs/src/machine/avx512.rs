//! The instructions of AVX-512. Masks are known.

use super::rules::{ONES, ZERO, add, low, refuse};
use super::{Change, Machine, Word};
use iced_x86::{Instruction, Mnemonic as M, OpKind, Register};
use modexp_kernels::proof::Int;

/// Bits of a factor of `vpmadd52`.
const FACTOR_BITS: u32 = 52;

impl Machine {
    /// The lanes of a result that the instruction does not write, as bits.
    pub(super) fn masked_lanes(&self, i: &Instruction) -> u64 {
        match i.op_mask() {
            Register::None => 0,
            mask => !self.lane_masks[mask.number()].unwrap_or_else(|| refuse(i)),
        }
    }

    /// Moves a mask from or to a register.
    pub(super) fn move_mask(&mut self, i: &Instruction) {
        let mask =
            |k: u32| (i.op_kind(k) == OpKind::Register && i.op_register(k).is_k()).then(|| i.op_register(k).number());
        let bits = match i.mnemonic() {
            M::Kmovb => 8,
            M::Kmovw => 16,
            M::Kmovd => 32,
            _ => 64,
        };
        let x = match mask(1) {
            Some(from) => self.lane_masks[from].unwrap_or_else(|| refuse(i)),
            None => self.concrete(self.operand(i, 1), i),
        };
        let x = low(x, bits);
        match mask(0) {
            Some(to) => self.lane_masks[to] = Some(x),
            None => self.put(i, Word::Known(x)),
        }
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
                    _ => refuse(i),
                };
                self.lanes(i, 1, lanes).into_iter().map(shifted).collect()
            }
            M::Vpermi2q | M::Vpermt2q => {
                let [x, y, z] = [0, 1, 2].map(|k| self.lanes(i, k, lanes));
                let (index, tables) =
                    if i.mnemonic() == M::Vpermi2q { (x, [y, z].concat()) } else { (y, [x, z].concat()) };
                index.into_iter().map(|at| tables[self.concrete(at, i) as usize % (2 * lanes)]).collect()
            }
            M::Valignq => {
                let (high, low) = (self.lanes(i, 1, lanes), self.lanes(i, 2, lanes));
                let both = [low, high].concat();
                both[usize::from(i.immediate8()) % lanes..][..lanes].to_vec()
            }
            M::Vpermq if i.op_kind(2) == OpKind::Immediate8 => {
                let (x, order) = (self.lanes(i, 1, lanes), i.immediate8());
                (0..lanes).map(|lane| x[lane / 4 * 4 + usize::from(order >> (2 * (lane % 4)) & 3)]).collect()
            }
            M::Vpermq => {
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
            M::Vinserti64x4 | M::Vinserti32x8 | M::Vinserti64x2 | M::Vinserti32x4 => {
                let length = part_of_vector(i);
                let (mut x, part) = (self.lanes(i, 1, lanes), self.lanes(i, 2, length));
                x[length * usize::from(i.immediate8()) % lanes..][..length].copy_from_slice(&part);
                x
            }
            M::Vextracti64x4 | M::Vextracti32x8 | M::Vextracti64x2 | M::Vextracti32x4 => {
                let (of, length) = (i.op1_register().size() / 8, part_of_vector(i));
                self.lanes(i, 1, of)[length * usize::from(i.immediate8()) % of..][..length].to_vec()
            }
            M::Vpunpckhqdq => {
                let (a, b) = (self.lanes(i, 1, lanes), self.lanes(i, 2, lanes));
                (0..lanes).step_by(2).flat_map(|lane| [a[lane + 1], b[lane + 1]]).collect()
            }
            M::Vshufi64x2 if lanes == 8 => {
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
            Word::Known(x) => Word::Known(x & ((1 << FACTOR_BITS) - 1)),
            x => Word::of(x.value().rest(FACTOR_BITS)),
        };
        let (a, b) = (factor(a), factor(b));
        if a == ZERO || b == ZERO {
            return acc;
        }
        let is_high = (i.mnemonic() == M::Vpmadd52huq) != self.is_changed(Change::Halves);
        let product = a.value() * b.value();
        let part = if is_high { product.quotient(FACTOR_BITS) } else { product.rest(FACTOR_BITS) };
        add(acc, Word::of(part), ZERO, u64::BITS).0
    }
}

/// The lanes that an instruction inserts or extracts.
fn part_of_vector(i: &Instruction) -> usize {
    let is_half = matches!(i.mnemonic(), M::Vinserti64x4 | M::Vinserti32x8 | M::Vextracti64x4 | M::Vextracti32x8);
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
