//! The import graph of the folders of core/src and src, computed from the source: arrows go one way, and each folder knows what it may.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};

/// The folders, each of which uses earlier ones alone.
const ORDER: [&str; 29] = [
    "slot",
    "version",
    "bug",
    "observe",
    "runtimes",
    "semantics",
    "ir",
    "eval",
    "op",
    "program",
    "dialect",
    "path",
    "case",
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
    "explore",
    "triage",
    "seeds",
    "cli",
];

/// Folders that one may not use although they come earlier, with the reason.
const APART: [(&str, &[&str]); 4] = [
    // Reports and runs are judged, whoever wrote their programs and by whatever rules they ran.
    ("judge", &["decode", "dialect", "program", "op"]),
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
    graph: &'g mut Graph,
    folders: &'g BTreeSet<String>,
}

impl Uses<'_> {
    fn add(&mut self, segments: &[String]) {
        let mut from = self.within.clone();
        let absolute = match segments.first().map(String::as_str) {
            Some("crate") => segments[1..].to_vec(),
            Some("super") => {
                let ups = segments.iter().take_while(|segment| *segment == "super").count();
                from.truncate(from.len().saturating_sub(ups));
                [&from[..], &segments[ups..]].concat()
            }
            _ => return,
        };
        let (Some(folder), Some(used)) = (self.within.first(), absolute.first()) else { return };
        if folder != used && self.folders.contains(used) {
            self.graph.entry(folder.clone()).or_default().insert(used.clone());
        }
    }

    fn tree(&mut self, before: &[String], tree: &syn::UseTree) {
        match tree {
            syn::UseTree::Path(path) => {
                self.tree(&[before, &[path.ident.to_string()]].concat(), &path.tree);
            }
            syn::UseTree::Name(name) => self.add(&[before, &[name.ident.to_string()]].concat()),
            syn::UseTree::Rename(name) => self.add(&[before, &[name.ident.to_string()]].concat()),
            syn::UseTree::Glob(_) => self.add(before),
            syn::UseTree::Group(group) => group.items.iter().for_each(|item| self.tree(before, item)),
        }
    }
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

/// The folders, each with those it uses.
fn graph() -> Graph {
    let mut files = Vec::new();
    for sources in ["core/src", "src"] {
        modules(&Path::new(env!("CARGO_MANIFEST_DIR")).join(sources), &[], &mut files);
    }
    let folders: BTreeSet<String> = files.iter().filter_map(|(_, module)| module.first().cloned()).collect();
    let mut graph: Graph = folders.iter().map(|folder| (folder.clone(), BTreeSet::new())).collect();
    for (file, module) in files {
        let text = std::fs::read_to_string(&file).expect("the source can be read");
        let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        Uses { within: module, graph: &mut graph, folders: &folders }.visit_file(&parsed);
    }
    graph
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
    let graph = graph();
    assert_eq!(against(&graph, &ORDER), [""; 0]);
    assert_eq!(graph.len(), ORDER.len(), "{graph:?}");
    // It would show.
    let mut backwards = ORDER;
    backwards.reverse();
    assert!(against(&graph, &backwards).len() > 50);
}

#[test]
fn folders_know_what_they_may() {
    let graph = graph();
    for (folder, apart) in APART {
        let known: Vec<&&str> = apart.iter().filter(|other| graph[folder].contains(**other)).collect();
        assert!(known.is_empty(), "{folder} uses {known:?}");
    }
    assert!(graph["explore"].contains("decode"), "explore decodes, and the check must see it");
    assert!(graph["cli"].contains("explore") && graph["report"].contains("reduce"));
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
    let now = drawn(&graph()) + "\n";
    if text[start..start + length] != now && std::env::var_os("LOWDIFF_UPDATE").is_some() {
        let text = [&text[..start], &now, &text[start + length..]].concat();
        std::fs::write(&path, text).expect("the document can be written");
        return;
    }
    assert_eq!(text[start..start + length], now, "run this test with LOWDIFF_UPDATE=1 to draw it anew");
}
