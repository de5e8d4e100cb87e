//! The part of MLIR that a search is directed at: passes, and the operations of programs that lead to their code.

mod direction;

pub use direction::{Aim, Direction};

use super::catalogue::{self, PassRow, Role};
use super::operations::matches;
use super::rules::RULES;
use super::{pipeline, rules::LoweringRule};
use anyhow::{Result, bail, ensure};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Files of MLIR with the passes that they define, a line a file.
const SOURCES: &str = include_str!("sources.txt");

/// Folders of `Dialect` that are not called as their dialect is.
const DIALECTS: [(&str, &str); 5] = [
    ("ControlFlow", "cf"),
    ("LLVMIR", "llvm"),
    ("MLProgram", "ml_program"),
    ("OpenMP", "omp"),
    ("SparseTensor", "sparse_tensor"),
];

/// Passes and operations that a search is directed at. Nothing at all is no direction.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchFocus {
    /// Names of passes.
    passes: BTreeSet<String>,
    /// Names of operations, or `dialect.*`.
    operations: BTreeSet<String>,
}

impl SearchFocus {
    /// The focus that `pass:NAME`, `dialect:NAME`, `op:NAME` or `file:PATH` stands for.
    ///
    /// # Errors
    /// It is none of these, or no path leads there.
    pub fn read(word: &str) -> Result<SearchFocus> {
        match word.split_once(':') {
            Some(("pass", name)) => SearchFocus::pass(name),
            Some(("dialect", name)) => SearchFocus::dialect(name),
            Some(("op", name)) => SearchFocus::operation(name),
            Some(("file", path)) => match SearchFocus::file(path) {
                Some(focus) => Ok(focus),
                None => bail!(
                    "no pass that is drawn belongs to the file {path}: name one under mlir/lib or mlir/include/mlir, as in \
                     file:mlir/lib/Dialect/Affine/Transforms/LoopFusion.cpp"
                ),
            },
            _ => bail!("'{word}' is no focus: use pass:NAME, dialect:NAME, op:NAME, file:PATH or diff:FILE"),
        }
    }

    /// A pass, and the operations that it works on.
    fn pass(name: &str) -> Result<SearchFocus> {
        if catalogue::drawn().any(|pass| pass.name == name) {
            return Ok(SearchFocus::of_passes([name]));
        }
        let is_refused = catalogue::pairs().iter().any(|(_, pass)| pass.name == name);
        ensure!(!is_refused, "no path may take {name}: `lowdiff passes` says why");
        bail!("no pass '{name}' is drawn: `lowdiff passes` lists those that are")
    }

    /// The operations of a dialect, and the passes that work on some of them.
    fn dialect(name: &str) -> Result<SearchFocus> {
        let all = format!("{name}.*");
        let passes =
            passes().filter(|(_, on)| on.split_once('.').is_some_and(|(dialect, _)| dialect == name));
        let passes: BTreeSet<String> = passes.map(|(pass, _)| pass.to_owned()).collect();
        ensure!(
            !passes.is_empty(),
            "no pass that is drawn works on a dialect '{name}': `lowdiff rules` lists the dialects that paths lead through"
        );
        Ok(SearchFocus { passes, operations: BTreeSet::from([all]) }.and_folds())
    }

    /// An operation, and the passes that work on it.
    fn operation(name: &str) -> Result<SearchFocus> {
        let passes = passes().filter(|(_, on)| matches(on, name));
        let passes: BTreeSet<String> = passes.map(|(pass, _)| pass.to_owned()).collect();
        ensure!(!passes.is_empty(), "no pass that is drawn works on an operation '{name}'");
        Ok(SearchFocus { passes, operations: BTreeSet::from([name.to_owned()]) }.and_folds())
    }

    /// The passes that a file of MLIR defines. Of a file that defines none it is its conversion or its dialect. None where nothing that is drawn
    /// belongs to it.
    pub fn file(path: &str) -> Option<SearchFocus> {
        let path = within_mlir(path);
        let drawn: BTreeSet<&str> = catalogue::drawn().map(|pass| pass.name).collect();
        let of = |fits: &dyn Fn(&str) -> bool| {
            let lines = sources().filter(|(file, _)| fits(file));
            let passes = lines.flat_map(|(_, passes)| passes).filter(|pass| drawn.contains(pass));
            SearchFocus::of_passes(passes)
        };
        let own = of(&|file| file == path);
        if !own.is_empty() {
            return Some(own);
        }
        let inside = path.strip_prefix("lib/").or_else(|| path.strip_prefix("include/mlir/"))?;
        let mut folders = inside.split('/');
        let focus = match (folders.next()?, folders.next()?) {
            ("Conversion", folder) => of(&|file| file.starts_with(&format!("lib/Conversion/{folder}/"))),
            ("Dialect", folder) => {
                let renamed = DIALECTS.iter().find(|(other, _)| *other == folder);
                let dialect = renamed.map_or(folder.to_lowercase(), |(_, dialect)| (*dialect).to_owned());
                let beside = of(&|file| file.starts_with(&format!("lib/Dialect/{folder}/")));
                match SearchFocus::dialect(&dialect) {
                    Ok(focus) => focus.and(beside),
                    Err(_) => beside,
                }
            }
            _ => return None,
        };
        (!focus.is_empty()).then_some(focus)
    }

    /// The focus of a diff: that of each file of MLIR in it. The files that give no direction come beside it.
    pub fn diff(text: &str) -> (SearchFocus, Vec<String>) {
        let (mut focus, mut without) = (SearchFocus::default(), Vec::new());
        for path in changed_files(text) {
            match SearchFocus::file(&path) {
                Some(other) => focus = focus.and(other),
                None => without.push(path),
            }
        }
        (focus, without)
    }

    /// These passes, and the operations that they work on.
    fn of_passes<'p>(names: impl IntoIterator<Item = &'p str>) -> SearchFocus {
        let names: BTreeSet<String> = names.into_iter().map(str::to_owned).collect();
        let on = passes().filter(|(pass, _)| names.contains(*pass)).map(|(_, on)| on.to_owned());
        SearchFocus { operations: on.collect(), passes: names }
    }

    /// The focus, and the pass that calls the fold hooks of all operations.
    fn and_folds(mut self) -> SearchFocus {
        self.passes.insert(Role::Folds.pass().name.to_owned());
        self
    }

    /// Both.
    #[must_use]
    pub fn and(mut self, other: SearchFocus) -> SearchFocus {
        self.passes.extend(other.passes);
        self.operations.extend(other.operations);
        self
    }

    /// True where it is no direction.
    pub fn is_empty(&self) -> bool {
        self.passes.is_empty()
    }

    /// The names of its passes.
    pub fn passes(&self) -> &BTreeSet<String> {
        &self.passes
    }

    /// True of an operation that leads to its passes.
    pub fn is_about(&self, operation: &str) -> bool {
        self.operations.iter().any(|pattern| matches(pattern, operation))
    }

    /// True of a step that is one of its passes.
    pub fn takes(&self, step: &str) -> bool {
        self.passes.contains(pipeline::pass_name(step))
    }

    /// The steps that MLIR's major version `version` has of its passes.
    pub fn steps(&self, version: u32) -> Vec<String> {
        let own =
            catalogue::drawn().filter(|pass| pass.exists_in(version) && self.passes.contains(pass.name));
        own.map(|pass| pass.step()).collect()
    }
}

/// The passes that are drawn, with each pattern of operations that they work on.
fn passes() -> impl Iterator<Item = (&'static str, &'static str)> {
    let optimizations =
        |row: &'static PassRow| row.passes().flat_map(|pass| row.on.iter().map(move |on| (pass.name, *on)));
    let conversions = |rule: &'static LoweringRule| rule.ways.iter().map(|pass| (pass.name, rule.operation));
    catalogue::rows().iter().flat_map(optimizations).chain(RULES.iter().flat_map(conversions))
}

/// The lines of the table: file and passes.
fn sources() -> impl Iterator<Item = (&'static str, std::str::SplitAsciiWhitespace<'static>)> {
    SOURCES.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut words = line.split_ascii_whitespace();
        Some((words.next()?, words))
    })
}

/// A path as the table has it, within the folder `mlir`.
fn within_mlir(path: &str) -> &str {
    for begin in ["mlir/lib/", "mlir/include/mlir/"] {
        if let Some(at) = path.find(begin) {
            return &path[at + "mlir/".len()..];
        }
    }
    path
}

/// The files that a diff changes, each once, in order: of headers `---` and `+++`, of renames and copies, and of files without lines, such as
/// binary ones. Lines of hunks are passed over by their counts.
fn changed_files(diff: &str) -> Vec<String> {
    let mut files: Vec<String> = Vec::new();
    let mut add = |word: &str, side: &str| {
        // A tab and a time may follow.
        let word = word.split('\t').next().unwrap_or_default().trim_end();
        let word = word.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(word);
        let file = word.strip_prefix(side).unwrap_or(word);
        if !file.is_empty() && file != "/dev/null" && !files.iter().any(|other| other == file) {
            files.push(file.to_owned());
        }
    };
    let mut left = (0, 0);
    for line in diff.lines() {
        match line.as_bytes().first() {
            Some(b'-') if left.0 > 0 => left.0 -= 1,
            Some(b'+') if left.1 > 0 => left.1 -= 1,
            Some(b' ') | None if left != (0, 0) => left = (left.0.max(1) - 1, left.1.max(1) - 1),
            Some(b'@') => left = counts(line).unwrap_or_default(),
            _ => {
                let named = |word| line.strip_prefix(word);
                if let Some(both) = named("diff --git ") {
                    // Both halves name one file, but where it is renamed.
                    let half = both.len() / 2;
                    let one = both
                        .get(..half)
                        .filter(|one| both.get(half + 1..).is_some_and(|other| ends(one, other)));
                    one.into_iter().for_each(|one| add(one, "a/"));
                }
                for word in ["rename from ", "rename to ", "copy from ", "copy to "] {
                    named(word).into_iter().for_each(|file| add(file, ""));
                }
                named("--- ").into_iter().for_each(|file| add(file, "a/"));
                named("+++ ").into_iter().for_each(|file| add(file, "b/"));
            }
        }
    }
    files
}

/// True of two names that are one but for `a/` and `b/`.
fn ends(one: &str, other: &str) -> bool {
    let [one, other] = [(one, "a/"), (other, "b/")]
        .map(|(name, side)| name.trim_matches('"').strip_prefix(side).unwrap_or(name));
    one == other
}

/// The numbers of lines of a hunk before and after, from its line `@@ -1,2 +3,4 @@`.
fn counts(line: &str) -> Option<(u64, u64)> {
    let mut words = line.strip_prefix("@@ ")?.split(' ');
    let mut count = |sign| {
        let range = words.next()?.strip_prefix(sign)?;
        range.split_once(',').map_or(Some(1), |(_, count)| count.parse().ok())
    };
    Some((count('-')?, count('+')?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_leads_to_the_passes_that_it_defines() {
        let focus =
            SearchFocus::read("file:/src/llvm-project/mlir/lib/Dialect/Affine/Transforms/LoopFusion.cpp");
        let focus = focus.expect("it defines a pass");
        assert_eq!(focus, SearchFocus::read("pass:affine-loop-fusion").expect("it is drawn"));
        assert!(focus.is_about("affine.for") && !focus.is_about("scf.for"));
        let steps = focus.steps(22);
        assert!(steps.len() > 3 && steps.iter().all(|step| focus.takes(step)), "{steps:?}");
    }

    #[test]
    fn a_file_without_a_pass_leads_to_its_dialect_or_conversion() {
        let utils = SearchFocus::file("mlir/lib/Dialect/SCF/Utils/Utils.cpp").expect("scf is lowered");
        assert!(utils.is_about("scf.while") && utils.passes().contains("scf-for-loop-peeling"));
        assert!(utils.passes().contains("canonicalize"), "its operations fold");
        let header = SearchFocus::file("mlir/include/mlir/Dialect/ControlFlow/IR/ControlFlowOps.td");
        assert!(header.expect("cf is lowered").is_about("cf.switch"));
        let pattern = SearchFocus::file("mlir/lib/Conversion/MemRefToLLVM/AllocLikeConversion.cpp");
        assert!(pattern.expect("it is a conversion").passes().contains("finalize-memref-to-llvm"));
        assert_eq!(SearchFocus::file("mlir/lib/IR/Value.cpp"), None);
        assert_eq!(SearchFocus::file("mlir/lib/Dialect/AMDGPU/Transforms/ResolveStridedMetadata.cpp"), None);
        assert_eq!(SearchFocus::file("README.md"), None);
    }

    #[test]
    fn a_diff_leads_to_all_of_its_files() {
        let diff = "diff --git a/mlir/lib/Dialect/Affine/Transforms/LoopFusion.cpp b/mlir/lib/Dialect/Affine/Transforms/LoopFusion.cpp\n\
                    --- a/mlir/lib/Dialect/Affine/Transforms/LoopFusion.cpp\n\
                    +++ b/mlir/lib/Dialect/Affine/Transforms/LoopFusion.cpp\n\
                    @@ -1 +1 @@\n--- a line that was there\n+one that is\n\
                    --- /dev/null\n\
                    +++ b/mlir/lib/Conversion/ArithToLLVM/New.cpp\n\
                    --- a/mlir/lib/IR/Value.cpp\t2026-01-01\n\
                    +++ b/mlir/lib/IR/Value.cpp\t2026-01-02\n";
        let (focus, without) = SearchFocus::diff(diff);
        assert_eq!(
            focus.passes().iter().collect::<Vec<_>>(),
            ["affine-loop-fusion", "convert-arith-to-llvm"]
        );
        assert_eq!(without, ["mlir/lib/IR/Value.cpp"]);
        assert!(SearchFocus::diff("").0.is_empty());
    }

    #[test]
    fn files_of_a_diff_are_read_from_its_headers_alone() {
        let diff = "diff --git a/old.cpp b/new.cpp\nsimilarity index 100%\nrename from old.cpp\nrename to new.cpp\n\
                    diff --git a/tool b/tool\nold mode 100644\nnew mode 100755\n\
                    diff --git \"a/sp\\303\\244t.td\" \"b/sp\\303\\244t.td\"\n--- \"a/sp\\303\\244t.td\"\n+++ \"b/sp\\303\\244t.td\"\n\
                    @@ -1,2 +1,2 @@ f\n--- a/not.cpp\n-\n+++ b/neither.cpp\n+\n\
                    --- /dev/null\n+++ b/added.cpp\t2026-01-01\n@@ -0,0 +1 @@\n+x\n";
        let files = ["old.cpp", "new.cpp", "tool", "sp\\303\\244t.td", "added.cpp"];
        assert_eq!(changed_files(diff), files);
    }

    #[test]
    fn nothing_else_is_a_focus() {
        let why = |word: &str| SearchFocus::read(word).expect_err("it is none").to_string();
        assert!(why("affine-loop-fusion").contains("use pass:NAME"));
        assert!(why("pass:no-such-pass").contains("`lowdiff passes` lists"));
        assert!(why("dialect:nowhere").contains("'nowhere'"));
        assert!(why("op:nowhere.at_all").contains("'nowhere.at_all'"));
        assert!(why("file:mlir/lib/IR/Value.cpp").contains("mlir/lib/IR/Value.cpp"));
    }

    #[test]
    fn the_table_has_the_file_of_every_pass_of_its_version() {
        let there: BTreeSet<&str> = sources().flat_map(|(_, passes)| passes).collect();
        let all = catalogue::drawn().filter(|pass| pass.exists_in(22)).map(|pass| pass.name);
        assert_eq!(all.filter(|pass| !there.contains(pass)).collect::<BTreeSet<_>>(), BTreeSet::new());
    }
}
