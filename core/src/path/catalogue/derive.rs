//! Steps that are no pair of the tables, but a pair with other values of options that are drawn.

use super::options::{self, Treatment, rule};
use super::{PassRow, ROWS, rules};
use crate::bug::KnownBug;
use crate::path::pass::{Hazard, Pass};
use crate::path::settings::Settings;
use std::collections::BTreeSet;

/// The pairs that a step is nearest to, and what comparing results has to allow for after it.
#[derive(Clone, Debug)]
pub(super) struct Derived {
    /// Pairs of the same pass under the same anchors, from which the step differs in the fewest options.
    pub bases: Vec<Pass>,
    /// The hazards of the base and of the options that differ; where several bases are as near, the fewest.
    pub hazards: &'static [Hazard],
}

/// The pairs from which `step` differs only in options that are drawn; none where there is none, or a value is not one that is drawn.
pub(super) fn derived(step: &str) -> Option<Derived> {
    derived_from(step, drawn())
}

/// Every pair that is drawn.
pub(super) fn drawn() -> impl Iterator<Item = Pass> {
    ROWS.iter()
        .flat_map(PassRow::passes)
        .chain(rules::RULES.iter().flat_map(|rule| rule.ways).copied())
        .chain(super::conversions::undrawn())
}

fn derived_from(step: &str, pairs: impl Iterator<Item = Pass>) -> Option<Derived> {
    let settings = Settings::of(step)?;
    let mut nearest: Option<(usize, Derived)> = None;
    for base in pairs.filter(|base| base.name == settings.pass()) {
        let Some((distance, hazards)) = difference(&settings, &base) else { continue };
        match &mut nearest {
            Some((least, _)) if *least < distance => {}
            Some((least, derived)) if *least == distance => {
                derived.bases.push(base);
                if hazards.len() < derived.hazards.len() {
                    derived.hazards = hazards;
                }
            }
            _ => nearest = Some((distance, Derived { bases: vec![base], hazards })),
        }
    }
    nearest.map(|(_, derived)| derived)
}

/// The number of options in which a step differs from a pair, and the hazards of both; none where it differs in more than options that
/// are drawn.
fn difference(settings: &Settings, base: &Pass) -> Option<(usize, &'static [Hazard])> {
    let of = Settings::of(&base.step())?;
    if !settings.is_of(&of) {
        return None;
    }
    let names = settings.options.iter().chain(&of.options).map(|(name, _)| name.as_str());
    let names: BTreeSet<&str> = names.collect();
    let mut hazards: BTreeSet<Hazard> = base.hazards.iter().copied().collect();
    let mut distance = 0;
    for name in names.into_iter().filter(|name| settings.get(name) != of.get(name)) {
        let (values, of_option) = match rule(base.name, name) {
            Treatment::Drawn(values, hazards) => (values, hazards),
            Treatment::Seldom(values, _) => (values, &[][..]),
            Treatment::Kept(_) | Treatment::Changes(..) => return None,
        };
        if settings.get(name).is_some_and(|value| !values.have(value)) {
            return None;
        }
        hazards.extend(of_option);
        distance += 1;
    }
    Some((distance, listed(&hazards)))
}

/// The known bugs of this version that `step` may show by its options.
pub(super) fn shown_by_options(step: &str, version: u32) -> Vec<KnownBug> {
    let Some(settings) = Settings::of(step) else { return Vec::new() };
    let bugs = settings.options.iter().filter_map(|(option, _)| options::shown(settings.pass(), option));
    bugs.filter(|bug| bug.is_in(version..=version)).collect()
}

/// True of a step with an option that may change results, whatever pair it is.
pub(super) fn changes_by_options(step: &str) -> bool {
    let Some(settings) = Settings::of(step) else { return false };
    settings.options.iter().any(|(option, value)| {
        matches!(rule(settings.pass(), option), Treatment::Changes(unless, _) if !unless.contains(&value.as_str()))
    })
}

/// Hazards as a list that stays.
fn listed(hazards: &BTreeSet<Hazard>) -> &'static [Hazard] {
    const LISTS: [&[Hazard]; 6] = [
        &[],
        &[Hazard::Float],
        &[Hazard::Rounding],
        &[Hazard::Layout],
        &[Hazard::Float, Hazard::Layout],
        &[Hazard::Rounding, Hazard::Layout],
    ];
    let mut least = hazards.clone();
    if least.contains(&Hazard::Float) {
        least.remove(&Hazard::Rounding);
    }
    let is = |list: &&&[Hazard]| list.iter().copied().collect::<BTreeSet<_>>() == least;
    LISTS.iter().find(is).copied().unwrap_or(&[Hazard::Unsound])
}

#[cfg(test)]
mod tests {
    use super::super::REFUSED;
    use super::*;

    fn hazards(step: &str) -> Option<&'static [Hazard]> {
        derived(&format!("builtin.module({step})")).map(|derived| derived.hazards)
    }

    #[test]
    fn a_step_has_the_hazards_of_its_row_and_of_its_options() {
        const FLOAT: Option<&[Hazard]> = Some(&[Hazard::Float]);
        assert_eq!(hazards("canonicalize{max-iterations=7 top-down=false}"), Some(&[][..]));
        assert_eq!(hazards("func.func(affine-parallelize{max-nested=2})"), Some(&[][..]));
        assert_eq!(hazards("func.func(affine-parallelize{max-nested=2 parallel-reductions=true})"), FLOAT);
        assert_eq!(
            hazards("lower-vector-multi-reduction{lowering-strategy=inner-reduction}"),
            None,
            "another anchor"
        );
        let copies =
            "func.func(affine-data-copy-generate{generate-dma=false fast-mem-space=0 fast-mem-capacity=9})";
        assert_eq!(hazards(copies), Some(&[Hazard::Layout][..]));
        assert_eq!(hazards("canonicalize{top-down}"), Some(&[][..]));
        assert_eq!(
            hazards(
                "convert-vector-to-llvm{reassociate-fp-reductions=true force-32bit-vector-indices=false}"
            ),
            FLOAT
        );
    }

    #[test]
    fn what_is_kept_is_as_a_row_has_it() {
        for step in [
            "func.func(affine-data-copy-generate{generate-dma=true fast-mem-space=0 fast-mem-capacity=9})",
            "func.func(affine-data-copy-generate{fast-mem-capacity=9})",
            "convert-func-to-llvm{use-bare-ptr-memref-call-conv=true}",
            "convert-arith-to-llvm{index-bitwidth=32}",
            "symbol-privatize{exclude=other}",
            "canonicalize{no-such-option=1}",
            "func.func(affine-loop-unroll{unroll-factor=1000000})",
            "no-such-pass{x=1}",
        ] {
            assert_eq!(hazards(step), None, "{step}");
        }
    }

    #[test]
    fn no_option_leads_to_a_refused_pair() {
        for pass in REFUSED {
            assert!(derived(&pass.step()).is_none(), "{}", pass.step());
        }
    }

    /// The rows say of a pair what the others and the table of options say of it.
    #[test]
    fn rows_and_options_agree() {
        let mut derivable = 0;
        for pass in drawn() {
            let others = drawn().filter(|other| other.step() != pass.step());
            let Some(derived) = derived_from(&pass.step(), others) else { continue };
            derivable += 1;
            let of = |hazards: &[Hazard]| hazards.iter().copied().collect::<BTreeSet<_>>();
            let (own, derived) = (of(pass.hazards), of(derived.hazards));
            assert!(own.is_subset(&derived), "{}: {own:?}, and derived {derived:?}", pass.step());
        }
        assert!(derivable > 70, "{derivable}");
    }
}
