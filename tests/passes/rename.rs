//! The pass `rename`.

use crate::called::Called;
use crate::examples;
use crate::texts;

const README: &str = include_str!("../../plugins/rename/README.md");

const OWN: &[(&str, &str)] = &[
    (
        "javascript",
        "import thing, {other as another} from 'm';\nexport const shared = thing + another;\n\
         class Point { constructor(x, y) { this.xx = x; this.yy = y; } sum() { return this.xx + this.yy; } }\n\
         outer: for (var index = 0; index < 3; index++) { let {long, short: renamed, ...rest} = new Point(index, 1);\n\
         if (rest) continue outer; try { unknown(long.sum(), renamed) } catch (error) { console.log(error, `${index}`) } }\n",
    ),
    ("javascript", "let foo = 1; { let foo = 2; use(foo) } use(foo); const f = foo => ({foo, bar: foo}); f(1).bar;\n"),
    (
        "python",
        "import os, sys as system\n\nclass Point(object):\n    origin = 0\n\n    def __init__(self, left, top=origin):\n        \
         self.left = left\n\n    def moved(self, by):\n        global count\n        count = count + by\n        \
         return Point(left=self.left + by)\n\ncount = 1\nresult = [p.moved(by=q) for p in () for q in p]\nprint(result, os.path, \
         system.argv)\n",
    ),
    (
        "python",
        "def outer(first):\n    second = first\n    def inner():\n        nonlocal second\n        second += 1\n    return inner\n",
    ),
    (
        "c",
        "#include <stdio.h>\n#define TWICE(value) (2 * (value) + counter)\ntypedef struct point { int left, top; } point_t;\n\
         enum color { RED, GREEN };\nextern int elsewhere;\nstatic int counter = 1;\nint helper(point_t *p, int by);\n\
         int helper(point_t *point, int by) { if (!by) goto done; point->left += TWICE(by); done: return point->top; }\n\
         int main(void) { point_t here = {.left = RED, .top = GREEN}; printf(\"%d\", helper(&here, elsewhere)); return 0; }\n",
    ),
    (
        "xml",
        "<?xml version=\"1.0\"?>\n<list xmlns:p=\"urn:p\" p:kind=\"x\"><item id=\"1\" kind=\"a\"/><p:item id=\"2\">text</p:item >\
         <item xml:lang=\"en\"/></list>\n",
    ),
];

/// Texts in the languages that the pass serves.
fn texts() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    OWN.iter().chain(texts::TEXTS).filter(|(language, _)| *language != "json")
}

#[test]
fn the_example_of_the_readme() {
    assert_eq!(examples::hold(README), ["rename", "distinct-names"]);
}

#[test]
fn an_instance_still_parses_and_is_shorter_or_earlier() {
    for (language, text) in texts() {
        let mut pass = Called::new("rename", language);
        assert_eq!(pass.trouble(text), 0, "{text}");
        let results = pass.results(text);
        assert!(!results.is_empty() || texts::TEXTS.contains(&(*language, *text)), "{text}");
        for result in results {
            assert_eq!(pass.trouble(&result), 0, "of\n{text}\ncame\n{result}");
            assert!((result.len(), result.as_str()) < (text.len(), *text), "of\n{text}\ncame\n{result}");
        }
    }
}

#[test]
fn it_runs_out_in_whatever_order_it_is_applied() {
    for (language, text) in texts() {
        let mut pass = Called::new("rename", language);
        let texts = pass.exhausted(text, 10);
        assert!(pass.results(texts.last().expect("an instance")).is_empty());
        let last = |text: &String| pass.results(text).pop();
        let texts = std::iter::successors(Some((*text).to_owned()), last).take(1000);
        assert!(texts.count() < 1000, "{text}");
    }
}

/// The text after instance 0.
fn renamed(language: &str, text: &str) -> String {
    Called::new("rename", language).results(text).into_iter().next().unwrap_or_else(|| text.to_owned())
}

#[test]
fn texts_that_differ_in_their_names_only_come_to_the_same_text() {
    let same: &[(&str, &[&str])] = &[
        ("javascript", &["function f(x) { x } function g(x) { x }", "function f(x) { x } function g(yes) { yes }"]),
        ("javascript", &["let one, two; one = two", "let b, a; b = a", "let a, b; a = b"]),
        ("python", &["def f(x, y):\n    return y\nz = f\n", "def long(er, than):\n    return than\nbefore = long\n"]),
        ("c", &["int f(int x) { int y = x; { int z = y; } }", "int g(int h) { int i = h; { int j = i; } }"]),
    ];
    for (language, texts) in same {
        let results: Vec<String> = texts.iter().map(|text| renamed(language, text)).collect();
        assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "{results:#?}");
        assert!(Called::new("rename", language).results(&results[0]).is_empty(), "{}", results[0]);
    }
}

#[test]
fn no_name_is_caught_by_another() {
    assert_eq!(renamed("javascript", "let foo, a1; { let bar = foo; a(bar, a1) }"), "let b, c; { let d = b; a(d, c) }");
    assert_eq!(
        renamed("javascript", "var x1 = 1; function f1() { var x1 = 2; return x1; }"),
        "var a = 1; function b() { var c = 2; return c; }"
    );
    assert_eq!(
        renamed("python", "x1 = 1\ndef f1(y1):\n    return lambda z1: x1 + y1 + z1\n"),
        "a = 1\ndef b(c):\n    return lambda d: a + c + d\n"
    );
}

#[test]
fn words_of_the_language_are_no_names() {
    let many: Vec<String> = (0..700).map(|i| format!("var name{i:04};")).collect();
    let renamed = renamed("javascript", &many.concat());
    assert!(renamed.contains("var zz;") && !renamed.contains("var do;") && !renamed.contains("var if;"));
}

#[test]
fn members_and_names_from_elsewhere_come_second() {
    let results = Called::new("rename", "javascript").results("let foo; here(foo.bar, {bar: console.log, baz: 1})");
    assert_eq!(results[0], "let a; here(a.bar, {bar: console.log, baz: 1})");
    assert_eq!(results[1], "let foo; a(foo.a, {a: console.log, b: 1})");
}

#[test]
fn a_short_property_is_renamed_together_with_the_member() {
    let results = Called::new("rename", "javascript").results("let {foo} = x; f({foo}.foo)");
    assert_eq!(results[0], "let {a} = b; c({a}.a)");
}

#[test]
fn arguments_of_python_are_renamed_with_the_parameter_that_they_name() {
    assert_eq!(
        renamed("python", "def f(one, two):\n    pass\nf(two=1, one=2)\n"),
        "def a(b, c):\n    pass\na(c=1, b=2)\n"
    );
}

#[test]
fn what_other_files_know_by_its_name_is_tried_alone_only() {
    let mut javascript = Called::new("rename", "javascript");
    assert_eq!(javascript.results("export let foo, bar;"), ["export let a, bar;", "export let foo, a;"]);
    assert!(
        renamed("c", "extern int ext; int main(void) { int var = ext; }").contains("extern int ext; int main(void)")
    );
}

#[test]
fn elements_attributes_and_prefixes_of_xml() {
    assert_eq!(
        renamed("xml", "<list xmlns:pre=\"u\"><pre:item xml:id=\"list\" kind=\"1\">item</pre:item></list>"),
        "<a xmlns:a=\"u\"><a:b xml:id=\"list\" a=\"1\">item</a:b></a>"
    );
}
