//! Compares multiples of points on the named curves with OpenSSL's generic group.

use crate::structured::Random;
use modexp_curves::{Backend, Curve, CurveName, FixedBase, Point};
use modexp_peers::{Group, openssl};

/// A curve on several backends, with tables of the generator, and OpenSSL's group of the same parameters.
pub struct Points {
    curves: Vec<(Curve, FixedBase)>,
    peer: Group,
    /// k and k·G for the last k.
    last: (Vec<u64>, Point),
}

impl Points {
    /// Creates the curve on these backends. Returns `None` if OpenSSL is missing, or lacks the functions of a curve
    /// over GF(2^m).
    #[must_use]
    pub fn new(name: CurveName, backends: &[Backend]) -> Option<Self> {
        let curves: Vec<_> = backends
            .iter()
            .map(|&backend| {
                let curve = Curve::named_with_backend(name, backend).expect("an available backend");
                let tables = curve.fixed_base(&curve.generator(), None).expect("a good point");
                (curve, tables)
            })
            .collect();
        let curve = &curves.first()?.0;
        let g = curve.generator();
        let (x, y) = (g.x()?.to_vec(), g.y()?.to_vec());
        let parameters = [curve.p(), curve.a(), curve.b(), curve.order(), &x, &y];
        let openssl = openssl().ok()?;
        let peer = if curve.is_binary() {
            openssl.binary_group(parameters, curve.cofactor())?
        } else {
            openssl.group(parameters)
        };
        Some(Self { curves, peer, last: (vec![1], g) })
    }

    /// Compares one k·G, one k·P, and one sum k·P + l·G by every call on every backend. k and l are random or
    /// structured, and P is the last multiple. Returns the number of compared results.
    ///
    /// # Panics
    /// If a result differs from OpenSSL's.
    pub fn check(&mut self, random: &mut Random) -> usize {
        let order = self.curves[0].0.order();
        let mut k = scalar(random, order, &self.last.0);
        let l = scalar(random, order, &k);
        if random.below(16) == 0 {
            k.clone_from(&l);
        }
        let (log, p) = (&self.last.0, &self.last.1);
        let [big_k, big_l] = [&k, &l].map(|x| self.peer.scalar(x));
        let base = p.x().zip(p.y()).map(|(x, y)| self.peer.point(x, y));
        let generated = point(&self.peer.multiply(Some(&big_k), None));
        let (multiple, sum) = match &base {
            Some(base) => (
                point(&self.peer.multiply(None, Some((base, &big_k)))),
                point(&self.peer.multiply(Some(&big_l), Some((base, &big_k)))),
            ),
            None => (Point::IDENTITY, point(&self.peer.multiply(Some(&big_l), None))),
        };

        let mut compared = 0;
        for (curve, tables) in &self.curves {
            let g = curve.generator();
            let mut same = |call: &str, found: &Point, want: &Point| {
                assert_eq!(
                    found,
                    want,
                    "{call}: k = {k:x?}, l = {l:x?}, P = {log:x?}·G, {curve:?}, p = {:x?}",
                    curve.p()
                );
                compared += 1;
            };
            let good = |point: Result<Point, modexp_curves::Error>| point.expect("a good point");
            same("multiply G", &good(curve.multiply(&k, &g)), &generated);
            same("fixed base", &tables.multiply(&k), &generated);
            same("fixed base, vartime", &tables.multiply_vartime(&k), &generated);
            same("multiply", &good(curve.multiply(&k, p)), &multiple);
            same("multiply_vartime", &good(curve.multiply_vartime(&k, p)), &multiple);
            same("msm", &good(curve.msm(&[&k, &l], &[p, &g])), &sum);
            same("msm_vartime", &good(curve.msm_vartime(&[&k, &l], &[p, &g])), &sum);
            let many = curve.multiply_many(&[&k, &l, &k], &[&g, &Point::IDENTITY, p]).expect("good points");
            same("multiply_many", &many[0], &generated);
            same("multiply_many", &many[1], &Point::IDENTITY);
            same("multiply_many", &many[2], &multiple);
        }
        self.last = (k, generated);
        compared
    }
}

/// Returns a scalar: random, structured, near a multiple of the order, or near the scalar `other`.
fn scalar(random: &mut Random, order: &[u64], other: &[u64]) -> Vec<u64> {
    let small = random.below(4) as u64;
    match random.below(8) {
        0..4 => (0..order.len()).map(|_| random.below(usize::MAX) as u64).collect(),
        4 => near(order, small),
        5 => near(other, small),
        6 => {
            // a run of equal bits
            let [low, high] = [(); 2].map(|()| random.below(64 * order.len()));
            let bit = |i: usize| u64::from((low.min(high)..=low.max(high)).contains(&i));
            (0..order.len()).map(|limb| (0..64).fold(0, |word, i| word | bit(64 * limb + i) << i)).collect()
        }
        _ => vec![random.below(40) as u64],
    }
}

/// Returns a ± a small number, in the limbs of a.
fn near(a: &[u64], small: u64) -> Vec<u64> {
    let mut out = a.to_vec();
    if let Some(low) = out.first_mut() {
        *low = if small < 2 { low.wrapping_add(small) } else { low.wrapping_sub(small - 1) };
    }
    out
}

fn point([x, y]: &[Vec<u64>; 2]) -> Point {
    if x.is_empty() && y.is_empty() { Point::IDENTITY } else { Point::new(x, y) }
}
