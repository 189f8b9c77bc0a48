//! The seam between the algorithms and the instruction sets.
//!
//! Everything above this file (`monty`, `pow`, …) is written once over [`Kernel`]; the modules below it (`portable`,
//! `x86_64`, `wasm32`) know one instruction set each and nothing of exponentiation. A kernel *value* is proof that this CPU can run it: a
//! kernel for special instructions has no constructor but `detect() -> Option<Self>`.

use crate::products::MAX_LANES;
use core::ops::{BitAnd, BitOr, Not};

/// A storage cell of a kernel's digits. Digits that live in `f64` registers are stored as their bit patterns in `u64`.
pub trait Word:
    Copy
    + Default
    + Eq
    + core::fmt::Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + zeroize::DefaultIsZeroes
    + bytemuck::Pod
    + 'static
{
    /// All ones if `choice` is true, else zero, without a branch.
    fn mask(choice: bool) -> Self;
}

impl Word for u32 {
    fn mask(choice: bool) -> Self {
        core::hint::black_box(u32::from(choice)).wrapping_neg()
    }
}

impl Word for u64 {
    fn mask(choice: bool) -> Self {
        core::hint::black_box(u64::from(choice)).wrapping_neg()
    }
}

/// Montgomery arithmetic on one instruction set.
///
/// An *element* is a slice of [`Kernel::words`] words holding `LANES` residues, one per independent problem. Digits
/// are little-endian in radix 2^RADIX, and R = 2^(RADIX · digits). How digits and lanes lie in the words is the
/// kernel's own affair; only `split` and `join` tell.
///
/// **Range.** A residue is *in range* if it is m or below 2^RANGE·m, that is m, 2m or 4m, and below 2^capacity. So two
/// of them multiply to at most R·m, and all elements that a kernel makes from elements in range are in range. Whoever takes an
/// element for an integer counts on no less: a residue that leaves a kernel may be almost 2^RANGE·m.
pub trait Kernel: Copy + Send + Sync + 'static {
    /// The storage cell.
    type Word: Word;

    /// What the kernel keeps of the moduli of its lanes: their digits, −m⁻¹ mod 2^RADIX, helpful multiples.
    type Modulus: Clone + Send + Sync;

    /// Bits per digit.
    const RADIX: u32;

    /// Independent problems per call.
    const LANES: usize;

    /// R ≥ 2^HEADROOM · m.
    const HEADROOM: u32;

    /// Elements in range are below 2^RANGE·m, or at most m where it is 0.
    const RANGE: u32 = Self::HEADROOM / 2;

    /// Digits of an element for moduli of up to `bits` bits. RADIX · digits ≥ bits + HEADROOM.
    #[must_use]
    fn digits(bits: usize) -> usize {
        (bits + Self::HEADROOM as usize).div_ceil(Self::RADIX as usize)
    }

    /// Words of an element of `digits` digits, all lanes together.
    #[must_use]
    fn words(digits: usize) -> usize {
        digits * Self::LANES
    }

    /// Bits of the integers that an element holds: those below R, or fewer where R is for reducing by a digit more. There it
    /// is even, above `r_bits`/2, and no less than those of the moduli.
    #[must_use]
    fn capacity(digits: usize) -> usize {
        Self::RADIX as usize * digits
    }

    /// Words of scratch space that a product on `digits` digits needs.
    #[must_use]
    fn scratch_words(digits: usize) -> usize;

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

    /// a = a^(2^count)·R^(1 − 2^count) mod m: `count` squares one after another. `spare` holds an element, whose value
    /// does not matter. A kernel whose squares are short does them in one call.
    fn mont_sqr_n(
        self,
        a: &mut [Self::Word],
        count: u64,
        spare: &mut [Self::Word],
        m: &Self::Modulus,
        scratch: &mut [Self::Word],
    ) {
        for _ in 0..count / 2 {
            self.mont_sqr(spare, a, m, scratch);
            self.mont_sqr(a, spare, m, scratch);
        }
        if count % 2 == 1 {
            self.mont_sqr(spare, a, m, scratch);
            a.copy_from_slice(spare);
        }
    }

    /// out = entry `index[lane]` of `table` in each lane, reading the whole table whatever the indices are.
    /// `table` holds whole elements one after the other; `index.len() == LANES`; every index is inside the table.
    fn select(self, out: &mut [Self::Word], table: &[Self::Word], index: &[usize]);

    /// Look-ups that [`Kernel::select_together`] makes at once in a table of so many entries; 1: there is no such thing.
    #[must_use]
    fn together(_entries: usize) -> usize {
        1
    }

    /// Puts a table in the order in which `select_together` reads it; `spare` holds `together` elements.
    fn arrange(self, _table: &mut [Self::Word], _spare: &mut [Self::Word]) {}

    /// [`Kernel::select`] of `together` elements, one after the other in `out`, from a table that has been arranged.
    fn select_together(self, _out: &mut [Self::Word], _table: &[Self::Word], _index: &[[usize; MAX_LANES]]) {}

    /// Writes the integer `limbs` < 2^capacity (little-endian, any length; limbs above are zero) into lane `lane` of `out`.
    fn split(out: &mut [Self::Word], limbs: &[u64], lane: usize);

    /// Reads lane `lane` of `a` into `limbs` (little-endian), which is long enough for the value; the rest is zeroed.
    fn join(limbs: &mut [u64], a: &[Self::Word], lane: usize);
}
