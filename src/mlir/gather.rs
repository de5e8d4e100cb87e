//! The attributes of operations, from a library that does not tell properties by themselves.
//!
//! There each question for an attribute by its place gathers all attributes of the operation again, and one by its name does not. So the
//! names that operations of one kind have are noted, and asked for. An operation that has more attributes than that has all gathered.

use super::hash::ByAddress;
use super::module::str_of;
use super::symbols::{NamedAttribute, RawIdentifier, RawOperation, Symbols};

/// The names of attributes that operations of each kind were seen to have, in alphabetical order, as MLIR has them.
#[derive(Default)]
pub(super) struct AttributeNames {
    by_operation: ByAddress<Vec<RawIdentifier>>,
}

impl AttributeNames {
    /// All attributes of an operation that has this name, in the order of their names.
    ///
    /// # Safety
    /// The operation is alive, and nothing changes it meanwhile. Its context is the one of all others asked about.
    pub unsafe fn gather(
        &mut self,
        api: &Symbols,
        operation: RawOperation,
        name: RawIdentifier,
    ) -> Vec<NamedAttribute> {
        // SAFETY: as above; identifiers live as long as their context, and places stay below the count.
        unsafe {
            let count = (api.operation_attribute_count)(operation);
            if count == 0 {
                return Vec::new();
            }
            let known = self.by_operation.entry(name.0 as usize).or_default();
            let asked = known.iter().map(|name| NamedAttribute {
                name: *name,
                attribute: (api.operation_attribute)(operation, (api.identifier_text)(*name)),
            });
            let found: Vec<NamedAttribute> = asked.filter(|named| !named.attribute.is_null()).collect();
            if found.len() as isize == count {
                return found;
            }
            let all: Vec<NamedAttribute> =
                (0..count).map(|place| (api.operation_attribute_at)(operation, place)).collect();
            for named in &all {
                if known.iter().all(|name| name.0 != named.name.0) {
                    known.push(named.name);
                }
            }
            known.sort_by_key(|name| str_of((api.identifier_text)(*name)));
            all
        }
    }
}
