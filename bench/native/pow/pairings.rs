//! Pairings and their groups: the last table of BMARK, by each of our calls.
//!
//! P = k·G1 and Q = l·G2 are made by each library before. Results in G1 and G2 are coordinates. A value, which differs between
//! libraries by a fixed exponent, is 1 if it is the right power of e(G1, G2) by the library's own arithmetic, and 0 if not.

use crate::contender::{Computation, Contender, Time};
use crate::problem::{Kind, Problem};
use modexp_curves::{Pairing, PairingName, Point};

/// The rows of a pairing.
pub(crate) const ROWS: [(&str, Kind); 5] = [
    ("multiple in G1", Kind::G1),
    ("multiple in G2", Kind::G2),
    ("pairing", Kind::Pairing),
    ("product of two", Kind::Product2),
    ("power in GT", Kind::Gt),
];

type List = Vec<Box<dyn Contender>>;

/// A problem's pairing and scalars.
struct Scalars {
    name: PairingName,
    kind: Kind,
    k: Vec<u64>,
    l: Vec<u64>,
}

pub(crate) fn contenders(problem: &Problem) -> List {
    let same = |name: &PairingName| trimmed(Pairing::named(*name).g1().p()) == trimmed(&problem.modulus);
    let name = PairingName::ALL.into_iter().find(same).expect("the p of a pairing");
    let [k, l] = &problem.exponents[..] else { panic!("two scalars") };
    let problem = &Scalars { name, kind: problem.kind, k: k.clone(), l: l.clone() };
    ours(problem)
}

fn trimmed(x: &[u64]) -> &[u64] {
    &x[..x.iter().rposition(|&limb| limb != 0).map_or(0, |top| top + 1)]
}

/// A contender whose results are right or not.
fn judged<T: 'static>(
    name: &str,
    time: Time,
    compute: impl Fn() -> T + 'static,
    is_right: impl Fn(&T) -> bool + 'static,
) -> Box<dyn Contender> {
    Computation::boxed(name, time, compute, move |value| vec![vec![u64::from(is_right(value))]])
}

fn ours(problem: &Scalars) -> List {
    let e = Pairing::named(problem.name);
    let (k, l) = (problem.k.clone(), problem.l.clone());
    let (g1, g2) = (e.g1().clone(), e.g2().clone());
    let (p, q) = (g1.multiply(&k, &g1.g()).expect("a good point"), g2.multiply(&l, &g2.g()).expect("a good point"));
    // p on its curve, and the coefficients of a coordinate one by one
    let limbs = g1.p().len();
    let read = move |point: &Point| -> Vec<Vec<u64>> {
        [point.x(), point.y()].into_iter().flatten().flat_map(|x| x.chunks(limbs).map(<[u64]>::to_vec)).collect()
    };
    let base = e.pair(&g1.g(), &g2.g()).expect("good points");
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
        Kind::Gt => {
            let want = e.pair(&p, &g2.g()).expect("good points");
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
            let points: Vec<_> = [(p, q), (g1.g(), g2.g())].into_iter().take(count).collect();
            if count == 2 {
                want = want.multiply(&base);
            }
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
            vec![
                judged(&name, Time::Constant, product, move |value| *value == want),
                judged(&format!("{name}, prepared"), Time::Constant, prepared, move |value| *value == same),
            ]
        }
    }
}
