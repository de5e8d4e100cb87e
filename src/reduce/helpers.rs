//! Executors that try candidates beside the one of a reduction.

use super::question::{Candidate, Question};
use crate::execute::Terms;

/// Others who run candidates, each one at a time.
pub trait Helpers {
    /// Their number.
    fn count(&self) -> usize;
    /// Asks one of them, which is not asked already, whether the question holds of a candidate.
    fn begin(&mut self, helper: usize, question: &Question, candidate: &Candidate, terms: &Terms);
    /// Its answer; none where it cannot give one.
    fn end(&mut self, helper: usize) -> Option<bool>;
}
