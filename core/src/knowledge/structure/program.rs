//! What the children of a node may be, as a program of a machine that reads them one after the other.

use super::Quantifier;
use super::pieces::Piece;
use crate::tree::KindId;

/// No rule takes more steps: larger ones are left out.
const LARGEST: usize = 20_000;

/// A program: it ends behind its last step.
#[derive(Debug, Default)]
pub(super) struct Program {
    pub(super) steps: Vec<Step>,
}

/// A step of a program.
#[derive(Debug)]
pub(super) enum Step {
    /// Reads a child of one of these kinds, in ascending order.
    Child(Vec<KindId>),
    /// Goes on there; if that comes to nothing, here.
    Either(usize, usize),
    /// Goes on there.
    Go(usize),
    /// Notes where something begins or ends.
    Note(Note),
}

/// What is noted on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Note {
    /// A quantified part begins.
    Part(Quantifier),
    /// Something in it begins.
    Item,
    /// That ends.
    ItemEnd,
    /// The part ends.
    PartEnd,
}

impl Program {
    /// The program for what may stand below a kind; none if it is too large.
    pub(super) fn of(piece: &Piece) -> Option<Self> {
        let mut program = Program::default();
        program.add(piece)?;
        Some(program)
    }

    fn add(&mut self, piece: &Piece) -> Option<()> {
        match piece {
            Piece::Empty => {}
            Piece::Child(kinds) => self.push(Step::Child(kinds.clone()))?,
            Piece::Sequence(pieces) => pieces.iter().try_for_each(|piece| self.add(piece))?,
            Piece::Choice(pieces) => self.choose(pieces)?,
            Piece::Quantified(quantifier, element, separator) => self.repeat(*quantifier, element, separator)?,
        }
        Some(())
    }

    fn push(&mut self, step: Step) -> Option<()> {
        self.steps.push(step);
        (self.steps.len() <= LARGEST).then_some(())
    }

    fn choose(&mut self, pieces: &[Piece]) -> Option<()> {
        let Some((last, others)) = pieces.split_last() else { return Some(()) };
        let mut ends = Vec::new();
        for piece in others {
            let branch = self.steps.len();
            self.push(Step::Either(branch + 1, 0))?;
            self.add(piece)?;
            ends.push(self.steps.len());
            self.push(Step::Go(0))?;
            self.steps[branch] = Step::Either(branch + 1, self.steps.len());
        }
        self.add(last)?;
        for end in ends {
            self.steps[end] = Step::Go(self.steps.len());
        }
        Some(())
    }

    fn repeat(&mut self, quantifier: Quantifier, element: &Piece, separator: &Piece) -> Option<()> {
        self.push(Step::Note(Note::Part(quantifier)))?;
        if matches!(quantifier, Quantifier::Plus | Quantifier::Separated) {
            self.item(element)?;
        }
        let again = self.steps.len();
        self.push(Step::Either(again + 1, 0))?;
        self.add(separator)?;
        self.item(element)?;
        if quantifier != Quantifier::Optional {
            self.push(Step::Go(again))?;
        }
        self.steps[again] = Step::Either(again + 1, self.steps.len());
        self.push(Step::Note(Note::PartEnd))
    }

    fn item(&mut self, element: &Piece) -> Option<()> {
        self.push(Step::Note(Note::Item))?;
        self.add(element)?;
        self.push(Step::Note(Note::ItemEnd))
    }
}
