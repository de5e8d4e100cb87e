//! pipeline

/// One pipeline that runs all steps, for one run of `mlir-opt`.
pub fn join(steps: &[String]) -> String {
    let inner =
        |s: &String| s.trim_start_matches("builtin.module(").strip_suffix(')').unwrap_or("").to_string();
    format!("builtin.module({})", steps.iter().map(inner).collect::<Vec<_>>().join(","))
}
