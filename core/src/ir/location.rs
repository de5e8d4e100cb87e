//! The places that operations come from (Builtin dialect, "Location Attributes").

use super::{Module, Operation};
use std::fmt::{Display, Formatter, Result};
use std::rc::Rc;

/// The place that an operation comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Location {
    /// A place in a file.
    Place {
        /// The file's name, or `-` for text that has none.
        file: Rc<str>,
        /// The line, from one.
        line: u32,
        /// The column, from one.
        column: u32,
    },
    /// Anything else, as MLIR prints it between the brackets of `loc(...)`.
    Other(Rc<str>),
}

impl Location {
    /// The location that MLIR prints so, with `loc` and its brackets; none of an unknown one.
    pub fn read(printed: &str) -> Option<Location> {
        let inside = printed.trim().strip_prefix("loc(")?.strip_suffix(')')?;
        // An alias, whose text stands in its place, has brackets of its own.
        if inside.starts_with("loc(") {
            return Location::read(inside);
        }
        let place = || {
            let (file, place) = inside.strip_prefix('"')?.split_once("\":")?;
            let (line, column) = place.split_once(':')?;
            let plain = !file.contains(['"', '\\']);
            let [line, column] = [line, column].map(|number| number.parse().ok());
            plain.then_some(Location::Place { file: file.into(), line: line?, column: column? })
        };
        (inside != "unknown").then(|| place().unwrap_or_else(|| Location::Other(inside.into())))
    }

    /// Line and column, or what MLIR prints where it is no place in a file.
    pub fn in_file(&self) -> String {
        match self {
            Location::Place { line, column, .. } => format!("{line}:{column}"),
            Location::Other(text) => text.to_string(),
        }
    }
}

impl Display for Location {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Location::Place { file, line, column } => write!(f, "loc(\"{file}\":{line}:{column})"),
            Location::Other(text) => write!(f, "loc({text})"),
        }
    }
}

impl Operation {
    /// The place that it comes from, in line and column where that is a place in a file; its number where nothing is known of it.
    pub fn place(&self) -> String {
        let known = self.location.as_ref().map(|location| location.in_file());
        known.unwrap_or_else(|| format!("operation {}", self.number))
    }
}

/// Gives each operation of a module the location that is told of its number.
pub fn locate(module: &mut Module, mut location: impl FnMut(u32) -> Option<Rc<Location>>) {
    visit(&mut module.operations, &mut |operation| operation.location = location(operation.number));
}

/// Hands over each operation, each before those in its regions.
pub(super) fn visit(operations: &mut [Operation], met: &mut impl FnMut(&mut Operation)) {
    for operation in operations {
        met(operation);
        let blocks = operation.regions.iter_mut().flatten();
        blocks.for_each(|block| visit(&mut block.operations, met));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir;

    #[test]
    fn locations_are_printed_as_they_were_read() {
        let place = Location::Place { file: "a b.mlir".into(), line: 3, column: 5 };
        assert_eq!(Location::read("loc(\"a b.mlir\":3:5)"), Some(place.clone()));
        assert_eq!(place.in_file(), "3:5");
        assert_eq!(Location::read("loc(unknown)"), None);
        for text in
            ["loc(\"f\\22\":3:5)", "loc(\"f\":3:5 to 4:6)", "loc(callsite(\"x\" at \"f\":3:5))", "loc(\"x\")"]
        {
            let read = Location::read(text).expect("it is known");
            assert!(matches!(read, Location::Other(_)), "{read:?}");
            assert_eq!(read.to_string(), text);
        }
    }

    #[test]
    fn a_module_keeps_its_locations() {
        let text = r#"#loc = loc("f":1:2)
"builtin.module"() ({
  "func.func"() ({
  ^bb0(%0: i8 loc("f":2:3)):
    "t.x"(%0) : (i8) -> () loc(#loc1)
    "t.y"() : () -> () loc(unknown)
  }) : () -> () loc(#loc)
}) : () -> () loc(#loc)
#loc1 = loc("f":3:5)
"#;
        let mut module = ir::module(text).expect("it is a module");
        let generic = module.generic();
        assert!(generic.contains("\"t.x\"(%0) : (i8) -> () loc(\"f\":3:5)\n"), "{generic}");
        assert!(generic.contains("\"t.y\"() : () -> ()\n"), "{generic}");
        assert!(generic.contains("}) : () -> () loc(\"f\":1:2)\n"), "{generic}");
        assert_eq!(ir::module(&generic).as_ref(), Ok(&module));
        ir::renumber(&mut module);
        assert_eq!(module.generic(), generic, "they stay as numbers change");
        let mut places = Vec::new();
        module.walk(&mut |operation| places.push(operation.place()));
        assert_eq!(places, ["1:2", "3:5", "operation 3"]);
        locate(&mut module, |_| None);
        assert!(!module.generic().contains("loc("));
    }
}
