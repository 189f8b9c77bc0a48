//! Runs of exports with numbers.

use crate::instance::{Ended, Instance, Watch};
use crate::module::Module;
use crate::routine::{Layout, Operation, Routine};
use crate::word::{Word, bytes};
use num_bigint::BigUint;

/// The product or the square of a power modulo m, for operands below `elements`·m: of equal powers, side by side, for a layout of two.
pub fn in_power<'m>(
    module: &'m Module<'m>,
    m: &BigUint,
    layout: Layout,
    operation: Operation,
    elements: u8,
) -> Routine<'m> {
    let run = |watch: &mut Watch| powers(module, m, layout.numbers(), watch);
    Routine::find(run, m, layout, operation, elements).expect("a product in a power")
}

/// Equal powers modulo m, side by side, until the watch ends the run.
pub fn powers<'m>(module: &'m Module<'m>, m: &BigUint, count: usize, watch: &mut Watch) -> Instance<'m> {
    let mut instance = Instance::new(module);
    let power = power(&mut instance, m, &((m >> 1_u8) - 12_345_u32), count, watch);
    assert!(power.is_err(), "no such call in a power");
    instance
}

/// The operation of a product of a scalar and a point of a curve, for operands below `elements`·p, and the prime p.
pub fn in_multiple<'m>(
    module: &'m Module<'m>,
    curve: &str,
    second_group: bool,
    layout: Layout,
    operation: Operation,
    elements: u8,
) -> (Routine<'m>, BigUint) {
    let run = |watch: &mut Watch| {
        let mut instance = Instance::new(module);
        let p = multiple(&mut instance, curve, second_group, watch).0;
        (instance, p)
    };
    let p = run(&mut |_| true).1;
    let routine = Routine::find(|watch| run(watch).0, &p, layout, operation, elements);
    (routine.unwrap_or_else(|| panic!("no {operation:?} of {layout:?} on {curve}")), p)
}

/// The memory that the host and a module share.
struct Buffer {
    handle: u64,
    at: usize,
}

impl Buffer {
    fn new(instance: &mut Instance, words: usize, watch: &mut Watch) -> Result<Self, Ended> {
        let handle = instance.export("stagingbuffer_new", &[], watch)?;
        let at = instance.export("stagingbuffer_reserve", &[handle, words as u64], watch)?;
        Ok(Self { handle, at: at as usize })
    }

    /// Writes numbers of the given numbers of words.
    fn put(&self, instance: &mut Instance, numbers: &[(&BigUint, usize)]) {
        let limbs = numbers.iter().flat_map(|&(x, words)| x.iter_u64_digits().chain(std::iter::repeat(0)).take(words));
        instance.memory.store(self.at, limbs.flat_map(|limb| bytes(Word::Known(limb), 8)));
    }

    fn get(&self, instance: &Instance, first: usize, words: usize) -> BigUint {
        BigUint::from_bytes_le(instance.memory.known(self.at + 8 * first, 8 * words))
    }
}

/// A power of `base` mod m, `count` times, unless the watch ends the run.
fn power(instance: &mut Instance, m: &BigUint, base: &BigUint, count: usize, watch: &mut Watch) -> Result<(), Ended> {
    let words = m.bits().div_ceil(64) as usize;
    let buffer = Buffer::new(instance, 2 * words + 64, watch)?;
    buffer.put(instance, &[(m, words)]);
    let context = instance.export("context_prepare", &[buffer.handle, words as u64], watch)?;
    assert!(context != 0, "a context");
    let exponent = 0xfedc_ba98_7654_3210_u64.into();
    let mut numbers = vec![(base, words); count];
    numbers.resize(2 * count, (&exponent, 1));
    buffer.put(instance, &numbers);
    if count == 1 {
        instance.export("context_pow", &[context, buffer.handle, words as u64, 1, 64], watch)?;
    } else {
        instance.export("context_pow_many", &[context, buffer.handle, count as u64, words as u64, 1], watch)?;
    }
    Ok(())
}

/// The prime of a curve, or of a group of a pairing. Then multiplies the base point, unless the watch ends the run.
fn multiple(
    instance: &mut Instance,
    curve: &str,
    second_group: bool,
    watch: &mut Watch,
) -> (BigUint, Result<(), Ended>) {
    let silent: &mut Watch = &mut |_| false;
    let buffer = Buffer::new(instance, 400, silent).expect("no watch");
    buffer.put(instance, &[(&BigUint::from_bytes_le(curve.as_bytes()), curve.len().div_ceil(8))]);
    let is_pairing = instance.module.exports.contains_key("groups_named");
    let named = if is_pairing { "groups_named" } else { "context_named" };
    let mut context = instance.export(named, &[buffer.handle, curve.len() as u64], silent).expect("no watch");
    if is_pairing && context != 0 {
        let group = if second_group { "groups_g2" } else { "groups_g1" };
        context = instance.export(group, &[context], silent).expect("no watch");
    }
    assert!(context != 0, "the curve {curve}");
    let words = instance.export("context_words", &[context], silent).expect("no watch") as usize;
    instance.export("context_parameters", &[context, buffer.handle], silent).expect("no watch");
    let [p, _, _, order, x, y] = [0, 1, 2, 3, 4, 5].map(|i| buffer.get(instance, i * (words + 1), words + 1));

    let scalar = &order / 3_u8;
    buffer.put(instance, &[(&scalar, words + 1), (&BigUint::from(1_u8), 1), (&x, words), (&y, words)]);
    let end = instance.export("context_msm", &[context, buffer.handle, 1, words as u64 + 1, 0], watch);
    (p, end.map(|code| assert_eq!(code, 0, "a point of {curve}")))
}
