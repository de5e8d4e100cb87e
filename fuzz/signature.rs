//! Stacks that tell findings apart.
//!
//! A service that collects crashes knows them by the functions on top of the stack. A panic has one stack wherever it
//! comes from, so a target ends through two functions that stand for what it found: one for the verdict, and in it one
//! for the pass. Findings of one verdict in one pass are then one crash, and others are others.

use lowdiff::judge::{Verdict, VerdictKind};
use std::hint::black_box;

/// Ends the process with this message.
type End = fn(&str) -> !;

/// A function that ends the process. Its own name keeps it from being merged with the others, which do as much.
macro_rules! end_by {
    ($function:ident, $name:expr) => {
        #[inline(never)]
        fn $function(message: &str) -> ! {
            black_box($name);
            panic!("{message}")
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/passes.rs"));

end_by! { another_pass, "a pass that no table has" }
end_by! { lowered_code, "no pass" }

/// The functions of verdicts, each of which calls that of the pass.
macro_rules! verdicts {
    ($($kind:ident => $function:ident,)*) => {
        $(
            #[inline(never)]
            fn $function(pass: End, message: &str) -> ! {
                black_box(stringify!($function));
                pass(message)
            }
        )*

        fn of_verdict(kind: VerdictKind) -> fn(End, &str) -> ! {
            match kind {
                $(VerdictKind::$kind => $function,)*
            }
        }
    };
}

verdicts! {
    Agree => verdict_agree,
    Mismatch => verdict_mismatch,
    Undefined => verdict_undefined,
    Memory => verdict_memory,
    InvalidIr => verdict_invalid_ir,
    Miscompiled => verdict_miscompiled,
    Unreadable => verdict_unreadable,
    RoundTrip => verdict_round_trip,
    Crash => verdict_crash,
    Timeout => verdict_timeout,
    OutOfMemory => verdict_out_of_memory,
    Nondeterministic => verdict_nondeterministic,
    Incomparable => verdict_incomparable,
}

/// Ends the process through the functions of this verdict and of the first pass that it names.
///
/// # Panics
/// Always.
pub fn end(verdict: &Verdict, message: &str) -> ! {
    let suspects = verdict.suspects();
    let pass = suspects.first().map_or(lowered_code as End, |pass| of_pass(pass));
    of_verdict(verdict.kind)(pass, message)
}

fn of_pass(name: &str) -> End {
    PASSES.binary_search_by_key(&name, |(pass, _)| pass).map_or(another_pass, |row| PASSES[row].1)
}
