//! Sentences of documentation that decide by themselves, word for word, for reports that cite them.

use crate::observe::{BrokenRule, dialect};

/// A sentence of LLVM's documentation.
pub struct Sentence {
    /// The rules of the machine that it is about; none where it says what an operation computes.
    rules: &'static [&'static str],
    /// The operations that break them, that make the poison, or whose meaning it is; any of `llvm` where there are none.
    operations: &'static [&'static str],
    /// The section of LangRef; none where it is part of the description of the operation.
    pub section: Option<&'static str>,
    /// Its words.
    pub says: &'static str,
}

/// A sentence of LangRef.
const fn langref(
    rules: &'static [&'static str],
    operations: &'static [&'static str],
    section: &'static str,
    says: &'static str,
) -> Sentence {
    Sentence { rules, operations, section: Some(section), says }
}

/// A sentence of the description of an operation about rules that it has.
const fn rule(
    rules: &'static [&'static str],
    operations: &'static [&'static str],
    says: &'static str,
) -> Sentence {
    Sentence { rules, operations, section: None, says }
}

/// A sentence of the description of an operation about its result.
const fn meaning(operation: &'static [&'static str], says: &'static str) -> Sentence {
    Sentence { rules: &[], operations: operation, section: None, says }
}

const SENTENCES: &[Sentence] = &[
    langref(
        &["access_freed", "access_out_of_bounds", "access_through"],
        &[],
        "pointer-aliasing-rules",
        "Any memory access must be done through a pointer value associated with an address range of the memory access, otherwise \
         the behavior is undefined.",
    ),
    langref(
        &["division_by_zero"],
        &["llvm.sdiv", "llvm.udiv"],
        "binary-operations",
        "Division by zero is undefined behavior.",
    ),
    langref(
        &["division_overflow"],
        &["llvm.sdiv"],
        "sdiv-instruction",
        "Overflow also leads to undefined behavior; this is a rare case, but can occur, for example, by doing a 32-bit division of \
         -2147483648 by -1.",
    ),
    langref(
        &["used_poison"],
        &["llvm.ashr", "llvm.lshr", "llvm.shl"],
        "bitwise-binary-operations",
        "If op2 is (statically or dynamically) equal to or larger than the number of bits in op1, this instruction returns a poison \
         value.",
    ),
    langref(
        &["used_poison"],
        &["llvm.fptosi", "llvm.fptoui"],
        "conversion-operations",
        "If the value cannot fit in ty2, the result is a poison value.",
    ),
    rule(
        &["division_by_zero", "remainder_by_zero"],
        &["arith.divui", "arith.ceildivui", "arith.remsi", "arith.remui"],
        "Division by zero is undefined behavior.",
    ),
    rule(
        &["division_by_zero", "division_overflow"],
        &["arith.divsi", "arith.ceildivsi", "arith.floordivsi"],
        "Divison by zero, or signed division overflow (minimum value divided by -1) is undefined behavior.",
    ),
    rule(
        &["used_poison"],
        &["arith.shli", "arith.shrsi", "arith.shrui"],
        "If the value of the second operand is greater or equal than the bitwidth of the first operand, then the operation returns \
         poison.",
    ),
    rule(
        &["access_out_of_bounds"],
        &["memref.load", "memref.store"],
        "The indices must be in-bounds: `0 <= idx < dim_size`.",
    ),
    rule(
        &["access_out_of_bounds"],
        &["memref.subview"],
        "However, performing an out-of-bounds subview at runtime is undefined behavior.",
    ),
    meaning(&["arith.ceildivsi"], "Rounds towards positive infinity, i.e. `7 / -2 = -3`."),
    meaning(&["arith.floordivsi"], "Rounds towards negative infinity, i.e. `5 / -2 = -3`."),
    meaning(&["arith.divsi"], "Rounds towards zero. Treats the leading bit as sign, i.e. `6 / -2 = -3`."),
    meaning(
        &["arith.maximumf"],
        "Returns the maximum of the two arguments, treating -0.0 as less than +0.0. If one of the arguments is NaN, then the result \
         is also NaN.",
    ),
    meaning(
        &["arith.minimumf"],
        "Returns the minimum of the two arguments, treating -0.0 as less than +0.0. If one of the arguments is NaN, then the result \
         is also NaN.",
    ),
    meaning(
        &["arith.fptosi"],
        "Cast from a value interpreted as floating-point to the nearest (rounding towards zero) signed integer value.",
    ),
    meaning(
        &["arith.extsi"],
        "The top-most (N - M) bits of the output are filled with copies of the most-significant bit of the input.",
    ),
    meaning(
        &["math.copysign"],
        "The `copysign` returns a value with the magnitude of the first operand and the sign of the second operand.",
    ),
    meaning(
        &["math.roundeven"],
        "The operation rounds the argument to the nearest integer value in floating-point format, rounding halfway cases to even, \
         regardless of the current rounding direction.",
    ),
    meaning(
        &["math.round"],
        "The operation rounds the argument to the nearest integer value in floating-point format, rounding halfway cases away from \
         zero, regardless of the current rounding direction.",
    ),
    meaning(
        &["scf.for"],
        "The lower and upper bounds specify a half-open range: the iteration is executed iff the comparison of induction variable \
         value is less than the upper bound and bigger or equal to the lower bound.",
    ),
    meaning(
        &["tosa.max_pool2d"],
        "A sliding window of size given by <kernel size> is passed over the input tensor, with the maximum value being placed in the \
         output tensor.",
    ),
    meaning(
        &["tosa.reshape"],
        "Returns a tensor with the same type/values as the input, with a new shape specified by the shape argument.",
    ),
];
/// Flags by which an operation may make poison for another reason than its sentence has.
const FLAGS: [&str; 2] = [" overflow<", " exact "];

impl Sentence {
    /// The one about this rule, broken by an operation with this text.
    pub fn about(broken: &BrokenRule, text: &str) -> Option<&'static Sentence> {
        let maker = broken.maker()?;
        let fits = |sentence: &&Sentence| {
            let operations = sentence.operations;
            sentence.rules.contains(&broken.rule.as_str())
                && if operations.is_empty() { dialect(maker) == "llvm" } else { operations.contains(&maker) }
        };
        let has_flag = FLAGS.iter().any(|flag| text.contains(flag));
        SENTENCES.iter().find(fits).filter(|_| !has_flag)
    }

    /// The one about the result of an operation.
    pub fn of(operation: &str) -> Option<&'static Sentence> {
        SENTENCES
            .iter()
            .find(|sentence| sentence.rules.is_empty() && sentence.operations.contains(&operation))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_decides_where_the_operation_has_no_flag() {
        let about = |rule: &str, operation: &str, text: &str| {
            let broken =
                BrokenRule { rule: rule.into(), operation: Some(operation.into()), ..BrokenRule::default() };
            Sentence::about(&broken, text).map(|sentence| sentence.section)
        };
        let shift = "%3 = llvm.shl %1, %2 : i8";
        assert_eq!(about("used_poison", "llvm.shl", shift), Some(Some("bitwise-binary-operations")));
        assert_eq!(about("used_poison", "llvm.shl", "%3 = llvm.shl %1, %2 overflow<nsw> : i8"), None);
        assert_eq!(about("used_poison", "arith.shli", shift), Some(None), "its own description");
        assert!(Sentence::of("arith.ceildivsi").is_some() && Sentence::of("arith.shli").is_none());
        assert_eq!(about("access_freed", "llvm.load", ""), Some(Some("pointer-aliasing-rules")));
        assert_eq!(about("access_freed", "memref.load", ""), None);
        assert_eq!(about("used_undef", "llvm.call", ""), None);
    }
}
