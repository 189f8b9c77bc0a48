//! Plain integers: little-endian slices of 64-bit limbs. Nothing here depends on Montgomery form or instruction sets.
//!
//! Functions without `_vartime` take the same time and touch the same memory for all values of the same lengths.

use crate::word::Word;
use alloc::vec;
use alloc::vec::Vec;
use core::hint::black_box;

/// Returns all ones if `choice` is 1, zero if it is 0. The barrier stops the compiler from turning masks into branches.
pub fn mask(choice: u64) -> u64 {
    black_box(choice).wrapping_neg()
}

/// a + b + carry, and the carry out.
pub fn adc(a: u64, b: u64, carry: u64) -> (u64, u64) {
    let sum = u128::from(a) + u128::from(b) + u128::from(carry);
    (sum as u64, (sum >> 64) as u64)
}

/// a − b − borrow, and the borrow out (0 or 1).
pub fn sbb(a: u64, b: u64, borrow: u64) -> (u64, u64) {
    let (d, under) = a.overflowing_sub(b);
    let (d, again) = d.overflowing_sub(borrow);
    (d, u64::from(under | again))
}

/// acc + a·b + carry as (low, high); it never overflows two limbs.
pub fn mac(acc: u64, a: u64, b: u64, carry: u64) -> (u64, u64) {
    let t = product(a, b) + u128::from(acc) + u128::from(carry);
    (t as u64, (t >> 64) as u64)
}

#[cfg(any(not(target_arch = "wasm32"), modexp_wide))]
fn product(a: u64, b: u64) -> u128 {
    u128::from(a) * u128::from(b)
}

#[cfg(all(target_arch = "wasm32", not(modexp_wide)))]
use product_of_halves as product;

/// a·b. Without wide arithmetic, wasm has no instruction for this product, and the compiler would call a function.
#[cfg(any(test, all(target_arch = "wasm32", not(modexp_wide))))]
fn product_of_halves(a: u64, b: u64) -> u128 {
    const LOW: u64 = u32::MAX as u64;
    let (a1, a0, b1, b0) = (a >> 32, a & LOW, b >> 32, b & LOW);
    let first = a0 * b0;
    let middle = a1 * b0 + (first >> 32);
    let other = a0 * b1 + (middle & LOW);
    let high = a1 * b1 + (middle >> 32) + (other >> 32);
    u128::from(high) << 64 | u128::from(other << 32 | first & LOW)
}

/// Number of significant bits; 0 for zero. Variable time: lengths are public.
pub fn bit_len(a: &[u64]) -> usize {
    a.iter().rposition(|&limb| limb != 0).map_or(0, |i| 64 * i + 64 - a[i].leading_zeros() as usize)
}

/// `a` without its leading zero limbs. Variable time in the length.
pub fn trim(a: &[u64]) -> &[u64] {
    &a[..bit_len(a).div_ceil(64)]
}

/// Number of zero bits below the lowest one bit; the length in bits for zero. Variable time.
pub fn trailing_zeros(a: &[u64]) -> usize {
    a.iter().position(|&limb| limb != 0).map_or(64 * a.len(), |i| 64 * i + a[i].trailing_zeros() as usize)
}

/// The `count` ≤ 64 bits of `a` from bit `offset` up; bits beyond the end read as zero.
pub fn bits_at(a: &[u64], offset: usize, count: u32) -> u64 {
    debug_assert!((1..=64).contains(&count));
    let (i, shift) = (offset / 64, (offset % 64) as u32);
    let limb = |i: usize| a.get(i).copied().unwrap_or(0);
    let low = limb(i) >> shift;
    // a shift by 64 − shift, which may be 64
    let high = limb(i + 1) << 1 << (63 - shift);
    (low | high) & (u64::MAX >> (64 - count))
}

/// a += b·choice for a choice of 0 or 1, and the carry out; equal lengths.
pub fn add_if(a: &mut [u64], b: &[u64], choice: u64) -> u64 {
    debug_assert_eq!(a.len(), b.len());
    let keep = mask(choice);
    let mut carry = 0;
    for (a, &b) in a.iter_mut().zip(b) {
        (*a, carry) = adc(*a, b & keep, carry);
    }
    carry
}

/// a −= b·choice for a choice of 0 or 1, and the borrow out; equal lengths.
pub fn sub_if(a: &mut [u64], b: &[u64], choice: u64) -> u64 {
    debug_assert_eq!(a.len(), b.len());
    let keep = mask(choice);
    let mut borrow = 0;
    for (a, &b) in a.iter_mut().zip(b) {
        (*a, borrow) = sbb(*a, b & keep, borrow);
    }
    borrow
}

/// 1 if a < b, else 0; equal lengths.
pub fn less(a: &[u64], b: &[u64]) -> u64 {
    debug_assert_eq!(a.len(), b.len());
    a.iter().zip(b).fold(0, |borrow, (&a, &b)| sbb(a, b, borrow).1)
}

/// 1 if a is 0, else 0.
pub fn is_zero(a: &[u64]) -> u64 {
    let any = a.iter().fold(0, |any, limb| any | limb);
    (any | any.wrapping_neg()) >> 63 ^ 1
}

/// 1 if a = b, else 0; equal lengths.
pub fn equal(a: &[u64], b: &[u64]) -> u64 {
    debug_assert_eq!(a.len(), b.len());
    is_zero(&[a.iter().zip(b).fold(0, |bits, (a, b)| bits | (a ^ b))])
}

/// a mod m for a + carry·2^(64·len) < 2m.
pub fn reduce_once(a: &mut [u64], m: &[u64], carry: u64) {
    let below = less(a, m) & (1 ^ carry);
    sub_if(a, m, 1 ^ below);
    debug_assert_eq!(less(a, m), 1);
}

/// a = a + b mod m for a, b < m; equal lengths.
pub fn add_mod(a: &mut [u64], b: &[u64], m: &[u64]) {
    let carry = add_if(a, b, 1);
    reduce_once(a, m, carry);
}

/// acc += a·b, and the carry out beyond the top limb of `acc`, which is at least as long as `a`.
pub fn mac_row(acc: &mut [u64], a: &[u64], b: u64) -> u64 {
    debug_assert!(acc.len() >= a.len());
    let (low, high) = acc.split_at_mut(a.len());
    let mut carry = 0;
    for (acc, &a) in low.iter_mut().zip(a) {
        (*acc, carry) = mac(*acc, a, b, carry);
    }
    for acc in high {
        (*acc, carry) = adc(*acc, 0, carry);
    }
    carry
}

/// x = c·x − q·m modulo 2^(64·len) for words c and q below 2^61; equal lengths.
pub fn scale_and_subtract(x: &mut [u64], c: u64, m: &[u64], q: u64) {
    debug_assert!(x.len() == m.len() && c >> 61 == 0 && q >> 61 == 0);
    if cfg!(all(target_arch = "wasm32", not(modexp_wide))) {
        scale_and_subtract_by_halves(x, c, m, q);
    } else {
        scale_and_subtract_by_limbs(x, c, m, q);
    }
}

fn scale_and_subtract_by_limbs(x: &mut [u64], c: u64, m: &[u64], q: u64) {
    // below 2^62 in absolute value, the sum below 2^126
    let mut carry = 0;
    for (x, &m) in x.iter_mut().zip(m) {
        let sum = product(*x, c) as i128 - product(m, q) as i128 + carry;
        *x = sum as u64;
        carry = sum >> 64;
    }
}

/// [`scale_and_subtract`] for machines with an instruction that multiplies only halves of limbs.
fn scale_and_subtract_by_halves(x: &mut [u64], c: u64, m: &[u64], q: u64) {
    const LOW: u64 = u32::MAX as u64;
    let (c1, c0, q1, q0) = (c >> 32, c & LOW, q >> 32, q & LOW);
    // below 2^62 in absolute value
    let mut carry = 0_i64;
    for (x, &m) in x.iter_mut().zip(m) {
        let mut out = 0;
        for half in [0, 32] {
            let (x, m) = (*x >> half & LOW, m >> half & LOW);
            let (plus, minus) = (x * c0, m * q0);
            let sum = carry + (plus & LOW) as i64 - (minus & LOW) as i64;
            out |= (sum as u64 & LOW) << half;
            carry = (sum >> 32) + (x * c1 + (plus >> 32)) as i64 - (m * q1 + (minus >> 32)) as i64;
        }
        *x = out;
    }
}

/// out = a·b, schoolbook; `out` holds a.len() + b.len() limbs.
pub fn mul(out: &mut [u64], a: &[u64], b: &[u64]) {
    debug_assert_eq!(out.len(), a.len() + b.len());
    out.fill(0);
    for (i, &b) in b.iter().enumerate() {
        out[i + a.len()] = mac_row(&mut out[i..i + a.len()], a, b);
    }
}

/// out = a·b mod 2^(64·out.len()).
pub fn mul_low(out: &mut [u64], a: &[u64], b: &[u64]) {
    out.fill(0);
    let n = out.len();
    for (i, &b) in b.iter().enumerate().take(n) {
        let row = &a[..a.len().min(n - i)];
        mac_row(&mut out[i..], row, b);
    }
}

/// a >> bits, without the limbs that become zero.
pub fn shift_right(a: &[u64], bits: usize) -> Vec<u64> {
    bits_between(a, bits, (64 * a.len()).saturating_sub(bits))
}

/// The `count` bits of `a` from bit `offset` up, in ⌈count/64⌉ limbs; bits beyond the end read as zero.
pub fn bits_between(a: &[u64], offset: usize, count: usize) -> Vec<u64> {
    let mut out: Vec<u64> = (0..count.div_ceil(64)).map(|i| bits_at(a, offset + 64 * i, 64)).collect();
    clear_above(&mut out, count);
    out
}

/// Clears bits `bits` and above in the top limb of `a`, which has ⌈bits/64⌉ limbs.
pub fn clear_above(a: &mut [u64], bits: usize) {
    debug_assert_eq!(a.len(), bits.div_ceil(64));
    if let Some(top) = a.last_mut().filter(|_| !bits.is_multiple_of(64)) {
        *top &= (1 << (bits % 64)) - 1;
    }
}

/// `a` as `limbs` limbs, zero-extended; the value fits.
pub fn resize(a: &[u64], limbs: usize) -> Vec<u64> {
    let mut out = vec![0; limbs];
    let n = a.len().min(limbs);
    out[..n].copy_from_slice(&a[..n]);
    debug_assert!(a[n..].iter().all(|&limb| limb == 0));
    out
}

/// a⁻¹ mod 2^64 for odd a.
pub fn inverse_limb(a: u64) -> u64 {
    // 3a ⊕ 2 is right to 5 bits; each Newton step x ← x(2 − ax) doubles them.
    let mut x = a.wrapping_mul(3) ^ 2;
    for _ in 0..4 {
        x = x.wrapping_mul(2u64.wrapping_sub(a.wrapping_mul(x)));
    }
    debug_assert_eq!(a.wrapping_mul(x), 1);
    x
}

/// Big-endian bytes of any length to limbs.
pub fn from_be_bytes(bytes: &[u8]) -> Vec<u64> {
    bytes.rchunks(8).map(|chunk| chunk.iter().fold(0, |limb, &byte| limb << 8 | u64::from(byte))).collect()
}

/// `a` as `len` big-endian bytes; the value fits.
pub fn to_be_bytes(a: &[u64], len: usize) -> Vec<u8> {
    (0..len).rev().map(|i| (a.get(i / 8).copied().unwrap_or(0) >> (8 * (i % 8))) as u8).collect()
}

/// out = entry `index` of `table`. An entry is as long as `out`. Reads the whole table.
///
/// Each pass over the table selects four words (eight in WebAssembly), which stay in registers. A single pass for all
/// words would load and store every word of `out` once per entry.
pub fn select<W: Word>(out: &mut [W], table: &[W], index: usize) {
    let words = out.len();
    match words {
        0..4 => {
            for (i, word) in out.iter_mut().enumerate() {
                [*word] = select_columns(&table[i..], words, index);
            }
        }
        // coordinates of points: one pass, where blocks take two or three; WebAssembly modules are kept small instead
        _ if cfg!(target_arch = "wasm32") => {}
        6 => return out.copy_from_slice(&select_columns::<W, 6>(table, words, index)),
        8 => return out.copy_from_slice(&select_columns::<W, 8>(table, words, index)),
        10 => return out.copy_from_slice(&select_columns::<W, 10>(table, words, index)),
        _ => {}
    }
    if cfg!(target_arch = "wasm32") && words >= 8 {
        select_blocks::<W, 8>(out, table, index);
    } else {
        select_blocks::<W, 4>(out, table, index);
    }
}

/// out\[j] = word j of entry `index[j mod lanes]`. Each lane has its own index. Reads the whole table.
pub fn select_lanes(out: &mut [u64], table: &[u64], index: &[usize]) {
    let lanes = index.len();
    out.fill(0);
    for (i, entry) in table.chunks_exact(out.len()).enumerate() {
        for (lane, &index) in index.iter().enumerate() {
            let mask = u64::mask(i == index);
            for (out, &word) in out.iter_mut().zip(entry).skip(lane).step_by(lanes) {
                *out |= word & mask;
            }
        }
    }
}

/// [`select`] in blocks of N words, for entries of at least N words.
#[inline(always)]
fn select_blocks<W: Word, const N: usize>(out: &mut [W], table: &[W], index: usize) {
    let words = out.len();
    for first in (0..words).step_by(N) {
        // the last block may overlap the block before it
        let first = first.min(words.saturating_sub(N));
        if let Some(block) = out[first..].first_chunk_mut::<N>() {
            *block = select_columns(&table[first..], words, index);
        }
    }
}

/// Returns the first N words of entry `index`. An entry begins every `words` words.
#[inline(always)]
fn select_columns<W: Word, const N: usize>(mut table: &[W], words: usize, index: usize) -> [W; N] {
    let mut out = [W::default(); N];
    let mut i = 0;
    while let Some(entry) = table.first_chunk::<N>() {
        let mask = W::mask(i == index);
        if cfg!(target_arch = "wasm32") {
            // only this form of the loop keeps eight words in registers
            for (out, &word) in out.iter_mut().zip(entry) {
                *out = *out | (word & mask);
            }
        } else {
            out = core::array::from_fn(|j| out[j] | (entry[j] & mask));
        }
        table = table.get(words..).unwrap_or(&[]);
        i += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limbs_and_halves_agree() {
        let largest = (1 << 61) - 1;
        let words = [0, 1, u64::from(u32::MAX), 1 << 32, 0x1234_5678_9abc_def0, u64::MAX - 1, u64::MAX];
        for c in [0, 1, (1 << 32) - 1, 1 << 32, largest] {
            for q in [0, 1, (1 << 32) - 1, 0x0123_4567_89ab_cdef, largest] {
                for i in 0..words.len().pow(3) {
                    let word = |k: u32| words[i / words.len().pow(k) % words.len()];
                    let (x, m) = ([word(0), word(1), word(2), 0], [word(2), word(0), word(1), 0]);
                    let (mut by_limbs, mut by_halves) = (x, x);
                    scale_and_subtract_by_limbs(&mut by_limbs, c, &m, q);
                    scale_and_subtract_by_halves(&mut by_halves, c, &m, q);
                    assert_eq!(by_limbs, by_halves, "{x:x?}·{c:x} − {m:x?}·{q:x}");

                    // the schoolbook method
                    let (mut scaled, mut multiple) = ([0; 5], [0; 5]);
                    mul(&mut scaled, &x, &[c]);
                    mul(&mut multiple, &m, &[q]);
                    sub_if(&mut scaled, &multiple, 1);
                    assert_eq!(by_limbs, scaled[..4]);
                }
            }
        }
    }

    #[test]
    fn entries_of_all_lengths_are_selected() {
        for words in 0..20 {
            for entries in [1, 2, 5, 33] {
                let table: Vec<u32> = (1..=(words * entries) as u32).map(|i| i.wrapping_mul(0x9e37_79b9)).collect();
                for index in 0..entries {
                    let mut out = vec![7; words];
                    select(&mut out, &table, index);
                    assert_eq!(out, table[index * words..(index + 1) * words], "{words} words, {index} of {entries}");
                }
            }
        }
    }

    #[test]
    fn sums_that_carry_out_of_their_limbs_are_reduced() {
        for m in [vec![u64::MAX], vec![1, u64::MAX], vec![u64::MAX - 58, u64::MAX, 1 << 63]] {
            let mut less_one = m.clone();
            less_one[0] -= 1;
            let mut sum = less_one.clone();
            add_mod(&mut sum, &less_one, &m);
            // (m − 1) + (m − 1) is m − 2
            let mut want = m.clone();
            sub_if(&mut want, &resize(&[2], m.len()), 1);
            assert_eq!(sum, want, "{m:x?}");
        }
    }

    #[test]
    fn the_product_of_halves_is_the_product() {
        let halves = [0, 1, 2, 3, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff, 0x1234_5678, 0x9abc_def1];
        let numbers: Vec<u64> = halves.iter().flat_map(|high| halves.map(|low| high << 32 | low)).collect();
        for &a in &numbers {
            for &b in &numbers {
                assert_eq!(product_of_halves(a, b), u128::from(a) * u128::from(b), "{a:x} {b:x}");
            }
        }
    }
}
