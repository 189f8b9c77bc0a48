//! `adx` from seven limbs on: a row at a time, with the sum in memory.
//!
//! A row takes four instructions per limb. The low half of each product is added with the carry flag, the high half of
//! the product below with the overflow flag. As at four limbs, the reduction adds multiples of p to the low half alone.

use crate::prime::limbs;
use crate::prime::ops::DoubleWidth;
use crate::prime::params::Params;
use core::arch::asm;

/// One limb: t_j += low half of a_j·rdx + `$below`, the high half of the product below. `$high` = high half of a_j·rdx.
macro_rules! limb {
    ($j:literal, $below:literal, $high:literal) => {
        concat! {
            "mulx ", $high, ", {low}, [{a} + 8*", $j, "]\n",
            "adcx {low}, [{t} + 8*", $j, "]\n",
            "adox {low}, ", $below, "\n",
            "mov [{t} + 8*", $j, "], {low}\n",
        }
    };
}

/// A row of `$n` limbs: pairs of limbs, then the last limb if `$n` is odd.
macro_rules! row {
    ($t:expr, $a:expr, $factor:expr, [$($even:literal $odd:literal),*], $last:tt, $n:literal) => {
        // SAFETY: the caller's.
        unsafe {
            asm!(
                "xor {high:e}, {high:e}", // clears both carry flags
                $(limb!($even, "{high}", "{other}"), limb!($odd, "{other}", "{high}"),)*
                row!(@last $last),
                "mov {low:e}, 0", // leaves the flags alone
                "adcx {high}, {low}",
                "adox {high}, {low}",
                concat!("mov [{t} + 8*", $n, "], {high}"),
                t = in(reg) $t, a = in(reg) $a, in("rdx") $factor,
                low = out(reg) _, high = out(reg) _, other = out(reg) _,
                options(nostack),
            )
        }
    };
    (@last none) => { "" };
    (@last $j:literal) => { concat!(limb!($j, "{high}", "{other}"), "mov {high}, {other}\n") };
}

/// t_0 … t_{N−1} += factor·a, and t_N = the limb above; N is 7 to 10.
///
/// # Safety
/// The CPU has bmi2 and adx; t holds N + 1 limbs.
#[inline(always)]
unsafe fn mac_row<const N: usize>(t: *mut u64, a: &[u64; N], factor: u64) {
    let a = a.as_ptr();
    match N {
        7 => row!(t, a, factor, [0 1, 2 3, 4 5], 6, 7),
        8 => row!(t, a, factor, [0 1, 2 3, 4 5, 6 7], none, 8),
        9 => row!(t, a, factor, [0 1, 2 3, 4 5, 6 7], 8, 9),
        10 => row!(t, a, factor, [0 1, 2 3, 4 5, 6 7, 8 9], none, 10),
        _ => unreachable!("seven to ten limbs"),
    }
}

/// Whether rows of n limbs exist.
pub(super) const fn has(n: usize) -> bool {
    n >= 7 && n <= 10
}

/// out = a·b.
///
/// # Safety
/// The CPU has bmi2 and adx.
#[inline]
pub(super) unsafe fn mul<const N: usize>(a: &[u64; N], b: &[u64; N]) -> DoubleWidth<u64, N> {
    let mut t = [[0; N]; 2];
    let start: *mut u64 = t.as_mut_ptr().cast();
    for i in 0..N {
        // SAFETY: the caller's; limbs i to i + N of 2N.
        unsafe { mac_row(start.add(i), a, b[i]) };
    }
    t
}

/// out = t·R⁻¹ mod p; t < R·p gives out < p.
///
/// # Safety
/// The CPU has bmi2 and adx.
#[inline]
pub(super) unsafe fn redc<const N: usize>(
    t: &DoubleWidth<u64, N>,
    params: &Params<N>,
    mask: impl Fn(u64) -> u64,
) -> [u64; N] {
    // the low half, and above it the limbs that the rows write: at the end at most p
    let mut window = [t[0], [0; N]];
    let start: *mut u64 = window.as_mut_ptr().cast();
    for i in 0..N {
        // SAFETY: the caller's; limbs i to i + N of 2N.
        unsafe {
            let u = start.add(i).read().wrapping_mul(params.inverse[0]);
            mac_row(start.add(i), &params.p, u);
        }
    }
    limbs::add(&t[1], &window[1], &params.p, mask)
}
