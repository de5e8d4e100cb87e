//! The printed text of a small program in both spellings, and the promise in both directions.

use super::FAMILIES;
use super::*;
use crate::ir::{Attribute, Attributes, attributes};
use crate::semantics::{Float, float_attribute};

fn budget() -> Budget {
    Budget {
        elements: 64,
        inputs: 8,
        extent: 4,
        types: vec![Element::I32],
        wraps: false,
        edges: false,
        tail: 128,
        random: 64,
        depth: 1,
        families: FAMILIES.to_vec(),
        version: 22,
    }
}

fn floats(shape: &[usize], values: &[f64]) -> Tensor {
    Tensor::floats(Element::F32, shape, values.iter().map(|&value| Float::exact(value)).collect())
}

/// One operation of one result, which is defined.
fn add(builder: &mut Builder, name: &str, operands: &[usize], named: Attributes, element: Element) -> usize {
    builder.emit(name, operands, named, &[element]).expect("the operation is defined")[0]
}

/// Every operation that the two spellings write differently, and some they do not.
fn sample() -> Program {
    let none = Attributes::default;
    let mut builder = Builder::new(budget());
    let b = &mut builder;
    let x = b.argument(floats(&[2, 3], &[1.5, -2.0, 0.25, 0.0, 3.0, -0.75]));
    let first = b.shared_constant(Tensor::ints(Element::I8, &[1, 1, 2], vec![2, 3]));
    let second = b.argument(Tensor::ints(Element::I8, &[1, 2, 1], vec![4, 4]));
    let truth = b.argument(Tensor::ints(Element::I1, &[], vec![1]));
    let shift = b.constant(Tensor::ints(Element::I8, &[1], vec![0]));
    let square = add(b, "mul", &[x, x, shift], none(), Element::F32);
    let zero = b.constant(floats(&[1], &[0.0]));
    let negative = add(b, "negate", &[square, zero, zero], none(), Element::F32);
    let mode = || ("nan_mode", Attribute::Other("#tosa.nan_mode<PROPAGATE>".into()));
    let bounds = attributes([
        ("min_val", float_attribute(Element::F32, -1.0)),
        ("max_val", float_attribute(Element::F32, 0.5)),
        mode(),
    ]);
    let clamped = add(b, "clamp", &[negative], bounds, Element::F32);
    let order = attributes([("perms", Attribute::array(Element::I32, vec![1, 0]))]);
    let turned = add(b, "transpose", &[clamped], order, Element::F32);
    let (padding, value) = (b.shape_constant(&[1, 0, 0, 2]), b.constant(floats(&[1], &[0.5])));
    let padded = add(b, "pad", &[turned, padding, value], none(), Element::F32);
    let (start, size) = (b.shape_constant(&[1, 0]), b.shape_constant(&[2, 4]));
    let part = add(b, "slice", &[padded, start, size], none(), Element::F32);
    let times = b.shape_constant(&[1, 2]);
    let tiled = add(b, "tile", &[part, times], none(), Element::F32);
    let flat = b.shape_constant(&[16]);
    let flat = add(b, "reshape", &[tiled, flat], none(), Element::F32);
    add(
        b,
        "reduce_product",
        &[flat],
        attributes([("axis", Attribute::of_int(Element::I32, 0))]),
        Element::F32,
    );
    let zeros = [-3, 0].map(|zero| b.constant(Tensor::ints(Element::I8, &[1], vec![zero])));
    let product = add(b, "matmul", &[first, second, zeros[0], zeros[1]], none(), Element::I32);
    let one = b.shape_constant(&[]);
    let one = add(b, "reshape", &[product, one], none(), Element::I32);
    add(b, "intdiv", &[one, one], none(), Element::I32);
    let branch = |builder: &mut Builder, name| {
        builder.region("cond_if", &[one], |builder, arguments| {
            builder.emit(name, &[arguments[0], arguments[0]], none(), &[Element::I32])
        })
    };
    let branches = ["add", "sub"].map(|name| branch(b, name).expect("both are defined"));
    b.emit_with("cond_if", &[truth, one], none(), &[Element::I32], branches.to_vec()).expect("it is defined");
    builder.finish().0
}

/// A golden file beside this one; LOWDIFF_UPDATE=1 writes it again.
#[track_caller]
fn golden(name: &str, text: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/program/golden").join(name);
    if std::env::var_os("LOWDIFF_UPDATE").is_some() {
        std::fs::write(&path, text).expect("the golden file can be written");
    }
    let expected = std::fs::read_to_string(&path).expect("the golden file is readable");
    assert_eq!(text, expected, "{name} differs");
}

#[test]
fn prints_for_22() {
    golden("sample.22.mlir", &sample().print(Syntax::V22));
}

#[test]
fn prints_for_19() {
    golden("sample.19.mlir", &sample().print(Syntax::V19));
}

#[test]
fn a_sound_program_passes_and_comes_with_its_results() {
    let program = sample();
    assert_eq!(program.check(), Ok(()));
    assert_eq!(program.operation_count(), 15);
    let outputs = [(vec![1], Element::F32), (vec![], Element::I32), (vec![], Element::I32)];
    assert_eq!(program.outputs(), outputs);
    let numbers: Vec<&Data> = program.results[1..].iter().map(|tensor| &tensor.data).collect();
    // (2 + 3) * 4 + (3 + 3) * 4 divided by itself, and twice that.
    assert_eq!(numbers, [&Data::Ints(vec![1]), &Data::Ints(vec![88])]);
}

#[test]
fn broken_promises_are_named() {
    let broken = |break_it: fn(&mut Program)| {
        let mut program = sample();
        break_it(&mut program);
        program.check().expect_err("the check notices")
    };
    assert_eq!(broken(|p| p.results.clear()), "0 results, not 1 to 20");
    let early = broken(|p| p.kernel.operations.swap(1, 2));
    assert!(early.ends_with("takes a value before it is made"), "{early}");
    let wrong = broken(|p| p.results.swap(1, 2));
    assert_eq!(wrong, "the results are not what the semantics make of it");
    let dead = broken(|p| p.kernel.operations.last_mut().expect("there is one").operands.truncate(2));
    assert_eq!(dead, "tosa.cond_if is dead");
    let spare = broken(|p| {
        p.kernel.arguments.push(999);
        p.arguments.push(p.arguments[0].clone());
    });
    assert_eq!(spare, "argument 3 is not used");
    let twice = broken(|p| {
        let last = p.kernel.operations.last_mut().expect("there is one");
        let again = last.operands[0];
        last.operands.push(again);
    });
    assert_eq!(twice, "a result is returned twice, or is an argument");
    let large = broken(|p| {
        let large = Tensor::ints(Element::I8, &[1 << 15], vec![0; 1 << 15]);
        p.arguments[1] = Rc::new(large);
    });
    assert!(large.contains("too large"), "{large}");
    let divided = broken(|p| {
        let none = Tensor::ints(Element::I8, &[1, 2, 1], vec![0, 0]);
        p.arguments[1] = Rc::new(none);
    });
    assert_eq!(divided, "tosa.intdiv is not defined, by the rule tosa_division_by_zero");
}

#[test]
fn what_is_not_defined_is_not_added_and_leaves_nothing_behind() {
    let mut builder = Builder::new(budget());
    let wide = builder.argument(Tensor::ints(Element::I32, &[3], vec![-1, 0, 1]));
    let (values, operations) = (builder.count(), builder.operation_count());
    assert_eq!(builder.emit("intdiv", &[wide, wide], Attributes::default(), &[Element::I32]), None);
    assert_eq!((builder.count(), builder.operation_count()), (values, operations));
    let most = builder.argument(Tensor::ints(Element::I32, &[1], vec![i32::MAX.into()]));
    let sum =
        |builder: &mut Builder| builder.emit("add", &[most, most], Attributes::default(), &[Element::I32]);
    assert_eq!(sum(&mut builder), None, "it wraps around");
    builder.budget.wraps = true;
    let wrapped = sum(&mut builder).expect("MLIR says what it is")[0];
    assert_eq!(builder.value(wrapped).data, Data::Ints(vec![-2]));
}

#[test]
fn what_hangs_on_rounding_is_not_added() {
    let mut builder = Builder::new(budget());
    let value = |value, bound| Tensor::floats(Element::F32, &[1], vec![Float { value, bound }]);
    let near = builder.argument(value(2.0, 1e-6));
    let far = builder.argument(value(2.5, 1e-6));
    let floor =
        |builder: &mut Builder, of| builder.emit("floor", &[of], Attributes::default(), &[Element::F32]);
    assert_eq!(floor(&mut builder, near), None);
    let below = floor(&mut builder, far).expect("either way it is two")[0];
    assert_eq!(builder.value(below).data, Data::Floats(vec![Float::exact(2.0)]));
    let vague = builder.argument(value(2.0, 0.5));
    let twice = builder.emit("add", &[vague, vague], Attributes::default(), &[Element::F32]);
    assert_eq!(twice, None, "it is not worth a comparison");
}
