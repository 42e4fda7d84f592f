//! The pass `swap-siblings`.

use crate::called::Called;
use crate::examples;
use crate::texts;

const README: &str = include_str!("../../plugins/swap-siblings/README.md");

const TEXTS: &[(&str, &str)] = &[
    (
        "javascript",
        "import b from \"b\";\nimport a from \"a\";\nvar o = { y: 1, x: [3, 1, 2], c() {} };\nf(o.y, o.x);b = a",
    ),
    ("javascript", "function f(z, x) { return z + x * (b - a) in (c)in b }\nwhile (c < b) { d(); a() }\n"),
    ("javascript", "class A { c() {} b = 1; a() {} }\nswitch (x) { case 2: b(); case 1: a() }\nx=b- -a;`b${c}a${d}`\n"),
    ("javascript", "c\n(b)\n;[b, a].d\nfunction b() {}a()\n"),
    ("python", "import b, a\n\ndef g(y, x): return y < x < a\nif b:\n    d = 1\n    if a: c\n    b; a\nelse: z; y\n"),
    (
        "python",
        "class A:\n    def b(self):\n        x = {2: 1, 1: 2}\n\n    def a(self): pass  # a\n    @c\n    def c(): x\n",
    ),
    (
        "c",
        "#include <b.h>\n#include <a.h>\n#define B 1\n#define A 2\nint g(int b, char a) { const static int x; return b + a; }\n",
    ),
    ("c", "struct s { int b; char a; };int main(void) { puts(\"b\"); int c, *b; f(b, a); puts(\"a\"); }\n"),
    ("json", "{\"b\": [3, 20, 1, {}], \"a\": {\"d\": 1, \"c\": null}}"),
    ("xml", "<?xml version=\"1.0\"?>\n<r b=\"1\" a=\"2\"><y/><x> d c </x>b<!-- c --><?p b?></r>\n"),
];

fn texts() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    TEXTS.iter().chain(texts::TEXTS)
}

#[test]
fn the_example_of_the_readme() {
    assert_eq!(examples::hold(README), ["swap-siblings"]);
}

#[test]
fn an_instance_still_parses_and_is_as_long_and_bytewise_smaller() {
    for (language, text) in texts() {
        let mut pass = Called::new("swap-siblings", language);
        assert_eq!(pass.trouble(text), 0, "{text}");
        for result in pass.results(text) {
            assert_eq!(pass.trouble(&result), 0, "of\n{text}\ncame\n{result}");
            assert_eq!(result.len(), text.len());
            assert!(result.as_str() < *text, "of\n{text}\ncame\n{result}");
        }
    }
}

#[test]
fn there_is_something_to_swap_in_every_language() {
    for (language, text) in TEXTS {
        assert!(!Called::new("swap-siblings", language).results(text).is_empty(), "{text}");
    }
}

#[test]
fn it_runs_out_in_whatever_order_it_is_applied() {
    for (language, text) in texts() {
        let mut pass = Called::new("swap-siblings", language);
        pass.exhausted(text, 1000);
        let last = |text: &String| pass.results(text).pop();
        let texts = std::iter::successors(Some((*text).to_owned()), last).take(1000);
        assert!(texts.count() < 1000, "{text}");
    }
}

#[test]
fn a_whole_list_comes_before_its_neighbours() {
    let mut pass = Called::new("swap-siblings", "javascript");
    let expected = ["[a, b, c, d]", "[c, d, b, a]", "[d, b, c, a]", "[d, c, a, b]"];
    assert_eq!(pass.results("[d, c, b, a]"), expected);
}

#[test]
fn operands_change_places_but_not_the_sides_of_an_assignment() {
    let mut javascript = Called::new("swap-siblings", "javascript");
    assert_eq!(javascript.results("y = b < a"), ["y = a < b"]);
    assert!(javascript.results("y = x").is_empty());
    assert!(javascript.results("y += x").is_empty());
    assert_eq!(Called::new("swap-siblings", "python").results("b and a\n"), ["a and b\n"]);
    assert_eq!(Called::new("swap-siblings", "c").results("int x = b - a;"), ["int x = a - b;"]);
}

#[test]
fn nothing_moves_to_where_it_would_fuse_with_its_neighbours() {
    let mut javascript = Called::new("swap-siblings", "javascript");
    assert!(javascript.results("(b)in a").is_empty());
    assert!(javascript.results("function b() {}a()").is_empty());
    assert!(
        Called::new("swap-siblings", "python").results("if a: c; b\nz; y\n").iter().all(|text| text.contains("if a: "))
    );
}
