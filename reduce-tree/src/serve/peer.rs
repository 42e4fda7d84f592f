//! The other side: it gives the test cases and answers whether candidates are interesting.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use reduce_core::oracle::{Halt, PropertyTest, TestError, Until, Verdict};

use super::message::{self, Feedback, IDLE};
use crate::input::LARGEST_FILE;

/// The conversation with the other side. One thread listens, one speaks, any number of threads ask.
pub struct Peer {
    /// Lines to say. Who asks does not say them itself: the other side may have stopped to take any, and then only its
    /// end is heard.
    lines: Sender<Vec<u8>>,
    state: Mutex<State>,
    /// Signalled when there is a test case, or the end.
    news: Condvar,
    /// Raised at the end.
    gone: Arc<Halt>,
}

#[derive(Default)]
struct State {
    /// Questions without an answer, and who waits for it. Answers come in any order and repeat the text.
    asked: HashMap<Arc<[u8]>, Vec<Sender<bool>>>,
    /// The test case to take up next.
    next: Option<Arc<[u8]>>,
    /// Ends the work on the present one.
    halt: Option<Arc<Halt>>,
    end: Option<End>,
}

/// Why there is nothing more to hear or to say.
#[derive(Clone, Debug)]
pub enum End {
    /// The other side has closed its end, as it does when it needs us no more.
    Closed,
    /// There was no other side: it has said nothing.
    Unused,
    /// What the other side says is not to be understood.
    Broken(String),
}

impl End {
    fn instead_of_answer(&self) -> Result<Option<bool>, TestError> {
        match self {
            End::Closed | End::Unused => Ok(None),
            End::Broken(message) => Err(TestError(message.clone())),
        }
    }
}

impl Peer {
    /// A conversation in which nothing was said, and the lines that [`Peer::speak`] is to say. `gone` is raised at its
    /// end.
    pub fn new(gone: Halt) -> (Self, Receiver<Vec<u8>>) {
        let (lines, to_say) = channel();
        (Peer { lines, state: Mutex::default(), news: Condvar::new(), gone: Arc::new(gone) }, to_say)
    }

    /// What is raised when the other side is gone.
    pub fn gone(&self) -> &Arc<Halt> {
        &self.gone
    }

    /// Hears all that the other side says, to its end.
    pub fn listen(&self, mut input: impl BufRead) {
        let mut end = End::Unused;
        loop {
            match message::next(&mut input, LARGEST_FILE)
                .and_then(|heard| heard.map(|feedback| self.hear(feedback)).transpose())
            {
                Ok(Some(())) => end = End::Closed,
                Ok(None) => return self.end(end),
                Err(message) => return self.end(End::Broken(message)),
            }
        }
    }

    /// Says all lines, as long as the other side takes them.
    pub fn speak(&self, lines: &Receiver<Vec<u8>>, mut out: impl Write) {
        for line in lines {
            match out.write_all(&line).and_then(|()| out.flush()) {
                Ok(()) => {}
                Err(e) if e.kind() == io::ErrorKind::BrokenPipe => return self.end(End::Closed),
                Err(e) => return self.end(End::Broken(format!("cannot write to the standard output: {e}"))),
            }
        }
    }

    fn hear(&self, Feedback { text, interesting }: Feedback) -> Result<(), String> {
        let mut state = self.state();
        if let Some(waiting) = state.asked.remove(text.as_slice()) {
            for asker in waiting {
                // An asker waits for its answer, whatever happens.
                let _ = asker.send(interesting);
            }
        } else if interesting {
            // What is done with an older one is not wanted any more.
            state.next = Some(text.into());
            state.halt.iter().for_each(|halt| halt.raise());
            self.news.notify_all();
        } else {
            // Some question of ours has lost its answer, and would wait for it without end.
            let bytes = text.len();
            return Err(format!("an answer to a question that was not asked, about a text of {bytes} bytes"));
        }
        Ok(())
    }

    /// There will be nothing more to hear or to say. What was the reason first stays the reason.
    pub fn end(&self, end: End) {
        let mut state = self.state();
        state.end.get_or_insert(end);
        self.gone.raise();
        state.halt.iter().for_each(|halt| halt.raise());
        // Their askers hear that there will be no answer.
        state.asked.clear();
        self.news.notify_all();
    }

    /// Waits for the next test case: it, and what is raised when the work on it is to end.
    ///
    /// # Errors
    /// [`End`] when there will be none.
    pub fn next_case(&self, halt: Halt) -> Result<(Arc<[u8]>, Arc<Halt>), End> {
        let mut state = self.state();
        loop {
            if let Some(end) = &state.end {
                return Err(end.clone());
            }
            if let Some(text) = state.next.take() {
                let halt = Arc::new(halt);
                state.halt = Some(Arc::clone(&halt));
                return Ok((text, halt));
            }
            state = self.news.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Says that the work on the present test case is done, unless there is another one already.
    pub fn idle(&self) {
        let mut state = self.state();
        state.halt = None;
        if state.next.is_none() && state.end.is_none() {
            drop(state);
            self.say(IDLE.to_vec());
        }
    }

    fn ask(&self, text: &[u8]) -> Result<Option<bool>, TestError> {
        let (asker, answer) = channel();
        let mut state = self.state();
        if let Some(end) = &state.end {
            return end.instead_of_answer();
        }
        let waiting = state.asked.entry(text.into()).or_default();
        waiting.push(asker);
        let first = waiting.len() == 1;
        drop(state);
        if first {
            let line = message::query(text).map_err(|e| TestError(format!("cannot write a message: {e}")))?;
            self.say(line);
        }
        match answer.recv() {
            Ok(answer) => Ok(Some(answer)),
            Err(_) => self.state().end.as_ref().map_or(Ok(None), End::instead_of_answer),
        }
    }

    fn say(&self, line: Vec<u8>) {
        // Nobody takes it after the end, which whoever waits for an answer hears of.
        let _ = self.lines.send(line);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PropertyTest for Peer {
    fn verdict(&self, text: &[u8]) -> Result<Verdict, TestError> {
        let answer = self.ask(text)?.map(Verdict::from);
        answer.ok_or_else(|| TestError("the other side has gone without an answer".to_owned()))
    }

    /// A question cannot be taken back, and until it is answered the other side has no room for another: so every
    /// answer is waited for, and then it counts.
    fn verdict_until(&self, text: &[u8], _: &Until) -> Result<Option<Verdict>, TestError> {
        Ok(self.ask(text)?.map(Verdict::from))
    }
}
