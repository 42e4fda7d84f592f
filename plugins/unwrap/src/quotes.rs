//! Strings in plain quotes: templates, f-strings, byte strings, triple quotes.

use reduce_tree_plugin::{Edits, Node};

/// The string in plain quotes; none if it has them, or has content that they cannot hold.
pub fn requoted(string: Node<'_>) -> Option<Edits> {
    let (first, last) = (string.first_child()?, string.children().last()?);
    let opening = first.text();
    let letters = opening.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let quotes = &opening[letters..];
    let quote: &[u8] = match quotes.first()? {
        b'`' => b"\"",
        quote => std::slice::from_ref(quote),
    };
    if opening == quote || last.text() != quotes {
        return None;
    }
    let content = string.text().get(opening.len()..string.text().len() - quotes.len())?;
    let fits = quotes == quote || !content.iter().any(|byte| *byte == b'\n' || quote.contains(byte));
    let is_plain = !string.children().any(|child| child.kind() == "template_substitution");
    (fits && is_plain).then(|| Edits::new().replace(first.range(), quote).replace(last.range(), quote))
}
