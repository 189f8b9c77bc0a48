//! Products of polynomials over GF(2), by Karatsuba's method for any number of parts (Weimerskirch and Paar, *Generalizations of
//! the Karatsuba algorithm*, 2006/224): a_i·b_j + a_j·b_i = (a_i + a_j)(b_i + b_j) + a_i·b_i + a_j·b_j, so that N parts take
//! N(N + 1)/2 products instead of N².

use super::polynomial::Polynomial;
use core::fmt::Debug;
use core::ops::{BitAnd, BitOr, BitXor, Shl, Shr};
use modexp_limbs::limb;

/// 64 coefficients in each lane. A limb may also hold a condition for each lane: 1 or 0, or a mask.
pub trait Limb:
    Copy
    + Debug
    + Send
    + Sync
    + 'static
    + BitXor<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
{
    /// Lanes of a limb.
    const LANES: usize;

    /// f(i) for each limb i, compiled for the instructions: otherwise each is a call, and a formula becomes too large to inline.
    #[inline(always)]
    fn each<const N: usize>(self, f: impl Fn(usize) -> Self) -> [Self; N] {
        core::array::from_fn(f)
    }

    /// The limb of the first lane.
    fn first(self) -> u64;

    /// 1 if all of `x` is 0, else 0.
    fn is_zero(x: &[Self]) -> Self;

    /// All ones for 1, 0 for 0.
    #[must_use]
    fn mask(self) -> Self;

    /// The sum of its coefficients.
    #[must_use]
    fn parity(self) -> Self;

    /// Writes `a` as [`Multiplier::read`] reads it.
    fn write<const N: usize>(words: &mut [u64], a: &[Self; N]);
}

impl Limb for u64 {
    const LANES: usize = 1;

    #[inline(always)]
    fn first(self) -> u64 {
        self
    }

    #[inline(always)]
    fn is_zero(x: &[u64]) -> u64 {
        limb::is_zero(x)
    }

    #[inline(always)]
    fn mask(self) -> u64 {
        limb::mask(self)
    }

    #[inline(always)]
    fn parity(self) -> u64 {
        u64::from(self.count_ones() & 1)
    }

    #[inline(always)]
    fn write<const N: usize>(words: &mut [u64], a: &[u64; N]) {
        words.copy_from_slice(a);
    }
}

/// A polynomial of twice N limbs, the lower half first.
pub type Wide<L, const N: usize> = [[L; N]; 2];

/// Σ columns_k·x^(64·k): overlapping pairs of limbs, the last of them zero.
pub type Columns<T, const N: usize> = [[T; N]; 2];

/// Carry-less products on one instruction set; a value proves that the CPU has it.
pub trait Multiplier: Copy + Debug + Send + Sync + 'static {
    /// A limb of an element.
    type Limb: Limb;

    /// Two limbs, the lower first, in one register if the machine has one of this width.
    type Pair: Copy;

    /// Whether a product of limbs is one instruction.
    const SHORT: bool = false;

    /// Whether products are reduced in pairs.
    const IN_PAIRS: bool = true;

    /// Runs `f`, compiled for the instructions if its calls are inlined.
    #[inline(always)]
    fn vectorize<T>(self, f: impl FnOnce() -> T) -> T {
        f()
    }

    /// Runs f(a, b) in a function that has both in registers.
    #[inline(never)]
    fn call<A, T>(self, f: impl FnOnce(A, A) -> T, a: A, b: A) -> T {
        f(a, b)
    }

    /// x in all lanes.
    fn splat(self, x: u64) -> Self::Limb;

    /// The element of these words; word i belongs to lane i mod LANES.
    ///
    /// # Panics
    /// If the number of words is not N·LANES.
    fn read<const N: usize>(self, words: &[u64]) -> [Self::Limb; N];

    /// a, and zero above it.
    fn limb(self, a: Self::Limb) -> Self::Pair;

    /// The limbs of a pair.
    fn to_limbs(self, a: Self::Pair) -> [Self::Limb; 2];

    /// The product of the lower limbs.
    fn mul(self, a: Self::Pair, b: Self::Pair) -> Self::Pair;

    /// The square of the lower limb.
    fn square(self, a: Self::Pair) -> Self::Pair;

    /// a + b.
    fn add(self, a: Self::Pair, b: Self::Pair) -> Self::Pair;

    /// f(i) for each pair i. Several lanes take a loop: `from_fn` is faster, but not always inlined, and then not in vector code.
    #[inline(always)]
    fn each<const N: usize>(self, f: impl Fn(usize) -> Self::Pair) -> [Self::Pair; N] {
        if Self::Limb::LANES == 1 {
            return core::array::from_fn(f);
        }
        let mut out = [self.limb(self.splat(0)); N];
        for (i, pair) in out.iter_mut().enumerate() {
            *pair = f(i);
        }
        out
    }

    /// The pair of these limbs. This method and the next five serve products that are reduced in pairs.
    fn pair(self, _limbs: [Self::Limb; 2]) -> Self::Pair {
        unreachable!("reduced in limbs")
    }

    /// The bits that both have.
    fn and(self, _a: Self::Pair, _b: Self::Pair) -> Self::Pair {
        unreachable!("reduced in limbs")
    }

    /// Each limb shifted to the left by n < 64.
    fn left(self, _a: Self::Pair, _n: usize) -> Self::Pair {
        unreachable!("reduced in limbs")
    }

    /// Each limb shifted to the right by n < 64.
    fn right(self, _a: Self::Pair, _n: usize) -> Self::Pair {
        unreachable!("reduced in limbs")
    }

    /// Zero, and the lower limb above it.
    fn up(self, _a: Self::Pair) -> Self::Pair {
        unreachable!("reduced in limbs")
    }

    /// The upper limb, and zero above it.
    fn down(self, _a: Self::Pair) -> Self::Pair {
        unreachable!("reduced in limbs")
    }

    /// a·b.
    #[inline(always)]
    fn product<const N: usize>(self, a: &[Self::Limb; N], b: &[Self::Limb; N]) -> Columns<Self::Pair, N> {
        let zero = self.limb(self.splat(0));
        let mut columns = [[zero; N]; 2];
        let [a, b]: [[_; N]; 2] = [a, b].map(|x| self.each(|i| self.limb(x[i])));
        let flat = columns.as_flattened_mut();
        // parts of two, three or five limbs, multiplied by Karatsuba's method as well
        match N {
            4 => blocks::<_, 2>(self, flat, &a, &b),
            6 | 9 => blocks::<_, 3>(self, flat, &a, &b),
            20 => blocks::<_, 5>(self, flat, &a, &b),
            _ => add_product::<_, N>(self, flat, &a, &b),
        }
        columns
    }

    /// a².
    #[inline(always)]
    fn product_square<const N: usize>(self, a: &[Self::Limb; N]) -> Columns<Self::Pair, N> {
        let mut columns = [[self.limb(self.splat(0)); N]; 2];
        let flat = columns.as_flattened_mut();
        for i in 0..N {
            flat[2 * i] = self.square(self.limb(a[i]));
        }
        columns
    }

    /// a² in limbs, if that is faster than in columns, for one square or for several in a row.
    #[inline(always)]
    fn square_limbs<const N: usize>(self, _a: &[Self::Limb; N], _in_a_row: bool) -> Option<Wide<Self::Limb, N>> {
        None
    }

    /// a·b modulo the polynomial, if the multiplier has its own function for it.
    #[inline(always)]
    fn mul_mod<P: Polynomial, const N: usize>(
        self,
        _polynomial: P,
        _a: &[Self::Limb; N],
        _b: &[Self::Limb; N],
    ) -> Option<[Self::Limb; N]> {
        None
    }

    /// a^(2^n) modulo the polynomial, if the multiplier has its own function for it.
    #[inline(always)]
    fn sqr_n_mod<P: Polynomial, const N: usize>(
        self,
        _polynomial: P,
        _a: &[Self::Limb; N],
        _n: usize,
    ) -> Option<[Self::Limb; N]> {
        None
    }

    /// The sum of the rows i with a_i = 1, if that is faster than many squares. `a` has a coefficient for each row.
    #[inline(always)]
    fn sum<const N: usize>(self, _a: &[Self::Limb; N], _rows: &[[Self::Limb; N]]) -> Option<[Self::Limb; N]> {
        None
    }

    /// The limbs of Σ columns_k·x^(64·k).
    #[inline(always)]
    fn flatten<const N: usize>(self, columns: &Columns<Self::Pair, N>) -> Wide<Self::Limb, N> {
        let mut out = [[self.splat(0); N]; 2];
        let limbs = out.as_flattened_mut();
        for (k, &column) in columns.as_flattened()[..2 * N - 1].iter().enumerate() {
            let [low, high] = self.to_limbs(column);
            limbs[k] = limbs[k] ^ low;
            limbs[k + 1] = limbs[k + 1] ^ high;
        }
        out
    }
}

/// The methods of a multiplier with integers as pairs, and with the products of limbs of `portable`.
macro_rules! pairs_of_integers {
    () => {
        type Limb = u64;
        type Pair = u128;

        #[inline(always)]
        fn splat(self, x: u64) -> u64 {
            x
        }

        #[inline(always)]
        fn read<const N: usize>(self, words: &[u64]) -> [u64; N] {
            words.try_into().expect("N limbs")
        }

        #[inline(always)]
        fn limb(self, a: u64) -> u128 {
            a.into()
        }

        #[inline(always)]
        fn pair(self, [low, high]: [u64; 2]) -> u128 {
            u128::from(high) << 64 | u128::from(low)
        }

        #[inline(always)]
        fn to_limbs(self, a: u128) -> [u64; 2] {
            [a as u64, (a >> 64) as u64]
        }

        #[inline(always)]
        fn mul(self, a: u128, b: u128) -> u128 {
            $crate::binary::portable::product(a as u64, b as u64)
        }

        #[inline(always)]
        fn square(self, a: u128) -> u128 {
            self.pair([
                $crate::binary::multiplier::spread(a as u64 & 0xffff_ffff),
                $crate::binary::multiplier::spread(a as u64 >> 32),
            ])
        }

        #[inline(always)]
        fn add(self, a: u128, b: u128) -> u128 {
            a ^ b
        }

        #[inline(always)]
        fn and(self, a: u128, b: u128) -> u128 {
            a & b
        }

        #[inline(always)]
        fn left(self, a: u128, n: usize) -> u128 {
            self.pair(self.to_limbs(a).map(|limb| limb << n))
        }

        #[inline(always)]
        fn right(self, a: u128, n: usize) -> u128 {
            self.pair(self.to_limbs(a).map(|limb| limb >> n))
        }

        #[inline(always)]
        fn up(self, a: u128) -> u128 {
            a << 64
        }

        #[inline(always)]
        fn down(self, a: u128) -> u128 {
            a >> 64
        }
    };
}

pub(super) use pairs_of_integers;

/// The 32 bits of a, each at twice its position.
#[inline(always)]
pub(super) fn spread(a: u64) -> u64 {
    let a = (a | a << 16) & 0x0000_ffff_0000_ffff;
    let a = (a | a << 8) & 0x00ff_00ff_00ff_00ff;
    let a = (a | a << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    let a = (a | a << 2) & 0x3333_3333_3333_3333;
    (a | a << 1) & 0x5555_5555_5555_5555
}

/// columns_k += Σ a_i·b_(k − i) for all limbs.
#[inline(always)]
fn add_product<M: Multiplier, const N: usize>(m: M, columns: &mut [M::Pair], a: &[M::Pair], b: &[M::Pair]) {
    let squares: [M::Pair; N] = m.each(|i| m.mul(a[i], b[i]));
    for i in 0..N {
        for j in 0..N {
            columns[i + j] = m.add(columns[i + j], squares[i]);
        }
        // the bounds are constant, so that loops are unrolled and columns stay in registers
        for j in 0..N {
            if j < i {
                let mixed = m.mul(m.add(a[i], a[j]), m.add(b[i], b[j]));
                columns[i + j] = m.add(columns[i + j], mixed);
            }
        }
    }
}

/// columns_k += Σ a_i·b_(k − i), in parts of B limbs.
#[inline(always)]
fn blocks<M: Multiplier, const B: usize>(m: M, columns: &mut [M::Pair], a: &[M::Pair], b: &[M::Pair]) {
    let parts = a.len() / B;
    for i in 0..parts {
        let mut square = [[m.limb(m.splat(0)); B]; 2];
        let square = square.as_flattened_mut();
        add_product::<M, B>(m, square, &a[B * i..B * (i + 1)], &b[B * i..B * (i + 1)]);
        for j in 0..parts {
            for k in 0..2 * B - 1 {
                columns[B * (i + j) + k] = m.add(columns[B * (i + j) + k], square[k]);
            }
        }
        for j in 0..parts {
            if j < i {
                let sum = |x: &[M::Pair]| -> [M::Pair; B] {
                    let mut sum = [m.limb(m.splat(0)); B];
                    for k in 0..B {
                        sum[k] = m.add(x[B * i + k], x[B * j + k]);
                    }
                    sum
                };
                add_product::<M, B>(m, &mut columns[B * (i + j)..], &sum(a), &sum(b));
            }
        }
    }
}
