//! The things that the machine which runs every level does not have. [`crate::words`] makes a sentence of each.

use serde::{Deserialize, Serialize};

/// A thing that the machine does not have. No variant is a plain word, which would be read as text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Lack {
    /// A text, from a document of before there were fields.
    Told(String),

    /// An operation of this name.
    Operation(String),
    /// An operation in this form.
    Form {
        /// The operation, by name.
        operation: String,
        /// The form.
        form: Form,
    },
    /// A type, as MLIR spells it.
    Type(String),
    /// A value of so many elements.
    Lanes(usize),
    /// A constant of this form.
    Constant(ConstantForm),
    /// Another type, as MLIR spells it, where one of this kind is wanted.
    Kind {
        /// The type.
        ty: String,
        /// The kind that is wanted.
        wanted: WantedType,
    },
    /// A memref with this layout, as MLIR spells it.
    Layout(String),

    /// The function of this name, which nobody defines.
    Function(String),
    /// A function of this name whose arguments are passed as copies.
    CopiedArguments(String),
    /// The global of this name, which is defined elsewhere.
    Global(String),
    /// The address of this name.
    Address(String),
    /// A global of this type.
    GlobalOf(String),
    /// A function of the C library by this name.
    LibraryFunction(String),
    /// A function of this name to begin with.
    Entry(String),
    /// Arguments for the function of this name, with which a run begins.
    EntryArguments(String),

    /// Room for so deep calls and regions.
    Depth {},
    /// Room for so many tensors.
    TensorMemory {},
    /// Room for all that the program allocates.
    Memory {},
    /// Room for so many elements of a tensor.
    TensorElements {},
    /// Allocations aligned to so many bytes.
    Alignment(u64),
    /// Room for more than so many outputs.
    Outputs(u32),
    /// Room for an output of so many elements.
    OutputElements(u64),
    /// Room for so many pointers that a parallel region shares.
    SharedPointers(i32),
    /// A second thread, for which the program waits.
    Thread {},
    /// A block that is resized to nothing.
    EmptyBlock {},
    /// A tensor that was never made.
    Tensor {},
    /// An element that a tensor does not have.
    TensorElement {},
    /// A tensor of other elements than its type says.
    TensorParts {},
    /// A memref with other lanes than a descriptor has.
    Descriptor {},
    /// A region that takes or hands over other values than there are.
    RegionValues {},
    /// A rule that a float format breaks, by its identifier.
    FloatFormat(String),
}

/// A form of an operation that is not run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Form {
    /// A part is missing.
    Without(MissingPart),
    /// It works on values of this type.
    Of(String),
    /// It turns values of the first type into values of the second.
    Cast(String, String),
    /// An attribute has this value, as MLIR spells it.
    Value(String, String),
    /// It combines values of the second type by this kind.
    KindOf(String, String),
    /// The number that an attribute has means different things in versions of MLIR.
    Renumbered(String, i64),
    /// An attribute names something out of bounds.
    OutOfBounds(String),
    /// Types do not fit each other.
    Types,
    /// Results have several shapes.
    SeveralShapes,
    /// There are other operands than it takes.
    Operands,
    /// There are other results than it has.
    Results,
    /// There are other numbers of a kind than dimensions.
    Numbers,
    /// There are other maps than operands.
    Maps,
    /// Floats have no bit for their sign.
    Signless,
    /// A dimension is negative.
    NegativeDimension,
    /// It works on memrefs.
    Memrefs,
    /// It works on no memref.
    NoMemref,
    /// It works on a memref of any rank.
    AnyRank,
    /// The rank of its result is open.
    OpenRank,
    /// It works on what is no vector.
    NoVector,
    /// It works on what is no shape.
    NoShape,
    /// It works into a scalar.
    IntoScalar,
    /// No operand tells the extent of a loop.
    UnknownExtent,
    /// It takes the index of a loop that is not there.
    NoLoop,
    /// A region takes other arguments than it is given.
    RegionArguments,
    /// A region hands over other values than are taken.
    RegionResults,
    /// It permutes by what is no permutation.
    NoPermutation,
    /// It is in no loop.
    OutsideLoop,
    /// It is in no region of an operation.
    OutsideRegion,
    /// It is outside of an operation of this name.
    Outside(String),
    /// It holds operations of these names.
    Holding(Vec<String>),
    /// It holds operations of these names, and gives values for what they leave out.
    HoldingWithValues(Vec<String>),
    /// It writes into something else than a shared tensor.
    Unshared,
    /// It has clauses.
    Clauses,
    /// Tiles do not fit.
    Tiles,
    /// Elements that it names are not there.
    Elements,
    /// A part that it names is not there.
    NoPart,
    /// Its result has other dimensions.
    ResultDimensions,
    /// A number of elements or bytes is too large.
    TooLarge,
    /// A mask has another length.
    MaskLength,
    /// It works on nothing.
    Nothing,
    /// Elements are no whole bytes.
    PartialBytes,
    /// A size is negative.
    NegativeSize,
    /// A vector has another size.
    VectorSize,
    /// It promises something that nobody checks.
    Promises,
    /// It passes copies.
    Copies,
    /// It takes any number of arguments.
    Variadic,
    /// The reference semantics do not evaluate it.
    Unevaluated,
    /// It names a symbol that is not what it wants.
    Symbol(String),
}

/// A kind of types.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum WantedType {
    /// Tensors and memrefs of a rank.
    Ranked,
    /// Tensors and memrefs.
    Shaped,
    /// Tensors that are dense.
    DenseTensor,
    /// Memrefs.
    Memref,
    /// Vectors.
    Vector,
    /// Vectors of no more dimensions than a memref.
    VectorInMemref,
    /// Objects of async.
    AsyncObject,
    /// Values that memory holds.
    Held,
    /// Values of which the semantics know the elements.
    KnownElements,
}

/// A part of an operation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum MissingPart {
    /// The attribute of this name.
    Attribute(String),
    /// An operand.
    Operand,
    /// A result.
    Result,
    /// A body.
    Body,
    /// A successor.
    Successor,
    /// A map for each operand.
    Maps,
    /// A condition.
    Condition,
    /// A bound, or a step.
    Bound,
    /// A size for each dimension that has none.
    Sizes,
    /// A suspension behind it.
    Suspension,
    /// A layout that is known.
    Layout,
}

/// A form of a constant that is not read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum ConstantForm {
    /// An integer as a value of this type.
    Integer(String),
    /// A float as a value of this type.
    Float(String),
    /// A string of another length than its type has.
    TextLength,
    /// More parts than its type has.
    MoreParts,
    /// Fewer parts than its type has.
    FewerParts,
    /// Elements of this type where there are so many.
    Count(String, usize),
    /// A constant of this type.
    Of(String),
    /// An attribute, as MLIR spells its beginning.
    Attribute(String),
}

impl From<String> for Box<Lack> {
    fn from(text: String) -> Box<Lack> {
        Box::new(Lack::Told(text))
    }
}

impl From<String> for Lack {
    fn from(text: String) -> Lack {
        Lack::Told(text)
    }
}

impl Lack {
    /// An operation in this form.
    pub fn form(operation: &str, form: Form) -> Lack {
        Lack::Form { operation: operation.to_owned(), form }
    }

    /// An operation that lacks this part.
    pub fn without(operation: &str, part: MissingPart) -> Lack {
        Lack::form(operation, Form::Without(part))
    }
}

impl Form {
    /// An attribute has this value.
    pub fn value(attribute: &str, value: impl ToString) -> Form {
        Form::Value(attribute.to_owned(), value.to_string())
    }

    /// It turns values of the first type into values of the second.
    pub fn cast(from: &impl ToString, to: &impl ToString) -> Form {
        Form::Cast(from.to_string(), to.to_string())
    }
}
