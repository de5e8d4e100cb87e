//! The messages of MLIR, of an assertion or of the C++ runtime before it gives up.

/// The line in which LLVM, an assertion or the C++ runtime says why it gives up.
pub fn complaint(printed: &str) -> Option<String> {
    let tells = [
        "LLVM ERROR:",
        "Assertion `",
        "UNREACHABLE executed",
        "terminate called",
        "what():",
        "Assertion failed",
        "memory allocation of",
    ];
    let line = printed.lines().rev().find(|l| tells.iter().any(|t| l.contains(t)))?;
    Some(line.trim().chars().take(1000).collect())
}

/// True if LLVM's code generator says that it lacks something the module needs, and gives up.
pub fn is_refusal(said: &str) -> bool {
    said.contains("LLVM ERROR:")
}

/// The address space limit makes allocations fail, which LLVM and the C++ runtime report in these words.
pub fn ran_out_of_memory(said: &str) -> bool {
    said.contains("out of memory")
        || said.contains("bad_alloc")
        || said.contains("Allocation failed")
        || said.contains("memory allocation of")
}
