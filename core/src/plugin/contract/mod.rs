//! The contract, held up to a pass: what breaks it costs the pass its own result, and in the end its place.
//!
//! Only what is asked anyway is looked at. What a pass says of instances that nobody asks for harms nobody.

use std::cell::Cell;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHasher};

use super::{About, Consequence, Kind, Notice, Notices, Pass, Trouble, answer};
use crate::language::{Document, Patch};

/// So many troubles are too many, even if none came twice in a row.
const MOST_TROUBLES: u32 = 5;

/// No pass counts more instances.
const MOST_COUNTED: u64 = 1 << 32;

/// So many instances in a row that make a text longer are no accident.
const ENOUGH: u64 = 4;

/// A pass that does not count its instances and has more of them in a text of this length is taken to have no end.
fn most_uncounted(length: usize) -> u64 {
    16 * length as u64 + 1024
}

/// How a pass or a plugin has behaved so far.
#[derive(Default)]
pub(super) struct Record {
    troubles: Cell<u32>,
    is_off: Cell<bool>,
}

/// A pass that is tried once more when it breaks the contract, and then switched off: it has no instances any more.
pub(super) struct Watched<P> {
    pass: P,
    own: Record,
    /// Of all passes of the plugin together.
    plugin: Rc<Record>,
    notices: Notices,
    opened: Option<Opened>,
    growth: Growth,
}

/// Whether a pass that is to make texts smaller only makes them longer, as far as is known.
enum Growth {
    /// It has done so with so many instances.
    Only(u64),
    /// It has not, or that has been said.
    Settled,
}

struct Opened {
    document: Document,
    count: Option<u64>,
    /// What became of the text by the instances that were asked for, by hash; none for those that do not exist.
    answers: FxHashMap<u64, Option<u64>>,
}

impl<P: Pass> Watched<P> {
    /// Watches a pass of the plugin with this record.
    pub(super) fn new(pass: P, plugin: Rc<Record>, notices: Notices) -> Self {
        let growth = if pass.about().kind == Kind::Shrinks { Growth::Only(0) } else { Growth::Settled };
        Watched { pass, own: Record::default(), plugin, notices, opened: None, growth }
    }

    fn is_off(&self) -> bool {
        self.own.is_off.get() || self.plugin.is_off.get()
    }

    /// Makes a call, and once more if the contract is broken.
    fn call<T>(&mut self, instance: Option<u64>, call: impl Fn(&mut Self) -> Result<T, Trouble>) -> Result<T, Trouble> {
        let first = call(self);
        let Err(trouble) = &first else { return first };
        if !trouble.is_breach() || !self.note(trouble, instance, false) {
            return first;
        }
        self.pass.renew();
        let second = match &self.opened {
            // What was opened is gone with the rest.
            Some(opened) if instance.is_some() => {
                let document = opened.document.clone();
                self.take_up(&document).and_then(|_| call(self))
            }
            _ => call(self),
        };
        if let Err(trouble) = &second
            && trouble.is_breach()
        {
            self.note(trouble, instance, true);
        }
        second
    }

    /// Notes that the contract was broken. Says whether the pass has another chance.
    fn note(&mut self, trouble: &Trouble, instance: Option<u64>, is_again: bool) -> bool {
        let (record, off) = if trouble.is_fatal() {
            (&*self.plugin, Consequence::PluginOff)
        } else {
            (&self.own, Consequence::PassOff)
        };
        record.troubles.set(record.troubles.get() + 1);
        let is_off = is_again || record.troubles.get() >= MOST_TROUBLES;
        record.is_off.set(is_off);
        let consequence = if is_off { off } else { Consequence::Retried };
        (self.notices)(&Notice { about: self.pass.about(), trouble, instance, is_again, consequence });
        !is_off
    }

    /// Says so once if all that the pass does is to make texts longer: nothing of that is ever tried, and nobody would see.
    fn watch_growth(&mut self, instance: u64, patches: Option<&[Patch]>) {
        let Growth::Only(times) = self.growth else { return };
        let count = self.opened.as_ref().and_then(|opened| opened.count);
        let times = match patches {
            Some(patches)
                if patches.iter().map(|patch| patch.text.len()).sum::<usize>()
                    > patches.iter().map(|patch| patch.range.len()).sum() =>
            {
                times + 1
            }
            Some(_) => return self.growth = Growth::Settled,
            None => times,
        };
        let is_all = patches.is_none() || count == Some(times);
        if times >= ENOUGH || times > 0 && is_all {
            let (about, trouble) = (self.pass.about(), &Trouble::Longer);
            let consequence = Consequence::TurnedAway;
            (self.notices)(&Notice { about, trouble, instance: Some(instance), is_again: false, consequence });
            self.growth = Growth::Settled;
        } else {
            self.growth = Growth::Only(times);
        }
    }

    fn take_up(&mut self, document: &Document) -> Result<Option<u64>, Trouble> {
        self.opened = None;
        let count = self.pass.open(document)?;
        if let Some(count) = count.filter(|&count| count > MOST_COUNTED) {
            return Err(Trouble::Broken(format!("it counts {count} instances")));
        }
        self.opened = Some(Opened { document: document.clone(), count, answers: FxHashMap::default() });
        Ok(count)
    }

    fn ask(&mut self, instance: u64) -> Result<Option<Vec<Patch>>, Trouble> {
        let Some(opened) = &mut self.opened else { return Ok(None) };
        let patches = self.pass.apply(instance)?;
        if let Some(patches) = &patches {
            answer::check(opened.document.text(), patches)?;
        }
        let broken = |what: String| Err(Trouble::Broken(what));
        match (opened.count, &patches) {
            (Some(count), None) if instance < count => return broken(format!("it counts {count} and has no such one")),
            (Some(count), Some(_)) if instance >= count => {
                return broken(format!("it counts {count} and has this one"));
            }
            (None, Some(_)) if instance >= most_uncounted(opened.document.text().len()) => {
                return broken("it has no end".to_owned());
            }
            _ => {}
        }
        let hash = patches.as_deref().map(hash);
        if *opened.answers.entry(instance).or_insert(hash) != hash {
            return broken("it changed its mind".to_owned());
        }
        Ok(patches)
    }
}

fn hash(patches: &[Patch]) -> u64 {
    let mut hasher = FxHasher::default();
    for Patch { range, text } in patches {
        (range, text).hash(&mut hasher);
    }
    hasher.finish()
}

impl<P: Pass> Pass for Watched<P> {
    fn about(&self) -> &About {
        self.pass.about()
    }

    fn open(&mut self, document: &Document) -> Result<Option<u64>, Trouble> {
        self.opened = None;
        if self.is_off() {
            return Ok(Some(0));
        }
        self.call(None, |watched| watched.take_up(document))
    }

    fn apply(&mut self, instance: u64) -> Result<Option<Vec<Patch>>, Trouble> {
        if self.is_off() {
            return Ok(None);
        }
        let answer = self.call(Some(instance), |watched| watched.ask(instance));
        if let Ok(patches) = &answer {
            self.watch_growth(instance, patches.as_deref());
        }
        answer
    }
}

#[cfg(test)]
mod tests;
