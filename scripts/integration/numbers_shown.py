"""The numbers that a program shows: those in the text of stock programs, held against the bits that lowdiff gives."""

import math
import re
import struct

NUMBER = re.compile(r"(?<![\w.@])[-+]?(?:nan|inf|0x[0-9a-f]+|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(?![\w])", re.IGNORECASE)
#: What stock programs print of a memref before its elements. Addresses differ from run to run.
HEAD = re.compile(r"(?:Unranked )?Memref base@ = \S+ rank = \d+ offset = -?\d+ sizes = \[[^]]*\] strides = \[[^]]*\](?: data =)?")
THREAD = re.compile(r"Current thread id: .*")
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')


def texts(program):
    """The strings of a program that it may print, the longest first."""
    found = {unescaped(match.group(1)) for match in LITERAL.finditer(program)}
    # Without a letter it is no text, and could be taken for a part of a number.
    return sorted((text for text in found if re.search(r"[A-Za-z]", text)), key=len, reverse=True)


def unescaped(text):
    """What MLIR makes of the escapes in a string."""
    text = re.sub(r"\\([0-9A-Fa-f]{2})", lambda match: chr(int(match.group(1), 16)), text)
    text = text.replace("\\n", "\n").replace("\\t", "\t")
    return text.rstrip("\0")


def stock(output, program):
    """The numbers in what the runner printed."""
    output = THREAD.sub(" ", HEAD.sub(" ", output))
    for text in texts(program):
        output = output.replace(text, " ")
    return NUMBER.findall(output)


#: Exponent and fraction of the floats that no machine type of Python has.
SMALL = {"bf16": (8, 7), "f8E5M2": (5, 2), "f8E4M3FN": (4, 3)}


def decoded(bits, element):
    """The value of the bits: a float for floats, the number without a sign for the others."""
    if element == "f64":
        return struct.unpack("<d", struct.pack("<Q", bits))[0]
    if element == "f32":
        return struct.unpack("<f", struct.pack("<I", bits))[0]
    if element == "f16":
        return struct.unpack("<e", struct.pack("<H", bits))[0]
    if element == "bf16":
        return struct.unpack("<f", struct.pack("<I", bits << 16))[0]
    return bits


def width(element):
    """Bits of an integer."""
    return 64 if element == "index" else int(element.removeprefix("i"))


def agrees(text, bits, element):
    """Whether the text is that of the bits: a float has the six digits that stock programs print."""
    value = decoded(bits, element)
    if not isinstance(value, float):
        try:
            return (int(text, 0) - value) % (1 << width(element)) == 0
        except ValueError:
            return False
    if math.isnan(value):
        return "nan" in text
    return float(text) == float(f"{value:g}")


def difference(output, program, shown):
    """The first difference between the text and what lowdiff shows, in words; none where they agree."""
    expected = stock(output, program)
    given = [(int(bits, 16), buffer["element"]) for buffer in shown for bits in buffer["bits"]]
    for place, (text, (bits, element)) in enumerate(zip(expected, given)):
        if not agrees(text, bits, element):
            return f"number {place} is {decoded(bits, element)} ({element}) instead of {text}"
    if len(expected) != len(given):
        return f"{len(given)} numbers instead of {len(expected)}"
    return None
