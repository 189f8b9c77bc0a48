//! The exports of the module for powers.

use crate::{StagingBuffer, list};
use alloc::vec::Vec;
use modexp_core::{Backend, CrtModulus, CrtOptions, Error, FixedBase, FixedBaseOptions, Modulus, WindowPlan};
use wasm_bindgen::prelude::wasm_bindgen;
use zeroize::Zeroizing;

#[cfg(test)]
mod tests;

/// A modulus, prepared. Arguments are counted in words of the [`StagingBuffer`]; results have as many words as the modulus.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Context(Modulus);

#[wasm_bindgen]
impl Context {
    /// Prepares the modulus of `words` words in the buffer; `None` if it is 0.
    #[must_use]
    pub fn prepare(buffer: &mut StagingBuffer, words: usize) -> Option<Self> {
        let [m] = buffer.split([words]);
        let context = Modulus::new(m).ok().map(Self);
        buffer.put(words, []);
        context
    }

    /// base, exponent → base^exponent, constant time in the values; exponent < 2^bits.
    pub fn pow(&self, buffer: &mut StagingBuffer, base: usize, exponent: usize, bits: usize) {
        let [b, e] = buffer.split([base, exponent]);
        let power = Zeroizing::new(self.0.pow_bounded_exp(b, e, bits));
        buffer.put(base + exponent, [power.as_slice()]);
    }

    /// base, exponent → base^exponent, variable time.
    pub fn pow_vartime(&self, buffer: &mut StagingBuffer, base: usize, exponent: usize) {
        let [b, e] = buffer.split([base, exponent]);
        let power = self.0.pow_vartime(b, e);
        buffer.put(base + exponent, [power.as_slice()]);
    }

    /// `count` bases, then `count` exponents, each of the given number of words → the powers in the same order.
    pub fn pow_many(&self, buffer: &mut StagingBuffer, count: usize, base: usize, exponent: usize) {
        let [b, e] = buffer.split([count * base, count * exponent]);
        let powers = self.0.pow_many(&list(b, base), &list(e, exponent));
        let powers = Zeroizing::new(powers.unwrap_or_default());
        buffer.put(count * (base + exponent), powers.iter().map(Vec::as_slice));
    }

    /// `count` bases of `base` words, then `count` exponents below 2^bits, each in as many words as that takes → the product
    /// of the powers, constant time in the values unless `vartime`.
    pub fn pow_product(&self, buffer: &mut StagingBuffer, count: usize, base: usize, bits: usize, vartime: bool) {
        let exponent = bits.div_ceil(64);
        let [b, e] = buffer.split([count * base, count * exponent]);
        let (bases, exponents) = (list(b, base), list(e, exponent));
        let product = if vartime {
            self.0.pow_product_vartime(&bases, &exponents)
        } else {
            self.0.pow_product_bounded_exp(&bases, &exponents, bits)
        };
        let product = Zeroizing::new(product.unwrap_or_default());
        buffer.put(count * (base + exponent), [product.as_slice()]);
    }

    /// A base, then `count` exponents of the given number of words → the powers in the same order, constant time in the values
    /// unless `vartime`.
    pub fn pow_each(&self, buffer: &mut StagingBuffer, base: usize, count: usize, exponent: usize, vartime: bool) {
        let [b, e] = buffer.split([base, count * exponent]);
        let exponents = list(e, exponent);
        let powers = if vartime { self.0.pow_each_vartime(b, &exponents) } else { self.0.pow_each(b, &exponents) };
        let powers = Zeroizing::new(powers);
        buffer.put(base + count * exponent, powers.iter().map(Vec::as_slice));
    }

    /// a → a^(2^count).
    pub fn square_repeated(&self, buffer: &mut StagingBuffer, a: usize, count: u64) {
        let [x] = buffer.split([a]);
        let power = Zeroizing::new(self.0.square_repeated(x, count));
        buffer.put(a, [power.as_slice()]);
    }

    /// g → tables of its powers, for exponents of up to `bits` bits, in `bytes` bytes, or in
    /// the usual number for 0; `None` if there is no memory for them.
    #[must_use]
    pub fn fixed_base(&self, buffer: &mut StagingBuffer, g: usize, bits: usize, bytes: usize) -> Option<Tables> {
        let [base] = buffer.split([g]);
        let options = FixedBaseOptions::new(bits).with_table_bytes((bytes > 0).then_some(bytes));
        let tables = self.0.fixed_base(base, options).ok().map(Tables);
        buffer.put(g, []);
        tables
    }

    /// a → a⁻¹; false if a has no inverse.
    pub fn inverse(&self, buffer: &mut StagingBuffer, a: usize) -> bool {
        let [x] = buffer.split([a]);
        let inverse = self.0.inverse(x).map(Zeroizing::new);
        buffer.put(a, inverse.iter().map(|inverse| inverse.as_slice()));
        inverse.is_ok()
    }

    /// `count` numbers of `a` words → their inverses in the same order; false if one has none.
    pub fn inverse_many(&self, buffer: &mut StagingBuffer, count: usize, a: usize) -> bool {
        let [x] = buffer.split([count * a]);
        let inverses = self.0.inverse_many(&list(x, a)).map(Zeroizing::new);
        buffer.put(count * a, inverses.iter().flat_map(|inverses| inverses.iter().map(Vec::as_slice)));
        inverses.is_ok()
    }

    /// The plan of `pow` for exponents of `bits` bits, or the most expensive one of `pow_vartime`: its method (0 for fixed windows, 1 for
    /// sliding ones, 2 for digits), window, squarings and multiplications.
    pub fn plan(&self, buffer: &mut StagingBuffer, bits: usize, vartime: bool) {
        let plan = if vartime { WindowPlan::vartime_most(bits) } else { self.0.plan(bits) };
        let words = [plan.method as usize, plan.window as usize, plan.squarings, plan.multiplications];
        buffer.put(0, [words.map(|word| word as u64).as_slice()]);
    }
}

/// Tables of the powers of one base. Exponents that are too long give false.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Tables(FixedBase);

#[wasm_bindgen]
impl Tables {
    /// The tables that `save` wrote, from the first `bytes` bytes of the buffer; `None` if they are not what it wrote.
    #[must_use]
    pub fn load(buffer: &mut StagingBuffer, bytes: usize) -> Option<Self> {
        let saved = buffer.bytes(bytes);
        buffer.put(bytes.div_ceil(8), []);
        FixedBase::from_bytes(&saved).ok().map(Self)
    }

    /// Writes the tables into the buffer and returns how many bytes they are.
    #[must_use]
    pub fn save(&self, buffer: &mut StagingBuffer) -> usize {
        let bytes = Zeroizing::new(self.0.to_bytes());
        buffer.put_bytes(&bytes);
        bytes.len()
    }

    /// Memory of the tables.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.table_bytes()
    }

    /// exponent → g^exponent, constant time in the value.
    pub fn pow(&self, buffer: &mut StagingBuffer, exponent: usize) -> bool {
        let [e] = buffer.split([exponent]);
        let power = self.0.pow(e).map(Zeroizing::new);
        buffer.put(exponent, power.iter().map(|power| power.as_slice()));
        power.is_ok()
    }

    /// exponent → g^exponent, variable time.
    pub fn pow_vartime(&self, buffer: &mut StagingBuffer, exponent: usize) -> bool {
        let [e] = buffer.split([exponent]);
        let power = self.0.pow_vartime(e);
        buffer.put(exponent, power.iter().map(Vec::as_slice));
        power.is_ok()
    }

    /// `count` exponents of the given number of words → the powers in the same order.
    pub fn pow_many(&self, buffer: &mut StagingBuffer, count: usize, exponent: usize) -> bool {
        let [e] = buffer.split([count * exponent]);
        let powers = self.0.pow_many(&list(e, exponent)).map(Zeroizing::new);
        buffer.put(count * exponent, powers.iter().flat_map(|powers| powers.iter().map(Vec::as_slice)));
        powers.is_ok()
    }
}

/// A product of primes. Results that do not verify give false.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Primes(CrtModulus);

#[wasm_bindgen]
impl Primes {
    /// `count` primes of the given number of words, then their product to `power` → that product, prepared; `None` if it is a
    /// different one, or unless they are different odd primes, which is not tested if they are `trusted`.
    #[must_use]
    pub fn prepare(
        buffer: &mut StagingBuffer,
        count: usize,
        words: usize,
        product: usize,
        power: u32,
        trusted: bool,
    ) -> Option<Self> {
        let [p, n] = buffer.split([count * words, product]);
        let options = CrtOptions::new().with_power(power).with_modulus(n);
        let options = if trusted { options.trusted() } else { options };
        let primes = CrtModulus::with_options(&list(p, words), options).ok().map(Self);
        buffer.put(count * words + product, []);
        primes
    }

    /// base, exponent → base^exponent, constant time in the values.
    pub fn pow(&self, buffer: &mut StagingBuffer, base: usize, exponent: usize) -> bool {
        let [b, e] = buffer.split([base, exponent]);
        let power = self.0.pow(b, e).map(Zeroizing::new);
        buffer.put(base + exponent, power.iter().map(|power| power.as_slice()));
        power.is_ok()
    }

    /// c, d → c^d for a private exponent d, verified by its public exponent. 0 if there is a result; 1 if d is the inverse of
    /// no public exponent, 3 if the result did not verify.
    pub fn private_key_op(&self, buffer: &mut StagingBuffer, c: usize, d: usize) -> u32 {
        let [base, exponent] = buffer.split([c, d]);
        let power = self.0.private_key_op(base, exponent).map(Zeroizing::new);
        buffer.put(c + d, power.iter().map(|power| power.as_slice()));
        code(&power)
    }

    /// c, d, random → the same, computed on c·random^e. As `private_key_op`, or 2 if `random` has no inverse.
    pub fn private_key_op_blinded(&self, buffer: &mut StagingBuffer, c: usize, d: usize, random: usize) -> u32 {
        let [base, exponent, r] = buffer.split([c, d, random]);
        let power = self.0.private_key_op_blinded(base, exponent, r).map(Zeroizing::new);
        buffer.put(c + d + random, power.iter().map(|power| power.as_slice()));
        code(&power)
    }
}

/// Returns 0 if a private operation has a result, or a number for its error.
fn code<T>(result: &Result<T, Error>) -> u32 {
    match result {
        Ok(_) => 0,
        Err(Error::NoPublicExponent) => 1,
        Err(Error::NoInverse) => 2,
        Err(_) => 3,
    }
}

/// Writes the name of the kernel for moduli of `bits` bits into the buffer and returns its length in bytes.
#[wasm_bindgen]
#[must_use]
pub fn kernel(buffer: &mut StagingBuffer, bits: usize) -> usize {
    let name = Backend::best_for(bits).name();
    buffer.put_bytes(name.as_bytes());
    name.len()
}
