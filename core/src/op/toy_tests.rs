//! The dialect of docs/extending.md, on its own and together with others.

use super::testing::{bits, stopped};
use crate::eval::StopKind;

fn constant(name: &str, value: i64, ty: &str) -> String {
    format!("%{name} = \"arith.constant\"() <{{value = {value} : {ty}}}> : () -> {ty}\n")
}

/// The mean of two numbers of eight bits, which is returned.
fn mean(x: i64, y: i64, promise: &str) -> String {
    let operands = constant("x", x, "i8") + &constant("y", y, "i8");
    format!(
        "{operands}%r = \"toy.mean\"(%x, %y) {{{promise}}} : (i8, i8) -> i8\n\"func.return\"(%r) : (i8) -> ()"
    )
}

/// Halves the distance of a number to 100 so many times, within a loop of scf that is run once.
fn repeated(count: i64) -> String {
    let numbers = [("count", count), ("from", 4), ("to", 100)];
    let constants: String = numbers.iter().map(|(name, value)| constant(name, *value, "i64")).collect();
    constants
        + r#"%one = "arith.constant"() <{value = 1 : i64}> : () -> i64
        %zero = "arith.constant"() <{value = 0 : i64}> : () -> i64
        %all = "scf.for"(%zero, %one, %one, %from) ({
        ^bb0(%i: i64, %begin: i64):
          %last = "toy.repeat"(%count, %begin) ({
          ^bb0(%x: i64):
            %next = "toy.mean"(%x, %to) : (i64, i64) -> i64
            "toy.yield"(%next) : (i64) -> ()
          }) : (i64, i64) -> i64
          "scf.yield"(%last) : (i64) -> ()
        }) : (i64, i64, i64, i64) -> i64
        "func.return"(%all) : (i64) -> ()"#
}

#[test]
fn a_mean_has_no_carry_to_lose() {
    assert_eq!(bits("i8", &mean(-1, -3, "")), [Some(254)]);
    assert_eq!(bits("i8", &mean(1, 2, "")), [Some(1)]);
}

#[test]
fn a_promise_that_is_broken_makes_poison() {
    assert_eq!(bits("i8", &mean(1, 2, "exact")), [None]);
    assert_eq!(bits("i8", &mean(1, 3, "exact")), [Some(2)]);
}

#[test]
fn tensors_and_poison_come_by_the_mechanism() {
    let text = "%x = \"arith.constant\"() <{value = dense<[2, 6]> : tensor<2xi8>}> : () -> tensor<2xi8>
%p = \"ub.poison\"() <{value = #ub.poison}> : () -> i8
%q = \"tensor.from_elements\"(%p, %p) : (i8, i8) -> tensor<2xi8>
%c = \"arith.constant\"() <{value = 1 : index}> : () -> index
%eight = \"arith.constant\"() <{value = 8 : i8}> : () -> i8
%y = \"tensor.insert\"(%eight, %q, %c) : (i8, tensor<2xi8>, index) -> tensor<2xi8>
%r = \"toy.mean\"(%x, %y) : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi8>
\"func.return\"(%r) : (tensor<2xi8>) -> ()";
    assert_eq!(bits("tensor<2xi8>", text), [None, Some(7)]);
}

#[test]
fn a_region_is_run_among_regions_of_others() {
    assert_eq!(bits("i64", &repeated(0)), [Some(4)]);
    assert_eq!(bits("i64", &repeated(1)), [Some(52)]);
    assert_eq!(bits("i64", &repeated(4)), [Some(94)]);
}

#[test]
fn a_rule_that_is_broken_ends_the_run() {
    let (kind, said) = stopped("i64", &repeated(-1)).expect("undefined");
    assert_eq!((kind, said.as_str()), (StopKind::Undefined, "toy.repeat of a negative number"));
    let poison = repeated(1).replacen(
        "\"arith.constant\"() <{value = 1 : i64}>",
        "\"ub.poison\"() <{value = #ub.poison}>",
        1,
    );
    let (kind, said) = stopped("i64", &poison).expect("undefined");
    assert_eq!((kind, said.as_str()), (StopKind::Undefined, "the number of toy.repeat is poison"));
}

/// docs/extending.md says how little a dialect takes.
#[test]
fn it_takes_few_lines() {
    let written = include_str!("toy.rs").lines().count();
    let named = include_str!("mod.rs").lines().filter(|line| line.contains("toy::") || *line == "mod toy;");
    assert!(written + named.count() < 30, "{written} lines of one file");
}
