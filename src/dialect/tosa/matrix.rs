//! Matrix products, TOSA 1.0 section 2.1.

use crate::dialect::{Family, Row, Site};
use crate::observe::Element;
use crate::program::{Attributes, Builder, Int, Range, Syntax, Type, Value, Writer};

/// The rows. i8 accumulates into i32; i16 would need i48. Zero points are subtracted before the product, and
/// the specification has them for i8 alone.
pub const ROWS: &[Row] = &[Row {
    name: "matmul",
    name19: "matmul",
    family: Family::Matrix,
    slots: (184, 191),
    takes: &[Element::I8, Element::F32],
    draw: Builder::matmul,
    typing: product_type,
    transfer: accumulate,
    write,
}];

fn product_type(operands: &[&Value], attributes: &Attributes) -> Result<Type, String> {
    let [a, b] = operands else { return Err("two operands are needed".into()) };
    let ([n, h, c], [m, d, w]) = (a.ty.shape.as_slice(), b.ty.shape.as_slice()) else {
        return Err("matmul takes tensors of rank 3".into());
    };
    if a.ty.element != b.ty.element || n != m || c != d {
        return Err(format!("{} and {} do not multiply", a.ty, b.ty));
    }
    let Attributes::ZeroPoints(a_zero, b_zero) = attributes else { return Err("no zero points".into()) };
    let element = if a.ty.element == Element::I8 { Element::I32 } else { a.ty.element };
    let zero = Int::new(*a_zero.min(b_zero), *a_zero.max(b_zero));
    if !zero.within(if element == Element::I32 { Int::full(Element::I8) } else { Int::new(0, 0) }) {
        return Err("a zero point is not a value of the operand's type".into());
    }
    Ok(Type::new([*n, *h, *w], element))
}

fn accumulate(site: &Site<'_>) -> Result<Range, String> {
    let depth = site.operands[0].ty.shape[2];
    match (site.operands[0].range, site.operands[1].range, site.attributes) {
        (Range::Int(a), Range::Int(b), Attributes::ZeroPoints(a_zero, b_zero)) => {
            let (a, b) = (Int::new(a.lo - a_zero, a.hi - a_zero), Int::new(b.lo - b_zero, b.hi - b_zero));
            let (product, n) = (a.corners(b, |x, y| x * y), depth as i64);
            Int::new(product.lo * n, product.hi * n).fits(site.result.element)
        }
        (Range::Float(a), Range::Float(b), _) => Ok(Range::Float((a * b).sum(depth))),
        _ => Err("integers and floats do not mix".into()),
    }
}

fn write(writer: &mut Writer<'_>) {
    let Attributes::ZeroPoints(a, b) = *writer.attributes() else { return };
    let element = writer.operand_type(0).element;
    match writer.syntax() {
        Syntax::V19 if element.is_float() => writer.operation(""),
        Syntax::V19 => {
            writer.operation(&format!("{{quantization_info = #tosa.matmul_quant<a_zp = {a}, b_zp = {b}>}}"))
        }
        Syntax::V22 => {
            let spell = |zero: i64| if element.is_float() { "0.0".to_string() } else { zero.to_string() };
            let ty = Type::new([1], element);
            let zeros = [writer.constant(&ty, &spell(a)), writer.constant(&ty, &spell(b))];
            writer.operation_with(&zeros, "");
        }
    }
}
