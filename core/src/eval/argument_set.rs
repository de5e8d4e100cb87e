//! Arguments of a program: globals that its own `main` reads them from, under names that begin with [`INPUT`]. Where there are none, they are
//! the constants that `main` passes to a function.
//!
//! A global keeps its name and its bytes on the way from `memref.global` to `llvm.mlir.global`, so each state of a path can be run with
//! other arguments, and the program with these is the same text but for the globals.

use super::passed::PassedCall;
use super::{EntryArgument, RunFacts};
use crate::ir::{self, Attribute, Dense, Type, float_bits};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sha2::{Digest, Sha256};
use std::iter;
use std::rc::Rc;

/// The first part of the name of each global that holds an argument.
pub const INPUT: &str = "lowdiff_in";

/// Arguments of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct ArgumentSet(Given);

/// The function that a run begins with.
#[derive(Clone, Debug, PartialEq)]
pub enum RunStart {
    /// `main`, which takes nothing.
    Main,
    /// Another one.
    Call {
        /// Its name.
        callee: Rc<str>,
        /// Its arguments.
        arguments: Vec<EntryArgument>,
        /// Its results.
        results: usize,
    },
}

impl RunStart {
    /// The function and its arguments.
    pub fn call(&self) -> (&str, &[EntryArgument]) {
        match self {
            RunStart::Main => ("main", &[]),
            RunStart::Call { callee, arguments, .. } => (callee, arguments),
        }
    }

    /// The part of such a run that counts: buffers that a function was given are its own.
    pub fn shown(&self, mut run: RunFacts) -> RunFacts {
        if let RunStart::Call { results, .. } = self {
            run.returned.truncate(*results);
        }
        run
    }
}

/// The place of arguments, and their bytes.
#[derive(Clone, Debug, PartialEq)]
enum Given {
    /// By the name of the global that each is in.
    Held(Vec<(Rc<str>, Vec<u8>)>),
    /// In the order of the parameters.
    Passed(PassedCall, Vec<Dense>),
}

/// Floats near which operations change what they do.
const FLOATS: [f64; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.5,
    1.0e-45,
    -1.5e-40,
    3.4e38,
    65504.0,
    2147483648.0,
    -9.3e18,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

impl ArgumentSet {
    /// Arguments of this number for a program, from the one on that its text does not hold; none where it has no arguments, or their types
    /// are not drawn.
    ///
    /// Equal globals get equal arguments, whatever else is in the program.
    pub fn drawn(module: &ir::Module, number: u32) -> Option<ArgumentSet> {
        let inputs: Vec<(&str, &Dense)> = inputs(module).collect();
        if inputs.is_empty() {
            let (call, passed) = PassedCall::of(module)?;
            let named: Vec<(&str, &Dense)> = passed.into_iter().map(|dense| (&*call.callee, dense)).collect();
            let put = |(data, (_, dense)): (Vec<u8>, &(&str, &Dense))| Dense {
                data: data.into(),
                ..(*dense).clone()
            };
            let given = drawn(&named, number)?.into_iter().zip(&named).map(put).collect();
            return Some(ArgumentSet(Given::Passed(call, given)));
        }
        let names = inputs.iter().map(|(name, _)| Rc::from(*name));
        Some(ArgumentSet(Given::Held(names.zip(drawn(&inputs, number)?).collect())))
    }

    /// The start of a run of a state of the program with these arguments; none where they no longer fit. A state that holds its arguments has
    /// these then, and another one is as it was.
    pub fn start(&self, module: &mut ir::Module) -> Option<RunStart> {
        match &self.0 {
            Given::Held(_) => self.put(module).then_some(RunStart::Main),
            Given::Passed(call, values) => {
                let (arguments, results) = call.arguments(module, values)?;
                Some(RunStart::Call { callee: Rc::clone(&call.callee), arguments, results })
            }
        }
    }

    /// Each of these arguments as MLIR spells the elements of a constant, in the order of the parameters; empty where they do not fit the
    /// program.
    pub fn lists(&self, module: &ir::Module) -> Vec<String> {
        match &self.0 {
            Given::Passed(_, values) => values.iter().map(|value| value.lists().to_string()).collect(),
            Given::Held(_) => {
                let mut module = module.clone();
                let fits = self.put(&mut module);
                inputs(&module).filter(|_| fits).map(|(_, value)| value.lists().to_string()).collect()
            }
        }
    }

    /// The arguments that a program holds, where there are any.
    pub fn held(module: &ir::Module) -> Option<ArgumentSet> {
        let held = inputs(module).map(|(name, dense)| {
            let times = elements(&dense.ty).unwrap_or(0) * dense.stride / dense.data.len().max(1);
            (Rc::from(name), dense.data.repeat(times))
        });
        let held: Vec<_> = held.collect();
        (!held.is_empty()).then_some(ArgumentSet(Given::Held(held)))
    }

    /// The arguments that a program holds or passes itself, where there are any.
    pub fn own(module: &ir::Module) -> Option<ArgumentSet> {
        ArgumentSet::held(module).or_else(|| {
            let (call, passed) = PassedCall::of(module)?;
            Some(ArgumentSet(Given::Passed(call, passed.into_iter().cloned().collect())))
        })
    }

    /// These arguments by themselves, or with some of `own` in their place: all, then each alone, then all but one. Some may be worth nothing
    /// together, as where one of them makes a printed result poison.
    pub fn parts<'a>(&'a self, own: &'a ArgumentSet) -> impl Iterator<Item = ArgumentSet> + 'a {
        let count = match &self.0 {
            Given::Held(held) => held.len(),
            Given::Passed(_, values) => values.len(),
        };
        let alone = if count > 1 { 0..count } else { 0..0 };
        let but_one = if count > 2 { 0..count } else { 0..0 };
        iter::once(self.clone())
            .chain(alone.map(|one| self.mixed(own, |at| at == one)))
            .chain(but_one.map(|one| self.mixed(own, |at| at != one)))
    }

    /// Those of these arguments that are `taken`, by place, and the others of `own`.
    fn mixed(&self, own: &ArgumentSet, taken: impl Fn(usize) -> bool) -> ArgumentSet {
        let mut mixed = own.clone();
        match (&mut mixed.0, &self.0) {
            (Given::Held(mixed), Given::Held(these)) => {
                for (at, (name, bytes)) in these.iter().enumerate().filter(|(at, _)| taken(*at)) {
                    let same = mixed.get_mut(at).filter(|(own, _)| own == name);
                    same.into_iter().for_each(|(_, own)| own.clone_from(bytes));
                }
            }
            (Given::Passed(_, mixed), Given::Passed(_, these)) => {
                for (at, value) in these.iter().enumerate().filter(|(at, _)| taken(*at)) {
                    mixed.get_mut(at).into_iter().for_each(|own| own.clone_from(value));
                }
            }
            _ => {}
        }
        mixed
    }

    /// The program with these arguments and a `main` that gives back what the function gives that it passes them to: what `main` does with
    /// that may be undefined, or hide it. None where the program holds its arguments.
    pub fn given_back(&self, mut module: ir::Module) -> Option<ir::Module> {
        let Given::Passed(call, values) = &self.0 else { return None };
        call.put(&mut module, values).then(|| PassedCall::given_back(module)).flatten()
    }

    /// Puts these arguments into a state of the program, or into the program where `main` passes them. False, with nothing said of it then,
    /// where a global or constant is gone that holds one, or holds something of another size.
    pub fn put(&self, module: &mut ir::Module) -> bool {
        let held = match &self.0 {
            Given::Held(held) => held,
            Given::Passed(call, values) => return call.put(module, values),
        };
        held.iter().all(|(name, bytes)| {
            let named = |node: &&mut ir::Operation| node.text("sym_name") == Some(name);
            let Some(node) = module.operations.iter_mut().find(named) else { return false };
            let held = node.attributes.iter_mut().find(|(name, _)| HOLDS.contains(name));
            let Some((_, attribute)) = held else { return false };
            let Attribute::Dense(dense) = &**attribute else { return false };
            let has_room = elements(&dense.ty).is_some_and(|count| count * dense.stride == bytes.len());
            let fits = has_room && dense.parts == 1;
            if fits {
                let data = bytes.as_slice().into();
                *attribute = Rc::new(Attribute::Dense(Dense { data, ..dense.clone() }));
            }
            fits
        })
    }
}

/// Bytes for each of these values, as `number` draws them; none where there are no values, or their types are not drawn.
fn drawn(values: &[(&str, &Dense)], number: u32) -> Option<Vec<Vec<u8>>> {
    let mut hash = Sha256::new();
    hash.update(number.to_le_bytes());
    for (name, dense) in values {
        hash.update(name);
        // One element may stand for all.
        let times = elements(&dense.ty)? * dense.stride / dense.data.len().max(1);
        (0..times).for_each(|_| hash.update(&dense.data));
    }
    let mut random = ChaCha8Rng::from_seed(hash.finalize().into());
    let opposed = Opposed::of(number, &random);
    let drawn: Option<Vec<_>> = match opposed {
        Some(opposed) => (values.iter().enumerate())
            .map(|(place, (_, dense))| bytes(dense, |at, element| opposed.bits(place + at, element)))
            .collect(),
        None => values
            .iter()
            .map(|(_, dense)| {
                let edges = random.random_range(0..3u32);
                bytes(dense, |_, element| element_bits(element, random.random_ratio(edges, 2), &mut random))
            })
            .collect(),
    };
    drawn.filter(|drawn| !drawn.is_empty())
}

/// Arguments that meet: all are one edge value and its opposite by turns, so that operations on two of them see zeros of both signs, or
/// infinities, or equal numbers. Values that are drawn by themselves seldom do.
struct Opposed {
    turn: u32,
    random: ChaCha8Rng,
}

impl Opposed {
    /// Each fourth set is of these.
    fn of(number: u32, random: &ChaCha8Rng) -> Option<Opposed> {
        (number % 4 == 2).then(|| Opposed { turn: number / 4, random: random.clone() })
    }

    /// The bits of the element that has so many before it.
    fn bits(&self, before: usize, element: &Type) -> Option<u128> {
        let is_odd = self.turn % 2 == 1;
        let is_opposite = (before % 2 == 1) != is_odd;
        // Each begins with the same state, so it draws the same number.
        let mut random = self.random.clone();
        match element {
            Type::Integer(..) | Type::Index => {
                let width = width(element)?;
                let bits = integer(width, true, &mut random);
                // Every other set has equal integers.
                Some(if is_opposite && !is_odd { bits.wrapping_neg() & mask(width) } else { bits })
            }
            Type::Float(name) => {
                let value = match self.turn {
                    0 | 1 => -0.0,
                    2 | 3 => f64::NEG_INFINITY,
                    _ => FLOATS[random.random_range(0..FLOATS.len())],
                };
                let signed = if is_opposite { -value } else { value };
                // A format may lack infinities.
                float_bits(name, signed).or_else(|| float_bits(name, 0.0))
            }
            _ => None,
        }
    }
}

/// Attributes that hold the beginning of a global.
const HOLDS: [&str; 2] = ["initial_value", "value"];

/// The arguments of a program, by name.
fn inputs(module: &ir::Module) -> impl Iterator<Item = (&str, &Dense)> {
    module.operations.iter().filter_map(|node| {
        let name = node.text("sym_name").filter(|name| name.starts_with(INPUT))?;
        // Passes read the others for themselves.
        let is_opaque = node.attribute("constant").is_none();
        match HOLDS.iter().find_map(|holds| node.attribute(holds))? {
            Attribute::Dense(dense) if dense.parts == 1 && is_opaque => Some((name, dense)),
            _ => None,
        }
    })
}

/// The elements of a tensor type.
fn elements(ty: &Type) -> Option<usize> {
    let Type::Tensor(extents, ..) = ty else { return None };
    extents.iter().try_fold(1usize, |count, extent| count.checked_mul(usize::try_from((*extent)?).ok()?))
}

/// The elements of a global, each by its place and its type.
fn bytes(dense: &Dense, mut bits: impl FnMut(usize, &Type) -> Option<u128>) -> Option<Vec<u8>> {
    let Type::Tensor(_, element, _) = &*dense.ty else { return None };
    let count = elements(&dense.ty)?;
    let mut all = Vec::with_capacity(count * dense.stride);
    for at in 0..count {
        all.extend_from_slice(bits(at, element)?.to_le_bytes().get(..dense.stride)?);
    }
    Some(all)
}

/// A drawn element: a small one, or an edge value.
fn element_bits(element: &Type, is_edge: bool, random: &mut impl Rng) -> Option<u128> {
    match element {
        Type::Float(name) => float(name, is_edge, random),
        _ => Some(integer(width(element)?, is_edge, random)),
    }
}

/// The bits of an integer.
fn width(element: &Type) -> Option<u32> {
    match element {
        Type::Integer(width, _) => Some(*width),
        Type::Index => Some(64),
        _ => None,
    }
}

fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

fn integer(width: u32, is_edge: bool, random: &mut impl Rng) -> u128 {
    let mask = mask(width);
    let bits = if is_edge {
        let power = 1u128 << random.random_range(0..width.max(1));
        [0, 1, mask, mask >> 1, (mask >> 1) + 1, power, power.wrapping_sub(1), power.wrapping_neg()]
            [random.random_range(0..8)]
    } else {
        i128::from(random.random_range(-3..10i32)) as u128
    };
    bits & mask
}

fn float(name: &str, is_edge: bool, random: &mut impl Rng) -> Option<u128> {
    let quarters = f64::from(random.random_range(-32..=32i32)) / 4.0;
    let edge = FLOATS[random.random_range(0..FLOATS.len())];
    let value = if is_edge { edge } else { quarters };
    // A format may lack infinities.
    float_bits(name, value).or_else(|| float_bits(name, quarters))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = r#""builtin.module"() ({
  "memref.global"() {initial_value = dense<[1, 2, 3]> : tensor<3xi16>, sym_name = "lowdiff_in0", type = memref<3xi16>} : () -> ()
  "memref.global"() {initial_value = dense<1.5> : tensor<2x2xf32>, sym_name = "lowdiff_in1", type = memref<2x2xf32>} : () -> ()
  "memref.global"() {initial_value = dense<7> : tensor<1xi16>, sym_name = "other", type = memref<1xi16>} : () -> ()
}) : () -> ()
"#;

    const LOWERED: &str = r#""builtin.module"() ({
  "llvm.mlir.global"() <{global_type = !llvm.array<2 x array<2 x f32>>, sym_name = "lowdiff_in1", value = dense<1.5> : tensor<2x2xf32>}> ({}) : () -> ()
  "llvm.mlir.global"() <{global_type = !llvm.array<3 x i16>, sym_name = "lowdiff_in0", value = dense<[1, 2, 3]> : tensor<3xi16>}> ({}) : () -> ()
}) : () -> ()
"#;

    fn data(module: &ir::Module) -> Vec<(String, Vec<u8>)> {
        let mut data: Vec<_> =
            inputs(module).map(|(name, dense)| (name.to_owned(), dense.data.to_vec())).collect();
        data.sort();
        data
    }

    #[test]
    fn parts_of_arguments_stand_beside_the_programs_own() {
        let mut module = ir::module(PROGRAM).expect("a program");
        let own = data(&module);
        let (given, held) = (ArgumentSet::drawn(&module, 1), ArgumentSet::own(&module));
        let (given, held) = (given.expect("it has arguments"), held.expect("it holds them"));
        let parts: Vec<_> = given.parts(&held).collect();
        let changed = parts.iter().map(|part| {
            assert!(part.put(&mut module));
            let now = data(&module);
            now.iter()
                .zip(&own)
                .map(|(now, own)| now.1.len() != own.1.len() || now.1 != own.1)
                .collect::<Vec<_>>()
        });
        // One element that stands for all is all of them once it was put.
        let changed: Vec<Vec<bool>> = changed.collect();
        assert_eq!(changed, [[true, true], [true, true], [false, true]]);
        let spread = |part: &ArgumentSet| matches!(&part.0, Given::Held(held) if held[1].1 == 1.5f32.to_le_bytes().repeat(4));
        assert_eq!(parts.iter().map(spread).collect::<Vec<_>>(), [false, true, false]);
    }

    #[test]
    fn arguments_are_the_same_on_every_level() {
        let mut module = ir::module(PROGRAM).expect("a program");
        let mut lowered = ir::module(LOWERED).expect("a program");
        let given = ArgumentSet::drawn(&module, 1).expect("it has arguments");
        assert!(given.put(&mut module) && given.put(&mut lowered));
        assert_eq!(data(&module), data(&lowered));
        assert_eq!(data(&module)[1].1.len(), 16, "one element stands for all no more");
        let other = module.operations.iter().find(|node| node.text("sym_name") == Some("other"));
        assert!(matches!(other.and_then(|node| node.attribute("initial_value")),
            Some(Attribute::Dense(dense)) if dense.data[..] == [7, 0]));
    }

    #[test]
    fn numbers_draw_different_arguments_and_edges_among_them() {
        let module = ir::module(PROGRAM).expect("a program");
        let all: Vec<ArgumentSet> =
            (1..200).filter_map(|number| ArgumentSet::drawn(&module, number)).collect();
        assert_eq!(all.len(), 199);
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]));
        let least = i16::MIN.to_le_bytes();
        let of = |set: &ArgumentSet, at: usize| match &set.0 {
            Given::Held(held) => held[at].1.clone(),
            Given::Passed(..) => unreachable!("the program holds them"),
        };
        assert!(all.iter().any(|set| of(set, 0).chunks(2).any(|element| element == least)));
        let infinite = f32::INFINITY.to_le_bytes();
        assert!(all.iter().any(|set| of(set, 1).chunks(4).any(|element| element == infinite)));
        assert_eq!(ArgumentSet::drawn(&module, 3), ArgumentSet::drawn(&module, 3));
    }

    #[test]
    fn zeros_of_both_signs_meet_and_equal_integers() {
        let program = r#""builtin.module"() ({
  "memref.global"() {initial_value = dense<1.5> : tensor<1xf64>, sym_name = "lowdiff_in0", type = memref<1xf64>} : () -> ()
  "memref.global"() {initial_value = dense<1.5> : tensor<1xf64>, sym_name = "lowdiff_in1", type = memref<1xf64>} : () -> ()
  "memref.global"() {initial_value = dense<7> : tensor<2xi8>, sym_name = "lowdiff_in2", type = memref<2xi8>} : () -> ()
}) : () -> ()
"#;
        let module = ir::module(program).expect("a program");
        let of = |number| match ArgumentSet::drawn(&module, number).expect("it has arguments").0 {
            Given::Held(held) => held.into_iter().map(|(_, bytes)| bytes).collect::<Vec<_>>(),
            Given::Passed(..) => unreachable!("the program holds them"),
        };
        let floats = |number| {
            let held = of(number);
            (held[0].clone(), held[1].clone())
        };
        let pair = |x: f64, y: f64| (x.to_le_bytes().to_vec(), y.to_le_bytes().to_vec());
        assert_eq!(floats(2), pair(-0.0, 0.0));
        assert_eq!(floats(6), pair(0.0, -0.0));
        assert_eq!(floats(10), pair(f64::NEG_INFINITY, f64::INFINITY));
        for turn in 0..50 {
            let integers = &of(4 * turn + 2)[2];
            let sum = integers[0].wrapping_add(integers[1]);
            assert!(if turn % 2 == 1 { integers[0] == integers[1] } else { sum == 0 }, "{integers:?}");
        }
    }

    #[test]
    fn what_does_not_fit_is_not_put() {
        let module = ir::module(PROGRAM).expect("a program");
        let given = ArgumentSet::drawn(&module, 1).expect("it has arguments");
        let mut narrow = ir::module(&PROGRAM.replace("tensor<3xi16>", "tensor<3xi8>")).expect("a program");
        assert!(!given.put(&mut narrow));
        let mut gone = ir::module(&PROGRAM.replace("lowdiff_in1", "elsewhere")).expect("a program");
        assert!(!given.put(&mut gone));
        assert_eq!(
            ArgumentSet::drawn(&ir::module("\"builtin.module\"() ({\n}) : () -> ()\n").unwrap(), 1),
            None
        );
    }
}
