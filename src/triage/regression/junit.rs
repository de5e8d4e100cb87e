//! StoredFinding findings as JUnit XML: a suite an MLIR, a test a finding. A finding that shows fails, one that cannot be told or is a known
//! bug is skipped.

use super::{ReplayAnswer, StoredFinding};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use std::io;

/// The document.
///
/// # Errors
/// Memory does not take it.
pub fn junit(replayed: &[StoredFinding]) -> io::Result<String> {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let suites = replayed.first().map_or(0, |one| one.answers.len());
    writer.create_element("testsuites").with_attribute(("name", "lowdiff replay")).write_inner_content(
        |writer| (0..suites).try_for_each(|suite| write_suite(writer, replayed, suite)),
    )?;
    let text = String::from_utf8(writer.into_inner()).map_err(io::Error::other)?;
    Ok(text + "\n")
}

fn write_suite(writer: &mut Writer<Vec<u8>>, replayed: &[StoredFinding], suite: usize) -> io::Result<()> {
    let answers = || replayed.iter().map(|one| &one.answers[suite]);
    let count = |wanted: &dyn Fn(&StoredFinding) -> bool| replayed.iter().filter(|one| wanted(one)).count();
    let (mut bad, mut skipped) = (0, 0);
    let damaged = count(&|one| one.finding.is_err());
    for one in replayed.iter().filter(|one| one.finding.is_ok()) {
        let answer = &one.answers[suite];
        let fails = answer.is_bad() && one.known.is_none();
        bad += usize::from(fails);
        skipped += usize::from(!fails && !answer.is_good());
    }
    let mlir = answers().next().map(|answer| format!("MLIR {} ({})", answer.mlir.name, answer.mlir.version));
    let mlir = readable(&mlir.unwrap_or_default());
    let seconds: f64 = answers().map(|answer| answer.seconds).sum();
    let suite_element = writer
        .create_element("testsuite")
        .with_attribute(("name", mlir.as_str()))
        .with_attribute(("tests", replayed.len().to_string().as_str()))
        .with_attribute(("failures", bad.to_string().as_str()))
        .with_attribute(("errors", damaged.to_string().as_str()))
        .with_attribute(("skipped", skipped.to_string().as_str()))
        .with_attribute(("time", format!("{seconds:.3}").as_str()));
    suite_element.write_inner_content(|writer| {
        replayed.iter().try_for_each(|one| write_case(writer, one, &one.answers[suite]))
    })?;
    Ok(())
}

fn write_case(writer: &mut Writer<Vec<u8>>, one: &StoredFinding, answer: &ReplayAnswer) -> io::Result<()> {
    let (verdict, pass) = one.found();
    let class = readable(&if pass.is_empty() { verdict.to_owned() } else { format!("{verdict}.{pass}") });
    let seconds = format!("{:.3}", answer.seconds);
    let case = writer
        .create_element("testcase")
        .with_attribute(("classname", class.as_str()))
        .with_attribute(("name", readable(&one.name()).as_str()))
        .with_attribute(("time", seconds.as_str()));
    let known = one.known.as_ref().filter(|_| answer.is_bad()).map(|label| format!("known: {label}; "));
    let said = readable(&(known.clone().unwrap_or_default() + &answer.said()));
    let element = match (&one.finding, answer.is_bad() && known.is_none(), answer.is_good()) {
        (Err(_), ..) => "error",
        (Ok(_), true, _) => "failure",
        (Ok(_), _, false) => "skipped",
        (Ok(_), _, true) => {
            let told = format!("fixed on MLIR {}", answer.mlir.name);
            case.write_inner_content(|writer| {
                writer.create_element("system-out").write_text_content(BytesText::new(&told)).map(drop)
            })?;
            return Ok(());
        }
    };
    case.write_inner_content(|writer| {
        let told = readable(&format!("{said}\n{}", one.folder.display()));
        let element = writer
            .create_element(element)
            .with_attribute(("message", said.as_str()))
            .with_attribute(("type", answer.word()));
        element.write_text_content(BytesText::new(&told)).map(drop)
    })?;
    Ok(())
}

/// The text without characters that XML 1.0 (section 2.2) does not have, and without those that it discourages.
fn readable(text: &str) -> String {
    let is_none =
        |c: char| c.is_control() && !"\n\t".contains(c) || matches!(c as u32 & 0xffff, 0xfffe | 0xffff);
    text.chars().map(|c| if is_none(c) { '\u{fffd}' } else { c }).collect()
}
