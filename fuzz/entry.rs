//! engine glue
