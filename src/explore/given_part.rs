//! Programs that a campaign is given: a whole file, or the part of one between lines `// -----`. `FILE:LINE` names a part by the line that it
//! begins in, for people and for whoever reads it again.

use anyhow::{Context as _, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};

/// A line between two programs of one file.
const PART: &str = "// -----";

/// A program among several of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenPart {
    /// The line of the file that it begins in, from 1.
    pub line: usize,
    /// Its text, behind as many empty lines as there are lines before it in the file: MLIR tells lines of the file so.
    pub text: String,
}

impl GivenPart {
    /// The parts of a text that have more in them than comments.
    pub fn all(text: &str) -> Vec<GivenPart> {
        let (mut parts, mut begin) = (Vec::new(), 0);
        let lines: Vec<&str> = text.lines().collect();
        let ends = lines.iter().enumerate().filter(|(_, line)| line.trim() == PART).map(|(at, _)| at);
        for end in ends.chain([lines.len()]) {
            let own = &lines[begin..end];
            let is_code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
            if own.iter().any(is_code)
                && let Some(blank) = own.iter().position(|line| !line.trim().is_empty())
            {
                let first = begin + blank;
                let text = "\n".repeat(first) + &lines[first..end].join("\n") + "\n";
                parts.push(GivenPart { line: first + 1, text });
            }
            begin = end + 1;
        }
        parts
    }

    /// The name of this part of a file.
    pub fn of(&self, file: &Path) -> PathBuf {
        let mut name = file.as_os_str().to_owned();
        name.push(format!(":{}", self.line));
        name.into()
    }

    /// A place in what this names, as one of its file; a place has a line, counted from 1, and may have more behind a colon.
    pub fn place(named: &Path, place: &str) -> String {
        let (line, column) =
            place.split_once(':').map_or((place, None), |(line, column)| (line, Some(column)));
        match (split(named), line.parse::<usize>()) {
            (Some((file, first)), Ok(line)) => {
                let column = column.map(|column| format!(":{column}")).unwrap_or_default();
                format!("{}:{}{column}", file.display(), first - 1 + line)
            }
            _ => format!("{}:{place}", named.display()),
        }
    }

    /// The file of what this names.
    pub fn file(named: &Path) -> &Path {
        split(named).map_or(named, |(file, _)| file)
    }

    /// The text that this names: that of a file, or of a part of one.
    ///
    /// # Errors
    /// There is no such file or part.
    pub fn read(named: &Path) -> Result<String> {
        let cannot = || format!("cannot read {}", named.display());
        let Some((file, line)) = split(named) else { return fs::read_to_string(named).with_context(cannot) };
        let text = fs::read_to_string(file).with_context(cannot)?;
        match GivenPart::all(&text).into_iter().find(|part| part.line == line) {
            Some(part) => Ok(part.text),
            None => bail!("{}: no program begins in line {line} any more", file.display()),
        }
    }

    /// The absolute name of a file or of a part of one, where there is the file.
    pub fn absolute(named: &Path) -> PathBuf {
        match split(named) {
            None => named.canonicalize().unwrap_or_else(|_| named.to_owned()),
            Some((file, line)) => {
                let file = file.canonicalize().unwrap_or_else(|_| file.to_owned());
                GivenPart { line, text: String::new() }.of(&file)
            }
        }
    }
}

/// The file and the line of the name of a part; none of the name of a file.
fn split(named: &Path) -> Option<(&Path, usize)> {
    if named.exists() {
        return None;
    }
    let (file, line) = named.to_str()?.rsplit_once(':')?;
    Some((Path::new(file), line.parse().ok().filter(|line| *line > 0)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_parts_programs_and_empty_parts_are_none() {
        let parts = |text: &str| {
            GivenPart::all(text).into_iter().map(|part| (part.line, part.text)).collect::<Vec<_>>()
        };
        assert_eq!(parts("a\n// -----\n\n// -----  \nb"), [(1, "a\n".into()), (5, "\n\n\n\nb\n".into())]);
        assert_eq!(parts("// x\n\n  // -----\n// y\nb"), [(4, "\n\n\n// y\nb\n".into())], "comments alone");
        assert_eq!(parts("a // -----\n"), [(1, "a // -----\n".to_owned())], "the line has nothing else");
        assert_eq!(parts("\n// -----\n"), []);
    }

    #[test]
    fn a_part_is_read_by_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.mlir");
        fs::write(&file, "x\n// -----\n\ny\n").unwrap();
        let parts = GivenPart::all(&fs::read_to_string(&file).unwrap());
        let second = parts[1].of(&file);
        assert!(second.to_string_lossy().ends_with("a.mlir:4"), "{second:?}");
        assert_eq!(GivenPart::read(&second).unwrap(), "\n\n\ny\n");
        assert_eq!(GivenPart::read(&file).unwrap(), "x\n// -----\n\ny\n");
        assert_eq!(GivenPart::place(&second, "2:7"), format!("{}:5:7", file.display()));
        assert_eq!(GivenPart::place(&file, "2:7"), format!("{}:2:7", file.display()));
        assert_eq!((GivenPart::file(&second), GivenPart::file(&file)), (&*file, &*file));
        assert_eq!(GivenPart::absolute(&second), parts[1].of(&file.canonicalize().unwrap()));
        let gone = GivenPart::read(&folder.path().join("a.mlir:3")).unwrap_err().to_string();
        assert!(gone.ends_with("a.mlir: no program begins in line 3 any more"), "{gone}");
        // A file may have such a name itself.
        fs::write(folder.path().join("a.mlir:3"), "z").unwrap();
        assert_eq!(GivenPart::read(&folder.path().join("a.mlir:3")).unwrap(), "z");
    }
}
