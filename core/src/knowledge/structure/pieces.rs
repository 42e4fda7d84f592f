//! From the rules of a grammar to what the children of a node of each kind may be: rules that show no node of their own
//! are put in the place of their names.

use rustc_hash::FxHashMap;

use super::Quantifier;
use crate::language::grammar_json::{Grammar, Rule};
use crate::tree::{KindId, Symbols};

/// What may stand side by side below a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Nothing.
    Empty,
    /// One child of one of these kinds, in ascending order.
    Child(Vec<KindId>),
    /// One behind the other.
    Sequence(Vec<Piece>),
    /// One of them, the earlier rather than the later.
    Choice(Vec<Piece>),
    /// What is quantified, with the separator.
    Quantified(Quantifier, Box<Piece>, Box<Piece>),
}

/// The bound on rules within rules without a node in between.
const DEEPEST: usize = 64;

/// Puts rules together.
pub(super) struct Pieces<'g> {
    grammar: &'g Grammar,
    symbols: &'g Symbols,
}

impl<'g> Pieces<'g> {
    pub(super) fn new(grammar: &'g Grammar, symbols: &'g Symbols) -> Self {
        Pieces { grammar, symbols }
    }

    /// What may stand below each kind: by the rule of its name, and by whatever is shown under its name.
    pub(super) fn by_kind(&self) -> FxHashMap<KindId, Piece> {
        let mut rules: FxHashMap<KindId, Vec<&'g Rule>> = FxHashMap::default();
        for (name, rule) in &self.grammar.rules {
            if let Some(kind) = self.symbols.kind(name).filter(|_| self.grammar.shows(name)) {
                rules.entry(kind).or_default().insert(0, rule);
            }
        }
        let mut names: Vec<&String> = self.grammar.rules.keys().collect();
        names.sort_unstable();
        for name in names {
            self.aliases(&self.grammar.rules[name], &mut rules);
        }
        let piece = |rules: &[&'g Rule]| {
            let mut choices: Vec<Piece> = Vec::new();
            for rule in rules {
                let piece = self.piece(rule, &mut Vec::new())?;
                if !choices.contains(&piece) {
                    choices.push(piece);
                }
            }
            Some(choice(choices))
        };
        rules.iter().filter_map(|(&kind, rules)| Some((kind, piece(rules)?))).collect()
    }

    /// Adds what is shown under another name within a rule.
    fn aliases(&self, rule: &'g Rule, rules: &mut FxHashMap<KindId, Vec<&'g Rule>>) {
        match rule {
            Rule::Alias { content, named, value } => {
                if let (true, Some(kind)) = (*named, self.symbols.kind(value)) {
                    // What has a rule of its own is made by that.
                    let made = match &**content {
                        Rule::Symbol { name } => self.grammar.rules.get(name),
                        other => Some(other),
                    };
                    rules.entry(kind).or_default().extend(made);
                }
                self.aliases(content, rules);
            }
            Rule::Seq { members } | Rule::Choice { members } => {
                for member in members {
                    self.aliases(member, rules);
                }
            }
            Rule::Repeat { content } | Rule::Repeat1 { content } | Rule::Field { content } | Rule::Prec { content } => {
                self.aliases(content, rules);
            }
            Rule::Blank | Rule::String { .. } | Rule::Pattern | Rule::Symbol { .. } | Rule::Token { .. } => {}
        }
    }

    /// What a rule has below a node; none if that cannot be said. `within` are the rules that it is a part of.
    fn piece(&self, rule: &'g Rule, within: &mut Vec<&'g str>) -> Option<Piece> {
        Some(match rule {
            Rule::Blank | Rule::Pattern => Piece::Empty,
            Rule::String { value } => self.child(&format!("\"{value}\"")),
            Rule::Token { content } => match &**content {
                Rule::String { .. } | Rule::Prec { .. } | Rule::Token { .. } => self.piece(content, within)?,
                _ => Piece::Empty,
            },
            Rule::Alias { named, value, .. } => {
                self.child(&if *named { value.clone() } else { format!("\"{value}\"") })
            }
            Rule::Field { content } | Rule::Prec { content } => self.piece(content, within)?,
            Rule::Symbol { name } if self.grammar.shows(name) => self.child(name),
            Rule::Symbol { name } => self.hidden(name, within)?,
            Rule::Seq { members } => {
                let pieces = members.iter().map(|member| self.piece(member, within)).collect::<Option<Vec<_>>>()?;
                sequence(pieces, self.symbols)
            }
            Rule::Choice { members } => {
                choice(members.iter().map(|member| self.piece(member, within)).collect::<Option<Vec<_>>>()?)
            }
            Rule::Repeat { content } => quantified(Quantifier::Star, self.piece(content, within)?),
            Rule::Repeat1 { content } => quantified(Quantifier::Plus, self.piece(content, within)?),
        })
    }

    fn child(&self, name: &str) -> Piece {
        Piece::Child(self.symbols.kind(name).into_iter().collect())
    }

    /// What a rule has that shows no node. External tokens and tokens without a name show nothing; whether a token shows
    /// that is all of a rule depends on what else there is in the grammar.
    fn hidden(&self, name: &'g str, within: &mut Vec<&'g str>) -> Option<Piece> {
        let Some(rule) = self.grammar.rules.get(name) else { return Some(Piece::Empty) };
        if within.contains(&name) || within.len() >= DEEPEST {
            return None;
        }
        within.push(name);
        let piece = self.piece(rule, within);
        within.pop();
        let is_token = matches!(rule, Rule::String { .. } | Rule::Token { .. });
        if is_token { piece.map(|piece| Piece::Choice(vec![piece, Piece::Empty])) } else { piece }
    }
}

fn choice(pieces: Vec<Piece>) -> Piece {
    let may_be_empty = pieces.contains(&Piece::Empty);
    let mut kinds = Vec::new();
    let mut others = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Child(more) => kinds.extend(more),
            Piece::Empty => {}
            other => others.push(other),
        }
    }
    kinds.sort_unstable();
    kinds.dedup();
    if !kinds.is_empty() || others.is_empty() && !may_be_empty {
        others.insert(0, Piece::Child(kinds));
    }
    let one = if others.len() == 1 { others.pop().unwrap_or(Piece::Empty) } else { Piece::Choice(others) };
    match one {
        Piece::Choice(none) if none.is_empty() => Piece::Empty,
        one if may_be_empty => quantified(Quantifier::Optional, one),
        one => one,
    }
}

fn quantified(quantifier: Quantifier, piece: Piece) -> Piece {
    match (quantifier, piece) {
        (_, Piece::Empty) => Piece::Empty,
        // An optional list is one that may be empty.
        (Quantifier::Optional, Piece::Quantified(Quantifier::Plus | Quantifier::Star, inner, none)) => {
            Piece::Quantified(Quantifier::Star, inner, none)
        }
        (quantifier, piece) => Piece::Quantified(quantifier, Box::new(piece), Box::new(Piece::Empty)),
    }
}

/// Pieces side by side. `x` before any number of `, x` is a list with separators.
fn sequence(pieces: Vec<Piece>, symbols: &Symbols) -> Piece {
    let mut out: Vec<Piece> = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Empty => continue,
            Piece::Sequence(more) => out.extend(more),
            piece => out.push(piece),
        }
        if let Some((element, separator)) = separated(&out, symbols) {
            let length = if let Piece::Sequence(parts) = &element { parts.len() } else { 1 };
            out.truncate(out.len() - 1 - length);
            out.push(Piece::Quantified(Quantifier::Separated, Box::new(element), Box::new(separator)));
        }
    }
    match out.len() {
        0 => Piece::Empty,
        1 => out.pop().unwrap_or(Piece::Empty),
        _ => Piece::Sequence(out),
    }
}

/// The element and the separator, if the last of the pieces is any number of separators with elements, and what is before
/// it is such an element.
fn separated(pieces: &[Piece], symbols: &Symbols) -> Option<(Piece, Piece)> {
    let (Piece::Quantified(Quantifier::Star, group, _), before) = pieces.split_last()? else { return None };
    let Piece::Sequence(group) = &**group else { return None };
    let (separator, element) = group.split_first()?;
    let is_literal = |kinds: &[KindId]| kinds.iter().all(|&kind| symbols.kind_name(kind).starts_with('"'));
    let separates = matches!(separator, Piece::Child(kinds) if is_literal(kinds));
    if !separates || !before.ends_with(element) {
        return None;
    }
    let element = if let [one] = element { one.clone() } else { Piece::Sequence(element.to_vec()) };
    Some((element, separator.clone()))
}
