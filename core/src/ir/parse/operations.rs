//! Operations, blocks and regions (MLIR Language Reference, "Operations", "Blocks", "Regions").

use super::cursor::{Failure, Parser, Read};
use crate::ir::{Attributes, Block, Module, Name, Operation, Region, Type, Value, name, renumber};
use std::collections::HashMap;
use std::rc::Rc;

/// Operations whose regions see no values around them (the trait `IsolatedFromAbove`): names of values may occur there once more. Of
/// other operations that have the trait, names alone that occur twice and are used before they are defined would be taken for others.
const ISOLATED: [&str; 6] =
    ["builtin.module", "func.func", "gpu.func", "gpu.module", "llvm.func", "llvm.mlir.global"];

/// A name of a value with the number of the result.
type Key<'a> = (&'a str, u32);

/// The names of one region.
#[derive(Default)]
struct Scope<'a> {
    isolated: bool,
    defined: HashMap<Key<'a>, Value>,
    /// Used and not yet defined: the value, and the place of its first use.
    awaited: HashMap<Key<'a>, (Value, usize)>,
}

/// Knowledge that grows while operations are read.
struct Reading<'a> {
    scopes: Vec<Scope<'a>>,
    values: Vec<Rc<Type>>,
    /// The type of a value that is used and not yet defined.
    unknown: Rc<Type>,
}

/// Names of blocks that come next, with their places in the text, while a region is read.
type Successors<'a> = Vec<(&'a str, usize)>;

impl<'a> Parser<'a> {
    /// The module that is all of the text: one `builtin.module`, or the operations of one.
    pub(super) fn module(&mut self) -> Read<Module> {
        let unknown = Rc::new(Type::None);
        let mut reading = Reading { scopes: vec![Scope::default()], values: Vec::new(), unknown };
        let (mut operations, mut loose) = (Vec::new(), Successors::new());
        while !self.at_end() {
            match self.peek() {
                b'#' => self.attribute_alias()?,
                b'!' => self.type_alias()?,
                b'{' => self.pass_resources()?,
                _ => operations.push(self.operation(&mut reading, &mut loose)?),
            }
        }
        if let Some((_, place)) = loose.first() {
            return self.fail_at(*place, "a block is named outside of all regions");
        }
        let awaited =
            reading.scopes.iter().flat_map(|scope| scope.awaited.iter()).min_by_key(|(_, (_, at))| *at);
        if let Some(((name, result), (_, place))) = awaited {
            return self.fail_at(*place, format!("the value `%{name}`, result {result}, is not defined"));
        }
        let mut module = Module { attributes: Attributes::new(), operations, values: reading.values };
        if let [outer] = &mut module.operations[..]
            && outer.name == "builtin.module"
        {
            let attributes = std::mem::take(&mut outer.attributes);
            let inner = match &mut outer.regions[..] {
                [region] if region.len() <= 1 => std::mem::take(region),
                _ => return self.fail_at(0, "a module has one region of one block"),
            };
            let block = inner.into_iter().next().unwrap_or_default();
            if !block.arguments.is_empty() {
                return self.fail_at(0, "the block of a module has no arguments");
            }
            module.attributes = attributes;
            module.operations = block.operations;
        }
        renumber(&mut module);
        Ok(module)
    }

    /// `#name = attribute`.
    fn attribute_alias(&mut self) -> Read<()> {
        self.expect("#")?;
        let alias = self.name_part();
        self.expect("=")?;
        self.skip();
        let start = self.place();
        let attribute = self.kept_attribute()?;
        let spelling = self.spelling(start);
        self.attribute_aliases.insert(alias, (spelling, attribute));
        Ok(())
    }

    /// `!name = type`.
    fn type_alias(&mut self) -> Read<()> {
        self.expect("!")?;
        let alias = self.name_part();
        self.expect("=")?;
        self.skip();
        let start = self.place();
        let ty = self.ty()?;
        let spelling = self.spelling(start);
        self.type_aliases.insert(alias, (spelling, ty));
        Ok(())
    }

    fn operation(&mut self, reading: &mut Reading<'a>, blocks: &mut Successors<'a>) -> Read<Operation> {
        let results_place = self.place();
        let names = self.result_names()?;
        if self.peek() != b'"' {
            return self.fail("expected an operation in generic form, its name in quotes");
        }
        let name = name(&self.string()?);
        let operands_place = self.place();
        self.expect("(")?;
        let operands = self.operands(reading)?;
        let successors = self.successors(blocks)?;
        let mut attributes = Attributes::new();
        if self.eat("<") {
            attributes = self.dictionary()?;
            self.expect(">")?;
        }
        let regions = match self.eat("(") {
            true => self.deeper(|parser| parser.regions(reading, name))?,
            false => Vec::new(),
        };
        if self.peek() == b'{' {
            let others = self.dictionary()?;
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
        self.expect(":")?;
        let (inputs, outputs) = self.signature()?;
        self.location()?;
        if inputs.len() != operands.len() {
            let counts = format!("{} operands and {} types for them", operands.len(), inputs.len());
            return self.fail_at(operands_place, counts);
        }
        for (operand, ty) in operands.iter().zip(inputs) {
            let known = &mut reading.values[*operand as usize];
            if Rc::ptr_eq(known, &reading.unknown) {
                *known = ty;
            }
        }
        let results = self.define_results(reading, &names, outputs, results_place)?;
        Ok(Operation { name, number: 0, operands, results, attributes, successors, regions })
    }

    /// `%a, %b:2 =`, if it comes next.
    fn result_names(&mut self) -> Read<Vec<(&'a str, u32)>> {
        let mut names = Vec::new();
        if self.peek() != b'%' {
            return Ok(names);
        }
        loop {
            let name = self.value_name()?;
            names.push((name, if self.eat(":") { self.number()? } else { 1 }));
            if !self.eat(",") {
                break;
            }
        }
        self.expect("=")?;
        Ok(names)
    }

    fn value_name(&mut self) -> Read<&'a str> {
        self.expect("%")?;
        match self.name_part() {
            "" => self.fail("expected the name of a value"),
            name => Ok(name),
        }
    }

    fn define_results(
        &self,
        reading: &mut Reading<'a>,
        names: &[(&'a str, u32)],
        types: Vec<Rc<Type>>,
        place: usize,
    ) -> Read<Vec<Value>> {
        let named = names.iter().map(|(_, count)| u64::from(*count)).sum::<u64>();
        if !names.is_empty() && named != types.len() as u64 {
            return self.fail_at(place, format!("{named} names and {} types for results", types.len()));
        }
        if names.is_empty() {
            return Ok(types.into_iter().map(|ty| reading.make(ty)).collect());
        }
        let keys = names.iter().flat_map(|(name, count)| (0..*count).map(move |result| (*name, result)));
        keys.zip(types).map(|(key, ty)| reading.define(key, ty, place)).collect()
    }

    /// Operands up to the closing bracket.
    fn operands(&mut self, reading: &mut Reading<'a>) -> Read<Vec<Value>> {
        let mut operands = Vec::new();
        if self.eat(")") {
            return Ok(operands);
        }
        loop {
            self.skip();
            let place = self.place();
            let name = self.value_name()?;
            let result = match self.next_byte() {
                b'#' => {
                    self.expect("#")?;
                    self.number()?
                }
                _ => 0,
            };
            operands.push(reading.used((name, result), place));
            if !self.eat(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(operands)
    }

    /// `[^a, ^b]`, if it comes next, as places in a list of names.
    fn successors(&mut self, blocks: &mut Successors<'a>) -> Read<Vec<u32>> {
        let mut successors = Vec::new();
        if !self.eat("[") {
            return Ok(successors);
        }
        loop {
            self.skip();
            let place = self.place();
            successors.push(blocks.len() as u32);
            blocks.push((self.block_name()?, place));
            if !self.eat(",") {
                break;
            }
        }
        self.expect("]")?;
        Ok(successors)
    }

    fn block_name(&mut self) -> Read<&'a str> {
        self.expect("^")?;
        match self.name_part() {
            "" => self.fail("expected the name of a block"),
            name => Ok(name),
        }
    }

    /// `{...}, {...})`.
    fn regions(&mut self, reading: &mut Reading<'a>, owner: Name) -> Read<Vec<Region>> {
        let mut regions = Vec::new();
        loop {
            let isolated = ISOLATED.contains(&owner);
            reading.scopes.push(Scope { isolated, ..Scope::default() });
            regions.push(self.region(reading)?);
            if let Err((key, place)) = reading.leave() {
                let (name, result) = key;
                return self.fail_at(place, format!("the value `%{name}`, result {result}, is not defined"));
            }
            if !self.eat(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(regions)
    }

    fn region(&mut self, reading: &mut Reading<'a>) -> Read<Region> {
        self.expect("{")?;
        let (mut region, mut named, mut wanted) = (Region::new(), HashMap::new(), Successors::new());
        loop {
            match self.peek() {
                b'}' => break,
                b'^' => {
                    let place = self.place();
                    let name = self.block_name()?;
                    if named.insert(name, region.len() as u32).is_some() {
                        return self.fail_at(place, format!("the block `^{name}` is there twice"));
                    }
                    let arguments = match self.eat("(") {
                        true => self.block_arguments(reading)?,
                        false => Vec::new(),
                    };
                    self.expect(":")?;
                    region.push(Block { arguments, operations: Vec::new() });
                }
                _ => {
                    let operation = self.operation(reading, &mut wanted)?;
                    match region.last_mut() {
                        Some(block) => block.operations.push(operation),
                        None => region.push(Block { arguments: Vec::new(), operations: vec![operation] }),
                    }
                }
            }
        }
        self.expect("}")?;
        for operation in region.iter_mut().flat_map(|block| &mut block.operations) {
            for successor in &mut operation.successors {
                let (name, place) = wanted[*successor as usize];
                match named.get(name) {
                    Some(block) => *successor = *block,
                    None => return self.fail_at(place, format!("there is no block `^{name}`")),
                }
            }
        }
        Ok(region)
    }

    fn block_arguments(&mut self, reading: &mut Reading<'a>) -> Read<Vec<Value>> {
        let mut arguments = Vec::new();
        if self.eat(")") {
            return Ok(arguments);
        }
        loop {
            self.skip();
            let place = self.place();
            let name = self.value_name()?;
            self.expect(":")?;
            let ty = self.kept_type()?;
            self.location()?;
            arguments.push(reading.define((name, 0), ty, place)?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(arguments)
    }

    /// Passes over `loc(...)`, if it comes next.
    fn location(&mut self) -> Read<()> {
        match self.peek() == b'l' && self.eat_word("loc") {
            true => self.pass_brackets(),
            false => Ok(()),
        }
    }
}

impl<'a> Reading<'a> {
    /// A new value.
    fn make(&mut self, ty: Rc<Type>) -> Value {
        self.values.push(ty);
        (self.values.len() - 1) as Value
    }

    /// The value of that name, which may be defined later.
    fn used(&mut self, key: Key<'a>, place: usize) -> Value {
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
    fn define(&mut self, key: Key<'a>, ty: Rc<Type>, place: usize) -> Read<Value> {
        let awaited = self.scopes.last_mut().and_then(|scope| scope.awaited.remove(&key));
        let value = match awaited {
            Some((value, _)) => {
                self.values[value as usize] = ty;
                value
            }
            None => self.make(ty),
        };
        match self.scopes.last_mut().and_then(|scope| scope.defined.insert(key, value)) {
            Some(_) => {
                Err(Failure { at: place, what: format!("the value `%{}` is defined twice", key.0).into() })
            }
            None => Ok(value),
        }
    }

    /// Ends the innermost region: what it uses and nobody has defined may be defined around it.
    fn leave(&mut self) -> Result<(), (Key<'a>, usize)> {
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
