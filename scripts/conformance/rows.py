"""What a row of the tables says: one operation, the element types it is tried with, and how a program of it is made."""

import math
from dataclasses import dataclass
from typing import Callable

from elements import numbers
from program import Program

FLOAT = ["f16", "bf16", "f32"]
FLOAT8 = ["f8E4M3FN", "f8E5M2"]


@dataclass
class Row:
    """One operation."""

    name: str
    #: Lists of element types, each a list of programs' own.
    types: list
    #: Takes a `Sketch` and the element types; makes the operation and gives its results.
    make: Callable


class Sketch(Program):
    """A program in the making, with the choices that are common to all of them."""

    def __init__(self, draw):
        super().__init__()
        self.draw = draw
        self.style = draw.choice(["plain", "plain", "edges", "edges", "any"])

    def extents(self, least, most, elements=40):
        """A shape of rank `least` to `most`: ones and primes among the extents, and not too many elements."""
        rank, shape = self.draw.randint(least, most), []
        for _ in range(rank):
            room = elements // math.prod(shape)
            shape.append(self.draw.choice([extent for extent in [1, 1, 2, 3, 3, 4, 5, 7, 11] if extent <= max(room, 1)]))
        self.draw.shuffle(shape)
        return shape

    def values(self, element, shape, style=None):
        return numbers(self.draw, element, math.prod(shape), style or self.style)

    def input(self, element, shape, style=None):
        """An operand of values of the program's style."""
        return self.const(element, shape, self.values(element, shape, style))

    def pick(self, choices):
        return self.draw.choice(choices)

    def between(self, low, high):
        return self.draw.randint(low, high)

    def often(self):
        """Three times out of four."""
        return self.draw.random() < 0.75

    def nan_mode(self):
        return f"nan_mode = #tosa.nan_mode<{self.pick(['PROPAGATE', 'PROPAGATE', 'IGNORE'])}>"
