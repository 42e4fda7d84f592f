"""Draw sites that are seen in the syntax tree: calls of `random`'s commonest functions by the names under which they were
imported. Each such call becomes one of a function that knows its site, so that nobody has to ask for the caller's frame."""

import _ast as ast

from .syntax import Transformer, copy_location

#: The functions of `random` of which calls are told apart so.
FUNCTIONS = ("choice", "randint", "randrange", "random")
#: The names of the functions that know their sites.
PREFIX = "_reduce_tree_draw_"


def tell_sites(tree, names, declare):
    """Has the calls in a module's tree call functions that know their sites. `names` are those that `names_of_random` gives.
    For the names of the functions the number of the site and the name of the function of `random`."""
    modules, functions = names
    teller = Teller(declare, modules, functions)
    if modules or functions:
        teller.visit(tree)
    return teller.sites


def names_of_random(nodes):
    """Of the nodes of a module, the names that are bound to the module `random` and nothing else, and those that are bound to
    functions of it."""
    imported, others = {}, set()
    for node in nodes:
        if isinstance(node, ast.alias):
            continue
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                source = alias.name if isinstance(node, ast.Import) else "%s.%s" % (node.module, alias.name)
                bound = alias.asname or alias.name.split(".")[0]
                if source in ("*", "%s.*" % getattr(node, "module", None)):
                    others.update(("random", *FUNCTIONS))
                elif imported.setdefault(bound, source) != source or getattr(node, "level", 0):
                    others.add(bound)
        elif isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            others.add(getattr(node.value, "id", None))  # `random.choice = ...`
        else:
            others.update(names_bound(node))
    own = {name: source for name, source in imported.items() if name not in others}
    functions = {"random." + function: function for function in FUNCTIONS}
    return ({name for name, source in own.items() if source == "random"},
            {name: functions[source] for name, source in own.items() if source in functions})


def names_bound(node):
    """The names that a node gives a value, other than an import."""
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        return [node.id]
    if isinstance(node, ast.arg):
        return [node.arg]
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return [node.name]
    # Handlers, and patterns of `match`.
    return [name for name in (getattr(node, each, None) for each in ("name", "rest")) if isinstance(name, str)]


class Teller(Transformer):
    """Replaces what is called."""

    def __init__(self, declare, modules, functions):
        self.declare, self.modules, self.functions = declare, modules, functions
        self.sites, self.places = {}, set()

    def visit_Call(self, node):
        """A call, and those in its arguments."""
        function = self.function_of(node.func)
        self.below(node)
        if function is None:
            return node
        place = ":%d:%d:draw" % (node.lineno, node.col_offset)
        # Parts of an f-string may all seem to be in one place.
        while place in self.places:
            place += "'"
        self.places.add(place)
        number = self.declare("draw", (), place)
        name = "%s%d" % (PREFIX, number)
        self.sites[name] = (number, function)
        node.func = copy_location(ast.Name(id=name, ctx=ast.Load()), node.func)
        return node

    def function_of(self, called):
        """The function of `random` that is called, or None."""
        if isinstance(called, ast.Name):
            return self.functions.get(called.id)
        if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name) and called.value.id in self.modules:
            return called.attr if called.attr in FUNCTIONS else None
        return None
