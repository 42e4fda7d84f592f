//! The processes of a test server: which of them takes the next candidate, and when a fresh one is started.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::message::Hello;
use super::process::{Broken, Process, Ticket};
use super::queue::Queue;
use crate::oracle::halt::readable_until;
use crate::oracle::scratch::Scratch;
use crate::oracle::{TestError, Until};

/// What is under test in a process beside a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Company {
    /// Others, as many as the process takes.
    Others,
    /// Nothing, and nothing has been: the process is fresh.
    Nobody,
}

/// A process that has just been started, its hello, and the folders for its candidates; none if that is not wanted any
/// more.
type Started = Option<(Process, Hello, Arc<Scratch>)>;

/// All processes of a server.
#[derive(Debug)]
pub(super) struct Roster {
    jobs: usize,
    fresh_every: Option<u64>,
    queue: Arc<Queue>,
    members: Mutex<Members>,
}

#[derive(Debug, Default)]
struct Members {
    all: Vec<Member>,
    /// Processes that are being started.
    starting: usize,
    /// A candidate is tested with nobody beside it.
    is_alone: bool,
    /// How many candidates a process takes, once one has said so.
    capacity: Option<usize>,
}

#[derive(Debug)]
struct Member {
    process: Arc<Process>,
    hello: Hello,
    scratch: Arc<Scratch>,
    /// Candidates that it was given.
    given: u64,
    /// It is given no more.
    is_retired: bool,
}

/// A question that is open in a process.
pub(super) struct Lease<'a> {
    roster: &'a Roster,
    company: Company,
    pub(super) process: Arc<Process>,
    pub(super) hello: Hello,
    pub(super) scratch: Arc<Scratch>,
    pub(super) ticket: Ticket,
    /// The process has tested nothing else, and does not beside it.
    pub(super) was_fresh: bool,
    /// It may have to warm up.
    pub(super) is_cold: bool,
}

/// What can be done for a candidate now.
enum Turn<'a> {
    Take(Lease<'a>),
    Start,
    Wait,
}

impl Roster {
    /// No processes yet; so many candidates will be under test at once.
    pub(super) fn new(jobs: usize, fresh_every: Option<u64>) -> Self {
        Roster { jobs, fresh_every, queue: Arc::default(), members: Mutex::default() }
    }

    /// What hears of all that becomes free.
    pub(super) fn queue(&self) -> &Arc<Queue> {
        &self.queue
    }

    /// Opens a question in a process that has room for it, or in one that is started for it. None: that is not wanted any
    /// more.
    ///
    /// # Errors
    /// [`TestError`] when a process cannot be started.
    pub(super) fn lease(
        &self,
        company: Company,
        until: &Until,
        start: &mut dyn FnMut() -> Result<Started, TestError>,
    ) -> Result<Option<Lease<'_>>, TestError> {
        loop {
            // What becomes free from now on is heard of.
            let place = self.queue.place()?;
            let gone;
            let turn;
            {
                let mut members = self.members();
                gone = members.without_broken();
                turn = self.turn(&mut members, company)?;
            }
            drop(gone);
            match turn {
                Turn::Take(lease) => return Ok(Some(lease)),
                Turn::Start => {
                    let started = start();
                    let mut members = self.members();
                    members.starting -= 1;
                    let taken = started.and_then(|started| self.join(&mut members, company, started));
                    if !matches!(taken, Ok(Some(_))) && company == Company::Nobody {
                        members.is_alone = false;
                    }
                    drop(members);
                    self.queue.wake();
                    return taken;
                }
                Turn::Wait => {
                    let halts = readable_until(place.event(), until);
                    if !halts.map_err(|e| super::unpollable(&e))? {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// Gives no candidate to a process that has had one.
    pub(super) fn retire_all(&self) {
        let keeps = |member: &&mut Member| member.given > 0 && !member.hello.keeps_nothing;
        self.members().all.iter_mut().filter(keeps).for_each(|member| member.is_retired = true);
    }

    /// Ends all processes.
    pub(super) fn end(&self) {
        let all = std::mem::take(&mut self.members().all);
        for member in &all {
            member.process.end(Broken::Dismissed);
        }
        for member in &all {
            member.process.join();
        }
    }

    fn turn(&self, members: &mut Members, company: Company) -> Result<Turn<'_>, TestError> {
        if company == Company::Nobody {
            if members.is_alone {
                return Ok(Turn::Wait);
            }
            members.is_alone = true;
            members.starting += 1;
            return Ok(Turn::Start);
        }
        let room = |member: &Member| !member.is_retired && member.process.load() < member.hello.in_flight;
        if let Some(place) = members.all.iter().position(room) {
            return self.take(members, place, company).map(Turn::Take);
        }
        let wanted = members.capacity.map_or(1, |capacity| self.jobs.div_ceil(capacity));
        let there = members.starting + members.all.iter().filter(|member| !member.is_retired).count();
        if there >= wanted {
            return Ok(Turn::Wait);
        }
        members.starting += 1;
        Ok(Turn::Start)
    }

    /// A process has come to it.
    fn join(&self, members: &mut Members, company: Company, started: Started) -> Result<Option<Lease<'_>>, TestError> {
        let Some((process, hello, scratch)) = started else { return Ok(None) };
        members.capacity = Some(hello.in_flight);
        // Where it takes several, one for a candidate alone is given nothing else.
        let is_retired = company == Company::Nobody && hello.in_flight > 1;
        members.all.push(Member { process: Arc::new(process), hello, scratch, given: 0, is_retired });
        let place = members.all.len() - 1;
        self.take(members, place, company).map(Some)
    }

    fn take(&self, members: &mut Members, place: usize, company: Company) -> Result<Lease<'_>, TestError> {
        let member = &mut members.all[place];
        let ticket = member.process.open()?;
        member.given += 1;
        let is_worn = self.fresh_every.is_some_and(|most| member.given >= most);
        member.is_retired |= is_worn && !member.hello.keeps_nothing;
        Ok(Lease {
            roster: self,
            company,
            process: Arc::clone(&member.process),
            hello: member.hello,
            scratch: Arc::clone(&member.scratch),
            ticket,
            is_cold: member.given <= member.hello.in_flight as u64,
            was_fresh: member.given == 1 && (company == Company::Nobody || member.hello.in_flight == 1),
        })
    }

    fn members(&self) -> MutexGuard<'_, Members> {
        self.members.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Members {
    /// Takes out those that are no more, or have no more to do. They end when they go.
    fn without_broken(&mut self) -> Vec<Member> {
        let stays =
            |member: &Member| member.process.broken().is_none() && !(member.is_retired && member.process.load() == 0);
        let (stay, gone) = std::mem::take(&mut self.all).into_iter().partition(stays);
        self.all = stay;
        gone
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        self.process.take_back(self.ticket.id);
        if self.company == Company::Nobody {
            self.roster.members().is_alone = false;
        }
        self.roster.queue.wake();
    }
}
