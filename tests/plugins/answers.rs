//! A plugin that writes down every answer of the host, and makes every edit: what `answers.c` does, by the SDK.

use reduce_tree_plugin::{About, Edits, Kind, Node, Pass, Source, plugin};

/// Every answer to every question, as the only instance.
struct Answers;

impl Pass for Answers {
    const ABOUT: About = About {
        name: c"answers",
        description: c"writes down what the host says of every node",
        languages: None,
        kind: Kind::Polishes,
    };

    fn open(_source: Source<'_>) -> Result<Self, String> {
        Ok(Answers)
    }

    fn count(&self) -> Option<usize> {
        None
    }

    fn apply(&self, source: Source<'_>, instance: usize) -> Result<Option<Edits>, String> {
        if instance > 0 {
            return Ok(None);
        }
        let mut out = format!("{} {}\n", source.language(), source.text().len()).into_bytes();
        for node in source.nodes() {
            write_down(source, node, &mut out);
        }
        Ok(Some(Edits::new().replace(0..source.text().len(), out)))
    }
}

fn write_down(source: Source<'_>, node: Node<'_>, out: &mut Vec<u8>) {
    let id = |node: Option<Node<'_>>| node.map_or(-1, |node| i64::from(node.id()));
    let (parent, child, sibling) = (id(node.parent()), id(node.first_child()), id(node.next_sibling()));
    let range = node.range();
    out.extend(format!("{} {parent} {child} {sibling} {} {}", node.id(), node.kind(), node.edge()).bytes());
    out.extend(format!(" {} {} {}", range.start, range.end, node.tokens()).bytes());
    for answer in [node.is_literal(), node.is_extra(), node.is_wrong(), node.is_mandatory(), node.is_in_list()] {
        out.push(if answer { b'1' } else { b'0' });
    }
    for kind in [source.root().kind(), node.kind(), "identifier", "no such kind"] {
        out.push(if node.may_be(kind) { b'1' } else { b'0' });
    }
    for text in node.smallest() {
        out.push(b' ');
        out.extend(text);
    }
    out.push(b'\n');
}

/// For every node: it goes, it takes its parent's place, a text takes its place, its bytes are replaced. The instance
/// behind the last fails.
struct EveryEdit(usize);

impl Pass for EveryEdit {
    const ABOUT: About = About {
        name: c"every-edit",
        description: c"makes every edit of every node",
        languages: Some(c"javascript python c json xml"),
        kind: Kind::Pump,
    };

    fn open(source: Source<'_>) -> Result<Self, String> {
        let nodes = source.nodes().count();
        if nodes == 1 { Err("there is nothing to edit".to_owned()) } else { Ok(EveryEdit(nodes)) }
    }

    fn count(&self) -> Option<usize> {
        Some(self.0 * 4)
    }

    fn apply(&self, source: Source<'_>, instance: usize) -> Result<Option<Edits>, String> {
        if instance == self.0 * 4 {
            return Err(format!("{instance} is one too many"));
        }
        let Some(node) = source.nodes().nth(instance / 4) else { return Ok(None) };
        // Some edits change nothing by themselves, which no instance may.
        let edits = Edits::new().replace(0..0, "*");
        Ok(Some(match instance % 4 {
            0 => edits.remove(node),
            1 => match node.parent() {
                Some(parent) => edits.lift(parent, node, node),
                None => edits,
            },
            2 => edits.put(node, "put"),
            _ => edits.replace(node.range(), "new"),
        }))
    }
}

plugin!(c"answers", [Answers, EveryEdit]);
