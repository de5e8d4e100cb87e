//! The things that the machine does not have, in sentences.

use crate::observe::{ConstantForm, Form, Lack, LackCount, MissingPart, Rule, WantedType};

/// The sentence for a run that ends for want of this.
pub fn lacking(lack: &Lack) -> String {
    match lack {
        Lack::Told(text) => text.clone(),
        Lack::Entry(name) => format!("the program has no function @{name} to run"),
        Lack::EntryArguments(name) => format!("@{name} takes arguments, and none are given"),
        Lack::Depth {} => "calls or regions are nested too deeply".to_owned(),
        Lack::TensorMemory {} => "the program's tensors take more memory than they may".to_owned(),
        Lack::Memory {} => "the lowered program allocates more memory than it may".to_owned(),
        Lack::TensorElements {} => "a tensor has too many elements".to_owned(),
        Lack::Outputs(most) => format!("the program prints more than {most} times"),
        Lack::OutputElements(count) => {
            format!("a memref of {count} elements was printed, which are too many")
        }
        Lack::SharedPointers(count) => {
            format!("a parallel region shares {count} pointers, which are too many")
        }
        Lack::Thread {} => "the lowered program blocks for a task that needs another thread".to_owned(),
        Lack::FloatFormat(rule) => Rule::sentence(rule, &[]),
        other => format!("the interpreter does not know {}", self::lack(other)),
    }
}

/// A thing that is counted, as a noun.
pub fn counted_lack(counted: &LackCount) -> String {
    counted.lack.as_ref().map_or_else(|| "other things".to_owned(), lack)
}

/// The thing that the machine does not have, as a noun.
pub fn lack(lack: &Lack) -> String {
    match lack {
        Lack::Operation(name) | Lack::Type(name) => name.clone(),
        Lack::Form { operation, form } => format!("{operation} {}", self::form(form)),
        Lack::Kind { ty, wanted } => format!("{ty} where {} is wanted", kind(*wanted)),
        Lack::Lanes(count) => format!("a value of {count} elements"),
        Lack::Constant(constant) => self::constant(constant),
        Lack::Layout(layout) => format!("a memref with the layout {layout}"),
        Lack::Function(name) => format!("a call of {name}, which nobody defines"),
        Lack::CopiedArguments(name) => format!("@{name}, which is given copies"),
        Lack::Global(name) => format!("the global {name}, which is defined elsewhere"),
        Lack::Address(name) => format!("the address of {name}"),
        Lack::GlobalOf(ty) => format!("a global of {ty}"),
        Lack::LibraryFunction(name) => format!("the library function {name}"),
        Lack::Alignment(bytes) => format!("an allocation aligned to {bytes}"),
        Lack::EmptyBlock {} => "a block that is resized to nothing".to_owned(),
        Lack::Tensor {} => "a tensor that was never made".to_owned(),
        Lack::TensorElement {} => "an element that a tensor does not have".to_owned(),
        Lack::TensorParts {} => "a tensor of other elements than its type says".to_owned(),
        Lack::Descriptor {} => "a memref of other lanes than a descriptor has".to_owned(),
        Lack::RegionValues {} => "a region that takes or hands over other values than there are".to_owned(),
        sentence => lacking(sentence),
    }
}

/// A form of an operation, behind its name.
pub fn form(form: &Form) -> String {
    match form {
        Form::Without(part) => format!("without {}", self::part(part)),
        Form::Of(ty) => format!("of {ty}"),
        Form::Cast(from, to) => format!("from {from} to {to}"),
        Form::Value(attribute, value) => format!("with `{attribute}` as {value}"),
        Form::KindOf(kind, ty) => format!("of the kind {kind} on {ty}"),
        Form::Renumbered(attribute, number) => {
            format!("with `{attribute}` as {number}, which has changed its meaning between versions of MLIR")
        }
        Form::OutOfBounds(attribute) => format!("with `{attribute}` out of bounds"),
        Form::Outside(operation) => format!("outside of {operation}"),
        Form::Holding(operations) => format!("of {}", operations.join(" and ")),
        Form::HoldingWithValues(operations) => {
            format!("of {} with values for what is off", operations.join(" and "))
        }
        Form::Symbol(name) => format!("of @{name}, which is none"),
        plain => self::plain(plain).to_owned(),
    }
}

/// A form without values.
fn plain(form: &Form) -> &'static str {
    match form {
        Form::Types => "of types that do not fit each other",
        Form::SeveralShapes => "with results of several shapes",
        Form::Operands => "with other operands than it takes",
        Form::Results => "with other results than it has",
        Form::Numbers => "with other numbers than dimensions",
        Form::Maps => "with other maps than operands",
        Form::Signless => "of a float without a bit for its sign",
        Form::NegativeDimension => "of a negative dimension",
        Form::Memrefs => "of memrefs",
        Form::NoMemref => "of no memref",
        Form::AnyRank => "of a memref of any rank",
        Form::OpenRank => "of no rank",
        Form::NoVector => "of no vector",
        Form::NoShape => "of what is no shape",
        Form::IntoScalar => "into a scalar",
        Form::UnknownExtent => "with a loop of which no operand tells the extent",
        Form::NoLoop => "of a loop that is not there",
        Form::RegionArguments => "with a region that takes something else than it is given",
        Form::NoPermutation => "by what is no permutation",
        Form::OutsideLoop => "outside of a loop",
        Form::OutsideRegion => "outside of a region",
        Form::Unshared => "into something else than a shared tensor",
        Form::Clauses => "with clauses",
        Form::Tiles => "with tiles that do not fit",
        Form::Elements => "with elements that are not there",
        Form::NoPart => "of a part that is not there",
        Form::ResultDimensions => "with a result of other dimensions",
        Form::TooLarge => "of something that is too large",
        Form::MaskLength => "with a mask of another length",
        Form::Nothing => "of nothing",
        Form::PartialBytes => "of elements that are not whole bytes",
        Form::VectorSize => "of a vector of another size",
        Form::Promises => "with a promise that nobody checks",
        Form::Copies => "with arguments that are copies",
        Form::Unevaluated => "in a form that the reference semantics do not evaluate",
        Form::Variadic => "of a variadic function",
        // The others have values.
        _ => "",
    }
}

/// A part of an operation.
fn part(part: &MissingPart) -> String {
    let plain = match part {
        MissingPart::Attribute(name) => return format!("`{name}`"),
        MissingPart::Operand => "an operand",
        MissingPart::Result => "a result",
        MissingPart::Body => "a body",
        MissingPart::Successor => "a successor",
        MissingPart::Maps => "maps that are known",
        MissingPart::Condition => "a condition",
        MissingPart::Bound => "a bound or a step",
        MissingPart::Sizes => "a size of each dimension",
        MissingPart::Suspension => "a suspension behind it",
        MissingPart::Layout => "a layout that is known",
    };
    plain.to_owned()
}

/// A kind of types, with its article.
fn kind(kind: WantedType) -> &'static str {
    match kind {
        WantedType::Ranked => "a tensor or memref of a rank",
        WantedType::Shaped => "a tensor or memref",
        WantedType::DenseTensor => "a dense tensor",
        WantedType::Memref => "a memref",
        WantedType::Vector => "a vector",
        WantedType::VectorInMemref => "a vector of no more dimensions than a memref",
        WantedType::AsyncObject => "an async object",
        WantedType::Held => "a value that memory holds",
        WantedType::KnownElements => "a value of tosa",
    }
}

/// A constant.
fn constant(form: &ConstantForm) -> String {
    match form {
        ConstantForm::Integer(ty) => format!("an integer constant of {ty}"),
        ConstantForm::Float(ty) => format!("a float constant of {ty}"),
        ConstantForm::TextLength => "a string constant of another length than its type has".to_owned(),
        ConstantForm::MoreParts => "a constant with more parts than its type has".to_owned(),
        ConstantForm::FewerParts => "a constant with fewer parts than its type has".to_owned(),
        ConstantForm::Count(ty, count) => format!("a constant {ty} for {count} elements"),
        ConstantForm::Of(ty) => format!("a constant of {ty}"),
        ConstantForm::Attribute(text) => format!("a constant {text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::Cause;

    #[test]
    fn a_lack_is_a_noun_or_a_sentence() {
        let reduction = Lack::form("vector.reduction", Form::Of("f128".to_owned()));
        assert_eq!(lack(&reduction), "vector.reduction of f128");
        assert_eq!(lacking(&reduction), "the interpreter does not know vector.reduction of f128");
        let call = Lack::form("llvm.call", Form::Variadic);
        assert_eq!(lacking(&call), "the interpreter does not know llvm.call of a variadic function");
        let predicate = Lack::without("index.cmp", MissingPart::Attribute("pred".to_owned()));
        assert_eq!(lack(&predicate), "index.cmp without `pred`");
        let deep = "calls or regions are nested too deeply";
        assert_eq!([lack(&Lack::Depth {}), lacking(&Lack::Depth {})], [deep; 2]);
        assert_eq!(lacking(&Lack::Told("so it is".to_owned())), "so it is");
    }

    #[test]
    fn a_text_of_an_older_document_is_kept() {
        let read: Cause = serde_json::from_str(r#"{ "lacks": "gpu.launch" }"#).expect("an older document");
        assert_eq!(crate::words::cause(&read), "gpu.launch");
        let written = Cause::Lacks(Box::new(Lack::Operation("gpu.launch".to_owned())));
        let text = serde_json::to_string(&written).expect("plain data");
        assert_eq!(text, r#"{"lacks":{"operation":"gpu.launch"}}"#);
        assert_eq!(serde_json::from_str::<Cause>(&text).expect("its own text"), written);
    }
}
