//! The second looks at a case whose first run shows nothing wrong: further runs for the oracles that need them.

use super::{compiled, every_state, other_fill, second_heap};
use crate::case::Case;
use crate::execute::{Executor, Job, Looks, Terms, is_sampled};
use crate::judge::{At, LookedInto, Needs, Sampled, Share, Verdict, VerdictKind};
use crate::observe::{PathReport, Prescribed};
use crate::program::Syntax;
use sha2::{Digest, Sha256};

/// The case that is looked at, and the means.
pub struct LookedAt<'a> {
    /// The executor that runs it.
    pub executor: &'a mut dyn Executor,
    /// The case, along the paths that were taken.
    pub case: &'a Case,
    /// The spelling of its program.
    pub syntax: Syntax,
    /// The terms of its runs.
    pub terms: Terms,
    /// True where the paths were given, and not drawn.
    pub given: bool,
    /// Reports of the first run.
    pub reports: &'a mut Vec<PathReport>,
}

/// A finding of a look.
pub struct LookFinding {
    /// The judgement.
    pub verdict: Verdict,
    /// The reports that show it, where these are not the first run's.
    pub reports: Option<Vec<PathReport>>,
    /// True where the look is a repeat of the first run. Else the finding is repeated, as one of the first run is.
    pub is_repeat: bool,
}

impl LookedAt<'_> {
    /// The program.
    pub fn program(&self) -> &str {
        self.case.source.text(self.syntax)
    }

    /// The standard that the first run is held to.
    pub fn prescribed(&self) -> Prescribed<'_> {
        Prescribed { decimal: self.executor.capabilities().decimals, ..self.case.prescribed() }
    }

    /// The case as a job.
    pub fn job(&self) -> Job {
        Job::of(self.case, self.syntax, self.terms)
    }
}

/// Takes the look that an oracle with these needs asks for; none where nothing is wrong, or the first run has all its facts.
///
/// # Errors
/// The case cannot be run again.
pub fn take(needs: Needs, subject: &mut LookedAt<'_>) -> anyhow::Result<Option<LookFinding>> {
    match needs {
        Needs::CompiledCode(_, judge) => compiled::look(subject, judge),
        Needs::SecondHeap(_, judge) => second_heap::look(subject, judge),
        Needs::OtherFill(_, fill, judge) => other_fill::look(subject, fill, judge),
        Needs::EveryState(_, judge) => every_state::look(subject, judge),
        Needs::Ends | Needs::States | Needs::OtherPaths | Needs::Semantics | Needs::OtherMlir => Ok(None),
    }
}

/// True where an oracle with these needs asks for a look at a case whose first run is judged so.
pub fn is_due(needs: Needs, subject: &LookedAt<'_>, looks: &Looks, verdict: &Verdict) -> bool {
    match needs.look() {
        Some(LookedInto::Sampled(sampled)) => {
            is_sampled_for(sampled, subject.program(), looks, subject.given, verdict)
        }
        Some(LookedInto::Suspected(suspects)) => suspects(subject.reports, subject.prescribed(), verdict),
        None => false,
    }
}

/// True where a sampled look is due at a program of this verdict, lowered along `given` paths or others. The same program is looked at in
/// the same way wherever it runs.
fn is_sampled_for(sampled: Sampled, program: &str, looks: &Looks, given: bool, verdict: &Verdict) -> bool {
    let one_in = match sampled.share {
        Share::Sample => looks.sample,
        Share::Compiled => looks.compiled,
    };
    let agrees = verdict.kind == VerdictKind::Agree;
    let anyway = sampled.at == At::GivenPathsAnyway && given && !verdict.kind.is_finding();
    let each = sampled.at != At::Sampled && given;
    let content = Sha256::new().chain_update(sampled.salt).chain_update(program).finalize();
    (agrees || anyway) && (each || is_sampled(&content.into(), one_in))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::{Detail, ORACLES, Reason};

    fn looks() -> Vec<Sampled> {
        let sampled = |look| match look {
            LookedInto::Sampled(sampled) => Some(sampled),
            LookedInto::Suspected(_) => None,
        };
        ORACLES.iter().filter_map(|oracle| oracle.needs.look().and_then(sampled)).collect()
    }

    /// The number of programs that are looked at, of 1000.
    fn due(sampled: Sampled, looks: &Looks, given: bool, verdict: &Verdict) -> usize {
        (0..1000)
            .filter(|program| is_sampled_for(sampled, &format!("// {program}"), looks, given, verdict))
            .count()
    }

    #[test]
    fn looks_are_sampled_and_given_paths_are_looked_at_each_time() {
        let agree = Verdict::agree();
        let declined = Verdict::incomparable(Reason::Declined, None, Detail::default());
        let finding = Verdict::finding(VerdictKind::Mismatch, None, Detail::default());
        let shares = Looks { sample: 10, compiled: 10, ..Looks::default() };
        assert_eq!(looks().len(), 3);
        for sampled in looks() {
            assert!((50..200).contains(&due(sampled, &shares, false, &agree)));
            let each = if sampled.at == At::Sampled { 50..200 } else { 1000..1001 };
            assert!(each.contains(&due(sampled, &shares, true, &agree)));
            let anyway = if sampled.at == At::GivenPathsAnyway { 1000 } else { 0 };
            assert_eq!(due(sampled, &shares, true, &declined), anyway);
            assert_eq!(due(sampled, &shares, false, &declined), 0);
            assert_eq!(due(sampled, &shares, true, &finding) + due(sampled, &shares, false, &finding), 0);
            let none = Looks { sample: 0, compiled: 0, ..Looks::default() };
            assert_eq!(due(sampled, &none, false, &agree), 0);
        }
    }

    #[test]
    fn other_programs_are_compiled_than_are_lowered_twice() {
        let shares = Looks { sample: 2, compiled: 2, ..Looks::default() };
        let look = |of: fn(&Needs) -> bool| {
            let needs = ORACLES.iter().map(|oracle| oracle.needs).find(of);
            let Some(LookedInto::Sampled(sampled)) = needs.and_then(Needs::look) else {
                panic!("it is sampled")
            };
            sampled
        };
        let compiled = look(|needs| matches!(needs, Needs::CompiledCode(..)));
        let twice = look(|needs| matches!(needs, Needs::SecondHeap(..)));
        let both = |program: &usize| {
            let due =
                |sampled| is_sampled_for(sampled, &format!("{program}"), &shares, false, &Verdict::agree());
            due(compiled) == due(twice)
        };
        assert!((300..700).contains(&(0..1000).filter(both).count()));
    }
}
