//! The end of a path in a pass: the same whenever the same defect ends one.

use crate::observe::{Cause, Failure, Outcome, PathReport, Said, StackFrame, Subject};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The frames of a stack that tell crashes apart.
const FRAMES: usize = 2;

/// Libraries that many call: where memory was spoiled, which of their functions falls over is chance.
const SYSTEM: [&str; 7] = ["libc.", "libm.", "libstdc++.", "libc++", "libgcc_s.", "libpthread.", "ld-linux"];

/// Functions every pass runs under, which say nothing of what went wrong.
const MACHINERY: [&str; 8] = [
    "mlir::detail::",
    "mlir::PassManager::",
    "mlir::PatternApplicator::",
    "mlir::applyPatterns",
    "mlir::applyPartialConversion",
    "mlir::applyFullConversion",
    "mlir::Operation::fold",
    "mlirPassManagerRunOnOp",
];

/// The end of the name of each fold hook, a member function of an operation.
const FOLD_HOOK: &str = "::fold";

/// The end of a path in a pass, as far as it is the same whenever the same defect ends one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum PassEnd {
    /// The words of MLIR, without addresses, numbers and types.
    Said(String),
    /// The place where MLIR fell over and said nothing.
    Fell {
        /// The innermost functions of its own, without addresses, numbers and types.
        functions: Vec<String>,
        /// Places that no function is known of, where they count.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        places: Vec<String>,
    },
    /// The reason that lowdiff saw, where MLIR said nothing.
    Caused {
        /// The reason, without what varies.
        cause: Cause,
    },
    /// The fact that lowdiff saw.
    Seen {
        /// The outcome.
        outcome: Outcome,
        /// Its subject, where that tells defects apart.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        about: Option<Subject>,
        /// The rule that is broken, where it is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<String>,
        /// The operation that breaks it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        operation: Option<String>,
    },
}

/// The end of a path in a pass; none of a path that did not fail.
pub fn ending(report: &PathReport) -> Option<PassEnd> {
    report.failure.as_ref().map(|failure| ending_of(report.outcome, failure))
}

/// The end of a path, from what was written down of it.
pub fn ending_of(outcome: Outcome, failure: &Failure) -> PassEnd {
    let Failure { about, broken, .. } = failure;
    match outcome {
        Outcome::Miscompiled | Outcome::RoundTrip | Outcome::Timeout | Outcome::OutOfMemory => {
            PassEnd::Seen {
                outcome,
                about: about.filter(|_| outcome == Outcome::RoundTrip),
                rule: broken.as_ref().map(|broken| broken.rule.clone()),
                operation: broken.as_ref().and_then(|broken| broken.operation.clone()),
            }
        }
        _ => said(outcome == Outcome::Crash, failure),
    }
}

fn said(crash: bool, failure: &Failure) -> PassEnd {
    let words = failure.words();
    let spoken = [Said::FatalError, Said::Assertion, Said::Unreachable, Said::Uncaught];
    let speaks = words.is_some_and(|words| Said::all_in(words).any(|said| spoken.contains(&said)));
    let silent = crash && !speaks;
    let fell = if silent { fell(&failure.frames) } else { None };
    fell.unwrap_or_else(|| match words {
        Some(words) => PassEnd::Said(without_varying(words.lines().next().unwrap_or_default())),
        None => PassEnd::Caused { cause: failure.cause.steady() },
    })
}

/// True where two versions of MLIR may have ended a path by the same defect.
pub fn alike_elsewhere(one: &PassEnd, other: &PassEnd) -> bool {
    use PassEnd::{Fell, Said};
    match (one, other) {
        (Said(one), Said(other)) => {
            let [one, other] = [one, other].map(|words| without_arguments(words));
            one.is_empty() || other.is_empty() || one == other
        }
        (Fell { functions, .. }, Fell { functions: others, .. }) => {
            // The arguments of a function, and which of two is inlined, differ between versions.
            let named = |functions: &[String]| -> BTreeSet<String> {
                functions.iter().map(|function| without_arguments(function)).collect()
            };
            is_nameless(one) || is_nameless(other) || !named(functions).is_disjoint(&named(others))
        }
        (Said(words), fell @ Fell { .. }) | (fell @ Fell { .. }, Said(words)) => {
            words.is_empty() || is_nameless(fell)
        }
        _ => one == other,
    }
}

/// True of a fold hook of an operation that fell over. Many passes call it, each of them on other IR.
pub fn is_of_fold_hook(end: &PassEnd) -> bool {
    let PassEnd::Fell { functions, .. } = end else { return false };
    functions.first().is_some_and(|function| without_arguments(function).ends_with(FOLD_HOOK))
}

/// True of a place in a library that has no names for its functions: there nothing can be told.
fn is_nameless(end: &PassEnd) -> bool {
    matches!(end, PassEnd::Fell { functions, places } if functions.is_empty() || !places.is_empty())
}

/// A text without what stands in parentheses.
fn without_arguments(text: &str) -> String {
    let mut depth = 0i32;
    let kept = text.chars().filter(|c| {
        depth += i32::from(*c == '(');
        let keep = depth == 0;
        depth = (depth - i32::from(*c == ')')).max(0);
        keep
    });
    kept.collect()
}

fn is_of_the_system(frame: &StackFrame) -> bool {
    let place = frame.place();
    SYSTEM.iter().any(|library| place.starts_with(library))
}

fn is_machinery(frame: &StackFrame) -> bool {
    frame.function().is_some_and(|name| MACHINERY.iter().any(|machinery| name.contains(machinery)))
}

/// The place where a pass fell over: the innermost functions of its own. Functions without a name count where none that has one is nearer
/// than what all passes run under. There is none where nothing but the system is on the stack.
fn fell(frames: &[StackFrame]) -> Option<PassEnd> {
    // LLVM prints a stack from its signal handler, which the system called.
    let printing =
        |frame: &StackFrame| frame.function().is_some_and(|name| name.contains("RunSignalHandlers"));
    let handler = frames.iter().position(printing);
    let begin = handler.map_or(0, |at| {
        let called = frames[at..].iter().position(is_of_the_system);
        called.map_or(at + 1, |called| at + called + 1)
    });
    let own: Vec<&StackFrame> = frames[begin..].iter().filter(|frame| !is_of_the_system(frame)).collect();
    let near = own.iter().take_while(|frame| !is_machinery(frame));
    let named: Vec<&str> = near.filter_map(|frame| frame.function()).take(FRAMES).collect();
    let mut functions: Vec<String> = named.into_iter().map(without_varying).collect();
    let mut places = Vec::new();
    if functions.is_empty() {
        for frame in own.iter().take(FRAMES) {
            match frame.function() {
                Some(function) => functions.push(without_varying(function)),
                None => places.push(without_varying(&frame.place())),
            }
        }
    }
    let is_told = !functions.is_empty() || !places.is_empty();
    is_told.then_some(PassEnd::Fell { functions, places })
}

/// A text without numbers, and without what stands between angle brackets or quotation marks.
fn without_varying(text: &str) -> String {
    let mut depth = 0;
    let mut quoted = false;
    let mut kept = String::new();
    let mut before = ' ';
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        // The bits of a number have letters; those of a place in a library tell it from others.
        if c == '0' && before == '(' && rest.as_str().starts_with('x') {
            let digits = rest.as_str()[1..].trim_start_matches(|c: char| c.is_ascii_hexdigit());
            rest = digits.chars();
            before = c;
            continue;
        }
        if c == '-' && rest.as_str().starts_with(|c: char| c.is_ascii_digit()) && !before.is_alphanumeric() {
            continue;
        }
        // "doesn't" begins no quotation.
        let apostrophe = c == '\'' && !quoted && before.is_alphanumeric();
        before = c;
        match c {
            '\'' | '"' if !apostrophe => quoted = !quoted,
            '<' => depth += 1,
            '>' => depth = (depth - 1i32).max(0),
            _ if quoted || depth > 0 || c.is_ascii_digit() => {}
            c => kept.push(c),
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::example::crashed;
    use crate::observe::{Access, Activity, BrokenRule};

    fn ended(frames: &[&str]) -> PassEnd {
        let mut report = crashed("p");
        report.failure.as_mut().unwrap().frames =
            frames.iter().map(|frame| frame.to_string().into()).collect();
        ending(&report).expect("it failed")
    }

    fn fell(functions: &[&str], places: &[&str]) -> PassEnd {
        let [functions, places] =
            [functions, places].map(|all| all.iter().map(|text| (*text).to_owned()).collect());
        PassEnd::Fell { functions, places }
    }

    fn said(words: &str) -> PassEnd {
        PassEnd::Said(words.to_owned())
    }

    const VISIT: &str =
        "mlir::Analysis::visitArguments(mlir::Operation*, llvm::ArrayRef<int>) (libMLIR.so.22.1)";
    const BLOCK: &str = "mlir::Analysis::visitBlock(mlir::Block*) (libMLIR.so.22.1)";
    const RUN: &str = "mlir::detail::OpToOpPassAdaptor::run(mlir::Pass*) (libMLIR.so.22.1)";

    #[test]
    fn what_varies_in_a_message_is_left_out() {
        let said = "'memref.load' op has 3 operands of type <2x3xi32>, at 0x7f";
        assert_eq!(without_varying(said), " op has  operands of type , at xf");
        assert_eq!(without_varying("before -10 (0xfa), after 3"), "before  (), after ");
        assert_eq!(without_varying("type ('i32') doesn't match ('i64')"), "type () doesn't match ()");
    }

    #[test]
    fn one_crash_has_one_ending_whoever_falls_over() {
        let here = ended(&["libMLIR.so.22.1+0x28983ea", VISIT, BLOCK, RUN]);
        let functions = [
            "mlir::Analysis::visitArguments(mlir::Operation*, llvm::ArrayRef)",
            "mlir::Analysis::visitBlock(mlir::Block*)",
        ];
        assert_eq!(here, fell(&functions, &[]));
        let freed =
            ["libc.so.6+0x8aeec", "gsignal (libc.so.6)", "abort (libc.so.6)", "__libc_free (libc.so.6)"];
        assert_eq!(ended(&[&freed[..], &[VISIT, BLOCK, RUN]].concat()), here);
        let new = "operator new(unsigned long) (libstdc++.so.6)";
        assert_eq!(ended(&[new, "libMLIR.so.22.1+0x28983ee", VISIT, BLOCK]), here);
        let printed = [
            "#0 0x00007fdb25cb8786 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) (/l/libLLVM.so.22.1+0x4eb8786)",
            "#1 0x00007fdb25cb5fd3 llvm::sys::RunSignalHandlers() (/l/libLLVM.so.22.1+0x4eb5fd3)",
            "#2 0x00007fdb25cb94f4 (/l/libLLVM.so.22.1+0x4eb94f4)",
            "#3 0x00007fdb2085a050 (/lib/x86_64-linux-gnu/libc.so.6+0x3c050)",
            "#4 0x00007fdb28983ea (/l/libMLIR.so.22.1+0x28983ea)",
            "#5 0x00007fdb28983eb mlir::Analysis::visitArguments(mlir::Operation*, llvm::ArrayRef<int>) (/l/libMLIR.so.22.1+0x28)",
            "#6 0x00007fdb28983ec mlir::Analysis::visitBlock(mlir::Block*) (/l/libMLIR.so.22.1+0x29)",
        ];
        assert_eq!(ended(&printed), here, "as stock programs print it");
    }

    #[test]
    fn versions_differ_in_arguments_and_in_what_is_inlined() {
        let arguments = "mlir::Analysis::visitArguments(mlir::Operation*, llvm::ArrayRef)";
        let new = fell(&[arguments, "mlir::Analysis::visitBlock(mlir::Block*)"], &[]);
        let old = ["mlir::Analysis::visitArguments(mlir::Operation*)", "mlir::Analysis::visit()"];
        assert!(alike_elsewhere(&new, &fell(&old, &[])));
        assert!(!alike_elsewhere(&new, &fell(&["mlir::Analysis::join(mlir::Operation*)"], &[])));
        let nameless = fell(&[], &["libMLIR.so..+xeb"]);
        assert!(alike_elsewhere(&new, &nameless), "nobody knows which function that is");
        assert!(!alike_elsewhere(&said(" op has  operands"), &said(" op expects  operands")));
        assert!(alike_elsewhere(&said(" op has  operands"), &said(" op has  operands")));
        assert!(!alike_elsewhere(&new, &said("Assertion  failed")));
    }

    #[test]
    fn crashes_in_other_places_end_otherwise() {
        let [one, other] = ["libMLIR.so.22.1+0xabc", "libMLIR.so.22.1+0xdef"];
        assert_ne!(ended(&[one, RUN]), ended(&[other, RUN]), "what all passes run under is no place");
        assert_ne!(ended(&[VISIT, RUN]), ended(&[BLOCK, RUN]));
        assert_eq!(
            ended(&["abort (libc.so.6)"]),
            said("it fell over"),
            "nothing but the system: what it said"
        );
    }

    #[test]
    fn a_fold_hook_is_told_by_its_name() {
        let hook = "mlir::DivOp::fold(mlir::DivOpGenericAdaptor<llvm::ArrayRef<int> >) (libMLIR.so.22.1)";
        let driver = "mlir::Operation::fold(llvm::SmallVectorImpl<int>&) (libMLIR.so.22.1)";
        assert!(is_of_fold_hook(&ended(&[hook, driver, RUN])));
        assert!(!is_of_fold_hook(&ended(&[VISIT, hook, driver])), "what it calls may be called by others");
        assert!(!is_of_fold_hook(&ended(&[BLOCK, RUN])));
    }

    #[test]
    fn an_end_that_lowdiff_saw_is_told_by_facts() {
        let report = |outcome, message: &str, broken: Option<BrokenRule>| {
            let failure = Failure { cause: message.into(), broken, ..Failure::default() };
            PathReport { outcome, failure: Some(failure), ..crashed("p") }
        };
        let slow = |message| ending(&report(Outcome::Timeout, message, None));
        assert_eq!(slow("the pass did not end in time"), slow("it did not end in time"));
        let rule = |rule: &str| Some(BrokenRule { rule: rule.into(), ..BrokenRule::default() });
        let broken = |message, broken| ending(&report(Outcome::Miscompiled, message, rule(broken)));
        assert_eq!(broken("poison", "used_poison"), broken("poison, at %1", "used_poison"));
        assert_ne!(broken("poison", "used_poison"), broken("poison", "used_undef"));
        // Documents have the words of MLIR as a text.
        assert_eq!(serde_json::to_value(said("words")).unwrap(), "words");
        let fell = ending(&crashed("p")).expect("it failed");
        assert_eq!(serde_json::to_value(&fell).unwrap(), serde_json::json!({ "functions": ["mlir::it()"] }));
        let died = Cause::Signal { doing: Activity::Reread, signal: 11, access: Some(Access::Address(1)) };
        let failure = Some(Failure::of(died));
        let died = ending(&PathReport { outcome: Outcome::Unreadable, failure, ..crashed("p") });
        let died = died.expect("it failed");
        assert!(matches!(&died, PassEnd::Caused { cause: Cause::Signal { access: None, .. } }), "{died:?}");
        for end in [said("words"), fell, broken("", "used_undef").expect("it failed"), died] {
            let written = serde_json::to_value(&end).unwrap();
            assert_eq!(serde_json::from_value::<PassEnd>(written).unwrap(), end);
        }
    }
}
