//! Pairings and their groups: the last table of BMARK, by each of our calls.
//!
//! Each library first computes P = k·G1 and Q = l·G2. Results in G1 and G2 are coordinates. Values of libraries differ
//! by a fixed exponent, so a value's result is 1 if it is the right power of the library's own e(G1, G2), else 0.

#[cfg(feature = "peers")]
mod libraries;

use crate::contender::{Computation, Contender, Time};
use crate::problem::{Kind, Problem};
use core::cell::OnceCell;
use modexp_curves::{Curve, Gt, Pairing, PairingName, Point};

/// The rows of a pairing.
pub(crate) const ROWS: [(&str, Kind); 5] = [
    ("multiple in G1", Kind::G1),
    ("multiple in G2", Kind::G2),
    ("pairing", Kind::Pairing),
    ("product of two", Kind::Product2),
    ("power in GT", Kind::Gt),
];

/// The pairings with measured sums of many points, and the logarithms of the numbers of points.
pub(crate) const SUMS: [(PairingName, [u32; 3]); 2] =
    [(PairingName::Bls12381, [8, 12, 16]), (PairingName::AltBn128, [8, 12, 16])];

/// All pairings, those of today first.
pub(crate) fn all() -> impl Iterator<Item = Pairing> {
    let historical = modexp_historical::PairingName::ALL.into_iter().map(modexp_historical::named);
    PairingName::ALL.into_iter().map(Pairing::named).chain(historical)
}

/// Pairings of one call, made in the lanes.
const MANY: usize = 16;

type List = Vec<Box<dyn Contender>>;

/// A problem's pairing and scalars.
struct Scalars {
    pairing: Pairing,
    kind: Kind,
    k: Vec<u64>,
    l: Vec<u64>,
    /// The scalars of a sum.
    factors: Vec<Vec<u64>>,
}

pub(crate) fn contenders(problem: &Problem) -> List {
    let same = |pairing: &Pairing| trimmed(pairing.g1().p()) == trimmed(&problem.modulus);
    let pairing = all().find(same).expect("the p of a pairing");
    let [k, l, factors @ ..] = &problem.exponents[..] else { panic!("two scalars") };
    let problem = &Scalars { pairing, kind: problem.kind, k: k.clone(), l: l.clone(), factors: factors.to_vec() };
    #[cfg(feature = "peers")]
    let others = libraries::contenders(problem);
    #[cfg(not(feature = "peers"))]
    let others = List::new();
    ours(problem).into_iter().chain(others).collect()
}

fn trimmed(x: &[u64]) -> &[u64] {
    &x[..x.iter().rposition(|&limb| limb != 0).map_or(0, |top| top + 1)]
}

/// Creates a contender with result 1 if the value is right, else 0.
fn judged<T: 'static>(
    name: &str,
    time: Time,
    compute: impl Fn() -> T + 'static,
    is_right: impl Fn(&T) -> bool + 'static,
) -> Box<dyn Contender> {
    Computation::boxed(name, time, compute, move |value| vec![vec![u64::from(is_right(value))]])
}

fn ours(problem: &Scalars) -> List {
    let e = problem.pairing.clone();
    let (k, l) = (problem.k.clone(), problem.l.clone());
    let (g1, g2) = (e.g1().clone(), e.g2().clone());
    let (p, q) = (
        g1.multiply(&k, &g1.generator()).expect("a good point"),
        g2.multiply(&l, &g2.generator()).expect("a good point"),
    );
    // reads the coefficients of both coordinates, one by one
    let limbs = g1.p().len();
    let read = move |point: &Point| -> Vec<Vec<u64>> {
        [point.x(), point.y()].into_iter().flatten().flat_map(|x| x.chunks(limbs).map(<[u64]>::to_vec)).collect()
    };
    let base = e.pair(&g1.generator(), &g2.generator()).expect("good points");
    match problem.kind {
        Kind::G1 | Kind::G2 => {
            let (label, curve, scalar, point) =
                if problem.kind == Kind::G1 { ("g1", g1, l, p) } else { ("g2", g2, k, q) };
            let name = |call: &str| format!("modexp {label} {call}");
            let tables = curve.fixed_base(&point, None).expect("a good point");
            let (c, s, x) = (curve.clone(), scalar.clone(), point.clone());
            let (vartime, s1, s2) = (curve, scalar.clone(), scalar);
            vec![
                Computation::boxed(name("multiply"), Time::Constant, move || c.multiply(&s, &x).expect("good"), read),
                Computation::boxed(
                    name("multiply_vartime"),
                    Time::Variable,
                    move || vartime.multiply_vartime(&s1, &point).expect("good"),
                    read,
                ),
                Computation::boxed(name("fixed_base multiply"), Time::Constant, move || tables.multiply(&s2), read),
            ]
        }
        Kind::Sum => sums(&g1, p, &problem.factors),
        Kind::Gt => {
            let want = e.pair(&p, &g2.generator()).expect("good points");
            let (tables, same) = (base.fixed_base(None), want.clone());
            let s = k.clone();
            vec![
                judged("modexp gt pow", Time::Constant, move || base.pow(&k), move |value| *value == want),
                judged("modexp gt fixed_base pow", Time::Constant, move || tables.pow(&s), move |value| *value == same),
            ]
        }
        kind => {
            let mut want = base.pow(&k).pow(&l);
            let count = if kind == Kind::Pairing { 1 } else { 2 };
            let points: Vec<_> = [(p, q), (g1.generator(), g2.generator())].into_iter().take(count).collect();
            if count == 2 {
                want = want.multiply(&base);
            }
            let several = (kind == Kind::Pairing).then(|| many(e.clone(), points[0].clone(), want.clone()));
            let lines: Vec<_> = points.iter().map(|(p, q)| (p.clone(), e.prepare(q).expect("a good point"))).collect();
            let (call, other, same) = (["pair", "product of 2"][count - 1], e.clone(), want.clone());
            let product = move || {
                let pairs: Vec<_> = points.iter().map(|(p, q)| (p, q)).collect();
                e.product(&pairs).expect("good points")
            };
            let prepared = move || {
                let pairs: Vec<_> = lines.iter().map(|(p, q)| (p, q)).collect();
                other.product_prepared(&pairs).expect("good points")
            };
            let name = format!("modexp {call}");
            let mut list = vec![
                judged(&name, Time::Constant, product, move |value| *value == want),
                judged(&format!("{name}, prepared"), Time::Constant, prepared, move |value| *value == same),
            ];
            list.extend(several);
            list
        }
    }
}

/// Computes pairings side by side, each of the same two points.
fn many(e: Pairing, (p, q): (Point, Point), want: Gt) -> Box<dyn Contender> {
    let compute = move || e.pair_many(&[(&p, &q); MANY]).expect("good points");
    let read = move |values: &Vec<Gt>| vec![vec![u64::from(values.iter().all(|value| *value == want))]];
    Computation::boxed_each(MANY, format!("modexp pair_many of {MANY}, each"), Time::Constant, compute, read)
}

/// Returns the point as an unchecked point.
fn stranger(p: &Point) -> Point {
    p.x().zip(p.y()).map_or(Point::IDENTITY, |(x, y)| Point::new(x, y))
}

/// Sums P, 2·P, … with factors: points that the call checks, points returned by calls, and prepared points. The points
/// are made at first use.
fn sums(curve: &Curve, p: Point, factors: &[Vec<u64>]) -> List {
    let points = move |curve: &Curve, count: usize| -> Vec<Point> {
        let scalars: Vec<[u64; 1]> = (1..=count as u64).map(|i| [i]).collect();
        let scalars: Vec<&[u64]> = scalars.iter().map(<[u64; 1]>::as_slice).collect();
        curve.multiply_many(&scalars, &vec![&p; count]).expect("a good point")
    };
    let read = |sum: &Point| [sum.x(), sum.y()].into_iter().flatten().map(<[u64]>::to_vec).collect();
    let of = |given: bool| {
        let ((c, f, make), once) = ((curve.clone(), factors.to_vec(), points.clone()), OnceCell::new());
        move || {
            let points = once.get_or_init(|| {
                let points = make(&c, f.len());
                if given { points.iter().map(stranger).collect() } else { points }
            });
            let points: Vec<&Point> = points.iter().collect();
            c.msm_vartime(&slices(&f), &points).expect("good points")
        }
    };
    let ((c, f, make), once) = ((curve.clone(), factors.to_vec(), points.clone()), OnceCell::new());
    let prepared = move || {
        let bases = once.get_or_init(|| {
            let points = make(&c, f.len());
            c.bases(&points.iter().collect::<Vec<_>>()).expect("good points")
        });
        bases.msm_vartime(&slices(&f)).expect("as many")
    };
    vec![
        Computation::boxed("modexp msm_vartime, points checked", Time::Variable, of(true), read),
        Computation::boxed("modexp msm_vartime", Time::Variable, of(false), read),
        Computation::boxed("modexp bases msm_vartime", Time::Variable, prepared, read),
    ]
}

fn slices(numbers: &[Vec<u64>]) -> Vec<&[u64]> {
    numbers.iter().map(Vec::as_slice).collect()
}
