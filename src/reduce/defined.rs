//! A candidate may not do these things, as far as the program tells without being run.

use crate::ir::{Line, Outline};
use crate::path::OperationTrait::{PlainCall, UncheckedPart};
use std::collections::BTreeSet;

/// True of a program that is as well defined as the one it is made from, where MLIR's own checks do not look.
pub fn as_defined(outline: &Outline, from: &Outline) -> bool {
    within_memory(outline) && handed_twice(outline) <= handed_twice(from)
}

/// Calls that hand over one buffer as two: passes on affine loops take the arguments of a function for different ones.
fn handed_twice(outline: &Outline) -> usize {
    let twice = |line: &&Line| {
        let mut seen = BTreeSet::new();
        let operands = line.operands.iter().zip(&line.operand_types);
        let mut buffers =
            operands.filter(|(_, ty)| ty.starts_with("memref<")).filter_map(|(value, _)| *value);
        PlainCall.is_of(&line.name) && !buffers.all(|value| seen.insert(value))
    };
    outline.lines.iter().filter(twice).count()
}

/// True of a program that stays within the memory it names.
fn within_memory(outline: &Outline) -> bool {
    outline.lines.iter().filter(|line| UncheckedPart.is_of(&line.name)).all(|line| fits(line).unwrap_or(true))
}

/// True of a part of a buffer that reaches no further than its source does; none where that is not known before it runs.
fn fits(line: &Line) -> Option<bool> {
    let source = line.operand_types.first()?.strip_prefix("memref<")?.strip_suffix('>')?;
    if source.contains(['?', '*', ',']) {
        return None;
    }
    let (extents, _) = source.rsplit_once('x').unwrap_or(("1", source));
    let room: i64 = extents.split('x').map(|extent| extent.parse::<i64>().ok()).product::<Option<i64>>()?;
    let [offsets, sizes, strides] =
        ["static_offsets", "static_sizes", "static_strides"].map(|name| numbers(line, name));
    let (sizes, strides) = (sizes?, strides?);
    let reach = sizes.iter().zip(&strides).map(|(size, stride)| (size - 1) * stride).sum::<i64>();
    Some(sizes.contains(&0) || offsets?.iter().sum::<i64>() + reach < room)
}

/// A list of numbers, `array<i64: 1, 2>`; none where one is known at run time alone.
fn numbers(line: &Line, name: &str) -> Option<Vec<i64>> {
    let inside = line.attribute(name)?.strip_prefix("array<i64")?.strip_suffix('>')?;
    let numbers =
        inside.trim_start_matches(':').split(',').map(str::trim).filter(|number| !number.is_empty());
    let numbers: Option<Vec<i64>> = numbers.map(|number| number.parse().ok()).collect();
    numbers.filter(|numbers| numbers.iter().all(|number| *number >= 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::ValueOrigin;

    fn cast(source: &str, offset: &str, size: &str, stride: &str) -> Option<bool> {
        let list = |name: &str, numbers: &str| (name.to_owned(), format!("array<i64: {numbers}>"));
        fits(&Line {
            name: "memref.reinterpret_cast".into(),
            parent: Some(0),
            block: 0,
            end: 2,
            terminator: false,
            operands: vec![None],
            operand_types: vec![source.into()],
            results: vec![],
            successors: vec![],
            blocks: vec![],
            attributes: vec![
                list("static_offsets", offset),
                list("static_sizes", size),
                list("static_strides", stride),
            ],
        })
    }

    #[test]
    fn one_buffer_is_not_handed_over_as_two() {
        let program = |operands: [usize; 2], ty: &str| {
            let line = Line {
                name: "func.call".into(),
                parent: Some(0),
                block: 0,
                end: 1,
                terminator: false,
                operands: operands.map(|line| Some(ValueOrigin::Result(line, 0))).to_vec(),
                operand_types: vec![ty.into(); 2],
                results: vec![],
                successors: vec![],
                blocks: vec![],
                attributes: vec![],
            };
            Outline { lines: vec![line] }
        };
        let (two, one) = (program([1, 2], "memref<4xi32>"), program([1, 1], "memref<4xi32>"));
        assert!(!as_defined(&one, &two) && as_defined(&two, &one));
        assert!(as_defined(&one, &one), "the finding does so itself");
        assert!(as_defined(&program([1, 1], "tensor<4xi32>"), &two), "values have no place");
    }

    #[test]
    fn a_view_reaches_no_further_than_its_source() {
        assert_eq!(cast("memref<4x7xi32>", "9", "2, 1", "7, 1"), Some(true));
        assert_eq!(cast("memref<4x7xi32>", "27", "2, 1", "7, 1"), Some(false));
        assert_eq!(cast("memref<1x1xi32>", "1", "1, 1", "1, 1"), Some(false));
        assert_eq!(cast("memref<f32>", "0", "1", "1"), Some(true));
        assert_eq!(cast("memref<?xi32>", "9", "1", "1"), None);
        assert_eq!(cast("memref<4xi32>", "-9223372036854775808", "1", "1"), None);
    }
}
