//! The end of a path in a pass, in words that are the same whenever the same defect ends one.

use crate::observe::{Outcome, PathReport, StackFrame};
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

/// The words for the end of a path in a pass, without addresses, numbers and types.
pub fn ending(report: &PathReport) -> String {
    let Some(failure) = &report.failure else { return String::new() };
    ending_of(report.outcome == Outcome::Crash, &failure.message, &failure.frames)
}

/// The words for the end of a path, from what was written down of it.
pub fn ending_of(crash: bool, message: &str, frames: &[StackFrame]) -> String {
    let spoken = ["LLVM ERROR", "Assertion", "UNREACHABLE", "terminate"];
    let silent = crash && !spoken.iter().any(|word| message.contains(word));
    let place = if silent { place(frames) } else { String::new() };
    if place.is_empty() { without_varying(message.lines().next().unwrap_or_default()) } else { place }
}

/// True where two versions of MLIR may have ended a path by the same defect. The arguments of a function, and which of two is inlined, differ
/// between versions; where one of them has no names for its functions, nothing can be told.
pub fn alike_elsewhere(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(without_arguments);
    let functions = |ending: &str| -> BTreeSet<String> {
        ending.split_whitespace().filter(|word| word.contains("::")).map(str::to_owned).collect()
    };
    let nameless = |ending: &str| ending.is_empty() || ending.contains(".so");
    match (functions(&one), functions(&other)) {
        _ if nameless(&one) || nameless(&other) => true,
        (one, other) if !one.is_empty() && !other.is_empty() => !one.is_disjoint(&other),
        _ => one == other,
    }
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
/// than what all passes run under.
fn place(frames: &[StackFrame]) -> String {
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
    if named.is_empty() {
        let text = |frame: &&StackFrame| match frame.function() {
            Some(function) => without_varying(function),
            None => without_varying(&frame.place()),
        };
        return own.iter().take(FRAMES).map(text).collect::<Vec<_>>().join(" ");
    }
    named.iter().map(|name| without_varying(name)).collect::<Vec<_>>().join(" ")
}

/// A text without numbers, and without what stands between angle brackets or quotation marks.
fn without_varying(text: &str) -> String {
    let mut depth = 0;
    let mut quoted = false;
    let mut kept = String::new();
    let mut before = ' ';
    for c in text.chars() {
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

    fn ended(frames: &[&str]) -> String {
        let mut report = crashed("p");
        report.failure.as_mut().unwrap().frames =
            frames.iter().map(|frame| frame.to_string().into()).collect();
        ending(&report)
    }

    const VISIT: &str =
        "mlir::Analysis::visitArguments(mlir::Operation*, llvm::ArrayRef<int>) (libMLIR.so.22.1)";
    const BLOCK: &str = "mlir::Analysis::visitBlock(mlir::Block*) (libMLIR.so.22.1)";
    const RUN: &str = "mlir::detail::OpToOpPassAdaptor::run(mlir::Pass*) (libMLIR.so.22.1)";

    #[test]
    fn what_varies_in_a_message_is_left_out() {
        let said = "'memref.load' op has 3 operands of type <2x3xi32>, at 0x7f";
        assert_eq!(without_varying(said), " op has  operands of type , at xf");
        assert_eq!(without_varying("type ('i32') doesn't match ('i64')"), "type () doesn't match ()");
    }

    #[test]
    fn one_crash_has_one_ending_whoever_falls_over() {
        let here = ended(&["libMLIR.so.22.1+0x28983ea", VISIT, BLOCK, RUN]);
        assert_eq!(
            here,
            "mlir::Analysis::visitArguments(mlir::Operation*, llvm::ArrayRef) mlir::Analysis::visitBlock(mlir::Block*)"
        );
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
        let new = "mlir::Analysis::visitArguments(mlir::Operation*, llvm::ArrayRef) mlir::Analysis::visitBlock(mlir::Block*)";
        assert!(alike_elsewhere(
            new,
            "mlir::Analysis::visitArguments(mlir::Operation*) mlir::Analysis::visit()"
        ));
        assert!(!alike_elsewhere(new, "mlir::Analysis::join(mlir::Operation*)"));
        assert!(alike_elsewhere(new, "libMLIR.so..+xeb"), "nobody knows which function that is");
        assert!(!alike_elsewhere(" op has  operands", " op expects  operands"));
        assert!(alike_elsewhere(" op has  operands", " op has  operands"));
        assert!(!alike_elsewhere(new, "Assertion  failed"));
    }

    #[test]
    fn crashes_in_other_places_end_otherwise() {
        let [one, other] = ["libMLIR.so.22.1+0xabc", "libMLIR.so.22.1+0xdef"];
        assert_ne!(ended(&[one, RUN]), ended(&[other, RUN]), "what all passes run under is no place");
        assert_ne!(ended(&[VISIT, RUN]), ended(&[BLOCK, RUN]));
        assert_eq!(ended(&["abort (libc.so.6)"]), "it fell over", "nothing but the system: what it said");
    }
}
