//! The options that may help, behind a sentence that says what is wrong.

use crate::judge::{Detail, Verdict};
use crate::words;
use serde::Serialize;
use serde_json::Value;

/// The way out for a program that is undefined with all arguments that were tried.
const OTHER_ARGUMENTS: &str = "; --args, --arg-shape and --arg-seed give it others";

/// The end of the sentence on a given program that is undefined, where repairs were asked for or not.
pub fn repair(is_repaired: bool) -> &'static str {
    if is_repaired { "; repairs leave it undefined" } else { "; --sanitize explores it after repairs" }
}

/// The judgement of a case, and the way out where there is one.
pub fn verdict(verdict: &Verdict) -> String {
    words::verdict(verdict) + remedy(&verdict.detail)
}

/// The document of a value, in which the sentence of each verdict has the way out, where there is one.
///
/// # Panics
/// The value is no plain data.
pub fn document<T: Serialize + ?Sized>(value: &T) -> Value {
    words::document_by(value, &|verdict| words::detail(&verdict.detail) + remedy(&verdict.detail))
}

/// The end of the sentence on a fact that a verdict rests on.
pub fn remedy(detail: &Detail) -> &'static str {
    match detail {
        Detail::NeverDefined { .. } | Detail::NeverTold { .. } => OTHER_ARGUMENTS,
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::Reason;
    use serde_json::json;

    #[test]
    fn a_person_reads_which_options_help() {
        let undefined = Detail::NeverDefined { why: "so".into() };
        let judged = Verdict::incomparable(Reason::Hazard, None, undefined);
        let told = "the program is undefined with all arguments that were tried: so; --args, --arg-shape and --arg-seed give it \
            others";
        assert_eq!(verdict(&judged), format!("incomparable (hazard): {told}"));
        let written = document(&json!({ "versions": [judged] }));
        assert_eq!(written["versions"][0]["detail"], told);
        assert_eq!(verdict(&Verdict::agree()), words::verdict(&Verdict::agree()));
    }
}
