//! A public type has a name that no other has: one word means one thing. Computed from the source.

use std::collections::BTreeMap;
use std::path::Path;
use syn::visit::{self, Visit};

/// Folders whose types are named after something outside: commands of the terminal, and handles of MLIR's C API.
const NAMED_OUTSIDE: [&str; 2] = ["cli", "mlir"];

/// Public types by name, with the files that declare them.
#[derive(Default)]
struct Names {
    file: String,
    found: BTreeMap<String, Vec<String>>,
}

impl Names {
    fn note(&mut self, visibility: &syn::Visibility, name: &syn::Ident) {
        if matches!(visibility, syn::Visibility::Public(_)) {
            self.found.entry(name.to_string()).or_default().push(self.file.clone());
        }
    }

    fn read(&mut self, file: &str, text: &str) {
        file.clone_into(&mut self.file);
        self.visit_file(&syn::parse_file(text).unwrap_or_else(|error| panic!("{file}: {error}")));
    }

    /// Names that several types have.
    fn shared(self) -> Vec<(String, Vec<String>)> {
        self.found.into_iter().filter(|(_, files)| files.len() > 1).collect()
    }
}

impl<'a> Visit<'a> for Names {
    fn visit_item_mod(&mut self, item: &'a syn::ItemMod) {
        let is_test = item.attrs.iter().any(|attribute| attribute.path().is_ident("cfg"));
        if !is_test {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_struct(&mut self, item: &'a syn::ItemStruct) {
        self.note(&item.vis, &item.ident);
    }

    fn visit_item_enum(&mut self, item: &'a syn::ItemEnum) {
        self.note(&item.vis, &item.ident);
    }

    fn visit_item_trait(&mut self, item: &'a syn::ItemTrait) {
        self.note(&item.vis, &item.ident);
    }

    fn visit_item_type(&mut self, item: &'a syn::ItemType) {
        self.note(&item.vis, &item.ident);
    }
}

fn read(root: &Path, folder: &str, names: &mut Names) {
    for entry in std::fs::read_dir(root.join(folder)).expect("the folder can be read") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{folder}/{name}");
        if entry.path().is_dir() {
            if !NAMED_OUTSIDE.contains(&name.as_str()) {
                read(root, &path, names);
            }
        } else if name.ends_with(".rs") {
            names.read(&path, &std::fs::read_to_string(entry.path()).expect("the file can be read"));
        }
    }
}

#[test]
fn a_public_type_has_a_name_of_its_own() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut names = Names::default();
    read(root, "core/src", &mut names);
    read(root, "src", &mut names);
    assert!(names.found.len() > 300, "{} types were found", names.found.len());
    assert_eq!(names.shared(), []);
}

#[test]
fn a_name_of_two_types_is_seen() {
    let mut names = Names::default();
    names.read("a.rs", "pub struct Row; pub struct Own; #[cfg(test)] mod tests { pub struct Own; }");
    names.read("b.rs", "pub enum Row { A } struct Own;");
    assert_eq!(names.shared(), [("Row".to_owned(), vec!["a.rs".to_owned(), "b.rs".to_owned()])]);
}
