//! Times every method of exponentiation against the plain power, on the library's default backends and on each backend.
//! Prints medians of interleaved runs.
//!
//! `cargo run --release --example ratios [part of a row]`. The argument `crossovers` prints the figures for the choice of a
//! backend.

mod crossovers;
mod random;

use modexp_core::{Backend, CrtModulus, EachMethod, FixedBaseOptions, Modulus};
use random::Random;
use std::hint::black_box;
use std::time::Instant;

/// Returns the median times of the contenders in ms. They run in turn, for about half a second in total.
fn medians(contenders: &mut [&mut dyn FnMut()]) -> Vec<f64> {
    let mut times = vec![Vec::new(); contenders.len()];
    let start = Instant::now();
    while times[0].len() < 5 || (start.elapsed().as_millis() < 500 && times[0].len() < 1001) {
        for (run, times) in contenders.iter_mut().zip(&mut times) {
            let start = Instant::now();
            run();
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
    }
    times
        .iter_mut()
        .map(|times| {
            times.sort_by(f64::total_cmp);
            times[times.len() / 2]
        })
        .collect()
}

struct Table {
    filter: String,
    /// `None` for the fastest backend of each kind.
    backend: Option<Backend>,
}

impl Table {
    fn modulus(&self, m: &[u64]) -> Modulus {
        let m = self.backend.map_or_else(|| Modulus::new(m), |backend| Modulus::with_backend(m, backend));
        m.expect("available, and not zero")
    }

    fn primes(&self, p: &[u64], q: &[u64]) -> CrtModulus {
        let n = match self.backend {
            Some(backend) => CrtModulus::with_backend(&[p, q], backend),
            None => CrtModulus::new(&[p, q]),
        };
        n.expect("primes")
    }

    /// Prints one line: `run` against `scale` times the time of `base`.
    fn row(&self, name: &str, target: &str, scale: f64, mut base: impl FnMut(), mut run: impl FnMut()) {
        let name = format!("{:9} {name}", self.backend.map_or("fastest", Backend::name));
        if name.contains(&self.filter) {
            let times = medians(&mut [&mut base, &mut run]);
            let ratio = times[1] / (scale * times[0]);
            println!("{name:58} {:10.4} ms / {:10.4} ms = {ratio:.3}  {target}", times[1], scale * times[0]);
        }
    }
}

fn slices(numbers: &[Vec<u64>]) -> Vec<&[u64]> {
    numbers.iter().map(Vec::as_slice).collect()
}

fn main() {
    let filter = std::env::args().nth(1).unwrap_or_default();
    if filter == "crossovers" {
        return crossovers::print();
    }
    for backend in [None].into_iter().chain(Backend::available().into_iter().map(Some)) {
        let table = Table { filter: filter.clone(), backend };
        let mut random = Random(1);
        let m = table.modulus(&random.odd(2048));
        products(&table, &mut random);
        fixed_base(&table, &mut random, 2048, 256);
        fixed_base(&table, &mut random, 1024, 160);
        outputs_by_table(&table, &m, &mut random);
        outputs(&table, &m, &mut random);
        shapes(&table, &m, &mut random);
        crt(&table, &mut random, 1024);
        crt(&table, &mut random, 2048);
    }
}

fn shapes(table: &Table, m: &Modulus, random: &mut Random) {
    let (base, exponent) = (random.bits(2048), random.bits(2048));
    let pow = || drop(black_box(m.pow(&base, &exponent)));
    for small in [2, 3, 5, 65_537] {
        table.row(&format!("base {small}, 2048 bits"), "≤ 0.85", 1.0, pow, || {
            drop(black_box(m.pow_small_base(small, &exponent)));
        });
    }
    for small in [3, 65_537] {
        table.row(&format!("exponent {small}, 2048 bits, vartime"), "", 1.0, pow, || {
            drop(black_box(m.pow_vartime(&base, &[small])));
        });
    }
    table.row("pow_vartime, 2048 bits", "≤ 1", 1.0, pow, || drop(black_box(m.pow_vartime(&base, &exponent))));
}

fn crt(table: &Table, random: &mut Random, bits: usize) {
    let mut prime = || {
        let mut p = random.bits(bits);
        let top = p.len() - 1;
        p[top] |= 3 << 62;
        p[0] |= 1;
        loop {
            p[0] += 2;
            let m = Modulus::new(&p).expect("not zero");
            let order: Vec<u64> = [&[p[0] - 1], &p[1..]].concat();
            // 65537 must be a public exponent, and p a probable prime
            let mut one = vec![0; p.len()];
            one[0] = 1;
            if Modulus::new(&order).is_ok_and(|order| order.inverse(&[65_537]).is_ok()) && m.pow(&[2], &order) == one {
                return p;
            }
        }
    };
    let (p, q) = (prime(), prime());
    let n = table.primes(&p, &q);
    let order = |p: &[u64]| Modulus::new(&[&[p[0] - 1], &p[1..]].concat()).expect("not zero");
    // d = e⁻¹ mod p − 1 and mod q − 1, from e⁻¹ mod (p − 1)(q − 1)
    let product = Modulus::new(&times(order(&p).limbs(), order(&q).limbs())).expect("not zero");
    let d = product.inverse(&[65_537]).expect("coprime");
    let c = random.bits(2 * bits);
    let pow = || drop(black_box(n.modulus().pow(&c, &d)));
    table.row(&format!("CRT private operation, {} bits", 2 * bits), "≤ 0.30", 1.0, pow, || {
        drop(black_box(n.private_key_op(&c, &d)));
    });
    table.row(&format!("CRT private operation blinded, {} bits", 2 * bits), "", 1.0, pow, || {
        drop(black_box(n.private_key_op_blinded(&c, &d, &c)));
    });
    table.row(&format!("CRT pow, {} bits", 2 * bits), "≤ 0.30", 1.0, pow, || {
        drop(black_box(n.pow(&c, &d)));
    });
}

/// a·b, schoolbook.
fn times(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut out = vec![0; a.len() + b.len()];
    for (i, &a) in a.iter().enumerate() {
        let mut carry = 0;
        for (j, &b) in b.iter().enumerate() {
            let t = u128::from(a) * u128::from(b) + u128::from(out[i + j]) + carry;
            out[i + j] = u64::try_from(t & u128::from(u64::MAX)).expect("masked");
            carry = t >> 64;
        }
        out[i + b.len()] = u64::try_from(carry).expect("below 2^64");
    }
    out
}

fn outputs(table: &Table, m: &Modulus, random: &mut Random) {
    let g = random.bits(2048);
    for bits in [2000, 20_000, 200_000] {
        for (count, target) in [(2_u8, "≤ 0.62"), (4, "≤ 0.40")] {
            let exponents = random.many(count.into(), bits);
            let exponents = slices(&exponents);
            let pow = || drop(black_box(m.pow(&g, exponents[0])));
            table.row(&format!("outputs: {count} of {bits} bits"), target, count.into(), pow, || {
                drop(black_box(m.pow_each(&g, &exponents)));
            });
            let pow = || drop(black_box(m.pow_vartime(&g, exponents[0])));
            for method in [EachMethod::CommonBits, EachMethod::Buckets] {
                table.row(
                    &format!("outputs: {count} of {bits} bits, {method:?}, vartime"),
                    target,
                    count.into(),
                    pow,
                    || {
                        drop(black_box(m.pow_each_vartime_by(method, &g, &exponents)));
                    },
                );
            }
        }
    }
}

fn fixed_base(table: &Table, random: &mut Random, bits: usize, exponent_bits: usize) {
    let m = table.modulus(&random.odd(bits));
    let (g, e) = (random.bits(bits), random.bits(exponent_bits));
    let options = FixedBaseOptions::new(exponent_bits).with_table_bytes(1 << 20);
    let base = m.fixed_base(&g, options).expect("within limits");
    let pow = || drop(black_box(m.pow_bounded_exp(&g, &e, exponent_bits)));
    table.row(&format!("fixed base {bits}/{exponent_bits}, 1 MiB"), "≤ 0.18", 1.0, pow, || {
        drop(black_box(base.pow(&e)));
    });
    table.row(&format!("fixed base {bits}/{exponent_bits}, 1 MiB, vartime / pow"), "≤ 0.12", 1.0, pow, || {
        drop(black_box(base.pow_vartime(&e)));
    });
}

fn outputs_by_table(table: &Table, m: &Modulus, random: &mut Random) {
    let (g, exponents) = (random.bits(2048), random.many(4, 2000));
    let options = FixedBaseOptions::new(2000).with_table_bytes(16 << 20);
    let base = m.fixed_base(&g, options).expect("within limits");
    let pow = || drop(black_box(m.pow_bounded_exp(&g, &exponents[0], 2000)));
    table.row("four outputs of 2000 bits by table, 16 MiB", "≤ 0.10", 4.0, pow, || {
        drop(black_box(base.pow_many(&slices(&exponents))));
    });
    table.row("four outputs of 2000 bits by table, 16 MiB, vartime", "≤ 0.10", 4.0, pow, || {
        for exponent in &exponents {
            drop(black_box(base.pow_vartime(exponent)));
        }
    });
}

fn products(table: &Table, random: &mut Random) {
    for (bits, exponent_bits, counts) in [(2048, 256, &[2, 4, 16][..]), (1024, 160, &[2])] {
        let m = table.modulus(&random.odd(bits));
        for &count in counts {
            product(table, &m, random, count, exponent_bits, 1);
        }
    }
    let m = table.modulus(&random.odd(2048));
    for count in [8_u16, 16, 32, 64, 256, 1024] {
        product(table, &m, random, count, 256, count);
    }
}

/// Prints the product of `count` powers against `powers` single powers.
fn product(table: &Table, m: &Modulus, random: &mut Random, count: u16, bits: usize, powers: u16) {
    let (bases, exponents) = (random.many(count.into(), m.bit_len()), random.many(count.into(), bits));
    let (bases, exponents) = (slices(&bases), slices(&exponents));
    let target = if powers > 1 { "≤ 0.25" } else { "≤ 1.25" };
    let single = if powers == 1 { "1 power".into() } else { format!("{powers} powers") };
    let name = format!("product of {count} powers, {}/{bits} / {single}", m.bit_len());
    let one = || drop(black_box(m.pow(bases[0], exponents[0])));
    table.row(&name, target, powers.into(), one, || {
        drop(black_box(m.pow_product(&bases, &exponents)));
    });
    let one = || drop(black_box(m.pow_vartime(bases[0], exponents[0])));
    table.row(&format!("{name}, vartime"), target, powers.into(), one, || {
        drop(black_box(m.pow_product_vartime(&bases, &exponents)));
    });
    if count == 2 {
        let constant = || drop(black_box(m.pow_product(&bases, &exponents)));
        table.row(&format!("{name}, vartime / constant time"), "≤ 1", 1.0, constant, || {
            drop(black_box(m.pow_product_vartime(&bases, &exponents)));
        });
    }
}
