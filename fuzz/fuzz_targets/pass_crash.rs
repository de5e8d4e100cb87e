//! Passes do not crash on any module, and leave valid IR.

#![cfg_attr(feature = "libfuzzer", no_main)]

lowdiff_fuzz::entry!("pass_crash");
