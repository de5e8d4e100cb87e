//! The reason why a finding cannot be made smaller, in a sentence.

use super::untold;
use crate::judge::Verdict;
use crate::reduce::Irreducible;
use crate::words;

/// The reason why a finding with this verdict cannot be made smaller.
pub fn irreducible(why: &Irreducible, verdict: &Verdict) -> String {
    match why {
        Irreducible::Flaky => format!(
            "it is flaky: it showed once and not again, so there is nothing to hold on to ({})",
            words::verdict(verdict)
        ),
        Irreducible::Gone => format!("it does not reproduce here: {}", words::verdict(verdict)),
        Irreducible::NobodyBlamed(reasons) => format!(
            "it cannot be told who is to blame, and that has to stay the same: {}",
            reasons.iter().map(untold).collect::<Vec<_>>().join("; ")
        ),
        Irreducible::PartlyBehind { pipeline } => format!(
            "{pipeline} is to blame, and the path that ends with it does not show it by itself: steps behind it have a part in it"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blame::Untold;

    #[test]
    fn each_reason_has_a_sentence() {
        let agree = Verdict::agree();
        let said = |why: Irreducible| irreducible(&why, &agree);
        assert!(said(Irreducible::Flaky).starts_with("it is flaky: it showed once and not again"));
        assert_eq!(said(Irreducible::Gone), "it does not reproduce here: agree: the results are equal");
        let nobody = said(Irreducible::NobodyBlamed(vec![Untold::NoSteps, Untold::OutOfTries]));
        assert!(nobody.starts_with("it cannot be told who is to blame"), "{nobody}");
        assert!(nobody.ends_with("first step; as much was tried as a campaign may"), "{nobody}");
    }
}
