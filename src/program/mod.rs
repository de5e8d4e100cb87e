//! The program: typed operations, valid and defined by construction. Knows no bytes and no MLIR handles.

use serde::{Deserialize, Serialize};

/// Which spelling of the tosa dialect a program is printed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Syntax {
    /// MLIR 19: `value`, zero points and shapes as attributes.
    V19,
    /// MLIR 22 and later: `values`, shapes as `const_shape` operands.
    V22,
}

impl Syntax {
    /// The spelling MLIR's major version `major` reads.
    pub fn of_version(major: u32) -> Syntax {
        if major < 20 { Syntax::V19 } else { Syntax::V22 }
    }
}
