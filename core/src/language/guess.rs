//! The language of a text without a name.

use std::sync::Arc;

use super::{BUILTIN, Document, Language, LanguageError, Reader, Row};

/// A grammar that cannot read one place in fewer tokens than this, or a larger share of the bytes, is not the text's.
const TOKENS_PER_TROUBLE: usize = 50;
const MOST_UNREAD: f64 = 0.2;

impl Language {
    /// The built-in language of a text that comes without a file name: the one that its first line names, else the one
    /// that reads it with the least trouble, of those that do not read nearly anything, or that of plain text or bytes
    /// where none reads it well. Of a text of a few tokens nobody can tell.
    ///
    /// # Errors
    /// [`LanguageError::Grammar`] when a grammar does not fit the parser.
    pub fn of_text(text: &[u8]) -> Result<Arc<Language>, LanguageError> {
        if let Some(language) = Self::of_first_line(text)? {
            return Ok(language);
        }
        let mut best: Option<(Arc<Language>, Document)> = None;
        for row in BUILTIN.iter().filter(|row| row.is_guessed) {
            // Any text is text to XML: all before and after the elements is one trouble to it, however long.
            if matches!(row.reader, Reader::Xml) && !begins_with_tag(text) {
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

    /// The built-in language that the first line of a text names, if it names one: by the interpreter behind `#!`, or by
    /// what such texts begin with.
    ///
    /// # Errors
    /// [`LanguageError::Grammar`] when its grammar does not fit the parser.
    pub fn of_first_line(text: &[u8]) -> Result<Option<Arc<Language>>, LanguageError> {
        Row::of_first_line(text).map(Self::of_row).transpose()
    }
}

impl Row {
    fn of_first_line(text: &[u8]) -> Option<&'static Row> {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        let line = text.split(|&b| b == b'\n').next().unwrap_or_default();
        let line = std::str::from_utf8(line).ok()?.trim().to_ascii_lowercase();
        let Some(command) = line.strip_prefix("#!") else {
            let begins = |sign: &&str| {
                !sign.starts_with(|c: char| c.is_alphanumeric()) && line.starts_with(&sign.to_ascii_lowercase())
            };
            return BUILTIN.iter().find(|row| row.signs.iter().any(begins));
        };
        // `#!/usr/bin/env -S python3.12 -I`
        let mut words = command.split_whitespace().map(|word| word.rsplit('/').next().unwrap_or(word));
        let program = words.find(|word| *word != "env" && !word.starts_with('-') && !word.contains('='))?;
        let program = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
        BUILTIN.iter().find(|row| row.signs.contains(&program))
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
        let texts = [
            ("json", "{\"a\": [1, {\"b\": null}]}\n"),
            ("json", "[[1, 2], [3]]"),
            ("xml", "\u{feff}<?xml version=\"1.0\"?>\n<a b='c'>text &amp; <d/></a>\n"),
            ("javascript", "class A { #x = 1; get x() { return this.#x; } }\nconst f = async () => `${new A().x}`;\n"),
            ("javascript", "const title = <div className=\"a\">{name}</div>;\n"),
            ("c", "#include <stdio.h>\nint main(int argc, char **argv) { printf(\"%d\", argc); return 0; }\n"),
            ("c", "#include <a.h>\n#include <b.h>\n"),
            ("python", "from a import b\n\ndef f(x, *rest):\n    return [y for y in rest if y is not x]\n"),
            (
                "typescript",
                "interface A<T> { b?: T[] }\nexport const f = (a: A<string>): number => a.b!.length as number;\n",
            ),
            (
                "cpp",
                "namespace n { template <class T> struct s : t<T> { virtual ~s() = default; T *operator->(); }; }\n",
            ),
            ("java", "package a.b;\npublic final class C extends D { @Override void f() throws E { super.f(); } }\n"),
            ("go", "package main\n\nfunc f(a ...int) (b, c chan<- int) {\n\tgo func() { b <- a[0] }()\n\treturn\n}\n"),
            (
                "rust",
                "impl<'a> T for S<'a> { fn f(&mut self) -> Option<&'a str> { match self.0 { Some(x) => x?, _ => None } } }\n",
            ),
            ("bash", "#!/bin/sh\nset -e\n"),
            ("bash", "#! /usr/bin/env -S bash -x\necho a\n"),
            ("python", "#!/usr/bin/python3.12\npass\n"),
            ("php", "<?php\necho 1;\n"),
            ("html", "<!DOCTYPE html>\n<p>a<br>b\n"),
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
