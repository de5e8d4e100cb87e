//! Messages between the coordinator and its worker processes: one JSON line a message.

use super::confirming::Confirming;
use super::versions::Plain;
use super::{Compared, Searched};
use crate::decode::envelope::Mutation;
use crate::execute::{Argument, Undefined};
use crate::report::Mlir;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A line to a worker: a program to explore.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WorkOrder {
    /// Its number.
    pub program: u64,
    /// Of single steps, the earlier inputs of its family that joined it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joined: Vec<u64>,
    /// True if there is time to look for the passes to blame.
    pub blame: bool,
}

/// A line from a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Message {
    /// It is set up.
    Ready {
        /// Which MLIR it runs.
        mlir: Mlir,
        /// Remarks that somebody who gave programs may want to know of them, a sentence each.
        remarks: Vec<String>,
        /// The arguments that given programs are called with, by file.
        #[serde(default)]
        arguments: BTreeMap<PathBuf, Vec<Argument>>,
    },
    /// It cannot go on, for a reason that is the user's to mend.
    Unable {
        /// One sentence.
        error: String,
        /// The reason why the programs that were given are undefined, where that is it; the sentence then names them.
        #[serde(default)]
        undefined: Option<Undefined>,
    },
    /// A finding was seen, and is looked into before the answer: which pass is to blame, and do stock programs show it.
    Found {},
    /// A case was judged.
    Judged {
        /// Its results, and a second look after it where the first met a bug the user knows of.
        judged: Vec<Compared>,
        /// True of an input of single steps that joins its family.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        joins: bool,
        /// Of single steps, the ways in which the input was changed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        by: Vec<Mutation>,
    },
    /// A program was taken down many paths.
    Searched {
        /// Its results.
        searched: Box<Searched>,
    },
    /// The results of the plain lowering, for other versions to be held against; none where it cannot be run. Follows the
    /// answer for each program where there are several versions.
    Plain {
        /// Its results.
        plain: Option<Box<Plain>>,
    },
    /// The bytes did not decode, or MLIR does not take the module in them.
    Rejected {
        /// Of single steps, the ways in which the input was changed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        by: Vec<Mutation>,
    },
    /// The case could not be run: lowdiff's own fault.
    Failed {
        /// One sentence.
        error: String,
    },
}

impl Message {
    /// The comparisons it tells of.
    pub fn compared(&self) -> &[Compared] {
        match self {
            Message::Judged { judged, .. } => judged,
            Message::Searched { searched } => &searched.compared,
            _ => &[],
        }
    }

    /// Adds the work it tells of, and the answers of stock programs.
    pub fn confirming(&self, total: &mut Confirming) {
        if let Message::Searched { searched } = self {
            total.passes += searched.edges + searched.rerun;
        }
        self.compared().iter().for_each(|compared| total.note(&compared.facts));
    }
}
