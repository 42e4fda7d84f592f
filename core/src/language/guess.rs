//! The language of a text without a name.

use std::sync::Arc;

use super::{BUILTIN, Language, LanguageError, Reader};

impl Language {
    /// The built-in language that reads this text with the least trouble: for texts that come without a file name. Of a
    /// text of a few tokens nobody can tell.
    ///
    /// # Errors
    /// [`LanguageError::Grammar`] when a grammar does not fit the parser.
    pub fn of_text(text: &[u8]) -> Result<Arc<Language>, LanguageError> {
        let mut best = Language::of_row(&BUILTIN[0])?;
        let mut least = best.parse(text).trouble();
        for row in &BUILTIN[1..] {
            // Any text is text to XML: all before and after the elements is one trouble to it, however long.
            if matches!(row.reader, Reader::Xml) && !begins_with_tag(text) {
                continue;
            }
            let language = Language::of_row(row)?;
            let trouble = language.parse(text).trouble();
            if trouble < least {
                (best, least) = (language, trouble);
            }
        }
        Ok(best)
    }
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
        let texts: [(&str, &str); 9] = [
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
        ];
        for (name, text) in texts {
            assert_eq!(Language::of_text(text.as_bytes()).expect("one of them").name(), name, "{text}");
        }
    }
}
