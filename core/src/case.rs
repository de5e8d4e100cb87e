//! A case: one program and the paths it is lowered along, and the file it is kept in.
//!
//! Cases carry text, not the generator's own structures, and a saved case carries fixed pipelines, not the
//! bytes they were drawn from. So it replays unchanged when generator and decoder have moved on.

use crate::observe::{Element, Expected, PathReport, Prescribed, Unprescribed, hexadecimal};
use crate::path::PathSpec;
use crate::path::construct::widened;
use crate::version::Syntax;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

/// The text of a program in every spelling it is known in.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Source(BTreeMap<Syntax, String>);

impl Source {
    /// A program whose text is known in every spelling.
    pub fn spelt(text: impl Fn(Syntax) -> String) -> Source {
        Source(Syntax::ALL.map(|syntax| (syntax, text(syntax))).into())
    }

    /// A program somebody wrote: the same text whatever the version.
    pub fn verbatim(text: String) -> Source {
        Source::spelt(|_| text.clone())
    }

    /// A program that is MLIR bytecode. Its text is a comment that holds the bytes, which [`program_bytes`] gives.
    pub fn bytecode(bytes: &[u8]) -> Source {
        Source::verbatim(format!("{BYTECODE}{}\n", hexadecimal(bytes)))
    }

    /// The text for one spelling; where the case is older than the spelling, in the last one that is older, too.
    pub fn text(&self, syntax: Syntax) -> &str {
        self.0.range(..=syntax).next_back().map_or("", |(_, text)| text)
    }

    /// The text in the newest spelling: the one to show.
    pub fn newest(&self) -> &str {
        self.0.values().next_back().map_or("", String::as_str)
    }
}

/// First bytes of the text of a program that is bytecode, before hexadecimal digits.
const BYTECODE: &str = "// bytecode: ";

/// True of the text of a program that is bytecode.
pub fn is_bytecode(program: &str) -> bool {
    program.starts_with(BYTECODE)
}

/// The bytes that MLIR reads for a program: its text, or the bytecode that it holds.
pub fn program_bytes(program: &str) -> Cow<'_, [u8]> {
    let digits = program.strip_prefix(BYTECODE).map(|digits| digits.trim_end().as_bytes());
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    let bytes = digits.and_then(|digits| digits.chunks(2).map(byte).collect::<Option<Vec<u8>>>());
    bytes.map_or(program.as_bytes().into(), Cow::Owned)
}

/// One program and the paths to compare.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// The program.
    pub source: Source,
    /// The element type that each print call of it shows, before it was bitcast for printing; empty where that is not known.
    pub printed: Vec<Element>,
    /// The paths: two to be compared with each other; one is enough where results are expected.
    pub paths: Vec<PathSpec>,
    /// The results that each print call has to show by the reference semantics; none where they cannot tell.
    pub expected: Option<Vec<Expected>>,
}

/// The reason why a file is not a case that can be replayed.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum CaseError {
    /// It does not begin as a case does.
    #[error("it is not a saved case")]
    NotACase,
    /// It was written in a format this build does not know.
    #[error(
        "it is a case of format {found}, and this lowdiff reads formats 1 to {FORMAT}; use the lowdiff that wrote it"
    )]
    OtherFormat {
        /// The format number in the file.
        found: u32,
    },
    /// It ends too early.
    #[error("it is truncated: {have} bytes of {want}")]
    Truncated {
        /// Bytes in the file.
        have: u64,
        /// Bytes its header promises.
        want: u64,
    },
    /// Its content is not what was written.
    #[error("it is damaged: the checksum does not fit the content")]
    Damaged,
}

/// First bytes of every saved case.
const MAGIC: &[u8; 8] = b"lowdiff\0";
/// Raised whenever the serialized form of [`Case`] changes.
const FORMAT: u32 = 5;
/// The last format in which a sentence told why nothing is expected.
const TOLD: u32 = 4;
/// The last format with two texts, one for MLIR 22 and one for 19, in place of one a spelling.
const TWO_TEXTS: u32 = 3;
/// The last format in which one byte drew a pass.
const NARROW: u32 = 2;
/// Cases of this format expect no results.
const WITHOUT_EXPECTED: u32 = 1;
/// Magic, format (u32), length of the content (u64), SHA-256 of the content; numbers little-endian.
const HEADER: usize = 8 + 4 + 8 + 32;

impl Case {
    /// SHA-256 of the program and the paths, in hexadecimal: the name it is kept under. The expected results follow from the
    /// program, so a case is the same one with and without.
    pub fn id(&self) -> String {
        // The newest text comes first, as when there were two fields, so that cases keep their names.
        let texts = self.source.0.values().rev().flat_map(serialized);
        let content: Vec<u8> = texts.chain(serialized(&(&self.printed, &self.paths))).collect();
        hexadecimal(&Sha256::digest(content))
    }

    /// The standard by which its outputs are judged.
    pub fn prescribed(&self) -> Prescribed<'_> {
        Prescribed { printed: &self.printed, expected: self.expected.as_deref(), ..Prescribed::default() }
    }

    /// The program along the paths that `reports` say were taken.
    pub fn fixed(&self, reports: &[PathReport]) -> Case {
        let paths = reports.iter().map(|report| PathSpec::Fixed(report.pipelines())).collect();
        Case { paths, ..self.clone() }
    }

    /// The bytes of a case file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let content = serialized(self);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(FORMAT.to_le_bytes());
        bytes.extend((content.len() as u64).to_le_bytes());
        bytes.extend(Sha256::digest(&content));
        bytes.extend(content);
        bytes
    }

    /// Reads what [`Case::to_bytes`] wrote, now or when cases had an earlier format.
    pub fn from_bytes(bytes: &[u8]) -> Result<Case, CaseError> {
        let start = &bytes[..bytes.len().min(MAGIC.len())];
        if start.is_empty() || !MAGIC.starts_with(start) {
            return Err(CaseError::NotACase);
        }
        let have = bytes.len() as u64;
        let mut format = FORMAT;
        if bytes.len() >= 12 {
            format = u32::from_le_bytes(bytes[8..12].try_into().expect("four bytes"));
            if !(WITHOUT_EXPECTED..=FORMAT).contains(&format) {
                return Err(CaseError::OtherFormat { found: format });
            }
        }
        if bytes.len() < HEADER {
            return Err(CaseError::Truncated { have, want: HEADER as u64 });
        }
        let (header, content) = bytes.split_at(HEADER);
        let length = u64::from_le_bytes(header[12..20].try_into().expect("eight bytes"));
        if (content.len() as u64) < length {
            return Err(CaseError::Truncated { have, want: length.saturating_add(HEADER as u64) });
        }
        if content.len() as u64 != length || Sha256::digest(content).as_slice() != &header[20..] {
            return Err(CaseError::Damaged);
        }
        let now = |told: Option<Vec<ToldExpected>>| {
            told.map(|outputs| outputs.into_iter().map(ToldExpected::renewed).collect())
        };
        let mut case: Case = match format {
            WITHOUT_EXPECTED => {
                let (texts, printed, paths) = deserialized(content)?;
                Case { source: of_two(texts), printed, paths, expected: None }
            }
            ..=TWO_TEXTS => {
                let (texts, printed, paths, expected) = deserialized(content)?;
                Case { source: of_two(texts), printed, paths, expected: now(expected) }
            }
            TOLD => {
                let (source, printed, paths, expected) = deserialized(content)?;
                Case { source, printed, paths, expected: now(expected) }
            }
            _ => deserialized(content)?,
        };
        if format <= NARROW {
            for path in &mut case.paths {
                if let PathSpec::Drawn(draws)
                | PathSpec::Begun { draws, .. }
                | PathSpec::Steered { draws, .. } = path
                {
                    *draws = widened(draws);
                }
            }
        }
        Ok(case)
    }

    /// True if these bytes claim to be a case file, intact or not.
    pub fn is_case_file(bytes: &[u8]) -> bool {
        bytes.starts_with(&MAGIC[..7])
    }

    /// Reads a case file; the error names it.
    pub fn load(path: &Path) -> anyhow::Result<Case> {
        let bytes = std::fs::read(path)
            .map_err(|error| anyhow::anyhow!("cannot read {}: {error}", path.display()))?;
        Case::from_bytes(&bytes).map_err(|error| anyhow::anyhow!("cannot replay {}: {error}", path.display()))
    }
}

/// The output of a print call in a file of [`TOLD`] or before.
#[derive(Serialize, Deserialize)]
struct ToldExpected {
    shape: Vec<u64>,
    element: Element,
    held: Element,
    bits: Vec<u64>,
    bounds: Vec<f64>,
    open: Option<String>,
}

impl ToldExpected {
    /// The output as it is now.
    fn renewed(self) -> Expected {
        let ToldExpected { shape, element, held, bits, bounds, open } = self;
        Expected { shape, element, held, bits, bounds, open: open.map(Unprescribed::from) }
    }
}

/// The source in a file of [`TWO_TEXTS`] or before.
fn of_two((v22, v19): (String, String)) -> Source {
    Source([(Syntax::V19, v19), (Syntax::V22, v22)].into())
}

fn serialized(content: &impl Serialize) -> Vec<u8> {
    bincode::serde::encode_to_vec(content, bincode::config::standard())
        .expect("strings, lists and plain enums always serialize")
}

fn deserialized<T: DeserializeOwned>(content: &[u8]) -> Result<T, CaseError> {
    match bincode::serde::decode_from_slice(content, bincode::config::standard()) {
        Ok((read, length)) if length == content.len() => Ok(read),
        _ => Err(CaseError::Damaged),
    }
}

/// A file that stock `mlir-opt` replays: the program, and each path's command as a comment.
impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.source.newest().trim_end())?;
        for (index, path) in self.paths.iter().enumerate() {
            let name = crate::observe::path_name(index);
            match path {
                PathSpec::Fixed(steps) => {
                    writeln!(f, "// {name}, {} steps:", steps.len())?;
                    writeln!(f, "// mlir-opt --pass-pipeline='{}' FILE", crate::path::pipeline::join(steps))?;
                }
                PathSpec::Drawn(bytes)
                | PathSpec::Begun { draws: bytes, .. }
                | PathSpec::Steered { draws: bytes, .. } => {
                    if let PathSpec::Begun { steps, .. } = path {
                        let pipeline = crate::path::pipeline::join(steps);
                        writeln!(f, "// {name} begins with --pass-pipeline='{pipeline}'")?;
                    }
                    let bytes = hexadecimal(bytes);
                    writeln!(
                        f,
                        "// {name}, put together while the program is lowered, from the bytes {bytes}"
                    )?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::example::{crashed, ok};

    fn case() -> Case {
        Case {
            source: Source::verbatim("module {}\n".into()),
            printed: vec![Element::F32],
            paths: vec![
                PathSpec::Fixed(vec!["builtin.module(cse)".into(), "builtin.module(inline)".into()]),
                PathSpec::Drawn(vec![1, 0xab]),
            ],
            expected: Some(vec![Expected {
                shape: vec![2],
                element: Element::I64,
                held: Element::F32,
                bits: vec![0x3f80_0000, 0],
                bounds: vec![1e-7, f64::INFINITY],
                open: None,
            }]),
        }
    }

    #[test]
    fn bytes_round_trip() {
        assert_eq!(Case::from_bytes(&case().to_bytes()), Ok(case()));
    }

    /// A file of an earlier format.
    fn file(format: u32, content: &[u8]) -> Vec<u8> {
        let length = content.len() as u64;
        let header = [&MAGIC[..], &format.to_le_bytes(), &length.to_le_bytes(), &Sha256::digest(content)];
        [&header.concat()[..], content].concat()
    }

    /// The bytes of a case as they were written when none expected results.
    fn first_format(case: &Case) -> Vec<u8> {
        let texts = (case.source.newest(), case.source.text(Syntax::V19));
        file(1, &serialized(&(texts, &case.printed, &case.paths)))
    }

    #[test]
    fn cases_of_two_texts_are_read_and_keep_their_names() {
        let content = serialized(&(("new", "old"), case().printed, case().paths, case().expected));
        let read = Case::from_bytes(&file(TWO_TEXTS, &content)).unwrap();
        let source = Source([(Syntax::V19, "old".into()), (Syntax::V22, "new".into())].into());
        assert_eq!(read, Case { source, ..case() });
        assert_eq!((read.source.text(Syntax::V19), read.source.newest()), ("old", "new"));
        let named = serialized(&(("new", "old"), case().printed, case().paths));
        assert_eq!(read.id(), hexadecimal(&Sha256::digest(named)));
        assert_eq!(Case::from_bytes(&read.to_bytes()), Ok(read));
    }

    #[test]
    fn a_sentence_in_the_place_of_a_rule_is_read() {
        let told = |open: Option<&str>| {
            case().expected.map(|outputs| {
                let one = |Expected { shape, element, held, bits, bounds, .. }| {
                    let open = open.map(str::to_owned);
                    ToldExpected { shape, element, held, bits, bounds, open }
                };
                outputs.into_iter().map(one).collect::<Vec<_>>()
            })
        };
        let why = "tosa.intdiv at 3:5: a division by zero";
        for open in [None, Some(why)] {
            let mut read = case();
            read.expected.as_mut().unwrap()[0].open = open.map(|why| why.to_owned().into());
            let content = (case().source, case().printed, case().paths, told(open));
            assert_eq!(Case::from_bytes(&file(TOLD, &serialized(&content))).as_ref(), Ok(&read));
            assert_eq!(Case::from_bytes(&read.to_bytes()), Ok(read));
            let texts = (("module {}\n", "module {}\n"), case().printed, case().paths, told(open));
            let older = Case::from_bytes(&file(TWO_TEXTS, &serialized(&texts))).unwrap();
            assert_eq!(older.expected.unwrap()[0].open, open.map(|why| why.to_owned().into()));
        }
    }

    #[test]
    fn a_spelling_that_a_case_has_not_is_read_as_the_one_before() {
        let old = Source([(Syntax::V19, "old".into())].into());
        assert_eq!((old.text(Syntax::V22), old.newest()), ("old", "old"));
    }

    #[test]
    fn cases_of_the_first_format_are_read() {
        let old = Case::from_bytes(&first_format(&case())).unwrap();
        let paths = vec![case().paths[0].clone(), PathSpec::Drawn(vec![1, 0, 0xab, 0, 0, 0, 0])];
        assert_eq!(old, Case { expected: None, paths, ..case() });
        assert_eq!(Case::from_bytes(&old.to_bytes()), Ok(old));
        let mut longer = first_format(&case());
        longer.push(0);
        assert_eq!(Case::from_bytes(&longer), Err(CaseError::Damaged));
    }

    #[test]
    fn the_name_is_stable_and_of_program_and_paths() {
        assert_eq!(case().id(), "0b64d5d048a2e1b05dad06dd121e917b746f32340237c3dd3169bece92163fec");
        let other = Case { printed: vec![], ..case() };
        assert_ne!(case().id(), other.id());
        assert_eq!(case().id(), Case { expected: None, ..case() }.id());
    }

    #[test]
    fn each_kind_of_bad_file_has_its_own_error() {
        let good = case().to_bytes();
        assert_eq!(Case::from_bytes(b""), Err(CaseError::NotACase));
        assert_eq!(Case::from_bytes(b"module {}"), Err(CaseError::NotACase));
        for cut in [3, 8, 11, 30, HEADER, good.len() - 1] {
            let result = Case::from_bytes(&good[..cut]);
            assert!(matches!(result, Err(CaseError::Truncated { .. })), "{cut}: {result:?}");
        }
        let mut newer = good.clone();
        newer[8] = 9;
        assert_eq!(Case::from_bytes(&newer), Err(CaseError::OtherFormat { found: 9 }));
        let mut flipped = good.clone();
        *flipped.last_mut().unwrap() ^= 1;
        assert_eq!(Case::from_bytes(&flipped), Err(CaseError::Damaged));
        let mut longer = good;
        longer.push(0);
        assert_eq!(Case::from_bytes(&longer), Err(CaseError::Damaged));
    }

    #[test]
    fn errors_name_the_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("c.bin");
        std::fs::write(&path, &case().to_bytes()[..60]).unwrap();
        let said = format!("{:#}", Case::load(&path).unwrap_err());
        assert!(
            said.starts_with(&format!("cannot replay {}: it is truncated: 60 bytes of ", path.display()))
        );
        let missing = format!("{:#}", Case::load(&dir.path().join("none")).unwrap_err());
        assert!(missing.starts_with("cannot read "), "{missing}");
    }

    #[test]
    fn debug_is_a_file_for_mlir_opt() {
        let text = format!("{:?}", case());
        assert_eq!(
            text,
            "module {}\n\
             // path a, 2 steps:\n\
             // mlir-opt --pass-pipeline='builtin.module(cse,inline)' FILE\n\
             // path b, put together while the program is lowered, from the bytes 01ab\n"
        );
    }

    #[test]
    fn a_case_is_fixed_to_the_steps_that_were_taken() {
        let fixed = case().fixed(&[ok("cse", 1), crashed("inline")]);
        let step = |pass: &str| PathSpec::Fixed(vec![format!("builtin.module({pass})")]);
        assert_eq!(fixed.paths, [step("cse"), step("inline")]);
        assert_eq!(fixed.printed, case().printed);
    }
}
