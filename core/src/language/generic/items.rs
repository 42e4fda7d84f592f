//! From tokens to items: how a run of tokens is divided.
//!
//! The content of a bracket, of an indented block or of the whole text is divided into lines, if it has line breaks that
//! do not just follow commas; else, as one line is, into statements, which end with a semicolon or a curly bracket; else
//! at commas and other separators. In an outline, neighbours that are small beside the whole text are one token, since
//! only what is a fair share of it is ever looked at. Nothing here is recursive: inputs may be nested as deep as they are long.

use super::scan::{Sort, Token, is_of_word, is_quote};
use super::{Generic, Grain};
use crate::cancellation::{Cancellation, Cancelled};
use crate::tree::{EdgeId, KindId, NodeFlags, Symbols, TreeBuilder};

/// What is together less than one in so many of the text's bytes is not divided.
const FINEST: usize = 8192;

/// How a run of tokens is divided into items.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Division {
    Lines,
    Statements,
    Elements,
    /// It is not: its tokens stand side by side.
    Tokens,
}

/// What is still to be built. Tokens are given by their places.
enum Task {
    /// Items of such a division.
    Items(Division, usize, usize),
    /// The same under a node of their own.
    Block(Division, usize, usize),
    /// The brackets from one place to another, which close a group.
    Brackets(usize, usize),
    /// The node that is open ends.
    Close,
}

/// Builds the nodes of all tokens under the node that is open.
pub(super) fn build(
    front: &Generic,
    text: &[u8],
    tokens: &[Token],
    builder: &mut TreeBuilder,
    cancellation: &Cancellation,
) -> Result<(), Cancelled> {
    let mut steps = cancellation.steps();
    let detail = if front.grain == Grain::Outline { text.len() / FINEST } else { 0 };
    let mut building = Building { front, text, tokens, detail, builder, tasks: Vec::new() };
    building.tasks.push(Task::Items(building.division(0, tokens.len()), 0, tokens.len()));
    while let Some(task) = building.tasks.pop() {
        steps.step()?;
        building.step(&task);
    }
    Ok(())
}

struct Building<'a> {
    front: &'a Generic,
    text: &'a [u8],
    tokens: &'a [Token],
    /// What has at most so many bytes is not divided.
    detail: usize,
    builder: &'a mut TreeBuilder,
    /// The next one is the last.
    tasks: Vec<Task>,
}

impl Building<'_> {
    fn step(&mut self, task: &Task) {
        match *task {
            Task::Items(_, from, to) if from >= to => {}
            Task::Items(division, from, to) => {
                let end = self.end_of_item(division, from, to);
                let is_small = self.bytes(from, end) <= self.detail && !self.parts(division, from);
                let end = if is_small { self.end_of_small_items(division, from, end, to) } else { end };
                self.tasks.push(Task::Items(division, end, to));
                if is_small {
                    self.whole(from, end);
                } else {
                    self.item(division, from, end);
                }
            }
            Task::Block(division, from, to) => {
                self.open(self.front.block, from, to);
                self.tasks.push(Task::Items(division, from, to));
            }
            Task::Brackets(from, to) => self.leaf(from, to),
            Task::Close => self.builder.close(),
        }
    }

    /// One item of a division. A single token or group is one itself.
    fn item(&mut self, division: Division, from: usize, to: usize) {
        if self.next(from) == to {
            return self.token(from);
        }
        self.open(self.front.item, from, to);
        let below = if division == Division::Lines { self.end_of_first_line(from, to) } else { to };
        if below < to {
            self.tasks.push(Task::Block(self.division(below, to), below, to));
        }
        self.tasks.push(match self.division_of_line(from, below) {
            Division::Statements => Task::Block(Division::Statements, from, below),
            division => Task::Items(division, from, below),
        });
    }

    /// A token, or the group that it opens. Brackets within brackets with nothing between are one until they come to
    /// something.
    fn token(&mut self, at: usize) {
        if self.tokens[at].sort != Sort::Open {
            return self.leaf(at, at + 1);
        }
        let partner = |at: usize| self.tokens[at].partner as usize;
        let mut inner = at;
        while self.tokens[inner + 1].sort == Sort::Open
            && partner(inner + 1) + 1 == partner(inner)
            && self.bytes(at, inner + 2) + self.bytes(partner(inner + 1), partner(at) + 1) <= self.detail
        {
            inner += 1;
        }
        let (inner_end, end) = (partner(inner), partner(at) + 1);
        let is_string = is_quote(self.byte(at));
        self.open(if is_string { self.front.string } else { self.front.group }, at, end);
        self.leaf(at, inner + 1);
        self.tasks.push(Task::Brackets(inner_end, end));
        self.tasks.push(Task::Items(self.division(inner + 1, inner_end), inner + 1, inner_end));
    }

    /// Opens a node over some tokens, which ends when what is pushed after this is done.
    fn open(&mut self, kind: KindId, from: usize, to: usize) {
        let range = self.tokens[from].start as usize..self.tokens[to - 1].end as usize;
        self.builder.open(kind, Symbols::CHILD, range, NodeFlags::default());
        self.tasks.push(Task::Close);
    }

    /// What is not divided, or a token that stands alone.
    fn whole(&mut self, from: usize, to: usize) {
        if to == from + 1 {
            return self.leaf(from, to);
        }
        self.open(self.front.words, from, to);
    }

    /// A token, or brackets of one kind and direction.
    fn leaf(&mut self, from: usize, to: usize) {
        let (kind, edge) = self.label(self.tokens[from]);
        let flags = NodeFlags { literal: edge == Symbols::TOKEN, ..NodeFlags::default() };
        self.builder.open(kind, edge, self.tokens[from].start as usize..self.tokens[to - 1].end as usize, flags);
        self.builder.close();
    }

    fn label(&self, token: Token) -> (KindId, EdgeId) {
        let front = self.front;
        match token.sort {
            Sort::Words => (self.kind_of_words(token), Symbols::CHILD),
            Sort::Comma => (front.comma, Symbols::TOKEN),
            Sort::Semicolon => (front.semicolon, Symbols::TOKEN),
            Sort::Separator => (front.separator, Symbols::TOKEN),
            Sort::Open | Sort::Close => {
                let byte = self.text[token.start as usize];
                let kind = front.brackets.iter().find(|(bracket, _)| *bracket == byte);
                (kind.map_or(front.words, |(_, kind)| *kind), Symbols::TOKEN)
            }
        }
    }

    fn kind_of_words(&self, token: Token) -> KindId {
        match (self.front.grain, self.text[token.start as usize]) {
            (Grain::Outline, _) => self.front.words,
            (Grain::Words, byte) if byte.is_ascii_digit() => self.front.number,
            (Grain::Words, byte) if is_of_word(byte) => self.front.name,
            (Grain::Words, _) => self.front.mark,
        }
    }

    /// The first byte of a token.
    fn byte(&self, at: usize) -> u8 {
        self.text[self.tokens[at].start as usize]
    }

    /// Whether a token parts what stands on both sides of it.
    fn is_separator(&self, at: usize) -> bool {
        matches!(self.tokens[at].sort, Sort::Comma | Sort::Separator)
    }

    /// The bytes from one token to the end of another one.
    fn bytes(&self, from: usize, to: usize) -> usize {
        (self.tokens[to - 1].end - self.tokens[from].start) as usize
    }

    /// Whether a token parts the items of such a division, and is none.
    fn parts(&self, division: Division, at: usize) -> bool {
        division == Division::Elements && self.is_separator(at)
    }

    /// Where items end that are small together: the first one does at `end`.
    fn end_of_small_items(&self, division: Division, from: usize, mut end: usize, to: usize) -> usize {
        loop {
            let next = end + usize::from(end < to && self.parts(division, end));
            if next >= to {
                return end;
            }
            let longer = self.end_of_item(division, next, to);
            if self.bytes(from, longer) > self.detail {
                return end;
            }
            end = longer;
        }
    }

    /// The place after a token, or after the group that it opens.
    fn next(&self, at: usize) -> usize {
        let token = self.tokens[at];
        if token.sort == Sort::Open { token.partner as usize + 1 } else { at + 1 }
    }

    /// Every place at which a token or a group begins, with the place of the token before it, from the second one on.
    fn neighbours(&self, from: usize, to: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let first = if from < to { self.next(from) } else { to };
        std::iter::successors(Some(first), move |&at| (at < to).then(|| self.next(at)))
            .take_while(move |&at| at < to)
            .map(|at| (at - 1, at))
    }

    /// How the content of a bracket, of a block or of the text is divided.
    fn division(&self, from: usize, to: usize) -> Division {
        let breaks = |(before, at): (usize, usize)| self.begins_line(before, at);
        if self.neighbours(from, to).any(breaks) { Division::Lines } else { self.division_of_line(from, to) }
    }

    /// How a line is divided, or what counts as one.
    fn division_of_line(&self, from: usize, to: usize) -> Division {
        if self.neighbours(from, to).any(|(before, at)| self.begins_statement(before, at)) {
            return Division::Statements;
        }
        if from < to && (self.is_separator(from) || self.neighbours(from, to).any(|(_, at)| self.is_separator(at))) {
            Division::Elements
        } else {
            Division::Tokens
        }
    }

    /// Where the item ends that begins at a place.
    fn end_of_item(&self, division: Division, from: usize, to: usize) -> usize {
        let column = self.tokens[from].column;
        let ends = |(before, at): (usize, usize)| match division {
            Division::Lines => self.begins_line(before, at) && self.tokens[at].column <= column,
            Division::Statements => self.begins_statement(before, at),
            Division::Elements => self.is_separator(at) || self.is_separator(before),
            Division::Tokens => true,
        };
        self.neighbours(from, to).find(|&neighbours| ends(neighbours)).map_or(to, |(_, at)| at)
    }

    /// Where the lines begin that are indented below the first one of an item.
    fn end_of_first_line(&self, from: usize, to: usize) -> usize {
        self.neighbours(from, to).find(|&(before, at)| self.begins_line(before, at)).map_or(to, |(_, at)| at)
    }

    /// Whether a token is the first of a line that does not go on with what stands before it, as an element does behind
    /// a comma, and as a bracket does on a line of its own, unless one of its kind has been closed right before.
    fn begins_line(&self, before: usize, at: usize) -> bool {
        let goes_on = match (self.tokens[before].sort, self.tokens[at].sort) {
            (Sort::Comma, _) => true,
            (_, Sort::Open) if is_quote(self.byte(at)) => false,
            (Sort::Close, Sort::Open) => self.byte(self.tokens[before].partner as usize) != self.byte(at),
            (_, Sort::Open) => true,
            _ => false,
        };
        self.tokens[at].is_first_in_line && !goes_on
    }

    /// Whether a token begins the next statement of a line.
    fn begins_statement(&self, before: usize, at: usize) -> bool {
        match self.tokens[before].sort {
            Sort::Semicolon => true,
            Sort::Close => self.byte(before) == b'}' && is_of_word(self.byte(at)),
            _ => false,
        }
    }
}
