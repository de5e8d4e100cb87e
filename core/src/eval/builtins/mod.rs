//! Functions that compiled code calls because its processor has no instruction for them, and those of the mathematics library.
//!
//! LLVM leaves them to the compiler's runtime library and to libm. Which of them a machine has hangs on its compiler (no GCC before
//! 13 has `__truncsfbf2`), and libm computes other last places on processors with fused multiplication. So lowdiff brings its own, for
//! compiled code and the interpreter alike: one row gives a function its name, its type and what it computes. Names and
//! types are those of LLVM's `RuntimeLibcalls`; numbers are computed by `libm` and `rustc_apfloat`, so that they are the same on every
//! machine.

mod apfloat;
mod mathematics;
mod narrow;
mod pointing;
mod quad;
mod wide;

pub use mathematics::{Binary, Unary, binary_function, unary_function};

use super::{Lane, Native, Rule, Stop, Taint};
use crate::eval::Breaking as _;
use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::{LazyLock, OnceLock};

const LIBRARY_ARGUMENTS: Rule =
    Rule::new("library_arguments", "a call of a function with other arguments than it takes");

/// A function by the name compiled code calls it with.
pub struct Builtin {
    /// The name.
    pub name: &'static str,
    /// Letters of the parameters, as [`Passed::LETTER`] has them.
    pub takes: String,
    /// The letter of the result, `v` for none.
    pub gives: char,
    /// For compiled code, by the rules of C.
    pub compiled: *mut c_void,
    /// For the interpreter.
    pub native: Native,
}

// SAFETY: the pointer is a function's address, which nobody writes to.
unsafe impl Sync for Builtin {}
// SAFETY: as above.
unsafe impl Send for Builtin {}

static TABLE: LazyLock<HashMap<&str, Builtin>> = LazyLock::new(|| {
    let rows =
        [apfloat::rows(), mathematics::rows(), narrow::rows(), pointing::rows(), quad::rows(), wide::rows()];
    rows.into_iter().flatten().map(|row| (row.name, row)).collect()
});

/// Ends compiled code that calls one of these functions with what it has no result for.
static FAULT: OnceLock<fn(Rule) -> !> = OnceLock::new();

/// Says how compiled code is to be ended, before any of it runs.
pub fn end_compiled_code_by(fault: fn(Rule) -> !) {
    let _ = FAULT.set(fault);
}

/// Ends compiled code, which breaks this rule.
fn fault(rule: Rule) -> ! {
    match FAULT.get() {
        Some(fault) => fault(rule),
        None => std::process::abort(),
    }
}

/// The function of that name.
pub fn find(name: &str) -> Option<&'static Builtin> {
    TABLE.get(name)
}

/// Every function, by name, for compiled code.
pub fn symbols() -> Vec<(String, *mut c_void)> {
    TABLE.values().map(|row| (row.name.to_owned(), row.compiled)).collect()
}

/// A type that functions are given or give.
trait Passed: Copy {
    /// `i` an integer of any width, `h` a half or bfloat, `s` and `d` single and double precision, `q` an f128, `p` a pointer.
    const LETTER: char;
    /// Its value of these bits.
    fn of(bits: u128) -> Self;
    /// Its bits, zero-extended.
    fn bits(self) -> u128;
}

macro_rules! integers {
    ($($signed:ty as $bits:ty),*) => { $(
        impl Passed for $signed {
            const LETTER: char = 'i';
            fn of(bits: u128) -> Self {
                bits as $signed
            }
            fn bits(self) -> u128 {
                self as $bits as u128
            }
        }
    )* };
}

integers!(i8 as u8, i32 as u32, u32 as u32, i64 as u64, u64 as u64, i128 as u128, u128 as u128);

impl Passed for bool {
    const LETTER: char = 'i';
    fn of(bits: u128) -> bool {
        bits & 1 == 1
    }
    fn bits(self) -> u128 {
        self.into()
    }
}

impl Passed for f32 {
    const LETTER: char = 's';
    fn of(bits: u128) -> f32 {
        f32::from_bits(bits as u32)
    }
    fn bits(self) -> u128 {
        self.to_bits().into()
    }
}

impl Passed for f64 {
    const LETTER: char = 'd';
    fn of(bits: u128) -> f64 {
        f64::from_bits(bits as u64)
    }
    fn bits(self) -> u128 {
        self.to_bits().into()
    }
}

/// Computes a result's bits from the arguments' bits; the error is the rule by which the result is undefined.
type Work = fn(&[u128]) -> Result<u128, Rule>;

/// Runs it in the interpreter: of what is not defined it makes what is not defined.
fn interpreted(all: &[Lane], work: Work) -> Result<Option<Lane>, Stop> {
    let taint = all.iter().fold(Taint::NONE, |taint, lane| taint.merge(lane.taint));
    if !taint.is_none() {
        return Ok(Some(Lane::tainted(taint)));
    }
    let bits: Vec<u128> = all.iter().map(|lane| lane.bits).collect();
    work(&bits).map(|bits| Some(Lane::of(bits))).map_err(|rule| rule.undefined(&[]))
}

/// Rows of functions: a name, parameters, a result, and what comes of them; of fallible ones that is a `Result` whose error is
/// the rule that is broken.
macro_rules! functions {
    (infallible { $($name:ident($($arg:ident: $ty:ty),*) -> $result:ty = $work:expr;)* }
     fallible { $($may:ident($($marg:ident: $mty:ty),*) -> $mresult:ty = $mwork:expr;)* }) => {
        /// The functions of this family.
        pub fn rows() -> Vec<$crate::eval::builtins::Builtin> {
            vec![
                $($crate::eval::builtins::functions!(@row $name($($arg: $ty),*) -> $result = Ok($work)),)*
                $($crate::eval::builtins::functions!(@row $may($($marg: $mty),*) -> $mresult = $mwork),)*
            ]
        }
    };
    (@row $name:ident($($arg:ident: $ty:ty),*) -> $result:ty = $work:expr) => {{
        use $crate::eval::builtins::{Builtin, LIBRARY_ARGUMENTS, Passed, Rule, interpreted};
        fn work($($arg: $ty),*) -> Result<$result, Rule> {
            $work
        }
        #[allow(improper_ctypes_definitions, reason = "a vector register is handed over as C does it")]
        extern "C" fn compiled($($arg: $ty),*) -> $result {
            work($($arg),*).unwrap_or_else(|rule| $crate::eval::builtins::fault(rule))
        }
        fn of_bits(all: &[u128]) -> Result<u128, Rule> {
            let [$($arg),*] = all else { return Err(LIBRARY_ARGUMENTS) };
            work($(<$ty as Passed>::of(*$arg)),*).map(Passed::bits)
        }
        Builtin {
            name: stringify!($name),
            takes: [$(<$ty as Passed>::LETTER),*].into_iter().collect(),
            gives: <$result as Passed>::LETTER,
            compiled: compiled as *mut std::ffi::c_void,
            native: |_, all| interpreted(all, of_bits),
        }
    }};
    ($($all:tt)*) => {
        $crate::eval::builtins::functions! { infallible { $($all)* } fallible {} }
    };
}
use functions;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Machine;

    /// The result of a function on these bits, the interpreter's way.
    fn of(name: &str, all: &[u128]) -> u128 {
        let lanes: Vec<Lane> = all.iter().map(|bits| Lane::of(*bits)).collect();
        let row = find(name).unwrap_or_else(|| panic!("no {name}"));
        assert_eq!(row.takes.len(), all.len(), "{name}");
        with_machine(|machine| (row.native)(machine, &lanes).expect("defined").expect("a result").bits)
    }

    fn with_machine<T>(work: impl FnOnce(&mut Machine<'_>) -> T) -> T {
        let program = Default::default();
        let mut sink = |_| {};
        let bounds = crate::eval::RunBounds { memory: 1 << 20, fuel: 1000, world: crate::eval::World::USUAL };
        work(&mut Machine::new(&program, bounds, &mut sink).expect("a machine"))
    }

    #[test]
    fn names_are_unique() {
        let rows = [
            apfloat::rows(),
            mathematics::rows(),
            narrow::rows(),
            pointing::rows(),
            quad::rows(),
            wide::rows(),
        ];
        assert_eq!(rows.iter().map(Vec::len).sum::<usize>(), TABLE.len());
    }

    #[test]
    fn numbers_of_sixteen_bits_are_rounded_to_even() {
        assert_eq!(of("__truncsfbf2", &[1.0f32.to_bits().into()]), 0x3f80);
        assert_eq!(of("__truncsfbf2", &[0x3f80_8000]), 0x3f80);
        assert_eq!(of("__truncsfbf2", &[0x3f81_8000]), 0x3f82);
        assert_eq!(of("__truncsfhf2", &[65520.0f32.to_bits().into()]), 0x7c00);
        assert_eq!(of("__extendhfsf2", &[0x3c00]), 1.0f32.to_bits().into());
        // Rounded once: by way of single precision it would be a tie.
        assert_eq!(of("__truncdfbf2", &[(1.0f64 + 2f64.powi(-8) + 2f64.powi(-40)).to_bits().into()]), 0x3f81);
    }

    #[test]
    fn wide_integers_are_divided_towards_zero() {
        let minus = |n: i128| (-n) as u128;
        assert_eq!(of("__divti3", &[minus(7), 2]), minus(3));
        assert_eq!(of("__modti3", &[minus(7), 2]), minus(1));
        assert_eq!(of("__udivti3", &[u128::MAX, 3]), u128::MAX / 3);
        assert_eq!(of("__ashrti3", &[minus(8), 1]), minus(4));
        let by_zero = with_machine(|m| (find("__divti3").unwrap().native)(m, &[Lane::of(1), Lane::of(0)]));
        assert!(by_zero.is_err(), "{by_zero:?}");
    }

    #[test]
    fn quadruple_precision_is_exact_where_double_is_not() {
        let wide = |x: f64| of("__extenddftf2", &[x.to_bits().into()]);
        let sum = of("__addtf3", &[wide(1.0), wide(2f64.powi(-100))]);
        let back = of("__subtf3", &[sum, wide(1.0)]);
        assert_eq!(f64::from_bits(of("__trunctfdf2", &[back]) as u64), 2f64.powi(-100));
        assert_eq!(of("__lttf2", &[wide(1.0), wide(2.0)]) as u32 as i32, -1);
        assert_eq!(of("__unordtf2", &[wide(f64::NAN), wide(2.0)]), 1);
        assert_eq!(of("__fixtfti", &[wide(-3.7)]) as i128, -3);
        assert_eq!(of("__trunctfhf2", &[wide(1.0)]), 0x3c00);
    }

    #[test]
    fn what_is_not_defined_makes_nothing_that_is() {
        let poison = Lane::tainted(Taint::poison(3));
        let made = with_machine(|m| (find("__truncsfbf2").unwrap().native)(m, &[poison]));
        assert_eq!(made.unwrap().unwrap().taint, Taint::poison(3));
    }
}
