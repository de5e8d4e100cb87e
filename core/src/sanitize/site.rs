//! One operation that is repaired, with what is known around it and the operations that are put before it, behind it and in its place.

use crate::eval::lane::{mask, signed};
use crate::ir::{self, Attribute, Attributes, Block, Dense, Name, Operation, Signedness, Type, Value};
use crate::observe::Element;
use crate::path::OperationTrait;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// A comparison of integers, by the number that `arith.cmpi` has for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Predicate {
    Equal = 0,
    SignedLess = 2,
    SignedAtMost = 3,
    SignedGreater = 4,
    SignedAtLeast = 5,
    UnsignedLess = 6,
    UnsignedAtMost = 7,
}

/// The definition of a value.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The name of the operation that makes it.
    pub name: Name,
    /// The operands of that operation.
    pub operands: Vec<Value>,
    /// The elements, where it is a constant.
    pub constant: Option<Rc<Attribute>>,
}

/// Facts about a module before anything is repaired.
#[derive(Debug, Default)]
pub struct ModuleFacts {
    /// The operations that make values; none of the arguments of blocks.
    pub made: HashMap<Value, Definition>,
    /// Names of the operations that take a value, with the place among their operands, in order.
    pub uses: HashMap<Value, Vec<(Name, usize)>>,
    /// The name of the last operation of the block that makes a value that takes it, or holds one that does; none of a value that is taken
    /// in another block.
    pub last: HashMap<Value, Name>,
    /// Names of globals whose memory something takes that may write it.
    pub written: HashSet<String>,
}

/// The end of a function.
#[derive(Debug)]
pub struct FunctionEnd {
    /// The operation that returns from it.
    pub name: &'static str,
    /// The types of its results.
    pub results: Vec<Rc<Type>>,
}

/// An operation under repair. Emitted operations land before it; `behind` holds what follows it.
pub struct RepairSite<'f> {
    /// Facts about the module as it was.
    pub facts: &'f ModuleFacts,
    /// The end of the function in whose own blocks the operation is; none inside of another operation.
    pub function: Option<Rc<FunctionEnd>>,
    /// The types of all values, new ones at the end.
    pub values: Vec<Rc<Type>>,
    /// The operation as it will be; none where nothing is left of it.
    pub operation: Option<Operation>,
    /// Operations that are put before it.
    before: Vec<Operation>,
    /// Operations that are put behind it.
    pub behind: Vec<Operation>,
    /// Values that stand for others from here on: uses of the first become uses of the second.
    pub replaced: Vec<(Value, Value)>,
    /// Constants that were emitted and hold everywhere below this place.
    constants: Vec<(Value, i128)>,
}

/// The parts that an operation under repair becomes.
pub struct Parts {
    /// All operations in order.
    pub operations: Vec<Operation>,
    /// The types of all values.
    pub values: Vec<Rc<Type>>,
    /// Values that stand for others from here on: uses of the first become uses of the second.
    pub replaced: Vec<(Value, Value)>,
}

/// The extent of a dimension, before the program runs or while it runs.
#[derive(Clone, Copy, Debug)]
pub enum Room {
    /// So many.
    Known(u64),
    /// As many as an index says.
    Read(Value),
}

impl<'f> RepairSite<'f> {
    /// The site of an operation, with the types of all values so far.
    pub fn new(facts: &'f ModuleFacts, values: Vec<Rc<Type>>, operation: Operation) -> RepairSite<'f> {
        let operation = Some(operation);
        let (before, behind, replaced, constants) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        RepairSite { facts, function: None, values, operation, before, behind, replaced, constants }
    }

    /// The parts that the operation became.
    pub fn into_parts(self) -> Parts {
        let mut operations = self.before;
        operations.extend(self.operation);
        operations.extend(self.behind);
        Parts { operations, values: self.values, replaced: self.replaced }
    }

    /// The operation, which is there until its repair takes it away.
    pub fn op(&self) -> &Operation {
        self.operation.as_ref().expect("the operation that is repaired")
    }

    /// As [`RepairSite::op`], to change.
    pub fn op_mut(&mut self) -> &mut Operation {
        self.operation.as_mut().expect("the operation that is repaired")
    }

    /// The type of a value.
    pub fn ty(&self, value: Value) -> Rc<Type> {
        Rc::clone(&self.values[value as usize])
    }

    /// The operand at a place.
    pub fn operand(&self, place: usize) -> Option<Value> {
        self.op().operands.get(place).copied()
    }

    /// A value of a type that nothing makes yet.
    pub fn new_value(&mut self, ty: &Rc<Type>) -> Value {
        self.values.push(Rc::clone(ty));
        u32::try_from(self.values.len() - 1).expect("values are numbered in 32 bits")
    }

    /// An operation that makes values of these types.
    pub fn operation(
        &mut self,
        name: &str,
        operands: &[Value],
        attributes: Attributes,
        results: &[Rc<Type>],
    ) -> Operation {
        let results = results.iter().map(|ty| self.new_value(ty)).collect();
        Operation {
            name: ir::name(name),
            number: 0,
            operands: operands.to_vec(),
            results,
            attributes,
            successors: Vec::new(),
            regions: Vec::new(),
            location: None,
        }
    }

    /// Puts an operation before the one under repair; its results.
    pub fn put(&mut self, operation: Operation) -> Vec<Value> {
        let results = operation.results.clone();
        self.before.push(operation);
        results
    }

    /// Puts an operation with one result before the one under repair; its result.
    pub fn emit(
        &mut self,
        name: &str,
        operands: &[Value],
        attributes: Attributes,
        result: &Rc<Type>,
    ) -> Value {
        let made = self.operation(name, operands, attributes, std::slice::from_ref(result));
        self.put(made)[0]
    }

    /// The operations that `work` emits, which are not put before this one, and what it returns.
    pub fn apart<T>(&mut self, work: impl FnOnce(&mut RepairSite<'f>) -> T) -> (Vec<Operation>, T) {
        let outer = std::mem::take(&mut self.before);
        let constants = self.constants.len();
        let made = work(self);
        self.constants.truncate(constants);
        (std::mem::replace(&mut self.before, outer), made)
    }

    /// Lets uses of a result become uses of another value.
    pub fn replace_result(&mut self, place: usize, by: Value) {
        let result = self.op().results[place];
        self.replaced.push((result, by));
    }
}

/// The type of the elements of a scalar, vector or tensor.
pub fn element(ty: &Rc<Type>) -> Rc<Type> {
    match &**ty {
        Type::Vector(_, element) | Type::Tensor(_, element, _) => Rc::clone(element),
        _ => Rc::clone(ty),
    }
}

/// The type with other elements.
pub fn with_element(ty: &Type, element: &Rc<Type>) -> Rc<Type> {
    Rc::new(match ty {
        Type::Vector(shape, _) => Type::Vector(shape.clone(), Rc::clone(element)),
        Type::Tensor(shape, _, encoding) => Type::Tensor(shape.clone(), Rc::clone(element), encoding.clone()),
        _ => return Rc::clone(element),
    })
}

/// `i1`.
pub fn boolean() -> Rc<Type> {
    Rc::new(Type::of(Element::I1))
}

/// `index`.
pub fn index() -> Rc<Type> {
    Rc::new(Type::Index)
}

impl RepairSite<'_> {
    /// The attribute of a constant whose elements all have these bits; none for a type that has no constant.
    pub fn constant_of_bits(ty: &Rc<Type>, bits: u128) -> Option<Attribute> {
        let element = element(ty);
        let width = element.width()?;
        let scalar = |of: &Rc<Type>| match &**of {
            Type::Float(_) => Attribute::Float(bits, Rc::clone(of)),
            // `true` is 1.
            _ if width == 1 => Attribute::Int(i128::from(bits != 0), Rc::clone(of)),
            _ => Attribute::Int(signed(bits, width), Rc::clone(of)),
        };
        match &**ty {
            // A constant is of integers without a sign.
            _ if matches!(&*element, Type::Integer(_, Signedness::Signed | Signedness::Unsigned)) => None,
            Type::Integer(..) | Type::Index | Type::Float(_) => Some(scalar(ty)),
            Type::Vector(shape, _) if shape.iter().any(|(_, scalable)| *scalable) => None,
            Type::Vector(..) => Some(splat(ty, width, bits)),
            Type::Tensor(shape, _, None) if shape.iter().all(Option::is_some) => Some(splat(ty, width, bits)),
            _ => None,
        }
    }

    /// A value of this type whose elements are all this integer; `like` is a value of the same shape, for a tensor of dynamic extents.
    pub fn integer(&mut self, ty: &Rc<Type>, value: i128, like: Value) -> Option<Value> {
        let width = element(ty).width()?;
        let bits = mask(width) & value.cast_unsigned();
        self.bits(ty, bits, like)
    }

    /// As [`RepairSite::integer`], by bits, also of floats.
    pub fn bits(&mut self, ty: &Rc<Type>, bits: u128, like: Value) -> Option<Value> {
        if let Some(attribute) = Self::constant_of_bits(ty, bits) {
            return Some(self.constant(ty, attribute));
        }
        let Type::Tensor(shape, element, None) = &**ty else { return None };
        let number = Self::constant_of_bits(element, bits)?;
        let mut operands = vec![self.constant(element, number)];
        for (place, _) in shape.iter().enumerate().filter(|(_, extent)| extent.is_none()) {
            operands.push(self.extent_of(like, place)?);
        }
        Some(self.emit("tensor.splat", &operands, Attributes::default(), ty))
    }

    /// A constant.
    pub fn constant(&mut self, ty: &Rc<Type>, attribute: Attribute) -> Value {
        let attributes = ir::attributes([(ir::name("value"), attribute)]);
        self.emit("arith.constant", &[], attributes, ty)
    }

    /// An index that is known.
    pub fn index(&mut self, value: i128) -> Value {
        if let Some((known, _)) = self.constants.iter().find(|(_, other)| *other == value) {
            return *known;
        }
        let ty = index();
        let made = self.constant(&ty, Attribute::Int(value, Rc::clone(&ty)));
        self.constants.push((made, value));
        made
    }

    /// A comparison of two integers, element by element.
    pub fn compare(&mut self, how: Predicate, left: Value, right: Value) -> Value {
        let ty = with_element(&self.ty(left), &boolean());
        let attributes =
            ir::attributes([(ir::name("predicate"), Attribute::of_int(Element::I64, how as i64))]);
        self.emit("arith.cmpi", &[left, right], attributes, &ty)
    }

    /// An operation of arith on two values of one type.
    pub fn binary(&mut self, name: &str, left: Value, right: Value) -> Value {
        let ty = self.ty(left);
        self.emit(name, &[left, right], Attributes::default(), &ty)
    }

    /// The one value where a condition holds, or else the other.
    pub fn select(&mut self, condition: Value, then: Value, otherwise: Value) -> Value {
        let ty = self.ty(then);
        self.emit("arith.select", &[condition, then, otherwise], Attributes::default(), &ty)
    }

    /// All of these conditions; none where there is none.
    pub fn all_of(&mut self, conditions: &[Value]) -> Option<Value> {
        conditions.iter().copied().reduce(|all, next| self.binary("arith.andi", all, next))
    }

    /// The elements of a constant integer or of a constant vector or tensor of integers, sign-extended.
    pub fn known(&self, value: Value) -> Option<Vec<i128>> {
        match &*self.held(value)? {
            Attribute::Int(number, ty) => {
                let width = ty.width()?;
                Some(vec![signed(number.cast_unsigned() & mask(width), width)])
            }
            Attribute::Dense(dense) => {
                let part = element(&dense.ty);
                let width = part.width().filter(|_| !matches!(&*part, Type::Float(_)))?;
                let number = |bytes: &[u8]| {
                    let mut bits = [0; 16];
                    bits.get_mut(..bytes.len())?.copy_from_slice(bytes);
                    Some(signed(u128::from_le_bytes(bits) & mask(width), width))
                };
                dense.data.chunks_exact(dense.stride).map(number).collect()
            }
            _ => None,
        }
    }

    /// The attribute that a constant holds, of the module as it was or put before the operation.
    fn held(&self, value: Value) -> Option<Rc<Attribute>> {
        if let Some(made) = self.facts.made.get(&value) {
            return made.constant.clone();
        }
        let made = self.before.iter().rfind(|operation| operation.results == [value])?;
        let holds = OperationTrait::HoldsValue.is_of(made.name);
        let value = made.attributes.iter().find(|(name, _)| holds && *name == "value");
        value.map(|(_, value)| Rc::clone(value))
    }

    /// The one integer that a value is.
    pub fn number(&self, value: Value) -> Option<i128> {
        self.known(value).filter(|elements| elements.len() == 1).map(|elements| elements[0])
    }

    /// The shape of a tensor or memref.
    pub fn shape(&self, value: Value) -> Option<Vec<ir::Extent>> {
        match &*self.ty(value) {
            Type::Tensor(shape, ..) | Type::Memref { shape, .. } => Some(shape.clone()),
            _ => None,
        }
    }

    /// The extent of a dimension, read while the program runs.
    pub fn extent_of(&mut self, value: Value, dimension: usize) -> Option<Value> {
        let name = match &*self.ty(value) {
            Type::Tensor(..) => "tensor.dim",
            Type::Memref { .. } => "memref.dim",
            _ => return None,
        };
        let place = self.index(i128::try_from(dimension).ok()?);
        Some(self.emit(name, &[value, place], Attributes::default(), &index()))
    }

    /// The extents of a tensor or memref.
    pub fn rooms(&mut self, value: Value) -> Option<Vec<Room>> {
        let shape = self.shape(value)?;
        let room = |(place, extent): (usize, &ir::Extent)| match extent {
            Some(extent) => Some(Room::Known(*extent)),
            None => self.extent_of(value, place).map(Room::Read),
        };
        shape.iter().enumerate().map(room).collect()
    }

    /// An extent as a value.
    pub fn room(&mut self, room: Room) -> Value {
        match room {
            Room::Known(extent) => self.index(extent.into()),
            Room::Read(value) => value,
        }
    }

    /// Puts the operation behind a condition: where it does not hold, its results are those that `otherwise` makes. False where
    /// `otherwise` makes none, and then nothing is changed.
    pub fn guard(
        &mut self,
        condition: Value,
        otherwise: impl FnOnce(&mut Self) -> Option<Vec<Value>>,
    ) -> bool {
        let (mut other, made) = self.apart(otherwise);
        let Some(made) = made else { return false };
        let Some(mut operation) = self.operation.take() else { return false };
        let types: Vec<_> = operation.results.iter().map(|result| self.ty(*result)).collect();
        let inside: Vec<Value> = types.iter().map(|ty| self.new_value(ty)).collect();
        let results = std::mem::replace(&mut operation.results, inside.clone());
        let mut then = std::mem::take(&mut self.behind);
        then.insert(0, operation);
        then.push(self.operation("scf.yield", &inside, Attributes::default(), &[]));
        other.push(self.operation("scf.yield", &made, Attributes::default(), &[]));
        let mut branch = self.operation("scf.if", &[condition], Attributes::default(), &[]);
        branch.results = results;
        let block = |operations| vec![Block { arguments: Vec::new(), operations }];
        branch.regions = vec![block(then), if types.is_empty() { Vec::new() } else { block(other) }];
        self.operation = Some(branch);
        true
    }
}

/// The constant of a vector or tensor whose elements all have these bits.
fn splat(ty: &Rc<Type>, width: u32, bits: u128) -> Attribute {
    let stride = width.div_ceil(8) as usize;
    let data = bits.to_le_bytes()[..stride].into();
    Attribute::Dense(Dense { ty: Rc::clone(ty), stride, parts: 1, data })
}
