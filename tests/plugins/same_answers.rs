//! A plugin in C and one in Rust get the same answers, and their edits come to the same.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use reduce_core::knowledge::{Filter, Knowledge, find_tables};
use reduce_core::language::{Language, Patch};
use reduce_core::plugin::{Pass, Plugin, Terms};

use crate::bench::{Bench, example, root};

const TEXTS: &[(&str, &str)] = &[
    ("javascript", "// c\nfunction f(a, b = 1) { return [a, ...b].map(x => `${x}é`) }\nif (a) b; else { c() }\n"),
    ("python", "@d\ndef f(a, *b):\n    if a: pass\n    else:\n        x = 'é'\n    return {1: b}\n"),
    ("c", "#include <a.h>\nstatic int f(int a, char *b) {\n  for (;;) a += b[1];\n  return (int)a;\n}\n"),
    ("json", "{\"a\": [1, {}, null], \"b\": -2}"),
    ("xml", "<a b='1' c='2'><d/>text &amp; text<e>f</e></a>"),
    ("javascript", "function ( { ]] let x = = 1; }}\n"),
    ("c", "\n"),
];

fn extension(language: &str) -> &str {
    match language {
        "javascript" => "a.js",
        "python" => "a.py",
        "c" => "a.c",
        "json" => "a.json",
        _ => "a.xml",
    }
}

#[test]
fn both_hear_the_same_of_every_node() {
    let (bench, in_rust) = (Bench::new(), example("answers"));
    let in_c = bench.compile(&root().join("tests/plugins/answers.c"));
    for (language, text) in TEXTS {
        let ask = |plugin: &Path, arguments: &[&str]| bench.pass(plugin, arguments, extension(language), text);
        let answers = ask(&in_c, &["answers", "0"]);
        assert_eq!(answers.status, Some(0), "{}", answers.said);
        assert!(answers.out.starts_with(&format!("{language} {}\n0 -1 ", text.len())), "{}", answers.out);
        assert_eq!(answers, ask(&in_rust, &["answers", "0"]), "{text}");
        assert_eq!(answers, ask(&in_c, &["answers", "0", "--trust-plugins"]), "in the program itself too");
        assert_eq!(ask(&in_c, &["answers", "--count"]).out, "1\n", "it does not know it itself");
        assert_eq!(ask(&in_c, &["answers", "--count"]), ask(&in_rust, &["answers", "--count"]));
        assert_eq!(ask(&in_c, &["answers", "1"]), ask(&in_rust, &["answers", "1"]), "no such instance");
        assert_eq!(ask(&in_c, &["every-edit", "--count"]), ask(&in_rust, &["every-edit", "--count"]));
    }
}

#[test]
fn both_describe_themselves_alike() {
    let (bench, in_rust) = (Bench::new(), example("answers"));
    let in_c = bench.compile(&root().join("tests/plugins/answers.c"));
    let about = |plugin: &Path| {
        let terms = Terms::trusting(Rc::new(|notice| panic!("{notice}")));
        let loaded = Plugin::load(&[plugin.to_owned()], &terms).remove(0).expect("a plugin");
        let language = Language::named("json").expect("built in");
        let tables = find_tables(None, &language).expect("tables");
        let knowledge = Arc::new(Knowledge::new(language, tables, Filter::Ranked));
        loaded.prepare(&knowledge, None).iter().map(|pass| pass.about().clone()).collect::<Vec<_>>()
    };
    let passes = about(&in_c);
    assert_eq!(passes.iter().map(|about| about.name.as_str()).collect::<Vec<_>>(), ["answers", "every-edit"]);
    let mut of_rust = about(&in_rust);
    for pass in &mut of_rust {
        // The SDK takes the version of the crate.
        assert_eq!(pass.version, env!("CARGO_PKG_VERSION"));
        "0.1.0".clone_into(&mut pass.version);
    }
    assert_eq!(passes, of_rust);
}

/// What every edit comes to: the texts, or why there is none.
fn edited(plugin: &Path, language: &str, text: &str) -> Vec<Result<Option<String>, String>> {
    let language = Language::named(language).expect("built in");
    let tables = find_tables(None, &language).expect("tables");
    let knowledge = Arc::new(Knowledge::new(Arc::clone(&language), tables, Filter::Ranked));
    let notices = Rc::new(RefCell::new(Vec::new()));
    let heard = Rc::clone(&notices);
    let terms = Terms::trusting(Rc::new(move |notice| heard.borrow_mut().push(notice.to_string())));
    let loaded = Plugin::load(&[plugin.to_owned()], &terms).remove(0).expect("a plugin");
    let mut passes = loaded.prepare(&knowledge, None);
    let pass: &mut dyn Pass = &mut *passes.remove(1);
    let document = language.parse(text.as_bytes());
    let count = match pass.open(&document) {
        Ok(count) => count.expect("a count"),
        Err(trouble) => return vec![Err(trouble.to_string())],
    };
    let mut apply = |instance| {
        let patches = pass.apply(instance).map_err(|trouble| trouble.to_string())?;
        Ok(patches.map(|patches| String::from_utf8(Patch::apply(document.text(), &patches)).expect("text")))
    };
    let edited = (0..count + 2).map(&mut apply).collect();
    assert_eq!(*notices.borrow(), Vec::<String>::new(), "what breaks the contract is no edit");
    edited
}

#[test]
fn the_edits_of_both_come_to_the_same() {
    let (bench, in_rust) = (Bench::new(), example("answers"));
    let in_c = bench.compile(&root().join("tests/plugins/answers.c"));
    for (language, text) in TEXTS {
        let edited_in_c = edited(&in_c, language, text);
        assert_eq!(edited_in_c, edited(&in_rust, language, text), "{text}");
        if text.trim().is_empty() {
            assert_eq!(edited_in_c, [Err("says: there is nothing to edit".to_owned())]);
            continue;
        }
        let count = edited_in_c.len() - 2;
        assert_eq!(edited_in_c[count], Err(format!("says: {count} is one too many")));
        assert_eq!(edited_in_c[count + 1], Ok(None));
        let texts = edited_in_c.iter().filter(|edit| matches!(edit, Ok(Some(_)))).count();
        assert!(texts > count * 9 / 10, "nearly every edit can be made: {texts} of {count}");
    }
}

#[test]
fn a_plugin_may_ask_for_what_there_is_not() {
    let bench = Bench::new();
    let plugin = bench.compile(&root().join("tests/plugins/strange.c"));
    let said = bench.instance(&plugin, "strange", 0, "a.js", "f(1)");
    assert_eq!(said, "nothing 1, refused 1, outside of apply 0\n");
}
