//! Small random programs.

use proptest::prelude::*;
use proptest::sample::select;
use reduce_core::language::Language;

const LANGUAGES: [&str; 5] = ["javascript", "python", "c", "json", "xml"];

/// Names that no keyword contains.
const NAMES: [&str; 5] = ["aa", "bb", "cc", "dd", "ee"];

fn name() -> impl Strategy<Value = String> {
    select(&NAMES[..]).prop_map(str::to_owned)
}

/// A program of this language, in which all brackets are in order.
fn program(language: &'static str) -> BoxedStrategy<String> {
    match language {
        "javascript" => joined(javascript(), 1..6).boxed(),
        "python" => joined(python(), 1..6).boxed(),
        "c" => joined(c(), 1..5).boxed(),
        "json" => json().boxed(),
        _ => xml().boxed(),
    }
}

/// A language and a program of it.
pub fn in_some_language() -> impl Strategy<Value = (&'static str, String)> {
    select(&LANGUAGES[..]).prop_flat_map(|language| (Just(language), program(language)))
}

fn joined(part: BoxedStrategy<String>, count: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    prop::collection::vec(part, count).prop_map(|parts| parts.concat())
}

fn listed(part: BoxedStrategy<String>) -> impl Strategy<Value = String> {
    prop::collection::vec(part, 0..4).prop_map(|parts| parts.join(", "))
}

/// An expression as JavaScript, Python and C all have it.
fn expression() -> BoxedStrategy<String> {
    let leaf = prop_oneof![name(), (0..100u8).prop_map(|n| n.to_string()), name().prop_map(|n| format!("\"{n}\""))];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            (name(), listed(inner.clone().boxed())).prop_map(|(f, arguments)| format!("{f}({arguments})")),
            (inner.clone(), select(&["+", "*", "-", "<"][..]), inner.clone())
                .prop_map(|(l, o, r)| format!("{l} {o} {r}")),
            inner.clone().prop_map(|e| format!("({e})")),
            (name(), inner).prop_map(|(a, e)| format!("{a}[{e}]")),
        ]
    })
    .boxed()
}

fn javascript() -> BoxedStrategy<String> {
    let e = || {
        prop_oneof![
            3 => expression(),
            1 => listed(expression()).prop_map(|items| format!("[{items}]")),
            1 => (name(), expression()).prop_map(|(k, v)| format!("{{{k}: {v}}}")),
            1 => (name(), expression()).prop_map(|(p, b)| format!("({p}) => {b}")),
        ]
    };
    let line = prop_oneof![
        (name(), e()).prop_map(|(n, e)| format!("{n} = {e};\n")),
        (name(), e()).prop_map(|(n, e)| format!("var {n} = {e};\n")),
        (name(), listed(expression())).prop_map(|(n, a)| format!("{n}({a})\n")),
        name().prop_map(|n| format!("// {n}\n")),
    ];
    line.prop_recursive(3, 12, 3, move |inner| {
        let block = || joined(inner.clone().boxed(), 0..3);
        prop_oneof![
            (expression(), block(), block()).prop_map(|(e, a, b)| format!("if ({e}) {{\n{a}}} else {{\n{b}}}\n")),
            (expression(), block()).prop_map(|(e, a)| format!("while ({e}) {{ {a}}}\n")),
            (expression(), name()).prop_map(|(e, n)| format!("if ({e}) {n}();\n")),
            (name(), expression(), block()).prop_map(|(n, e, b)| format!("for (var {n} = 0; {e}; {n}++) {{{b}}}\n")),
            (name(), listed(name().boxed()), block()).prop_map(|(f, p, b)| format!("function {f}({p}) {{ {b}}}\n")),
            (block(), name(), block()).prop_map(|(a, n, b)| format!("try {{ {a}}} catch ({n}) {{ {b}}}\n")),
        ]
    })
    .boxed()
}

fn python() -> BoxedStrategy<String> {
    let line = prop_oneof![
        (name(), expression()).prop_map(|(n, e)| format!("{n} = {e}\n")),
        (name(), listed(expression())).prop_map(|(n, a)| format!("{n}({a})\n")),
        (name(), name()).prop_map(|(n, m)| format!("{n} = '''{m}\n  {m}'''\n")),
        name().prop_map(|n| format!("import {n}\n")),
        name().prop_map(|n| format!("# {n}\n")),
    ];
    line.prop_recursive(3, 12, 3, |inner| {
        // A comment alone is no block.
        let block = || (joined(inner.clone().boxed(), 0..3), name()).prop_map(|(b, n)| indented(&format!("{b}{n}\n")));
        prop_oneof![
            (expression(), block(), block()).prop_map(|(e, a, b)| format!("if {e}:\n{a}else:\n{b}")),
            (name(), expression(), block()).prop_map(|(n, e, b)| format!("for {n} in {e}:\n{b}")),
            (name(), listed(name().boxed()), block()).prop_map(|(f, p, b)| format!("def {f}({p}):\n{b}")),
            (name(), block()).prop_map(|(n, b)| format!("class {n}:\n{b}")),
        ]
    })
    .boxed()
}

/// A block one step further in; strings over several lines stay as they are.
fn indented(block: &str) -> String {
    let mut inside = false;
    let lines = block.lines().map(|line| {
        let blanks = if inside { "" } else { "    " };
        inside ^= line.matches("'''").count() % 2 == 1;
        format!("{blanks}{line}\n")
    });
    lines.collect()
}

fn c() -> BoxedStrategy<String> {
    let line = prop_oneof![
        (name(), expression()).prop_map(|(n, e)| format!("{n} = {e};\n")),
        (name(), expression()).prop_map(|(n, e)| format!("int {n} = {e};\n")),
        name().prop_map(|n| format!("/* {n} */\n")),
    ];
    let statement = line.prop_recursive(2, 8, 3, |inner| {
        let block = joined(inner.clone().boxed(), 0..3).boxed();
        prop_oneof![
            (expression(), block.clone()).prop_map(|(e, b)| format!("if ({e}) {{\n{b}}}\n")),
            (expression(), block).prop_map(|(e, b)| format!("while ({e}) {{\n{b}}}\n")),
        ]
    });
    let function = (name(), joined(statement.boxed(), 0..4), expression())
        .prop_map(|(f, b, e)| format!("int {f}(int aa, char *bb) {{\n{b}return {e};\n}}\n"));
    let list = (name(), listed(expression())).prop_map(|(n, items)| format!("int {n}[] = {{{items}}};\n"));
    prop_oneof![function, list].boxed()
}

fn json() -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        (0..100u8).prop_map(|n| n.to_string()),
        name().prop_map(|n| format!("\"{n}\"")),
        Just("null".to_owned()),
    ];
    leaf.prop_recursive(4, 16, 4, |inner| {
        let pair = (name(), inner.clone()).prop_map(|(k, v)| format!("\"{k}\": {v}")).boxed();
        prop_oneof![
            listed(inner.boxed()).prop_map(|items| format!("[{items}]")),
            listed(pair).prop_map(|pairs| format!("{{{pairs}}}")),
        ]
    })
    .boxed()
}

fn xml() -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        name(),
        name().prop_map(|n| format!("<{n}/>")),
        name().prop_map(|n| format!("<!-- {n} -->")),
        name().prop_map(|n| format!("<![CDATA[{n}]]>")),
    ];
    let content = leaf.prop_recursive(3, 12, 4, |inner| {
        (name(), name(), joined(inner.boxed(), 0..4))
            .prop_map(|(n, v, b)| format!("<{n} xx=\"{v}\" yy='{v}'>{b}</{n}>"))
    });
    joined(content.boxed(), 0..4).prop_map(|b| format!("<?xml version=\"1.0\"?>\n<root>{b}</root>\n")).boxed()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn programs_parse((language, text) in in_some_language()) {
        let document = Language::named(language).expect("built in").parse(text.as_bytes());
        prop_assert_eq!(document.trouble(), 0, "{}", text);
    }
}
