//! The final exponentiation, f^((p^k − 1)/r) or a fixed multiple of that exponent, in the cyclotomic subgroup where inverses are
//! conjugates and squares are cheap.

use super::target::{Gt, Target};
use crate::wiped::Wiped;
use alloc::vec::Vec;
use modexp_fields::prime::FieldOps;

/// An operation on registers. Register 0 begins with f and ends with the result; the others are written before they are read.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    /// r_i = r_j^x, for the parameter x of the family.
    X(usize, usize),
    /// r_i = r_j·r_l.
    Mul(usize, usize, usize),
    /// r_i = r_j/r_l.
    Div(usize, usize, usize),
    /// r_i = r_j².
    Sqr(usize, usize),
    /// r_i = r_j^(p^n).
    Frob(usize, usize, usize),
}

/// The final exponentiation of a family.
#[derive(Clone, Debug)]
pub(crate) struct FinalExponentiation {
    /// k.
    pub(crate) degree: usize,
    /// The digits of |x| below the highest.
    pub(crate) digits: Vec<i8>,
    pub(crate) negative: bool,
    /// The exponent Φ_k(p)/r, or a multiple of it.
    pub(crate) chain: &'static [Op],
}

impl FinalExponentiation {
    pub(crate) fn exponentiate<T: Target>(&self, target: &T, f: &Gt<T>) -> Gt<T> {
        let field = target.field();
        // f^(p^(k/2) − 1), then its power p^(k/6) + 1
        let mut unit = target.multiply(&target.conjugate(f), &field.invert(f));
        if self.degree > 2 {
            let power = (0..self.degree / 6).fold(unit, |power, _| target.frobenius(&power));
            unit = target.multiply(&power, &unit);
        }

        let registers = self.chain.iter().map(|op| op.target() + 1).max().unwrap_or(1);
        let mut r = Wiped::new(field.one(), registers);
        r[0] = unit;
        for &op in self.chain {
            r[op.target()] = match op {
                Op::X(_, j) => self.power(target, &r[j]),
                Op::Mul(_, j, l) => target.multiply(&r[j], &r[l]),
                Op::Div(_, j, l) => target.multiply(&r[j], &target.conjugate(&r[l])),
                Op::Sqr(_, j) => target.cyclotomic_sqr(&r[j]),
                Op::Frob(_, j, n) => (0..n).fold(r[j], |power, _| target.frobenius(&power)),
            };
        }
        r[0]
    }

    /// f^x.
    fn power<T: Target>(&self, target: &T, f: &Gt<T>) -> Gt<T> {
        let inverse = target.conjugate(f);
        let power = self.digits.iter().fold(*f, |power, digit| {
            let square = target.cyclotomic_sqr(&power);
            match digit {
                0 => square,
                1 => target.multiply(&square, f),
                _ => target.multiply(&square, &inverse),
            }
        });
        if self.negative { target.conjugate(&power) } else { power }
    }
}

impl Op {
    fn target(self) -> usize {
        match self {
            Self::X(i, ..) | Self::Mul(i, ..) | Self::Div(i, ..) | Self::Sqr(i, ..) | Self::Frob(i, ..) => i,
        }
    }
}
