//! Output that several commands share.

use crate::files;
use crate::observe::{Buffer, Expected, PathReport};
use anyhow::Context;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;

/// Writes data to standard output. A reader that went away is none of our business; a full disk is.
pub fn data(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(anyhow::Error::new(error).context("cannot write to standard output"))
        }
        _ => Ok(()),
    }
}

/// Writes a file that somebody has named, whole or not at all; what is no plain file, such as a device, is written into.
///
/// # Errors
/// It cannot be written.
pub fn file(path: &Path, text: &str) -> anyhow::Result<()> {
    match fs::metadata(path) {
        Ok(about) if !about.is_file() => {
            fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
        }
        _ => files::write(path, text),
    }
}

/// One printed output in a line: shape, type and bits.
pub fn buffer(index: usize, buffer: &Buffer) -> String {
    let extents: String = buffer.shape.iter().map(|extent| format!("{extent}x")).collect();
    let bits: Vec<String> = buffer.bits.iter().map(|bits| format!("{bits:#x}")).collect();
    format!("output {index}: {extents}{} [{}]", buffer.element, bits.join(", "))
}

/// Outputs that were evaluated, with the bounds of floats.
pub fn evaluated(index: usize, expected: &Expected) -> String {
    let mut text = buffer(index, &expected.guess());
    if !expected.bounds.is_empty() {
        let bounds: Vec<String> = expected.bounds.iter().map(|bound| format!("{bound:e}")).collect();
        text += &format!(" within [{}]", bounds.join(", "));
    }
    if expected.open.is_some() { text + ", open" } else { text }
}

/// The end of a path, for a person: one line, and the stack of a crash.
pub fn path(name: &str, report: &PathReport) -> String {
    let mut text = format!("{name}: {} after {} steps", report.outcome, report.pipelines().len());
    let Some(failure) = &report.failure else { return text };
    if let Some(pass) = &failure.pass {
        text += &format!(", in {pass}");
    }
    if let Some(signal) = failure.signal {
        text += &format!(", signal {signal}");
    }
    if !failure.message.is_empty() {
        text += &format!(": {}", failure.message.trim());
    }
    for frame in failure.frames.iter().take(12) {
        text += &format!("\n    {frame}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::example::{crashed, ok};

    #[test]
    fn what_is_no_plain_file_is_written_into() {
        let folder = tempfile::tempdir().unwrap();
        let named = folder.path().join("page.html");
        file(&named, "one").unwrap();
        file(&named, "two").unwrap();
        assert_eq!(fs::read_to_string(&named).unwrap(), "two");
        file(Path::new("/dev/null"), "three").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        let said = format!("{:#}", file(&folder.path().join("no/page.html"), "").unwrap_err());
        assert!(said.starts_with("cannot write "), "{said}");
    }

    #[test]
    fn outputs_show_exact_bits() {
        assert_eq!(buffer(0, &ok("a", 255).outputs[0]), "output 0: i64 [0xff]");
    }

    #[test]
    fn a_crash_shows_where() {
        assert_eq!(path("path a", &ok("cse", 1)), "path a: ok after 1 steps");
        let crash = "path b: crash after 1 steps, in cse, signal 11: it fell over\n    mlir::it()";
        assert_eq!(path("path b", &crashed("cse")), crash);
    }
}
