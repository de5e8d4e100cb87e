//! One value for all elements of a constant: each that it has, where zero and one do not do.

use super::rewritten::{Rewritings, Rewritten};
use crate::ir::{Attribute, Dense, Module, Rewrite, rewritten};
use crate::observe::Element;

/// So many values of a constant are tried in the place of all.
const VALUES: usize = 12;

/// Modules in which one constant has one of its values everywhere.
pub fn splats<'m>(module: &'m Module, printed: &'m [Element]) -> Rewritings<'m> {
    let mut constants = Vec::new();
    rewritten(
        module,
        &mut EachConstant(|dense: Dense| {
            constants.push(values(&dense));
            dense
        }),
    );
    let each = |(place, values): (usize, Vec<Vec<u128>>)| values.into_iter().map(move |value| (place, value));
    let made = move |(place, value): (usize, Vec<u128>)| {
        let mut at = 0..;
        let module = rewritten(
            module,
            &mut EachConstant(|dense: Dense| match at.next() == Some(place) {
                true => dense.with_elements(value.iter().copied()),
                false => dense,
            }),
        );
        Rewritten { module, printed: printed.to_vec() }
    };
    Box::new(constants.into_iter().enumerate().flat_map(each).map(made))
}

/// Different elements of a constant, none where all are the same.
fn values(dense: &Dense) -> Vec<Vec<u128>> {
    let parts: Vec<u128> = dense.elements().collect();
    let mut values: Vec<Vec<u128>> = Vec::new();
    for element in parts.chunks(dense.parts.max(1)) {
        if values.len() < VALUES && !values.iter().any(|known| known == element) {
            values.push(element.to_vec());
        }
    }
    if values.len() > 1 { values } else { Vec::new() }
}

/// Puts something in place of each constant.
struct EachConstant<F: FnMut(Dense) -> Dense>(F);

impl<F: FnMut(Dense) -> Dense> Rewrite for EachConstant<F> {
    fn attribute(&mut self, attribute: Attribute) -> Attribute {
        match attribute {
            Attribute::Dense(dense) => Attribute::Dense((self.0)(dense)),
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir;

    #[test]
    fn each_value_stands_for_all() {
        let text = |value: &str| {
            let dense = format!("dense<{value}> : tensor<2x2xf32>");
            let other = "dense<7> : tensor<2xi32>";
            ir::module(&format!("\"t.c\"() {{v = {dense}, w = [{other}, {dense}]}} : () -> ()"))
                .unwrap()
                .generic()
        };
        let module = ir::module(&text("[[1.0, 2.0], [1.0, -0.5]]")).unwrap();
        let made: Vec<String> = splats(&module, &[]).map(|made| made.module.generic()).collect();
        let spelt = "dense<[[1.000000e+00, 2.000000e+00], [1.000000e+00, -5.000000e-01]]>";
        let first =
            |value: &str| text("[[1.0, 2.0], [1.0, -0.5]]").replacen(spelt, &format!("dense<{value}>"), 1);
        assert_eq!(made.len(), 6, "three values of two constants");
        assert_eq!(made[..3], ["1.000000e+00", "2.000000e+00", "-5.000000e-01"].map(first));
        let uniform = ir::module(&text("3.0")).unwrap();
        assert_eq!(splats(&uniform, &[]).count(), 0);
    }
}
