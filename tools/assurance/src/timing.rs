//! `timing SAMPLES BITS|CURVE NUMBER…`: do calls take the same time for classes of secrets? Welch's t-test on the times of calls in
//! random order (Reparaz, Balasch and Verbauwhede, *Dude, is my code constant time?*, 2016/1123). |t| above 4.5 is a leak. All
//! inputs are made beforehand and lie in the same memory when they are used; otherwise the harness itself would show.
//!
//! Half of the samples have random inputs; the other half is of each class that is compared with them. Prints one line for each
//! class, or for the classes NUMBER…: kind, name, t. Kinds are `same` (two samples of one class), `pair`, and `control`, a call
//! that is known to leak.

use modexp_core::Modulus;
use modexp_curves::{Curve, CurveName, Point};
use std::time::{Duration, Instant};

type Number = Vec<u64>;

/// Draws base and exponent of one class: numbers of `limbs` limbs.
type Class = fn(limbs: usize, random: &mut fastrand::Rng) -> (Number, Number);

/// The time of a call.
type Call = Box<dyn Fn(&[u64], &[u64]) -> Duration>;

/// Calls, and the classes of their arguments.
struct Subject {
    limbs: usize,
    call: Call,
    /// A call that is known to leak.
    leaky: Call,
    classes: &'static [(&'static str, &'static str, Class)],
}

/// The classes for powers.
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

/// The classes for multiples of points; a base selects a point. Scalar 0 is no class: its result, the identity, shows.
const POINT_CLASSES: [(&str, &str, Class); 6] = [
    ("same", "random against random", random),
    ("pair", "random against one fixed scalar", fixed_exponent),
    ("pair", "random against scalar 1", exponent_one),
    ("pair", "random against scalar of all ones", exponent_of_ones),
    ("pair", "random against one fixed point", fixed_point),
    (CONTROL, "multiply_vartime, random against scalar 1", exponent_one),
];
const CONTROL: &str = "control";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (Some(samples), Some(what)) = (arguments.first().and_then(|count| count.parse().ok()), arguments.get(1)) else {
        eprintln!("usage: timing SAMPLES BITS|CURVE NUMBER…");
        std::process::exit(2);
    };
    let wanted: Vec<usize> = arguments[2..].iter().filter_map(|argument| argument.parse().ok()).collect();
    let mut rng = fastrand::Rng::with_seed(7);
    let subject = match what.parse() {
        Ok(bits) => powers(bits, &mut rng),
        Err(_) => multiples(what, &mut rng),
    };

    for controls in [false, true] {
        let call = if controls { &subject.leaky } else { &subject.call };
        let chosen = subject.classes.iter().enumerate().filter(|(number, class)| {
            (class.0 == CONTROL) == controls && (wanted.is_empty() || wanted.contains(number))
        });
        let group: Vec<_> = chosen.map(|(_, class)| class).collect();
        let drawn: Vec<Class> = group.iter().map(|class| class.2).collect();
        let [usual, others @ ..] = &measure(subject.limbs, &drawn, call, samples, &mut rng)[..] else { continue };
        for ((kind, name, _), other) in group.iter().zip(others) {
            println!("{kind}: {name}: {:.2}", compare(usual, other));
        }
    }
}

/// Powers modulo an odd number of `bits` bits.
fn powers(bits: usize, rng: &mut fastrand::Rng) -> Subject {
    let limbs = bits / 64;
    let mut m = draw(limbs, rng);
    m[0] |= 1;
    m[limbs - 1] |= 1 << 63;
    let call = |pow: fn(&Modulus, &[u64], &[u64]) -> Number| -> Call {
        let modulus = Modulus::new(&m).expect("not zero");
        Box::new(move |b, e| time(|| pow(&modulus, b, e)))
    };
    Subject { limbs, call: call(Modulus::pow), leaky: call(Modulus::pow_vartime), classes: &CLASSES }
}

/// Multiples of precomputed points on the curve `name`.
fn multiples(name: &str, rng: &mut fastrand::Rng) -> Subject {
    const POINTS: usize = 256;
    let name =
        CurveName::ALL.into_iter().find(|known| known.as_str() == name).expect("a number or the name of a curve");
    let curve = Curve::named(name);
    let limbs = curve.order().len();
    let mut point = || curve.multiply(&draw(limbs, rng), &curve.generator()).expect("a good point");
    let fixed = vec![point(); POINTS];
    let points: [Vec<Point>; 2] = [(0..POINTS).map(|_| point()).collect(), fixed];
    let call = |multiply: fn(&Curve, &[u64], &Point) -> Result<Point, modexp_curves::Error>| -> Call {
        let (curve, points) = (curve.clone(), points.clone());
        Box::new(move |b, k| {
            // in the same memory each time
            let point = points[usize::from(is_fixed(b))][b[0] as usize % POINTS].clone();
            time(|| multiply(&curve, k, &point))
        })
    };
    Subject { limbs, call: call(Curve::multiply), leaky: call(Curve::multiply_vartime), classes: &POINT_CLASSES }
}

fn time<T>(call: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    drop(std::hint::black_box(call()));
    start.elapsed()
}

/// The times of calls in random order, half of `samples` of each class: of random inputs, and of each of `others`.
fn measure(limbs: usize, others: &[Class], call: &Call, samples: usize, rng: &mut fastrand::Rng) -> Vec<Vec<f64>> {
    if others.is_empty() {
        return vec![];
    }
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
        let time = call(&base, &exponent).as_nanos() as f64;
        // the first calls run with cold caches
        if i >= inputs.len() / 20 {
            times[*class].push(time);
        }
    }
    times
}

/// Welch's t for the times of two classes, without the slowest tenth, which met interrupts.
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

/// The fixed point lies in as many places as there are random points: one place would always be in the nearest cache.
fn fixed_point(limbs: usize, rng: &mut fastrand::Rng) -> (Number, Number) {
    let (mut base, exponent) = random(limbs, rng);
    base[1..].fill(0);
    (base, exponent)
}

/// Whether a base selects the fixed point.
fn is_fixed(base: &[u64]) -> bool {
    base[1..].iter().all(|&limb| limb == 0)
}

fn exponent_zero(limbs: usize, rng: &mut fastrand::Rng) -> (Number, Number) {
    (draw(limbs, rng), vec![0; limbs])
}

fn exponent_one(limbs: usize, rng: &mut fastrand::Rng) -> (Number, Number) {
    let (one, random) = base_one(limbs, rng);
    (random, one)
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
