//! The calls on the staging buffer of an instance.

use crate::engine::{Module, Running};
use modexp_assurance::cases::{SIZES, number, odd_modulus};
use modexp_assurance::keys::{private_exponent, times};
use modexp_assurance::taint;

/// A call with secrets.
pub struct Call {
    pub what: &'static str,
    pub bits: usize,
    /// Runs the call with random secrets; returns the leaks that the checker saw.
    pub run: fn(&mut Instance<'_>, usize) -> u64,
}

impl Call {
    pub fn name(&self) -> String {
        format!("{}/{}", self.bits, self.what)
    }

    /// Returns the name of the module's kernel for this size, and the leaks.
    pub fn run(&self, module: &Module) -> (String, u64) {
        let mut instance = Instance::new(module);
        let kernel = instance.kernel(self.bits);
        (kernel, (self.run)(&mut instance, self.bits))
    }
}

/// Every call that promises not to depend on its secrets, and at the smallest size one that does depend.
pub fn calls() -> Vec<Call> {
    let mut all = Vec::new();
    for bits in SIZES {
        let mut add = |what, run: fn(&mut Instance<'_>, usize) -> u64| all.push(Call { what, bits, run });
        add("pow", |instance, bits| instance.pow("context_pow", bits));
        add("square_repeated", |instance, bits| {
            let context = instance.context(bits);
            let a = number(bits - 1, &mut instance.random);
            let words = a.len() as u64;
            instance.watch(&[&a], |buffer| ("context_square_repeated", vec![context, buffer, words, 5]))
        });
        add("pow_many", |instance, bits| instance.lists("context_pow_many", bits, 3));
        add("pow_product", |instance, bits| instance.lists("context_pow_product", bits, 2));
        add("pow_each", |instance, bits| instance.pow_each(bits));
        add("fixed_base", |instance, bits| instance.fixed_base(bits));
        add("secret modulus, pow", |instance, bits| instance.secret_modulus(bits));
        if bits == SIZES[0] {
            add("control, pow_vartime", |instance, bits| instance.pow("context_pow_vartime", bits));
        }
    }
    all
}

/// The primes of a key.
pub struct Key<'a> {
    pub p: &'a [u64],
    pub q: &'a [u64],
}

/// c^d with secret c, d and primes of `key`, after a first operation has found the public exponent.
///
/// The secret memory is the memory that differs for `other`, a key of the same sizes.
pub fn private_operation(module: &Module, key: &Key<'_>, other: &Key<'_>) -> (String, u64) {
    let words = 2 * key.p.len() as u64;
    let [(mut instance, primes), (other, _)] = [key, other].map(|key| {
        let mut instance = Instance::new(module);
        let primes = instance.prepare_primes(key);
        let c = number(128 * key.p.len() - 1, &mut instance.random);
        let d = private_exponent(&[key.p, key.q], 1);
        instance.unwatched(&[&c, &d], |buffer| ("primes_private_key_op", vec![primes, buffer, words, words]));
        (instance, primes)
    });
    for (own, others) in instance.running.memory().iter().zip(other.running.memory()) {
        for (own, others) in halves(own).iter().zip(halves(others)) {
            if own != others {
                taint::hide(core::slice::from_ref(own));
            }
        }
    }

    let c = number(128 * key.p.len() - 1, &mut instance.random);
    let d = private_exponent(&[key.p, key.q], 1);
    let arguments = |buffer| ("primes_private_key_op", vec![primes, buffer, words, words]);
    let leaks = instance.watch(&[&c, &d], arguments);
    (instance.kernel(64 * key.p.len()), leaks)
}

/// The two halves of a word in memory.
fn halves(word: &u64) -> &[u32; 2] {
    // SAFETY: the same size, a smaller alignment, and all bit patterns are valid
    unsafe { &*core::ptr::from_ref(word).cast() }
}

/// An instance with a staging buffer.
pub struct Instance<'m> {
    pub running: Running<'m>,
    pub buffer: u64,
    pub random: fastrand::Rng,
}

impl<'m> Instance<'m> {
    pub fn new(module: &'m Module) -> Self {
        let mut running = module.instantiate();
        let buffer = u64::from(running.call("stagingbuffer_new", &[]));
        let mut instance = Self { running, buffer, random: fastrand::Rng::with_seed(1) };
        instance.write(&[]);
        instance
    }

    /// Writes numbers to the staging buffer, and returns the index of their first word in the memory.
    pub fn write(&mut self, numbers: &[&[u64]]) -> usize {
        const ROOM: usize = 1024;
        let words = numbers.concat();
        assert!(words.len() <= ROOM);
        let at = self.running.call("stagingbuffer_reserve", &[self.buffer, ROOM as u64]) as usize / 8;
        self.running.memory_mut()[at..at + words.len()].copy_from_slice(&words);
        at
    }

    /// Calls an export with these numbers in the staging buffer.
    pub fn unwatched(&mut self, numbers: &[&[u64]], call: impl Fn(u64) -> (&'static str, Vec<u64>)) -> u64 {
        self.write(numbers);
        let (name, arguments) = call(self.buffer);
        u64::from(self.running.call(name, &arguments))
    }

    /// Calls an export with secret numbers; returns the leaks that the checker saw. Afterwards all memory is public.
    fn watch(&mut self, numbers: &[&[u64]], call: impl Fn(u64) -> (&'static str, Vec<u64>)) -> u64 {
        self.hide(numbers);
        let (leaks, _) = self.leaks(call);
        self.reveal();
        leaks
    }

    /// Writes secret numbers to the staging buffer; returns the index of their first word in the memory.
    pub fn hide(&mut self, numbers: &[&[u64]]) -> usize {
        let at = self.write(numbers);
        let words = numbers.concat().len();
        taint::hide(&self.running.memory()[at..at + words]);
        at
    }

    /// Declassifies all memory.
    pub fn reveal(&self) {
        taint::reveal(self.running.memory());
    }

    /// Calls an export; returns the leaks that the checker saw, and the result.
    pub fn leaks(&mut self, call: impl Fn(u64) -> (&'static str, Vec<u64>)) -> (u64, u64) {
        let (name, arguments) = call(self.buffer);
        let before = taint::leaks();
        let result = self.running.call(name, &arguments);
        (taint::leaks() - before, u64::from(result))
    }

    /// The name of the kernel for moduli of `bits` bits.
    fn kernel(&mut self, bits: usize) -> String {
        let at = self.write(&[]);
        let length = self.running.call("kernel", &[self.buffer, bits as u64]) as usize;
        let bytes: Vec<u8> = self.running.memory()[at..].iter().take(2).flat_map(|word| word.to_le_bytes()).collect();
        String::from_utf8_lossy(&bytes[..length]).into_owned()
    }

    /// The context of a modulus of `bits` bits.
    fn context(&mut self, bits: usize) -> u64 {
        let m = odd_modulus(bits);
        let words = m.len() as u64;
        self.unwatched(&[&m], |buffer| ("context_prepare", vec![buffer, words]))
    }

    fn prepare_primes(&mut self, key: &Key<'_>) -> u64 {
        let words = key.p.len() as u64;
        let n = times(key.p, key.q);
        let prepare = |buffer| ("primes_prepare", vec![buffer, 2, words, 2 * words, 1, 0]);
        let primes = self.unwatched(&[key.p, key.q, &n], prepare);
        assert!(primes != 0, "primes");
        primes
    }

    /// A base below the modulus and a short exponent: a long one takes the same steps.
    fn base_and_exponent(&mut self, bits: usize) -> [Vec<u64>; 2] {
        let exponent_bits = if bits <= 512 { bits } else { 192 };
        [bits - 1, exponent_bits].map(|bits| number(bits, &mut self.random))
    }

    fn pow(&mut self, name: &'static str, bits: usize) -> u64 {
        let context = self.context(bits);
        let [b, e] = self.base_and_exponent(bits);
        let (base, exponent) = (bits.div_ceil(64) as u64, e.len() as u64);
        self.watch(&[&b, &e], |buffer| {
            let mut arguments = vec![context, buffer, base, exponent];
            // the constant-time call takes a bound
            arguments.extend((name == "context_pow").then_some(64 * exponent));
            (name, arguments)
        })
    }

    fn lists(&mut self, name: &'static str, bits: usize, count: usize) -> u64 {
        let context = self.context(bits);
        let [b, e] = self.base_and_exponent(bits);
        let (base, exponent) = (b.len() as u64, e.len() as u64);
        let numbers = [vec![&b[..]; count], vec![&e[..]; count]].concat();
        self.watch(&numbers, |buffer| {
            let mut arguments = vec![context, buffer, count as u64, base];
            // products take the bits, and 0 for secret values; batches take the words
            if name == "context_pow_product" {
                arguments.extend([64 * exponent, 0]);
            } else {
                arguments.push(exponent);
            }
            (name, arguments)
        })
    }

    fn pow_each(&mut self, bits: usize) -> u64 {
        let context = self.context(bits);
        let [b, e] = self.base_and_exponent(bits);
        let (base, exponent) = (b.len() as u64, e.len() as u64);
        self.watch(&[&b, &e, &e, &e], |buffer| ("context_pow_each", vec![context, buffer, base, 3, exponent, 0]))
    }

    fn fixed_base(&mut self, bits: usize) -> u64 {
        let context = self.context(bits);
        let [b, e] = self.base_and_exponent(bits);
        let (base, exponent) = (b.len() as u64, e.len() as u64);
        let tables =
            self.unwatched(&[&b], |buffer| ("context_fixed_base", vec![context, buffer, base, 64 * exponent, 1 << 15]));
        self.watch(&[&e], |buffer| ("tables_pow", vec![tables, buffer, exponent]))
    }

    /// Only the highest and the lowest word of the modulus are public.
    fn secret_modulus(&mut self, bits: usize) -> u64 {
        let m = odd_modulus(bits);
        let words = m.len();
        let at = self.write(&[&m]);
        taint::hide(&self.running.memory()[at + 1..at + words - 1]);
        let before = taint::leaks();
        let context = u64::from(self.running.call("context_prepare", &[self.buffer, words as u64]));
        let leaks = taint::leaks() - before;
        let [b, e] = self.base_and_exponent(bits);
        let exponent = e.len() as u64;
        leaks
            + self.watch(&[&b, &e], |buffer| {
                ("context_pow", vec![context, buffer, words as u64, exponent, 64 * exponent])
            })
    }
}
