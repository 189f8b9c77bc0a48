//! `adx` at four and eight limbs: products in their range.

use super::call::{
    Call, Operands, Proof, any, constants, is_same_as_cpu, lowest_of_inverse, number, owned, prove, refused_changes,
    words,
};
use crate::machine::Machine;
use modexp_kernels::kernel::Kernel;
use modexp_kernels::proof::{Element, Int, Residues, Value};
use modexp_kernels::x86_64::adx::short::{AdxShort, Assembly, ShortModulus};
use num_bigint::BigUint;

/// A product or a square of N limbs, for moduli below β^N − 2β^(N − 1), or for the others if `carries`.
struct Short<const N: usize> {
    is_square: bool,
    carries: bool,
}

impl<const N: usize> Proof for Short<N>
where
    AdxShort<N>: Kernel<Word = u64, Modulus = ShortModulus<N>> + Assembly<N>,
{
    type Kernel = AdxShort<N>;

    fn call(&self, operands: Operands) -> Call<AdxShort<N>> {
        let mut m = operands.words(N);
        m[0] |= 1;
        m[N - 1] = if self.carries { u64::MAX - (m[N - 1] & 1) } else { m[N - 1].min(u64::MAX - 2) };
        let (a, b) = (operands.words(N), operands.words(N));
        Call::new(AdxShort::detect().expect("a CPU with adx"), &m, &a, &b, self.is_square)
    }

    fn residues(&self) -> Residues {
        Residues::TWO_DIGITS
    }

    fn hide(&self, call: &Call<AdxShort<N>>, machine: &mut Machine) {
        for x in [owned(&call.modulus, 2 * N + 2, None), &call.a[..], &call.b[..]] {
            machine.hide(x, &constants(x));
        }
    }

    fn prove(&self, call: &Call<AdxShort<N>>, machine: &mut Machine) {
        let [a, b, m, mut f] = [(); 4].map(|()| (0..N).map(|_| any()).collect::<Vec<_>>());
        let upper = any();
        let lower = lowest_of_inverse(&m, upper, self.residues());

        // F = (k·m + 1)/β for k = −m⁻¹ mod β, by its lowest limb. Its residue is not used
        let (one, k) = (Element::from(Int::ONE), lower.element());
        f[0] = Value::default();
        let lowest = (k * number(&m) + one) * Element::two_to(64).inverse() - number(&f);
        f[0] = Value::known(Int::ZERO, Int::two_to(64) - Int::ONE, lowest, None);

        machine.hide(&call.a, &words(&a));
        machine.hide(&call.b, &words(&b));
        machine.hide(owned(&call.modulus, 2 * N + 2, None), &words(&[&m[..], &f, &[lower, upper]].concat()));
        call.interpret(machine);
        let out: Vec<Value> = machine.words(&call.out).into_iter().map(|x| x.value()).collect();

        // S·R = a·b + Q·m
        let b = if self.is_square { &a } else { &b };
        let (eliminated, last) = (f[0].multipliers(), m[0].multipliers());
        assert!(eliminated.len() == N - 1 && last.len() == 2);
        for digit in eliminated.iter().chain(&last) {
            assert!(Int::ZERO <= digit.interval().0 && digit.interval().1 < Int::two_to(64));
        }
        let q = k * number(&eliminated) + number(&last) * Element::two_to(64 * (N - 1));
        let sum = number(&a) * number(b) + q * number(&m);

        // Q < R + β^N, so S < a·b/R + m + m/β, which is below m + 2β^(N − 1)
        let beta = |k: usize| BigUint::from(1u8) << (64 * k);
        let most = (beta(1) - 1u8) * (beta(N - 1) - 1u8) + (beta(2) - 1u8) * beta(N - 1);
        assert!(most < beta(N + 1) + beta(N));

        // s = out + c·β^N for c
        let carry = |s: Element| {
            let above = s * Element::two_to(64 * (N + 1)).inverse() - number(&out);
            above * Element::two_to(64 * N).inverse()
        };
        let numbers = Value::all();
        let find = |x: Element| {
            let equal = numbers.iter().filter(|number| number.1 == x).map(|number| number.0.interval());
            equal.reduce(|a, b| (a.0.max(b.0), a.1.min(b.1)))
        };
        match find(carry(sum)) {
            // S < β^N, so c is 0
            Some((low, _)) if !self.carries => assert!(low >= Int::ZERO),
            Some((_, high)) => assert!(high <= Int::ZERO, "a carry is dropped"),
            None => {
                // S = T + c·β^N for c = 1 in this case, and S − m < β^N. So T − m has a borrow, and out = S − m
                let above = carry(sum - number(&m) * Element::two_to(64 * (N + 1)));
                let is_bit = |(low, high): (Int, Int)| Int::ZERO <= low && high <= Int::ONE;
                let mut ones = numbers.iter().filter(|number| number.0.interval() == (Int::ONE, Int::ONE));
                assert!(self.carries && ones.any(|one| find(one.1 - above).is_some_and(is_bit)), "no S − m");
            }
        }
    }
}

fn all<const N: usize>()
where
    AdxShort<N>: Kernel<Word = u64, Modulus = ShortModulus<N>> + Assembly<N>,
{
    for (is_square, carries) in [(false, false), (false, true), (true, false), (true, true)] {
        let proof = Short::<N> { is_square, carries };
        assert!(is_same_as_cpu(&proof, Operands::Random, None));
        assert!(is_same_as_cpu(&proof, Operands::Largest, None));
        prove(&format!("adx short, {N} limbs, square: {is_square}, carries: {carries}"), &proof);
    }
}

#[test]
fn products_of_four_and_eight_limbs_are_right() {
    all::<4>();
    all::<8>();
}

#[test]
fn changed_products_of_four_limbs_are_refused() {
    for (is_square, carries) in [(false, false), (true, true)] {
        let (refused, without_effect) = refused_changes(&Short::<4> { is_square, carries }, 20);
        println!("{refused} refused, {without_effect} without an effect");
        assert!(refused >= 50);
    }
}
