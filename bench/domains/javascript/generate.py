"""JavaScript programs, structured as Zest's generator that GReduce was evaluated with: recursive functions for statements
and expressions, with a pool of names that is drawn from again and again.

    generate.py SEED [--statements N]
"""

import argparse
import random

NAMES = []
UNARY = ["!", "++", "--", "~", "+ ", "- ", "delete ", "void ", "typeof "]
BINARY = ["!=", "!==", "%", "&", "&&", "*", "+", ",", "-", "/", "<", "<<", "<=", "=", "==", "===", ">", ">=", ">>", ">>>", "^", "in", "instanceof",
          "|", "||"]
DEEPEST_STATEMENT, DEEPEST_EXPRESSION = 4, 6


def name():
    if not NAMES or random.choice([False, False, True]):
        NAMES.append("%s_%d" % (random.choice("abcdefghijklmnopqrstuvwxyz"), len(NAMES)))
    return random.choice(NAMES)


def fresh(letter):
    """A name that nothing else has: two declarations of it would be an error."""
    NAMES.append("%s_%d" % (letter, len(NAMES)))
    return NAMES[-1]


def parameters():
    return ", ".join(dict.fromkeys(some(name, 2)))


def some(make, most):
    return [make() for _ in range(random.randint(0, most))]


def literal():
    return random.choice([number, string, lambda: random.choice(["true", "false", "null", "undefined", "this", "NaN", "Infinity"])])()


def number():
    return str(random.randint(-10, 1000))


def string():
    return '"%s"' % "".join(some(lambda: random.choice("abcxyz"), 3))


def expression(depth):
    if depth >= DEEPEST_EXPRESSION or random.choice([False, False, True]):
        return random.choice([literal, name])()
    kind = random.choice([unary, binary, ternary, array, things, index, member, call, made, arrow, function])
    return "(%s)" % kind(depth + 1)


def unary(depth):
    sign = random.choice(UNARY)
    if sign == "delete ":
        return sign + random.choice([index, member])(depth)
    return sign + (place(depth) if sign in ("++", "--") else expression(depth))


def place(depth):
    """What can be assigned to."""
    return random.choice([lambda depth: name(), index, member])(depth)


def binary(depth):
    sign = random.choice(BINARY)
    left = place(depth) if sign == "=" else expression(depth)
    return "%s %s %s" % (left, sign, expression(depth))


def ternary(depth):
    return "%s ? %s : %s" % (expression(depth), expression(depth), expression(depth))


def array(depth):
    return "[%s]" % ", ".join(some(lambda: expression(depth), 3))


def things(depth):
    return "{%s}" % ", ".join(some(lambda: "%s: %s" % (fresh("p"), expression(depth)), 3))


def index(depth):
    return "(%s)[%s]" % (expression(depth), expression(depth))


def member(depth):
    return "(%s).%s" % (expression(depth), name())


def call(depth):
    return "(%s)(%s)" % (expression(depth), ", ".join(some(lambda: expression(depth), 3)))


def made(depth):
    return "new (%s)(%s)" % (expression(depth), ", ".join(some(lambda: expression(depth), 3)))


def arrow(depth):
    return "(%s) => %s" % (parameters(), random.choice([lambda depth: "(%s)" % expression(depth), body])(depth))


def function(depth):
    return "function (%s) %s" % (parameters(), body(depth))


def body(depth):
    return block(min(depth, DEEPEST_STATEMENT), ["return"])


def statement(depth, jumps):
    """A statement; `jumps`: which of return, break and continue may stand here."""
    simple = [expressed, declared, thrown, empty] + ([jump] if jumps else [])
    nested = [branch, loop, counted, block, guarded, chosen, named]
    deep = depth < DEEPEST_STATEMENT and random.choice([False, True])
    return random.choice(nested if deep else simple)(depth + 1, jumps)


def expressed(depth, jumps):
    return "(%s);" % expression(depth)


def declared(depth, jumps):
    return "var %s = %s;" % (name(), expression(depth)) if random.choice([False, True]) else "var %s;" % name()


def thrown(depth, jumps):
    return "throw %s;" % expression(depth)


def empty(depth, jumps):
    return ";"


def jump(depth, jumps):
    kind = random.choice(jumps)
    return "return %s;" % expression(depth) if kind == "return" else kind + ";"


def block(depth, jumps):
    return "{ %s }" % " ".join(some(lambda: statement(depth, jumps), 4))


def branch(depth, jumps):
    first = "if (%s) %s" % (expression(depth), block(depth, jumps))
    return first + " else " + block(depth, jumps) if random.choice([False, True]) else first


def within(jumps):
    return sorted(set(jumps) | {"break", "continue"})


def loop(depth, jumps):
    if random.choice([False, True]):
        return "while (%s) %s" % (expression(depth), block(depth, within(jumps)))
    return "do %s while (%s);" % (block(depth, within(jumps)), expression(depth))


def counted(depth, jumps):
    if random.choice([False, True]):
        return "for (var %s in %s) %s" % (name(), expression(depth), block(depth, within(jumps)))
    return "for (%s; %s; %s) %s" % (place(depth), expression(depth), expression(depth), block(depth, within(jumps)))


def guarded(depth, jumps):
    caught = " catch (%s) %s" % (fresh("e"), block(depth, jumps))
    return "try %s%s" % (block(depth, jumps), caught)


def chosen(depth, jumps):
    jumps = sorted(set(jumps) | {"break"})
    cases = some(lambda: "case %s: %s" % (expression(depth), block(depth, jumps)), 2)
    return "switch (%s) { %s }" % (expression(depth), " ".join(cases))


def named(depth, jumps):
    return "function %s(%s) %s" % (fresh("f"), parameters(), body(depth))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seed", type=int)
    parser.add_argument("--statements", type=int, default=8, metavar="N", help="at the top, at most")
    args = parser.parse_args()
    random.seed(args.seed)
    count = random.randint(1, args.statements)
    for _ in range(count):
        print(statement(0, []))


main()
