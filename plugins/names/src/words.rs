//! Names in text that no grammar has read: what a `#define` stands for.

/// The names in a piece of C, with where they begin, and whether they follow `.` or `->`. Literals are passed over.
pub(crate) fn words(text: &[u8]) -> Vec<(&str, usize, bool)> {
    let is_word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_' || *b == b'$';
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let rest = &text[at..];
        let length = match byte {
            b'"' | b'\'' => literal(rest),
            _ if is_word(&byte) => rest.iter().take_while(|b| is_word(b)).count(),
            _ => 1,
        };
        if is_word(&byte)
            && !byte.is_ascii_digit()
            && let Ok(word) = std::str::from_utf8(&rest[..length])
        {
            let before = text[..at].trim_ascii_end();
            let is_member = before.ends_with(b"->") || (before.ends_with(b".") && !before.ends_with(b".."));
            out.push((word, at, is_member));
        }
        at += length;
    }
    out
}

/// The length of a literal with its quotes.
fn literal(text: &[u8]) -> usize {
    let quote = text[0];
    let mut at = 1;
    while let Some(&byte) = text.get(at) {
        at += if byte == b'\\' { 2 } else { 1 };
        if byte == quote {
            break;
        }
    }
    at.min(text.len())
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn literals_and_numbers_are_no_names() {
        let found = words(br#"a->b + "c \" d" - 0x1f * 'e' + f.g"#);
        let names: Vec<_> = found.iter().map(|word| (word.0, word.2)).collect();
        assert_eq!(names, [("a", false), ("b", true), ("f", false), ("g", true)]);
    }
}
