//! modexp-core: each problem by all suitable functions.

use crate::contender::{Computation, Contender, Time};
use crate::problem::{Kind, Problem};
use modexp_core::{Backend, CrtModulus, FixedBase, FixedBaseOptions, Modulus};
use std::sync::Arc;

/// Sizes of batches.
const BATCHES: [usize; 4] = [2, 4, 8, 16];

/// Above this number of exponent bits, a power without a table takes minutes.
const LONGEST_WITHOUT_TABLE: usize = 1 << 24;

/// Threads that share a table.
const THREADS: [usize; 3] = [1, 2, 4];

type List = Vec<Box<dyn Contender>>;

pub(crate) fn contenders(problem: &Problem) -> List {
    let modulus = Modulus::new(&problem.modulus).expect("a modulus that is not zero");
    let one_power =
        [pow("modexp pow", modulus.clone(), problem), pow_vartime("modexp pow_vartime", modulus.clone(), problem)];
    match problem.kind {
        Kind::Power => one_power.into_iter().chain(powers(&modulus, problem)).collect(),
        Kind::Batch => one_power.into_iter().chain(batches(&modulus, problem)).collect(),
        Kind::Outputs => outputs(&modulus, problem),
        Kind::Product => products(modulus, problem),
        Kind::Fixed if problem.exponent_bits() > LONGEST_WITHOUT_TABLE => fixed(&modulus, problem),
        Kind::Fixed => one_power.into_iter().chain(fixed(&modulus, problem)).collect(),
        Kind::Private => one_power.into_iter().chain([private(problem)]).collect(),
        _ => List::new(),
    }
}

/// Creates a contender with one result.
fn one(
    name: impl Into<String>,
    time: Time,
    problem: &Problem,
    compute: impl Fn(&Problem) -> Vec<u64> + 'static,
) -> Box<dyn Contender> {
    let problem = problem.clone();
    Computation::boxed(name, time, move || compute(&problem), |power| vec![power.clone()])
}

fn pow(name: impl Into<String>, modulus: Modulus, problem: &Problem) -> Box<dyn Contender> {
    let bits = problem.exponent_bits();
    one(name, Time::Constant, problem, move |p| modulus.pow_bounded_exp(&p.bases[0], &p.exponents[0], bits))
}

fn pow_vartime(name: impl Into<String>, modulus: Modulus, problem: &Problem) -> Box<dyn Contender> {
    one(name, Time::Variable, problem, move |p| modulus.pow_vartime(&p.bases[0], &p.exponents[0]))
}

/// Returns contenders on the other backends and for a small base.
fn powers(modulus: &Modulus, problem: &Problem) -> List {
    let mut list = List::new();
    for backend in Backend::available().into_iter().filter(|&backend| backend != modulus.backend()) {
        let modulus = Modulus::with_backend(&problem.modulus, backend).expect("an available backend");
        list.push(pow(format!("modexp pow, {}", backend.name()), modulus.clone(), problem));
        list.push(pow_vartime(format!("modexp pow_vartime, {}", backend.name()), modulus, problem));
    }
    if let [small] = problem.bases[0][..] {
        let modulus = modulus.clone();
        let compute = move |p: &Problem| modulus.pow_small_base(small, &p.exponents[0]);
        list.push(one("modexp pow_small_base", Time::Constant, problem, compute));
    }
    list
}

fn batches(modulus: &Modulus, problem: &Problem) -> List {
    let all = problem.bases.len();
    let sizes = BATCHES.into_iter().filter(|&count| count <= all);
    let many = sizes
        .map(|count| batch(format!("modexp pow_many of {count}, each"), count, modulus, problem, Modulus::pow_many));
    let parallel = format!("modexp pow_many_parallel of {all}, each");
    many.chain([batch(parallel, all, modulus, problem, Modulus::pow_many_parallel)]).collect()
}

type PowMany = fn(&Modulus, &[&[u64]], &[&[u64]]) -> Result<Vec<Vec<u64>>, modexp_core::Error>;

fn batch(name: String, count: usize, modulus: &Modulus, problem: &Problem, many: PowMany) -> Box<dyn Contender> {
    let (modulus, problem) = (modulus.clone(), problem.clone());
    let compute = move || {
        let (bases, exponents) = (slices(&problem.bases[..count]), slices(&problem.exponents[..count]));
        many(&modulus, &bases, &exponents).expect("as many bases as exponents")
    };
    Computation::boxed_each(count, name, Time::Constant, compute, Clone::clone)
}

fn slices(numbers: &[Vec<u64>]) -> Vec<&[u64]> {
    numbers.iter().map(Vec::as_slice).collect()
}

/// Creates a contender with a result for each exponent.
fn each(
    name: impl Into<String>,
    time: Time,
    problem: &Problem,
    compute: impl Fn(&Problem) -> Vec<Vec<u64>> + 'static,
) -> Box<dyn Contender> {
    let problem = problem.clone();
    Computation::boxed(name, time, move || compute(&problem), Clone::clone)
}

fn outputs(modulus: &Modulus, problem: &Problem) -> List {
    let bits = problem.exponent_bits();
    let mut list = List::new();
    let m = modulus.clone();
    list.push(each("modexp pow, one by one", Time::Constant, problem, move |p| {
        p.exponents.iter().map(|exponent| m.pow_bounded_exp(&p.bases[0], exponent, bits)).collect()
    }));
    let m = modulus.clone();
    list.push(each("modexp pow_each", Time::Constant, problem, move |p| {
        m.pow_each(&p.bases[0], &slices(&p.exponents))
    }));
    let m = modulus.clone();
    list.push(each("modexp pow_vartime, one by one", Time::Variable, problem, move |p| {
        p.exponents.iter().map(|exponent| m.pow_vartime(&p.bases[0], exponent)).collect()
    }));
    let m = modulus.clone();
    list.push(each("modexp pow_each_vartime, buckets", Time::Variable, problem, move |p| {
        m.pow_each_vartime(&p.bases[0], &slices(&p.exponents))
    }));
    if problem.table_bytes > 0 {
        list.extend(outputs_by_table(modulus, problem));
    }
    list
}

fn outputs_by_table(modulus: &Modulus, problem: &Problem) -> List {
    let table = Arc::new(table(modulus, problem));
    let kept = Arc::clone(&table);
    let secret = each("modexp FixedBase pow_many", Time::Constant, problem, move |p| {
        kept.pow_many(&slices(&p.exponents)).expect("within the table")
    });
    let by_threads = THREADS.into_iter().map(|threads| {
        let table = Arc::clone(&table);
        let name = format!("modexp FixedBase pow_vartime, threads: {threads}");
        each(name, Time::Variable, problem, move |p| in_threads(threads, &table, &p.exponents))
    });
    [secret].into_iter().chain(by_threads).collect()
}

/// Computes the powers of all exponents, divided among threads.
fn in_threads(threads: usize, table: &FixedBase, exponents: &[Vec<u64>]) -> Vec<Vec<u64>> {
    let power = |exponent: &Vec<u64>| table.pow_vartime(exponent).expect("within the table");
    if threads == 1 {
        return exponents.iter().map(power).collect();
    }
    std::thread::scope(|scope| {
        let shares = exponents.chunks(exponents.len().div_ceil(threads));
        let running: Vec<_> =
            shares.map(|share| scope.spawn(move || share.iter().map(power).collect::<Vec<_>>())).collect();
        running.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    })
}

fn table(modulus: &Modulus, problem: &Problem) -> FixedBase {
    let options = FixedBaseOptions::new(problem.exponent_bits()).with_table_bytes(problem.table_bytes);
    modulus.fixed_base(&problem.bases[0], options).expect("memory for the table")
}

fn products(modulus: Modulus, problem: &Problem) -> List {
    let m = modulus.clone();
    vec![
        one("modexp pow_product", Time::Constant, problem, move |p| {
            m.pow_product(&slices(&p.bases), &slices(&p.exponents)).expect("as many bases as exponents")
        }),
        one("modexp pow_product_vartime", Time::Variable, problem, move |p| {
            modulus.pow_product_vartime(&slices(&p.bases), &slices(&p.exponents)).expect("as many bases as exponents")
        }),
    ]
}

fn fixed(modulus: &Modulus, problem: &Problem) -> List {
    let table = Arc::new(table(modulus, problem));
    let secret = Arc::clone(&table);
    let pow = move |p: &Problem| secret.pow(&p.exponents[0]).expect("within the table");
    let pow_vartime = move |p: &Problem| table.pow_vartime(&p.exponents[0]).expect("within the table");
    vec![
        one("modexp FixedBase pow", Time::Constant, problem, pow),
        one("modexp FixedBase pow_vartime", Time::Variable, problem, pow_vartime),
    ]
}

fn private(problem: &Problem) -> Box<dyn Contender> {
    let crt = CrtModulus::new(&slices(&problem.primes)).expect("two primes");
    one("modexp CrtModulus private_key_op", Time::Constant, problem, move |p| {
        crt.private_key_op(&p.bases[0], &p.exponents[0]).expect("the exponent belongs to a public one")
    })
}
