//! Every input that decodes comes to programs that keep their promises: `cargo fuzz run --fuzz-dir core/fuzz decode`.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use lowdiff_core::decode::sound;

fuzz_target!(|bytes: &[u8]| -> Corpus {
    match sound(bytes).unwrap_or_else(|broken| panic!("{broken}")) {
        true => Corpus::Keep,
        false => Corpus::Reject,
    }
});
