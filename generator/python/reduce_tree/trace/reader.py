"""Reads a trace that is to be replayed."""

HEADER = "reduce-tree-trace"
VERSION = 1


class TraceError(Exception):
    """A trace that cannot be replayed; the message says why."""


class Draw:
    """A choice: its site, the kind of its value, the words of the value, and the line it stands on."""

    __slots__ = ("site", "kind", "words", "line")

    def __init__(self, site, kind, words, line):
        self.site, self.kind, self.words, self.line = site, kind, words, line


class Scope:
    """A call, a loop or a conditional: its head, then its iterations or the arm that was taken, as `Part`s."""

    __slots__ = ("site", "parts", "line")

    def __init__(self, site, line):
        self.site, self.line = site, line
        self.parts = [Part(None, line)]


class Part:
    """What happened in a scope's head, in an iteration or in an arm: draws and scopes, in order."""

    __slots__ = ("arm", "items", "line")

    def __init__(self, arm, line):
        self.arm, self.line, self.items = arm, line, []


class Trace:
    """A whole trace: the strategy, the sites by their places, the outermost part, the number of draws."""

    def __init__(self, path):
        self.strategy, self.sites, self.root, self.draws = "re-align", {}, Part(None, 0), 0
        with open(path, encoding="utf-8", errors="surrogateescape", newline="\n") as file:
            self._header(file.readline())
            self._events(file)

    def _header(self, line):
        words = line.split()
        if words[:1] != [HEADER]:
            raise TraceError("it does not begin with `%s`" % HEADER)
        if words[1:2] != [str(VERSION)]:
            raise TraceError("its version is not %d: use a reduce-generator of this package's version" % VERSION)
        if len(words) > 2:
            self.strategy = words[2]

    def _events(self, lines):
        open_scopes, part = [], self.root
        for number, line in enumerate(lines, 2):
            mark, rest = line[:1], line[1:].rstrip("\n")
            if mark == "?":
                site, kind, words = rest.split(" ", 2)
                part.items.append(Draw(int(site), kind, words, number))
                self.draws += 1
            elif mark == "(":
                scope = Scope(int(rest), number)
                part.items.append(scope)
                open_scopes.append((scope, part))
                part = scope.parts[0]
            elif mark == "+":
                site, _, arm = rest.partition(" ")
                while open_scopes[-1][0].site != int(site):
                    open_scopes.pop()
                part = Part(int(arm) if arm else None, number)
                open_scopes[-1][0].parts.append(part)
            elif mark == ")":
                while open_scopes[-1][0].site != int(rest):
                    open_scopes.pop()
                part = open_scopes.pop()[1]
            elif mark == ":":
                number_of_site, kind, _, place = rest.split(" ", 3)
                self.sites[place] = (int(number_of_site), kind)
