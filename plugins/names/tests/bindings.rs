//! What names mean, through the real host. Each name of an example is followed by the number of its binding (`?` if the
//! text declares nothing of the name, `m` if it is a member's), and by what happens to it: declared, read, written,
//! updated, called, exported, a keyword.

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use reduce_core::knowledge::{Filter, Knowledge, Tables};
use reduce_core::language::{Language, Patch};
use reduce_core::plugin::{Plugin, Terms};

/// Asserts what the names of a text mean, written into the text, which is otherwise as it is.
fn assert_names(language: &str, expected: &str) {
    let marks = unmarked(expected);
    let shown = shown(language, &marks);
    assert_eq!(shown, expected, "in {language}");
}

/// The text without the marks.
fn unmarked(marked: &str) -> String {
    let mut out = String::new();
    let mut rest = marked;
    while let Some(at) = rest.find('/') {
        out.push_str(&rest[..at]);
        rest = rest[at + 1..].trim_start_matches(|c: char| c.is_ascii_digit() || c == '?' || c == 'm');
        rest = rest.strip_prefix(['d', 'r', 'w', 'u', 'c', 'e', 'k']).unwrap_or(rest);
    }
    out + rest
}

fn shown(language: &str, text: &str) -> String {
    let program = std::env::current_exe().expect("a test is a program");
    let folder = program.parent().and_then(|deps| deps.parent()).expect("cargo's folder");
    let plugin: PathBuf = folder.join("examples").join("libnames.so");
    let terms = Terms::trusting(Rc::new(|notice| panic!("{notice}")));
    let plugin = Plugin::load(&[plugin], &terms).remove(0).expect("cargo builds the example before the tests");
    let language = Language::named(language).expect("built in");
    let knowledge = Arc::new(Knowledge::new(language, Tables::default(), Filter::Ranked));
    let mut pass = plugin.prepare(&knowledge, None).remove(0);
    let document = knowledge.language().parse(text.as_bytes());
    pass.open(&document).expect("the pass serves the text");
    let patches = pass.apply(0).expect("the pass serves the text").expect("there is one instance");
    String::from_utf8(Patch::apply(text.as_bytes(), &patches)).expect("text")
}

#[test]
fn javascript_hoists_var_and_functions_and_keeps_let_and_classes_in_their_blocks() {
    assert_names(
        "javascript",
        "x/0r; { var x/0d; let y/1d; } y/?r; { class C/2d {} } C/?r; f/3c(); { function f/3d() {} }",
    );
    assert_names(
        "javascript",
        "let a/0d = 1; { let a/1d; a/1u++; } for (let a/2d = a/2r;;) { var b/3d = a/2r; } b/3w = a/0r;",
    );
    assert_names("javascript", "switch (v/?r) { case 1: let v/0d; case 2: v/0u += 1; }");
}

#[test]
fn javascript_functions_have_parameters_and_sometimes_a_name_of_their_own() {
    assert_names("javascript", "function f/0d(a/1d, b/2d = a/1r, ...c/3d) { return f/0c(a/1r, c/3r); } a/?r;");
    assert_names("javascript", "x/?w = function g/0d() { g/0c(); }; g/?c(); y/?w = class D/1d {}; D/?r;");
    assert_names("javascript", "const h/0d = x/1d => x/1r, i/2d = (y/3d) => { y/3w = z/?r; }; new h/0c(arguments/?r);");
    assert_names("javascript", "try {} catch (e/0d) { e/0r; } try {} catch { e/?r; } a/1d: for (;;) { break a/1r; }");
}

#[test]
fn javascript_patterns_declare_or_write_and_a_short_property_is_a_member_too() {
    assert_names("javascript", "let {a/0d/m, b/m: c/1d, d/m: [e/2d = a/0r], ...f/3d} = g/?r;");
    assert_names(
        "javascript",
        "let a/0d, b/1d; [a/0w, b/1w] = [b/1r, a/0r]; ({a/0w/m, x/m: b/1w} = {b/1r/m, a/m: 1});",
    );
    assert_names(
        "javascript",
        "for (var k/0d in o/?r) k/0r; for (const [p/1d] of o/?r) p/1r; p/?r; for (k/0w of o/?r);",
    );
}

#[test]
fn javascript_members_are_no_variables() {
    assert_names(
        "javascript",
        "let a/0d; o/?r.a/m.b/m = {a/m: a/0r, c/m() { a/0r; }}; class C/1d { a/m = a/0r; static d/m() {} #e/m; }",
    );
}

#[test]
fn javascript_imports_and_exports() {
    assert_names("javascript", "import d/0d, {a as b/1d, c/2d} from 'm'; import * as n/3d from 'n'; b/1c(c/2r);");
    assert_names("javascript", "export {f/0e, g/1e as h}; export function f/0d() {} let g/1d; export {i} from 'm';");
}

#[test]
fn python_assignments_declare_in_their_function() {
    assert_names(
        "python",
        "x/0d = 1\ndef f/1d():\n    x/2d = 2\n    x/2u += y/?r\n    def g/3d(): return x/2r\nx/0w = f/1c()\n",
    );
    assert_names(
        "python",
        "for i/0d, (j/1d, k/2d) in []: pass\nwith f/?c() as h/3d: h/3r\ntry: pass\nexcept E/?r as e/4d: e/4r\n",
    );
    assert_names("python", "if (n/0d := 1): n/0r\n[m/1r for m/1d in n/0r]\n");
    assert_names("python", "def f/0d():\n    return [(y/1d := x/2r) for x/2d in z/?r], y/1r\n");
}

#[test]
fn python_global_and_nonlocal_mean_another_scope() {
    assert_names("python", "def f/0d():\n    global x/1\n    x/1w = 1\nx/1d = 0\n");
    assert_names("python", "def f/0d():\n    global x/2\n    x/2d = 1\ndef g/1d(): x/2r\n");
    assert_names("python", "def f/0d():\n    x/1d = 1\n    def g/2d():\n        nonlocal x/1\n        x/1w = 2\n");
}

#[test]
fn python_classes_hide_their_names_from_their_methods() {
    assert_names(
        "python",
        "class C/0d(B/?r):\n    x/1d/m = 1\n    y/2d/m = x/1r\n    def m/3d/m(self/4d): return x/?r, self/4r.x/m\n",
    );
}

#[test]
fn python_defaults_are_of_the_scope_around() {
    assert_names("python", "a/0d = 1\ndef f/1d(a/2d=a/0r, *b/3d, c/4d: t/?r = 2, **d/5d): a/2r\nlambda a/6d: a/6r\n");
}

#[test]
fn python_arguments_that_name_a_parameter_belong_to_it() {
    assert_names("python", "def f/0d(a/1d, b/2d=1): pass\nf/0c(b/2k=1, a/1k=2, c/?k=3)\n");
    assert_names(
        "python",
        "class C/0d:\n    def __init__/1d/m(self/2d, a/3d): pass\n    def m/4d/m(self/5d, b/6d): pass\nC/0c(a/3k=1).m/m(b/6k=2)\n",
    );
    assert_names("python", "f/0d = lambda a/1d: a/1r\nf/0c(a/1k=1)\ng/?c(a/?k=2)\n");
}

#[test]
fn python_imports_bring_names() {
    assert_names(
        "python",
        "import a/0d.b, c as d/1d\nfrom m import x/2d, y as z/3d\na/0r.b/m.c/m\nd/1r.x/m(x/2r, z/3r)\n",
    );
}

#[test]
fn python_patterns_of_match_bind_names() {
    assert_names(
        "python",
        "match s/?r:\n    case P/?r(x=1, y=t/0d): t/0r\n    case [a/1d, *r/2d]: pass\n    case n/?r.m/m: pass\n    case _: pass\n",
    );
}

#[test]
fn c_declarators_declare_and_prototypes_are_one_with_their_definition() {
    assert_names(
        "c",
        "int f/0d(int a/1d); int *g/2d, h/3d = 1, i/4d[3], (*j/5d)(int k/6d) = f/0r; int f/0d(int b/7d) { return b/7r + h/3r; }",
    );
    assert_names(
        "c",
        "void f/0d(void) { int x/1d; { char x/2d; x/2w = 1; } x/1u++; for (int y/3d = x/1r;; y/3u++); y/?r; }",
    );
    assert_names("c", "int f/0d(int (*a/1d)(int b/2d), int c/3d) { return a/1c(c/3r) + b/?r; }");
}

#[test]
fn c_types_tags_constants_and_fields() {
    assert_names(
        "c",
        "typedef struct s/0d { int a/m; struct s/0r *n/m; } s/1d, *p/2d; s/1r x/3d; p/2r y/4d; int z/5d = sizeof(s/1r);",
    );
    assert_names(
        "c",
        "enum e/0d { A/1d, B/2d = A/1r }; enum e/0r v/3d = B/2r; struct q/?r; void f/4d(s/?r *r/5d) { r/5r->a/m = (*r/5r).b/m; }",
    );
}

#[test]
fn c_labels_are_of_the_whole_function() {
    assert_names("c", "void f/0d() { goto l/1r; { l/1d: ; } } void g/2d() { goto l/?r; }");
}

#[test]
fn c_macros_mean_what_the_file_declares() {
    assert_names(
        "c",
        "int a/0d;\n#define M/1d(x/2d) (x/2r + a/0r + p/?r->b/m + \"a\")\n#define N/3d M/1r(1)\nint c/4d = N/3r;\n#ifdef N/3r\n#endif\n",
    );
}

#[test]
fn texts_with_mistakes_and_without_end_do_not_break_it() {
    for language in ["javascript", "python", "c"] {
        shown(language, "x = (((");
        shown(language, &format!("x = {}", "(".repeat(100_000)));
        shown(language, &format!("a{}", "+a".repeat(50_000)));
    }
}

#[test]
fn typescript_has_types_where_values_are_and_those_of_javascript_besides() {
    assert_names(
        "typescript",
        "interface A/0d<T/1d> { x/m: T/1r; f/m(y/2d: A/0r<T/1r>): B/3r } type B/3d = A/0r<number>; let a/4d: B/3r;",
    );
    assert_names(
        "typescript",
        "class C/0d<T/1d> { constructor/m(private a/2d: T/1r, b/3d = a/2r) { this.a/m = b/3r; } } \
         function f/4d(c/5d?: C/0r<E/6r>): c/5r is C/0r<E/6r> { return new C/0c(c/5r); } enum E/6d { F/m = 1 }",
    );
}

#[test]
fn cpp_has_members_that_are_seen_bare_and_templates_that_declare_around_them() {
    assert_names(
        "cpp",
        "template <class T/0d> struct A/1d { T/0r x/2d/m; int f/3d/m(int a/4d) { return x/2r + this->x/m + a/4r; } };",
    );
    assert_names("cpp", "namespace n/0d { int f/1d(int); } int g/2d() { return n/0r::f/1r(2); }");
}

#[test]
fn java_has_members_that_are_seen_bare() {
    assert_names(
        "java",
        "class A/0d<T/1d> { int x/2d/m; A/0(T/1r y/3d) { x/2w = 1; this.x/m = y/3r.z/m; } void f/4d/m() { g/?c(); f/4c(); } }",
    );
    assert_names("java", "class A/0d { void f/1d/m() { for (int i/2d = 0; i/2r < 1; i/2u++) { int j/3d = i/2r; } } }");
}

#[test]
fn go_names_packages_by_their_paths_and_has_results_and_receivers() {
    assert_names(
        "go",
        "package a\n\nimport \"fmt/0d\"\n\nfunc (s/1d *S/6r) f/m(x/2d int/?r) (e/3d error/?r) {\n\ty/4d, w/5d := g/7c(x/2r)\n\t\
         fmt/0r.Println/m(y/4r, s/1r.z/m)\n\treturn w/5r\n}\n\ntype S/6d struct{ z/m int/?r }\n\nfunc g/7d[T/8d any/?r](t/9d \
         T/8r) T/8r { return t/9r }\n",
    );
}

#[test]
fn rust_has_patterns_that_declare_and_items_that_are_members() {
    assert_names(
        "rust",
        "struct S/0d<T/1d> { x/m: T/1r } impl<T/2d> S/0r<T/2r> { fn f/3d/m(a/4d: &T/2r) { let S/0r { x/m: b/5d } = a/4r; f/3c(b/5r) } }",
    );
    assert_names(
        "rust",
        "fn f/0d(x/1d: Option/?r<u8>) { if let Some/?r(y/2d) = x/1r { g/?c(y/2r) } match x/1r { None/?r => 1, z/3d => z/3r } }",
    );
}

#[test]
fn bash_has_variables_and_functions_everywhere() {
    assert_names(
        "bash",
        "a/0d=1\nf/1d() { local b/2d=$a/0r; echo/?c x \"$b/2r\"; }\nfor c/3d in $a/0r; do f/1c $c/3r; done\na/0w=2\n",
    );
}
