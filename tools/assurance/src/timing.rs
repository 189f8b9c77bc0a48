//! `timing SAMPLES BITS NUMBER…`: do calls take the same time for classes of secrets? Welch's t-test on the times of calls in
//! random order (Reparaz, Balasch and Verbauwhede, *Dude, is my code constant time?*, 2016/1123). |t| above 4.5 is a leak.
//! All inputs are made beforehand and lie in the same memory when they are used, or the harness itself shows.
//!
//! Half of the samples are of random inputs, which each other class is compared with, and half of each class. Prints one
//! line for each class, or for those of the numbers: kind, name, t. Kinds are `same` (two samples of one class), `pair`,
//! and `control`, a call that is known to leak.

use modexp_core::Modulus;
use std::time::Instant;

type Number = Vec<u64>;

/// Draws base and exponent of one class.
type Class = fn(limbs: usize, random: &mut fastrand::Rng) -> (Number, Number);

/// The call whose time is taken.
type Call = fn(&Modulus, &[u64], &[u64]) -> Number;

const CLASSES: [(&str, &str, Class); 8] = [
    ("same", "random against random", random),
    ("pair", "random against one fixed exponent", fixed_exponent),
    ("pair", "random against exponent 0", exponent_zero),
    ("pair", "random against exponent of all ones", exponent_of_ones),
    ("pair", "random against base 0", base_zero),
    ("pair", "random against base 1", base_one),
    ("pair", "random against base of all ones", base_of_ones),
    (CONTROL, "pow_vartime, random against half the ones", sparse_exponent),
];
const CONTROL: &str = "control";

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let [samples, bits, ref wanted @ ..] = numbers[..] else {
        eprintln!("usage: timing SAMPLES BITS NUMBER…");
        std::process::exit(2);
    };
    let mut rng = fastrand::Rng::with_seed(7);
    let mut m = draw(bits / 64, &mut rng);
    m[0] |= 1;
    m[bits / 64 - 1] |= 1 << 63;
    let modulus = Modulus::new(&m).expect("not zero");

    for (controls, call) in [(false, Modulus::pow as Call), (true, Modulus::pow_vartime)] {
        let chosen = CLASSES.iter().enumerate().filter(|(number, class)| {
            (class.0 == CONTROL) == controls && (wanted.is_empty() || wanted.contains(number))
        });
        let group: Vec<_> = chosen.map(|(_, class)| class).collect();
        let drawn: Vec<Class> = group.iter().map(|class| class.2).collect();
        let [usual, others @ ..] = &measure(&modulus, &drawn, call, samples, &mut rng)[..] else { continue };
        for ((kind, name, _), other) in group.iter().zip(others) {
            println!("{kind}: {name}: {:.2}", compare(usual, other));
        }
    }
}

/// The times of calls in random order, half of `samples` of each class: of random inputs, and of each of `others`.
fn measure(modulus: &Modulus, others: &[Class], call: Call, samples: usize, rng: &mut fastrand::Rng) -> Vec<Vec<f64>> {
    if others.is_empty() {
        return vec![];
    }
    let limbs = modulus.limbs().len();
    let classes = [&[random as Class], others].concat();
    let inputs: Vec<(usize, (Number, Number))> = (0..samples / 2 * classes.len())
        .map(|_| {
            let class = rng.usize(..classes.len());
            (class, classes[class](limbs, rng))
        })
        .collect();

    let (mut base, mut exponent) = (vec![0; limbs], vec![0; limbs]);
    let mut times = vec![vec![]; classes.len()];
    for (i, (class, (b, e))) in inputs.iter().enumerate() {
        base.copy_from_slice(b);
        exponent.copy_from_slice(e);
        let start = Instant::now();
        std::hint::black_box(call(modulus, &base, &exponent));
        let time = start.elapsed().as_nanos() as f64;
        // the first calls find caches cold
        if i >= inputs.len() / 20 {
            times[*class].push(time);
        }
    }
    times
}

/// Welch's t for the times of two classes, where the slowest tenth, which met interrupts, is left out.
fn compare(first: &[f64], second: &[f64]) -> f64 {
    let mut sorted = [first, second].concat();
    sorted.sort_by(f64::total_cmp);
    let crop = sorted[sorted.len() * 9 / 10];
    let of = |times: &[f64]| {
        let kept: Vec<f64> = times.iter().copied().filter(|&time| time <= crop).collect();
        let count = kept.len() as f64;
        let mean = kept.iter().sum::<f64>() / count;
        let variance = kept.iter().map(|time| (time - mean).powi(2)).sum::<f64>() / (count - 1.0);
        (mean, variance / count)
    };
    let ((mean_a, error_a), (mean_b, error_b)) = (of(first), of(second));
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
