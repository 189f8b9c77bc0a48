//! One base, prepared for many exponents: powers by table, without most of the squarings.
//!
//! A [`FixedBase`] holds two combs ([`modexp_group::comb`]) of the same base. The comb for secret exponents is narrow,
//! since each lookup reads a whole table. It takes a quarter of the memory. More memory would not make it faster. The
//! comb for public exponents is as wide as the memory allows.
//!
//! **Size, exponents and speed.** With `s` entries (bytes / bytes of an element) and exponents of `n` bits, a power by a
//! comb of `t` teeth costs ⌈n/t⌉ − 1 products and ⌈n·2^t/(t·s)⌉ − 1 squarings. At 2048 bits (256 bytes) and public
//! exponents 1 MiB gives 32 products for 256 bits. For 2^20 bits 8 MiB give 96,000 products, and a power without tables
//! takes 1,170,000. For 2^28 bits 2 GiB give about 16,000,000. The tables with a power for every bit in *Fast
//! big-integer multi-output exponentiation* have these sizes, which `npm run bench:all -- --only tables` times.
//!
//! **Secret exponents** gain less, with any amount of memory. A lookup reads all 2^t entries of a table. A product
//! takes the time of reading about 300 entries on adx and 167 on ifma (2048 bits). On adx, exponents of 2000 bits take
//! at least 333 products and scans of 21,376 entries, in the time of 71 products (t = 6): together a fifth of a power
//! without tables. Without scans they would take 249 products (t = 8), an eighth.

use crate::error::Error;
use crate::modulus::Modulus;
use crate::residues::PerPart;
use crate::ring::Ring;
use alloc::vec::Vec;
use core::{array, fmt};
use modexp_group::comb::{Comb, CombShape};
use modexp_limbs::checksum::crc64;
use modexp_limbs::limb;
use zeroize::Zeroizing;

/// The largest table.
const MAX_TABLE_BYTES: usize = if usize::BITS > 32 { 1 << 32 } else { 1 << 31 };

/// The longest exponent of a fixed base.
const MAX_EXPONENT_BITS: usize = 1 << 30;

/// Bytes of table per bit of the modulus by default: 1 MiB at 2048 bits.
const DEFAULT_BYTES_PER_BIT: usize = 512;

/// The first bytes of a saved table.
const MAGIC: [u8; 8] = *b"modexpFB";
const VERSION: u64 = 1;

/// Limbs of a saved table before the modulus: magic, version, lengths, and the shapes of two combs.
const HEADER_LIMBS: usize = 10;

/// The options of [`Modulus::fixed_base`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FixedBaseOptions {
    /// Exponents are below 2^max_exponent_bits; at most 2^30.
    pub max_exponent_bits: usize,
    /// Memory for tables, at least four elements, at most 4 GiB (2 GiB on 32-bit machines). `None` for 512 bytes per
    /// bit of the modulus: 1 MiB at 2048 bits.
    pub table_bytes: Option<usize>,
}

impl FixedBaseOptions {
    /// Creates options for exponents below 2^`max_exponent_bits`, with the default memory.
    #[must_use]
    pub const fn new(max_exponent_bits: usize) -> Self {
        Self { max_exponent_bits, table_bytes: None }
    }

    /// Sets the memory for tables in bytes; `None` for the default.
    #[must_use]
    pub fn with_table_bytes(self, table_bytes: impl Into<Option<usize>>) -> Self {
        Self { table_bytes: table_bytes.into(), ..self }
    }
}

/// A base with tables of its powers, from [`Modulus::fixed_base`].
///
/// ```
/// use modexp_core::{FixedBaseOptions, Modulus};
/// let m = Modulus::new(&[1_000_000_007])?;
/// let five = m.fixed_base(&[5], FixedBaseOptions::new(30))?;
/// assert_eq!(five.pow(&[1_000_000_006])?, [1]);
/// # Ok::<(), modexp_core::Error>(())
/// ```
pub struct FixedBase {
    modulus: Modulus,
    max_exponent_bits: usize,
    secret: Combs,
    public: Combs,
}

/// The combs of one shape modulo each part of the modulus.
struct Combs {
    shape: CombShape,
    combs: PerPart<Comb>,
}

impl Modulus {
    /// Prepares `g` for many exponents.
    ///
    /// # Errors
    /// [`Error::TableTooLarge`] and [`Error::ExponentTooLong`] if the options exceed their limits, and
    /// [`Error::OutOfMemory`] if the machine has too little memory for the table.
    pub fn fixed_base(&self, g: &[u64], options: FixedBaseOptions) -> Result<FixedBase, Error> {
        let bits = options.max_exponent_bits;
        let bytes = options.table_bytes.unwrap_or(DEFAULT_BYTES_PER_BIT.saturating_mul(self.bit_len()));
        let [secret, public] = self.comb_shapes(bits, bytes)?;
        let tables =
            |shape| Combs { shape, combs: self.residues.parts().map(|part| part.map(|part| part.comb(g, shape))) };
        Ok(FixedBase { modulus: self.clone(), max_exponent_bits: bits, secret: tables(secret), public: tables(public) })
    }

    /// Returns the combs for secret and for public exponents of `bits` bits, together in `bytes` bytes.
    fn comb_shapes(&self, bits: usize, bytes: usize) -> Result<[CombShape; 2], Error> {
        if bytes > MAX_TABLE_BYTES {
            return Err(Error::TableTooLarge { bytes, limit: MAX_TABLE_BYTES });
        }
        if bits > MAX_EXPONENT_BITS {
            return Err(Error::ExponentTooLong { bits, limit: MAX_EXPONENT_BITS });
        }
        let element = self.element_bytes();
        let entries = bytes / element;
        let scans = self.residues.parts().map(|part| part.map(|part| part.group().costs().entries_per_product));
        let scan = scans.into_iter().flatten().max().unwrap_or(1);
        let secret = CombShape::best(bits, entries / 4, scan);
        let public = CombShape::best(bits, entries.saturating_sub(secret.entries()), usize::MAX);
        let whole = (secret.entries() + public.entries()).saturating_mul(element);
        room_for(whole)?;
        Ok([secret, public])
    }

    /// Returns the bytes of an element of all parts.
    fn element_bytes(&self) -> usize {
        let words = self.residues.parts().map(|part| part.map_or(0, |part| part.group().words()));
        (8 * words.iter().sum::<usize>()).max(1)
    }
}

impl FixedBase {
    /// g^exponent mod m; constant time. Only the length of `exponent` in limbs is public.
    ///
    /// # Errors
    /// [`Error::ExponentTooLong`] if the exponent has more than `max_exponent_bits` bits.
    pub fn pow(&self, exponent: &[u64]) -> Result<Vec<u64>, Error> {
        Ok(self.pow_many(&[exponent])?.swap_remove(0))
    }

    /// g^exponent mod m, faster, for public exponents.
    ///
    /// # Errors
    /// [`Error::ExponentTooLong`] if the exponent has more than `max_exponent_bits` bits.
    pub fn pow_vartime(&self, exponent: &[u64]) -> Result<Vec<u64>, Error> {
        self.check(exponent)?;
        let power =
            |part: &dyn Ring, comb: &Comb| part.from_mont_first(comb.pow_vartime(part.group(), exponent).value());
        Ok(self.combine(&self.public, power))
    }

    /// g^exponents\[i\] mod m for each i; constant time.
    ///
    /// # Errors
    /// [`Error::ExponentTooLong`] if an exponent has more than `max_exponent_bits` bits.
    pub fn pow_many(&self, exponents: &[&[u64]]) -> Result<Vec<Vec<u64>>, Error> {
        exponents.iter().try_for_each(|exponent| self.check(exponent))?;
        let powers = self.in_parts(&self.secret, |part, comb| part.pow_by_comb(comb, exponents));
        Ok(self.modulus.residues.combine_each(exponents.len(), powers))
    }

    /// [`FixedBase::pow_many`] on all cores of the machine.
    ///
    /// # Errors
    /// [`Error::ExponentTooLong`] if an exponent has more than `max_exponent_bits` bits.
    #[cfg(feature = "std")]
    pub fn pow_many_parallel(&self, exponents: &[&[u64]]) -> Result<Vec<Vec<u64>>, Error> {
        crate::threads::map(exponents.len(), |i| self.pow(exponents[i])).into_iter().collect()
    }

    /// Returns the bits of the longest exponent.
    #[must_use]
    pub fn max_exponent_bits(&self) -> usize {
        self.max_exponent_bits
    }

    /// Returns the modulus.
    #[must_use]
    pub fn modulus(&self) -> &Modulus {
        &self.modulus
    }

    /// Returns the memory of the tables in bytes.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        (self.secret.shape.entries() + self.public.shape.entries()) * self.modulus.element_bytes()
    }

    /// Returns the tables as bytes, for [`FixedBase::from_bytes`] on any machine. They contain the base and the
    /// modulus. No second copy of them stays in memory.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let m = self.modulus.limbs();
        let (secret, public) = (&self.secret.shape, &self.public.shape);
        let entries = secret.entries() + public.entries();
        let length = 8 * (HEADER_LIMBS + (1 + entries) * m.len() + 1);
        // allocated once: a growing vector would leave copies in memory
        let mut bytes = Vec::with_capacity(length);
        bytes.extend(MAGIC);
        let mut put = |limbs: &[u64]| bytes.extend(limbs.iter().flat_map(|limb| limb.to_le_bytes()));
        let shape = |shape: &CombShape| [u64::from(shape.teeth), shape.columns as u64, shape.spacing as u64];
        put(&[VERSION, m.len() as u64, self.max_exponent_bits as u64]);
        put(&shape(secret));
        put(&shape(public));
        put(m);
        for tables in [&self.secret, &self.public] {
            for entry in 0..tables.shape.entries() {
                let residue = |part: &dyn Ring, comb: &Comb| {
                    comb.entry(entry).map_or_else(Vec::new, |entry| part.from_mont_first(entry))
                };
                put(&Zeroizing::new(self.combine(tables, residue)));
            }
        }
        let checksum = crc64(&bytes);
        bytes.extend(checksum.to_le_bytes());
        debug_assert_eq!(bytes.len(), length);
        bytes
    }

    /// Reads the tables that [`FixedBase::to_bytes`] wrote, for the fastest backend of this machine.
    /// The checksum finds accidental changes. Anyone who can write the bytes can choose the results.
    ///
    /// # Errors
    /// [`Error::CorruptTable`] if these are not the bytes of a table, [`Error::TableVersion`] if another version of the
    /// library wrote them, [`Error::OutOfMemory`] if the machine has too little memory for the table.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let (body, checksum) = bytes.split_last_chunk::<8>().ok_or(Error::CorruptTable)?;
        let body_limbs = body.strip_prefix(&MAGIC).ok_or(Error::CorruptTable)?;
        if crc64(body) != u64::from_le_bytes(*checksum) {
            return Err(Error::CorruptTable);
        }
        let (limbs, []) = body_limbs.as_chunks::<8>() else { return Err(Error::CorruptTable) };
        let mut limbs = limbs.iter().map(|limb| u64::from_le_bytes(*limb));
        let mut next = || limbs.next().ok_or(Error::CorruptTable);

        let version = next()?;
        if version != VERSION {
            return Err(Error::TableVersion { found: version, known: VERSION });
        }
        let mut size = || next().and_then(|limb| usize::try_from(limb).map_err(|_| Error::CorruptTable));
        let (m_limbs, max_exponent_bits) = (size()?, size()?);
        let mut shape = || Ok(CombShape { teeth: size()? as u32, columns: size()?, spacing: size()? });
        let shapes: [CombShape; 2] = [shape()?, shape()?];
        let entries = shapes.iter().try_fold(0_usize, |sum, shape| {
            let entries = shape.checked_entries(max_exponent_bits)?;
            sum.checked_add(entries)
        });
        let entries = entries.ok_or(Error::CorruptTable)?;
        // the sizes must add up to the length of the bytes
        if entries.checked_add(1).and_then(|numbers| numbers.checked_mul(m_limbs)) != Some(limbs.len()) {
            return Err(Error::CorruptTable);
        }

        let numbers: Zeroizing<Vec<u64>> = Zeroizing::new(limbs.collect());
        let (m, numbers) = numbers.split_at(m_limbs);
        let modulus = Modulus::new(m).map_err(|_| Error::CorruptTable)?;
        if modulus.limbs() != m {
            return Err(Error::CorruptTable);
        }
        room_for(entries.saturating_mul(modulus.element_bytes()))?;
        let (secret, public) = numbers.split_at(shapes[0].entries() * m_limbs);
        let [secret, public] = [(shapes[0], secret), (shapes[1], public)].map(|(shape, entries)| Combs {
            shape,
            combs: modulus.residues.parts().map(|part| part.map(|part| part.comb_from(shape, entries))),
        });
        Ok(Self { modulus, max_exponent_bits, secret, public })
    }

    fn check(&self, exponent: &[u64]) -> Result<(), Error> {
        // makes public only whether the exponent exceeds the limit
        let limit = self.max_exponent_bits;
        let above = limb::shift_right(exponent, limit).iter().fold(0, |above, limb| above | limb);
        if above != 0 {
            return Err(Error::ExponentTooLong { bits: limb::bit_len(exponent), limit });
        }
        Ok(())
    }

    /// Computes the result of an operation on the comb of each part.
    fn in_parts<T>(&self, tables: &Combs, run: impl Fn(&dyn Ring, &Comb) -> T) -> PerPart<T> {
        let parts = self.modulus.residues.parts();
        array::from_fn(|i| parts[i].zip(tables.combs[i].as_ref()).map(|(part, comb)| run(part, comb)))
    }

    /// Returns the residue modulo m of an operation on the comb of each part.
    fn combine(&self, tables: &Combs, run: impl Fn(&dyn Ring, &Comb) -> Vec<u64>) -> Vec<u64> {
        self.modulus.residues.combine(self.in_parts(tables, |part, comb| Zeroizing::new(run(part, comb))))
    }
}

/// Returns an error if `bytes` bytes cannot be allocated. Frees the memory again.
fn room_for(bytes: usize) -> Result<(), Error> {
    let mut room = Vec::<u8>::new();
    room.try_reserve_exact(bytes).map_err(|_| Error::OutOfMemory { bytes })?;
    core::hint::black_box(&room);
    Ok(())
}

impl fmt::Debug for FixedBase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FixedBase")
            .field("modulus", &self.modulus)
            .field("max_exponent_bits", &self.max_exponent_bits)
            .field("table_bytes", &self.table_bytes())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
