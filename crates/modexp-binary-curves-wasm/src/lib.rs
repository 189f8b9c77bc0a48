//! The WebAssembly surface of the curves over GF(2^m) of `modexp-curves`: the exports of `modexp-curves-wasm`, but with curves of
//! this kind, whose p on the stage is the polynomial.
#![cfg_attr(target_arch = "wasm32", no_std)]

use modexp_curves::{Curve, CurveName, Parameters};
use modexp_curves_wasm::{Context, object};
use modexp_stage::Stage;
use wasm_bindgen::prelude::wasm_bindgen;

/// The curve whose name is in the first `bytes` bytes of the stage.
#[must_use]
#[wasm_bindgen]
pub fn context_named(stage: &mut Stage, bytes: usize) -> Option<Context> {
    let name = stage.bytes(bytes);
    let name = CurveName::ALL.into_iter().find(|known| known.is_binary() && known.as_str().as_bytes() == &name[..]);
    name.map(|name| Context::of(Curve::named(name)))
}

/// p, a, b, order, x, y and the cofactor, of `words` words each → the curve; or a code.
#[must_use]
#[wasm_bindgen]
pub fn context_prepare(stage: &mut Stage, words: usize) -> Option<Context> {
    let [p, a, b, order, x, y, cofactor] = stage.split([words; 7]);
    let curve = Curve::binary(&Parameters { p, a, b, order, cofactor, x, y });
    object(stage, 7 * words, curve.map(Context::of))
}
