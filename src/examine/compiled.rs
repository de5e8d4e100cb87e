//! Compiled code computes what the interpreter does.
//!
//! The interpreter runs lowered modules by itself, so that MLIR's translation to LLVM IR, LLVM's code generator and the interpreter itself
//! would never be held against anything. A sampled share of the programs that agree is therefore compiled as well. Where a module that
//! both run shows something else, one of them is wrong, and nobody here can tell which: that is no finding, and it is shown.

use super::look::{At, Look, LookedAt, Seen};
use crate::execute::{Executor, Job, Runner};
use crate::judge::{Compiled, Detail, Reason, Verdict};
use crate::observe::{Buffer, Element, Outcome, PathLetter, PathReport};
use crate::semantics::Format;

/// The look.
pub const LOOK: Look =
    Look { one_in: |looks| looks.compiled, salt: "compiled", at: At::Sampled, look: compiled_too };

fn compiled_too(subject: &mut LookedAt<'_>) -> anyhow::Result<Option<Seen>> {
    let (job, prescribed) = (subject.job(), subject.case.prescribed());
    let unlike = unlike(subject.executor, &job, subject.reports, prescribed.printed)?;
    Ok(unlike.map(|verdict| Seen { verdict, reports: None }))
}

/// Compiles what the paths of `job` come to, whose interpreted runs `reports` are, and counts that in them; the verdict where a module
/// shows something else.
///
/// # Errors
/// The job cannot be run again.
fn unlike(
    executor: &mut dyn Executor,
    job: &Job,
    reports: &mut [PathReport],
    printed: &[Element],
) -> anyhow::Result<Option<Verdict>> {
    if !reports.iter().any(is_interpreted) || !executor.capabilities().has_besides(Runner::Jit) {
        return Ok(None);
    }
    let compiled = executor.run(&Job { together: true, runner: Some(Runner::Jit), ..job.clone() })?;
    for (path, (report, other)) in reports.iter_mut().zip(&compiled).enumerate() {
        if !is_interpreted(report) {
            continue;
        }
        report.effort.compiled_too += 1;
        if let Some(shows) = difference(report, other, printed) {
            let detail = Detail::Compiled { path: PathLetter(path), shows };
            return Ok(Some(Verdict::incomparable(Reason::Executors, None, detail)));
        }
    }
    Ok(None)
}

/// True where the interpreter ran all of it.
fn is_interpreted(report: &PathReport) -> bool {
    report.outcome == Outcome::Ok && report.effort.interpreted > 0 && report.effort.left_to_jit == 0
}

/// The results that compiled code shows instead. Limits on time and memory are not the same for both, and say nothing.
fn difference(interpreted: &PathReport, compiled: &PathReport, printed: &[Element]) -> Option<Compiled> {
    match compiled.outcome {
        Outcome::Ok => first_unlike(&interpreted.outputs, &compiled.outputs, printed),
        Outcome::Unsupported | Outcome::Timeout | Outcome::OutOfMemory | Outcome::HarnessError => None,
        other => Some(Compiled::Ended(other)),
    }
}

/// The first element of which the two have other bits; which NaN it is, nobody promises.
fn first_unlike(interpreted: &[Buffer], compiled: &[Buffer], printed: &[Element]) -> Option<Compiled> {
    if interpreted.len() != compiled.len() {
        return Some(Compiled::Outputs { compiled: compiled.len(), interpreted: interpreted.len() });
    }
    for (output, (one, other)) in interpreted.iter().zip(compiled).enumerate() {
        if one.shape != other.shape {
            let (compiled, interpreted) = (other.shape.clone(), one.shape.clone());
            return Some(Compiled::Extents { output, compiled, interpreted });
        }
        let element = printed.get(output).copied().unwrap_or(one.element);
        let format = Format::of(element);
        let is_nan = |bits: u64| {
            format.is_some_and(|format| format.decode(bits & (u64::MAX >> (64 - format.bits))).is_nan())
        };
        let same = |one: u64, other: u64| one == other || is_nan(one) && is_nan(other);
        let mut pairs = one.bits.iter().zip(&other.bits).enumerate();
        if let Some((at, (one, other))) = pairs.find(|(_, (one, other))| !same(**one, **other)) {
            let [compiled, interpreted] = [other, one].map(|bits| format!("{bits:#x}"));
            return Some(Compiled::Bits { output, element, at, compiled, interpreted });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execute::Terms;
    use crate::execute::fake::Fake;
    use crate::observe::example::ok;

    fn judged(compiled: Vec<PathReport>, printed: &[Element]) -> (Option<Verdict>, u64) {
        let mut reports = [ok("a", 1), ok("b", 1)];
        reports.iter_mut().for_each(|report| report.effort.interpreted = 1);
        let mut fake = Fake::new([]);
        fake.compiled = [compiled].into();
        let job = Job::new(String::new(), vec![], Terms::default());
        let verdict = unlike(&mut fake, &job, &mut reports, printed).unwrap();
        (verdict, reports.iter().map(|report| report.effort.compiled_too).sum())
    }

    #[test]
    fn what_both_show_is_counted() {
        assert_eq!(judged(vec![ok("a", 1), ok("b", 1)], &[]), (None, 2));
    }

    #[test]
    fn other_results_are_shown_and_no_finding() {
        let verdict = judged(vec![ok("a", 1), ok("b", 3)], &[]).0.expect("a difference");
        assert_eq!((verdict.reason, verdict.kind.is_finding()), (Some(Reason::Executors), false));
        assert!(verdict.detail.to_string().contains("path b lowers"), "{}", verdict.detail);
        assert!(verdict.detail.to_string().contains("0x3 instead of 0x1 at element 0"), "{}", verdict.detail);
        let fault = PathReport { outcome: Outcome::Fault, ..ok("a", 1) };
        assert!(judged(vec![fault, ok("b", 1)], &[]).0.is_some());
    }

    #[test]
    fn what_compiled_code_cannot_do_says_nothing() {
        let slow = PathReport { outcome: Outcome::Timeout, ..ok("a", 1) };
        assert_eq!(judged(vec![slow, ok("b", 1)], &[]).0, None);
        assert_eq!(judged(vec![], &[]).0, None, "an executor that does not compile");
    }

    #[test]
    fn any_nan_will_do() {
        let shows = |bits| PathReport { outputs: vec![Buffer { bits: vec![bits], ..one() }], ..ok("a", 1) };
        let outputs = |bits| shows(bits).outputs;
        let unlike = |bits| first_unlike(&outputs(0x7fc0_0000), &outputs(bits), &[Element::F32]);
        assert_eq!(unlike(0xffc0_0001), None);
        assert!(unlike(0x7f80_0000).is_some(), "infinity");
    }

    fn one() -> Buffer {
        Buffer { shape: vec![1], element: Element::I64, bits: vec![0] }
    }
}
