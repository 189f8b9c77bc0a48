//! The instructions on vectors.

use crate::ops::{Op, binary, extend, wrap};
use crate::word::{Byte, Vector, Word, bytes, mask, word};

pub const ZERO: Vector = [Byte::Known(0); 16];

/// The lane i of `bits` bits.
pub fn lane(a: &Vector, bits: u32, i: usize) -> Word {
    let width = bits as usize / 8;
    word(&a[i * width..][..width])
}

/// The vector of these lanes.
pub fn vector(bits: u32, lane: impl Fn(usize) -> Word) -> Vector {
    let width = bits as usize / 8;
    let mut out = ZERO;
    for (i, out) in out.chunks_exact_mut(width).enumerate() {
        out.iter_mut().zip(bytes(lane(i), width)).for_each(|(out, byte)| *out = byte);
    }
    out
}

pub fn of_u128(x: u128) -> Vector {
    x.to_le_bytes().map(Byte::Known)
}

pub fn lanewise(op: Op, bits: u32, a: &Vector, b: &Vector) -> Vector {
    vector(bits, |i| binary(op, bits, lane(a, bits, i), lane(b, bits, i)))
}

/// All ones where a op b, a comparison, is true.
pub fn compare(op: Op, bits: u32, a: &Vector, b: &Vector) -> Vector {
    vector(bits, |i| binary(Op::Sub, bits, Word::ZERO, binary(op, bits, lane(a, bits, i), lane(b, bits, i))))
}

pub fn shift(op: Op, bits: u32, a: &Vector, by: Word) -> Vector {
    vector(bits, |i| binary(op, bits, lane(a, bits, i), Word::Known(by.known() % u64::from(bits))))
}

pub fn replace(a: &Vector, bits: u32, i: usize, x: Word) -> Vector {
    vector(bits, |j| if i == j { x } else { lane(a, bits, j) })
}

/// The widest lanes in which each word that is not known keeps its place.
fn width(a: &Vector, b: &Vector) -> u32 {
    let keeps = |bits: u32| {
        let mut lanes = a.chunks_exact(bits as usize / 8).chain(b.chunks_exact(bits as usize / 8));
        lanes.all(|lane| {
            let mut owners =
                lane.iter().enumerate().map(|(i, byte)| byte.place().map(|(of, at)| (of, at.wrapping_sub(i))));
            let first = owners.next().expect("a byte");
            owners.all(|owner| owner == first)
        })
    };
    [64, 32, 16].into_iter().find(|&bits| keeps(bits)).unwrap_or(8)
}

pub fn bitwise(op: Op, a: &Vector, b: &Vector) -> Vector {
    lanewise(op, width(a, b), a, b)
}

/// The bits of a where the mask is 1, of b where it is 0. A lane of a mask that is not known is all ones or zero.
pub fn select(a: &Vector, b: &Vector, by: &Vector) -> Vector {
    if by.iter().all(|byte| matches!(byte, Byte::Known(0 | 255))) {
        return std::array::from_fn(|i| if by[i] == Byte::Known(255) { a[i] } else { b[i] });
    }
    let ones = of_u128(u128::MAX);
    let (inside, outside) = (bitwise(Op::And, a, by), bitwise(Op::And, b, &bitwise(Op::Xor, by, &ones)));
    bitwise(Op::Or, &inside, &outside)
}

pub fn shuffle(a: &Vector, b: &Vector, lanes: &[u8; 16]) -> Vector {
    lanes.map(|i| if i < 16 { a[i as usize] } else { b[i as usize - 16] })
}

pub fn swizzle(a: &Vector, lanes: &Vector) -> Vector {
    lanes.map(|i| match i {
        Byte::Known(i) => a.get(i as usize).copied().unwrap_or(Byte::Known(0)),
        _ => panic!("a permutation that depends on data"),
    })
}

/// Half of the lanes of `bits` bits, twice as long.
pub fn extended(a: &Vector, bits: u32, high: bool, signed: bool) -> Vector {
    let first = if high { 64 / bits as usize } else { 0 };
    vector(2 * bits, |i| extend(lane(a, bits, first + i), bits, 2 * bits, signed))
}

/// The products of halves of the lanes of `bits` bits.
pub fn extended_product(a: &Vector, b: &Vector, bits: u32, high: bool, signed: bool) -> Vector {
    lanewise(Op::Mul, 2 * bits, &extended(a, bits, high, signed), &extended(b, bits, high, signed))
}

/// The sums of two products of signed lanes each.
pub fn dot(a: &Vector, b: &Vector) -> Vector {
    vector(32, |i| {
        let product = |j| {
            let [a, b] = [a, b].map(|x| extend(lane(x, 16, j), 16, 32, true));
            binary(Op::Mul, 32, a, b)
        };
        binary(Op::Add, 32, product(2 * i), product(2 * i + 1))
    })
}

/// The signed lanes of `bits` bits of a and b in half of the bits, cut to their range.
pub fn narrow(a: &Vector, b: &Vector, bits: u32, signed: bool) -> Vector {
    let half = bits / 2;
    vector(half, |i| {
        let count = 128 / bits as usize;
        let x = lane(if i < count { a } else { b }, bits, i % count);
        let (least, most) =
            if signed { (!(mask(half - 1) as i64), mask(half - 1) as i64) } else { (0, mask(half) as i64) };
        if let Word::Known(x) = x {
            return Word::Known(crate::word::sign_extended(x, bits).clamp(least, most) as u64 & mask(half));
        }
        let (low, high) = x.signed(bits).interval();
        assert!(i128::from(least) <= low.to_i128() && high.to_i128() <= most.into(), "a lane that is cut to its range");
        wrap(x, half)
    })
}

/// The top bits of all lanes.
pub fn bitmask(a: &Vector, bits: u32) -> Word {
    let bit = |i| (lane(a, bits, i).known() >> (bits - 1) & 1) << i;
    Word::Known((0..128 / bits as usize).map(bit).sum())
}

/// Whether no lane is zero.
pub fn all_true(a: &Vector, bits: u32) -> Word {
    Word::bit((0..128 / bits as usize).all(|i| lane(a, bits, i).known() & mask(bits) != 0))
}
