//! Compiled code computes what the interpreter does.
//!
//! The interpreter runs lowered modules by itself, so that MLIR's translation to LLVM IR, LLVM's code generator and the interpreter itself
//! would never be held against anything. A sampled share of the programs that agree is therefore compiled as well. Where a module that
//! both run shows something else, one of them is wrong, and nobody here can tell which: that is no finding, and it is shown.

use super::oracle::{At, Needs, Oracle, Sampled, Share};
use super::{Compiled, Detail, Reason, Verdict};
use crate::observe::{Backend, Buffer, Element, Outcome, PathLetter, PathReport};
use crate::semantics::Format;

/// The oracle.
pub const ORACLE: Oracle = Oracle {
    name: "compiled",
    sees: "The interpreter and compiled code give different results.",
    needs: Needs::CompiledCode(Sampled { share: Share::Compiled, salt: "compiled", at: At::Sampled }, judge),
    convicts: &[],
    judge: None,
    finds: |verdict| verdict.reason == Some(Reason::Executors),
    stock: false,
    planted: "sampled_oracles::compiled_code_that_does_something_else_is_kept_with_its_modules",
};

/// The verdict on the first path whose module, which the interpreter ran, shows something else in compiled code.
fn judge(reports: &[PathReport], printed: &[Element]) -> Option<Verdict> {
    let mut interpreted = reports.iter().enumerate().filter(|(_, report)| report.is_interpreted());
    interpreted.find_map(|(path, report)| {
        let detail = Detail::Compiled { path: PathLetter(path), shows: difference(report, printed)? };
        Some(Verdict::incomparable(Reason::Executors, None, detail))
    })
}

/// The results that compiled code shows instead. Limits on time and memory are not the same for both, and say nothing.
fn difference(interpreted: &PathReport, printed: &[Element]) -> Option<Compiled> {
    let compiled = interpreted.runs.iter().find(|run| run.by == Backend::Jit)?;
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
    use crate::observe::Run;
    use crate::observe::example::ok;
    use crate::words;

    /// The verdict on two paths that the interpreter ran, with what compiled code shows of each.
    fn judged(compiled: [PathReport; 2]) -> Option<Verdict> {
        let mut reports = [ok("a", 1), ok("b", 1)];
        for (report, compiled) in reports.iter_mut().zip(&compiled) {
            report.effort.interpreted = 1;
            report.runs.push(Run::of(Backend::Jit, compiled));
        }
        judge(&reports, &[])
    }

    #[test]
    fn other_results_are_shown_and_no_finding() {
        assert_eq!(judged([ok("a", 1), ok("b", 1)]), None);
        let verdict = judged([ok("a", 1), ok("b", 3)]).expect("a difference");
        assert_eq!((verdict.reason, verdict.kind.is_finding()), (Some(Reason::Executors), false));
        assert!(words::detail(&verdict.detail).contains("path b lowers"), "{verdict:?}");
        assert!(words::detail(&verdict.detail).contains("0x3 instead of 0x1 at element 0"), "{verdict:?}");
        let fault = PathReport { outcome: Outcome::Fault, ..ok("a", 1) };
        assert!(judged([fault, ok("b", 1)]).is_some());
    }

    #[test]
    fn what_compiled_code_cannot_do_says_nothing() {
        let slow = PathReport { outcome: Outcome::Timeout, ..ok("a", 1) };
        assert_eq!(judged([slow, ok("b", 1)]), None);
        assert_eq!(judge(&[ok("a", 1)], &[]), None, "it was not compiled");
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
