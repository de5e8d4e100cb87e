//! The terms of a job: limits on its paths, the length of drawn ones, and the share of them that is looked at.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Bytes of a program for which there is as much time again: most that are generated have a tenth of them.
const USUAL_TEXT: f64 = 65_536.0;
/// Turns of a drawn path where nothing else is said.
pub const USUAL_TURNS: u32 = 30;

/// The process that a job runs in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Isolation {
    /// A worker that may have run other jobs.
    #[default]
    Shared,
    /// A worker of which this is the first job, so that no earlier one has a part in what it shows.
    New,
}

/// The factor on the time limit of a run that seems endless, before it is called that.
pub const PATIENCE: u32 = 3;

/// The limits on one path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// CPU time of one phase (a pass, compilation, execution).
    pub cpu: Duration,
    /// Wall-clock time of the whole case, for a child that sleeps.
    pub wall: Duration,
    /// Resident memory of the child, in bytes, above what it was forked with.
    pub memory: u64,
    /// Operations a module may grow to between passes.
    pub operations: u64,
}

/// The share of a case that is looked at, beyond lowering and running it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Looks {
    /// Checks that need a whole extra look are done once in so many times, by content: of a drawn path's states as many are written and
    /// read back, and of the programs that agree as many are lowered twice. The last state of a given path is read back with any
    /// number, each of its states with 1. Nothing is looked at with 0.
    #[serde(default = "usual_sample")]
    pub sample: u32,
    /// Of the programs that agree and were interpreted one in so many is compiled as well, by content.
    #[serde(default = "usual_sample")]
    pub compiled: u32,
    /// The steps that are judged by themselves.
    #[serde(default)]
    pub steps: StepChecks,
    /// Further arguments that states are judged with, of a program that reads its arguments from globals.
    #[serde(default = "usual_arguments")]
    pub arguments: u32,
}

/// The terms of a job: how far each path may go, and how much of it is looked at. Documents have the keys of both side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// Limits on each path.
    #[serde(flatten)]
    pub limits: Limits,
    /// Turns of a drawn path, at most (LOBE's maxStep): each takes up to two optimizations and one conversion.
    #[serde(rename = "max_step")]
    pub turns: u32,
    /// The share that is looked at.
    #[serde(flatten)]
    pub looks: Looks,
    /// The process that the first job runs in. It is asked for each time, and is in no document.
    #[serde(skip)]
    pub isolation: Isolation,
}

/// The steps of paths that are judged by themselves, where there is a machine to run their states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum StepChecks {
    /// None.
    #[default]
    None,
    /// Of drawn steps those that are worth what it costs.
    Chosen,
    /// Every step that leads to another state.
    Every,
    /// As `Every`, for a finding that is asked about again: nobody looks for lowered code that shows it.
    Again,
    /// Every step that leads to another state, and they are all a path is for: it need not come down to llvm, and nothing is compiled. Given
    /// steps that are not sound where they stand are declined. States that take long to run are left out.
    Alone,
    /// As `Alone`, but none is judged. How the steps end counts, and how the module is read: in modules of which nobody knows what they do.
    Bare,
}

impl StepChecks {
    /// True if a path is for its steps alone.
    pub fn is_for_steps(self) -> bool {
        matches!(self, StepChecks::Alone | StepChecks::Bare)
    }

    /// True if states are run.
    pub fn judges(self) -> bool {
        !matches!(self, StepChecks::None | StepChecks::Bare)
    }
}

fn usual_sample() -> u32 {
    50
}

fn usual_arguments() -> u32 {
    4
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            cpu: Duration::from_secs(10),
            wall: Duration::from_secs(60),
            memory: 2 << 30,
            operations: 100_000,
        }
    }
}

impl Default for Looks {
    fn default() -> Looks {
        let sample = usual_sample();
        Looks { sample, compiled: sample, steps: StepChecks::None, arguments: usual_arguments() }
    }
}

impl Looks {
    /// Nothing beyond lowering and running it.
    pub const NONE: Looks = Looks { sample: 0, compiled: 0, steps: StepChecks::None, arguments: 0 };
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            limits: Limits::default(),
            turns: USUAL_TURNS,
            looks: Looks::default(),
            isolation: Isolation::Shared,
        }
    }
}

impl From<Limits> for Terms {
    /// The usual turns and looks.
    fn from(limits: Limits) -> Terms {
        Terms { limits, ..Terms::default() }
    }
}

impl Terms {
    /// These terms for a job that is the first of its worker.
    pub fn isolated(self) -> Terms {
        Terms { isolation: Isolation::New, ..self }
    }

    /// These terms for a job that any worker may run.
    pub fn shared(self) -> Terms {
        Terms { isolation: Isolation::Shared, ..self }
    }

    /// These terms with no step judged by itself: for a path that others are compared with.
    #[must_use]
    pub fn without_checks(self) -> Terms {
        Terms { looks: Looks { steps: StepChecks::None, ..self.looks }, ..self }
    }

    /// These terms with other limits.
    #[must_use]
    pub fn within(self, limits: Limits) -> Terms {
        Terms { limits, ..self }
    }
}

impl Limits {
    /// These limits for this program: a long one takes longer, and is not endless for that.
    #[must_use]
    pub fn for_program(self, program: &str) -> Limits {
        self.times(1.0 + program.len() as f64 / USUAL_TEXT)
    }

    /// So many times as long.
    #[must_use]
    pub fn times(self, times: f64) -> Limits {
        Limits { cpu: self.cpu.mul_f64(times), wall: self.wall.mul_f64(times), ..self }
    }

    /// The limits on evaluating a program whose results are an aid, and nobody asked for them.
    pub fn evaluation() -> Limits {
        Limits::timeout(2)
    }

    /// The usual limits, with `seconds` of CPU time for each phase and six times as much wall-clock time for
    /// the whole case.
    pub fn timeout(seconds: u64) -> Limits {
        let cpu = Duration::from_secs(seconds);
        Limits { cpu, wall: cpu * 6, ..Limits::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_have_limits_and_looks_side_by_side() {
        let text = r#"{ "cpu": { "secs": 3, "nanos": 0 }, "wall": { "secs": 18, "nanos": 0 }, "memory": 7, "operations": 5,
            "max_step": 9, "sample": 2, "steps": "Chosen" }"#;
        let terms: Terms = serde_json::from_str(text).expect("as journals have it");
        let looks = Looks { sample: 2, steps: StepChecks::Chosen, ..Looks::default() };
        let limits = Limits { memory: 7, operations: 5, ..Limits::timeout(3) };
        assert_eq!(terms, Terms { limits, turns: 9, looks, isolation: Isolation::Shared });
        let written = serde_json::to_value(terms).expect("plain data");
        assert_eq!((&written["max_step"], &written["compiled"]), (&9.into(), &50.into()));
    }
}
