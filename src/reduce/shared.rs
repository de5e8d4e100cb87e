//! What every way down has in common: the plain lowering is wrong too, so nothing finishes a prefix in a good way. As long as the
//! IR is one that the reference semantics evaluate, they tell how it stands themselves.

use super::blamed::{Culprit, Trail};
use super::scene::Scene;
use crate::judge::agree;
use crate::observe::Expected;
use crate::path::pipeline::pass_name;

/// Follows `steps`, those of the path with this index, by evaluating the IR after each.
pub fn evaluated(scene: &mut Scene<'_>, path: usize, steps: &[String], expected: &[Expected]) -> Trail {
    let mut trail = Trail { path, ..Trail::default() };
    let mut before = scene.program.clone();
    for (index, step) in steps.iter().enumerate() {
        let after = scene.executor.text_after(&scene.program, &steps[..=index], &scene.limits);
        let found = after.and_then(|after| Ok((scene.executor.expected(&after)?, after)));
        let Ok((found, after)) = found else {
            let passes: Vec<&str> = steps[index..].iter().map(|step| pass_name(step)).collect();
            trail.reason = Some(format!(
                "the plain lowering of the program gives other results than the reference semantics too, so it is one of \
                 steps {} to {} ({}): before these the semantics find the expected results in the IR, and then they \
                 cannot evaluate it any more",
                index + 1,
                steps.len(),
                passes.join(", ")
            ));
            return trail;
        };
        if let Err(detail) = agree(&found, expected) {
            trail.culprit = Some(Culprit {
                path,
                step: index + 1,
                pipeline: step.clone(),
                before: "as the reference semantics evaluate it".to_owned(),
                after: detail,
                ir_before: before,
                ir_after: Some(after),
                alone: Vec::new(),
                met: Vec::new(),
                varies: false,
            });
            return trail;
        }
        before = after;
    }
    trail.reason =
        Some("the reference semantics find the expected results in the IR after every step".to_owned());
    trail
}
