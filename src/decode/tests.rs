//! What random bytes decode to: everything the tables hold, sound, of a useful size, and the same each time.

use super::*;
use crate::dialect::tosa;
use crate::observe::Element;
use crate::program::{Operand, Place};
use std::collections::BTreeSet;

/// Inputs each statistic is taken over.
const INPUTS: u64 = 2000;

fn decoded(seed: u64, count: u64) -> impl Iterator<Item = Decoded> {
    (0..count).filter_map(move |i| decode(&seeded(seed, i)).ok())
}

#[test]
fn every_program_keeps_its_promise() {
    for (i, case) in decoded(1, 3000).enumerate() {
        assert_eq!(case.program.check(), Ok(()), "program {i}");
    }
}

#[test]
fn every_row_element_type_and_rank_is_reached() {
    let (mut rows, mut elements, mut ranks) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for operation in decoded(2, INPUTS).flat_map(|case| case.program.operations) {
        rows.insert(operation.op.name);
        elements.insert((operation.result.ty.element, operation.result.ty.rank()));
        ranks.insert(operation.result.ty.rank());
    }
    let missing: Vec<&str> = tosa::rows().map(|row| row.name).filter(|name| !rows.contains(name)).collect();
    assert!(missing.is_empty(), "never drawn: {missing:?}");
    assert_eq!(ranks, BTreeSet::from([0, 1, 2, 3, 4]));
    for element in [Element::I1, Element::I8, Element::I16, Element::I32, Element::F32] {
        for rank in 0..=4 {
            assert!(elements.contains(&(element, rank)), "no {element} of rank {rank}");
        }
    }
}

#[test]
fn programs_have_a_useful_size() {
    let mut counts: Vec<usize> = decoded(3, INPUTS).map(|case| case.program.operation_count()).collect();
    counts.sort_unstable();
    let median = counts[counts.len() / 2];
    assert!((10..=20).contains(&median), "{median} operations at the median");
    assert!(counts[counts.len() - 1] >= 50, "{} operations at most", counts[counts.len() - 1]);
    assert!(counts.len() as u64 * 100 >= INPUTS * 99, "{} of {INPUTS} decoded", counts.len());
}

#[test]
fn programs_are_deep_and_hidden_from_folders() {
    let (mut chained, mut operands, mut arguments, mut inputs, mut open) = (0, 0, 0, 0, 0);
    for Decoded { program, .. } in decoded(4, INPUTS) {
        for operand in program.operations.iter().flat_map(|operation| &operation.operands) {
            operands += 1;
            chained += usize::from(matches!(operand, Operand::Result(_)));
        }
        let handed = program.inputs.iter().filter(|input| input.place == Place::Argument).count();
        (arguments, inputs) = (arguments + handed, inputs + program.inputs.len());
        open += u64::from(handed > 0);
    }
    assert!(chained * 2 > operands, "{chained} of {operands} operands are results");
    assert!(arguments * 3 >= inputs * 2, "{arguments} of {inputs} inputs are arguments");
    assert!(open * 100 >= INPUTS * 90, "{open} of {INPUTS} programs take an argument");
}

#[test]
fn broadcasting_is_common() {
    let mut stretched = 0;
    for Decoded { program, .. } in decoded(5, 200) {
        for operation in program
            .operations
            .iter()
            .filter(|o| ["add", "select", "equal", "bitwise_or"].contains(&o.op.name))
        {
            let shapes: Vec<&Vec<u64>> =
                operation.operands.iter().map(|&o| &program.value(o).ty.shape).collect();
            stretched += usize::from(shapes.iter().any(|shape| *shape != shapes[0]));
        }
    }
    assert!(stretched > 20, "{stretched} operations stretch an operand");
}

#[test]
fn same_bytes_same_case() {
    for i in 0..100 {
        let bytes = seeded(6, i);
        assert_eq!(decode(&bytes), decode(&bytes));
    }
}

#[test]
fn nothing_panics_and_only_short_inputs_are_rejected() {
    for length in 0..600 {
        let whole = seeded(7, length);
        for bytes in [
            whole[..(length as usize).min(whole.len())].to_vec(),
            vec![0; length as usize],
            vec![255; length as usize],
        ] {
            match decode(&bytes) {
                Ok(case) => assert_eq!(case.program.check(), Ok(()), "{length} bytes"),
                Err(error) => assert!(bytes.len() < LEAST, "{} bytes: {error}", bytes.len()),
            }
        }
    }
}

#[test]
fn zeros_end_cheaply() {
    let case = decode(&[0; 4096]).expect("long enough");
    assert!(case.program.operation_count() <= 2, "{:?}", case.program);
}

#[test]
fn a_changed_path_byte_changes_nothing_else() {
    let mut bytes = seeded(8, 0);
    let before = decode(&bytes).expect("long enough");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    let after = decode(&bytes).expect("long enough");
    assert_eq!((&before.program, &before.draws[0]), (&after.program, &after.draws[0]));
    assert_ne!(before.draws[1], after.draws[1]);
}

#[test]
fn a_changed_record_leaves_the_operations_before_it_alone() {
    let mut changed = 0;
    for i in 0..50 {
        let mut bytes = seeded(9, i);
        let before = decode(&bytes).expect("long enough").program;
        bytes[HEADER + 5 * RECORD] ^= 0x55;
        let after = decode(&bytes).expect("long enough").program;
        let names = |p: &Program| p.operations.iter().take(5).map(|o| o.op.name).collect::<Vec<_>>();
        // Programs that end before the record stay as they are.
        changed += usize::from(before != after);
        if before.operations.len() > 12 && after.operations.len() > 12 {
            assert_eq!(names(&before), names(&after), "input {i}");
        }
    }
    assert!(changed > 25, "{changed} of 50 changed");
}
