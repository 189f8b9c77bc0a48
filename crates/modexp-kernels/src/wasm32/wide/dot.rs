//! One column of a product: the sum of products of digits, in 128 bits and, if that is too little, what was set aside.

use super::{MASK, RADIX};

/// Products between two times that carries are set aside: 62·(2^61 − 1)² + 2^61 < 2^128.
pub(super) const TURN: usize = 62;

/// A column of products; `ASIDE` if there may be more than 62 of them.
#[derive(Default)]
pub(super) struct Column<const ASIDE: bool> {
    sum: u128,
    /// In units of B.
    aside: u128,
}

impl<const ASIDE: bool> Column<ASIDE> {
    /// Adds `Σ x[i]·y[len−1−i]` over equal lengths.
    #[inline(always)]
    pub(super) fn add_products(&mut self, x: &[u64], y: &[u64]) {
        if !ASIDE {
            self.sum += dot(x, y);
            return;
        }
        let (mut x, mut y) = (x, y);
        while x.len() > TURN {
            let (turn, rest) = x.split_at(TURN);
            let (rest_of_y, turn_of_y) = y.split_at(y.len() - TURN);
            self.sum += dot(turn, turn_of_y);
            self.set_aside();
            (x, y) = (rest, rest_of_y);
        }
        self.sum += dot(x, y);
        self.set_aside();
    }

    /// Adds twice that, for an empty column.
    #[inline(always)]
    pub(super) fn add_doubled(&mut self, x: &[u64], y: &[u64]) {
        self.add_products(x, y);
        self.sum += self.sum;
        self.aside += self.aside;
    }

    #[inline(always)]
    pub(super) fn add_product(&mut self, a: u64, b: u64) {
        self.sum += product(a, b);
    }

    #[inline(always)]
    pub(super) fn add_carry(&mut self, carry: u128) {
        self.sum += carry;
    }

    /// The column modulo B.
    #[inline(always)]
    pub(super) fn digit(&self) -> u64 {
        self.sum as u64 & MASK
    }

    /// What the next column gets from this one.
    #[inline(always)]
    pub(super) fn carry(&self) -> u128 {
        (self.sum >> RADIX) + self.aside
    }

    #[inline(always)]
    fn set_aside(&mut self) {
        self.aside += self.sum >> RADIX;
        self.sum = u128::from(self.sum as u64 & MASK);
    }
}

#[inline(always)]
fn product(a: u64, b: u64) -> u128 {
    u128::from(a) * u128::from(b)
}

/// `Σ x[i]·y[len−1−i]` for up to 62 digits: four products a turn in two sums, so that neither waits for the other.
#[inline(always)]
fn dot(x: &[u64], y: &[u64]) -> u128 {
    assert!(x.len() == y.len());
    let mut count = x.len();
    let (mut even, mut odd) = (0, 0);
    // SAFETY: x and y both have `count` words, `low` being the first of those left of x and `high` the end of those of y.
    unsafe {
        let mut low = x.as_ptr();
        let mut high = y.as_ptr().add(count);
        if count & 1 != 0 {
            high = high.sub(1);
            even = product(*low, *high);
            low = low.add(1);
            count -= 1;
        }
        if count & 2 != 0 {
            high = high.sub(2);
            even += product(*low, *high.add(1));
            odd = product(*low.add(1), *high);
            low = low.add(2);
            count -= 2;
        }
        while count != 0 {
            high = high.sub(4);
            let (x, y) = (&*low.cast::<[u64; 4]>(), &*high.cast::<[u64; 4]>());
            even += product(x[0], y[3]);
            odd += product(x[1], y[2]);
            even += product(x[2], y[1]);
            odd += product(x[3], y[0]);
            low = low.add(4);
            count -= 4;
        }
    }
    even + odd
}
