//! A lowering path of a program must give what the reference semantics say.

#![cfg_attr(feature = "libfuzzer", no_main)]

lowdiff_fuzz::entry!("reference_diff");
