"""Deep-learning models, structured as Isra's that GReduce was evaluated with: operators are appended one by one to a
graph, each with inputs that exist, or are made for it, and whose shapes fit. Writes JSON, one value and one operator a line.

    generate.py SEED [--operators N] [--convolutions]
"""

import argparse
import json
import random

INPUTS, CONSTANTS, OPERATORS = [], [], []
SHAPES = {}


def fresh(prefix, shape):
    name = "%s%d" % (prefix, len(SHAPES))
    SHAPES[name] = tuple(shape)
    return name


def given(shape):
    name = fresh("x", shape)
    INPUTS.append({"name": name, "shape": list(shape)})
    return name


def constant(shape, values=None):
    """A tensor of weights, or of the given integers."""
    name = fresh("c", shape)
    kind = {"values": values} if values is not None else {"seed": random.randint(0, 9)}
    CONSTANTS.append({"name": name, "shape": list(shape), **kind})
    SHAPES[name] = None if values is not None else tuple(shape)
    return name


def append(kind, inputs, shapes, **attributes):
    outputs = [fresh("t", shape) for shape in shapes]
    OPERATORS.append({"op": kind, "inputs": inputs, "outputs": outputs, "attributes": attributes})


def some(fits=lambda shape: True):
    """A value with a shape that fits; none if there is none."""
    values = [name for name, shape in SHAPES.items() if shape is not None and fits(shape)]
    return random.choice(values) if values else None


def like(shape):
    """A value of this shape: one that exists, an input, a constant."""
    how = random.choice(["exists", "constant", "input"])
    if how == "exists":
        found = some(lambda other: other == shape)
        if found:
            return found
    return constant(shape) if how == "constant" else given(shape)


def unary():
    # None that jumps or has no value somewhere: results are compared.
    kind = random.choice(["Relu", "Neg", "Abs", "Sigmoid", "Tanh", "Identity", "Softplus", "Erf", "Softsign", "HardSigmoid", "Elu", "Selu"])
    value = some()
    append(kind, [value], [SHAPES[value]])


def leaky():
    value = some()
    append("LeakyRelu", [value], [SHAPES[value]], alpha=random.choice([0.1, 0.5, 2.0]))


def normalized():
    value = some(len)
    if value:
        axis = random.randrange(len(SHAPES[value]))
        append(random.choice(["Softmax", "LogSoftmax"]), [value], [SHAPES[value]], axis=axis)


def binary():
    kind = random.choice(["Add", "Sub", "Mul", "Max", "Min"])
    value = some()
    shape = SHAPES[value]
    other = like(shape[random.randint(0, len(shape)):])
    append(kind, random.choice([[value, other], [other, value]]), [shape])


def many():
    value = some()
    others = [like(SHAPES[value]) for _ in range(random.randint(0, 3))]
    append(random.choice(["Sum", "Mean", "Max", "Min"]), [value] + others, [SHAPES[value]])


def transpose():
    value = some(len)
    if value:
        order = list(range(len(SHAPES[value])))
        random.shuffle(order)
        append("Transpose", [value], [[SHAPES[value][at] for at in order]], perm=order)


def product(shape):
    size = 1
    for length in shape:
        size *= length
    return size


def reshape():
    value = some()
    rest, shape = product(SHAPES[value]), []
    while rest > 1 and len(shape) < 4:
        length = random.choice([part for part in range(1, rest + 1) if rest % part == 0])
        shape.append(length)
        rest //= length
    shape.append(rest)
    append("Reshape", [value, constant([len(shape)], shape)], [shape])


def flatten():
    value = some(len)
    if value:
        shape = SHAPES[value]
        axis = random.randint(0, len(shape))
        append("Flatten", [value], [[product(shape[:axis]), product(shape[axis:])]], axis=axis)


def squeeze():
    value = some(lambda shape: 1 in shape)
    if value:
        axis = random.choice([at for at, length in enumerate(SHAPES[value]) if length == 1])
        append("Squeeze", [value], [SHAPES[value][:axis] + SHAPES[value][axis + 1:]], axes=[axis])


def unsqueeze():
    value = some(lambda shape: len(shape) < 5)
    if value:
        axis = random.randint(0, len(SHAPES[value]))
        append("Unsqueeze", [value], [SHAPES[value][:axis] + (1,) + SHAPES[value][axis:]], axes=[axis])


def concat():
    value = some(lambda shape: shape and product(shape) < 2000)
    if value:
        shape = SHAPES[value]
        others = [like(shape) for _ in range(random.randint(0, 2))]
        axis = random.randrange(len(shape))
        append("Concat", [value] + others, [shape[:axis] + (shape[axis] * (1 + len(others)),) + shape[axis + 1:]], axis=axis)


def split():
    value = some(lambda shape: any(length > 1 for length in shape))
    if value:
        shape = SHAPES[value]
        axis = random.choice([at for at, length in enumerate(shape) if length > 1])
        first = random.randint(1, shape[axis] - 1)
        parts = [first, shape[axis] - first]
        append("Split", [value], [shape[:axis] + (part,) + shape[axis + 1:] for part in parts], axis=axis, split=parts)


def cut():
    value = some(lambda shape: any(length > 1 for length in shape))
    if value:
        shape = SHAPES[value]
        axis = random.randrange(len(shape))
        begin = random.randrange(shape[axis])
        end = random.randint(begin + 1, shape[axis])
        steps = [constant([1], [number]) for number in (begin, end, axis)]
        append("Slice", [value] + steps, [shape[:axis] + (end - begin,) + shape[axis + 1:]])


def pad():
    value = some(lambda shape: shape and product(shape) < 500)
    if value:
        shape = SHAPES[value]
        pads = [random.choice([0, 0, 1, 2]) for _ in range(2 * len(shape))]
        mode = random.choice(["constant", "edge"])
        sizes = [length + pads[at] + pads[at + len(shape)] for at, length in enumerate(shape)]
        append("Pad", [value, constant([len(pads)], pads)], [sizes], mode=mode)


def reduction():
    value = some(len)
    if value:
        shape = SHAPES[value]
        kind = random.choice(["ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin", "ReduceL1", "ReduceL2", "ReduceSumSquare"])
        axes = sorted(random.sample(range(len(shape)), random.randint(1, len(shape))))
        keep = random.choice([0, 1])
        left = [1 if at in axes else length for at, length in enumerate(shape) if keep or at not in axes]
        append(kind, [value], [left], axes=axes, keepdims=keep)


def matmul():
    value = some(lambda shape: len(shape) >= 2)
    if value:
        shape = SHAPES[value]
        columns = random.randint(1, 4)
        append("MatMul", [value, like(shape[:-2] + (shape[-1], columns))], [shape[:-1] + (columns,)])


def gemm():
    value = some(lambda shape: len(shape) == 2)
    if value:
        shape = SHAPES[value]
        left, right, columns = random.choice([0, 1]), random.choice([0, 1]), random.randint(1, 4)
        rows, inner = shape[::-1] if left else shape
        other = like((columns, inner) if right else (inner, columns))
        inputs = [value, other]
        if random.choice([False, True]):
            inputs.append(like(random.choice([(columns,), (rows, columns), (1, columns), (rows, 1)])))
        append("Gemm", inputs, [[rows, columns]], transA=left, transB=right, alpha=random.choice([1.0, 0.5]), beta=random.choice([1.0, 2.0]))


def gather():
    value = some(len)
    if value:
        shape = SHAPES[value]
        axis = random.randrange(len(shape))
        places = [random.randrange(shape[axis]) for _ in range(random.randint(1, 3))]
        append("Gather", [value, constant([len(places)], places)], [shape[:axis] + (len(places),) + shape[axis + 1:]], axis=axis)


def expand():
    value = some(lambda shape: product(shape) < 500 and len(shape) < 5)
    if value:
        shape = (random.randint(1, 3),) + SHAPES[value]
        append("Expand", [value, constant([len(shape)], list(shape))], [shape])


def dropout():
    value = some()
    append("Dropout", [value], [SHAPES[value]])


def image(least=1):
    """A value of four dimensions, made if there is none."""
    return some(lambda shape: len(shape) == 4 and min(shape[2:]) >= least) or given((1, random.randint(1, 4), 6, 6))


def convolution():
    value = image()
    batch, channels, height, width = SHAPES[value]
    kernel, channels_out, pads = random.choice([1, 1, 2, 3]), random.randint(1, 4), random.choice([0, 1])
    if min(height, width) + 2 * pads < kernel:
        return
    inputs = [value, constant((channels_out, channels, kernel, kernel))]
    if random.choice([False, True]):
        inputs.append(constant((channels_out,)))
    sizes = [length + 2 * pads - kernel + 1 for length in (height, width)]
    append("Conv", inputs, [[batch, channels_out] + sizes], kernel_shape=[kernel] * 2, pads=[pads] * 4)


def pool():
    value = image(2)
    batch, channels, height, width = SHAPES[value]
    kernel, stride = 2, random.choice([1, 2])
    sizes = [(length - kernel) // stride + 1 for length in (height, width)]
    append(random.choice(["MaxPool", "AveragePool"]), [value], [[batch, channels] + sizes], kernel_shape=[kernel] * 2, strides=[stride] * 2)


def normalization():
    value = image()
    weights = [constant((SHAPES[value][1],)) for _ in range(4)]
    append("BatchNormalization", [value] + weights, [SHAPES[value]])


def global_pool():
    value = image()
    append(random.choice(["GlobalAveragePool", "GlobalMaxPool"]), [value], [SHAPES[value][:2] + (1, 1)])


PLAIN = [unary, leaky, normalized, binary, many, transpose, reshape, flatten, squeeze, unsqueeze, concat, split, cut, pad, reduction, matmul, gemm,
         gather, expand, dropout]
IMAGES = [convolution, pool, normalization, global_pool]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seed", type=int)
    parser.add_argument("--operators", type=int, default=80, metavar="N", help="at most")
    parser.add_argument("--convolutions", action="store_true", help="every other operator is one for images")
    args = parser.parse_args()
    random.seed(args.seed)
    given([random.randint(1, 4) for _ in range(random.randint(1, 4))])
    count = random.randint(1, args.operators)
    for _ in range(count):
        if args.convolutions and random.choice([False, True]):
            random.choice(IMAGES)()
        else:
            random.choice(PLAIN)()
    used = {name for operator in OPERATORS for name in operator["inputs"]}
    outputs = [name for operator in OPERATORS for name in operator["outputs"] if name not in used]
    lists = [("inputs", INPUTS), ("constants", CONSTANTS), ("operators", OPERATORS), ("outputs", outputs)]
    texts = ['"%s": [\n%s\n]' % (name, ",\n".join(map(json.dumps, items))) for name, items in lists]
    print("{" + ",\n".join(texts) + "}")


main()
