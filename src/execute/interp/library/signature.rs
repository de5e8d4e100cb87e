//! What the functions are given and give. A declaration that says something else is not of them.

use crate::execute::builtins;

/// Parameters of the function of that name, a letter each, and its result. Of integers (`i`) the width does not matter; `p` is a
/// pointer, `h` a half float or its bits, `s` single, `d` double and `q` quadruple precision, `v` nothing.
fn signature(name: &str) -> Option<(&'static str, char)> {
    Some(match name {
        "malloc" | "_mlir_memref_to_llvm_alloc" | "mlirAlloc" => ("i", 'p'),
        "calloc" | "aligned_alloc" | "_mlir_memref_to_llvm_aligned_alloc" | "mlirAlignedAlloc" => ("ii", 'p'),
        "realloc" => ("pi", 'p'),
        "free" | "_mlir_memref_to_llvm_free" | "mlirFree" | "mlirAlignedFree" => ("p", 'v'),
        "abort" => ("", 'v'),
        "puts" => ("p", 'i'),
        "memrefCopy" => ("ipp", 'v'),
        "printI64" | "printU64" => ("i", 'v'),
        "printF32" => ("s", 'v'),
        "printF64" | "printFlops" => ("d", 'v'),
        "printF16" | "printBF16" => ("h", 'v'),
        "printString" => ("p", 'v'),
        "printOpen" | "printClose" | "printComma" | "printNewline" => ("", 'v'),
        _ if name.starts_with("_mlir_ciface_printMemref") => ("p", 'v'),
        _ if name.starts_with("printMemref") => ("ip", 'v'),
        "printApFloat" => ("ii", 'v'),
        "rtclock" => ("", 'd'),
        "_mlir_ciface_nanoTime" => ("", 'i'),
        "rtsrand" => ("i", 'p'),
        "rtrand" => ("pi", 'i'),
        "rtdrand" => ("p", 'v'),
        "_mlir_ciface_shuffle" => ("pp", 'v'),
        _ if name.starts_with("_mlir_ciface_stdSort") => ("ip", 'v'),
        _ if name.starts_with("_mlir_ciface_verifyMemRef") => ("pp", 'i'),
        _ if name.starts_with("mlirAsyncRuntim") => asynchronous(name)?,
        _ => {
            let row = builtins::find(name)?;
            (row.takes.as_str(), row.gives)
        }
    })
}

fn asynchronous(name: &str) -> Option<(&'static str, char)> {
    let what = name.strip_prefix("mlirAsyncRuntime").unwrap_or(name);
    Some(match what {
        "AddRef" | "DropRef" => ("pi", 'v'),
        "CreateToken" => ("", 'p'),
        "CreateValue" | "CreateGroup" => ("i", 'p'),
        "AddTokenToGroup" => ("pp", 'i'),
        "GetValueStorage" => ("p", 'p'),
        "Execute" => ("pp", 'v'),
        "mlirAsyncRuntimGetNumWorkerThreads" => ("", 'i'),
        "PrintCurrentThreadId" => ("", 'v'),
        _ if what.starts_with("Is") => ("p", 'i'),
        _ if what.ends_with("AndExecute") => ("ppp", 'v'),
        _ => ("p", 'v'),
    })
}

/// How many arguments the function of that name takes, if this, such as `!llvm.func<ptr (i64)>`, is the type it has.
pub fn parameters(name: &str, ty: &str) -> Option<usize> {
    let (letters, gives) = signature(name)?;
    let (result, given) = ty.strip_prefix("!llvm.func<")?.strip_suffix(")>")?.split_once(" (")?;
    let given: Vec<&str> = given.split(", ").filter(|ty| !ty.is_empty()).collect();
    let fits = given.len() == letters.len() && given.iter().zip(letters.chars()).all(|(ty, c)| is(ty, c));
    // MLIR declares functions of C whose result it has no use for as giving none.
    (fits && (result == "void" || is(result, gives))).then_some(given.len())
}

fn is(ty: &str, letter: char) -> bool {
    match letter {
        'i' => ty.strip_prefix('i').is_some_and(|width| width.parse::<u32>().is_ok()),
        'p' => ty == "ptr",
        'h' => matches!(ty, "i16" | "f16" | "bf16"),
        's' => ty == "f32",
        'd' => ty == "f64",
        'q' => ty == "f128",
        _ => ty == "void",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execute::interp::library::TABLE;

    #[test]
    fn every_function_has_a_signature() {
        let without: Vec<_> = TABLE.keys().filter(|name| signature(name).is_none()).collect();
        assert_eq!(without, [&""; 0]);
    }

    #[test]
    fn declarations_are_held_against_it() {
        assert_eq!(parameters("malloc", "!llvm.func<ptr (i64)>"), Some(1));
        assert_eq!(parameters("abort", "!llvm.func<void ()>"), Some(0));
        assert_eq!(parameters("powf", "!llvm.func<f32 (f32, f32)>"), Some(2));
        for (name, ty) in [
            ("malloc", "!llvm.func<void ()>"),
            ("sin", "!llvm.func<i64 (i64)>"),
            ("free", "!llvm.func<void (ptr, ...)>"),
            ("printI64", "!llvm.func<void (f64)>"),
        ] {
            assert_eq!(parameters(name, ty), None, "{name} {ty}");
        }
    }
}
