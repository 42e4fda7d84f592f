//! The executions that a reduction can go back to.

use std::sync::Arc;

use super::event::Trace;
use super::execution::Execution;
use crate::session::Session;

/// The executions that became the best, oldest first: those whose outputs the session could go back to. Their traces are
/// kept as text, which takes a tenth of the memory.
#[derive(Debug, Default)]
pub(super) struct Lineage {
    line: Vec<(Arc<[u8]>, String)>,
}

impl Lineage {
    /// An execution is the best so far. What the session has let go of goes here, too.
    pub(super) fn push(&mut self, execution: &Execution, session: &Session) {
        let ancestors = session.ancestors();
        self.line.retain(|(output, _)| ancestors.iter().any(|ancestor| Arc::ptr_eq(ancestor, output)));
        self.line.push((Arc::clone(&execution.output), execution.trace.to_text()));
    }

    /// The best execution has this trace instead.
    pub(super) fn replace_last(&mut self, trace: &Trace) {
        if let Some((_, last)) = self.line.last_mut() {
            *last = trace.to_text();
        }
    }

    /// The execution with this output, with the outputs of those that came later, which are forgotten. None if it is not
    /// there.
    pub(super) fn go_back(&mut self, output: &[u8]) -> Option<(Execution, Vec<Arc<[u8]>>)> {
        let place = self.line.iter().rposition(|(other, _)| **other == *output)?;
        let later = self.line.drain(place + 1..).map(|(output, _)| output).collect();
        let (output, trace) = &self.line[place];
        let trace = Trace::read(trace.as_bytes()).ok()?;
        Some((Execution { output: Arc::clone(output), trace }, later))
    }
}
