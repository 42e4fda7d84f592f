//! The pass `inline`.

use crate::called::Called;
use crate::examples;
use crate::texts;

const README: &str = include_str!("../../plugins/inline/README.md");

const OWN: &[(&str, &str)] = &[
    (
        "javascript",
        "const log = (...xs) => console.log(...xs);\nvar a = 1, b = a + 2;\nlet c = b * 3, d;\nd = c;\n\
         log(d, { b }, -b, `${b}${c}`, [b, ...[c]]);\nlet e = d; e = 5; e++;\n\
         function f(x, y = 2) { return x * y + a; }\nlog(f(1 + 2), f(3, 4) * 5, f(f(1), f(2)));\n\
         function g(p, q) { if (p) { return 'early'; } return h(q); }\n\
         function h(q) { let t = q; log(t, t, q); return t; }\nlog(g(1), g(0, 4));\nvar r = h(c);\n\
         if (a) h(2); else h(3);\nswitch (f(1)) { case 3: h(1); break; default: log('other') }\n",
    ),
    (
        "javascript",
        "(function (w) { var c = 3; log(c, w); })(c); var k = (m => ({ m }))(2);\n!function () { log(this) }.call(k)\n\
         class A { constructor() { this.z = 3; } m(n) { return this.z + n; } static s(x) { log(x); log(x + 1); } }\n\
         log(new A().m(1)); A.s(4);\nvar o = { m2: function (q) { this.r = q; }, k: 1, m3: x => x * 2 };\n\
         o.m2(3); log(o.r, o.m3(4));\nfunction mk({ p, q: [u] }, ...rest) { log(p, u, rest); return rest.length; }\n\
         log(mk({ p: 1, q: [2] }, 3, 4)); while (mk({})) { var v = 1; v = v + 1; use(v) }\n\
         function once() { return [1, 2] }\nconst [o1, o2] = once(); for (let i = 0, n = 3; i < n; i++) log(i);\n\
         export const x = 1 ? 2 : 3; var num = 5; num.toString() || true && num;\n",
    ),
    (
        "python",
        "import os, sys\nN = 3\nsep = os.sep\nx = N + 1\nprint(f\"{x} {N}\", sep, x * 2, -x, x ** 2, [N, x])\n\n\
         def add(a, b=1):\n    \"\"\"Adds.\"\"\"\n    return a + b\n\n\
         def log(m, *rest, end=\"!\"):\n    t = m.upper()\n    for r in rest:\n        print(t,\n              r, end)\n    \
         return t\n\ny = add(2) * add(3, b=4)\nlog(\"a\", 1, 2)\nif y: log(\"c\"); z = 1\nz = log(\"d\", 7)\n\
         f = lambda q: q * q\nprint(f(1 + 2), (lambda w: w)(N), z)\n",
    ),
    (
        "python",
        "def outer(v):\n    w = v\n    w += 1\n    def inner():\n        return w\n    return inner()\n\n\
         class A:\n    k = 1\n    def m(self, n):\n        return self.k + n\n    def show(self, n):\n        print(self.k)\n        \
         if n:\n            print(n)\n\nprint(A().m(2))\na = A()\na.show(4)\nwhile outer(4):\n    a.m(outer(5))\n\
         def fact(n): return n * fact(n - 1) if n else 1\nif True:\n    fact(3)\nelif a: pass\n",
    ),
    (
        "c",
        "#include <stdio.h>\n#define N 10\n#define SQ(x) ((x) * (x))\n#define MAX(a, b) ((a) > (b) ? (a) : (b))\n\
         #define PRINT(v) printf(\"%d\\n\", v)\ntypedef unsigned int u32;\ntypedef char *str;\n\
         typedef struct { int a; } S;\nstatic int add(int a, int b) { return a + b; }\n\
         static void log_it(str s, u32 n) {\n  u32 i;\n  for (i = 0; i < n; i++)\n    printf(\"%s\\n\", s);\n}\n\
         static int twice(int v) { int w = v * 2; v++; return w + v; }\n\
         static int early(int v) { if (v) return 1; return 2; }\nstatic int wrap(int v) { return early(v); }\n\
         int main(void) {\n  int x = N, *p, y = SQ(x + 1);\n  S s;\n  s.a = MAX(x, SQ(3));\n  p = &y;\n\
         \x20 int z = add(x, 2) * 3;\n  if (z) log_it(\"a\", z - 34);\n  log_it(\"b\", 2);\n  int k = twice(z);\n\
         \x20 PRINT(k + wrap(0) + *p + s.a);\n  switch (x) { case N: log_it(\"ten\", 1); break; default: PRINT(0); }\n\
         \x20 return 0 * twice(*p);\n}\n",
    ),
];

/// Texts in the languages that the pass serves.
fn texts() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    OWN.iter().chain(texts::TEXTS).filter(|(language, _)| !matches!(*language, "json" | "xml" | "go" | "rust" | "bash"))
}

/// Asserts that all of these are instances of the text.
fn assert_gives(language: &str, text: &str, expected: &[&str]) {
    let results = Called::new("inline", language).results(text);
    for expected in expected {
        assert!(results.iter().any(|result| result == expected), "of\n{text}\ncame no\n{expected}\nbut {results:#?}");
    }
}

/// Asserts that the pass has nothing to do with a text.
fn assert_leaves(language: &str, text: &str) {
    assert_eq!(Called::new("inline", language).results(text), [""; 0]);
}

#[test]
fn the_example_of_the_readme() {
    assert_eq!(examples::hold(README), ["inline"]);
    let before = README.split("inline 0 before\n").nth(1).and_then(|rest| rest.split("```").next());
    let texts = Called::new("inline", "javascript").exhausted(before.expect("an example"), 10);
    assert_eq!(texts.last().map(String::as_str), Some("console.log((1 + 1) * 2);\n"));
}

#[test]
fn an_instance_still_parses() {
    for (language, text) in texts() {
        let mut pass = Called::new("inline", language);
        assert_eq!(pass.trouble(text), 0, "{text}");
        for result in pass.results(text) {
            assert_eq!(pass.trouble(&result), 0, "of\n{text}\ncame\n{result}");
        }
    }
    for (language, text) in OWN {
        assert!(Called::new("inline", language).results(text).len() > 5, "{text}");
    }
}

#[test]
fn it_runs_out_in_whatever_order_it_is_applied() {
    for (language, text) in texts() {
        let mut pass = Called::new("inline", language);
        pass.ends(text, |_| 0, 200);
        pass.ends(text, |count| count - 1, 200);
        pass.ends(text, |count| count / 2, 200);
    }
}

#[test]
fn what_mentions_itself_stays() {
    assert_leaves("javascript", "function f(n) { return n ? f(n - 1) : 0; }\nf(3);\n");
    assert_leaves("javascript", "function f() { g(); }\nfunction g() { f(); }\nf(); g();\n");
    assert_leaves("javascript", "class A { m() { this.n(); } n() { a.m(); } }\na.m();\na.n();\n");
    assert_leaves("python", "def f(n):\n    return g(n)\ndef g(n):\n    return f(n)\nf(1)\n");
    assert_leaves(
        "c",
        "#define A B\n#define B A\nint x = A;\nint f(int n) { return f(n); }\nint y(void) { return f(1); }\n",
    );
}

#[test]
fn texts_do_not_grow_without_end() {
    let steps = 40;
    let line = |step: usize| format!("var x{} = x{step} + x{step};\n", step + 1);
    let text = format!("var x0 = f();\n{}use(x{steps}, x{steps});\n", (0..steps).map(line).collect::<String>());
    let mut pass = Called::new("inline", "javascript");
    for result in pass.results(&text) {
        assert!(result.len() < 5 * text.len(), "{result}");
    }
    pass.ends(&text, |_| 0, 500);
}

#[test]
fn a_variable_goes_into_all_its_uses_or_one() {
    assert_gives(
        "javascript",
        "var a = 1, b = 2;\nf(a, { a }, a.b, `${a}`);\n",
        &["var b = 2;\nf(1, { a: 1 }, (1).b, `${1}`);\n", "var a = 1, b = 2;\nf(1, { a }, a.b, `${a}`);\n"],
    );
    assert_gives("javascript", "let a = x + y;\nlet b = -a * a;\n", &["let b = -(x + y) * (x + y);\n"]);
    assert_gives("javascript", "let a;\na = { b: 1 };\na.c();\n", &["({ b: 1 }).c();\n"]);
    assert_gives("javascript", "const a = (b, c);\nnew a(1);\nf(a);\n", &["new (b, c)(1);\nf((b, c));\n"]);
    assert_gives(
        "javascript",
        "for (var n = f(), i = 0; i < n; i++) g(i);\n",
        &["for (var i = 0; i < f(); i++) g(i);\n"],
    );
    assert_gives("python", "a = b, c\nprint(a, f'{a}')\nd = a\n", &["print((b, c), f'{(b, c)}')\nd = b, c\n"]);
    assert_gives(
        "python",
        "a = lambda: 0\nif a: b = a() or not a\n",
        &["if lambda: 0: b = (lambda: 0)() or not (lambda: 0)\n"],
    );
    assert_gives(
        "c",
        "int f(int c) { int a = c = 1, *b; return a + sizeof a; }\n",
        &["int f(int c) { int *b; return (c = 1) + sizeof (c = 1); }\n"],
    );
    assert_gives(
        "c",
        "int g = 3;\nint f(void) { int a[g]; return -g; }\n",
        &["int f(void) { int a[3]; return -3; }\n"],
    );
}

#[test]
fn of_several_assignments_each_use_gets_the_one_before() {
    assert_gives(
        "javascript",
        "let a = 1;\nf(a);\na = 2;\ng(a);\n",
        &["f(1);\ng(2);\n", "let a;\nf(1);\na = 2;\ng(a);\n", "let a = 1;\nf(a);\ng(2);\n"],
    );
    assert_gives("python", "a = 1\nf(a)\na = 2\ng(a)\n", &["f(1)\ng(2)\n", "f(1)\na = 2\ng(a)\n"]);
}

#[test]
fn a_copy_becomes_what_it_is_a_copy_of() {
    assert_gives(
        "javascript",
        "function f(a) { let b = a; b++; return b; }\n",
        &["function f(a) { a++; return a; }\n"],
    );
    assert_gives(
        "python",
        "def f(a):\n    b = a\n    b += 1\n    return b\n",
        &["def f(a):\n    a += 1\n    return a\n"],
    );
    assert_gives("c", "int f(int a) { int b = a; b++; return b; }\n", &["int f(int a) { a++; return a; }\n"]);
    assert_leaves("javascript", "function f(a) { let b = a; b++; return a + b; }\n");
}

#[test]
fn a_functions_expression_goes_into_its_calls() {
    assert_gives(
        "javascript",
        "function f(a, b = 2, c) { return a * b + c; }\ng(-f(1 + 1, x, y), f(z));\n",
        &["g(-((1 + 1) * x + y), z * 2 + undefined);\n"],
    );
    assert_gives("javascript", "const f = a => ({ a });\ng(f(f(1)));\n", &["g(({ a: ({ a: 1 }) }));\n"]);
    assert_gives("javascript", "const f = (...a) => g(...a, a);\nf(1, 2);\n", &["g(1, 2, [1, 2]);\n"]);
    assert_gives("javascript", "((a, b) => a - b)(1, 2 - 3);\n", &["1 - (2 - 3);\n"]);
    assert_gives(
        "python",
        "f = lambda a, *b: a if b else c\nx = f(1) + f(2, 3)\n",
        &["x = (1 if () else c) + (2 if (3,) else c)\n"],
    );
    assert_gives("python", "def f(a, b=1): return a ** b\nx = f(b=2, a=-y)\n", &["x = (-y) ** 2\n"]);
    assert_gives(
        "c",
        "static int f(int a, int);\nstatic int f(int a, int b) { return a * b; }\nint g(void) { return f(1 + 2, f(3, 4)); }\n",
        &["int g(void) { return (1 + 2) * (3 * 4); }\n"],
    );
}

#[test]
fn a_functions_statements_go_where_its_call_was() {
    assert_gives(
        "javascript",
        "function f(a) {\n  a.b++;\n  log(a);\n}\nif (x)\n  f(y());\nelse f(z);\n",
        &["if (x)\n  { let a = y();\n  a.b++;\n  log(a); }\nelse { z.b++;\nlog(z); }\n"],
    );
    assert_gives("javascript", "(function () {\n    var a = 1;\n    b(a);\n})();\n", &["var a = 1;\nb(a);\n"]);
    assert_gives(
        "javascript",
        "function f(a) { var t = g(a); return t + t; }\nvar x = f(1) * 2;\n",
        &["var t = g(1);\nvar x = (t + t) * 2;\n"],
    );
    assert_gives(
        "javascript",
        "function f(a) { if (a) return 1; return 2; }\nfunction g(b) { return f(b); }\ng(3);\n",
        &["function g(b) { if (b) return 1; return 2; }\ng(3);\n"],
    );
    assert_gives(
        "python",
        "def f(a, b):\n    for c in b:\n        a(c,\n          a)\n    return c\nif x:\n    y = f(g, z) + 1\n",
        &["if x:\n    for c in z:\n        g(c,\n          g)\n    y = c + 1\n"],
    );
    assert_gives("python", "def f(): a; b\nif x: f(); y\n", &["if x: a; b; y\n"]);
    assert_gives("python", "def f():\n    pass\nif x:\n    f()\n", &["if x:\n    pass\n"]);
    assert_gives(
        "c",
        "static void f(int *a, char b) {\n  *a = b;\n  b++;\n}\nint main(void) {\n  int c;\n  f(&c, 1);\n  return c;\n}\n",
        &["int main(void) {\n  int c;\n  char b = 1;\n  *&c = b;\n  b++;\n  return c;\n}\n"],
    );
}

#[test]
fn what_a_function_declares_gets_another_name_where_its_own_is_taken() {
    assert_gives(
        "javascript",
        "function f() { let a = g(), c = h(a); return a + c; }\nlet a = 1;\nuse(a, b, f());\n",
        &["let a = 1;\nlet d = g(), c = h(d);\nuse(a, b, d + c);\n"],
    );
    assert_gives(
        "python",
        "def f():\n    a = g()\n    return a, a\nx = f()\ny = f()\n",
        &["a = g()\nx = a, a\nb = g()\ny = b, b\n"],
    );
}

#[test]
fn nothing_goes_where_its_names_mean_something_else() {
    assert_leaves("javascript", "var a = b();\nfunction f(b) { return a; }\n");
    assert_leaves("javascript", "function f() { return a; }\nfunction g(a) { return f(); }\n");
    assert_leaves("python", "def f(): return a\ng = [f() for a in b]\n");
    assert_leaves("c", "int a;\nstatic int f(void) { return a; }\nint g(int a) { return f(); }\n");
}

#[test]
fn what_is_more_than_its_body_stays() {
    assert_leaves("javascript", "function* f() { yield 1; }\nasync function g() {}\nf(); g();\n");
    assert_leaves("javascript", "function f() { return arguments; }\nf(1);\nexport const a = 1;\nb(a);\n");
    assert_leaves("javascript", "function f(a) { a = 1; return a; }\nwhile (f(2)) {}\nf(...b);\n");
    assert_leaves("python", "@d\ndef f(): return 1\nf()\ndef g(): yield 1\ng()\n");
    assert_leaves("c", "int f(int n, ...) { return n; }\nint g(void) { int a = 1; h(&a); return f(a, 2); }\n");
}

#[test]
fn a_method_goes_into_its_calls() {
    assert_gives(
        "javascript",
        "class A { m(x) { return this.y + x; } n() {} }\nf(new A().m(1));\n",
        &["class A { n() {} }\nf(new A().y + 1);\n"],
    );
    assert_gives(
        "javascript",
        "var o = { m: function (x) { this.a = x; this.b = x; }, k: 1 };\no.m(2);\n",
        &["var o = { k: 1 };\no.a = 2; o.b = 2;\n"],
    );
    assert_gives(
        "python",
        "class A:\n    def m(self, x): return self.y + x\nf(a.m(1))\n",
        &["class A:\n    pass\nf(a.y + 1)\n"],
    );
    assert_leaves(
        "javascript",
        "class A { m() { return 1; } }\nclass B { m() { return 2; } }\na.m(); use(A, B, A, B);\n",
    );
}

#[test]
fn macros_and_names_of_types_go_into_their_uses() {
    assert_gives(
        "c",
        "#define N 1 + 2 // three\n#define M (N)\nint a[N], b = N;\n",
        &["#define M (1 + 2)\nint a[1 + 2], b = 1 + 2;\n"],
    );
    assert_gives(
        "c",
        "#define SQ(x) ((x) * (x))\nint a = SQ(SQ(b + 1));\n",
        &["int a = ((((b + 1) * (b + 1))) * (((b + 1) * (b + 1))));\n"],
    );
    assert_leaves(
        "c",
        "#define N 1\n#undef N\n#define M 2\n#ifdef M\nextern int a[N];\n#endif\n#define S(x) #x\nchar *s = S(a);\n",
    );
    assert_gives(
        "c",
        "typedef unsigned int u;\ntypedef char *s;\nu f(u a, const s b) { return (u)a; }\n",
        &[
            "typedef char *s;\nunsigned int f(unsigned int a, const s b) { return (unsigned int)a; }\n",
            "typedef unsigned int u;\nu f(u a, const char * b) { return (u)a; }\n",
        ],
    );
    assert_gives(
        "c",
        "typedef struct { int a; } S;\nS b;\nS *c;\n",
        &["struct S { int a; };\nstruct S b;\nstruct S *c;\n"],
    );
    assert_gives("c", "typedef struct { int a; } S;\nS b;\n", &["struct { int a; } b;\n"]);
}

#[test]
fn the_branch_that_a_literal_takes_stays() {
    assert_gives("javascript", "if (true) { a(); b(); } else c();\n", &["a(); b();\n"]);
    assert_gives(
        "javascript",
        "x = (0 ? a : b, c) * (1 && y);\n",
        &["x = (b, c) * (1 && y);\n", "x = (0 ? a : b, c) * y;\n"],
    );
    assert_gives(
        "python",
        "if 0:\n    a\nelse:\n    b\n    c\nd = e if True else f\n",
        &["b\nc\nd = e if True else f\n", "if 0:\n    a\nelse:\n    b\n    c\nd = e\n"],
    );
    assert_gives(
        "c",
        "void f(void) { while (0) g(); if (1) h(); }",
        &["void f(void) { if (1) h(); }", "void f(void) { while (0) g(); h(); }"],
    );
}
