//! The import graph of the folders of core/src and src, computed from the source: arrows go one way, and each folder knows what it may.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};

/// The folders, each of which uses earlier ones alone.
const ORDER: [&str; 36] = [
    "slot",
    "version",
    "bug",
    "choices",
    "observe",
    "runtimes",
    "ir",
    "semantics",
    "eval",
    "grow",
    "op",
    "program",
    "dialect",
    "path",
    "sanitize",
    "case",
    "smith",
    "decode",
    "judge",
    "words",
    "files",
    "mlir",
    "coverage",
    "execute",
    "examine",
    "blame",
    "finding",
    "reduce",
    "report",
    "pool",
    "explore",
    "triage",
    "seeds",
    "patch",
    "campaign",
    "cli",
];

/// Folders that one may not use although they come earlier, with the reason.
const APART: [(&str, &[&str]); 7] = [
    // Reports and runs are judged, whoever wrote their programs and by whatever rules they ran.
    ("judge", &["decode", "dialect", "program", "op"]),
    // They give facts, which others word.
    ("examine", &["words"]),
    ("blame", &["words"]),
    ("reduce", &["words"]),
    // A module becomes data, whoever runs it.
    ("mlir", &["runtimes", "eval", "op"]),
    // Paths are text and tables, whatever they are drawn for.
    ("path", &["program", "dialect", "semantics"]),
    // Watching MLIR does not hang on the program that runs.
    ("coverage", &["case", "judge", "program", "decode"]),
];

type Graph = BTreeMap<String, BTreeSet<String>>;

/// The other folders that one module uses, its tests left out.
struct Uses<'g> {
    /// The modules around the code at hand, the outermost first.
    within: Vec<String>,
    /// The names that `use` brings in, each with the folder it is of.
    imported: BTreeMap<String, String>,
    graph: &'g mut Graph,
    folders: &'g BTreeSet<String>,
    /// The traits that the file declares.
    traits: BTreeSet<String>,
    /// Behaviour that a folder gives to the type of another one. A caller there would use the folder without naming it.
    grafts: &'g mut Vec<String>,
}

impl Uses<'_> {
    /// The folder of a path that begins at the crate or at a module around the code.
    fn folder(&self, segments: &[String]) -> Option<String> {
        let mut from = self.within.clone();
        let absolute = match segments.first().map(String::as_str) {
            Some("crate") => segments[1..].to_vec(),
            Some("super") => {
                let ups = segments.iter().take_while(|segment| *segment == "super").count();
                from.truncate(from.len().saturating_sub(ups));
                [&from[..], &segments[ups..]].concat()
            }
            _ => return None,
        };
        absolute.first().filter(|folder| self.folders.contains(*folder)).cloned()
    }

    fn add(&mut self, segments: &[String]) {
        let (Some(own), Some(used)) = (self.within.first(), self.folder(segments)) else { return };
        if *own != used {
            self.graph.entry(own.clone()).or_default().insert(used);
        }
    }

    /// Takes in a name that `use` brings in.
    fn import(&mut self, segments: &[String], name: &syn::Ident) {
        if let Some(folder) = self.folder(segments) {
            self.imported.insert(name.to_string(), folder);
        }
        self.add(segments);
    }

    /// The folder of the type or the trait that a path names; none for one of this file, the standard library or another crate.
    fn home(&self, path: &syn::Path) -> Option<String> {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.folder(&segments).or_else(|| self.imported.get(segments.first()?).cloned())
    }

    /// True of a trait of this folder.
    fn is_own_trait(&self, path: &syn::Path) -> bool {
        let declared = path.get_ident().is_some_and(|name| self.traits.contains(&name.to_string()));
        declared || self.home(path).as_ref() == self.within.first()
    }

    fn tree(&mut self, before: &[String], tree: &syn::UseTree) {
        match tree {
            syn::UseTree::Path(path) => {
                self.tree(&[before, &[path.ident.to_string()]].concat(), &path.tree);
            }
            syn::UseTree::Name(name) if name.ident == "self" => {
                if let Some(last) = before.last() {
                    let name = syn::Ident::new(last, name.ident.span());
                    self.import(before, &name);
                }
            }
            syn::UseTree::Name(name) => {
                self.import(&[before, &[name.ident.to_string()]].concat(), &name.ident);
            }
            syn::UseTree::Rename(name) => {
                self.import(&[before, &[name.ident.to_string()]].concat(), &name.rename);
            }
            syn::UseTree::Glob(_) => self.add(before),
            syn::UseTree::Group(group) => group.items.iter().for_each(|item| self.tree(before, item)),
        }
    }
}

/// The name at the end of a path.
fn last(path: &syn::Path) -> String {
    path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default()
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|ident| ident == "test")
    })
}

impl<'a> Visit<'a> for Uses<'_> {
    fn visit_item_mod(&mut self, item: &'a syn::ItemMod) {
        if !is_test(&item.attrs) {
            self.within.push(item.ident.to_string());
            visit::visit_item_mod(self, item);
            self.within.pop();
        }
    }

    fn visit_item_fn(&mut self, item: &'a syn::ItemFn) {
        if !is_test(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        if !is_test(&item.attrs) {
            self.tree(&[], &item.tree);
        }
    }

    fn visit_item_impl(&mut self, item: &'a syn::ItemImpl) {
        if is_test(&item.attrs) {
            return;
        }
        let mut subject = &*item.self_ty;
        while let syn::Type::Reference(reference) = subject {
            subject = &reference.elem;
        }
        if let (syn::Type::Path(subject), Some(own)) = (subject, self.within.first().cloned())
            && let Some(home) = self.home(&subject.path).filter(|home| *home != own)
        {
            self.graph.entry(own.clone()).or_default().insert(home.clone());
            let given = item.trait_.as_ref().map(|(_, path, _)| path);
            if !given.is_some_and(|path| self.is_own_trait(path)) {
                let what = given.map_or(String::new(), |path| format!("{} for ", last(path)));
                self.grafts.push(format!("{own}: impl {what}{} of {home}", last(&subject.path)));
            }
        }
        visit::visit_item_impl(self, item);
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.add(&segments);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'a syn::Macro) {
        // The arguments of a macro are tokens and nothing more.
        let tokens = item.tokens.to_string();
        let words: Vec<&str> = tokens.split_whitespace().collect();
        for place in words.windows(3) {
            if place[..2] == ["crate", "::"] {
                self.add(&["crate".to_owned(), place[2].to_owned()]);
            }
        }
        visit::visit_macro(self, item);
    }
}

/// Every source file below a folder with the module it is, but those of tests.
fn modules(folder: &Path, within: &[String], found: &mut Vec<(PathBuf, Vec<String>)>) {
    for entry in std::fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let inner = [within, std::slice::from_ref(&name)].concat();
        if path.is_dir() {
            modules(&path, &inner, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let is_test = name == "tests" || name.ends_with("_tests");
            let is_root = within.is_empty() && ["lib", "main"].contains(&name.as_str());
            match name.as_str() {
                _ if is_test || is_root => {}
                "mod" => found.push((path, within.to_vec())),
                _ => found.push((path, inner)),
            }
        }
    }
}

/// Adds the arrows of a module's file to the graph, and returns the behaviour that it gives to types of other folders.
fn look_into(text: &str, module: Vec<String>, folders: &BTreeSet<String>, graph: &mut Graph) -> Vec<String> {
    let parsed = syn::parse_file(text).unwrap_or_else(|error| panic!("{module:?}: {error}"));
    let traits = parsed.items.iter().filter_map(|item| match item {
        syn::Item::Trait(declared) => Some(declared.ident.to_string()),
        _ => None,
    });
    let (traits, mut grafts) = (traits.collect(), Vec::new());
    let imported = BTreeMap::new();
    Uses { within: module, imported, graph, folders, traits, grafts: &mut grafts }.visit_file(&parsed);
    grafts
}

/// The folders, each with those it uses, and the behaviour that a folder gives to types of others.
fn graph() -> (Graph, Vec<String>) {
    let mut files = Vec::new();
    for sources in ["core/src", "src"] {
        modules(&Path::new(env!("CARGO_MANIFEST_DIR")).join(sources), &[], &mut files);
    }
    let folders: BTreeSet<String> = files.iter().filter_map(|(_, module)| module.first().cloned()).collect();
    let mut grafts = Vec::new();
    let mut graph: Graph = folders.iter().map(|folder| (folder.clone(), BTreeSet::new())).collect();
    for (file, module) in files {
        let text = std::fs::read_to_string(&file).expect("the source can be read");
        grafts.extend(look_into(&text, module, &folders, &mut graph));
    }
    (graph, grafts)
}

/// Arrows of a graph that this order does not allow.
fn against(graph: &Graph, order: &[&str]) -> Vec<String> {
    let place = |folder: &str| order.iter().position(|other| *other == folder);
    let mut wrong = Vec::new();
    for (folder, used) in graph {
        let Some(own) = place(folder) else {
            wrong.push(format!("{folder} has no place in the order"));
            continue;
        };
        let late = used.iter().filter(|other| place(other).is_none_or(|other| other > own));
        wrong.extend(late.map(|other| format!("{folder} uses {other}")));
    }
    wrong
}

#[test]
fn arrows_go_one_way() {
    let (graph, _) = graph();
    assert_eq!(against(&graph, &ORDER), [""; 0]);
    assert_eq!(graph.len(), ORDER.len(), "{graph:?}");
    // It would show.
    let mut backwards = ORDER;
    backwards.reverse();
    assert!(against(&graph, &backwards).len() > 50);
}

#[test]
fn folders_know_what_they_may() {
    let (graph, _) = graph();
    for (folder, apart) in APART {
        let known: Vec<&&str> = apart.iter().filter(|other| graph[folder].contains(**other)).collect();
        assert!(known.is_empty(), "{folder} uses {known:?}");
    }
    assert!(graph["explore"].contains("decode"), "explore decodes, and the check must see it");
    assert!(graph["cli"].contains("explore") && graph["report"].contains("reduce"));
}

/// A trait of somebody else for a type of another folder is an arrow that no path shows: who calls the trait there comes to this folder.
#[test]
fn types_behave_as_their_own_folder_says() {
    let (_, grafts) = graph();
    assert_eq!(grafts, [""; 0]);
}

#[test]
fn behaviour_from_elsewhere_is_seen() {
    let folders: BTreeSet<String> = ["low", "high"].map(str::to_owned).into();
    let look = |text: &str| {
        let mut graph = Graph::new();
        let grafts = look_into(text, vec!["high".to_owned(), "file".to_owned()], &folders, &mut graph);
        (graph.remove("high").is_some_and(|used| used.contains("low")), grafts)
    };
    let refused = |what: &str| (true, vec![format!("high: impl {what} of low")]);
    let display = "use crate::low::Fact; use std::fmt; impl fmt::Display for Fact {}";
    assert_eq!(look(display), refused("Display for Fact"));
    assert_eq!(look("impl std::fmt::Display for &crate::low::Fact {}"), refused("Display for Fact"));
    assert_eq!(look("use crate::low::{self, Fact as F}; impl low::Told for F {}"), refused("Told for F"));
    assert_eq!(look("use crate::low; impl low::Fact { fn told(&self) {} }"), refused("Fact"));
    // A trait of the folder is named by whoever calls it, and so is a function.
    let fine = (true, Vec::new());
    assert_eq!(look("use crate::low::Fact; trait Told {} impl Told for Fact {}"), fine);
    assert_eq!(look("use crate::low::Fact; use super::Told; impl Told for Fact {}"), fine);
    assert_eq!(look("use crate::low::Fact; struct Own; impl From<Fact> for Own {}"), fine);
    assert_eq!(look("struct Own; impl std::fmt::Display for Own {}"), (false, Vec::new()));
    let test = "#[cfg(test)] mod tests { use crate::low::Fact; impl Default for Fact {} }";
    assert_eq!(look(test), (false, Vec::new()));
}

/// The graph as docs/architecture.md shows it: a line a folder, with what it uses.
fn drawn(graph: &Graph) -> String {
    let line = |folder: &&str| {
        let used = ORDER.iter().filter(|other| graph[*folder].contains(**other));
        let used: Vec<&str> = used.copied().collect();
        format!("    {folder:<9} -> {}", used.join(", ")).trim_end().to_owned() + "\n"
    };
    ORDER.iter().map(line).collect()
}

#[test]
fn the_documented_graph_is_the_real_one() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/architecture.md");
    let text = std::fs::read_to_string(&path).expect("the document");
    let (begin, end) = ("<!-- import graph -->\n\n", "<!-- end -->");
    let start = text.find(begin).expect("its mark") + begin.len();
    let length = text[start..].find(end).expect("its end");
    let now = drawn(&graph().0) + "\n";
    if text[start..start + length] != now && std::env::var_os("LOWDIFF_UPDATE").is_some() {
        let text = [&text[..start], &now, &text[start + length..]].concat();
        std::fs::write(&path, text).expect("the document can be written");
        return;
    }
    assert_eq!(text[start..start + length], now, "run this test with LOWDIFF_UPDATE=1 to draw it again");
}
