"""Instruments the syntax tree of a generator's module, so that its calls, loops and conditional blocks are told.

A *mark* is a call of `_reduce_tree_mark` with a line of the protocol. Only what may make a choice is marked: what calls
nothing but functions that are known to make none is left as it is.
"""

import _ast as ast

from .draws import names_of_random, tell_sites
from .syntax import Transformer, children, copy_location, parse, walk

#: The name under which instrumented modules know the function that takes marks.
MARK = "_reduce_tree_mark"
AND, LOAD = ast.And(), ast.Load()
#: The protocol's `=NAME` is written for these statements.
ASSIGNMENTS = (ast.Assign, ast.AnnAssign, ast.AugAssign)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
#: What is defined in one place and runs in another.
APART = FUNCTIONS + (ast.ClassDef,)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
#: Functions that make no choice, and call nothing that may.
DULL_FUNCTIONS = frozenset("""abs all any bin bool bytearray bytes chr dict divmod enumerate float format frozenset getattr
hasattr hash hex id int isinstance issubclass iter len list oct ord pow print range repr reversed round set setattr slice
str sum super tuple type zip""".split())
DULL_METHODS = frozenset("""add append as_posix clear copy count decode difference discard encode endswith extend find
format get index insert intersection isalnum isalpha isdigit islower isspace isupper items join keys ljust lower lstrip
partition pop popitem remove replace reverse rjust rpartition rsplit rstrip setdefault split splitlines startswith strip
title union update upper values write writelines zfill""".split())


def instrument(source, filename, declare):
    """The code object of a module, and its draw sites as `draws.tell_sites` has them. `declare(kind, names, place)` gives
    the number of a site; `place` begins with ':'."""
    tree = parse(source, filename)
    nodes = walk(tree)
    tell_choosing(nodes)
    names = names_of_random(nodes)
    Instrumenter(declare, takers_of(nodes)).body_of(tree)
    draws = tell_sites(tree, names, declare)
    return compile(tree, filename, "exec", dont_inherit=True), draws


def within(node):
    """The node and all below it, but for other functions and classes."""
    nodes = [node]
    for node in nodes:
        nodes.extend(child for child in children(node) if not isinstance(child, APART))
    return nodes


def tell_choosing(nodes):
    """Has each node of a tree know whether a choice may be made in it, other than in functions and classes that are made there."""
    for node in reversed(nodes):
        node.chooses = (isinstance(node, ast.Call) and not is_dull(node)
                        or any(child.chooses for child in children(node) if not isinstance(child, APART)))


def is_dull(call):
    """Whether a call is known to make no choice by itself."""
    function = call.func
    if isinstance(function, ast.Name):
        return function.id in DULL_FUNCTIONS
    return isinstance(function, ast.Attribute) and function.attr in DULL_METHODS


def may_choose(*nodes):
    """Whether a choice may be made in one of these, which are nodes of the module as it was written."""
    return any(node.chooses for node in nodes)


def names_read(*nodes):
    """The variables that are read in these, attributes as `self.size`."""
    names = set()
    for root in nodes:
        for node in within(root):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                names.add(node.value.id + "." + node.attr)
            elif isinstance(node, ast.Name):
                names.add(node.id)
    return names


def name_assigned(statement):
    """The one variable that a statement gives a value, or None."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    if len(targets) == 1 and isinstance(targets[0], ast.Name):
        return targets[0].id
    if len(targets) == 1 and isinstance(targets[0], ast.Attribute) and isinstance(targets[0].value, ast.Name):
        return targets[0].value.id + "." + targets[0].attr
    return None


def name_called(call):
    """The last name of a function that is called, or None."""
    return getattr(call.func, "id", getattr(call.func, "attr", None))


def parameters_of(function):
    """The names of a function's parameters that an argument may be given for."""
    arguments = function.args
    return [each.arg for each in arguments.posonlyargs + arguments.args + arguments.kwonlyargs]


def passed(call, takers):
    """The arguments of a call that decide something in the function that takes them: each with what it is called on the
    way, as in `nodes(0)`, and how it is replaced."""
    name = name_called(call)
    places = takers.get(name, {})
    if any(isinstance(argument, ast.Starred) for argument in call.args):
        return
    for at, argument in enumerate(call.args):
        if at in places.values():
            yield argument, "%s(%d)" % (name, at), lambda new, at=at: call.args.__setitem__(at, new)
    for keyword in call.keywords:
        if keyword.arg in places:
            yield keyword.value, "%s(%d)" % (name, places[keyword.arg]), lambda new, each=keyword: setattr(each, "value", new)


def takers_of(nodes):
    """The functions of a module whose parameters decide how often, or whether, something happens: by their names, these
    parameters with their places among the arguments of a call."""
    functions = [node for node in nodes if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    bodies = {node: Body(node.body) for node in nodes[:1] + functions}
    methods = {id(node) for each in nodes if isinstance(each, ast.ClassDef) for node in each.body
               if not any(name_of(decorator) == "staticmethod" for decorator in getattr(node, "decorator_list", ()))}
    takers, before = {}, None
    # One that hands its parameter on to a taker is a taker, too.
    while takers != before:
        before = {name: dict(places) for name, places in takers.items()}
        for node in functions:
            parameters = parameters_of(node)
            deciding = Function(bodies[node], takers, parameters).chosen & set(parameters) if may_choose(*node.body) else ()
            for parameter in deciding:
                at = parameters.index(parameter) - (id(node) in methods)
                takers.setdefault(node.name, {})[parameter] = at
    given = chosen_arguments(bodies, takers)
    return {name: {parameter: at for parameter, at in places.items() if "%s(%d)" % (name, at) in given}
            for name, places in takers.items()}


def chosen_arguments(bodies, takers):
    """The arguments of takers that a choice ever decides, as in `nodes(0)`. `bodies` are those of the module and its
    functions."""
    given, before = set(), None
    while given != before:
        before = set(given)
        for node, body in bodies.items():
            places = takers.get(getattr(node, "name", None), {})
            chosen = [parameter for parameter, at in places.items() if "%s(%d)" % (node.name, at) in given]
            function = Function(body, takers, chosen)
            for call in body.calls:
                given.update(name for argument, name, _ in passed(call, takers)
                             if may_choose(argument) or function.deciders(argument))
    return given


def name_of(node):
    """The name that an expression is, or None."""
    return node.id if isinstance(node, ast.Name) else None


def headers_of(node):
    """The expressions that decide how often, or whether, something below a node happens."""
    if isinstance(node, (ast.If, ast.While, ast.IfExp)):
        return [node.test]
    if isinstance(node, ast.For):
        return [node.iter]
    if isinstance(node, COMPREHENSIONS):
        return [node.generators[0].iter]
    return [node.subject] if isinstance(node, getattr(ast, "Match", ())) else []


class Body:
    """What the statements of a function or a module say about themselves."""

    def __init__(self, statements):
        nodes = [node for statement in statements if not isinstance(statement, APART) for node in within(statement)]
        #: A function that yields is not called and left like others; its scopes would be entangled with its caller's.
        self.is_plain = not any(isinstance(node, (ast.Yield, ast.YieldFrom, ast.Await)) for node in nodes)
        #: What decides how often, or whether, something happens.
        self.headers = [header for node in nodes for header in headers_of(node)]
        #: The calls in it.
        self.calls = [node for node in nodes if isinstance(node, ast.Call)]
        #: What each variable is made from, and those that a choice is made for.
        self.reads, self.chosen = {}, set()
        for node in nodes:
            name = name_assigned(node) if isinstance(node, ASSIGNMENTS) and node.value is not None else None
            if name is not None:
                self.reads.setdefault(name, set()).update(names_read(node.value))
                if may_choose(node.value):
                    self.chosen.add(name)


class Function:
    """What has to be known of a function, or of a module, before its statements are instrumented."""

    def __init__(self, body, takers, parameters=()):
        self.is_plain, self.reads = body.is_plain, body.reads
        self.chosen = body.chosen.union(parameters)
        # The others decide nothing.
        if self.chosen:
            arguments = [argument for call in body.calls for argument, _, _ in passed(call, takers)]
            self.chosen &= set(self.deciders(*body.headers, *arguments))

    def deciders(self, *headers):
        """The variables with chosen values that decide what happens after these headers, by way of others too."""
        found, waiting = set(), names_read(*headers)
        while waiting:
            found |= waiting
            waiting = {name for each in waiting for name in self.reads.get(each, ())} - found
        return sorted(found & self.chosen)


class Inner(Transformer):
    """Instruments comprehensions, conditional expressions and functions within expressions and statements."""

    def __init__(self, outer, function):
        self.outer, self.function = outer, function

    def visit_FunctionDef(self, node):
        self.outer.function(node)
        return node

    def visit_AsyncFunctionDef(self, node):
        self.outer.function(node)
        return node

    def visit_ClassDef(self, node):
        self.outer.body_of(node)
        return node

    def visit_Lambda(self, node):
        return node

    def visit_IfExp(self, node):
        if not self.function.is_plain or not may_choose(node):
            return self.below(node)
        site = self.outer.site("if", self.function.deciders(node.test), node)
        self.below(node)
        node.body = after_mark("+%d 1" % site, node.body)
        node.orelse = after_mark("+%d 2" % site, node.orelse)
        return scoped(site, node)

    def visit_Call(self, node):
        """A generator expression that is all that a call gets is consumed by it. Arguments that decide something are told."""
        for argument, name, replace in list(passed(node, self.outer.takers)):
            deciders = self.function.deciders(argument)
            if self.function.is_plain and may_choose(argument):
                replace(then_mark("=%s" % name, argument))
            elif self.function.is_plain and deciders:
                replace(then_mark("=%s %s" % (name, deciders[0]), argument))
        if len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp) and not node.keywords:
            return self.comprehension(node, node.args[0])
        return self.below(node)

    def visit_ListComp(self, node):
        return self.comprehension(node, node)

    visit_SetComp = visit_DictComp = visit_ListComp

    def comprehension(self, whole, node):
        """A loop in an expression: an iteration begins before the first condition."""
        if not self.function.is_plain or not may_choose(node) or any(each.is_async for each in node.generators):
            return self.below(whole)
        first = node.generators[0]
        site = self.outer.site("for", self.function.deciders(first.iter), node)
        self.below(whole)
        first.ifs.insert(0, mark("+%d" % site, first.iter))
        return scoped(site, whole)


class Instrumenter:
    """Instruments the statements of modules, classes and functions."""

    def __init__(self, declare, takers):
        self.declare, self.takers = declare, takers

    def site(self, kind, names, node):
        """The number of a node's site."""
        return self.declare(kind, names, ":%d:%d:%s" % (node.lineno, node.col_offset, kind))

    def body_of(self, node):
        """Instruments the body of a module or a class."""
        node.body = self.statements(node.body, Function(Body(node.body), self.takers))

    def function(self, node):
        """Instruments a function."""
        places = self.takers.get(node.name, {})
        function = Function(Body(node.body), self.takers, places)
        chooses = may_choose(*node.body)
        inner = Inner(self, function)
        node.decorator_list = [inner.visit(each) for each in node.decorator_list]
        node.body = self.statements(node.body, function)
        if not chooses or not function.is_plain or isinstance(node, ast.AsyncFunctionDef):
            return
        site = self.site("call", (), node)
        told = ["(%d" % site] + ["=%s %s(%d)" % (each, node.name, at) for each, at in sorted(places.items())]
        documented = int(is_docstring(node.body[0]))
        first = node.body[0]
        body = node.body[documented:]
        if body:
            guarded = ast.Try(body=body, handlers=[], orelse=[], finalbody=[statement(")%d" % site, first)])
            node.body[documented:] = [statement("\n".join(told), first), copy_location(guarded, first)]

    def statements(self, body, function):
        """Instruments a list of statements."""
        return [new for old in body for new in self.statement(old, function)]

    def statement(self, node, function):
        """The statements that one becomes."""
        if function.is_plain and isinstance(node, (ast.For, ast.While)) and may_choose(node):
            return self.loop(node, function)
        if function.is_plain and isinstance(node, ast.If) and may_choose(node):
            return self.selection(node, function)
        if function.is_plain and isinstance(node, getattr(ast, "Match", ())) and may_choose(node):
            return self.match(node, function)
        new = [node]
        name = name_assigned(node) if isinstance(node, ASSIGNMENTS) else None
        if function.is_plain and name in function.chosen and node.value is not None and may_choose(node.value):
            new.append(statement("=%s" % name, node))
        for field in node._fields:
            value = getattr(node, field, None)
            if isinstance(node, APART):
                break
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                setattr(node, field, self.statements(value, function))
            elif isinstance(value, list):
                setattr(node, field, [self.part(each, function) for each in value])
            elif isinstance(value, ast.expr):
                setattr(node, field, Inner(self, function).visit(value))
        if isinstance(node, APART):
            Inner(self, function).visit(node)
        return new

    def part(self, node, function):
        """A part of a statement: an expression, a handler, an item of a `with`, a case."""
        if isinstance(node, ast.expr):
            return Inner(self, function).visit(node)
        if isinstance(getattr(node, "body", None), list):
            node.body = self.statements(node.body, function)
        elif isinstance(node, ast.withitem):
            node.context_expr = Inner(self, function).visit(node.context_expr)
        return node

    def loop(self, node, function):
        """A loop as a scope, with a mark where each iteration begins: that of a `while` begins with its condition."""
        inner = Inner(self, function)
        kind, header = ("for", node.iter) if isinstance(node, ast.For) else ("while", node.test)
        site = self.site(kind, function.deciders(header), node)
        node.body = self.statements(node.body, function)
        node.orelse = self.statements(node.orelse, function)
        if kind == "for":
            node.iter = inner.visit(node.iter)
            node.body.insert(0, statement("+%d" % site, node))
        else:
            test = inner.visit(node.test)
            node.test = after_mark("+%d" % site, test)
        return [statement("(%d" % site, node), node, statement(")%d" % site, node)]

    def selection(self, node, function):
        """A conditional statement with all its `elif`s as one scope."""
        arms, tests, last = [node], [node.test], node
        while len(last.orelse) == 1 and isinstance(last.orelse[0], ast.If):
            last = last.orelse[0]
            arms.append(last)
            tests.append(last.test)
        site = self.site("if", function.deciders(*tests), node)
        early = may_choose(*tests)
        for number, arm in enumerate(arms, 1):
            arm.test = Inner(self, function).visit(arm.test)
            arm.body = self.arm(site, number, arm.body, function, early)
        if last.orelse:
            last.orelse = self.arm(site, len(arms) + 1, last.orelse, function, early)
        return self.around(site, node, early)

    def match(self, node, function):
        """A `match` statement: its cases are arms."""
        site = self.site("if", function.deciders(node.subject), node)
        early = may_choose(node.subject)
        node.subject = Inner(self, function).visit(node.subject)
        for number, case in enumerate(node.cases, 1):
            case.body = self.arm(site, number, case.body, function, early)
        return self.around(site, node, early)

    def arm(self, site, number, body, function, early):
        """The statements of an arm. Unless a condition may make a choice, the scope is not entered before the arm."""
        begin, end = "+%d %d" % (site, number), []
        if not early:
            begin, end = "(%d\n%s" % (site, begin), [statement(")%d" % site, body[-1])]
        return [statement(begin, body[0])] + self.statements(body, function) + end

    def around(self, site, node, early):
        """A conditional statement, with the marks around it that its arms do not have."""
        return [statement("(%d" % site, node), node, statement(")%d" % site, node)] if early else [node]


def is_docstring(node):
    """Whether a first statement documents the function."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def mark(line, at):
    """The expression that takes a mark, where another node is; its value is true."""
    function = copy_location(ast.Name(id=MARK, ctx=LOAD), at)
    text = copy_location(ast.Constant(value=line + "\n"), at)
    return copy_location(ast.Call(func=function, args=[text], keywords=[]), at)


def statement(line, at):
    """The same as a statement."""
    return copy_location(ast.Expr(value=mark(line, at)), at)


def after_mark(line, node):
    """An expression with a mark before it."""
    return copy_location(ast.BoolOp(op=AND, values=[mark(line, node), node]), node)


def then_mark(line, node):
    """An expression with a mark after it."""
    both = copy_location(ast.Tuple(elts=[node, mark(line, node)], ctx=LOAD), node)
    first = copy_location(ast.Constant(value=0), node)
    return copy_location(ast.Subscript(value=both, slice=first, ctx=LOAD), node)


def scoped(site, node):
    """An expression with the marks of a scope around it."""
    return after_mark("(%d" % site, then_mark(")%d" % site, node))
