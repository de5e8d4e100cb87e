//! A smith: the configuration of a generator, in TOML.

use super::table;
use crate::choices::Choices;
use crate::grow::{GrowthBounds, ShapeKind};
use crate::observe::dialect;
use crate::op;
use crate::slot::{GOLDEN, mix};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

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
    /// True if each program is made of a subset of the operations, which it draws.
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

/// The share of an operation that nothing is said of.
const USUAL: u8 = 4;

/// The float types that programs have.
const FLOATS: [&str; 4] = ["f16", "bf16", "f32", "f64"];

/// The reason why a text is no smith.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// It is no TOML, or has a key that no smith has, or a value of another type.
    #[error("{0}")]
    Toml(String),
    /// A dialect of which no operation is generated.
    #[error("dialects: no operation of '{0}' is generated; those that are generated are of {all}", all = table::dialects().join(", "))]
    Dialect(String),
    /// A share of something that is neither an operation nor a dialect that is generated.
    #[error("weights: '{0}' is neither an operation that is generated nor a dialect of one")]
    Weight(String),
    /// A value out of its range: the key, and what it takes.
    #[error("{0} takes {1}")]
    Range(&'static str, &'static str),
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
        let told = |error: toml::de::Error| {
            let line = error.span().map(|span| text[..span.start.min(text.len())].matches('\n').count() + 1);
            let message = error.message().lines().collect::<Vec<_>>().join(" ");
            PlanError::Toml(line.map_or(message.clone(), |line| format!("line {line}: {message}")))
        };
        let smith: Smith = toml::from_str(text).map_err(told)?;
        smith.check()?;
        Ok(smith)
    }

    fn check(&self) -> Result<(), PlanError> {
        let known = table::dialects();
        if let Some(unknown) = self.dialects.iter().find(|name| !known.contains(&name.as_str())) {
            return Err(PlanError::Dialect(unknown.clone()));
        }
        let operations: BTreeSet<&str> = table::rows().map(|row| row.name).collect();
        let is_known = |name: &str| operations.contains(name) || known.contains(&name);
        if let Some(unknown) = self.weights.keys().find(|name| !is_known(name)) {
            return Err(PlanError::Weight(unknown.clone()));
        }
        let [least, most] = self.operations;
        let ranges = [
            (
                1 <= least && least <= most && most <= 64,
                "operations",
                "two numbers from 1 to 64, the smaller one first",
            ),
            (self.depth <= 6, "depth", "a number from 0 to 6"),
            (self.body <= 16, "body", "a number from 0 to 16"),
            (self.nested <= 64, "nested", "a number from 0 to 64"),
            ((1..=16).contains(&self.extent), "extent", "a number from 1 to 16"),
            ((1..=3).contains(&self.dimensions), "dimensions", "a number from 1 to 3"),
            ((1..=256).contains(&self.elements), "elements", "a number from 1 to 256"),
            (self.edges <= 100, "edges", "a share from 0 to 100"),
            (self.dynamic <= 100, "dynamic", "a share from 0 to 100"),
            (self.attributes <= 100, "attributes", "a share from 0 to 100"),
            (self.names <= 100, "names", "a share from 0 to 100"),
            (
                !self.integers.is_empty() && self.integers.iter().all(|width| (1..=64).contains(width)),
                "integers",
                "widths from 1 to 64 bits, one at least",
            ),
            (
                self.floats.iter().all(|name| FLOATS.contains(&name.as_str())),
                "floats",
                "f16, bf16, f32 and f64",
            ),
            (!self.shapes.is_empty(), "shapes", "one at least of scalar, vector and tensor"),
        ];
        if let Some((_, key, takes)) = ranges.into_iter().find(|(fits, ..)| !fits) {
            return Err(PlanError::Range(key, takes));
        }
        if self.plan(u32::MAX).parts.is_empty() {
            return Err(PlanError::Nothing);
        }
        Ok(())
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
