//! Multiples on the curves over GF(2^m) against OpenSSL's: random scalars and points, and scalars at the ends of the range.
//!
//! `MODEXP_EC_CASES` is the number of cases for each curve, 100 unless told; 100,000 of all take half an hour. `MODEXP_EC_CURVE` names
//! the one to run.

use modexp_curves::{Curve, Name, Point};
use modexp_peers::{Group, openssl};

/// The curves, and what OpenSSL calls them.
const CURVES: [(Name, &core::ffi::CStr); 8] = [
    (Name::B163, c"sect163r2"),
    (Name::B233, c"sect233r1"),
    (Name::B283, c"sect283r1"),
    (Name::B571, c"sect571r1"),
    (Name::K163, c"sect163k1"),
    (Name::K233, c"sect233k1"),
    (Name::K283, c"sect283k1"),
    (Name::K571, c"sect571k1"),
];

/// SplitMix64 (Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    fn limb(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    /// A scalar of any size up to the order's limbs; one of 16 is near 0, or near the order.
    fn scalar(&mut self, order: &[u64]) -> Vec<u64> {
        let small = self.limb() % 4;
        match self.limb() % 32 {
            0 => vec![small],
            1 => {
                // the order is odd, and its lowest limb far from 2^64
                let mut k = order.to_vec();
                k[0] = k[0] - 2 + small;
                k
            }
            _ => (0..=self.limb() as usize % order.len()).map(|_| self.limb()).collect(),
        }
    }
}

/// A point as the library writes it: no limbs for the identity.
fn point([x, y]: &[Vec<u64>; 2]) -> Point {
    if x.is_empty() && y.is_empty() { Point::IDENTITY } else { Point::new(x, y) }
}

fn compare(name: Name, group: &Group, cases: usize) {
    let curve = Curve::named(name);
    let mut random = Random(name as u64);
    let order = curve.order().to_vec();
    let g = curve.g();
    assert_eq!(point(&group.generator()), g, "{name:?}");
    let tables = curve.fixed_base(&g, None).expect("good");
    // a multiple that is not the identity is the next case's point
    let (mut p, mut theirs) = (g.clone(), group.generator());
    for case in 0..cases {
        let [k, l] = [(); 2].map(|()| random.scalar(&order));
        let [ks, ls] = [&k, &l].map(|k| group.scalar(k));
        let handle = group.point(&theirs[0], &theirs[1]);
        let (of_generator, of_point) = match case % 6 {
            0..3 => (None, Some((&handle, &ks))),
            3 | 4 => (Some(&ls), Some((&handle, &ks))),
            _ => (Some(&ls), None),
        };
        let want = group.multiply(of_generator, of_point);
        let got = match case % 6 {
            0 => curve.multiply(&k, &p),
            1 => curve.multiply_vartime(&k, &p),
            2 => curve.multiply_many(&[&l, &k], &[&g, &p]).map(|mut all| all.remove(1)),
            3 => curve.msm(&[&k, &l], &[&p, &g]),
            4 => curve.msm_vartime(&[&k, &l], &[&p, &g]),
            _ => Ok(tables.multiply(&l)),
        };
        assert_eq!(got.as_ref(), Ok(&point(&want)), "{name:?}, case {case}: {k:x?}, {l:x?}, {p:?}");
        if !point(&want).is_identity() {
            (p, theirs) = (point(&want), want);
        }
    }
    println!("{}: {cases} cases are OpenSSL's", name.as_str());
}

#[test]
fn multiples_are_those_of_openssl() {
    let cases = std::env::var("MODEXP_EC_CASES").map_or(100, |count| count.parse().expect("a number"));
    let only = std::env::var("MODEXP_EC_CURVE").ok();
    let library = match openssl() {
        Ok(library) => library,
        Err(why) => return println!("not compared: {why}"),
    };
    for (name, theirs) in
        CURVES.into_iter().filter(|(name, _)| only.as_deref().is_none_or(|only| only == name.as_str()))
    {
        match library.named_group(theirs) {
            Some(group) => compare(name, &group, cases),
            None => println!("not compared: this OpenSSL has no {}", name.as_str()),
        }
    }
}
