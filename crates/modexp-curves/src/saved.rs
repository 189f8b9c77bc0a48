//! Tables as bytes, for any machine: little-endian limbs after a magic number, and a checksum at the end.
//!
//! ```text
//! MAGIC, VERSION, n, p, a, b, order (n limbs each), teeth, columns, spacing,
//! x, y of the point, x, y of each entry (n limbs each, both 0 for the identity), CRC-64
//! ```

use crate::curve::Curve;
use crate::error::Error;
use crate::fixed_base::FixedBase;
use crate::point::Point;
use alloc::vec::Vec;
use core::iter;
use modexp_group::comb::{CombShape, SignedComb};
use modexp_limbs::buffer::Buffer;
use modexp_limbs::checksum::crc64;
use modexp_limbs::declassify::declassified;
use modexp_limbs::limb;
use zeroize::Zeroizing;

const MAGIC: u64 = u64::from_le_bytes(*b"modexpEC");
const VERSION: u64 = 1;

impl FixedBase {
    /// The tables as bytes, for [`Curve::fixed_base_from_bytes`] on any machine. The bytes reveal the point; no other copy of them
    /// stays in memory.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (curve, comb) = (self.curve(), self.comb());
        let n = curve.saved_limbs();
        let shape = comb.shape();
        let count = 2 + 4 * n + 3 + (2 + shape.entries()) * n + 1;
        // the whole capacity at the start: a growing vector would leave copies that are not zeroed
        let mut limbs = Zeroizing::new(Vec::with_capacity(count + curve.inner.parts.limbs));
        limbs.extend([MAGIC, VERSION, n as u64]);
        for x in [curve.p(), curve.a(), curve.b(), curve.order()] {
            limbs.extend_from_slice(&limb::resize(x, n));
        }
        limbs.extend([u64::from(shape.teeth), shape.columns as u64, shape.spacing as u64]);
        let arithmetic = curve.for_multiples();
        let group = arithmetic.affine_group();
        let mut elements = Buffer::new(shape.entries() / 2 * group.words());
        for (element, entry) in elements.chunks_exact_mut(group.words()).zip(comb.entries()) {
            group.from_entry(element, entry);
        }
        for point in iter::once(self.point()).chain(&arithmetic.store(&elements)) {
            for x in [point.x(), point.y()] {
                limbs.extend_from_slice(&Zeroizing::new(limb::resize(limb::trim(x.unwrap_or_default()), n)));
            }
        }
        let mut bytes = Vec::with_capacity(8 * (limbs.len() + 1));
        bytes.extend(limbs.iter().flat_map(|limb| limb.to_le_bytes()));
        let checksum = crc64(&bytes);
        bytes.extend(checksum.to_le_bytes());
        debug_assert_eq!(bytes.len(), 8 * (count + 1));
        bytes
    }
}

impl Curve {
    /// The tables that [`FixedBase::to_bytes`] wrote, of a point of this curve. The checksum detects accidents, and every entry is
    /// on the curve. Whoever can write the bytes can choose the results among the curve's points.
    ///
    /// # Errors
    /// [`Error::CorruptTable`] if these are not the bytes of tables, [`Error::TableVersion`] if a different version of the library
    /// wrote them, [`Error::OtherCurve`] if they are of a different curve, and as [`Curve::multiply`] for their point.
    pub fn fixed_base_from_bytes(&self, bytes: &[u8]) -> Result<FixedBase, Error> {
        let (body, checksum) = bytes.split_last_chunk::<8>().ok_or(Error::CorruptTable)?;
        if !body.starts_with(&MAGIC.to_le_bytes()) || crc64(body) != u64::from_le_bytes(*checksum) {
            return Err(Error::CorruptTable);
        }
        let (chunks, []) = body.as_chunks::<8>() else { return Err(Error::CorruptTable) };
        let limbs: Zeroizing<Vec<u64>> = Zeroizing::new(chunks.iter().map(|limb| u64::from_le_bytes(*limb)).collect());
        let mut rest = &limbs[1..];
        if take(&mut rest, 1)? != [VERSION] {
            return Err(Error::TableVersion);
        }
        let n = self.saved_limbs();
        if take(&mut rest, 1)? != [n as u64] {
            return Err(Error::OtherCurve);
        }
        for own in [self.p(), self.a(), self.b(), self.order()] {
            if limb::trim(take(&mut rest, n)?) != own {
                return Err(Error::OtherCurve);
            }
        }
        let &[teeth, columns, spacing] = take(&mut rest, 3)? else { return Err(Error::CorruptTable) };
        let size = |x: u64| usize::try_from(x).map_err(|_| Error::CorruptTable);
        let teeth = u32::try_from(teeth).map_err(|_| Error::CorruptTable)?;
        let shape = CombShape { teeth, columns: size(columns)?, spacing: size(spacing)? };
        let entries = shape.checked_entries(limb::bit_len(self.order())).ok_or(Error::CorruptTable)?;
        // the sizes must add up to the length of the rest
        if entries.checked_add(2).and_then(|numbers| numbers.checked_mul(n)) != Some(rest.len()) {
            return Err(Error::CorruptTable);
        }

        let point = take_point(&mut rest, n)?;
        self.check(&point)?;
        let arithmetic = self.for_multiples();
        let group = arithmetic.affine_group();
        let mut loaded = Buffer::new(entries / 2 * group.words());
        for element in loaded.chunks_exact_mut(group.words()) {
            let entry = take_point(&mut rest, n)?;
            self.check_coordinates(&entry).map_err(|_| Error::CorruptTable)?;
            element.copy_from_slice(&arithmetic.load(&[&entry]));
        }
        let loaded = group.to_entries(loaded);
        let entry = |i| &loaded[i * group.entry_words()..(i + 1) * group.entry_words()];
        let comb = SignedComb::from_entries(group, &arithmetic.load(&[&point]), shape, entry);
        Ok(FixedBase::of_comb(self.clone(), point, comb))
    }

    /// Limbs of a coordinate in saved tables, equal on every machine.
    fn saved_limbs(&self) -> usize {
        self.degree() * self.p().len().max(self.order().len())
    }
}

/// The next point, with coordinates of n limbs.
fn take_point(rest: &mut &[u64], n: usize) -> Result<Point, Error> {
    let (x, y) = (take(rest, n)?, take(rest, n)?);
    let is_identity = declassified(limb::is_zero(x) & limb::is_zero(y)) == 1;
    Ok(if is_identity { Point::IDENTITY } else { Point::new(x, y) })
}

/// The next `count` limbs.
fn take<'a>(rest: &mut &'a [u64], count: usize) -> Result<&'a [u64], Error> {
    let (taken, after) = rest.split_at_checked(count).ok_or(Error::CorruptTable)?;
    *rest = after;
    Ok(taken)
}
