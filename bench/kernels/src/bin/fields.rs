//! Prints the time of a fixed-width field's operations, by backend and limbs, in a chain and independent:
//! `cargo run --release -p modexp-bench-kernels --bin fields`. Times are medians of short interleaved rounds, per residue.

use modexp_bench_kernels::{median, race};
use modexp_fields::prime::{FieldOps, Params, Portable, SquareRoot};
use std::hint::black_box;
use std::time::{Duration, Instant};

const ROUNDS: usize = 501;
/// Independent elements side by side.
const SIDE: usize = 8;

/// An operation on independent elements: the first `SIDE` are read and written.
type Operation<'a> = (&'static str, usize, Box<dyn FnMut(usize) + 'a>);

fn main() {
    println!("ns per operation and residue (median of {ROUNDS} interleaved rounds)");
    sizes::<3>();
    sizes::<4>();
    sizes::<6>();
    sizes::<8>();
    sizes::<10>();
}

/// Times the fields of N limbs on every backend of this machine.
fn sizes<const N: usize>() {
    let mut p = [u64::MAX; N];
    p[0] -= 158;
    p[N - 1] -= p[N - 1] / 4;
    if N == 4 {
        // MIRACL's prime of 256 bits, for roots and inverses
        p = core::array::from_fn(|i| {
            [0xf52d_1b1e_8194_748b, 0x9b3d_ccf0_ce58_0705, 0xaf30_597f_10b7_bfac, 0xfef7_8369_de60_b5a5][i % 4]
        });
    }
    let params = Params::new(&p).expect("an odd number");
    table::<_, N>("portable", &Portable::new(params));
    #[cfg(target_arch = "x86_64")]
    {
        use modexp_fields::prime::Eight;
        use modexp_fields::prime::x86_64::{Adx, Ifma};
        if let Some(field) = Adx::detect(params) {
            table::<_, N>("adx", &field);
        }
        if let Some(vectors) = Ifma::detect() {
            match N {
                3 => eight(Eight::<_, N, 4>::new(vectors, params)),
                4 => eight(Eight::<_, N, 5>::new(vectors, params)),
                6 => eight(Eight::<_, N, 8>::new(vectors, params)),
                8 => eight(Eight::<_, N, 10>::new(vectors, params)),
                _ => eight(Eight::<_, N, 13>::new(vectors, params)),
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
fn eight<const N: usize, const D: usize>(
    field: Option<modexp_fields::prime::Eight<modexp_fields::prime::x86_64::Ifma, N, D>>,
) {
    if let Some(field) = field {
        table::<_, N>("ifma x 8", &field);
    }
}

fn table<F: FieldOps, const N: usize>(name: &str, field: &F) {
    let mut limbs = [0x5555_5555_1234_5678; N];
    limbs[N - 1] >>= 1;
    let x = field.from_limbs(&[&limbs]);
    let y = field.sqr(&x);
    let start: [F::Element; SIDE] = core::array::from_fn(|_| y);

    let mut operations: Vec<Operation> = Vec::new();
    macro_rules! operation {
        ($name:literal, $weight:expr, |$a:ident| $result:expr) => {
            // one after the other
            operations.push((
                concat!($name, ", chain"),
                $weight,
                Box::new(move |count| {
                    let mut $a = y;
                    for _ in 0..count {
                        $a = $result;
                    }
                    black_box($a);
                }),
            ));
            operations.push((
                $name,
                $weight,
                Box::new(move |count| {
                    let mut elements = start;
                    for _ in 0..count / SIDE {
                        for element in &mut elements {
                            let $a = *element;
                            *element = $result;
                        }
                    }
                    black_box(elements);
                }),
            ));
        };
    }
    let x = &x;
    operation!("mul", 1, |a| field.mul(&a, x));
    operation!("sqr", 1, |a| field.sqr(&a));
    operation!("add", 1, |a| field.add(&a, x));
    operation!("sub", 1, |a| field.sub(&a, x));
    operation!("mul_wide + redc", 1, |a| field.redc(&field.mul_wide(&a, x)));
    operations.push((
        "invert",
        100,
        Box::new(move |count| {
            for _ in 0..count {
                black_box(field.invert(x));
            }
        }),
    ));
    let root = (N == 4).then(|| SquareRoot::new(field)).flatten();
    if let Some(root) = root {
        operations.push((
            "sqrt",
            500,
            Box::new(move |count| {
                for _ in 0..count {
                    black_box(root.sqrt(field, x));
                }
            }),
        ));
    }

    let times = race(operations.len(), ROUNDS..=ROUNDS, Duration::MAX, |i| {
        let (_, weight, run) = &mut operations[i];
        let count = (800 / *weight).next_multiple_of(SIDE);
        let start = Instant::now();
        run(count);
        start.elapsed().as_secs_f64() * 1e9 / (count * F::LANES) as f64
    });
    for ((operation, ..), times) in operations.iter().zip(times) {
        println!("{N:>3} limbs {name:>9} {operation:>16} {:>9.1}", median(&times));
    }
}
