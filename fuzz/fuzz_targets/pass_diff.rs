//! Each of one to three passes must leave what the module it is given allows.

#![cfg_attr(feature = "libfuzzer", no_main)]

lowdiff_fuzz::entry!("pass_diff");
