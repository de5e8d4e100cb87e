//! Make it small: from a finding and the pass to blame to the least that shows it.

mod begin;
mod bounds;
mod branches;
mod defined;
mod elements;
mod ending;
mod helpers;
mod judged;
mod measure;
mod numbers;
mod outcome;
mod path;
mod program;
mod question;
mod reduction;
mod rewritten;
mod signature;
mod splats;
mod standin;
mod state;
mod text;
mod traits;
mod until;

pub use begin::{Begun, Irreducible, NoLeast, begin_examined};
pub use ending::{PassEnd, alike_elsewhere, ending, ending_of, is_of_fold_hook};
pub use helpers::Helpers;
pub use measure::{behind, measure};
pub use outcome::{Reduced, outcome};
pub use question::{Candidate, DefinedChecks, Question};
pub use reduction::Reduction;
pub use state::{Folder, ReductionState, Size, Stage};
pub use traits::Traits;
