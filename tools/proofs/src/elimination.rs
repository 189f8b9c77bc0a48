//! Any modulus, with the constants of quotient elimination.

use modexp_kernels::proof::residue::Residue;
use modexp_kernels::proof::{Element, Int, Residues, Value};

/// Σ x_i·2^(radix·i).
#[must_use]
pub fn number(radix: u32, digits: &[Value]) -> Element {
    Element::number(radix as usize, digits.iter().map(|digit| digit.element()))
}

/// 2^(radix·digits).
#[must_use]
pub fn weight(radix: u32, digits: usize) -> Element {
    Element::two_to(radix as usize * digits)
}

/// A modulus that stands for all.
pub struct AnyModulus {
    /// The digits of m.
    pub m: Vec<Value>,
    /// The digits of f = (m·μ + 1)/B^ROWS.
    pub f: Vec<Value>,
    /// The ROWS digits of μ = −m⁻¹ mod B^ROWS.
    pub mu: Vec<Value>,
}

impl AnyModulus {
    /// The modulus with these digits. The lowest digit of μ becomes the one that fits the others.
    #[must_use]
    pub fn new(radix: u32, residues: Residues, m: Vec<Value>, f: Vec<Value>, mut mu: Vec<Value>) -> Self {
        // m and f may be any numbers: μ = (f·B^ROWS − 1)/m, by the lowest of its digits
        let block = mu.len() as u32 * radix;
        let wanted =
            (number(radix, &f) * Element::two_to(block as usize) - Int::ONE.into()) * number(radix, &m).inverse();
        let residue = |digits: &[Value]| {
            Residue::number(residues.words, radix, digits.iter().map(|digit| (*digit.residue()).clone()))
        };
        let mut rest = Residue::constant(residues.words, -Int::ONE);
        rest.add_shifted(&residue(&f), block);
        let mut rest = rest.mul(&residue(&m).inverse());
        let (least, most) = mu[0].interval();
        mu[0] = Value::default();
        rest.add_multiple(&residue(&mu), -Int::ONE);
        mu[0] = Value::known(least, most, wanted - number(radix, &mu), Some(rest));
        Self { m, f, mu }
    }
}
