//! Operations that compute with indices: gather, scatter, argmax.

use super::reduce::axis_of;
use super::{Application, EvaluationRule};
use crate::bug::KnownBug;
use crate::observe::Rule;
use crate::semantics::open_extents::{OpenExtents, ShownByOpenExtents, batches_are_open_once};
use crate::semantics::rule::{Reach, rule};
use crate::semantics::shape::strides;
use crate::semantics::tensor::{signed, wrapped};
use crate::semantics::{Asked as _, Data, Float, Notes, Tensor, Unevaluated};

const TOSA_INDEX_TWICE: Rule =
    Rule::new("tosa_index_twice", "{}: an index twice in a batch; MLIR lets the last one win");
const TOSA_ARGMAX_CLOSE: Rule =
    Rule::new("tosa_argmax_close", "{}: an argmax of numbers that are closer than their bounds");
const TOSA_INDEX_RANGE: Rule = Rule::new("tosa_index_range", "{}: an index out of range");
const TOSA_GATHER_SHAPES: Rule = Rule::new("tosa_gather_shapes", "{} gathers {} from {}");
const TOSA_SCATTER_SHAPES: Rule = Rule::new("tosa_scatter_shapes", "{} scatters {} to {}");

const GATHERED_BATCHES: ShownByOpenExtents =
    ShownByOpenExtents { bug: KnownBug::GatheredOpenBatches, is_shown: batches_are_open_once };

/// The rows of this family.
pub const ROWS: &[EvaluationRule] = &[
    rule("tosa.gather", gather)
        .reach(Reach::Moved(&[0]))
        .extents(OpenExtents::Gathered)
        .shows(GATHERED_BATCHES),
    rule("tosa.row_gather", row_gather).reach(Reach::Moved(&[0])),
    rule("tosa.scatter", scatter).reach(Reach::Moved(&[0, 2])),
    rule("tosa.argmax", argmax).extents(OpenExtents::WithoutAxis),
];

/// Rows of `values[n,k,c]` by `indices[n,w]`.
fn gather(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    rows(call, 1)
}

/// As many rows from each index on as operand 2 says.
fn row_gather(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let count =
        usize::try_from(call.scalar(2)?).map_err(|_| Unevaluated::new("gathers less than no rows"))?;
    rows(call, count)
}

fn rows(call: &mut Application<'_>, run: usize) -> Result<Vec<Tensor>, Unevaluated> {
    let (values, indices) = (call.operand(0)?, call.operand(1)?);
    let (&[n, k, c], &[batches, w]) = (&values.shape[..], &indices.shape[..]) else {
        return Err(Unevaluated::new("gathers from what has not three dimensions by what has not two"));
    };
    if batches != n || k == 0 {
        return Err(Unevaluated::misfit(
            TOSA_GATHER_SHAPES,
            &[&format_args!("{:?}", indices.shape), &format_args!("{:?}", values.shape)],
        ));
    }
    let mut order = Vec::with_capacity(n * w * run * c);
    for (i, &index) in indices.as_ints()?.iter().enumerate() {
        for row in 0..run {
            let at = (i / w * k + checked(index + row as i64, k, call.notes)) * c;
            order.extend(at..at + c);
        }
    }
    Ok(vec![values.gathered(vec![n, w * run, c], order.into_iter())])
}

/// `values_in[n,k,c]` with rows of `input[n,w,c]` in the places of `indices[n,w]`.
fn scatter(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let (values, indices, input) = (call.operand(0)?, call.operand(1)?, call.operand(2)?);
    let (&[n, k, c], &[batches, w]) = (&values.shape[..], &indices.shape[..]) else {
        return Err(Unevaluated::new("scatters to what has not three dimensions by what has not two"));
    };
    if batches != n || k == 0 || input.shape != [n, w, c] {
        return Err(Unevaluated::misfit(
            TOSA_SCATTER_SHAPES,
            &[&format_args!("{:?}", input.shape), &format_args!("{:?}", values.shape)],
        ));
    }
    let mut taken = vec![false; n * k];
    // For each row of the result, the operand it comes from and which row it is there.
    let mut sources: Vec<(usize, usize)> = (0..n * k).map(|row| (0, row)).collect();
    for (i, &index) in indices.as_ints()?.iter().enumerate() {
        let at = i / w * k + checked(index, k, call.notes);
        if std::mem::replace(&mut taken[at], true) {
            call.notes.outside(TOSA_INDEX_TWICE);
        }
        sources[at] = (1, i);
    }
    let order =
        sources.into_iter().flat_map(|(part, row)| (row * c..(row + 1) * c).map(move |place| (part, place)));
    Ok(vec![Tensor::picked(&[values, input], values.shape.clone(), order)?])
}

fn checked(index: i64, extent: usize, notes: &mut Notes) -> usize {
    match usize::try_from(index) {
        Ok(index) if index < extent => index,
        _ => {
            notes.undefined(TOSA_INDEX_RANGE);
            0
        }
    }
}

/// The first index of the greatest element along an axis; of NaN, where it counts, the first.
fn argmax(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let (input, element) = (call.operand(0)?, call.element(0)?);
    let axis = axis_of(call, input)?;
    let ignore = call.attributes.says("nan_mode", "IGNORE");
    let (extent, step) = (input.shape[axis], strides(&input.shape)[axis]);
    let mut shape = input.shape.clone();
    shape.remove(axis);
    let count: usize = shape.iter().product();
    let firsts = (0..count).map(|i| i / step.max(1) * extent * step + i % step.max(1));
    let notes = &mut *call.notes;
    let values: Vec<i64> = match &input.data {
        Data::Floats(values) => {
            let line = |first| (0..extent).map(move |i| values[first + i * step]);
            firsts.map(|first| greatest(line(first), ignore, notes) as i64).collect()
        }
        _ => {
            let values = input.as_ints()?;
            let at = |first: usize, i: usize| signed(input.element, values[first + i * step]);
            let place =
                |first| (1..extent).fold(0, |most, i| if at(first, i) > at(first, most) { i } else { most });
            firsts.map(|first| place(first) as i64).collect()
        }
    };
    let data = Data::Ints(values.into_iter().map(|value| wrapped(element, value.into())).collect());
    Ok(vec![Tensor { shape, element, data }])
}

fn greatest(values: impl Iterator<Item = Float> + Clone, ignore: bool, notes: &mut Notes) -> usize {
    if !ignore && let Some(place) = values.clone().position(|value| value.is_nan()) {
        return place;
    }
    let numbers = values.enumerate().filter(|(_, value)| !value.is_nan());
    let greater =
        |most: (usize, Float), next: (usize, Float)| if next.1.value > most.1.value { next } else { most };
    let Some((place, most)) = numbers.clone().reduce(greater) else { return 0 };
    let (least, certain) = (most.low(), most.is_exact());
    let may_win = |(other, value): (usize, Float)| match () {
        // Of equal numbers the first one wins.
        () if other == place || certain && value.is_exact() => false,
        () if other < place => value.high() >= least,
        () => value.high() > least,
    };
    if most.is_unknown() || numbers.clone().any(may_win) {
        notes.undecided(TOSA_ARGMAX_CLOSE);
    }
    place
}

#[cfg(test)]
mod tests {
    use super::super::tests::{floats, ints, run};
    use super::*;
    use crate::ir::{Attribute, Attributes, attributes};
    use crate::observe::Element;
    use crate::semantics::Definedness::{OutsideSpecification, Undecided, Undefined};

    #[test]
    fn rows_are_fetched_and_put_back() {
        let values = Tensor::ints(Element::I8, &[1, 3, 2], vec![1, 2, 3, 4, 5, 6]);
        let indices = Tensor::ints(Element::I32, &[1, 2], vec![2, 0]);
        let (got, _) = run("tosa.gather", &[&values, &indices], Attributes::default(), Element::I8);
        assert_eq!(got, Tensor::ints(Element::I8, &[1, 2, 2], vec![5, 6, 1, 2]));
        let (put, notes) =
            run("tosa.scatter", &[&values, &indices, &got], Attributes::default(), Element::I8);
        assert_eq!((put, notes), (values.clone(), vec![]));
        let twice = Tensor::ints(Element::I32, &[1, 2], vec![1, 1]);
        let (put, notes) = run("tosa.scatter", &[&values, &twice, &got], Attributes::default(), Element::I8);
        assert_eq!((put.data, notes), (Data::Ints(vec![1, 2, 1, 2, 5, 6]), vec![OutsideSpecification]));
        let far = Tensor::ints(Element::I32, &[1, 1], vec![3]);
        let (_, notes) = run("tosa.gather", &[&values, &far], Attributes::default(), Element::I8);
        assert_eq!(notes, [Undefined]);
    }

    fn place(input: &Tensor, mode: &str) -> (Vec<i64>, Vec<crate::semantics::Definedness>) {
        let mode = ("nan_mode", Attribute::Text(mode.into()));
        let attributes = attributes([("axis", Attribute::of_int(Element::I32, 0)), mode]);
        let (all, notes) = run("tosa.argmax", &[input], attributes, Element::I32);
        (all.as_ints().unwrap().to_vec(), notes)
    }

    #[test]
    fn the_first_of_the_greatest_wins() {
        assert_eq!(place(&ints(Element::I8, &[-1, 7, 3, 7]), "PROPAGATE"), (vec![1], vec![]));
        let input = floats(Element::F32, &[f64::NEG_INFINITY, 2.0, f64::NAN, 2.0, 5.0]);
        assert_eq!(place(&input, "PROPAGATE"), (vec![2], vec![]));
        assert_eq!(place(&input, "IGNORE"), (vec![4], vec![]));
        let about = |values: &[(f64, f64)]| {
            let values = values.iter().map(|&(value, bound)| Float { value, bound }).collect::<Vec<_>>();
            Tensor::floats(Element::F32, &[values.len()], values)
        };
        assert_eq!(place(&about(&[(1.0, 0.0), (2.0, 0.5)]), "IGNORE"), (vec![1], vec![]));
        assert_eq!(place(&about(&[(1.6, 0.0), (2.0, 0.5)]), "IGNORE"), (vec![1], vec![Undecided]));
        let input = Tensor::ints(Element::I8, &[2, 2], vec![1, 5, 2, 4]);
        assert_eq!(place(&input, "IGNORE").0, [1, 0]);
    }
}
