//! Pairings. The groups of points are those of `points`; a value of a pairing is the bytes of `Gt::to_bytes`.

use crate::StagingBuffer;
use crate::points::{Context, code, object, point, point_words, put_bytes, put_points};
use alloc::vec;
use alloc::vec::Vec;
use modexp_curves::{Gt, GtFixedBase, Pairing, Point, Prepared};
#[cfg(feature = "pairings")]
use modexp_curves::{PairingName, Precompile};
use wasm_bindgen::prelude::wasm_bindgen;
use zeroize::Zeroizing;

/// A pairing with its groups.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Groups(Pairing);

#[wasm_bindgen]
impl Groups {
    /// The pairing that the first `bytes` bytes of the buffer name.
    #[must_use]
    pub fn named(buffer: &mut StagingBuffer, bytes: usize) -> Option<Self> {
        let name = buffer.bytes(bytes);
        let is = |known: &str| known.as_bytes() == &name[..];
        #[cfg(feature = "pairings")]
        if let Some(name) = PairingName::ALL.into_iter().find(|name| is(name.as_str())) {
            return Some(Self(Pairing::named(name)));
        }
        #[cfg(feature = "historical-pairings")]
        if let Some(name) = modexp_historical::PairingName::ALL.into_iter().find(|name| is(name.as_str())) {
            return Some(Self(modexp_historical::named(name)));
        }
        None
    }

    /// The group of the first arguments.
    #[must_use]
    pub fn g1(&self) -> Context {
        Context::new(self.0.g1().clone())
    }

    /// The group of the second arguments.
    #[must_use]
    pub fn g2(&self) -> Context {
        Context::new(self.0.g2().clone())
    }

    /// Coefficients of a coordinate in the second group.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.0.g2().degree()
    }

    /// Q → Q with the lines of its pairings; or a code.
    #[must_use]
    pub fn prepare(&self, buffer: &mut StagingBuffer) -> Option<Lines> {
        let g2 = self.0.g2();
        let words = point_words(g2);
        let [q] = buffer.split([words]).map(|words| g2.checked(point(g2, words)));
        let lines = q.and_then(|point| Ok(Lines { prepared: self.0.prepare(&point)?, point }));
        object(buffer, words, lines)
    }

    /// A product of no pairings.
    #[must_use]
    pub fn product(&self) -> Product {
        Product { pairing: self.0.clone(), pairs: vec![] }
    }

    /// Bytes of a value → the same, if it is one; or a code.
    #[must_use]
    pub fn gt_check(&self, buffer: &mut StagingBuffer, bytes: usize) -> u32 {
        let value = buffer.bytes(bytes);
        let result = self.0.gt_from_bytes(&value);
        put_bytes(buffer, bytes, result.map(|value| value.to_bytes()))
    }

    /// Bytes of two values → of their product.
    #[must_use]
    pub fn gt_multiply(&self, buffer: &mut StagingBuffer, bytes: usize) -> u32 {
        let both = buffer.bytes(2 * bytes);
        let [a, b] = [&both[..bytes], &both[bytes..]].map(|value| self.value(value));
        put_bytes(buffer, 2 * bytes, Ok(a.multiply(&b).to_bytes()))
    }

    /// Bytes of a value → of its inverse.
    #[must_use]
    pub fn gt_inverse(&self, buffer: &mut StagingBuffer, bytes: usize) -> u32 {
        let value = self.value(&buffer.bytes(bytes));
        put_bytes(buffer, bytes, Ok(value.inverse().to_bytes()))
    }

    /// A scalar of `scalar` words, then the bytes of a value → of its power, constant time unless `vartime`.
    #[must_use]
    pub fn gt_pow(&self, buffer: &mut StagingBuffer, scalar: usize, bytes: usize, vartime: bool) -> u32 {
        let all = buffer.bytes(8 * scalar + bytes);
        let value = self.value(&all[8 * scalar..]);
        let [k] = buffer.split([scalar]);
        let power = if vartime { value.pow_vartime(k) } else { value.pow(k) };
        put_bytes(buffer, all.len(), Ok(power.to_bytes()))
    }

    /// Bytes of a value → tables of its powers in at most `table_bytes` bytes, or in the usual number for 0.
    #[must_use]
    pub fn gt_fixed_base(&self, buffer: &mut StagingBuffer, bytes: usize, table_bytes: usize) -> Powers {
        let value = self.value(&buffer.bytes(bytes));
        buffer.put(bytes.div_ceil(8), []);
        Powers(value.fixed_base((table_bytes > 0).then_some(table_bytes)))
    }

    /// The value of bytes that a call returned.
    fn value(&self, bytes: &[u8]) -> Gt {
        self.0.gt_from_trusted_bytes(bytes).expect("bytes of a value")
    }
}

/// The calls of Ethereum's contracts.
#[cfg(feature = "pairings")]
#[wasm_bindgen]
impl Groups {
    /// u in the words of a coordinate → the point of G1, or of G2 if `second`, to which it maps; or a code.
    #[must_use]
    pub fn map(&self, buffer: &mut StagingBuffer, second: bool) -> u32 {
        let curve = if second { self.0.g2() } else { self.0.g1() };
        let words = point_words(curve) / 2;
        let [u] = buffer.split([words]);
        let image = if second { self.0.map_to_g2(u) } else { self.0.map_to_g1(u) };
        let code = code(&image);
        put_points(buffer, words, curve, image.as_ref().map_or(&[], core::slice::from_ref));
        code
    }

    /// The first `bytes` bytes, the input of the precompiled contract at this address → its output; or a code.
    #[must_use]
    pub fn precompile(&self, buffer: &mut StagingBuffer, address: u32, bytes: usize) -> u32 {
        let input = buffer.bytes(bytes);
        let contract = Precompile::at(address.into()).expect("a contract");
        put_bytes(buffer, bytes, contract.run(&self.0, &input))
    }
}

/// A point of the second group with its lines.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Lines {
    point: Point,
    prepared: Prepared,
}

/// Pairs of points of which the pairings are multiplied.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Product {
    pairing: Pairing,
    pairs: Vec<(Point, Prepared)>,
}

#[wasm_bindgen]
impl Product {
    /// P, Q → one pair more; or a code, to which 2^30 is added if it is about Q.
    #[must_use]
    pub fn push(&mut self, buffer: &mut StagingBuffer) -> u32 {
        let (g1, g2) = (self.pairing.g1(), self.pairing.g2());
        let words = [g1, g2].map(point_words);
        let [p, q] = buffer.split(words);
        let (p, prepared) = (g1.checked(point(g1, p)), self.pairing.prepare(&point(g2, q)));
        buffer.put(words[0] + words[1], []);
        match (p, prepared) {
            (Ok(p), Ok(prepared)) => self.pairs.push((p, prepared)),
            (Ok(_), prepared) => return 1 << 30 | code(&prepared),
            (p, _) => return code(&p),
        }
        0
    }

    /// P → one pair more with a prepared Q; or a code.
    #[must_use]
    pub fn push_prepared(&mut self, buffer: &mut StagingBuffer, lines: &Lines) -> u32 {
        let g1 = self.pairing.g1();
        let words = point_words(g1);
        let [p] = buffer.split([words]);
        let p = g1.checked(point(g1, p));
        buffer.put(words, []);
        let code = code(&p);
        self.pairs.extend(p.ok().map(|p| (p, lines.prepared.clone())));
        code
    }

    /// Writes the bytes of the product of all pairings and returns their number.
    #[must_use]
    pub fn value(&self, buffer: &mut StagingBuffer) -> u32 {
        let pairs: Vec<(&Point, &Prepared)> = self.pairs.iter().map(|(p, q)| (p, q)).collect();
        put_bytes(buffer, 0, self.pairing.product_prepared(&pairs).map(|value| value.to_bytes()))
    }
}

#[wasm_bindgen]
impl Lines {
    /// Writes the point into the buffer.
    pub fn point(&self, groups: &Groups, buffer: &mut StagingBuffer) {
        put_points(buffer, 0, groups.0.g2(), core::slice::from_ref(&self.point));
    }
}

/// Tables of the powers of one value.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Powers(GtFixedBase);

#[wasm_bindgen]
impl Powers {
    /// Memory of the tables.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.table_bytes()
    }

    /// A scalar of `scalar` words → the bytes of the power, whose number it returns. Constant time.
    #[must_use]
    pub fn pow(&self, buffer: &mut StagingBuffer, scalar: usize) -> u32 {
        let [k] = buffer.split([scalar]);
        let bytes = Zeroizing::new(self.0.pow(k).to_bytes());
        buffer.put(scalar, []);
        buffer.put_bytes(&bytes);
        bytes.len() as u32
    }
}
