//! Passes that are not templates, as the schedule runs them: each with what it remembers from one run to the next.

use std::cmp::Reverse;

use super::instances::{Past, Run};
use super::search::Search;
use super::style::Style;
use crate::language::Patch;
use crate::plugin::{About, Kind, Pass, Trouble};
use crate::session::Stop;

/// Passes by their kind.
pub struct Passes<'p> {
    /// Those that make texts smaller.
    pub shrinking: Group<'p>,
    /// Those that have to enlarge texts first.
    pub pumps: Group<'p>,
    /// Those after which texts look simpler.
    pub polishing: Group<'p>,
}

/// Passes of one kind.
pub struct Group<'p>(Vec<Tracked<'p>>);

/// A pass and what it has tried.
pub struct Tracked<'p> {
    /// The pass.
    pub pass: &'p mut dyn Pass,
    /// What has become of its instances.
    pub past: Past,
}

/// What all passes have tried.
#[derive(Clone, Default)]
pub struct Memory(Vec<Past>);

/// A run of all passes of a group: where it is.
#[derive(Clone)]
pub struct Turn {
    /// The passes to come, the next one last; none before the first step.
    due: Option<Vec<usize>>,
    run: Run,
    /// Instances that are less likely to succeed are not tried.
    least: f64,
    /// Whether anything succeeded.
    pub changed: bool,
}

impl Turn {
    /// A run of instances that are at least this likely to succeed.
    pub fn down_to(least: f64) -> Self {
        Turn { due: None, run: Run::default(), least, changed: false }
    }
}

/// The first instances of a pass say what the pass is worth now.
const SAMPLE: u64 = 4;

impl<'p> Passes<'p> {
    /// Those of the passes that serve this language and lead to a result in this style.
    pub fn new(passes: &'p mut [Box<dyn Pass>], language: &str, style: Style) -> Self {
        let mut groups =
            Passes { shrinking: Group(Vec::new()), pumps: Group(Vec::new()), polishing: Group(Vec::new()) };
        let serves = |about: &About| about.serves(language) && !style.leaves_out(about);
        for pass in passes.iter_mut().filter(|pass| serves(pass.about())) {
            let Group(group) = match pass.about().kind {
                Kind::Shrinks => &mut groups.shrinking,
                Kind::Pump => &mut groups.pumps,
                Kind::Polishes => &mut groups.polishing,
                // These come when the search is over.
                Kind::Tidies | Kind::Formats => continue,
            };
            group.push(Tracked { pass: pass.as_mut(), past: Past::default() });
        }
        groups
    }

    /// Exchanges what the passes have tried for something else.
    pub fn exchange(&mut self, Memory(memory): &mut Memory) {
        let Passes { shrinking: Group(shrinking), pumps: Group(pumps), polishing: Group(polishing) } = self;
        let all = shrinking.iter_mut().chain(pumps).chain(polishing);
        for (at, one) in all.enumerate() {
            if at == memory.len() {
                memory.push(Past::default());
            }
            std::mem::swap(&mut one.past, &mut memory[at]);
        }
    }
}

impl<'p> Group<'p> {
    /// The passes.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Tracked<'p>> {
        self.0.iter_mut()
    }

    /// Runs all passes, those first that take away most. Whether anything succeeded.
    ///
    /// # Errors
    /// [`Stop`] when the reduction has to end now.
    pub fn run(&mut self, search: &mut Search) -> Result<bool, Stop> {
        let mut turn = Turn::down_to(0.0);
        while self.step(search, &mut turn)? {}
        Ok(turn.changed)
    }

    /// The next step of that, up to a success or to the end of a pass. Whether there is another one.
    ///
    /// # Errors
    /// [`Stop`] when the reduction has to end now.
    pub fn step(&mut self, search: &mut Search, turn: &mut Turn) -> Result<bool, Stop> {
        let Group(passes) = self;
        let Some(due) = &mut turn.due else {
            let mut due: Vec<(usize, usize)> =
                passes.iter_mut().enumerate().map(|(at, one)| (one.promise(search), at)).collect();
            due.sort_by_key(|(promise, at)| (*promise, Reverse(*at)));
            turn.due = Some(due.into_iter().map(|(_, at)| at).collect());
            return Ok(true);
        };
        let Some(one) = due.last().and_then(|&at| passes.get_mut(at)) else { return Ok(false) };
        search.enter(&one.pass.about().name);
        if turn.run.next(search, one.pass, &mut one.past, turn.least)? {
            turn.changed = true;
        } else {
            one.past.end_of_run();
            turn.run = Run::default();
            due.pop();
        }
        Ok(true)
    }
}

impl Tracked<'_> {
    /// The most bytes that one of the first instances takes away.
    fn promise(&mut self, search: &Search) -> usize {
        if self.pass.open(search.document()).is_err() {
            return 0;
        }
        let first = (0..SAMPLE).map_while(|instance| match self.pass.apply(instance) {
            Ok(patches) => patches.map(|patches| taken(&patches)),
            Err(Trouble::Refused(_)) => Some(0),
            Err(_) => None,
        });
        first.max().unwrap_or_default()
    }
}

/// The bytes that go.
fn taken(patches: &[Patch]) -> usize {
    let gone: usize = patches.iter().map(|patch| patch.range.len()).sum();
    gone.saturating_sub(patches.iter().map(|patch| patch.text.len()).sum())
}
