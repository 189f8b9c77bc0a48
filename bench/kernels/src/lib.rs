//! Single Montgomery products on a given kernel, for the kernel benchmark.
//!
//! `src/main.rs` uses the host build. The wasm32 build exports [`mont_products`] and [`kernel_name`].

mod race;

use modexp_kernels as kernels;
use modexp_kernels::kernel::Kernel;
use modexp_limbs::word::Word;
pub use race::{median, race};

/// The kind of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    /// a·b
    Multiply,
    /// a²
    Square,
}

/// One kernel of this build.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The backend's name.
    pub name: &'static str,
    /// Numbers per product.
    pub lanes: usize,
    /// Bits of the longest modulus.
    pub max_bits: usize,
    /// Runs `count` dependent products for a modulus of `bits` bits. Returns a checksum of the last.
    pub run: fn(bits: usize, product: Product, count: usize) -> u64,
}

/// Returns the kernels that this machine can run.
#[must_use]
pub fn entries() -> Vec<Entry> {
    let mut entries = Vec::new();
    macro_rules! entry {
        ($name:literal, $kernel:ty, $detect:expr) => {
            entry!($name, $kernel, $detect, usize::MAX)
        };
        ($name:literal, $kernel:ty, $detect:expr, $max_bits:expr) => {
            if $detect.is_some() {
                fn run(bits: usize, product: Product, count: usize) -> u64 {
                    $detect.map_or(0, |kernel| products(kernel, bits, product, count))
                }
                entries.push(Entry { name: $name, lanes: <$kernel>::LANES, max_bits: $max_bits, run });
            }
        };
    }
    #[cfg(not(target_arch = "wasm32"))]
    entry!("portable", kernels::portable::Portable<u64>, Some(kernels::portable::Portable::<u64>::new()));
    #[cfg(not(target_arch = "wasm32"))]
    {
        type Eight = kernels::portable::short::PortableShort<u64, 8>;
        entry!("portable_eight", Eight, Some(Eight::new()), 512);
    }
    #[cfg(target_arch = "wasm32")]
    entry!("portable", kernels::portable::Portable<u32>, Some(kernels::portable::Portable::<u32>::new()));
    #[cfg(target_arch = "x86_64")]
    {
        use kernels::x86_64::{
            adx::{Adx, short::AdxEight, short::AdxFour},
            fma::{Fma, FmaX2, FmaX4},
            ifma::{Ifma, IfmaX2},
            ifma_x8::IfmaX8,
        };
        entry!("adx", Adx, Adx::detect());
        entry!("adx_four", AdxFour, AdxFour::detect(), AdxFour::MAX_BITS);
        entry!("adx_eight", AdxEight, AdxEight::detect(), AdxEight::MAX_BITS);
        entry!("fma", Fma, Fma::detect());
        entry!("fma_x2", FmaX2, FmaX2::detect());
        entry!("fma_x4", FmaX4, FmaX4::detect());
        entry!("ifma", Ifma, Ifma::detect());
        entry!("ifma_x2", IfmaX2, IfmaX2::detect());
        entry!("ifma_x8", IfmaX8, IfmaX8::detect());
    }
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
    {
        use kernels::aarch64::fma::{Fma, FmaX2};
        entry!("fma", Fma, Fma::detect());
        entry!("fma_x2", FmaX2, FmaX2::detect());
    }
    #[cfg(all(target_arch = "wasm32", target_feature = "relaxed-simd"))]
    {
        use kernels::wasm32::relaxed::{Relaxed, RelaxedX2};
        entry!("relaxed", Relaxed, Relaxed::detect());
        entry!("relaxed_x2", RelaxedX2, RelaxedX2::detect());
    }
    #[cfg(all(target_arch = "wasm32", modexp_wide))]
    {
        use kernels::wasm32::{short::Short, wide::Wide};
        entry!("wide", Wide, Wide::detect());
        entry!("wide_five", Short<u128, 5>, Short::<u128, 5>::detect(), Short::<u128, 5>::MAX_BITS);
        entry!("wide_nine", Short<u128, 9>, Short::<u128, 9>::detect(), Short::<u128, 9>::MAX_BITS);
    }
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    {
        use kernels::wasm32::{short::Scalar, simd128::Simd128};
        entry!("simd128", Simd128, Simd128::detect());
        entry!("scalar", Scalar, Scalar::detect(), Scalar::MAX_BITS);
    }
    entries
}

/// a ← a·b or a ← a², `count` times, modulo a number of `bits` bits, about ¾ of 2^bits.
fn products<K: Kernel>(kernel: K, bits: usize, product: Product, count: usize) -> u64 {
    let mut m = vec![u64::MAX; bits.div_ceil(64)];
    m[0] -= 158;
    if let Some(top) = m.last_mut() {
        *top >>= (64 - bits % 64) % 64;
        *top -= *top / 4;
    }
    let below: Vec<u64> = m.iter().enumerate().map(|(i, &m)| m ^ (0x5555_5555 << (i % 24))).map(|x| x >> 1).collect();
    let digits = K::digits(bits);
    let modulus = kernel.modulus(&vec![m.as_slice(); K::LANES], digits);
    let mut a = Aligned::new(K::words(digits));
    let mut b = Aligned::new(K::words(digits));
    let mut out = Aligned::new(K::words(digits));
    let mut scratch = Aligned::new(K::scratch_words(digits));
    for lane in 0..K::LANES {
        K::from_limbs(a.words(), &below, lane);
        K::from_limbs(b.words(), &below, lane);
    }
    for _ in 0..count {
        match product {
            Product::Multiply => kernel.mont_mul(out.words(), a.words(), b.words(), &modulus, scratch.words()),
            Product::Square => kernel.mont_sqr(out.words(), a.words(), &modulus, scratch.words()),
        }
        core::mem::swap(&mut a, &mut out);
    }
    let mut limbs = vec![0; bits / 64 + 2];
    K::to_limbs(&mut limbs, a.words(), 0);
    limbs.iter().fold(0, |sum, &limb| sum ^ limb)
}

/// A buffer of words that begins at a cache line.
struct Aligned<W> {
    words: Vec<W>,
    start: usize,
    len: usize,
}

impl<W: Word> Aligned<W> {
    fn new(len: usize) -> Self {
        let line = 64 / size_of::<W>();
        let words = vec![W::default(); len + line];
        let start = words.as_ptr().align_offset(64).min(line);
        Self { words, start, len }
    }

    fn words(&mut self) -> &mut [W] {
        &mut self.words[self.start..self.start + self.len]
    }
}

/// For JavaScript: runs `count` products on kernel `kernel`, squares if `square` is not 0.
/// Returns the numbers per product, or 0 if the kernel does not exist or does not take `bits` bits.
#[allow(unsafe_code, reason = "an export needs a name of its own")]
#[unsafe(no_mangle)]
pub extern "C" fn mont_products(kernel: usize, bits: usize, square: u32, count: usize) -> usize {
    let product = if square == 0 { Product::Multiply } else { Product::Square };
    entries().get(kernel).filter(|entry| bits <= entry.max_bits).map_or(0, |entry| {
        core::hint::black_box((entry.run)(bits, product, count));
        entry.lanes
    })
}

/// For JavaScript: returns byte `i` of the name of kernel `kernel`, or 0 beyond its end.
#[allow(unsafe_code, reason = "an export needs a name of its own")]
#[unsafe(no_mangle)]
pub extern "C" fn kernel_name(kernel: usize, i: usize) -> u8 {
    entries().get(kernel).and_then(|entry| entry.name.as_bytes().get(i).copied()).unwrap_or(0)
}
