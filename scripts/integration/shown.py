"""The numbers that a program shows: those in the text of stock programs, held against the bits that lowdiff gives."""

import math
import re
import struct

NUMBER = re.compile(r"(?<![\w.@])[-+]?(?:nan|inf|0x[0-9a-f]+|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(?![\w])", re.IGNORECASE)
#: What stock programs print of a memref before its elements. Addresses differ from run to run.
HEAD = re.compile(r"(?:Unranked )?Memref base@ = \S+ rank = \d+ offset = -?\d+ sizes = \[[^]]*\] strides = \[[^]]*\](?: data =)?")
#: Bytes are printed as characters: in brackets, with nothing but spaces and commas around.
CHARACTER = re.compile(r"(?<=[\[ ])([A-Za-z])(?=[\],])")
THREAD = re.compile(r"Current thread id: .*")
#: A text of few bytes, as a constant.
BYTES = re.compile(r"dense<\[([\d, -]+)\]> : \w+<\d+ ?x ?i8>")
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')


def texts(program):
    """The strings of a lowered program that it may print, the longest first."""
    found = {unescaped(match.group(1)) for match in LITERAL.finditer(program)}
    for match in BYTES.finditer(program):
        numbers = [int(number) & 255 for number in match.group(1).split(",")]
        found.add(bytes(numbers).decode(errors="replace").rstrip("\0"))
    # Without a letter it is no text, and could be taken for a part of a number.
    return sorted((text for text in found if re.search(r"[A-Za-z]", text)), key=len, reverse=True)


def unescaped(text):
    """The bytes of a constant, which are spelt in hexadecimal, or as a string with escapes."""
    if re.fullmatch(r"0x(?:[0-9A-Fa-f]{2})+", text):
        return bytes.fromhex(text[2:]).decode(errors="replace").rstrip("\0")
    text = re.sub(r"\\([0-9A-Fa-f]{2})", lambda match: chr(int(match.group(1), 16)), text)
    text = text.replace("\\n", "\n").replace("\\t", "\t")
    return text.rstrip("\0")


def stock(output, program):
    """The numbers in what the runner printed."""
    output = THREAD.sub(" ", HEAD.sub(" ", output))
    for text in texts(program):
        output = output.replace(text, " ")
    return NUMBER.findall(CHARACTER.sub(lambda match: str(ord(match.group(1))), output))


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
    if element == "f8E5M2":
        return decoded(bits << 8, "f16")
    if element == "f8E4M3FN":
        if bits & 0x7F == 0x7F:
            return math.nan
        exponent, fraction = bits >> 3 & 15, bits & 7
        magnitude = fraction / 8 * 2**-6 if exponent == 0 else (1 + fraction / 8) * 2.0 ** (exponent - 7)
        return -magnitude if bits & 0x80 else magnitude
    return bits


def width(element):
    """Bits of an integer."""
    return 64 if element == "index" else int(element.removeprefix("i"))


def agrees(text, bits, element):
    """Whether the text is that of the bits: a float has the six digits that stock programs print."""
    value = decoded(bits, element)
    if not isinstance(value, float):
        if element == "i8" and len(text) == 1 and ord(text) == value:
            return True
        try:
            return (int(text, 0) - value) % (1 << width(element)) == 0
        except ValueError:
            return False
    if math.isnan(value):
        return "nan" in text
    return float(text) == float(f"{value:g}")


def difference(output, program, shown, again=None):
    """The first difference between the text and what lowdiff shows, in words; none where they agree.

    A number that another run of the stock program prints otherwise, as one that depends on a clock, agrees with any.
    """
    expected = stock(output, program)
    varying = stock(again, program) if again is not None else expected
    if len(varying) != len(expected):
        return "stock programs print another number of numbers in every run"
    given = [(int(bits, 16), buffer["element"]) for buffer in shown for bits in buffer["bits"]]
    for place, (text, (bits, element)) in enumerate(zip(expected, given)):
        if varying[place] == text and not agrees(text, bits, element):
            return f"number {place} is {decoded(bits, element)} ({element}) instead of {text}"
    if len(expected) != len(given):
        return f"{len(given)} numbers instead of {len(expected)}"
    return None
