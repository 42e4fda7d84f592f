//! Changes that make sense only together: several edits as one instance.

use std::ops::Range;

use reduce_tree_plugin::{Edits, Node, Source};

/// Without the token, and with all nodes of this kind that depend on it down to their operands: `async` and every
/// `await` of the function, `*` and every `yield`.
pub fn stripped(function: Node<'_>, token: Node<'_>, below: &str, text: &[u8]) -> Edits {
    let mut edits = without(Edits::new(), token, text);
    let mut next = function.children().collect::<Vec<_>>();
    while let Some(node) = next.pop() {
        if node.kind() == below {
            let Range { start, end } = node.range();
            edits = match node.parts().next() {
                Some(part) => edits.replace(start..part.range().start, ""),
                None => edits.replace(start..end, "0"),
            };
        }
        // What a function inside awaits is its own business.
        let is_function = node.child("body").is_some() && node.child("parameters").is_some();
        if !is_function {
            next.extend(node.children());
        }
    }
    edits
}

/// Without a node. What filled its lines goes with its lines, else the blanks on one side go along; what then stands
/// side by side does not fuse.
pub fn without(edits: Edits, node: Node<'_>, text: &[u8]) -> Edits {
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
    let Range { start, end } = node.range();
    let before = start - text[..start].iter().rev().take_while(is_blank).count();
    let behind = end + text[end..].iter().take_while(is_blank).count();
    let starts_line = text[..before].last().is_none_or(|byte| *byte == b'\n');
    let range = match (starts_line, text.get(behind)) {
        (true, None | Some(b'\n')) => before..text.len().min(behind + 1),
        (_, None | Some(b'\r' | b'\n')) => before..end,
        _ => start..behind,
    };
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'#') || !byte.is_ascii();
    let would_fuse =
        text[..range.start].last().is_some_and(is_of_name) && text[range.end..].first().is_some_and(is_of_name);
    edits.replace(range, if would_fuse { " " } else { "" })
}

/// `struct s { int x; }` is `int` and `a.x` is `a`, if `x` is the only member; everywhere in the text.
pub fn without_struct(source: Source<'_>, structure: Node<'_>) -> Option<Edits> {
    let mut members = structure.child("body")?.parts();
    let (member, None) = (members.next()?, members.next()) else { return None };
    let (kind, name) = (member.child("type")?, member.child("declarator")?);
    if name.kind() != "field_identifier" || structure.contains(kind) && kind.child("body").is_some() {
        return None;
    }
    let tag = structure.child("name").map(Node::text);
    let mut edits = Edits::new();
    let mut end = 0;
    for node in source.nodes() {
        // Nothing changes inside what has changed.
        if node.range().start < end {
            continue;
        }
        let is_it = node == structure
            || (node.kind() == structure.kind() && tag.is_some() && node.child("name").map(Node::text) == tag);
        let is_use = node.kind() == "field_expression" && node.child("field").map(Node::text) == Some(name.text());
        if is_it {
            edits = edits.put(node, kind.text());
            end = node.range().end;
        } else if is_use && let Some(argument) = node.child("argument") {
            edits = edits.replace(argument.range().end..node.range().end, "");
        }
    }
    Some(edits)
}
