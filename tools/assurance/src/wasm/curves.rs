//! The calls of the modules of curves and of pairings.

use crate::calls::Instance;
use crate::engine::Module;
use modexp_assurance::cases::number;
use modexp_assurance::taint;

/// A checker's report on a call.
pub struct Report {
    /// Bits of scalars/curve, call
    pub name: String,
    pub leaks: u64,
    /// The verdicts that the call declassifies; the checker counts each as a leak.
    pub verdicts: u64,
}

/// The calls of curves on secret scalars and points, and for the first curve one that depends on them.
pub fn curve_reports(module: &Module, names: &[String]) -> Vec<Report> {
    let mut all = Vec::new();
    for (i, name) in names.iter().enumerate() {
        let mut instance = Instance::new(module);
        let context = named(&mut instance, "context_named", name);
        // on curves over GF(2^m) the call also checks that a point is a double
        let is_binary = name.starts_with("B-") || name.starts_with("K-");
        let mut group = Group::new(&mut instance, context, name, COORDINATES + u64::from(is_binary));
        group.calls(&mut all);
        if i == 0 {
            group.control(&mut all);
        }
    }
    all
}

/// The calls of the groups and values of pairings.
pub fn pairing_reports(module: &Module, names: &[String]) -> Vec<Report> {
    let mut all = Vec::new();
    for (i, name) in names.iter().enumerate() {
        let mut instance = Instance::new(module);
        let groups = named(&mut instance, "groups_named", name);
        // if the curve has as many points as the group's order, no further check is needed
        let is_whole = name.contains("bn128") || name.starts_with("BN") || name.starts_with("MNT");
        let points = [("G1", "groups_g1", is_whole), ("G2", "groups_g2", false)].map(|(label, export, is_whole)| {
            let context = instance.unwatched(&[], |_| (export, vec![groups]));
            let checks = COORDINATES + u64::from(!is_whole);
            let mut group = Group::new(&mut instance, context, &format!("{name} {label}"), checks);
            group.calls(&mut all);
            (group.point(), checks, group.bits())
        });
        pairing_calls(&mut instance, groups, name, points, i == 0, &mut all);
    }
    all
}

/// The declassified verdicts of every call on a point: each coordinate is below p, and the point is on the curve.
const COORDINATES: u64 = 3;

/// The declassified verdict on a result: whether it is the identity.
const RESULT: u64 = 1;

/// The handle of a named object.
fn named(instance: &mut Instance<'_>, export: &'static str, name: &str) -> u64 {
    let handle = instance.unwatched(&[&words(name.as_bytes())], |buffer| (export, vec![buffer, name.len() as u64]));
    assert!(handle != 0, "no {name}");
    handle
}

/// Packs bytes into words of the staging buffer.
fn words(bytes: &[u8]) -> Vec<u64> {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    bytes.chunks(8).map(word).collect()
}

/// The lowest byte of a word in memory.
fn first_byte(word: &u64) -> &[u8; 1] {
    // SAFETY: a smaller size and alignment, and all bit patterns are valid
    unsafe { &*core::ptr::from_ref(word).cast() }
}

/// A group of points in an instance.
struct Group<'i, 'm> {
    instance: &'i mut Instance<'m>,
    context: u64,
    name: String,
    /// The verdicts of a point's check: on its coordinates and, if the curve has a cofactor, on its subgroup.
    checks: u64,
    /// The generator: a word that is 1, then x and y.
    g: Vec<u64>,
    /// The number of words in a scalar.
    scalar: usize,
}

impl<'i, 'm> Group<'i, 'm> {
    fn new(instance: &'i mut Instance<'m>, context: u64, name: &str, checks: u64) -> Self {
        let words = instance.unwatched(&[], |_| ("context_words", vec![context])) as usize;
        instance.unwatched(&[], |buffer| ("context_parameters", vec![context, buffer]));
        let at = instance.write(&[]);
        let parameters: Vec<&[u64]> = instance.running.memory()[at..].chunks(words + 1).take(6).collect();
        let [order, x, y] = [parameters[3], parameters[4], parameters[5]];
        let scalar = order.iter().rposition(|&word| word != 0).expect("not zero") + 1;
        let g = [&[1], &x[..words], &y[..words]].concat();
        Self { instance, context, name: name.into(), checks, g, scalar }
    }

    fn bits(&self) -> usize {
        64 * self.scalar
    }

    fn random_scalar(&mut self) -> Vec<u64> {
        number(64 * self.scalar, &mut self.instance.random)
    }

    /// A public multiple of the generator. The instance knows nothing about it, so calls check it.
    fn point(&mut self) -> Vec<u64> {
        let k = self.random_scalar();
        let (context, scalar) = (self.context, self.scalar as u64);
        self.instance.unwatched(&[&k, &self.g], |buffer| ("context_msm", vec![context, buffer, 1, scalar, 0]));
        let mut point = self.read(self.g.len());
        point[0] = self.g[0];
        point
    }

    fn read(&mut self, words: usize) -> Vec<u64> {
        let at = self.instance.write(&[]);
        self.instance.running.memory()[at..at + words].to_vec()
    }

    /// Calls with secret scalars, then secret points, publicly not the identity. Returns the leaks of the call.
    fn watch(&mut self, scalars: usize, points: usize, call: impl Fn(u64) -> (&'static str, Vec<u64>)) -> u64 {
        let points: Vec<Vec<u64>> = (0..points).map(|_| self.point()).collect();
        let scalars: Vec<Vec<u64>> = (0..scalars).map(|_| self.random_scalar()).collect();
        let numbers: Vec<&[u64]> = scalars.iter().chain(&points).map(|number| &number[..]).collect();
        let at = self.instance.hide(&numbers);
        let first = at + scalars.concat().len();
        for i in 0..points.len() {
            let kind = first + i * self.g.len();
            taint::reveal(&self.instance.running.memory()[kind..=kind]);
        }
        let (leaks, code) = self.instance.leaks(call);
        self.instance.reveal();
        assert_eq!(code, 0, "{}: refused", self.name);
        leaks
    }

    fn calls(&mut self, all: &mut Vec<Report>) {
        let (context, scalar, point) = (self.context, self.scalar as u64, self.checks);
        let (bits, name) = (self.bits(), self.name.clone());
        let mut add = |call: &str, leaks, verdicts| {
            all.push(Report { name: format!("{bits}/{name}, {call}"), leaks, verdicts });
        };
        let leaks = self.watch(1, 1, |buffer| ("context_msm", vec![context, buffer, 1, scalar, 0]));
        add("multiply", leaks, point + RESULT);
        let leaks = self.watch(2, 2, |buffer| ("context_msm", vec![context, buffer, 2, scalar, 0]));
        add("msm", leaks, 2 * point + RESULT);
        let leaks = self.watch(2, 2, |buffer| ("context_multiply_many", vec![context, buffer, 2, scalar]));
        add("multiply_many", leaks, 2 * (point + RESULT));
        let leaks = self.watch(0, 2, |buffer| ("context_add", vec![context, buffer]));
        add("add", leaks, 2 * point + RESULT);
        add("fixed_base", self.fixed_base(), point + 2 * RESULT);
        let (leaks, decoded) = self.multiply_bytes();
        // the point is also checked before the multiplication, and the product before its encoding
        add("multiply_bytes", leaks, decoded + point + 2 * COORDINATES + RESULT);
    }

    /// Tables of a secret point, and two multiples.
    fn fixed_base(&mut self) -> u64 {
        let (context, scalar) = (self.context, self.scalar as u64);
        let (point, k, l) = (self.point(), self.random_scalar(), self.random_scalar());
        let at = self.instance.hide(&[&point]);
        taint::reveal(&self.instance.running.memory()[at..=at]);
        let (made, tables) = self.instance.leaks(|buffer| ("context_fixed_base", vec![context, buffer, 1 << 13]));
        assert!(tables != 0, "{}: refused", self.name);
        self.instance.hide(&[&k, &l]);
        let (used, _) = self.instance.leaks(|buffer| ("tables_multiply_many", vec![tables, buffer, 2, scalar]));
        self.instance.reveal();
        made + used
    }

    /// A secret scalar in bytes, and the compressed encoding of a secret point with a public first byte. Returns the leaks, and the
    /// verdicts on the encoding: x is below p, x has a y, and for one sign y is not 0.
    fn multiply_bytes(&mut self) -> (u64, u64) {
        let context = self.context;
        let (point, k) = (self.point(), self.random_scalar());
        let length = self.instance.unwatched(&[&point], |buffer| ("context_encode", vec![context, buffer, 1]));
        let encoded = self.read((length as usize).div_ceil(8));
        let at = self.instance.hide(&[&k, &encoded]) + k.len();
        let [first] = first_byte(&self.instance.running.memory()[at]);
        taint::reveal(core::slice::from_ref(first));
        // ZCash's form has its flags in the highest bits
        let sign = if first >> 6 == 0 { first & 1 } else { first >> 5 & 1 };
        let k = 8 * k.len() as u64;
        let (leaks, product) =
            self.instance.leaks(|buffer| ("context_multiply_bytes", vec![context, buffer, k, length]));
        self.instance.reveal();
        assert!(product < 1 << 31, "{}: refused", self.name);
        (leaks, 2 + u64::from(sign))
    }

    /// The variable-time call.
    fn control(&mut self, all: &mut Vec<Report>) {
        let (context, scalar) = (self.context, self.scalar as u64);
        let leaks = self.watch(1, 1, |buffer| ("context_msm", vec![context, buffer, 1, scalar, 1]));
        let verdicts = self.checks + RESULT;
        let name = format!("{}/control, {}, multiply_vartime", self.bits(), self.name);
        all.push(Report { name, leaks, verdicts });
    }
}

/// The calls on values. Each group has a point, the verdicts of its check and the bits of scalars.
fn pairing_calls(
    instance: &mut Instance<'_>,
    groups: u64,
    name: &str,
    [(p, p_checks, bits), (q, q_checks, _)]: [(Vec<u64>, u64, usize); 2],
    with_control: bool,
    all: &mut Vec<Report>,
) {
    let mut add = |call: &str, leaks, verdicts| {
        all.push(Report { name: format!("{bits}/{call}"), leaks, verdicts });
    };
    let product = instance.unwatched(&[], |_| ("groups_product", vec![groups]));
    let at = instance.hide(&[&p, &q]);
    for kind in [at, at + p.len()] {
        taint::reveal(&instance.running.memory()[kind..=kind]);
    }
    let (pushed, code) = instance.leaks(|buffer| ("product_push", vec![product, buffer]));
    assert_eq!(code, 0, "{name}: refused");
    let (multiplied, length) = instance.leaks(|buffer| ("product_value", vec![product, buffer]));
    instance.reveal();
    // the product also checks that the point of G1 is on the curve
    add(&format!("{name}, pair"), pushed + multiplied, p_checks + COORDINATES + q_checks);

    let at = instance.write(&[]);
    let value = instance.running.memory()[at..at + (length as usize).div_ceil(8)].to_vec();
    let k = number(bits, &mut instance.random);
    let scalar = k.len() as u64;
    // the check of a value: its coefficients are below p
    let mut pow = |call: &str, vartime, verdicts| {
        instance.hide(&[&k, &value]);
        let (leaks, _) = instance.leaks(|buffer| ("groups_gt_pow", vec![groups, buffer, scalar, length, vartime]));
        instance.reveal();
        add(call, leaks, verdicts);
    };
    pow(&format!("{name}, gt_pow"), 0, 1);
    if with_control {
        pow(&format!("control, {name}, gt_pow vartime"), 1, 1);
    }
    instance.hide(&[&value]);
    let (made, powers) = instance.leaks(|buffer| ("groups_gt_fixed_base", vec![groups, buffer, length, 1 << 14]));
    instance.hide(&[&k]);
    let (used, _) = instance.leaks(|buffer| ("powers_pow", vec![powers, buffer, scalar]));
    instance.reveal();
    add(&format!("{name}, gt_fixed_base"), made + used, 1);
}
