//! A module as a program of the reference semantics.

use super::Module;
use super::neutral::Reader;
use crate::ir::{Attribute, Dense, Operation, Type};
use crate::observe::Element;
use crate::semantics::Tree;
use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;

/// The program as the reference semantics evaluate it.
///
/// # Errors
/// Something that has no place in such a program, in one sentence.
pub fn read(module: &Module<'_>) -> Result<Tree, String> {
    let mut read =
        Reader::new(module.context).located(module).ok_or("the module's text does not match it")?;
    let contents = OnceCell::new();
    let resource = |key: &str| {
        let contents = contents.get_or_init(|| resources(&module.to_string()));
        contents.get(key).map(Vec::as_slice)
    };
    read.operations.iter_mut().for_each(|operation| resolve(operation, &resource));
    Tree::read(&read)
}

/// Puts the elements of resources in place of their names.
fn resolve<'r>(operation: &mut Operation, resource: &dyn Fn(&str) -> Option<&'r [u8]>) {
    for place in 0..operation.attributes.len() {
        let Attribute::Other(printed) = &*operation.attributes[place].1 else { continue };
        let parts = printed.strip_prefix("dense_resource<").and_then(|rest| rest.rsplit_once("> : "));
        let found = parts.and_then(|(key, ty)| elements(crate::ir::parse_type(ty), resource(key)?));
        if let Some(found) = found {
            operation.attributes[place].1 = Rc::new(found);
        }
    }
    let inside = operation.regions.iter_mut().flatten().flat_map(|block| &mut block.operations);
    inside.for_each(|operation| resolve(operation, resource));
}

/// The constant of these bytes; none where they are not as many as it takes.
fn elements(ty: Type, bytes: &[u8]) -> Option<Attribute> {
    let Type::Tensor(extents, element, _) = &ty else { return None };
    let count: u64 = extents.iter().copied().product::<Option<u64>>()?;
    let stride = element.element().map(Element::bits)?.div_ceil(8) as usize;
    let fits = bytes.len() as u64 == count * stride as u64;
    fits.then(|| Attribute::Dense(Dense { ty: Rc::new(ty), stride, parts: 1, data: bytes.into() }))
}

/// The contents of a module's resources, by name as MLIR spells it: the data without the alignment in front. A module tells them only
/// where it is printed, one resource a line.
fn resources(printed: &str) -> HashMap<String, Vec<u8>> {
    let section = printed.split_once("\n{-#\n  dialect_resources: {\n").map_or("", |(_, section)| section);
    let (_, builtin) = section.split_once("    builtin: {\n").unwrap_or_default();
    let line = |line: &str| {
        let (name, value) = line.trim().rsplit_once(": \"0x")?;
        let (digits, _) = value.split_once('"')?;
        let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        let bytes: Option<Vec<u8>> = digits.as_bytes().chunks(2).map(byte).collect();
        Some((name.to_owned(), bytes?.get(4..)?.to_vec()))
    };
    builtin.lines().take_while(|line| line.trim() != "}" && line.trim() != "},").filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resources_are_read_as_mlir_prints_them() {
        let printed = "module {\n}\n\n{-#\n  dialect_resources: {\n    builtin: {\n      \"r 2\": \"0x0400000005000000\",\n      \
            r1: \"0x0100000009\"\n    }\n  },\n  external_resources: {\n    r1: {\n      r1: \"0x0400000007\"\n    }\n  }\n#-}\n";
        let found = resources(printed);
        assert_eq!((found.len(), &found["\"r 2\""], &found["r1"]), (2, &vec![5, 0, 0, 0], &vec![9]));
        assert!(resources("module {\n}\n").is_empty());
    }

    #[test]
    fn resources_have_as_many_elements_as_their_type() {
        let ty = || crate::ir::parse_type("tensor<2xi16>");
        assert!(matches!(elements(ty(), &[1, 0, 2, 0]), Some(Attribute::Dense(dense)) if dense.stride == 2));
        assert_eq!(elements(ty(), &[1, 0]), None);
    }
}
