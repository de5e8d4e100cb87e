//! A type has its inherent `impl` blocks in two files at most, so that all it does can be found. Computed from the source: names are
//! followed through imports and re-exports to the declaration.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use syn::visit::{self, Visit};

/// Files that may have inherent `impl` blocks of one type.
const MOST_FILES: usize = 2;

/// The crates: the folder of the source, and the crate's name.
const CRATES: [(&str, &str); 4] =
    [("core/src", "lowdiff_core"), ("src", "lowdiff"), ("fuzz", "lowdiff_fuzz"), ("tests", "integration")];

/// A module, by the names of those around it.
type Module = Vec<String>;

/// Types and names that the modules of a crate declare and bring in.
#[derive(Default)]
struct Crate {
    /// The modules with the types that each declares.
    types: BTreeMap<Module, BTreeSet<String>>,
    /// By module: a name that `use` brings in, and the path that it stands for.
    imports: BTreeMap<Module, Vec<(String, Vec<String>)>>,
    /// By module: the paths of which everything is brought in.
    globs: BTreeMap<Module, Vec<Vec<String>>>,
    /// Inherent `impl` blocks: the file, the module, and the path of the type.
    impls: Vec<(String, Module, Vec<String>)>,
}

/// The reader of one file.
struct Reader<'c> {
    of: &'c mut Crate,
    file: String,
    module: Module,
}

fn segments(path: &syn::Path) -> Vec<String> {
    path.segments.iter().map(|segment| segment.ident.to_string()).collect()
}

impl Reader<'_> {
    fn declare(&mut self, name: &syn::Ident) {
        self.of.types.entry(self.module.clone()).or_default().insert(name.to_string());
    }

    fn bring_in(&mut self, before: &[String], tree: &syn::UseTree) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        let imports = self.of.imports.entry(self.module.clone()).or_default();
        match tree {
            syn::UseTree::Path(path) => self.bring_in(&with(&path.ident), &path.tree),
            syn::UseTree::Name(name) if name.ident == "self" => {
                imports.push((before.last().cloned().unwrap_or_default(), before.to_vec()));
            }
            syn::UseTree::Name(name) => imports.push((name.ident.to_string(), with(&name.ident))),
            syn::UseTree::Rename(name) => imports.push((name.rename.to_string(), with(&name.ident))),
            syn::UseTree::Glob(_) => {
                self.of.globs.entry(self.module.clone()).or_default().push(before.to_vec());
            }
            syn::UseTree::Group(group) => group.items.iter().for_each(|item| self.bring_in(before, item)),
        }
    }
}

impl<'a> Visit<'a> for Reader<'_> {
    fn visit_item_mod(&mut self, item: &'a syn::ItemMod) {
        self.module.push(item.ident.to_string());
        self.of.types.entry(self.module.clone()).or_default();
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_struct(&mut self, item: &'a syn::ItemStruct) {
        self.declare(&item.ident);
    }

    fn visit_item_enum(&mut self, item: &'a syn::ItemEnum) {
        self.declare(&item.ident);
    }

    fn visit_item_union(&mut self, item: &'a syn::ItemUnion) {
        self.declare(&item.ident);
    }

    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        self.bring_in(&[], &item.tree);
    }

    fn visit_item_impl(&mut self, item: &'a syn::ItemImpl) {
        if let (None, syn::Type::Path(subject)) = (&item.trait_, &*item.self_ty) {
            let path = segments(&subject.path);
            self.of.impls.push((self.file.clone(), self.module.clone(), path));
        }
        visit::visit_item_impl(self, item);
    }
}

impl Crate {
    fn read(&mut self, file: &str, module: Module, text: &str) {
        let parsed = syn::parse_file(text).unwrap_or_else(|error| panic!("{file}: {error}"));
        self.types.entry(module.clone()).or_default();
        Reader { of: self, file: file.to_owned(), module }.visit_file(&parsed);
    }

    /// The module that declares what a path names in a module, and the name there.
    fn declaration(&self, module: &[String], path: &[String], depth: usize) -> Option<(Module, String)> {
        let (first, rest) = path.split_first()?;
        if depth == 0 {
            return None;
        }
        let next = |module: &[String], path: &[String]| self.declaration(module, path, depth - 1);
        match first.as_str() {
            "crate" => return next(&[], rest),
            "super" => return next(&module[..module.len().checked_sub(1)?], rest),
            "self" => return next(module, rest),
            _ => {}
        }
        if rest.is_empty() && self.types.get(module).is_some_and(|types| types.contains(first)) {
            return Some((module.to_vec(), first.clone()));
        }
        let inner = [module, std::slice::from_ref(first)].concat();
        if !rest.is_empty() && self.types.contains_key(&inner) {
            return next(&inner, rest);
        }
        let named = self.imports.get(module).into_iter().flatten().filter(|(name, _)| name == first);
        let globs = self.globs.get(module).into_iter().flatten();
        let through_names = named.map(|(_, target)| [target, rest].concat());
        let through_globs = globs.map(|target| [&target[..], path].concat());
        through_names.chain(through_globs).find_map(|path| next(module, &path))
    }

    /// The types with inherent `impl` blocks in more files than they may have, each with these files.
    fn scattered(&self) -> Vec<String> {
        let mut files: BTreeMap<(Module, String), BTreeSet<&str>> = BTreeMap::new();
        for (file, module, path) in &self.impls {
            // One that a macro declares is one of the file.
            let own = || (module.clone(), path.last().cloned().unwrap_or_default());
            let declared = self.declaration(module, path, 16).unwrap_or_else(own);
            files.entry(declared).or_default().insert(file);
        }
        let scattered = files.into_iter().filter(|(_, files)| files.len() > MOST_FILES);
        scattered
            .map(|((module, name), files)| format!("{}::{name} in {files:?}", module.join("::")))
            .collect()
    }
}

/// Reads every source file below a folder.
fn read_all(folder: &Path, within: &[String], into: &mut Crate) {
    let mut entries: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let inner = [within, std::slice::from_ref(&name)].concat();
        if path.is_dir() {
            read_all(&path, &inner, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let is_root = within.is_empty() && ["lib", "main", "entry"].contains(&name.as_str());
            let module = if is_root || name == "mod" { within.to_vec() } else { inner };
            let text = std::fs::read_to_string(&path).expect("the source can be read");
            into.read(&path.display().to_string(), module, &text);
        }
    }
}

#[test]
fn no_type_is_scattered_over_files() {
    for (folder, name) in CRATES {
        let mut all = Crate::default();
        read_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &[], &mut all);
        assert_eq!(all.scattered(), [""; 0], "of the crate {name}");
        let found = all.impls.iter().filter(|(_, module, path)| all.declaration(module, path, 16).is_some());
        let (found, impls) = (found.count(), all.impls.len());
        assert!(
            impls > 0 && 10 * found >= 9 * impls,
            "{name}: {found} of {impls} blocks are of a known type"
        );
    }
}

#[test]
fn a_scattered_type_is_seen() {
    let scattered = |files: &[(&str, &str)]| {
        let mut all = Crate::default();
        for (module, text) in files {
            let module = module.split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect();
            all.read(&format!("{}.rs", text.len()), module, text);
        }
        all.scattered().len()
    };
    let home = ("part::home", "pub struct Fact<T>(T); impl<T> Fact<T> {}");
    let root = ("part", "mod home; mod more; pub use home::Fact;");
    let more = ("part::more", "use super::home::*; impl Fact<u8> {}");
    let renamed = ("other", "use crate::part::{self, Fact as Known}; impl Known<u16> { fn f() {} }");
    let spelt = ("other::inner", "impl crate::part::Fact<u32> { fn longer() {} }");
    assert_eq!(scattered(&[root, home, more]), 0);
    assert_eq!(scattered(&[root, home, more, renamed]), 1);
    assert_eq!(scattered(&[root, home, renamed, spelt]), 1);
    // A type of its own of that name, and what a trait gives it.
    let own = ("other", "struct Fact; impl Fact { fn of_its_own() {} }");
    let given = ("other::inner", "use crate::part::Fact; impl Default for Fact<u64> {}");
    assert_eq!(scattered(&[root, home, more, own, given]), 0);
}
