//! Threads that run property tests side by side.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::repeat::{Asked, Repeat};
use crate::oracle::{Halt, PropertyTest, TestError, Until};

/// A test to run.
pub(super) struct Job {
    /// The test's number: what has a lower one is wanted before.
    pub(super) number: usize,
    pub(super) text: Arc<[u8]>,
    pub(super) repeat: Repeat,
    pub(super) deadline: Option<Instant>,
    /// Either of them gives it up.
    pub(super) halts: Vec<Arc<Halt>>,
}

/// What came of it.
pub(super) struct Answer {
    pub(super) number: usize,
    pub(super) text: Arc<[u8]>,
    pub(super) asked: Result<Asked, TestError>,
    pub(super) took: Duration,
}

/// A number of threads that wait for jobs.
pub(super) struct Workers {
    /// `None` only while they are sent home.
    jobs: Option<Sender<Job>>,
    answers: Receiver<Answer>,
    threads: Vec<JoinHandle<()>>,
}

impl Workers {
    /// Starts the threads.
    pub(super) fn start(test: &Arc<dyn PropertyTest>, count: usize) -> Result<Self, TestError> {
        let (jobs, waiting) = channel::<Job>();
        let (answered, answers) = channel();
        let waiting = Arc::new(Mutex::new(waiting));
        let mut workers = Workers { jobs: Some(jobs), answers, threads: Vec::new() };
        for _ in 0..count {
            let (test, waiting, answered) = (Arc::clone(test), Arc::clone(&waiting), answered.clone());
            let thread = thread::Builder::new()
                .name("test".to_owned())
                .spawn(move || work(&*test, &waiting, &answered))
                .map_err(|e| TestError(format!("cannot start a thread ({e}): use fewer jobs with -j")))?;
            workers.threads.push(thread);
        }
        Ok(workers)
    }

    /// Gives a job to whoever is free.
    pub(super) fn give(&self, job: Job) {
        // The threads live as long as this value.
        let _ = self.jobs.as_ref().map(|jobs| jobs.send(job));
    }

    /// Waits for the next answer.
    pub(super) fn answer(&self) -> Result<Answer, TestError> {
        self.answers.recv().map_err(|_| gone())
    }

    /// The next answer, if it is there.
    pub(super) fn answer_if_there(&self) -> Result<Option<Answer>, TestError> {
        match self.answers.try_recv() {
            Ok(answer) => Ok(Some(answer)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(gone()),
        }
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.jobs = None;
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

fn gone() -> TestError {
    TestError("the threads that run tests are gone".to_owned())
}

fn work(test: &dyn PropertyTest, waiting: &Mutex<Receiver<Job>>, answered: &Sender<Answer>) {
    loop {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = next else { return };
        let halts: Vec<&Halt> = job.halts.iter().map(|halt| &**halt).collect();
        let until = Until { deadline: job.deadline, halts: &halts, rank: job.number };
        let started = Instant::now();
        // Someone waits for every answer: a test that panics must give one too.
        let asked = catch_unwind(AssertUnwindSafe(|| job.repeat.ask(test, &job.text, &until)))
            .unwrap_or_else(|_| Err(TestError("the property test panicked: see its message above".to_owned())));
        if answered.send(Answer { number: job.number, text: job.text, asked, took: started.elapsed() }).is_err() {
            return;
        }
    }
}
