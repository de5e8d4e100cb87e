//! Every limit of decoding, with its reason.

use crate::path::construct::TURN;

/// Shortest input that is decoded, in bytes: anything shorter has nothing to mutate.
pub const LEAST: usize = 8;

/// Bytes that decide what a case is made of: types, families, size, its first inputs; and its form.
pub const HEADER: usize = 24 + FORMS;

/// Bytes that decide the program's form, the last of the header: which forms it takes, and how.
pub const FORMS: usize = 8;

/// Bytes of the choices that one operation makes of operands and attributes. Choices that need more (elements of a
/// new constant) are mixed from them.
pub const CHOICES: usize = 7;

/// Bytes of one operation: which (16 bits), and its choices.
pub const RECORD: usize = 2 + CHOICES;

/// Turns of one path that have bytes, at most.
pub const TURNS: usize = 30;

/// Bytes that decide one path, at most.
pub const DRAWS: usize = TURNS * TURN;

/// Elements of a drawn tensor: enough for every rank with odd extents, small enough that running the lowered
/// program costs nothing beside lowering it.
pub const ELEMENTS: usize = 256;

/// Constants of a program. More of them make programs wide and not deep.
pub const INPUTS: usize = 12;

/// Operations of a program, least and most that the header can ask for. Cost grows with them (a lowering path
/// of a program of 60 takes some hundred milliseconds), so the distribution leans to the lower end.
pub const OPERATIONS: (usize, usize) = (8, 60);

/// Constants a program starts from, least and most; operations add further ones where they need them.
pub const FIRST_INPUTS: (usize, usize) = (1, 4);

/// Largest extents of new constants to choose from: 1 makes degenerate tensors only.
pub const EXTENTS: [usize; 4] = [7, 5, 4, 3];
