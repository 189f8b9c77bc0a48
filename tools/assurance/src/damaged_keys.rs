//! Damages the numbers of an RSA key before the key is made, and counts the outcomes: `damaged-keys CALL BACKEND K STEP` with a
//! call of [`CALLS`], keys with primes that are 1 modulo 2^K, and every STEP-th bit of each number. It also changes two bits of a
//! prime so that it stays prime: a result that is right modulo this different modulus reveals the other primes. Prints one line
//! of counts.

use modexp_assurance::keys::{is_prime, prime, private_exponent, times};
use modexp_core::{Backend, CrtModulus, CrtOptions, Error, Modulus};

/// A call on a key, and whether the key is made with its modulus.
type Call = (&'static str, bool, fn(&CrtModulus, &[u64], &[u64]) -> Result<Vec<u64>, Error>);

/// The calls that must detect the damage, and one that cannot.
const CALLS: [Call; 4] = [
    ("private_key_op", false, |n, c, d| n.private_key_op(c, d)),
    ("private_key_op_blinded", false, |n, c, d| n.private_key_op_blinded(c, d, &[c[0] | 1])),
    ("pow with the modulus", true, |n, c, d| n.pow(c, d)),
    ("control", false, |n, c, d| n.pow(c, d)),
];

/// Limbs of a prime.
const LIMBS: usize = 2;

/// Damaged primes for each prime.
const OTHERS: usize = 6;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [call, backend, k, step] = arguments.as_slice() else { panic!("damaged-keys CALL BACKEND K STEP") };
    let call = CALLS.into_iter().find(|(name, ..)| name == call).expect("a call");
    let backend =
        Backend::available().into_iter().find(|each| each.name() == backend).expect("a backend of this machine");
    let (k, step) = (k.parse().expect("K is a number"), step.parse().expect("STEP is a number"));
    let mut random = fastrand::Rng::with_seed(u64::from(k));
    let [mut right, mut withheld, mut wrong] = [0; 3];
    for (count, power) in [(2, 1), (3, 1), (2, 2)] {
        let key = Key::new(count, power, k, &mut random);
        let options = CrtOptions::new().with_backend(backend);
        assert_eq!(key.released(call, options), Some(key.power_of()), "wrong without damage");
        for damaged in key.damaged(step, &mut random) {
            for options in [options, options.trusted()] {
                match damaged.released(call, options) {
                    None => withheld += 1,
                    // a damaged exponent has a different power
                    Some(result) if result == (Key { d: damaged.d.clone(), ..key.clone() }).power_of() => right += 1,
                    Some(_) => {
                        wrong += 1;
                        println!("wrong: {damaged:x?}");
                    }
                }
            }
        }
    }
    println!("before right {right} withheld {withheld} trapped 0 endless 0 wrong {wrong}");
}

/// The numbers of a key, and a number to decrypt.
#[derive(Clone, Debug)]
struct Key {
    primes: Vec<Vec<u64>>,
    power: u32,
    n: Vec<u64>,
    d: Vec<u64>,
    c: Vec<u64>,
}

impl Key {
    fn new(count: usize, power: u32, k: u32, random: &mut fastrand::Rng) -> Self {
        let primes: Vec<Vec<u64>> = (0..count).map(|_| prime(LIMBS, k, random)).collect();
        let slices: Vec<&[u64]> = primes.iter().map(Vec::as_slice).collect();
        let product = slices.iter().fold(vec![1], |product, p| times(&product, p));
        let n = (0..power).fold(vec![1], |n, _| times(&n, &product));
        let d = private_exponent(&slices, power);
        Self { n, d, power, c: (0..LIMBS).map(|_| random.u64(..)).collect(), primes }
    }

    /// c^d mod n.
    fn power_of(&self) -> Vec<u64> {
        Modulus::new(&self.n).expect("not zero").pow(&self.c, &self.d)
    }

    /// The call's released result for the key of these numbers.
    fn released(&self, (_, with_modulus, run): Call, options: CrtOptions<'_>) -> Option<Vec<u64>> {
        let slices: Vec<&[u64]> = self.primes.iter().map(Vec::as_slice).collect();
        let options = options.with_power(self.power);
        let options = if with_modulus { options.with_modulus(&self.n) } else { options };
        CrtModulus::with_options(&slices, options).and_then(|n| run(&n, &self.c, &self.d)).ok()
    }

    /// The key with one number damaged.
    fn damaged(&self, step: usize, random: &mut fastrand::Rng) -> Vec<Self> {
        let mut all = Vec::new();
        for (i, p) in self.primes.iter().enumerate() {
            for other in flipped(p, step).chain(primes_near(p, random)) {
                let mut primes = self.primes.clone();
                primes[i] = other;
                all.push(Self { primes, ..self.clone() });
            }
        }
        all.extend(flipped(&self.d, step).map(|d| Self { d, ..self.clone() }));
        all.extend(flipped(&self.n, step).map(|n| Self { n, ..self.clone() }));
        all
    }
}

/// x with one bit complemented, for every `step`-th bit.
fn flipped(x: &[u64], step: usize) -> impl Iterator<Item = Vec<u64>> {
    (0..64 * x.len()).step_by(step).map(|bit| complement(x, bit))
}

/// Primes that differ from p in two bits.
fn primes_near(p: &[u64], random: &mut fastrand::Rng) -> impl Iterator<Item = Vec<u64>> {
    let bits = 1..64 * p.len();
    let near = core::iter::repeat_with(move || {
        complement(&complement(p, random.usize(bits.clone())), random.usize(bits.clone()))
    });
    near.filter(move |x| x != p && is_prime(x)).take(OTHERS)
}

fn complement(x: &[u64], bit: usize) -> Vec<u64> {
    let mut x = x.to_vec();
    x[bit / 64] ^= 1 << (bit % 64);
    x
}
