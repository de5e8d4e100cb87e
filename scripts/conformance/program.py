"""A program of one operation on constants, as MLIR text that any version since 22 takes."""

import math

from elements import literal


def dense(element, shape, values):
    """The elements in nested brackets, one pair an extent."""
    if 0 in shape or len(values) != math.prod(shape):
        raise ValueError(f"{len(values)} values for shape {shape}")
    if len(values) > 1 and all(literal(element, value) == literal(element, values[0]) for value in values):
        return f"dense<{literal(element, values[0])}>"

    def nested(extents, rest):
        if not extents:
            return literal(element, rest[0])
        step = len(rest) // extents[0]
        return "[" + ", ".join(nested(extents[1:], rest[i * step : (i + 1) * step]) for i in range(extents[0])) + "]"

    return f"dense<{nested(list(shape), values)}>"


def tensor(element, shape):
    """A tensor type; the element type `shape` makes a shape of it."""
    if element == "shape":
        return f"!tosa.shape<{shape[0]}>"
    return f"tensor<{''.join(f'{extent}x' for extent in shape)}{element}>"


class Program:
    """Its lines so far, and the type of every value."""

    def __init__(self):
        self.lines = []
        self.types = {}

    def _define(self, count):
        return [f"%v{len(self.types) + index}" for index in range(count)]

    def const(self, element, shape, values):
        """A constant tensor."""
        text = dense(element, shape, values)
        return self.op("const", [], f"values = {text} : {tensor(element, shape)}", [(element, shape)])

    def shape(self, extents):
        """A constant shape."""
        values = f"dense<[{', '.join(map(str, extents))}]>" if extents else "dense<>"
        attributes = f"values = {values} : tensor<{len(extents)}xindex>"
        return self.op("const_shape", [], attributes, [("shape", [len(extents)])])

    def op(self, name, operands, attributes, results, regions=""):
        """One operation; gives its result, or their list where there are several."""
        names = self._define(len(results))
        types = [tensor(*result) for result in results]
        taken = ", ".join(self.types[operand] for operand in operands)
        properties = f" <{{{attributes}}}>" if attributes else ""
        self.lines.append(
            f'{", ".join(names)} = "tosa.{name}"({", ".join(operands)}){properties}{regions} : '
            f"({taken}) -> {types[0] if len(types) == 1 else '(' + ', '.join(types) + ')'}"
        )
        self.types.update(zip(names, types))
        return names[0] if len(names) == 1 else names

    def text(self, results):
        """The whole program, which returns these values."""
        types = [self.types[name] for name in results]
        lines = [f"func.func @main() -> ({', '.join(types)}) {{", *(f"  {line}" for line in self.lines)]
        return "\n".join([*lines, f"  return {', '.join(results)} : {', '.join(types)}", "}", ""])
