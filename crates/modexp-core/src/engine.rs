//! The operations of one modulus on one kernel, with numbers as plain limbs. The only place that crosses between
//! integers and the elements of a group; [`crate::backend`] chooses which engine a modulus gets.

use crate::buffer::Buffer;
use crate::comb::{Comb, CombShape};
use crate::group::Group;
use crate::kernel::Kernel;
use crate::limb;
use crate::monty::MontyParams;
use crate::multi_pow;
use crate::pow;
use crate::pow_each::EachMethod;
use crate::pow2::PowerOfTwo;
use crate::window::WindowPlan;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroizing;

/// A group whose elements stand for the residues of integers: the way in and out.
pub(crate) trait Residues: Group + Clone + Send + Sync + 'static {
    /// The element of one x of any length in each lane.
    fn enter(&self, xs: &[&[u64]]) -> Buffer<Self::Word>;

    /// The residue of each lane, as an integer below its modulus.
    fn leave(&self, a: &[Self::Word]) -> Vec<Vec<u64>>;

    /// a·b mod m for one a and one b of any length in each lane.
    fn mul_plain(&self, a: &[&[u64]], b: &[&[u64]]) -> Vec<Vec<u64>>;
}

impl<K: Kernel> Residues for MontyParams<K> {
    fn enter(&self, xs: &[&[u64]]) -> Buffer<K::Word> {
        self.to_mont(xs)
    }

    fn leave(&self, a: &[K::Word]) -> Vec<Vec<u64>> {
        self.from_mont(a)
    }

    fn mul_plain(&self, a: &[&[u64]], b: &[&[u64]]) -> Vec<Vec<u64>> {
        Self::mul_plain(self, a, b)
    }
}

impl Residues for PowerOfTwo {
    fn enter(&self, xs: &[&[u64]]) -> Buffer<u64> {
        let mut out = Buffer::new(self.words());
        out.copy_from_slice(&Zeroizing::new(self.reduce(xs[0])));
        out
    }

    fn leave(&self, a: &[u64]) -> Vec<Vec<u64>> {
        vec![a.to_vec()]
    }

    fn mul_plain(&self, a: &[&[u64]], b: &[&[u64]]) -> Vec<Vec<u64>> {
        let mut out = vec![0; self.words()];
        Group::mul(self, &mut out, &self.enter(a), &self.enter(b), &mut []);
        vec![out]
    }
}

/// Operations modulo one number per lane. Arguments may be of any length; results are below m.
/// Where one number is asked for, it is computed in every lane, and the first lane answers.
pub(crate) trait Engine: Send + Sync {
    /// Powers that one call of `pow_lanes` can do.
    fn lanes(&self) -> usize;

    /// a mod m.
    fn reduce(&self, a: &[u64]) -> Vec<u64>;

    /// a·b mod m.
    fn mul(&self, a: &[u64], b: &[u64]) -> Vec<u64>;

    /// a^(2^count) mod m.
    fn square_repeated(&self, a: &[u64], count: u64) -> Vec<u64>;

    /// base^exponent mod m for exponent < 2^bits; constant time in the values.
    fn pow(&self, base: &[u64], exponent: &[u64], bits: usize) -> Vec<u64>;

    /// base^exponent mod m; variable time in the exponent.
    fn pow_vartime(&self, base: &[u64], exponent: &[u64]) -> Vec<u64>;

    /// One power in each lane: 1 to LANES bases and as many exponents, each below 2^bits.
    fn pow_lanes(&self, bases: &[&[u64]], exponents: &[&[u64]], bits: usize) -> Vec<Vec<u64>>;

    /// Π bases\[i\]^exponents\[i\] mod m for exponents below 2^bits; as many bases as exponents.
    fn pow_product(&self, bases: &[&[u64]], exponents: &[&[u64]], bits: usize) -> Vec<u64>;

    /// Π bases\[i\]^exponents\[i\] mod m; variable time in the exponents.
    fn pow_product_vartime(&self, bases: &[&[u64]], exponents: &[&[u64]]) -> Vec<u64>;

    /// base^exponents\[i\] mod m for each i, exponents below 2^bits.
    fn pow_each(&self, base: &[u64], exponents: &[&[u64]], bits: usize) -> Vec<Vec<u64>>;

    /// base^exponents\[i\] mod m for each i by one method; variable time in the exponents.
    fn pow_each_vartime(&self, method: EachMethod, base: &[u64], exponents: &[&[u64]]) -> Vec<Vec<u64>>;

    /// Bytes of an element.
    fn element_bytes(&self) -> usize;

    /// Tables of powers of `g`.
    fn comb(&self, g: &[u64], shape: CombShape) -> Box<dyn FixedPower>;

    /// Tables of known entries: residues of a multiple of m, one after the other, equally long.
    fn comb_from(&self, shape: CombShape, entries: &[u64]) -> Box<dyn FixedPower>;
}

/// Powers of one base by tables.
pub(crate) trait FixedPower: Send + Sync {
    /// g^exponents\[i\] mod m for each i; constant time in the values.
    fn pow(&self, exponents: &[&[u64]]) -> Vec<Vec<u64>>;

    /// g^exponent mod m; variable time.
    fn pow_vartime(&self, exponent: &[u64]) -> Vec<u64>;

    /// Entry `index` of the tables as a residue.
    fn entry(&self, index: usize) -> Vec<u64>;
}

impl<G: Residues> FixedPower for Comb<G> {
    fn pow(&self, exponents: &[&[u64]]) -> Vec<Vec<u64>> {
        let of_lanes = |chunk: &[&[u64]]| {
            let mut exponents = chunk.to_vec();
            exponents.resize(G::LANES, &[]);
            let mut powers = self.group.leave(Self::pow(self, &exponents).value());
            powers.truncate(chunk.len());
            powers
        };
        exponents.chunks(G::LANES).flat_map(of_lanes).collect()
    }

    fn pow_vartime(&self, exponent: &[u64]) -> Vec<u64> {
        first(self.group.leave(Self::pow_vartime(self, exponent).value()))
    }

    fn entry(&self, index: usize) -> Vec<u64> {
        self.entries().nth(index).map_or_else(Vec::new, |entry| first(self.group.leave(entry)))
    }
}

impl<G: Residues> Engine for G {
    fn lanes(&self) -> usize {
        G::LANES
    }

    fn reduce(&self, a: &[u64]) -> Vec<u64> {
        first(self.leave(&self.enter(&vec![a; G::LANES])))
    }

    fn mul(&self, a: &[u64], b: &[u64]) -> Vec<u64> {
        first(self.mul_plain(&vec![a; G::LANES], &vec![b; G::LANES]))
    }

    fn square_repeated(&self, a: &[u64], count: u64) -> Vec<u64> {
        let mut acc = pow::Accumulator::new(self);
        acc.set(&self.enter(&vec![a; G::LANES]));
        acc.square(count);
        first(self.leave(acc.value()))
    }

    fn pow(&self, base: &[u64], exponent: &[u64], bits: usize) -> Vec<u64> {
        first(self.pow_lanes(&[base], &[exponent], bits))
    }

    fn pow_vartime(&self, base: &[u64], exponent: &[u64]) -> Vec<u64> {
        let base = self.enter(&vec![base; G::LANES]);
        first(self.leave(pow::pow_vartime(self, &base, exponent).value()))
    }

    fn pow_lanes(&self, bases: &[&[u64]], exponents: &[&[u64]], bits: usize) -> Vec<Vec<u64>> {
        // lanes without work do again what the first lane does
        let mut all_bases = bases.to_vec();
        let mut all_exponents = exponents.to_vec();
        all_bases.resize(G::LANES, bases[0]);
        all_exponents.resize(G::LANES, exponents[0]);

        let acc = pow::pow(self, &self.enter(&all_bases), &all_exponents, bits);
        let mut powers = self.leave(acc.value());
        powers.truncate(bases.len());
        powers
    }

    fn pow_product(&self, bases: &[&[u64]], exponents: &[&[u64]], bits: usize) -> Vec<u64> {
        // each lane takes its share; 0^0 = 1 fills up
        let (mut bases, mut exponents) = (bases.to_vec(), exponents.to_vec());
        bases.resize(bases.len().next_multiple_of(G::LANES), &[]);
        exponents.resize(bases.len(), &[]);
        let bases: Vec<_> = bases.chunks(G::LANES).map(|xs| self.enter(xs)).collect();
        let mut parts = self.leave(multi_pow::product(self, &bases, &exponents, bits).value());
        while parts.len() > 1 {
            let half = parts.len() / 2;
            let lanes = |i: usize| (0..G::LANES).map(|lane| parts[i + lane % half].as_slice()).collect::<Vec<_>>();
            let products = self.mul_plain(&lanes(0), &lanes(half));
            parts.truncate(half);
            parts.clone_from_slice(&products[..half]);
        }
        first(parts)
    }

    fn pow_product_vartime(&self, bases: &[&[u64]], exponents: &[&[u64]]) -> Vec<u64> {
        if G::LANES > 1 {
            let bits = exponents.iter().map(|exponent| limb::bit_len(exponent)).max().unwrap_or(0);
            return self.pow_product(bases, exponents, bits);
        }
        let bases: Vec<_> = bases.iter().map(|base| self.enter(&[base])).collect();
        first(self.leave(multi_pow::product_vartime(self, &bases, exponents).value()))
    }

    fn pow_each(&self, base: &[u64], exponents: &[&[u64]], bits: usize) -> Vec<Vec<u64>> {
        let scan = 8 * self.words() / G::LANES;
        let shape = CombShape::best_for_few(bits, exponents.len(), scan);
        let single = WindowPlan::constant_time(bits, self.words() / G::LANES);
        let single = (3 * single.squarings + 4 * single.multiplications).saturating_mul(exponents.len());
        if single <= shape.cost_of_few(exponents.len(), scan) {
            let powers = |exponents: &[&[u64]]| self.pow_lanes(&vec![base; exponents.len()], exponents, bits);
            return exponents.chunks(G::LANES).flat_map(powers).collect();
        }
        self.comb(base, shape).pow(exponents)
    }

    fn pow_each_vartime(&self, method: EachMethod, base: &[u64], exponents: &[&[u64]]) -> Vec<Vec<u64>> {
        let base = self.enter(&vec![base; G::LANES]);
        let powers = method.run(self, &base, exponents);
        powers.iter().map(|power| first(self.leave(power.value()))).collect()
    }

    fn element_bytes(&self) -> usize {
        self.words() * size_of::<G::Word>()
    }

    fn comb(&self, g: &[u64], shape: CombShape) -> Box<dyn FixedPower> {
        Box::new(Comb::new(self.clone(), &self.enter(&vec![g; G::LANES]), shape))
    }

    fn comb_from(&self, shape: CombShape, entries: &[u64]) -> Box<dyn FixedPower> {
        let limbs = entries.len() / shape.entries();
        let entry = |i: usize| self.enter(&vec![&entries[i * limbs..(i + 1) * limbs]; G::LANES]);
        Box::new(Comb::from_entries(self.clone(), shape, entry))
    }
}

fn first(mut lanes: Vec<Vec<u64>>) -> Vec<u64> {
    lanes.swap_remove(0)
}
