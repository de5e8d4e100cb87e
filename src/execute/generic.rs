//! The operations of a module, read from its text in MLIR's generic form.
//!
//! The one form that every tool built on MLIR writes and reads, whatever its dialects are: each operation begins a line
//! with its quoted name, and a function type ends it, on the line where its last region ends.

use crate::path::{Operations, TypeKind};

/// Counts the operations of `text`.
pub fn operations(text: &str) -> Operations {
    let mut found = Operations::new();
    // Operations whose regions are open: name, and the type a function names in its properties.
    let mut open: Vec<(&str, &str)> = Vec::new();
    for line in text.lines().map(str::trim) {
        // Resources follow the module.
        if line.starts_with("{-#") {
            break;
        }
        let begun = name(line).map(|name| (name, own_type(name, line)));
        let ended = match begun {
            Some(operation) if line.ends_with("({") => {
                open.push(operation);
                None
            }
            Some(operation) => Some(operation),
            None if line.starts_with("})") => open.pop(),
            None => None,
        };
        if let Some((name, own)) = ended {
            let signature = line.rfind(" : (").map_or("", |at| &line[at..]);
            *found.entry((name.to_owned(), kind(&[own, signature]))).or_insert(0) += 1;
        }
    }
    found
}

/// The name of the operation that begins on this line.
fn name(line: &str) -> Option<&str> {
    let rest = match line.strip_prefix('%') {
        Some(results) => results.split_once(" = ")?.1,
        None => line,
    };
    let (name, rest) = rest.strip_prefix('"')?.split_once('"')?;
    rest.starts_with('(').then_some(name)
}

/// A function works on the types that its own type mentions.
fn own_type<'l>(name: &str, line: &'l str) -> &'l str {
    if name == "func.func" { line.split_once("function_type = ").map_or("", |(_, ty)| ty) } else { "" }
}

fn kind(types: &[&str]) -> TypeKind {
    let mentions = |word: &str| types.iter().any(|text| text.contains(word));
    match () {
        () if mentions("tensor<") => TypeKind::Tensor,
        () if mentions("memref<") => TypeKind::Memref,
        () if mentions("vector<") => TypeKind::Vector,
        () => TypeKind::Scalar,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_counted_by_name_and_kind() {
        let text = r#"
#map = affine_map<(d0) -> (d0)>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2xi32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<2xi32>):
    %0 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %1:2 = "scf.if"(%c) ({
      "scf.yield"(%0, %0) : (i32, i32) -> ()
    }, {
      "scf.yield"(%0, %0) : (i32, i32) -> ()
    }) {note = "a \"b\"(c"} : (i1) -> (i32, i32)
    %2 = "tensor.cast"(%arg0) : (tensor<2xi32>) -> tensor<*xi32>
    "memref.store"(%0, %m) : (i32, memref<i32>) -> ()
    %3 = "vector.splat"(%0) : (i32) -> vector<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "p", sym_visibility = "private"}> ({
  }) : () -> ()
}) : () -> ()
{-#
  "x"() : () -> ()
#-}
"#;
        use TypeKind::*;
        let expected = [
            ("arith.constant", Scalar, 1),
            ("builtin.module", Scalar, 1),
            ("func.func", Scalar, 1),
            ("func.func", Tensor, 1),
            ("func.return", Scalar, 1),
            ("memref.store", Memref, 1),
            ("scf.if", Scalar, 1),
            ("scf.yield", Scalar, 2),
            ("tensor.cast", Tensor, 1),
            ("vector.splat", Vector, 1),
        ];
        let expected: Operations =
            expected.into_iter().map(|(name, kind, count)| ((name.to_owned(), kind), count)).collect();
        assert_eq!(operations(text), expected);
    }
}
