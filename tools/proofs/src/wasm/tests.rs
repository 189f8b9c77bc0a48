//! The rules for words that are not known give the results of the rules for known words.

use crate::ops::{Op, binary, extend, wide_mul, wide_sum, wrap};
use crate::vector::{bitwise, dot, extended, extended_product, lane, narrow, select, vector};
use crate::word::{Byte, Vector, Word, bytes, mask, word};
use modexp_kernels::proof::{Int, Residues, Value, for_each_case};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Random words, of all lengths.
struct Random(u64);

impl Random {
    fn word(&mut self, bits: u32) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let (length, is_negative) = (1 + (self.0 >> 58) as u32 % bits, self.0 >> 57 & 1 == 1);
        let x = (self.0 ^ self.0 >> 29) & mask(length);
        if is_negative { !x & mask(bits) } else { x }
    }
}

/// A word of the domain with one value, which equals x modulo 2^bits.
fn certain(x: u64, bits: u32, turns: i128) -> Word {
    Word::Any(Value::constant(i128::from(x) + (turns << bits)))
}

/// A word of the domain that may have other low bits.
fn hidden(x: u64) -> Word {
    let (low, high) = (x & !255, x | 255);
    Word::Any(Value::known(u128::from(low).into(), u128::from(high).into(), Int::from(u128::from(x)).into(), None))
}

fn value(x: Word, bits: u32) -> u64 {
    x.unsigned(bits).to_constant().expect("one value").word(0)
}

const OPS: [Op; 16] = [
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::Shl,
    Op::ShrU,
    Op::ShrS,
    Op::Eq,
    Op::Ne,
    Op::LtU,
    Op::LtS,
    Op::GtU,
    Op::GtS,
    Op::LeU,
    Op::LeS,
    Op::GeU,
    Op::GeS,
];

#[test]
fn rules_for_integers_agree_with_numbers() {
    for_each_case(Residues::BLOCK, || {
        let mut random = Random(1);
        for i in 0..20_000 {
            let (op, bits) = (OPS[i % OPS.len()], [8, 16, 32, 64][i / OPS.len() % 4]);
            let (a, mut b) = (random.word(bits), random.word(bits));
            let is_shift = matches!(op, Op::Shl | Op::ShrU | Op::ShrS);
            if is_shift {
                b %= u64::from(bits);
            }
            let expected = binary(op, bits, Word::Known(a), Word::Known(b)).known();
            let other = if is_shift { Word::Known(b) } else { certain(b, bits, 1) };
            for turns in [-1, 0, 2] {
                let result = value(binary(op, bits, certain(a, bits, turns), other), bits);
                assert_eq!(result, expected, "{a:#x} {op:?} {b:#x} of {bits} bits");
            }
            if bits == 64 && !matches!(op, Op::Mul) {
                let (low, high) = binary(op, bits, hidden(a), Word::Known(b)).unsigned(bits).interval();
                let expected = Int::from(u128::from(expected));
                assert!(low <= expected && expected <= high, "{a:#x} {op:?} {b:#x} is not in {low:?} to {high:?}");
            }
        }
    });
}

#[test]
fn words_with_bits_between_each_other_are_joined() {
    for_each_case(Residues::DIGIT, || {
        let [x, y, z] = [0; 3].map(|_| Value::input(Int::ZERO, Int::two_to(8) - Int::ONE));
        let word = |x: Value, by: u32, y: Value| Word::Any(x + y.scaled(1_i128 << by));
        let (apart, between) = (word(x, 16, y), Word::Any(z.scaled(1_i128 << 8)));
        let joined = binary(Op::Or, 64, apart, between).pattern(64).element();
        assert_eq!(joined, (x + y.scaled(1_i128 << 16) + z.scaled(1_i128 << 8)).element());
        let overlapping = || binary(Op::Or, 64, apart, Word::Any(z.scaled(1_i128 << 9)));
        assert!(catch_unwind(AssertUnwindSafe(overlapping)).is_err(), "a common bit");
    });
}

#[test]
fn rules_for_masks_agree_with_numbers() {
    for_each_case(Residues::BLOCK, || {
        let mut random = Random(2);
        for i in 0..5000 {
            let (a, bits) = (random.word(64), i % 63 + 1);
            let mask = [mask(bits), !mask(bits), 0, u64::MAX, mask(bits) << (63 - bits)][i as usize % 5];
            let check = |op, b: u64| {
                let expected = binary(op, 64, Word::Known(a), Word::Known(b)).known();
                for (x, y) in [(certain(a, 64, 1), Word::Known(b)), (Word::Known(b), certain(a, 64, -1))] {
                    assert_eq!(value(binary(op, 64, x, y), 64), expected, "{a:#x} {op:?} {b:#x}");
                }
            };
            check(Op::And, mask);
            let all = [0, u64::MAX][i as usize % 2];
            check(Op::Xor, all);
            check(Op::Or, all);
            // without a common bit
            let low = random.word(64) & crate::word::mask(bits);
            let high = Word::Any(Value::input(Int::ZERO, Int::from(1_i128)).scaled(Int::two_to(bits)));
            let sum = binary(Op::Or, 64, high, Word::Known(low));
            assert_eq!(sum, binary(Op::Add, 64, high, Word::Known(low)));
        }
    });
}

/// A column has turns that are known. Its digit and its carry are parts of one number.
#[test]
fn a_mask_and_a_shift_cut_one_number() {
    for_each_case(Residues::BLOCK, || {
        let x = Value::input(Int::ZERO, Int::two_to(54));
        for turns in [-1, 0, 2] {
            let column = Word::Any(x + Value::constant((turns << 64) + (1_i128 << 62)));
            let cut = |op, by: u64| binary(op, 64, column, Word::Known(by)).pattern(64);
            let (digit, carry) = (cut(Op::And, mask(50)), cut(Op::ShrU, 50));
            assert_eq!((carry.scaled(Int::two_to(50)) + digit).element(), column.unsigned(64).element());
        }
    });
}

/// LLVM leaves the bit of weight 2 out of the mask for a square.
#[test]
fn a_mask_for_a_square_may_lack_a_bit() {
    let product = |a, b, shift| binary(Op::Shl, 64, wide_mul(a, b, false).0, Word::Known(shift));
    for_each_case(Residues::DIGIT, || {
        let [a, b] = [0; 2].map(|_| Word::Any(Value::input(Int::ZERO, Int::two_to(58))));
        for (shift, bits) in [(0, 58), (28, 29)] {
            let and = |x, mask: u64| binary(Op::And, 64, x, Word::Known(mask << shift));
            let square = product(a, a, shift);
            assert_eq!(and(square, mask(bits) - 2), and(square, mask(bits)));
            let is_refused = |x, mask| catch_unwind(AssertUnwindSafe(|| and(x, mask))).is_err();
            assert!(is_refused(product(a, b, shift), mask(bits) - 2), "a product that is no square");
            assert!(is_refused(square, mask(bits) - 4), "the bit of weight 4");
            assert!(shift == 0 || is_refused(product(a, a, shift - 1), mask(bits) - 2), "a square in other places");
        }
    });
}

#[test]
fn rules_for_double_words_agree_with_numbers() {
    for_each_case(Residues::BLOCK, || {
        let mut random = Random(3);
        for i in 0..5000 {
            let [a, b, c, d] = [0; 4].map(|_| random.word(64));
            let known = |x| Word::Known(x);
            let any = |x| certain(x, 64, [-1, 0, 1][i % 3]);
            let pair = |(low, high): (Word, Word)| (value(low, 64), value(high, 64));
            for flag in [false, true] {
                assert_eq!(
                    pair(wide_mul(any(a), any(b), flag)),
                    pair(wide_mul(known(a), known(b), flag)),
                    "{a:#x} · {b:#x}"
                );
                let sum = wide_sum((any(a), any(b)), (known(c), any(d)), flag);
                assert_eq!(pair(sum), pair(wide_sum((known(a), known(b)), (known(c), known(d)), flag)));
            }
            for (from, to) in [(8, 32), (16, 32), (32, 64), (8, 64)] {
                for signed in [false, true] {
                    let expected = extend(known(a & mask(from)), from, to, signed).known();
                    assert_eq!(value(extend(any(a), from, to, signed), to), expected);
                }
            }
            assert_eq!(value(wrap(any(a), 32), 32), a & mask(32));
        }
    });
}

/// Words of 2, 4 and 8 bytes, stored and loaded at other places and lengths.
#[test]
fn bytes_of_words_are_the_bytes_of_numbers() {
    for_each_case(Residues::BLOCK, || {
        let mut random = Random(4);
        for _ in 0..3000 {
            let (mut known, mut any) = ([Byte::Known(0); 16], [Byte::Known(0); 16]);
            for _ in 0..4 {
                let (x, width) = (random.word(64), 1 << (random.word(8) % 4));
                let at = random.word(8) as usize % (17 - width);
                for (place, byte) in bytes(Word::Known(x), width).enumerate() {
                    known[at + place] = byte;
                }
                for (place, byte) in bytes(certain(x, 64, 1), width).enumerate() {
                    any[at + place] = byte;
                }
            }
            let width = 1 << (random.word(8) % 4);
            let at = random.word(8) as usize % (17 - width);
            let bits = 8 * width as u32;
            assert_eq!(value(word(&any[at..at + width]), bits), value(word(&known[at..at + width]), bits));
        }
    });
}

fn same(any: &Vector, known: &Vector) {
    for i in 0..4 {
        assert_eq!(value(lane(any, 32, i), 32), value(lane(known, 32, i), 32), "lane {i}");
    }
}

#[test]
fn rules_for_vectors_agree_with_numbers() {
    for_each_case(Residues::BLOCK, || {
        let mut random = Random(5);
        for i in 0..2000 {
            let bits = [8, 16, 32, 64][i % 4];
            let lanes: Vec<u64> = (0..32).map(|_| random.word(bits)).collect();
            let known = |from: usize| vector(bits, |i| Word::Known(lanes[from + i]));
            let any = |from: usize| vector(bits, |i| certain(lanes[from + i], bits, 1));
            if bits < 64 {
                for flags in 0..4 {
                    let (high, signed) = (flags & 1 == 1, flags & 2 == 2);
                    same(&extended(&any(0), bits, high, signed), &extended(&known(0), bits, high, signed));
                    let product = |a, b| extended_product(&a, &b, bits, high, signed);
                    same(&product(any(0), any(16)), &product(known(0), known(16)));
                }
            }
            same(&dot(&any(0), &any(16)), &dot(&known(0), &known(16)));
            let mask = vector(32, |i| Word::Known(mask(7 * i as u32 + 3)));
            if bits == 32 {
                same(&bitwise(Op::And, &any(0), &mask), &bitwise(Op::And, &known(0), &mask));
                // lanes that are all ones or zero choose
                let choice = |any: bool| {
                    vector(32, |i| if any { certain(lanes[i] & 1, 32, 0) } else { Word::Known(lanes[i] & 1) })
                };
                let negated = |x| crate::vector::lanewise(Op::Sub, 32, &crate::vector::ZERO, &x);
                same(
                    &select(&any(0), &any(4), &negated(choice(true))),
                    &select(&known(0), &known(4), &negated(choice(false))),
                );
                let small = |any: bool| {
                    let x = |i: usize| crate::word::sign_extended(lanes[i], 16) as u64 & crate::word::mask(32);
                    vector(32, |i| if any { certain(x(i), 32, -1) } else { Word::Known(x(i)) })
                };
                same(&narrow(&small(true), &small(true), 32, true), &narrow(&small(false), &small(false), 32, true));
            }
        }
    });
}

/// The facts of a word's parts remain those of the numbers that it was made of.
#[test]
fn digits_and_carries_keep_their_facts() {
    for_each_case(Residues::BLOCK, || {
        let [a, b] = [0; 2].map(|_| Value::input((-4200_i128).into(), 4200_i128.into()) - Value::constant(3_i128));
        let pair: Vec<Byte> = [a, a + a, b].iter().flat_map(|&x| bytes(Word::Any(x), 2)).collect();
        let composite: Vec<Byte> = bytes(word(&pair[..4]), 4).collect();
        assert_eq!(extend(word(&composite[..2]), 16, 32, true).pattern(32), a);
        assert_eq!(extend(word(&composite[2..]), 16, 32, true).pattern(32).element(), (a + a).element());
        assert_eq!(extend(word(&pair[4..]), 16, 32, true).pattern(32), b);

        // a carry that rounds to the nearest, and its digit
        for x in [a * b, a * b + a, a * b - Value::constant(4096_i128), a * b + Value::constant(5000_i128)] {
            let known = |x: u64| Word::Known(x);
            let carry = binary(Op::ShrS, 32, binary(Op::Add, 32, Word::Any(x), known(4096)), known(13)).pattern(32);
            let digit = binary(Op::ShrS, 32, binary(Op::Shl, 32, Word::Any(x), known(19)), known(19)).pattern(32);
            assert_eq!((carry.scaled(Int::two_to(13)) + digit).element(), x.element());
            assert!(digit.interval() == ((-4096_i128).into(), 4095_i128.into()));
        }

        // a borrow as a word of ones
        let [x, y] = [0; 2].map(|_| Value::input(Int::ZERO, Int::two_to(64) - Int::ONE));
        let borrow = (x - y).words(64).0;
        let (low, high) = wide_sum((Word::Any(y), Word::ZERO), (Word::Any(borrow), Word::Any(borrow)), false);
        let sum = low.pattern(64) + high.pattern(64).scaled(Int::two_to(64));
        assert_eq!(sum.element(), (y + borrow).element());
        assert!(-Int::ONE <= high.pattern(64).interval().0 && high.pattern(64).interval().1 <= Int::ZERO);
    });
}
