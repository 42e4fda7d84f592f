"""Syntax trees without Python's module `ast`, which takes longer to load than most generators to instrument."""

import _ast

AST = _ast.AST
#: Fields that hold names, operators and the like.
LEAVES = frozenset(("arg", "attr", "ctx", "id", "kind", "op", "ops", "type_comment"))
#: For each kind of node its fields that may hold nodes.
FIELDS = {}


def parse(source, filename):
    """The syntax tree of a module."""
    return compile(source, filename, "exec", _ast.PyCF_ONLY_AST, dont_inherit=True)


def fields(kind):
    """The fields of a kind of node that may hold nodes."""
    known = FIELDS.get(kind)
    if known is None:
        known = FIELDS[kind] = [field for field in kind._fields if field not in LEAVES]
    return known


def children(node):
    """The nodes right below a node, but for those that stand for an operator or a context."""
    found = []
    for field in FIELDS.get(node.__class__) or fields(node.__class__):
        value = getattr(node, field, None)
        if value.__class__ is list:
            found.extend(each for each in value if isinstance(each, AST))
        elif isinstance(value, AST):
            found.append(value)
    return found


def walk(tree):
    """The node and all below it, an outer one before those in it."""
    nodes = [tree]
    for node in nodes:
        nodes.extend(children(node))
    return nodes


def copy_location(new, old):
    """Puts a new node where an old one is; the new one."""
    new.lineno, new.col_offset = old.lineno, old.col_offset
    new.end_lineno, new.end_col_offset = old.end_lineno, old.end_col_offset
    return new


class Transformer:
    """Replaces nodes: a method `visit_KIND` gives what stands for a node of that kind."""

    def visit(self, node):
        """What stands for this node."""
        method = getattr(self, "visit_" + node.__class__.__name__, None)
        return self.below(node) if method is None else method(node)

    def below(self, node):
        """This node, with what stands for those below it."""
        for field in FIELDS.get(node.__class__) or fields(node.__class__):
            value = getattr(node, field, None)
            if value.__class__ is list:
                value[:] = [self.visit(each) if isinstance(each, AST) else each for each in value]
            elif isinstance(value, AST):
                setattr(node, field, self.visit(value))
        return node
