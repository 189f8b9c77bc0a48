//! Powers of one base by a precomputed comb (Lim and Lee, *More flexible exponentiation with precomputation*, 1994).
//!
//! The exponent is written in `teeth` rows of equal length, and the rows are cut into `tables` blocks of `spacing`
//! columns. For every set of rows, table c holds the product of base^(2^i), where i is the first position of block c in
//! each row of the set. So a column of the exponent selects one entry. A power costs `spacing` − 1 squarings and a
//! product for each column except the first. One block per column (`spacing` 1) is the windowed method: no squarings.

use crate::accumulator::Accumulator;
use crate::digits::{CombDigits, SignedCombDigits};
use crate::group::{Group, Inverses};
use crate::product::{Factors, Tables, product, product_vartime};
use alloc::vec::Vec;
use modexp_limbs::buffer::Buffer;

/// The widest comb considered.
const MAX_TEETH: u32 = 16;

/// The most tables considered for a few powers.
const MAX_TABLES_FOR_FEW: usize = 64;

/// The shape of a comb. It serves exponents of up to `columns · teeth` bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CombShape {
    /// Rows of the exponent, equal to the bits of an index.
    pub teeth: u32,
    /// Columns of the exponent, ⌈bits/teeth⌉.
    pub columns: usize,
    /// Columns that share a table.
    pub spacing: usize,
}

impl CombShape {
    /// Returns the cheapest shape with at most `entries` entries for exponents of `bits` bits, or the smallest shape. A
    /// lookup among 2^teeth entries costs 2^teeth/`scan` products.
    pub fn best(bits: usize, entries: usize, scan: usize) -> Self {
        let shapes = (1..=MAX_TEETH).filter_map(|teeth| {
            let columns = bits.div_ceil(teeth as usize).max(1);
            let tables = (entries >> teeth).min(columns);
            (tables > 0 || teeth == 1).then(|| Self { teeth, columns, spacing: columns.div_ceil(tables.max(1)) })
        });
        let cost = |shape: &Self| (shape.cost(scan), shape.entries());
        shapes.min_by_key(cost).unwrap_or(Self { teeth: 1, columns: bits.max(1), spacing: bits.max(1) })
    }

    /// Returns the cheapest shape for `count` powers of one base. The cost includes the tables.
    pub fn best_for_few(bits: usize, count: usize, scan: usize) -> Self {
        let mut best = Self { teeth: 1, columns: bits.max(1), spacing: bits.max(1) };
        let mut least = best.cost_of_few(count, scan);
        for teeth in 1..=MAX_TEETH {
            let columns = bits.div_ceil(teeth as usize).max(1);
            for tables in 1..=columns.min(MAX_TABLES_FOR_FEW) {
                let shape = Self { teeth, columns, spacing: columns.div_ceil(tables) };
                let cost = shape.cost_of_few(count, scan);
                if cost < least {
                    (best, least) = (shape, cost);
                }
            }
        }
        best
    }

    /// Returns the cost of the tables and `count` powers, in quarters of a product.
    pub fn cost_of_few(&self, count: usize, scan: usize) -> usize {
        let squarings = (self.teeth as usize - 1) * self.columns + (self.tables() - 1) * self.spacing;
        let products = self.tables() * ((1 << self.teeth) - 1 - self.teeth as usize);
        (3 * squarings).saturating_add(4 * products).saturating_add(self.cost(scan).saturating_mul(count))
    }

    /// Returns the cost of a power in quarters of a product. A squaring costs three, a lookup 2^teeth/`scan` products.
    fn cost(&self, scan: usize) -> usize {
        let scanned = self.columns.saturating_mul(4 << self.teeth) / scan.max(1);
        4 * (self.columns - 1) + 3 * (self.spacing - 1) + scanned
    }

    /// Returns the number of blocks. Each has a table of 2^teeth entries.
    pub fn tables(&self) -> usize {
        self.columns.div_ceil(self.spacing)
    }

    /// Returns the number of entries of all tables.
    pub fn entries(&self) -> usize {
        self.tables() << self.teeth
    }

    /// [`CombShape::entries`] of an untrusted shape; `None` if the shape does not serve exponents of `bits` bits.
    pub fn checked_entries(&self, bits: usize) -> Option<usize> {
        let fits = (1..=MAX_TEETH).contains(&self.teeth)
            && self.columns == bits.div_ceil(self.teeth as usize).max(1)
            && (1..=self.columns).contains(&self.spacing);
        if fits { self.tables().checked_mul(1 << self.teeth) } else { None }
    }

    /// Products of a power, with its squarings.
    #[cfg(test)]
    fn products(&self) -> usize {
        self.columns - 1 + self.spacing - 1
    }
}

/// The tables of one base in each lane. They do not hold the group: the caller passes it again.
pub struct Comb {
    shape: CombShape,
    /// Words of a table.
    table_words: usize,
    entries: Buffer<u64>,
}

impl Comb {
    /// Computes the tables: `columns · teeth` steps at most, and at most one product for each entry.
    pub fn new(group: &dyn Group, base: &[u64], shape: CombShape) -> Self {
        let words = group.words();
        let mut entries = Buffer::new(shape.entries() * words);
        let mut power = Accumulator::new(group);
        power.set(base);
        let mut position = 0;
        for row in 0..shape.teeth {
            for table in 0..shape.tables() {
                let at = row as usize * shape.columns + table * shape.spacing;
                power.step((at - position) as u64);
                position = at;
                let entry = (table << shape.teeth | 1 << row) * words;
                entries[entry..entry + words].copy_from_slice(power.value());
            }
        }

        for table in entries.chunks_exact_mut(words << shape.teeth) {
            table[..words].copy_from_slice(group.identity());
            for index in 3_usize..1 << shape.teeth {
                // the entry without the highest row, times the highest row
                let high = 1 << index.ilog2();
                if index != high {
                    let (done, rest) = table.split_at_mut(index * words);
                    let entry = |i: usize| &done[i * words..(i + 1) * words];
                    group.mul(&mut rest[..words], entry(index - high), entry(high), power.scratch());
                }
            }
        }
        let table_words = group.entry_words() << shape.teeth;
        Self { shape, table_words, entries: group.to_entries(entries) }
    }

    /// Creates the comb from saved entries, in the order of [`Comb::entry`].
    pub fn from_entries(group: &dyn Group, shape: CombShape, mut entry: impl FnMut(usize) -> Buffer<u64>) -> Self {
        let words = group.entry_words();
        let mut entries = Buffer::new(shape.entries() * words);
        for (i, place) in entries.chunks_exact_mut(words).enumerate() {
            place.copy_from_slice(&entry(i));
        }
        Self { shape, table_words: words << shape.teeth, entries }
    }

    /// Returns entry `index`, counted table by table; `None` after the last.
    pub fn entry(&self, index: usize) -> Option<&[u64]> {
        self.entries.chunks_exact(self.table_words >> self.shape.teeth).nth(index)
    }

    /// base^exponents\[lane\] in each lane, for exponents of at most `columns · teeth` bits.
    /// Constant time: every lookup reads one whole table, and time depends only on the shape.
    pub fn pow<'g>(&self, group: &'g dyn Group, exponents: &[&[u64]]) -> Accumulator<'g> {
        debug_assert_eq!(exponents.len(), group.lanes());
        let mut acc = Accumulator::new(group);
        product(&mut acc, Tables::Plain(&self.tables()), &self.digits(exponents));
        acc
    }

    /// base^exponent, the same in all lanes. Variable time.
    pub fn pow_vartime<'g>(&self, group: &'g dyn Group, exponent: &[u64]) -> Accumulator<'g> {
        let mut acc = Accumulator::new(group);
        product_vartime(&mut acc, &self.tables(), &mut Factors::new(&self.digits(&[exponent])));
        acc
    }

    fn tables(&self) -> Vec<&[u64]> {
        self.entries.chunks_exact(self.table_words).collect()
    }

    fn digits<'a>(&self, exponents: &'a [&'a [u64]]) -> CombDigits<'a> {
        let CombShape { teeth, columns, spacing } = self.shape;
        CombDigits { exponents, teeth, columns, spacing }
    }
}

/// The tables of one base in a group with inverses: half the entries of a [`Comb`] of the same shape. With
/// [`SignedCombDigits`] only the correction of odd exponents multiplies by the identity.
pub struct SignedComb {
    shape: CombShape,
    /// The entries of each table. Entry 0 is unused.
    tables: Vec<Buffer<u64>>,
}

impl SignedComb {
    /// Computes the tables.
    pub fn new(group: &dyn Inverses, base: &[u64], shape: CombShape) -> Self {
        let CombShape { teeth, columns, spacing } = shape;
        let words = group.words();
        // base^(2^i) for the first position of each table in each row
        let mut powers = Buffer::new(teeth as usize * shape.tables() * words);
        let mut power = Accumulator::new(group);
        power.set(base);
        let mut position = 0;
        for (i, place) in powers.chunks_exact_mut(words).enumerate() {
            let at = i / shape.tables() * columns + i % shape.tables() * spacing;
            power.step((at - position) as u64);
            position = at;
            place.copy_from_slice(power.value());
        }

        let count = 1 << (teeth - 1);
        let mut tables = Vec::with_capacity(shape.tables() + 1);
        for t in 0..shape.tables() {
            let row = |row: usize| &powers[(row * shape.tables() + t) * words..][..words];
            let mut table = Buffer::new((count + 1) * words);
            table[..words].copy_from_slice(group.identity());
            // entry 1 has sign +1 only in the highest row, so it is divided by all other rows; sign +1 in another row
            // multiplies by the square of that row
            let mut first = Accumulator::new(group);
            first.set(row(teeth as usize - 1));
            let mut squares = Buffer::new(words * (teeth as usize - 1));
            for (lower, square) in squares.chunks_exact_mut(words).enumerate() {
                let mut inverse = Buffer::new(words);
                inverse.copy_from_slice(row(lower));
                group.invert(&mut inverse);
                first.mul(&inverse);
                group.sqr(square, row(lower), first.scratch());
            }
            table[words..2 * words].copy_from_slice(first.value());
            for index in 1..count {
                let high = index.ilog2() as usize;
                let (done, rest) = table.split_at_mut((index + 1) * words);
                let without = &done[(index - (1 << high) + 1) * words..][..words];
                group.mul(&mut rest[..words], without, &squares[high * words..][..words], first.scratch());
            }
            tables.push(group.to_entries(table));
        }
        tables.push(Self::correction(group, base));
        Self { shape, tables }
    }

    /// base^exponents\[lane\] in each lane, for exponents of at most `columns · teeth` bits. Constant time.
    pub fn pow<'g>(&self, group: &'g dyn Inverses, exponents: &[&[u64]]) -> Accumulator<'g> {
        debug_assert_eq!(exponents.len(), group.lanes());
        let mut acc = Accumulator::new(group);
        product(&mut acc, Tables::Plain(&self.tables()), &self.digits(exponents));
        acc
    }

    /// base^exponent, the same in all lanes. Variable time.
    pub fn pow_vartime<'g>(&self, group: &'g dyn Inverses, exponent: &[u64]) -> Accumulator<'g> {
        let mut acc = Accumulator::new(group);
        product_vartime(&mut acc, &self.tables(), &mut Factors::new(&self.digits(&[exponent])));
        acc
    }

    /// Creates the comb from saved [`SignedComb::entries`].
    pub fn from_entries<'a>(
        group: &dyn Inverses,
        base: &[u64],
        shape: CombShape,
        entry: impl Fn(usize) -> &'a [u64],
    ) -> Self {
        let (words, count) = (group.entry_words(), 1 << (shape.teeth - 1));
        let table = |t: usize| {
            let mut table = Buffer::new((count + 1) * words);
            for (i, place) in table[words..].chunks_exact_mut(words).enumerate() {
                place.copy_from_slice(entry(t * count + i));
            }
            table
        };
        let mut tables: Vec<_> = (0..shape.tables()).map(table).collect();
        tables.push(Self::correction(group, base));
        Self { shape, tables }
    }

    /// Returns the entries of all tables, half of the shape's number.
    pub fn entries(&self) -> impl Iterator<Item = &[u64]> {
        let made = &self.tables[..self.shape.tables()];
        made.iter().flat_map(|table| {
            let words = table.len() / ((1 << (self.shape.teeth - 1)) + 1);
            table.chunks_exact(words).skip(1)
        })
    }

    /// Returns the shape of the tables.
    pub fn shape(&self) -> CombShape {
        self.shape
    }

    /// Creates the table of the correction for even exponents.
    fn correction(group: &dyn Group, base: &[u64]) -> Buffer<u64> {
        let words = group.words();
        let mut correction = Buffer::new(2 * words);
        correction[..words].copy_from_slice(group.identity());
        correction[words..].copy_from_slice(base);
        group.to_entries(correction)
    }

    fn tables(&self) -> Vec<&[u64]> {
        self.tables.iter().map(|table| &table[..]).collect()
    }

    fn digits<'a>(&self, exponents: &'a [&'a [u64]]) -> SignedCombDigits<'a> {
        let CombShape { teeth, columns, spacing } = self.shape;
        SignedCombDigits { unsigned: CombDigits { exponents, teeth, columns, spacing } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counting::Counting;
    use alloc::vec;
    use modexp_limbs::testing::Random;

    #[test]
    fn comb_makes_the_products_of_its_shape() {
        let mut random = Random(5);
        for bits in [1, 2, 3, 31, 64, 160, 256, 1000, 20_000] {
            for entries in [0, 2, 3, 8, 100, 1000, 4096] {
                for scan in [8, 256, usize::MAX] {
                    let shape = CombShape::best(bits, entries, scan);
                    assert!(shape.entries() <= entries.max(2) && shape.columns * shape.teeth as usize >= bits);
                    let group = Counting::<2>::new();
                    let comb = Comb::new(&group, &[3, 5], shape);
                    let built = group.take().products();
                    assert!(built <= bits + shape.entries() + shape.teeth as usize, "{shape:?}: {built}");
                    let exponents = [random.bits(bits), random.bits(bits.div_ceil(2))];
                    let want =
                        vec![Counting::<2>::reference(3, &exponents[0]), Counting::<2>::reference(5, &exponents[1])];
                    assert_eq!(comb.pow(&group, &[&exponents[0], &exponents[1]]).value(), want, "{shape:?}");
                    let made = group.take();
                    assert_eq!(made.products(), shape.products(), "{shape:?}");
                    let scanned = ((4 * shape.columns) << shape.teeth) / scan;
                    let cost = 3 * made.squarings + 4 * made.multiplications + scanned;
                    assert_eq!(shape.cost(scan), cost, "{shape:?}");
                    assert_eq!(comb.pow_vartime(&group, &exponents[0]).value()[0], want[0], "{shape:?}");
                    assert!(group.take().products() <= shape.products(), "{shape:?}");
                }
            }
        }
    }

    #[test]
    fn no_shape_with_as_many_entries_is_cheaper() {
        for bits in [1, 64, 160, 256] {
            for entries in [2, 8, 100, 1000] {
                for scan in [8, 256, usize::MAX] {
                    let best = CombShape::best(bits, entries, scan);
                    for teeth in 1..=MAX_TEETH {
                        let columns = bits.div_ceil(teeth as usize);
                        let shapes = (1..=columns).map(|spacing| CombShape { teeth, columns, spacing });
                        for shape in shapes.filter(|shape| shape.entries() <= entries) {
                            assert!(best.cost(scan) <= shape.cost(scan), "{shape:?} is cheaper than {best:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn tables_for_few_powers_cost_what_they_are_expected_to() {
        for bits in [1, 31, 160, 256, 2000] {
            for count in [2, 4, 8, 100] {
                for scan in [8, 256, usize::MAX] {
                    let shape = CombShape::best_for_few(bits, count, scan);
                    let group = Counting::<1>::new();
                    Comb::new(&group, &[3], shape);
                    let built = group.take();
                    let cost = 3 * built.squarings + 4 * built.multiplications;
                    assert_eq!(shape.cost_of_few(0, scan), cost, "{shape:?}");
                    assert_eq!(shape.cost_of_few(count, scan), cost + count * shape.cost(scan), "{shape:?}");
                }
            }
        }
    }
}
