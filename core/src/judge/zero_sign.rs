//! Two paths of one program differ in the sign of zeros and in nothing else, where no reference semantics know the program.
//!
//! Operations may leave the sign of a zero open (`nsz`, `arith.maxnumf`, what is approximate), and results do not tell whether one did.
//! So such a difference is no finding by itself. The states of both paths are run, and where a step turns a zero around that may not
//! ([`super::refine`]), signs count, and the paths are compared once more.

use super::lowering_diff::unfinished;
use super::oracle::{Needs, Oracle};
use super::{Detail, Verdict, VerdictKind, compare_zero_signs, judge};
use crate::observe::{Difference, PathLetter, PathReport, Prescribed};

/// The oracle.
pub const ORACLE: Oracle = Oracle {
    name: "zero-sign",
    sees: "Two paths of one program differ in the sign of zeros alone, and a step changes it that may not.",
    needs: Needs::EveryState(asks, turned),
    convicts: &[],
    judge: Some(between),
    finds: |verdict| verdict.kind == VerdictKind::Mismatch && verdict.against.is_none() && verdict.zero_sign,
    stock: true,
    planted: "zero_signs::a_zero_that_a_pass_turns_around_is_found",
};

/// True where paths differ in the sign of zeros alone, and it has not been told yet whether it counts.
fn asks(reports: &[PathReport], prescribed: Prescribed<'_>, verdict: &Verdict) -> bool {
    !prescribed.zero_sign && verdict.kind == VerdictKind::Agree && differ(reports, prescribed).is_some()
}

/// The finding on a step that turns a zero around that may not: signs count then.
fn turned(reports: &[PathReport], prescribed: Prescribed<'_>) -> Option<Verdict> {
    Some(judge(reports, prescribed))
        .filter(|verdict| verdict.kind == VerdictKind::Miscompiled && verdict.zero_sign)
}

/// The finding on paths that ran to their end and differ so, where signs count.
fn between(reports: &[PathReport], prescribed: Prescribed<'_>) -> Option<Verdict> {
    let (paths, difference) = differ(reports, prescribed).filter(|_| prescribed.zero_sign)?;
    let verdict = Verdict::finding(VerdictKind::Mismatch, None, Detail::Differ { paths, difference });
    Some(Verdict { zero_sign: true, ..verdict })
}

/// The first path that differs so from the first one, where all ran to their end and nobody knows what is right.
fn differ(reports: &[PathReport], prescribed: Prescribed<'_>) -> Option<([PathLetter; 2], Box<Difference>)> {
    if prescribed.expected.is_some() || unfinished(reports).is_some() {
        return None;
    }
    let (first, others) = reports.split_first()?;
    others.iter().enumerate().find_map(|(index, other)| {
        let difference = compare_zero_signs(&first.outputs, &other.outputs, prescribed.printed)?;
        Some(([0, index + 1].map(PathLetter), difference))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::miscompiled;
    use crate::observe::example::ok;
    use crate::observe::{Breach, Element, Failure, Outcome};
    use crate::words;

    const PRINTED: [Element; 1] = [Element::F64];

    fn judged(reports: &[PathReport], zero_sign: bool) -> (Verdict, bool) {
        let prescribed = Prescribed { printed: &PRINTED, zero_sign, ..Prescribed::default() };
        let verdict = judge(reports, prescribed);
        let asks = asks(reports, prescribed, &verdict);
        (verdict, asks)
    }

    #[test]
    fn signs_count_where_the_steps_were_asked() {
        let reports = [ok("a", 0), ok("b", 1 << 63)];
        let (first, asks) = judged(&reports, false);
        assert_eq!((first.kind, asks), (VerdictKind::Agree, true));
        let (told, asks) = judged(&reports, true);
        assert_eq!((told.kind, told.zero_sign, asks), (VerdictKind::Mismatch, true, false));
        assert_eq!(told.signature(), "mismatch-zero-sign-lowered-code");
        let said = words::verdict(&told);
        assert!(said.contains("is a zero of another sign"), "{said}");
    }

    #[test]
    fn nothing_else_is_asked_about() {
        for reports in [[ok("a", 0), ok("b", 0)], [ok("a", 1.0f64.to_bits()), ok("b", 2.0f64.to_bits())]] {
            assert!(!judged(&reports, false).1);
            assert!(!judged(&reports, true).0.zero_sign);
        }
        assert!(!judged(&[ok("a", 0)], false).1);
    }

    #[test]
    fn a_step_that_turns_a_zero_around_is_of_this_class() {
        let difference = |other| {
            let (_, difference) = differ(
                &[ok("a", 0), ok("b", 1 << 63)],
                Prescribed { printed: &PRINTED, ..Prescribed::default() },
            )
            .expect("they differ");
            let breach = Breach::Outputs(Difference { other, ..*difference });
            let failure =
                Failure { pass: Some("p".into()), breach: Some(Box::new(breach)), ..Failure::default() };
            let report = PathReport { outcome: Outcome::Miscompiled, failure: Some(failure), ..ok("p", 0) };
            (miscompiled::ORACLE.judge.expect("it judges"))(&[report], Prescribed::default())
                .expect("it is wrong")
        };
        let value = crate::observe::ShownValue::element;
        assert_eq!(difference(value(Element::F64, 1 << 63)).signature(), "miscompiled-zero-sign-p");
        assert_eq!(difference(value(Element::F64, 1)).signature(), "miscompiled-p");
    }
}
