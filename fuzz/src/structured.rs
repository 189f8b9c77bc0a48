//! Numbers that uniform random generators practically never give: with equal digits in the radix of each kernel, or next
//! to the bounds of its residues. packages/modexp-js/test/shared/structured.ts has the same kinds.

use num_bigint::BigUint;

/// Bits of the digits of all kernels.
const RADICES: [usize; 10] = [13, 26, 28, 29, 32, 50, 51, 52, 60, 64];

/// Crossovers between algorithms, and the sizes of keys.
const SIZES: [usize; 15] = [64, 128, 192, 256, 258, 384, 512, 768, 1024, 1376, 1496, 1628, 2036, 2048, 3056];

/// Primes 2^k − c.
const PRIMES: [(usize, u32); 9] =
    [(16, 15), (61, 1), (64, 59), (127, 1), (128, 159), (255, 19), (256, 189), (512, 569), (521, 1)];

/// A source of random numbers from a seed (splitmix64).
pub struct Random(pub u64);

impl Random {
    /// Returns a number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(x ^ x >> 31) * limit as u128) >> 64) as usize
    }

    fn pick<T: Clone>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())].clone()
    }
}

/// A modulus, two bases and two exponents.
pub struct Structured {
    /// At least 1, mostly odd.
    pub modulus: BigUint,
    /// Any numbers.
    pub bases: [BigUint; 2],
    /// Exponents of at most 300 bits.
    pub exponents: [BigUint; 2],
}

impl Structured {
    /// Makes the next problem.
    pub fn new(random: &mut Random) -> Self {
        let modulus = modulus(random);
        let bases = [base(random, &modulus), base(random, &modulus)];
        Self { modulus, bases, exponents: [exponent(random), exponent(random)] }
    }
}

fn big(x: usize) -> BigUint {
    BigUint::from(x)
}

fn two_to(k: usize) -> BigUint {
    big(1) << k
}

/// max(x − y, least), also for x < y.
fn minus(x: &BigUint, y: &BigUint, least: usize) -> BigUint {
    if *x > y + big(least) { x - y } else { big(least) }
}

fn size(random: &mut Random) -> usize {
    let radix = random.pick(&RADICES);
    // one in twelve is longer than 2048 bits
    let limit = if random.below(12) == 0 { 3100 } else { 2048 };
    let whole = radix * (1 + random.below(limit / radix));
    let size = random.pick(&SIZES);
    // next to a whole number of digits, with and without the free bits that kernels keep above
    let delta = random.pick(&[0_isize, 0, 1, -1, -2, -3, -4, -5]);
    random.pick(&[size, whole]).saturating_add_signed(delta).clamp(2, limit)
}

fn modulus(random: &mut Random) -> BigUint {
    let bits = size(random);
    let m = shaped(random, bits) | big(1);
    // one in eight is even, with few or many factors 2
    if random.below(8) == 0 { m << random.pick(&[1_usize, 3, 63, 64, 65, 200]) } else { m }
}

/// Returns a number of about `bits` bits, of one of the kinds.
fn shaped(random: &mut Random, bits: usize) -> BigUint {
    let radix = random.pick(&RADICES);
    match random.below(8) {
        // 2^a ± 2^b ± 1; the numbers 2^a − 2^b are among the largest of their lengths
        0..=2 => {
            let places = [random.below(bits), bits / 6, radix * random.below(bits.div_ceil(radix))];
            let low = two_to(random.pick(&places));
            let x = if random.below(4) == 0 { two_to(bits) + low } else { minus(&two_to(bits), &low, 3) };
            if random.below(2) == 0 { x + 1u8 } else { minus(&x, &big(1), 3) }
        }
        3 => runs(random, bits),
        4 => digits(random, bits, radix),
        // 2^k ± c for a small c, like the primes of standards; k is a size or a whole number of digits
        5 | 6 => near(random, two_to(bits)),
        // n·k next to R, from either side
        _ => {
            let r = two_to(radix * (bits + random.below(5)).div_ceil(radix));
            let k = random.pick(&[1_usize, 2, 3, 4, 5, 15, 16, 17, 64, 65]);
            near(random, r / k)
        }
    }
}

/// Returns x ± a small number below one of two limits.
fn near(random: &mut Random, x: BigUint) -> BigUint {
    let limit = random.pick(&[4, 1 << 12]);
    let c = big(random.below(limit));
    if random.below(2) == 0 { x + c } else { minus(&x, &c, 3) }
}

/// Returns a few long runs of equal bits.
fn runs(random: &mut Random, bits: usize) -> BigUint {
    let longest = 1 + random.below(bits);
    let mut ones = random.below(2) == 0;
    let (mut x, mut length) = (big(1), 1);
    while length < bits {
        let run = (1 + random.below(longest)).min(bits - length);
        x <<= run;
        if ones {
            x |= two_to(run) - 1u8;
        }
        length += run;
        ones = !ones;
    }
    x
}

/// Returns a number with the largest and the smallest digits of a radix.
fn digits(random: &mut Random, bits: usize, radix: usize) -> BigUint {
    let most = two_to(radix) - 1u8;
    let alphabet = [big(0), big(1), most.clone(), &most - 1u8, &most >> 1];
    let usual = random.pick(&alphabet);
    let mut x = random.pick(&[big(1), most]);
    for _ in 1..bits.div_ceil(radix) {
        x = (x << radix) | if random.below(8) == 0 { random.pick(&alphabet) } else { usual.clone() };
    }
    (x % two_to(bits)) | two_to(bits - 1)
}

fn base(random: &mut Random, m: &BigUint) -> BigUint {
    let bits = m.bits() as usize;
    let near = big(1 + random.below(3));
    match random.below(8) {
        0..=2 => {
            let most = random.pick(&[5, 49]);
            big(2 + random.below(most))
        }
        3 => {
            let places = [random.below(64), random.below(bits + 4)];
            two_to(random.pick(&places))
        }
        // just below m, 2m, 4m as an integer
        4 => minus(&(m * random.pick(&[1_usize, 2, 4])), &near, 0),
        // just below m as a kernel's residue x·R
        5 => {
            let radix = random.pick(&RADICES);
            let r = two_to(radix * (bits + random.pick(&[0, 3, 4, 8 * radix])).div_ceil(radix));
            let x = minus(m, &near, 0);
            r.modinv(m).map_or(x.clone(), |inverse| x * inverse % m)
        }
        6 => {
            let bits = bits + random.below(70);
            runs(random, bits)
        }
        _ => {
            let radix = random.pick(&RADICES);
            digits(random, bits, radix)
        }
    }
}

fn exponent(random: &mut Random) -> BigUint {
    let lengths = [random.below(16), 64, 128, 192, 256, 16 + random.below(240)];
    let bits = random.pick(&lengths);
    match random.below(5) {
        0 => two_to(bits),
        1 | 2 => minus(&two_to(bits), &big(1 + random.below(1000)), 0),
        3 => big(random.pick(&[0, 1, 2, 3, 17, 65537])),
        _ if bits == 0 => big(0),
        _ => runs(random, bits),
    }
}

/// Returns two or three different primes with long runs of equal bits.
pub fn primes(random: &mut Random) -> Vec<BigUint> {
    let first = random.below(PRIMES.len());
    let count = 2 + random.below(2);
    let prime = |(k, c): (usize, u32)| two_to(k) - c;
    (0..count).map(|i| prime(PRIMES[(first + i) % PRIMES.len()])).collect()
}
