//! Affine maps and integer sets (Affine dialect, "Affine Expressions" and what follows).

use super::cursor::{Parser, Read};
use crate::ir::{Expression, IntegerSet, Map};

/// Operators in one expression at most.
const MOST_OPERATORS: u32 = 1000;

/// The names of dimensions and symbols, and how many operators have been met.
struct AffineNames<'a> {
    dimensions: Vec<&'a str>,
    symbols: Vec<&'a str>,
    operators: u32,
}

/// `<(d0)[s0] -> (results)>`.
pub(super) fn affine_map(parser: &mut Parser<'_>) -> Read<Map> {
    parser.expect("<")?;
    let mut names = affine_names(parser)?;
    parser.expect("->")?;
    parser.expect("(")?;
    let mut results = Vec::new();
    if !parser.eat(")") {
        loop {
            results.push(affine_sum(parser, &mut names)?);
            if !parser.eat(",") {
                break;
            }
        }
        parser.expect(")")?;
    }
    parser.expect(">")?;
    Ok(Map { dimensions: names.dimensions.len() as u32, symbols: names.symbols.len() as u32, results })
}

/// `<(d0)[s0] : (constraints)>`.
pub(super) fn affine_set(parser: &mut Parser<'_>) -> Read<IntegerSet> {
    parser.expect("<")?;
    let mut names = affine_names(parser)?;
    parser.expect(":")?;
    parser.expect("(")?;
    let mut constraints = Vec::new();
    if !parser.eat(")") {
        loop {
            constraints.push(constraint(parser, &mut names)?);
            if !parser.eat(",") {
                break;
            }
        }
        parser.expect(")")?;
    }
    parser.expect(">")?;
    Ok(IntegerSet {
        dimensions: names.dimensions.len() as u32,
        symbols: names.symbols.len() as u32,
        constraints,
    })
}

fn constraint<'a>(parser: &mut Parser<'a>, names: &mut AffineNames<'a>) -> Read<(Expression, bool)> {
    let left = affine_sum(parser, names)?;
    let relation = ["==", ">=", "<="].into_iter().find(|relation| parser.eat(relation));
    let right = affine_sum(parser, names)?;
    Ok(match relation {
        Some("==") => (difference(left, right), true),
        Some(">=") => (difference(left, right), false),
        Some(_) => (difference(right, left), false),
        None => return parser.fail("expected `==`, `>=` or `<=`"),
    })
}

fn affine_names<'a>(parser: &mut Parser<'a>) -> Read<AffineNames<'a>> {
    parser.expect("(")?;
    let dimensions = names_until(parser, ")")?;
    let symbols = match parser.eat("[") {
        true => names_until(parser, "]")?,
        false => Vec::new(),
    };
    Ok(AffineNames { dimensions, symbols, operators: 0 })
}

fn names_until<'a>(parser: &mut Parser<'a>, close: &'static str) -> Read<Vec<&'a str>> {
    let mut names = Vec::new();
    if parser.eat(close) {
        return Ok(names);
    }
    loop {
        match parser.word() {
            "" => return parser.fail("expected the name of a dimension or symbol"),
            name => names.push(name),
        }
        if !parser.eat(",") {
            break;
        }
    }
    parser.expect(close)?;
    Ok(names)
}

fn affine_sum<'a>(parser: &mut Parser<'a>, names: &mut AffineNames<'a>) -> Read<Expression> {
    parser.deeper(|parser| {
        let mut sum = affine_product(parser, names)?;
        loop {
            let subtract = match parser.peek() {
                b'+' => false,
                b'-' => true,
                _ => return Ok(sum),
            };
            parser.expect(if subtract { "-" } else { "+" })?;
            count_operator(parser, names)?;
            let right = affine_product(parser, names)?;
            sum = match subtract {
                true => difference_kept(sum, right),
                false => Expression::Add(Box::new(sum), Box::new(right)),
            };
        }
    })
}

fn affine_product<'a>(parser: &mut Parser<'a>, names: &mut AffineNames<'a>) -> Read<Expression> {
    let mut product = affine_operand(parser, names)?;
    loop {
        let make = if parser.eat("*") {
            Expression::Multiply
        } else if parser.eat_word("mod") {
            Expression::Modulo
        } else if parser.eat_word("floordiv") {
            Expression::FloorDivide
        } else if parser.eat_word("ceildiv") {
            Expression::CeilDivide
        } else {
            return Ok(product);
        };
        count_operator(parser, names)?;
        product = make(Box::new(product), Box::new(affine_operand(parser, names)?));
    }
}

fn affine_operand<'a>(parser: &mut Parser<'a>, names: &mut AffineNames<'a>) -> Read<Expression> {
    parser.deeper(|parser| match parser.peek() {
        b'(' => {
            parser.expect("(")?;
            let inside = affine_sum(parser, names)?;
            parser.expect(")")?;
            Ok(inside)
        }
        b'-' => {
            let start = parser.place();
            parser.expect("-")?;
            if parser.peek().is_ascii_digit() {
                parser.go_to(start);
                return parser.signed().map(Expression::Constant);
            }
            Ok(negative(affine_operand(parser, names)?))
        }
        b'0'..=b'9' => parser.number().map(Expression::Constant),
        _ => {
            // `symbol(%s)` and the like stand in the short forms of operations alone.
            let start = parser.place();
            let name = parser.word();
            let number = |known: &[&str]| known.iter().position(|other| *other == name).map(|at| at as u32);
            if let Some(dimension) = number(&names.dimensions) {
                return Ok(Expression::Dimension(dimension));
            }
            match number(&names.symbols) {
                Some(symbol) => Ok(Expression::Symbol(symbol)),
                None => parser.fail_at(start, "expected a number, a dimension or a symbol"),
            }
        }
    })
}

fn count_operator<'a>(parser: &Parser<'a>, names: &mut AffineNames<'a>) -> Read<()> {
    names.operators += 1;
    match names.operators > MOST_OPERATORS {
        true => parser.fail(format!("more than {MOST_OPERATORS} operators in an affine map or set")),
        false => Ok(()),
    }
}

/// The expression times minus one.
fn negative(expression: Expression) -> Expression {
    Expression::Multiply(Box::new(expression), Box::new(Expression::Constant(-1)))
}

/// `left - right` as MLIR keeps it: a sum.
fn difference_kept(left: Expression, right: Expression) -> Expression {
    let right = match right {
        Expression::Constant(number) if number != i64::MIN => Expression::Constant(-number),
        other => negative(other),
    };
    Expression::Add(Box::new(left), Box::new(right))
}

/// The expression whose sign a constraint says: `left - right`.
fn difference(left: Expression, right: Expression) -> Expression {
    match right {
        Expression::Constant(0) => left,
        _ => difference_kept(left, right),
    }
}
