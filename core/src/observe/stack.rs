//! Lines of the stack of a crash.

use super::value::fact_or_text;
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use std::path::Path;

/// One line of a stack. No variant is a plain word, which would be read as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum StackFrame {
    /// A function that the library names.
    Function {
        /// The function, with the types of its arguments where the symbol has them.
        function: String,
        /// The file of the library; empty where nobody knows it.
        library: String,
    },
    /// A place in a library that names no function there.
    Offset {
        /// The file of the library.
        library: String,
        /// Bytes from its beginning.
        offset: u64,
    },
    /// A line that LLVM printed: `#3 address function (path+offset)`.
    Printed {
        /// The whole line.
        line: String,
        /// The function, where the line has one.
        function: Option<String>,
        /// The file of the library, with the place in it.
        place: String,
    },
    /// A place that is in no library: compiled code, or no code at all.
    Nowhere {},
    /// Any other words.
    Other(String),
}

/// Parts of the names of functions in which MLIR writes a module.
const WRITES: [&str; 4] = ["mlirOperationPrint", "mlir::Operation::print", "AsmPrinter", "WriteBytecode"];
/// Parts of the names of functions in which it runs passes.
const RUNS_PASSES: [&str; 2] = ["PassManager", "OpToOpPassAdaptor"];

/// The words for [`StackFrame::Nowhere`].
const NOWHERE: &str = "compiled code or unknown";

impl StackFrame {
    /// The function, where one is known.
    pub fn function(&self) -> Option<&str> {
        match self {
            StackFrame::Function { function, .. } => Some(function),
            StackFrame::Printed { function, .. } => function.as_deref(),
            StackFrame::Offset { .. } | StackFrame::Nowhere {} | StackFrame::Other(_) => None,
        }
    }

    /// True of the stack of MLIR while it writes a module and runs no pass, the innermost frame first.
    pub fn are_of_writing(frames: &[StackFrame]) -> bool {
        let met = |names: &[&str]| {
            let functions = frames.iter().filter_map(StackFrame::function);
            functions.into_iter().any(|function| names.iter().any(|name| function.contains(name)))
        };
        met(&WRITES) && !met(&RUNS_PASSES)
    }

    /// The file of the library, with the place in it where no function is known.
    pub fn place(&self) -> String {
        match self {
            StackFrame::Function { library, .. } => library.clone(),
            StackFrame::Printed { place, .. } => place.clone(),
            StackFrame::Offset { .. } | StackFrame::Nowhere {} | StackFrame::Other(_) => self.to_string(),
        }
    }

    /// A line that LLVM printed: it begins with `#`, a number, an address and something else; nothing of any other.
    pub fn printed(line: &str) -> Option<StackFrame> {
        let text = line.strip_prefix('#')?.splitn(3, ' ').nth(2)?.trim();
        let (function, library) = match text.strip_suffix(')').and_then(|text| text.rsplit_once('(')) {
            Some((function, library)) => (Some(function.trim().to_owned()), library),
            None => (None, text),
        };
        let file = Path::new(library).file_name().and_then(|name| name.to_str());
        Some(StackFrame::Printed {
            line: line.to_owned(),
            function: function.filter(|function| !function.is_empty()),
            place: file.unwrap_or(library).to_owned(),
        })
    }

    /// Reads `library+0xoffset`.
    fn offset(text: &str) -> Option<StackFrame> {
        let (library, offset) = text.rsplit_once("+0x")?;
        let offset = u64::from_str_radix(offset, 16).ok()?;
        Some(StackFrame::Offset { library: library.to_owned(), offset })
            .filter(|read| read.to_string() == text)
    }
}

/// Reads frames, and the lines that stand in their place in documents of before version 9.
///
/// # Errors
/// There is something else.
pub fn frames_or_lines<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<StackFrame>, D::Error> {
    Ok(Vec::<FrameOrLine>::deserialize(deserializer)?.into_iter().map(|FrameOrLine(frame)| frame).collect())
}

/// As [`frames_or_lines`], where there may be none.
///
/// # Errors
/// There is something else.
pub fn maybe_frames_or_lines<'de, D>(deserializer: D) -> Result<Option<Vec<StackFrame>>, D::Error>
where
    D: Deserializer<'de>,
{
    let read = Option::<Vec<FrameOrLine>>::deserialize(deserializer)?;
    Ok(read.map(|frames| frames.into_iter().map(|FrameOrLine(frame)| frame).collect()))
}

#[derive(Deserialize)]
struct FrameOrLine(#[serde(deserialize_with = "fact_or_text")] StackFrame);

/// A line of a document of before version 9.
impl From<String> for StackFrame {
    fn from(line: String) -> StackFrame {
        if line == NOWHERE {
            return StackFrame::Nowhere {};
        }
        if let Some(read) = StackFrame::printed(&line).or_else(|| StackFrame::offset(&line)) {
            return read;
        }
        match line.strip_suffix(')').and_then(|text| text.rsplit_once(" (")) {
            Some((function, library)) if !library.is_empty() => {
                StackFrame::Function { function: function.to_owned(), library: library.to_owned() }
            }
            _ if line.ends_with(')') => StackFrame::Function { function: line, library: String::new() },
            _ => StackFrame::Other(line),
        }
    }
}

impl fmt::Display for StackFrame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StackFrame::Function { function, library } if library.is_empty() => f.write_str(function),
            StackFrame::Function { function, library } => write!(f, "{function} ({library})"),
            StackFrame::Offset { library, offset } => write!(f, "{library}+0x{offset:x}"),
            StackFrame::Nowhere {} => f.write_str(NOWHERE),
            StackFrame::Printed { line, .. } | StackFrame::Other(line) => f.write_str(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_tells_writing_from_passes() {
        let frame =
            |function: &str| StackFrame::Function { function: function.into(), library: String::new() };
        let writes = [
            frame("mlir::AsmPrinter::printType(mlir::Type)"),
            frame("mlir::Operation::print(llvm::raw_ostream&)"),
        ];
        assert!(StackFrame::are_of_writing(&writes));
        let pass = [&writes[..], &[frame("mlir::PassManager::run(mlir::Operation*)")]].concat();
        assert!(!StackFrame::are_of_writing(&pass), "a pass writes for itself");
        assert!(!StackFrame::are_of_writing(&[StackFrame::Nowhere {}]));
    }

    #[test]
    fn lines_are_read_and_written_as_they_are() {
        for (line, function, place) in [
            ("mlir::f(int) (libMLIR.so.22.1)", Some("mlir::f(int)"), "libMLIR.so.22.1"),
            ("mlir::it()", Some("mlir::it()"), ""),
            ("libMLIR.so.22.1+0x28983ea", None, "libMLIR.so.22.1+0x28983ea"),
            ("compiled code or unknown", None, "compiled code or unknown"),
            ("#2 0x00007fdb25 (/l/libLLVM.so+0x4eb)", None, "libLLVM.so+0x4eb"),
            ("#5 0x00007fdb25 mlir::f(int) (/l/libMLIR.so+0x28)", Some("mlir::f(int)"), "libMLIR.so+0x28"),
            ("lib+0x0F", None, "lib+0x0F"),
            ("", None, ""),
        ] {
            let read = StackFrame::from(line.to_owned());
            assert_eq!((read.function(), read.place().as_str()), (function, place), "{line}");
            assert_eq!(read.to_string(), line);
            assert_eq!(read == StackFrame::Nowhere {}, line == NOWHERE);
        }
    }

    #[test]
    fn a_document_has_the_fields_and_may_have_had_lines() {
        let frames = vec![
            StackFrame::Function { function: "f".to_owned(), library: String::new() },
            StackFrame::Nowhere {},
        ];
        let written = serde_json::to_value(&frames).unwrap();
        assert_eq!(
            written,
            serde_json::json!([{ "function": { "function": "f", "library": "" } }, { "nowhere": {} }])
        );
        assert_eq!(frames_or_lines(written).unwrap(), frames);
        let offset = StackFrame::Offset { library: "lib".to_owned(), offset: 255 };
        assert_eq!(frames_or_lines(serde_json::json!(["lib+0xff"])).unwrap(), [offset]);
        assert!(frames_or_lines(serde_json::json!([7])).is_err());
    }
}
