//! R mod m and R² mod m: by doublings of a power of two, then by squarings where these are faster.

use modexp_group::group::aligned;
use modexp_kernels::erased::ErasedKernel;
use modexp_limbs::buffer::Buffer;
use modexp_limbs::limb;
use modexp_limbs::shift::ModularShift;

/// one = R mod m, below m, and rr = R² mod m, in range; `m` has each lane's modulus with a zero limb above.
pub(super) fn powers_of_r(kernel: &dyn ErasedKernel, m: &[u64], one: &mut [u64], rr: &mut [u64]) {
    powers_by(doublings_and_squarings(kernel.r_bits()), kernel, m, one, rr);
}

/// [`powers_of_r`] by the given numbers of doublings and squarings.
fn powers_by((start, steps): (usize, u32), kernel: &dyn ErasedKernel, m: &[u64], one: &mut [u64], rr: &mut [u64]) {
    let words = kernel.words();
    let r_bits = kernel.r_bits();
    let limbs_of_lane = m.len() / kernel.lanes();
    let limbs = limbs_of_lane.max(r_bits / 64 + 1);
    let mut room = Buffer::new(2 * aligned(words) + aligned(limbs) + kernel.scratch_words());
    let (both, rest) = room.split_at_mut(2 * aligned(words));
    let [acc, tmp] = elements(both, words);
    let (integer, scratch) = rest.split_at_mut(aligned(limbs));

    // one = R mod m and rr = 2^start·R mod m, by doublings of 2^(bits − 1) < m
    for (lane, m) in m.chunks_exact(limbs_of_lane).enumerate() {
        let shift = ModularShift::new(m);
        let bits = limb::bit_len(m);
        let x = &mut integer[..m.len()];
        x.fill(0);
        x[(bits - 1) / 64] = 1 << ((bits - 1) % 64);
        shift.apply(x, r_bits + 1 - bits);
        kernel.from_limbs(one, x, lane);
        shift.apply(x, start);
        kernel.from_limbs(rr, x, lane);
    }

    // rr = 2^(start·2^steps)·R mod m
    kernel.step(rr, steps.into(), tmp, scratch);
    let rest = 2 * r_bits - (start << steps);
    if rest != r_bits {
        // a product by 2^rest, as a plain number, makes it R²: rr < 4m and 2^rest < R/4 keep the product below R·m
        integer.fill(0);
        integer[rest / 64] = 1 << (rest % 64);
        for lane in 0..kernel.lanes() {
            kernel.from_limbs(tmp, integer, lane);
        }
        acc.copy_from_slice(rr);
        kernel.mul(rr, acc, tmp, scratch);
    }
}

/// Returns the fastest (start, steps) with start·2^steps equal to `r_bits`, or above it by at least 3. It takes `start`
/// doublings, `steps` squarings, and a product if start·2^steps is not `r_bits`.
fn doublings_and_squarings(r_bits: usize) -> (usize, u32) {
    // in WebAssembly a square takes the time of 150 doublings at 1024 bits, 250 at 2048 and 460 at 4096
    let square = 50 + r_bits / 10;
    let mut best = (r_bits, 0);
    let mut least = r_bits;
    for steps in 1..usize::BITS - (r_bits / 64).leading_zeros() {
        let exact = r_bits.trailing_zeros() >= steps;
        let start = if exact { r_bits >> steps } else { (r_bits + 3).div_ceil(1 << steps) };
        let cost = start + square * steps as usize + if exact { 0 } else { 3 * square / 2 };
        if cost < least {
            (best, least) = ((start, steps), cost);
        }
    }
    best
}

/// Cuts N·[`aligned`]\(words) words into N elements of `words` words. They are aligned to cache lines if `room` is.
pub(super) fn elements<const N: usize>(room: &mut [u64], words: usize) -> [&mut [u64]; N] {
    let mut rooms = room.chunks_exact_mut(aligned(words));
    core::array::from_fn(|_| match rooms.next() {
        Some(element) => &mut element[..words],
        None => &mut [],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use alloc::vec::Vec;
    use modexp_kernels::backend::Backend;
    use num_bigint::BigUint;

    #[test]
    fn r_squared_is_the_same_by_any_doublings_and_squarings() {
        for backend in Backend::available() {
            for limbs in [1, 6, 16, 17] {
                let mut m = vec![u64::MAX - 58; limbs];
                let kernel = backend.erased(&vec![m.as_slice(); backend.lanes()], 64 * limbs).expect("odd");
                let r_bits = kernel.r_bits();
                let residue = BigUint::from_bytes_le(&m.iter().flat_map(|limb| limb.to_le_bytes()).collect::<Vec<_>>());
                let expected = (BigUint::from(1u8) << (2 * r_bits)) % &residue;
                m.push(0);
                let moduli = m.repeat(backend.lanes());
                // the other plans need elements that hold all numbers below R
                let others = if kernel.capacity() == r_bits { 1..5 } else { 0..0 };
                let others = others.map(|steps| ((r_bits + 3).div_ceil(1 << steps), steps));
                for plan in others.chain([doublings_and_squarings(r_bits)]) {
                    let mut constants = Buffer::new(2 * aligned(kernel.words()));
                    let [one, rr] = elements(&mut constants, kernel.words());
                    powers_by(plan, kernel.as_ref(), &moduli, one, rr);
                    for lane in 0..backend.lanes() {
                        kernel.to_limbs(&mut m, rr, lane);
                        let found = m.iter().rev().fold(BigUint::ZERO, |x, &limb| (x << 64) + limb) % &residue;
                        assert_eq!(found, expected, "{backend:?} {limbs} {plan:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn r_squared_takes_few_doublings() {
        // start·2^steps is r_bits, or at least 3 above
        for (r_bits, start, steps) in [
            (256, 128, 1),
            (312, 156, 1),
            // one below a multiple of four
            (435, 435, 0),
            (459, 116, 2),
            (551, 139, 2),
            (663, 167, 2),
            (512, 128, 2),
            (1040, 260, 2),
            (2048, 256, 3),
            (2132, 533, 2),
            (3120, 390, 3),
            (4160, 520, 3),
            (8192, 1024, 3),
            (65_541, 8193, 3),
        ] {
            assert_eq!(doublings_and_squarings(r_bits), (start, steps), "{r_bits}");
        }
    }
}
