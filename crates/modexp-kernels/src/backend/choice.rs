//! The fastest backend for a family of processors, by crossovers that were measured on one processor of each family.
//!
//! `cargo run --release --example crossovers` measures them on this machine.

use super::Backend;
use core::ops::RangeInclusive;

/// The crossovers of a family of processors.
struct Family {
    /// Sizes in bits, and the backend for one power. The fastest first.
    one: &'static [(RangeInclusive<usize>, Backend)],
    /// Sizes in bits, a backend with several lanes, and the least number of powers that it computes faster than one
    /// after the other. The fastest first.
    many: &'static [(RangeInclusive<usize>, Backend, usize)],
}

/// Bits of the longest modulus.
const MAX: usize = usize::MAX;

/// x86-64 with AVX-512 IFMA, measured on AMD Zen 5.
///
/// µs per power: at 512 bits adx 22.9, ifma 27.8; at 544 bits adx 75.7, ifma 32.6; at 1024 bits adx 195, ifma 74. Eight
/// powers at once take as long as 2.1 single powers at 256 bits, 0.9 at 384, 1.4 at 512, 2.5 at 768, 2.9 at 1024 and
/// 3.6 to 4.8 above. Two powers take as long as 1.5 to 1.9 in the ranges below, and as long as 2 or longer at other
/// sizes: the number of vectors grows by steps, and the steps for one number and for two are at different sizes.
const AVX512_IFMA: Family = Family {
    one: &[(0..=512, Backend::Adx), (0..=MAX, Backend::Ifma)],
    many: &[
        (257..=620, Backend::IfmaX8, 2),
        (0..=816, Backend::IfmaX8, 3),
        (817..=1036, Backend::IfmaX8, 4),
        (1037..=MAX, Backend::IfmaX8, 5),
        (817..=1036, Backend::IfmaX2, 2),
        (1629..=1868, Backend::IfmaX2, 2),
    ],
};

/// x86-64 with AVX2 and FMA, measured on AMD Zen 3.
///
/// µs per power: at 512 bits adx 40, fma 74; at 576 bits adx 113, fma 87; at 768 bits 147 and 149; at 1024 bits 292 and
/// 267; at 2048 bits 2,042 and 1,315. Four powers at once take as long as 3.4 single powers at 256 bits, 1.5 at 320,
/// 2.5 at 512, 1.4 at 640, 2.0 at 1024 and 2.7 at 2048; two as long as 2.9, 1.4, 2.1, 1.04, 1.3 and 1.5.
const AVX2_FMA: Family = Family {
    one: &[(0..=512, Backend::Adx), (385..=MAX, Backend::Fma)],
    many: &[
        (0..=256, Backend::FmaX4, 4),
        (257..=MAX, Backend::FmaX4, 3),
        (257..=448, Backend::FmaX2, 2),
        (513..=MAX, Backend::FmaX2, 2),
    ],
};

/// aarch64. **Not measured**: instructions counted in an emulator.
///
/// A product takes, in thousands: at 512 bits portable 1.07, fma 1.61; at 576 bits 1.93 and 1.70; at 1024 bits 5.3 and
/// 4.3; at 2048 bits 19.7 and 14.0. Two numbers by `fma_x2` take 1.45 times as many instructions as one by `fma` at 512
/// bits, 1.57 at 576, 1.70 at 1024. A step of a pass is 27 instructions for eight products of 50 bits, 17 of them
/// vector arithmetic: 5 cycles with four pipes for vectors, 9 with two. Portable code takes 9 instructions for a
/// product of 64 bits. Two of them are multiplications, which small cores do not begin in every cycle.
const AARCH64: Family = Family { one: &[(513..=MAX, Backend::Fma)], many: &[(513..=MAX, Backend::FmaX2, 2)] };

/// WebAssembly with relaxed SIMD and wide arithmetic, measured in V8 15 on AMD Zen 3.
///
/// µs per power: at 256 bits scalar 20.9, wide 16.8; at 286 bits relaxed 33.8, wide 19.5; at 288 bits relaxed 35.2, wide 40.8; at
/// 344 bits 46.6 and 45.5; at 348 bits 54.3 and 45.7; at 512 bits 106 and 69; at 520 bits 109 and 127. Two powers at once take as long
/// as 2.5 of `wide` at 256 and 286 bits, 1.2 of `relaxed` at 320, 1.9 of `wide` at 512.
const RELAXED_AND_WIDE: Family = Family {
    one: &[(0..=286, Backend::Wide), (345..=518, Backend::Wide), (0..=MAX, Backend::Relaxed)],
    many: &[(287..=MAX, Backend::RelaxedX2, 2)],
};

/// All others: WebAssembly, with the backends of the module and the engine; x86-64 without vectors of `f64`.
const OTHERS: Family = Family {
    one: &[
        (0..=MAX, Backend::Adx),
        (0..=512, Backend::Scalar),
        (0..=MAX, Backend::Relaxed),
        (0..=MAX, Backend::Wide),
        (0..=MAX, Backend::Simd128),
    ],
    many: &[(0..=MAX, Backend::RelaxedX2, 2)],
};

impl Family {
    /// The family of this machine.
    fn here() -> &'static Self {
        if Backend::Ifma.is_native() {
            &AVX512_IFMA
        } else if cfg!(target_arch = "aarch64") {
            &AARCH64
        } else if Backend::Fma.is_native() {
            &AVX2_FMA
        } else if cfg!(all(target_feature = "relaxed-simd", modexp_wide_short)) {
            &RELAXED_AND_WIDE
        } else {
            &OTHERS
        }
    }
}

impl Backend {
    /// The fastest backend of this machine for one exponentiation with a modulus of `bits` bits.
    #[must_use]
    pub fn best_for(bits: usize) -> Self {
        let fastest = Family::here().one.iter().find(|(sizes, backend)| sizes.contains(&bits) && backend.takes(bits));
        fastest.map_or(Self::Portable, |&(_, backend)| backend)
    }

    /// The backend that computes `count` exponentiations with moduli of `bits` bits at once in its lanes, and the least
    /// number of exponentiations that it computes faster than one after the other. `None` if no backend of this machine
    /// does.
    #[must_use]
    pub fn best_for_many(bits: usize, count: usize) -> Option<(Self, usize)> {
        let lines = Family::here().many.iter();
        let mut fast = lines.filter(|&(sizes, _, pays_from)| sizes.contains(&bits) && count >= *pays_from);
        fast.find(|(_, backend, _)| backend.takes(bits)).map(|&(_, backend, pays_from)| (backend, pays_from))
    }

    /// Whether this machine runs the backend with moduli of `bits` bits.
    fn takes(self, bits: usize) -> bool {
        self.is_native() && bits <= self.max_bits()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sizes of all crossovers, and the sizes next to them.
    fn sizes() -> impl Iterator<Item = usize> {
        let lines = [AVX512_IFMA, AVX2_FMA, AARCH64, RELAXED_AND_WIDE, OTHERS].into_iter().flat_map(|family| {
            let one = family.one.iter().map(|(sizes, _)| sizes.clone());
            one.chain(family.many.iter().map(|(sizes, ..)| sizes.clone())).collect::<alloc::vec::Vec<_>>()
        });
        lines
            .flat_map(|sizes| [*sizes.start(), *sizes.end()])
            .flat_map(|x| [x.saturating_sub(1), x, x.saturating_add(1)])
    }

    #[test]
    fn what_is_chosen_runs_here_and_takes_the_size() {
        for bits in sizes() {
            assert!(Backend::best_for(bits).takes(bits) && Backend::best_for(bits).lanes() == 1, "{bits} bits");
            for count in 0..=20 {
                let Some((backend, pays_from)) = Backend::best_for_many(bits, count) else { continue };
                assert!(backend.takes(bits), "{backend:?} for {bits} bits");
                assert!(
                    (2..=count).contains(&pays_from) && pays_from <= backend.lanes(),
                    "{backend:?} for {bits} bits"
                );
            }
        }
    }

    #[test]
    fn every_family_names_a_backend_of_one_lane_for_one_and_of_several_for_many() {
        for family in [AVX512_IFMA, AVX2_FMA, AARCH64, RELAXED_AND_WIDE, OTHERS] {
            assert!(family.one.iter().all(|(_, backend)| !backend.name().contains("_x")));
            assert!(family.many.iter().all(|(_, backend, _)| backend.name().contains("_x")));
        }
    }
}
