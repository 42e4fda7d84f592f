//! The plugin `unwrap`.

use crate::called::Called;
use crate::examples;
use crate::texts::contract_holds;

const README: &str = include_str!("../../plugins/unwrap/README.md");

#[test]
fn the_examples_of_the_readme() {
    assert_eq!(examples::hold(README), ["unwrap", "unwrap", "free-jumps"]);
}

#[test]
fn every_instance_holds_the_contract() {
    contract_holds("unwrap", "unwrap", 2000);
    contract_holds("unwrap", "free-jumps", 2000);
}

/// What is around something, and what is left of it.
const UNWRAPPED: &[(&str, &[(&str, &str)])] = &[
    (
        "javascript",
        &[
            ("{ a(); b() }", "a(); b()"),
            ("if (x) a(); else if (y) b(); else c()", "if (y) b(); else c()"),
            ("if (x) a(); else if (y) b(); else c()", "if (x) a(); else b();"),
            ("if (x) a(); else if (y) b(); else c()", "if (x) a(); else c()"),
            ("f((a, b))", "f((b))"),
            ("f((a))", "f(a)"),
            ("async function f() { await a(); await b() }", "function f() { a(); b() }"),
            ("async function f() { await a() }", "async function f() { a() }"),
            ("l: a()", "a()"),
            ("function f(a = 1, {b}) {}", "function f(a, {b}) {}"),
            ("x => { return a }", "x => a"),
            ("x = () => b", "x = a => b"),
            ("x = class A extends B {}", "x = class A {}"),
            ("class A { m(x) { x() } }", "function A(x) { x() }"),
            ("class A { m(x) {} }", "function A() {}"),
            ("f(`a`)", "f(\"a\")"),
            ("f(`a${b}`)", "f(b)"),
            ("new X(a)", "X(a)"),
            ("a?.b", "a.b"),
            ("a?.[b]", "a[b]"),
            ("a?.(b)", "a(b)"),
            ("[...a]", "[a]"),
            ("function* f() { yield a; yield* b }", "function f() { a; b }"),
            ("function* f() { yield a }", "function* f() { a }"),
            ("try { a() } catch (e) {}", "a()"),
            ("try { a() } catch (e) {}", "try { a() } catch {}"),
            ("for (;;) { a() }", "a()"),
            ("while (x) a()", "a()"),
            ("x = a ? b : c", "x = b"),
            ("throw a", "a;"),
            ("(function () { a() })()", "a()"),
            ("x = function (a) { b }", "x = (a) => { b }"),
            ("export default class A {}", "class A {}"),
        ],
    ),
    (
        "python",
        &[
            ("@a\ndef f(): b\n", "def f(): b\n"),
            ("with a as b:\n    c\n    d\n", "c\nd\n"),
            ("x = [a for a in b if a]\n", "x = [a]\n"),
            ("x = {a: c for a in b}\n", "x = {a: c}\n"),
            ("x = lambda a: b\n", "x = b\n"),
            ("x = f'a'\n", "x = 'a'\n"),
            ("x = f'a{b}'\n", "x = b\n"),
            ("x = b'a'\n", "x = 'a'\n"),
            ("x = \"\"\"a\"\"\"\n", "x = \"a\"\n"),
            ("async def f():\n    return await a\n", "def f():\n    return a\n"),
            ("x = a if b else c\n", "x = a\n"),
            ("class A:\n    def m(self): a\n    def n(self): b\n", "def m(self): a\ndef n(self): b\n"),
            ("class A(B): pass\n", "class A: pass\n"),
            ("def f(a: int = 1) -> str: pass\n", "def f(a=1) -> str: pass\n"),
            ("x: int = 1\n", "x = 1\n"),
            ("if a:\n    b\nelif c:\n    d\nelse:\n    e\n", "if c:\n    d\nelse:\n    e\n"),
            ("for a in b:\n    c\n", "c\n"),
            ("try:\n    a\nexcept E:\n    b\n", "a\n"),
        ],
    ),
    (
        "c",
        &[
            ("int x = (int)a;", "int x = a;"),
            ("int x = (a);", "int x = a;"),
            ("int f(void) { do { a(); b(); } while (0); }", "int f(void) { a(); b(); }"),
            ("static int x;", "int x;"),
            ("inline int f(void) { return 1; }", "int f(void) { return 1; }"),
            ("const int x;", "int x;"),
            ("__attribute__((unused)) int x;", "int x;"),
            (
                "struct s { int x; } a; int b = 1; int f(void) { return a.x; }",
                "int a; int b = 1; int f(void) { return a; }",
            ),
            ("int x = f((a, b));", "int x = f((b));"),
            ("int x = a ? b : c;", "int x = c;"),
            ("int x = sizeof a;", "int x = a;"),
            ("int x = sizeof(int);", "int x = 1;"),
            ("int f(void) { if (a) b(); else if (c) d(); }", "int f(void) { if (c) d(); }"),
            ("int f(void) { l: a(); }", "int f(void) { a(); }"),
            ("int f(void) { return 1; }", "int f(void);"),
            ("unsigned long x;", "int x;"),
            ("int x = ({ a; });", "int x = a;"),
            ("#ifdef A\nint x;\n#endif\n", "int x;\n"),
            ("typedef struct { int a, b; } T;", "struct { int a, b; } T;"),
        ],
    ),
    ("json", &[("[[1, 2]]", "[1, 2]"), ("{\"a\": {\"b\": 1}}", "{\"b\": 1}")]),
    ("xml", &[("<a><b><c/>d</b></a>", "<a><c/>d</a>"), ("<a><b/></a>", "<b/>")]),
];

#[test]
fn what_is_around_something_goes() {
    for (language, examples) in UNWRAPPED {
        let mut pass = Called::new("unwrap", language);
        for (before, after) in *examples {
            assert_eq!(pass.trouble(before), 0, "{before}");
            let results = pass.results(before);
            assert!(results.iter().any(|result| result == after), "of\n{before}\ncame\n{results:#?}\nbut not\n{after}");
        }
    }
}

#[test]
fn what_is_not_around_anything_stays() {
    for (language, text) in
        [("javascript", "a;"), ("python", "pass\n"), ("c", "int x;"), ("json", "1"), ("xml", "<a/>")]
    {
        assert_eq!(Called::new("unwrap", language).results(text), Vec::<String>::new());
    }
}
