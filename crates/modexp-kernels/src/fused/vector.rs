//! Vectors of 64-bit lanes, read as integers or as `f64`: the instructions of the fused multiply-add kernels.
//!
//! Each method is one instruction or two. A kernel's value proves that the machine has them: only kernels use vectors.

/// 64-bit lanes as integers, and memory. Each method states how it reads the lanes.
pub trait Vector: Copy + core::fmt::Debug {
    const LANES: usize;

    /// `x` in every lane.
    fn splat(x: u64) -> Self;

    /// Lane i is `lane(i)`.
    fn from_lanes(lane: impl Fn(usize) -> u64) -> Self;

    /// self + b modulo 2^64.
    fn add(self, b: Self) -> Self;

    /// self − b modulo 2^64.
    fn sub(self, b: Self) -> Self;

    /// self & b.
    fn and(self, b: Self) -> Self;

    /// self >> BITS, filling with zeros.
    fn shr<const BITS: u32>(self) -> Self;

    /// All ones in the lanes where both are equal, zero elsewhere.
    fn equal(self, b: Self) -> Self;

    /// self in the lanes where `mask` is all ones, b where it is zero.
    fn or_else(self, b: Self, mask: Self) -> Self;

    /// Lane i is word i of `words`, which has one for each lane.
    #[inline(always)]
    fn read(words: &[u64]) -> Self {
        assert!(words.len() == Self::LANES);
        // SAFETY: the length has been checked
        unsafe { Self::load(Self::at(words)) }
    }

    /// Writes lane i to word i of `words`, which has one for each lane.
    #[inline(always)]
    fn write(self, words: &mut [u64]) {
        assert!(words.len() == Self::LANES);
        // SAFETY: the length has been checked
        unsafe { self.store(Self::at_mut(words)) }
    }

    /// The vectors in `words`, for [`Vector::load`].
    fn at(words: &[u64]) -> *const Self {
        words.as_ptr().cast()
    }

    /// The vectors in `words`, for [`Vector::load`] and [`Vector::store`].
    fn at_mut(words: &mut [u64]) -> *mut Self {
        words.as_mut_ptr().cast()
    }

    /// Reads the vector at `at`, at any alignment.
    ///
    /// # Safety
    /// A vector at `at` is readable.
    #[inline(always)]
    unsafe fn load(at: *const Self) -> Self {
        // SAFETY: the caller's promise
        unsafe { at.read_unaligned() }
    }

    /// Writes the vector to `at`, at any alignment.
    ///
    /// # Safety
    /// A vector at `at` is writable.
    #[inline(always)]
    unsafe fn store(self, at: *mut Self) {
        // SAFETY: the caller's promise
        unsafe { at.write_unaligned(self) }
    }
}

/// Vectors that also read their lanes as `f64`, rounded to the nearest, and move digits between lanes of one number.
pub trait FusedVector: Vector + Send + Sync + 'static {
    /// Whether columns assert their ranges, which makes a product take three times as long.
    const CHECKED: bool = cfg!(test);

    /// The number `x` in every lane.
    #[inline(always)]
    fn splat_f64(x: f64) -> Self {
        Self::splat(x.to_bits())
    }

    /// self·b + c in `f64`, rounded once.
    fn fma(self, b: Self, c: Self) -> Self;

    /// self + b in `f64`.
    fn add_f64(self, b: Self) -> Self;

    /// self − b in `f64`.
    fn sub_f64(self, b: Self) -> Self;

    /// Whether all lanes, as `f64`, are in low..=high. For assertions.
    fn within(self, low: f64, high: f64) -> bool;

    /// Lane i is word i mod N at `at`.
    ///
    /// # Safety
    /// N words at `at` are readable.
    unsafe fn splat_each<const N: usize>(at: *const u64) -> Self;

    /// Lane i is lane i − N of self; the lowest N lanes come from `lowest`.
    fn up<const N: usize>(self, lowest: Self) -> Self;

    /// Lane j is the sum of lane Ni + (j mod N) of `of(i)` over all i < LANES/N.
    ///
    /// # Safety
    /// Vectors at the addresses `of` are readable.
    #[inline(always)]
    unsafe fn sum_across<const N: usize>(of: impl Fn(usize) -> *const Self) -> Self {
        // SAFETY: the caller's promise; lane i is word i of its vector
        unsafe {
            let mut sum = Self::splat_each::<N>(of(0).cast());
            for i in 1..Self::LANES / N {
                sum = sum.add(Self::splat_each::<N>(of(i).cast::<u64>().add(N * i)));
            }
            sum
        }
    }

    /// Lane j is the sum of lane Ni + j of `of(i)` over all i with Ni + j < LANES, plus `above` if j ≥ N.
    ///
    /// # Safety
    /// Vectors at the addresses `of` are readable.
    unsafe fn sum_down<const N: usize>(of: impl Fn(usize) -> *const Self, above: u64) -> Self;
}
