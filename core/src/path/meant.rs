//! Names that a step may have been meant to have.

use super::declared::Declared;
use super::pipeline::pass_name;
use super::settings::Settings;

/// Likeness from 0 to 1 from which on a name is taken for another one misspelt.
const ALIKE: f64 = 0.7;

/// Advice on a step that MLIR's major version `version` does not take: the pass or the option that it may have meant, or the options that
/// the pass has. There is none on a step whose names are right, or of which nothing is known.
pub fn meant(step: &str, version: u32) -> Option<String> {
    let declared = Declared::of(version);
    let pass = pass_name(step);
    let did_you = |name: &str| format!("did you mean {name}?");
    let Some(known) = declared.passes.get(pass) else {
        return nearest(pass, declared.passes.keys()).map(did_you);
    };
    let settings = Settings::of(step)?;
    let names: Vec<&String> = known.options.iter().map(|option| &option.name).collect();
    let (unknown, _) = settings.options.iter().find(|(name, _)| !names.contains(&name))?;
    nearest(unknown, names.iter().copied()).map(did_you).or_else(|| {
        let listed: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
        let all = if listed.is_empty() {
            format!("{pass} has no options")
        } else {
            format!("the options of {pass} are {}", listed.join(", "))
        };
        // Of some passes not all options have names that are known.
        (known.unnamed == 0).then_some(all)
    })
}

/// The name that is most like `wanted`, if one is like it at all.
fn nearest<'a>(wanted: &str, names: impl Iterator<Item = &'a String>) -> Option<&'a str> {
    let likeness = |name: &str| strsim::normalized_damerau_levenshtein(wanted, name);
    let all = names.map(|name| (likeness(name), name.as_str()));
    let best = all.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
    (best.0 >= ALIKE).then_some(best.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(pass: &str) -> Option<String> {
        meant(&format!("builtin.module({pass})"), 22)
    }

    #[test]
    fn a_misspelt_pass_is_another_one() {
        assert_eq!(said("canonicalise").as_deref(), Some("did you mean canonicalize?"));
        assert_eq!(said("func.func(tosa-to-lnialg{x=1})").as_deref(), Some("did you mean tosa-to-linalg?"));
        assert_eq!(said("frobnicate"), None);
    }

    #[test]
    fn options_are_misspelt_or_listed() {
        assert_eq!(said("canonicalize{top-dwon=true}").as_deref(), Some("did you mean top-down?"));
        assert_eq!(
            said("convert-scf-to-cf{x=1}").as_deref(),
            Some("the options of convert-scf-to-cf are allow-pattern-rollback")
        );
        assert_eq!(said("symbol-dce{x=1}").as_deref(), Some("symbol-dce has no options"));
        assert_eq!(said("canonicalize{top-down=true}"), None);
    }
}
