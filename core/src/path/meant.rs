//! Advice on steps that MLIR refuses, such as the names that they may have been meant to have.

use super::declared::Declared;
use super::pipeline::pass_name;
use super::settings::Settings;
use crate::observe::StepAdvice;

/// Likeness from 0 to 1 from which on a name is taken for another one misspelt. One letter, or two that changed places, is always enough.
const ALIKE: f64 = 0.7;

/// Advice on a step that MLIR's major version `version` does not take: the pass or the option that it may have meant, or the options that
/// the pass has. There is none on a step whose names are right, or of which nothing is known.
pub fn meant(step: &str, version: u32) -> Option<StepAdvice> {
    let declared = Declared::of(version);
    let pass = pass_name(step);
    let did_you = |name: &str| StepAdvice::Name(name.to_owned());
    let Some(known) = declared.passes.get(pass) else {
        return nearest(pass, declared.passes.keys()).map(did_you);
    };
    let settings = Settings::of(step)?;
    let names: Vec<&String> = known.options.iter().map(|option| &option.name).collect();
    let Some((unknown, _)) = settings.options.iter().find(|(name, _)| !names.contains(&name)) else {
        let own = |name: &String| known.options.iter().find(|option| option.name == *name);
        let mut values = settings.options.iter().filter_map(|(name, value)| Some((own(name)?, value)));
        let (option, _) = values.find(|(option, value)| !option.takes(value))?;
        return Some(StepAdvice::Value { option: option.name.clone(), takes: option.kind.clone() });
    };
    nearest(unknown, names.iter().copied()).map(did_you).or_else(|| {
        let listed = names.iter().copied().cloned().collect();
        // Of some passes not all options have names that are known.
        (known.unnamed == 0).then_some(StepAdvice::Options { pass: pass.to_owned(), names: listed })
    })
}

/// The name of a pass of MLIR's major version `version` that this one may have meant; none where the version has it, or nothing is like it.
pub fn meant_pass(name: &str, version: u32) -> Option<String> {
    let declared = Declared::of(version);
    let known = declared.passes.contains_key(name);
    nearest(name, declared.passes.keys()).filter(|_| !known).map(str::to_owned)
}

/// True of a pass that MLIR's major version `version` declares.
pub fn is_declared(name: &str, version: u32) -> bool {
    Declared::of(version).passes.contains_key(name)
}

/// The name that is most like `wanted`, if one is like it at all.
pub fn nearest<'a, S: AsRef<str> + ?Sized + 'a>(
    wanted: &str,
    names: impl Iterator<Item = &'a S>,
) -> Option<&'a str> {
    let likeness = |name: &str| strsim::normalized_damerau_levenshtein(wanted, name);
    let all = names.map(|name| (likeness(name.as_ref()), name.as_ref()));
    let best = all.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
    let is_one_off = strsim::damerau_levenshtein(wanted, best.1) == 1 && wanted.len() > 2;
    (best.0 >= ALIKE || is_one_off).then_some(best.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::OptionKind;

    fn advice(pass: &str) -> Option<StepAdvice> {
        meant(&format!("builtin.module({pass})"), 22)
    }

    fn name(name: &str) -> Option<StepAdvice> {
        Some(StepAdvice::Name(name.to_owned()))
    }

    #[test]
    fn a_misspelt_pass_is_another_one() {
        assert_eq!(advice("canonicalise"), name("canonicalize"));
        assert_eq!(advice("func.func(tosa-to-lnialg{x=1})"), name("tosa-to-linalg"));
        assert_eq!(advice("frobnicate"), None);
    }

    #[test]
    fn a_name_by_itself_is_meant_to_be_a_pass() {
        assert_eq!(meant_pass("csee", 22).as_deref(), Some("cse"));
        assert_eq!((meant_pass("cse", 22), is_declared("cse", 22)), (None, true));
        assert_eq!((meant_pass("frobnicate", 22), is_declared("frobnicate", 22)), (None, false));
    }

    #[test]
    fn options_are_misspelt_or_listed() {
        let options = |pass: &str, names: &[&str]| {
            let names = names.iter().map(|name| (*name).to_owned()).collect();
            Some(StepAdvice::Options { pass: pass.to_owned(), names })
        };
        assert_eq!(advice("canonicalize{top-dwon=true}"), name("top-down"));
        assert_eq!(
            advice("convert-scf-to-cf{x=1}"),
            options("convert-scf-to-cf", &["allow-pattern-rollback"])
        );
        let integer = OptionKind::Integer { signed: true, bits: 64 };
        let value = StepAdvice::Value { option: "max-iterations".into(), takes: integer };
        assert_eq!(advice("canonicalize{max-iterations=abc}"), Some(value));
        assert_eq!(advice("canonicalize{max-iterations=3}"), None);
        assert_eq!(advice("symbol-dce{x=1}"), options("symbol-dce", &[]));
        assert_eq!(advice("canonicalize{top-down=true}"), None);
    }
}
