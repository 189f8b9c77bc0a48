//! Miyaji–Nakabayashi–Takano curves, k = 6.

use modexp_curves::families::Op::{Frob, Mul, X};
use modexp_curves::families::{Family, Integer, Twist};
use modexp_limbs::hex::{limbs, many};

pub(crate) static MNT160: Family = Family {
    degree: 6,
    p: &limbs::<3>("ad1fdfb99d7d159240b91083f3a869072d3ae145"),
    order: &limbs::<3>("ad1fdfb99d7d159240b9e309cdb567f75c41d957"),
    a: &limbs::<3>("ad1fdfb99d7d159240b91083f3a869072d3ae142"),
    b: &limbs::<3>("77479d33943b5b1f590b54258b72f316b3261d45"),
    twist: Twist::M,
    around: Integer::negative(&limbs::<2>("d285da0cfef02f06f812")),
    terms: &[],
    x: Integer::negative(&limbs::<2>("d285da0cfef02f06f812")),
    // (p² − p + 1)/r = p + x
    chain: &[Frob(1, 0, 1), X(0, 0), Mul(0, 0, 1)],
    g1_map: None,
    psi: Some(Integer::negative(&limbs::<2>("d285da0cfef02f06f812"))),
    digits: Some((1, Integer::negative(&limbs::<2>("d285da0cfef02f06f812")), 2)),
    quarters: None,
    g1: [&[0x7], &limbs::<3>("c45493ee06faa20cc4b63c69b832f77339fa7c0")],
    g1_cofactor: &[1],
    g2: [
        &many::<3, 9>(&[
            "e175339574332a4254632071d40c3dd12077508",
            "64bc13fafca924ac2c9d8ddd5f15b2f9a554242c",
            "494cac8bee769bb39254cd171405902aa6b08627",
        ]),
        &many::<3, 9>(&[
            "963d7cf6d7578b7fd73df7cc4cda32c301cb0eb9",
            "1323dc8a3488afe6e95528fc97be79d2c74300e7",
            "6d833f32855b2e361c36b1cd119cac7c1489ab69",
        ]),
    ],
    g2_cofactor: &limbs::<5>("75141858d1541a67d025e27d19027a10e4fb568c193d2d3f6c295135d414fe4e114538bb4cc38714"),
    root_of_unity: &many::<3, 9>(&["d285da0cfef02f06f812", "0", "0"]),
    u: [None, None],
};
