//! Two lowering paths of one module, repaired where it may be undefined, must give equal results.

#![cfg_attr(feature = "libfuzzer", no_main)]

lowdiff_fuzz::entry!("sanitize_diff");
