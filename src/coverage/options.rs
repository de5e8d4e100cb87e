//! Options of watching come from the environment: engines leave no room for options of ours on their command lines.

use super::{Counters, Focus};
use anyhow::{Result, bail};
use std::path::PathBuf;

/// The kind of feedback that is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// The best there is here.
    #[default]
    Auto,
    /// Feedback from MLIR's code or none.
    Code,
    /// Features of the IR alone.
    Features,
    /// Nothing: for debuggers, which own the breakpoints.
    Off,
}

/// The options of watching.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The kind of feedback that is asked for.
    pub wanted: Wanted,
    /// Which part of MLIR.
    pub focus: Focus,
    /// The engine's counters; none where nobody steers by them.
    pub counters: Option<Counters>,
    /// The file in which the processes of one campaign keep their slots.
    pub slots: Option<PathBuf>,
    /// True where everything is armed for every run; none where nobody said so.
    pub always: Option<bool>,
    /// True where the tracer of this process, if it has one, is known to pass breakpoints on.
    pub traced: bool,
}

impl Options {
    /// The options in `$LOWDIFF_COVERAGE` (`auto`, `code`, `features`, `watch`, `off`), `$LOWDIFF_FOCUS`,
    /// `$LOWDIFF_SLOTS` and `$LOWDIFF_ARM` (`rare`, `always`), for an engine with these `counters`.
    ///
    /// With `watch`, what is reached is recorded and the engine is not told: the control of an experiment.
    ///
    /// # Errors
    /// A variable holds none of its words.
    pub fn from_environment(counters: Option<Counters>) -> Result<Options> {
        let get = |name: &str| std::env::var(name).ok().filter(|v| !v.is_empty());
        let mut options = Options { counters, ..Options::default() };
        match get("LOWDIFF_COVERAGE").as_deref() {
            None | Some("auto") => {}
            Some("code") => options.wanted = Wanted::Code,
            Some("features") => options.wanted = Wanted::Features,
            Some("watch") => options.counters = None,
            Some("off") => options.wanted = Wanted::Off,
            Some(other) => bail!("LOWDIFF_COVERAGE is '{other}': use auto, code, features, watch or off"),
        }
        match get("LOWDIFF_ARM").as_deref() {
            None => {}
            Some("rare") => options.always = Some(false),
            Some("always") => options.always = Some(true),
            Some(other) => bail!("LOWDIFF_ARM is '{other}': use rare or always"),
        }
        if let Some(focus) = get("LOWDIFF_FOCUS") {
            options.focus = focus.parse()?;
        }
        options.slots = get("LOWDIFF_SLOTS").map(PathBuf::from);
        Ok(options)
    }

    /// The engine's counters, or some that nobody reads.
    pub(super) fn counters(&self) -> Result<Counters> {
        self.counters.map_or_else(Counters::new, Ok)
    }
}
