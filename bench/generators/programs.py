"""Programs in the manner of JavaScript: recursive functions with a pool of names. Arguments: seed, statements."""

import random
import sys

NAMES, LINES = [], []


def fresh():
    NAMES.append("v%d" % len(NAMES))
    return NAMES[-1]


def expression(depth):
    kind = random.randrange(6)
    if depth > 4 or kind == 0:
        return str(random.randint(0, 100))
    if kind == 1 and NAMES:
        return random.choice(NAMES)
    if kind == 2:
        return "(%s %s %s)" % (expression(depth + 1), random.choice("+-*/"), expression(depth + 1))
    if kind == 3:
        return "f(%s)" % ", ".join(expression(depth + 1) for _ in range(random.randrange(4)))
    if kind == 4:
        return "[%s]" % ", ".join([expression(depth + 1) for _ in range(random.randrange(4))])
    return "!" + expression(depth + 1)


def statement(depth):
    kind, pad = random.random(), "  " * depth
    if kind < 0.4 or depth > 3:
        value = expression(0)
        LINES.append("%svar %s = %s;" % (pad, fresh(), value))
    elif kind < 0.6:
        LINES.append("%sif (%s) {" % (pad, expression(0)))
        block(depth + 1)
        LINES.append(pad + "}")
    elif kind < 0.8:
        LINES.append("%swhile (%s) {" % (pad, expression(0)))
        block(depth + 1)
        LINES.append(pad + "}")
    else:
        LINES.append("%s%s;" % (pad, expression(0)))


def block(depth):
    for _ in range(random.randint(1, 5)):
        statement(depth)


random.seed(int(sys.argv[1]))
for _ in range(int(sys.argv[2])):
    statement(0)
print("\n".join(LINES))
