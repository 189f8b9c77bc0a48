//! Operations in lanes are right for all primes and operands, and no lane overflows. Nothing crosses lanes, so one lane stands for all.

use super::*;
use modexp_kernels::proof::residue::Residue;
use modexp_kernels::proof::{Element, Int, Interval, Residues, Value, for_each_case, refused_changes};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Lanes that stand for all their values.
#[derive(Clone, Copy, Debug)]
struct AnyLane<const RADIX: u32> {
    /// ⌊R/p⌋, which only estimates of quotients multiply.
    room: Value,
}

/// x, which is in an interval.
fn within(x: Value, (low, high): Interval) -> Value {
    let (from, to) = x.interval();
    assert!(low <= from && to <= high, "{from:?} to {to:?} is outside {low:?} to {high:?}");
    x
}

/// x, which is in a lane with a sign.
fn fits(x: Value) -> Value {
    within(x, (-Int::two_to(63), Int::two_to(63) - Int::ONE))
}

/// The numbers below 2^bits.
fn below(bits: u32) -> Interval {
    (Int::ZERO, Int::two_to(bits) - Int::ONE)
}

impl<const RADIX: u32> AnyLane<RADIX> {
    fn product(a: Value, b: Value) -> Value {
        within(a, below(RADIX)) * within(b, below(RADIX))
    }
}

impl<const RADIX: u32> Vectors for AnyLane<RADIX> {
    type Vector = Value;

    const RADIX: u32 = RADIX;

    fn vectorize<T>(self, f: impl FnOnce() -> T) -> T {
        f()
    }

    fn from_lanes(self, lanes: [u64; LANES]) -> Value {
        assert_eq!(lanes, [lanes[0]; LANES]);
        Value::constant(u128::from(lanes[0]))
    }

    fn to_lanes(self, _x: Value) -> [u64; LANES] {
        unreachable!("one value of many")
    }

    #[inline(never)]
    fn add(self, a: Value, b: Value) -> Value {
        fits(a + b)
    }

    #[inline(never)]
    fn sub(self, a: Value, b: Value) -> Value {
        fits(a - b)
    }

    #[inline(never)]
    fn mul_low(self, acc: Value, a: Value, b: Value) -> Value {
        fits(acc + Self::product(a, b).rest(RADIX))
    }

    /// An estimate is any quotient: `tests::quotients_of_sums_are_in_range` shows that it is the right one.
    #[inline(never)]
    fn mul_high(self, acc: Value, a: Value, b: Value) -> Value {
        if b == self.room {
            return acc + Value::input(Int::ZERO, Int::two_to(30));
        }
        fits(acc + Self::product(a, b).quotient(RADIX))
    }

    #[inline(never)]
    fn quotient(self, column: Value, m0_inv: Value) -> Value {
        (column * m0_inv).rest(RADIX)
    }

    #[inline(never)]
    fn digit(self, a: Value) -> Value {
        a.rest(RADIX)
    }

    #[inline(never)]
    fn carry(self, a: Value) -> Value {
        fits(a).quotient(RADIX)
    }

    /// The bound of the number shows that it is a digit.
    fn top_digit(self, a: Value) -> Value {
        a
    }

    /// a < 2^(RADIX − 1), which divides b.
    #[inline(never)]
    fn or(self, a: Value, b: Value) -> Value {
        assert!(b.grain() >= RADIX - 1);
        within(a, below(RADIX - 1)) + b
    }

    fn xor(self, _a: Value, _b: Value) -> Value {
        unreachable!("no operation of a proof")
    }

    #[inline(never)]
    fn negative(self, a: Value) -> Choice {
        Choice::splat(fits(a).borrow(63).choose())
    }

    fn zero_lanes(self, a: Value) -> Choice {
        Choice::splat(a.to_constant().expect("a known bit") == Int::ZERO)
    }

    fn permute(self, _a: Value, _from: &Places) -> Value {
        unreachable!("no operation of a proof")
    }

    fn blend(self, choice: Choice, a: Value, b: Value) -> Value {
        if choice.lane(0) { b } else { a }
    }
}

type Field<const RADIX: u32, const D: usize> = Eight<AnyLane<RADIX>, 1, D>;

/// Any number below 2^(RADIX·D − less).
fn any<const RADIX: u32, const D: usize>(less: u32) -> [Value; D] {
    from_fn(|i| {
        let (low, high) = below(if i < D - 1 { RADIX } else { RADIX - less });
        Value::input(low, high)
    })
}

/// Any number below 2^(RADIX·D − less) with this lowest bit.
fn with_bit<const RADIX: u32, const D: usize>(less: u32, bit: i128) -> [Value; D] {
    let mut x = any::<RADIX, D>(less);
    let (low, high) = below(RADIX - 1);
    x[0] = Value::constant(bit).join(1, Value::input(low, high));
    x
}

/// Any odd p ≤ R/4. The proofs hold for any 2p and any lift: tests check these constants.
fn any_field<const RADIX: u32, const D: usize>(estimates: bool) -> Field<RADIX, D> {
    let p = with_bit::<RADIX, D>(2, 1);
    let mut residue = Residue::zero(Residues::DIGIT.words);
    residue.add_multiple(&p[0].residue().inverse(), Int::from(-1_i128));
    let above = Value::input(Int::ZERO, Int::ONE);
    residue.add_multiple(&above.residue(), Int::two_to(RADIX));
    let (least, most) = below(RADIX);
    let room = Value::input(Int::ONE, Int::two_to(30));
    Eight {
        vectors: AnyLane { room },
        params: Params::new(&[3]).expect("odd"),
        m0_inv: Value::known(least, most, above.element(), Some(residue)),
        p,
        double_p: any::<RADIX, D>(1),
        one: p,
        rr: p,
        terms: Field::<RADIX, D>::terms_of(1 << 30).0,
        lift: [(); 2].map(|()| any::<RADIX, D>(0)),
        room: estimates.then_some(room),
    }
}

/// Σ x_i·2^(RADIX·i).
fn number<const RADIX: u32>(digits: &[Value]) -> Element {
    Element::number(RADIX as usize, digits.iter().map(|digit| digit.element()))
}

/// The number of digits in range. The bound of the number shows that the top one is in range.
fn result<const RADIX: u32, const D: usize>(out: &[Value; D]) -> Element {
    for &digit in &out[..D - 1] {
        within(digit, below(RADIX));
    }
    number::<RADIX>(out)
}

/// Q·p, less what the rows drop, after a reduction. A row drops column + (q·p_0 mod 2^RADIX) − carry·2^RADIX, which is 0: 2^RADIX
/// divides it, and it is smaller.
fn multiple_of_p<const RADIX: u32, const D: usize>(field: &Field<RADIX, D>) -> Element {
    let (quotients, columns) = (field.p[0].multipliers(), field.m0_inv.multipliers());
    assert!(quotients.len() >= D && columns.len() == D);
    let ones = Value::constant(Int::two_to(RADIX) - Int::ONE);
    let dropped: [Value; D] = from_fn(|i| {
        let (_, rest) = columns[i].join(0, ones).words(RADIX);
        let (_, low) = (field.p[0] * within(quotients[i], below(RADIX))).words(RADIX);
        let zero = rest + low - ones;
        let (least, most) = zero.interval();
        assert!(-Int::two_to(RADIX) < least && most < Int::two_to(RADIX));
        assert!(zero.residue().is_multiple(RADIX), "a row does not clear its column");
        zero
    });
    number::<RADIX>(&quotients[..D]) * number::<RADIX>(&field.p) - number::<RADIX>(&dropped)
}

/// Operations that are proved together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Product,
    Square,
    /// A sum of products. The flag says whether its reduction subtracts a multiple of p.
    Reduction(bool),
    FromMont,
    Sum,
    Difference,
    /// The half of a number with this lowest bit.
    Half(i128),
}

use Part::{Difference, FromMont, Half, Product, Reduction, Square, Sum};
const PARTS: [Part; 9] =
    [Product, Square, Reduction(false), Reduction(true), FromMont, Sum, Difference, Half(0), Half(1)];

/// out is `first`, which is then not negative, or else `second`.
fn is_either<const RADIX: u32, const D: usize>(out: &[Value; D], first: Element, second: Element) {
    let x = result::<RADIX, D>(out);
    assert!(x == second || (x == first && out[D - 1].interval().0 >= Int::ZERO));
}

/// Columns of either sign that hold T products or squares.
fn any_sum<const RADIX: u32, const D: usize>(field: &Field<RADIX, D>) -> DoubleWidth<Value, D> {
    let [a, b] = [(); 2].map(|()| any::<RADIX, D>(1));
    let columns = [field.product_columns(&a, &b), field.square_columns(&a)].map(|t| field.carried(&t));
    for (columns, value) in columns.iter().zip([&b, &a]) {
        assert_eq!(number::<RADIX>(columns.as_flattened()), number::<RADIX>(&a) * number::<RADIX>(value));
    }
    from_fn(|half| {
        from_fn(|i| {
            let [(least, most), (low, high)] = columns.map(|t| t[half][i].interval());
            assert!(least.min(low) >= Int::ZERO);
            let most = most.max(high) * Int::from(i128::from(field.terms));
            Value::input(-most, most)
        })
    })
}

fn operation<const RADIX: u32, const D: usize>(part: Part) {
    let field = any_field::<RADIX, D>(part == Reduction(true));
    let [a, b] = [(); 2].map(|()| any::<RADIX, D>(1));
    let value = |x: &[Value]| number::<RADIX>(x);
    let (p, r) = (value(&field.p), Element::two_to(RADIX as usize * D));
    match part {
        // out·R = a·b + Q·p for 0 ≤ Q < R: at most 2p for a, b < 2p
        Product => {
            let out = result::<RADIX, D>(&field.mul_in(&a, &b));
            assert_eq!(out * r, value(&a) * value(&b) + multiple_of_p(&field));
        }
        Square => {
            let out = result::<RADIX, D>(&field.reduce_columns(&field.square_columns(&a)));
            assert_eq!(out * r, value(&a) * value(&a) + multiple_of_p(&field));
        }
        // v = out + q·p, where a test shows that 0 ≤ out < 2p. q·p ≤ v < R, so that its top carry is 0
        Reduction(estimates) => {
            let t = any_sum(&field);
            let out = result::<RADIX, D>(&field.reduce_sum(&t));
            let q = field.p[0].multipliers().get(D).copied();
            assert_eq!(estimates, q.is_some());
            let q_p = q.map_or(Element::ZERO, |q| {
                let (carry, _) = (q * field.p[D - 1]).words(RADIX);
                q.element() * p - carry.element() * r
            });
            let t = value(t.as_flattened()) + value(field.lift.as_flattened());
            assert_eq!((out + q_p) * r, t + multiple_of_p(&field));
        }
        FromMont => {
            let out = field.reduce_columns(&[a, field.zeros()]);
            assert_eq!(result::<RADIX, D>(&out) * r, value(&a) + multiple_of_p(&field));
            is_either::<RADIX, D>(&field.canonical(&b), value(&b) - p, value(&b));
        }
        Sum => {
            let sum = value(&a) + value(&b);
            is_either::<RADIX, D>(&field.add_in(&a, &b), sum - value(&field.double_p), sum);
        }
        Difference => {
            let difference = value(&a) - value(&b);
            is_either::<RADIX, D>(&field.sub_in(&a, &b), difference, difference + value(&field.double_p));
        }
        // (a or a + p)/2 < 1.5p
        Half(bit) => {
            let a = with_bit::<RADIX, D>(1, bit);
            let out = result::<RADIX, D>(&field.half_in(&a));
            assert_eq!(out + out, value(&a) + if bit == 1 { p } else { Element::ZERO });
        }
    }
}

/// Only halves ask for the residue of a split.
fn residues(part: Part) -> Residues {
    Residues { asked: matches!(part, Half(_)), ..Residues::DIGIT }
}

fn prove<const RADIX: u32, const D: usize>() {
    for part in PARTS {
        for_each_case(residues(part), || operation::<RADIX, D>(part));
    }
}

fn is_refused(proof: fn()) -> bool {
    catch_unwind(AssertUnwindSafe(proof)).is_err()
}

#[test]
fn operations_are_right() {
    prove::<52, 4>();
    prove::<52, 5>();
    prove::<52, 8>();
    prove::<52, 10>();
    prove::<52, 13>();
}

#[test]
fn lanes_have_no_room_for_longer_digits() {
    // (4·13 + 1)·2^57 < 2^63
    prove::<57, 13>();
    assert!(is_refused(prove::<58, 13>));
    prove::<58, 5>();
    assert!(is_refused(prove::<59, 5>));
}

#[test]
fn changed_operations_are_refused() {
    let mut refused = 0;
    for part in PARTS {
        refused += refused_changes(residues(part), 12, || operation::<52, 5>(part));
    }
    assert!(refused >= 300, "{refused} changes");
}
