"""Convolutions, pools, resize and Fourier transforms."""



from elements import is_float
from reductions import zero_point
from rows import FLOAT, FLOAT8, Row

#: Input, weight, result and accumulator.
PRODUCTS = [
    ["i8", "i8", "i32", "i32"],
    ["i8", "i4", "i32", "i32"],
    ["i16", "i8", "i48", "i48"],
    ["f16", "f16", "f16", "f16"],
    ["f16", "f16", "f16", "f32"],
    ["bf16", "bf16", "bf16", "f32"],
    ["f32", "f32", "f32", "f32"],
    *[[element, element, "f16", "f16"] for element in FLOAT8],
]


def windows(sketch, count):
    """For each of `count` dimensions: input, kernel, padding before and after, stride, dilation, and the result they divide into."""
    found = []
    for _ in range(count):
        kernel, stride, dilation = sketch.pick([1, 1, 2, 3]), sketch.pick([1, 1, 2, 3]), sketch.pick([1, 1, 2])
        before, after = sketch.pick([0, 0, 1, 2]), sketch.pick([0, 0, 1, 2])
        result = sketch.pick([1, 2, 3])
        size = (result - 1) * stride - before - after + (kernel - 1) * dilation + 1
        while size < 1:
            result, size = result + 1, size + stride
        found.append((size, kernel, before, after, stride, dilation, result))
    return list(zip(*found))


def array(numbers, width=64):
    return f"array<i{width}: {', '.join(map(str, numbers))}>"


def modest(sketch, element, shape):
    """Sums of products of these fit the accumulator."""
    if element == "i16" and sketch.style != "plain":
        return sketch.const(element, shape, sketch.values(element, shape))
    if is_float(element) and sketch.style != "plain" and sketch.often():
        return sketch.input(element, shape, "plain")
    return sketch.input(element, shape)


def bias(sketch, element, channels):
    count = sketch.pick([1, channels])
    values = sketch.values(element, [count], "plain")
    return sketch.const(element, [count], values)


def convolution(name, dimensions):
    def make(sketch, element, weight, result, accumulator):
        sizes, kernels, before, after, strides, dilations, results = windows(sketch, dimensions)
        batch, channels, filters = sketch.pick([1, 1, 2]), sketch.pick([1, 2, 3]), sketch.pick([1, 2, 3])
        shape = [batch, *sizes, channels]
        if name == "depthwise_conv2d":
            weights, filters = [*kernels, channels, filters], channels * filters
        else:
            weights = [filters, *kernels, channels]
        operands = [modest(sketch, element, shape), modest(sketch, weight, weights), bias(sketch, result, filters)]
        operands += [zero_point(sketch, element), zero_point(sketch, weight)]
        padding = [number for pair in zip(before, after) for number in pair]
        attributes = f"pad = {array(padding)}, stride = {array(strides)}, dilation = {array(dilations)}"
        return sketch.op(
            name, operands, f"{attributes}, acc_type = {accumulator}", [(result, [batch, *results, filters])]
        )

    return Row(name, PRODUCTS, make)


def transposed(sketch, element, weight, result, accumulator):
    batch, channels, filters = sketch.pick([1, 1, 2]), sketch.pick([1, 2, 3]), sketch.pick([1, 2, 3])
    sizes, kernels = [sketch.between(1, 3) for _ in range(2)], [sketch.pick([1, 2, 3]) for _ in range(2)]
    strides = [sketch.pick([1, 1, 2, 3]) for _ in range(2)]
    padding, results = [], []
    for size, kernel, stride in zip(sizes, kernels, strides):
        # Above -kernel, and leaving something.
        before, after = (sketch.pick([0, 0, 1, -1 if kernel > 1 else 1]) for _ in range(2))
        length = (size - 1) * stride + before + after + kernel
        if length < 1:
            before, after, length = 0, 0, (size - 1) * stride + kernel
        padding += [before, after]
        results.append(length)
    operands = [
        modest(sketch, element, [batch, *sizes, channels]),
        modest(sketch, weight, [filters, *kernels, channels]),
        bias(sketch, result, filters),
        zero_point(sketch, element),
        zero_point(sketch, weight),
    ]
    attributes = f"out_pad = {array(padding)}, stride = {array(strides)}, acc_type = {accumulator}"
    return sketch.op("transpose_conv2d", operands, attributes, [(result, [batch, *results, filters])])


def pool(name):
    def make(sketch, element, accumulator=None):
        found = []
        for size, kernel, before, after, stride, _, _ in zip(*windows(sketch, 2)):
            # Each padding is less than the kernel, and the stride divides what is left.
            before, after = min(before, kernel - 1), min(after, kernel - 1)
            size = max(size, kernel - before - after, 1)
            while (size + before + after - kernel) % stride:
                size += 1
            found.append((size, kernel, before, after, stride, (size + before + after - kernel) // stride + 1))
        sizes, kernels, before, after, strides, results = zip(*found)
        batch, channels = sketch.pick([1, 2]), sketch.pick([1, 2, 3])
        padding = [number for pair in zip(before, after) for number in pair]
        attributes = f"kernel = {array(kernels)}, stride = {array(strides)}, pad = {array(padding)}, "
        operands = [sketch.input(element, [batch, *sizes, channels])]
        if name == "avg_pool2d":
            attributes += f"acc_type = {accumulator}"
            operands += [zero_point(sketch, element), zero_point(sketch, element)]
        else:
            attributes += sketch.nan_mode()
        return sketch.op(name, operands, attributes, [(element, [batch, *results, channels])])

    return make


def resize(sketch, element, result, mode):
    scales, offsets, borders, sizes, results = [], [], [], [], []
    for _ in range(2):
        numerator, denominator = sketch.pick([(1, 1), (2, 1), (4, 2), (3, 1), (1, 2), (2, 3), (8, 5), (5, 1), (16, 7)])
        size = sketch.pick([1, 2, 3, 5])
        offset, border = (sketch.between(-numerator, numerator - 1) for _ in range(2))
        # A multiple of the denominator, and not negative; a border is less than the numerator.
        while ((size - 1) * numerator - offset + border) % denominator or (size - 1) * numerator - offset + border < 0:
            border += 1
            if border >= numerator:
                size, border = size + 1, -numerator
        scales += [numerator, denominator]
        offsets.append(offset)
        borders.append(border)
        sizes.append(size)
        results.append(((size - 1) * numerator - offset + border) // denominator + 1)
    batch, channels = sketch.pick([1, 2]), sketch.pick([1, 2])
    operands = [sketch.input(element, [batch, *sizes, channels])]
    operands += [sketch.shape(scales), sketch.shape(offsets), sketch.shape(borders)]
    attributes = f"mode = #tosa.resize_mode<{mode}>"
    return sketch.op("resize", operands, attributes, [(result, [batch, *results, channels])])


def resize_types():
    whole = [["i8", "i8", "i32"], ["i16", "i16", "i48"]]
    kinds = whole + [[element] * 3 for element in FLOAT]
    return [[e, near, "NEAREST_NEIGHBOR"] for e, near, _ in kinds] + [[e, far, "BILINEAR"] for e, _, far in kinds]


def fourier(real):
    def make(sketch, element):
        batch, height, width = sketch.pick([1, 2]), sketch.pick([1, 2, 4]), sketch.pick([1, 2, 4, 8])
        shape = [batch, height, width]
        result = [batch, height, width // 2 + 1] if real else shape
        style = "plain" if sketch.often() else sketch.style
        operands = [sketch.input(element, shape, style) for _ in range(1 if real else 2)]
        inverse = "" if real else f"inverse = {sketch.pick(['true', 'false'])}, "
        name = "rfft2d" if real else "fft2d"
        return sketch.op(name, operands, f"{inverse}local_bound = false", [(element, result)] * 2)

    return make


def rescale(sketch, element, result):
    shape = sketch.extents(1, 4)
    per_channel = sketch.often()
    # A product of 32 bits and more with a wide multiplier would not fit.
    wide = "i16" if element == "i48" else sketch.pick(["i32", "i32", "i16"])
    rounding = "SINGLE_ROUND" if wide == "i16" else sketch.pick(["SINGLE_ROUND", "DOUBLE_ROUND"])
    count = shape[-1] if per_channel else 1
    low, high = (1 << 30, (1 << 31) - 1) if wide == "i32" else (1 << 14, (1 << 15) - 1)
    multipliers = [sketch.pick([low, high, sketch.between(low, high)]) for _ in range(count)]
    most = 62 if wide == "i32" else 46
    shifts = [sketch.pick([sketch.between(2, most), sketch.between(most // 2 - 2, most // 2 + 12)]) for _ in range(count)]
    unsigned = [kind in ("i8", "i16") and sketch.between(0, 3) == 0 for kind in (element, result)]
    if all(unsigned):
        unsigned[sketch.between(0, 1)] = False
    if element in ("i32", "i48") or result == "i32":
        # 32 bits and more have no unsigned counterpart.
        unsigned = [False, False]
    zeros = []
    for kind, is_unsigned in zip((element, result), unsigned):
        choices = [0]
        if kind == "i8":
            choices = [0, 0, 127, -128, 5]
        elif kind == "i16" and is_unsigned:
            choices = [0, -32768]
        zeros.append(sketch.const(kind, [1], [sketch.pick(choices)]))
    flags = {"scale32": wide == "i32", "per_channel": per_channel}
    flags |= {"input_unsigned": unsigned[0], "output_unsigned": unsigned[1]}
    attributes = ", ".join(f"{name} = {str(flag).lower()}" for name, flag in flags.items())
    attributes += f", rounding_mode = #tosa.rounding_mode<{rounding}>"
    operands = [sketch.input(element, shape), sketch.const(wide, [count], multipliers)]
    operands += [sketch.const("i8", [count], shifts), *zeros]
    return sketch.op("rescale", operands, attributes, [(result, shape)])


RESCALES = [[a, b] for a in ("i8", "i16", "i32", "i48") for b in ("i8", "i16", "i32")]
AVERAGES = [["i8", "i32"], ["i16", "i32"], ["f16", "f16"], ["f16", "f32"], ["bf16", "f32"], ["f32", "f32"]]
ROWS = [
    convolution("conv2d", 2),
    convolution("conv3d", 3),
    convolution("depthwise_conv2d", 2),
    Row("transpose_conv2d", PRODUCTS, transposed),
    Row("avg_pool2d", AVERAGES, pool("avg_pool2d")),
    Row("max_pool2d", [[e] for e in ("i8", "i16", *FLOAT)], pool("max_pool2d")),
    Row("resize", resize_types(), resize),
    Row("fft2d", [["f32"]], fourier(False)),
    Row("rfft2d", [["f32"]], fourier(True)),
    Row("rescale", RESCALES, rescale),
]
