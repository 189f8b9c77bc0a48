//! Exponentiation over any commutative group: each algorithm once, for residues, points of curves and pairing values.
//!
//! A group implements [`group::Group`]: products, squarings, a lookup that hides its index, and their costs. An
//! algorithm cuts the exponent into digits ([`digits`], [`sliding`]), makes a table for the base, and multiplies by one
//! entry in each step ([`product`]). The constant-time loop serves fixed windows, Straus's products and combs. The loop
//! for public exponents also serves sliding windows.
//!
//! | module | result | source |
//! |---|---|---|
//! | [`pow`] | one power, by fixed or sliding windows | |
//! | [`straus`], [`interleave`] | a product of few powers | Straus 1964; Möller 2001 |
//! | [`buckets`], [`pairs`] | a product of hundreds of powers | Pippenger 1976 |
//! | [`comb`] | powers of one base by tables | Lim and Lee 1994 |
//! | [`yao`] | many powers of one base, public exponents | Yao 1976 |
//! | [`plan`], `models` | costs | Ji and Wan, *Adaptive Modular Exponentiation Methods v.s. Python's Power Function* |
//!
//! The entry points take `&dyn Group`, so that each algorithm is compiled once. The crate depends on no modulus and no
//! instruction set. The feature `bench` adds `models` for comparisons. The API is made for
//! modexp's crates and may change with any version.
#![no_std]
#![allow(clippy::must_use_candidate, reason = "the callers use what they ask for")]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod accumulator;
pub mod buckets;
pub mod comb;
#[cfg(test)]
mod counting;
pub mod digits;
pub mod group;
pub mod interleave;
#[cfg(any(test, feature = "bench"))]
pub mod models;
#[cfg(feature = "signed")]
pub mod pairs;
pub mod plan;
pub mod pow;
pub mod product;
pub mod sliding;
pub mod straus;
#[cfg(test)]
mod tiny_curve;
pub mod yao;
