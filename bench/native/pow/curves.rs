//! Multiples of points: BMARK's rows ER, ED and EP, on MIRACL's curves and on modern curves.

use crate::contender::{Computation, Contender, Time};
use crate::problem::{Kind, Problem};
use modexp_curves::{Backend, Curve, CurveName, Point};
use modexp_peers::{Group, openssl};
use std::ffi::CString;
use std::sync::Arc;

/// BMARK's rows.
pub(crate) const ROWS: [(&str, Kind); 3] = [("ER", Kind::Multiple), ("ED", Kind::Msm), ("EP", Kind::FixedMultiple)];

/// Multiplications of one call, made in the lanes.
const MANY: usize = 16;

type List = Vec<Box<dyn Contender>>;

/// A problem's curve, point and scalars.
struct Points {
    name: CurveName,
    kind: Kind,
    k: Vec<u64>,
    /// The generator's scalar in a sum.
    l: Vec<u64>,
    p: Point,
    table_bytes: Option<usize>,
}

impl Points {
    /// Returns `None` if no named curve has the problem's p, or polynomial, and its point.
    fn new(problem: &Problem) -> Option<Self> {
        let [x, y] = &problem.bases[..] else { return None };
        let same = |name: &CurveName| {
            let curve = Curve::named(*name);
            curve.p() == problem.modulus && curve.is_on_curve(&Point::new(x, y))
        };
        Some(Self {
            name: CurveName::ALL.into_iter().find(same)?,
            kind: problem.kind,
            k: problem.exponents.first()?.clone(),
            l: problem.exponents.get(1).cloned().unwrap_or_default(),
            p: Point::new(x, y),
            table_bytes: (problem.table_bytes > 0).then_some(problem.table_bytes),
        })
    }
}

fn xy(p: &Point) -> [Vec<u64>; 2] {
    [p.x(), p.y()].map(|x| x.map(<[u64]>::to_vec).unwrap_or_default())
}

fn contender(name: String, time: Time, compute: impl Fn() -> Point + 'static) -> Box<dyn Contender> {
    Computation::boxed(name, time, compute, |p| xy(p).to_vec())
}

pub(crate) fn contenders(problem: &Problem) -> List {
    let problem = &Points::new(problem).expect("a named curve, a point and a scalar");
    // the fastest first; its name has no backend
    let backends = Backend::available().into_iter().rev().enumerate();
    let of_backend = |(i, backend): (usize, Backend)| {
        let suffix = if i == 0 { String::new() } else { format!(", {}", format!("{backend:?}").to_lowercase()) };
        ours(problem, backend, &suffix)
    };
    let mut list: List = backends.flat_map(of_backend).collect();
    list.extend(by_openssl(problem));
    #[cfg(feature = "peers")]
    list.extend(crates::contenders(problem));
    list
}

fn ours(problem: &Points, backend: Backend, suffix: &str) -> List {
    let curve = Curve::named_with_backend(problem.name, backend).expect("an available backend");
    let name = |call: &str| format!("modexp {call}{suffix}");
    let (k, l, p, g) = (problem.k.clone(), problem.l.clone(), problem.p.clone(), curve.generator());
    let mut list = List::new();
    match problem.kind {
        Kind::Multiple => {
            let (c, k1, p1) = (curve.clone(), k.clone(), p.clone());
            let one = move || c.multiply(&k1, &p1).expect("a good point");
            list.push(contender(name("multiply"), Time::Constant, one));
            let (c, k1, p1) = (curve.clone(), k.clone(), p.clone());
            let one = move || c.multiply_vartime(&k1, &p1).expect("a good point");
            list.push(contender(name("multiply_vartime"), Time::Variable, one));
            let many = move || curve.multiply_many(&[&k[..]; MANY], &[&p; MANY]).expect("good points");
            let read = |all: &Vec<Point>| xy(&all[MANY - 1]).to_vec();
            let name = name(&format!("multiply_many of {MANY}, each"));
            list.push(Computation::boxed_each(MANY, name, Time::Constant, many, read));
        }
        Kind::Msm => {
            let (c, k1, l1, p1, g1) = (curve.clone(), k.clone(), l.clone(), p.clone(), g.clone());
            let sum = move || c.msm(&[&k1, &l1], &[&p1, &g1]).expect("good points");
            list.push(contender(name("msm of 2"), Time::Constant, sum));
            let sum = move || curve.msm_vartime(&[&k, &l], &[&p, &g]).expect("good points");
            list.push(contender(name("msm_vartime of 2"), Time::Variable, sum));
        }
        _ => {
            let tables = Arc::new(curve.fixed_base(&p, problem.table_bytes).expect("a good point"));
            let (t, k1) = (Arc::clone(&tables), k.clone());
            list.push(contender(name("fixed_base multiply"), Time::Constant, move || t.multiply(&k1)));
            let name = name("fixed_base multiply_vartime");
            list.push(contender(name, Time::Variable, move || tables.multiply_vartime(&k)));
        }
    }
    list
}

/// Returns OpenSSL's name of a curve.
fn openssls_name(name: CurveName) -> Option<&'static str> {
    match name {
        CurveName::P192 => Some("prime192v1"),
        CurveName::P256 => Some("prime256v1"),
        CurveName::P224 => Some("secp224r1"),
        CurveName::P384 => Some("secp384r1"),
        CurveName::P521 => Some("secp521r1"),
        CurveName::Secp160r1 => Some("secp160r1"),
        CurveName::Secp256k1 => Some("secp256k1"),
        CurveName::BrainpoolP256r1 => Some("brainpoolP256r1"),
        CurveName::B163 => Some("sect163r2"),
        CurveName::B233 => Some("sect233r1"),
        CurveName::B283 => Some("sect283r1"),
        CurveName::B571 => Some("sect571r1"),
        CurveName::K163 => Some("sect163k1"),
        CurveName::K233 => Some("sect233k1"),
        CurveName::K283 => Some("sect283k1"),
        CurveName::K571 => Some("sect571k1"),
        _ => None,
    }
}

/// Returns contenders by OpenSSL's named group, if it has the curve, and by a group of the parameters alone.
fn by_openssl(problem: &Points) -> List {
    let Ok(openssl) = openssl() else { return List::new() };
    let curve = Curve::named(problem.name);
    let named = openssls_name(problem.name).and_then(|name| {
        let group = openssl.named_group(&CString::new(name).expect("no zero byte"))?;
        Some((format!("OpenSSL {name}"), group))
    });
    let [x, y] = xy(&curve.generator());
    let parameters = [curve.p(), curve.a(), curve.b(), curve.order(), &x, &y];
    let generic = if curve.is_binary() {
        ("OpenSSL EC_GROUP_new_curve_GF2m", openssl.binary_group(parameters, curve.cofactor()))
    } else {
        ("OpenSSL EC_GROUP_new_curve_GFp", Some(openssl.group(parameters)))
    };
    let generic = generic.1.map(|group| (generic.0.to_owned(), group));
    let groups = named.into_iter().chain(generic);
    groups.map(|(name, group)| openssls(problem, name, group)).collect()
}

/// Returns the contender `EC_POINT_mul`. It is constant-time for one scalar.
fn openssls(problem: &Points, name: String, group: Group) -> Box<dyn Contender> {
    let [x, y] = xy(&problem.p);
    let (k, l, p) = (group.scalar(&problem.k), group.scalar(&problem.l), group.point(&x, &y));
    let both = problem.kind == Kind::Msm;
    let compute = move || group.multiply(both.then_some(&l), Some((&p, &k)));
    let time = if both { Time::Variable } else { Time::Constant };
    Computation::boxed(name, time, compute, |xy| xy.to_vec())
}

#[cfg(feature = "peers")]
mod crates {
    //! Libraries in Rust, and libsecp256k1 by the crate secp256k1.

    use super::{List, Points};
    use crate::contender::{Computation, Contender, Time};
    use crate::problem::Kind;
    use k256::elliptic_curve::sec1::{FromEncodedPoint, ModulusSize, ToEncodedPoint};
    use k256::elliptic_curve::{Curve, CurveArithmetic, FieldBytesSize, PrimeField};
    use modexp_curves::CurveName;
    use modexp_peers::limbs::{from_be_bytes, to_be_bytes};

    pub(super) fn contenders(problem: &Points) -> List {
        if problem.kind == Kind::FixedMultiple {
            return List::new();
        }
        match problem.name {
            CurveName::P192 => vec![by_trait::<p192::NistP192>("p192", problem)],
            CurveName::P224 => vec![by_trait::<p224::NistP224>("p224", problem)],
            CurveName::P256 => vec![by_trait::<p256::NistP256>("p256", problem)],
            CurveName::Secp256k1 => {
                let mut list = vec![by_trait::<k256::Secp256k1>("k256", problem)];
                list.extend((problem.kind == Kind::Multiple).then(|| libsecp256k1(problem)));
                list
            }
            _ => List::new(),
        }
    }

    /// Encodes the problem's point.
    fn encoded(problem: &Points) -> Vec<u8> {
        modexp_curves::Curve::named(problem.name).encode(&problem.p, false).expect("a good point")
    }

    /// Decodes x and y.
    fn decoded(bytes: &[u8]) -> Vec<Vec<u64>> {
        bytes[1..].chunks_exact(bytes.len() / 2).map(from_be_bytes).collect()
    }

    /// Returns a contender by the traits of the crate elliptic-curve.
    fn by_trait<C>(library: &str, problem: &Points) -> Box<dyn Contender>
    where
        C: Curve + CurveArithmetic + 'static,
        FieldBytesSize<C>: ModulusSize,
        C::AffinePoint: FromEncodedPoint<C> + ToEncodedPoint<C>,
    {
        let point = k256::elliptic_curve::sec1::EncodedPoint::<C>::from_bytes(encoded(problem)).expect("an encoding");
        let point: C::ProjectivePoint = C::AffinePoint::from_encoded_point(&point).expect("a good point").into();
        let scalar = |limbs: &[u64]| {
            let mut bytes = k256::elliptic_curve::FieldBytes::<C>::default();
            let digits = to_be_bytes(limbs);
            let len = bytes.len().min(digits.len());
            let at = bytes.len() - len;
            bytes[at..].copy_from_slice(&digits[digits.len() - len..]);
            C::Scalar::from_repr(bytes).expect("below the order")
        };
        let (k, l, both) = (scalar(&problem.k), scalar(&problem.l), problem.kind == Kind::Msm);
        let g = <C::ProjectivePoint as k256::elliptic_curve::Group>::generator();
        let compute = move || -> C::AffinePoint {
            let sum = if both { point * k + g * l } else { point * k };
            sum.into()
        };
        let read = |p: &C::AffinePoint| decoded(p.to_encoded_point(false).as_bytes());
        Computation::boxed(format!("{library} mul"), Time::Constant, compute, read)
    }

    fn libsecp256k1(problem: &Points) -> Box<dyn Contender> {
        let point = secp256k1::PublicKey::from_slice(&encoded(problem)).expect("a good point");
        let mut bytes = [0; 32];
        let digits = to_be_bytes(&problem.k);
        bytes[32 - digits.len()..].copy_from_slice(&digits);
        let k = secp256k1::Scalar::from_be_bytes(bytes).expect("below the order");
        let context = secp256k1::Secp256k1::verification_only();
        let compute = move || point.mul_tweak(&context, &k).expect("not zero");
        let read = |p: &secp256k1::PublicKey| decoded(&p.serialize_uncompressed());
        Computation::boxed("secp256k1 PublicKey::mul_tweak", Time::Variable, compute, read)
    }
}
