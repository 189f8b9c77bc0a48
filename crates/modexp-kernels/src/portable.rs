//! `portable`: plain Rust on whole limbs, for every machine: 64-bit limbs natively, 32-bit limbs on wasm32.
//!
//! Operand scanning with separate product and reduction (SOS), so that a square computes each off-diagonal product
//! once. RADIX is the whole limb and HEADROOM is 0: one constant-time subtraction per product keeps elements below m.
//! Native builds use `short` from 129 to 512 bits; in WebAssembly it would only make the module larger. Interleaved
//! product and reduction (CIOS) is not faster, and its squares compute off-diagonal products twice.

pub mod short;

use crate::kernel::Kernel;
use alloc::vec::Vec;
use core::marker::PhantomData;
use modexp_limbs::word::Word;
use zeroize::Zeroizing;

/// A machine limb with the two-limb arithmetic that multiplication needs.
pub trait Limb: Word + Send + Sync {
    /// Bits of the limb.
    const BITS: u32;

    /// acc + a·b + carry as (low, high). It never overflows two limbs.
    fn mac(acc: Self, a: Self, b: Self, carry: Self) -> (Self, Self);

    /// a + b + carry as (sum, carry).
    fn adc(a: Self, b: Self, carry: Self) -> (Self, Self);

    /// a − b − borrow as (difference, borrow). Borrows are 0 or 1.
    fn sbb(a: Self, b: Self, borrow: Self) -> (Self, Self);

    /// a·b mod 2^BITS.
    fn mul_low(a: Self, b: Self) -> Self;

    /// All ones for 1, zero for 0.
    fn mask_of(bit: Self) -> Self;

    /// The limb at position `i` of a number in 64-bit limbs; zero beyond its end.
    fn limb_at(limbs: &[u64], i: usize) -> Self;

    /// ORs this limb into position `i` of a zeroed number in 64-bit limbs.
    fn put(self, limbs: &mut [u64], i: usize);
}

macro_rules! limb {
    ($limb:ty, $wide:ty) => {
        impl Limb for $limb {
            const BITS: u32 = <$limb>::BITS;

            #[inline]
            fn mac(acc: Self, a: Self, b: Self, carry: Self) -> (Self, Self) {
                let t = <$wide>::from(acc) + <$wide>::from(a) * <$wide>::from(b);
                if cfg!(target_arch = "wasm32") {
                    let t = t + <$wide>::from(carry);
                    return (t as $limb, (t >> Self::BITS) as $limb);
                }
                // In one sum, native compilers may add acc and carry first. This takes one more register for a flag: a
                // square of eight limbs takes 253 cycles instead of 219.
                let (low, over) = (t as $limb).overflowing_add(carry);
                (low, (t >> Self::BITS) as $limb + <$limb>::from(over))
            }

            #[inline]
            fn adc(a: Self, b: Self, carry: Self) -> (Self, Self) {
                let t = <$wide>::from(a) + <$wide>::from(b) + <$wide>::from(carry);
                (t as $limb, (t >> Self::BITS) as $limb)
            }

            #[inline]
            fn sbb(a: Self, b: Self, borrow: Self) -> (Self, Self) {
                if cfg!(modexp_wide) {
                    // the upper half is a borrow with a sign; the compiler drops its negations between limbs
                    let under = <$wide>::from(borrow.wrapping_neg());
                    let t = <$wide>::from(a).wrapping_sub(b.into()).wrapping_add(under << Self::BITS | under);
                    return (t as $limb, ((t >> Self::BITS) as $limb).wrapping_neg());
                }
                let (d, under) = a.overflowing_sub(b);
                let (d, again) = d.overflowing_sub(borrow);
                (d, <$limb>::from(under | again))
            }

            #[inline]
            fn mul_low(a: Self, b: Self) -> Self {
                a.wrapping_mul(b)
            }

            #[inline]
            fn mask_of(bit: Self) -> Self {
                core::hint::black_box(bit).wrapping_neg()
            }

            fn limb_at(limbs: &[u64], i: usize) -> Self {
                let per = (64 / Self::BITS) as usize;
                limbs.get(i / per).map_or(0, |&limb| (limb >> (Self::BITS as usize * (i % per))) as $limb)
            }

            fn put(self, limbs: &mut [u64], i: usize) {
                let per = (64 / Self::BITS) as usize;
                if let Some(limb) = limbs.get_mut(i / per) {
                    *limb |= u64::from(self) << (Self::BITS as usize * (i % per));
                }
            }
        }
    };
}

limb!(u32, u64);
limb!(u64, u128);

/// The portable kernel on limbs of type `L`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Portable<L>(PhantomData<L>);

/// The limbs of m, and −m⁻¹ mod 2^BITS.
#[derive(Clone, Debug)]
pub struct PortableModulus<L: Limb> {
    m: Zeroizing<Vec<L>>,
    m0_inv: Zeroizing<L>,
}

#[cfg(feature = "emulated")]
impl<L: Limb> PortableModulus<L> {
    /// −m⁻¹ mod 2^BITS. Public for proofs of the compiled code.
    #[doc(hidden)]
    pub fn m0_inv(&self) -> &L {
        &self.m0_inv
    }
}

impl<L: Limb> Portable<L> {
    /// Every machine can run it.
    #[must_use]
    pub fn new() -> Self {
        Self(PhantomData)
    }
}

impl<L: Limb> Kernel for Portable<L> {
    type Word = L;
    type Modulus = PortableModulus<L>;

    const RADIX: u32 = L::BITS;
    const LANES: usize = 1;
    const HEADROOM: u32 = 0;

    fn scratch_words(digits: usize) -> usize {
        2 * digits
    }

    fn modulus(self, moduli: &[&[u64]], digits: usize) -> Self::Modulus {
        let m0_inv = modexp_limbs::limb::inverse_limb(moduli[0][0]).wrapping_neg();
        let m = Zeroizing::new((0..digits).map(|i| L::limb_at(moduli[0], i)).collect());
        PortableModulus { m, m0_inv: Zeroizing::new(L::limb_at(&[m0_inv], 0)) }
    }

    fn mont_mul(self, out: &mut [L], a: &[L], b: &[L], m: &Self::Modulus, scratch: &mut [L]) {
        let t = &mut scratch[..2 * a.len()];
        mul(t, a, b);
        reduce(out, t, m);
    }

    fn mont_sqr(self, out: &mut [L], a: &[L], m: &Self::Modulus, scratch: &mut [L]) {
        let t = &mut scratch[..2 * a.len()];
        sqr(t, a);
        reduce(out, t, m);
    }

    fn select(self, out: &mut [L], table: &[L], index: &[usize]) {
        modexp_limbs::limb::select(out, table, index[0]);
    }

    fn from_limbs(out: &mut [L], limbs: &[u64], _lane: usize) {
        for (i, out) in out.iter_mut().enumerate() {
            *out = L::limb_at(limbs, i);
        }
    }

    fn to_limbs(limbs: &mut [u64], a: &[L], _lane: usize) {
        limbs.fill(0);
        for (i, &a) in a.iter().enumerate() {
            a.put(limbs, i);
        }
    }
}

/// t = a·b for equal lengths, two rows at a time.
fn mul<L: Limb>(t: &mut [L], a: &[L], b: &[L]) {
    let n = a.len();
    t[..n].fill(L::default());
    let (pairs, last) = b.as_chunks::<2>();
    for (i, &rows) in pairs.iter().enumerate() {
        let i = 2 * i;
        (t[i + n], t[i + n + 1]) = mac_two_rows(&mut t[i..i + n], a, rows, TwoRows::default());
    }
    if let [row] = last {
        t[2 * n - 1] = mac_row(&mut t[n - 1..2 * n - 1], a, *row);
    }
}

/// t = a².
fn sqr<L: Limb>(t: &mut [L], a: &[L]) {
    let n = a.len();

    // t = Σ_{i<j} a_i·a_j·2^(i+j), each off-diagonal product once, two rows at a time
    t.fill(L::default());
    for i in (0..n - 1).step_by(2) {
        let (row, next) = (a[i], a[i + 1]);
        let carry;
        (t[2 * i + 1], carry) = L::mac(t[2 * i + 1], row, next, L::default());
        let start = TwoRows { carry: [carry, L::default()], ..TwoRows::default() };
        (t[i + n], t[i + n + 1]) = mac_two_rows(&mut t[2 * i + 2..i + n], &a[i + 2..], [row, next], start);
    }

    // t = 2t + Σ a_i²·2^(2i)
    let (mut carry, mut top) = (L::default(), L::default());
    for (pair, &a_i) in t.chunks_exact_mut(2).zip(a) {
        let (low, high) = L::mac(L::default(), a_i, a_i, L::default());
        let (even, c) = L::adc(pair[0], pair[0], top);
        let (odd, d) = L::adc(pair[1], pair[1], c);
        top = d;
        (pair[0], carry) = L::adc(even, low, carry);
        (pair[1], carry) = L::adc(odd, high, carry);
    }
}

/// acc += a·b over equal lengths; returns the carry limb.
fn mac_row<L: Limb>(acc: &mut [L], a: &[L], b: L) -> L {
    let mut carry = L::default();
    for (acc, &a) in acc.iter_mut().zip(a) {
        (*acc, carry) = L::mac(*acc, a, b, carry);
    }
    carry
}

/// Two rows in progress: the second is one limb higher than the first.
#[derive(Clone, Copy, Default)]
struct TwoRows<L> {
    /// The limb of the multiplicand that the second row takes next.
    previous: L,
    /// The carry of each row into the next limb.
    carry: [L; 2],
}

/// acc += a·(rows_0 + rows_1·2^BITS) over equal lengths, from `state` on. Returns the two limbs above `acc`.
///
/// Two rows in one pass halve the loads and stores of `acc` and give the CPU two independent carry chains.
fn mac_two_rows<L: Limb>(acc: &mut [L], a: &[L], rows: [L; 2], state: TwoRows<L>) -> (L, L) {
    let TwoRows { mut previous, carry: [mut first, mut second] } = state;
    for (acc, &a) in acc.iter_mut().zip(a) {
        let sum;
        (sum, first) = L::mac(*acc, a, rows[0], first);
        (*acc, second) = L::mac(sum, previous, rows[1], second);
        previous = a;
    }
    L::mac(first, previous, rows[1], second)
}

/// out = t·R⁻¹ mod m for t < R·m in 2n limbs; out < m.
fn reduce<L: Limb>(out: &mut [L], t: &mut [L], m: &PortableModulus<L>) {
    let n = m.m.len();
    let top = clear_low_half(t, m);
    let t = &t[n..];

    // the sum with its carry is below 2m: subtracts m once, and keeps the difference unless it borrows
    let mut borrow = L::default();
    for ((out, &t), &m) in out.iter_mut().zip(t).zip(m.m.iter()) {
        (*out, borrow) = L::sbb(t, m, borrow);
    }
    let (_, borrow) = L::sbb(top, L::default(), borrow);
    let keep = L::mask_of(borrow);
    for (out, &t) in out.iter_mut().zip(t) {
        *out = (t & keep) | (*out & !keep);
    }
}

/// t = t + u·m for the u that makes the lower half zero. Returns the carry out of the upper half.
fn clear_low_half<L: Limb>(t: &mut [L], m: &PortableModulus<L>) -> L {
    let n = m.m.len();
    let mut top = L::default();

    // adds (u_0 + u_1·2^BITS)·m·2^(BITS·i), so limbs i and i + 1 are now zero
    for i in (0..n - 1).step_by(2) {
        let u_0 = L::mul_low(t[i], *m.m0_inv);
        let (_, carry) = L::mac(t[i], m.m[0], u_0, L::default());
        let (t_1, first) = L::mac(t[i + 1], m.m[1], u_0, carry);
        let u_1 = L::mul_low(t_1, *m.m0_inv);
        let (_, second) = L::mac(t_1, m.m[0], u_1, L::default());

        let state = TwoRows { previous: m.m[1], carry: [first, second] };
        let (low, high) = mac_two_rows(&mut t[i + 2..i + n], &m.m[2..], [u_0, u_1], state);
        (t[i + n], top) = L::adc(t[i + n], low, top);
        (t[i + n + 1], top) = L::adc(t[i + n + 1], high, top);
    }
    if n % 2 == 1 {
        let u = L::mul_low(t[n - 1], *m.m0_inv);
        let carry = mac_row(&mut t[n - 1..2 * n - 1], &m.m, u);
        (t[2 * n - 1], top) = L::adc(t[2 * n - 1], carry, top);
    }
    top
}

#[cfg(all(test, not(miri)))]
mod proofs;

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn select_takes_every_entry() {
        let table: Vec<u64> = (1..=15).collect();
        for (i, entry) in table.chunks_exact(3).enumerate() {
            let mut out = vec![0; 3];
            Portable::<u64>::default().select(&mut out, &table, &[i]);
            assert_eq!(out, entry, "entry {i}");
        }
    }
}
