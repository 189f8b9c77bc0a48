//! The operations of a group that the algorithms use.
//!
//! An *element* is a slice of [`Group::words`] words that holds [`Group::lanes`] independent elements, one for each
//! problem of a call. An *entry* is an element of a table. Entries have the form of elements, unless the group
//! multiplies faster by a different form, for example by affine points.

use modexp_limbs::buffer::Buffer;

/// The most lanes that a group has.
pub const MAX_LANES: usize = 8;

/// The most lookups that a group gathers at once. No WebAssembly kernel gathers; the loop would make its module larger.
pub const MAX_GATHERED: usize = if cfg!(target_arch = "wasm32") { 1 } else { 8 };

/// The costs of operations. `mul`, `mul_entry` and `step` are times in a unit that the group chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// A product of two elements.
    pub mul: usize,
    /// A product of an element and an entry.
    pub mul_entry: usize,
    /// A step. It is a squaring, unless the group overrides [`Group::step`].
    pub step: usize,
    /// Entries that [`Group::select`] reads in the time of `mul`.
    pub entries_per_product: usize,
    /// Entries for each lookup that [`Gather::gather`] reads in the time of `mul`.
    pub gathered_entries_per_product: usize,
}

impl Costs {
    /// Returns the costs of residues. A squaring costs three quarters of a product. A lookup reads `entries` entries in
    /// the time of a product.
    #[must_use]
    pub fn of_residues(entries: usize) -> Self {
        Self { mul: 4, mul_entry: 4, step: 3, entries_per_product: entries, gathered_entries_per_product: entries }
    }
}

/// An entry for each lane.
#[derive(Clone, Copy)]
pub struct Lookup<'a> {
    /// Its table.
    pub table: &'a [u64],
    /// Its number, for each lane.
    pub index: &'a [usize],
    /// For each lane 1 if the entry is inverted, else 0; empty for digits without signs.
    pub signs: &'a [u64],
}

/// `lanes()` independent commutative groups. The methods take slices of the lengths that `words`, `entry_words` and
/// `scratch_words` return; scratch may be longer.
pub trait Group {
    /// Returns the number of independent problems per call, 1 to [`MAX_LANES`].
    fn lanes(&self) -> usize {
        1
    }

    /// Returns the words of an element, all lanes together.
    fn words(&self) -> usize;

    /// Returns the words of scratch space that an operation needs.
    fn scratch_words(&self) -> usize {
        0
    }

    /// Returns the identity in each lane.
    fn identity(&self) -> &[u64];

    /// Returns the costs of the operations.
    fn costs(&self) -> Costs;

    /// out = a·b.
    fn mul(&self, out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]);

    /// out = a².
    fn sqr(&self, out: &mut [u64], a: &[u64], scratch: &mut [u64]);

    /// a = a^(r^count), where r is the radix of the digits. By default r is 2, so `count` squarings are made. A group
    /// with a cheaper endomorphism overrides this. `tmp` has room for an element.
    fn step(&self, a: &mut [u64], count: u64, tmp: &mut [u64], scratch: &mut [u64]) {
        for _ in 0..count / 2 {
            self.sqr(tmp, a, scratch);
            self.sqr(a, tmp, scratch);
        }
        if count % 2 == 1 {
            self.sqr(tmp, a, scratch);
            a.copy_from_slice(tmp);
        }
    }

    /// Returns the words of an entry, all lanes together.
    fn entry_words(&self) -> usize {
        self.words()
    }

    /// Converts the elements in `elements` to entries, one after the other.
    fn to_entries(&self, elements: Buffer<u64>) -> Buffer<u64> {
        elements
    }

    /// out = the element of an entry.
    #[inline]
    fn from_entry(&self, out: &mut [u64], entry: &[u64]) {
        out.copy_from_slice(entry);
    }

    /// out = a·entry.
    #[inline]
    fn mul_entry(&self, out: &mut [u64], a: &[u64], entry: &[u64], scratch: &mut [u64]) {
        self.mul(out, a, entry, scratch);
    }

    /// out = entry `index[lane]` of `table` in each lane. Reads the whole table for all indices.
    fn select(&self, out: &mut [u64], table: &[u64], index: &[usize]);

    /// out = a^(r^count)·e for the entry e of `lookup`: a turn of the constant-time loop in one call. `a` changes, and
    /// `entry` has room for an entry. The lookup comes first, as the steps do not depend on it, so that they overlap.
    fn step_and_multiply(
        &self,
        out: &mut [u64],
        a: &mut [u64],
        count: u64,
        lookup: Lookup<'_>,
        entry: &mut [u64],
        scratch: &mut [u64],
    ) {
        self.look_up(entry, lookup);
        self.step(a, count, out, scratch);
        self.mul_entry(out, a, entry, scratch);
    }

    /// out = the entry of `lookup`.
    #[inline]
    fn look_up(&self, out: &mut [u64], Lookup { table, index, signs }: Lookup<'_>) {
        self.select(out, table, index);
        // in each group the compiler knows the answer
        if let Some(inverses) = self.inverses()
            && !signs.is_empty()
        {
            inverses.invert_entry_if(out, signs);
        }
    }

    /// Returns the lookups that take several entries of a table with `_entries` entries at once, and their number, 2 to
    /// [`MAX_GATHERED`]. Groups with [`Inverses`] have none.
    fn gathers(&self, _entries: usize) -> Option<(&dyn Gather, usize)> {
        None
    }

    /// Returns the group with its inverses if they cost almost nothing. Then digits have signs, and tables have half
    /// the entries.
    fn inverses(&self) -> Option<&dyn Inverses> {
        None
    }
}

/// Lookups of several entries at once. Their number is in the answer of [`Group::gathers`].
pub trait Gather {
    /// Puts a table in the order in which `gather` reads it; `tmp` holds the entries of one call of `gather`.
    fn scatter(&self, table: &mut [u64], tmp: &mut [u64]);

    /// [`Group::select`] for each index, one entry after the other in `out`, from a scattered table.
    fn gather(&self, out: &mut [u64], table: &[u64], index: &[[usize; MAX_LANES]]);
}

/// A group with inverses that cost almost nothing.
pub trait Inverses: Group {
    /// Inverts an element in all lanes.
    fn invert(&self, a: &mut [u64]);

    /// Inverts an entry in the lanes with choice 1, in constant time; choices are 0 or 1.
    fn invert_entry_if(&self, entry: &mut [u64], choices: &[u64]);
}

/// A group that multiplies many pairs of entries in less time than [`Group::mul_entry`] takes.
pub trait Pairs: Inverses {
    /// entry i = entry i·entry j for each pair (i, j). `entries` holds the entries one after the other. No number is in
    /// two pairs. Variable time.
    fn multiply_pairs(&self, entries: &mut [u64], pairs: &[(u32, u32)]);
}

/// Returns the group with its inverses if digits have signs in it.
pub(crate) fn inverses(group: &dyn Group) -> Option<&dyn Inverses> {
    if cfg!(feature = "signed") { group.inverses() } else { None }
}

/// Returns `words` rounded up to a cache line, so that the next element is aligned if this one is.
#[must_use]
pub fn aligned(words: usize) -> usize {
    words.next_multiple_of(8)
}
