//! Make it small: from a finding to the least that shows it. Of a path with dozens of passes one is to blame,
//! and that pass with the IR just before it is all a reader of the report needs.

mod acquit;
mod another;
mod begin;
mod blame;
mod blamed;
mod branches;
mod defined;
mod direct;
mod dispensable;
mod elements;
mod ending;
mod folding;
mod helpers;
mod isolate;
mod literal;
mod measure;
mod outcome;
mod overrule;
mod path;
mod prefix;
mod program;
mod question;
mod reduction;
mod scene;
mod shared;
mod signature;
mod standin;
mod state;
mod suspects;
mod text;
mod traits;

pub use begin::{Begun, begin, begin_examined};
pub use blame::{blame, blame_examined};
pub use blamed::{Blamed, Culprit, Trail};
pub use ending::{alike_elsewhere, ending, ending_of};
pub use helpers::Helpers;
pub use isolate::Isolated;
pub use measure::{behind, measure};
pub use outcome::{Reduced, outcome};
pub use prefix::{Finish, Prefix, Standing};
pub use question::{Candidate, Checks, Question, Split};
pub use reduction::Reduction;
pub use scene::Tries;
pub use state::{Folder, Named, Size, Stage, State};
pub use traits::Traits;
