//! The types that the functions are given and give. A declaration that says something else is not of them.

use crate::eval::builtins;
use crate::eval::types::Scalar;

/// Parameters of the function of that name, a letter each, and its result. Of integers (`i`) the width does not matter, and of `l` it
/// is 64, since what is printed hangs on it; `p` is a pointer, `h` a half float or its bits, `s` single, `d` double and `q` quadruple
/// precision, `v` nothing.
fn signature(name: &str) -> Option<(&'static str, char)> {
    Some(match name {
        "malloc" | "_mlir_memref_to_llvm_alloc" | "mlirAlloc" => ("i", 'p'),
        "calloc" | "aligned_alloc" | "_mlir_memref_to_llvm_aligned_alloc" | "mlirAlignedAlloc" => ("ii", 'p'),
        "realloc" => ("pi", 'p'),
        "free" | "_mlir_memref_to_llvm_free" | "mlirFree" | "mlirAlignedFree" => ("p", 'v'),
        "abort" => ("", 'v'),
        "puts" => ("p", 'i'),
        "memrefCopy" => ("ipp", 'v'),
        "printI64" | "printU64" => ("l", 'v'),
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

/// True if the function of that name takes these scalars and gives those.
pub fn fits(name: &str, given: &[Scalar], made: &[Scalar]) -> bool {
    let Some((letters, gives)) = signature(name) else { return false };
    let all =
        given.len() == letters.len() && given.iter().zip(letters.chars()).all(|(scalar, c)| is(*scalar, c));
    // MLIR declares functions of C whose result it has no use for as giving none.
    all && match made {
        [] => true,
        [one] => is(*one, gives),
        _ => false,
    }
}

fn is(scalar: Scalar, letter: char) -> bool {
    match (letter, scalar) {
        ('i', Scalar::Int(_))
        | ('l', Scalar::Int(64))
        | ('p', Scalar::Pointer)
        | ('h', Scalar::Int(16))
        | ('q', Scalar::Quad) => true,
        ('h', Scalar::Float(format)) => format.bits == 16,
        ('s', Scalar::Float(format)) => format.bits == 32,
        ('d', Scalar::Float(format)) => format.bits == 64,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::library::TABLE;
    use crate::semantics::format::F64;

    #[test]
    fn every_function_has_a_signature() {
        let without: Vec<_> = TABLE.keys().filter(|name| signature(name).is_none()).collect();
        assert_eq!(without, [&""; 0]);
    }

    #[test]
    fn declarations_are_held_against_it() {
        let double = Scalar::Float(F64);
        assert!(fits("malloc", &[Scalar::Int(64)], &[Scalar::Pointer]));
        assert!(fits("abort", &[], &[]));
        assert!(fits("pow", &[double, double], &[double]));
        for (name, given, made) in [
            ("malloc", &[][..], &[][..]),
            ("sin", &[Scalar::Int(64)], &[Scalar::Int(64)]),
            ("free", &[Scalar::Pointer; 2], &[]),
            ("printI64", &[double], &[]),
            ("printI64", &[Scalar::Int(32)], &[]),
        ] {
            assert!(!fits(name, given, made), "{name} {given:?}");
        }
    }
}
