use proptest::prelude::*;

use crate::knowledge::GrammarFacts;
use crate::language::{Document, Edit, Language, Patch};
use crate::tree::NodeId;

fn parse(text: impl AsRef<[u8]>) -> Document {
    let document = Language::named("xml").expect("built in").parse(text.as_ref());
    assert_eq!(document.unparse(), text.as_ref());
    document
}

/// The tree as nested names: literals by their text, other tokens as `kind=text`.
fn shape(document: &Document, node: NodeId) -> String {
    let language = Language::named("xml").expect("built in");
    let tree = document.tree();
    let text = String::from_utf8_lossy(document.node_text(node)).into_owned();
    let kind = language.symbols().kind_name(tree.kind(node)).to_owned();
    if tree.flags(node).literal {
        return text;
    }
    if tree.is_token(node) {
        return format!("{kind}={text}");
    }
    let inside: Vec<String> = tree.children(node).map(|child| shape(document, child)).collect();
    format!("{kind}({})", inside.join(" "))
}

fn shape_of(text: &str) -> String {
    let document = parse(text);
    assert_eq!(document.trouble(), 0, "{text}");
    shape(&document, document.tree().root())
}

#[test]
fn elements_attributes_and_words_are_nodes() {
    assert_eq!(
        shape_of("<a x='1 2'> to be<b/>&lt;c </a>"),
        "document(element(< name=a attribute(name=x = value(' word=1 word=2 ')) > text(word=to word=be) \
         element(< name=b />) text(reference=&lt; word=c) </a>))"
    );
}

#[test]
fn the_parts_around_the_root_are_nodes() {
    assert_eq!(
        shape_of(
            "\u{feff}<?xml version='1.0'?><!-- c --><?go on?><!DOCTYPE r SYSTEM 'x>y' [<!ENTITY e 'a]>'> %p;]><r>&e;</r>\n"
        ),
        "document(comment=\u{feff} declaration(<?xml attribute(name=version = value(' word=1.0 ')) ?>) \
         comment=<!-- c --> processing_instruction=<?go on?> doctype(<!DOCTYPE name=r external_id=SYSTEM 'x>y' internal_subset([ \
         markup_declaration=<!ENTITY e 'a]>'> reference=%p; ]) >) element(< name=r > text(reference=&e;) </r>))"
    );
}

#[test]
fn a_cdata_section_is_a_list_of_words() {
    assert_eq!(
        shape_of("<a:b xmlns:a='u'><![CDATA[if x < y & z]]></a:b>"),
        "document(element(< name=a:b attribute(name=xmlns:a = value(' word=u ')) > cdata(<![CDATA[ word=if word=x \
         word=< word=y word=& word=z ]]>) </a:b>))"
    );
}

#[test]
fn a_deletion_between_tags_leaves_no_blank_and_one_between_words_the_blank_before() {
    let document = parse("<a x='1' y='2'><b/><c>two words</c><d/></a>");
    let language = Language::named("xml").expect("built in");
    let tree = document.tree();
    let gone = ["y='2'", "<b/>", "words", "<d/>"].map(|wanted| {
        let is = |n: &NodeId| document.node_text(*n) == wanted.as_bytes();
        Edit::delete(tree.nodes().find(is).expect("a node"))
    });
    assert_eq!(language.render(&document, &gone).text, b"<a x='1' ><c>two </c></a>");
}

#[test]
fn what_is_not_well_formed_is_counted() {
    for (text, trouble) in [
        ("", 1),
        ("text", 2),
        ("<a><b></a>", 1),
        ("<a></b></a>", 1),
        ("<a>", 1),
        ("<a/><b/>", 1),
        ("<a x='1' x='2'/>", 1),
        ("<a x='1'y='2'/>", 1),
        ("<a x=1/>", 1),
        ("<a x/>", 1),
        ("<a x='<'/>", 1),
        ("<a>&</a>", 1),
        ("<a>&nbsp;</a>", 1),
        ("<a x='&nbsp;'/>", 1),
        ("<a>&#0;</a>", 1),
        ("<a>]]></a>", 1),
        ("<a><!-- -- --></a>", 1),
        ("<a/>text", 1),
        ("<a/><!DOCTYPE a>", 1),
        (" <?xml version='1.0'?><a/>", 1),
        ("<?xml encoding='utf-8'?><a/>", 1),
        ("<1/>", 1),
        ("<a>\u{1}</a>", 1),
        ("<a b", 2),
        ("<a/><!-- no end", 1),
        ("<a/><![CDATA[x]]>", 1),
    ] {
        assert_eq!(parse(text).trouble(), trouble, "{text}");
    }
}

#[test]
fn texts_in_other_encodings_are_read() {
    assert_eq!(parse(b"<?xml version='1.0' encoding='iso-8859-1'?><caf\xe9 \xe9='\xe9'>\xe9</caf\xe9>").trouble(), 0);
    assert_eq!(parse(b"<?xml version='1.0'?><a>\xe9</a>").trouble(), 1, "UTF-8 unless another encoding is declared");
    assert!(parse(b"\xff\xfe<\0a\0/\0>\0").trouble() > 0);
}

#[test]
fn the_grammar_facts_speak_of_the_nodes_that_the_front_end_makes() {
    let language = Language::named("xml").expect("built in");
    let facts = GrammarFacts::read(language.node_types(), language.symbols()).expect("valid");
    let document = parse("<?xml version='1.0'?><!DOCTYPE r [<!ENTITY e ''>]><r a='b'>t<s/><![CDATA[c]]><?p?>&e;</r>");
    let tree = document.tree();
    for node in tree.nodes().skip(1).filter(|&n| !tree.flags(n).literal && !tree.flags(n).extra) {
        let context = tree.context(node).expect("not the root");
        assert!(facts.arity(context).is_some(), "{}", shape(&document, node));
        assert_eq!(facts.admits(context, tree.kind(node)), crate::knowledge::Admits::Yes, "{}", shape(&document, node));
    }
}

/// Well-formed content, nested a few levels deep.
fn content() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        "[a-zé,.\"'>]? [a-z ]{0,9}",
        Just("&amp;".to_owned()),
        Just("&#x41;".to_owned()),
        "<!--[a-z <&]{0,6}-->",
        "<\\?[a-z]{1,2} [a-wyz<&]{0,6}\\?>",
        "<!\\[CDATA\\[[a-z<&\\n ]{0,9}\\]\\]>",
    ];
    leaf.prop_recursive(4, 40, 5, |inner| {
        let tag = "[a-z]([a-z0-9:.-]{0,3}[a-z])?";
        let attributes = proptest::collection::btree_map(tag, "[a-z >'/=]{0,8}", 0..3);
        (tag, attributes, proptest::collection::vec(inner, 0..4), "[ \\n]{0,2}", any::<bool>()).prop_map(
            |(name, attributes, content, blank, empty)| {
                let attributes: Vec<String> =
                    attributes.iter().map(|(k, v)| format!(" {k}{blank}={blank}\"{v}\"")).collect();
                let attributes = attributes.concat();
                if empty {
                    format!("<{name}{attributes}{blank}/>")
                } else {
                    format!("<{name}{attributes}{blank}>{}</{name}{blank}>", content.concat())
                }
            },
        )
    })
}

/// What may come in the place of something.
fn piece() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "",
        "",
        "",
        "a",
        "]]",
        ">",
        "<",
        "&",
        "&e;",
        "&lt;",
        "<a>",
        "</a>",
        "<b c='d'/>",
        "<!--",
        "-->",
        "<x>",
        "</x>",
        "</x><x>",
        "<![CDATA[",
        "é",
        "<?p?>",
        "<!DOCTYPE r>",
    ];
    proptest::sample::select(PIECES).prop_map(str::to_owned)
}

proptest! {
    #[test]
    fn well_formed_documents_round_trip_without_trouble(content in content(), head in "(<\\?xml version=\"1\\.0\"\\?>)?\n?") {
        let document = parse(format!("{head}<r>{content}</r>\n"));
        prop_assert_eq!(document.trouble(), 0, "{}", String::from_utf8_lossy(document.text()));
        for node in document.tree().nodes().skip(1) {
            let parent = document.tree().parent(node).expect("not the root");
            let (inner, outer) = (document.tree().range(node), document.tree().range(parent));
            prop_assert!(outer.start <= inner.start && inner.end <= outer.end);
        }
    }

    #[test]
    fn whatever_the_grammar_lets_go_leaves_the_document_well_formed(content in content(), seed in any::<u64>()) {
        let document = parse(format!("<r>{content}</r>"));
        let language = Language::named("xml").expect("built in");
        let facts = GrammarFacts::read(language.node_types(), language.symbols()).expect("valid");
        let tree = document.tree();
        let is_element = |n: NodeId| language.symbols().kind_name(tree.kind(n)) == "element";
        let mut random = seed;
        let mut one_in = |n: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 33).is_multiple_of(n)
        };
        let edits: Vec<Edit> = tree
            .nodes()
            .skip(1)
            .filter(|&n| !tree.flags(n).literal)
            .filter_map(|n| {
                let listed = tree.context(n).and_then(|c| facts.arity(c)).is_some_and(|arity| arity.multiple);
                let inner = tree.descendants(n).find(|&d| is_element(n) && is_element(d));
                match inner {
                    Some(inner) if one_in(3) => Some(Edit::hoist(n, inner)),
                    _ => (listed && one_in(3)).then(|| Edit::delete(n)),
                }
            })
            .collect();
        let rendered = language.render(&document, &edits).text;
        prop_assert_eq!(parse(&rendered).trouble(), 0, "{} became {}", String::from_utf8_lossy(document.text()), String::from_utf8_lossy(&rendered));
    }

    #[test]
    fn the_places_that_changed_tell_what_the_whole_document_tells(
        content in content(),
        doctype in "(<!DOCTYPE r \\[<!ENTITY e 'f'>\\]>)?",
        cuts in proptest::collection::vec((0usize..40, 0usize..30, piece()), 1..4),
    ) {
        let document = parse(format!("{doctype}<r>{content}]]<a>{content}</a>&lt;<b/>></r>"));
        prop_assert_eq!(document.trouble(), 0);
        let mut at = 0;
        let mut patches = Vec::new();
        for (skipped, gone, text) in cuts {
            let start = document.text().len().min(at + skipped);
            at = document.text().len().min(start + gone);
            patches.push(Patch { range: start..at, text: text.into_bytes() });
        }
        let new = Patch::apply(document.text(), &patches);
        let language = Language::named("xml").expect("built in");
        let probed = language.probe(&document, &patches).expect("nothing cancels it").trouble();
        prop_assert_eq!(probed, parse(&new).trouble(), "{} became {}", String::from_utf8_lossy(document.text()), String::from_utf8_lossy(&new));
    }

    #[test]
    fn whole_nodes_that_go_are_judged_like_the_whole_document(
        content in content(),
        picks in proptest::collection::vec((any::<proptest::sample::Index>(), piece()), 1..5),
    ) {
        let document = parse(format!("<r>{content}<a>{content}]]</a>&lt;<b/>></r>"));
        let tree = document.tree();
        let mut patches: Vec<Patch> = picks
            .iter()
            .map(|(pick, text)| {
                let node = tree.node_at(pick.index(tree.len())).expect("a node");
                Patch { range: tree.range(node), text: text.clone().into_bytes() }
            })
            .collect();
        patches.sort_by_key(|patch| (patch.range.start, patch.range.end));
        patches.dedup_by(|later, earlier| later.range.start < earlier.range.end || later.range == earlier.range);
        let new = Patch::apply(document.text(), &patches);
        let language = Language::named("xml").expect("built in");
        let probed = language.probe(&document, &patches).expect("nothing cancels it").trouble();
        prop_assert_eq!(probed, parse(&new).trouble(), "{} became {}", String::from_utf8_lossy(document.text()), String::from_utf8_lossy(&new));
    }

    #[test]
    fn any_bytes_round_trip(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
        parse(bytes);
    }

    #[test]
    fn anything_like_markup_round_trips(text in "([<>/&;!?a \\[\\]='\"x-]|<!--|-->|<!DOCTYPE|<!\\[CDATA\\[|\\]\\]>|<\\?xml|\\?>|&#|</?a>|é){0,30}") {
        let document = parse(&text);
        let tree = document.tree();
        let mut at = 0;
        for token in tree.nodes().filter(|&n| tree.is_token(n)) {
            prop_assert!(text[at..tree.range(token).start].trim_matches('\u{feff}').trim_ascii().is_empty(), "no token covers a part of {}", text);
            at = tree.range(token).end;
        }
        prop_assert!(text[at..].trim_ascii().is_empty(), "no token covers the end of {}", text);
    }
}
