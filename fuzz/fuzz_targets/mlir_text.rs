//! MLIR reads any text of a module without a crash, and reads back what it writes.

#![cfg_attr(feature = "libfuzzer", no_main)]

lowdiff_fuzz::entry!("mlir_text");
