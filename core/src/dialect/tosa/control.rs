//! Control flow, TOSA 1.0 section 2.14: regions of drawn operations.
//!
//! Both branches of a condition are built on the values at hand, so both are defined, whichever is taken. A loop counts to a
//! small number; its body is built on the values of its first round, and kept if all rounds are defined.

use super::rules::none;
use crate::bug::KnownBug;
use crate::dialect::drawn;
use crate::observe::Element;
use crate::program::{Builder, Family, GeneratorRow, Pool, ResultTypes};
use crate::semantics::Tensor;

const fn row(slot: u16, name: &'static str, weight: u8) -> GeneratorRow {
    GeneratorRow {
        slot,
        name,
        family: Family::Control,
        weight,
        since: 22,
        takes: &[Element::I1],
        makes: ResultTypes::ANY,
        draw: draw_condition,
    }
}

/// The rows.
pub const ROWS: &[GeneratorRow] =
    &[row(246, "cond_if", 5), GeneratorRow { draw: draw_loop, ..row(251, "while_loop", 4) }];

/// Adds up to four operations to the region at hand, mostly to what it is handed.
fn fill(builder: &mut Builder) {
    let budget = builder.budget.clone();
    (builder.budget.tail, builder.budget.random) = (200, 40);
    for _ in 0..1 + builder.choices.below(4) {
        let number = builder.choices.number().max(1);
        let within = builder.within().to_vec();
        let nests = builder.lets(KnownBug::NestedControlFlow);
        let legal = |row: &GeneratorRow| {
            let fits = within.len() < budget.depth && (nests || !within.contains(&row.name));
            row.family != Family::Control || fits
        };
        // Two rows are enough: whether anything fits is not worth much here.
        builder.add(drawn(number, |row| budget.has(row) && legal(row)).into_iter().take(2));
    }
    builder.budget = budget;
}

/// Notes that an operation was added within one of its own kind, where it was.
fn note(builder: &mut Builder, row: &GeneratorRow) {
    if builder.within().contains(&row.name) {
        builder.shows(KnownBug::NestedControlFlow);
    }
}

/// The newest value of this type and shape that was made in the region, or the block's argument.
fn yielded(builder: &mut Builder, from: usize, like: &Tensor, otherwise: usize) -> usize {
    let fits = |&value: &usize| {
        value >= from && {
            let tensor = builder.value(value);
            tensor.element == like.element && tensor.shape == like.shape
        }
    };
    builder.newest(fits).unwrap_or(otherwise)
}

fn draw_condition(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let scalar = |tensor: &Tensor| tensor.rank() == 0;
    let condition = builder.operand_where(row.takes, scalar, |_| Vec::new())?;
    let input = builder.operand(super::rules::ALL)?;
    let input_tensor = builder.value(input).clone();
    // The last value of the first branch is its result; the second gives the like of it, or a constant.
    let mut given: Option<std::rc::Rc<Tensor>> = None;
    let start = builder.count();
    let first = builder.region(row.name, &[input], |builder, arguments| {
        fill(builder);
        let result = builder.newest(|&value| value >= start && value != arguments[0]).unwrap_or(arguments[0]);
        given = Some(builder.value(result).clone());
        Some(vec![result])
    })?;
    let given = given?;
    let start = builder.count();
    let second = builder.region(row.name, &[input], |builder, arguments| {
        fill(builder);
        let alike = input_tensor.element == given.element && input_tensor.shape == given.shape;
        let otherwise = if alike {
            arguments[0]
        } else {
            let pool = builder.pool();
            let tensor = pool.tensor(given.element, &given.shape, &mut builder.choices);
            builder.constant(tensor)
        };
        Some(vec![yielded(builder, start, &given, otherwise)])
    })?;
    builder.emit_with(row.name, &[condition, input], none(), &[given.element], vec![first, second])?;
    note(builder, row);
    Some(())
}

fn draw_loop(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let carried = builder.operand(super::rules::ALL)?;
    let tensor = builder.value(carried).clone();
    let rounds = builder.choices.below(4) as i64;
    let scalar = |value: i64| Tensor::ints(Element::I32, &[], vec![value]);
    let counter = if builder.choices.coin() {
        builder.new_operand(Element::I32, &[], Pool::Between(0, 0))?
    } else {
        builder.constant(scalar(0))
    };
    let inputs = [counter, carried];
    let condition = builder.region(row.name, &inputs, |builder, arguments| {
        let limit = builder.constant(scalar(rounds));
        builder.emit("greater", &[limit, arguments[0]], none(), &[Element::I1])
    })?;
    let start = builder.count();
    let body = builder.region(row.name, &inputs, |builder, arguments| {
        fill(builder);
        let next = yielded(builder, start + 2, &tensor, arguments[1]);
        let one = builder.constant(scalar(1));
        let count = builder.emit("add", &[arguments[0], one], none(), &[Element::I32])?;
        Some(vec![count[0], next])
    })?;
    builder.emit_with(row.name, &inputs, none(), &[Element::I32, tensor.element], vec![condition, body])?;
    note(builder, row);
    Some(())
}
