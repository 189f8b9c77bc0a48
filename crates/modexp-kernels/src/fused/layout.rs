//! The places of the digits of N numbers in the lanes of vectors.

use super::columns::OFFSET;
use super::machine::Machine;
use super::shape::Shape;
use core::marker::PhantomData;

/// N numbers of n digits in vectors of L lanes: lane i belongs to number i mod N, and its digits are part ⌊i/N⌋ of the number.
/// A part has h = ⌈nN/L⌉ digits: vector j has digit j of all parts. Vector k of the columns has parts of columns k, k + h,
/// and so on. So column k is the sum of part i of vector k − ih over all parts i. With one number in each lane, a number
/// is one part.
pub(crate) struct Layout<V, const N: usize>(PhantomData<V>);

impl<V: Machine, const N: usize> Layout<V, N> {
    /// The shape of numbers of n digits.
    pub(crate) fn shape(n: usize) -> Shape<V> {
        Shape::new(n, N)
    }

    /// R digits from digit r up, as multipliers: each digit is in all lanes of its number.
    ///
    /// # Safety
    /// `y` is an element of h vectors and more than r + R − 1 digits.
    #[inline(always)]
    pub(crate) unsafe fn rows<const R: usize>(y: *const V, r: usize, h: usize) -> [V; R] {
        // one address after the other, since the compiler makes slow vector code of four at once
        let next_part = V::LANES * h - N;
        let mut word = V::LANES * r;
        for _ in 1..V::LANES / N {
            if word > next_part {
                word -= next_part;
            }
        }
        let mut rows = [V::splat(0); R];
        for row in &mut rows {
            // SAFETY: the caller's promise
            *row = unsafe { V::splat_each::<N>(y.cast::<u64>().add(word)) };
            word += V::LANES;
            if N < V::LANES && word > next_part {
                word -= next_part;
            }
        }
        rows
    }

    /// Column k, the sum of its parts, in all lanes of its number.
    ///
    /// # Safety
    /// Column vectors up to k at `acc` are readable, and the zeros below the columns.
    #[inline(always)]
    pub(crate) unsafe fn column(acc: *const V, k: usize, h: usize) -> V {
        // SAFETY: the caller's promise
        unsafe { V::sum_across::<N>(|part| acc.add(k).sub(part * h)) }
    }

    /// The columns of a vector of the result, each the sum of its parts; its lowest is column k ≥ n.
    ///
    /// # Safety
    /// Column vectors up to k at `acc` are readable, and the zeros below the columns.
    #[inline(always)]
    pub(crate) unsafe fn upper(acc: *const V, k: usize, h: usize) -> V {
        // SAFETY: the caller's promise
        unsafe { V::sum_down::<N>(|part| acc.add(k).sub(part * h), OFFSET) }
    }

    /// The columns below those of the result's vector 0; `last` is the result's last vector.
    #[inline(always)]
    pub(crate) fn below(carry: V, last: V) -> V {
        last.up::<N>(carry)
    }
}
