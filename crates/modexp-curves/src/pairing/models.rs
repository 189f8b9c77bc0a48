//! The towers of families, one for each embedding degree k: the field of the twist, and GF(p^k) above it.

use super::build::engine;
use super::engine::Engine;
use super::families::Family;
use super::spread::Spread;
use super::target::{Sextic, Target, Twist};
use crate::map_to_curve::{Maps, of_bls12_381};
use crate::structure::Form;
use crate::tower::{Generator, Residue, Tower};
use alloc::boxed::Box;
use modexp_fields::prime::Permute;

/// The tower of some families.
pub trait Model: Sized {
    /// GF(p^k), above the field of the twist.
    type Target<F: Tower>: Target;

    /// The encoding of points.
    const FORM: Form = Form::Sec1;

    /// Whether lanes compute the pairings.
    const LANES: bool = true;

    /// The field of the twist.
    fn twist<F: Tower>(field: F) -> OfTwist<Self, F>;

    /// GF(p^k) for a twist of this type.
    fn target<F: Tower>(field: F, twist: Twist) -> Self::Target<F>;

    /// Maps from the fields of a target to its curves, if RFC 9380 has them.
    fn maps<F: Tower>(_target: &Self::Target<F>) -> Option<Maps> {
        None
    }

    /// The pairings of a family with the target's coefficients in the lanes of `field`; `None` if the target does not spread.
    fn spread<F: Tower, G: Tower>(_family: &Family, _single: Self::Target<F>, _field: G) -> Option<Box<dyn Engine>>
    where
        OfTwist<Self, G>: Permute,
    {
        None
    }
}

/// The field of a model's twist.
pub(crate) type OfTwist<M, F> = <<M as Model>::Target<F> as Target>::Twist;

/// A model with a sextic twist: v³ = ρ, w² = v.
pub trait SexticModel {
    /// The field of the twist.
    type Twist<F: Tower>: Tower;
    /// ρ.
    type Residue<F: Tower>: Residue<Self::Twist<F>>;

    /// The encoding of points.
    const FORM: Form = Form::Sec1;

    /// Whether lanes compute the pairings.
    const LANES: bool = true;

    /// The field of the twist.
    fn twist<F: Tower>(field: F) -> Self::Twist<F>;

    /// Maps from a field and the field of the twist to the curves, if RFC 9380 has them.
    fn maps<F: Tower>(_twist: Self::Twist<F>) -> Option<Maps> {
        None
    }
}

impl<M: SexticModel> Model for M {
    type Target<F: Tower> = Sextic<M::Twist<F>, M::Residue<F>>;

    const FORM: Form = <M as SexticModel>::FORM;
    const LANES: bool = <M as SexticModel>::LANES;

    fn twist<F: Tower>(field: F) -> M::Twist<F> {
        <M as SexticModel>::twist(field)
    }

    fn target<F: Tower>(field: F, twist: Twist) -> Self::Target<F> {
        Sextic::new(<M as SexticModel>::twist(field), twist)
    }

    fn maps<F: Tower>(target: &Self::Target<F>) -> Option<Maps> {
        <M as SexticModel>::maps::<F>(*target.twist())
    }

    fn spread<F: Tower, G: Tower>(family: &Family, single: Self::Target<F>, field: G) -> Option<Box<dyn Engine>>
    where
        M::Twist<G>: Permute,
    {
        Some(engine(family, Spread::<_, _, _, M::Residue<G>>::new(single, <M as SexticModel>::twist(field))))
    }
}

/// k = 12: u² = −1, v³ = N + u, w² = v.
pub(crate) struct Twelve<const N: i32>;

impl<const N: i32> SexticModel for Twelve<N> {
    type Twist<F: Tower> = F::Gaussian;
    type Residue<F: Tower> = Generator<N>;

    // those of BN254N would be a twentieth of the addon of Node
    const LANES: bool = N != 1 || cfg!(not(modexp_addon));

    fn twist<F: Tower>(field: F) -> F::Gaussian {
        field.gaussian()
    }
}

/// BLS12-381: `Twelve<1>` with maps.
pub(crate) struct Bls12381;

impl SexticModel for Bls12381 {
    type Twist<F: Tower> = F::Gaussian;
    type Residue<F: Tower> = Generator<1>;

    const FORM: Form = Form::Zcash;

    fn twist<F: Tower>(field: F) -> F::Gaussian {
        field.gaussian()
    }

    fn maps<F: Tower>(twist: F::Gaussian) -> Option<Maps> {
        Some(of_bls12_381(*twist.prime_field(), twist))
    }
}
