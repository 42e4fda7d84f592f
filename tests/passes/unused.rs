//! The pass `unused`.

use crate::called::Called;
use crate::examples;
use crate::texts;

const README: &str = include_str!("../../plugins/unused/README.md");

const OWN: &[(&str, &str)] = &[
    (
        "javascript",
        "import { used, idle } from 'm';\nimport d from 'n';\nfunction add(left, right, extra = 1) { return left + right; }\n\
         let total = add(1, 2, 3), other = 4;\ntotal = add(total, 4);\n\
         if (other) { other = d(); used(other + total); }\n\
         class Box { size = 1; constructor(a, b) { this.a = b; } get(key) { return this.a + key; } }\n\
         new Box(1, 2).get(5);\n\
         outer: for (var i = 0; i < 3; i++) { if (i) continue outer; else break outer; }\n\
         const f = (x, y) => x * y; f(1, f(2, 3));\ntry { g(); } catch (e) { g(e); }\nexport { total, other as rest };\n",
    ),
    (
        "javascript",
        "var {a, b: [c], ...rest} = o; for (const k of c) { if (a) rest(k); else k; } switch (a) { case c: b; }\n\
         var s = `${a}${c}`, q = {a, c: c, [a]: 1}; x => { while (a) x(a.b, ...c); }; label: { break label; }\n",
    ),
    (
        "python",
        "import os, sys\nfrom m import thing, other as alias\ncounter = 0\ndef add(me, a, b=1, *rest, key=None):\n    \
         global counter\n    counter += a\n    return a + b\nadd(1, 2, b=3)\nx = add(1, 2)\nif x < 1:\n    \
         print(x, os.path)\nelse:\n    thing(key=x)\nclass Base(object):\n    pass\nclass Box(Base):\n    size = 1\n    \
         def __init__(self, width, height=2):\n        self.width = width\n        self.height = height\n    @property\n    \
         def area(self):\n        return self.width * self.height\n    def scaled(self, factor, by=1):\n        \
         return Box(self.width * factor, height=by)\nbox = Box(1, height=2).scaled(3, by=4)\ntry:\n    raise E()\n\
         except E as e:\n    print(e)\nwith open(f) as g:\n    g.read()\ny = [i for i in range(3)]\nz = lambda q: q + 1\nz(2)\n",
    ),
    (
        "c",
        "#include <stdio.h>\n#define N 10\n#define SQ(x) ((x)*(x)+N)\n#define UNUSED 3\n\
         typedef struct point { int left, top; struct point *next; } point_t;\ntypedef unsigned long ul;\n\
         static int counter = N, *idle;\nint helper(point_t *p, int by);\n\
         int helper(point_t *q, int by) {\n  ul u = by;\n  if (!by) goto done;\n  q->left += SQ(by);\n  counter++;\n\
         done:\n  return q->top + (int)u;\n}\n\
         int main(void) {\n  point_t here = {.left = 1, .top = 2};\n  struct point *there = &here;\n\
         \x20 for (int i = 0; i < N; i++) helper(there, i);\n  switch (counter) { case 1: printf(\"%d\", helper(&here, 3)); break; \
         default: ; }\n  return sizeof(ul) + here.left;\n}\nenum color { RED, GREEN = 2 } color = RED;\n",
    ),
    (
        "xml",
        "<?xml version=\"1.0\"?>\n<!DOCTYPE list [ <!ENTITY foo \"bar\"> ]>\n<list xmlns:p=\"urn:p\" xmlns:q=\"urn:q\" \
         p:kind=\"x\">\n  <item id=\"1\" kind=\"a\">&foo;</item>\n  <p:item id=\"2\" p:kind=\"b\">text</p:item >\n  \
         <item xml:lang=\"en\"/>\n</list>\n",
    ),
];

/// Texts in the languages that the pass serves.
fn texts() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    OWN.iter().chain(texts::TEXTS).filter(|(language, _)| *language != "json")
}

#[test]
fn the_example_of_the_readme() {
    assert_eq!(examples::hold(README), ["unused"]);
}

#[test]
fn an_instance_still_parses_and_has_less_in_it() {
    let size = |text: &str| text.split_whitespace().map(str::len).sum::<usize>();
    // Of the other languages the host turns away what does not parse.
    let exact = |(language, _): &&(&str, &str)| matches!(*language, "javascript" | "python" | "c" | "xml");
    for (language, text) in texts().filter(exact) {
        let mut pass = Called::new("unused", language);
        assert_eq!(pass.trouble(text), 0, "{text}");
        let results = pass.results(text);
        assert!(!results.is_empty() || texts::TEXTS.contains(&(*language, *text)), "{text}");
        for result in results {
            assert_eq!(pass.trouble(&result), 0, "of\n{text}\ncame\n{result}");
            assert!(size(&result) < size(text), "of\n{text}\ncame\n{result}");
        }
    }
}

#[test]
fn it_runs_out_in_whatever_order_it_is_applied() {
    for (language, text) in texts() {
        let mut pass = Called::new("unused", language);
        pass.exhausted(text, 100);
        let last = |text: &String| pass.results(text).pop();
        let texts = std::iter::successors(Some((*text).to_owned()), last).take(100);
        assert!(texts.count() < 100, "{text}");
    }
}

/// Asserts that all of these are instances of the text, blanks apart.
fn assert_gives(language: &str, text: &str, expected: &[&str]) {
    let results = Called::new("unused", language).results(text);
    let same = |a: &str, b: &str| a.replace(' ', "") == b.replace(' ', "");
    for expected in expected {
        let found = results.iter().any(|result| same(result, expected));
        assert!(found, "of\n{text}\ncame no\n{expected}\nbut {results:#?}");
    }
}

#[test]
fn a_variable_goes_with_its_statements_or_with_the_least_around_its_uses() {
    assert_gives(
        "javascript",
        "var a = f();\na = 1;\ng(a, b + a);\n",
        &["", "g(b);\n", "f();\ng(b);\n", "g(0, b + 0);\n"],
    );
    assert_gives(
        "python",
        "a = f()\nif b:\n    a = 1\nprint(a)\n",
        &["if b:\n    pass\n", "f()\nif b:\n    pass\nprint()\n"],
    );
    assert_gives("c", "int g(void) { int a = 1, b; a++; return a + b; }", &["int g(void) { int b; return b; }"]);
}

#[test]
fn a_declaration_goes_when_nothing_is_left_in_it() {
    assert_gives(
        "javascript",
        "for (var a = 1; b;) c(a);\nimport { d } from 'm';\n",
        &["for (; b;) c();\nimport { d } from 'm';\n", "for (var a = 1; b;) c(a);\n"],
    );
    assert_gives(
        "python",
        "def f():\n    global a\n    a = 1\nfrom m import b\n",
        &["def f():\n    pass\nfrom m import b\n", "def f():\n    global a\n    a = 1\n"],
    );
}

#[test]
fn what_only_a_declaration_needed_goes_with_it() {
    assert_gives(
        "javascript",
        "function a() { return b(); }\nfunction b() { return c; }\nvar c = 1, d;\n",
        &["var d;\n"],
    );
}

#[test]
fn a_function_goes_with_its_calls() {
    assert_gives("javascript", "function f(x) {}\nf(1);\ny = f(2) + 1;\n", &["", "y = 1;\n", "0;\ny = 0 + 1;\n"]);
    assert_gives(
        "c",
        "int f(void); int f(void) { return 1; } int main(void) { f(); return 2 * f(); }",
        &["int main(void) { return 2; }"],
    );
    assert_gives("python", "@d\ndef f(): pass\nf()\nx = [f]\n", &["x = []\n"]);
}

#[test]
fn a_parameter_goes_with_its_arguments() {
    assert_gives(
        "javascript",
        "function f(a, b) { return b; }\nf(1, 2); f(3);\n",
        &["function f(b) { return b; }\nf(2); f();\n"],
    );
    assert_gives(
        "javascript",
        "var f = (a, b) => b, o = { m: function (c) {} }; f(1, 2); o.m(3);\n",
        &[
            "var f = (b) => b, o = { m: function (c) {} }; f(2); o.m(3);\n",
            "var f = (a, b) => b, o = { m: function () {} }; f(1, 2); o.m();\n",
        ],
    );
    assert_gives(
        "javascript",
        "class C { constructor(a) {} m(b) {} } new C(1).m(2); (function (c) {})(3); d => 4;\n",
        &[
            "class C { constructor() {} m(b) {} } new C().m(2); (function (c) {})(3); d => 4;\n",
            "class C { constructor(a) {} m() {} } new C(1).m(); (function (c) {})(3); d => 4;\n",
            "class C { constructor(a) {} m(b) {} } new C(1).m(2); (function () {})(); d => 4;\n",
        ],
    );
    assert_gives(
        "python",
        "def f(a, b=1, *c): return b\nf(1, 2, 3); f(a=1)\n",
        &["def f(b=1, *c): return b\nf(2, 3); f()\n", "def f(a, *c): return\nf(1, 3); f(a=1)\n"],
    );
    assert_gives(
        "python",
        "class C:\n    def __init__(self, a): pass\n    def m(self, b): pass\nC(1).m(b=2)\n",
        &[
            "class C:\n    def __init__(self): pass\n    def m(self, b): pass\nC().m(b=2)\n",
            "class C:\n    def __init__(self, a): pass\n    def m(self): pass\nC(1).m()\n",
        ],
    );
    assert_gives(
        "c",
        "void f(int a, int b); void f(int a, int b) { b; } void g(void) { f(1, 2); }",
        &["void f(int b); void f(int b) { b; } void g(void) { f(2); }"],
    );
}

#[test]
fn a_label_goes_with_its_jumps_or_from_them() {
    assert_gives("javascript", "a: for (;;) { break a; b }\n", &["for (;;) { b }\n", "for (;;) { break ; b }\n"]);
    assert_gives("c", "void f(void) { goto a; a: g(); }", &["void f(void) { g(); }"]);
}

#[test]
fn a_type_goes_and_int_takes_its_place() {
    assert_gives("c", "typedef long t; t a; int f(t b) { return (t)b; }", &["int a; int f(int b) { return (int)b; }"]);
    assert_gives(
        "c",
        "struct s { int a, b; }; int f(struct s *p) { p->a = 1; return p->b + p->a; }",
        &["struct s { int b; }; int f(struct s *p) { return p->b; }"],
    );
    assert_gives("c", "enum { A, B }; int f(void) { return A + B; }", &["enum { B }; int f(void) { return B; }"]);
    assert_gives(
        "c",
        "#define A 1\n#define B(x) x\nint a = A + B(2);\n",
        &["#define B(x) x\nint a = B(2);\n", "#define A 1\nint a = A;\n"],
    );
}

#[test]
fn a_member_goes_wherever_it_stands() {
    assert_gives("javascript", "o = { a: 1, b: 2 }; o.a = 3; f(o.a, o.b);\n", &["o = { b: 2 }; f(o.b);\n"]);
    assert_gives(
        "python",
        "class C:\n    def m(self):\n        self.a = 1\n        return self.a + self.b\n    def n(self):\n        self.m()\n",
        &[
            "class C:\n    def m(self):\n        return self.b\n    def n(self):\n        self.m()\n",
            "class C:\n    def n(self):\n        pass\n",
        ],
    );
}

#[test]
fn a_class_goes_as_a_base_too() {
    assert_gives("python", "class A: pass\nclass B(A, C): pass\n", &["class B(C): pass\n"]);
    assert_gives("javascript", "class A {}\nclass B extends A {}\n", &["class B {}\n"]);
}

#[test]
fn a_namespace_goes_with_its_prefix() {
    assert_gives(
        "xml",
        "<a xmlns:p=\"u\"><p:b p:c=\"1\"/><d/></a>",
        &["<a><b c=\"1\"/><d/></a>", "<a><b/><d/></a>", "<a><d/></a>"],
    );
    assert_gives("xml", "<a><b c=\"1\" d=\"2\"/><b c=\"3\"/></a>", &["<a><b d=\"2\"/><b/></a>", "<a></a>"]);
}

#[test]
fn what_nothing_uses_comes_first() {
    let results = Called::new("unused", "javascript").results("var used = f(); g(used); function idle() { return 1; }");
    assert_eq!(results[0], "var used = f(); g(used);");
}
