//! The towers of the families over GF(p): the field of the twist, and GF(p^k) above it.

use crate::quadratic::{Norm, OfCubic, QuadraticTwist};
use modexp_curves::families::tower::{Cubic, Generator, Integer, Quadratic, Tower};
use modexp_curves::families::{Model, SexticModel, Twist};

/// k = 24: u² = −1, s² = 1 + u, v³ = s, w² = v.
pub(crate) struct TwentyFour;

impl SexticModel for TwentyFour {
    type Twist<F: Tower> = Quadratic<Quadratic<F, Integer<-1>>, Generator<1>>;
    type Residue<F: Tower> = Generator<0>;

    fn twist<F: Tower>(field: F) -> Self::Twist<F> {
        Quadratic::new(Quadratic::new(field))
    }
}

/// k = 18: u³ = −2, v³ = u, w² = v.
pub(crate) struct Eighteen;

impl SexticModel for Eighteen {
    type Twist<F: Tower> = Cubic<F, Integer<-2>>;
    type Residue<F: Tower> = Generator<0>;

    fn twist<F: Tower>(field: F) -> Self::Twist<F> {
        Cubic::new(field)
    }
}

/// k = 6: u³ = −2, w² = u.
pub(crate) struct Six;

impl Model for Six {
    type Target<F: Tower> = QuadraticTwist<Cubic<F, Integer<-2>>, Generator<0>, OfCubic>;

    fn twist<F: Tower>(field: F) -> Cubic<F, Integer<-2>> {
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

    fn twist<F: Tower>(field: F) -> F {
        field
    }

    fn target<F: Tower>(field: F, _twist: Twist) -> Self::Target<F> {
        QuadraticTwist::new(field)
    }
}
