//! From tokens to items: how a run of tokens is divided.
//!
//! The content of a bracket, of an indented block or of the whole text is divided into lines, if it has line breaks that
//! do not just follow commas; else, as one line is, into statements, which end with a semicolon or a curly bracket; else
//! at commas. Nothing here is recursive: inputs may be nested as deep as they are long.

use super::Generic;
use super::scan::{Sort, Token, is_of_word};
use crate::cancellation::{Cancellation, Cancelled};
use crate::tree::{EdgeId, KindId, NodeFlags, Symbols, TreeBuilder};

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
    /// A token of the grammar of all texts: a bracket.
    Literal(usize),
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
    let mut building = Building { front, text, tokens, builder, tasks: Vec::new() };
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
                self.tasks.push(Task::Items(division, end, to));
                self.item(division, from, end);
            }
            Task::Block(division, from, to) => {
                self.open(self.front.block, from, to);
                self.tasks.push(Task::Items(division, from, to));
            }
            Task::Literal(at) => self.leaf(at),
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

    /// A token, or the group that it opens.
    fn token(&mut self, at: usize) {
        if self.tokens[at].sort != Sort::Open {
            return self.leaf(at);
        }
        let close = self.tokens[at].partner as usize;
        self.open(self.front.group, at, close + 1);
        self.leaf(at);
        self.tasks.push(Task::Literal(close));
        self.tasks.push(Task::Items(self.division(at + 1, close), at + 1, close));
    }

    /// Opens a node over some tokens, which ends when what is pushed after this is done.
    fn open(&mut self, kind: KindId, from: usize, to: usize) {
        let range = self.tokens[from].start as usize..self.tokens[to - 1].end as usize;
        self.builder.open(kind, Symbols::CHILD, range, NodeFlags::default());
        self.tasks.push(Task::Close);
    }

    fn leaf(&mut self, at: usize) {
        let token = self.tokens[at];
        let (kind, edge) = self.label(token);
        let flags = NodeFlags { literal: edge == Symbols::TOKEN, ..NodeFlags::default() };
        self.builder.open(kind, edge, token.start as usize..token.end as usize, flags);
        self.builder.close();
    }

    fn label(&self, token: Token) -> (KindId, EdgeId) {
        let front = self.front;
        match token.sort {
            Sort::Words => (front.words, Symbols::CHILD),
            Sort::Comma => (front.comma, Symbols::TOKEN),
            Sort::Semicolon => (front.semicolon, Symbols::TOKEN),
            Sort::Open | Sort::Close => {
                let byte = self.text[token.start as usize];
                let kind = front.brackets.iter().find(|(bracket, _)| *bracket == byte);
                (kind.map_or(front.words, |(_, kind)| *kind), Symbols::TOKEN)
            }
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
        let is_comma = |at: usize| self.tokens[at].sort == Sort::Comma;
        if from < to && (is_comma(from) || self.neighbours(from, to).any(|(_, at)| is_comma(at))) {
            Division::Elements
        } else {
            Division::Tokens
        }
    }

    /// Where the item ends that begins at a place.
    fn end_of_item(&self, division: Division, from: usize, to: usize) -> usize {
        let sort = |at: usize| self.tokens[at].sort;
        let column = self.tokens[from].column;
        let ends = |(before, at): (usize, usize)| match division {
            Division::Lines => self.begins_line(before, at) && self.tokens[at].column <= column,
            Division::Statements => self.begins_statement(before, at),
            Division::Elements => sort(at) == Sort::Comma || sort(before) == Sort::Comma,
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
        let byte = |at: usize| self.text[self.tokens[at].start as usize];
        let goes_on = match (self.tokens[before].sort, self.tokens[at].sort) {
            (Sort::Close, Sort::Open) => byte(self.tokens[before].partner as usize) != byte(at),
            (Sort::Comma, _) | (_, Sort::Open) => true,
            _ => false,
        };
        self.tokens[at].is_first_in_line && !goes_on
    }

    /// Whether a token begins the next statement of a line.
    fn begins_statement(&self, before: usize, at: usize) -> bool {
        let byte = |at: usize| self.text[self.tokens[at].start as usize];
        match self.tokens[before].sort {
            Sort::Semicolon => true,
            Sort::Close => byte(before) == b'}' && is_of_word(byte(at)),
            _ => false,
        }
    }
}
