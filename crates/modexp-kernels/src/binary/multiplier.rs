//! Products of polynomials over GF(2), by Karatsuba's method for any number of parts (Weimerskirch and Paar, *Generalizations of
//! the Karatsuba algorithm*, 2006/224): a_i·b_j + a_j·b_i = (a_i + a_j)(b_i + b_j) + a_i·b_i + a_j·b_j, so that N parts take
//! N(N + 1)/2 products instead of N².

use core::fmt::Debug;

/// A polynomial of twice N limbs, the lower half first.
pub type Wide<const N: usize> = [[u64; N]; 2];

/// Carry-less products on one instruction set; a value proves that the CPU has it.
pub trait Multiplier: Copy + Debug + Send + Sync + 'static {
    /// A product of two limbs.
    type Product: Copy;

    /// Whether a product of limbs is one instruction.
    const SHORT: bool = false;

    /// `f`, compiled for the instructions if what it calls is inlined.
    #[inline(always)]
    fn run<T>(self, f: impl FnOnce() -> T) -> T {
        f()
    }

    /// a·b.
    fn mul(self, a: u64, b: u64) -> Self::Product;

    /// a + b.
    fn add(self, a: Self::Product, b: Self::Product) -> Self::Product;

    /// 0.
    fn zero(self) -> Self::Product;

    /// The low and the high limb.
    fn to_limbs(self, a: Self::Product) -> [u64; 2];

    /// a².
    fn square(self, a: u64) -> [u64; 2];

    /// a·b.
    #[inline(always)]
    fn product<const N: usize>(self, a: &[u64; N], b: &[u64; N]) -> Wide<N> {
        let mut columns = [[self.zero(); N]; 2];
        let flat = columns.as_flattened_mut();
        // parts of two, three or five limbs, each of which is such a product again
        match N {
            4 => blocks::<_, 2>(self, flat, a, b),
            6 | 9 => blocks::<_, 3>(self, flat, a, b),
            20 => blocks::<_, 5>(self, flat, a, b),
            _ => pairwise(self, flat, a, b),
        }
        let mut out = [[0; N]; 2];
        let limbs = out.as_flattened_mut();
        for (k, &column) in flat[..2 * N - 1].iter().enumerate() {
            let [low, high] = self.to_limbs(column);
            limbs[k] ^= low;
            limbs[k + 1] ^= high;
        }
        out
    }

    /// a².
    #[inline(always)]
    fn product_square<const N: usize>(self, a: &[u64; N]) -> Wide<N> {
        let mut out = [[0; N]; 2];
        let (pairs, _) = out.as_flattened_mut().as_chunks_mut::<2>();
        for (pair, &a) in pairs.iter_mut().zip(a) {
            *pair = self.square(a);
        }
        out
    }
}

/// columns_k = Σ a_i·b_(k − i), all limbs.
#[inline(always)]
fn pairwise<M: Multiplier>(m: M, columns: &mut [M::Product], a: &[u64], b: &[u64]) {
    let n = a.len();
    columns[..2 * n - 1].fill(m.zero());
    for i in 0..n {
        let square = m.mul(a[i], b[i]);
        for column in &mut columns[i..i + n] {
            *column = m.add(*column, square);
        }
        for j in 0..i {
            let mixed = m.mul(a[i] ^ a[j], b[i] ^ b[j]);
            columns[i + j] = m.add(columns[i + j], mixed);
        }
    }
}

/// The same in parts of B limbs.
#[inline(always)]
fn blocks<M: Multiplier, const B: usize>(m: M, columns: &mut [M::Product], a: &[u64], b: &[u64]) {
    let n = a.len() / B;
    let part = |x: &[u64], i: usize| -> [u64; B] { core::array::from_fn(|k| x[B * i + k]) };
    let sum = |x: &[u64], i: usize, j: usize| -> [u64; B] { core::array::from_fn(|k| x[B * i + k] ^ x[B * j + k]) };
    let mut product = [[m.zero(); B]; 2];
    let product = product.as_flattened_mut();
    let mut add = |product: &[M::Product], at: usize| {
        for (column, &p) in columns[B * at..].iter_mut().zip(&product[..2 * B - 1]) {
            *column = m.add(*column, p);
        }
    };
    for i in 0..n {
        pairwise(m, product, &part(a, i), &part(b, i));
        (i..i + n).for_each(|at| add(product, at));
        for j in 0..i {
            pairwise(m, product, &sum(a, i, j), &sum(b, i, j));
            add(product, i + j);
        }
    }
}
