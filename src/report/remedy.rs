//! The options that may help, behind a sentence that says what is wrong.

use crate::judge::{Detail, Verdict};
use crate::words;
use serde_json::Value;

/// The way out for a program that is undefined with all arguments that were tried.
pub const OTHER_ARGUMENTS: &str = "; --args, --arg-shape and --arg-seed give it others";

/// The judgement of a case, and the way out where there is one.
pub fn verdict(verdict: &Verdict) -> String {
    let remedy = if matches!(verdict.detail, Detail::NeverDefined { .. }) { OTHER_ARGUMENTS } else { "" };
    words::verdict(verdict) + remedy
}

/// A document whose verdicts have the way out in their sentence, where there is one.
pub fn document(mut value: Value) -> Value {
    add_remedies(&mut value);
    value
}

fn add_remedies(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(add_remedies),
        Value::Object(fields) => {
            let is_undefined = fields.get("fact").is_some_and(|fact| fact.get("never-defined").is_some());
            if let Some(Value::String(detail)) = fields.get_mut("detail").filter(|_| is_undefined) {
                detail.push_str(OTHER_ARGUMENTS);
            }
            fields.values_mut().for_each(add_remedies);
        }
        _ => {}
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
        let written = document(words::document(&json!({ "versions": [judged] })));
        assert_eq!(written["versions"][0]["detail"], told);
        assert_eq!(verdict(&Verdict::agree()), words::verdict(&Verdict::agree()));
    }
}
