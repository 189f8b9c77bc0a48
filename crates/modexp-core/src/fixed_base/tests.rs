//! Tests of [`FixedBase::from_bytes`] with wrong bytes and a correct checksum.

use super::*;
use alloc::vec;

/// Limbs of a saved table after the magic.
const LIMBS_OF_M: usize = 1;
const BITS: usize = 2;
const SHAPES: core::ops::Range<usize> = 3..9;
const M: usize = 9;

/// Returns a table modulo a number of two limbs.
fn saved() -> Vec<u8> {
    let m = Modulus::new(&[1_000_003, 5]).expect("not zero");
    let options = FixedBaseOptions::new(70).with_table_bytes(2000);
    m.fixed_base(&[2], options).expect("small").to_bytes()
}

/// Appends the checksum to the body.
fn sealed(body: &[u8]) -> Vec<u8> {
    [body, &crc64(body).to_le_bytes()].concat()
}

/// Returns the saved table with different limbs in some places.
fn with(places: &[(usize, u64)]) -> Vec<u8> {
    let saved = saved();
    let mut body = saved[..saved.len() - 8].to_vec();
    for &(place, limb) in places {
        let at = MAGIC.len() + 8 * place;
        body[at..at + 8].copy_from_slice(&limb.to_le_bytes());
    }
    sealed(&body)
}

fn error(bytes: &[u8]) -> Option<Error> {
    FixedBase::from_bytes(bytes).err()
}

#[test]
fn the_same_limbs_are_the_table() {
    assert_eq!(with(&[]), saved());
    let loaded = FixedBase::from_bytes(&with(&[(0, VERSION), (LIMBS_OF_M, 2), (BITS, 70)])).expect("a table");
    assert_eq!(loaded.modulus().limbs(), [1_000_003, 5]);
    assert_eq!((loaded.max_exponent_bits(), loaded.to_bytes()), (70, saved()));
}

#[test]
fn a_quarter_of_the_room_is_for_secret_exponents() {
    let m = Modulus::new(&[u64::MAX; 32]).expect("not zero");
    for bytes in [1 << 16, 1 << 20, 1 << 24] {
        let [secret, public] = m.comb_shapes(2048, bytes).expect("no more than that");
        let entries = bytes / m.element_bytes();
        assert!((entries / 16..=entries / 4).contains(&secret.entries()), "{secret:?} of {entries}");
        assert!((entries / 4..=entries - secret.entries()).contains(&public.entries()), "{public:?} of {entries}");
    }
}

#[test]
fn another_version_is_told() {
    for found in [0, 2, u64::MAX] {
        assert_eq!(error(&with(&[(0, found)])), Some(Error::TableVersion { found, known: VERSION }));
    }
}

#[test]
fn sizes_that_do_not_fit_are_an_error() {
    for limb in [0, 1, 3, 1 << 60, u64::MAX] {
        assert_eq!(error(&with(&[(LIMBS_OF_M, limb)])), Some(Error::CorruptTable), "{limb} limbs");
    }
    for place in SHAPES {
        for limb in [0, 1 << 16, 1 << 32, 1 << 63, u64::MAX] {
            assert_eq!(error(&with(&[(place, limb)])), Some(Error::CorruptTable), "{limb} at {place}");
        }
    }
    for limb in [1000, 1 << 63, u64::MAX] {
        assert_eq!(error(&with(&[(BITS, limb)])), Some(Error::CorruptTable), "exponents of {limb} bits");
    }
}

#[test]
fn a_modulus_of_other_limbs_is_an_error() {
    assert_eq!(error(&with(&[(M + 1, 0)])), Some(Error::CorruptTable), "a zero limb above");
    assert_eq!(error(&with(&[(M, 0), (M + 1, 0)])), Some(Error::CorruptTable), "zero");
}

#[test]
fn bytes_that_end_early_or_late_are_an_error() {
    let body = &saved()[..saved().len() - 8];
    for length in 0..body.len() {
        assert_eq!(error(&sealed(&body[..length])), Some(Error::CorruptTable), "{length} bytes");
    }
    for more in 1..17 {
        assert_eq!(error(&sealed(&[body, &vec![0; more]].concat())), Some(Error::CorruptTable), "{more} bytes more");
    }
    let mut other = body.to_vec();
    other[0] ^= 1;
    assert_eq!(error(&sealed(&other)), Some(Error::CorruptTable), "another magic");
}

#[test]
fn the_tables_hold_what_is_saved_in_the_memory_that_they_may_take() {
    let m = Modulus::new(&[1_000_003, 5]).expect("not zero");
    for bytes in [2000, 20_000] {
        let options = FixedBaseOptions::new(200).with_table_bytes(bytes);
        let g = m.fixed_base(&[2], options).expect("small");
        let entries = g.to_bytes().len() - MAGIC.len() - 8 * (M + 2) - 8;
        assert!((entries..=bytes).contains(&g.table_bytes()), "{entries} {} {bytes}", g.table_bytes());
        assert!(2 * g.table_bytes() > bytes, "{} of {bytes}", g.table_bytes());
    }
}
