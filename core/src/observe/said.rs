//! The words in which MLIR, LLVM and the C++ runtime tell what they tell in no other way: one table. They are sentences for people, so
//! another version may need another row.

use super::Refusal;

/// A fact that is told in words alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// A pass is refused before it runs.
    Refused(Refusal),
    /// The value of an option is no integer of this type.
    NoInteger {
        /// True if the type has numbers below zero.
        signed: bool,
        /// The width of the type.
        bits: u32,
    },
    /// The value of an option is no boolean.
    NoBoolean,
    /// The value of an option is no floating-point number.
    NoReal,
    /// The value of an option is none of its words.
    NoWord,
    /// LLVM gives up: it lacks something that the module needs, or was called wrongly.
    FatalError,
    /// An assertion does not hold.
    Assertion,
    /// Code runs that its author held to be unreachable.
    Unreachable,
    /// The C++ runtime gives up, as nobody catches an exception.
    Uncaught,
    /// The C++ runtime or Rust's gives up, as it gets no memory.
    NoMemory,
    /// Memory is used up: the limit on the address space makes allocations fail.
    OutOfMemory,
    /// The runner has no translation of an operation or a dialect: it knows those that it can translate and no other.
    Untranslated,
    /// An error, as a diagnostic begins.
    Error,
    /// Functions that nobody defines; their names follow, up to a bracket.
    Unlinked,
    /// A stock program was built with assertions, as its version says.
    WithAssertions,
}

/// Words, and the fact that a text with them tells. Of a fact with several rows each may be there.
const WORDS: &[(&str, Said)] = &[
    ("does not refer to a registered pass", Said::Refused(Refusal::Name)),
    ("no such option", Said::Refused(Refusal::Option)),
    ("unable to schedule pass", Said::Refused(Refusal::Place)),
    ("can't run '", Said::Refused(Refusal::Place)),
    ("trying to schedule a pass", Said::Refused(Refusal::Place)),
    ("' restricted to '", Said::Refused(Refusal::Place)),
    // The parsers of `llvm::cl::parser`.
    (" for integer argument", Said::NoInteger { signed: true, bits: 32 }),
    (" for uint argument", Said::NoInteger { signed: false, bits: 32 }),
    (" for long argument", Said::NoInteger { signed: true, bits: 64 }),
    (" for llong argument", Said::NoInteger { signed: true, bits: 64 }),
    (" for ulong argument", Said::NoInteger { signed: false, bits: 64 }),
    (" for ullong argument", Said::NoInteger { signed: false, bits: 64 }),
    (" for boolean argument", Said::NoBoolean),
    (" for floating point argument", Said::NoReal),
    ("Cannot find option named", Said::NoWord),
    ("LLVM ERROR:", Said::FatalError),
    ("Assertion `", Said::Assertion),
    ("Assertion failed", Said::Assertion),
    ("UNREACHABLE executed", Said::Unreachable),
    ("terminate called", Said::Uncaught),
    ("what():", Said::Uncaught),
    ("memory allocation of", Said::NoMemory),
    ("out of memory", Said::OutOfMemory),
    ("bad_alloc", Said::OutOfMemory),
    ("Allocation failed", Said::OutOfMemory),
    ("memory allocation of", Said::OutOfMemory),
    ("cannot be converted to LLVM IR", Said::Untranslated),
    ("missing `LLVMTranslationDialectInterface`", Said::Untranslated),
    ("not found for custom op", Said::Untranslated),
    ("error:", Said::Error),
    ("Symbols not found: [", Said::Unlinked),
    ("with assertions", Said::WithAssertions),
];

impl Said {
    /// The facts that a text tells, in the order of the table.
    pub fn all_in(text: &str) -> impl Iterator<Item = Said> + '_ {
        WORDS.iter().filter(move |(words, _)| text.contains(words)).map(|(_, said)| *said)
    }

    /// The part of a text that begins with words which tell this; none of a text without them.
    pub fn told_in(self, text: &str) -> Option<&str> {
        let rows = WORDS.iter().filter(|(_, said)| *said == self);
        rows.filter_map(|(words, _)| text.find(words)).min().map(|at| &text[at..])
    }

    /// As [`Said::told_in`], without the words: the part behind the last of them.
    pub fn behind(self, text: &str) -> Option<&str> {
        let rows = WORDS.iter().filter(|(_, said)| *said == self);
        rows.filter_map(|(words, _)| Some(text.rfind(words)? + words.len())).max().map(|at| &text[at..])
    }

    /// True of a text that tells this.
    pub fn is_in(self, text: &str) -> bool {
        Said::all_in(text).any(|said| said == self)
    }
}

impl Refusal {
    /// The refusal that a text tells; none where it says something else.
    pub fn told_by(text: &str) -> Option<Refusal> {
        Said::all_in(text).find_map(|said| match said {
            Said::Refused(refusal) => Some(refusal),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_told_apart() {
        let name = "'x' does not refer to a registered pass or pass pipeline";
        assert_eq!(Refusal::told_by(name), Some(Refusal::Name));
        assert_eq!(Refusal::told_by("<Pass-Options-Parser>: no such option y"), Some(Refusal::Option));
        let nested = "LLVM ERROR: Can't add pass 'X' restricted to 'func.func' on a PassManager intended to run on 'm'";
        for place in ["unable to schedule pass 'X' on a PassManager", "can't run 'x' on 'y'", nested] {
            assert_eq!(Refusal::told_by(place), Some(Refusal::Place), "{place}");
        }
        assert_eq!(Refusal::told_by("'affine.for' op is restricted to loops of known extents"), None);
    }

    #[test]
    fn a_text_may_tell_several_facts() {
        let told = "terminate called after throwing an instance of 'std::bad_alloc'";
        assert_eq!(Said::all_in(told).collect::<Vec<_>>(), [Said::Uncaught, Said::OutOfMemory]);
        assert!(Said::NoMemory.is_in("memory allocation of 8 bytes failed") && !Said::NoMemory.is_in(told));
        assert_eq!(Said::all_in("nothing is wrong").next(), None);
    }

    #[test]
    fn a_text_says_where_it_tells_a_fact() {
        let text = "a.mlir:1: error: one\na.mlir:2: error: two";
        assert_eq!(Said::Error.told_in(text), Some("error: one\na.mlir:2: error: two"));
        assert_eq!(Said::Error.behind(text), Some(" two"));
        assert_eq!((Said::Assertion.told_in(text), Said::Assertion.behind(text)), (None, None));
    }
}
