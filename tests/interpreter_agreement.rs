//! Each operation the interpreter knows, on operands of any type and value, against compiled code.

use crate::operations;
use crate::support;

use lowdiff::execute::{Jit, Runner, interp};
use operations::{Compared, hold, rows};
use std::collections::HashSet;
use support::{alone, loadable};

/// Programs for each operation; `cargo bench --bench interpreter -- operations` draws more.
const PROGRAMS: u64 = 4;

/// Operations of tasks, which only lowered async code has: tests/parallel_runtime.rs holds that against sequential code.
const OF_TASKS: [&str; 2] = ["llvm.intr.coro.", "llvm.mlir.none"];

#[test]
fn each_operation_gives_what_compiled_code_gives() {
    alone("each_operation_gives_what_compiled_code_gives", || {
        let mut jit = Jit::with(&loadable("22"), Runner::Both).expect("the toolchain works");
        let (mut same, mut different) = (HashSet::new(), Vec::new());
        for (number, row) in rows().into_iter().enumerate() {
            for index in 0..PROGRAMS {
                match hold(&mut jit, row, (number as u64) << 32 | index) {
                    (known, Compared::Same) => {
                        assert!(known.contains(&row.operation), "no program for {} has it", row.operation);
                        same.extend(known);
                    }
                    (_, Compared::Different(what)) => different.push(what),
                    (_, Compared::Undefined | Compared::NotCompiled) => {}
                }
            }
        }
        assert!(different.is_empty(), "{}", different.join("\n\n"));
        let elsewhere = |name: &&str| OF_TASKS.iter().any(|begin| name.starts_with(begin));
        // Those of other dialects are not lowered; they are compared by themselves.
        let lowered = |name: &&str| ["llvm.", "omp."].iter().any(|dialect| name.starts_with(dialect));
        let missing: Vec<&str> = interp::operations()
            .filter(lowered)
            .filter(|name| !same.contains(name) && !elsewhere(name))
            .collect();
        assert_eq!(
            missing, [""; 0],
            "tests/operations/rows.txt has no program whose results are the same for these"
        );
    });
}
