//! MLIR's runtime libraries: comparisons of memrefs, clocks and random numbers.

use super::LibraryFunction;
use super::print;
use crate::eval::Breaking as _;
use crate::eval::lane::Lane;
use crate::eval::machine::Machine;
use crate::eval::memref::Memref;
use crate::eval::stop::{Rule, Stop};
use crate::eval::types::{LaneType, Layout, Scalar};
use crate::observe::Element;
use crate::runtimes::apfloat;
use crate::runtimes::elements::{Elements, differing, for_elements};
use crate::runtimes::random::Twister;
use crate::runtimes::{TICK, TICK_NANOSECONDS};

const NO_GENERATOR: Rule =
    Rule::new("no_generator", "a random generator is used that the program does not have");

/// Distance between the handles of random generators, which stand for no memory.
const STEP: u64 = 16;

/// The clock and the random generators of a run.
#[derive(Default)]
pub struct Chance {
    looks: u64,
    generators: Vec<Option<Twister>>,
}

type RuntimeResult = Result<Option<Lane>, Stop>;

/// Those of the C interface alone: what MLIR lowers a call of the others to has one rank more than they take.
macro_rules! verifiers {
    ($($suffix:literal, $element:ident, $parts:tt;)*) => {
        /// One row a function that compares memrefs.
        pub const VERIFIERS: &[LibraryFunction] = &[$(
            (concat!("_mlir_ciface_verifyMemRef", $suffix), |machine, all| {
                let both = [Memref::unranked(machine, all[0])?, Memref::unranked(machine, all[1])?];
                verified(machine, both, Elements { part: Element::$element, parts: &$parts })
            }),
        )*];

        /// One row a function that compares tensors, before there are memrefs.
        pub const TENSOR_VERIFIERS: &[LibraryFunction] = &[$(
            (concat!("verifyMemRef", $suffix), |machine, all| {
                verified_tensors(machine, all, Elements { part: Element::$element, parts: &$parts })
            }),
        )*];
    };
}

for_elements!(verifiers);

fn verified(machine: &mut Machine<'_>, [actual, expected]: [Memref; 2], elements: Elements) -> RuntimeResult {
    if !actual.extents.is_empty() && !actual.is_laid_out_like(&expected) {
        return Ok(Some(Lane::of(u64::MAX.into())));
    }
    let what = "an element that is compared";
    let (actual, expected) =
        (actual.parts(machine, elements, what)?, expected.parts(machine, elements, what)?);
    Ok(Some(Lane::of(differing(elements, &actual, &expected).into())))
}

/// Tensors lie row-major, so that those of one shape are laid out alike.
fn verified_tensors(machine: &mut Machine<'_>, all: &[Lane], elements: Elements) -> RuntimeResult {
    let [actual, expected] = [machine.tensor(all[0])?, machine.tensor(all[1])?];
    if actual.shape != expected.shape {
        return Ok(Some(Lane::of(u64::MAX.into())));
    }
    let bits = |lane: &Lane| machine.defined(*lane, "an element that is compared").map(|bits| bits as u64);
    let parts = |lanes: &[Lane]| lanes.iter().map(bits).collect::<Result<Vec<u64>, Stop>>();
    let (actual, expected) = (parts(&actual.lanes)?, parts(&expected.lanes)?);
    Ok(Some(Lane::of(differing(elements, &actual, &expected).into())))
}

/// One row a function that has to do with formats, time, chance or order.
pub const OTHERS: &[LibraryFunction] = &[
    ("printApFloat", |machine, all| {
        let format = machine.defined(all[0], "the format of a float")? as u64;
        let bits = print::number(machine, all[1], print::NUMBER)? as u64;
        let (element, bits) = apfloat::shown(format, bits).map_err(|rule| rule.undefined(&[]))?;
        print::show(machine, element, bits)
    }),
    ("rtclock", |machine, _| {
        let seconds = look(machine) as f64 * TICK;
        Ok(Some(Lane::of(seconds.to_bits().into())))
    }),
    ("_mlir_ciface_nanoTime", |machine, _| {
        Ok(Some(Lane::of(look(machine).wrapping_mul(TICK_NANOSECONDS).into())))
    }),
    ("rtsrand", |machine, all| {
        let seed = machine.defined(all[0], "the seed of a random generator")? as u64;
        machine.chance.generators.push(Some(Twister::new(seed)));
        Ok(Some(Lane::pointer(machine.chance.generators.len() as u64 * STEP, 0)))
    }),
    ("rtrand", |machine, all| {
        let most = machine.defined(all[1], "the largest random number")? as u64;
        let number = generator(machine, all[0])?.as_mut().map_or(0, |generator| generator.up_to(most));
        Ok(Some(Lane::of(number.into())))
    }),
    ("rtdrand", |machine, all| {
        *generator(machine, all[0])? = None;
        Ok(None)
    }),
    ("_mlir_ciface_shuffle", |machine, all| {
        let memref = Memref::ranked(machine, 1, all[0])?;
        machine.charge(memref.count().saturating_mul(8))?;
        let count = memref.count() as usize;
        let numbers = generator(machine, all[1])?.as_mut().map_or(Vec::new(), |g| g.shuffled(count));
        write(machine, &memref, Scalar::Int(64), numbers)
    }),
    ("_mlir_ciface_stdSortI64", |machine, all| sort(machine, all, Element::I64, |bits| bits ^ 1 << 63)),
    ("_mlir_ciface_stdSortF64", |machine, all| sort(machine, all, Element::F64, |bits| ordered(bits, 64))),
    ("_mlir_ciface_stdSortF32", |machine, all| sort(machine, all, Element::F32, |bits| ordered(bits, 32))),
];

/// The bits of a float as a number that is the larger the larger the float is.
fn ordered(bits: u64, width: u32) -> u64 {
    let sign = 1 << (width - 1);
    if bits & sign == 0 { bits | sign } else { !bits & (sign | (sign - 1)) }
}

fn look(machine: &mut Machine<'_>) -> u64 {
    machine.chance.looks += 1;
    machine.chance.looks - 1
}

fn generator<'m>(machine: &'m mut Machine<'_>, handle: Lane) -> Result<&'m mut Option<Twister>, Stop> {
    let address = machine.defined(handle, "a random generator")? as u64;
    let place = (address / STEP).checked_sub(1);
    let found = place.and_then(|place| machine.chance.generators.get_mut(place as usize));
    found.filter(|generator| generator.is_some()).ok_or_else(|| NO_GENERATOR.misuse(&[]))
}

fn sort(machine: &mut Machine<'_>, all: &[Lane], element: Element, key: fn(u64) -> u64) -> RuntimeResult {
    let count = machine.defined(all[0], "the number of elements that are sorted")? as usize;
    let memref = Memref::ranked(machine, 1, all[1])?;
    let mut values =
        memref.parts(machine, Elements { part: element, parts: &[] }, "an element that is sorted")?;
    values.truncate(count);
    values.sort_by_key(|bits| key(*bits));
    write(machine, &memref, Scalar::Int(element.bits()), values)
}

fn write(machine: &mut Machine<'_>, memref: &Memref, scalar: Scalar, values: Vec<u64>) -> RuntimeResult {
    let layout = Layout::of(LaneType::Scalar(scalar)).map_err(Stop::lacks)?;
    for (place, value) in memref.places(layout.size).zip(values) {
        machine.memory.store(place, &layout, 1, &[Lane::of(value.into())])?;
    }
    Ok(None)
}
