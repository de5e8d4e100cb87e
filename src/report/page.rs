//! One self-contained HTML page for a campaign: findings, rates and coverage over time, and the lowering space as a graph.
//!
//! The page holds its data, its style and its script, and asks the network for nothing. The data that the script shows
//! is text to it, never markup, whatever findings are called.

use super::Mlir;
use crate::observe::Space;
use serde::Serialize;
use serde_json::Value;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/style.css");
const SCRIPT: [&str; 5] = [
    include_str!("page/script.js"),
    include_str!("page/findings.js"),
    include_str!("page/layout.js"),
    include_str!("page/steps.js"),
    include_str!("page/space.js"),
];

/// The content of the page.
#[derive(Clone, Debug, Serialize)]
pub struct Page<Moment> {
    /// Its heading.
    pub title: String,
    /// Version of lowdiff.
    pub lowdiff: &'static str,
    /// The toolchains.
    pub mlir: Vec<Mlir>,
    /// A sentence for each campaign.
    pub campaigns: Vec<String>,
    /// The answer of `explore --json` about all together.
    pub summary: Value,
    /// Counts over time.
    pub curve: Vec<Moment>,
    /// The answer of `coverage --json`; null where nobody asked.
    pub coverage: Value,
    /// The work of passes.
    pub space: Space,
    /// One each.
    pub findings: Vec<FindingRow>,
    /// Another campaign, to be shown beside it.
    pub beside: Option<OtherCampaign<Moment>>,
}

/// A campaign beside that of the page.
#[derive(Clone, Debug, Serialize)]
pub struct OtherCampaign<Moment> {
    /// Its name.
    pub title: String,
    /// The answer of `explore --json` about it.
    pub summary: Value,
    /// Counts over time.
    pub curve: Vec<Moment>,
}

/// A finding, as a row of the table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FindingRow {
    /// Its folder's name.
    pub name: String,
    /// The file to open, from the folder of the page; none where the folder is gone.
    pub link: Option<String>,
    /// Its verdict.
    pub verdict: String,
    /// The bug: the label it is known by, the group that triage put it in, or its signature.
    pub bug: String,
    /// The signature that it counts under.
    pub signature: String,
    /// The pass that is to blame, or that it showed in.
    pub culprit: Option<String>,
    /// The toolchain's name.
    pub mlir: String,
    /// Operations of its program.
    pub operations: Option<usize>,
    /// Steps of its longest path.
    pub steps: Option<usize>,
    /// The result of its reduction.
    pub reduced: Option<ReducedSize>,
    /// True where stock programs showed it too; none where they were not asked, or could not tell.
    pub confirmed: Option<bool>,
    /// The bug it is known as.
    pub known: Option<String>,
    /// Its state in words, or `gone` from the folder that kept it.
    pub state: String,
    /// Its state as one word: new, known, fixed, unsettled, gone or damaged.
    pub standing: String,
    /// The fact that it rests on, in words.
    pub message: String,
    /// The program that shows it, or the IR before the pass to blame.
    pub before: Option<String>,
    /// The IR after that pass.
    pub after: Option<String>,
    /// The command that shows it again, from the folder in which the page was made.
    pub command: Option<String>,
    /// The answers of each MLIR that was asked.
    pub versions: Vec<VersionAnswer>,
    /// The reason why maintainers close it, where that is known: it is in the second queue.
    pub closed: Option<String>,
}

/// The answer of an MLIR about a finding.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct VersionAnswer {
    /// Its name.
    pub mlir: String,
    /// The word for whether it shows there.
    pub shows: &'static str,
    /// The verdict in words.
    pub detail: String,
}

/// The size of what a finding was reduced to.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ReducedSize {
    /// Operations of the program that its report shows.
    pub operations: Option<usize>,
    /// Steps of the path that goes wrong.
    pub steps: Option<usize>,
}

/// The page, as one document.
///
/// # Errors
/// Its data is no JSON.
pub fn html<Moment: Serialize>(page: &Page<Moment>) -> serde_json::Result<String> {
    // No text in it ends the element it stands in.
    let data = serde_json::to_string(page)?.replace('<', "\\u003c");
    let title = page.title.replace('&', "&amp;").replace('<', "&lt;").replace('{', "&#123;");
    let parts = [
        ("{{title}}", title.as_str()),
        ("{{style}}", STYLE),
        ("{{script}}", &SCRIPT.concat()),
        ("{{data}}", &data),
    ];
    // Data comes last, so that no name inside it is replaced.
    Ok(parts.iter().fold(PAGE.to_owned(), |page, (place, text)| page.replace(place, text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_stays_data() {
        let row = FindingRow { name: "</script><b>{{title}}".into(), ..FindingRow::default() };
        let page: Page<()> = Page {
            title: "a < b & c".into(),
            lowdiff: "0",
            mlir: Vec::new(),
            campaigns: Vec::new(),
            summary: Value::Null,
            curve: Vec::new(),
            coverage: Value::Null,
            space: Space::default(),
            findings: vec![row.clone()],
            beside: None,
        };
        let text = html(&page).expect("it is plain data");
        assert!(text.contains("<h1>a &lt; b &amp; c</h1>"));
        assert!(!text.contains("{{style}}") && !text.contains("{{data}}"));
        // The data ends where its element does, and is what went in.
        let begin = text.find("id=\"data\">").expect("it is there") + "id=\"data\">".len();
        let data = &text[begin..begin + text[begin..].find("</script>").expect("it ends")];
        let data: Value = serde_json::from_str(data).expect("it is JSON");
        assert_eq!(data["findings"][0]["name"], row.name);
        // Nothing is asked of any network.
        let outside = text.replace("http://www.w3.org/2000/svg", "");
        assert!(!outside.contains("http:") && !outside.contains("https:") && !outside.contains("@import"));
    }
}
