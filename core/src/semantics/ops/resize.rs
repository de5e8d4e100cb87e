//! Scaling of images (TOSA section RESIZE).

use super::binary::fitted;
use super::{Application, EvaluationRule};
use crate::semantics::open_extents::OpenExtents;
use crate::semantics::rule::rule;
use crate::semantics::tensor::signed;
use crate::semantics::{Asked as _, Data, Float, Format, Notes, Tensor, Unevaluated};

/// The rows of this family.
pub const ROWS: &[EvaluationRule] = &[rule("tosa.resize", resize).extents(OpenExtents::Batches)];

/// The origin of one row or column of the result.
#[derive(Clone, Copy)]
struct SampleOrigin {
    /// The two neighbours in the input.
    places: [usize; 2],
    /// Its distance from the first, where `unit` is the distance from the first to the second.
    offset: i64,
    unit: i64,
}

impl SampleOrigin {
    /// Every sample of one dimension.
    fn all(
        extent: usize,
        [n, d]: [i64; 2],
        offset: i64,
        border: i64,
    ) -> Result<Vec<SampleOrigin>, Unevaluated> {
        if n <= 0 || d <= 0 || extent == 0 {
            return Err(Unevaluated::new("has a scale that is not positive, or nothing to scale"));
        }
        let last = extent as i64 - 1;
        let count = (last * n - offset + border).div_euclid(d) + 1;
        let sample = |at: i64| {
            let position = at * d + offset;
            let first = position.div_euclid(n);
            let inside = |place: i64| place.clamp(0, last) as usize;
            SampleOrigin {
                places: [inside(first), inside(first + 1)],
                offset: position.rem_euclid(n),
                unit: n,
            }
        };
        Ok((0..count).map(sample).collect())
    }

    /// The nearer neighbour, of a tie the second.
    fn nearest(&self) -> usize {
        self.places[usize::from(2 * self.offset >= self.unit)]
    }
}

fn resize(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let (input, element) = (call.operand(0)?, call.element(0)?);
    let setting = |name: &str, place: usize| match call.operands.len() {
        1 => call.attributes.ints(name),
        _ => call.operand(place)?.as_ints(),
    };
    let (scale, offset, border) = (setting("scale", 1)?, setting("offset", 2)?, setting("border", 3)?);
    let (&[n, height, width, c], &[yn, yd, xn, xd], &[oy, ox], &[by, bx]) =
        (&input.shape[..], scale, offset, border)
    else {
        return Err(Unevaluated::new("has an input, scale, offset or border of the wrong rank"));
    };
    let rows = SampleOrigin::all(height, [yn, yd], oy, by)?;
    let columns = SampleOrigin::all(width, [xn, xd], ox, bx)?;
    let shape = vec![n, rows.len(), columns.len(), c];
    let (rows, columns) = (&rows, &columns);
    let place =
        move |batch: usize, y: usize, x: usize, c_at: usize| ((batch * height + y) * width + x) * c + c_at;
    let indices = (0..n).flat_map(|b| {
        rows.iter().flat_map(move |y| columns.iter().flat_map(move |x| (0..c).map(move |c| (b, y, x, c))))
    });
    if !call.attributes.says("mode", "BILINEAR") {
        let nearest = indices.map(|(b, y, x, c)| place(b, y.nearest(), x.nearest(), c));
        return Ok(vec![Tensor { element, ..input.gathered(shape, nearest) }]);
    }
    let corners = indices.map(|(b, y, x, c)| {
        let at = |i: usize, j: usize| place(b, y.places[i], x.places[j], c);
        (y, x, [at(0, 0), at(0, 1), at(1, 0), at(1, 1)])
    });
    let data = match Format::of(element) {
        Some(format) => {
            let values = input.as_floats()?;
            let blend = |(y, x, places): (&SampleOrigin, &SampleOrigin, [usize; 4])| {
                blended(format, y, x, places.map(|place| values[place]))
            };
            Data::Floats(corners.map(blend).collect())
        }
        None => {
            let values = input.as_ints()?;
            let notes: &mut Notes = call.notes;
            let blend = |(y, x, places): (&SampleOrigin, &SampleOrigin, [usize; 4])| {
                let weights = [y.unit - y.offset, y.offset].map(|w| [w * (x.unit - x.offset), w * x.offset]);
                let terms = weights.as_flattened().iter().zip(places);
                let term = |(weight, place): (&i64, usize)| {
                    i128::from(*weight) * i128::from(signed(input.element, values[place]))
                };
                fitted(element, terms.map(term).sum(), notes)
            };
            Data::Ints(corners.map(blend).collect())
        }
    };
    Ok(vec![Tensor { shape, element, data }])
}

/// The weighted sum of four neighbours. A weight is off by as much as rounding makes of a number up to one; then there are two
/// products and two sums.
fn blended(format: Format, y: &SampleOrigin, x: &SampleOrigin, values: [Float; 4]) -> Float {
    // Of every two neighbours that are one, only the sum of the weights counts.
    let unit = format.unit_roundoff();
    let parts = |sample: &SampleOrigin| {
        let second = sample.offset as f64 / sample.unit as f64;
        // The quotient may be a number of the format, and then so is what is left to one.
        let off = if format.round(second) == second && format.round(1.0 - second) == 1.0 - second {
            0.0
        } else {
            unit
        };
        ([1.0 - second, second], off)
    };
    let ((rows, rows_off), (columns, columns_off)) = (parts(y), parts(x));
    let (mut nominal, mut error, mut magnitude) = (0.0, 0.0, 0.0);
    for (place, value) in values.into_iter().enumerate() {
        let (row, column) = (rows[place / 2], columns[place % 2]);
        if value.is_nan() {
            return Float::NAN;
        }
        if !value.value.is_finite() || value.is_unknown() {
            // Infinity times a weight of zero.
            return Float::unknown(f64::NAN);
        }
        nominal += row * column * value.value;
        magnitude += row * column * value.magnitude();
        let bound = if value.is_exact() { 0.0 } else { value.bound };
        error += value.magnitude() * (row * columns_off + column * rows_off + rows_off * columns_off);
        error += row * column * bound;
    }
    // Two products, of which the one by a weight of zero or one is exact, and two sums.
    let whole = |[first, second]: [f64; 2]| first == 0.0 || second == 0.0;
    let roundings = f64::from(2 * u32::from(!whole(rows)) + 2 * u32::from(!whole(columns)));
    if roundings > 0.0 {
        error += magnitude * (roundings * unit * (1.0 + 8.0 * unit) + f64::EPSILON) + 4.0 * format.least();
    }
    if magnitude + error > format.largest {
        return Float::unknown(format.round(nominal));
    }
    if error == 0.0 && nominal == 0.0 {
        return Float::EITHER_ZERO;
    }
    Float::within(format, nominal, nominal - error, nominal + error)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{ints, run};
    use super::*;
    use crate::ir::{Attribute, attributes};
    use crate::observe::Element;

    fn resized(input: &Tensor, scale: [i64; 4], offset: i64, border: i64, mode: &str, to: Element) -> Tensor {
        let [scale, offset, border] =
            [&scale[..], &[0, offset], &[0, border]].map(|all| ints(Element::Index, all));
        let mode = attributes([("mode", Attribute::Other(format!("#tosa.resize_mode<{mode}>").into()))]);
        let (result, notes) = run("tosa.resize", &[input, &scale, &offset, &border], mode, to);
        assert!(notes.is_empty());
        result
    }

    #[test]
    fn samples_lie_between_their_neighbours() {
        let input = Tensor::ints(Element::I8, &[1, 1, 3, 1], vec![0, 10, -20]);
        // Twice as many: positions 0, 1/2, 1, 3/2, 2, each weight times 1 (height) and 2 (width).
        let result = resized(&input, [1, 1, 2, 1], 0, 0, "BILINEAR", Element::I32);
        assert_eq!(result, Tensor::ints(Element::I32, &[1, 1, 5, 1], vec![0, 10, 20, -10, -40]));
        // From half a place before the first to half a place behind the last.
        let result = resized(&input, [1, 1, 2, 1], -1, 1, "BILINEAR", Element::I32);
        assert_eq!(result.data, Data::Ints(vec![0, 0, 10, 20, -10, -40, -40]));
        let result = resized(&input, [1, 1, 2, 1], -1, 1, "NEAREST_NEIGHBOR", Element::I8);
        assert_eq!(result.data, Data::Ints(vec![0, 0, 10, 10, -20, -20, -20]));
    }

    #[test]
    fn floats_are_weighted() {
        let values = [0.0, 1.0].map(Float::exact).to_vec();
        let input = Tensor::floats(Element::F32, &[1, 1, 2, 1], values);
        let result = resized(&input, [1, 1, 4, 1], 0, 0, "BILINEAR", Element::F32);
        let quarters: Vec<f64> = result.as_floats().unwrap().iter().map(|float| float.value).collect();
        assert_eq!(quarters, [0.0, 0.25, 0.5, 0.75, 1.0]);
        assert!(result.as_floats().unwrap().iter().all(|float| float.bound < 1e-6));
        // A third is no number of the format.
        let result = resized(&input, [1, 1, 3, 1], 0, 0, "BILINEAR", Element::F32);
        let third = result.as_floats().unwrap()[1];
        assert!(third.bound > 1e-8 && third.bound < 1e-6, "{third:?}");
    }
}
