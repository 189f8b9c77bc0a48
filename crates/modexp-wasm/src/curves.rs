//! Curves over GF(p): the exports that only their module has.

use crate::StagingBuffer;
use crate::points::{Context, object};
use modexp_curves::{Curve, CurveName, Parameters};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
impl Context {
    /// The curve that the first `bytes` bytes of the buffer name.
    #[must_use]
    pub fn named(buffer: &mut StagingBuffer, bytes: usize) -> Option<Self> {
        let name = buffer.bytes(bytes);
        let name =
            CurveName::ALL.into_iter().find(|known| !known.is_binary() && known.as_str().as_bytes() == &name[..]);
        name.map(|name| Self::new(Curve::named(name)))
    }

    /// p, a, b, order, x, y and the cofactor, of `words` words each → the curve; or a code.
    #[must_use]
    pub fn prepare(buffer: &mut StagingBuffer, words: usize) -> Option<Self> {
        let [p, a, b, order, x, y, cofactor] = buffer.split([words; 7]);
        let curve = Curve::new(&Parameters { p, a, b, order, cofactor, x, y });
        object(buffer, 7 * words, curve.map(Self::new))
    }
}
