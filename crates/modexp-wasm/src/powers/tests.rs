//! Every export, as JavaScript calls it, against `modexp-core`. Results are at the start of the buffer, the rest of the
//! arguments is zeroed, and the words above them do not change.

use super::{Context, Primes, Tables, kernel};
use crate::StagingBuffer;
use modexp_core::{Backend, CrtModulus, CrtOptions, FixedBaseOptions, Modulus, WindowPlan};

const ROOM: usize = 1 << 14;
const ABOVE: u64 = 0x0123_4567_89ab_cdef;

/// 2^127 − 1, a prime. The other numbers are bases and exponents.
const M: [u64; 2] = [u64::MAX, u64::MAX >> 1];
const A: [u64; 2] = [3, 0x1234_5678_9abc_def0];
const B: [u64; 2] = [0xfedc_ba98_7654_3210, 5];
const E: [u64; 3] = [0x1357_9bdf_0246_8ace, 7, 1];
const F: [u64; 3] = [0xffff_0000_ffff_0001, u64::MAX, 3];

/// The primes 2^61 − 1 and 2^31 − 1; their product has two limbs.
const P: u64 = (1 << 61) - 1;
const Q: u64 = (1 << 31) - 1;

fn staged(numbers: &[&[u64]]) -> StagingBuffer {
    let mut words = numbers.concat();
    words.resize(ROOM, ABOVE);
    let mut buffer = StagingBuffer::new();
    buffer.put_bytes(&words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>());
    buffer
}

#[track_caller]
fn assert_staged(buffer: &StagingBuffer, arguments: &[&[u64]], results: &[&[u64]]) {
    let mut want = results.concat();
    want.resize(want.len().max(arguments.concat().len()), 0);
    want.resize(ROOM, ABOVE);
    assert_eq!(words(&buffer.bytes(8 * ROOM)), want);
}

fn words(bytes: &[u8]) -> Vec<u64> {
    bytes.chunks(8).map(|part| part.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))).collect()
}

/// Calls an export with these arguments in the buffer, and checks the buffer after it.
#[track_caller]
fn check<T>(arguments: &[&[u64]], results: &[&[u64]], call: impl FnOnce(&mut StagingBuffer) -> T) -> T {
    let mut buffer = staged(arguments);
    let answer = call(&mut buffer);
    assert_staged(&buffer, arguments, results);
    answer
}

fn context() -> (Context, Modulus) {
    let context = check(&[&M], &[], |buffer| Context::prepare(buffer, 2)).expect("a modulus");
    (context, Modulus::new(&M).expect("a modulus"))
}

#[test]
fn powers() {
    let (context, m) = context();
    assert!(check(&[&[0; 2]], &[], |buffer| Context::prepare(buffer, 2)).is_none());
    let power = m.pow(&A, &E);
    check(&[&A, &E], &[&power], |buffer| context.pow(buffer, 2, 3, 192));
    check(&[&A, &E], &[&power], |buffer| context.pow_vartime(buffer, 2, 3));
    // the call does not read bits of the exponent from 64 up
    check(&[&A, &[E[0], 6]], &[&m.pow(&A, &E[..1])], |buffer| context.pow(buffer, 2, 2, 64));
    let repeated = m.square_repeated(&A, 77);
    check(&[&A], &[&repeated], |buffer| context.square_repeated(buffer, 2, 77));
}

#[test]
fn several_powers() {
    let (context, m) = context();
    let [ae, af, be, bf] = [m.pow(&A, &E), m.pow(&A, &F), m.pow(&B, &E), m.pow(&B, &F)];
    check(&[&A, &B, &B, &E, &E, &F], &[&ae, &be, &bf], |buffer| context.pow_many(buffer, 3, 2, 3));
    for vartime in [false, true] {
        check(&[&A, &E, &F, &E], &[&ae, &af, &ae], |buffer| context.pow_each(buffer, 2, 3, 3, vartime));
        let product = m.pow_product_vartime(&[&A, &B, &B], &[&E, &F, &E]).expect("as many");
        check(&[&A, &B, &B, &E, &F, &E], &[&product], |buffer| context.pow_product(buffer, 3, 2, 192, vartime));
    }
}

#[test]
fn inverses() {
    let (context, m) = context();
    let [a, b] = [m.inverse(&A).expect("prime"), m.inverse(&B).expect("prime")];
    assert!(check(&[&A], &[&a], |buffer| context.inverse(buffer, 2)));
    assert!(!check(&[&M], &[], |buffer| context.inverse(buffer, 2)));
    assert!(check(&[&A, &B, &A], &[&a, &b, &a], |buffer| context.inverse_many(buffer, 3, 2)));
    assert!(!check(&[&A, &M, &B], &[], |buffer| context.inverse_many(buffer, 3, 2)));
}

#[test]
fn plans() {
    let (context, m) = context();
    let words = |plan: WindowPlan| {
        [plan.method as usize, plan.window as usize, plan.squarings, plan.multiplications].map(|word| word as u64)
    };
    check(&[], &[&words(m.plan(500))], |buffer| context.plan(buffer, 500, false));
    check(&[], &[&words(WindowPlan::vartime_most(500))], |buffer| context.plan(buffer, 500, true));
}

#[test]
fn tables() {
    let (context, m) = context();
    let [ae, af] = [m.pow(&A, &E), m.pow(&A, &F)];
    let mut sizes = Vec::new();
    for bytes in [0, 1, 100_000] {
        let tables = check(&[&A], &[], |buffer| context.fixed_base(buffer, 2, 192, bytes)).expect("memory");
        let options = FixedBaseOptions::new(192).with_table_bytes((bytes > 0).then_some(bytes));
        assert_eq!(tables.bytes(), m.fixed_base(&A, options).expect("memory").table_bytes());
        sizes.push(tables.bytes());

        let mut buffer = StagingBuffer::new();
        let length = tables.save(&mut buffer);
        let mut words = words(&buffer.bytes(length));
        assert!(words.len() <= ROOM, "it fits the buffer of a check");
        let loaded = check(&[&words], &[], |buffer| Tables::load(buffer, length)).expect("what was saved");
        words[0] ^= 1;
        assert!(check(&[&words], &[], |buffer| Tables::load(buffer, length)).is_none());

        for tables in [tables, loaded] {
            assert!(check(&[&E], &[&ae], |buffer| tables.pow(buffer, 3)));
            assert!(check(&[&F], &[&af], |buffer| tables.pow_vartime(buffer, 3)));
            assert!(check(&[&E, &F], &[&ae, &af], |buffer| tables.pow_many(buffer, 2, 3)));
            let long = [0, 0, 0, 1];
            assert!(!check(&[&long], &[], |buffer| tables.pow(buffer, 4)));
            assert!(!check(&[&long], &[], |buffer| tables.pow_vartime(buffer, 4)));
            assert!(!check(&[&long, &long], &[], |buffer| tables.pow_many(buffer, 2, 4)));
        }
    }
    assert_eq!(sizes.iter().collect::<std::collections::BTreeSet<_>>().len(), 3);
}

/// d with 17·d = 1 modulo (P − 1)(q − 1).
fn private_exponent(q: u64) -> [u64; 3] {
    let order = u128::from(P - 1) * u128::from(q - 1);
    let d = (1..17).map(|i| 1 + i * order).find(|x| x % 17 == 0).expect("coprime") / 17;
    [d as u64, (d >> 64) as u64, 0]
}

#[test]
fn primes() {
    let of = |list: &[[u64; 2]], n: &[u64], power, trusted| {
        let prepare = |buffer: &mut StagingBuffer| Primes::prepare(buffer, list.len(), 2, n.len(), power, trusted);
        check(&[list.as_flattened(), n], &[], prepare)
    };
    let several = |list: &[[u64; 2]], power, trusted| {
        let primes: Vec<&[u64]> = list.iter().map(|p| p.as_slice()).collect();
        let product = CrtModulus::with_options(&primes, CrtOptions::new().with_power(power).trusted());
        of(list, product.map_or(vec![1], |n| n.modulus().limbs().to_vec()).as_slice(), power, trusted)
    };
    let three = CrtModulus::new(&[&[P], &[Q], &M]).expect("primes").pow(&A, &E).expect("verified");
    let primes = several(&[[P, 0], [Q, 0], M], 1, false).expect("primes");
    assert!(check(&[&A, &E], &[&three], |buffer| primes.pow(buffer, 2, 3)));

    let prepare = |[p, q]: [u64; 2], power, trusted| several(&[[p, 0], [q, 0]], power, trusted);
    assert!(prepare([P, P], 1, true).is_none());
    // a different modulus
    let n = u128::from(P) * u128::from(Q);
    let with = |n: u128| of(&[[P, 0], [Q, 0]], &[n as u64, (n >> 64) as u64], 1, false);
    assert!(with(n).is_some());
    assert!(with(n ^ 4).is_none());
    // composite
    assert!(prepare([P, 49], 1, false).is_none());
    assert!(prepare([P, 49], 1, true).is_some());

    let primes = prepare([P, Q], 1, false).expect("primes");
    let core = CrtModulus::new(&[&[P], &[Q]]).expect("primes");
    assert!(check(&[&A, &E], &[&core.pow(&A, &E).expect("verified")], |buffer| primes.pow(buffer, 2, 3)));
    let squared = prepare([P, Q], 2, false).expect("primes");
    let core_squared = CrtModulus::with_options(&[&[P], &[Q]], CrtOptions::new().with_power(2)).expect("primes");
    let power = core_squared.pow(&A, &E).expect("verified");
    assert!(check(&[&A, &E], &[&power], |buffer| squared.pow(buffer, 2, 3)));

    let d = private_exponent(Q);
    let power = core.private_key_op(&A, &d).expect("a private exponent");
    assert_eq!(check(&[&A, &d], &[&power], |buffer| primes.private_key_op(buffer, 2, 3)), 0);
    assert_eq!(check(&[&A, &d, &B], &[&power], |buffer| primes.private_key_op_blinded(buffer, 2, 3, 2)), 0);
    let even = [2, 0, 0];
    // an even number is not the inverse of a public exponent
    assert_eq!(check(&[&A, &even], &[], |buffer| primes.private_key_op(buffer, 2, 3)), 1);
    assert_eq!(check(&[&A, &even, &B], &[], |buffer| primes.private_key_op_blinded(buffer, 2, 3, 2)), 1);
    assert_eq!(check(&[&A, &d, &[P]], &[], |buffer| primes.private_key_op_blinded(buffer, 2, 3, 1)), 2);
    let (trusted, d) = (prepare([P, 49], 1, true).expect("trusted"), private_exponent(49));
    assert_eq!(check(&[&A, &d], &[], |buffer| trusted.private_key_op(buffer, 2, 3)), 3);
    assert_eq!(check(&[&B, &d, &A], &[], |buffer| trusted.private_key_op_blinded(buffer, 2, 3, 2)), 3);
}

#[test]
fn kernels_have_their_names() {
    for bits in [64, 256, 2048, 100_000] {
        let mut buffer = StagingBuffer::new();
        let length = kernel(&mut buffer, bits);
        assert_eq!(buffer.bytes(length).as_slice(), Backend::best_for(bits).name().as_bytes());
    }
}
