//! Every kernel at its own radix: all numbers of two digits next to a power of two, and all numbers with parts of all
//! zeros or all ones.

use super::KernelUnderTest;
use crate::kernel::Kernel;
use crate::portable::{Portable, short::PortableShort};
use crate::testing::two_to;
use crate::wasm32::{relaxed::Relaxed, relaxed::RelaxedX2, short::Scalar, short::Short, simd128::Simd128, wide::Wide};
use alloc::vec::Vec;
use num_bigint::BigUint;

/// The numbers Σ d_i·2^(radix·i) for every choice of `places` digits d_i from `digits`.
fn numbers(digits: &[BigUint], radix: usize, places: usize) -> Vec<BigUint> {
    (0..places).fold(Vec::from([BigUint::ZERO]), |numbers, place| {
        numbers.iter().flat_map(|x| digits.iter().map(move |digit| x + (digit << (radix * place)))).collect()
    })
}

/// The digits 0, 1, 2, 2^(radix − 1) − 1 to 2^(radix − 1) + 1, 2^radix − 2 and 2^radix − 1.
fn edges(radix: usize) -> Vec<BigUint> {
    let (half, all) = (two_to(radix - 1), two_to(radix));
    let mut edges: Vec<_> = [0u8, 1, 2].map(BigUint::from).into();
    edges.extend([&half - 1u8, half.clone(), half + 1u8, &all - 2u8, all - 1u8]);
    edges
}

/// Numbers below 2^bits that consist of `parts` parts of whole digits, each all zeros or all ones.
fn runs(radix: usize, digits: usize, parts: usize, bits: usize) -> Vec<BigUint> {
    let place = |part: usize| radix * (part * digits / parts);
    let run = |part: usize| (two_to(place(part + 1) - place(part)) - 1u8) << place(part);
    let sum = |choice: usize| (0..parts).filter(|part| choice >> part & 1 == 1).map(run).sum::<BigUint>();
    (0..1 << parts).map(|choice| sum(choice) % two_to(bits)).collect()
}

/// Bits of the longest moduli for `digits` digits.
fn longest<K: Kernel>(digits: usize) -> usize {
    (K::RADIX as usize * digits - K::HEADROOM as usize).min(K::capacity(digits))
}

/// Checks all pairs of `numbers` in range, modulo each odd number of them that fits `digits` digits.
fn all_of<K: Kernel>(kernel: K, digits: usize, numbers: &[BigUint]) -> usize {
    let moduli = numbers.iter().filter(|m| m.bit(0) && m.bits() > 1 && K::digits(m.bits() as usize) <= digits);
    let mut products = 0;
    for m in moduli {
        let mut on = KernelUnderTest::new(kernel, m, digits);
        let mut operands: Vec<_> = numbers.iter().filter(|x| **x < on.range).cloned().collect();
        operands.extend([m - 1u8, &on.range - 1u8]);
        products += on.all_pairs(&operands);
    }
    products
}

/// Bits, and the number of parts of all zeros or all ones, which gives 2^parts numbers. Long products consist of halves
/// and quarters.
const LONG: [(usize, usize); 6] = [(250, 5), (520, 5), (1030, 5), (2048, 4), (4096, 4), (8192, 2)];

fn exhaust<K: Kernel>(name: &str, kernel: K) {
    exhaust_up_to(LONG[LONG.len() - 1].0, name, kernel);
}

/// [`exhaust`] for a kernel with moduli of at most `most` bits.
fn exhaust_up_to<K: Kernel>(most: usize, name: &str, kernel: K) {
    let radix = K::RADIX as usize;
    let mut products = all_of(kernel, K::digits(2 * radix), &numbers(&edges(radix), radix, 2));
    for (bits, parts) in [(2 * radix, 5)].into_iter().chain(LONG).filter(|&(bits, _)| bits <= most) {
        let digits = K::digits(bits);
        products += all_of(kernel, digits, &runs(radix, digits, parts.min(digits), longest::<K>(digits)));
    }
    std::println!("{products} passes: edges of digits, {name}");
}

/// As many products as Miri runs in a minute.
#[test]
fn a_few_products() {
    fn on<K: Kernel>(kernel: K) {
        let radix = K::RADIX as usize;
        for bits in [2 * radix, 300] {
            let digits = K::digits(bits);
            // all ones
            let m = runs(radix, digits, 1, longest::<K>(digits));
            assert!(all_of(kernel, digits, &m[1..]) >= 6);
        }
    }
    on(Portable::<u32>::new());
    on(Portable::<u64>::new());
    on(PortableShort::<u64, 8>::new());
    on(Relaxed::detect().expect("mul_add rounds once"));
    on(RelaxedX2::detect().expect("mul_add rounds once"));
    on(Wide::detect().expect("runs anywhere"));
    on(Simd128::detect().expect("runs anywhere"));
}

#[test]
#[ignore = "wrong on purpose, for Miri to find"]
#[allow(unsafe_code, reason = "shows that Miri checks addresses")]
fn a_read_past_the_end() {
    let words = [1_u64; 2];
    // SAFETY: none; Miri must report this read
    assert_ne!(unsafe { words.as_ptr().add(core::hint::black_box(2)).read() }, 1);
}

#[test]
fn portable() {
    exhaust("portable of 32 bits", Portable::<u32>::new());
    exhaust("portable of 64 bits", Portable::<u64>::new());
    exhaust("portable, four limbs", PortableShort::<u64, 4>::new());
    exhaust("portable, six limbs", PortableShort::<u64, 6>::new());
    exhaust("portable, eight limbs", PortableShort::<u64, 8>::new());
}

#[cfg(target_arch = "x86_64")]
#[test]
fn x86_64() {
    use crate::testing::assert_not_expected;
    use crate::x86_64::{
        adx::Adx, adx::short::AdxEight, adx::short::AdxFour, fma::Fma, fma::FmaX2, fma::FmaX4, ifma::Ifma,
        ifma::IfmaX2, ifma_short::IfmaShort, ifma_x8::IfmaX8,
    };
    Adx::detect().map_or_else(|| assert_not_expected("adx"), |kernel| exhaust("adx", kernel));
    AdxFour::detect()
        .map_or_else(|| assert_not_expected("adx"), |kernel| exhaust_up_to(256, "adx, four limbs", kernel));
    AdxEight::detect()
        .map_or_else(|| assert_not_expected("adx"), |kernel| exhaust_up_to(520, "adx, eight limbs", kernel));
    Fma::detect().map_or_else(|| assert_not_expected("fma"), |kernel| exhaust("fma", kernel));
    FmaX2::detect().map_or_else(|| assert_not_expected("fma_x2"), |kernel| exhaust("fma_x2", kernel));
    FmaX4::detect().map_or_else(|| assert_not_expected("fma_x4"), |kernel| exhaust("fma_x4", kernel));
    Ifma::detect().map_or_else(|| assert_not_expected("ifma"), |kernel| exhaust("ifma", kernel));
    IfmaShort::detect()
        .map_or_else(|| assert_not_expected("ifma"), |kernel| exhaust_up_to(1030, "ifma, short", kernel));
    IfmaX2::detect().map_or_else(|| assert_not_expected("ifma_x2"), |kernel| exhaust("ifma_x2", kernel));
    IfmaX8::detect().map_or_else(|| assert_not_expected("ifma_x8"), |kernel| exhaust("ifma_x8", kernel));
}

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
#[test]
fn aarch64() {
    use crate::aarch64::fma::{Fma, FmaX2};
    use crate::testing::assert_not_expected;
    Fma::detect().map_or_else(|| assert_not_expected("fma"), |kernel| exhaust("fma", kernel));
    FmaX2::detect().map_or_else(|| assert_not_expected("fma_x2"), |kernel| exhaust("fma_x2", kernel));
}

#[test]
fn wasm32() {
    exhaust("relaxed", Relaxed::detect().expect("mul_add rounds once"));
    exhaust("relaxed_x2", RelaxedX2::detect().expect("mul_add rounds once"));
    exhaust("wide", Wide::detect().expect("runs anywhere"));
    exhaust("simd128", Simd128::detect().expect("runs anywhere"));
    exhaust_up_to(250, "scalar", Scalar::detect().expect("runs anywhere"));
    exhaust_up_to(250, "wide, five digits", Short::<u128, 5>::detect().expect("runs anywhere"));
    exhaust_up_to(520, "wide, nine digits", Short::<u128, 9>::detect().expect("runs anywhere"));
}
