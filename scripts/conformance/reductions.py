"""Reductions, matrix products, and operations that move elements or take them by index."""

import math

from elements import is_float, rounded
from rows import FLOAT, FLOAT8, Row

ANY = ["i1", "i8", "i16", "i32", "f16", "bf16", "f32"]


def reduction(name, types, nan=False):
    def make(sketch, element):
        shape = sketch.extents(1, 4)
        axis = sketch.between(0, len(shape) - 1)
        values = sketch.values(element, shape)
        if name == "reduce_sum" and element == "i32":
            values = [value // 16 for value in values]
        if name == "reduce_product" and sketch.style == "plain":
            values = [rounded(element, value / 4) or 1.0 for value in values]
        result = [1 if place == axis else extent for place, extent in enumerate(shape)]
        attributes = f"axis = {axis} : i32" + (f", {sketch.nan_mode()}" if nan and is_float(element) else "")
        return sketch.op(name, [sketch.const(element, shape, values)], attributes, [(element, result)])

    return Row(name, [[element] for element in types], make)


def argmax(sketch, element):
    shape = sketch.extents(1, 4)
    axis = sketch.between(0, len(shape) - 1)
    result = shape[:axis] + shape[axis + 1 :]
    attributes = f"axis = {axis} : i32, {sketch.nan_mode()}"
    return sketch.op("argmax", [sketch.input(element, shape)], attributes, [("i32", result)])


def zero_point(sketch, element):
    """Of 8-bit integers any number, of all others zero."""
    return sketch.const(element, [1], [sketch.pick([0, 0, -128, 127, 3, -7]) if element == "i8" else 0])


def matmul(sketch, element, result):
    batch, rows, inner, columns = (sketch.pick([1, 1, 2, 3, 5]) for _ in range(4))
    operands = [sketch.input(element, [batch, rows, inner]), sketch.input(element, [batch, inner, columns])]
    operands += [zero_point(sketch, element), zero_point(sketch, element)]
    return sketch.op("matmul", operands, "", [(result, [batch, rows, columns])])


def concat(sketch, element):
    shape = sketch.extents(1, 4, 20)
    axis = sketch.between(0, len(shape) - 1)
    extents = [sketch.between(1, 4) for _ in range(sketch.between(1, 4))]
    shapes = [shape[:axis] + [extent] + shape[axis + 1 :] for extent in extents]
    operands = [sketch.input(element, each) for each in shapes]
    result = shape[:axis] + [sum(extents)] + shape[axis + 1 :]
    return sketch.op("concat", operands, f"axis = {axis} : i32", [(element, result)])


def pad(sketch, element):
    shape = sketch.extents(1, 4, 20)
    padding = [sketch.pick([0, 0, 1, 2]) for _ in range(2 * len(shape))]
    result = [extent + padding[2 * axis] + padding[2 * axis + 1] for axis, extent in enumerate(shape)]
    operands = [sketch.input(element, shape), sketch.shape(padding), sketch.input(element, [1])]
    return sketch.op("pad", operands, "", [(element, result)])


def reshape(sketch, element):
    shape = sketch.extents(0, 5)
    result, rest = [], math.prod(shape)
    while rest > 1:
        factor = sketch.pick([extent for extent in range(1, rest + 1) if rest % extent == 0])
        result.append(factor)
        rest //= factor
        if len(result) == 5:
            result.append(rest)
            break
    return sketch.op("reshape", [sketch.input(element, shape), sketch.shape(result)], "", [(element, result)])


def reverse(sketch, element):
    shape = sketch.extents(1, 4)
    axis = sketch.between(0, len(shape) - 1)
    return sketch.op("reverse", [sketch.input(element, shape)], f"axis = {axis} : i32", [(element, shape)])


def slice_(sketch, element):
    shape = sketch.extents(1, 4)
    size = [sketch.between(1, extent) for extent in shape]
    start = [sketch.between(0, extent - length) for extent, length in zip(shape, size)]
    operands = [sketch.input(element, shape), sketch.shape(start), sketch.shape(size)]
    return sketch.op("slice", operands, "", [(element, size)])


def tile(sketch, element):
    shape = sketch.extents(1, 4, 12)
    multiples = [sketch.pick([1, 1, 2, 3]) for _ in shape]
    result = [extent * times for extent, times in zip(shape, multiples)]
    return sketch.op("tile", [sketch.input(element, shape), sketch.shape(multiples)], "", [(element, result)])


def transpose(sketch, element):
    shape = sketch.extents(1, 5)
    order = list(range(len(shape)))
    sketch.draw.shuffle(order)
    attributes = f"perms = array<i32: {', '.join(map(str, order))}>"
    result = [shape[axis] for axis in order]
    return sketch.op("transpose", [sketch.input(element, shape)], attributes, [(element, result)])


def gather(sketch, element):
    batch, entries, channels, count = (sketch.pick([1, 2, 3, 5]) for _ in range(4))
    indices = [sketch.between(0, entries - 1) for _ in range(batch * count)]
    if sketch.between(1, 20) == 1:
        indices[0] = sketch.pick([-1, entries])
    operands = [sketch.input(element, [batch, entries, channels]), sketch.const("i32", [batch, count], indices)]
    return sketch.op("gather", operands, "", [(element, [batch, count, channels])])


def scatter(sketch, element):
    batch, entries, channels = (sketch.pick([1, 2, 3, 5]) for _ in range(3))
    count = sketch.between(1, entries)
    indices = [index for _ in range(batch) for index in sketch.draw.sample(range(entries), count)]
    if sketch.between(1, 15) == 1:
        indices[0] = sketch.pick([-1, entries, indices[-1]])
    operands = [
        sketch.input(element, [batch, entries, channels]),
        sketch.const("i32", [batch, count], indices),
        sketch.input(element, [batch, count, channels]),
    ]
    return sketch.op("scatter", operands, "", [(element, [batch, entries, channels])])


PRODUCTS = [["i8", "i32"], ["i16", "i48"], ["f16", "f16"], ["f16", "f32"], ["bf16", "f32"], ["f32", "f32"]]
PRODUCTS += [[element, "f16"] for element in FLOAT8]

ROWS = [
    reduction("reduce_all", ["i1"]),
    reduction("reduce_any", ["i1"]),
    *[reduction(name, ["i8", "i16", "i32", *FLOAT], nan=True) for name in ("reduce_max", "reduce_min")],
    reduction("reduce_sum", ["i32", *FLOAT]),
    reduction("reduce_product", FLOAT),
    Row("argmax", [[e] for e in ["i8", "i16", *FLOAT8, *FLOAT]], argmax),
    Row("matmul", PRODUCTS, matmul),
    *[
        Row(name, [[e] for e in ANY], make)
        for name, make in [
            ("concat", concat),
            ("pad", pad),
            ("reshape", reshape),
            ("reverse", reverse),
            ("slice", slice_),
            ("tile", tile),
            ("transpose", transpose),
        ]
    ],
    *[Row(name, [[e] for e in ANY if e != "i1"], make) for name, make in (("gather", gather), ("scatter", scatter))],
]
