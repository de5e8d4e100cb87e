//! Two lowering paths of one program in mixed dialects must give equal results.

#![cfg_attr(feature = "libfuzzer", no_main)]

lowdiff_fuzz::entry!("mixed_diff");
