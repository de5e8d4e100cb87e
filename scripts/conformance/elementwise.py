"""Operations that work element by element."""

import math

from elements import FLOATS, INTEGERS, attribute, is_float, limits, plain, rounded
from rows import FLOAT, FLOAT8, Row


def pair(sketch):
    """The shapes of two operands, which broadcast now and then, and that of the result."""
    shape = sketch.extents(0, 4)
    left, right = list(shape), list(shape)
    if not sketch.often():
        for axis in range(len(shape)):
            if sketch.between(0, 2) == 0:
                sketch.pick([left, right])[axis] = 1
    return left, right, [max(pair) for pair in zip(left, right)]


def repaired(sketch, element, left, right, fits):
    """Values for two operands with `fits` for every two that meet; one time in twenty whatever comes."""
    a, b = sketch.values(element, left), sketch.values(element, right)
    if sketch.between(1, 20) == 1:
        return a, b
    if left == right:
        for place in range(len(a)):
            for _ in range(20):
                if fits(a[place], b[place]):
                    break
                b[place] = sketch.values(element, [])[0]
            else:
                a[place], b[place] = plain(sketch.draw, element), plain(sketch.draw, element)
                if not fits(a[place], b[place]):
                    a[place] = b[place] = 1
        return a, b
    return sketch.values(element, left, "plain"), [value or 1 for value in sketch.values(element, right, "plain")]


def binary(name, types, fits=lambda element, a, b: True, result=None, attributes=lambda sketch, element: ""):
    def make(sketch, element, *_):
        left, right, shape = pair(sketch)
        a, b = repaired(sketch, element, left, right, lambda a, b: fits(element, a, b))
        operands = [sketch.const(element, left, a), sketch.const(element, right, b)]
        return sketch.op(name, operands, attributes(sketch, element), [(result or element, shape)])

    return Row(name, [[element] for element in types], make)


def within(compute):
    """Whether the exact result fits; floats always do."""

    def fits(element, a, b):
        return is_float(element) or limits(element)[0] <= compute(a, b) <= limits(element)[1]

    return fits


def mul(sketch, element, result):
    left, right, shape = pair(sketch)
    shift = sketch.pick([0, 0, 1, 7, 31, 62]) if element == "i32" else 0
    half = (1 << shift) >> 1

    def fits(a, b):
        return is_float(element) or limits(result)[0] <= (a * b + half) >> shift <= limits(result)[1]

    a, b = repaired(sketch, element, left, right, fits)
    operands = [sketch.const(element, left, a), sketch.const(element, right, b), sketch.const("i8", [1], [shift])]
    return sketch.op("mul", operands, "", [(result, shape)])


def shift(name, attributes=lambda sketch, element: ""):
    def make(sketch, element):
        left, right, shape = pair(sketch)
        width = INTEGERS[element]
        low = 1 if name == "arithmetic_right_shift" and not sketch.often() else 0
        by = [sketch.pick([low, 1, width - 1, sketch.between(low, width - 1)]) for _ in range(math.prod(right))]
        if sketch.between(1, 25) == 1:
            by[0] = sketch.pick([width, -1])
        operands = [sketch.input(element, left), sketch.const(element, right, by)]
        return sketch.op(name, operands, attributes(sketch, element), [(element, shape)])

    return Row(name, [["i8"], ["i16"], ["i32"]], make)


def unary(name, types, draw=None, result=None):
    def make(sketch, element):
        shape = sketch.extents(0, 4)
        values = sketch.values(element, shape)
        if draw and sketch.between(1, 15) > 1:
            values = [draw(sketch, element, value) for value in values]
        return sketch.op(name, [sketch.const(element, shape, values)], "", [(result or element, shape)])

    return Row(name, [[element] for element in types], make)


def no_least(sketch, element, value):
    return value + 1 if not is_float(element) and value == limits(element)[0] else value


def positive(sketch, element, value):
    return abs(value) or 1.0


def exponent(sketch, element, value):
    """Most arguments of exp where it neither overflows nor vanishes."""
    return rounded(element, sketch.draw.uniform(-20, 20)) if sketch.often() else value


def angle(sketch, element, value):
    """Sine and cosine are defined for numbers alone, and hard to get right for large ones."""
    return rounded(element, sketch.draw.uniform(-30, 30)) if sketch.often() else value


def power(sketch, element):
    left, right, shape = pair(sketch)
    bases = [positive(sketch, element, value) for value in sketch.values(element, left)]
    if sketch.style == "plain":
        bases = [rounded(element, sketch.draw.uniform(0.1, 8)) for _ in bases]
    exponents = [plain(sketch.draw, element, 4.0) for _ in range(math.prod(right))]
    operands = [sketch.const(element, left, bases), sketch.const(element, right, exponents)]
    return sketch.op("pow", operands, "", [(element, shape)])


def negate(sketch, element):
    shape = sketch.extents(0, 4)
    low, high = limits(element)
    values = sketch.values(element, shape)
    zeros = [0, 0]
    if element == "i8":
        zeros = [sketch.pick([0, 0, -128, 127, 5]), sketch.pick([0, 0, -128, 127, -3])]
    elif not is_float(element) and sketch.between(1, 15) > 1:
        values = [max(value, low + 1) for value in values]
    operands = [sketch.const(element, shape, values)] + [sketch.const(element, [1], [zero]) for zero in zeros]
    return sketch.op("negate", operands, "", [(element, shape)])


def clamp(sketch, element):
    shape = sketch.extents(0, 4)
    low, high = sorted(
        value if not isinstance(value, float) or math.isfinite(value) else 1.0
        for value in (sketch.values(element, [2]))
    )
    if sketch.between(1, 6) == 1:
        high = low
    bounds = f"min_val = {attribute(element, low)}, max_val = {attribute(element, high)}, "
    return sketch.op("clamp", [sketch.input(element, shape)], bounds + sketch.nan_mode(), [(element, shape)])


def select(sketch, element):
    left, right, shape = pair(sketch)
    condition = list(shape)
    for axis in range(len(shape)):
        if sketch.between(0, 4) == 0:
            condition[axis] = 1
    shape = [max(extents) for extents in zip(left, right, condition)]
    operands = [sketch.input("i1", condition), sketch.input(element, left), sketch.input(element, right)]
    return sketch.op("select", operands, "", [(element, shape)])


def cast(sketch, element, result):
    shape = sketch.extents(0, 4)
    values = sketch.values(element, shape)
    if is_float(element) and not is_float(result) and sketch.often():
        values = [value if math.isfinite(value) else 0.0 for value in values]
        values = [min(value, 2.0**15) if abs(value) > 300 and sketch.often() else value for value in values]
        values = [rounded(element, value) for value in values]
    return sketch.op("cast", [sketch.const(element, shape, values)], "", [(result, shape)])


def cast_types():
    whole = ["i8", "i16", "i32"]
    pairs = [[a, b] for a in ["i1", *whole] for b in ["i1", *whole] if a != b]
    pairs += [[a, b] for a in whole for b in FLOAT] + [[a, b] for a in FLOAT for b in whole]
    pairs += [[a, b] for a in FLOAT for b in FLOAT if a != b]
    return pairs + [[a, b] for a in FLOAT8 for b in FLOAT] + [[a, b] for a in FLOAT for b in FLOAT8]


def table(sketch, element, result):
    shape = sketch.extents(0, 4)
    entries = 256 if element == "i8" else 513
    values = [sketch.pick([*limits(result), sketch.between(*limits(result))]) for _ in range(entries)]
    if result == "i16":
        # Neighbours differ by less than 2^16, which the slope of the interpolation holds.
        values = [sketch.between(-2000, 2000) for _ in range(entries)] if sketch.often() else values
    operands = [sketch.input(element, shape), sketch.const(result, [entries], values)]
    return sketch.op("table", operands, "", [("i8" if result == "i8" else "i32", shape)])


def rounding(sketch, element):
    return f"round = {sketch.pick(['true', 'false'])}"


def nan(sketch, element):
    return sketch.nan_mode()


NUMERIC = ["i32", *FLOAT]
WHOLE = ["i8", "i16", "i32"]
ROWS = [
    binary("add", NUMERIC, within(lambda a, b: a + b)),
    binary("sub", NUMERIC, within(lambda a, b: a - b)),
    Row("mul", [["i8", "i32"], ["i16", "i32"], ["i32", "i32"], *[[e, e] for e in FLOAT]], mul),
    binary("maximum", NUMERIC, attributes=nan),
    binary("minimum", NUMERIC, attributes=nan),
    binary("intdiv", ["i32"], lambda _, a, b: b != 0 and (a, b) != (-(2**31), -1)),
    Row("pow", [[e] for e in FLOAT], power),
    *[binary(f"bitwise_{name}", WHOLE) for name in ("and", "or", "xor")],
    *[binary(f"logical_{name}", ["i1"]) for name in ("and", "or", "xor")],
    shift("logical_left_shift"),
    shift("logical_right_shift"),
    shift("arithmetic_right_shift", rounding),
    *[binary(name, NUMERIC, result="i1") for name in ("equal", "greater", "greater_equal")],
    unary("abs", NUMERIC, no_least),
    unary("bitwise_not", WHOLE),
    unary("clz", ["i32"]),
    unary("logical_not", ["i1"]),
    *[unary(name, FLOAT) for name in ("ceil", "floor", "erf", "sigmoid", "tanh", "reciprocal")],
    unary("exp", FLOAT, exponent),
    *[unary(name, FLOAT, angle) for name in ("sin", "cos")],
    *[unary(name, FLOAT, positive) for name in ("log", "rsqrt")],
    Row("negate", [[e] for e in ["i8", "i16", "i32", *FLOAT]], negate),
    Row("clamp", [[e] for e in ["i8", "i16", *FLOAT]], clamp),
    Row("select", [[e] for e in ["i1", *WHOLE, *FLOAT]], select),
    unary("identity", ["i1", *WHOLE, "i48", *FLOATS]),
    Row("cast", cast_types(), cast),
    Row("table", [["i8", "i8"], ["i16", "i16"]], table),
]
