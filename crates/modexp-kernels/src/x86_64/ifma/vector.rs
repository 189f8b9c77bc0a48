//! The operations of the IFMA kernels on one vector, or on its eight lanes in N groups, one for each number.

use core::arch::asm;
use core::arch::x86_64::*;

pub(in super::super) const RADIX: u32 = 52;
pub(in super::super) const MASK: u64 = (1 << RADIX) - 1;
/// Words in a vector.
pub(in super::super) const WORDS: usize = 8;

pub(in super::super) type Vector = __m512i;

/// The groups of lanes for N numbers in a vector.
pub(in super::super) struct Groups<const N: usize>;

impl<const N: usize> Groups<N> {
    /// Digits of each number.
    pub(super) const DIGITS: usize = WORDS / N;
    /// The uppermost lane of each group.
    const TOP: u8 = if N == 1 { 0x80 } else { 0x88 };
    /// The lowest lane of each group.
    const BOTTOM: u8 = if N == 1 { 0x01 } else { 0x11 };

    /// Lanes `from` and above of each group.
    pub(in super::super) const fn lanes_from(from: usize) -> u8 {
        let group = (1u32 << Self::DIGITS) - 1;
        let lanes = (group << from) & group;
        (if N == 1 { lanes } else { lanes | lanes << 4 }) as u8
    }
}

/// Repeats a block for constant values of an index: a loop that is always unrolled.
macro_rules! each {
    ($i:ident in $($value:literal)* $body:block) => { $( { const $i: usize = $value; $body } )* };
}

pub(in super::super) use each;

/// Functions for a CPU with AVX-512 IFMA.
macro_rules! avx512 {
    ($($(#[$meta:meta])* fn $name:ident $(<$(const $n:ident: usize),+>)? ($($args:tt)*) $(-> $result:ty)? $body:block)*) => { $(
        $(#[$meta])*
        #[target_feature(enable = "avx512f,avx512ifma,avx512dq,avx512bw")]
        pub(in super::super) unsafe fn $name $(<$(const $n: usize),+>)? ($($args)*) $(-> $result)? $body
    )* };
}

pub(in super::super) use avx512;

avx512! {
    #[inline]
    fn load(p: *const u64) -> Vector {
        _mm512_loadu_si512(p.cast())
    }

    #[inline]
    fn store(p: *mut u64, x: Vector) {
        _mm512_storeu_si512(p.cast(), x);
    }

    #[inline]
    fn splat(x: u64) -> Vector {
        _mm512_set1_epi64(x as i64)
    }

    #[inline]
    fn add(a: Vector, b: Vector) -> Vector {
        _mm512_add_epi64(a, b)
    }

    /// acc + the low 52 bits of a·b; the compiler does not move it
    #[inline]
    fn mul_low(mut acc: Vector, a: Vector, b: Vector) -> Vector {
        asm!("vpmadd52luq {acc}, {a}, {b}", acc = inout(zmm_reg) acc, a = in(zmm_reg) a, b = in(zmm_reg) b,
            options(nomem, nostack, preserves_flags));
        acc
    }

    /// acc + a·b ≫ 52; the compiler does not move it
    #[inline]
    fn mul_high(mut acc: Vector, a: Vector, b: Vector) -> Vector {
        asm!("vpmadd52huq {acc}, {a}, {b}", acc = inout(zmm_reg) acc, a = in(zmm_reg) a, b = in(zmm_reg) b,
            options(nomem, nostack, preserves_flags));
        acc
    }

    /// `mul_low` in the lanes of `lanes`
    #[inline]
    fn mul_low_in(lanes: u8, mut acc: Vector, a: Vector, b: Vector) -> Vector {
        asm!("vpmadd52luq {acc} {{{lanes}}}, {a}, {b}", acc = inout(zmm_reg) acc, a = in(zmm_reg) a, b = in(zmm_reg) b,
            lanes = in(kreg) lanes, options(nomem, nostack, preserves_flags));
        acc
    }

    /// `mul_high` in the lanes of `lanes`
    #[inline]
    fn mul_high_in(lanes: u8, mut acc: Vector, a: Vector, b: Vector) -> Vector {
        asm!("vpmadd52huq {acc} {{{lanes}}}, {a}, {b}", acc = inout(zmm_reg) acc, a = in(zmm_reg) a, b = in(zmm_reg) b,
            lanes = in(kreg) lanes, options(nomem, nostack, preserves_flags));
        acc
    }

    #[inline]
    fn zero() -> Vector {
        _mm512_setzero_si512()
    }

    /// lane i of each group in all its lanes
    #[inline]
    fn lanes<const N: usize>(x: Vector) -> [Vector; 8] {
        if N == 1 {
            let lane = |i: u64| _mm512_permutexvar_epi64(splat(i), x);
            [lane(0), lane(1), lane(2), lane(3), lane(4), lane(5), lane(6), lane(7)]
        } else {
            let zero = zero();
            let first = _mm512_permutex_epi64::<0b00_00_00_00>(x);
            let second = _mm512_permutex_epi64::<0b01_01_01_01>(x);
            let third = _mm512_permutex_epi64::<0b10_10_10_10>(x);
            [first, second, third, _mm512_permutex_epi64::<0b11_11_11_11>(x), zero, zero, zero, zero]
        }
    }

    /// the lowest lane of each group in all its lanes
    #[inline]
    fn lowest<const N: usize>(x: Vector) -> Vector {
        if N == 1 { _mm512_broadcastq_epi64(_mm512_castsi512_si128(x)) } else { lanes::<N>(x)[0] }
    }

    /// the uppermost lane of each group in all its lanes
    #[inline]
    fn uppermost<const N: usize>(x: Vector) -> Vector {
        lanes::<N>(x)[Groups::<N>::DIGITS - 1]
    }

    /// the digits at p, each in all lanes of its group
    #[inline]
    fn digits<const N: usize>(p: *const u64) -> [Vector; 8] {
        if N == 1 { core::array::from_fn(|i| splat(*p.add(i))) } else { lanes::<N>(load(p)) }
    }

    /// the sum of each group's lanes, in all of them
    #[inline]
    fn sum<const N: usize>(x: Vector) -> Vector {
        let x = if N == 1 { add(x, _mm512_shuffle_i64x2::<0b01_00_11_10>(x, x)) } else { x };
        let x = add(x, _mm512_shuffle_i64x2::<0b10_11_00_01>(x, x));
        add(x, _mm512_shuffle_epi32::<0b01_00_11_10>(x))
    }

    /// In the lanes of `lanes`: x rotated by one lane up in each group; elsewhere `other`
    #[inline]
    fn rotate<const N: usize>(other: Vector, lanes: u8, x: Vector) -> Vector {
        if N == 1 {
            _mm512_mask_alignr_epi64::<7>(other, lanes, x, x)
        } else {
            _mm512_mask_permutex_epi64::<0b10_01_00_11>(other, lanes, x)
        }
    }

    /// Returns bits 52 and up of x, one lane higher, with `below` in the lowest lane; and these bits of the uppermost
    /// lane, in the lowest lane.
    #[inline]
    fn carries<const N: usize>(x: Vector, below: Vector) -> (Vector, Vector) {
        let carry = _mm512_srli_epi64::<RADIX>(x);
        (rotate::<N>(below, !Groups::<N>::BOTTOM, carry), rotate::<N>(zero(), Groups::<N>::BOTTOM, carry))
    }

    /// Returns the digits of x mod B (bits 52 and up are garbage), complemented under `complement`, and ⌊x/B⌋ in the
    /// lowest lane. `step` is −1 under `complement`, else 1.
    #[inline]
    fn propagate_carries<const N: usize>(x: Vector, complement: Vector, step: Vector) -> (Vector, Vector) {
        let mask = splat(MASK);
        let (carry_in, out) = carries::<N>(x, zero());
        let mut digits = add(_mm512_and_si512(x, mask), carry_in);
        let mut q = _mm512_xor_si512(digits, complement);
        if N == 1 {
            return propagate_carries_in_one(digits, q, out, step);
        }

        // A digit above MASK generates a carry of 1, and a digit equal to MASK propagates it. Add the propagating bits
        // and the generating bits shifted by one: the carries of this sum run through the propagating bits. The
        // uppermost digits have no bit in the sum, so no carry runs into the next group.
        asm!(
            "vpcmpuq {g} {{{inner}}}, {digits}, {mask}, 6",
            "vpcmpuq {p} {{{inner}}}, {digits}, {mask}, 0",
            "kaddw {g}, {g}, {g}",
            "kaddw {g}, {g}, {p}",
            "kxorw {p}, {p}, {g}",
            "vpaddq {q} {{{p}}}, {q}, {step}",
            "vpaddq {digits} {{{p}}}, {digits}, {one}",
            digits = inout(zmm_reg) digits, mask = in(zmm_reg) mask, step = in(zmm_reg) step, one = in(zmm_reg) splat(1),
            q = inout(zmm_reg) q, inner = in(kreg) !Groups::<N>::TOP, g = out(kreg) _, p = out(kreg) _,
            options(nomem, nostack, preserves_flags)
        );
        let last = _mm512_srli_epi64::<RADIX>(digits);
        (q, add(out, rotate::<N>(zero(), Groups::<N>::BOTTOM, last)))
    }

    /// The rest of [`propagate_carries`] for one number. Its last carry is the bit of the mask above the lanes. It
    /// saves 3 % of a square.
    #[inline]
    fn propagate_carries_in_one(digits: Vector, mut q: Vector, mut out: Vector, step: Vector) -> (Vector, Vector) {
        asm!(
            "vpcmpuq {g}, {digits}, {mask}, 6",
            "vpcmpuq {p}, {digits}, {mask}, 0",
            "kaddw {g}, {g}, {g}",
            "kaddw {g}, {g}, {p}",
            "kxorw {p}, {p}, {g}",
            "vpaddq {q} {{{p}}}, {q}, {step}",
            "kshiftrw {g}, {g}, 8",
            "vpaddq {out} {{{g}}}, {out}, {one}",
            digits = in(zmm_reg) digits, mask = in(zmm_reg) splat(MASK), step = in(zmm_reg) step,
            one = in(zmm_reg) splat(1), q = inout(zmm_reg) q, out = inout(zmm_reg) out, g = out(kreg) _, p = out(kreg) _,
            options(nomem, nostack, preserves_flags)
        );
        (q, out)
    }

    /// [`ripple`] for one number.
    #[inline]
    fn ripple_one(mut digits: Vector, mut carry: u16) -> (Vector, u16) {
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

    /// Propagates carries of 0 or 1 between digits of at most 2·MASK. A carry of 0 or 1 comes in and goes out, in the
    /// bits of the lowest lanes.
    #[inline]
    fn ripple<const N: usize>(mut digits: Vector, mut carry: u16) -> (Vector, u16) {
        if N == 1 {
            return ripple_one(digits, carry);
        }
        asm!(
            "vpcmpuq {g} {{{inner}}}, {digits}, {mask}, 6",
            "vpcmpuq {p} {{{inner}}}, {digits}, {mask}, 0",
            "vpcmpuq {top_g} {{{top}}}, {digits}, {mask}, 6",
            "vpcmpuq {top_p} {{{top}}}, {digits}, {mask}, 0",
            "kaddw {g}, {g}, {g}",
            "kaddw {g}, {g}, {p}",
            "kaddw {g}, {g}, {carry}",
            "kxorw {p}, {p}, {g}",
            "vpaddq {digits} {{{p}}}, {digits}, {one}",
            "kandw {carry}, {p}, {top_p}",
            "korw {carry}, {carry}, {top_g}",
            "kshiftrw {carry}, {carry}, {up}",
            digits = inout(zmm_reg) digits, mask = in(zmm_reg) splat(MASK), one = in(zmm_reg) splat(1),
            inner = in(kreg) !Groups::<N>::TOP, top = in(kreg) Groups::<N>::TOP, carry = inout(kreg) carry,
            up = const Groups::<N>::DIGITS - 1,
            g = out(kreg) _, p = out(kreg) _, top_g = out(kreg) _, top_p = out(kreg) _,
            options(pure, nomem, nostack, preserves_flags)
        );
        (_mm512_and_si512(digits, splat(MASK)), carry)
    }

    /// for one number: the digits of x S lanes up, 0 < S < 8, and the top digits of `below` in the S lowest lanes; the
    /// compiler does not move it
    #[inline]
    fn shift_up<const S: usize>(x: Vector, below: Vector) -> Vector {
        let out;
        asm!("valignq {out}, {x}, {below}, {down}", out = lateout(zmm_reg) out, x = in(zmm_reg) x, below = in(zmm_reg) below,
            down = const WORDS - S % WORDS, options(nomem, nostack, preserves_flags));
        out
    }

    /// for two numbers: the digits of x LANES lanes up, and the top digits of `below` in the lowest lanes
    #[inline]
    fn shift_in<const LANES: usize>(x: Vector, below: Vector) -> Vector {
        let index = match LANES {
            1 => _mm512_set_epi64(6, 5, 4, 15, 2, 1, 0, 11),
            2 => _mm512_set_epi64(5, 4, 15, 14, 1, 0, 11, 10),
            _ => _mm512_set_epi64(4, 15, 14, 13, 0, 11, 10, 9),
        };
        _mm512_permutex2var_epi64(x, index, below)
    }

    /// the squares of the digits in vector k, as columns 2k and 2k + 1
    #[inline]
    fn squares<const N: usize>(a: *const u64, k: usize) -> (Vector, Vector) {
        let x = load(a.add(WORDS * k));
        let (low, high) = (mul_low(zero(), x, x), mul_high(zero(), x, x));
        let (first, second) = if N == 1 {
            (_mm512_set_epi64(11, 3, 10, 2, 9, 1, 8, 0), _mm512_set_epi64(15, 7, 14, 6, 13, 5, 12, 4))
        } else {
            (_mm512_set_epi64(13, 5, 12, 4, 9, 1, 8, 0), _mm512_set_epi64(15, 7, 14, 6, 11, 3, 10, 2))
        };
        (_mm512_permutex2var_epi64(low, first, high), _mm512_permutex2var_epi64(low, second, high))
    }

    /// `acc` or `entry` where `hit` is all ones
    #[inline]
    fn merge(acc: Vector, hit: Vector, entry: Vector) -> Vector {
        _mm512_ternarylogic_epi64::<0b1111_1000>(acc, hit, entry)
    }

    /// all ones if i = index < 2^63, else zero
    #[inline]
    fn hit(i: u64, index: Vector) -> Vector {
        let differ = _mm512_xor_si512(splat(i), index);
        _mm512_srai_epi64::<63>(_mm512_sub_epi64(differ, splat(1)))
    }
}
