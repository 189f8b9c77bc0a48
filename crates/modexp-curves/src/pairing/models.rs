//! The towers of families, one for each embedding degree k: the field of the twist, and GF(p^k) above it.

#[cfg(target_arch = "x86_64")]
use super::spread::Spread;
use super::target::{Double, Norm, OfCubic, Sextic, Target, Twist};
use crate::map_to_curve::{Maps, of_bls12_381};
use crate::tower::{Cubic, Generator, Integer, Quadratic, Tower};
#[cfg(target_arch = "x86_64")]
use modexp_kernels::field::Permute;

/// The tower of some families.
pub(super) trait Model: Sized {
    type Target<F: Tower>: Target;

    /// The field of the twist.
    fn twist<F: Tower>(field: F) -> OfTwist<Self, F>;

    fn target<F: Tower>(field: F, twist: Twist) -> Self::Target<F>;

    /// Maps from the fields of a target to its curves, if RFC 9380 has them.
    fn maps<F: Tower>(_target: &Self::Target<F>) -> Option<Maps> {
        None
    }
}

/// Models with a target that spreads over lanes.
#[cfg(target_arch = "x86_64")]
pub(super) trait Spreads: Model {
    /// The target with its coefficients in the lanes of `field`.
    fn spread<F: Tower, G: Tower>(single: Self::Target<F>, field: G) -> impl Target<Twist = OfTwist<Self, F>>
    where
        OfTwist<Self, G>: Permute;
}

/// The field of a model's twist.
pub(super) type OfTwist<M, F> = <<M as Model>::Target<F> as Target>::Twist;

/// k = 12: u² = −1, v³ = N + u, w² = v.
pub(super) struct Twelve<const N: i32>;

impl<const N: i32> Model for Twelve<N> {
    type Target<F: Tower> = Sextic<F::Gaussian, Generator<N>>;

    fn twist<F: Tower>(field: F) -> OfTwist<Self, F> {
        field.gaussian()
    }

    fn target<F: Tower>(field: F, twist: Twist) -> Self::Target<F> {
        Sextic::new(Self::twist(field), twist)
    }
}

/// BLS12-381: `Twelve<1>` with maps.
pub(super) struct Bls12381;

impl Model for Bls12381 {
    type Target<F: Tower> = <Twelve<1> as Model>::Target<F>;

    fn twist<F: Tower>(field: F) -> OfTwist<Self, F> {
        Twelve::<1>::twist(field)
    }

    fn target<F: Tower>(field: F, twist: Twist) -> Self::Target<F> {
        Twelve::<1>::target(field, twist)
    }

    fn maps<F: Tower>(target: &Self::Target<F>) -> Option<Maps> {
        let twist = target.twist();
        Some(of_bls12_381(*twist.prime_field(), *twist))
    }
}

/// k = 24: u² = −1, s² = 1 + u, v³ = s, w² = v.
pub(super) struct TwentyFour;

impl Model for TwentyFour {
    type Target<F: Tower> = Sextic<Quadratic<Quadratic<F, Integer<-1>>, Generator<1>>, Generator<0>>;

    fn twist<F: Tower>(field: F) -> OfTwist<Self, F> {
        Quadratic::new(Quadratic::new(field))
    }

    fn target<F: Tower>(field: F, twist: Twist) -> Self::Target<F> {
        Sextic::new(Self::twist(field), twist)
    }
}

/// k = 18: u³ = −2, v³ = u, w² = v.
pub(super) struct Eighteen;

impl Model for Eighteen {
    type Target<F: Tower> = Sextic<Cubic<F, Integer<-2>>, Generator<0>>;

    fn twist<F: Tower>(field: F) -> OfTwist<Self, F> {
        Cubic::new(field)
    }

    fn target<F: Tower>(field: F, twist: Twist) -> Self::Target<F> {
        Sextic::new(Self::twist(field), twist)
    }
}

#[cfg(target_arch = "x86_64")]
macro_rules! spreads {
    ($([$($parameters:tt)*] $model:ty),*) => {$(
        impl<$($parameters)*> Spreads for $model {
            fn spread<F: Tower, G: Tower>(single: Self::Target<F>, field: G) -> impl Target<Twist = OfTwist<Self, F>>
            where
                OfTwist<Self, G>: Permute,
            {
                Spread::new(single, Self::twist(field))
            }
        }
    )*};
}

#[cfg(target_arch = "x86_64")]
spreads!([const N: i32] Twelve<N>, [] Bls12381, [] TwentyFour, [] Eighteen);

/// k = 6: u³ = −2, w² = u.
pub(super) struct Six;

impl Model for Six {
    type Target<F: Tower> = Double<Cubic<F, Integer<-2>>, Generator<0>, OfCubic>;

    fn twist<F: Tower>(field: F) -> OfTwist<Self, F> {
        Cubic::new(field)
    }

    fn target<F: Tower>(field: F, _twist: Twist) -> Self::Target<F> {
        Double::new(Self::twist(field))
    }
}

/// k = 2: w² = −1.
pub(super) struct Two;

impl Model for Two {
    type Target<F: Tower> = Double<F, Integer<-1>, Norm>;

    fn twist<F: Tower>(field: F) -> OfTwist<Self, F> {
        field
    }

    fn target<F: Tower>(field: F, _twist: Twist) -> Self::Target<F> {
        Double::new(field)
    }
}
