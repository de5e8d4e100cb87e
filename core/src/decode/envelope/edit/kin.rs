//! Operations that can stand for each other.

/// Operations that take and give the same types, by which any of them can stand for another.
pub const KIN: [&[&str]; 9] = [
    &[
        "arith.addi",
        "arith.subi",
        "arith.muli",
        "arith.andi",
        "arith.ori",
        "arith.xori",
        "arith.shli",
        "arith.shrsi",
        "arith.shrui",
        "arith.maxsi",
        "arith.maxui",
        "arith.minsi",
        "arith.minui",
        "arith.divsi",
        "arith.divui",
        "arith.remsi",
        "arith.remui",
        "arith.ceildivsi",
        "arith.ceildivui",
        "arith.floordivsi",
    ],
    &[
        "arith.addf",
        "arith.subf",
        "arith.mulf",
        "arith.divf",
        "arith.remf",
        "arith.maximumf",
        "arith.minimumf",
        "arith.maxnumf",
        "arith.minnumf",
    ],
    &["arith.extsi", "arith.extui"],
    &["arith.fptosi", "arith.fptoui"],
    &["arith.sitofp", "arith.uitofp"],
    &["math.absf", "math.ceil", "math.floor", "math.trunc", "math.round", "math.roundeven", "arith.negf"],
    &["tosa.add", "tosa.sub"],
    &["tosa.bitwise_and", "tosa.bitwise_or", "tosa.bitwise_xor"],
    &["tosa.abs", "tosa.bitwise_not"],
];

/// Attributes that one kin has and another does not.
pub const OWN: [&str; 3] = ["overflowFlags", "isExact", "fastmath"];
