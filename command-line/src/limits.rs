//! What a test and the whole run may use.

use std::time::Duration;

use clap::Args;
use reduce_core::oracle::{Bounds, Limit, Verdict};
use reduce_core::session::{Event, Listener};

use crate::progress::Progress;
use crate::seconds::seconds;

/// The limits on the command line.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Limits (a test that goes over one of its own is ended and says no)")]
pub struct LimitArguments {
    /// A test may take so long [default: ten times its first run, at least 5 s]; less once it has got faster
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub timeout: Option<Duration>,

    /// Memory of all processes of a test together [default: half of the machine's]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    pub memory_limit: Option<u64>,

    /// Processes of a test at once [default: 1000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub process_limit: Option<u64>,

    /// Standard output and standard error of a test together [default: 1000]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    pub output_limit: Option<u64>,

    /// What a test may have on the disk below its folder [default: 1000]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    pub disk_limit: Option<u64>,

    /// Runs the test without a network and with nothing to write to but its own folder and a /tmp of its own: for
    /// candidates that may do harm when they are run, such as scripts. Needs bubblewrap
    #[arg(long)]
    pub sandbox: bool,

    /// Ends after so many runs of the test, those of the initial check included, which are always made
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_tests: Option<u64>,

    /// Ends after so many seconds
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub max_time: Option<Duration>,
}

impl LimitArguments {
    /// What a test may use but for time.
    pub fn bounds(&self) -> Bounds {
        let usual = Bounds::usual();
        let bytes = |megabytes: Option<u64>, usual: Option<u64>| megabytes.map(|number| number << 20).or(usual);
        Bounds {
            memory: bytes(self.memory_limit, usual.memory),
            processes: self.process_limit.or(usual.processes),
            output: bytes(self.output_limit, usual.output),
            disk: bytes(self.disk_limit, usual.disk),
        }
    }

    /// What a test did that went over this limit.
    pub fn excess(&self, limit: Limit) -> String {
        let bounds = self.bounds();
        let megabytes = |bytes: Option<u64>| bytes.unwrap_or(u64::MAX) >> 20;
        match limit {
            Limit::Memory => format!("uses more than {} MB of memory (see --memory-limit)", megabytes(bounds.memory)),
            Limit::Processes => {
                format!("has more than {} processes (see --process-limit)", bounds.processes.unwrap_or(u64::MAX))
            }
            Limit::Output => format!("writes more than {} MB of output (see --output-limit)", megabytes(bounds.output)),
            Limit::Disk => {
                format!("has more than {} MB on the disk below its folder (see --disk-limit)", megabytes(bounds.disk))
            }
        }
    }

    /// A listener that warns of each limit when a test goes over it for the first time, and of the first candidate that
    /// a test server does not answer about, before it hands on what it hears.
    pub fn warning(&self, progress: &Progress, mut listener: Listener) -> Listener {
        let progress = progress.clone();
        let mut is_unanswered_told = false;
        let mut untold: Vec<(Limit, String)> = Limit::ALL.map(|limit| (limit, self.excess(limit))).into();
        Box::new(move |event, statistics| {
            if let Event::Tested { verdict: Some(Verdict::OverLimit(over)), .. } = event
                && let Some(place) = untold.iter().position(|(limit, _)| limit == over)
            {
                let (_, excess) = untold.swap_remove(place);
                progress.warn(&format!("warning: on a candidate the test {excess}: it is ended, which counts as a no"));
            }
            if let Event::Tested { verdict: Some(Verdict::Unanswered), .. } = event
                && !std::mem::replace(&mut is_unanswered_told, true)
            {
                progress.warn(
                    "warning: on a candidate the test server ended, wrote nonsense, or lost what tested it, instead of \
                     answering, and did so again: that counts as a no",
                );
            }
            listener(event, statistics);
        })
    }
}
