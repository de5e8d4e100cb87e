//! Make it small: from a finding to the least that shows it. Of a path with dozens of passes one is to blame,
//! and that pass with the IR just before it is all a reader of the report needs.

mod blame;
mod blamed;
mod prefix;
mod scene;
mod shared;

pub use blame::{blame, blame_examined};
pub use blamed::{Blamed, Culprit, Trail};
pub use prefix::{Finish, Prefix, Standing};
