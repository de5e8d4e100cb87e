//! The functions of MLIR's runtime libraries that print, told by their names: what each shows, and of which type.

use super::elements::{Elements, for_elements, for_ranked};
use crate::observe::Element;

/// The thing that a call of a print function adds to the outputs of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintKind {
    /// A number of this type.
    Number(Element),
    /// A memref or tensor of any rank, of these elements.
    Unranked(Elements),
    /// A memref of a rank that the name tells, of these elements.
    Ranked(Elements),
    /// Something whose type the name does not tell.
    Something,
    /// A bracket around numbers, or what separates them.
    Brackets,
    /// Nothing: a line break, a text, the look of a memref, the speed of a run.
    Nothing,
}

impl PrintKind {
    /// True of a part of an output, or a whole one.
    pub fn is_output(self) -> bool {
        self != PrintKind::Nothing
    }

    /// The element type of the output; none where it is not known, or an element has several parts.
    pub fn element(self) -> Option<Element> {
        match self {
            PrintKind::Number(element) => Some(element),
            PrintKind::Unranked(elements) | PrintKind::Ranked(elements) => {
                elements.parts.is_empty().then_some(elements.part)
            }
            PrintKind::Something | PrintKind::Brackets | PrintKind::Nothing => None,
        }
    }
}

macro_rules! unranked {
    ($($suffix:literal, $element:ident, $parts:tt;)*) => {
        const UNRANKED: &[(&str, Elements)] =
            &[$(($suffix, Elements { part: Element::$element, parts: &$parts })),*];
    };
}

macro_rules! ranked {
    ($($suffix:literal, $rank:literal, $element:ident, $parts:tt;)*) => {
        const RANKED: &[(&str, Elements)] =
            &[$(($suffix, Elements { part: Element::$element, parts: &$parts })),*];
    };
}

for_elements!(unranked);
for_ranked!(ranked);

/// The thing that the function of this name shows; none of one that does not print. A function that no library has shows something if its
/// name begins with `print`.
pub fn shown_by(function: &str) -> Option<PrintKind> {
    let own = function.strip_prefix("_mlir_ciface_").unwrap_or(function);
    let what = own.strip_prefix("print")?;
    Some(match what {
        "I64" | "U64" => PrintKind::Number(Element::I64),
        "F64" => PrintKind::Number(Element::F64),
        "F32" => PrintKind::Number(Element::F32),
        "F16" => PrintKind::Number(Element::F16),
        "BF16" => PrintKind::Number(Element::Bf16),
        "Open" | "Close" | "Comma" => PrintKind::Brackets,
        "Newline" | "String" | "Flops" => PrintKind::Nothing,
        _ => what.strip_prefix("Memref").map_or(PrintKind::Something, shown_of_memref),
    })
}

/// The thing that is shown of a memref by the function of this name, without its beginning.
fn shown_of_memref(what: &str) -> PrintKind {
    let find = |table: &[(&str, Elements)]| table.iter().find(|(suffix, _)| *suffix == what).map(|row| row.1);
    match (find(UNRANKED), find(RANKED)) {
        _ if what.starts_with("Shape") => PrintKind::Nothing,
        (Some(elements), _) => PrintKind::Unranked(elements),
        (None, Some(elements)) => PrintKind::Ranked(elements),
        (None, None) => PrintKind::Something,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_what_is_shown() {
        let elements = Elements { part: Element::F32, parts: &[] };
        assert_eq!(shown_by("printF32"), Some(PrintKind::Number(Element::F32)));
        assert_eq!(shown_by("printMemrefF32"), Some(PrintKind::Unranked(elements)));
        assert_eq!(shown_by("_mlir_ciface_printMemrefF32"), Some(PrintKind::Unranked(elements)));
        assert_eq!(shown_by("_mlir_ciface_printMemref2dF32"), Some(PrintKind::Ranked(elements)));
        assert_eq!(shown_by("printApFloat"), Some(PrintKind::Something));
        for part in ["printOpen", "printClose", "printComma"] {
            assert_eq!(shown_by(part), Some(PrintKind::Brackets));
        }
        for nothing in ["printNewline", "printString", "printFlops", "_mlir_ciface_printMemrefShapeF32"] {
            assert!(shown_by(nothing).is_some_and(|shown| !shown.is_output()), "{nothing}");
        }
        assert_eq!(
            (shown_by("malloc"), shown_by("_mlir_ciface_nanoTime"), shown_by("main")),
            (None, None, None)
        );
    }

    #[test]
    fn types_are_told_of_plain_elements_alone() {
        let element = |name: &str| shown_by(name).and_then(PrintKind::element);
        assert_eq!(element("printU64"), Some(Element::I64));
        assert_eq!(element("printMemrefInd"), Some(Element::Index));
        assert_eq!(element("printMemrefBF16"), Some(Element::Bf16));
        assert_eq!((element("printMemrefC32"), element("printOpen")), (None, None));
    }
}
