//! Does a module survive being written and read? In MLIR's generic form, in its pretty form, and as bytecode.
//!
//! The generic form and bytecode hold everything there is, so what is read has to be the same module, by its hash. The pretty form
//! leaves out what is as usual; there only the text has to be the same, written once more.
//!
//! MLIR makes these again when it reads, so they are not looked at:
//! - locations: each operation then lies where it stands in the text; the hash leaves them out,
//! - names of values and blocks: neither the hash nor the text, which numbers them, has them,
//! - bodies of named linalg operations, which the pretty form leaves out: the text is the same whatever the body was,
//! - attributes with their default values, as well: the same,
//! - expressions of affine maps and sets, which are made simpler: those that give equal numbers are taken for the same,
//! - names of resources: a second one in the same context is called otherwise, so a module that has any is left out ([`RESOURCES`]).

use super::arena::Arena;
use super::wire::{Frame, Phase};
use crate::ir::differ_in_maps_alone;
use crate::mlir::{Diagnostic, Digester, Module};
use crate::observe::{Cause, Failure, Outcome, Subject};
use sha2::{Digest, Sha256};

/// The beginning of the part of a text that holds resources.
const RESOURCES: &str = "{-#";
/// Characters of a line that are quoted.
const MOST_QUOTED: usize = 200;

/// True if content of this hash is among the one in `one_in` that is looked at; with 0 nothing is.
pub fn is_sampled(content: &[u8; 32], one_in: u32) -> bool {
    let [a, b, c, d, ..] = *content;
    one_in > 0 && u32::from_be_bytes([a, b, c, d]).is_multiple_of(one_in)
}

/// The hash of the state that these steps lead to from a program of this hash, where nobody has another one.
pub fn content<'s>(source: &[u8; 32], steps: impl Iterator<Item = &'s str>) -> [u8; 32] {
    let mut hash = Sha256::new_with_prefix(source);
    steps.for_each(|step| hash.update(format!("{step}\n")));
    hash.finalize().into()
}

/// Writes and reads a module that is valid.
///
/// # Errors
/// It does not survive that. The reason has lines of what was written and what was read.
pub fn check<'c>(
    arena: &Arena,
    digester: &mut Digester<'c>,
    module: &Module<'c>,
) -> Result<(), (Outcome, Box<Failure>)> {
    arena.push(&Frame::Reread);
    arena.enter(Phase::Reread);
    let checked = survives(arena, digester, module);
    arena.enter(Phase::Harness);
    checked
}

fn survives<'c>(
    arena: &Arena,
    digester: &mut Digester<'c>,
    module: &Module<'c>,
) -> Result<(), (Outcome, Box<Failure>)> {
    let begin = |form: Subject| {
        arena.push(&Frame::About(form));
        form
    };
    // A crash of the printers is told from one of what reads.
    let written = |module: &Module<'c>, text: fn(&Module<'c>) -> String| {
        arena.enter(Phase::Print);
        let text = text(module);
        arena.enter(Phase::Reread);
        text
    };
    let generic = written(module, |module| module.generic());
    if generic.contains(RESOURCES) {
        return Ok(());
    }
    let state = digester.digest(module);
    let form = begin(Subject::GenericForm);
    let read = module.read_back(generic.as_bytes()).map_err(|said| unreadable(form, &said, &generic))?;
    let again = digester.digest(&read);
    if again != state && !is_respelt(module, &read) {
        return Err(another(form, &generic, &written(&read, |read| read.generic())));
    }
    // A module that has been read has the expressions that reading leaves as they are.
    let (module, state) = if again == state { (module, state) } else { (&read, again) };
    let form = begin(Subject::PrettyForm);
    let pretty = written(module, |module| module.to_string());
    let read = module.read_back(pretty.as_bytes()).map_err(|said| unreadable(form, &said, &pretty))?;
    let again = written(&read, |read| read.to_string());
    if !differ_in_maps_alone(&pretty, &again) && !is_respelt(module, &read) {
        return Err(another(form, &pretty, &again));
    }
    let form = begin(Subject::Bytecode);
    arena.enter(Phase::Print);
    let bytecode = module.bytecode();
    arena.enter(Phase::Reread);
    let read = module.read_back(&bytecode).map_err(|said| unreadable(form, &said, ""))?;
    if digester.digest(&read) != state && !is_respelt(module, &read) {
        return Err(another(form, &module.generic(), &read.generic()));
    }
    Ok(())
}

/// True if two modules differ in the spelling of affine maps and sets, and in nothing else. Where no text shows a difference the printer hides it.
fn is_respelt(one: &Module<'_>, other: &Module<'_>) -> bool {
    let [one, other] = [one, other].map(Module::generic_without_aliases);
    one != other && differ_in_maps_alone(&one, &other)
}

/// The outcome and the failure for a text that MLIR wrote and does not read.
fn unreadable(form: Subject, said: &[Diagnostic], written: &str) -> (Outcome, Box<Failure>) {
    let said = Diagnostic::foremost(said);
    let line = said
        .and_then(|said| line_of(&said.location))
        .and_then(|line| written.lines().nth(line.checked_sub(1)?));
    let why = Box::new(if said.is_some() { Cause::Said {} } else { Cause::NoReason {} });
    let said = said.map(|said| said.message.clone());
    let cause = Cause::Unreadable { form, why, written: line.map(quoted) };
    (Outcome::Unreadable, Box::new(Failure { said, ..Failure::of(cause) }))
}

/// The outcome and the failure for a module that is read as another one.
fn another(form: Subject, written: &str, read: &str) -> (Outcome, Box<Failure>) {
    let mut lines = written.lines().zip(read.lines());
    let (one, other) = lines.find(|(one, other)| one != other).unwrap_or_default();
    let cause = Cause::ReadOtherwise { form, lines: Some([one, other].map(quoted)) };
    (Outcome::RoundTrip, Box::new(Failure::of(cause)))
}

fn quoted(line: &str) -> String {
    line.trim().chars().take(MOST_QUOTED).collect()
}

/// The line in a location such as `loc("-":12:5)`.
fn line_of(location: &str) -> Option<usize> {
    let mut parts = location.trim_end_matches(')').rsplit(':');
    parts.next()?;
    parts.next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words;

    #[test]
    fn one_in_so_many_is_looked_at() {
        let hit = |one_in| {
            (0..1000u32)
                .filter(move |n| is_sampled(&content(&[7; 32], [n.to_string().as_str()].into_iter()), one_in))
        };
        assert_eq!(hit(0).count(), 0);
        assert_eq!(hit(1).count(), 1000);
        assert!((5..50).contains(&hit(50).count()), "{}", hit(50).count());
        let steps = |steps: &[&str]| content(&[7; 32], steps.iter().copied());
        assert_ne!(steps(&["a", "b"]), steps(&["ab"]));
        assert_eq!(steps(&["a", "b"]), steps(&["a", "b"]), "the same path is looked at at the same places");
    }

    #[test]
    fn what_differs_is_quoted() {
        assert_eq!(line_of("loc(\"-\":12:5)"), Some(12));
        assert_eq!(line_of("loc(unknown)"), None);
        let said =
            [Diagnostic { error: true, location: "loc(\"-\":2:1)".into(), message: "expected ')'".into() }];
        let (outcome, failure) = unreadable(Subject::PrettyForm, &said, "module {\n  foo.bar\n}");
        assert_eq!(outcome, Outcome::Unreadable);
        assert_eq!(
            words::failure(&failure),
            "its pretty form cannot be read back: expected ')'\nwritten: foo.bar"
        );
        assert_eq!(failure.said.as_deref(), Some("expected ')'"));
        let (outcome, failure) = another(Subject::GenericForm, "a\n b\nc", "a\n d\nc");
        assert_eq!(outcome, Outcome::RoundTrip);
        assert_eq!(failure.said, None);
        assert_eq!(
            words::failure(&failure),
            "its generic form is read back as another module\nwritten: b\nread: d"
        );
    }
}
