//! Table lookups: the entry of each index, for all tables of a length.

use super::call::{any, words};
use crate::machine::{Change, Machine};
use modexp_kernels::kernel::Kernel;
use modexp_kernels::portable::Portable;
use modexp_kernels::proof::{Residues, Value, be_quiet, for_each_case};
use modexp_kernels::x86_64::adx::Adx;
use modexp_kernels::x86_64::fma::Fma;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A lookup in a table of elements.
struct Lookup<K> {
    kernel: K,
    table: Vec<u64>,
    index: [usize; 1],
    out: Vec<u64>,
}

#[inline(never)]
extern "C" fn select<K: Kernel<Word = u64> + Copy>(lookup: &mut Lookup<K>) {
    lookup.kernel.select(&mut lookup.out, &lookup.table, &lookup.index);
}

/// Looks up an index in any table of `entries` entries of n words. Fails unless the result is the entry `wanted`. Returns the
/// instructions that a change could make wrong.
fn look_up<K: Kernel<Word = u64> + Copy>(
    kernel: K,
    [n, entries]: [usize; 2],
    [index, wanted]: [usize; 2],
    change: Option<(Change, usize)>,
) -> [usize; 5] {
    let events = Cell::new([0; 5]);
    for_each_case(Residues::DIGIT, || {
        let lookup = Lookup { kernel, table: vec![0; n * entries], index: [index], out: vec![0; n] };
        let table: Vec<Value> = (0..n * entries).map(|_| any()).collect();
        let mut machine = Machine::new(change);
        machine.hide(&lookup.table, &words(&table));
        machine.call(select::<K> as *const () as u64, std::ptr::from_ref(&lookup) as u64);
        assert_eq!(machine.words(&lookup.out), words(&table[n * wanted..][..n]), "entry {index} of {entries}");
        events.set(machine.events);
    });
    events.get()
}

/// Proves the lookup of each index.
fn prove<K: Kernel<Word = u64> + Copy>(kernel: K, sizes: &[[usize; 2]]) {
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
