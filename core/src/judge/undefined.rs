//! Lowered code has no meaning, by the rules of the llvm dialect: a poison or undefined value reaches an output or a
//! branch, a read meets bytes that nobody wrote, a division has no result.
//!
//! The interpreter sees it where it happens, so code that does not run is free to be undefined. A wrong number beside it is a
//! mismatch only if the code is defined.

use super::alone::alone;
use super::oracle::{Convicting, Needs, Oracle};
use super::{Detail, Reason, Verdict, VerdictKind};
use crate::observe::{Expected, Outcome};

const CONVICTS: &[Convicting] = &[Convicting { outcome: Outcome::Undefined, kind: VerdictKind::Undefined }];

/// The oracle: the place where it is seen, with the operation it comes from.
pub const ORACLE: Oracle = Oracle {
    name: "undefined",
    sees: "The interpreter located undefined behaviour.",
    needs: Needs::Ends,
    convicts: CONVICTS,
    judge: Some(|reports, prescribed| Some(excused(alone(CONVICTS, reports)?, prescribed.expected))),
    finds: |verdict| verdict.kind == VerdictKind::Undefined,
    stock: true,
    planted: "sampled_oracles::undefined_behaviour_is_found",
};

/// The verdict, unless the semantics leave open all that the program prints: then it may be undefined itself.
pub fn excused(verdict: Verdict, expected: Option<&[Expected]>) -> Verdict {
    let open = expected.filter(|outputs| verdict.kind == VerdictKind::Undefined && !outputs.is_empty());
    let mut why = open.into_iter().flatten().map(|output| output.open.as_ref());
    match why.next().flatten() {
        Some(first) if why.all(|why| why.is_some()) => {
            let detail = Detail::Open { why: first.clone(), seen: Box::new(verdict.detail) };
            Verdict::incomparable(Reason::Open, None, detail)
        }
        _ => verdict,
    }
}

#[cfg(test)]
mod tests {
    use crate::judge::{Reason, VerdictKind, judge};
    use crate::observe::example::ok;
    use crate::observe::{Expected, Outcome, PathReport, Prescribed};

    #[test]
    fn what_is_left_open_is_free_to_be_undefined() {
        let reports = [ok("a", 1), PathReport { outcome: Outcome::Undefined, outputs: vec![], ..ok("b", 1) }];
        let guess = &reports[0].outputs[0];
        let open = |why: Option<&str>| Expected {
            shape: guess.shape.clone(),
            element: guess.element,
            held: guess.element,
            bits: guess.bits.clone(),
            bounds: vec![],
            open: why.map(|why| why.to_owned().into()),
        };
        let verdict = |expected: &[Expected]| {
            judge(&reports, Prescribed { expected: Some(expected), ..Prescribed::default() })
        };
        assert_eq!(verdict(&[open(Some("a shift by the width"))]).reason, Some(Reason::Open));
        assert_eq!(verdict(&[open(None)]).kind, VerdictKind::Undefined);
        assert_eq!(verdict(&[open(Some("a shift by the width")), open(None)]).kind, VerdictKind::Undefined);
    }
}
