//! `scalar` and `wide` compute a·b·R⁻¹ mod m for all a, b and m.
//!
//! Both eliminate quotients (Orup 1995): with μ = −m⁻¹ mod B^ROWS and f = (m·μ + 1)/B^ROWS, a digit d becomes d·f, ROWS digits higher.
//! The last ROWS digits take the true quotient, which is a multiple of m.

use crate::instance::Changed;
use crate::module::Module;
use crate::product::{Layout, Product};
use crate::word::Word;
use modexp_kernels::proof::residue::Residue;
use modexp_kernels::proof::{Element, Int, Residues, Value};
use num_bigint::BigUint;

/// A kernel of this kind.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    pub name: &'static str,
    pub radix: u32,
    /// Bytes of a digit.
    pub width: usize,
    /// Digits of a quotient.
    pub rows: usize,
    /// The number of digits, for kernels of one size.
    pub count: Option<usize>,
}

pub const SCALAR: Kind = Kind { name: "scalar", radix: 29, width: 4, rows: 1, count: Some(9) };
pub const WIDE_5: Kind = Kind { name: "wide, short", radix: 58, width: 8, rows: 1, count: Some(5) };
pub const WIDE_9: Kind = Kind { count: Some(9), ..WIDE_5 };
pub const WIDE: Kind = Kind { name: "wide", radix: 60, width: 8, rows: 4, count: None };

/// R ≥ 16m.
const HEADROOM: usize = 4;

impl Kind {
    fn layout(self, bits: usize) -> Layout {
        let digits = (bits + HEADROOM).div_ceil(self.radix as usize).max(self.rows);
        Layout { radix: self.radix, count: self.count.unwrap_or(digits), width: self.width }
    }

    /// What a quotient is known to clear.
    pub fn residues(self) -> Residues {
        if self.rows == 1 { Residues::DIGIT } else { Residues::BLOCK }
    }
}

/// A product at its start.
#[derive(Clone)]
pub struct Proof<'m> {
    pub kind: Kind,
    pub bits: usize,
    pub product: Product<'m>,
    m: BigUint,
    /// The words of the modulus in memory: m, f and μ.
    known: [Vec<u64>; 3],
}

/// m, f and μ that stand for those of all moduli.
struct AnyModulus {
    m: Vec<Value>,
    f: Vec<Value>,
    mu: Vec<Value>,
}

fn number(radix: u32, digits: &[Value]) -> Element {
    Element::number(radix as usize, digits.iter().map(|digit| digit.element()))
}

fn any(radix: u32, count: usize) -> Vec<Value> {
    (0..count).map(|_| Value::input(Int::ZERO, Int::two_to(radix) - Int::ONE)).collect()
}

pub fn words(digits: &[Value]) -> Vec<Word> {
    digits.iter().map(|&digit| Word::Any(digit)).collect()
}

impl AnyModulus {
    fn new(Kind { radix, rows, .. }: Kind, count: usize, residues: Residues) -> Self {
        let [m, f, mut mu] = [count, count, rows].map(|count| any(radix, count));
        // m and f may be any numbers: μ = (f·B^ROWS − 1)/m, by the lowest of its digits
        let block = rows as u32 * radix;
        let wanted =
            (number(radix, &f) * Element::two_to(block as usize) - Int::ONE.into()) * number(radix, &m).inverse();
        let residue = |digits: &[Value]| {
            Residue::number(residues.words, radix, digits.iter().map(|digit| (*digit.residue()).clone()))
        };
        let mut rest = Residue::constant(residues.words, -Int::ONE);
        rest.add_multiple(&residue(&f), Int::two_to(block));
        let mut rest = rest.mul(&residue(&m).inverse());
        mu[0] = Value::default();
        rest.add_multiple(&residue(&mu), -Int::ONE);
        mu[0] = Value::known(Int::ZERO, Int::two_to(radix) - Int::ONE, wanted - number(radix, &mu), Some(rest));
        Self { m, f, mu }
    }
}

impl<'m> Proof<'m> {
    /// Finds the product, or the square, for moduli of `bits` bits.
    pub fn new(module: &'m Module<'m>, kind: Kind, bits: usize, square: bool) -> Self {
        let (m, layout) = (modulus(bits), kind.layout(bits));
        let product = Product::find(module, &m, layout, square);
        let block = kind.radix * kind.rows as u32;
        let power = BigUint::from(1_u8) << block;
        let mu = &power - m.modinv(&power).expect("odd");
        let f = (&m * &mu + 1_u8) >> block;
        let rows = Layout { count: kind.rows, ..layout };
        let known = [layout.digits(&m), layout.digits(&f), rows.digits(&mu)];
        Self { kind, bits, product, m, known }
    }

    pub fn is_right(&self, changed: Option<&Changed<'m>>) -> bool {
        self.product.is_right(&self.m, changed)
    }

    /// Proves the product, or one with a changed function.
    pub fn prove(&self, changed: Option<Changed<'m>>) {
        let (Kind { radix, rows, .. }, Layout { count: n, .. }) = (self.kind, self.product.layout);
        let AnyModulus { m, f, mu } = AnyModulus::new(self.kind, n, self.kind.residues());
        let a = any(radix, n);
        let b = if self.product.is_square() { a.clone() } else { any(radix, n) };

        let mut product = self.product.clone();
        for (known, digits) in self.known.iter().zip([&m, &f, &mu]) {
            product.replace(known, &words(digits));
        }
        let (out, after) = product.run(&words(&a), &words(&b), &words(&any(radix, n)), changed);
        let out: Vec<Value> = out.iter().map(|x| x.pattern(64)).collect();

        // the columns that the last quotient clears: a multiple of B^ROWS below B^ROWS, so zero. The rest of one digit is zero before
        let is_digit = |x: &Value| Int::ZERO <= x.interval().0 && x.interval().1 < Int::two_to(radix);
        let cleared = if rows == 1 { vec![] } else { product.columns_below(&out, rows, &after) };
        let zero = Residue::number(self.kind.residues().words, radix, cleared.iter().map(|x| (*x.residue()).clone()));
        assert!(cleared.iter().all(is_digit) && zero.is_multiple(radix * rows as u32), "columns that become zero");

        // out·R = a·b + K·m, with 0 ≤ K < 2R by its digits. So out < ab/R + 2m
        let (eliminated, quotient) = (f[0].multipliers(), m[0].multipliers());
        assert!(eliminated.len() == n - rows && quotient.len() == rows, "the digits that the reduction clears");
        assert!(eliminated.iter().chain(&quotient).all(is_digit), "digits below B");
        let [mu, eliminated, quotient, cleared] = [mu, eliminated, quotient, cleared].map(|x| number(radix, &x));
        let above = Element::two_to(radix as usize * (n - rows));
        let k = mu * eliminated + above * quotient;
        let r = Element::two_to(radix as usize * n);
        assert_eq!(
            number(radix, &out) * r + above * cleared,
            number(radix, &a) * number(radix, &b) + k * number(radix, &m)
        );

        // 3m < R, so that the top digit, which is not negative, is below B: the word that has it cuts no bit
        assert!(out[..n - 1].iter().all(is_digit) && out[n - 1].interval().0 >= Int::ZERO, "digits below B");
    }
}

/// An odd number of this length.
fn modulus(bits: usize) -> BigUint {
    let one = || BigUint::from(1_u8);
    let digits = (0..=bits / 32).map(|i| (i as u32 + 3).wrapping_mul(0x9e37_79b9).rotate_left(7)).collect();
    (BigUint::new(digits) % (one() << (bits - 1))) | (one() << (bits - 1)) | one()
}
