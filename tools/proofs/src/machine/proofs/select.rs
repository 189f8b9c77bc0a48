//! Table lookups: the entry of each index, for all tables of a length.

use super::call::any;
use crate::machine::{Change, Machine, Word};
use modexp_kernels::kernel::Kernel;
use modexp_kernels::portable::Portable;
use modexp_kernels::proof::{Residues, be_quiet, for_each_case};
use modexp_kernels::testing::assert_not_expected;
use modexp_kernels::x86_64::adx::Adx;
use modexp_kernels::x86_64::fma::Fma;
use modexp_kernels::x86_64::ifma::Vectors;
use modexp_kernels::x86_64::ifma_short::IfmaShort;
use modexp_kernels::x86_64::ifma_x8::IfmaX8;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A lookup in a table of elements.
struct Lookup<K> {
    kernel: K,
    table: Vec<u64>,
    /// An index for each number of an element.
    index: Vec<usize>,
    out: Vec<u64>,
}

/// Where an element has its numbers.
trait Elements: Kernel<Word = u64> + Copy {
    /// Zeros at either end.
    const PAD: usize = 0;

    /// The number that word `i` belongs to.
    fn number(_i: usize) -> usize {
        0
    }
}

impl Elements for Portable<u64> {}
impl Elements for Adx {}
impl Elements for Fma {}
impl Elements for IfmaShort {
    const PAD: usize = 8;
}
impl<const N: usize> Elements for Vectors<N> {
    const PAD: usize = 8;

    fn number(i: usize) -> usize {
        i % 8 * N / 8
    }
}
impl Elements for IfmaX8 {
    fn number(i: usize) -> usize {
        i % 8
    }
}

#[inline(never)]
extern "C" fn select<K: Elements>(lookup: &mut Lookup<K>) {
    lookup.kernel.select(&mut lookup.out, &lookup.table, &lookup.index);
}

/// Looks up an index in any table of `entries` entries of n words, and the next ones for the other numbers. Fails unless the result
/// is from the entry `wanted` and the next ones. Returns the instructions that a change could make wrong.
fn look_up<K: Elements>(
    kernel: K,
    [n, entries]: [usize; 2],
    [index, wanted]: [usize; 2],
    change: Option<(Change, usize)>,
) -> [usize; 5] {
    let events = Cell::new([0; 5]);
    for_each_case(Residues::DIGIT, || {
        let index = (0..K::LANES).map(|number| (index + number) % entries).collect();
        let lookup = Lookup { kernel, table: vec![0; n * entries], index, out: vec![0; n] };
        let is_zero = |i: usize| i < K::PAD || i >= n - K::PAD;
        let word = |i: usize| if is_zero(i % n) { Word::Known(0) } else { Word::Any(any()) };
        let table: Vec<Word> = (0..n * entries).map(word).collect();
        let mut machine = Machine::new(change);
        machine.hide(&lookup.table, &table);
        machine.call(select::<K> as *const () as u64, std::ptr::from_ref(&lookup) as u64);
        let entry = (0..n).map(|i| table[n * ((wanted + K::number(i)) % entries) + i]);
        assert!(machine.words(&lookup.out).into_iter().eq(entry), "entry {:?} of {entries}", lookup.index);
        events.set(machine.events);
    });
    events.get()
}

/// Proves the lookup of each index.
fn prove<K: Elements>(kernel: K, sizes: &[[usize; 2]]) {
    for &[n, entries] in sizes {
        for index in 0..entries {
            look_up(kernel, [n, entries], [index; 2], None);
        }
    }
}

#[test]
fn lookups_give_their_entries() {
    prove(Portable::<u64>::new(), &[[4, 2], [4, 16], [9, 32], [16, 64]]);
    prove(Adx::detect().expect("a CPU with adx"), &[[4, 2], [8, 16], [16, 64]]);
    prove(Fma::detect().expect("a CPU with avx2 and fma"), &[[12, 2], [16, 16], [44, 32]]);
}

#[test]
fn lookups_in_lanes_of_avx_512_give_their_entries() {
    let kernels = (IfmaShort::detect(), Vectors::<1>::detect(), Vectors::<2>::detect(), IfmaX8::detect());
    let (Some(short), Some(one), Some(two), Some(eight)) = kernels else { return assert_not_expected("ifma") };
    let sizes = [[32, 2], [40, 16], [48, 32]];
    prove(short, &sizes);
    prove(one, &sizes);
    prove(two, &sizes);
    prove(eight, &[[48, 2], [80, 16], [160, 32]]);
}

#[test]
fn changed_lookups_are_refused() {
    let kernel = Portable::<u64>::new();
    let is_refused =
        |sizes, wanted, change| catch_unwind(AssertUnwindSafe(|| look_up(kernel, sizes, [1, wanted], change))).is_err();
    let stores = look_up(kernel, [64, 2], [1; 2], None)[Change::Store as usize];
    be_quiet(true);
    // a lost store of another entry has no effect
    let refused = (0..stores).filter(|&store| is_refused([64, 2], 1, Some((Change::Store, store)))).count();
    let others = (0..16).filter(|&wanted| is_refused([4, 16], wanted, None)).count();
    be_quiet(false);
    println!("{refused} of {stores} lost stores refused");
    assert!(refused >= 50 && others == 15, "{refused} {others}");
}
