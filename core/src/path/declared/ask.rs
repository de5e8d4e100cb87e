//! Asking a build what its passes declare: by parsing pipelines, which needs nothing but MLIR's C API.
//!
//! A bare pass that is parsed and printed again shows its options with their defaults, except lists that are empty. A value that no
//! number, boolean or enumeration is makes the parser of the option say which kind it takes.

use super::{Declared, DeclaredOption, DeclaredPass, OptionKind};
use crate::observe::{Refusal, Said};
use crate::path::pass::Pass;
use crate::path::settings::words;
use std::collections::{BTreeMap, BTreeSet};

/// The answer of a build to a pipeline.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Reply {
    /// It is valid, and printed so.
    Taken(String),
    /// It is not, in these words of MLIR.
    Refused(String),
    /// The build does not survive it.
    Lost,
}

/// Names and words to try. None is believed before the build has taken it.
#[derive(Debug, Default)]
pub struct Hints<'a> {
    /// The options that the build's own help text lists, where it has a stock program.
    pub help: BTreeMap<String, Vec<DeclaredOption>>,
    /// The declarations of others.
    pub others: Vec<&'a Declared>,
}

impl Hints<'_> {
    fn of<'b>(&'b self, pass: &'b str) -> impl Iterator<Item = &'b DeclaredOption> {
        let help = self.help.get(pass).into_iter().flatten();
        help.chain(self.others.iter().flat_map(move |other| other.options(pass)))
    }

    /// The kinds that are known of one option, the build's own first.
    fn kinds<'b>(&'b self, pass: &'b str, option: &'b str) -> impl Iterator<Item = &'b OptionKind> {
        self.of(pass).filter(move |other| other.name == option).map(|other| &other.kind)
    }
}

/// A value that is none, except where any text is.
const NO_VALUE: &str = "?";

/// Asks about these passes, each once however often it is there.
///
/// # Errors
/// As `ask` has them.
pub fn ask<E>(
    version: &str,
    passes: &[Pass],
    hints: &Hints<'_>,
    mut ask: impl FnMut(&str) -> Result<Reply, E>,
) -> Result<Declared, E> {
    let mut declared = Declared { version: version.to_owned(), ..Declared::default() };
    for pass in passes {
        if declared.passes.contains_key(pass.name) {
            continue;
        }
        let Reply::Taken(printed) = ask(&Pass { options: "", ..*pass }.step())? else { continue };
        let mut known = DeclaredPass::default();
        let (defaults, hidden) = defaults(&printed, pass.name);
        let hinted = hints.of(pass.name).map(|option| option.name.as_str());
        let names: BTreeSet<&str> = defaults.keys().copied().chain(hinted).collect();
        for name in names {
            let default = defaults.get(name).map(|value| (*value).to_owned());
            known.options.extend(option(pass, name, default, hints, &mut ask)?);
        }
        let named = known.options.iter().filter(|option| option.default.is_none()).count();
        known.unnamed = hidden.saturating_sub(named);
        declared.passes.insert(pass.name.to_owned(), known);
    }
    Ok(declared)
}

/// An option of this name; none where the pass has no such option.
fn option<E>(
    pass: &Pass,
    name: &str,
    default: Option<String>,
    hints: &Hints<'_>,
    ask: &mut impl FnMut(&str) -> Result<Reply, E>,
) -> Result<Option<DeclaredOption>, E> {
    let step = |value: &str| with(pass, name, value);
    let said = match ask(&step(NO_VALUE))? {
        Reply::Taken(_) => {
            let list = default.is_none();
            return Ok(Some(DeclaredOption { name: name.to_owned(), kind: OptionKind::Text, list, default }));
        }
        Reply::Refused(said) => said,
        Reply::Lost => String::new(),
    };
    if default.is_none() && Said::Refused(Refusal::Option).is_in(&said) {
        return Ok(None);
    }
    let mut takes = |value: &str| Ok(matches!(ask(&step(value))?, Reply::Taken(_)));
    let mut kind = kind_by_complaint(&said);
    if let OptionKind::Words { words, whole } = &mut kind {
        *whole = hints.help.get(pass.name).is_some_and(|options| {
            options.iter().any(|other| other.name == name && matches!(other.kind, OptionKind::Words { .. }))
        });
        let hinted = hints.kinds(pass.name, name).filter_map(|kind| match kind {
            OptionKind::Words { words, .. } => Some(words),
            _ => None,
        });
        for word in hinted.flatten().chain(&default) {
            if !words.contains(word) && takes(word)? {
                words.push(word.clone());
            }
        }
    }
    // A pass may look into its text at once, and refuse it for a reason of its own.
    if kind == OptionKind::Unknown && hints.kinds(pass.name, name).next() == Some(&OptionKind::Text) {
        kind = OptionKind::Text;
    }
    let element = match &kind {
        OptionKind::Integer { .. } | OptionKind::Real => Some("1"),
        OptionKind::Boolean => Some("true"),
        OptionKind::Words { words, .. } => words.first().map(String::as_str),
        OptionKind::Text | OptionKind::Unknown => None,
    };
    let list = match element {
        Some(element) => takes(&format!("{element},{element}"))?,
        None => false,
    };
    Ok(Some(DeclaredOption { name: name.to_owned(), kind, list, default }))
}

/// The pass with one option.
fn with(pass: &Pass, name: &str, value: &str) -> String {
    let bare = Pass { options: "", ..*pass }.step();
    let end = bare.trim_end_matches(')').len();
    format!("{}{{{name}={value}}}{}", &bare[..end], &bare[end..])
}

/// The kind of an option by what its parser says of a value that is none.
fn kind_by_complaint(said: &str) -> OptionKind {
    let mut kinds = Said::all_in(said).filter_map(|said| match said {
        Said::NoInteger { signed, bits } => Some(OptionKind::Integer { signed, bits }),
        Said::NoBoolean => Some(OptionKind::Boolean),
        Said::NoReal => Some(OptionKind::Real),
        Said::NoWord => Some(OptionKind::Words { words: Vec::new(), whole: false }),
        _ => None,
    });
    kinds.next().unwrap_or(OptionKind::Unknown)
}

/// The options that a printed pipeline shows of this pass, with their defaults, and the number of those that it leaves out.
fn defaults<'t>(printed: &'t str, pass: &str) -> (BTreeMap<&'t str, &'t str>, usize) {
    let none = (BTreeMap::new(), 0);
    // A pipeline is printed as the passes it is made of.
    let Some(at) = printed.find(&format!("({pass}{{")) else { return none };
    let text = &printed[at + pass.len() + 2..];
    let mut depth = 1_usize;
    let end = text.find(|c| {
        depth = match c {
            '{' => depth + 1,
            '}' => depth - 1,
            _ => depth,
        };
        depth == 0
    });
    let words = words(&text[..end.unwrap_or(text.len())]);
    let hidden = words.iter().filter(|word| word.is_empty()).count();
    (words.into_iter().filter_map(|word| word.split_once('=')).collect(), hidden)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::pass::{function, module};

    /// MLIR's answers, as 22.1.8 and LLVM's development branch gave them.
    fn answer(step: &str) -> Result<Reply, ()> {
        let refused = |said: &str| Ok(Reply::Refused(said.to_owned()));
        let Some((pass, option)) = step.split_once('{') else {
            return match step {
                "builtin.module(canonicalize)" => Ok(Reply::Taken(
                    "builtin.module(canonicalize{  max-iterations=10 region-simplify=normal top-down=true})"
                        .to_owned(),
                )),
                "builtin.module(func.func(affine-loop-tile))" => Ok(Reply::Taken(
                    "builtin.module(func.func(affine-loop-tile{cache-size=512 separate=false tile-size=0 }))"
                        .to_owned(),
                )),
                "builtin.module(cse)" => Ok(Reply::Taken(step.to_owned())),
                _ => refused("'x' does not refer to a registered pass or pass pipeline"),
            };
        };
        let (name, value) = option.split_once('=').expect("an option has a value");
        let value = value.trim_end_matches(['}', ')']);
        let number = value.parse::<u64>().is_ok();
        let numbers = value.split(',').all(|value| value.parse::<u32>().is_ok());
        match (pass, name) {
            (_, "max-iterations") if !number => {
                refused(": for the --max-iterations option: '?' value invalid for long argument!")
            }
            (_, "tile-size") if !number => {
                refused(": for the --tile-size option: '?' value invalid for uint argument!")
            }
            (_, "tile-sizes") if !numbers => {
                refused(": for the --tile-sizes option: '?' value invalid for uint argument!")
            }
            (_, "cache-size") if !number => {
                refused(": for the --cache-size option: '?' value invalid for ulong argument!")
            }
            (_, "separate" | "top-down") if value != "true" => {
                refused(": for the --separate option: '?' is invalid value for boolean argument! Try 0 or 1")
            }
            (_, "region-simplify") if !["normal", "disabled"].contains(&value) => {
                refused(": for the --region-simplify option: Cannot find option named '?'!")
            }
            (_, "gone") => refused("<Pass-Options-Parser>: no such option gone"),
            _ => Ok(Reply::Taken(step.to_owned())),
        }
    }

    fn words(words: &[&str]) -> OptionKind {
        OptionKind::Words { words: words.iter().map(|word| (*word).to_owned()).collect(), whole: true }
    }

    #[test]
    fn a_build_tells_kinds_and_defaults_and_takes_no_wrong_word() {
        let hint =
            |name: &str, kind| DeclaredOption { name: name.to_owned(), kind, list: false, default: None };
        let canonicalize = vec![
            hint("region-simplify", words(&["normal", "disabled", "wild"])),
            hint("enable-patterns", OptionKind::Text),
            hint("gone", OptionKind::Boolean),
        ];
        let sizes = vec![hint("tile-sizes", OptionKind::Real)];
        let help = [("canonicalize".to_owned(), canonicalize), ("affine-loop-tile".to_owned(), sizes)].into();
        let hints = Hints { help, others: Vec::new() };
        let passes = [
            module("canonicalize", "top-down=false"),
            function("affine-loop-tile", ""),
            module("cse", ""),
            module("none", ""),
        ];
        let declared = ask("22.1.8", &passes, &hints, answer).expect("every question has an answer");
        let names: Vec<&str> = declared.passes.keys().map(String::as_str).collect();
        assert_eq!(names, ["affine-loop-tile", "canonicalize", "cse"]);
        let of = |pass: &str, option: &str| {
            declared.options(pass).iter().find(|other| other.name == option).cloned()
        };
        assert_eq!(of("canonicalize", "gone"), None);
        let simplify = of("canonicalize", "region-simplify").expect("it is printed");
        assert_eq!((simplify.kind, simplify.list), (words(&["normal", "disabled"]), false));
        assert_eq!(simplify.default.as_deref(), Some("normal"));
        let patterns = of("canonicalize", "enable-patterns").expect("it takes any text");
        assert_eq!((patterns.kind, patterns.list), (OptionKind::Text, true));
        assert_eq!(declared.passes["canonicalize"].unnamed, 1, "two lists are there, and one has a name");
        let sizes = of("affine-loop-tile", "tile-sizes").expect("it is taken");
        assert_eq!((sizes.kind, sizes.list), (OptionKind::Integer { signed: false, bits: 32 }, true));
        let size = of("affine-loop-tile", "tile-size").expect("it is printed");
        assert_eq!((size.list, size.default.as_deref()), (false, Some("0")));
        assert_eq!(declared.passes["affine-loop-tile"].unnamed, 0);
    }

    #[test]
    fn without_help_the_default_is_the_only_word() {
        let declared = ask("x", &[module("canonicalize", "")], &Hints::default(), answer).unwrap();
        let simplify =
            declared.options("canonicalize").iter().find(|option| option.name == "region-simplify");
        let only = OptionKind::Words { words: vec!["normal".to_owned()], whole: false };
        assert_eq!(simplify.map(|option| &option.kind), Some(&only));
        assert_eq!(declared.passes["canonicalize"].unnamed, 2);
    }

    #[test]
    fn defaults_with_spaces_and_braces_are_one_word() {
        let printed = "builtin.module(p{a={1,2} b=x{c=1 d=2}  e=})";
        let (options, hidden) = defaults(printed, "p");
        assert_eq!(options, [("a", "{1,2}"), ("b", "x{c=1 d=2}"), ("e", "")].into());
        assert_eq!((hidden, defaults("builtin.module(q,p)", "p").0.len()), (1, 0));
    }
}
