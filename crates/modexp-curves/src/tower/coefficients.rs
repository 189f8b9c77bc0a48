//! The operations of extensions that work on each coefficient alone.

use modexp_fields::prime::{HIGH_LANES, Permute, SWAPPED};

/// The methods of [`FieldOps`](modexp_fields::prime::FieldOps) that apply the method of `self.base` to each of `$d`
/// coefficients, of index `$i`. Arrays are written out: `from_fn` moves each coefficient of hundreds of bytes twice.
macro_rules! coefficientwise {
    ($d:literal: $($i:literal)+) => {
        type Element = [F::Element; $d];
        type Wide = [F::Wide; $d];

        const LANES: usize = F::LANES;
        const RANGE: u64 = F::RANGE;
        const WORDS: usize = $d * F::WORDS;

        #[inline(always)]
        fn vectorize<T>(&self, f: impl FnOnce() -> T) -> T {
            self.base.vectorize(f)
        }

        fn prime(&self) -> &[u64] {
            self.base.prime()
        }

        #[inline]
        fn zero(&self) -> Self::Element {
            [self.base.zero(); $d]
        }

        #[inline]
        fn one(&self) -> Self::Element {
            let mut one = self.zero();
            one[0] = self.base.one();
            one
        }

        #[inline]
        fn add(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
            [$(self.base.add(&a[$i], &b[$i])),+]
        }

        #[inline]
        fn sub(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
            [$(self.base.sub(&a[$i], &b[$i])),+]
        }

        #[inline]
        fn reduce_sum(&self, a: &Self::Element) -> Self::Element {
            [$(self.base.reduce_sum(&a[$i])),+]
        }

        #[inline]
        fn add_times(&self, a: &Self::Element, n: u32, b: &Self::Element) -> Self::Element {
            [$(self.base.add_times(&a[$i], n, &b[$i])),+]
        }

        #[inline]
        fn neg(&self, a: &Self::Element) -> Self::Element {
            [$(self.base.neg(&a[$i])),+]
        }

        #[inline]
        fn half(&self, a: &Self::Element) -> Self::Element {
            [$(self.base.half(&a[$i])),+]
        }

        #[inline]
        fn cmov(&self, a: &Self::Element, other: &Self::Element, choice: Choice) -> Self::Element {
            [$(self.base.cmov(&a[$i], &other[$i], choice)),+]
        }

        #[inline]
        fn is_zero(&self, a: &Self::Element) -> Choice {
            a.iter().fold(Choice::splat(true), |zero, a| zero & self.base.is_zero(a))
        }

        #[inline]
        fn add_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide {
            [$(self.base.add_wide(&a[$i], &b[$i])),+]
        }

        #[inline]
        fn add_times_wide(&self, a: &Self::Wide, n: u32, b: &Self::Wide) -> Self::Wide {
            [$(self.base.add_times_wide(&a[$i], n, &b[$i])),+]
        }

        #[inline]
        fn sub_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide {
            [$(self.base.sub_wide(&a[$i], &b[$i])),+]
        }

        #[inline]
        fn redc(&self, t: &Self::Wide) -> Self::Element {
            [$(self.base.redc(&t[$i])),+]
        }

        #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
        #[cfg_attr(target_arch = "wasm32", inline)]
        fn read(&self, words: &[u64]) -> Self::Element {
            assert_eq!(words.len(), Self::WORDS);
            [$(self.base.read(&words[$i * F::WORDS..($i + 1) * F::WORDS])),+]
        }

        #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
        #[cfg_attr(target_arch = "wasm32", inline)]
        fn write(&self, words: &mut [u64], a: &Self::Element) {
            assert_eq!(words.len(), Self::WORDS);
            $(self.base.write(&mut words[$i * F::WORDS..($i + 1) * F::WORDS], &a[$i]);)+
        }

        #[inline]
        fn gather(&self, words: &[u64], at: &[usize]) -> Self::Element {
            // the words of coefficient i of a lane follow those of coefficient i − 1
            [$(self.base.gather(&words[$i * F::WORDS / F::LANES..], at)),+]
        }

        #[inline]
        fn scatter(&self, words: &mut [u64], at: &[usize], a: &Self::Element) {
            for (i, a) in a.iter().enumerate() {
                self.base.scatter(&mut words[i * F::WORDS / F::LANES..], at, a);
            }
        }

        fn from_limbs(&self, x: &[&[u64]]) -> Self::Element {
            core::array::from_fn(|i| {
                let parts: Vec<&[u64]> = x.iter().map(|x| &x[i * x.len() / $d..(i + 1) * x.len() / $d]).collect();
                self.base.from_limbs(&parts)
            })
        }

        fn to_limbs(&self, out: &mut [u64], a: &Self::Element, lane: usize) {
            let each = out.len() / $d;
            out.chunks_exact_mut(each).zip(a).for_each(|(out, a)| self.base.to_limbs(out, a, lane));
        }

        fn to_mont(&self, a: &Self::Element) -> Self::Element {
            [$(self.base.to_mont(&a[$i])),+]
        }

        fn from_mont(&self, a: &Self::Element) -> Self::Element {
            [$(self.base.from_mont(&a[$i])),+]
        }

        #[inline]
        fn mul(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
            self.redc(&self.mul_wide(a, b))
        }
    };
}

/// The methods of [`Permute`](modexp_fields::prime::Permute) that apply the method of `self.base` to each coefficient.
macro_rules! permuted {
    ($d:literal: $($i:literal)+) => {
        #[inline(always)]
        fn permute(&self, a: &Self::Element, from: &Places) -> Self::Element {
            [$(self.base.permute(&a[$i], from)),+]
        }

        #[inline(always)]
        fn permute_wide(&self, a: &Self::Wide, from: &Places) -> Self::Wide {
            [$(self.base.permute_wide(&a[$i], from)),+]
        }

        #[inline(always)]
        fn cmov_wide(&self, a: &Self::Wide, other: &Self::Wide, choice: Choice) -> Self::Wide {
            [$(self.base.cmov_wide(&a[$i], &other[$i], choice)),+]
        }

        fn splat(&self, x: &[u64]) -> Self::Element {
            let each = x.len() / $d;
            [$(self.base.splat(&x[$i * each..($i + 1) * each])),+]
        }
    };
}

/// Reduces lanes 0 to 3 of two coefficients side by side; the other lanes of the results are 0.
#[inline(always)]
pub(super) fn redc_two_low<F: Permute>(base: &F, a: &F::Wide, b: &F::Wide) -> [F::Element; 2] {
    let both = base.redc(&base.cmov_wide(a, &base.permute_wide(b, &SWAPPED), HIGH_LANES));
    let low = |both| base.cmov(both, &base.zero(), HIGH_LANES);
    [low(&both), low(&base.permute(&both, &SWAPPED))]
}

pub(super) use {coefficientwise, permuted};
