//! A test for mlir/test, made of a finding. Lines of it check what is certain and nothing else.

use super::stock::StockRun;
use crate::finding::Output;
use crate::observe::Element;
use crate::semantics::Format;

/// The longest program that stands in a test: a longer one is to be reduced first, and is in the report once.
const MOST_LINES: usize = 40;

/// The start and the end of a line.
const START: &str = "{{^ *}}";
const END: &str = "{{ *$}}";

/// The text of a test: the run line, the lines that check what is printed, and the program.
pub fn text(run: &str, checks: &[String], program: &str) -> Option<String> {
    if program.lines().count() > MOST_LINES {
        return None;
    }
    let checks: String = checks.iter().map(|check| format!("// {check}\n")).collect();
    let gap = if checks.is_empty() { "" } else { "\n" };
    Some(format!("{run}\n{gap}{checks}\n{}\n", program.trim_end()))
}

/// The lines that check that something was printed: the functions with a body that other modules see, which passes leave.
pub fn labels(program: &str) -> Vec<String> {
    let functions = program.lines().filter(|line| line.ends_with('{'));
    let names = functions.filter_map(|line| {
        let (operation, rest) = line.trim_start().split_once(' ')?;
        let (name, _) = rest.strip_prefix('@')?.split_once('(')?;
        operation.ends_with(".func").then(|| format!("CHECK-LABEL: @{name}("))
    });
    let labels: Vec<String> = names.collect();
    if labels.is_empty() { vec!["CHECK: module".to_owned()] } else { labels }
}

/// The lines that check what a run printed: its data, without the headers of memrefs, which have addresses.
pub fn checks(right: &StockRun) -> Vec<String> {
    let data = right.stdout.lines().filter(|line| !line.starts_with("Unranked Memref"));
    let lines = data.map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| format!("CHECK: {}", escaped(line))).collect()
}

/// True where a right lowering prints just this: an integer, or a float that six digits hold exactly, since an error in its last place
/// is below them.
pub fn is_exact(output: &Output) -> bool {
    let format = Format::of(output.element).filter(|_| output.element.is_float());
    let Some(format) = format else { return true };
    let holds = |bits: &u64| {
        let value = format.decode(*bits);
        format!("{value:.5e}").parse::<f64>().is_ok_and(|read| read == value)
    };
    matches!(output.element, Element::F32 | Element::F64) && output.bits.iter().all(holds)
}

/// A whole line as FileCheck takes it literally: two brackets would begin a variable.
fn escaped(line: &str) -> String {
    let mut text = START.to_owned();
    let mut rest = line;
    while let Some(at) = rest.find("[[") {
        let (before, brackets) = rest.split_at(at);
        let count = brackets.chars().take_while(|c| *c == '[').count();
        text += before;
        text += &format!("{{{{{}}}}}", "\\[".repeat(count));
        rest = &brackets[count..];
    }
    text + rest + END
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_of_few_digits_are_exact() {
        let of = |element, bits: u64| is_exact(&Output { shape: vec![], element, bits: vec![bits] });
        let single = |value: f32| of(Element::F32, value.to_bits().into());
        assert!(single(1.5) && single(-0.0) && single(-1e10) && single(f32::INFINITY));
        assert!(!single(1.0 / 3.0) && !single(0.1) && !single(f32::NAN) && !single(1_234_567.0));
        assert!(of(Element::F64, 2.25f64.to_bits()) && of(Element::I64, 7) && !of(Element::Bf16, 0x3f80));
    }

    #[test]
    fn functions_that_others_see_are_looked_for() {
        let program = "module {\n  func.func private @print(i32)\n  func.func @f(%a: i32) -> i32 {\n    return %a : i32\n  }\n\
                       func.func private @g() {\n  llvm.func @h() {\n";
        assert_eq!(labels(program), ["CHECK-LABEL: @f(", "CHECK-LABEL: @h("]);
        assert_eq!(labels("func.func private @g() {\n"), ["CHECK: module"]);
    }

    #[test]
    fn what_is_printed_is_checked_without_addresses() {
        let stdout =
            "Unranked Memref base@ = 0x5 rank = 2 sizes = [2, 1] data = \n[[1], \n [2]]\n".to_owned();
        let checks = checks(&StockRun { stdout, ..StockRun::default() });
        assert_eq!(checks, ["CHECK: {{^ *}}{{\\[\\[}}1],{{ *$}}", "CHECK: {{^ *}}[2]]{{ *$}}"]);
        let text = text("// RUN: x", &checks, "func\n").unwrap();
        assert_eq!(
            text,
            "// RUN: x\n\n// CHECK: {{^ *}}{{\\[\\[}}1],{{ *$}}\n// CHECK: {{^ *}}[2]]{{ *$}}\n\nfunc\n"
        );
    }
}
