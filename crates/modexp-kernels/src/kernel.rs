//! The interface between the algorithms and the instruction sets.
//!
//! Everything above this file is written once, over [`Kernel`]. Each module below it (`portable`, `x86_64`, `aarch64`,
//! `wasm32`) knows one instruction set, and nothing of exponentiation. A kernel *value* proves that this CPU can run
//! the kernel: `detect() -> Option<Self>` is the only constructor of a kernel for special instructions.

use modexp_group::group::MAX_LANES;
use modexp_limbs::word::Word;

/// The largest [`Kernel::RANGE`]: code that reads an element as an integer takes any integer below 4m.
pub const MAX_RANGE: u32 = 2;

/// Montgomery arithmetic on one instruction set.
///
/// An *element* is a slice of [`Kernel::words`] words holding `LANES` residues, one per independent problem. Digits are
/// little-endian in radix 2^RADIX, and R = 2^(RADIX · digits). The kernel alone decides where digits and lanes lie in
/// the words; only `from_limbs` and `to_limbs` know it.
///
/// **Range.** A residue is *in range* if it is m or below 2^RANGE·m (m, 2m or 4m), and below 2^capacity. So the product
/// of two residues in range is at most R·m. A kernel makes elements in range from elements in range. Code that reads an
/// element as an integer must expect any value in range, up to almost 2^RANGE·m, or 2^[`MAX_RANGE`]·m.
pub trait Kernel: Copy + Send + Sync + 'static {
    /// The storage cell.
    type Word: Word;

    /// The moduli of all lanes: their digits, −m⁻¹ mod 2^RADIX, and the multiples that the reduction uses.
    type Modulus: Clone + Send + Sync;

    /// Bits per digit.
    const RADIX: u32;

    /// Independent problems per call.
    const LANES: usize;

    /// Table entries that a lookup reads in the time of a product, for each 64-bit word of an element of one lane.
    /// Measured at 2048 bits: 345 entries on adx, 167 on ifma. A table that the nearest cache cannot hold takes twice
    /// as long.
    const ENTRIES_PER_PRODUCT: usize = 8;

    /// R ≥ 2^HEADROOM · m.
    const HEADROOM: u32;

    /// Elements in range are below 2^RANGE·m, or at most m if RANGE is 0.
    const RANGE: u32 = Self::HEADROOM / 2;

    /// Digits of an element for moduli of up to `bits` bits: RADIX · digits ≥ bits + HEADROOM.
    #[must_use]
    fn digits(bits: usize) -> usize {
        (bits + Self::HEADROOM as usize).div_ceil(Self::RADIX as usize)
    }

    /// Words of an element of `digits` digits, all lanes together.
    #[must_use]
    fn words(digits: usize) -> usize {
        digits * Self::LANES
    }

    /// Bits of the integers that an element holds: RADIX · digits, or fewer if the reduction takes one digit more. Then
    /// the capacity is even, above `r_bits`/2, and at least the bits of the moduli.
    #[must_use]
    fn capacity(digits: usize) -> usize {
        Self::RADIX as usize * digits
    }

    /// Words of scratch space that a product on `digits` digits needs.
    #[must_use]
    fn scratch_words(digits: usize) -> usize;

    /// The time of a product by one word modulo a number of `limbs` limbs, including the conversions from and to an
    /// element. In this unit a product of two elements takes 2·limbs². Measured at 2048 bits.
    #[must_use]
    fn word_step(limbs: usize) -> usize {
        8 * limbs + 60
    }

    /// Prepares one modulus per lane: `moduli.len() == LANES`, each odd, above 1, little-endian limbs,
    /// below 2^(RADIX · digits − HEADROOM) and 2^capacity.
    fn modulus(self, moduli: &[&[u64]], digits: usize) -> Self::Modulus;

    /// out = a·b·R⁻¹ mod m, in each lane.
    ///
    /// `a` and `b` in range give `out` in range; so do any `a` and `b` with a·b < R·m.
    fn mont_mul(
        self,
        out: &mut [Self::Word],
        a: &[Self::Word],
        b: &[Self::Word],
        m: &Self::Modulus,
        scratch: &mut [Self::Word],
    );

    /// out = a²·R⁻¹ mod m, in each lane; `a` in range gives `out` in range.
    fn mont_sqr(self, out: &mut [Self::Word], a: &[Self::Word], m: &Self::Modulus, scratch: &mut [Self::Word]);

    /// a = a^(2^count)·R^(1 − 2^count) mod m: `count` squares one after the other. `tmp` has room for an element. A
    /// kernel with short squares does them in one call.
    fn mont_sqr_n(
        self,
        a: &mut [Self::Word],
        count: u64,
        tmp: &mut [Self::Word],
        m: &Self::Modulus,
        scratch: &mut [Self::Word],
    ) {
        for _ in 0..count / 2 {
            self.mont_sqr(tmp, a, m, scratch);
            self.mont_sqr(a, tmp, m, scratch);
        }
        if count % 2 == 1 {
            self.mont_sqr(tmp, a, m, scratch);
            a.copy_from_slice(tmp);
        }
    }

    /// out = entry `index[lane]` of `table` in each lane. Reads the whole table for all indices. `table` holds whole
    /// elements one after the other; `index.len() == LANES`; every index is inside the table.
    fn select(self, out: &mut [Self::Word], table: &[Self::Word], index: &[usize]);

    /// Lookups that [`Kernel::gather`] makes at once in a table of `entries` entries, a power of two. 1 means that the
    /// kernel has no gather.
    #[must_use]
    fn gathers(_entries: usize) -> usize {
        1
    }

    /// Puts a table in the order that `gather` reads; `tmp` holds `gathers` elements.
    fn scatter(self, _table: &mut [Self::Word], _tmp: &mut [Self::Word]) {}

    /// Does [`Kernel::select`] for `gathers` elements, one after the other in `out`, in a scattered table.
    fn gather(self, _out: &mut [Self::Word], _table: &[Self::Word], _index: &[[usize; MAX_LANES]]) {}

    /// Writes the integer `limbs` < 2^capacity (little-endian, any length; limbs above are zero) to lane `lane` of
    /// `out`.
    fn from_limbs(out: &mut [Self::Word], limbs: &[u64], lane: usize);

    /// Writes lane `lane` of `a` to `limbs` (little-endian, long enough for the value) and zeroes the limbs above.
    fn to_limbs(limbs: &mut [u64], a: &[Self::Word], lane: usize);
}
