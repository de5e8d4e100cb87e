//! Two lowering paths of one program must give equal results.

#![cfg_attr(feature = "libfuzzer", no_main)]

lowdiff_fuzz::entry!("lowering_diff");
