//! The way in which values of each type are kept, worked out once for each type.

use super::types::{LaneType, Layout};
use crate::ir;
use crate::observe::Lack;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// A type, laid out; or what is not known about it.
type Laid = Result<Rc<Layout>, Lack>;

/// Types that have been met, laid out. A type is known by its place in memory, which it keeps while it is held here.
#[derive(Default)]
pub struct Layouts {
    known: RefCell<FxHashMap<*const ir::Type, (Rc<ir::Type>, Laid)>>,
    /// The major version of the MLIR whose numbers attributes have; none where nobody knows.
    pub version: Option<u32>,
}

impl Layouts {
    /// Of modules of this major version.
    pub fn of_version(version: Option<u32>) -> Layouts {
        Layouts { version, ..Layouts::default() }
    }

    /// The way in which values of a type are kept.
    ///
    /// # Errors
    /// The spelling, where that is not known.
    pub fn get(&self, ty: &Rc<ir::Type>) -> Laid {
        let mut known = self.known.borrow_mut();
        // Nearly every type has been met before.
        if let Some((_, laid)) = known.get(&Rc::as_ptr(ty)) {
            return laid.clone();
        }
        let laid = LaneType::of(ty).and_then(Layout::of).map(Rc::new);
        known.insert(Rc::as_ptr(ty), (ty.clone(), laid.clone()));
        laid
    }
}
