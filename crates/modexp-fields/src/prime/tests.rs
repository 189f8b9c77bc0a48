//! Every operation of every backend against num-bigint: on structured numbers and their sums, and on operands with
//! results next to 0 and p, modulo primes and modulo neighbours of powers of two. Tests with tiny digits take all
//! operands. Others show that the bounds of ranges hold, and fail one bit above.

use super::*;
use num_bigint::BigUint;
use std::collections::BTreeSet;
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
const PRIMES_4: [&str; 10] = [
    // P-224, P-256, secp256k1, brainpoolP256r1, alt_bn128, BN254N, MIRACL's of 224 and 256 bits, the largest below 2^256 and
    // the smallest above 2^256 − 2^64
    "ffffffffffffffffffffffffffffffff000000000000000000000001",
    "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
    "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f",
    "a9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377",
    "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47",
    "2523648240000001ba344d80000000086121000000000013a700000000000013",
    "f923bcec0d87b21f032fe7a6fe406a7181c49cb4872c32204f8102ed",
    "fef78369de60b5a5af30597f10b7bfac9b3dccf0ce580705f52d1b1e8194748b",
    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff43",
    "ffffffffffffffffffffffffffffffffffffffffffffffff0000000000000065",
];
pub(super) const PRIMES_6: [&str; 4] = [
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
// P-521
const PRIMES_9: [&str; 1] = [
    "1ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
];
const PRIMES_10: [&str; 2] = [
    // BLS24-629, the largest below 2^640
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

pub(super) fn limbs_of(x: &BigUint, n: usize) -> Vec<u64> {
    let mut limbs = x.to_u64_digits();
    limbs.resize(n, 0);
    limbs
}

/// Numbers below p at the ends of carries, digits and ranges. Their count is a multiple of 8, so they fill all lanes.
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

/// An operation, or a formula that shows its result.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    Same,
    ThereAndBack,
    Mul,
    Sqr,
    /// a·b − b²
    MulTwo,
    /// a² − b²
    SqrTwo,
    Add,
    Sub,
    Neg,
    Double,
    /// a + n·b
    AddTimes(u32),
    /// (a + n·b)·b
    AddTimesWide(u32),
    Half,
    MulWide,
    SqrWide,
    /// (a + b)·b
    MulSum,
    MulSumWide,
    /// a·b + a·a
    MulAddMul,
    /// a·b − a·a
    MulSubMul,
    MulSubSqr,
    /// a·a + b·b
    CrossWide,
    /// a·b + a²
    AddWide,
    /// a·b − a²
    SubWide,
    /// n·(a·b − a²) for n = [`Arithmetic::differences`].
    Differences,
    /// a² − a·b
    SubWideBack,
    Cmov(u8),
    IsZero,
    Eq,
    Invert,
    Pow,
    /// The root's square, and whether it is a.
    Sqrt,
    /// The inverse of a, of three elements inverted at once: b, a, b.
    InvertMany,
}

type Limbs = Vec<u64>;

/// A field without its type, so that the expected results are compiled once.
pub(super) trait Arithmetic {
    fn lanes(&self) -> usize;

    fn p(&self) -> Limbs;

    /// R mod p.
    fn r(&self) -> Limbs;

    /// The most differences of two products in a sum before its reduction, up to 20.
    fn differences(&self) -> u64;

    /// Applies an operation to integers, one for each lane, without `to_mont`. With `lift`, it first adds p − 1 to `a`,
    /// which gives the largest residues of the range. Returns the result times R⁻¹, and a choice.
    fn apply(&self, op: Op, a: &[&[u64]], lift: bool, b: &[&[u64]]) -> (Vec<Limbs>, Choice);
}

impl<F: FieldOps> Arithmetic for F {
    fn lanes(&self) -> usize {
        F::LANES
    }

    fn p(&self) -> Limbs {
        self.prime().to_vec()
    }

    fn r(&self) -> Limbs {
        let mut one = vec![0; self.prime().len()];
        self.to_limbs(&mut one, &self.one(), 0);
        one
    }

    fn differences(&self) -> u64 {
        (self.wide_terms() / 2).min(20)
    }

    fn apply(&self, op: Op, a: &[&[u64]], lift: bool, b: &[&[u64]]) -> (Vec<Limbs>, Choice) {
        let (mut a, b) = (self.from_limbs(a), self.from_limbs(b));
        if lift {
            let mut less_one = self.p();
            less_one[0] -= 1;
            a = self.add(&self.from_limbs(&[&less_one]), &a);
        }
        let mut choice = Choice::splat(false);
        let out = match op {
            Op::Same => {
                let mut words = vec![0; F::WORDS];
                self.write(&mut words, &a);
                self.read(&words)
            }
            Op::ThereAndBack => self.to_mont(&self.from_mont(&a)),
            Op::Mul => self.mul(&a, &b),
            Op::Sqr => self.sqr(&a),
            Op::MulTwo => {
                let [product, square] = self.mul_two([&a, &b], [&b, &b]);
                self.sub(&product, &square)
            }
            Op::SqrTwo => {
                let [one, other] = self.sqr_two([&a, &b]);
                self.sub(&one, &other)
            }
            Op::Add => self.add(&a, &b),
            Op::Sub => self.sub(&a, &b),
            Op::Neg => self.neg(&a),
            Op::Double => self.double(&a),
            Op::AddTimes(n) => self.add_times(&a, n, &b),
            Op::AddTimesWide(n) => self.redc(&self.add_times_wide(&self.mul_wide(&a, &b), n, &self.sqr_wide(&b))),
            Op::Half => self.half(&a),
            Op::MulWide => self.redc(&self.mul_wide(&a, &b)),
            Op::SqrWide => self.redc(&self.sqr_wide(&a)),
            Op::MulSum => self.mul_sum(&a, &b, &b),
            Op::MulSumWide => self.redc(&self.mul_sum_wide(&a, &b, &b)),
            Op::MulAddMul => self.mul_add_mul(&a, &b, &a, &a),
            Op::MulSubMul => self.mul_sub_mul(&a, &b, &a, &a),
            Op::MulSubSqr => self.mul_sub_sqr(&a, &b, &a),
            Op::CrossWide => {
                let product = self.mul_wide(&a, &b);
                self.redc(&self.cross_wide([&a, &b], [&b, &a], [&product, &product]))
            }
            Op::AddWide => self.redc(&self.add_wide(&self.mul_wide(&a, &b), &self.sqr_wide(&a))),
            Op::SubWide => self.redc(&self.sub_wide(&self.mul_wide(&a, &b), &self.sqr_wide(&a))),
            Op::Differences => {
                let (product, square) = (self.mul_wide(&a, &b), self.sqr_wide(&a));
                let first = self.sub_wide(&product, &square);
                let sum = |sum, _| self.sub_wide(&self.add_wide(&sum, &product), &square);
                self.redc(&(1..self.differences()).fold(first, sum))
            }
            Op::SubWideBack => self.redc(&self.sub_wide(&self.sqr_wide(&a), &self.mul_wide(&a, &b))),
            Op::Cmov(bits) => self.cmov(&a, &b, Choice::from_bits(bits)),
            Op::IsZero => {
                choice = self.is_zero(&a);
                a
            }
            Op::Eq => {
                choice = self.eq(&a, &b);
                a
            }
            Op::Invert => self.invert(&a),
            Op::Pow => pow_vartime(self, &a, &self.p()[..1]),
            Op::Sqrt => {
                let (root, is_root) = SquareRoot::new(self).expect("a non-residue").sqrt(self, &a);
                choice = is_root;
                self.sqr(&root)
            }
            Op::InvertMany => {
                let mut elements = [b, a, b];
                invert_many(self, &mut elements, &mut [a; 3]);
                elements[1]
            }
        };
        let integer = self.from_mont(&out);
        let lane = |lane| {
            let mut limbs = vec![0; self.prime().len()];
            self.to_limbs(&mut limbs, &integer, lane);
            limbs
        };
        ((0..F::LANES).map(lane).collect(), choice)
    }
}

/// A field's operations against num-bigint.
struct Check<'a> {
    field: &'a dyn Arithmetic,
    p: BigUint,
    r: BigUint,
    r_inv: BigUint,
    numbers: Vec<BigUint>,
    limbs: Vec<Limbs>,
}

impl<'a> Check<'a> {
    fn new(field: &'a dyn Arithmetic, numbers: impl FnOnce(&BigUint, &BigUint) -> Vec<BigUint>) -> Self {
        let (p, r) = (from_limbs(&field.p()), from_limbs(&field.r()));
        let r_inv = r.modinv(&p).expect("R is a power of 2");
        let numbers = numbers(&p, &r);
        let limbs = numbers.iter().map(|x| limbs_of(x, field.p().len())).collect();
        Self { field, p, r, r_inv, numbers, limbs }
    }

    /// Fails unless the operation gives want(a, b) modulo p in every lane, on the numbers from i and from j on.
    fn is(&self, op: Op, i: usize, lift: bool, j: usize, want: &dyn Fn(&BigUint, &BigUint) -> BigUint) {
        self.apply(op, i, lift, j, &|lane, a, b| match op {
            Op::Cmov(bits) if bits >> lane & 1 == 1 => b.clone(),
            Op::Cmov(_) => a.clone(),
            _ => want(a, b),
        });
    }

    /// Compares the results of the operation. Returns its choices with the operands.
    fn apply(
        &self,
        op: Op,
        i: usize,
        lift: bool,
        j: usize,
        want: &dyn Fn(usize, &BigUint, &BigUint) -> BigUint,
    ) -> Vec<(bool, BigUint, BigUint)> {
        let lanes = self.field.lanes();
        let limbs = |first: usize| -> Vec<&[u64]> {
            (0..lanes).map(|lane| self.limbs[(first + lane) % self.limbs.len()].as_slice()).collect()
        };
        let (found, choice) = self.field.apply(op, &limbs(i), lift, &limbs(j));
        let number = |x: usize, lane: usize| &self.numbers[(x + lane) % self.numbers.len()];
        let case = |lane: usize| {
            let a = if lift { (number(i, lane) + &self.p - 1u8) % &self.p } else { number(i, lane).clone() };
            let b = number(j, lane).clone();
            let expected = want(lane, &a, &b) * &self.r_inv % &self.p;
            assert_eq!(from_limbs(&found[lane]), expected, "{op:?} of {a:x}, {b:x} modulo {:x}, lane {lane}", self.p);
            (choice.lane(lane), a, b)
        };
        (0..lanes).map(case).collect()
    }

    /// Checks all operations on all pairs.
    fn pairs(&self) {
        let (p, r_inv) = (&self.p, &self.r_inv);
        let lifts: &[bool] = if self.field.lanes() > 1 { &[false, true] } else { &[false] };
        for i in 0..self.numbers.len() {
            for &lift in lifts {
                let unary = |op, want: &dyn Fn(&BigUint) -> BigUint| self.is(op, i, lift, 0, &|a, _| want(a));
                unary(Op::Same, &BigUint::clone);
                unary(Op::ThereAndBack, &BigUint::clone);
                unary(Op::Sqr, &|a| a * a * r_inv);
                unary(Op::SqrWide, &|a| a * a * r_inv);
                unary(Op::Neg, &|a| p - a);
                unary(Op::Double, &|a| a * 2u8);
                unary(Op::Half, &|a| if a.bit(0) { (a + p) >> 1 } else { a >> 1 });
                for (zero, a, _) in self.apply(Op::IsZero, i, lift, 0, &|_, a, _| a.clone()) {
                    assert_eq!(zero, a == BigUint::ZERO);
                }
                for j in (0..self.numbers.len()).step_by(self.field.lanes()) {
                    let binary = |op, want: &dyn Fn(&BigUint, &BigUint) -> BigUint| self.is(op, i, lift, j, want);
                    binary(Op::Mul, &|a, b| a * b * r_inv);
                    binary(Op::Add, &|a, b| a + b);
                    binary(Op::Sub, &|a, b| a + p - b);
                    // the other operations on one pair of seven: all would take minutes
                    if (i + j) % 7 != 0 {
                        continue;
                    }
                    binary(Op::MulTwo, &|a, b| b * (a + p - b) * r_inv);
                    binary(Op::SqrTwo, &|a, b| (a + b) * (a + p - b) * r_inv);
                    binary(Op::MulWide, &|a, b| a * b * r_inv);
                    binary(Op::MulSum, &|a, b| (a + b) * b * r_inv);
                    binary(Op::MulSumWide, &|a, b| (a + b) * b * r_inv);
                    binary(Op::MulAddMul, &|a, b| a * (a + b) * r_inv);
                    binary(Op::MulSubMul, &|a, b| a * (b + p - a) * r_inv);
                    binary(Op::MulSubSqr, &|a, b| a * (b + p - a) * r_inv);
                    binary(Op::CrossWide, &|a, b| (a * a + b * b) * r_inv);
                    binary(Op::AddWide, &|a, b| a * (a + b) * r_inv);
                    binary(Op::SubWide, &|a, b| a * (b + p - a) * r_inv);
                    binary(Op::SubWideBack, &|a, b| a * (a + p - b) * r_inv);
                    for n in [1, 2, 9, 15] {
                        binary(Op::AddTimes(n), &|a, b| a + b * n);
                        if 2 * self.field.differences() > n.into() {
                            binary(Op::AddTimesWide(n), &|a, b| (a + b * n) * b * r_inv);
                        }
                    }
                    for bits in [0, 0xff, 0x5a, 1] {
                        binary(Op::Cmov(bits), &|a, _| a.clone());
                    }
                    for (equal, a, b) in self.apply(Op::Eq, i, lift, j, &|_, a, _| a.clone()) {
                        assert_eq!(equal, a == b);
                    }
                }
            }
        }
    }

    /// Checks the operations that reduce, on each number of the first half with its partner in the second half.
    fn solved_pairs(&self) {
        let (p, r_inv) = (&self.p, &self.r_inv);
        let half = self.numbers.len() / 2;
        for i in (0..half).step_by(self.field.lanes()) {
            let is = |op, want: &dyn Fn(&BigUint, &BigUint) -> BigUint| self.is(op, i, false, half + i, want);
            is(Op::Mul, &|a, b| a * b * r_inv);
            is(Op::MulWide, &|a, b| a * b * r_inv);
            is(Op::MulTwo, &|a, b| b * (a + p - b) * r_inv);
            is(Op::SqrTwo, &|a, b| (a + b) * (a + p - b) * r_inv);
            is(Op::MulSum, &|a, b| (a + b) * b * r_inv);
            is(Op::MulSumWide, &|a, b| (a + b) * b * r_inv);
            is(Op::MulAddMul, &|a, b| a * (a + b) * r_inv);
            is(Op::MulSubMul, &|a, b| a * (b + p - a) * r_inv);
            is(Op::MulSubSqr, &|a, b| a * (b + p - a) * r_inv);
            is(Op::CrossWide, &|a, b| (a * a + b * b) * r_inv);
            is(Op::AddWide, &|a, b| a * (a + b) * r_inv);
            is(Op::SubWide, &|a, b| a * (b + p - a) * r_inv);
            is(Op::SubWideBack, &|a, b| a * (a + p - b) * r_inv);
            if self.field.differences() > 0 {
                is(Op::Differences, &|a, b| a * (b + p - a) * self.field.differences() * r_inv);
            }
            is(Op::Add, &|a, b| a + b);
            is(Op::Sub, &|a, b| a + p - b);
            is(Op::Half, &|a, _| if a.bit(0) { (a + p) >> 1 } else { a >> 1 });
        }
    }

    /// Checks inverses, powers and roots, for primes.
    fn unary(&self) {
        let (p, r, r_inv) = (&self.p, &self.r, &self.r_inv);
        let invert = |a: &BigUint| a.modinv(p).unwrap_or_default() * r * r;
        for i in (0..self.numbers.len()).step_by(self.field.lanes()) {
            self.is(Op::Invert, i, false, 0, &|a, _| invert(a));
            self.is(Op::InvertMany, i, false, i + 1, &|a, _| invert(a));
            let exponent = BigUint::from(self.field.p()[0]);
            self.is(Op::Pow, i, false, 0, &|a, _| (a * r_inv).modpow(&exponent, p) * r);

            // the square of a square's root is that square; other numbers have no root
            let (found, choice) = self.field.apply(Op::Sqrt, &self.all_lanes(i), false, &self.all_lanes(i));
            let a = &self.numbers[i];
            let is_square = (a * r_inv).modpow(&(p >> 1), p) <= BigUint::from(1u8);
            for (lane, found) in found.iter().enumerate() {
                assert_eq!(choice.lane(lane), is_square, "whether {a:x} is a square modulo {p:x}");
                assert_eq!(from_limbs(found) == a * r_inv % p, is_square);
            }
        }
    }

    /// Number i in all lanes.
    fn all_lanes(&self, i: usize) -> Vec<&[u64]> {
        vec![self.limbs[i].as_slice(); self.field.lanes()]
    }
}

/// Checks all operations of a field of a prime.
pub(super) fn check(field: &dyn Arithmetic) {
    let check = Check::new(field, |p, _| structured(p));
    check.pairs();
    check.unary();
    check_solved(field);
}

/// Checks the operations that reduce, modulo any odd number.
pub(super) fn check_solved(field: &dyn Arithmetic) {
    Check::new(field, |p, r| solved(p, r, field.differences())).solved_pairs();
}

/// Numbers a, then equally many numbers b. Their products, and sums and differences of products, are ±R or ±2R, so
/// their reduction ends next to a multiple of p.
fn solved(p: &BigUint, r: &BigUint, differences: u64) -> Vec<BigUint> {
    let (mut first, mut second) = (vec![], vec![]);
    let random = (0..4).fold(BigUint::from(0x9e37_79b9_7f4a_7c15_u64), |x, _| &x * &x + 12345u32) % p;
    for a in [BigUint::from(2u8), p - 1u8, random] {
        for count in [1, differences.max(1)] {
            let Some(inverse) = (&a * count % p).modinv(p) else { continue };
            for delta in [1_u8, 2] {
                let x = &inverse * r * delta % p;
                for x in [p - &x, x] {
                    // a·b, a·(b − a) and a·(a + b)
                    for b in [x.clone(), &a + &x, p - &a + &x] {
                        first.push(a.clone());
                        second.push(b % p);
                    }
                }
            }
        }
    }
    while !first.len().is_multiple_of(8) {
        first.push(p - 1u8);
        second.push(p - 1u8);
    }
    first.append(&mut second);
    first
}

/// Runs a function on odd numbers of each size: on neighbours of the powers of two where digits, limbs and R end, and
/// on neighbours of R/j for small j, where R/p is close to an integer from either side.
pub(super) fn each_neighbour(mut check: impl FnMut(&BigUint, usize)) {
    let one = || BigUint::from(1u8);
    let mut moduli = BTreeSet::new();
    for radix in [29, 50, 51, 52, 58, 64] {
        for k in (radix..=640).step_by(radix) {
            moduli.extend([(one() << k) - 1u8, (one() << k) + 1u8, (one() << k) - 3u8]);
        }
    }
    // 64-bit limbs, digits of 52, 29, 50 and 58 bits
    for bits in
        [192, 256, 384, 512, 640, 208, 260, 416, 520, 676, 203, 261, 406, 522, 667, 300, 400, 232, 290, 580, 638]
    {
        for j in [1_u32, 2, 3, 4, 15, 16, 17, 256] {
            let near: BigUint = ((one() << bits) / j) | one();
            moduli.extend([&near - 2u8, near]);
        }
    }
    for p in &moduli {
        let n = match p.bits() {
            129..=192 => 3,
            193..=256 => 4,
            257..=384 => 6,
            385..=512 => 8,
            513..=640 => 10,
            _ => continue,
        };
        check(p, n);
    }
}

pub(super) fn from_limbs(limbs: &[u64]) -> BigUint {
    limbs.iter().rev().fold(BigUint::ZERO, |x, &limb| (x << 64) + limb)
}

/// Runs a function on each prime of N limbs.
pub(super) fn each_prime(mut check: impl FnMut(&BigUint, usize)) {
    let sets: [(&[&str], usize); 6] =
        [(&PRIMES_3, 3), (&PRIMES_4, 4), (&PRIMES_6, 6), (&PRIMES_8, 8), (&PRIMES_9, 9), (&PRIMES_10, 10)];
    for (primes, n) in sets {
        for p in primes {
            check(&number(p), n);
        }
    }
}

/// Gives the field of each prime to [`check`], and the field of each neighbour of a power of two to [`check_solved`].
pub(super) fn check_all(with_field: impl Fn(&BigUint, usize, &dyn Fn(&dyn Arithmetic))) {
    each_prime(|p, n| with_field(p, n, &check));
    each_neighbour(|p, n| with_field(p, n, &check_solved));
}

#[test]
fn portable_computes_modulo_every_prime() {
    check_all(|p, n, check| match n {
        3 => check(&Portable::<3>::new(params(p))),
        4 => check(&Portable::<4>::new(params(p))),
        6 => check(&Portable::<6>::new(params(p))),
        8 => check(&Portable::<8>::new(params(p))),
        _ => check(&Portable::<10>::new(params(p))),
    });
}

#[test]
#[cfg(target_arch = "x86_64")]
fn adx_computes_modulo_every_prime() {
    use x86_64::Adx;
    if modexp_kernels::x86_64::adx::Adx::detect().is_none() {
        return modexp_kernels::testing::assert_not_expected("adx");
    }
    check_all(|p, n, check| match n {
        3 => check(&Adx::<3>::detect(params(p)).expect("adx")),
        4 => check(&Adx::<4>::detect(params(p)).expect("adx")),
        6 => check(&Adx::<6>::detect(params(p)).expect("adx")),
        8 => check(&Adx::<8>::detect(params(p)).expect("adx")),
        _ => check(&Adx::<10>::detect(params(p)).expect("adx")),
    });
}

#[test]
fn tiny_primes_in_one_limb_have_every_product_inverse_and_root() {
    for p in [3_u64, 5, 7, 11, 13, 17, 31, 41, 97, 113, 127] {
        let params = Params::new(&[p]).expect("odd");
        let field = Portable::new(params);
        let check = Check::new(&field, |_, _| (0..p).map(BigUint::from).collect());
        check.pairs();
        check.unary();
    }
}

#[test]
fn even_numbers_and_1_are_no_primes() {
    for p in [[0, 0], [1, 0], [2, 1], [0, 1]] {
        assert_eq!(Params::<2>::new(&p), None);
    }
    assert!(Params::new(&[1, 1]).is_some());
}

/// The largest values of the ranges: (R − 1 + (R − 1)·p)/R ≤ p for the low half, and at most 2p − 1 with the high half.
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
        let bound: [u64; N] = limbs_of(&(from_limbs(&p) * F::RANGE), N).try_into().expect("N limbs");
        let one = field.one();
        assert!(fails(|| field.mul(&bound, &one)) && fails(|| field.mul(&one, &bound)) && fails(|| field.sqr(&bound)));
        assert!(
            fails(|| field.add(&bound, &one)) && fails(|| field.sub(&one, &bound)) && fails(|| field.is_zero(&bound))
        );
        assert!(fails(|| field.mul_wide(&bound, &one)) && fails(|| field.sqr_wide(&bound)));
        assert!(fails(|| field.redc(&[one, p])) && fails(|| field.from_mont(&bound)));
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
