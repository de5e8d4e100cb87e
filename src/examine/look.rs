//! The second looks at a case whose first run shows nothing wrong: further runs for the oracles that need them.

use super::{compiled, determinism, fresh_memory};
use crate::case::Case;
use crate::execute::{Executor, Job, Looks, Terms, is_sampled};
use crate::judge::{At, Needs, Sampled, Share, Verdict, VerdictKind};
use crate::observe::PathReport;
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
    /// The judgement. It is not repeated: a look is a repeat.
    pub verdict: Verdict,
    /// The reports that show it, where these are not the first run's.
    pub reports: Option<Vec<PathReport>>,
}

impl LookedAt<'_> {
    /// The program.
    pub fn program(&self) -> &str {
        self.case.source.text(self.syntax)
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
        Needs::CompiledCode(_) => compiled::look(subject),
        Needs::SecondHeap(_) => determinism::look(subject),
        Needs::OtherFill(_, fill) => fresh_memory::look(subject, fill),
        Needs::Ends | Needs::States | Needs::OtherPaths | Needs::Semantics | Needs::OtherMlir => Ok(None),
    }
}

/// True where a look is due at a program of this verdict, lowered along `given` paths or others. The same program is looked at in the same
/// way wherever it runs.
pub fn is_due(sampled: Sampled, program: &str, looks: &Looks, given: bool, verdict: &Verdict) -> bool {
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
    use crate::judge::{Detail, ORACLES, Reason, compiled, determinism};

    fn looks() -> Vec<Sampled> {
        ORACLES.iter().filter_map(|oracle| oracle.needs.sampled()).collect()
    }

    /// The number of programs that are looked at, of 1000.
    fn due(sampled: Sampled, looks: &Looks, given: bool, verdict: &Verdict) -> usize {
        (0..1000).filter(|program| is_due(sampled, &format!("// {program}"), looks, given, verdict)).count()
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
        let sampled = [compiled::ORACLE, determinism::ORACLE].map(|oracle| oracle.needs.sampled());
        let [Some(compiled), Some(twice)] = sampled else { panic!("both are looks") };
        let both = |program: &usize| {
            let due = |sampled| is_due(sampled, &format!("{program}"), &shares, false, &Verdict::agree());
            due(compiled) == due(twice)
        };
        assert!((300..700).contains(&(0..1000).filter(both).count()));
    }
}
