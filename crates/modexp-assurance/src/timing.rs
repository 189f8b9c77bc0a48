//! `timing SAMPLES BITS PAIR`: do calls take the same time for two classes of secrets? Welch's t-test on the times of calls in
//! random order (Reparaz, Balasch and Verbauwhede, *Dude, is my code constant time?*, 2016/1123). |t| above 4.5 is a leak.
//! All inputs are made beforehand and lie in the same memory when they are used, or the harness itself shows.
//!
//! Prints one line for the pair of classes of that number, if there is one: kind, name, t. Kinds are `same` (two samples
//! of one class), `pair`, and `control`, a call that is known to leak.

use modexp_core::Modulus;
use std::time::Instant;

type Number = Vec<u64>;

/// Draws base and exponent of one class.
type Class = fn(limbs: usize, random: &mut fastrand::Rng) -> (Number, Number);

/// The call whose time is taken.
type Call = fn(&Modulus, &[u64], &[u64]) -> Number;

const PAIRS: [(&str, &str, Class, Class, Call); 8] = [
    ("same", "random against random", random, random, Modulus::pow),
    ("pair", "random against one fixed exponent", random, fixed_exponent, Modulus::pow),
    ("pair", "random against exponent 0", random, exponent_zero, Modulus::pow),
    ("pair", "random against exponent of all ones", random, exponent_of_ones, Modulus::pow),
    ("pair", "random against base 0", random, base_zero, Modulus::pow),
    ("pair", "random against base 1", random, base_one, Modulus::pow),
    ("pair", "random against base of all ones", random, base_of_ones, Modulus::pow),
    ("control", "pow_vartime, random against half the ones", random, sparse_exponent, Modulus::pow_vartime),
];

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let [samples, bits, pair] = numbers[..] else {
        eprintln!("usage: timing SAMPLES BITS PAIR");
        std::process::exit(2);
    };
    let mut rng = fastrand::Rng::with_seed(7);
    let mut m = draw(bits / 64, &mut rng);
    m[0] |= 1;
    m[bits / 64 - 1] |= 1 << 63;
    let modulus = Modulus::new(&m).expect("not zero");
    if let Some(&(kind, name, first, second, call)) = PAIRS.get(pair) {
        let t = compare(&modulus, [first, second], call, samples, &mut rng);
        println!("{kind}: {name}: {t:.2}");
    }
}

/// Welch's t for the times of two classes, where the slowest tenth, which met interrupts, is left out.
fn compare(modulus: &Modulus, classes: [Class; 2], call: Call, samples: usize, rng: &mut fastrand::Rng) -> f64 {
    let limbs = modulus.limbs().len();
    let inputs: Vec<(usize, (Number, Number))> = (0..samples)
        .map(|_| {
            let class = rng.usize(..2);
            // both are drawn, so that the generator does the same work
            let drawn = [classes[0](limbs, rng), classes[1](limbs, rng)];
            (class, drawn[class].clone())
        })
        .collect();

    let (mut base, mut exponent) = (vec![0; limbs], vec![0; limbs]);
    let mut times = Vec::with_capacity(samples);
    for (class, (b, e)) in &inputs {
        base.copy_from_slice(b);
        exponent.copy_from_slice(e);
        let start = Instant::now();
        std::hint::black_box(call(modulus, &base, &exponent));
        times.push((*class, start.elapsed().as_nanos() as f64));
    }
    // the first calls find caches cold
    times.drain(..samples / 20);

    let mut sorted: Vec<f64> = times.iter().map(|&(_, time)| time).collect();
    sorted.sort_by(f64::total_cmp);
    let crop = sorted[sorted.len() * 9 / 10];
    let of = |class| {
        let kept: Vec<f64> = times.iter().filter(|&&(c, time)| c == class && time <= crop).map(|&(_, t)| t).collect();
        let count = kept.len() as f64;
        let mean = kept.iter().sum::<f64>() / count;
        let variance = kept.iter().map(|time| (time - mean).powi(2)).sum::<f64>() / (count - 1.0);
        (mean, variance / count)
    };
    let ((mean_a, error_a), (mean_b, error_b)) = (of(0), of(1));
    (mean_a - mean_b) / (error_a + error_b).sqrt()
}

fn draw(limbs: usize, rng: &mut fastrand::Rng) -> Number {
    (0..limbs).map(|_| rng.u64(..)).collect()
}

fn random(limbs: usize, rng: &mut fastrand::Rng) -> (Number, Number) {
    (draw(limbs, rng), draw(limbs, rng))
}

fn fixed_exponent(limbs: usize, rng: &mut fastrand::Rng) -> (Number, Number) {
    (draw(limbs, rng), draw(limbs, &mut fastrand::Rng::with_seed(3)))
}

fn exponent_zero(limbs: usize, rng: &mut fastrand::Rng) -> (Number, Number) {
    (draw(limbs, rng), vec![0; limbs])
}

fn exponent_of_ones(limbs: usize, rng: &mut fastrand::Rng) -> (Number, Number) {
    (draw(limbs, rng), vec![u64::MAX; limbs])
}

fn sparse_exponent(limbs: usize, rng: &mut fastrand::Rng) -> (Number, Number) {
    (draw(limbs, rng), draw(limbs, rng).iter().map(|limb| limb & rng.u64(..) | 1).collect())
}

fn base_zero(limbs: usize, rng: &mut fastrand::Rng) -> (Number, Number) {
    (vec![0; limbs], draw(limbs, rng))
}

fn base_one(limbs: usize, rng: &mut fastrand::Rng) -> (Number, Number) {
    let mut base = vec![0; limbs];
    base[0] = 1;
    (base, draw(limbs, rng))
}

fn base_of_ones(limbs: usize, rng: &mut fastrand::Rng) -> (Number, Number) {
    (vec![u64::MAX; limbs], draw(limbs, rng))
}
