//! 16 bytes in a register of SIMD128; the host has an array for its tests.

#[cfg(target_arch = "wasm32")]
mod bytes {
    use core::arch::wasm32::{i8x16_shuffle, i8x16_swizzle, u8x16_splat, u64x2, u64x2_extract_lane, u64x2_shr, v128};
    use core::arch::wasm32::{v128_and, v128_xor};

    pub(crate) type Vector = v128;

    #[inline(always)]
    pub(crate) fn from_limbs([low, high]: [u64; 2]) -> Vector {
        u64x2(low, high)
    }

    #[inline(always)]
    pub(crate) fn to_limbs(a: Vector) -> [u64; 2] {
        [u64x2_extract_lane::<0>(a), u64x2_extract_lane::<1>(a)]
    }

    #[inline(always)]
    pub(crate) fn xor(a: Vector, b: Vector) -> Vector {
        v128_xor(a, b)
    }

    #[inline(always)]
    pub(crate) fn nibbles(a: Vector) -> [Vector; 2] {
        let low = u8x16_splat(0x0f);
        [v128_and(a, low), v128_and(u64x2_shr(a, 4), low)]
    }

    #[inline(always)]
    pub(crate) fn swizzle(table: Vector, index: Vector) -> Vector {
        i8x16_swizzle(table, index)
    }

    #[inline(always)]
    pub(crate) fn interleave(a: Vector, b: Vector) -> [Vector; 2] {
        [
            i8x16_shuffle::<0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>(a, b),
            i8x16_shuffle::<8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31>(a, b),
        ]
    }

    #[inline(always)]
    pub(crate) fn up(below: Vector, a: Vector) -> Vector {
        i8x16_shuffle::<15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30>(below, a)
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod bytes {
    use core::array::from_fn;

    pub(crate) type Vector = [u8; 16];

    pub(crate) fn from_limbs(limbs: [u64; 2]) -> Vector {
        from_fn(|i| limbs[i / 8].to_le_bytes()[i % 8])
    }

    pub(crate) fn to_limbs(a: Vector) -> [u64; 2] {
        from_fn(|i| u64::from_le_bytes(from_fn(|j| a[8 * i + j])))
    }

    pub(crate) fn xor(a: Vector, b: Vector) -> Vector {
        from_fn(|i| a[i] ^ b[i])
    }

    pub(crate) fn nibbles(a: Vector) -> [Vector; 2] {
        [a.map(|byte| byte & 15), a.map(|byte| byte >> 4)]
    }

    pub(crate) fn swizzle(table: Vector, index: Vector) -> Vector {
        index.map(|i| table[usize::from(i)])
    }

    pub(crate) fn interleave(a: Vector, b: Vector) -> [Vector; 2] {
        from_fn(|half| from_fn(|i| if i % 2 == 0 { a } else { b }[8 * half + i / 2]))
    }

    pub(crate) fn up(below: Vector, a: Vector) -> Vector {
        from_fn(|i| if i == 0 { below[15] } else { a[i - 1] })
    }
}

pub(crate) use bytes::*;
