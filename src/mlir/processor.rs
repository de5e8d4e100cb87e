//! The processor that compiled code is made for.
//!
//! MLIR's ExecutionEngine makes code for the processor it runs on, with everything that has. Results then hang on the machine:
//! AVX512-BF16 takes subnormal numbers for zero, a conversion that is undefined gives another number, and instructions one processor
//! has are calls of helpers on the next. So code is made for the baseline by default. On x86-64 that is x86-64-v2, which every processor
//! since 2009 has: without its SSE4.1 `floor` is a call, and a program with a function of that name calls itself. Another choice is
//! made with `--cpu` or `$LOWDIFF_CPU`.

use super::Module;
use super::symbols::RawAttribute;
use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The variable that chooses; other processes of lowdiff inherit it.
const VARIABLE: &str = "LOWDIFF_CPU";

/// The processor that code is made for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(into = "String", try_from = "String")]
pub enum Processor {
    /// The features of every processor that is still in use.
    #[default]
    Baseline,
    /// All that this processor has.
    Host,
    /// A level of x86-64, from 1 to 4, as the psABI numbers them.
    Level(u8),
}

/// The levels of x86-64.
const LEVELS: [u8; 4] = [1, 2, 3, 4];

/// The baseline of an architecture.
struct Baseline {
    /// The architecture, as `uname -m` and Rust call it.
    architecture: &'static str,
    /// LLVM's name of the processor.
    cpu: &'static str,
    /// A feature of it: no list of features at all means those of the host.
    feature: &'static str,
    /// The features that a stock runner, which knows of features alone, has to leave out so that results are those of the baseline. Taking
    /// a feature away takes those that build on it.
    without: &'static str,
}

const BASELINES: [Baseline; 2] = [
    Baseline {
        architecture: "x86_64",
        cpu: "x86-64-v2",
        feature: "+sse4.2",
        without: "-avx,-lzcnt,-bmi,-bmi2",
    },
    Baseline { architecture: "aarch64", cpu: "generic", feature: "+neon", without: "-fullfp16,-bf16,-sve" },
];

fn baseline() -> Option<&'static Baseline> {
    BASELINES.iter().find(|baseline| baseline.architecture == std::env::consts::ARCH)
}

impl Processor {
    /// The processor of this process: the baseline, unless the user chose another one.
    ///
    /// # Errors
    /// The variable names none, or one that this machine's programs could not run on.
    pub fn chosen() -> Result<Processor> {
        match std::env::var(VARIABLE) {
            Ok(name) if !name.is_empty() => name.parse().with_context(|| format!("${VARIABLE} is '{name}'")),
            _ => Ok(Processor::Baseline),
        }
    }

    /// Makes this the processor of this process and of those it starts. To be called before there are threads.
    pub fn choose(self) {
        // SAFETY: no other thread reads the environment meanwhile, as the caller vouches.
        unsafe { std::env::set_var(VARIABLE, self.to_string()) };
    }

    /// Every processor that code can be made for here.
    pub fn all() -> Vec<Processor> {
        let levels = LEVELS.into_iter().map(Processor::Level).filter(|level| level.is_here());
        [Processor::Baseline, Processor::Host].into_iter().chain(levels).collect()
    }

    /// True if this machine has what it takes.
    fn is_here(self) -> bool {
        match self {
            Processor::Baseline | Processor::Host => true,
            Processor::Level(level) => has_level(level),
        }
    }

    /// Its name in LLVM, and a feature of it; none where LLVM is to use whatever it finds.
    fn target(self) -> Option<(String, &'static str)> {
        let Baseline { cpu, feature, .. } = baseline()?;
        match self {
            Processor::Host => None,
            Processor::Baseline => Some((cpu.to_string(), feature)),
            level @ Processor::Level(_) => Some((level.to_string(), "+sse2")),
        }
    }

    /// The flag by which a stock runner makes code for this processor, on each architecture.
    pub fn runner_flags(self) -> Vec<(&'static str, String)> {
        let without = |baseline: &Baseline| match (self, baseline.architecture) {
            (Processor::Baseline, _) => Some(baseline.without),
            (Processor::Level(1), "x86_64") => Some("-sse3,-cx16,-popcnt,-lzcnt,-bmi,-bmi2"),
            (Processor::Level(2), "x86_64") => Some(baseline.without),
            (Processor::Level(3), "x86_64") => Some("-avx512f"),
            (Processor::Level(_), "x86_64") => Some("-avx512bf16,-avx512fp16"),
            _ => None,
        };
        let flag = |baseline: &'static Baseline| {
            Some((baseline.architecture, format!("--mattr={}", without(baseline)?)))
        };
        BASELINES.iter().filter_map(flag).collect()
    }

    /// The flag by which a stock runner makes code for this processor, on this architecture.
    pub fn runner_flag(self) -> Option<String> {
        let mut flags = self.runner_flags().into_iter();
        flags.find_map(|(name, flag)| (name == std::env::consts::ARCH).then_some(flag))
    }
}

#[cfg(target_arch = "x86_64")]
fn has_level(level: u8) -> bool {
    use std::arch::is_x86_feature_detected as has;
    let second = || has!("sse4.2") && has!("popcnt") && has!("cmpxchg16b");
    let third = || has!("avx2") && has!("bmi1") && has!("bmi2") && has!("f16c") && has!("fma");
    let third = || third() && has!("lzcnt") && has!("movbe");
    let fourth = || has!("avx512f") && has!("avx512bw") && has!("avx512cd") && has!("avx512dq");
    match level {
        1 => true,
        2 => second(),
        3 => second() && third(),
        4 => second() && third() && fourth() && has!("avx512vl"),
        _ => false,
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn has_level(_: u8) -> bool {
    false
}

impl fmt::Display for Processor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Processor::Baseline => f.write_str("baseline"),
            Processor::Host => f.write_str("host"),
            Processor::Level(1) => f.write_str("x86-64"),
            Processor::Level(level) => write!(f, "x86-64-v{level}"),
        }
    }
}

impl From<Processor> for String {
    fn from(processor: Processor) -> String {
        processor.to_string()
    }
}

impl TryFrom<String> for Processor {
    type Error = anyhow::Error;

    fn try_from(name: String) -> Result<Processor> {
        name.parse()
    }
}

impl FromStr for Processor {
    type Err = anyhow::Error;

    fn from_str(name: &str) -> Result<Processor> {
        let named = [Processor::Baseline, Processor::Host].into_iter().chain(LEVELS.map(Processor::Level));
        match named.into_iter().find(|processor| processor.to_string() == name) {
            Some(processor) if processor.is_here() => Ok(processor),
            other => {
                let here: Vec<String> = Processor::all().iter().map(Processor::to_string).collect();
                let what = if other.is_some() { "more than this machine has" } else { "no processor" };
                bail!("{what}: use {}", here.join(", "))
            }
        }
    }
}

/// Has each function of a lowered module compiled for `processor`, whatever the module says itself.
pub(super) fn compile_for(module: &Module<'_>, processor: Processor) {
    let Some((cpu, feature)) = processor.target() else { return };
    let api = &module.context.library.symbols;
    let parse = |text: &str| -> RawAttribute {
        // SAFETY: the text outlives the call, which reads it; null where MLIR does not take it.
        unsafe { (api.attribute_parse)(module.context.raw, text.into()) }
    };
    let cpu = parse(&format!("\"{cpu}\""));
    let features = parse(&format!("#llvm.target_features<[\"{feature}\"]>"));
    for function in module.top_level().into_iter().filter(|operation| operation.name() == "llvm.func") {
        for (name, attribute) in [("target_cpu", cpu), ("target_features", features)] {
            if !attribute.is_null() {
                // SAFETY: the operation is alive, and a function takes these attributes.
                unsafe { (api.operation_set_attribute)(function.raw, name.into(), attribute) };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for processor in Processor::all() {
            assert_eq!(processor.to_string().parse::<Processor>().unwrap(), processor);
        }
        let refused = "abacus".parse::<Processor>().unwrap_err().to_string();
        assert!(refused.starts_with("no processor: use baseline, host"), "{refused}");
    }

    #[test]
    fn the_host_is_left_to_llvm() {
        assert_eq!(Processor::Host.target(), None);
        assert_eq!(Processor::Host.runner_flag(), None);
    }
}
