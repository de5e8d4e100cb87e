//! The places of the watched blocks: function, namespace and source file. They are asked for once, for a report.

use super::Coverage;
use super::names::{FunctionNames, demangle, namespace};
use addr2line::Loader;
use anyhow::{Result, anyhow};
use object::{Object, ObjectSection};
use std::collections::HashMap;
use std::path::Path;

/// No function before the block has a name, or no line table knows it.
const NOWHERE: u32 = u32::MAX;

/// Part of a namespace's, file's or function's blocks.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct BlockShare {
    /// The name of the function, namespace or file.
    pub name: String,
    /// Blocks watched there.
    pub blocks: u32,
    /// Blocks reached there.
    pub reached: u32,
}

/// The place of each watched block.
#[derive(Default)]
pub struct Places {
    functions: Vec<String>,
    files: Vec<String>,
    /// Index, function and file of each block.
    of: Vec<(u32, u32, u32)>,
}

impl Places {
    /// Looks up every block that is watched.
    ///
    /// # Errors
    /// A library cannot be read.
    pub fn of(coverage: &Coverage) -> Result<Places> {
        Places::find(coverage.code().map(|index| (index, coverage.block(index))))
    }

    /// Looks up blocks, each by its index, its library and the address in it.
    fn find<'p>(blocks: impl Iterator<Item = (u32, Option<(&'p Path, u64)>)>) -> Result<Places> {
        let mut places = Places { functions: Vec::new(), files: Vec::new(), of: Vec::new() };
        let mut libraries: Vec<(&Path, FunctionNames, Option<LineTable>)> = Vec::new();
        // Blocks come in order, so each function is named once.
        let mut held = (Path::new(""), NOWHERE.into(), NOWHERE);
        for (index, block) in blocks {
            let Some((path, address)) = block else {
                places.of.push((index, NOWHERE, NOWHERE));
                continue;
            };
            if libraries.last().is_none_or(|l| l.0 != path) {
                libraries.push((path, FunctionNames::read(path)?, LineTable::open(path)?));
            }
            let Some((_, names, lines)) = libraries.last_mut() else { continue };
            let function = match names.owner_at(address) {
                Some((start, _)) if (path, start) == (held.0, held.1) => held.2,
                Some((start, name)) => {
                    held = (path, start, places.functions.len() as u32);
                    places.functions.push(name.to_owned());
                    held.2
                }
                None => NOWHERE,
            };
            let file = lines.as_mut().and_then(|l| l.file(address, &mut places.files)).unwrap_or(NOWHERE);
            places.of.push((index, function, file));
        }
        Ok(places)
    }

    /// Shares of the namespaces, by blocks reached; `reached` tells of an index whether it was.
    pub fn by_namespace(&self, reached: impl Fn(u32) -> bool) -> Vec<BlockShare> {
        let names: Vec<String> = self.functions.iter().map(|f| namespace(f).unwrap_or_else(other)).collect();
        self.shares(|(_, function, _)| names.get(function as usize).map_or("other", String::as_str), reached)
    }

    /// Shares of the functions something of which was reached. Two of one name are counted together.
    pub fn by_function(&self, reached: impl Fn(u32) -> bool) -> Vec<BlockShare> {
        let name = |function: u32| self.functions.get(function as usize).map_or("other", String::as_str);
        let mut shares = self.shares(|(_, function, _)| name(function), reached);
        shares.retain(|share| share.reached > 0);
        shares.iter_mut().for_each(|share| share.name = demangle(&share.name));
        shares
    }

    /// Shares of the source files; none where no library has line tables.
    pub fn by_file(&self, reached: impl Fn(u32) -> bool) -> Option<Vec<BlockShare>> {
        let name = |file: u32| self.files.get(file as usize).map_or("no line table", String::as_str);
        (!self.files.is_empty()).then(|| self.shares(|(_, _, file)| name(file), reached))
    }

    fn shares<'n>(
        &self,
        name: impl Fn((u32, u32, u32)) -> &'n str,
        reached: impl Fn(u32) -> bool,
    ) -> Vec<BlockShare> {
        let mut counts: HashMap<&str, (u32, u32)> = HashMap::new();
        for &place in &self.of {
            let count = counts.entry(name(place)).or_default();
            count.0 += 1;
            count.1 += u32::from(reached(place.0));
        }
        let share =
            |(name, (blocks, reached)): (&str, _)| BlockShare { name: name.to_owned(), blocks, reached };
        let mut shares: Vec<BlockShare> = counts.into_iter().map(share).collect();
        shares.sort_by(|a, b| b.reached.cmp(&a.reached).then_with(|| a.name.cmp(&b.name)));
        shares
    }
}

fn other() -> String {
    "other".to_owned()
}

/// The line table of a library that has one.
struct LineTable {
    loader: Loader,
    known: HashMap<String, u32>,
}

impl LineTable {
    /// It gives none for a library without line tables, as distributions ship them.
    fn open(path: &Path) -> Result<Option<LineTable>> {
        let file = std::fs::File::open(path)?;
        let cache = object::ReadCache::new(file);
        let elf = object::File::parse(&cache)?;
        let present = [".debug_line", ".zdebug_line"]
            .iter()
            .any(|s| elf.section_by_name(s).is_some_and(|s| s.size() > 0));
        if !present {
            return Ok(None);
        }
        let loader = Loader::new(path)
            .map_err(|error| anyhow!("cannot read the lines of {}: {error}", path.display()))?;
        Ok(Some(LineTable { loader, known: HashMap::new() }))
    }

    /// The number, in `files`, of the file that the code at `address` was made from.
    fn file(&mut self, address: u64, files: &mut Vec<String>) -> Option<u32> {
        // A damaged table tells nothing about its part of the code.
        let location = self.loader.find_location(address).ok()??;
        let name = inside(location.file?);
        if let Some(&known) = self.known.get(name) {
            return Some(known);
        }
        let number = files.iter().position(|f| f == name).unwrap_or(files.len());
        if number == files.len() {
            files.push(name.to_owned());
        }
        self.known.insert(name.to_owned(), number as u32);
        Some(number as u32)
    }
}

/// A file's name from MLIR's own folder on, wherever that was when it was built.
fn inside(file: &str) -> &str {
    let starts = ["/mlir/lib/", "/mlir/include/", "/mlir/tools/", "/llvm/lib/", "/llvm/include/"];
    starts.iter().find_map(|s| file.rfind(s)).map_or(file, |at| &file[at + 1..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    /// A library of two functions in two files, with or without line tables.
    fn library(folder: &Path, lines: &str) -> std::path::PathBuf {
        let one = folder.join("one.c");
        let two = folder.join("two.c");
        std::fs::write(&one, "int _ZN4mlir6tensor3oneEv(int a) { return a ? a * 3 : 7; }\n").expect("room");
        std::fs::write(&two, "int _ZN4mlir3scf3twoEv(int a) { return a + 1; }\n").expect("room");
        let file = folder.join("libtwo.so");
        let built = Command::new("cc")
            .args(["-shared", "-fPIC", "-O0", lines, "-o"])
            .arg(&file)
            .args([one, two])
            .status();
        assert!(built.expect("the tests need cc").success());
        file
    }

    /// The first address of each function.
    fn addresses(file: &Path) -> [u64; 2] {
        let bytes = std::fs::read(file).expect("there");
        let elf = object::File::parse(&*bytes).expect("ELF");
        use object::ObjectSymbol;
        ["_ZN4mlir6tensor3oneEv", "_ZN4mlir3scf3twoEv"]
            .map(|name| elf.dynamic_symbols().find(|s| s.name() == Ok(name)).expect("exported").address())
    }

    fn share(name: &str, blocks: u32, reached: u32) -> BlockShare {
        BlockShare { name: name.to_owned(), blocks, reached }
    }

    #[test]
    fn blocks_are_counted_where_they_lie() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = library(folder.path(), "-g");
        let [one, two] = addresses(&file);
        let blocks =
            [(5, Some((&*file, one))), (6, Some((&*file, one + 4))), (9, Some((&*file, two))), (10, None)];
        let places = Places::find(blocks.into_iter()).expect("a library");
        let reached = |index: u32| index == 9;
        let spaces = [share("mlir::scf", 1, 1), share("mlir::tensor", 2, 0), share("other", 1, 0)];
        assert_eq!(places.by_namespace(reached), spaces);
        assert_eq!(places.by_function(reached), [share("mlir::scf::two()", 1, 1)]);
        let files = places.by_file(reached).expect("line tables");
        assert_eq!((files[0].blocks, files[0].reached, files.len()), (1, 1, 3));
        assert!(files[0].name.ends_with("two.c") && files[2].name.ends_with("no line table"), "{files:?}");
    }

    #[test]
    fn a_library_without_line_tables_has_no_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = library(folder.path(), "-g0");
        let [one, _] = addresses(&file);
        let places = Places::find([(0, Some((&*file, one)))].into_iter()).expect("a library");
        assert_eq!(places.by_file(|_| true), None);
    }

    #[test]
    fn where_it_was_built_does_not_matter() {
        assert_eq!(inside("/home/a/llvm-project/mlir/lib/IR/Value.cpp"), "mlir/lib/IR/Value.cpp");
        assert_eq!(inside("/usr/include/c++/12/vector"), "/usr/include/c++/12/vector");
    }
}
