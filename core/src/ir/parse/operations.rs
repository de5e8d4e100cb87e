//! Operations, blocks and regions (MLIR Language Reference, "Operations", "Blocks", "Regions").

use super::cursor::{ParseFailure, Parser, Read};
use super::{attributes, types};
use crate::ir::location::visit;
use crate::ir::{Attributes, Block, Location, Module, Name, Operation, Region, Type, Value, name, renumber};
use std::collections::HashMap;
use std::rc::Rc;

/// Operations whose regions see no values around them (the trait `IsolatedFromAbove`): names of values may occur there once more. Of
/// other operations that have the trait, names alone that occur twice and are used before they are defined would be taken for others.
const ISOLATED: [&str; 6] =
    ["builtin.module", "func.func", "gpu.func", "gpu.module", "llvm.func", "llvm.mlir.global"];

/// A name of a value with the number of the result.
type ResultKey<'a> = (&'a str, u32);

/// The names of one region.
#[derive(Default)]
struct Scope<'a> {
    isolated: bool,
    defined: HashMap<ResultKey<'a>, Value>,
    /// Used and not yet defined: the value, and the place of its first use.
    awaited: HashMap<ResultKey<'a>, (Value, usize)>,
}

/// Knowledge that grows while operations are read.
struct ModuleReading<'a> {
    scopes: Vec<Scope<'a>>,
    values: Vec<Rc<Type>>,
    /// The type of a value that is used and not yet defined.
    unknown: Rc<Type>,
}

/// Names of blocks that come next, with their places in the text, while a region is read.
type Successors<'a> = Vec<(&'a str, usize)>;

/// The module that is all of the text: one `builtin.module`, or the operations of one.
pub(super) fn module(parser: &mut Parser<'_>) -> Read<Module> {
    let unknown = Rc::new(Type::None);
    let mut reading = ModuleReading { scopes: vec![Scope::default()], values: Vec::new(), unknown };
    let (mut operations, mut loose) = (Vec::new(), Successors::new());
    while !parser.at_end() {
        match parser.peek() {
            b'#' => attribute_alias(parser)?,
            b'!' => type_alias(parser)?,
            b'{' => parser.pass_resources()?,
            _ => operations.push(operation(parser, &mut reading, &mut loose)?),
        }
    }
    if let Some((_, place)) = loose.first() {
        return parser.fail_at(*place, "a block is named outside of all regions");
    }
    let awaited = reading.scopes.iter().flat_map(|scope| scope.awaited.iter()).min_by_key(|(_, (_, at))| *at);
    if let Some(((name, result), (_, place))) = awaited {
        return parser.fail_at(*place, format!("the value `%{name}`, result {result}, is not defined"));
    }
    resolve_locations(parser, &mut operations);
    let mut module = Module { attributes: Attributes::default(), operations, values: reading.values };
    if let [outer] = &mut module.operations[..]
        && outer.name == "builtin.module"
    {
        let attributes = std::mem::take(&mut outer.attributes);
        let inner = match &mut outer.regions[..] {
            [region] if region.len() <= 1 => std::mem::take(region),
            _ => return parser.fail_at(0, "a module has one region of one block"),
        };
        let block = inner.into_iter().next().unwrap_or_default();
        if !block.arguments.is_empty() {
            return parser.fail_at(0, "the block of a module has no arguments");
        }
        module.attributes = attributes;
        module.operations = block.operations;
    }
    renumber(&mut module);
    Ok(module)
}

/// `#name = attribute`.
fn attribute_alias(parser: &mut Parser<'_>) -> Read<()> {
    parser.expect("#")?;
    let alias = parser.name_part();
    parser.expect("=")?;
    parser.skip();
    let start = parser.place();
    let attribute = attributes::kept_attribute(parser)?;
    let spelling = parser.spelling(start)?;
    parser.attribute_aliases.insert(alias, (spelling, attribute));
    Ok(())
}

/// `!name = type`.
fn type_alias(parser: &mut Parser<'_>) -> Read<()> {
    parser.expect("!")?;
    let alias = parser.name_part();
    parser.expect("=")?;
    parser.skip();
    let start = parser.place();
    let ty = types::ty(parser)?;
    let spelling = parser.spelling(start)?;
    parser.type_aliases.insert(alias, (spelling, ty));
    Ok(())
}

fn operation<'a>(
    parser: &mut Parser<'a>,
    reading: &mut ModuleReading<'a>,
    blocks: &mut Successors<'a>,
) -> Read<Operation> {
    let results_place = parser.place();
    let names = result_names(parser)?;
    if parser.peek() != b'"' {
        return parser.fail("expected an operation in generic form, its name in quotes");
    }
    let name = name(&parser.string()?);
    let operands_place = parser.place();
    parser.expect("(")?;
    let operands = operands(parser, reading)?;
    let successors = successors(parser, blocks)?;
    let mut attributes = Attributes::default();
    if parser.eat("<") {
        attributes = attributes::dictionary(parser)?;
        parser.expect(">")?;
    }
    let regions = match parser.eat("(") {
        true => parser.deeper(|parser| regions(parser, reading, name))?,
        false => Vec::new(),
    };
    if parser.peek() == b'{' {
        let others = attributes::dictionary(parser)?;
        if attributes.is_empty() {
            attributes = others;
        } else if !others.is_empty() {
            // An attribute of the operation's own may stand in both, and the first is the one that counts.
            let own = attributes.len();
            for (other, value) in others {
                if !attributes[..own].iter().any(|(known, _)| *known == other) {
                    attributes.push((other, value));
                }
            }
            attributes.sort_by_key(|(name, _)| *name);
        }
    }
    parser.expect(":")?;
    let (inputs, outputs) = types::signature(parser)?;
    let location = location(parser)?;
    if inputs.len() != operands.len() {
        let counts = format!("{} operands and {} types for them", operands.len(), inputs.len());
        return parser.fail_at(operands_place, counts);
    }
    for (operand, ty) in operands.iter().zip(inputs) {
        let known = &mut reading.values[*operand as usize];
        if Rc::ptr_eq(known, &reading.unknown) {
            *known = ty;
        }
    }
    let results = define_results(parser, reading, &names, outputs, results_place)?;
    Ok(Operation { name, number: 0, operands, results, attributes, successors, regions, location })
}

/// `%a, %b:2 =`, if it comes next.
fn result_names<'a>(parser: &mut Parser<'a>) -> Read<Vec<(&'a str, u32)>> {
    let mut names = Vec::new();
    if parser.peek() != b'%' {
        return Ok(names);
    }
    loop {
        let name = value_name(parser)?;
        names.push((name, if parser.eat(":") { parser.number()? } else { 1 }));
        if !parser.eat(",") {
            break;
        }
    }
    parser.expect("=")?;
    Ok(names)
}

fn value_name<'a>(parser: &mut Parser<'a>) -> Read<&'a str> {
    parser.expect("%")?;
    match parser.name_part() {
        "" => parser.fail("expected the name of a value"),
        name => Ok(name),
    }
}

fn define_results<'a>(
    parser: &Parser<'a>,
    reading: &mut ModuleReading<'a>,
    names: &[(&'a str, u32)],
    types: Vec<Rc<Type>>,
    place: usize,
) -> Read<Vec<Value>> {
    let named = names.iter().map(|(_, count)| u64::from(*count)).sum::<u64>();
    if !names.is_empty() && named != types.len() as u64 {
        return parser.fail_at(place, format!("{named} names and {} types for results", types.len()));
    }
    if names.is_empty() {
        return Ok(types.into_iter().map(|ty| reading.make(ty)).collect());
    }
    let keys = names.iter().flat_map(|(name, count)| (0..*count).map(move |result| (*name, result)));
    keys.zip(types).map(|(key, ty)| reading.define(key, ty, place)).collect()
}

/// Operands up to the closing bracket.
fn operands<'a>(parser: &mut Parser<'a>, reading: &mut ModuleReading<'a>) -> Read<Vec<Value>> {
    let mut operands = Vec::new();
    if parser.eat(")") {
        return Ok(operands);
    }
    loop {
        parser.skip();
        let place = parser.place();
        let name = value_name(parser)?;
        let result = match parser.next_byte() {
            b'#' => {
                parser.expect("#")?;
                parser.number()?
            }
            _ => 0,
        };
        operands.push(reading.used((name, result), place));
        if !parser.eat(",") {
            break;
        }
    }
    parser.expect(")")?;
    Ok(operands)
}

/// `[^a, ^b]`, if it comes next, as places in a list of names.
fn successors<'a>(parser: &mut Parser<'a>, blocks: &mut Successors<'a>) -> Read<Vec<u32>> {
    let mut successors = Vec::new();
    if !parser.eat("[") {
        return Ok(successors);
    }
    loop {
        parser.skip();
        let place = parser.place();
        successors.push(blocks.len() as u32);
        blocks.push((block_name(parser)?, place));
        if !parser.eat(",") {
            break;
        }
    }
    parser.expect("]")?;
    Ok(successors)
}

fn block_name<'a>(parser: &mut Parser<'a>) -> Read<&'a str> {
    parser.expect("^")?;
    match parser.name_part() {
        "" => parser.fail("expected the name of a block"),
        name => Ok(name),
    }
}

/// `{...}, {...})`.
fn regions<'a>(parser: &mut Parser<'a>, reading: &mut ModuleReading<'a>, owner: Name) -> Read<Vec<Region>> {
    let mut regions = Vec::new();
    loop {
        let isolated = ISOLATED.contains(&owner);
        reading.scopes.push(Scope { isolated, ..Scope::default() });
        regions.push(region(parser, reading)?);
        if let Err((key, place)) = reading.leave() {
            let (name, result) = key;
            return parser.fail_at(place, format!("the value `%{name}`, result {result}, is not defined"));
        }
        if !parser.eat(",") {
            break;
        }
    }
    parser.expect(")")?;
    Ok(regions)
}

fn region<'a>(parser: &mut Parser<'a>, reading: &mut ModuleReading<'a>) -> Read<Region> {
    parser.expect("{")?;
    let (mut region, mut named, mut wanted) = (Region::new(), HashMap::new(), Successors::new());
    loop {
        match parser.peek() {
            b'}' => break,
            b'^' => {
                let place = parser.place();
                let name = block_name(parser)?;
                if named.insert(name, region.len() as u32).is_some() {
                    return parser.fail_at(place, format!("the block `^{name}` is there twice"));
                }
                let arguments = match parser.eat("(") {
                    true => block_arguments(parser, reading)?,
                    false => Vec::new(),
                };
                parser.expect(":")?;
                region.push(Block { arguments, operations: Vec::new() });
            }
            _ => {
                let operation = operation(parser, reading, &mut wanted)?;
                match region.last_mut() {
                    Some(block) => block.operations.push(operation),
                    None => region.push(Block { arguments: Vec::new(), operations: vec![operation] }),
                }
            }
        }
    }
    parser.expect("}")?;
    for operation in region.iter_mut().flat_map(|block| &mut block.operations) {
        for successor in &mut operation.successors {
            let (name, place) = wanted[*successor as usize];
            match named.get(name) {
                Some(block) => *successor = *block,
                None => return parser.fail_at(place, format!("there is no block `^{name}`")),
            }
        }
    }
    Ok(region)
}

fn block_arguments<'a>(parser: &mut Parser<'a>, reading: &mut ModuleReading<'a>) -> Read<Vec<Value>> {
    let mut arguments = Vec::new();
    if parser.eat(")") {
        return Ok(arguments);
    }
    loop {
        parser.skip();
        let place = parser.place();
        let name = value_name(parser)?;
        parser.expect(":")?;
        let ty = types::kept_type(parser)?;
        location(parser)?;
        arguments.push(reading.define((name, 0), ty, place)?);
        if !parser.eat(",") {
            break;
        }
    }
    parser.expect(")")?;
    Ok(arguments)
}

/// `loc(...)`, if it comes next.
fn location(parser: &mut Parser<'_>) -> Read<Option<Rc<Location>>> {
    if parser.peek() != b'l' {
        return Ok(None);
    }
    let start = parser.place();
    if !parser.eat_word("loc") {
        return Ok(None);
    }
    parser.pass_brackets()?;
    let spelling = parser.spelling(start)?;
    Ok(Location::read(&spelling).map(Rc::new))
}

/// Puts locations in place of their aliases, which MLIR defines behind the module.
fn resolve_locations(parser: &Parser<'_>, operations: &mut [Operation]) {
    visit(operations, &mut |operation| {
        let Some(Location::Other(text)) = operation.location.as_deref() else { return };
        let alias = text.strip_prefix('#').and_then(|name| parser.attribute_aliases.get(name));
        if let Some((spelling, _)) = alias {
            operation.location = Location::read(spelling).map(Rc::new);
        }
    });
}

impl<'a> ModuleReading<'a> {
    /// A new value.
    fn make(&mut self, ty: Rc<Type>) -> Value {
        self.values.push(ty);
        (self.values.len() - 1) as Value
    }

    /// The value of that name, which may be defined later.
    fn used(&mut self, key: ResultKey<'a>, place: usize) -> Value {
        for scope in self.scopes.iter().rev() {
            if let Some(value) = scope.defined.get(&key).or_else(|| Some(&scope.awaited.get(&key)?.0)) {
                return *value;
            }
            if scope.isolated {
                break;
            }
        }
        let value = self.make(self.unknown.clone());
        if let Some(scope) = self.scopes.last_mut() {
            scope.awaited.insert(key, (value, place));
        }
        value
    }

    /// Gives a name to a value of the innermost region.
    fn define(&mut self, key: ResultKey<'a>, ty: Rc<Type>, place: usize) -> Read<Value> {
        let awaited = self.scopes.last_mut().and_then(|scope| scope.awaited.remove(&key));
        let value = match awaited {
            Some((value, _)) => {
                self.values[value as usize] = ty;
                value
            }
            None => self.make(ty),
        };
        match self.scopes.last_mut().and_then(|scope| scope.defined.insert(key, value)) {
            Some(_) => Err(ParseFailure {
                at: place,
                what: format!("the value `%{}` is defined twice", key.0).into(),
            }),
            None => Ok(value),
        }
    }

    /// Ends the innermost region: what it uses and nobody has defined may be defined around it.
    fn leave(&mut self) -> Result<(), (ResultKey<'a>, usize)> {
        let Some(left) = self.scopes.pop() else { return Ok(()) };
        if let (true, Some((key, (_, place)))) =
            (left.isolated, left.awaited.iter().min_by_key(|(_, (_, at))| *at))
        {
            return Err((*key, *place));
        }
        if let Some(around) = self.scopes.last_mut() {
            around.awaited.extend(left.awaited);
        }
        Ok(())
    }
}
