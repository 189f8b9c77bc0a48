//! The reductions of the kernels as their documentation states them, on integers at any radix: all odd moduli and all
//! operands in range, in blocks of 1 to 5 bits.

/// m⁻¹ mod 2^bits for odd m.
fn inverse(m: i64, bits: u32) -> i64 {
    let base = 1 << bits;
    (1..base).step_by(2).find(|x| x * m % base == 1).expect("m is odd")
}

/// A reduction to t·R⁻¹ mod m plus a multiple of m, for R = 2^(bits·blocks).
trait Reduction {
    fn new(m: i64, bits: u32, blocks: u32) -> Self;
    fn reduce(&self, t: i64) -> i64;
}

/// `ifma` and `ifma_x2`: a block is a vector of digits.
struct Ifma {
    m: i64,
    bits: u32,
    blocks: u32,
    f: i64,
    negated: i64,
    complement: bool,
}

impl Reduction for Ifma {
    fn new(m: i64, bits: u32, blocks: u32) -> Self {
        let base = 1 << bits;
        let inverse = inverse(m, bits);
        let negated = base - inverse;
        let complement = inverse < base / 2;
        let f = if complement { m * inverse / base } else { (m * negated + 1) / base };
        assert!(2 * f <= m + 1);
        Self { m, bits, blocks, f, negated, complement }
    }

    fn reduce(&self, t: i64) -> i64 {
        let mask = (1 << self.bits) - 1;
        // after this addition, the complements of the digits are the quotients
        let mut t = if self.complement { t + (1 << (self.bits * (self.blocks - 1))) - 1 } else { t };
        let (mut x, mut q) = (t, 0);
        for _ in 1..self.blocks {
            q = if self.complement { !t & mask } else { t & mask };
            x = t >> self.bits;
            t = x + q * self.f;
        }

        // the last quotient uses m itself; computes it from the parts of t
        let of_parts = (x * self.negated + q * ((self.negated * self.f) & mask)) & mask;
        let last = (t * self.negated) & mask;
        assert_eq!(of_parts, last);
        let sum = t + last * self.m;
        assert_eq!(sum & mask, 0);
        sum >> self.bits
    }
}

/// `ifma_x8`: a block is a digit, and M ≡ −1.
struct IfmaX8 {
    m: i64,
    bits: u32,
    blocks: u32,
    f: i64,
    negated: i64,
}

impl Reduction for IfmaX8 {
    fn new(m: i64, bits: u32, blocks: u32) -> Self {
        let negated = (1 << bits) - inverse(m, bits);
        Self { m, bits, blocks, f: (m * negated + 1) >> bits, negated }
    }

    fn reduce(&self, t: i64) -> i64 {
        let mask = (1 << self.bits) - 1;
        let t = (1..self.blocks).fold(t, |t, _| (t >> self.bits) + (t & mask) * self.f);
        (t + (((t & mask) * self.negated) & mask) * self.m) >> self.bits
    }
}

/// `relaxed` and `relaxed_x2`: a block is four balanced digits.
struct Relaxed {
    m: i64,
    bits: u32,
    blocks: u32,
    f: i64,
    /// μ
    negated: i64,
}

/// The residue of x modulo 2^bits in `least` to `least` + 2^bits − 1.
fn residue(x: i64, bits: u32, least: i64) -> i64 {
    least + ((x - least) & ((1 << bits) - 1))
}

impl Reduction for Relaxed {
    fn new(m: i64, bits: u32, blocks: u32) -> Self {
        let negated = residue(-inverse(m, bits), bits, -(1 << (bits - 1)));
        let f = (m * negated + 1) >> bits;
        assert!(2 * f.abs() <= m + 1);
        Self { m, bits, blocks, f, negated }
    }

    fn reduce(&self, t: i64) -> i64 {
        let half = 1 << (self.bits - 1);
        let t = (1..self.blocks).fold(t, |t, _| {
            let q = residue(t, self.bits, -half);
            ((t - q) >> self.bits) + q * self.f
        });
        // the quotient is at least a quarter of the radix, so that the result is positive
        let q = residue(t * self.negated, self.bits, half / 2);
        (t + q * self.m) >> self.bits
    }
}

/// `simd128`: one quotient as long as R. It has a different range for t below half of R·m.
struct Simd128 {
    m: i64,
    bits: u32,
    negated: i64,
}

impl Reduction for Simd128 {
    fn new(m: i64, bits: u32, blocks: u32) -> Self {
        Self { m, bits: bits * blocks, negated: -inverse(m, bits * blocks) }
    }

    fn reduce(&self, t: i64) -> i64 {
        let r = 1 << self.bits;
        let least = if 2 * t < r * self.m { r / 4 } else { -r / 8 };
        (t + residue(t * self.negated, self.bits, least) * self.m) >> self.bits
    }
}

/// Checks that results are in 0..4m for every odd m < R/`headroom`, all pairs below 4m, and all a < R with b < m.
/// Returns the number of products.
fn all<T: Reduction>(bits: u32, blocks: u32, headroom: i64) -> u64 {
    let r = 1i64 << (bits * blocks);
    let mut products = 0;
    for m in (3..r / headroom).step_by(2) {
        let reduction = T::new(m, bits, blocks);
        for (upto, other) in [(4 * m, 4 * m), (r, m)] {
            for a in 0..upto {
                for b in 0..other {
                    let got = reduction.reduce(a * b);
                    assert!((0..4 * m).contains(&got), "{a}·{b} mod {m}, {blocks} blocks of {bits} bits: {got}");
                    assert_eq!((got * r - a * b) % m, 0, "{a}·{b} mod {m}, {blocks} blocks of {bits} bits: {got}");
                }
            }
            products += (upto * other) as u64;
        }
    }
    products
}

/// (bits of a block, number of blocks)
const SHAPES: [(u32, u32); 6] = [(1, 8), (2, 4), (2, 5), (3, 3), (4, 2), (5, 2)];

#[test]
fn all_products_of_tiny_blocks() {
    let mut products = 0;
    for (bits, blocks) in SHAPES {
        products += all::<Ifma>(bits, blocks, 16) + all::<IfmaX8>(bits, blocks, 16);
        products += all::<Simd128>(bits, blocks, 8);
        if bits > 1 {
            products += all::<Relaxed>(bits, blocks, 16);
        }
    }
    std::println!("{products} passes: all products at tiny digits, models of the reductions");
}

#[test]
#[should_panic(expected = "blocks of")]
fn less_headroom_is_noticed() {
    for (bits, blocks) in SHAPES {
        all::<Ifma>(bits, blocks, 2);
    }
}
