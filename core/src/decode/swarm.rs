//! Swarm testing: each case leaves some families and element types out, and is of a temper of its own, so that what is left
//! meets itself more often than when everything is always on.

use super::limits::{ELEMENTS, EXTENTS, FIRST_INPUTS, INPUTS, OPERATIONS};
use crate::choices::Choices;
use crate::observe::Element;
use crate::program::{Budget, FAMILIES, Family, nineteen};
use crate::version::Change;

/// The parts of one case.
#[derive(Clone, Debug)]
pub struct Swarm {
    /// The limits on operations.
    pub budget: Budget,
    /// Operations drawn at most.
    pub operations: usize,
    /// Constants to start from.
    pub inputs: usize,
}

/// Element types that most operations take, each likelier than not.
const COMMON: [Element; 5] = [Element::I32, Element::F32, Element::I8, Element::I16, Element::I1];
/// Element types that fewer programs have.
const RARE: [Element; 8] = [
    Element::F16,
    Element::Bf16,
    Element::I64,
    Element::I48,
    Element::F64,
    Element::I4,
    Element::F8E4M3FN,
    Element::F8E5M2,
];

impl Swarm {
    /// Draws a mix for a version of MLIR. A switch only ever leaves something out; what would leave nothing useful is put right.
    pub fn draw(choices: &mut Choices, version: u32) -> Swarm {
        // The number of operations comes first: where the fuzzer looks for cost it should find it.
        let size = usize::from(choices.byte());
        let operations = OPERATIONS.0 + size.pow(3) * (OPERATIONS.1 - OPERATIONS.0) / 255usize.pow(3);
        let families = families(choices);
        let types = types(choices, version);
        let inputs = FIRST_INPUTS.0 + choices.below(FIRST_INPUTS.1 - FIRST_INPUTS.0 + 1);
        let extent = EXTENTS[choices.below(EXTENTS.len())];
        let temper = choices.byte();
        // Deep chains, graphs that meet again, or many branches.
        let (tail, random) = [(176, 60), (128, 100), (64, 160), (96, 80)][usize::from(temper >> 6)];
        let budget = Budget {
            elements: ELEMENTS,
            inputs: INPUTS,
            extent,
            types,
            wraps: temper & 3 == 3,
            edges: temper & 0xc == 0xc && Change::Edges.is_in(version),
            tail,
            random,
            depth: 1 + usize::from(temper >> 4 & 1),
            families,
            version,
        };
        Swarm { budget, operations, inputs }
    }
}

// Each has a bit of what is read; the last bit of the common types chooses one where none is left.
const _: () = assert!(FAMILIES.len() <= 16 && COMMON.len() <= 7 && RARE.len() <= 8);

/// Each family is left out with probability 1/4, by two bits that must both be set.
fn families(choices: &mut Choices) -> Vec<Family> {
    let bits = |choices: &mut Choices| u32::from(choices.byte()) | u32::from(choices.byte()) << 8;
    let off = bits(choices) & bits(choices);
    let on = FAMILIES.into_iter().enumerate().filter(|(i, _)| off >> i & 1 == 0);
    let families: Vec<Family> = on.map(|(_, family)| family).collect();
    if families.len() < 4 { FAMILIES.to_vec() } else { families }
}

fn types(choices: &mut Choices, version: u32) -> Vec<Element> {
    let off = choices.byte() & choices.byte();
    let rare = choices.byte() & choices.byte();
    let common = COMMON.into_iter().enumerate().filter(|(i, _)| off >> i & 1 == 0).map(|(_, e)| e);
    let seldom = RARE.into_iter().enumerate().filter(|(i, _)| rare >> i & 1 == 1).map(|(_, e)| e);
    let mut types: Vec<Element> = common.chain(seldom).collect();
    if !Change::AllElements.is_in(version) {
        types.retain(|element| nineteen::TYPES.contains(element));
    }
    // Few operations take booleans or i16 alone.
    if !types.contains(&Element::I32) && !types.contains(&Element::F32) {
        types.push(if off & 0x80 == 0 { Element::I32 } else { Element::F32 });
    }
    types
}
