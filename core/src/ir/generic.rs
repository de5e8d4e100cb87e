//! Modules in generic form (MLIR Language Reference, "Operations").

use super::print::{separated, write_attributes, write_signature};
use super::{Attribute, Block, Module, Name, Operation, Region, Type, Value};
use std::fmt::{Display, Formatter, Result, Write};
use std::rc::Rc;

/// Operations, all of a dialect or one, with properties that are no attributes, and attributes that stand beside these. MLIR takes an attribute
/// of the operation's own from the dictionary behind its regions too, but such a property from `<{...}>` alone, which has to be complete.
const PROPERTIES: [(&str, &[Name], &[Name]); 2] = [
    ("affine.linearize_index", &["disjoint"], &["operandSegmentSizes", "static_basis"]),
    ("llvm", &["noWrapFlags", "overflowFlags"], &["elem_type", "rawConstantIndices"]),
];

/// The names of the attributes that stand in `<{...}>`, in two lists.
fn in_properties(operation: &Operation) -> [&'static [Name]; 2] {
    let dialect = crate::observe::dialect(operation.name);
    let row = PROPERTIES.iter().find(|(of, ..)| [dialect, operation.name].contains(of));
    let has = |properties: &[Name]| operation.attributes.iter().any(|(name, _)| properties.contains(name));
    row.filter(|(_, properties, _)| has(properties))
        .map_or([&[]; 2], |(_, properties, beside)| [properties, beside])
}

impl Module {
    /// The module in generic form. Values are named by their numbers.
    pub fn generic(&self) -> String {
        self.commented(|_| Vec::new())
    }

    /// As [`Module::generic`], with comments in front of operations, by their number. A comment is one line.
    pub fn commented<'c>(&self, comments: impl Fn(u32) -> Vec<&'c str>) -> String {
        Generic(self, &comments).to_string()
    }
}

/// A module, and the comments in front of an operation.
struct Generic<'m, 'c>(&'m Module, &'m dyn Fn(u32) -> Vec<&'c str>);

impl Display for Generic<'_, '_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("\"builtin.module\"() ({\n")?;
        // A block that is empty has to be named.
        if self.0.operations.is_empty() {
            f.write_str("^bb0:\n")?;
        }
        self.operations(f, &self.0.operations, 1)?;
        f.write_str("})")?;
        write_dictionary(f, (" {", "}"), &self.0.attributes, |_| true)?;
        f.write_str(" : () -> ()\n")
    }
}

impl Generic<'_, '_> {
    fn operations(&self, f: &mut Formatter<'_>, operations: &[Operation], depth: usize) -> Result {
        operations.iter().try_for_each(|operation| self.operation(f, operation, depth))
    }

    fn operation(&self, f: &mut Formatter<'_>, operation: &Operation, depth: usize) -> Result {
        for comment in self.1(operation.number) {
            indent(f, depth)?;
            writeln!(f, "// {comment}")?;
        }
        indent(f, depth)?;
        if !operation.results.is_empty() {
            write_values(f, &operation.results)?;
            f.write_str(" = ")?;
        }
        write!(f, "\"{}\"(", operation.name)?;
        write_values(f, &operation.operands)?;
        f.write_char(')')?;
        if !operation.successors.is_empty() {
            f.write_char('[')?;
            separated(f, &operation.successors, |f, block| write!(f, "^bb{block}"))?;
            f.write_char(']')?;
        }
        let properties = in_properties(operation).concat();
        let is_property = |name: Name| properties.contains(&name);
        write_dictionary(f, (" <{", "}>"), &operation.attributes, is_property)?;
        if !operation.regions.is_empty() {
            f.write_str(" (")?;
            separated(f, &operation.regions, |f, region| self.region(f, region, depth))?;
            f.write_char(')')?;
        }
        write_dictionary(f, (" {", "}"), &operation.attributes, |name| !is_property(name))?;
        f.write_str(" : ")?;
        write_signature(f, &self.types(&operation.operands), &self.types(&operation.results))?;
        if let Some(location) = &operation.location {
            write!(f, " {location}")?;
        }
        f.write_char('\n')
    }

    fn types(&self, values: &[Value]) -> Vec<Rc<Type>> {
        values.iter().map(|value| Rc::clone(self.0.ty(*value))).collect()
    }

    fn region(&self, f: &mut Formatter<'_>, region: &Region, depth: usize) -> Result {
        f.write_str("{\n")?;
        for (number, block) in region.iter().enumerate() {
            if number > 0 || !block.arguments.is_empty() || block.operations.is_empty() {
                indent(f, depth)?;
                self.label(f, number, block)?;
            }
            self.operations(f, &block.operations, depth + 1)?;
        }
        indent(f, depth)?;
        f.write_char('}')
    }

    fn label(&self, f: &mut Formatter<'_>, number: usize, block: &Block) -> Result {
        write!(f, "^bb{number}")?;
        if !block.arguments.is_empty() {
            f.write_char('(')?;
            separated(f, &block.arguments, |f, value| write!(f, "%{value}: {}", self.0.ty(*value)))?;
            f.write_char(')')?;
        }
        f.write_str(":\n")
    }
}

fn indent(f: &mut Formatter<'_>, depth: usize) -> Result {
    (0..depth).try_for_each(|_| f.write_str("  "))
}

fn write_values(f: &mut Formatter<'_>, values: &[Value]) -> Result {
    separated(f, values, |f, value| write!(f, "%{value}"))
}

/// Writes the attributes that are asked for in these brackets, and nothing if there are none.
fn write_dictionary(
    f: &mut Formatter<'_>,
    (open, close): (&str, &str),
    attributes: &[(Name, Rc<Attribute>)],
    wanted: impl Fn(Name) -> bool,
) -> Result {
    let wanted: Vec<_> = attributes.iter().filter(|(name, _)| wanted(name)).collect();
    if wanted.is_empty() {
        return Ok(());
    }
    f.write_str(open)?;
    write_attributes(f, wanted)?;
    f.write_str(close)
}
