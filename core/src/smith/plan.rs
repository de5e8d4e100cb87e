//! A smith: the configuration of a generator, in TOML.

use super::keys::{self, FLOATS};
use super::table;
use crate::choices::Choices;
use crate::grow::{GrowthBounds, ShapeKind};
use crate::observe::dialect;
use crate::op;
use crate::slot::{GOLDEN, mix};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The parts that programs are made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Smith {
    /// The dialects whose operations are drawn.
    pub dialects: Vec<String>,
    /// The fewest and the most operations that are drawn for the kernel.
    pub operations: [usize; 2],
    /// Regions within each other, at most.
    pub depth: usize,
    /// Operations that are drawn for one region, at most.
    pub body: usize,
    /// Operations that are drawn within one operation of the kernel, at most.
    pub nested: usize,
    /// The largest extent of a shape.
    pub extent: u64,
    /// Dimensions of vectors, and of what operations on each element take, at most.
    pub dimensions: usize,
    /// Elements of a shaped value, at most.
    pub elements: u64,
    /// Constants of 100 that are edge values.
    pub edges: u8,
    /// Extents of 100 that are left open.
    pub dynamic: u8,
    /// Operations of 100 that have an attribute that no pass knows.
    pub attributes: u8,
    /// Symbols of 100 that have a name that passes give to what they add, or one that has to be quoted.
    pub names: u8,
    /// Widths of integers, 1 to 64 bits.
    pub integers: Vec<u32>,
    /// True if values of type index are drawn.
    pub index: bool,
    /// Float types: f16, bf16, f32, f64.
    pub floats: Vec<String>,
    /// The kinds of values that operations on each element take.
    pub shapes: Vec<ShapeKind>,
    /// True if constants, casts and branches are of the dialect llvm.
    pub llvm: bool,
    /// True if each program is made of a subset of the operations and of the widths, which it draws.
    pub swarm: bool,
    /// Shares of operations, and of all operations of a dialect, beside the usual one. An operation of share 0 is not drawn.
    pub weights: BTreeMap<String, u8>,
}

impl Default for Smith {
    fn default() -> Smith {
        Smith {
            dialects: Vec::new(),
            operations: [4, 16],
            depth: 3,
            body: 4,
            nested: 10,
            extent: 5,
            dimensions: 3,
            elements: 24,
            edges: 35,
            dynamic: 30,
            attributes: 0,
            names: 0,
            integers: vec![1, 8, 16, 32, 64],
            index: true,
            floats: vec!["f32".to_owned(), "f64".to_owned()],
            shapes: vec![ShapeKind::Scalar],
            llvm: false,
            swarm: true,
            weights: BTreeMap::new(),
        }
    }
}

/// Widths of integers of a program that is made of a subset of the operations, at most.
const WIDTHS: usize = 6;

/// The share of an operation that nothing is said of.
const USUAL: u8 = 4;

/// The reason why a text is no smith.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// It is no TOML: the line, and the reason.
    #[error("line {0}: {1}")]
    Toml(usize, String),
    /// A key that no smith has, on this line, and the keys that there are.
    #[error("line {0}: no key is named '{1}'; the keys are {2}")]
    Key(usize, String, String),
    /// A dialect of which no operation is generated, on this line.
    #[error("line {0}: dialects: no operation of '{1}' is generated; those that are generated are of {all}", all = table::dialects().join(", "))]
    Dialect(usize, String),
    /// A share of something that is neither an operation nor a dialect that is generated, on this line.
    #[error("line {0}: weights: '{1}' is neither an operation that is generated nor a dialect of one")]
    Weight(usize, String),
    /// A share of a name that is out of its range, on this line.
    #[error("line {0}: weights: '{1}' takes a share from 0 to 255")]
    Share(usize, String),
    /// A value out of its range on this line: the key, and the values that it takes.
    #[error("line {0}: {1} takes {2}")]
    Range(usize, &'static str, &'static str),
    /// No operation is left.
    #[error("no operation is drawn: name dialects, or operations in weights")]
    Nothing,
}

impl Smith {
    /// Reads a smith.
    ///
    /// # Errors
    /// The reason why the text is none.
    pub fn parse(text: &str) -> Result<Smith, PlanError> {
        keys::check(text)?;
        let smith: Smith =
            toml::from_str(text).map_err(|error| PlanError::Toml(1, error.message().to_owned()))?;
        if smith.plan(u32::MAX).parts.is_empty() {
            return Err(PlanError::Nothing);
        }
        Ok(smith)
    }

    /// The text that [`Smith::parse`] reads.
    ///
    /// # Panics
    /// Never: every field can be written.
    pub fn text(&self) -> String {
        toml::to_string(self).expect("lists, numbers and words can be written")
    }

    /// The share of an operation.
    fn weight(&self, row: &op::Row) -> u8 {
        let is_there = self.dialects.iter().any(|name| name == dialect(row.name));
        let usual = if is_there { USUAL } else { 0 };
        let of_dialect = self.weights.get(dialect(row.name)).copied();
        self.weights.get(row.name).copied().or(of_dialect).unwrap_or(usual)
    }

    /// The plan for programs that MLIR of this major version reads, and later ones.
    pub fn plan(&self, version: u32) -> GrowthBounds {
        let parts = table::rows().filter(|row| row.since <= version).filter_map(|row| {
            let weight = self.weight(row);
            (weight > 0).then(|| table::part(row, weight))?
        });
        GrowthBounds {
            version,
            parts: parts.collect(),
            depth: self.depth,
            body: self.body,
            nested: self.nested,
            extent: self.extent,
            dimensions: self.dimensions,
            elements: self.elements,
            edges: self.edges,
            dynamic: self.dynamic,
            attributes: self.attributes,
            names: self.names,
            integers: self.integers.clone(),
            index: self.index,
            floats: FLOATS.into_iter().filter(|name| self.floats.iter().any(|own| own == name)).collect(),
            shapes: self.shapes.clone(),
            llvm: self.llvm,
        }
    }

    /// The plan of one program: all of the operations, or those of them that its choices leave.
    pub(super) fn drawn(&self, version: u32, choices: &mut Choices) -> GrowthBounds {
        let mut plan = self.plan(version);
        let swarm = choices.below(3);
        if !self.swarm || swarm == 0 {
            return plan;
        }
        let seed = choices.seed();
        let keeps = |slot: u16| mix(seed ^ u64::from(slot).wrapping_mul(GOLDEN)) % 3 < swarm as u64;
        if plan.parts.iter().any(|part| keeps(part.slot)) {
            plan.parts.retain(|part| keeps(part.slot));
        }
        if plan.integers.len() > WIDTHS {
            plan.integers.sort_by_key(|width| mix(seed ^ u64::from(*width)));
            plan.integers.truncate(WIDTHS);
        }
        plan
    }

    /// The number of operations that are drawn for the kernel of one program.
    pub(super) fn size(&self, choices: &mut Choices) -> usize {
        let [least, most] = self.operations;
        // Small programs are cheap to lower: the smaller of two numbers.
        let width = most - least + 1;
        least + choices.below(width).min(choices.below(width))
    }
}
