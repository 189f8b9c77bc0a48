//! The instructions of AVX-512, without masks.

use super::rules::{ONES, ZERO, add, refuse};
use super::{Change, Machine, Word};
use iced_x86::{Instruction, Mnemonic as M, OpKind};
use modexp_kernels::proof::Int;

/// Bits of a factor of `vpmadd52`.
const FACTOR_BITS: u32 = 52;

impl Machine {
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
