//! The page of a campaign, as a browser shows it.

use crate::planted;
use crate::support;

use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use support::{Answer, Lowdiff};

fn report(folder: &Path, words: &[&str]) -> Answer {
    Lowdiff::new(&["report"]).arg(folder).args(words).run()
}

/// The text of the page once its script and `more` have run. Nothing of it may come from a network.
fn shown(page: &Path, more: &str) -> String {
    shown_at(page, more, 1400)
}

/// The text of the page in a window of so many pixels.
fn shown_at(page: &Path, more: &str, width: u32) -> String {
    let names = ["chromium", "chromium-browser", "google-chrome", "chrome"];
    let works = |name: &&str| Command::new(name).arg("--version").output().is_ok_and(|o| o.status.success());
    let browser =
        names.into_iter().find(works).expect("a browser is needed: install Debian's package chromium");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = fs::read_to_string(page).expect("the page is there");
    let copy = folder.path().join("page.html");
    let tried = format!(
        "<script>onerror = e => document.title = 'error: ' + e;</script>{text}<script>{more}</script>"
    );
    fs::write(&copy, tried).expect("room");
    let mut command = Command::new(browser);
    command.args([
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--proxy-server=127.0.0.1:9",
        "--dump-dom",
    ]);
    let profile = format!("--user-data-dir={}", folder.path().join("profile").display());
    let size = format!("--window-size={width},1000");
    let output =
        command.args([&profile, &size, &format!("file://{}", copy.display())]).output().expect("it runs");
    let dom = String::from_utf8(output.stdout).expect("a document");
    assert!(!dom.contains("<title>error"), "{dom}");
    assert!(dom.contains("data-drawn="), "the script did not come to its end: {dom}");
    dom
}

/// The text between two words, after the first `begin`.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> &'a str {
    let rest = &text[text.find(begin).unwrap_or_else(|| panic!("no {begin} in {text}")) + begin.len()..];
    &rest[..rest.find(end).expect("it ends")]
}

/// A campaign with a planted bug in it.
fn campaign(out: &Path, words: &[&str]) -> Value {
    let library = planted::library(out);
    let out = out.join("found");
    let command = Lowdiff::new(&["explore", "--json", "--quiet", "--seed", "0", "--mlir"]).arg(&library);
    let answer = command.arg("--out").arg(&out).args(words).env(planted::PLANT, "sccp:miscompile").run();
    let summary = answer.json();
    assert!(summary["programs"].as_u64() > Some(0), "{}", answer.stderr);
    summary
}

#[test]
fn a_campaign_is_shown_with_all_that_it_found() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let summary = campaign(folder.path(), &["--programs", "6"]);
    let found = folder.path().join("found");
    let first = summary["findings"][0]["directory"].as_str().expect("a folder");
    let unfinished = found.join(".unfinished-x");
    fs::create_dir(&unfinished).expect("room");
    for name in ["finding.json", "case.bin"] {
        fs::copy(Path::new(first).join(name), unfinished.join(name)).expect("it is there");
    }
    let answer = report(&found, &[]);
    let page = found.join("report.html");
    assert_eq!((answer.status, answer.stdout.trim()), (Some(0), page.to_str().expect("a plain name")));
    let findings = summary["findings"].as_array().expect("findings").len();
    let dom = shown(&page, UNGROUPED);
    let table = between(&dom, "<table id=\"findings\">", "</table>");
    assert_eq!(table.matches("<tr>").count(), 1 + findings, "{table}");
    what_now(&shown(&page, ""), &summary);
    one_opens_in_place(&page);
    let dom = shown(&page, "");
    // The graph begins where programs are and comes down to llvm.
    let graph = between(&dom, "<svg id=\"space\"", "</section>");
    assert!(graph.matches("<g class=\"node").count() > 5 && graph.contains("class=\"edge\""), "{graph}");
    assert!(graph.contains("aria-label=\"llvm\""), "{graph}");
    let passes = between(&dom, "<table id=\"passes\">", "</table>");
    let row = passes.split("<tr>").find(|row| row.contains(">sccp<")).expect("it was applied");
    assert_eq!(row.matches("<td").count(), 10, "{row}");
    assert!(
        summary["steps"]["passes"]["sccp"]["findings"].as_u64() > Some(0),
        "sccp is to blame: {summary:#}"
    );
    // Rows are what `explore --json` counts.
    let steps = summary["steps"]["passes"].as_object().expect("passes");
    assert_eq!(passes.matches("<tr>").count(), 1 + steps.len());
    for (pass, counts) in steps {
        let row = passes.split("<tr>").find(|row| row.contains(&format!(">{pass}<"))).expect("a row a pass");
        let cells: Vec<&str> = row.split("</td>").filter_map(|cell| cell.rsplit('>').next()).collect();
        let number = |at: usize| cells[at].replace(',', "").parse::<u64>().expect("a number");
        let shown = [1, 2, 4, 7, 8, 9].map(number);
        let told = ["applied", "changed", "decided", "findings", "declined", "ended"];
        assert_eq!(shown, told.map(|key| counts[key].as_u64().expect("a count")), "{pass}: {row}");
        let undecided = ["vacuous", "open", "too-long", "unsupported", "types"];
        let undecided = undecided.iter().filter_map(|relation| counts["relations"][relation].as_u64());
        assert_eq!(
            number(5),
            counts["not_run"].as_u64().unwrap_or(0) + undecided.sum::<u64>(),
            "{pass}: {row}"
        );
        assert_eq!(number(5) == 0, cells[6].is_empty(), "who is left unchecked says why: {row}");
    }
    let count = |what: &str| summary[what].to_string();
    assert!(dom.contains(&format!("<b>{}</b><span>programs", count("programs"))));
    assert!(dom.contains(&format!("<b>{}</b><span>distinct final modules", count("final_modules"))));
    assert!(dom.matches("<figure>").count() >= 4, "curves are drawn");
    everything_has_room(&page);
    // Choosing sccp in the graph, and a box of it, tells what it did there.
    let dom = shown(
        &page,
        "at('through').value = 'sccp'; draw(); document.querySelector('g.node')?.dispatchEvent(new Event('click'));",
    );
    let chosen = between(&dom, "<div id=\"chosen\">", "</section>");
    assert!(chosen.contains(">sccp<"), "{chosen}");
}

/// Shows each finding in a row of its own.
const UNGROUPED: &str = "at('grouped').click();";

/// The cards say what there is to do, and the table has each bug once.
fn what_now(dom: &str, summary: &Value) {
    let all = summary["findings"].as_array().expect("findings");
    let new: Vec<&Value> = all.iter().filter(|finding| finding["known"].is_null()).collect();
    let findings = new.len();
    let bugs = new.iter().filter_map(|finding| finding["signature"].as_str()).collect::<BTreeSet<_>>().len();
    let cards = between(dom, "<div id=\"cards\"", "</section>");
    assert!(cards.contains(&format!("<b>{bugs}</b><strong>new bug")), "{cards}");
    assert!(cards.contains(&format!("<span>{findings} finding")), "{cards}");
    let table = between(dom, "<table id=\"findings\">", "</table>");
    assert_eq!(table.matches("<tr class=\"bug new\">").count(), bugs, "{table}");
    assert!(table.contains("<b>mismatch-sccp</b>"), "{table}");
    assert!(dom.contains("since the last new signature"));
    let times = between(dom, "<div id=\"times\"", "</section>");
    assert!(times.contains("<span>passes</span>"), "{times}");
}

/// A press on a finding shows what it is, and the address then says so.
fn one_opens_in_place(page: &Path) {
    let press = "[...document.querySelectorAll('button.open')].find(b => b.textContent.startsWith('mismatch-sccp-')).click(); document.documentElement.dataset.address = location.hash;";
    let dom = shown(page, press);
    let opened = between(&dom, "<div class=\"opened\">", "<section");
    for part in [
        "expected ",
        "<dt>To blame</dt><dd>sccp</dd>",
        "lowdiff replay ",
        ">copy</button>",
        "Before the pass",
        "After it",
    ] {
        assert!(opened.contains(part), "no {part} in {opened}");
    }
    assert!(opened.contains("<a href=\"mismatch-sccp-"), "{opened}");
    let address = between(&dom, "data-address=\"", "\"");
    assert!(address.starts_with("#open=mismatch-sccp-"), "{address}");
    let again =
        format!("location.hash = '{address}&q=sccp'; dispatchEvent(new HashChangeEvent('hashchange'));");
    let dom = shown(page, &again);
    assert!(dom.contains("<div class=\"opened\">"), "the address opens it: {dom}");
    let nothing =
        shown(page, "at('filter').value = 'no such word'; at('filter').dispatchEvent(new Event('input'));");
    assert!(nothing.contains("No finding fits."), "{nothing}");
}

/// Boxes lie apart and within the picture, text lies within what holds it, lines lead to every set of dialects, and axes have round numbers.
fn everything_has_room(page: &Path) {
    const LOOK: &str = "{
        const box = e => e.getBoundingClientRect(), all = words => [...document.querySelectorAll(words)], wrong = [];
        const boxes = all('g.node > rect').map(box), picture = box(at('space'));
        boxes.forEach((a, i) => boxes.slice(i + 1).forEach(b => {
          if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) wrong.push('boxes overlap');
        }));
        for (const text of all('#space text')) {
          const b = box(text);
          if (b.left < picture.left - 1 || b.right > picture.right + 1 || b.bottom > picture.bottom + 1) wrong.push('cut: ' + text.textContent);
        }
        for (const node of all('g.node')) for (const text of node.querySelectorAll(':scope > text:not(.by)')) {
          const b = box(text), r = box(node.querySelector('rect'));
          if (b.left < r.left || b.right > r.right || b.top < r.top - 1 || b.bottom > r.bottom + 1) wrong.push('outside its box: ' + text.textContent);
        }
        for (const tile of all('.numbers div, .numbers b, .curves figure')) if (tile.scrollWidth > tile.clientWidth + 1) wrong.push('overflows: ' + tile.textContent);
        if (document.documentElement.scrollWidth > innerWidth) wrong.push('the page is wider than its window');
        const graph = drawn('', 24);
        for (const node of graph.nodes) if (!graph.first.includes(node) && !graph.shown.some(edge => edge.to === node)) wrong.push('nothing leads to ' + node);
        for (const tick of all('.curves text.quiet')) if (!/^[0-9]+(\\.[0-9])? ?(s|min|h|k|M|%)?$/.test(tick.textContent)) wrong.push('odd tick ' + tick.textContent);
        document.documentElement.dataset.wrong = wrong.join('; ');
        }";
    for width in [420, 900, 1600] {
        let dom = shown_at(page, LOOK, width);
        assert_eq!(between(&dom, "data-wrong=\"", "\""), "", "at {width} pixels");
    }
}

#[test]
fn a_graph_of_many_paths_is_shown_as_well() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    campaign(folder.path(), &["--programs", "2", "--paths", "6"]);
    let found = folder.path().join("found");
    fs::create_dir(found.join("crash made up")).expect("room");
    fs::write(found.join("crash made up/finding.json"), r#"{ "verdict": "crash" }"#).expect("room");
    let measured = folder.path().join("coverage.json");
    fs::write(
        &measured,
        json!({ "blocks": 900, "curve": [[0, 0, null], [5, 300, null], [9, 450, null]] }).to_string(),
    )
    .expect("room");
    let page = folder.path().join("elsewhere.html");
    let own = found.to_str().unwrap();
    let words = ["--out", page.to_str().unwrap(), "--coverage", measured.to_str().unwrap(), "--beside", own];
    assert_eq!(report(&found, &words).status, Some(0));
    let open =
        "[...document.querySelectorAll('button.open')].find(b => b.textContent === 'crash made up').click();";
    let dom = shown(&page, &format!("{UNGROUPED}{open}"));
    assert!(dom.contains("Blocks of MLIR's code reached, of 900") && dom.contains("distinct edges"));
    assert!(
        between(&dom, "<table id=\"findings\">", "</table>").contains("href=\"found/crash%20made%20up\"")
    );
    assert!(dom.contains("Signatures of both") && dom.contains("Signatures of Campaign found alone"));
}

#[test]
fn a_thousand_findings_are_sorted_and_filtered() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    campaign(folder.path(), &["--programs", "3"]);
    let found = folder.path().join("found");
    let own = fs::read_dir(&found)
        .unwrap()
        .filter(|e| e.as_ref().unwrap().path().join("finding.json").exists())
        .count();
    for number in 0..1000 {
        let finding = found.join(format!("crash-made-up-{number}"));
        fs::create_dir(&finding).expect("room");
        let mlir = json!({ "name": "22", "version": "22.1.8", "build-id": "ab" });
        let about = json!({ "verdict": "crash", "pass": format!("pass<{}>", number % 7), "mlir": mlir });
        fs::write(finding.join("finding.json"), about.to_string()).expect("room");
    }
    assert_eq!(report(&found, &[]).status, Some(0));
    let rows = |more: &str| {
        let dom = shown(&found.join("report.html"), &format!("{UNGROUPED}{more}"));
        let table = between(&dom, "<table id=\"findings\">", "</table>").to_owned();
        let rows = table.split("class=\"open\"").skip(1);
        let names: Vec<String> = rows.map(|row| between(row, ">", "<").to_owned()).collect();
        (names, table)
    };
    let (all, table) = rows("");
    assert_eq!(all.len(), own + 1000);
    // Of three times the best: what else the machine does is no matter of the page.
    let drawn = || {
        let dom = shown(&found.join("report.html"), "");
        between(&dom, "data-drawn=\"", "\"").parse::<u32>().expect("milliseconds")
    };
    let drawn = (0..3).map(|_| drawn()).min().expect("three");
    println!("drawn after {drawn} ms");
    assert!(drawn < 2000, "{drawn} ms");
    assert!(table.contains("pass&lt;3&gt;"), "names are text, never markup");
    let filter = "at('filter').value = 'pass<3> made-up'; at('filter').dispatchEvent(new Event('input'));";
    assert_eq!(rows(filter).0.len(), (0..1000).filter(|number| number % 7 == 3).count());
    let sort = "document.querySelector('#findings th button').click();";
    let (sorted, _) = rows(sort);
    let mut expected = all.clone();
    expected.reverse();
    assert_eq!((sorted.first(), sorted.len()), (expected.first(), all.len()), "the other way round");
}

#[test]
fn what_is_no_campaign_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let refused = |answer: Answer, word: &str| {
        assert_eq!((answer.status, answer.stderr.lines().count()), (Some(2), 1), "{answer:?}");
        assert!(answer.stderr.contains(word), "{answer:?}");
    };
    refused(report(&folder.path().join("none"), &[]), "there is no folder");
    refused(report(folder.path(), &[]), "holds no campaign");
    fs::write(folder.path().join("campaign-1.jsonl"), "{\"torn").expect("room");
    refused(report(folder.path(), &[]), "holds no campaign");
    assert!(!folder.path().join("report.html").exists());
}
