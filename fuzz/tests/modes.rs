//! Every call gives the same result in every floating-point mode that a program may set: each rounding, subnormal
//! numbers taken for zero, and every exception signalled. With signals, one inexact operation ends the process.

#![cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#![allow(unsafe_code, reason = "sets the mode")]

use core::arch::asm;
use modexp_core::Backend;
use modexp_curves::{Curve, CurveName, Pairing, PairingName};
use modexp_fuzz::every_call;
use modexp_fuzz::structured::Random;

#[cfg(target_arch = "x86_64")]
mod register {
    use super::asm;

    const DEFAULT: u32 = 0x1f80;
    const NO_SUBNORMALS: u32 = 1 << 15 | 1 << 6;
    pub const MODES: [u32; 7] = [
        DEFAULT,
        DEFAULT | 0b01 << 13,
        DEFAULT | 0b10 << 13,
        DEFAULT | 0b11 << 13,
        DEFAULT | NO_SUBNORMALS,
        // no exception is masked
        0,
        0b10 << 13 | NO_SUBNORMALS,
    ];

    pub fn set(mode: u32) {
        // SAFETY: reads four bytes; all of these modes exist
        unsafe { asm!("ldmxcsr [{}]", in(reg) &raw const mode, options(nostack)) };
    }
}

#[cfg(target_arch = "aarch64")]
mod register {
    use super::asm;

    // rounding, flush to zero; many CPUs signal no exception for any value of the register
    pub const MODES: [u64; 6] = [0, 1 << 22, 2 << 22, 3 << 22, 1 << 24, 0x9f << 8];

    pub fn set(mode: u64) {
        // SAFETY: the register is the thread's own, and all of these modes exist
        unsafe { asm!("msr fpcr, {}", in(reg) mode, options(nostack)) };
    }
}

/// Runs `f` in each mode, and restores the default mode.
fn in_every_mode(mut f: impl FnMut()) {
    for mode in register::MODES {
        register::set(mode);
        f();
        register::set(register::MODES[0]);
    }
}

#[test]
fn calls_on_integers_are_the_same_in_every_mode() {
    for backend in Backend::available() {
        in_every_mode(|| {
            for seed in 0..30 {
                assert!(every_call::check(&mut Random(seed), &[backend]) > 0);
            }
        });
    }
}

/// With this modulus, base and exponent, a quotient in floating point gives a wrong power.
#[test]
fn a_power_of_one_limb_is_the_same_in_every_mode() {
    for backend in Backend::available() {
        in_every_mode(|| {
            let m = modexp_core::Modulus::with_backend(&[0xffff_ffff_ffff_ffb5], backend).expect("available");
            assert_eq!(m.pow(&[0xf893_a2ee_fb32_555e], &[0x71c1_8690_ee42_c90b]), [0xb25a_689f_79b2_4a29]);
        });
    }
}

#[test]
fn calls_on_points_and_pairings_are_the_same_in_every_mode() {
    let scalar = [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, u64::MAX];
    for backend in modexp_curves::Backend::available() {
        let mut results = vec![];
        in_every_mode(|| {
            let mut result = vec![];
            for name in CurveName::ALL {
                let curve = Curve::named_with_backend(name, backend).expect("available");
                let p = curve.multiply(&scalar, &curve.generator()).expect("a good point");
                let tables = curve.fixed_base(&p, None).expect("a good point");
                let sum = curve.msm(&[&scalar, &[3]], &[&p, &curve.generator()]).expect("good points");
                let many = curve.multiply_many(&[&scalar[..]; 9], &[&p; 9]).expect("good points");
                let encoded = curve.encode(&sum, true).expect("a good point");
                let decoded = curve.decode(&encoded).expect("just encoded");
                result.push(format!("{p:?} {:?} {sum:?} {many:?} {decoded:?}", tables.multiply(&scalar)));
            }
            let current = PairingName::ALL.map(|name| Pairing::named_with_backend(name, backend));
            let historical =
                modexp_historical::PairingName::ALL.map(|name| modexp_historical::named_with_backend(name, backend));
            for e in current.into_iter().chain(historical) {
                let e = e.expect("available");
                let value = e.pair(&e.g1().generator(), &e.g2().generator()).expect("good points").pow(&scalar);
                result.push(format!("{e:?} {:?}", value.to_bytes()));
            }
            results.push(result);
        });
        assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "{backend:?}");
    }
}
