//! The test cases: calls that must not depend on their secrets, on all backends and sizes, and controls that do.

mod curves;

use crate::keys::private_exponent;
use modexp_core::{Backend, CrtModulus, CrtOptions, FixedBaseOptions, Modulus};
use std::rc::Rc;

/// One computation, ready to be watched.
pub type Run = Box<dyn FnOnce() -> Vec<u64>>;

/// A test case: a call with secrets.
pub struct Case {
    /// backend/bits/call
    pub name: String,
    /// Whether it leaks on purpose.
    pub is_control: bool,
    /// Draws its secrets at random.
    pub secrets: fn(bits: usize, random: &mut fastrand::Rng) -> Vec<Secret>,
    /// Prepares the watched call.
    prepare: Box<dyn Fn(Rc<Vec<Secret>>) -> Run>,
    bits: usize,
}

/// A secret number.
#[derive(Clone)]
pub struct Secret {
    /// The number, little-endian.
    pub limbs: Vec<u64>,
    /// The secret limbs. A prime's length is public, and so is that it is odd.
    pub hidden: core::ops::Range<usize>,
}

impl Secret {
    fn new(limbs: Vec<u64>) -> Self {
        Self { hidden: 0..limbs.len(), limbs }
    }

    fn prime(limbs: Vec<u64>) -> Self {
        Self { hidden: 1..limbs.len() - 1, limbs }
    }
}

impl Case {
    /// Draws the secrets of one run.
    pub fn draw(&self, random: &mut fastrand::Rng) -> Vec<Secret> {
        (self.secrets)(self.bits, random)
    }

    /// Prepares the call with `secrets`. The caller keeps a reference: freeing them would read them.
    #[must_use]
    pub fn prepare(&self, secrets: Rc<Vec<Secret>>) -> Run {
        (self.prepare)(secrets)
    }
}

/// Sizes with even and odd numbers of limbs, and one that ends within a limb.
pub const SIZES: [usize; 11] = [256, 320, 500, 512, 960, 1024, 1088, 2048, 2112, 3136, 4096];

/// 2^k − c is prime for these (k, c, c). p − 1 is 2 mod 4: its number of factors 2 is public, and p and q must agree in it.
const PRIMES: [(usize, u64, u64); 9] = [
    (128, 173, 233),
    (192, 237, 333),
    (256, 189, 357),
    (320, 197, 825),
    (512, 569, 629),
    (576, 789, 1889),
    (1024, 105, 1397),
    (1088, 89, 3873),
    (2048, 1557, 7437),
];

/// All test cases and controls with kernels of this machine.
#[must_use]
pub fn cases() -> Vec<Case> {
    let mut all = Vec::new();
    for backend in Backend::available() {
        all.push(short_pow(backend));
        for bits in SIZES {
            all.extend(calls(backend, bits));
            all.extend(secret_modulus_calls(backend, bits));
        }
        for (bits, ..) in PRIMES {
            all.extend(crt_calls(backend, bits));
        }
    }
    all.extend(curves::cases());
    all.extend(controls());
    all
}

/// 2^bits − c, for whole limbs.
fn minus(bits: usize, c: u64) -> Vec<u64> {
    let mut limbs = vec![u64::MAX; bits / 64];
    limbs[0] -= c - 1;
    limbs
}

/// An odd number of exactly `bits` bits, always the same.
#[must_use]
pub fn odd_modulus(bits: usize) -> Vec<u64> {
    let mut m = number(bits, &mut fastrand::Rng::with_seed(bits as u64));
    m[0] |= 1;
    m[(bits - 1) / 64] |= 1 << ((bits - 1) % 64);
    m
}

/// A number below 2^bits.
pub fn number(bits: usize, random: &mut fastrand::Rng) -> Vec<u64> {
    let mut limbs: Vec<u64> = (0..bits.div_ceil(64)).map(|_| random.u64(..)).collect();
    if !bits.is_multiple_of(64) {
        limbs[bits / 64] %= 1 << (bits % 64);
    }
    limbs
}

/// Overwrites the caller's copies of secrets, so that only the library's remain.
fn forget<T: Default + Copy>(numbers: &mut [T]) {
    numbers.fill(T::default());
    core::hint::black_box(numbers);
}

/// Concatenates the results.
fn flat(mut results: Vec<Vec<u64>>) -> Vec<u64> {
    let all = results.concat();
    for result in &mut results {
        forget(result);
    }
    all
}

fn be_bytes(x: &[u64]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(8 * x.len());
    bytes.extend(x.iter().rev().flat_map(|limb| limb.to_be_bytes()));
    bytes
}

/// A base below the modulus and a short exponent: a long one takes the same steps.
fn base_and_exponent(bits: usize, random: &mut fastrand::Rng) -> Vec<Secret> {
    let exponent_bits = if bits <= 512 { bits } else { 192 };
    [bits - 1, exponent_bits].map(|bits| Secret::new(number(bits, random))).into()
}

/// A power that is small enough to step through it a thousand times, with at least two exponent digits of every kind.
fn short_pow(backend: Backend) -> Case {
    const BITS: usize = 128;
    Case {
        name: format!("{}/{BITS}/pow short", backend.name()),
        is_control: false,
        secrets: |bits, random| [bits, 24].map(|bits| Secret::new(number(bits, random))).into(),
        prepare: Box::new(move |secrets| {
            let modulus = Modulus::with_backend(&odd_modulus(BITS), backend).expect("a backend of this machine");
            Box::new(move || modulus.pow_bounded_exp(&secrets[0].limbs, &secrets[1].limbs, 24))
        }),
        bits: BITS,
    }
}

fn calls(backend: Backend, bits: usize) -> Vec<Case> {
    let case = |call: &str, m: Vec<u64>, run: fn(&Modulus, &[u64], &[u64]) -> Vec<u64>| Case {
        name: format!("{}/{bits}/{call}", backend.name()),
        is_control: false,
        secrets: base_and_exponent,
        prepare: Box::new(move |secrets| {
            let modulus = Modulus::with_backend(&m, backend).expect("a backend of this machine");
            Box::new(move || run(&modulus, &secrets[0].limbs, &secrets[1].limbs))
        }),
        bits,
    };
    let odd = odd_modulus(bits);
    let mut even = odd.clone();
    even[0] &= !0xfff;
    let mut two = vec![0; odd.len()];
    two[(bits - 1) / 64] = 1 << ((bits - 1) % 64);

    let mut calls = vec![
        case("pow", odd.clone(), |m, b, e| m.pow(b, e)),
        case("pow even", even, |m, b, e| m.pow(b, e)),
        case("pow_small_base", odd.clone(), |m, _, e| m.pow_small_base(2, e)),
        case("pow_each", odd.clone(), |m, b, e| flat(m.pow_each(b, &[e, &e[1..], e]))),
        case("pow_product", odd.clone(), |m, b, e| m.pow_product(&[b, &b[1..]], &[e, e]).expect("equal lengths")),
        case("pow_be_bytes", odd.clone(), |m, b, e| {
            let (mut b, mut e) = (be_bytes(b), be_bytes(e));
            let mut power = m.pow_be_bytes(&b, &e);
            let limbs =
                power.rchunks(8).map(|bytes| bytes.iter().fold(0, |x, &byte| x << 8 | u64::from(byte))).collect();
            for bytes in [&mut b, &mut e, &mut power] {
                forget(bytes);
            }
            limbs
        }),
        case("mul", odd.clone(), |m, a, b| m.mul(a, b)),
        case("square", odd.clone(), |m, a, _| m.square(a)),
        case("square_repeated", odd.clone(), |m, a, _| m.square_repeated(a, 5)),
        case("reduce", odd.clone(), |m, a, b| {
            let mut long = [a, b, a].concat();
            let residue = m.reduce(&long);
            forget(&mut long);
            residue
        }),
        case("inverse", odd.clone(), |m, a, _| m.inverse(a).unwrap_or_default()),
        case("fixed_base", odd.clone(), |m, _, e| {
            let options = FixedBaseOptions::new(64 * e.len()).with_table_bytes(1 << 15);
            m.fixed_base(&[3], options).and_then(|g| g.pow(e)).expect("within the limits")
        }),
        case("fixed_base, secret base", odd.clone(), |m, b, e| {
            let options = FixedBaseOptions::new(64 * e.len()).with_table_bytes(1 << 13);
            flat(m.fixed_base(b, options).and_then(|g| g.pow_many(&[e, &e[1..]])).expect("within the limits"))
        }),
    ];
    if bits == 512 || bits == 1088 {
        calls.push(case("inverse_many", odd.clone(), |m, a, b| flat(m.inverse_many(&[a, b]).unwrap_or_default())));
        calls.push(case("pow 2^k", two, |m, b, e| m.pow(b, e)));
        // nine: the widest lanes of any machine, and one more
        calls.push(case("pow_many", odd, |m, b, e| flat(m.pow_many(&[b; 9], &[e; 9]).expect("equal lengths"))));
    }
    calls
}

/// Calls with a modulus that is secret except for its length and lowest bit.
fn secret_modulus_calls(backend: Backend, bits: usize) -> Vec<Case> {
    let secrets = |bits: usize, random: &mut fastrand::Rng| {
        let mut secrets = base_and_exponent(bits, random);
        let mut m = Secret::prime(odd_modulus(bits));
        m.limbs[m.hidden.clone()].fill_with(|| random.u64(..));
        secrets.push(m);
        secrets
    };
    let case = |call: &str, run: fn(&Modulus, &[u64], &[u64]) -> Vec<u64>| Case {
        name: format!("{}/{bits}/secret modulus, {call}", backend.name()),
        is_control: false,
        secrets,
        prepare: Box::new(move |secrets| {
            Box::new(move || {
                let modulus = Modulus::with_backend(&secrets[2].limbs, backend).expect("a backend of this machine");
                run(&modulus, &secrets[0].limbs, &secrets[1].limbs)
            })
        }),
        bits,
    };
    vec![
        case("pow", |m, b, e| m.pow(b, e)),
        case("mul", |m, a, b| m.mul(a, b)),
        case("inverse", |m, a, _| m.inverse(a).unwrap_or_default()),
    ]
}

fn crt_calls(backend: Backend, bits: usize) -> Vec<Case> {
    let secrets = |bits: usize, random: &mut fastrand::Rng| {
        let (_, c, d) = PRIMES.into_iter().find(|prime| prime.0 == bits).expect("a size of the list");
        let (mut p, mut q) = (minus(bits, c), minus(bits, d));
        if random.bool() {
            core::mem::swap(&mut p, &mut q);
        }
        let base = Secret::new(number(2 * bits - 1, random));
        let exponent = Secret::new(private_exponent(&[&p, &q], 1));
        vec![base, exponent, Secret::prime(p), Secret::prime(q)]
    };
    let options = CrtOptions::new().with_backend(backend);
    let case = |call: &str, options: CrtOptions<'static>, run: fn(&CrtModulus, &[u64], &[u64]) -> Vec<u64>| Case {
        name: format!("{}/{}/crt, {call}", backend.name(), 2 * bits),
        is_control: false,
        secrets,
        prepare: Box::new(move |secrets| {
            Box::new(move || {
                let n = CrtModulus::with_options(&[&secrets[2].limbs, &secrets[3].limbs], options).expect("primes");
                run(&n, &secrets[0].limbs, &secrets[1].limbs)
            })
        }),
        bits,
    };
    vec![
        case("pow", options, |n, b, e| n.pow(b, e).expect("no fault")),
        case("pow modulo squares", options.with_power(2).trusted(), |n, b, e| n.pow(b, e).expect("no fault")),
        case("private_key_op", options, |n, c, d| n.private_key_op(c, d).expect("no fault")),
        // any secret number can serve as the blinding factor
        case("private_key_op_blinded", options, |n, c, d| n.private_key_op_blinded(c, d, c).expect("no fault")),
    ]
}

/// The controls: a branch, an address and a division that depend on a secret, and the variable-time power.
fn controls() -> Vec<Case> {
    let control = |name: &str, run: fn(&[u64], &[u64]) -> Vec<u64>| Case {
        name: format!("control/256/{name}"),
        is_control: true,
        secrets: base_and_exponent,
        prepare: Box::new(move |secrets| Box::new(move || run(&secrets[0].limbs, &secrets[1].limbs))),
        bits: 256,
    };
    vec![
        control("branch", |b, e| {
            let bit = |acc: u64, i: usize| {
                if e[0] >> i & 1 == 1 { core::hint::black_box(acc).wrapping_mul(b[0]) } else { acc.rotate_left(1) }
            };
            vec![(0..64).fold(1, bit)]
        }),
        control("address", |b, e| e.iter().map(|e| core::hint::black_box(b)[(e % 4) as usize]).collect()),
        control("pow_vartime", |b, e| Modulus::new(&odd_modulus(256)).expect("not zero").pow_vartime(b, e)),
    ]
}
