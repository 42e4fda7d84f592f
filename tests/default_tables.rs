//! The tables that are part of the program: they fit the grammars in use, and what they offer as a replacement is valid
//! where they offer it.

use std::path::Path;

use reduce_core::knowledge::{Fragment, default_tables};
use reduce_core::language::{BUILTIN, Document, Language};
use reduce_core::tree::{Context, NodeId};

/// A text of each language with places of many contexts.
const SAMPLES: &[(&str, &str)] = &[
    (
        "javascript",
        "function f(a, b = 1, ...c) { if (a) { b(); } else { c; } for (let i = 0; i < 3; i++) { x(i); } return a ? b : [c, 'd']; }
         class K extends B { m(x) { this.y = x + 2; } }
         var o = { p: 1, q: (z) => z, r() {} };
         try { g(o.p); } catch (e) { throw new E(e); }
         while (w) { break; }
         switch (v) { case 1: u(); break; default: t(); }",
    ),
    (
        "python",
        "def f(a, b=1, *c):
    if a:
        return b
    for x in c:
        g(x, y=2)
    return [a, {'k': 1}]
class K(B):
    def m(self):
        self.y = 1 + 2
try:
    g()
except E as e:
    raise
with h() as i:
    pass
while w:
    break
z = lambda q: q if q else 3
",
    ),
    (
        "c",
        "struct s { int a; char *b; };
         int f(int a, char *b) {
             int x = 1; if (a) { g(x, b); } else { x = a + 2; } for (int i = 0; i < 3; i++) { h(i); }
             while (x) { break; } switch (a) { case 1: return 2; } return x ? a : b[1];
         }",
    ),
    ("json", r#"{"a": [1, true, null, {"b": "c"}], "d": 2}"#),
    ("xml", r#"<?xml version="1.0"?><r id="q"><s>t u</s><v/><!-- w --></r>"#),
];

#[test]
fn every_built_in_language_that_there_is_a_corpus_of_has_default_tables() {
    let corpora = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora");
    let mut learned = 0;
    for row in BUILTIN.iter().filter(|row| corpora.join(row.name).with_extension("txt").exists()) {
        let language = Language::named(row.name).expect("built in");
        assert!(!default_tables(&language).is_empty(), "{}: learn the default tables again", row.name);
        learned += 1;
    }
    assert!(learned >= 5, "corpora/ has a list for some languages");
}

#[test]
fn the_smallest_fragment_of_a_context_is_one_token_long_where_the_language_has_such() {
    for (name, parent, edge, text) in [
        ("javascript", "arguments", "child", "0"),
        ("python", "argument_list", "child", "0"),
        ("c", "argument_list", "child", "0"),
        ("json", "array", "child", "0"),
    ] {
        let language = Language::named(name).expect("built in");
        let symbols = language.symbols();
        let (parent, edge) = (symbols.kind(parent).expect("a kind"), symbols.edge(edge).expect("an edge"));
        let fragments = &default_tables(&language).smallest[&Context { parent, edge }];
        assert_eq!(String::from_utf8_lossy(&fragments[0].text), text, "{name}");
    }
}

/// A fragment may need more than its context (a `yield` wants a generator, `int;` loses its meaning with its `;`), so
/// some do not fit some of the places: but nearly all do.
#[test]
fn fragments_parse_in_place_as_the_kind_that_they_are() {
    for &(name, text) in SAMPLES {
        let language = Language::named(name).expect("built in");
        let tables = default_tables(&language);
        let sample = language.parse(text.as_bytes());
        assert_eq!(sample.trouble(), 0, "the sample of {name} parses cleanly");
        let (mut tried, mut misfits) = (0, Vec::new());
        for node in sample.tree().nodes() {
            let Some(context) = sample.tree().context(node) else { continue };
            for fragment in tables.smallest.get(&context).into_iter().flatten() {
                tried += 1;
                if !fits(&language, &sample, node, fragment) {
                    let kind = language.symbols().kind_name(fragment.kind);
                    misfits.push(format!("{:?} ({kind})", String::from_utf8_lossy(&fragment.text)));
                }
            }
        }
        assert!(tried > 30, "{name}: only {tried} fragments were tried");
        assert!(misfits.len() * 10 < tried, "{name}: {} of {tried} do not fit: {misfits:?}", misfits.len());
    }
}

fn fits(language: &Language, sample: &Document, node: NodeId, fragment: &Fragment) -> bool {
    let range = sample.tree().range(node);
    let parts = [&sample.text()[..range.start], &fragment.text, &sample.text()[range.end..]];
    let changed = language.parse(parts.concat());
    let place = range.start..range.start + fragment.text.len();
    let tree = changed.tree();
    changed.trouble() == 0 && tree.nodes().any(|n| tree.range(n) == place && tree.kind(n) == fragment.kind)
}
