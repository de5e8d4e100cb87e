//! The files of rows, one a way down.

/// A row: an operation and the text of its programs.
pub struct Row {
    /// The operation that programs are drawn for.
    pub operation: String,
    /// Types that they are drawn for.
    pub types: String,
    /// Operations, operands and shown values; `docs/levels.md` says how to read it.
    pub text: String,
}

/// Rows that share a way down.
pub struct Family {
    /// Name of the file.
    pub name: &'static str,
    /// The MLIR that has these operations.
    pub version: String,
    /// Passes that lower each program.
    pub path: String,
    /// Its rows.
    pub rows: Vec<Row>,
}

/// The file of programs on which compiled code is known to differ.
pub const DIFFERENCES: &str = "differences";

const FILES: [&str; 12] = [
    "older",
    "newer",
    "numbers",
    "scaling",
    "control",
    "shape",
    "memory",
    "tensors",
    "vectors",
    "tosa",
    "tasks",
    DIFFERENCES,
];

/// Every family.
pub fn families() -> Vec<Family> {
    let read = |name: &'static str| {
        let file = format!("{}/tests/levels/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(file).expect("a file of rows");
        let mut version = "22".to_owned();
        let (mut path, mut rows, mut words) = (String::new(), Vec::new(), Vec::new());
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
            if let Some(passes) = line.strip_prefix("PATH ") {
                path += passes.trim();
                continue;
            }
            if let Some(name) = line.strip_prefix("MLIR ") {
                version = name.to_owned();
                continue;
            }
            // A name that stands for a text in the rows below it.
            if let Some((word, meaning)) = line.strip_prefix("LET ").and_then(|rest| rest.split_once(" = ")) {
                words.push((format!("!{word}!"), meaning.to_owned()));
                continue;
            }
            let line =
                words.iter().rev().fold(line.to_owned(), |line, (word, meaning)| line.replace(word, meaning));
            let mut columns = line.splitn(3, " | ");
            let mut column = || columns.next().unwrap_or_else(|| panic!("three columns: {line}")).to_owned();
            let (operations, types, text) = (column(), column(), column());
            rows.extend(operations.split(',').map(|operation| Row {
                operation: operation.to_owned(),
                types: types.clone(),
                text: text.clone(),
            }));
        }
        Family { name, version, path, rows }
    };
    FILES.into_iter().map(read).collect()
}
