//! `ifma`: AVX-512 IFMA on one number, eight digits in radix 2^52 to a vector.
//!
//! `vpmadd52luq` and `vpmadd52huq` add the low and the high 52 bits of eight products of 52-bit digits to eight 64-bit
//! accumulators, two instructions per cycle. What holds a single number back is not they but Montgomery's quotient:
//! digit by digit, out of the vector, times −m⁻¹, and back into all lanes, is about 30 cycles that nothing can fill.
//!
//! **A block of eight quotients without a multiplication.** Let B = 2^416, the weight of one vector. For odd m there is
//! a multiple M = m·n with M ≡ −1 mod B, n < B. With F = (M + 1)/B and Q = T mod B,
//!
//! ```text
//! (T + Q·M)/B = ⌊T/B⌋ + Q·F
//! ```
//!
//! so that the eight quotient digits are the lowest vector itself, once its carries are settled; and F has no more
//! digits than m. Either n or B − n is below B/2. In the second case M ≡ +1, F = (M − 1)/B, and Q = −T mod B: the complement
//! of T's digits, after adding B^(v−1) − 1 to T beforehand. `flip` is that complement; it costs no time.
//!
//! **The last block** uses m itself, Q = −T·m⁻¹ mod B, since M is eight digits too long for a result. Let T = X + Q'·F
//! with Q' the block before: then Q = X·n' + Q'·(n'·F mod B) mod B with n' = −m⁻¹ mod B, where X is known one block
//! ahead, so that this block's chain is no longer than the others'.
//!
//! **Range.** Over all blocks, out ≤ T/R + m/2 + m. In range is below 4m and R ≥ 16m: two elements in range give
//! out < m + 1.5m, and any a < R with b below 2.5m gives out < 4m.
//!
//! **Columns.** Row i of a product is digit a_i in all lanes times b, i digits up. Rows are taken in blocks of eight,
//! and the shift within a block is in the operand: the vector of b's digits from 8j − s up. An element has a zero vector
//! before and after its digits, so such a vector is an unaligned load; one load feeds two multiplications (low products
//! of digit s, high products of digit s − 1), which hides that it crosses cache lines. The modulus' two multiples have
//! all their shifts in aligned tables. Six columns at a time stay in registers (`tile`).
//!
//! **Order.** The core looks about a hundred vector instructions ahead. The lowest column of a block comes first, then
//! its carries, and the other columns and the next rows of a·b fill the wait. Compilers order by register pressure and
//! undo that, so each multiplication is an `asm!` statement: those stay in the order in which they are written.
//!
//! **Accumulators.** A column gains 16 products below 2^52 from each block of rows and each quotient, 32 in all, twice
//! that at most in 64 blocks: 2^63. Every 64 blocks `relieve` passes the carries on; smaller numbers never need it.
#![allow(
    unsafe_op_in_unsafe_fn,
    reason = "one contract for the file: a value of Ifma proves the instructions, and mont_mul and mont_sqr have checked \
              that every element, table and scratch holds the words that `IfmaModulus::vectors` implies"
)]
#![allow(clippy::absurd_extreme_comparisons, reason = "conditions on the constants of unrolled loops")]
#![allow(clippy::wildcard_imports, reason = "the intrinsics")]

use crate::buffer::Buffer;
use crate::kernel::Kernel;
use crate::{limb, radix};
use alloc::vec;
use alloc::vec::Vec;
use core::arch::asm;
use core::arch::x86_64::*;
use zeroize::Zeroizing;

pub(super) const RADIX: u32 = 52;
pub(super) const MASK: u64 = (1 << RADIX) - 1;
/// Digits in a vector, and so in a block.
const BLOCK: usize = 8;
/// B = 2^BLOCK_BITS
const BLOCK_BITS: usize = RADIX as usize * BLOCK;
/// Limbs that hold a number below B.
const BLOCK_LIMBS: usize = BLOCK_BITS.div_ceil(64);
/// Zero words before and after an element's digits.
const PAD: usize = BLOCK;
/// Blocks of rows and quotients that an accumulator takes before its carries must be passed on.
const RELIEF: usize = 64;

type Vector = __m512i;

/// The kernel; a value is proof that the CPU has AVX-512 IFMA.
#[derive(Clone, Copy, Debug)]
pub struct Ifma(());

/// What the kernel keeps of a modulus.
#[derive(Clone)]
pub struct IfmaModulus {
    /// Vectors in an element, without its padding.
    vectors: usize,
    /// m in all shifts.
    m: Buffer<u64>,
    /// F in all shifts.
    friendly: Buffer<u64>,
    /// n' = −m⁻¹ mod B in all shifts.
    inverse: Buffer<u64>,
    /// n'·F mod B in all shifts.
    friendly_inverse: Buffer<u64>,
    /// The lowest digits of F and of m, last first, for lane 7's low and high products with a quotient: four vectors.
    lane7: Buffer<u64>,
    /// All ones where M ≡ +1 mod B, else zero.
    flip: u64,
}

impl Ifma {
    /// The kernel, if this CPU can run it.
    #[must_use]
    pub fn detect() -> Option<Self> {
        #[cfg(feature = "std")]
        let found = std::is_x86_feature_detected!("avx512f")
            && std::is_x86_feature_detected!("avx512ifma")
            && std::is_x86_feature_detected!("avx512dq")
            && std::is_x86_feature_detected!("avx512bw");
        #[cfg(not(feature = "std"))]
        let found = cfg!(all(
            target_feature = "avx512f",
            target_feature = "avx512ifma",
            target_feature = "avx512dq",
            target_feature = "avx512bw"
        ));
        found.then_some(Self(()))
    }
}

impl Kernel for Ifma {
    type Word = u64;
    type Modulus = IfmaModulus;

    const RADIX: u32 = RADIX;
    const LANES: usize = 1;
    const HEADROOM: u32 = 4;

    fn digits(bits: usize) -> usize {
        (bits + Self::HEADROOM as usize).div_ceil(BLOCK_BITS) * BLOCK
    }

    fn words(digits: usize) -> usize {
        digits + 2 * PAD
    }

    fn scratch_words(digits: usize) -> usize {
        Scratch::words(digits / BLOCK)
    }

    fn modulus(self, moduli: &[&[u64]], digits: usize) -> IfmaModulus {
        IfmaModulus::new(moduli[0], digits)
    }

    fn mont_mul(self, out: &mut [u64], a: &[u64], b: &[u64], m: &IfmaModulus, scratch: &mut [u64]) {
        m.check(out, a, scratch);
        m.check(out, b, scratch);
        let (out, a, b) = (out[PAD..].as_mut_ptr(), a[PAD..].as_ptr(), b[PAD..].as_ptr());
        // SAFETY: self proves the instructions; the lengths have been checked.
        unsafe { mul(out, a, b, m, Scratch::new(scratch, m.vectors)) }
    }

    fn mont_sqr(self, out: &mut [u64], a: &[u64], m: &IfmaModulus, scratch: &mut [u64]) {
        m.check(out, a, scratch);
        let (out, a) = (out[PAD..].as_mut_ptr(), a[PAD..].as_ptr());
        // SAFETY: self proves the instructions; the lengths have been checked.
        unsafe { sqr(out, a, m, Scratch::new(scratch, m.vectors)) }
    }

    fn select(self, out: &mut [u64], table: &[u64], index: &[usize]) {
        assert!(table.len().is_multiple_of(out.len()) && out.len().is_multiple_of(BLOCK));
        // SAFETY: self proves the instructions; table holds whole elements of out's length, made of whole vectors.
        unsafe { select(out, table, index[0]) }
    }

    fn split(out: &mut [u64], limbs: &[u64], _lane: usize) {
        out.fill(0);
        let digits = out.len() - 2 * PAD;
        radix::split(limbs, RADIX, digits, |i, digit| out[PAD + i] = digit);
    }

    fn join(limbs: &mut [u64], a: &[u64], _lane: usize) {
        radix::join(limbs, RADIX, a.len() - 2 * PAD, |i| a[PAD + i]);
    }
}

impl IfmaModulus {
    fn new(m: &[u64], digits: usize) -> Self {
        // inverse = m⁻¹ mod B, each Newton step x ← x − (mx − 1)x doubling the right bits; negated = B − inverse
        let mut inverse = Zeroizing::new(vec![0; BLOCK_LIMBS]);
        let mut product = Zeroizing::new(vec![0; BLOCK_LIMBS]);
        let mut error = inverse.clone();
        inverse[0] = limb::inverse_limb(m[0]);
        for _ in 0..3 {
            limb::mul_low(&mut product, &m[..m.len().min(BLOCK_LIMBS)], &inverse);
            product[0] -= 1;
            limb::mul_low(&mut error, &product, &inverse);
            limb::sub_if(&mut inverse, &error, 1);
        }
        limb::clear_above(&mut inverse, BLOCK_BITS);
        let mut negated = inverse.clone();
        negate(&mut negated);
        limb::clear_above(&mut negated, BLOCK_BITS);

        // n: the one below B/2
        let flip = limb::mask(1 ^ (inverse[BLOCK_LIMBS - 1] >> ((BLOCK_BITS - 1) % 64)));
        let n: Zeroizing<Vec<u64>> =
            Zeroizing::new(inverse.iter().zip(&*negated).map(|(a, b)| (a & flip) | (b & !flip)).collect());

        // F = ⌈m·n/B⌉ where m·n ≡ −1, ⌊m·n/B⌋ where m·n ≡ 1
        let mut multiple = Zeroizing::new(vec![0; m.len() + BLOCK_LIMBS]);
        limb::mul(&mut multiple, m, &n);
        let mut one = vec![0; multiple.len()];
        one[0] = 1;
        limb::add_if(&mut multiple, &one, !flip & 1);
        let friendly = Zeroizing::new(limb::shift_right(&multiple, BLOCK_BITS));
        let mut friendly_inverse = Zeroizing::new(vec![0; BLOCK_LIMBS]);
        limb::mul_low(&mut friendly_inverse, &friendly[..friendly.len().min(BLOCK_LIMBS)], &negated);

        let mut lane7 = Buffer::new(4 * BLOCK);
        for (i, low) in [&friendly[..], m].into_iter().enumerate() {
            for lane in 0..BLOCK {
                let digit = |i: usize| limb::bits_at(low, RADIX as usize * i, RADIX);
                lane7[2 * i * BLOCK + lane] = digit(7 - lane);
                lane7[(2 * i + 1) * BLOCK + lane] = if lane < 7 { digit(6 - lane) } else { 0 };
            }
        }
        Self {
            vectors: digits / BLOCK,
            m: all_shifts(m, digits),
            friendly: all_shifts(&friendly, digits),
            inverse: all_shifts(&negated, BLOCK),
            friendly_inverse: all_shifts(&friendly_inverse, BLOCK),
            lane7,
            flip,
        }
    }

    fn check(&self, out: &[u64], a: &[u64], scratch: &[u64]) {
        let words = Ifma::words(BLOCK * self.vectors);
        assert!(out.len() >= words && a.len() >= words && scratch.len() >= Scratch::words(self.vectors));
        debug_assert!(a[..words].iter().all(|&digit| digit <= MASK));
        debug_assert!(a[..PAD].iter().chain(&a[words - PAD..words]).all(|&digit| digit == 0));
    }
}

/// a = −a mod 2^(64·len)
fn negate(a: &mut [u64]) {
    let mut borrow = 0;
    for a in a {
        (*a, borrow) = limb::sbb(0, *a, borrow);
    }
}

/// The vectors of digits of `limbs` from −8, −7, … up to `digits`, one after the other. Digit 0 stands BLOCK vectors in.
fn all_shifts(limbs: &[u64], digits: usize) -> Buffer<u64> {
    let mut padded = Zeroizing::new(vec![0; digits + 2 * BLOCK]);
    radix::split(limbs, RADIX, digits, |i, digit| padded[BLOCK + i] = digit);
    let mut out = Buffer::new((digits + BLOCK + 1) * BLOCK);
    for (i, vector) in out.chunks_exact_mut(BLOCK).enumerate() {
        vector.copy_from_slice(&padded[i..i + BLOCK]);
    }
    out
}

/// Where a product works: two quotients, 2·vectors + 1 columns of the sum, and as many of a square's products.
#[derive(Clone, Copy)]
pub(super) struct Scratch {
    quotients: *mut u64,
    t: *mut u64,
    off_diagonal: *mut u64,
}

impl Scratch {
    fn words(vectors: usize) -> usize {
        (2 + 2 * (2 * vectors + 1)) * BLOCK
    }

    fn new(scratch: &mut [u64], vectors: usize) -> Self {
        let (quotients, columns) = scratch.split_at_mut(2 * BLOCK);
        let (t, off_diagonal) = columns.split_at_mut((2 * vectors + 1) * BLOCK);
        Self { quotients: quotients.as_mut_ptr(), t: t.as_mut_ptr(), off_diagonal: off_diagonal.as_mut_ptr() }
    }
}

/// Repeats a block for constant values of an index: a loop that is unrolled for certain.
macro_rules! each {
    ($i:ident in $($value:literal)* $body:block) => { $( { const $i: usize = $value; $body } )* };
}

pub(super) use each;

/// Functions for a CPU with AVX-512 IFMA.
macro_rules! avx512 {
    ($($(#[$doc:meta])* fn $name:ident ($($args:tt)*) $(-> $result:ty)? $body:block)*) => { $(
        $(#[$doc])*
        #[inline]
        #[target_feature(enable = "avx512f,avx512ifma,avx512dq,avx512bw")]
        pub(super) unsafe fn $name($($args)*) $(-> $result)? $body
    )* };
}

avx512! {
    fn load(p: *const u64) -> Vector {
        _mm512_loadu_si512(p.cast())
    }

    fn store(p: *mut u64, x: Vector) {
        _mm512_storeu_si512(p.cast(), x);
    }

    fn splat(x: u64) -> Vector {
        _mm512_set1_epi64(x as i64)
    }

    fn splat_from(p: *const u64) -> Vector {
        splat(*p)
    }

    fn add(a: Vector, b: Vector) -> Vector {
        _mm512_add_epi64(a, b)
    }

    /// acc + the low 52 bits of a·b; stays where it is written
    fn mul_low(mut acc: Vector, a: Vector, b: Vector) -> Vector {
        asm!("vpmadd52luq {acc}, {a}, {b}", acc = inout(zmm_reg) acc, a = in(zmm_reg) a, b = in(zmm_reg) b,
            options(nomem, nostack, preserves_flags));
        acc
    }

    /// acc + a·b ≫ 52; stays where it is written
    fn mul_high(mut acc: Vector, a: Vector, b: Vector) -> Vector {
        asm!("vpmadd52huq {acc}, {a}, {b}", acc = inout(zmm_reg) acc, a = in(zmm_reg) a, b = in(zmm_reg) b,
            options(nomem, nostack, preserves_flags));
        acc
    }

    /// `mul_low` in the lanes of `lanes`
    fn mul_low_in(lanes: u8, mut acc: Vector, a: Vector, b: Vector) -> Vector {
        asm!("vpmadd52luq {acc} {{{lanes}}}, {a}, {b}", acc = inout(zmm_reg) acc, a = in(zmm_reg) a, b = in(zmm_reg) b,
            lanes = in(kreg) lanes, options(nomem, nostack, preserves_flags));
        acc
    }

    /// `mul_high` in the lanes of `lanes`
    fn mul_high_in(lanes: u8, mut acc: Vector, a: Vector, b: Vector) -> Vector {
        asm!("vpmadd52huq {acc} {{{lanes}}}, {a}, {b}", acc = inout(zmm_reg) acc, a = in(zmm_reg) a, b = in(zmm_reg) b,
            lanes = in(kreg) lanes, options(nomem, nostack, preserves_flags));
        acc
    }

    fn zero() -> Vector {
        _mm512_setzero_si512()
    }

    /// lane i of x in all lanes
    fn lane(i: u64, x: Vector) -> Vector {
        _mm512_permutexvar_epi64(splat(i), x)
    }

    fn lanes(x: Vector) -> [Vector; 8] {
        [lane(0, x), lane(1, x), lane(2, x), lane(3, x), lane(4, x), lane(5, x), lane(6, x), lane(7, x)]
    }

    /// the eight digits at p, each in all lanes
    fn digits(p: *const u64) -> [Vector; 8] {
        core::array::from_fn(|i| splat_from(p.add(i)))
    }

    /// the sum of x's lanes, in all lanes
    fn sum(x: Vector) -> Vector {
        let x = add(x, _mm512_shuffle_i64x2::<0b01_00_11_10>(x, x));
        let x = add(x, _mm512_shuffle_i64x2::<0b10_11_00_01>(x, x));
        add(x, _mm512_shuffle_epi32::<0b01_00_11_10>(x))
    }

    /// x's bits from 52 up, each one lane higher; lane 0 takes lane 7 of `below`, which has been shifted already
    fn carries(x: Vector, below: Vector) -> (Vector, Vector) {
        let carry = _mm512_srli_epi64::<RADIX>(x);
        (_mm512_alignr_epi64::<7>(carry, below), carry)
    }

    /// Digits of x mod B (bits from 52 up are rubbish), complemented under `flip`, and ⌊x/B⌋ in lane 0.
    /// `step` is 1 or, under `flip`, −1.
    fn settle(x: Vector, flip: Vector, step: Vector) -> (Vector, Vector) {
        let mask = splat(MASK);
        let (carry_in, carry) = carries(x, zero());
        let digits = add(_mm512_and_si512(x, mask), carry_in);
        let mut q = _mm512_xor_si512(digits, flip);
        let mut out = _mm512_maskz_alignr_epi64::<7>(1, carry, carry);

        // A digit now generates a carry of 1 (above MASK) or propagates one (equal to it). In the sum of the
        // propagating bits and the generating ones one higher, carries run through the former: as a carry chain does.
        asm!(
            "vpcmpuq {g}, {digits}, {mask}, 6",
            "vpcmpuq {p}, {digits}, {mask}, 0",
            "kaddw {g}, {g}, {g}",
            "kaddw {g}, {g}, {p}",
            "kxorw {p}, {p}, {g}",
            "vpaddq {q} {{{p}}}, {q}, {step}",
            "kshiftrw {g}, {g}, 8",
            "vpaddq {out} {{{g}}}, {out}, {one}",
            digits = in(zmm_reg) digits, mask = in(zmm_reg) mask, step = in(zmm_reg) step, one = in(zmm_reg) splat(1),
            q = inout(zmm_reg) q, out = inout(zmm_reg) out, g = out(kreg) _, p = out(kreg) _,
            options(nomem, nostack, preserves_flags)
        );
        (q, out)
    }

    /// The same for digits of which carries of more than 1 have been passed on, with a carry of 0 or 1 in and out.
    fn ripple(mut digits: Vector, mut carry: u16) -> (Vector, u16) {
        asm!(
            "vpcmpuq {g}, {digits}, {mask}, 6",
            "vpcmpuq {p}, {digits}, {mask}, 0",
            "kaddw {g}, {g}, {g}",
            "kaddw {g}, {g}, {p}",
            "kaddw {g}, {g}, {carry}",
            "kshiftrw {carry}, {g}, 8",
            "kxorw {p}, {p}, {g}",
            "vpaddq {digits} {{{p}}}, {digits}, {one}",
            digits = inout(zmm_reg) digits, mask = in(zmm_reg) splat(MASK), one = in(zmm_reg) splat(1),
            carry = inout(kreg) carry, g = out(kreg) _, p = out(kreg) _,
            options(pure, nomem, nostack, preserves_flags)
        );
        (_mm512_and_si512(digits, splat(MASK)), carry)
    }

    /// the squares of digits 8k to 8k + 7, as columns 2k and 2k + 1
    fn squares(a: *const u64, k: usize) -> (Vector, Vector) {
        let x = load(a.add(BLOCK * k));
        let (low, high) = (mul_low(zero(), x, x), mul_high(zero(), x, x));
        let first = _mm512_set_epi64(11, 3, 10, 2, 9, 1, 8, 0);
        let second = _mm512_set_epi64(15, 7, 14, 6, 13, 5, 12, 4);
        (_mm512_permutex2var_epi64(low, first, high), _mm512_permutex2var_epi64(low, second, high))
    }

    /// `acc` or `entry` where `hit` is all ones
    fn merge(acc: Vector, hit: Vector, entry: Vector) -> Vector {
        _mm512_ternarylogic_epi64::<0b1111_1000>(acc, hit, entry)
    }

    /// all ones if i = index < 2^63, else zero
    fn hit(i: u64, index: Vector) -> Vector {
        let differ = _mm512_xor_si512(splat(i), index);
        _mm512_srai_epi64::<63>(_mm512_sub_epi64(differ, splat(1)))
    }
}

/// Columns of a tile: with two accumulators each they leave registers for the operands.
const TILE: usize = 6;

/// Runs `$body` with `$width`, a constant ≤ TILE, and `$j` for the tiles that make up columns `$from` to `$to`.
macro_rules! each_tile {
    ($from:expr, $to:expr, |$j:ident, $width:ident| $body:expr) => {{
        let mut $j = $from;
        while $j < $to {
            // never one column alone if it can be helped: it would wait for itself
            match $to - $j {
                5 | 10.. => {
                    const $width: usize = 5;
                    $body;
                    $j += 5;
                }
                6 | 9 => {
                    const $width: usize = 6;
                    $body;
                    $j += 6;
                }
                4 | 7 | 8 => {
                    const $width: usize = 4;
                    $body;
                    $j += 4;
                }
                3 => {
                    const $width: usize = 3;
                    $body;
                    $j += 3;
                }
                2 => {
                    const $width: usize = 2;
                    $body;
                    $j += 2;
                }
                _ => {
                    const $width: usize = 1;
                    $body;
                    $j += 1;
                }
            }
        }
    }};
}

#[inline(always)]
unsafe fn load_tile<const WIDTH: usize>(p: *const u64) -> [Vector; TILE] {
    let mut x = [zero(); TILE];
    each!(J in 0 1 2 3 4 5 { if J < WIDTH { x[J] = load(p.add(BLOCK * J)); } });
    x
}

#[inline(always)]
unsafe fn store_tile<const WIDTH: usize>(p: *mut u64, x: [Vector; TILE]) {
    each!(J in 0 1 2 3 4 5 { if J < WIDTH { store(p.add(BLOCK * J), x[J]); } });
}

/// column j of `acc` += the 16 products in column j of (the digits q)·b, for j < WIDTH.
/// b is at column 0, its digits STEP words apart: 1 in an element, 8 in a table of all shifts.
#[inline(always)]
unsafe fn tile<const WIDTH: usize, const STEP: usize>(
    acc: [Vector; TILE],
    q: &[Vector; 8],
    b: *const u64,
) -> [Vector; TILE] {
    let (mut low, mut high) = (acc, [zero(); TILE]);
    each!(S in 0 1 2 3 4 5 6 7 8 {
        each!(J in 0 1 2 3 4 5 { if J < WIDTH {
            let x = load(b.add(BLOCK * STEP * J).sub(STEP * S));
            if S < 8 { low[J] = mul_low(low[J], q[S % 8], x); }
            if S > 0 { high[J] = mul_high(high[J], q[(S + 7) % 8], x); }
        }});
    });
    each!(J in 0 1 2 3 4 5 { if J < WIDTH { low[J] = add(low[J], high[J]); } });
    low
}

/// columns `from` to `to` of `t` += (8 digits at q)·b
#[inline(always)]
unsafe fn tiles<const STEP: usize>(t: *mut u64, q: *const u64, b: *const u64, from: usize, to: usize) {
    each_tile!(from, to, |j, WIDTH| {
        let t = t.add(BLOCK * j);
        store_tile::<WIDTH>(t, tile::<WIDTH, STEP>(load_tile::<WIDTH>(t), &digits(q), b.add(BLOCK * STEP * j)));
    });
}

/// acc + one column of q·b, in four chains, because others wait for it. b is at that column; `FIRST` if it is column 0,
/// which has no high products of digit 7.
#[inline(always)]
unsafe fn column<const FIRST: bool, const STEP: usize>(acc: Vector, q: &[Vector; 8], b: *const u64) -> Vector {
    let (mut low, mut high) = ([zero(); 2], [zero(); 2]);
    each!(S in 0 1 2 3 4 5 6 7 8 { if S < 8 || !FIRST {
        let x = load(b.sub(STEP * S));
        if S < 8 { low[S % 2] = mul_low(low[S % 2], q[S % 8], x); }
        if S > 0 { high[S % 2] = mul_high(high[S % 2], q[(S + 7) % 8], x); }
    }});
    add(add(add(low[0], low[1]), add(high[0], high[1])), acc)
}

/// `acc` + the products a_i·a_j, 8k ≤ i < 8k + 8, i < j, in the columns 2k + FROM to 2k + WIDTH; a is at digit 8k
#[inline(always)]
unsafe fn square_tile<const FROM: usize, const WIDTH: usize>(acc: [Vector; TILE], a: *const u64) -> [Vector; TILE] {
    let (mut low, mut high) = (acc, [zero(); TILE]);
    let q = digits(a);
    each!(S in 0 1 2 3 4 5 6 7 8 {
        each!(J in 0 1 2 3 4 5 { if J >= FROM && J < WIDTH && S < 4 * (J + 1) + J / 2 {
            // lane l holds digit 8(k + J) − S + l: above 8k + S in lanes l > 2S − 8J, and above 8k + S − 1 from 2S − 8J on
            let x = load(a.add(BLOCK * J).sub(S));
            if S >= 4 * J && J < 2 {
                low[J] = mul_low_in((0xff << (2 * S + 1) >> (8 * J)) as u8, low[J], q[S % 8], x);
            } else if S < 8 {
                low[J] = mul_low(low[J], q[S % 8], x);
            }
            if S > 4 * J && J < 2 {
                high[J] = mul_high_in((0xff << (2 * S) >> (8 * J)) as u8, high[J], q[(S + 7) % 8], x);
            } else if S > 0 {
                high[J] = mul_high(high[J], q[(S + 7) % 8], x);
            }
        }});
    });
    each!(J in 0 1 2 3 4 5 { if J >= FROM && J < WIDTH { low[J] = add(low[J], high[J]); } });
    low
}

/// `t` += the products a_i·a_j, 8k ≤ i < 8k + 8, i < j, for a of v vectors, but for column 2k + j with j < FROM
#[inline(always)]
unsafe fn square_rows<const FROM: usize>(t: *mut u64, a: *const u64, k: usize, v: usize) {
    let (row, diagonal) = (a.add(BLOCK * k), t.add(2 * BLOCK * k));
    match v - k {
        1 => store_tile::<2>(diagonal, square_tile::<FROM, 2>(load_tile::<2>(diagonal), row)),
        2 => store_tile::<3>(diagonal, square_tile::<FROM, 3>(load_tile::<3>(diagonal), row)),
        3 => store_tile::<4>(diagonal, square_tile::<FROM, 4>(load_tile::<4>(diagonal), row)),
        4 => store_tile::<5>(diagonal, square_tile::<FROM, 5>(load_tile::<5>(diagonal), row)),
        5 => store_tile::<6>(diagonal, square_tile::<FROM, 6>(load_tile::<6>(diagonal), row)),
        _ => {
            store_tile::<4>(diagonal, square_tile::<FROM, 4>(load_tile::<4>(diagonal), row));
            tiles::<1>(t.add(BLOCK * k), row, a, k + 4, v + 1);
        }
    }
    if k % RELIEF == RELIEF - 1 {
        relieve(t, 2 * k + 2, 2 * v + 1);
    }
}

/// Passes the carries of columns `from` to `to` on, which leaves digits below 2^52 + 2^12.
#[inline(never)]
unsafe fn relieve(t: *mut u64, from: usize, to: usize) {
    let mut below = zero();
    for column in from..to {
        let t = t.add(BLOCK * column);
        let x = load(t);
        let (carry_in, carry) = carries(x, below);
        store(t, add(_mm512_and_si512(x, splat(MASK)), carry_in));
        below = carry;
    }
}

/// What is known of the last block before the quotient of the block before it.
struct Last<'m> {
    m: &'m IfmaModulus,
    /// Lane 7 of the block's column, in all lanes.
    top: Vector,
    /// The column times n'; only the digits below B count.
    q: Vector,
}

impl<'m> Last<'m> {
    /// `x`: the block's column, all of it but for the quotient before.
    #[inline(always)]
    unsafe fn new(x: Vector, m: &'m IfmaModulus) -> Self {
        let (known, _) = settle(x, zero(), splat(1));
        let q = column::<true, 8>(zero(), &lanes(known), m.inverse.as_ptr().add(BLOCK * BLOCK));
        Self { m, top: lane(7, x), q }
    }

    /// The last quotient, and the carry that its block leaves to the next column, in all lanes.
    /// `before`: the quotient before, and the carry that its block leaves.
    #[inline(always)]
    unsafe fn quotient(&self, before: Option<(Vector, Vector)>) -> (Vector, Vector) {
        let inverse = self.m.inverse.as_ptr().add(BLOCK * BLOCK);
        let friendly_inverse = self.m.friendly_inverse.as_ptr().add(BLOCK * BLOCK);
        let lane7 = |i: usize| self.m.lane7.as_ptr().wrapping_add(BLOCK * i);

        // q = (x + carry)·n' + before·(n'·F) mod B
        let (mut q, mut low, mut high) = (self.q, zero(), zero());
        if let Some((before, carry)) = before {
            q = column::<true, 8>(q, &lanes(before), friendly_inverse);
            let carry = _mm512_broadcastq_epi64(_mm512_castsi512_si128(carry));
            q = mul_high(mul_low(q, carry, load(inverse)), carry, load(inverse.sub(BLOCK)));
            (low, high) = (mul_low(low, before, load(lane7(0))), mul_high(high, before, load(lane7(1))));
        }
        let (q, _) = settle(q, zero(), splat(1));

        // The column, with all products, is now a multiple of B, so its lowest seven lanes only round lane 7 up.
        (low, high) = (mul_low(low, q, load(lane7(2))), mul_high(high, q, load(lane7(3))));
        (q, _mm512_srli_epi64::<RADIX>(add(add(self.top, splat(MASK)), sum(add(low, high)))))
    }
}

/// Adds the last quotient's products to columns v to 2v of `t` (and twice `off_diagonal` if SQUARE), settles them, and
/// writes them as `out`.
#[inline(always)]
unsafe fn finish<const SQUARE: bool>(
    out: *mut u64,
    s: Scratch,
    q: &[Vector; 8],
    carry: Vector,
    m: &IfmaModulus,
    v: usize,
) {
    let (mut below, mut ripples) = (carry, 0);
    each_tile!(0, v, |j, WIDTH| {
        let mut x = load_tile::<WIDTH>(s.t.add(BLOCK * (v + j)));
        if SQUARE {
            let twice = load_tile::<WIDTH>(s.off_diagonal.add(BLOCK * (v + j)));
            each!(J in 0 1 2 3 4 5 { if J < WIDTH { x[J] = add(x[J], add(twice[J], twice[J])); } });
        }
        let m = m.m.as_ptr().add(BLOCK * BLOCK * (j + 2));
        if WIDTH > 3 {
            x = tile::<WIDTH, 8>(x, q, m);
        } else {
            // too few columns to fill the wait for their own accumulators
            each!(J in 0 1 2 { if J < WIDTH { x[J] = column::<false, 8>(x[J], q, m.add(BLOCK * BLOCK * J)); } });
        }
        each!(J in 0 1 2 3 4 5 { if J < WIDTH {
            let (carry_in, carry) = carries(x[J], below);
            below = carry;
            let digits = add(_mm512_and_si512(x[J], splat(MASK)), carry_in);
            let settled;
            (settled, ripples) = ripple(digits, ripples);
            store(out.add(BLOCK * (j + J)), settled);
        }});
    });
    store(out.sub(BLOCK), zero());
    store(out.add(BLOCK * v), zero());
}

/// The sum of a product, block by block: what mul and sqr have in common.
#[derive(Clone, Copy)]
struct Reduction {
    flip: Vector,
    step: Vector,
    /// What the columns of the friendly blocks start from: B^(v−1) − 1 under `flip`, else zero.
    start: Vector,
    /// F, at digit 0.
    friendly: *const u64,
    /// The latest quotient and the carry of its block.
    q: Vector,
    carry: Vector,
}

impl Reduction {
    #[inline(always)]
    unsafe fn new(m: &IfmaModulus) -> Self {
        let flip = splat(m.flip);
        Self {
            flip,
            step: _mm512_or_si512(flip, splat(1)),
            start: _mm512_and_si512(flip, splat(MASK)),
            friendly: m.friendly.as_ptr().add(BLOCK * BLOCK),
            q: zero(),
            carry: zero(),
        }
    }

    /// Takes the quotient of block 0 from its column.
    #[inline(always)]
    unsafe fn first(&mut self, s: Scratch, x: Vector) {
        (self.q, self.carry) = settle(add(x, self.start), self.flip, self.step);
        store(s.quotient(0), self.q);
    }

    /// Takes block i's quotient from its column, `x` without the products of the quotient before.
    #[inline(always)]
    unsafe fn next(&mut self, s: Scratch, i: usize, x: Vector) {
        let x = column::<true, 8>(add(x, self.carry), &lanes(self.q), self.friendly);
        (self.q, self.carry) = settle(x, self.flip, self.step);
        store(s.quotient(i), self.q);
    }

    /// Adds the products of block i's quotient, in columns `from` to `to` of them.
    #[inline(always)]
    unsafe fn apply(&self, s: Scratch, i: usize, from: usize, to: usize) {
        tiles::<8>(s.column(i + 1), s.quotient(i), self.friendly, from, to);
    }

    /// acc + column 1 of them, which belongs to block i + 2
    #[inline(always)]
    unsafe fn column(&self, acc: Vector, s: Scratch, i: usize) -> Vector {
        column::<false, 8>(acc, &digits(s.quotient(i)), self.friendly.add(BLOCK * BLOCK))
    }
}

impl Scratch {
    /// Block i's quotient; the next but one takes its place.
    #[inline(always)]
    unsafe fn quotient(self, i: usize) -> *mut u64 {
        self.quotients.add(BLOCK * (i % 2))
    }

    /// Column i of the sum.
    #[inline(always)]
    unsafe fn column(self, i: usize) -> *mut u64 {
        self.t.add(BLOCK * i)
    }

    /// Column i of the sum and of a square's products.
    #[inline(always)]
    unsafe fn square_column(self, i: usize) -> Vector {
        let once = load(self.off_diagonal.add(BLOCK * i));
        add(load(self.column(i)), add(once, once))
    }
}

avx512! {
    fn mul(out: *mut u64, a: *const u64, b: *const u64, m: &IfmaModulus, s: Scratch) {
        match m.vectors {
            2 => mul_of::<2>(out, a, b, m, s),
            3 => mul_of::<3>(out, a, b, m, s),
            4 => mul_of::<4>(out, a, b, m, s),
            5 => mul_of::<5>(out, a, b, m, s),
            _ => mul_of::<0>(out, a, b, m, s),
        }
    }

    fn sqr(out: *mut u64, a: *const u64, m: &IfmaModulus, s: Scratch) {
        match m.vectors {
            2 => sqr_of::<2>(out, a, m, s),
            3 => sqr_of::<3>(out, a, m, s),
            4 => sqr_of::<4>(out, a, m, s),
            5 => sqr_of::<5>(out, a, m, s),
            _ => sqr_of::<0>(out, a, m, s),
        }
    }

    fn select(out: &mut [u64], table: &[u64], index: usize) {
        let wanted = splat(core::hint::black_box(index) as u64);
        let (words, v) = (out.len(), out.len() / BLOCK);
        each_tile!(0, v, |j, WIDTH| {
            let mut acc = [zero(); TILE];
            for (i, entry) in table.chunks_exact(words).enumerate() {
                let hit = hit(i as u64, wanted);
                let entry = load_tile::<WIDTH>(entry.as_ptr().add(BLOCK * j));
                each!(J in 0 1 2 3 4 5 { if J < WIDTH { acc[J] = merge(acc[J], hit, entry[J]); } });
            }
            store_tile::<WIDTH>(out.as_mut_ptr().add(BLOCK * j), acc);
        });
    }
}

/// Runs `$block` for i from 1 to v − 3; unrolled if V > 0.
macro_rules! each_block {
    ($v:ident, |$i:ident| $block:expr) => {
        if V == 0 {
            for $i in 1..$v.max(2) - 2 {
                $block;
            }
        } else {
            each!(I in 1 2 3 4 5 6 7 8 { if I + 2 < V { let $i = I; $block; } });
        }
    };
}

/// out = a·b·R⁻¹ mod m, for numbers of V vectors; V = 0 takes any length.
#[inline(always)]
unsafe fn mul_of<const V: usize>(out: *mut u64, a: *const u64, b: *const u64, m: &IfmaModulus, s: Scratch) {
    let v = if V == 0 { m.vectors } else { V };
    let mut reduction = Reduction::new(m);
    let x = column::<true, 1>(zero(), &digits(a), b);
    for i in 1..=2 * v {
        store(s.column(i), if i < v - 1 { reduction.start } else { zero() });
    }
    if v == 1 {
        tiles::<1>(s.column(0), a, b, 1, 2);
        let (q, carry) = Last::new(x, m).quotient(None);
        return finish::<false>(out, s, &lanes(q), carry, m, v);
    }

    // the lowest column of a block first, then the other columns of the row and of the quotient before
    reduction.first(s, x);
    if v > 2 {
        tiles::<1>(s.column(0), a, b, 1, v + 1);
    }
    each_block!(v, |i| {
        let row = a.add(BLOCK * i);
        let x = column::<true, 1>(load(s.column(i)), &digits(row), b);
        reduction.next(s, i, x);
        tiles::<1>(s.column(i), row, b, 1, v + 1);
        reduction.apply(s, i - 1, 1, v + 1);
        if i % RELIEF == RELIEF - 1 {
            relieve(s.t, i + 1, 2 * v + 1);
        }
    });

    // the last two blocks: first all that their quotients wait for
    let (i, last) = (v - 2, v - 1);
    let (row, last_row) = (a.add(BLOCK * i), a.add(BLOCK * last));
    if v > 2 {
        let x = column::<true, 1>(load(s.column(i)), &digits(row), b);
        reduction.next(s, i, x);
    }
    let mut x = column::<true, 1>(load(s.column(last)), &digits(last_row), b);
    x = column::<false, 1>(x, &digits(row), b.add(BLOCK));
    if v > 2 {
        x = reduction.column(x, s, i - 1);
    }
    let known = Last::new(x, m);
    tiles::<1>(s.column(i), row, b, 2, v + 1);
    if v > 2 {
        reduction.apply(s, i - 1, 2, v + 1);
    }
    let (q, carry) = known.quotient(Some((reduction.q, reduction.carry)));
    tiles::<1>(s.column(last), last_row, b, 1, v + 1);
    reduction.apply(s, i, 1, v + 1);
    finish::<false>(out, s, &lanes(q), carry, m, v);
}

/// out = a²·R⁻¹ mod m, for numbers of V vectors; V = 0 takes any length.
#[inline(always)]
unsafe fn sqr_of<const V: usize>(out: *mut u64, a: *const u64, m: &IfmaModulus, s: Scratch) {
    let v = if V == 0 { m.vectors } else { V };
    let mut reduction = Reduction::new(m);
    let once = square_tile::<0, 1>([zero(); TILE], a)[0];
    let (even, odd) = squares(a, 0);
    let x = add(add(once, once), even);
    for i in 1..=2 * v {
        store(s.off_diagonal.add(BLOCK * i), zero());
    }
    store(s.column(1), if 1 < v - 1 { add(odd, reduction.start) } else { odd });
    if v == 1 {
        square_rows::<1>(s.off_diagonal, a, 0, v);
        let (q, carry) = Last::new(x, m).quotient(None);
        return finish::<true>(out, s, &lanes(q), carry, m, v);
    }

    // as in mul_of; columns 2k and 2k + 1 are ready after rows 0 to k
    reduction.first(s, x);
    square_rows::<1>(s.off_diagonal, a, 0, v);
    for k in 1..v {
        let (even, odd) = squares(a, k);
        store(s.column(2 * k), if 2 * k < v - 1 { add(even, reduction.start) } else { even });
        store(s.column(2 * k + 1), if 2 * k + 1 < v - 1 { add(odd, reduction.start) } else { odd });
    }
    store(s.column(2 * v), zero());
    each_block!(v, |i| {
        reduction.next(s, i, s.square_column(i));
        if i % 2 == 1 {
            square_rows::<0>(s.off_diagonal, a, i.div_ceil(2), v);
        }
        reduction.apply(s, i - 1, 1, v + 1);
        if i % RELIEF == RELIEF - 1 {
            relieve(s.t, i + 1, 2 * v + 1);
        }
    });

    let (i, last) = (v - 2, v - 1);
    if v > 2 {
        reduction.next(s, i, s.square_column(i));
    }
    let mut x = s.square_column(last);
    if last % 2 == 0 {
        // the first column of rows last/2
        let once = square_tile::<0, 1>([zero(); TILE], a.add(BLOCK * (last / 2)))[0];
        x = add(x, add(once, once));
    }
    if v > 2 {
        x = reduction.column(x, s, i - 1);
    }
    let known = Last::new(x, m);
    if last % 2 == 0 {
        square_rows::<1>(s.off_diagonal, a, last / 2, v);
    }
    if v > 2 {
        reduction.apply(s, i - 1, 2, v + 1);
    }
    let (q, carry) = known.quotient(Some((reduction.q, reduction.carry)));
    for k in v.div_ceil(2)..v {
        square_rows::<0>(s.off_diagonal, a, k, v);
    }
    reduction.apply(s, i, 1, v + 1);
    finish::<true>(out, s, &lanes(q), carry, m, v);
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use num_bigint::BigUint;

    /// Any element in range is below this multiple of m.
    pub(in super::super) const RANGE: u32 = 4;

    pub(in super::super) fn big(limbs: &[u64]) -> BigUint {
        BigUint::from_bytes_le(&limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect::<Vec<_>>())
    }

    pub(in super::super) fn power(bits: usize) -> BigUint {
        BigUint::from(1u32) << bits
    }

    /// A sequence that is the same in every run (SplitMix64).
    pub(in super::super) struct Random(pub(in super::super) u64);

    impl Random {
        fn next(&mut self) -> u64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            x ^ (x >> 31)
        }

        pub(in super::super) fn below(&mut self, bound: &BigUint) -> BigUint {
            let limbs: Vec<u64> = (0..=bound.bits() / 64 + 1).map(|_| self.next()).collect();
            big(&limbs) % bound
        }
    }

    /// Digits at their maximum in the places of `pattern`'s one bits, repeated; zero elsewhere.
    pub(in super::super) fn digit_pattern(bits: usize, pattern: u64) -> BigUint {
        let mut x = BigUint::default();
        for i in (0..bits.div_ceil(52)).filter(|i| pattern >> (i % 64) & 1 == 1) {
            x |= (power(52) - 1u32) << (52 * i);
        }
        x % power(bits)
    }

    pub(in super::super) fn moduli(bits: usize, random: &mut Random) -> Vec<BigUint> {
        let (top, all) = (power(bits - 1), power(bits) - 1u32);
        let low = power(bits.min(BLOCK_BITS)) - 1u32;
        let block_up = (random.below(&top) >> BLOCK_BITS) << BLOCK_BITS;
        let mut found = vec![
            all.clone(),
            top.clone(),
            &all - random.below(&BigUint::from(50u32).min(top.clone())),
            &top + random.below(&BigUint::from(50u32).min(top.clone())),
            digit_pattern(bits, 0x5555_5555_5555_5555) | &top,
            digit_pattern(bits, 0xaaaa_aaaa_aaaa_aaaa) | &top,
            digit_pattern(bits, 0x00ff_00ff_00ff_00ff) | &top,
            &block_up | &top,
            &block_up | &top | &low,
            random.below(&top) | &top,
            random.below(&top) | &top,
        ];
        for m in &mut found {
            *m |= BigUint::from(1u32);
        }
        found
    }

    pub(in super::super) fn values(m: &BigUint, random: &mut Random) -> Vec<BigUint> {
        let range = m * RANGE;
        vec![
            BigUint::default(),
            BigUint::from(1u32),
            m - 1u32,
            m.clone(),
            m * 2u32 - 1u32,
            &range - 1u32,
            digit_pattern(m.bits() as usize + 2, u64::MAX) % &range,
            digit_pattern(m.bits() as usize + 1, 0x5555_5555_5555_5555) % &range,
            power(BLOCK_BITS.min(m.bits() as usize)) - 1u32,
            random.below(&range),
        ]
    }

    struct Bench {
        kernel: Ifma,
        m: BigUint,
        r: BigUint,
        modulus: IfmaModulus,
        digits: usize,
        scratch: Buffer<u64>,
    }

    impl Bench {
        fn new(kernel: Ifma, m: &BigUint) -> Self {
            let digits = Ifma::digits(m.bits() as usize);
            let modulus = kernel.modulus(&[&m.to_u64_digits()], digits);
            let scratch = Buffer::new(Ifma::scratch_words(digits));
            Self { kernel, m: m.clone(), r: power(52 * digits), modulus, digits, scratch }
        }

        fn element(&self, x: &BigUint) -> Buffer<u64> {
            let mut out = Buffer::new(Ifma::words(self.digits));
            Ifma::split(&mut out, &x.to_u64_digits(), 0);
            out
        }

        /// Checks a·b and, for a = b, a², and returns the product.
        fn check(&mut self, a: &BigUint, b: &BigUint) -> BigUint {
            let mut out = self.element(&BigUint::default());
            let (x, y) = (self.element(a), self.element(b));
            self.kernel.mont_mul(&mut out, &x, &y, &self.modulus, &mut self.scratch);
            let product = self.accept(&out, a, b);
            if a == b {
                self.kernel.mont_sqr(&mut out, &x, &self.modulus, &mut self.scratch);
                assert_eq!(self.accept(&out, a, b), product);
            }
            product
        }

        fn accept(&self, out: &[u64], a: &BigUint, b: &BigUint) -> BigUint {
            assert!(out.iter().all(|&digit| digit <= MASK));
            let mut limbs = vec![0; out.len()];
            Ifma::join(&mut limbs, out, 0);
            let x = big(&limbs);
            assert!(x < &self.m * RANGE, "{a}·{b} mod {} leaves the range", self.m);
            assert_eq!(&x * &self.r % &self.m, a * b % &self.m, "{a}·{b} mod {}", self.m);
            x
        }
    }

    fn check_sizes(sizes: impl IntoIterator<Item = usize>) {
        let Some(kernel) = Ifma::detect() else { return };
        let mut random = Random(1);
        for bits in sizes {
            for m in moduli(bits, &mut random) {
                let mut bench = Bench::new(kernel, &m);
                let values = values(&m, &mut random);
                for a in &values {
                    for b in &values {
                        bench.check(a, b);
                    }
                }

                // the widest operands that the range allows: any a < R
                let r = bench.r.clone();
                for b in [&m - 1u32, m.clone(), &m * 2u32 - 1u32] {
                    bench.check(&(&r - 1u32), &b);
                    bench.check(&random.below(&r), &b);
                }
            }
        }
    }

    #[test]
    fn products_of_small_moduli() {
        check_sizes(2..130);
    }

    #[test]
    fn products_on_the_seams() {
        check_sizes((3..48).flat_map(|digits| 52 * digits - 1..=52 * digits + 1));
        check_sizes((1..6).flat_map(|blocks| BLOCK_BITS * blocks - 6..=BLOCK_BITS * blocks + 2));
    }

    #[test]
    fn products_of_common_and_large_moduli() {
        check_sizes([1024, 1536, 2048, 3072, 4096, 6144, 8192]);
    }

    #[test]
    fn accumulators_of_very_large_moduli_do_not_overflow() {
        let Some(kernel) = Ifma::detect() else { return };
        for bits in [26_620, 65_536, 110_000] {
            for m in [power(bits) - 1u32, digit_pattern(bits, 0xffff_0000_ffff_ffff) | power(bits - 1) | power(0)] {
                let mut bench = Bench::new(kernel, &m);
                let largest = &m * RANGE - 1u32;
                let square = bench.check(&largest, &largest);
                bench.check(&square, &largest);
            }
        }
    }

    /// Q = B − 1 and T's digits all ones: carries that run through every lane.
    #[test]
    fn carries_run_through_whole_vectors() {
        let Some(kernel) = Ifma::detect() else { return };
        for bits in [400, 828, 2048] {
            for low in [1u64, 3, u64::MAX] {
                let m = power(bits - 1) + low;
                let mut bench = Bench::new(kernel, &m);
                let r = bench.r.clone();
                for shift in 0..60 {
                    // a·1 = T with runs of ones of every length from every place
                    let a = (power(bits) - (BigUint::from(1u32) << (shift * bits / 60))) % &m;
                    bench.check(&a, &BigUint::from(1u32));
                    bench.check(&(&r - 1u32 - &a), &BigUint::from(1u32));
                    bench.check(&(&r - 1u32), &a);
                }
            }
        }
    }

    #[test]
    fn select_reads_the_wanted_entry() {
        let Some(kernel) = Ifma::detect() else { return };
        for digits in (8..=96).step_by(8) {
            let words = Ifma::words(digits);
            let mut table = Buffer::new(5 * words);
            for (i, word) in table.iter_mut().enumerate() {
                *word = i as u64;
            }
            let mut out = Buffer::new(words);
            for index in 0..5 {
                kernel.select(&mut out, &table, &[index]);
                assert_eq!(out[..], table[index * words..(index + 1) * words]);
            }
        }
    }

    #[test]
    fn joining_restores_what_was_split() {
        let limbs: Vec<u64> = (0..7).map(|i| u64::MAX / (i + 1)).collect();
        let mut element = vec![0; Ifma::words(16)];
        Ifma::split(&mut element, &limbs, 0);
        let mut back = vec![0; 7];
        Ifma::join(&mut back, &element, 0);
        assert_eq!(back, limbs);
    }
}
