//! The language of a text without a name.

use std::sync::Arc;

use super::{BUILTIN, Document, Language, LanguageError, Reader};

/// A grammar that cannot read one place in fewer tokens than this, or a larger share of the bytes, is not the text's.
const TOKENS_PER_TROUBLE: usize = 50;
const MOST_UNREAD: f64 = 0.2;

impl Language {
    /// The built-in language that reads this text with the least trouble, or that of plain text or bytes where none reads it well: for
    /// texts that come without a file name. Of a text of a few tokens nobody can tell.
    ///
    /// # Errors
    /// [`LanguageError::Grammar`] when a grammar does not fit the parser.
    pub fn of_text(text: &[u8]) -> Result<Arc<Language>, LanguageError> {
        let mut best: Option<(Arc<Language>, Document)> = None;
        for row in BUILTIN {
            let is_candidate = match row.reader {
                Reader::TreeSitter(_) => true,
                // Any text is text to XML: all before and after the elements is one trouble to it, however long.
                Reader::Xml => begins_with_tag(text),
                // There is nothing that these cannot read.
                Reader::Text | Reader::Bytes => false,
            };
            if !is_candidate {
                continue;
            }
            let language = Language::of_row(row)?;
            let document = language.parse(text);
            if best.as_ref().is_none_or(|(_, best)| document.trouble() < best.trouble()) {
                best = Some((language, document));
            }
        }
        match best {
            Some((language, document)) if is_read_well(&document) => Ok(language),
            _ => Language::plain(text),
        }
    }
}

/// Whether a grammar reads most of a text. A text that breaks a parser may have an error anywhere.
fn is_read_well(document: &Document) -> bool {
    let tree = document.tree();
    let (mut unread, mut end) = (0, 0);
    for error in tree.nodes().filter(|&node| tree.flags(node).error).map(|node| tree.range(node)) {
        if error.start >= end {
            unread += error.len();
            end = error.end;
        }
    }
    let most = 1 + tree.weight(tree.root()) / TOKENS_PER_TROUBLE;
    document.trouble() <= most && unread as f64 <= MOST_UNREAD * document.text().len() as f64
}

fn begins_with_tag(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    text.trim_ascii_start().starts_with(b"<")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_tells_its_language() {
        let texts: [(&str, &str); 13] = [
            ("json", "{\"a\": [1, {\"b\": null}]}\n"),
            ("json", "[[1, 2], [3]]"),
            ("xml", "\u{feff}<?xml version=\"1.0\"?>\n<a b='c'>text &amp; <d/></a>\n"),
            ("javascript", "class A { #x = 1; get x() { return this.#x; } }\nconst f = async () => `${new A().x}`;\n"),
            ("javascript", "const title = <div className=\"a\">{name}</div>;\n"),
            ("c", "#include <stdio.h>\nint main(int argc, char **argv) { printf(\"%d\", argc); return 0; }\n"),
            ("c", "#include <a.h>\n#include <b.h>\n"),
            ("python", "from a import b\n\ndef f(x, *rest):\n    return [y for y in rest if y is not x]\n"),
            // Broken, as inputs of parsers are: what is least broken.
            ("python", "def f(:\n    pass\n\nclass A(B):\n    def g(self):\n        yield from self\n"),
            // Of none of these languages.
            ("text", "Dear Sir,\n\nthe machine that I bought (last week) makes a noise.\n\nYours\n"),
            (
                "text",
                "server:\n  paths:\n    - /usr/lib\n    - /usr/bin\nusers:\n  - name: a\n    roles: [b, c]\n  - name: d\n",
            ),
            ("bytes", "\x7fELF\x02\x01\x01\0\0\0\0"),
            ("text", "all: a.o b.o\n\tcc -o $@ $^\n\n%.o: %.c\n\tcc -c $<\n"),
        ];
        for (name, text) in texts {
            assert_eq!(Language::of_text(text.as_bytes()).expect("one of them").name(), name, "{text}");
        }
    }
}
