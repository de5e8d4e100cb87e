//! The second looks at a case whose first run shows nothing wrong.
//!
//! A look costs as much as the case did, so most are sampled, by the program: the same case is looked at in the same way wherever it
//! runs. To add one is a file with its [`Look`], and a row of [`super::LOOKS`].

use crate::case::Case;
use crate::execute::{Executor, Job, Looks, Terms, is_sampled};
use crate::judge::{Verdict, VerdictKind};
use crate::observe::PathReport;
use crate::program::Syntax;
use sha2::{Digest, Sha256};

/// A second look.
pub struct Look {
    /// One program in so many is looked at: 0 for none.
    pub one_in: fn(&Looks) -> u32,
    /// Looks of different salts are taken at different programs.
    pub salt: &'static str,
    /// The cases it is for.
    pub at: At,
    /// Takes the look; none where nothing is wrong.
    pub look: fn(&mut LookedAt<'_>) -> anyhow::Result<Option<Seen>>,
}

/// The cases a look is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// Sampled ones whose paths agree.
    Sampled,
    /// These, and each one whose paths were given and agree.
    Given,
    /// These, and where nothing can be said of given paths: one of them may end where a pass did what it did.
    GivenAnyway,
}

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
    /// Reports of the first run.
    pub reports: &'a mut Vec<PathReport>,
}

/// A finding of a look.
pub struct Seen {
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

impl Look {
    /// True where it is to be taken at a program of this verdict, lowered along `given` paths or others.
    pub fn is_due(&self, program: &str, looks: &Looks, given: bool, verdict: &Verdict) -> bool {
        let agrees = verdict.kind == VerdictKind::Agree;
        let anyway = self.at == At::GivenAnyway && given && !verdict.kind.is_finding();
        let each = self.at != At::Sampled && given;
        let content = Sha256::new().chain_update(self.salt).chain_update(program).finalize();
        (agrees || anyway) && (each || is_sampled(&content.into(), (self.one_in)(looks)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examine::{LOOKS, compiled, determinism};
    use crate::judge::{Detail, Reason};

    /// The number of programs that are looked at, of 1000.
    fn due(look: &Look, looks: &Looks, given: bool, verdict: &Verdict) -> usize {
        (0..1000).filter(|program| look.is_due(&format!("// {program}"), looks, given, verdict)).count()
    }

    #[test]
    fn looks_are_sampled_and_given_paths_are_looked_at_each_time() {
        let agree = Verdict::agree();
        let declined = Verdict::incomparable(Reason::Declined, None, Detail::default());
        let finding = Verdict::finding(VerdictKind::Mismatch, None, Detail::default());
        let looks = Looks { sample: 10, compiled: 10, ..Looks::default() };
        for look in LOOKS {
            assert!((50..200).contains(&due(look, &looks, false, &agree)));
            let each = if look.at == At::Sampled { 50..200 } else { 1000..1001 };
            assert!(each.contains(&due(look, &looks, true, &agree)));
            let anyway = if look.at == At::GivenAnyway { 1000 } else { 0 };
            assert_eq!(due(look, &looks, true, &declined), anyway);
            assert_eq!(due(look, &looks, false, &declined), 0);
            assert_eq!(due(look, &looks, true, &finding) + due(look, &looks, false, &finding), 0);
            let none = Looks { sample: 0, compiled: 0, ..Looks::default() };
            assert_eq!(due(look, &none, false, &agree), 0);
        }
    }

    #[test]
    fn other_programs_are_compiled_than_are_lowered_twice() {
        let looks = Looks { sample: 2, compiled: 2, ..Looks::default() };
        let both = |program: &usize| {
            let is_due = |look: &Look| look.is_due(&format!("{program}"), &looks, false, &Verdict::agree());
            is_due(&compiled::LOOK) == is_due(&determinism::LOOK)
        };
        assert!((300..700).contains(&(0..1000).filter(both).count()));
    }
}
