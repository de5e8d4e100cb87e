//! Output that several commands share.

use crate::execute::ReturnedValue;
use crate::files;
use crate::ir::{Type, parse_type};
use crate::judge::decimal;
use crate::observe::{Buffer, Expected, PathReport};
use crate::words;
use anyhow::{Context, bail};
use serde_json::json;
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

/// Says at once what [`file`] would say later.
///
/// # Errors
/// It cannot be written.
pub fn can_take(path: &Path) -> anyhow::Result<()> {
    match fs::metadata(path) {
        Ok(about) if about.is_dir() => bail!("cannot write {}: it is a folder", path.display()),
        Ok(about) if !about.is_file() => Ok(()),
        _ => {
            let folder = folder_of(path);
            let tried = files::folder_in(folder, ".try-");
            tried.with_context(|| format!("cannot write {}", path.display())).map(drop)
        }
    }
}

/// True of two names of one plain file.
pub fn is_one_file(one: &Path, other: &Path) -> bool {
    let whole = |path: &Path| Some(folder_of(path).canonicalize().ok()?.join(path.file_name()?));
    let is_plain = fs::metadata(one).map_or(true, |about| about.is_file());
    is_plain && whole(one).is_some_and(|file| whole(other) == Some(file))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The form of values for a person.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct NotationOption {
    /// Show values as bits in hexadecimal, and not as decimals
    #[arg(long)]
    bits: bool,
}

impl NotationOption {
    /// The form of single elements.
    pub fn of_elements(self) -> words::Notation {
        if self.bits { words::Notation::Bits } else { words::Notation::Decimal }
    }
}

/// One printed output in a line: shape, type and values.
pub fn buffer(index: usize, buffer: &Buffer, notation: NotationOption) -> String {
    told(index, buffer, notation, |_| String::new())
}

/// A returned value in a line: type and elements. A value that is not definite has the word for that.
pub fn returned(index: usize, value: &ReturnedValue, notation: NotationOption) -> String {
    let ReturnedValue { ty, shape, elements, values, .. } = value;
    let values = if notation.bits { elements } else { values };
    let count = shape.iter().product::<u64>() as usize;
    let is_shaped = count > 0 && values.len().is_multiple_of(count);
    let mut extents = if is_shaped { shape.clone() } else { Vec::new() };
    let mut parts = if is_shaped { values.len() / count } else { values.len() };
    // The parts of a vector or a complex number are lanes without extents.
    let lanes = lane_extents(&parse_type(ty));
    let count = lanes.iter().product::<u64>() as usize;
    if count > 0 && parts.is_multiple_of(count) {
        (extents, parts) = ([extents, lanes].concat(), parts / count);
    }
    if parts != 1 {
        extents.push(parts as u64);
    }
    format!("output {index}: {ty} {}", nested(values, &extents))
}

/// The extents of the vector that a value or each of its elements is.
fn lane_extents(ty: &Type) -> Vec<u64> {
    match ty {
        // Nobody knows how many lanes a multiple of what the processor has is.
        Type::Vector(extents, _) if extents.iter().all(|(_, multiple)| !multiple) => {
            extents.iter().map(|(extent, _)| *extent).collect()
        }
        Type::Tensor(_, element, _) | Type::Memref { element, .. } => lane_extents(element),
        _ => Vec::new(),
    }
}

/// An output that was evaluated, as the program held it, with the bounds of floats that are not exact.
pub fn evaluated(index: usize, (held, expected): (&Buffer, &Expected), notation: NotationOption) -> String {
    let bound = |place: usize| match expected.bounds.get(place) {
        Some(bound) if *bound > 0.0 => format!(" ± {bound:e}"),
        _ => String::new(),
    };
    let text = told(index, held, notation, bound);
    if expected.open.is_some() { text + ", open" } else { text }
}

/// An output with something behind each value.
fn told(index: usize, buffer: &Buffer, notation: NotationOption, behind: impl Fn(usize) -> String) -> String {
    let extents: String = buffer.shape.iter().map(|extent| format!("{extent}x")).collect();
    let values: Vec<String> = buffer
        .bits
        .iter()
        .enumerate()
        .map(|(place, bits)| match notation.bits {
            true => format!("{bits:#x}{}", behind(place)),
            false => format!("{}{}", decimal(buffer.element, *bits), behind(place)),
        })
        .collect();
    format!("output {index}: {extents}{} {}", buffer.element, nested(&values, &buffer.shape))
}

/// Values in brackets, a pair for each dimension.
fn nested(values: &[String], shape: &[u64]) -> String {
    let Some((first, rest)) = shape.split_first() else { return values.concat() };
    let inner = rest.iter().product::<u64>() as usize;
    let rows: Vec<String> =
        (0..*first as usize).map(|row| nested(&values[row * inner..(row + 1) * inner], rest)).collect();
    format!("[{}]", rows.join(", "))
}

/// The end of a path, for a person: one line, and the stack of a crash.
pub fn path(name: &str, report: &PathReport) -> String {
    ending(name, report, true)
}

/// Tells that a campaign has found nothing; the exit status.
///
/// # Errors
/// Standard output takes no data.
pub fn no_findings(folder: &Path, as_json: bool) -> anyhow::Result<u8> {
    match as_json {
        true => data(&format!("{:#}", json!({ "findings": [] })))?,
        false => data(&format!("{} is of a campaign that kept no findings", folder.display()))?,
    }
    Ok(0)
}

/// As above without the reason, where the verdict tells that.
pub fn path_of_verdict(name: &str, report: &PathReport) -> String {
    ending(name, report, false)
}

fn ending(name: &str, report: &PathReport, tells_why: bool) -> String {
    let steps = report.pipelines().len();
    let mut text = format!("{name}: {} after {}", report.outcome, words::count(steps, "step"));
    let Some(failure) = &report.failure else { return text };
    if let Some(pass) = &failure.pass {
        text += &format!(", in {pass}");
    }
    if let Some(signal) = failure.signal {
        text += &format!(", signal {signal}");
    }
    let why = words::failure(failure);
    if tells_why && !why.is_empty() {
        text += &format!(": {}", why.trim());
    }
    for frame in failure.frames.iter().take(12) {
        text += &format!("\n    {frame}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::Element;
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
        let bits = NotationOption { bits: true };
        assert_eq!(buffer(0, &ok("a", 255).outputs[0], bits), "output 0: i64 0xff");
        let rows = Buffer { shape: vec![2, 2], bits: vec![0, 1, 2, 3], ..ok("a", 0).outputs[0].clone() };
        assert_eq!(buffer(0, &rows, bits), "output 0: 2x2xi64 [[0x0, 0x1], [0x2, 0x3]]");
    }

    #[test]
    fn returned_values_have_their_shape_in_either_notation() {
        let shown = |ty: &str, shape: &[u64], parts: usize, bits: bool| {
            let elements = (0..parts).map(|part| format!("{part:#x}")).collect();
            let values = (0..parts).map(|part| part.to_string()).collect();
            let value =
                ReturnedValue { ty: ty.into(), shape: shape.to_vec(), element: None, elements, values };
            returned(0, &value, NotationOption { bits })
        };
        assert_eq!(
            [false, true].map(|bits| shown("tensor<2x2xi33>", &[2, 2], 4, bits)),
            [
                "output 0: tensor<2x2xi33> [[0, 1], [2, 3]]",
                "output 0: tensor<2x2xi33> [[0x0, 0x1], [0x2, 0x3]]"
            ]
        );
        assert_eq!(
            shown("vector<2x2xi33>", &[], 4, true),
            "output 0: vector<2x2xi33> [[0x0, 0x1], [0x2, 0x3]]"
        );
        assert_eq!(shown("i33", &[], 1, true), "output 0: i33 0x0");
        assert_eq!(shown("complex<f32>", &[], 2, true), "output 0: complex<f32> [0x0, 0x1]");
        let vectors = "output 0: tensor<2xvector<2xi33>> [[0, 1], [2, 3]]";
        assert_eq!(shown("tensor<2xvector<2xi33>>", &[2], 4, false), vectors);
        let multiples = "output 0: vector<[2]xi33> [0, 1, 2, 3]";
        assert_eq!(shown("vector<[2]xi33>", &[], 4, false), multiples);
    }

    #[test]
    fn outputs_are_decimals_by_their_type() {
        let shown = |element: Element, shape: &[u64], bits: &[u64]| {
            let output = Buffer { shape: shape.to_vec(), element, bits: bits.to_vec() };
            buffer(1, &output, NotationOption::default())
        };
        assert_eq!(shown(Element::I8, &[], &[0xff]), "output 1: i8 -1");
        assert_eq!(shown(Element::I64, &[2, 2], &[1, 2, 3, u64::MAX]), "output 1: 2x2xi64 [[1, 2], [3, -1]]");
        assert_eq!(shown(Element::I1, &[2], &[0, 1]), "output 1: 2xi1 [false, true]");
        assert_eq!(shown(Element::Index, &[1], &[7]), "output 1: 1xindex [7]");
        let floats = [0x3dcc_cccd, 0x7fc0_0000, 0xff80_0000, 0x8000_0000];
        assert_eq!(shown(Element::F32, &[4], &floats), "output 1: 4xf32 [0.1, nan, -inf, -0.0]");
        assert_eq!(shown(Element::F16, &[1, 1], &[0x3c01]), "output 1: 1x1xf16 [[1.0009765625]]");
        assert_eq!(shown(Element::F64, &[0, 3], &[]), "output 1: 0x3xf64 []");
    }

    #[test]
    fn a_crash_shows_where() {
        assert_eq!(path("path a", &ok("cse", 1)), "path a: ok after 1 step");
        let crash = "path b: crash after 1 step, in cse, signal 11: it fell over\n    mlir::it()";
        assert_eq!(path("path b", &crashed("cse")), crash);
    }
}
