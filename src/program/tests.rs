//! The printed text of a small program in both spellings, and the promise in both directions.

use super::*;
use crate::dialect::Op;

/// Adds an operation whose result its row infers.
fn add(program: &mut Program, name: &str, operands: &[Operand], attributes: Attributes) -> Operand {
    let op = Op::try_from(name.to_string()).expect("the operation exists");
    let values: Vec<&Value> = operands.iter().map(|&operand| program.value(operand)).collect();
    let result = op.infer(&values, &attributes).expect("the operation is legal");
    program.operations.push(Operation { op, operands: operands.to_vec(), attributes, result });
    Operand::Result(program.operations.len() - 1)
}

fn input(place: Place, shape: &[u64], element: Element, data: Data) -> Input {
    let value = Value { ty: Type::new(shape, element), range: Range::of(&data) };
    Input { place, data, value }
}

/// Every operation that the two spellings write differently, and one they do not.
fn sample() -> Program {
    let mut program = Program::default();
    let floats = Data::Float(vec![1.5, -2.0, 0.25, 0.0, 3.0, -0.75], -2);
    program.inputs.push(input(Place::Argument, &[2, 3], Element::F32, floats));
    program.inputs.push(input(Place::Inside, &[1, 1, 2], Element::I8, Data::Int(vec![2, 3])));
    program.inputs.push(input(Place::Argument, &[1, 2, 1], Element::I8, Data::Int(vec![4, 4])));
    program.inputs.push(input(Place::Argument, &[], Element::I1, Data::Int(vec![1])));
    let [x, a, b, c] = [0, 1, 2, 3].map(Operand::Input);
    let square = add(&mut program, "mul", &[x, x], Attributes::None);
    let negative = add(&mut program, "negate", &[square], Attributes::None);
    let bounds = Attributes::Bounds(Scalar::Float(-1.0), Scalar::Float(0.5));
    let clamped = add(&mut program, "clamp", &[negative], bounds);
    let turned = add(&mut program, "transpose", &[clamped], Attributes::Permutation(vec![1, 0]));
    let padding = Attributes::Padding(vec![(1, 0), (0, 2)], Scalar::Float(0.5));
    let padded = add(&mut program, "pad", &[turned], padding);
    let part = add(&mut program, "slice", &[padded], Attributes::Window(vec![1, 0], vec![2, 4]));
    let tiled = add(&mut program, "tile", &[part], Attributes::Multiples(vec![1, 2]));
    let flat = add(&mut program, "reshape", &[tiled], Attributes::Shape(vec![16]));
    add(&mut program, "reduce_product", &[flat], Attributes::Axis(0));
    let product = add(&mut program, "matmul", &[a, b], Attributes::ZeroPoints(-3, 0));
    let one = add(&mut program, "reshape", &[product], Attributes::Shape(vec![]));
    add(&mut program, "intdiv", &[one, one], Attributes::None);
    add(&mut program, "logical_not", &[c], Attributes::None);
    program.results = vec![8, 11, 12];
    program
}

/// A golden file beside this one; LOWDIFF_UPDATE=1 writes it anew.
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
fn a_sound_program_passes_and_says_what_it_prints() {
    let program = sample();
    assert_eq!(program.check(), Ok(()));
    assert_eq!(program.operation_count(), 13);
    let outputs = [(vec![1], Element::F32), (vec![], Element::I32), (vec![], Element::I1)];
    assert_eq!(program.outputs(), outputs);
}

#[test]
fn survives_serialization() {
    let bytes =
        bincode::serde::encode_to_vec(sample(), bincode::config::standard()).expect("programs serialize");
    let (back, _): (Program, usize) =
        bincode::serde::decode_from_slice(&bytes, bincode::config::standard()).expect("and come back");
    assert_eq!(back, sample());
    let unknown = Op::try_from("clump".to_string()).expect_err("no such operation");
    assert_eq!(unknown, "no operation is called clump");
}

#[test]
fn broken_promises_are_named() {
    let broken = |break_it: fn(&mut Program)| {
        let mut program = sample();
        break_it(&mut program);
        program.check().expect_err("the check notices")
    };
    assert_eq!(broken(|p| p.results.clear()), "0 results, not 1 to 4");
    assert_eq!(broken(|p| p.results.push(8)), "operation 8 is a result twice, or used as well");
    assert_eq!(broken(|p| p.results.push(2)), "operation 2 is a result twice, or used as well");
    assert_eq!(broken(|p| p.results.push(99)), "result 99 is of no operation");
    assert_eq!(broken(|p| p.results.truncate(2)), "operation 12 is dead");
    let spare = broken(|p| p.inputs.push(p.inputs[0].clone()));
    assert_eq!(spare, "input 4 is not used");
    let early = broken(|p| p.operations[1].operands[0] = Operand::Result(1));
    assert_eq!(early, "operation 1, negate: an operand is not defined before its use");
    let wrong = broken(|p| p.operations[3].result.ty.shape = vec![2, 3]);
    assert_eq!(wrong, "operation 3, transpose: the result is not what the operands give");
    let zero = broken(|p| p.operations[11].operands[1] = Operand::Input(1));
    assert_eq!(zero, "operation 11, intdiv: tensor<i32> and tensor<1x1x2xi8> differ in element type");
    let lie = broken(|p| p.inputs[1].value.range = Range::Int(Int::new(0, 1)));
    assert_eq!(lie, "input 1: the range is not that of the elements");
    let short = broken(|p| p.inputs[1].data = Data::Int(vec![1]));
    assert_eq!(short, "input 1: 1 elements for tensor<1x1x2xi8>");
    let coarse = broken(|p| p.inputs[0].data = Data::Float(vec![0.5; 6], 0));
    assert_eq!(coarse, "input 0: an element is not a multiple of 2^0");
    let large = broken(|p| {
        p.inputs[2].data = Data::Int(vec![4; 1 << 15]);
        p.inputs[2].value.ty.shape = vec![1 << 15];
    });
    assert_eq!(large, "input 2: tensor<32768xi8> is too large, of too many dimensions, or empty");
    let long = broken(|p| p.operations = vec![p.operations[0].clone(); 257]);
    assert_eq!(long, "257 operations, more than 256");
}

#[test]
fn an_undefined_operation_is_refused() {
    let mut program = sample();
    // A divisor may be 0 here.
    let wide = Data::Int((-3..3).collect());
    program.inputs.push(input(Place::Argument, &[6], Element::I32, wide));
    let op = Op::try_from("intdiv".to_string()).expect("the operation exists");
    let result = program.inputs[4].value.clone();
    let operands = vec![Operand::Input(4); 2];
    program.operations.push(Operation { op, operands, attributes: Attributes::None, result });
    program.results.push(13);
    assert_eq!(program.check(), Err("operation 13, intdiv: division by zero".into()));
}
