"""Element types of TOSA: which numbers they hold, how MLIR writes them, and how a program's operands are chosen."""

import math

import ml_dtypes
import numpy as np

INTEGERS = {"i1": 1, "i4": 4, "i8": 8, "i16": 16, "i32": 32, "i48": 48, "i64": 64}
FLOATS = {
    "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "f8E5M2": ml_dtypes.float8_e5m2,
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "f32": np.float32,
}


def is_float(element):
    return element in FLOATS


def bits(element):
    return np.dtype(FLOATS[element]).itemsize * 8 if is_float(element) else INTEGERS[element]


def limits(element):
    """The least and the greatest finite number."""
    if is_float(element):
        return float(ml_dtypes.finfo(FLOATS[element]).min), float(ml_dtypes.finfo(FLOATS[element]).max)
    if element == "i1":
        return 0, 1
    return -(1 << (bits(element) - 1)), (1 << (bits(element) - 1)) - 1


def rounded(element, number):
    """The number of the element type that is nearest."""
    if not is_float(element):
        low, high = limits(element)
        return min(max(int(number), low), high)
    with np.errstate(all="ignore"):
        return float(np.float64(number).astype(FLOATS[element]))


def pattern(element, number):
    """The bits of a float as an unsigned integer."""
    array = np.array([number], dtype=FLOATS[element])
    return int(array.view(f"u{array.itemsize}")[0])


def literal(element, number):
    """The number as it stands within `dense<...>`; floats by their bits, so that every one of them can be written."""
    if element == "i1":
        return "true" if number else "false"
    if not is_float(element):
        return str(number)
    return f"0x{pattern(element, number):0{bits(element) // 4}X}"


def attribute(element, number):
    """The number as an attribute of its own."""
    return f"{literal(element, number)} : {element}"


def edges(element):
    """The numbers at which things change."""
    low, high = limits(element)
    if not is_float(element):
        if element == "i1":
            return [0, 1]
        middle = 1 << (bits(element) // 2)
        return [low, high, low + 1, high - 1, 0, 1, -1, 2, -2, min(middle, high), -middle, min(middle - 1, high)]
    info = ml_dtypes.finfo(FLOATS[element])
    tiny, least = float(info.tiny), float(info.smallest_subnormal)
    found = [0.0, -0.0, 1.0, -1.0, low, high, tiny, -tiny, least, -least, rounded(element, 3 * least), 0.5, -0.5]
    found += [1.0 + float(info.eps), rounded(element, 1.5), rounded(element, -2.5), float("nan")]
    return found if element == "f8E4M3FN" else found + [math.inf, -math.inf]


def plain(draw, element, most=None):
    """An ordinary number of magnitude `most` at the utmost."""
    if not is_float(element):
        low, high = limits(element)
        most = min(high, 100 if most is None else int(most))
        return draw.randint(max(low, -most), most)
    most = min(8.0 if most is None else most, limits(element)[1])
    kind = draw.random()
    if kind < 0.4:
        return rounded(element, draw.randint(-int(min(most, 8)), int(min(most, 8))))
    if kind < 0.7:
        return rounded(element, draw.randint(-int(most * 4), int(most * 4)) / 4)
    return rounded(element, draw.uniform(-most, most))


def anywhere(draw, element):
    """Any number at all, every magnitude as likely as any other."""
    low, high = limits(element)
    if not is_float(element):
        width = draw.randint(0, bits(element) - 1)
        return min(max(draw.randint(-(1 << width), 1 << width), low), high)
    info = ml_dtypes.finfo(FLOATS[element])
    power = draw.uniform(math.log2(float(info.smallest_subnormal)), math.log2(high))
    return rounded(element, draw.choice([-1, 1]) * min(2.0**power, high))


def numbers(draw, element, count, style):
    """`count` numbers; `style` is "plain", "edges" or "any"."""
    special = edges(element)

    def one():
        if style == "plain":
            return plain(draw, element)
        if style == "edges" and draw.random() < 0.6:
            return draw.choice(special)
        return anywhere(draw, element) if draw.random() < 0.6 else plain(draw, element)

    return [one() for _ in range(count)]
