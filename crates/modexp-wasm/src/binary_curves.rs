//! Curves over GF(2^m): the exports that only their module has. p in the buffer is the polynomial.

use crate::StagingBuffer;
use crate::points::{Context, object};
use modexp_curves::{Curve, CurveName, Parameters};
use wasm_bindgen::prelude::wasm_bindgen;

/// The curve that the first `bytes` bytes of the buffer name.
#[must_use]
#[wasm_bindgen]
pub fn context_named(buffer: &mut StagingBuffer, bytes: usize) -> Option<Context> {
    let name = buffer.bytes(bytes);
    let name = CurveName::ALL.into_iter().find(|known| known.is_binary() && known.as_str().as_bytes() == &name[..]);
    name.map(|name| Context::new(Curve::named(name)))
}

/// p, a, b, order, x, y and the cofactor, of `words` words each → the curve; or a code.
#[must_use]
#[wasm_bindgen]
pub fn context_prepare(buffer: &mut StagingBuffer, words: usize) -> Option<Context> {
    let [p, a, b, order, x, y, cofactor] = buffer.split([words; 7]);
    let curve = Curve::binary(&Parameters { p, a, b, order, cofactor, x, y });
    object(buffer, 7 * words, curve.map(Context::new))
}
