//! The schemas of the documents of commands, in docs/, against the types they are made from and against real documents.

use crate::planted;
use crate::support::{Answer, Lowdiff};
use lowdiff::finding::Comparison;
use lowdiff::report::{Document, EvalDocument, RunDocument};
use lowdiff::triage::TriageDocument;
use schemars::{JsonSchema, schema_for};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The schema of a command's document: the committed one, which is that of the types. `LOWDIFF_UPDATE=1` writes it.
fn committed<T: JsonSchema>(command: &str) -> Schema {
    let mut schema = serde_json::to_value(schema_for!(Document<T>)).expect("JSON");
    schema["title"] = json!(format!("lowdiff {command} --json"));
    let made = format!("{schema:#}\n");
    let file = format!("{}/docs/{command}.schema.json", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("LOWDIFF_UPDATE").is_some() {
        std::fs::write(&file, &made).expect("docs can be written");
    }
    let kept = std::fs::read_to_string(&file).expect("it is committed");
    assert!(kept == made, "the types are not those of {file}: set LOWDIFF_UPDATE=1");
    Schema(schema)
}

/// A JSON schema, as far as those in docs/ go.
struct Schema(Value);

impl Schema {
    /// That a document is as the schema says, and has no key beside those it names.
    #[track_caller]
    fn accepts(&self, document: &Value) {
        if let Err(why) = self.closed(&self.0, document, "") {
            panic!("{why}\n{document:#}");
        }
    }

    /// A value at a place of its own, which has no keys beside those that are named.
    fn closed(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        let named = self.open(schema, value, at)?;
        let keys = value.as_object().into_iter().flat_map(Map::keys);
        match keys.into_iter().find(|key| !named.contains(*key)) {
            Some(key) => Err(format!("{at}/{key}: no part of the schema names it")),
            None => Ok(()),
        }
    }

    /// The keys of the value that the schema names.
    fn open(&self, schema: &Value, value: &Value, at: &str) -> Result<BTreeSet<String>, String> {
        let Value::Object(rules) = schema else { return Ok(keys(value)) };
        let mut named = BTreeSet::new();
        let fail = |why: String| Err(format!("{at}: {why}"));
        for (rule, wanted) in rules {
            match rule.as_str() {
                "$defs" | "$schema" | "title" | "description" | "default" | "format" => {}
                "$ref" => {
                    let pointer =
                        wanted.as_str().and_then(|path| path.strip_prefix('#')).expect("a place in it");
                    named.extend(self.open(self.0.pointer(pointer).expect("it is there"), value, at)?);
                }
                "type" => {
                    let types = wanted.as_array().cloned().unwrap_or_else(|| vec![wanted.clone()]);
                    if !types.iter().any(|word| is_of(word.as_str().expect("a word"), value)) {
                        return fail(format!("{value} is not of type {wanted}"));
                    }
                }
                "const" if value != wanted => return fail(format!("{value} is not {wanted}")),
                "enum" if !wanted.as_array().expect("a list").contains(value) => {
                    return fail(format!("{value} is none of {wanted}"));
                }
                "const" | "enum" => {}
                "minimum"
                    if value.as_f64().is_some_and(|value| value < wanted.as_f64().expect("a number")) =>
                {
                    return fail(format!("{value} is less than {wanted}"));
                }
                "maximum"
                    if value.as_f64().is_some_and(|value| value > wanted.as_f64().expect("a number")) =>
                {
                    return fail(format!("{value} is more than {wanted}"));
                }
                "minItems" if value.as_array().is_some_and(|all| (all.len() as u64) < number(wanted)) => {
                    return fail(format!("fewer than {wanted} items"));
                }
                "maxItems" if value.as_array().is_some_and(|all| all.len() as u64 > number(wanted)) => {
                    return fail(format!("more than {wanted} items"));
                }
                "minimum" | "maximum" | "minItems" | "maxItems" | "uniqueItems" => {}
                "required" => {
                    let has = |key: &Value| value.get(key.as_str().expect("a key")).is_some();
                    let keys = wanted.as_array().expect("a list");
                    if let Some(key) = keys.iter().find(|key| value.is_object() && !has(key)) {
                        return fail(format!("{key} is missing"));
                    }
                }
                "properties" => {
                    for (key, own) in wanted.as_object().expect("schemas by key") {
                        if let Some(part) = value.get(key) {
                            self.closed(own, part, &format!("{at}/{key}"))?;
                            named.insert(key.clone());
                        }
                    }
                }
                "additionalProperties" => {
                    let of_rules = rules.get("properties").and_then(Value::as_object);
                    let others = keys(value).into_iter();
                    for key in others.filter(|key| of_rules.is_none_or(|own| !own.contains_key(key))) {
                        if *wanted == json!(false) {
                            return fail(format!("{key} is a key too many"));
                        }
                        self.closed(wanted, &value[&key], &format!("{at}/{key}"))?;
                        named.insert(key);
                    }
                }
                "items" | "prefixItems" => {
                    for (place, item) in value.as_array().into_iter().flatten().enumerate() {
                        let own = if rule == "items" { Some(wanted) } else { wanted.get(place) };
                        own.map_or(Ok(()), |own| self.closed(own, item, &format!("{at}/{place}")))?;
                    }
                }
                "anyOf" | "oneOf" => {
                    let all = wanted.as_array().expect("a list");
                    let mut fits: Vec<_> = all.iter().map(|one| self.open(one, value, at)).collect();
                    let count = fits.iter().filter(|one| one.is_ok()).count();
                    let whys: Vec<String> = fits.iter().filter_map(|one| one.clone().err()).collect();
                    if count == 0 {
                        return fail(format!("none of {}: {}", all.len(), whys.join("; ")));
                    }
                    if rule == "oneOf" && count > 1 {
                        return fail(format!("{count} of one"));
                    }
                    named.extend(fits.drain(..).filter_map(Result::ok).flatten());
                }
                other => panic!("the check does not know {other}"),
            }
        }
        Ok(named)
    }
}

fn keys(value: &Value) -> BTreeSet<String> {
    value.as_object().into_iter().flat_map(Map::keys).cloned().collect()
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

fn is_of(word: &str, value: &Value) -> bool {
    match word {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{other} is no type"),
    }
}

/// A program of tosa, one that prints and makes poison, one that is undefined, and one that cannot be run.
const PROGRAMS: [&str; 4] = [
    "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
      %0 = tosa.add %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }",
    "func.func private @printI64(i64)
    func.func @main(%a: memref<2xi8>) -> (i32, complex<f32>) {
      %c40 = arith.constant 40 : i32
      %c1 = arith.constant 1 : i64
      %z = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
      %0 = arith.shli %c40, %c40 : i32
      func.call @printI64(%c1) : (i64) -> ()
      return %0, %z : i32, complex<f32>
    }",
    "func.func @main() -> i32 {
      %c0 = arith.constant 0 : i32
      %0 = arith.divsi %c0, %c0 : i32
      return %0 : i32
    }",
    "func.func @main() {",
];

/// The answer of a command, with these words behind its file, on a program.
fn asked(command: &str, program: &str, words: &[&str]) -> Answer {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let file = folder.path().join("program.mlir");
    std::fs::write(&file, program).expect("it can be written");
    Lowdiff::new(&[command, "--json"]).arg(&file).args(words).run()
}

/// The paths of a comparison.
const PATHS: [&str; 4] = ["--path", "builtin.module(cse)", "--path", "builtin.module()"];

#[test]
fn documents_of_run_are_as_their_schema_says() {
    let schema = committed::<RunDocument>("run");
    for program in PROGRAMS {
        schema.accepts(&asked("run", program, &[]).json());
    }
    let crash = planted::lowdiff(&["run", "--json", "--path", "builtin.module(cse)"], "cse:segv");
    schema.accepts(&crash.arg(planted::small()).run().json());
    let several = PROGRAMS[..3].join("\n// -----\n");
    let several = asked("run", &several, &[]).json();
    assert_eq!(several["programs"].as_array().map(Vec::len), Some(3), "{several:#}");
    schema.accepts(&several);
}

#[test]
fn documents_of_eval_are_as_their_schema_says() {
    let schema = committed::<EvalDocument>("eval");
    for program in PROGRAMS {
        schema.accepts(&asked("eval", program, &[]).json());
    }
    let several = PROGRAMS.join("\n// -----\n");
    schema.accepts(&asked("eval", &several, &[]).json());
}

#[test]
fn documents_of_compare_are_as_their_schema_says() {
    let schema = committed::<Comparison>("compare");
    for program in PROGRAMS {
        schema.accepts(&asked("compare", program, &PATHS).json());
    }
    let crash = planted::lowdiff(&["compare", "--json"], "cse:segv").args(&PATHS).arg(planted::small());
    let crash = crash.run().json();
    assert_eq!(crash["verdict"], "crash", "{crash:#}");
    schema.accepts(&crash);
    let several = asked("compare", PROGRAMS[0], &[&PATHS[..], &["--mlir", "22", "--mlir", "head"]].concat());
    schema.accepts(&several.json());
}

#[test]
fn documents_of_triage_are_as_their_schema_says() {
    let schema = committed::<TriageDocument>("triage");
    let folder = tempfile::tempdir().expect("a temporary directory");
    let out = folder.path().display().to_string();
    schema.accepts(&Lowdiff::new(&["triage", &out, "--json"]).run().json());
    planted::lowdiff(&["explore", "--programs", "3", "--quiet", "--reduce", "0", "--out", &out], "cse:segv")
        .run();
    let found = planted::lowdiff(&["triage", &out, "--json", "--mlir", "22"], "cse:segv").run();
    let document = found.json();
    assert!(document["groups"].as_array().is_some_and(|groups| !groups.is_empty()), "{found:?}");
    schema.accepts(&document);
}

#[test]
fn a_document_that_is_not_as_the_schema_says_is_refused() {
    let schema = committed::<EvalDocument>("eval");
    let good = asked("eval", PROGRAMS[0], &[]).json();
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut bad = good.clone();
        change(&mut bad);
        schema.closed(&schema.0, &bad, "").is_err()
    };
    assert!(!refused(&|_| {}));
    assert!(refused(&|bad| bad["more"] = json!(1)));
    assert!(refused(&|bad| bad["outputs"][0]["bits"] = json!([1])));
    assert!(refused(&|bad| bad["ending"] = json!("Over")));
    assert!(refused(&|bad| drop(bad.as_object_mut().expect("an object").remove("mlir"))));
}
