//! What the rules of the built-in languages say of nodes.

use crate::knowledge::{Filter, Knowledge, Tables};
use crate::language::Language;

use super::Quantifier::{self, Optional, Plus, Separated, Star};

/// The parts of the first node of a kind, as texts.
fn parts(language: &str, kind: &str, text: &str) -> Vec<(Quantifier, Vec<String>)> {
    let language = Language::named(language).expect("built in");
    let document = language.parse(text.as_bytes());
    assert_eq!(document.trouble(), 0, "{text}");
    let known = Knowledge::new(language, Tables::default(), Filter::Ranked);
    let tree = document.tree();
    let kind = known.language().symbols().kind(kind).expect("a kind");
    let node = tree.nodes().find(|&n| tree.kind(n) == kind && !tree.is_token(n)).expect("a node of the kind");
    let words = |item: &Vec<_>| {
        let words: Vec<_> = item.iter().map(|&n| String::from_utf8_lossy(document.node_text(n))).collect();
        words.join(" ")
    };
    let parts = known.parts(tree, node).expect("it follows its rule");
    parts.iter().map(|part| (part.quantifier, part.items.iter().map(words).collect())).collect()
}

fn part(quantifier: Quantifier, items: &[&str]) -> (Quantifier, Vec<String>) {
    (quantifier, items.iter().map(|&item| item.to_owned()).collect())
}

#[test]
fn a_group_of_operator_and_operand_is_one_item() {
    assert_eq!(parts("python", "comparison_operator", "aa < bb < cc\n"), [part(Plus, &["< bb", "< cc"])]);
}

#[test]
fn a_list_with_separators_is_its_elements() {
    let elements = part(Separated, &["1", "2", "3"]);
    assert_eq!(parts("json", "array", "[1, 2, 3]"), [part(Optional, &["1 , 2 , 3"]), elements.clone()]);
    assert_eq!(parts("javascript", "array", "[1, 2, 3]")[1], elements);
    assert_eq!(parts("javascript", "lexical_declaration", "let a = 1, b;")[0], part(Separated, &["a = 1", "b"]));
    assert_eq!(parts("python", "dotted_name", "import a.b.c\n"), [part(Separated, &["a", "b", "c"])]);
}

#[test]
fn what_a_node_can_do_without_is_optional_tokens_and_groups_too() {
    assert_eq!(parts("javascript", "function_declaration", "async function f() {}")[0], part(Optional, &["async"]));
    assert_eq!(parts("javascript", "variable_declarator", "let a = 1;"), [part(Optional, &["= 1"])]);
    assert_eq!(parts("python", "function_definition", "def f() -> int: pass\n"), [part(Optional, &["-> int"])]);
    let for_statement = parts("c", "for_statement", "int f() { for (;;i++) {} }");
    assert_eq!(for_statement, [part(Optional, &["i++"])]);
}

#[test]
fn statements_are_a_list_wherever_they_stand() {
    let statements = part(Star, &["f()", "g()"]);
    assert_eq!(parts("python", "module", "f()\ng()\n")[0], statements);
    assert_eq!(parts("python", "block", "if a:\n    f()\n    g()\n")[0], statements);
    assert_eq!(parts("javascript", "statement_block", "{ f(); g() }")[0], part(Star, &["f();", "g()"]));
    assert_eq!(parts("c", "compound_statement", "int f() { ; g(); }"), [part(Star, &[";", "g();"])]);
}

#[test]
fn whole_programs_follow_the_rules() {
    let programs = [
        ("json", r#"{"a": [1, {"b": null}], "c": {}, "d": []}"#),
        (
            "javascript",
            "import a, { b as c } from 'd'; export default class A extends B { static x = 1; get y() { return 1 } async *z() {} }
             for (const k of [1, , ...l]) if (k) break; else continue;
             label: do { switch (x) { case 1: f(); default: g() } } while (0);
             try { throw new E } catch { } finally { }
             var { a: p = 1, ...q } = r, s = `t${u}v`, w = x => y ? z : -1, re = /a/g, o = { a, b() {}, [c]: 1, ...d };
             async () => { await f?.(a)[0].b++ };",
        ),
        (
            "python",
            "import a.b as c\nfrom . import (d, e)\n@f\nclass G(H, i=1):\n    x: int = 1\n    async def j(self, *k, l=2, **m) -> n: pass\n\
             for o in p:\n    if q and not r: continue\n    elif s: break\n    else: t = u, *v\nelse:\n    pass\n\
             try:\n    with w() as y, z: raise E from e\nexcept (A, B) as c: del d\nfinally: assert e, 'f'\n\
             g = [h for i in j if k if l] + {m: n, **o}[p:q:r](*s, **t) if u else lambda v, w=1: (yield)\n\
             print(f'{x!r:>{y}}', a < b <= c is not d)\nwhile True: x += 1; global z\nmatch a:\n    case [1, *b] if c: pass\n",
        ),
        (
            "c",
            "#include <a.h>\n#define M(x) x\n#ifdef A\nint b;\n#else\nint c;\n#endif\ntypedef struct s { int x : 1, *y; struct t z[2]; } u;\n\
             enum e { A, B = 1, };\nstatic inline unsigned long f(int a, char *b, ...) { int c = 1, d[] = {1, [2] = 3, .x = 4};\n\
             for (int i = 0; i < 1; i++) while (1) { if (a) goto l; else break; }\n do { switch (a) { case 1: default: ; } } while (0);\n\
             l: return (int)sizeof(a) + f(a, b)->c[d], *&a ? -1 : !2; }\nint (*g)(void), h(void);\n",
        ),
    ];
    for (language, text) in programs {
        let language = Language::named(language).expect("built in");
        let document = language.parse(text.as_bytes());
        assert_eq!(document.trouble(), 0, "{}", language.name());
        let known = Knowledge::new(language, Tables::default(), Filter::Ranked);
        let tree = document.tree();
        let strays: Vec<_> = tree
            .nodes()
            .filter(|&n| !tree.is_token(n) && !tree.flags(n).literal)
            .filter(|&n| tree.children(n).any(|child| !tree.flags(child).extra))
            .filter(|&n| known.parts(tree, n).is_none())
            .map(|n| (known.language().symbols().kind_name(tree.kind(n)).to_owned(), document.node_text(n)))
            .map(|(kind, text)| format!("{kind}: {}", String::from_utf8_lossy(text)))
            .collect();
        assert_eq!(strays, [""; 0], "{}", known.language().name());
    }
}
