//! Who is to blame: which step of which path makes results wrong, and which operation goes wrong by itself. Of a path with dozens of
//! passes one is to blame, and that pass with the IR just before it is all a reader of the report needs.

mod acquit;
mod another;
mod blamed;
mod direct;
mod dispensable;
mod folding;
mod isolate;
mod overrule;
mod prefix;
mod scene;
mod search;
mod shared;
mod split;
mod suspects;

pub use blamed::{Blamed, Culprit, Named, Trail};
pub use isolate::Isolated;
pub use prefix::{Finish, Prefix, Standing};
pub use scene::Tries;
pub use search::{blame, blame_examined, pass_alone};
pub use split::Split;
