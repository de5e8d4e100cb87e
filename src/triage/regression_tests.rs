use super::*;
use crate::finding::{AskedRun, CaseRecord};
use crate::judge::{Detail, Reason, Verdict, VerdictKind};
use crate::triage::fact::SeenOn;

fn mlir(name: &str, version: &str) -> Mlir {
    Mlir { name: name.into(), version: version.into(), build_id: "ab".into(), commit: None }
}

fn stored(name: &str, kind: VerdictKind, answers: &[(&str, &str, Option<Shows>)]) -> StoredFinding {
    let verdict = Verdict::finding(kind, Some("cse".into()), Detail::Told("a < b & c".into()));
    let answer = |(name, version, shows): &(&str, &str, Option<Shows>)| {
        let mlir = mlir(name, version);
        let verdict = match shows {
            Some(Shows::No) => Verdict::agree(),
            Some(Shows::Unknown) => Verdict::incomparable(Reason::Declined, None, Detail::default()),
            _ => verdict.clone(),
        };
        let fact = shows.map(|shows| Fact { shows, ..Fact::shown(&mlir, &verdict, AskedRun::Whole {}) });
        ReplayAnswer { fact: fact.ok_or_else(|| "the worker died".to_owned()), mlir, seconds: 0.5 }
    };
    let finding = Finding { case: Some("0123".into()), ..Finding::new(CaseRecord::of(&verdict, &[])) };
    StoredFinding {
        folder: Path::new("findings").join(name),
        finding: Ok(finding),
        answers: answers.iter().map(answer).collect(),
        known: None,
    }
}

const OLD: (&str, &str) = ("22", "22.1.8");
const NEW: (&str, &str) = ("head", "24.0.0git");

fn on_both(name: &str, old: Option<Shows>, new: Option<Shows>) -> StoredFinding {
    stored(name, VerdictKind::Crash, &[(OLD.0, OLD.1, old), (NEW.0, NEW.1, new)])
}

fn damaged() -> StoredFinding {
    let mut one = on_both("damaged", None, None);
    one.finding = Err("finding.json is damaged".into());
    one.answers.iter_mut().for_each(|answer| answer.fact = Err("finding.json is damaged".into()));
    one
}

/// A document of XML has no characters but those of its section 2.2.
#[test]
fn the_xml_has_no_character_that_xml_lacks() {
    let one = on_both("a\u{1}\u{fffe}\u{ffff}\u{1ffff}b", Some(Shows::Yes), Some(Shows::No));
    let text = junit(&[one]).unwrap();
    assert!(text.contains("name=\"a\u{fffd}\u{fffd}\u{fffd}\u{fffd}b\""), "{text}");
    let is_one = |c: char| matches!(c, '\t' | '\n' | ' '..='\u{fffd}') || c >= '\u{10000}';
    assert!(text.chars().all(is_one), "{text}");
}

fn all() -> Vec<StoredFinding> {
    vec![
        on_both("both", Some(Shows::Yes), Some(Shows::Yes)),
        on_both("mended", Some(Shows::Yes), Some(Shows::No)),
        on_both("gone", Some(Shows::No), Some(Shows::No)),
        on_both("other", Some(Shows::No), Some(Shows::Other)),
        on_both("untold", Some(Shows::Unknown), None),
        damaged(),
        StoredFinding {
            known: Some("LLVM 1".into()),
            ..on_both("known", Some(Shows::Yes), Some(Shows::Yes))
        },
    ]
}

#[test]
fn a_finding_is_fixed_where_no_mlir_that_can_tell_shows_it() {
    let told: Vec<(&str, Option<String>)> = all()
        .iter()
        .map(|one| (one.state().name(), one.first_good().map(|mlir| mlir.name.clone())))
        .collect();
    let good = |name: &str| Some(name.to_owned());
    let expected = [
        ("shows", None),
        ("shows", good("head")),
        ("fixed", good("22")),
        ("shows", None),
        ("untold", None),
        ("damaged", None),
        ("known", None),
    ];
    assert_eq!(told, expected);
}

#[test]
fn where_the_whole_cannot_be_told_the_report_is_asked() {
    let mut one = on_both("a", Some(Shows::Unknown), Some(Shows::Unknown));
    let seen =
        |shows| SeenOn { shows, verdict: Verdict::agree(), run: AskedRun::Reduced {}, contradicts: false };
    for answer in &mut one.answers {
        answer.fact.as_mut().unwrap().reported = Some(seen(Shows::No));
    }
    assert_eq!((one.state(), one.answers[0].word()), (ReplayState::Fixed, "no"));
    one.answers[0].fact.as_mut().unwrap().shows = Shows::Yes;
    assert_eq!(one.state(), ReplayState::Shows, "the whole counts where it tells");
}

#[test]
fn the_table_has_a_column_for_each_mlir() {
    let expected = "\
finding  verdict  pass  22       head     state
both     crash    cse   yes      yes      shows
mended   crash    cse   yes      no       shows, first good: head
gone     crash    cse   no       no       fixed, first good: 22
other    crash    cse   no       other    shows
untold   crash    cse   unknown  unknown  untold
damaged  damaged  -     unknown  unknown  damaged
known    crash    cse   yes      yes      known: LLVM 1";
    assert_eq!(table(&all()).join("\n"), expected);
}

#[test]
fn junit_has_a_test_for_each_finding() {
    let text = junit(&all()).unwrap();
    let mut reader = quick_xml::Reader::from_str(&text);
    let (mut suites, mut cases, mut bad) = (Vec::new(), 0, std::collections::BTreeMap::<String, u32>::new());
    loop {
        use quick_xml::events::Event;
        match reader.read_event().expect("it is well-formed") {
            Event::Eof => break,
            Event::Start(element) => {
                let name = element.name().as_ref().to_owned();
                cases += u32::from(name == "testcase");
                if name == "testsuite" {
                    let attribute = |name: &str| {
                        let found = element.try_get_attribute(name).unwrap().expect("it has that");
                        found.value.into_owned()
                    };
                    suites.push(["name", "tests", "failures", "errors", "skipped"].map(attribute));
                }
                *bad.entry(name).or_default() += 1;
            }
            _ => {}
        }
    }
    assert_eq!(suites[0], ["MLIR 22 (22.1.8)", "7", "2", "1", "2"]);
    assert_eq!(suites[1], ["MLIR head (24.0.0git)", "7", "2", "1", "2"]);
    assert_eq!((cases, bad["failure"], bad["error"], bad["skipped"], bad["system-out"]), (14, 4, 2, 4, 4));
    assert!(text.contains("a &lt; b &amp; c"), "{text}");
}

#[test]
fn sarif_has_what_shows_and_nothing_that_is_fixed() {
    let document = sarif(&all());
    let results = |run: usize| document["runs"][run]["results"].as_array().unwrap().clone();
    assert_eq!((results(0).len(), results(1).len()), (3, 3));
    let first = &results(0)[0];
    assert_eq!((&first["ruleId"], &first["level"]), (&json!("crash"), &json!("error")));
    let place = &first["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(place, "findings/both/program.mlir");
    let index = first["ruleIndex"].as_u64().unwrap() as usize;
    assert_eq!(document["runs"][0]["tool"]["driver"]["rules"][index]["id"], "crash");
    assert_eq!(first["partialFingerprints"]["lowdiffCase/v1"], "0123");
    assert_eq!(results(1)[1]["level"], "warning", "another finding in its place");
    assert_eq!(results(1)[2]["level"], "note", "a known bug");
    assert_eq!(document["runs"][1]["properties"]["fixed"], json!(["gone"]));
}
