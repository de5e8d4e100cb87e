//! Random bytes decode to everything the tables hold, sound, of a useful size, and the same each time.

use super::limits::RECORD;
use super::*;
use crate::dialect::tosa;
use crate::observe::Element;
use crate::program::{Dropped, is_plumbing, nineteen};
use std::collections::{BTreeMap, BTreeSet};

/// Inputs each statistic is taken over.
const INPUTS: u64 = 1000;

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
    let newest = (0..INPUTS).filter_map(|i| decode_for(&seeded(2, i), 24).ok());
    for case in decoded(2, INPUTS).chain(newest) {
        for operation in case.program.operations() {
            rows.insert(operation.name.clone());
            for ty in &operation.types {
                elements.extend(ty.element);
                ranks.extend(ty.extents.as_ref().map(Vec::len));
            }
        }
    }
    let missing: Vec<&str> =
        tosa::rows().map(|row| row.name).filter(|name| !rows.contains(&format!("tosa.{name}"))).collect();
    assert!(missing.is_empty(), "never drawn: {missing:?}");
    assert!(ranks.is_superset(&BTreeSet::from([0, 1, 2, 3, 4, 5, 6])), "{ranks:?}");

    let never: Vec<_> =
        Element::ALL.into_iter().filter(|e| !elements.contains(e) && !e.is_unsigned()).collect();
    assert!(never.is_empty(), "no value of {never:?}");
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
    let (mut chained, mut operands, mut arguments, mut open) = (0, 0, 0, 0);
    for Decoded { program, .. } in decoded(4, INPUTS) {
        let constants: BTreeSet<usize> =
            program.operations().filter(|o| is_plumbing(o)).flat_map(|o| o.results.clone()).collect();
        for operand in program.operations().filter(|o| !is_plumbing(o)).flat_map(|o| &o.operands) {
            let argument = program.kernel.arguments.contains(operand);
            operands += usize::from(!constants.contains(operand));
            chained += usize::from(!argument && !constants.contains(operand));
        }
        arguments += program.arguments.len();
        open += u64::from(!program.arguments.is_empty());
    }
    assert!(chained * 2 > operands, "{chained} of {operands} operands are results");
    assert!(arguments as u64 > 2 * INPUTS, "{arguments} arguments");
    assert!(open * 100 >= INPUTS * 90, "{open} of {INPUTS} programs take an argument");
}

#[test]
fn little_that_is_drawn_is_dropped() {
    let mut waste = Waste::default();
    let inputs = (0..INPUTS).filter_map(|i| decode_with(&seeded(10, i), 22).ok());
    inputs.for_each(|(_, of_one)| waste.add(&of_one));
    assert!(waste.share() < 0.1, "{:.3} of {:?}: {:?}", waste.share(), waste.drawn, waste.dropped);
    let refused = waste.dropped.keys().filter(|(_, why)| *why == Dropped::Refused).count();
    assert_eq!(refused, 0, "the semantics know every operation that is drawn: {:?}", waste.dropped);
}

#[test]
fn broadcasting_and_regions_are_common() {
    let (mut stretched, mut nested) = (0, 0);
    for Decoded { program, .. } in decoded(5, 200) {
        nested += program.operations().filter(|operation| !operation.regions.is_empty()).count();
        let types: BTreeMap<usize, Option<Vec<Option<usize>>>> = program
            .operations()
            .flat_map(|o| o.results.iter().copied().zip(o.types.iter().map(|ty| ty.extents.clone())))
            .collect();
        let broadcasts = ["tosa.add", "tosa.select", "tosa.equal", "tosa.bitwise_or"];
        for operation in program.operations().filter(|o| broadcasts.contains(&o.name.as_str())) {
            let result = operation.types[0].extents.clone();
            let known = operation.operands.iter().filter_map(|operand| types.get(operand));
            stretched += known.filter(|extents| **extents != result).count();
        }
    }
    assert!(stretched > 20, "{stretched} operands are stretched");
    assert!(nested > 20, "{nested} operations have regions");
}

#[test]
fn programs_for_19_keep_to_what_it_has() {
    for i in 0..300 {
        let program = decode_for(&seeded(12, i), 19).expect("long enough").program;
        assert_eq!(program.check(), Ok(()), "program {i}");
        let elements = program.operations().flat_map(|o| &o.types).filter_map(|ty| ty.element);
        for element in elements.chain(program.arguments.iter().map(|tensor| tensor.element)) {
            assert!(
                element == Element::Index || nineteen::TYPES.contains(&element),
                "program {i}: {element}"
            );
        }
        assert!(program.operations().all(|operation| operation.regions.is_empty()));
    }
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
        bytes[MARK.len() + HEADER + 5 * RECORD] ^= 0x55;
        let after = decode(&bytes).expect("long enough").program;
        // Programs that end before the record stay as they are.
        changed += usize::from(before != after);
        // Functions may take operations in, so where these stand says nothing.
        let names = |program: &Program| {
            let names = program.operations().filter(|o| !is_plumbing(o)).map(|o| o.name.clone());
            names.collect::<Vec<_>>()
        };
        let mut left = names(&after);
        let shared = names(&before).into_iter().filter(|name| {
            let found = left.iter().position(|other| other == name);
            found.map(|place| left.swap_remove(place)).is_some()
        });
        if before.operation_count() > 12 && after.operation_count() > 12 {
            assert!(shared.count() >= 3, "input {i}");
        }
    }
    assert!(changed > 25, "{changed} of 50 changed");
}

/// Inputs as they were kept before they began with a format, and what they decoded to then.
#[test]
fn inputs_of_the_first_format_come_to_what_they_came_to() {
    use crate::version;
    use sha2::{Digest, Sha256};
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/first_format");
    let digests = std::fs::read_to_string(folder.join("programs.txt")).expect("they are kept");
    assert!(digests.lines().count() >= 24, "{digests}");
    for line in digests.lines() {
        let [name, version, expected] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let version = version::named(version).expect("it is in the table");
        let bytes = std::fs::read(folder.join(name)).expect("it is kept");
        let program = decode_for(&bytes, version.major).expect("it decodes").program;
        let digest = Sha256::digest(program.print(version.syntax));
        assert_eq!(crate::observe::hexadecimal(&digest[..8]), expected, "{line}");
    }
}
