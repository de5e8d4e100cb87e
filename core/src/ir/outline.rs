//! A flat view of a module: a list of its operations as text, each with its place, for whoever decides by the numbers of operations
//! what to change in it.

use super::{Module, Operation, Region, Value};
use serde::{Deserialize, Serialize};

/// A module: its operations in the order they are printed in, each before what is in its regions. The first is the module; an
/// operation has the place here that its [`Operation::number`] says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outline {
    /// The operations.
    pub lines: Vec<Line>,
}

/// One operation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Full name, such as `tosa.add`.
    pub name: String,
    /// The operation it is in; none for the module.
    pub parent: Option<usize>,
    /// Number of its block among those of the operation it is in, over all regions.
    pub block: usize,
    /// Number of the first operation behind it that is not in it.
    pub end: usize,
    /// True if it ends its block.
    pub terminator: bool,
    /// The values that it uses; none for a value that is not the module's.
    pub operands: Vec<Option<ValueOrigin>>,
    /// Types of the operands.
    pub operand_types: Vec<String>,
    /// Types of its results.
    pub results: Vec<String>,
    /// The targets of a branch: numbers of blocks of the operation it is in, as `block` counts them.
    pub successors: Vec<usize>,
    /// The blocks in it, over all regions.
    pub blocks: Vec<BlockLine>,
    /// Attributes in the order of their names, as text.
    pub attributes: Vec<(String, String)>,
}

/// A block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockLine {
    /// The region it is in.
    pub region: usize,
    /// Types of its arguments.
    pub arguments: Vec<String>,
}

/// The origin of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ValueOrigin {
    /// The result of this number of an operation.
    Result(usize, usize),
    /// The argument of this number of a block of an operation.
    Argument(usize, usize, usize),
}

impl Line {
    /// An attribute as text.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }
}

impl Outline {
    /// The outline of a module whose operations are numbered. `terminates` tells of the operation of a number if it ends its block,
    /// which its name alone does not tell.
    pub fn of(module: &Module, terminates: &dyn Fn(u32) -> bool) -> Outline {
        let values = vec![None; module.values.len()];
        let mut view = Flattening { module, terminates, lines: Vec::new(), values, operands: Vec::new() };
        let body = BlockLine { region: 0, arguments: Vec::new() };
        view.lines.push(Line {
            name: "builtin.module".to_owned(),
            parent: None,
            block: 0,
            end: 0,
            terminator: false,
            operands: Vec::new(),
            operand_types: Vec::new(),
            results: Vec::new(),
            successors: Vec::new(),
            blocks: vec![body],
            attributes: attributes(&module.attributes),
        });
        view.operands.push(&[]);
        module.operations.iter().for_each(|operation| view.operation(operation, (0, 0), 0));
        let Flattening { mut lines, values, operands, .. } = view;
        lines[0].end = lines.len();
        for (line, used) in lines.iter_mut().zip(operands) {
            line.operands = used.iter().map(|value| values[*value as usize]).collect();
        }
        Outline { lines }
    }

    /// True if operation `inner` is in `outer`, or is it.
    pub fn contains(&self, outer: usize, inner: usize) -> bool {
        (outer..self.lines[outer].end).contains(&inner)
    }

    /// The type of a value.
    pub fn type_of(&self, value: ValueOrigin) -> &str {
        match value {
            ValueOrigin::Result(line, index) => &self.lines[line].results[index],
            ValueOrigin::Argument(line, block, index) => &self.lines[line].blocks[block].arguments[index],
        }
    }

    /// The operations that use a value.
    pub fn users(&self, value: ValueOrigin) -> impl Iterator<Item = usize> {
        let uses = move |(_, line): &(usize, &Line)| line.operands.contains(&Some(value));
        self.lines.iter().enumerate().filter(uses).map(|(index, _)| index)
    }
}

fn attributes(own: &super::Attributes) -> Vec<(String, String)> {
    let mut spelled: Vec<(String, String)> =
        own.iter().map(|(name, value)| ((*name).to_owned(), value.to_string())).collect();
    spelled.sort();
    spelled
}

/// An outline while it is made.
struct Flattening<'m> {
    module: &'m Module,
    terminates: &'m dyn Fn(u32) -> bool,
    lines: Vec<Line>,
    /// The origin of each value, as far as it is known.
    values: Vec<Option<ValueOrigin>>,
    /// The values that each operation uses: a value may come behind its use.
    operands: Vec<&'m [Value]>,
}

impl<'m> Flattening<'m> {
    /// Adds an operation: the operation it is in, the number of its block there, and that of the first block of its region.
    fn operation(&mut self, operation: &'m Operation, (parent, block): (usize, usize), first: usize) {
        let number = self.lines.len();
        let types = |values: &[Value]| -> Vec<String> {
            values.iter().map(|value| self.module.ty(*value).to_string()).collect()
        };
        let of_region = |(region, blocks): (usize, &Region)| -> Vec<BlockLine> {
            blocks.iter().map(|block| BlockLine { region, arguments: types(&block.arguments) }).collect()
        };
        let line = Line {
            name: operation.name.to_owned(),
            parent: Some(parent),
            block,
            end: number,
            terminator: (self.terminates)(operation.number),
            operands: Vec::new(),
            operand_types: types(&operation.operands),
            results: types(&operation.results),
            successors: operation.successors.iter().map(|place| first + *place as usize).collect(),
            blocks: operation.regions.iter().enumerate().flat_map(of_region).collect(),
            attributes: attributes(&operation.attributes),
        };
        self.lines.push(line);
        self.operands.push(&operation.operands);
        for (index, value) in operation.results.iter().enumerate() {
            self.values[*value as usize] = Some(ValueOrigin::Result(number, index));
        }
        let mut place = 0;
        for region in &operation.regions {
            let first = place;
            for block in region {
                for (index, value) in block.arguments.iter().enumerate() {
                    self.values[*value as usize] = Some(ValueOrigin::Argument(number, place, index));
                }
                block.operations.iter().for_each(|inner| self.operation(inner, (number, place), first));
                place += 1;
            }
        }
        self.lines[number].end = self.lines.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir;

    #[test]
    fn an_outline_has_the_places_of_operations_blocks_and_values() {
        let text = r#""builtin.module"() ({
            "func.func"() <{function_type = (i1) -> i8, sym_name = "f"}> ({
            ^bb0(%0: i1):
              "cf.cond_br"(%0)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
            ^bb1:
              %1 = "arith.constant"() <{value = 3 : i8}> : () -> i8
              "cf.br"(%1)[^bb2] : (i8) -> ()
            ^bb2(%2: i8):
              %3 = "scf.if"(%0) ({
                "scf.yield"(%2) : (i8) -> ()
              }, {
                "scf.yield"(%1) : (i8) -> ()
              }) : (i1) -> i8
              "func.return"(%3) : (i8) -> ()
            }) : () -> ()
          }) {a.b = 1 : i8} : () -> ()"#;
        let mut module = ir::module(text).expect("it is a module");
        ir::renumber(&mut module);
        let outline = Outline::of(&module, &|number| [2, 4, 6, 7, 8].contains(&number));
        let lines = &outline.lines;
        let names: Vec<&str> = lines.iter().map(|line| line.name.as_str()).collect();
        let first = ["builtin.module", "func.func", "cf.cond_br", "arith.constant", "cf.br"];
        assert_eq!(names, [&first[..], &["scf.if", "scf.yield", "scf.yield", "func.return"]].concat());
        let ends: Vec<usize> = lines.iter().map(|line| line.end).collect();
        assert_eq!(ends, [9, 9, 3, 4, 5, 8, 7, 8, 9]);
        let places: Vec<_> = lines.iter().map(|line| (line.parent, line.block)).collect();
        let around = |parent, block| (Some(parent), block);
        assert_eq!(places[..5], [(None, 0), around(0, 0), around(1, 0), around(1, 1), around(1, 1)]);
        assert_eq!(places[5..], [around(1, 2), around(5, 0), around(5, 1), around(1, 2)]);
        assert_eq!((&lines[2].successors, &lines[4].successors), (&vec![1, 2], &vec![2]));
        let regions: Vec<usize> = lines[5].blocks.iter().map(|block| block.region).collect();
        assert_eq!((regions, lines[1].blocks.len()), (vec![0, 1], 3));
        let argument = ValueOrigin::Argument(1, 2, 0);
        assert_eq!(lines[6].operands, [Some(argument)]);
        assert_eq!(lines[7].operands, [Some(ValueOrigin::Result(3, 0))]);
        assert_eq!((outline.type_of(argument), &lines[5].operand_types[..]), ("i8", &["i1".to_owned()][..]));
        assert_eq!(outline.users(ValueOrigin::Argument(1, 0, 0)).collect::<Vec<_>>(), [2, 5]);
        assert!(outline.contains(5, 7) && !outline.contains(5, 8) && lines[6].terminator);
        assert_eq!(lines[0].attribute("a.b"), Some("1 : i8"));
        assert_eq!(lines[1].attribute("function_type"), Some("(i1) -> i8"));
        assert_eq!(lines[2].attribute("operandSegmentSizes"), Some("array<i32: 1, 0, 0>"));
    }
}
