//! How an exponent is cut into digits, and what each way costs.
//!
//! Two methods are used. `pow` cuts the exponent into *fixed* windows, so that the sequence of products depends on its
//! length alone. `pow_vartime` uses *sliding* windows over odd digits and takes the width that costs this very exponent
//! the fewest products.
//!
//! What these and m-ary digits cost on average, [`crate::m_ary`] tells, with the literature's tables.

use modexp_kernels::limb;

/// The widest window considered; its table has 2^12 odd entries.
const WIDEST: u32 = 13;

/// A way of exponentiation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// Digits of equal width, one product for each, whatever it is: constant time.
    FixedWindow,
    /// Odd digits of up to the given width, none for runs of zeros: variable time.
    SlidingWindow,
    /// Digits of equal width, none for zeros: variable time, for comparisons.
    MAry,
}

/// What one exponentiation will do: the method, the window and the exact number of products.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowPlan {
    /// How the exponent is cut.
    pub method: Method,
    /// Bits of a window.
    pub window: u32,
    /// Squarings, those of the table included.
    pub squarings: usize,
    /// Products that are no squarings, those of the table included.
    pub multiplications: usize,
}

impl WindowPlan {
    /// The plan of `pow` for exponents of `bits` bits where looking through a table of `entries_per_product` entries
    /// takes as long as a product.
    #[must_use]
    pub fn constant_time(bits: usize, entries_per_product: usize) -> Self {
        let cost = |plan: &Self| {
            let looks = bits.div_ceil(plan.window as usize);
            let scan = (looks << plan.window) / entries_per_product.max(1);
            plan.squarings + plan.multiplications + scan
        };
        let plans = (1..=8).map(|window| Self::fixed_window(bits, window));
        plans.min_by_key(cost).unwrap_or_else(|| Self::fixed_window(bits, 1))
    }

    /// The plan of `pow_vartime` for this exponent (little-endian limbs).
    #[must_use]
    pub fn vartime(exponent: &[u64]) -> Self {
        let sliding = (1..=WIDEST).map(|window| Self::sliding_window(exponent, window));
        // short exponents are sometimes cheaper by m-ary digits, whose first may be even
        let plans = sliding.chain((2..=8).map(|window| Self::m_ary(exponent, window)));
        plans.min_by_key(Self::products).unwrap_or_else(|| Self::sliding_window(exponent, 1))
    }

    /// All products together.
    #[must_use]
    pub fn products(&self) -> usize {
        self.squarings + self.multiplications
    }

    /// Fixed windows of `window` bits: a table of 2^window powers, then a product for each digit but the first.
    fn fixed_window(bits: usize, window: u32) -> Self {
        let digits = bits.div_ceil(window as usize);
        let entries = 1 << window;
        Self {
            method: Method::FixedWindow,
            window,
            squarings: entries / 2 - 1 + digits.saturating_sub(1) * window as usize,
            multiplications: entries / 2 - 1 + digits.saturating_sub(1),
        }
    }

    /// The exact cost of sliding windows of up to `window` bits, 1 to 13, for this exponent (little-endian limbs): a
    /// table of the odd powers up to the largest digit, and a product for each digit but the first.
    #[must_use]
    pub fn sliding_window(exponent: &[u64], window: u32) -> Self {
        let window = window.clamp(1, WIDEST);
        let (mut squarings, mut multiplications, mut largest) = (0, 0, 1);
        for (i, digit) in SlidingDigits::new(exponent, window).enumerate() {
            if i > 0 {
                squarings += digit.squarings;
                multiplications += usize::from(digit.value != 0);
            }
            largest = largest.max(digit.value);
        }
        if largest > 1 {
            squarings += 1;
            multiplications += (largest - 1) / 2;
        }
        Self { method: Method::SlidingWindow, window, squarings, multiplications }
    }
}

/// One step of a sliding window: that many squarings, then a product by base^value, where value is odd, or 0 for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Digit {
    pub(crate) squarings: usize,
    pub(crate) value: usize,
}

/// The digits of an exponent from the top, for sliding windows. Variable time.
pub(crate) struct SlidingDigits<'a> {
    exponent: &'a [u64],
    window: usize,
    /// Bits not yet consumed.
    rest: usize,
}

impl<'a> SlidingDigits<'a> {
    pub(crate) fn new(exponent: &'a [u64], window: u32) -> Self {
        Self { exponent, window: window as usize, rest: limb::bit_len(exponent) }
    }
}

impl Iterator for SlidingDigits<'_> {
    type Item = Digit;

    fn next(&mut self) -> Option<Digit> {
        if self.rest == 0 {
            return None;
        }
        let start = self.rest;

        // zeros above the next one bit
        while self.rest > 0 && limb::bits_at(self.exponent, self.rest - 1, 1) == 0 {
            self.rest -= 1;
        }
        if self.rest == 0 {
            return Some(Digit { squarings: start, value: 0 });
        }

        // the longest window that ends in a one bit
        let width = self.window.min(self.rest);
        let value = limb::bits_at(self.exponent, self.rest - width, width as u32);
        let zeros = value.trailing_zeros();
        self.rest -= width - zeros as usize;
        Some(Digit { squarings: start - self.rest, value: (value >> zeros) as usize })
    }
}
