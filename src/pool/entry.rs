//! One seed of a pool, and the file that it is kept in.
//!
//! ```text
//! // step: builtin.module(canonicalize)
//! // prints: i32
//! // seed: {"program":{"generated":{"generator":"tosa","seed":1,"number":7}},"path":["builtin.module(...)"],...}
//! "builtin.module"() ({
//! ...
//! ```
//!
//! The file is an input of `pass_diff` as it is, since the line about the seed is a comment of its module. Its name is the SHA-256 of the module
//! alone, in the generic form of the neutral form.

use crate::coverage::features;
use crate::decode::Envelope;
use crate::decode::envelope::operations;
use crate::ir::{self, Module};
use crate::judge::{Reason, VerdictKind};
use crate::observe::{Outcome, dialect, hexadecimal};
use crate::path::Operations;
use crate::path::pipeline::pass_name;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;

/// First bytes of the line about a seed.
const SEED: &str = "// seed: ";
/// End of the name of each file.
const EXTENSION: &str = ".mlir";

/// True of the name that a seed's file has.
pub(super) fn is_seed_name(name: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
    name.strip_suffix(EXTENSION).is_some_and(|hash| hash.len() == 64 && hash.chars().all(is_digit))
}

/// The program that a seed comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeedProgram {
    /// A program of a campaign.
    Generated {
        /// The generator.
        generator: String,
        /// The seed of the campaign.
        seed: u64,
        /// The number of the program.
        number: u64,
    },
    /// An input of a campaign of single steps, which was changed from others.
    Changed {
        /// The seed of the campaign.
        seed: u64,
        /// The number of the input.
        number: u64,
    },
    /// A module of a file.
    File(PathBuf),
}

/// The end of what was run of a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeedRun {
    /// The path that it lies on ended so.
    Path(Outcome),
    /// Its steps were judged.
    Steps(VerdictKind, Option<Reason>),
}

/// Facts about a seed that its module does not tell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeedOrigin {
    /// The program that it comes from.
    pub program: SeedProgram,
    /// The steps from there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
    /// The end of what was run of it; none where nobody ran it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ran: Option<SeedRun>,
    /// Blocks of MLIR that its steps reached when the pool was minimized by them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocks: Option<u32>,
}

/// A seed: a module in normal form with the steps that come next, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolEntry {
    /// The module and its steps.
    pub envelope: Envelope,
    /// Its origin; none where nobody wrote it down.
    pub origin: Option<SeedOrigin>,
}

impl PoolEntry {
    /// The seed of a module and its steps. None of a module that the neutral form does not hold.
    pub fn new(envelope: &Envelope, origin: Option<SeedOrigin>) -> Option<PoolEntry> {
        let mut module = ir::module(&envelope.module).ok()?;
        ir::renumber(&mut module);
        Some(PoolEntry { envelope: Envelope { module: module.generic(), ..envelope.clone() }, origin })
    }

    /// Reads a file, or any input of `pass_diff`.
    pub fn read(bytes: &[u8]) -> Option<PoolEntry> {
        let mut envelope = Envelope::parse(bytes)?;
        let Some(rest) = envelope.module.strip_prefix(SEED) else { return PoolEntry::new(&envelope, None) };
        let (line, module) = rest.split_once('\n')?;
        let origin = serde_json::from_str(line).ok()?;
        envelope.module = module.to_owned();
        PoolEntry::new(&envelope, Some(origin))
    }

    /// The content of its file.
    ///
    /// # Errors
    /// The origin cannot be written as JSON.
    pub fn text(&self) -> serde_json::Result<String> {
        let Some(origin) = &self.origin else { return Ok(self.envelope.to_string()) };
        let line = format!("{SEED}{}\n", serde_json::to_string(origin)?);
        Ok(Envelope { module: line + &self.envelope.module, ..self.envelope.clone() }.to_string())
    }

    /// The name of its file: 64 hexadecimal digits of the module's hash, and the extension.
    pub fn name(&self) -> String {
        format!("{}{EXTENSION}", hexadecimal(&Sha256::digest(&self.envelope.module)))
    }

    /// What it holds.
    pub fn contents(&self) -> SeedContents {
        // A seed is in normal form, which can be read.
        SeedContents::of(&ir::module(&self.envelope.module).unwrap_or_default(), &self.envelope.steps)
    }
}

/// The contents of a seed as far as seeds are told apart by them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeedContents {
    /// Its operations by name and most abstract type, with their numbers.
    pub operations: Operations,
    /// Its features: operations, pairs of an operation and one that takes a result of it, and passes with the operations that they meet.
    pub features: BTreeSet<u64>,
}

impl SeedContents {
    fn of(module: &Module, steps: &[String]) -> SeedContents {
        let mut contents = SeedContents { operations: operations(module), features: BTreeSet::new() };
        contents.features = contents.kinds();
        let SeedContents { operations, features } = &mut contents;
        let mut makers = HashMap::new();
        module.walk(&mut |operation| {
            makers.extend(operation.results.iter().map(|result| (*result, operation.name)));
        });
        module.walk(&mut |operation| {
            let sources = operation.operands.iter().filter_map(|operand| makers.get(operand));
            features.extend(sources.map(|source| features::pair(operation.name, source)));
        });
        let passes = steps.iter().map(|step| pass_name(step));
        for pass in passes.collect::<BTreeSet<_>>() {
            features.extend(operations.keys().map(|(name, _)| features::meeting(pass, name)));
        }
        contents
    }

    /// Of the features, those that are operations by themselves.
    pub fn kinds(&self) -> BTreeSet<u64> {
        self.operations.keys().map(|(name, kind)| features::operation(name, *kind)).collect()
    }

    /// The dialects of its operations.
    pub fn dialects(&self) -> BTreeSet<&str> {
        self.operations.keys().map(|(name, _)| dialect(name)).collect()
    }
}
