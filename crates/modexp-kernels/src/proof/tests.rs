//! The rules of the domain against numbers: for random inputs, what the operations compute satisfies all three facts.

use super::element::Element;
use super::random::Random;
use super::residue::Residue;
use super::{Int, Residues, Value, for_each_case};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::vec;
use std::vec::Vec;

/// A number, and what the domain knows of the same operations.
#[derive(Clone, Copy)]
struct Both {
    number: i128,
    value: Value,
}

/// Runs `count` random operations on random inputs of `bits` bits. Each number must be in its interval and divisible by 2^grain.
fn operations(random: &mut Random, count: usize, bits: u32) -> Vec<Both> {
    let mut known: Vec<Both> = (0..4)
        .map(|_| {
            let (number, most) = (i128::from(random.word() >> (64 - bits)), Int::two_to(bits) - Int::ONE);
            Both { number, value: Value::input(Int::ZERO, most) }
        })
        .collect();
    for _ in 0..count {
        let pick = |random: &mut Random| known[random.word() as usize % known.len()];
        let (a, b) = (pick(random), pick(random));
        let k = 1 + (random.word() % 20) as u32;
        let factor = random.word() as i128 % 200 - 100;
        let (number, value) = match random.word() % 8 {
            0 => (a.number + b.number, a.value + b.value),
            1 => (a.number - b.number, a.value - b.value),
            2 if a.number.abs().max(b.number.abs()) < 1 << 40 => (a.number * b.number, a.value * b.value),
            3 => (a.number >> k, a.value.quotient(k)),
            4 => (a.number & ((1 << k) - 1), a.value.rest(k)),
            5 => (a.number * factor, a.value.scaled(factor)),
            6 => {
                let k = a.value.grain().min(a.number.trailing_zeros()).min(20);
                (a.number >> k, a.value.shifted_down(k))
            }
            _ => (((a.number + (1 << (k - 1))) >> k) << k, a.value.rounded(k)),
        };
        if number.abs() < 1 << 80 && value.interval().1 < Int::two_to(90) && -Int::two_to(90) < value.interval().0 {
            known.push(Both { number, value });
        }
    }
    known
}

#[test]
fn numbers_are_in_their_intervals() {
    for _ in 0..200 {
        for_each_case(Residues::BLOCK, || {
            for Both { number, value } in operations(&mut Random::new(), 40, 30) {
                let (low, high) = value.interval();
                assert!(low <= number.into() && Int::from(number) <= high, "{number} is not in {low:?} to {high:?}");
                assert!(Int::from(number).trailing_zeros() >= value.grain(), "2^{} divides {number}", value.grain());
            }
        });
    }
}

/// If the domain takes two sums of known numbers for equal, they are equal; and what it takes for a multiple of 2^k is one.
#[test]
fn equal_polynomials_are_equal_numbers_and_zero_residues_are_multiples() {
    for _ in 0..100 {
        for_each_case(Residues::DIGIT, || {
            let known = operations(&mut Random::new(), 30, 12);
            for a in &known {
                for b in &known {
                    let same = a.value.element() == b.value.element();
                    assert!(!same || a.number == b.number, "{} is not {}", a.number, b.number);
                }
            }
        });
        for_each_case(Residues::BLOCK, || {
            for Both { number, value } in operations(&mut Random::new(), 10, 12) {
                for k in [1, 5, 20] {
                    assert!(
                        !value.residue().is_multiple(k) || number % (1 << k) == 0,
                        "2^{k} does not divide {number}"
                    );
                }
            }
        });
    }
}

#[test]
fn what_is_equal_for_all_inputs_is_seen() {
    for_each_case(Residues::DIGIT, || {
        let [a, b] = [0; 2].map(|_| Value::input(Int::from(-100_i128), Int::two_to(60)));
        assert_eq!(((a + b) * (a - b)).element(), (a * a - b * b).element());
        assert_ne!(((a + b) * (a - b)).element(), (a * a + b * b).element());
        let (quotient, rest) = ((a * b).quotient(64), (a * b).rest(64));
        assert_eq!((quotient.scaled(Int::two_to(64)) + rest).element(), (a * b).element());
        assert_ne!((quotient.scaled(Int::two_to(63)) + rest).element(), (a * b).element());
        assert_eq!(a - (a - b), b, "terms that cancel");

        // x² + x is even for every integer, but not as a polynomial; 2x has all coefficients even
        assert!(!(a * a + a).residue().is_multiple(1) && a.scaled(6_i128).residue().is_multiple(1));
        assert!(!a.scaled(6_i128).residue().is_multiple(2));
        assert_eq!(a.scaled(Int::two_to(64)).rest(64), Value::default());
    });
}

/// The form of the upper bits of a digit gives a wider interval than the domain knows.
#[test]
fn a_multiple_is_in_the_multiple_of_the_interval() {
    for_each_case(Residues::DIGIT, || {
        let x = Value::input(Int::ZERO, Int::two_to(120));
        let upper = x.quotient(40);
        let above = x.rest(58).quotient(40);
        assert_eq!(above, upper - x.quotient(58).scaled(Int::two_to(18)));
        let most = Int::two_to(18) - Int::ONE;
        for factor in [Int::two_to(64), Int::from(-3_i128), Int::from(-1_i128)] {
            let (low, high) = above.scaled(factor).interval();
            assert_eq!((low, high), (Int::ZERO.min(most * factor), Int::ZERO.max(most * factor)));
            let quarter = above.scaled(factor * Int::two_to(2)).shifted_down(2);
            assert_eq!(quarter.interval(), (low, high));
        }
        assert_eq!((above + above).interval(), (Int::ZERO, most + most));
    });
}

#[test]
fn a_quotient_of_a_quotient_is_one() {
    for_each_case(Residues::DIGIT, || {
        let x = Value::input(Int::ZERO, Int::two_to(64));
        let y = x.quotient(7);
        assert_eq!(y.quotient(51), x.quotient(58));
        assert_eq!((y.rest(51).scaled(128_i128) + x.rest(7)).element(), x.rest(58).element());
        assert_eq!(y.rest(51).interval(), (Int::ZERO, Int::two_to(51) - Int::ONE));
        let whole = Value::input(Int::ZERO, Int::two_to(30)).scaled(Int::two_to(20)).quotient(7);
        assert_eq!(whole.rest(13), Value::default());
    });
}

/// The nearest integer of a tie is the even one.
#[test]
fn a_tie_is_rounded_to_either_side() {
    for_each_case(Residues::DIGIT, || {
        let (low, _) = Value::input(Int::two_to(49), Int::two_to(52)).rounded(50).interval();
        assert_eq!(low, Int::ZERO);
    });
}

/// Montgomery's quotient makes a sum divisible, and a quotient of one more does not.
#[test]
fn a_quotient_clears_its_digit() {
    for_each_case(Residues::DIGIT, || {
        let most = Int::two_to(64) - Int::ONE;
        let [x, m] = [0; 2].map(|_| Value::input(Int::ZERO, most));
        let mut inverse = Residue::zero(1);
        inverse.add_multiple(&m.residue().inverse(), Int::from(-1_i128));
        let inverse = Value::known(Int::ZERO, most, Element::random(&mut Random::new()), Some(inverse));
        let q = (x * inverse).rest(64);
        assert_eq!((x + q * m).rest(64), Value::default());
        assert_ne!((x + (q + Value::constant(1_i128)) * m).rest(64), Value::default());
        assert_eq!(((x + q * m).quotient(64).scaled(Int::two_to(64))).element(), (x + q * m).element());
    });
}

#[test]
fn a_choice_is_a_run_for_each_answer() {
    let answers = std::cell::RefCell::new(vec![]);
    for_each_case(Residues::DIGIT, || {
        let [a, b] = [0; 2].map(|_| Value::input(Int::ZERO, Int::from(100_i128)));
        let below = (a - b).quotient(8).scaled(-1_i128).choose();
        let (low, high) = (a - b).interval();
        assert!(if below { high < Int::ZERO } else { Int::ZERO <= low }, "the run knows its answer");
        answers.borrow_mut().push(below);
    });
    answers.borrow_mut().sort_unstable();
    assert_eq!(answers.take(), [false, true]);
    let constant = || assert!(Value::constant(2_i128).choose());
    assert!(catch_unwind(AssertUnwindSafe(|| for_each_case(Residues::DIGIT, constant))).is_err(), "a choice of 2");
}

#[test]
fn integers_of_256_bits_are_as_those_of_128() {
    let mut random = Random::new();
    for _ in 0..10_000 {
        let [a, b] = [0; 2].map(|_| i128::from(random.word() as i64) >> (random.word() % 64));
        let k = (random.word() % 60) as u32;
        assert_eq!(Int::from(a) + b.into(), Int::from(a + b));
        assert_eq!(Int::from(a) - b.into(), Int::from(a - b));
        assert_eq!(Int::from(a) * b.into(), Int::from(a * b));
        assert_eq!((Int::from(a) << k, Int::from(a) >> k), (Int::from(a << k), Int::from(a >> k)));
        assert_eq!(
            ((Int::from(a) << 190) >> 190, (Int::from(a) << 120) * b.into()),
            (a.into(), Int::from(a * b) << 120)
        );
        assert_eq!(Int::from(a) < b.into(), a < b);
        let element = |x: i128| Element::from(Int::from(x));
        assert_eq!((element(a) * element(b), element(a) - element(b)), (element(a * b), element(a - b)));
    }
    assert_eq!(Element::two_to(200).inverse() * Element::two_to(201), Element::from(Int::two_to(1)));
}
