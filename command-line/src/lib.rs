//! What the command lines of the programs that reduce have in common: options, the check of the test, what is said while
//! they run and at the end, exit statuses.

pub mod begin;
pub mod check;
pub mod choice;
pub mod condition;
pub mod confirmed;
pub mod ending;
pub mod exit;
pub mod identity;
pub mod input;
pub mod interruption;
pub mod jobs;
pub mod language;
pub mod limits;
pub mod output;
pub mod passes;
pub mod places;
pub mod plugins;
pub mod progress;
pub mod repeat;
pub mod report;
pub mod reporting;
pub mod resume;
pub mod seconds;
pub mod server;
pub mod stderr;
pub mod supervised;
pub mod test;
