//! Blame: the step of a path that makes results wrong, and the operation that goes wrong by itself. Of a path with dozens of
//! passes one is to blame, and that pass with the IR just before it is all a reader of the report needs.

mod after;
mod blamed;
mod isolate;
mod opinion;
mod overrule;
mod prefix;
mod results;
mod runner;
mod search;
mod split;
mod strategies;
mod untold;

pub use after::After;
pub use blamed::{Before, Blamed, BlamedPath, Culprit, Named, WayRound};
pub use isolate::Isolated;
pub use prefix::{Authority, Correctness, Finish, Prefix};
pub use runner::{BlameExtent, Tries};
pub use search::{blame, blame_examined, pass_alone};
pub use split::Split;
pub use untold::Untold;
