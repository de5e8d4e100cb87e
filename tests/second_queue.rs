//! A read of what nobody prescribes is in the second queue where the source program has it: the source is run as it is.

use crate::support::{alone, loadable};
use lowdiff::case::{Case, Source};
use lowdiff::examine::broken_by_source;
use lowdiff::execute::{Jit, Limits};
use lowdiff::judge::{Verdict, VerdictKind, policy};
use lowdiff::observe::{BrokenRule, Element};
use lowdiff::program::Syntax;

/// The rule that a program with this tensor, of which an element is printed, breaks by itself.
fn broken_by(executor: &mut Jit, tensor: &str) -> Option<BrokenRule> {
    let text = format!(
        "func.func @main() {{
           %zero = arith.constant 0 : index
           %seven = arith.constant 7 : i32
           %empty = tensor.empty() : tensor<1xi32>
           %written = tensor.insert %seven into %empty[%zero] : tensor<1xi32>
           %element = tensor.extract {tensor}[%zero] : tensor<1xi32>
           vector.print %element : i32
           return
         }}"
    );
    let printed = vec![Element::I32];
    let case = Case { source: Source::verbatim(text), printed, paths: Vec::new(), expected: None };
    broken_by_source(executor, &case, Syntax::NEWEST, Limits::default())
}

#[test]
fn the_source_program_is_asked() {
    alone("the_source_program_is_asked", || {
        let mut executor = Jit::interpreting(&loadable("22")).expect("MLIR 22 is there");
        let broken = broken_by(&mut executor, "%empty").expect("it prints an element of tensor.empty");
        assert_eq!((broken.rule.as_str(), broken.origin.as_deref()), ("used_undef", Some("tensor.empty")));
        let found = [broken.clone()];
        let verdict = Verdict { kind: VerdictKind::Undefined, ..Verdict::agree() };
        assert!(policy::asks_source(&verdict, &found));
        let closed = |source| policy::closed(&verdict, None, &[], &found, source);
        assert!(closed(Some(&broken)).is_some());
        let sound = broken_by(&mut executor, "%written");
        assert_eq!(sound, None);
        assert!(closed(sound.as_ref()).is_none(), "a pass has brought the read in");
    });
}
