//! mlir
