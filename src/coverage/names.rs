//! The owner of the code of a block, as far as symbols tell.
//!
//! A stock library names fewer than half of its functions. The linker keeps the functions of one object file together,
//! so a function without a name is taken to belong where the nearest named one before it does.

use anyhow::{Context as _, Result};
use object::{Object, ObjectSymbol, SymbolKind};
use std::path::Path;

/// The named functions of a library, by address.
#[derive(Clone, Debug, Default)]
pub struct FunctionNames {
    symbols: Vec<(u64, String)>,
}

impl FunctionNames {
    /// Reads the symbols of the library at `path`.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn read(path: &Path) -> Result<FunctionNames> {
        let file = std::fs::File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
        let cache = object::ReadCache::new(file);
        let elf =
            object::File::parse(&cache).with_context(|| format!("{} is no ELF file", path.display()))?;
        let named = elf.dynamic_symbols().chain(elf.symbols());
        let functions = named.filter(|s| s.kind() == SymbolKind::Text && s.is_definition());
        let mut symbols: Vec<(u64, String)> =
            functions.filter_map(|s| Some((s.address(), s.name().ok()?.to_owned()))).collect();
        symbols.sort();
        symbols.dedup_by_key(|s| s.0);
        Ok(FunctionNames { symbols })
    }

    /// The function at or last before `address`, an address as the file has it: where it begins, and its mangled name.
    pub fn owner_at(&self, address: u64) -> Option<(u64, &str)> {
        let behind = self.symbols.partition_point(|s| s.0 <= address);
        behind.checked_sub(1).map(|at| (self.symbols[at].0, self.symbols[at].1.as_str()))
    }
}

/// A mangled name as people write it; any other name as it is.
pub fn demangle(symbol: &str) -> String {
    match cpp_demangle::Symbol::new(symbol) {
        Ok(parsed) => parsed.demangle().unwrap_or_else(|_| symbol.to_owned()),
        Err(_) => symbol.to_owned(),
    }
}

/// The namespace a mangled name lies in, as deep as tells dialects apart: `mlir::linalg`, `mlir`, `llvm`.
///
/// It is the first namespace of MLIR or LLVM that the name mentions, so that `std::vector<mlir::Value>` is MLIR's. Where
/// that is a template for all dialects, the first dialect it is for: `mlir::Op<mlir::arith::AddIOp>` is arith's.
pub fn namespace(mangled: &str) -> Option<String> {
    let of = |outer: &str| mangled.find(outer).map(|at| (at, &mangled[at + outer.len()..]));
    let (mlir, llvm) = (of("4mlir"), of("4llvm"));
    match (mlir, llvm) {
        (Some((_, rest)), _) => {
            // `NS_` stands for the namespace that was named first, nearly always mlir.
            let mut inner = std::iter::once(rest).chain(rest.split("NS_").skip(1)).filter_map(nested);
            let general = |name: &str| SHARED.contains(&name);
            let first = inner.next();
            let dialect = first.filter(|name| !general(name)).or_else(|| inner.find(|name| !general(name)));
            Some(dialect.or(first).map_or("mlir".to_owned(), |name| format!("mlir::{name}")))
        }
        (None, Some(_)) => Some("llvm".to_owned()),
        (None, None) => None,
    }
}

/// Namespaces of templates that every dialect fills in.
const SHARED: [&str; 5] = ["OpTrait", "detail", "function_interface_impl", "impl", "op_definition_impl"];

/// The namespace that `mangled` begins with, if it is one.
fn nested(mangled: &str) -> Option<&str> {
    let name = identifier(mangled)?;
    let digits = mangled.find(|c: char| !c.is_ascii_digit())?;
    // Something is in a namespace; a function or class template ends or has arguments.
    let inside = mangled[digits + name.len()..].starts_with(|c: char| c.is_ascii_digit());
    (inside && (is_namespace(name) || SHARED.contains(&name))).then_some(name)
}

/// The length-prefixed identifier that `mangled` begins with.
fn identifier(mangled: &str) -> Option<&str> {
    let digits = mangled.find(|c: char| !c.is_ascii_digit())?;
    let length: usize = mangled[..digits].parse().ok()?;
    mangled.get(digits..digits + length)
}

/// Dialects' namespaces are in lower case; the two that are not are acronyms.
fn is_namespace(identifier: &str) -> bool {
    identifier == "LLVM" || identifier == "NVVM" || identifier.starts_with(|c: char| c.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_its_dialect() {
        let cases = [
            ("_ZN4mlir6linalg9GenericOp5buildERNS_9OpBuilderE", Some("mlir::linalg")),
            ("_ZNK4mlir9Operation4dumpEv", Some("mlir")),
            ("_ZN4mlir4LLVM6CallOp6verifyEv", Some("mlir::LLVM")),
            ("_ZN4llvm12DenseMapBaseINS_8DenseMapIPN4mlir5BlockEjEEE4growEj", Some("mlir")),
            ("_ZN4llvm11raw_ostream5writeEPKcm", Some("llvm")),
            ("mlirContextCreate", None),
            (
                "_ZN4mlir2OpINS_5arith6AddIOpEJNS_7OpTrait11ZeroRegionsEEE12verifyTraitsEv",
                Some("mlir::arith"),
            ),
            (
                "_ZN4mlir18op_definition_impl12verifyTraitsIJNS_7OpTrait9OneResultINS_4tosa5AddOpEEEEEv",
                Some("mlir::tosa"),
            ),
            ("_ZN4mlir35populateMathToLibmConversionPatternsERNS_17RewritePatternSetE", Some("mlir")),
            ("_ZN4mlir6detail11PassOptionsD2Ev", Some("mlir::detail")),
        ];
        for (name, wanted) in cases {
            assert_eq!(namespace(name).as_deref(), wanted, "{name}");
        }
    }

    #[test]
    fn a_nameless_function_belongs_to_the_one_before() {
        let names = FunctionNames { symbols: vec![(10, "a".to_owned()), (20, "b".to_owned())] };
        let (a, b) = (Some((10, "a")), Some((20, "b")));
        assert_eq!([9, 10, 19, 99].map(|address| names.owner_at(address)), [None, a, a, b]);
    }
}
