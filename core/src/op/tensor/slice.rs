//! Parts of tensors: slices that are taken and put in, and elements by tensors of indices.

use super::common::{
    MixedNumbers, admits, element, element_layout, extents, is_inside, places, room, tensor_of,
};
use crate::eval::Breaking as _;
use crate::eval::lane::{Lane, signed};
use crate::eval::machine::{Action, Machine};
use crate::eval::site::Site;
use crate::eval::stop::{Rule, Stop};
use crate::eval::tensor::Shaped;
use crate::eval::types::{LaneType, Layout, Scalar};
use crate::ir::{Extent, Type};
use crate::observe::{Form, Lack, MissingPart};
use crate::op::{Row, all_ahead, row};
use std::collections::HashSet;
use std::fmt::Display;
use std::rc::Rc;

const EXTRACT_SLICE_OFFSET: Rule =
    Rule::new("extract_slice_offset", "{} of {} from {} by {} in a tensor of {}");
const EMPTY_SLICE_BOUNDS: Rule = Rule::new(
    "empty_slice_bounds",
    "{} of {} from {} by {} in a tensor of {}: it has no elements, and a dimension is out of bounds",
);
const INSERT_SLICE_SIZE: Rule = Rule::new("insert_slice_size", "{} of a tensor of {} into a slice of {}");
const COORDINATE_COUNT: Rule =
    Rule::new("coordinate_count", "{} by indices of another number than dimensions");
const GATHER_COORDINATE: Rule = Rule::new("gather_coordinate", "{} at {} of a tensor of {}");
const GATHER_UNIQUE: Rule =
    Rule::new("gather_unique", "tensor.gather at one place twice, which `unique` denies");
const SCATTER_COUNT: Rule =
    Rule::new("scatter_count", "tensor.scatter of a tensor with too few elements or too many");
const SCATTER_UNIQUE: Rule = Rule::new("scatter_unique", "tensor.scatter to one place twice");

pub const ROWS: &[Row] = &all_ahead([
    // tensor, 'tensor.extract_slice': an element that is out of bounds makes behaviour undefined.
    row("tensor.extract_slice", |site| {
        let region = Slice::of(site, 1)?;
        let kept = region.kept(extents(site.result_type(0)?)?);
        let kept = kept.ok_or_else(|| site.lacks(Form::ResultDimensions))?;
        tensor_of(site, 0..1, move |machine, all| {
            let from = &all[0];
            let (places, sizes) = region.places(machine, from, "tensor.extract_slice")?;
            let mut lanes = Vec::with_capacity(places.len() * from.parts);
            places.iter().for_each(|place| lanes.extend_from_slice(from.element(*place)));
            let shape = kept.iter().map(|at| sizes[*at]).collect();
            Ok(Shaped { shape, parts: from.parts, lanes })
        })
    })
    .grown(super::placing::slice),
    // tensor, 'tensor.insert_slice': the same; the source has the extents of the slice, without some that are 1.
    row("tensor.insert_slice", |site| {
        let insert = Insert::of(site)?;
        tensor_of(site, 0..2, move |machine, all| {
            let mut made = (*all[1]).clone();
            insert.put(machine, &all[0], &mut made, |_| ())?;
            Ok(made)
        })
    })
    .grown(super::placing::insert_slice),
    row("tensor.parallel_insert_slice", |site| {
        Insert::of(site)?;
        Ok(Box::new(|_| {
            Err(Stop::lacks(Lack::form(
                "tensor.parallel_insert_slice",
                Form::Outside("scf.forall.in_parallel".to_owned()),
            )))
        }))
    }),
    row("tensor.gather", gather),
    row("tensor.scatter", scatter),
]);

/// A box in a tensor.
pub struct Slice {
    offsets: MixedNumbers,
    sizes: MixedNumbers,
    strides: MixedNumbers,
}

impl Slice {
    /// The box of an operation whose group of operands of this number are its offsets.
    fn of(site: &Site<'_>, group: usize) -> Result<Slice, Lack> {
        Ok(Slice {
            offsets: MixedNumbers::of(site, "static_offsets", site.segment(group))?,
            sizes: MixedNumbers::of(site, "static_sizes", site.segment(group + 1))?,
            strides: MixedNumbers::of(site, "static_strides", site.segment(group + 2))?,
        })
    }

    /// The dimensions that a type with these extents keeps, of which the others are 1; none where it does not fit.
    fn kept(&self, extents: &[Extent]) -> Option<Vec<usize>> {
        let (mut kept, mut rest) = (Vec::new(), extents);
        for (at, size) in self.sizes.known().into_iter().enumerate() {
            match (rest.split_first(), size) {
                (Some((first, behind)), size) if first.map(|extent| extent as i64) == size => {
                    kept.push(at);
                    rest = behind;
                }
                (_, Some(1)) => {}
                // A type may say more than the sizes do, and less.
                (Some((first, behind)), size) if first.is_none() || size.is_none() => {
                    kept.push(at);
                    rest = behind;
                }
                _ => return None,
            }
        }
        rest.is_empty().then_some(kept)
    }

    /// The places of its elements in a tensor, and its extents.
    fn places(&self, machine: &Machine<'_>, of: &Shaped, name: &str) -> Result<(Vec<usize>, Vec<u64>), Stop> {
        let offsets = self.offsets.read(machine, &format!("an offset of {name}"))?;
        let sizes = self.sizes.shape(machine, &format!("a size of {name}"))?;
        let strides = self.strides.read(machine, &format!("a stride of {name}"))?;
        room(machine, &sizes, of.parts)?;
        let places = (offsets.len() == of.shape.len()).then(|| places(&of.shape, &offsets, &sizes, &strides));
        let told = |end: &dyn Fn(&[&dyn Display]) -> Stop| {
            let [offsets, strides] = [&offsets, &strides].map(|numbers| format!("{numbers:?}"));
            let [sizes, shape] = [&sizes, &of.shape].map(|extents| format!("{extents:?}"));
            end(&[&name, &sizes, &offsets, &strides, &shape])
        };
        let outside = || told(&|values| EXTRACT_SLICE_OFFSET.undefined(values));
        let places = places.flatten().ok_or_else(outside)?;
        if places.is_empty() && !is_inside(&of.shape, &offsets, &sizes, &strides) {
            return Err(told(&|values| EMPTY_SLICE_BOUNDS.open(values)));
        }
        // Nothing of an empty slice is read, but checks of its bounds look at each dimension.
        let spanned: Vec<u64> = sizes.iter().map(|size| (*size).max(1)).collect();
        if places.is_empty() && super::common::places(&of.shape, &offsets, &spanned, &strides).is_none() {
            machine.poisoned.set(true);
        }
        Ok((places, sizes))
    }
}

/// A slice that is put into a tensor.
pub struct Insert {
    slice: Slice,
    /// The lane of the source.
    pub source: u32,
    /// The number of the value that is the destination.
    pub destination: u32,
    name: &'static str,
}

impl Insert {
    /// The step of `tensor.insert_slice` and `tensor.parallel_insert_slice`.
    ///
    /// # Errors
    /// An operand is missing.
    pub fn of(site: &Site<'_>) -> Result<Insert, Lack> {
        let destination = *site.node.operands.get(1).ok_or_else(|| site.without(MissingPart::Operand))?;
        let source = site.operand(0)?.slot.start;
        Ok(Insert { slice: Slice::of(site, 2)?, source, destination, name: site.node.name })
    }

    /// Puts the source in; `met` is told of each place.
    ///
    /// # Errors
    /// The slice is out of bounds or of another shape.
    pub fn put(
        &self,
        machine: &mut Machine<'_>,
        source: &Shaped,
        into: &mut Shaped,
        mut met: impl FnMut(usize),
    ) -> Result<(), Stop> {
        let (places, sizes) = self.slice.places(machine, into, self.name)?;
        let larger = |shape: &[u64]| shape.iter().copied().filter(|extent| *extent != 1).collect::<Vec<_>>();
        if larger(&sizes) != larger(&source.shape) {
            let shape = &source.shape;
            return Err(INSERT_SLICE_SIZE.undefined(&[
                &self.name,
                &format_args!("{shape:?}"),
                &format_args!("{sizes:?}"),
            ]));
        }
        machine.charge((places.len() * source.parts * size_of::<Lane>()) as u64)?;
        for (at, place) in places.into_iter().enumerate() {
            into.element_mut(place).copy_from_slice(source.element(at));
            met(place);
        }
        Ok(())
    }
}

/// The places that a tensor of indices points to: a slice for each of its innermost rows.
struct Indexed {
    dimensions: Vec<usize>,
    width: u32,
}

impl Indexed {
    /// The attribute names the dimensions that are indexed; the operand holds the indices.
    fn of(site: &Site<'_>, attribute: &str, operand: usize) -> Result<Indexed, Lack> {
        let number = |at: &i64| usize::try_from(*at).map_err(|_| site.lacks(Form::NegativeDimension));
        let dimensions = site.ints(attribute).iter().map(number).collect::<Result<_, _>>()?;
        let held = Layout::of(LaneType::of(element(site.operand_type(operand)?)?)?)?.scalar();
        let Scalar::Int(width) = held else {
            return Err(site.of(&held));
        };
        Ok(Indexed { dimensions, width })
    }

    /// The places of the elements of each slice in a tensor.
    fn places(
        &self,
        machine: &mut Machine<'_>,
        of: &Shaped,
        indices: &Shaped,
        name: &str,
    ) -> Result<Vec<usize>, Stop> {
        let wrong = || COORDINATE_COUNT.undefined(&[&name]);
        let count = self.dimensions.len();
        if indices.shape.last() != Some(&(count as u64))
            || self.dimensions.iter().any(|at| *at >= of.shape.len())
        {
            return Err(wrong());
        }
        let mut sizes = of.shape.clone();
        self.dimensions.iter().for_each(|at| sizes[*at] = 1);
        let each = Shaped::count(&sizes)?;
        let points = Shaped::count(&indices.shape[..indices.shape.len() - 1])?;
        room(machine, &[points as u64, each as u64], of.parts)?;
        let mut all = Vec::with_capacity(points * each);
        for point in 0..points {
            let mut offsets = vec![0; of.shape.len()];
            for (at, lane) in self.dimensions.iter().zip(&indices.lanes[point * count..]) {
                let bits = machine.defined(*lane, &format!("an index of {name}"))?;
                offsets[*at] = signed(bits, self.width) as i64;
            }
            let inside = self
                .dimensions
                .iter()
                .all(|at| u64::try_from(offsets[*at]).is_ok_and(|offset| offset < of.shape[*at]));
            let found =
                inside.then(|| places(&of.shape, &offsets, &sizes, &vec![1; offsets.len()])).flatten();
            all.extend(found.ok_or_else(|| {
                GATHER_COORDINATE.undefined(&[
                    &name,
                    &format_args!("{offsets:?}"),
                    &format_args!("{:?}", of.shape),
                ])
            })?);
        }
        machine.charge((all.len() * of.parts * size_of::<Lane>()) as u64)?;
        Ok(all)
    }
}

/// tensor, 'tensor.gather': the extents of the indices but the innermost, then those of the source, where those of indexed dimensions are 1
/// or left out.
fn gather(site: &Site<'_>) -> Result<Action, Lack> {
    let (indexed, unique) = (Indexed::of(site, "gather_dims", 1)?, site.has("unique"));
    let ty: Rc<Type> = site.result_type(0)?.clone();
    element_layout(&ty)?;
    tensor_of(site, 0..2, move |machine, all| {
        let (from, indices) = (&all[0], &all[1]);
        let places = indexed.places(machine, from, indices, "tensor.gather")?;
        if unique && !apart(&places) {
            return Err(GATHER_UNIQUE.undefined(&[]));
        }
        let mut lanes = Vec::with_capacity(places.len() * from.parts);
        places.iter().for_each(|place| lanes.extend_from_slice(from.element(*place)));
        let lead = indices.shape[..indices.shape.len() - 1].iter().copied();
        let is_indexed = |at: &usize| indexed.dimensions.contains(at);
        let all = (0..from.shape.len()).map(|at| if is_indexed(&at) { 1 } else { from.shape[at] });
        let whole: Vec<u64> = lead.clone().chain(all).collect();
        let left = (0..from.shape.len()).filter(|at| !is_indexed(at)).map(|at| from.shape[at]);
        let shape = if admits(&ty, &whole) { whole } else { lead.chain(left).collect() };
        Ok(Shaped { shape, parts: from.parts, lanes })
    })
}

/// True if no place is there twice.
fn apart(places: &[usize]) -> bool {
    let mut seen = HashSet::new();
    places.iter().all(|place| seen.insert(*place))
}

/// tensor, 'tensor.scatter': `unique` promises that no two slices overlap; where they do, behaviour is undefined.
fn scatter(site: &Site<'_>) -> Result<Action, Lack> {
    let indexed = Indexed::of(site, "scatter_dims", 2)?;
    tensor_of(site, 0..3, move |machine, all| {
        let (source, indices, mut made) = (&all[0], &all[2], (*all[1]).clone());
        let places = indexed.places(machine, &made, indices, "tensor.scatter")?;
        if places.len() * source.parts != source.lanes.len() {
            return Err(SCATTER_COUNT.undefined(&[]));
        }
        let mut written = vec![false; made.lanes.len() / made.parts.max(1)];
        for (at, place) in places.into_iter().enumerate() {
            if std::mem::replace(&mut written[place], true) {
                return Err(SCATTER_UNIQUE.undefined(&[]));
            }
            made.element_mut(place).copy_from_slice(source.element(at));
        }
        Ok(made)
    })
}

#[cfg(test)]
#[path = "slice_tests.rs"]
mod tests;
