//! The towers of families, one for each embedding degree k: the field of the twist, and GF(p^k) above it.

use super::target::{Norm, OfCubic, QuadraticTwist, Sextic, Target, Twist};
use crate::map_to_curve::{Maps, of_bls12_381};
use crate::tower::{Cubic, Generator, Integer, Quadratic, Tower};

/// The tower of some families.
pub(crate) trait Model: Sized {
    type Target<F: Tower>: Target;

    /// The field of the twist.
    fn twist<F: Tower>(field: F) -> OfTwist<Self, F>;

    fn target<F: Tower>(field: F, twist: Twist) -> Self::Target<F>;

    /// Maps from the fields of a target to its curves, if RFC 9380 has them.
    fn maps<F: Tower>(_target: &Self::Target<F>) -> Option<Maps> {
        None
    }
}

/// The field of a model's twist.
pub(crate) type OfTwist<M, F> = <<M as Model>::Target<F> as Target>::Twist;

/// k = 12: u² = −1, v³ = N + u, w² = v.
pub(crate) struct Twelve<const N: i32>;

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
pub(crate) struct Bls12381;

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
pub(crate) struct TwentyFour;

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
pub(crate) struct Eighteen;

impl Model for Eighteen {
    type Target<F: Tower> = Sextic<Cubic<F, Integer<-2>>, Generator<0>>;

    fn twist<F: Tower>(field: F) -> OfTwist<Self, F> {
        Cubic::new(field)
    }

    fn target<F: Tower>(field: F, twist: Twist) -> Self::Target<F> {
        Sextic::new(Self::twist(field), twist)
    }
}

/// k = 6: u³ = −2, w² = u.
pub(crate) struct Six;

impl Model for Six {
    type Target<F: Tower> = QuadraticTwist<Cubic<F, Integer<-2>>, Generator<0>, OfCubic>;

    fn twist<F: Tower>(field: F) -> OfTwist<Self, F> {
        Cubic::new(field)
    }

    fn target<F: Tower>(field: F, _twist: Twist) -> Self::Target<F> {
        QuadraticTwist::new(Self::twist(field))
    }
}

/// k = 2: w² = −1.
pub(crate) struct Two;

impl Model for Two {
    type Target<F: Tower> = QuadraticTwist<F, Integer<-1>, Norm>;

    fn twist<F: Tower>(field: F) -> OfTwist<Self, F> {
        field
    }

    fn target<F: Tower>(field: F, _twist: Twist) -> Self::Target<F> {
        QuadraticTwist::new(field)
    }
}
