//! Swarm testing: each case leaves some families and element types out, so that what is left meets itself
//! more often than when everything is always on.

use super::limits::{EXTENTS, FIRST_INPUTS, OPERATIONS};
use crate::dialect::{FAMILIES, Family};
use crate::observe::Element;
use crate::program::Choices;

/// What one case is made of.
#[derive(Clone, Debug)]
pub struct Swarm {
    /// Families whose operations are drawn.
    pub families: Vec<Family>,
    /// Element types of new constants.
    pub types: Vec<Element>,
    /// Operations drawn at most.
    pub operations: usize,
    /// Constants to start from.
    pub inputs: usize,
    /// Largest extent of a constant.
    pub extent: u64,
}

impl Swarm {
    /// Draws a mix. A switch only ever leaves something out; what would leave nothing useful is put right.
    pub fn draw(choices: &mut Choices) -> Swarm {
        // The number of operations comes first: where the fuzzer looks for cost it should find it.
        let size = usize::from(choices.byte());
        let operations = OPERATIONS.0 + size.pow(3) * (OPERATIONS.1 - OPERATIONS.0) / 255usize.pow(3);
        // Each family is left out with probability 1/4, by two bits that must both be set.
        let bits = |choices: &mut Choices| u32::from(choices.byte()) | u32::from(choices.byte()) << 8;
        let off = bits(choices) & bits(choices);
        let mut families: Vec<Family> = FAMILIES
            .into_iter()
            .enumerate()
            .filter(|(i, _)| off >> i & 1 == 0)
            .map(|(_, family)| family)
            .collect();
        if families.len() < 3 {
            families = FAMILIES.to_vec();
        }
        let off = choices.byte() & choices.byte();
        let types = [Element::I32, Element::F32, Element::I8, Element::I16, Element::I1];
        let mut types: Vec<Element> = types
            .into_iter()
            .enumerate()
            .filter(|(i, _)| off >> i & 1 == 0)
            .map(|(_, element)| element)
            .collect();
        // Few operations take booleans or i16 alone.
        if !types.contains(&Element::I32) && !types.contains(&Element::F32) {
            types.push(if off & 0x80 == 0 { Element::I32 } else { Element::F32 });
        }
        let inputs = FIRST_INPUTS.0 + choices.below(FIRST_INPUTS.1 - FIRST_INPUTS.0 + 1);
        let extent = EXTENTS[choices.below(EXTENTS.len())];
        Swarm { families, types, operations, inputs, extent }
    }
}
