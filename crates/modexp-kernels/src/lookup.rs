//! The lookup in a table of points or of elements of fields, which reads the whole table.

use modexp_limbs::limb;

/// out = entry `index` of `table`. An entry is as long as `out`. Reads the whole table.
///
/// # Panics
/// If the table does not consist of whole entries.
// one copy for all fields
#[cfg_attr(target_arch = "wasm32", inline(never))]
pub fn select(out: &mut [u64], table: &[u64], index: usize) {
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    {
        use crate::fused::{select, vector::Vector};
        use crate::wasm32::pair::Pair;
        if out.len() >= select::SHORT * Pair::LANES {
            return select::select_one(out, table, Pair::splat(index as u64));
        }
    }
    limb::select(out, table, index);
}
