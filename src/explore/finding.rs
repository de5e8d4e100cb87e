//! Questions about a finding before it is written down: is it known, who is to blame, do stock programs show it, and
//! what is past it.

use super::confirming::StockQuestion;
use super::{Campaign, CaseResult};
use crate::blame::{BlameExtent, Blamed, Tries, blame_examined};
use crate::case::Case;
use crate::examine::{Clean, Examined, confirm_alone, confirm_clean, settle, terms_of};
use crate::execute::{Isolation, Job, Limits};
use crate::judge::{
    Detail, Known, Reason, Unseen, Verdict, VerdictKind, convicting_path, is_shown_by_stock, judge,
};
use crate::observe::{Outcome, PathReport};
use crate::path::PathSpec;
use crate::program::Syntax;
use crate::report::{Mlir, Stored};
use crate::words;
use std::time::{Duration, Instant};

/// The time limit of one path in the search for a culprit.
const BLAME_TIME: Duration = Duration::from_secs(20);
/// The number of prefixes and operations that the search for a culprit may try. A path has some 45 prefixes, a program at most 60
/// operations.
const BLAME_TRIES: Tries = Tries::at_most(300);

/// A finding that was looked into.
pub(super) struct Looked {
    pub verdict: Verdict,
    /// Which pass is to blame, where it was tried to say.
    pub blamed: Option<Blamed>,
    /// The time that took.
    pub blaming: Duration,
    /// The answers of stock programs, where they were asked and could be run.
    pub clean: Option<Clean>,
    /// The questions.
    pub asked: Option<StockQuestion>,
}

/// The verdict on a finding that stock programs were not asked about, where they denied the last one of its signature.
fn unasked(first: Verdict) -> Verdict {
    let pass = first.pass.clone();
    let detail = Detail::Unseen { why: Unseen::Unasked, first: Box::new(first) };
    Verdict::incomparable(Reason::Unrepeatable, pass, detail)
}

/// The verdict with the label of the bug that it fits, of those that are known for this MLIR and in this spelling.
pub(super) fn recognized(
    (known, mlir, syntax): (&Known, &Mlir, Syntax),
    mut verdict: Verdict,
    reports: &[PathReport],
    case: &Case,
) -> Verdict {
    let mlir = [mlir.name.as_str(), mlir.version.as_str()];
    verdict.known = known.label(&verdict, reports, case.source.text(syntax), mlir).map(str::to_owned);
    verdict
}

impl Campaign {
    /// Goes on past these bugs, and no others: what fits one carries its label, and takes no room from other findings. Without this call
    /// it is those that lowdiff knows by itself.
    pub fn know(&mut self, known: Known) {
        self.known = known;
    }

    /// True if the passes to blame for wrong results are looked for from now on, so that one bug that shows often does not
    /// hide another: findings are then counted and kept by culprit.
    pub fn look_for_culprits(&mut self, look: bool) {
        self.blames = look;
    }

    /// Says what the user calls it, if they know of it.
    fn recognize(&self, verdict: Verdict, reports: &[PathReport], case: &Case) -> Verdict {
        recognized((&self.known, &self.mlir, self.syntax), verdict, reports, case)
    }

    /// Recognizes a finding, names its culprits where that is wanted, and has stock programs confirm it.
    pub(super) fn look_into(&mut self, case: &Case, reports: &[PathReport], verdict: Verdict) -> Looked {
        let mut verdict = self.recognize(verdict, reports, case);
        if verdict.kind.is_finding() {
            (self.found)();
        }
        // More runs would count as this input's if MLIR is watched; a process for every pass of every prefix takes minutes.
        let can = self.coverage.is_none() && !self.executor.capabilities().stock;
        let wanted = self.blames && can && verdict.known.is_none() && !self.is_over();
        let mut blamed = None;
        let begin = Instant::now();
        // A step that is wrong by itself is to blame: what is wanted are the modules around it.
        if wanted && (verdict.is_of_lowered_code() || verdict.kind == VerdictKind::Miscompiled) {
            let examined = Examined {
                case: case.clone(),
                reports: reports.to_vec(),
                verdict: verdict.clone(),
                first: None,
            };
            blamed = self.blame(examined);
            // Where no culprit is found, the step that was told before is one.
            let told = verdict.culprits.clone();
            if verdict.is_of_lowered_code() {
                blamed.iter().for_each(|blamed| blamed.note(&mut verdict));
            }
            if verdict.wants_culprit() && verdict.operation.is_none() {
                verdict.culprits = told;
            }
            verdict = self.recognize(verdict, reports, case);
        }
        let blaming = begin.elapsed();
        let (mut verdict, clean, asked) = self.confirm(case, reports, verdict);
        if verdict.known.is_none() {
            verdict = self.recognize(verdict, reports, case);
        }
        Looked { verdict, blamed, blaming, clean, asked }
    }

    /// True if there is no time left to look into a finding.
    fn is_over(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    fn blame(&mut self, examined: Examined) -> Option<Blamed> {
        let limits = self.terms.limits;
        let terms = self.terms.within(Limits { wall: limits.wall.min(BLAME_TIME), ..limits });
        let extent = BlameExtent::within(BLAME_TRIES);
        let blamed = blame_examined(self.executor.as_mut(), examined, self.syntax, terms, extent);
        // Nobody else's case has a part in it, nor it in anybody else's.
        self.isolation = Isolation::New;
        blamed.map_err(|error| log::info!("no culprit can be named: {error:#}")).ok()
    }

    /// Asks stock programs about a finding. One that they deny is not reported. Asking takes seconds, so it is done only while findings of the
    /// signature are still kept: about the first one at once, about later ones and known bugs while the share is kept. Where they denied the last one of a
    /// signature, one that they are not asked about is not reported either.
    fn confirm(
        &mut self,
        case: &Case,
        reports: &[PathReport],
        verdict: Verdict,
    ) -> (Verdict, Option<Clean>, Option<StockQuestion>) {
        let wanted = verdict.kind.is_finding()
            && is_shown_by_stock(&verdict)
            && !self.is_kept(&verdict, case)
            && !self.is_over();
        let Some(clean) = self.clean.as_mut().filter(|_| wanted) else {
            return (verdict, None, None);
        };
        let signature = verdict.signature();
        let confirming = &self.confirming;
        let answer = confirming.answers.get(&signature);
        if (answer.is_some() || verdict.known.is_some()) && !confirming.is_within_share(self.target) {
            let denied = answer == Some(&Some(false));
            return (if denied { unasked(verdict) } else { verdict }, None, None);
        }
        let job = Job::of(case, self.syntax, terms_of(verdict.kind, self.terms));
        let prescribed = case.prescribed().of_finding(verdict.zero_sign);
        let convicting = convicting_path(verdict.kind, reports).filter(|_| verdict.pass.is_some());
        let begin = Instant::now();
        let (mut shown, mut paths) = (None, 0);
        if let Some(path) = convicting {
            shown = confirm_alone(clean.as_mut(), &job, (path, reports), &verdict, prescribed);
            paths += 1;
        }
        if shown.is_none() {
            shown = confirm_clean(clean.as_mut(), &job, prescribed, &verdict);
            paths += case.paths.len() as u64;
        }
        let clean = shown;
        log::info!("stock programs took {:.1?} for {}", begin.elapsed(), words::verdict(&verdict));
        let settled = settle(verdict, clean.as_ref());
        let confirmed = clean.as_ref().and_then(|clean| clean.confirmed);
        // Where they show nothing, and would not, they have denied nothing.
        let answer = confirmed.filter(|confirmed| *confirmed == settled.kind.is_finding());
        (settled, clean, Some(StockQuestion { signature, paths, answer }))
    }

    /// True if enough like it are kept.
    pub(super) fn is_kept(&self, verdict: &Verdict, case: &Case) -> bool {
        self.store.is_full(verdict, case)
    }

    /// A second look: past what is known or kept often enough.
    ///
    /// # Errors
    /// The case cannot be run at all.
    pub(super) fn past(&mut self, case: &Case, result: &CaseResult) -> anyhow::Result<Option<CaseResult>> {
        if let Some(past) = self.past_known(result)? {
            return Ok(Some(past));
        }
        self.past_repeated(case, result)
    }

    /// Looks past a path that ended in a bug the user knows of: at what another path shows by itself, else at whether it
    /// computes what the plain lowering does.
    ///
    /// # Errors
    /// The case cannot be run at all.
    fn past_known(&mut self, result: &CaseResult) -> anyhow::Result<Option<CaseResult>> {
        let CaseResult { case, reports, verdict, .. } = result;
        // Another run would count as this input's if MLIR is watched.
        let looks = verdict.known.is_some() && self.coverage.is_none();
        let convicted = convicting_path(verdict.kind, reports).filter(|_| looks);
        let Some(convicted) = convicted else { return Ok(None) };
        let others = (0..reports.len()).filter(|index| *index != convicted);
        for index in others {
            let alone = std::slice::from_ref(&reports[index]);
            let shows = self.recognize(judge(alone, case.prescribed()), alone, case);
            let path = case.paths[index].clone();
            let paths = match (shows.kind.is_finding(), shows.known) {
                (true, None) => vec![path],
                (false, _) if reports[index].outcome == Outcome::Ok => {
                    vec![PathSpec::Drawn(Vec::new()), path]
                }
                _ => continue,
            };
            let case = Case { paths, ..case.clone() };
            return self.examine(&case, None, None, 0.0).map(Some);
        }
        Ok(None)
    }

    /// Looks past a pass that ends a path in a way of which enough are kept: at what the same choices lead to without it. So a
    /// pass that fails often neither hides what its paths would have come to, nor what others show on the same programs.
    ///
    /// # Errors
    /// The case cannot be run at all.
    fn past_repeated(&mut self, case: &Case, result: &CaseResult) -> anyhow::Result<Option<CaseResult>> {
        let surplus = result.stored == Some(Stored::Surplus) && result.verdict.kind.is_finding();
        let Some(pass) = result.verdict.pass.clone().filter(|_| surplus) else { return Ok(None) };
        let drawn = case.paths.iter().all(|path| matches!(path, PathSpec::Drawn(_)));
        let asked_for = self.strategy.through.iter().any(|through| through.passes().any(|name| name == pass));
        // Another run would count as this input's if MLIR is watched.
        if !drawn || asked_for || self.coverage.is_some() {
            return Ok(None);
        }
        let mut without = self.strategy.clone();
        without.skip.push(pass);
        let usual = std::mem::replace(&mut self.strategy, without);
        let past = self.examine(case, None, None, 0.0);
        self.strategy = usual;
        // That there is no way around a pass says nothing about anything else.
        past.map(|past| Some(past).filter(|past| past.verdict.kind != VerdictKind::Incomparable))
    }
}

#[cfg(test)]
#[path = "finding_tests.rs"]
mod tests;
