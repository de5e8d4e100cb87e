//! Forms of programs beside what their operations are: one switch each, drawn with the case.

use crate::choices::Choices;

/// Which forms a program takes, and what decides how.
#[derive(Clone, Debug)]
pub struct Forms {
    /// Operations move into functions, which are called.
    pub calls: bool,
    /// Types leave extents open, at times even the rank.
    pub dynamic: bool,
    /// Values pass through variables of the module.
    pub variables: bool,
    /// Decides the rest.
    pub choices: Choices,
}

impl Forms {
    /// No form at all: one kernel, of static types.
    pub fn plain() -> Forms {
        Forms { calls: false, dynamic: false, variables: false, choices: Choices::new(&[]) }
    }

    /// Forms as bytes choose, `first` for those of the first format. No bytes, and zeros, choose none.
    pub fn drawn(bytes: &[u8], first: bool) -> Forms {
        let Some((&switches, rest)) = bytes.split_first() else { return Forms::plain() };
        Forms {
            calls: switches & 3 == 3,
            dynamic: switches & 0xc == 0xc,
            variables: switches & 0x70 == 0x70,
            choices: Choices::new(rest).narrow(first),
        }
    }
}
