//! A document for people, in which each verdict has its sentence.

use super::detail;
use crate::judge::Verdict;
use serde::{Deserialize as _, Serialize};
use serde_json::Value;

/// The document of a value. Each verdict in it has the sentence of its fact under `detail`, wherever it is.
///
/// # Panics
/// The value is no plain data.
pub fn document<T: Serialize + ?Sized>(value: &T) -> Value {
    document_by(value, &|verdict| detail(&verdict.detail))
}

/// The document of a value in which `sentence` words the fact of each verdict.
///
/// # Panics
/// The value is no plain data.
pub fn document_by<T: Serialize + ?Sized>(value: &T, sentence: &dyn Fn(&Verdict) -> String) -> Value {
    let mut document = serde_json::to_value(value).expect("plain data");
    add_sentences(&mut document, sentence);
    document
}

fn add_sentences(value: &mut Value, sentence: &dyn Fn(&Verdict) -> String) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| add_sentences(item, sentence)),
        Value::Object(fields) => {
            // A verdict is known by its kind and its fact; one without a fact has its sentence already.
            let is_verdict =
                fields.get("verdict").is_some_and(Value::is_string) && fields.contains_key("fact");
            let verdict = is_verdict.then(|| Verdict::deserialize(&Value::Object(fields.clone())).ok());
            if let Some(verdict) = verdict.flatten() {
                fields.insert("detail".to_owned(), sentence(&verdict).into());
            }
            fields.values_mut().for_each(|field| add_sentences(field, sentence));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::document;
    use crate::judge::{Detail, Difference, Place, Reason, Unseen, Verdict, VerdictKind};
    use crate::observe::{PathLetter, ShownValue};
    use crate::words;
    use serde_json::json;

    #[test]
    fn documents_have_the_sentence_and_the_fact() {
        let difference =
            Difference { at: Place::Outputs, one: ShownValue::Outputs(1), other: ShownValue::Outputs(0) };
        let differ = Detail::Differ { paths: [0, 1].map(PathLetter), difference: Box::new(difference) };
        let first = Box::new(Verdict::finding(VerdictKind::Mismatch, None, differ));
        let detail = Detail::Unseen { why: Unseen::Unasked, first };
        let verdict = Verdict::incomparable(Reason::Unrepeatable, None, detail);
        assert_eq!(json!(verdict).get("detail"), None);
        let document = document(&json!({ "seen": [verdict] }));
        let written = &document["seen"][0];
        assert_eq!(written["detail"], words::detail(&verdict.detail));
        let first = &written["fact"]["unseen"]["first"];
        assert_eq!(first["detail"], "path a printed 1 outputs, path b 0");
        assert_eq!(first["fact"]["differ"]["paths"], json!(["a", "b"]));
        assert_eq!(serde_json::from_value::<Verdict>(written.clone()).expect("it was one"), verdict);
    }
}
