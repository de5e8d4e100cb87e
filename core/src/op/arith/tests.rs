//! Operations of the arith dialect on numbers at the edges.

use crate::eval::Kind;
use crate::op::testing::{bits, stopped};

/// One operation of two constants of this type, by their spellings.
fn two(name: &str, ty: &str, attributes: &str, values: [&str; 2]) -> String {
    let [a, b] = values;
    format!(
        "%0 = \"arith.constant\"() <{{value = {a}}}> : () -> {ty}
%1 = \"arith.constant\"() <{{value = {b}}}> : () -> {ty}
%2 = \"{name}\"(%0, %1) <{{{attributes}}}> : ({ty}, {ty}) -> {ty}
\"func.return\"(%2) : ({ty}) -> ()"
    )
}

#[test]
fn tensors_and_vectors_are_taken_element_by_element() {
    for of in ["tensor", "vector"] {
        let ty = format!("{of}<3xi8>");
        let values = [format!("dense<[127, -1, 3]> : {ty}"), format!("dense<[1, 1, -5]> : {ty}")];
        let program = two("arith.addi", &ty, "", [&values[0], &values[1]]);
        assert_eq!(bits(&ty, &program), [Some(0x80), Some(0), Some(0xfe)]);
        let promised =
            two("arith.addi", &ty, "overflowFlags = #arith.overflow<nsw>", [&values[0], &values[1]]);
        assert_eq!(bits(&ty, &promised), [None, Some(0), Some(0xfe)]);
    }
}

#[test]
fn quotients_are_rounded_as_they_say() {
    let of = |name: &str, x: i64, y: i64| {
        let [x, y] = [x, y].map(|number| format!("{number} : i8"));
        bits("i8", &two(name, "i8", "", [&x, &y]))[0].map(|bits| bits as u8 as i8)
    };
    let all = |x, y| {
        ["arith.divsi", "arith.ceildivsi", "arith.floordivsi", "arith.remsi"].map(|name| of(name, x, y))
    };
    assert_eq!(all(7, 2), [Some(3), Some(4), Some(3), Some(1)]);
    assert_eq!(all(-7, 2), [Some(-3), Some(-3), Some(-4), Some(-1)]);
    assert_eq!(all(7, -2), [Some(-3), Some(-3), Some(-4), Some(1)]);
    assert_eq!(all(-7, -2), [Some(3), Some(4), Some(3), Some(-1)]);
    assert_eq!(all(-128, 1), [Some(-128), Some(-128), Some(-128), Some(0)]);
    assert_eq!(all(-6, 3), [Some(-2), Some(-2), Some(-2), Some(0)]);
    let unsigned = |x, y| ["arith.divui", "arith.ceildivui", "arith.remui"].map(|name| of(name, x, y));
    assert_eq!(unsigned(-1, 2), [Some(127), Some(-128), Some(1)]);
}

#[test]
fn divisions_without_a_result_are_undefined() {
    for name in ["divsi", "ceildivsi", "floordivsi", "remsi", "divui", "ceildivui", "remui"] {
        let name = format!("arith.{name}");
        let by = |x: i64, y: i64| {
            stopped("i8", &two(&name, "i8", "", [&format!("{x} : i8"), &format!("{y} : i8")]))
                .map(|(kind, _)| kind)
        };
        assert_eq!(by(1, 0), Some(Kind::Division), "{name}");
        let signed = name.ends_with("si");
        assert_eq!(by(-128, -1), signed.then_some(Kind::Division), "{name}");
    }
}
