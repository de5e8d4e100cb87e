//! The promises of the decoder, for any bytes: what a fuzz target of the decoder alone asserts.

use super::{Conversion, Decoded, MARK, ROOM, convert, decode_for, mutate};
use crate::version::{self, Syntax, VERSIONS};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::collections::HashSet;

/// Decodes an input for every version, and checks what comes of it: the program keeps its promise and comes out alike a
/// second time, its text uses no value before it is defined, the input can be converted, and a mutant of it decodes.
/// False if the input does not decode.
///
/// # Errors
/// The promise that is broken, and for which version.
pub fn sound(bytes: &[u8]) -> Result<bool, String> {
    for version in VERSIONS {
        let Ok(decoded) = decode_for(bytes, version.major) else { return Ok(false) };
        promises(&decoded, version.syntax).map_err(|broken| format!("{}: {broken}", version.name))?;
        if decode_for(bytes, version.major).as_ref() != Ok(&decoded) {
            return Err(format!("{}: the same bytes come to another program", version.name));
        }
    }
    match convert(bytes) {
        Conversion::Converted(bytes) if !bytes.starts_with(&MARK) => {
            return Err("a converted input does not begin with the format".into());
        }
        Conversion::Refused => return Err("an input that decodes is not converted".into()),
        _ => {}
    }
    let seed = bytes.iter().fold(0, |seed: u64, byte| seed.rotate_left(5) ^ u64::from(*byte));
    let mutant = mutate(bytes, bytes.len().max(ROOM), &mut ChaCha8Rng::seed_from_u64(seed));
    match decode_for(&mutant, version::DEFAULT.major) {
        Ok(_) => Ok(true),
        Err(error) => Err(format!("a mutant does not decode: {error}")),
    }
}

fn promises(decoded: &Decoded, syntax: Syntax) -> Result<(), String> {
    decoded.program.check()?;
    names(&decoded.program.print(syntax))
}

/// Checks that the text of a module uses no value in a line before one that names it, function by function.
fn names(text: &str) -> Result<(), String> {
    let mut defined = HashSet::new();
    for (number, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("func.func") {
            defined.clear();
        }
        let (results, rest) = line.split_once(" = ").unwrap_or(("", line));
        for (at, _) in rest.match_indices('%') {
            let name = name(&rest[at..]);
            // An argument of a function or block stands before its type.
            if rest[at + name.len()..].starts_with(':') {
                defined.insert(name.to_owned());
            } else if !defined.contains(name) {
                return Err(format!("line {} uses {name}, which no line before it names", number + 1));
            }
        }
        defined.extend(results.match_indices('%').map(|(at, _)| name(&results[at..]).to_owned()));
    }
    Ok(())
}

/// The name at the beginning of this text: a `%` and letters and digits.
fn name(text: &str) -> &str {
    let end = text[1..].find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    end.map_or(text, |end| &text[..end + 1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{decode, seeded};

    #[test]
    fn drawn_inputs_are_sound() {
        for index in 0..200 {
            assert_eq!(sound(&seeded(31, index)), Ok(true), "input {index}");
        }
        assert_eq!(sound(b"few"), Ok(false));
    }

    #[test]
    fn a_broken_promise_is_told() {
        let mut decoded = decode(&seeded(31, 0)).expect("it decodes");
        assert_eq!(promises(&decoded, Syntax::V22), Ok(()));
        decoded.program.results.pop();
        assert!(promises(&decoded, Syntax::V22).is_err());
    }

    #[test]
    fn a_value_that_nobody_names_is_told() {
        let module =
            |body: &str| format!("module {{\n  func.func @f(%a0: tensor<i32>) {{\n{body}\n  }}\n}}\n");
        assert_eq!(names(&module("    %r:2 = call @g(%a0)\n    return %r#1, %a0")), Ok(()));
        let error = names(&module("    %v0 = call @g(%v0)")).unwrap_err();
        assert_eq!(error, "line 3 uses %v0, which no line before it names");
        let other = module("    %v0 = call @g(%a0)") + &module("    return %v0");
        assert_eq!(names(&other).unwrap_err(), "line 8 uses %v0, which no line before it names");
    }
}
