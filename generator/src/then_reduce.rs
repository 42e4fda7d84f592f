//! `--then-reduce`: the default schedule of `reduce-tree` on what the generator made in the end, in the same session.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use reduce_command_line::exit::{ExitStatus, Failure};
use reduce_command_line::plugins::Attendant;
use reduce_command_line::progress::Progress;
use reduce_core::knowledge::{Filter, Knowledge, find_tables};
use reduce_core::language::Language;
use reduce_core::oracle::{Halt, Supervisor};
use reduce_core::plugin::Pass;
use reduce_core::reduce::{Algorithm, Plan, Start, reduce};
use reduce_core::session::{Session, Stop};

use crate::arguments::Arguments;

/// What is needed to go on with a text: found before the generator is reduced, so that what is missing is told early.
pub struct Second {
    knowledge: Arc<Knowledge>,
    passes: Vec<Box<dyn Pass>>,
}

impl Second {
    /// With the tables and passes of the command line, none of which is waited for after `end`.
    ///
    /// # Errors
    /// [`Failure`] when some of them cannot be used.
    pub fn new(
        arguments: &Arguments,
        language: Arc<Language>,
        supervisor: &Arc<Supervisor>,
        halt: &Arc<Halt>,
        end: Option<Instant>,
        progress: &Progress,
    ) -> Result<Self, Failure> {
        let tables = find_tables(arguments.language.tables.as_deref(), &language);
        let knowledge =
            Arc::new(Knowledge::new(language, tables.map_err(Failure::with(ExitStatus::Usage))?, Filter::Ranked));
        let said = progress.clone();
        let attendant = Attendant {
            warn: Rc::new(move |line: &str| said.warn(line)),
            halt: Some(Arc::clone(halt)),
            end,
            supervisor: Arc::clone(supervisor),
        };
        let file = &arguments.output.output;
        let passes = arguments.choice.passes(
            Algorithm::Default,
            &arguments.plugins,
            &arguments.language,
            &knowledge,
            file,
            &attendant,
        )?;
        Ok(Second { knowledge, passes })
    }

    /// Goes on with a text. What ended that before it was done, if anything did.
    pub fn reduce(&mut self, text: &Arc<[u8]>, session: &Session) -> Option<Stop> {
        let cancellation = session.cancellation();
        let plan = Plan::default();
        match Start::read(self.knowledge.language(), Arc::clone(text), plan, &cancellation) {
            Ok(start) => reduce(&self.knowledge, start, &plan, &mut self.passes, session).err(),
            Err(_) => Some(session.ending()),
        }
    }
}
