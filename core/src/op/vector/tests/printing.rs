//! Outputs.

use super::{constant, line, poison};
use crate::eval::{Saying, StopKind};
use crate::observe::{Buffer, Element};
use crate::op::testing;

/// The outputs of a print of a constant of this type.
fn printed(value: &str, ty: &str) -> Vec<Buffer> {
    let value = constant("v", value, ty).replace(" : i1}", "}");
    let print = line(&format!(
        r#""vector.print"(%v) <{{punctuation = #vector.punctuation<newline>}}> : ({ty}) -> ()"#
    ));
    let run = testing::body("", &(value + &print + "\"func.return\"() : () -> ()"));
    assert_eq!((&run.stopped, &run.unknown), (&None, &Vec::new()));
    run.outputs
}

#[test]
fn vectors_are_one_output_each() {
    let two = printed("dense<[[1, -2, 3], [4, 5, 6]]>", "vector<2x3xi8>");
    let bits = [1, -2i64 as u64, 3, 4, 5, 6].to_vec();
    assert_eq!(two, [Buffer { shape: vec![2, 3], element: Element::I64, bits }]);
    let alone = printed("dense<2.5>", "vector<f64>");
    assert_eq!(alone, [Buffer { shape: vec![1], element: Element::F64, bits: vec![2.5f64.to_bits()] }]);
    let half = printed("dense<[1.0, -0.0]>", "vector<2xf16>");
    assert_eq!(half, [Buffer { shape: vec![2], element: Element::F16, bits: vec![0x3c00, 0x8000] }]);
}

#[test]
fn numbers_have_their_sign_or_none() {
    let number = |value: &str, ty: &str| {
        printed(value, ty).iter().map(|one| (one.element, one.bits[0])).collect::<Vec<_>>()
    };
    assert_eq!(number("true", "i1"), [(Element::I64, 1)]);
    assert_eq!(number("-1", "i7"), [(Element::I64, u64::MAX)]);
    assert_eq!(number("255", "ui8"), [(Element::I64, 255)]);
    assert_eq!(number("-1", "si8"), [(Element::I64, u64::MAX)]);
    assert_eq!(number("-1", "index"), [(Element::I64, u64::MAX)]);
    assert_eq!(number("1.0", "bf16"), [(Element::Bf16, 0x3f80)]);
    assert_eq!(number("-1.5", "f8E4M3FN"), [(Element::F8E4M3FN, 0xbc)]);
    assert_eq!(number("0.1", "f32"), [(Element::F32, 0.1f32.to_bits().into())]);
}

#[test]
fn marks_are_no_numbers_and_poison_is_not_printed() {
    let text = r#""vector.print"() <{punctuation = #vector.punctuation<comma>}> : () -> ()
        "vector.print"() <{punctuation = #vector.punctuation<newline>, stringLiteral = "said"}> : () -> ()
        "vector.print"() <{punctuation = #vector.punctuation<open>}> : () -> ()
        "vector.print"(%v) <{punctuation = #vector.punctuation<no_punctuation>}> : (i8) -> ()
        "vector.print"() <{punctuation = #vector.punctuation<close>}> : () -> ()
        "func.return"() : () -> ()"#;
    let run = testing::body("", &(constant("v", "3", "i8") + text));
    assert_eq!(run.outputs, [Buffer { shape: vec![1], element: Element::I64, bits: vec![3] }]);
    assert_eq!(run.said, [Saying { behind: 0, text: "said".to_owned() }]);
    let brackets = r#""vector.print"(%v) <{punctuation = #vector.punctuation<open>}> : (i8) -> ()
        "vector.print"(%v) <{punctuation = #vector.punctuation<close>}> : (i8) -> ()
        "func.return"() : () -> ()"#;
    let run = testing::body("", &(constant("v", "3", "i8") + brackets));
    let number = |shape| Buffer { shape, element: Element::I64, bits: vec![3] };
    assert_eq!(run.outputs, [number(vec![]), number(vec![1])], "behind the value");
    let lost = r#""vector.print"(%v) <{punctuation = #vector.punctuation<newline>}> : (vector<2xi8>) -> ()
        "func.return"() : () -> ()"#;
    let ended = testing::stopped("", &(poison("v", "vector<2xi8>") + lost));
    assert_eq!(ended, Some((StopKind::Undefined, "a printed element is poison".to_owned())));
}
