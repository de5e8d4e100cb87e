//! Shapes and sizes.

use crate::eval::Breaking as _;
use crate::eval::lane::{Lane, Taint, mask, signed};
use crate::eval::machine::{Action, Machine, Next, Slot};
use crate::eval::site::Site;
use crate::eval::stop::{Rule, Stop};
use crate::eval::tensor::Shaped;
use crate::eval::types::Scalar;
use crate::observe::{Form, Lack, MissingPart};
use crate::op::lanewise;
use crate::op::region::{gather, leave, scatter, slots};
use crate::op::tensor::common::{integers, tensor_of};
use crate::op::{Row, all_ahead, row};
use std::rc::Rc;

const SHAPE_BROADCAST: Rule = Rule::new("shape_broadcast", "shape.broadcast of shapes that do not fit");
const SHAPE_NEGATIVE_SIZE: Rule =
    Rule::new("shape_negative_size", "shape.index_to_size of a negative number");
const SHAPE_DIV_ZERO: Rule = Rule::new("shape_div_zero", "shape.div by zero");
const SHAPE_DIMENSION: Rule = Rule::new("shape_dimension", "{} of a dimension that is not there");

const SHAPE_ANY: Rule = Rule::new("shape_any", "shape.any of shapes of several ranks");
const SHAPE_SPLIT: Rule = Rule::new("shape_split", "shape.split_at {}, of {} extents");

/// Shapes.
pub const SHAPES: &[Row] = &all_ahead([
    row("shape.yield", leave),
    row("shape.const_shape", |site| {
        let extents = integers(site.attribute("shape"))
            .ok_or_else(|| site.without(MissingPart::Attribute("shape".to_owned())))?;
        tensor_of(site, 0..0, move |_, _| Ok(vector(extents.iter().map(|extent| *extent as u64))))
    }),
    row("shape.shape_of", |site| {
        if site.operand(0)?.layout.scalar() != Scalar::Tensor {
            return Err(site.of(site.operand_type(0)?));
        }
        tensor_of(site, 0..1, |_, all| Ok(vector(all[0].shape.iter().copied())))
    }),
    row("shape.to_extent_tensor", |site| tensor_of(site, 0..1, |_, all| Ok((*all[0]).clone()))),
    row("shape.from_extent_tensor", |site| tensor_of(site, 0..1, |_, all| Ok((*all[0]).clone()))),
    // shape, 'shape.any': shapes that differ have an undefined result and no side effect.
    row("shape.any", |site| {
        tensor_of(site, 0..site.node.operands.len(), |machine, all| {
            let shapes = numbers(machine, all)?;
            let same_rank = shapes.windows(2).all(|pair| pair[0].len() == pair[1].len());
            let Some(first) = all.first().filter(|_| same_rank) else { return Err(SHAPE_ANY.open(&[])) };
            let agree = |at: usize| shapes.windows(2).all(|pair| pair[0][at] == pair[1][at]);
            let undef = Lane::tainted(Taint::undef(machine.at));
            let extents = first.lanes.iter().enumerate();
            let lanes = extents.map(|(at, extent)| if agree(at) { *extent } else { undef }).collect();
            Ok(Shaped { lanes, ..(**first).clone() })
        })
    }),
    row("shape.split_at", split),
    row("shape.from_extents", |site| {
        let all = slots(&site.operands(0..site.node.operands.len())?);
        tensor_of(site, 0..0, move |machine, _| {
            let lanes = gather(machine, &all);
            Ok(Shaped { shape: vec![lanes.len() as u64], parts: 1, lanes })
        })
    }),
    row("shape.concat", |site| {
        tensor_of(site, 0..2, |_, all| {
            let lanes: Vec<Lane> = all.iter().flat_map(|shape| shape.lanes.iter().copied()).collect();
            Ok(Shaped { shape: vec![lanes.len() as u64], parts: 1, lanes })
        })
    }),
    // shape, 'shape.broadcast': shapes that cannot be broadcast have no result.
    row("shape.broadcast", |site| {
        tensor_of(site, 0..site.node.operands.len(), |machine, all| {
            let shapes = numbers(machine, all)?;
            let wide = broadcast(&shapes).ok_or_else(|| SHAPE_BROADCAST.undefined(&[]))?;
            Ok(vector(wide.into_iter().map(|extent| extent as u64)))
        })
    }),
    row("shape.num_elements", |site| {
        of_shapes(site, 1, |shapes| {
            Ok(shapes[0].iter().fold(1i64, |count, extent| count.wrapping_mul(*extent)) as u64)
        })
    }),
    row("shape.rank", |site| of_shapes(site, 1, |shapes| Ok(shapes[0].len() as u64))),
    row("shape.is_broadcastable", |site| {
        of_shapes(site, site.node.operands.len(), |shapes| Ok(broadcast(shapes).is_some().into()))
    }),
    row("shape.shape_eq", |site| {
        of_shapes(site, site.node.operands.len(), |shapes| {
            Ok(shapes.windows(2).all(|pair| pair[0] == pair[1]).into())
        })
    }),
    // shape, 'shape.get_extent' and 'shape.dim': a dimension that is not there has no result.
    row("shape.get_extent", |site| extent(site, |tensor| tensor.lanes.clone())),
    row("shape.dim", |site| {
        extent(site, |tensor| tensor.shape.iter().map(|extent| Lane::of((*extent).into())).collect())
    }),
    // shape, 'shape.reduce': the region takes the dimension, its extent, and the values so far.
    row("shape.reduce", |site| {
        let (shape, count) = (site.operand(0)?.slot.start, site.node.operands.len());
        let (begins, results) = (slots(&site.operands(1..count)?), slots(&site.results()?));
        let body = site.region(0)?;
        Ok(Box::new(move |machine| {
            let shape: Rc<Shaped> = machine.tensor(machine.get(shape))?;
            let mut carried = gather(machine, &begins);
            for (at, extent) in shape.lanes.iter().enumerate() {
                carried.splice(0..0, [Lane::of(at as u128), *extent]);
                body.run(machine, &carried)?;
                carried.clear();
                carried.extend_from_slice(&machine.left);
            }
            scatter(machine, &results, &carried);
            Ok(Next::On)
        }))
    }),
]);

/// Sizes.
pub const SIZES: &[Row] = &all_ahead([
    row("shape.const_size", |site| {
        let (value, out) = (site.int("value") as u128 & mask(64), site.result()?.slot.start);
        Ok(Box::new(move |machine| {
            machine.set(out, Lane::of(value));
            Ok(Next::On)
        }))
    }),
    // shape, 'shape.index_to_size': a size is not negative.
    row("shape.index_to_size", |site| {
        let (from, out) = (site.operand(0)?.slot.start, site.result()?.slot.start);
        Ok(Box::new(move |machine| {
            let lane = machine.get(from);
            if lane.taint.is_none() && signed(lane.bits, 64) < 0 {
                return Err(SHAPE_NEGATIVE_SIZE.undefined(&[]));
            }
            machine.set(out, lane);
            Ok(Next::On)
        }))
    }),
    row("shape.size_to_index", |site| lanewise::unary(site, Some)),
    row("shape.add", |site| lanewise::binary(site, |x, y| Some(x.wrapping_add(y) & mask(64)))),
    row("shape.mul", |site| lanewise::binary(site, |x, y| Some(x.wrapping_mul(y) & mask(64)))),
    row("shape.max", |site| {
        lanewise::binary(site, |x, y| Some(if signed(x, 64) > signed(y, 64) { x } else { y }))
    }),
    row("shape.min", |site| {
        lanewise::binary(site, |x, y| Some(if signed(x, 64) < signed(y, 64) { x } else { y }))
    }),
    // shape, 'shape.div': rounds towards negative infinity; a division by zero has no result.
    row("shape.div", |site| {
        let (x, y, out) =
            (site.operand(0)?.slot.start, site.operand(1)?.slot.start, site.result()?.slot.start);
        Ok(Box::new(move |machine| {
            let number =
                |lane: u32, what: &str| machine.defined(machine.get(lane), what).map(|bits| signed(bits, 64));
            let (x, y) = (number(x, "the dividend of shape.div")?, number(y, "the divisor of shape.div")?);
            if y == 0 {
                return Err(SHAPE_DIV_ZERO.divided(&[]));
            }
            let quotient = x.div_euclid(y);
            // The remainder of Euclid's division is never negative: below zero it rounds the other way.
            let floor = if y < 0 && x.rem_euclid(y) != 0 { quotient - 1 } else { quotient };
            machine.set(out, Lane::of(floor as u128 & mask(64)));
            Ok(Next::On)
        }))
    }),
]);

/// shape, 'shape.split_at': an index below zero counts from the end, and one that is not there has no result.
fn split(site: &Site<'_>) -> Result<Action, Lack> {
    let (from, at) = (site.operand(0)?.slot.start, site.operand(1)?.slot.start);
    let parts = slots(&site.results()?);
    let &[head, tail] = &parts[..] else { return Err(site.lacks(Form::NoShape)) };
    if site.operand(0)?.layout.scalar() != Scalar::Tensor {
        return Err(site.of(site.operand_type(0)?));
    }
    Ok(Box::new(move |machine| {
        let at = signed(machine.defined(machine.get(at), "the index of shape.split_at")?, 64);
        let shape: Rc<Shaped> = machine.tensor(machine.get(from))?;
        let rank = shape.lanes.len();
        let place = usize::try_from(if at < 0 { at + rank as i128 } else { at }).ok();
        let Some((left, right)) = place.and_then(|place| shape.lanes.split_at_checked(place)) else {
            return Err(SHAPE_SPLIT.undefined(&[&at, &rank]));
        };
        for (out, lanes) in [(head, left), (tail, right)] {
            let part = Shaped { shape: vec![lanes.len() as u64], parts: 1, lanes: lanes.to_vec() };
            let made = machine.new_tensor(part)?;
            machine.set(out.start, made);
        }
        Ok(Next::On)
    }))
}

/// A shape of these extents.
fn vector(extents: impl Iterator<Item = u64>) -> Shaped {
    let lanes: Vec<Lane> = extents.map(|extent| Lane::of(extent.into())).collect();
    Shaped { shape: vec![lanes.len() as u64], parts: 1, lanes }
}

/// The extents of these shapes.
///
/// # Errors
/// One is not defined.
pub fn numbers(machine: &Machine<'_>, shapes: &[Rc<Shaped>]) -> Result<Vec<Vec<i64>>, Stop> {
    let number = |lane: &Lane| machine.defined(*lane, "an extent").map(|bits| signed(bits, 64) as i64);
    shapes.iter().map(|shape| shape.lanes.iter().map(number).collect()).collect()
}

/// The shape that all of these are broadcast to: by their last extents, where 1 gives way.
pub fn broadcast(shapes: &[Vec<i64>]) -> Option<Vec<i64>> {
    let rank = shapes.iter().map(Vec::len).max()?;
    let mut wide = vec![1; rank];
    for shape in shapes {
        for (own, extent) in wide[rank - shape.len()..].iter_mut().zip(shape) {
            match (*own, *extent) {
                (1, extent) => *own = extent,
                (own, extent) if own == extent || extent == 1 => {}
                _ => return None,
            }
        }
    }
    Some(wide)
}

/// The tensors that these operands are.
fn tensors(machine: &Machine<'_>, slots: &[Slot]) -> Result<Vec<Rc<Shaped>>, Stop> {
    slots.iter().map(|slot| machine.tensor(machine.get(slot.start))).collect()
}

/// A number that the extents of so many operands make.
///
/// # Errors
/// An operand is no tensor.
pub fn of_shapes(
    site: &Site<'_>,
    count: usize,
    work: impl Fn(&[Vec<i64>]) -> Result<u64, Stop> + 'static,
) -> Result<Action, Lack> {
    let (taken, out) = (site.operands(0..count)?, site.result()?.slot.start);
    if count == 0 || taken.iter().any(|value| value.layout.scalar() != Scalar::Tensor) {
        return Err(site.lacks(Form::NoShape));
    }
    let taken = slots(&taken);
    Ok(Box::new(move |machine| {
        let all = tensors(machine, &taken)?;
        let made = work(&numbers(machine, &all)?)?;
        machine.set(out, Lane::of(made.into()));
        Ok(Next::On)
    }))
}

/// One of the extents that an operand has.
fn extent(site: &Site<'_>, of: fn(&Shaped) -> Vec<Lane>) -> Result<Action, Lack> {
    let (from, at, out) =
        (site.operand(0)?.slot.start, site.operand(1)?.slot.start, site.result()?.slot.start);
    let name = site.node.name;
    if site.operand(0)?.layout.scalar() != Scalar::Tensor {
        return Err(site.of(site.operand_type(0)?));
    }
    Ok(Box::new(move |machine| {
        let at = machine.defined(machine.get(at), "the dimension that is asked for")?;
        let extents = of(&*machine.tensor(machine.get(from))?);
        let extent = usize::try_from(at).ok().and_then(|at| extents.get(at).copied());
        machine.set(out, extent.ok_or_else(|| SHAPE_DIMENSION.undefined(&[&name]))?);
        Ok(Next::On)
    }))
}

#[cfg(test)]
mod tests {
    use crate::eval::StopKind;
    use crate::op::testing::{bits, stopped};

    const TWO: &str = r#"
        %a = "shape.const_shape"() <{shape = dense<[3, 1, 4]> : tensor<3xindex>}> : () -> tensor<3xindex>
        %b = "shape.const_shape"() <{shape = dense<[2, 1]> : tensor<2xindex>}> : () -> tensor<2xindex>
        %one = "shape.const_size"() <{value = 1 : index}> : () -> index
        %zero = "shape.const_size"() <{value = 0 : index}> : () -> index
        "#;

    #[test]
    fn shapes_are_broadcast_from_the_end() {
        let text = format!(
            r#"{TWO}
            %r = "shape.broadcast"(%a, %b) : (tensor<3xindex>, tensor<2xindex>) -> tensor<?xindex>
            "func.return"(%r) : (tensor<?xindex>) -> ()"#
        );
        assert_eq!(bits("tensor<?xindex>", &text), [3, 2, 4].map(Some));
        let wrong = text.replace("[2, 1]", "[2, 3]");
        assert_eq!(stopped("tensor<?xindex>", &wrong).map(|ended| ended.0), Some(StopKind::Undefined));
    }

    #[test]
    fn a_shape_is_split_from_either_end() {
        let tail = |index: i64| {
            format!(
                r#"{TWO}
                %at = "arith.constant"() <{{value = {index} : index}}> : () -> index
                %h, %t = "shape.split_at"(%a, %at) : (tensor<3xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
                "func.return"(%t) : (tensor<?xindex>) -> ()"#
            )
        };
        let ty = "tensor<?xindex>";
        assert_eq!(bits(ty, &tail(1)), [1, 4].map(Some));
        assert_eq!(bits(ty, &tail(-1)), [4].map(Some));
        assert_eq!(bits(ty, &tail(3)), []);
        for index in [4, -4] {
            assert_eq!(stopped(ty, &tail(index)).map(|ended| ended.0), Some(StopKind::Undefined));
        }
    }

    #[test]
    fn shapes_that_differ_in_an_extent_have_any_there() {
        let any = |shape: &str| {
            format!(
                r#"{TWO}
                %c = "shape.const_shape"() <{{shape = dense<[{shape}]> : tensor<{}xindex>}}> : () -> tensor<?xindex>
                %r = "shape.any"(%a, %c) : (tensor<3xindex>, tensor<?xindex>) -> tensor<?xindex>
                "func.return"(%r) : (tensor<?xindex>) -> ()"#,
                shape.split(',').count()
            )
        };
        let ty = "tensor<?xindex>";
        assert_eq!(bits(ty, &any("3, 1, 4")), [3, 1, 4].map(Some));
        assert_eq!(bits(ty, &any("3, 7, 4")), [Some(3), None, Some(4)]);
        assert_eq!(stopped(ty, &any("3")).map(|ended| ended.0), Some(StopKind::Open));
    }

    #[test]
    fn a_shape_is_counted_compared_and_taken_apart() {
        let number = |operation: &str, ty: &str| {
            let text = format!("{TWO}\n%r = {operation} -> {ty}\n\"func.return\"(%r) : ({ty}) -> ()");
            bits(ty, &text)[0]
        };
        assert_eq!(number(r#""shape.num_elements"(%a) : (tensor<3xindex>)"#, "index"), Some(12));
        assert_eq!(number(r#""shape.rank"(%a) : (tensor<3xindex>)"#, "index"), Some(3));
        assert_eq!(number(r#""shape.get_extent"(%b, %one) : (tensor<2xindex>, index)"#, "index"), Some(1));
        let zero = r#""shape.dim"(%a, %zero) : (tensor<3xindex>, index)"#;
        assert_eq!(number(zero, "index"), Some(3));
        let both = "(tensor<3xindex>, tensor<2xindex>)";
        assert_eq!(number(&format!(r#""shape.is_broadcastable"(%a, %b) : {both}"#), "i1"), Some(1));
        assert_eq!(number(&format!(r#""shape.shape_eq"(%a, %b) : {both}"#), "i1"), Some(0));
        assert_eq!(number(r#""shape.add"(%one, %one) : (index, index)"#, "index"), Some(2));
        assert_eq!(number(r#""shape.div"(%one, %one) : (index, index)"#, "index"), Some(1));
    }

    #[test]
    fn sizes_are_numbers_with_a_sign() {
        let divided = |x: i64, y: i64| {
            let text = format!(
                r#"
                %x = "shape.const_size"() <{{value = {x} : index}}> : () -> index
                %y = "shape.const_size"() <{{value = {y} : index}}> : () -> index
                %r = "shape.div"(%x, %y) : (index, index) -> index
                %least = "shape.min"(%r, %x) : (index, index) -> index
                %most = "shape.max"(%r, %least) : (index, index) -> index
                %product = "shape.mul"(%most, %y) : (index, index) -> index
                "func.return"(%product) : (index) -> ()"#
            );
            (bits("index", &text.replace("(%product)", "(%r)"))[0], bits("index", &text)[0])
        };
        let number = |value: i64| Some(u128::from(value as u64));
        assert_eq!(divided(7, 2), (number(3), number(6)));
        assert_eq!(divided(-7, 2), (number(-4), number(-8)));
        assert_eq!(divided(7, -2).0, number(-4));
        assert_eq!(divided(-7, -2).0, number(3));
        let text = r#"
            %x = "shape.const_size"() <{value = 0 : index}> : () -> index
            %r = "shape.div"(%x, %x) : (index, index) -> index
            "func.return"(%r) : (index) -> ()"#;
        assert_eq!(stopped("index", text).map(|ended| ended.0), Some(StopKind::Division));
    }

    #[test]
    fn sizes_are_not_negative() {
        let text = |value: i64| {
            format!(
                r#"
                %x = "llvm.mlir.constant"() <{{value = {value} : index}}> : () -> index
                %s = "shape.index_to_size"(%x) : (index) -> !shape.size
                %r = "shape.size_to_index"(%s) : (!shape.size) -> index
                "func.return"(%r) : (index) -> ()"#
            )
        };
        assert_eq!(bits("index", &text(5)), [Some(5)]);
        assert_eq!(stopped("index", &text(-5)).map(|ended| ended.0), Some(StopKind::Undefined));
    }

    #[test]
    fn shapes_are_made_of_extents_and_folded() {
        let text = format!(
            r#"{TWO}
            %o = "shape.shape_of"(%a) : (tensor<3xindex>) -> tensor<?xindex>
            %e = "shape.from_extents"(%one, %zero) : (index, index) -> tensor<2xindex>
            %c = "shape.concat"(%o, %e) : (tensor<?xindex>, tensor<2xindex>) -> tensor<?xindex>
            %sum = "shape.reduce"(%a, %zero) ({{
            ^bb0(%at: index, %extent: index, %so_far: index):
              %tens = "shape.mul"(%at, %extent) : (index, index) -> index
              %next = "shape.add"(%so_far, %tens) : (index, index) -> index
              "shape.yield"(%next) : (index) -> ()
            }}) : (tensor<3xindex>, index) -> index
            "func.return"(%c, %sum) : (tensor<?xindex>, index) -> ()"#
        );
        let made = crate::op::testing::values("tensor<?xindex>, index", &text);
        assert_eq!(made[0].lanes.iter().map(|lane| lane.bits).collect::<Vec<_>>(), [3, 1, 0]);
        // 0*3 + 1*1 + 2*4.
        assert_eq!(made[1].lanes[0].bits, 9);
    }
}
