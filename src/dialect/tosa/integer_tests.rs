//! Integer rows against evaluation: what an operation gives for values of the operands' ranges lies in the
//! range the row gives, and the row refuses every range that holds a value with no defined result.

use super::rows;
use crate::observe::Element;
use crate::program::{Attributes, Choices, Int, Range, Type, Value};

/// What the specification says the operation gives for two 8-, 16- or 32-bit values; none where undefined.
fn evaluate(name: &str, element: Element, round: bool, a: i64, b: i64) -> Option<i64> {
    let bits = element.bits();
    let wrap = |v: i64| v << (64 - bits) >> (64 - bits);
    let fits = |v: i64| (wrap(v) == v).then_some(v);
    let unsigned = a & ((1 << bits) - 1);
    let amount = (0..i64::from(bits)).contains(&b);
    match name {
        "add" => fits(a + b),
        "sub" => fits(a - b),
        "mul" if bits == 32 => fits(a * b),
        "mul" => Some(a * b),
        "maximum" => Some(a.max(b)),
        "minimum" => Some(a.min(b)),
        "intdiv" => a.checked_div(b).and_then(fits),
        "bitwise_and" => Some(a & b),
        "bitwise_or" => Some(a | b),
        "bitwise_xor" => Some(a ^ b),
        "logical_left_shift" => amount.then(|| wrap(a << b)),
        "logical_right_shift" => amount.then(|| wrap(unsigned >> b)),
        "arithmetic_right_shift" => {
            amount.then(|| (a >> b) + if round && b > 0 { a >> (b - 1) & 1 } else { 0 })
        }
        "abs" => fits(a.abs()),
        "negate" => fits(-a),
        "bitwise_not" => Some(!a),
        "clz" => Some(i64::from((a as i32).leading_zeros())),
        _ => None,
    }
}

const UNARY: [&str; 4] = ["abs", "negate", "bitwise_not", "clz"];
const BINARY: [&str; 12] = [
    "add",
    "sub",
    "mul",
    "maximum",
    "minimum",
    "intdiv",
    "bitwise_and",
    "bitwise_or",
    "bitwise_xor",
    "logical_left_shift",
    "logical_right_shift",
    "arithmetic_right_shift",
];

/// An interval, sometimes at an end of the type, sometimes small enough to be a shift's amount.
fn interval(choices: &mut Choices, element: Element) -> Int {
    let full = Int::full(element);
    let span = [8, 40, 300, 1 << 33][choices.below(4)];
    let mut end = || {
        let value = (choices.seed() % span as u64) as i64 - if choices.coin() { span / 2 } else { 0 };
        match choices.below(12) {
            0 => full.lo,
            1 => full.hi,
            _ => value.clamp(full.lo, full.hi),
        }
    };
    Int::hull([end(), end()])
}

fn value(range: Int, element: Element) -> Value {
    Value { ty: Type::new([3], element), range: Range::Int(range) }
}

#[test]
fn integer_rows_keep_their_promise() {
    let choices = &mut Choices::new(b"integers");
    for name in UNARY.into_iter().chain(BINARY) {
        let row = rows().find(|row| row.name == name).expect("the row exists");
        let (mut accepted, mut refused) = (0, 0);
        for _ in 0..3000 {
            let taken: Vec<Element> = row.takes.iter().copied().filter(|e| !e.is_float()).collect();
            let element = taken[choices.below(taken.len())];
            let (a, b, round) = (interval(choices, element), interval(choices, element), choices.coin());
            let (left, right) = (value(a, element), value(b, element));
            let operands = if UNARY.contains(&name) { vec![&left] } else { vec![&left, &right] };
            let result = row.infer(&operands, &Attributes::Round(round));
            let (ends, others) = ([(a.lo, b.lo), (a.lo, b.hi), (a.hi, b.lo), (a.hi, b.hi)], choices.seed());
            let inner = |r: Int, n: u64| r.lo + (n % (r.hi - r.lo + 1) as u64) as i64;
            let samples = (0..12).map(|i| (inner(a, others >> i), inner(b, others >> (2 * i))));
            match result {
                Ok(Value { range: Range::Int(range), .. }) => {
                    accepted += 1;
                    for (x, y) in ends.into_iter().chain(samples) {
                        let given = evaluate(name, element, round, x, y);
                        let given =
                            given.unwrap_or_else(|| panic!("{name} {element} is undefined for {x} and {y}"));
                        assert!(
                            range.contains(given),
                            "{name} {element} {x} {y}: {given} is not in {range:?}"
                        );
                    }
                }
                Ok(other) => panic!("{name} gives {other:?}"),
                Err(_) => refused += 1,
            }
        }
        let always_defined = matches!(name, "maximum" | "minimum" | "clz") || name.starts_with("bitwise");
        assert!(
            accepted > 0 && (refused > 0) != always_defined,
            "{name}: {accepted} accepted, {refused} refused"
        );
    }
}

#[test]
fn undefined_cases_are_refused_by_name() {
    let infer = |name: &str, a: Int, b: Int| {
        let row = rows().find(|row| row.name == name).expect("the row exists");
        row.infer(&[&value(a, Element::I32), &value(b, Element::I32)], &Attributes::Round(false)).err()
    };
    let (some, least) = (Int::new(-5, 5), i64::from(i32::MIN));
    assert_eq!(infer("intdiv", some, Int::new(-1, 1)).as_deref(), Some("division by zero"));
    let overflow = infer("intdiv", Int::new(least, 0), Int::new(-3, -1));
    assert_eq!(overflow.as_deref(), Some("the least integer divided by -1 overflows"));
    assert_eq!(infer("intdiv", Int::new(least, 0), Int::new(-3, -2)), None);
    assert_eq!(infer("logical_left_shift", some, Int::new(0, 32)).as_deref(), Some("a shift by 0..=32"));
    assert_eq!(infer("logical_left_shift", some, Int::new(0, 31)), None);
    assert_eq!(infer("add", some, Int::new(least, 0)).as_deref(), Some("-2147483653..=5 overflows i32"));
}
