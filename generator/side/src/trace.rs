//! Reads the trace that is to be followed, as the tree of its scopes.

use std::io::{self, BufRead};

use rustc_hash::FxHashMap;

use crate::side::{Kind, SiteNumber};
use crate::{HEADER, VERSION};

/// Why a trace cannot be followed.
#[derive(Debug, thiserror::Error)]
pub enum FollowedError {
    /// The file cannot be read.
    #[error("cannot read the trace ({0})")]
    Unreadable(#[from] io::Error),
    /// Another version, or no trace at all.
    #[error("the trace does not begin with `{HEADER} {VERSION}`: use a reduce-generator of the version of this side")]
    Header,
    /// A line that makes no sense.
    #[error("line {0} of the trace makes no sense")]
    Line(usize),
}

/// A trace to follow.
#[derive(Debug)]
pub(crate) struct Followed {
    /// Whether the run is given up where it cannot be aligned.
    pub strict: bool,
    /// Sites by their places.
    pub sites: FxHashMap<String, (SiteNumber, Kind)>,
    /// All parts; the first is what is in no scope.
    pub parts: Vec<Part>,
    /// All scopes.
    pub scopes: Vec<Scope>,
    /// The number of choices.
    pub draws: usize,
}

/// What happened in the head of a scope, in an iteration or in an arm.
#[derive(Debug, Default)]
pub(crate) struct Part {
    pub arm: Option<u32>,
    pub items: Vec<Item>,
    /// The line on which it begins.
    pub line: usize,
}

/// A choice or a scope.
#[derive(Debug)]
pub(crate) enum Item {
    Draw(Draw),
    /// By its place in [`Followed::scopes`].
    Scope(usize),
}

/// A choice, with its value as the words that follow its site.
#[derive(Debug)]
pub(crate) struct Draw {
    pub site: SiteNumber,
    pub words: Box<str>,
    pub line: usize,
}

/// A scope: its head, then its iterations or the arm that was taken, by their places in [`Followed::parts`].
#[derive(Debug)]
pub(crate) struct Scope {
    pub site: SiteNumber,
    pub parts: Vec<usize>,
    pub line: usize,
}

impl Followed {
    /// Reads a trace.
    pub fn read(input: impl BufRead) -> Result<Self, FollowedError> {
        let mut lines = input.lines();
        let header = lines.next().transpose()?.ok_or(FollowedError::Header)?;
        let words: Vec<&str> = header.split(' ').collect();
        if words.first() != Some(&HEADER) || words.get(1) != Some(&VERSION) {
            return Err(FollowedError::Header);
        }
        let mut walk = Walk {
            followed: Followed {
                strict: words.get(2) == Some(&"halt"),
                sites: FxHashMap::default(),
                parts: vec![Part::default()],
                scopes: Vec::new(),
                draws: 0,
            },
            open: Vec::new(),
            part: 0,
        };
        for (at, line) in lines.enumerate() {
            walk.take(&line?, at + 2).ok_or(FollowedError::Line(at + 2))?;
        }
        Ok(walk.followed)
    }

    /// The site of an item.
    pub fn site(&self, item: &Item) -> SiteNumber {
        match item {
            Item::Draw(draw) => draw.site,
            Item::Scope(scope) => self.scopes[*scope].site,
        }
    }

    /// The line of an item.
    pub fn line(&self, item: &Item) -> usize {
        match item {
            Item::Draw(draw) => draw.line,
            Item::Scope(scope) => self.scopes[*scope].line,
        }
    }
}

/// The walk over the lines.
struct Walk {
    followed: Followed,
    /// The open scopes, each with the part that it lies in.
    open: Vec<(usize, usize)>,
    part: usize,
}

impl Walk {
    /// Takes a line. `None`: it makes no sense.
    fn take(&mut self, line: &str, number: usize) -> Option<()> {
        let mut characters = line.chars();
        let Some(mark) = characters.next() else { return Some(()) };
        let rest = characters.as_str();
        match mark {
            '?' => {
                let (site, words) = rest.split_once(' ')?;
                let draw = Draw { site: site.parse().ok()?, words: words.into(), line: number };
                self.followed.parts[self.part].items.push(Item::Draw(draw));
                self.followed.draws += 1;
            }
            '(' => {
                let scope = self.followed.scopes.len();
                self.followed.parts[self.part].items.push(Item::Scope(scope));
                self.open.push((scope, self.part));
                self.part = self.begin(None, number);
                self.followed.scopes.push(Scope { site: rest.parse().ok()?, parts: vec![self.part], line: number });
            }
            '+' => {
                let (site, arm) = rest.split_once(' ').map_or((rest, None), |(site, arm)| (site, Some(arm)));
                let arm = arm.map(str::parse).transpose().ok()?;
                self.close_to(site.parse().ok()?)?;
                self.part = self.begin(arm, number);
                let (scope, _) = *self.open.last()?;
                self.followed.scopes[scope].parts.push(self.part);
            }
            ')' => {
                self.close_to(rest.parse().ok()?)?;
                self.part = self.open.pop()?.1;
            }
            ':' => {
                let mut words = rest.splitn(4, ' ');
                let (site, kind) = (words.next()?.parse().ok()?, Kind::named(words.next()?)?);
                self.followed.sites.insert(words.nth(1)?.to_owned(), (site, kind));
            }
            '=' | '.' | '!' | '#' => {}
            _ => return None,
        }
        Some(())
    }

    fn begin(&mut self, arm: Option<u32>, line: usize) -> usize {
        self.followed.parts.push(Part { arm, items: Vec::new(), line });
        self.followed.parts.len() - 1
    }

    /// Closes what is open within the innermost scope of a site.
    fn close_to(&mut self, site: SiteNumber) -> Option<()> {
        let depth = self.open.iter().rposition(|&(scope, _)| self.followed.scopes[scope].site == site)?;
        self.open.truncate(depth + 1);
        Some(())
    }
}
