//! Every operation of every backend, on structured numbers and their sums, against num-bigint; all operands where digits
//! are tiny; what ranges promise, and that it fails one bit above.

use super::*;
use num_bigint::BigUint;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::vec;
use std::vec::Vec;

/// Primes by their limbs.
const PRIMES_3: [&str; 7] = [
    // P-192, secp160r1, MIRACL's of 160 and 192 bits, MNT's of 160 bits, the largest below 2^192, the smallest of all
    "fffffffffffffffffffffffffffffffeffffffffffffffff",
    "ffffffffffffffffffffffffffffffff7fffffff",
    "d9c574c2ae564498f71d2de9e371f8cd3943ac29",
    "b1ddd4f0f4a6a5cd96eafc0e12c6e80fedbbb7fe1576ee53",
    "ad1fdfb99d7d159240b91083f3a869072d3ae145",
    "ffffffffffffffffffffffffffffffffffffffffffffff13",
    "3",
];
const PRIMES_4: [&str; 9] = [
    // P-224, P-256, secp256k1, brainpoolP256r1, alt_bn128, BN254N, MIRACL's of 224 and 256 bits, the largest below 2^256
    "ffffffffffffffffffffffffffffffff000000000000000000000001",
    "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
    "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f",
    "a9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377",
    "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47",
    "2523648240000001ba344d80000000086121000000000013a700000000000013",
    "f923bcec0d87b21f032fe7a6fe406a7181c49cb4872c32204f8102ed",
    "fef78369de60b5a5af30597f10b7bfac9b3dccf0ce580705f52d1b1e8194748b",
    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff43",
];
const PRIMES_6: [&str; 4] = [
    // BLS12-381, BLS12-377, P-384, the largest below 2^384
    "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
    "1ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c00000000001",
    "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000ffffffff",
    "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffec3",
];
const PRIMES_8: [&str; 4] = [
    // SSP, CP and KSS18 of 512 bits, the largest below 2^512
    "b83dfb800c851836f9b95087f2642ef80b044116a536a5d5c35f02a297b82515f98c5e7d90ae1524653d8298402f5f35ae20d87a03e791e8dc6c070d564ec663",
    "8d5006492b424c09d2febe717ee382a57ebe3a352fc383e1ac79f21ddb43706cfb192333a7e9cf644636332e83d90a1e56efbae8715aa07883483f8267e80ed3",
    "6b5a6e1d11e5108caccd56558145c710554eeff9af413df697c385a6e6516bae211b5ff0fab2ebaa158830e019751e0e2c2dac611d8e26ec036085796084958d",
    "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffdc7",
];
const PRIMES_10: [&str; 3] = [
    // P-521, BLS24-629, the largest below 2^640
    "1ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "15700f15be8c3d4d1727afe4bfe0dff5b6a5cbe41273ac25fa38be8fecb721278aa8dce9f2fed041fd142f8dc33ae164486cb0c174cc2fec2ae47a57554850155aab0355c0002180055558aaaaaaab",
    "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffecf",
];

pub(super) fn number(hex: &str) -> BigUint {
    BigUint::parse_bytes(hex.as_bytes(), 16).expect("hexadecimal digits")
}

pub(super) fn params<const N: usize>(p: &BigUint) -> Params<N> {
    let limbs: [u64; N] = limbs_of(p, N).try_into().expect("N limbs");
    Params::new(&limbs).expect("an odd number")
}

fn limbs_of(x: &BigUint, n: usize) -> Vec<u64> {
    let mut limbs = x.to_u64_digits();
    limbs.resize(n, 0);
    limbs
}

/// Numbers below p on which carries, digits and ranges end, one multiple of the lanes of them.
fn structured(p: &BigUint) -> Vec<BigUint> {
    let one = BigUint::from(1u8);
    let bits = p.bits();
    let mut numbers: Vec<BigUint> = vec![BigUint::ZERO, one.clone(), BigUint::from(2u8), p >> 1, (p >> 1) + 1u8];
    for k in [1, 52, 63, 64, 65, 104, 128, 192, 256, 320, 384, 512] {
        for x in [(&one << k) - 1u8, &one << k] {
            numbers.push(p - (&x % p));
            numbers.push(x % p);
        }
    }
    for radix in [52, 64] {
        // each digit all ones or zero
        for pattern in [0x5555_u64, 0xaaaa] {
            let digit = (&one << radix) - 1u8;
            let x =
                (0..bits.div_ceil(radix)).rev().fold(BigUint::ZERO, |x, i| (x << radix) + &digit * (pattern >> i & 1));
            numbers.push(x % p);
        }
    }
    let mut random = BigUint::from(0x9e37_79b9_7f4a_7c15_u64);
    for _ in 0..4 {
        random = &random * &random * &random + 12345u32;
        random = &random & ((&one << bits) - 1u8);
        numbers.push(&random % p);
    }
    numbers.retain(|x| x < p);
    while !numbers.len().is_multiple_of(8) {
        numbers.push(p - 1u8);
    }
    numbers
}

/// Operations of a field on integers as they stand, against num-bigint.
pub(super) struct Check<'a, F: FieldOps> {
    pub(super) field: &'a F,
    pub(super) p: BigUint,
    r_inv: BigUint,
}

impl<'a, F: FieldOps> Check<'a, F> {
    pub(super) fn new(field: &'a F) -> Self {
        let p =
            BigUint::from_slice(&field.prime().iter().flat_map(|&x| [x as u32, (x >> 32) as u32]).collect::<Vec<_>>());
        let mut one = vec![0; field.prime().len()];
        field.to_limbs(&mut one, &field.one(), 0);
        let r = from_limbs(&one);
        let r_inv = r.modinv(&p).expect("R is a power of 2");
        Self { field, p, r_inv }
    }

    /// The integers, one in each lane, beginning with number `first` of the list.
    fn element(&self, numbers: &[BigUint], first: usize) -> F::Element {
        let lanes: Vec<Vec<u64>> = (0..F::LANES)
            .map(|lane| limbs_of(&numbers[(first + lane) % numbers.len()], self.field.prime().len()))
            .collect();
        self.field.from_limbs(&lanes.iter().map(Vec::as_slice).collect::<Vec<_>>())
    }

    /// Fails unless lane l of `found`, an element in range, is want(l) modulo p.
    fn is(&self, found: &F::Element, what: &str, want: impl Fn(usize) -> BigUint) {
        let integer = self.field.from_mont(found);
        let mut limbs = vec![0; self.field.prime().len()];
        for lane in 0..F::LANES {
            self.field.to_limbs(&mut limbs, &integer, lane);
            let want = want(lane) * &self.r_inv % &self.p;
            assert_eq!(from_limbs(&limbs), want, "{what}, lane {lane}, modulo {:x}", self.p);
        }
    }

    /// All operations on all pairs.
    fn pairs(&self, numbers: &[BigUint]) {
        let (field, p) = (self.field, &self.p);
        let at = |i: usize| &numbers[i % numbers.len()];
        let big = field.from_limbs(&[&limbs_of(&(p - 1u8), field.prime().len())]);
        for i in 0..numbers.len() {
            let plain = self.element(numbers, i);
            // the same residues as large as the range has them: (p − 1) + x, and 1 less
            let large = field.add(&big, &plain);
            for (a, less) in [(plain, 0u8), (large, 1)].into_iter().take(F::RANGE as usize) {
                let a_is = |lane: usize| at(i + lane) + p - less;
                self.is(&a, "a", a_is);
                self.is(&field.sqr(&a), "a²", |lane| a_is(lane).pow(2) * &self.r_inv);
                self.is(&field.redc(&field.sqr_wide(&a)), "a² in double width", |lane| {
                    a_is(lane).pow(2) * &self.r_inv
                });
                self.is(&field.neg(&a), "−a", |lane| p + p - a_is(lane) % p);
                self.is(&field.double(&a), "2a", |lane| a_is(lane) * 2u8);
                self.is(&field.to_mont(&field.from_mont(&a)), "a to an integer and back", a_is);
                let zero = field.is_zero(&a);
                assert!((0..F::LANES).all(|lane| zero.lane(lane) == (a_is(lane) % p == BigUint::ZERO)));

                for j in (0..numbers.len()).step_by(F::LANES) {
                    let b_is = |lane: usize| at(j + lane).clone();
                    let b = self.element(numbers, j);
                    let product = |lane: usize| a_is(lane) * b_is(lane) * &self.r_inv;
                    let difference = |lane: usize| a_is(lane) + p - b_is(lane);
                    self.is(&field.mul(&a, &b), "a·b", product);
                    self.is(&field.mul(&b, &a), "b·a", product);
                    self.is(&field.add(&a, &b), "a + b", |lane| a_is(lane) + b_is(lane));
                    self.is(&field.sub(&a, &b), "a − b", difference);
                    self.is(&field.sub(&b, &a), "b − a", |lane| p * 2u8 - difference(lane) % p);
                    let wide = field.mul_wide(&a, &b);
                    self.is(&field.redc(&wide), "a·b in double width", product);
                    if (i + j) % 3 != 0 {
                        continue;
                    }
                    let square = field.sqr_wide(&a);
                    let a_2 = |lane: usize| a_is(lane).pow(2) * &self.r_inv;
                    self.is(&field.redc(&field.add_wide(&wide, &square)), "a·b + a²", |lane| {
                        product(lane) + a_2(lane)
                    });
                    self.is(&field.redc(&field.sub_wide(&wide, &square)), "a·b − a²", |lane| {
                        product(lane) + p - a_2(lane) % p
                    });
                    self.is(&field.redc(&field.sub_wide(&square, &wide)), "a² − a·b", |lane| {
                        a_2(lane) + p - product(lane) % p
                    });

                    let equal = field.eq(&a, &b);
                    assert!((0..F::LANES).all(|lane| equal.lane(lane) == (difference(lane) % p == BigUint::ZERO)));
                    for bits in [0, 0xff, 0x5a, 1] {
                        let choice = Choice::from_bits(bits);
                        let chosen = |lane| if choice.lane(lane) { b_is(lane) } else { a_is(lane) };
                        self.is(&field.cmov(&a, &b, choice), "a or b", chosen);
                    }
                }
            }
        }
    }

    /// Inverses, powers and roots, for primes.
    fn unary(&self, numbers: &[BigUint]) {
        let (field, p) = (self.field, &self.p);
        let at = |i: usize| numbers[i % numbers.len()].clone();
        let two = BigUint::from(2u8);
        let root = SquareRoot::new(field).expect("a non-residue");
        let mut elements = Vec::new();
        for i in (0..numbers.len()).step_by(F::LANES) {
            // a = x·R: x in Montgomery form
            let a = field.to_mont(&self.element(numbers, i));
            let x = |lane: usize| at(i + lane);
            let to_mont = |x: BigUint| x * self.r_inv.modinv(p).expect("a prime");
            let inverse = |lane: usize| to_mont(x(lane).modpow(&(p - &two), p));
            let inverse = |lane: usize| if p == &BigUint::from(3u8) { to_mont(x(lane)) } else { inverse(lane) };
            self.is(&field.invert(&a), "a⁻¹", inverse);
            self.is(&pow_vartime(field, &a, &limbs_of(&(p >> 3), 4)), "a^(p/8)", |lane| {
                to_mont(x(lane).modpow(&from_limbs(&limbs_of(&(p >> 3), 4)), p))
            });

            let (square_root, is_root) = root.sqrt(field, &a);
            let is_square = |lane: usize| x(lane).modpow(&(p >> 1), p) <= BigUint::from(1u8);
            assert!((0..F::LANES).all(|lane| is_root.lane(lane) == is_square(lane)), "squares modulo {p:x}");
            let (square_root, is_root) =
                if is_root.lane(0) { (square_root, is_root) } else { root.sqrt(field, &field.sqr(&a)) };
            let square = field.sqr(&square_root);
            assert!(is_root.lane(0) && (field.eq(&square, &a) | field.eq(&square, &field.sqr(&a))).lane(0));
            elements.push((a, field.invert(&a)));
        }

        let (mut many, inverses): (Vec<_>, Vec<_>) = elements.into_iter().unzip();
        let mut products = many.clone();
        invert_many(field, &mut many, &mut products);
        for (found, want) in many.iter().zip(&inverses) {
            assert!((0..F::LANES).all(|lane| field.eq(found, want).lane(lane)), "many inverses at once");
        }
    }

    pub(super) fn all(&self) {
        let numbers = structured(&self.p);
        self.pairs(&numbers);
        self.unary(&numbers);
    }
}

fn from_limbs(limbs: &[u64]) -> BigUint {
    limbs.iter().rev().fold(BigUint::ZERO, |x, &limb| (x << 64) + limb)
}

/// Runs a function on each prime of N limbs.
pub(super) fn each_prime(mut check: impl FnMut(&BigUint, usize)) {
    let sets: [(&[&str], usize); 5] =
        [(&PRIMES_3, 3), (&PRIMES_4, 4), (&PRIMES_6, 6), (&PRIMES_8, 8), (&PRIMES_10, 10)];
    for (primes, n) in sets {
        for p in primes {
            check(&number(p), n);
        }
    }
}

#[test]
fn portable_computes_modulo_every_prime() {
    each_prime(|p, n| match n {
        3 => Check::new(&Portable::<3>::new(params(p))).all(),
        4 => Check::new(&Portable::<4>::new(params(p))).all(),
        6 => Check::new(&Portable::<6>::new(params(p))).all(),
        8 => Check::new(&Portable::<8>::new(params(p))).all(),
        _ => Check::new(&Portable::<10>::new(params(p))).all(),
    });
}

#[test]
#[cfg(target_arch = "x86_64")]
fn adx_computes_modulo_every_prime() {
    use x86_64::Adx;
    if crate::x86_64::adx::Adx::detect().is_none() {
        return;
    }
    each_prime(|p, n| match n {
        3 => Check::new(&Adx::<3>::detect(params(p)).expect("adx")).all(),
        4 => Check::new(&Adx::<4>::detect(params(p)).expect("adx")).all(),
        6 => Check::new(&Adx::<6>::detect(params(p)).expect("adx")).all(),
        8 => Check::new(&Adx::<8>::detect(params(p)).expect("adx")).all(),
        _ => Check::new(&Adx::<10>::detect(params(p)).expect("adx")).all(),
    });
}

#[test]
fn tiny_primes_in_one_limb_have_every_product_inverse_and_root() {
    for p in [3_u64, 5, 7, 11, 13, 17, 31, 41, 97, 113, 127] {
        let field = Portable::new(Params::new(&[p]).expect("odd"));
        let check = Check::new(&field);
        let numbers: Vec<BigUint> = (0..p).map(BigUint::from).collect();
        check.pairs(&numbers);
        check.unary(&numbers);
    }
}

#[test]
fn even_numbers_and_1_are_no_primes() {
    for p in [[0, 0], [1, 0], [2, 1], [0, 1]] {
        assert_eq!(Params::<2>::new(&p), None);
    }
    assert!(Params::new(&[1, 1]).is_some());
}

/// The largest value of each range, and what comes of it: (R − 1 + (R − 1)·p)/R ≤ p for the low half, at most 2p − 1 with the
/// high half.
#[test]
fn sums_and_reductions_on_limbs_stay_below_2p() {
    let holds = |p: &BigUint, r: &BigUint, high: &BigUint| {
        let low = ((r - 1u8) + (r - 1u8) * p) / r;
        low <= *p && low + high < p * 2u8
    };
    each_prime(|p, n| {
        let r = BigUint::from(1u8) << (64 * n);
        assert!(*p < r && holds(p, &r, &(p - 1u8)));
        assert!(!holds(p, &r, p), "a number of one R more");
        // a carry of one bit: a + b and the reduction's sum
        assert!(p * 2u8 <= &r * 2u8);
    });
}

#[test]
fn numbers_above_their_range_are_noticed() {
    fn fails<T>(f: impl FnOnce() -> T) -> bool {
        catch_unwind(AssertUnwindSafe(f)).is_err()
    }
    fn all<F: FieldOps<Element = [u64; N], Wide = [[u64; N]; 2]>, const N: usize>(field: F) {
        let p: [u64; N] = field.prime().try_into().expect("N limbs");
        let one = field.one();
        assert!(fails(|| field.mul(&p, &one)) && fails(|| field.mul(&one, &p)) && fails(|| field.sqr(&p)));
        assert!(fails(|| field.add(&p, &one)) && fails(|| field.sub(&one, &p)) && fails(|| field.is_zero(&p)));
        assert!(fails(|| field.mul_wide(&p, &one)) && fails(|| field.sqr_wide(&p)));
        assert!(fails(|| field.redc(&[one, p])) && fails(|| field.from_mont(&p)));
        assert!(fails(|| field.add_wide(&[one, p], &[one, one])) && fails(|| field.sub_wide(&[one, one], &[one, p])));
    }
    let (four, six) = (number(PRIMES_4[1]), number(PRIMES_6[0]));
    all::<_, 4>(Portable::new(params(&four)));
    all::<_, 6>(Portable::new(params(&six)));
    #[cfg(target_arch = "x86_64")]
    if let (Some(four), Some(six)) = (x86_64::Adx::<4>::detect(params(&four)), x86_64::Adx::<6>::detect(params(&six))) {
        all(four);
        all(six);
    }
}
