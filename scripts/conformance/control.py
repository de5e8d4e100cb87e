"""Control flow, and arithmetic on shapes."""

from rows import Row


def region(arguments, lines, results, types):
    """One region with its block."""
    header = f"^bb0({', '.join(arguments)}):\n" if arguments else ""
    body = "\n".join(f"    {line}" for line in lines)
    return f"{{\n  {header}{body}\n    tosa.yield {', '.join(results)} : {', '.join(types)}\n  }}"


def cond_if(sketch, element):
    """Whether two numbers are the same decides between their sum and their difference."""
    shape = sketch.extents(0, 3)
    condition = sketch.const("i1", [], [sketch.between(0, 1)])
    values = [sketch.input(element, shape, "plain") for _ in range(2)]
    kind = sketch.types[values[0]]
    branches = []
    for name, operation in (("%sum", "add"), ("%difference", "sub")):
        line = f"{name} = tosa.{operation} %left, %right : ({kind}, {kind}) -> {kind}"
        header = [f"%left: {kind}", f"%right: {kind}"]
        branches.append(region(header, [line], [name], [kind]))
    return sketch.op("cond_if", [condition, *values], "", [(element, shape)], f" ({', '.join(branches)})")


def while_loop(sketch, element):
    """Adds a number to a tensor as often as a counter says."""
    shape = sketch.extents(0, 3)
    count = sketch.const("i32", [], [sketch.between(0, 4)])
    start, step = sketch.input(element, shape, "plain"), sketch.input(element, shape, "plain")
    kind = sketch.types[start]
    header = ["%n: tensor<i32>", f"%sum: {kind}", f"%step: {kind}"]
    constant = '%{0} = "tosa.const"() <{{values = dense<{1}> : tensor<i32>}}> : () -> tensor<i32>'
    condition = [
        constant.format("zero", 0),
        "%more = tosa.greater %n, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>",
    ]
    body = [
        constant.format("one", 1),
        "%less = tosa.sub %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>",
        f"%next = tosa.add %sum, %step : ({kind}, {kind}) -> {kind}",
    ]
    regions = [region(header, condition, ["%more"], ["tensor<i1>"])]
    regions.append(region(header, body, ["%less", "%next", "%step"], ["tensor<i32>", kind, kind]))
    results = [("i32", []), (element, shape), (element, shape)]
    return sketch.op("while_loop", [count, start, step], "", results, f" ({', '.join(regions)})")


def shapes(name, compute, count=2):
    """Reshapes a vector by what the operation makes of two shapes."""

    def make(sketch, element):
        while True:
            rank = sketch.between(1, 3)
            operands = [[sketch.between(1, 7) for _ in range(rank)] for _ in range(count)]
            result = [compute(*each) for each in zip(*operands)]
            total = 1
            for extent in result:
                total *= extent
            if 0 < total <= 300 and min(result) > 0:
                break
        made = sketch.op(name, [sketch.shape(each) for each in operands], "", [("shape", [rank])])
        data = sketch.input(element, [total], "plain")
        return sketch.op("reshape", [data, made], "", [(element, result)])

    return Row(name, [["i8"]], make)


ROWS = [
    Row("cond_if", [["i32"], ["f32"]], cond_if),
    Row("while_loop", [["i32"], ["f32"]], while_loop),
    shapes("add_shape", lambda a, b: a + b),
    shapes("sub_shape", lambda a, b: a - b),
    shapes("mul_shape", lambda a, b: a * b),
    shapes("div_ceil_shape", lambda a, b: -(-a // b)),
    shapes("div_floor_shape", lambda a, b: a // b),
    shapes("mod_shape", lambda a, b: a % b),
    shapes("max_shape", max),
    shapes("min_shape", min),
    shapes("exp2_shape", lambda a: 1 << a, 1),
    shapes("log2_ceil_shape", lambda a: (a - 1).bit_length(), 1),
    shapes("log2_floor_shape", lambda a: a.bit_length() - 1, 1),
]
