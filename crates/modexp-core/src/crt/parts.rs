//! Powers modulo several odd numbers at once, with exponents reduced by the orders of their groups.

use super::Secret;
use crate::error::Error;
use crate::modulus::Modulus;
use crate::montgomery::MontyParams;
use crate::ring::Ring;
use alloc::sync::Arc;
use alloc::vec::Vec;
use modexp_kernels::backend::Backend;
use modexp_limbs::declassify::declassify;
use modexp_limbs::limb;
use zeroize::Zeroizing;

/// Powers modulo several odd numbers at once.
pub(super) struct OddParts {
    pub(super) moduli: Vec<Modulus>,
    /// The order of the group of each modulus: exponents are reduced by it.
    pub(super) orders: Vec<Modulus>,
    /// k. If the exponent is at least k, so is the shortened exponent: (multiple of p)^k ≡ 0 mod p^k.
    least: u64,
    /// A lane for each modulus, if the kernel has enough lanes. A pointer, for the reason of `Residues`.
    lanes: Option<Arc<MontyParams>>,
}

impl OddParts {
    pub(super) fn new(
        moduli: &[Secret],
        orders: &[Secret],
        power: u32,
        backend: Option<Backend>,
    ) -> Result<Self, Error> {
        for m in moduli.iter().chain(orders) {
            // the length of each number, and how often 2 divides an order
            declassify(&m[m.len() - 1..]);
            declassify(&m[..1]);
        }
        let bits = moduli.iter().map(|m| limb::bit_len(m)).max().unwrap_or(0);
        let slices: Vec<&[u64]> = moduli.iter().map(|m| limb::trim(m)).collect();
        let fastest = || Backend::best_for_many(bits, slices.len()).map_or(Backend::best_for(bits), |(wide, _)| wide);
        let lanes = MontyParams::new(backend.unwrap_or_else(fastest), &slices).ok_or(Error::BackendUnavailable)?;
        Ok(Self {
            moduli: slices.iter().map(|m| prepare(m, backend)).collect::<Result<_, _>>()?,
            orders: orders.iter().map(|order| prepare(order, backend)).collect::<Result<_, _>>()?,
            least: u64::from(power),
            lanes: Some(Arc::new(lanes)).filter(|lanes| lanes.group().lanes() >= slices.len()),
        })
    }

    /// base^exponent modulo each modulus; constant time.
    pub(super) fn pow(&self, base: &[u64], exponent: &[u64]) -> Vec<Secret> {
        self.pow_each(base, &self.shorten(exponent))
    }

    /// For each modulus, an exponent that gives the same powers and is no longer than the modulus.
    pub(super) fn shorten(&self, exponent: &[u64]) -> Vec<Secret> {
        let shorten = |(m, order): (&Modulus, &Modulus)| {
            // order + least is at most the modulus
            let mut short = Zeroizing::new(limb::resize(&Zeroizing::new(order.reduce(exponent)), m.limbs().len()));
            let multiple = Zeroizing::new(limb::resize(order.limbs(), short.len()));
            let too_short = below(&short, self.least) & (below(exponent, self.least) ^ 1);
            limb::add_if(&mut short, &multiple, too_short);
            short
        };
        self.moduli.iter().zip(&self.orders).map(shorten).collect()
    }

    /// base^exponents\[i\] modulo modulus i, for exponents that are no longer than the modulus; constant time.
    pub(super) fn pow_each(&self, base: &[u64], exponents: &[Secret]) -> Vec<Secret> {
        let bits = self.moduli.iter().map(Modulus::bit_len).max().unwrap_or(0);
        if let Some(lanes) = &self.lanes {
            let lanes: &dyn Ring = lanes.as_ref();
            let exponents: Vec<&[u64]> = exponents.iter().map(|exponent| exponent.as_slice()).collect();
            let powers = lanes.pow_lanes(&[base], &exponents, bits);
            return powers.into_iter().map(Zeroizing::new).collect();
        }
        let power = |(m, exponent): (&Modulus, &Secret)| Zeroizing::new(m.pow_bounded_exp(base, exponent, m.bit_len()));
        self.moduli.iter().zip(exponents).map(power).collect()
    }
}

/// The modulus on `backend`, or on the fastest for its size if `backend` is `None`.
pub(super) fn prepare(m: &[u64], backend: Option<Backend>) -> Result<Modulus, Error> {
    backend.map_or_else(|| Modulus::new(m), |backend| Modulus::with_backend(m, backend))
}

/// 1 if x < least, else 0.
pub(super) fn below(x: &[u64], least: u64) -> u64 {
    let low = x.first().copied().unwrap_or(0);
    limb::is_zero(x.get(1..).unwrap_or(&[])) & limb::less(&[low], &[least])
}
