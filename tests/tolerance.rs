//! The bounds of the semantics are tight: an error planted into a single-precision operation has to show in the outputs it reaches.
//! `cargo bench --bench tolerance` measures the same on more programs, and compares with MLIR.

#[path = "../benches/tolerance/planted.rs"]
mod planted;
#[path = "../benches/tolerance/programs.rs"]
mod programs;
use crate::support;

use lowdiff::mlir::{Context, Library, Module};
use lowdiff::observe::Element;
use planted::{Seen, plant};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;

/// Programs, of so many operations.
const PROGRAMS: usize = 120;
const OPERATIONS: usize = 12;
/// The least share of outputs, of a hundred, that show an error in one operation, and in any. A transform of numbers of very different
/// magnitudes is not known better than the largest of them.
const LEAST_OF_ONE: u32 = 88;
const LEAST_OF_TRANSFORM: u32 = 50;
const LEAST_OF_ALL: u32 = 95;

fn counted(context: &Context, extremes: bool) -> BTreeMap<String, Seen> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut counts = BTreeMap::new();
    for _ in 0..PROGRAMS {
        let text = programs::program(&mut random, Element::F32, extremes, OPERATIONS);
        let module = Module::parse(context, &text).unwrap_or_else(|said| panic!("{said:?}\n{text}"));
        plant(&lowdiff::mlir::read(&module).expect("the semantics know these operations"), &mut counts);
    }
    counts
}

#[test]
fn an_error_of_one_in_ten_thousand_leaves_the_bounds() {
    support::alone("an_error_of_one_in_ten_thousand_leaves_the_bounds", || {
        let context = Context::new(Library::open(&support::loadable("22").library).expect("MLIR 22 loads"));
        for extremes in [false, true] {
            let counts = counted(&context, extremes);
            assert!(counts.len() >= 26, "only {} operations are reached", counts.len());
            let mut all = Seen::default();
            for (name, seen) in &counts {
                let transform = name == "tosa.fft2d" && extremes;
                let least = if transform { LEAST_OF_TRANSFORM } else { LEAST_OF_ONE };
                assert!(
                    seen.outputs > 20 && seen.outputs_seen * 100 >= seen.outputs * least,
                    "an error in {name} shows in {} of {} outputs, extremes: {extremes}",
                    seen.outputs_seen,
                    seen.outputs
                );
                all.add(*seen);
            }
            assert!(all.outputs_seen * 100 >= all.outputs * LEAST_OF_ALL, "{all:?}, extremes: {extremes}");
        }
    });
}
