//! Powers with public exponents.

use super::ops::FieldOps;
use modexp_limbs::limb;

/// Bits of a window.
const WINDOW: u32 = 4;

/// out = a^exponent, in each lane; a in range gives out in range. The time depends on the exponent, not on a.
pub fn pow_vartime<F: FieldOps>(field: &F, a: &F::Element, exponent: &[u64]) -> F::Element {
    let mut table = [field.one(); 1 << WINDOW];
    for i in 1..table.len() {
        table[i] = field.mul(&table[i - 1], a);
    }
    let windows = limb::bit_len(exponent).div_ceil(WINDOW as usize);
    let mut out = field.one();
    for i in (0..windows).rev() {
        for _ in 0..WINDOW {
            out = field.sqr(&out);
        }
        out = field.mul(&out, &table[limb::bits_at(exponent, WINDOW as usize * i, WINDOW) as usize]);
    }
    out
}
