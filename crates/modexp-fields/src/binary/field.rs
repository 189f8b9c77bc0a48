//! Arithmetic in GF(2^m).

use super::multiplier::{Columns, Limb, Multiplier, Wide};
use super::polynomial::Polynomial;
use alloc::sync::Arc;
use alloc::vec::Vec;
use modexp_limbs::limb;

/// GF(2)\[x\] modulo an irreducible polynomial. Elements are reduced: bits m and above are zero.
///
/// All methods take the same time for all elements. [`BinaryField::vectorize`] compiles formulas of several products for the
/// multiplier's instructions.
#[derive(Clone, Debug)]
pub struct BinaryField<M: Multiplier, P, const N: usize> {
    multiplier: M,
    polynomial: P,
    /// Bit i is the trace of x^i.
    traces: [u64; N],
    /// Maps that replace many squares in a row, the longest first.
    powers: Option<Arc<[Power<M::Limb, N>; 2]>>,
}

/// The map a ↦ a^(2^squares), which is linear.
#[derive(Debug)]
struct Power<L, const N: usize> {
    squares: usize,
    /// The images of x^i, i < m.
    images: Vec<[L; N]>,
}

/// The most limbs of a field with maps of many squares. Longer fields serve old pairings.
const MAX_LIMBS_OF_POWERS: usize = 9;

impl<M: Multiplier, P: Polynomial, const N: usize> BinaryField<M, P, N> {
    /// The field; `None` if N limbs are too few for m + 1 bits.
    pub fn new(multiplier: M, polynomial: P) -> Option<Self> {
        if polynomial.degree() >= 64 * N {
            return None;
        }
        let mut field = Self { multiplier, polynomial, traces: traces(polynomial), powers: None };
        let all = field.degree() - 1;
        if M::SHORT && N <= MAX_LIMBS_OF_POWERS && all >= 64 {
            field.powers = Some(Arc::new([all / 2, all / 4].map(|squares| field.power(squares))));
        }
        Some(field)
    }

    /// The map of `squares` squares.
    fn power(&self, squares: usize) -> Power<M::Limb, N> {
        let image = self.sqr_n(&self.small(2), squares);
        let powers = core::iter::successors(Some(self.one()), |power| Some(self.mul(power, &image)));
        Power { squares, images: powers.take(self.degree()).collect() }
    }

    /// The field for products and squares alone.
    #[cfg(any(all(target_arch = "wasm32", target_feature = "simd128"), test))]
    #[inline(always)]
    pub(super) fn untraced(multiplier: M, polynomial: P) -> Self {
        Self { multiplier, polynomial, traces: [0; N], powers: None }
    }

    /// These limbs in all lanes.
    #[inline(always)]
    pub fn from_limbs(&self, x: &[u64; N]) -> [M::Limb; N] {
        self.splat(0).each(|i| self.splat(x[i]))
    }

    /// The element with x in its lowest limb, and zeros above.
    #[inline(always)]
    fn small(&self, x: u64) -> [M::Limb; N] {
        let mut out = [self.multiplier.splat(0); N];
        out[0] = self.multiplier.splat(x);
        out
    }

    /// 0.
    #[inline(always)]
    pub fn zero(&self) -> [M::Limb; N] {
        self.small(0)
    }

    /// 1.
    #[inline(always)]
    pub fn one(&self) -> [M::Limb; N] {
        self.small(1)
    }

    /// x in all lanes.
    #[inline(always)]
    pub fn splat(&self, x: u64) -> M::Limb {
        self.multiplier.splat(x)
    }

    /// The limb with one of `numbers` in each lane.
    #[inline(always)]
    pub fn lanes(&self, numbers: &[u64]) -> M::Limb {
        let [lanes] = self.multiplier.read(numbers);
        lanes
    }

    /// The element that [`Limb::write`] wrote into these words.
    ///
    /// # Panics
    /// If their number is not N·LANES.
    #[inline(always)]
    pub fn read(&self, words: &[u64]) -> [M::Limb; N] {
        self.multiplier.read(words)
    }

    /// m.
    #[inline(always)]
    pub fn degree(&self) -> usize {
        self.polynomial.degree()
    }

    /// Runs `f`, compiled for the multiplier's instructions.
    #[inline(always)]
    pub fn vectorize<T>(&self, f: impl FnOnce() -> T) -> T {
        self.multiplier.vectorize(f)
    }

    /// a·b, in a function: long formulas with inlined products are too large for the compiler, and intrinsics become calls.
    #[inline(always)]
    pub fn mul(&self, a: &[M::Limb; N], b: &[M::Limb; N]) -> [M::Limb; N] {
        let f = |a: &[M::Limb; N], b: &[M::Limb; N]| {
            self.multiplier.mul_mod(self.polynomial, a, b).unwrap_or_else(|| self.reduced_product(a, b))
        };
        self.multiplier.call(f, a, b)
    }

    /// a·b, always inlined.
    #[inline(always)]
    pub(super) fn reduced_product(&self, a: &[M::Limb; N], b: &[M::Limb; N]) -> [M::Limb; N] {
        self.reduce(&self.multiplier.product(a, b))
    }

    /// Whether a product is short enough to be inlined.
    const SHORT: bool = M::SHORT && P::KNOWN && N <= 5;

    /// a·b, inlined if it is short, for formulas of few products.
    #[inline(always)]
    pub fn mul_inlined(&self, a: &[M::Limb; N], b: &[M::Limb; N]) -> [M::Limb; N] {
        if Self::SHORT { self.reduced_product(a, b) } else { self.mul(a, b) }
    }

    /// a².
    #[inline(always)]
    pub fn sqr(&self, a: &[M::Limb; N]) -> [M::Limb; N] {
        self.sqr_n(a, 1)
    }

    /// a^(2^n).
    #[inline(always)]
    pub fn sqr_n(&self, a: &[M::Limb; N], n: usize) -> [M::Limb; N] {
        if Self::SHORT { self.sqr_inlined(a, n) } else { self.sqr_called(a, n) }
    }

    #[inline(never)]
    fn sqr_called(&self, a: &[M::Limb; N], n: usize) -> [M::Limb; N] {
        self.vectorize(|| self.multiplier.sqr_n_mod(self.polynomial, a, n).unwrap_or_else(|| self.sqr_inlined(a, n)))
    }

    #[inline(always)]
    pub(super) fn sqr_inlined(&self, a: &[M::Limb; N], n: usize) -> [M::Limb; N] {
        let mut a = *a;
        for _ in 0..n {
            a = match self.multiplier.square_limbs(&a, n > 1) {
                Some(square) => self.reduce_limbs(square),
                None => self.reduce(&self.multiplier.product_square(&a)),
            };
        }
        a
    }

    /// a^(2^n) for n of the size of m, by maps if the field has them.
    #[inline(always)]
    fn sqr_many(&self, a: &[M::Limb; N], mut n: usize) -> [M::Limb; N] {
        let mut a = *a;
        for power in self.powers.iter().flat_map(|powers| powers.iter()) {
            while n >= power.squares
                && let Some(image) = self.multiplier.sum(&a, &power.images)
            {
                a = image;
                n -= power.squares;
            }
        }
        self.sqr_n(&a, n)
    }

    /// 1/a, and 0 for 0: a^(2^m − 2) (Itoh and Tsujii 1988). With b_k = a^(2^k − 1), b_2k = b_k^(2^k)·b_k and
    /// b_(k + 1) = b_k²·a, so the bits of m − 1 are an addition chain.
    #[inline(never)]
    pub fn invert(&self, a: &[M::Limb; N]) -> [M::Limb; N] {
        self.vectorize(|| self.inverse(a))
    }

    #[inline(always)]
    fn inverse(&self, a: &[M::Limb; N]) -> [M::Limb; N] {
        let target = self.degree() - 1;
        let mut power = *a;
        for bit in (0..target.ilog2()).rev() {
            power = self.mul(&self.sqr_many(&power, target >> (bit + 1)), &power);
            if target >> bit & 1 == 1 {
                power = self.mul(&self.sqr(&power), a);
            }
        }
        self.sqr(&power)
    }

    /// The b with b² = a.
    #[inline(always)]
    pub fn sqrt(&self, a: &[M::Limb; N]) -> [M::Limb; N] {
        self.sqr_many(a, self.degree() - 1)
    }

    /// The trace Σ a^(2^i), i < m, which is 0 or 1.
    #[inline(always)]
    pub fn trace(&self, a: &[M::Limb; N]) -> M::Limb {
        let mut sum = self.splat(0);
        for i in 0..N {
            sum = sum ^ a[i] & self.splat(self.traces[i]);
        }
        sum.parity()
    }

    /// The half-trace Σ a^(4^i), i ≤ (m − 1)/2: an h with h² + h = a + trace(a). With t_k the sum of k terms, t_2k = t_k^(4^k) + t_k
    /// and t_(k + 1) = t_k^4 + a.
    #[inline(never)]
    pub fn half_trace(&self, a: &[M::Limb; N]) -> [M::Limb; N] {
        let terms = self.degree().div_ceil(2);
        self.vectorize(|| {
            let mut sum = *a;
            for bit in (0..terms.ilog2()).rev() {
                sum = add(&self.sqr_many(&sum, 2 * (terms >> (bit + 1))), &sum);
                if terms >> bit & 1 == 1 {
                    sum = add(&self.sqr_n(&sum, 2), a);
                }
            }
            sum
        })
    }

    /// t modulo the polynomial, for t of up to 2m − 1 bits.
    #[inline(always)]
    fn reduce(&self, t: &Columns<M::Pair, N>) -> [M::Limb; N] {
        if M::IN_PAIRS && P::KNOWN && self.degree() - self.polynomial.middle()[0] >= 128 {
            self.reduce_pairs(*t)
        } else {
            self.reduce_limbs(self.multiplier.flatten(t))
        }
    }

    /// t modulo the polynomial. Pairs of limbs fold into the pairs below; all shifts and bounds are constant.
    #[inline(always)]
    fn reduce_pairs(&self, mut columns: Columns<M::Pair, N>) -> [M::Limb; N] {
        let (multiplier, m) = (self.multiplier, self.degree());
        let columns = columns.as_flattened_mut();
        let (top, bits) = (m / 128, m % 128);
        // limbs 2i and 2i + 1
        let pair = |columns: &[M::Pair], i: usize| {
            let pair = multiplier.add(columns[2 * i], multiplier.up(columns[2 * i + 1]));
            if i == 0 { pair } else { multiplier.add(pair, multiplier.down(columns[2 * i - 1])) }
        };
        for i in (top + 1..N).rev() {
            let high = pair(columns, i);
            self.fold_pair(columns, high, 128 * i - m);
        }
        // the pair with bit m
        let mixed = pair(columns, top);
        let high = if bits < 64 {
            multiplier.add(multiplier.right(mixed, bits), multiplier.down(multiplier.left(mixed, 64 - bits)))
        } else {
            multiplier.down(multiplier.right(mixed, bits - 64))
        };
        let below = u128::MAX >> (128 - bits);
        columns[2 * top] =
            multiplier.and(mixed, multiplier.pair([below as u64, (below >> 64) as u64].map(|limb| self.splat(limb))));
        columns[2 * top + 1] = multiplier.limb(self.splat(0));
        columns[2 * top - 1] =
            multiplier.and(columns[2 * top - 1], multiplier.pair([u64::MAX, 0].map(|limb| self.splat(limb))));
        self.fold_pair(columns, high, 0);
        let mut out = self.zero();
        for i in 0..N.div_ceil(2) {
            let [low, high] = multiplier.to_limbs(pair(columns, i));
            out[2 * i] = low;
            if 2 * i + 1 < N {
                out[2 * i + 1] = high;
            }
        }
        out
    }

    /// columns += high·(Σ x^k + 1)·x^at.
    #[inline(always)]
    fn fold_pair(&self, columns: &mut [M::Pair], high: M::Pair, at: usize) {
        let multiplier = self.multiplier;
        let [j, k, l] = self.polynomial.middle();
        let count = if k == 0 { 2 } else { 4 };
        for &exponent in &[0, j, k, l][..count] {
            let (i, shift) = ((at + exponent) / 64, (at + exponent) % 64);
            columns[i] = multiplier.add(columns[i], multiplier.left(high, shift));
            if shift > 0 {
                columns[i + 1] = multiplier.add(columns[i + 1], multiplier.right(high, 64 - shift));
            }
        }
    }

    /// t modulo the polynomial, in limbs.
    #[inline(always)]
    fn reduce_limbs(&self, mut t: Wide<M::Limb, N>) -> [M::Limb; N] {
        if P::KNOWN && 2 * self.polynomial.middle()[0] <= self.degree() {
            return self.reduce_at_once(&t);
        }
        // two folds are enough if the polynomial's second exponent is below m/2
        let (m, bits) = (self.degree(), 2 * self.degree() - 1);
        let bits = self.fold(&mut t, bits);
        let mut bits = self.fold(&mut t, bits);
        while bits > m {
            bits = self.fold(&mut t, bits);
        }
        t[0]
    }

    /// Folds t of `bits` bits once, by x^m = Σ x^k + 1; returns its new number of bits.
    #[inline(always)]
    fn fold(&self, t: &mut Wide<M::Limb, N>, bits: usize) -> usize {
        let m = self.degree();
        if bits <= m {
            return bits;
        }
        let t = t.as_flattened_mut();
        let limbs = (bits - m).div_ceil(64);
        let mut high = self.zero();
        for (i, high) in high.iter_mut().enumerate().take(limbs) {
            *high = read(t, m + 64 * i);
        }
        t[m / 64] = t[m / 64] & self.splat((1 << (m % 64)) - 1);
        t[m / 64 + 1..].fill(self.splat(0));
        let [j, k, l] = self.polynomial.middle();
        for (i, &high) in high.iter().enumerate().take(limbs) {
            t[i] = t[i] ^ high;
            for exponent in [j, k, l] {
                if exponent > 0 {
                    add_at(t, 64 * i + exponent, high);
                }
            }
        }
        m.max(bits - m + j)
    }

    /// t modulo x^m + q by one fold, for a second exponent of at most m/2. With H = ⌊t/x^m⌋ and V = ⌊H·q/x^m⌋, it is the part
    /// of t + (H + V)·q below x^m. V is known before H·q.
    #[inline(always)]
    fn reduce_at_once(&self, t: &Wide<M::Limb, N>) -> [M::Limb; N] {
        let (t, m, middle) = (t.as_flattened(), self.degree(), self.polynomial.middle());
        let mut high = self.zero();
        for (i, high) in high.iter_mut().enumerate().take((m - 1).div_ceil(64)) {
            *high = read(t, m + 64 * i);
        }
        let mut above = self.zero();
        let above = &mut above[..(middle[0] - 1).div_ceil(64)];
        for (i, above) in above.iter_mut().enumerate() {
            for exponent in middle {
                if exponent > 64 * i + 1 {
                    *above = *above ^ read(&high, m - exponent + 64 * i);
                }
            }
        }
        high.iter_mut().zip(above).for_each(|(high, above)| *high = *high ^ *above);

        let mut out = self.zero();
        for i in 0..=m / 64 {
            out[i] = t[i] ^ high[i];
        }
        for (i, &high) in high.iter().enumerate() {
            for exponent in middle {
                if exponent > 0 {
                    add_at(&mut out, 64 * i + exponent, high);
                }
            }
        }
        out[m / 64] = out[m / 64] & self.splat((1 << (m % 64)) - 1);
        out[m / 64 + 1..].fill(self.splat(0));
        out
    }
}

/// The test of a polynomial; one lane is enough for it.
impl<M: Multiplier<Limb = u64>, P: Polynomial, const N: usize> BinaryField<M, P, N> {
    /// Whether the polynomial is irreducible, for an odd prime m, an odd number of terms and the constant term 1. It then has
    /// no linear factor, and x^(2^m) = x if and only if it has no repeated factor and the degree of each factor divides m.
    pub fn is_irreducible(&self) -> bool {
        let x = self.small(2);
        self.vectorize(|| self.sqr_n(&x, self.degree())) == x
    }
}

/// a + b.
#[inline(always)]
pub fn add<L: Limb, const N: usize>(a: &[L; N], b: &[L; N]) -> [L; N] {
    a[0].each(|i| a[i] ^ b[i])
}

/// `other` where the mask is all ones, `a` where it is 0.
#[inline(always)]
pub fn cmov<L: Limb, const N: usize>(a: &[L; N], other: &[L; N], mask: L) -> [L; N] {
    mask.each(|i| a[i] ^ (a[i] ^ other[i]) & mask)
}

/// 64 bits of t from bit `at` up.
#[inline(always)]
fn read<L: Limb>(t: &[L], at: usize) -> L {
    let (i, shift) = (at / 64, at % 64);
    let low = t[i] >> shift;
    if shift == 0 || i + 1 >= t.len() { low } else { low | t[i + 1] << (64 - shift) }
}

/// t += limb·x^at; bits above t are dropped.
#[inline(always)]
fn add_at<L: Limb>(t: &mut [L], at: usize, limb: L) {
    let (i, shift) = (at / 64, at % 64);
    if i < t.len() {
        t[i] = t[i] ^ limb << shift;
    }
    if shift > 0 && i + 1 < t.len() {
        t[i + 1] = t[i + 1] ^ limb >> (64 - shift);
    }
}

/// The traces of x^i, i < m: sums of powers of the polynomial's roots, by Newton's identities.
fn traces<P: Polynomial, const N: usize>(polynomial: P) -> [u64; N] {
    let m = polynomial.degree();
    let mut traces = [0; N];
    traces[0] = m as u64 & 1;
    for i in 1..m {
        let mut trace = 0;
        for distance in polynomial.middle().into_iter().filter(|&k| k > 0).map(|k| m - k) {
            if distance < i {
                trace ^= limb::bits_at(&traces, i - distance, 1);
            } else if distance == i {
                trace ^= i as u64 & 1;
            }
        }
        traces[i / 64] |= trace << (i % 64);
    }
    traces
}
