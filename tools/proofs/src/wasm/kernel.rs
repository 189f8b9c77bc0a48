//! `scalar` and `wide` compute a·b·R⁻¹ mod m for all a, b and m.
//!
//! Both eliminate quotients (Orup 1995): with μ = −m⁻¹ mod B^ROWS and f = (m·μ + 1)/B^ROWS, a digit d becomes d·f, ROWS digits higher.
//! The last ROWS digits take the true quotient, which is a multiple of m.

use crate::instance::Changed;
use crate::module::Module;
use crate::proof::{Proof, any, is_digit, number, words};
use crate::routine::{Digits, Layout, Operation, Routine};
use crate::runs::in_power;
use modexp_kernels::proof::residue::Residue;
use modexp_kernels::proof::{Element, Residues, Value};
use modexp_proofs::elimination::AnyModulus;
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
    pub fn layout(self, bits: usize) -> Layout {
        let digits = (bits + HEADROOM).div_ceil(self.radix as usize).max(self.rows);
        Layout { radix: self.radix, count: self.count.unwrap_or(digits), width: self.width, digits: Digits::Unsigned }
    }
}

/// A product at its start.
#[derive(Clone)]
pub struct KernelProof<'m> {
    kind: Kind,
    routine: Routine<'m>,
    m: BigUint,
    /// The words of the modulus in memory: m, f and μ.
    known: [Vec<u64>; 3],
}

impl<'m> KernelProof<'m> {
    /// Finds the product, or the square, for moduli of `bits` bits.
    pub fn new(module: &'m Module<'m>, kind: Kind, bits: usize, operation: Operation) -> Self {
        let (m, layout) = (modulus(bits), kind.layout(bits));
        let routine = in_power(module, &m, layout, operation, 4);
        let block = kind.radix * kind.rows as u32;
        let power_of_two = BigUint::from(1_u8) << block;
        let mu = &power_of_two - m.modinv(&power_of_two).expect("odd");
        let f = (&m * &mu + 1_u8) >> block;
        let rows = Layout { count: kind.rows, ..layout };
        let known = [layout.digits(&m), layout.digits(&f), rows.digits(&mu)];
        Self { kind, routine, m, known }
    }
}

impl<'m> Proof<'m> for KernelProof<'m> {
    fn routine(&self) -> &Routine<'m> {
        &self.routine
    }

    fn residues(&self) -> Residues {
        if self.kind.rows == 1 { Residues::DIGIT } else { Residues::BLOCK }
    }

    fn is_right(&self, changed: Option<&Changed<'m>>) -> bool {
        self.routine.is_right(&self.m, 4, changed)
    }

    fn prove(&self, changed: Option<Changed<'m>>) {
        let (Kind { radix, rows, .. }, Layout { count: n, .. }) = (self.kind, self.routine.layout);
        let [m, f, mu] = [n, n, rows].map(|count| any(radix, count));
        let AnyModulus { m, f, mu } = AnyModulus::new(radix, self.residues(), m, f, mu);
        let a = any(radix, n);
        let b = if self.routine.operation.has_one_operand() { a.clone() } else { any(radix, n) };

        let mut routine = self.routine.clone();
        for (known, digits) in self.known.iter().zip([&m, &f, &mu]) {
            routine.put(&routine.places(known), &words(digits));
        }
        let (out, after) = routine.run(&words(&a), &words(&b), &words(&any(radix, n)), changed);
        let out: Vec<Value> = out.iter().map(|x| x.pattern(64)).collect();

        // the columns that the last quotient clears: a multiple of B^ROWS below B^ROWS, so zero. The rest of one digit is zero before
        let are_digits = |x: &[Value]| x.iter().all(|&x| is_digit(radix, x));
        let cleared = if rows == 1 { vec![] } else { routine.columns_below(&out, rows, &after.memory) };
        let zero = Residue::number(self.residues().words, radix, cleared.iter().map(|x| (*x.residue()).clone()));
        assert!(are_digits(&cleared) && zero.is_multiple(radix * rows as u32), "columns that become zero");

        // out·R = a·b + K·m, with 0 ≤ K < 2R by its digits. So out < ab/R + 2m
        let (eliminated, quotient) = (f[0].multipliers(), m[0].multipliers());
        assert!(eliminated.len() == n - rows && quotient.len() == rows, "the digits that the reduction clears");
        assert!(are_digits(&eliminated) && are_digits(&quotient), "digits below B");
        let [mu, eliminated, quotient, cleared] = [mu, eliminated, quotient, cleared].map(|x| number(radix, &x));
        let above = Element::two_to(radix as usize * (n - rows));
        let k = mu * eliminated + above * quotient;
        let r = Element::two_to(radix as usize * n);
        assert_eq!(
            number(radix, &out) * r + above * cleared,
            number(radix, &a) * number(radix, &b) + k * number(radix, &m)
        );

        // 0 ≤ out < 3m < R and digits below B show that the top one is a digit, so the word that has it cuts no bit
        assert!(are_digits(&out[..n - 1]), "digits below B");
    }
}

/// An odd number of this length.
pub fn modulus(bits: usize) -> BigUint {
    let one = || BigUint::from(1_u8);
    let digits = (0..=bits / 32).map(|i| (i as u32 + 3).wrapping_mul(0x9e37_79b9).rotate_left(7)).collect();
    (BigUint::new(digits) % (one() << (bits - 1))) | (one() << (bits - 1)) | one()
}
