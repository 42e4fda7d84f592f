//! What this process and a helper say to each other.

use std::io;
use std::path::PathBuf;

use super::background::Setting;
use super::{About, Kind, Trouble};
use crate::knowledge::Filter;
use crate::language::{GrammarFiles, Patch};
use crate::tree::Difference;
use crate::wire::{Nonsense, Reader, Writer};

/// What a helper is asked.
#[derive(Debug)]
pub(super) enum Request {
    /// To load a plugin: the first request.
    Load(PathBuf),
    /// To expect texts like this. There is no reply.
    Prepare(Setting),
    /// To open a text with the pass in this place.
    Open {
        /// The pass.
        pass: usize,
        /// How the text differs from the one that was opened last, which is empty before the first; none if it is the
        /// same.
        change: Option<Patch>,
    },
    /// To take the tree that it wants. The answer is that to the request before.
    Tree(Difference),
    /// To apply an instance of the pass in this place to what it has open.
    Apply {
        /// The pass.
        pass: usize,
        /// The instance.
        instance: u64,
    },
}

/// What a helper answers.
#[derive(Debug)]
pub(super) enum Reply {
    /// The plugin's passes, in its order.
    Loaded(Vec<About>),
    /// Why the plugin cannot be used.
    Unusable(String),
    /// The number of instances, if it is known.
    Opened(Option<u64>),
    /// The changes, if there is such an instance.
    Applied(Option<Vec<Patch>>),
    /// What went wrong in a call of the plugin.
    Trouble(Trouble),
    /// That the plugin wants the tree of the text; the answer comes when the helper has it.
    Wants,
}

impl Request {
    /// As a frame with this serial number.
    pub(super) fn frame(&self, serial: u64) -> io::Result<Vec<u8>> {
        let to = Writer::new().number(serial);
        let to = match self {
            Request::Load(path) => to.byte(0).path(path),
            Request::Prepare(Setting { language, grammar, tables, filter }) => to
                .byte(1)
                .bytes(language.as_bytes())
                .option(grammar.as_ref(), |to, files| to.path(&files.library).path(&files.node_types))
                .option(tables.as_deref(), Writer::path)
                .byte(match filter {
                    Filter::Ranked => 0,
                    Filter::Strict => 1,
                    Filter::Off => 2,
                }),
            Request::Open { pass, change } => to.byte(2).number(*pass as u64).option(change.as_ref(), patch),
            Request::Apply { pass, instance } => to.byte(3).number(*pass as u64).number(*instance),
            Request::Tree(difference) => tree(to.byte(4), difference),
        };
        to.frame()
    }

    /// The serial number and the request in the content of a frame.
    pub(super) fn read(content: &[u8]) -> Result<(u64, Self), Nonsense> {
        let mut from = Reader::new(content);
        let serial = from.number()?;
        let request = match from.byte()? {
            0 => Request::Load(from.path()?),
            1 => Request::Prepare(Setting {
                language: from.string()?,
                grammar: from.option(|from| Ok(GrammarFiles { library: from.path()?, node_types: from.path()? }))?,
                tables: from.option(Reader::path)?,
                filter: match from.byte()? {
                    0 => Filter::Ranked,
                    1 => Filter::Strict,
                    2 => Filter::Off,
                    _ => return Err(Nonsense),
                },
            }),
            2 => Request::Open { pass: from.size()?, change: from.option(read_patch)? },
            3 => Request::Apply { pass: from.size()?, instance: from.number()? },
            4 => Request::Tree(read_tree(&mut from)?),
            _ => return Err(Nonsense),
        };
        from.end((serial, request))
    }
}

impl Reply {
    /// As a frame that answers the request with this serial number.
    pub(super) fn frame(&self, serial: u64) -> io::Result<Vec<u8>> {
        let to = Writer::new().number(serial);
        let to = match self {
            Reply::Loaded(passes) => to.byte(0).list(passes, about),
            Reply::Unusable(reason) => to.byte(1).bytes(reason.as_bytes()),
            Reply::Opened(count) => to.byte(2).option(*count, Writer::number),
            Reply::Applied(patches) => to.byte(3).option(patches.as_ref(), |to, patches| to.list(patches, patch)),
            Reply::Trouble(Trouble::Refused(message)) => to.byte(4).bytes(message.as_bytes()),
            Reply::Trouble(Trouble::TooLarge(most)) => to.byte(5).number(*most as u64),
            Reply::Wants => to.byte(7),
            Reply::Trouble(Trouble::Broken(how)) => to.byte(6).bytes(how.as_bytes()),
            // No other trouble comes from within a helper.
            Reply::Trouble(other) => to.byte(6).bytes(other.to_string().as_bytes()),
        };
        to.frame()
    }

    /// The reply in the content of a frame, if it answers the request with this serial number.
    pub(super) fn read(content: &[u8], serial: u64) -> Result<Self, Nonsense> {
        let mut from = Reader::new(content);
        if from.number()? != serial {
            return Err(Nonsense);
        }
        let reply = match from.byte()? {
            0 => Reply::Loaded(from.list(read_about)?),
            1 => Reply::Unusable(line(&mut from)?),
            2 => Reply::Opened(from.option(Reader::number)?),
            3 => Reply::Applied(from.option(|from| from.list(read_patch))?),
            4 => Reply::Trouble(Trouble::Refused(line(&mut from)?)),
            5 => Reply::Trouble(Trouble::TooLarge(from.size()?)),
            6 => Reply::Trouble(Trouble::Broken(line(&mut from)?)),
            7 => Reply::Wants,
            _ => return Err(Nonsense),
        };
        from.end(reply)
    }
}

fn patch(to: Writer, patch: &Patch) -> Writer {
    to.number(patch.range.start as u64).number(patch.range.end as u64).bytes(&patch.text)
}

fn read_patch(from: &mut Reader) -> Result<Patch, Nonsense> {
    Ok(Patch { range: from.size()?..from.size()?, text: from.bytes()?.to_vec() })
}

fn tree(to: Writer, Difference { head, middle, tail, shift, corrected }: &Difference) -> Writer {
    let to = to.number(*head as u64).number(*tail as u64).word(*shift).list(middle, |to, node| to.words(node));
    to.list(corrected, |to, (place, node)| to.word(*place).words(node))
}

fn read_tree(from: &mut Reader) -> Result<Difference, Nonsense> {
    Ok(Difference {
        head: from.size()?,
        tail: from.size()?,
        shift: from.word()?,
        middle: from.list(Reader::words)?,
        corrected: from.list(|from| Ok((from.word()?, from.words()?)))?,
    })
}

fn about(to: Writer, about: &About) -> Writer {
    let to = [&about.plugin, &about.version, &about.name, &about.description]
        .iter()
        .fold(to, |to, text| to.bytes(text.as_bytes()));
    to.list(&about.languages, |to, language| to.bytes(language.as_bytes())).byte(match about.kind {
        Kind::Shrinks => 0,
        Kind::Pump => 1,
        Kind::Polishes => 2,
        Kind::Tidies => 3,
        Kind::Formats => 4,
    })
}

fn read_about(from: &mut Reader) -> Result<About, Nonsense> {
    Ok(About {
        plugin: line(from)?,
        version: line(from)?,
        name: line(from)?,
        description: line(from)?,
        languages: from.list(line)?,
        kind: match from.byte()? {
            0 => Kind::Shrinks,
            1 => Kind::Pump,
            2 => Kind::Polishes,
            3 => Kind::Tidies,
            _ => return Err(Nonsense),
        },
    })
}

/// A text that people read. It stays one line, and does nothing to their terminals.
fn line(from: &mut Reader) -> Result<String, Nonsense> {
    const LONGEST: usize = 300;
    Ok(from.string()?.chars().map(|c| if c.is_control() { ' ' } else { c }).take(LONGEST).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::HEADER;

    fn patches() -> Vec<Patch> {
        vec![Patch { range: 3..7, text: b"some \xff text".to_vec() }, Patch { range: 9..9, text: Vec::new() }]
    }

    #[test]
    fn requests_arrive_as_they_were() {
        let setting = Setting {
            language: "lua".to_owned(),
            grammar: Some(GrammarFiles { library: "/a b/l.so".into(), node_types: "n.json".into() }),
            tables: None,
            filter: Filter::Strict,
        };
        let difference =
            Difference { head: 3, tail: 1 << 40, shift: 9, middle: vec![[7; 6]], corrected: vec![(2, [1; 6])] };
        for request in [
            Request::Load("/some/where.so".into()),
            Request::Prepare(setting),
            Request::Open { pass: 2, change: patches().pop() },
            Request::Open { pass: 0, change: None },
            Request::Tree(difference),
            Request::Apply { pass: 1, instance: u64::MAX },
        ] {
            let frame = request.frame(17).expect("short");
            let (serial, read) = Request::read(&frame[HEADER..]).expect("sense");
            assert_eq!((serial, format!("{read:?}")), (17, format!("{request:?}")));
        }
    }

    #[test]
    fn replies_arrive_whole_or_make_no_sense() {
        let about = About {
            plugin: "p".to_owned(),
            version: "1".to_owned(),
            name: "n".to_owned(),
            description: "does things".to_owned(),
            languages: vec!["c".to_owned()],
            kind: Kind::Polishes,
        };
        for reply in [
            Reply::Loaded(vec![about]),
            Reply::Unusable("no".to_owned()),
            Reply::Opened(Some(3)),
            Reply::Opened(None),
            Reply::Applied(Some(patches())),
            Reply::Applied(None),
            Reply::Trouble(Trouble::Refused("no".to_owned())),
            Reply::Trouble(Trouble::TooLarge(8)),
            Reply::Trouble(Trouble::Broken("so".to_owned())),
            Reply::Wants,
        ] {
            let frame = reply.frame(5).expect("short");
            let content = &frame[HEADER..];
            let shown = |reply: Result<Reply, Nonsense>| format!("{reply:?}");
            let expected = format!("{reply:?}");
            assert_eq!(shown(Reply::read(content, 5)), format!("Ok({expected})"));
            assert!(Reply::read(content, 6).is_err(), "it answers another request");
            assert!((0..content.len()).all(|end| Reply::read(&content[..end], 5).is_err()), "{expected}");
            assert!(Reply::read(&[content, b"more"].concat(), 5).is_err(), "{expected}");
        }
    }

    #[test]
    fn what_people_read_is_one_short_line() {
        let frame = Reply::Unusable(format!("\x1b[31mred\nand{}", "x".repeat(5000))).frame(0).expect("short");
        let Ok(Reply::Unusable(reason)) = Reply::read(&frame[HEADER..], 0) else { panic!("no reason") };
        assert!(reason.starts_with(" [31mred and") && reason.len() == 300, "{reason}");
    }
}
