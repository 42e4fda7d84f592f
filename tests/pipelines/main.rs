//! Passes across reducers: ours in C-Reduce and C-Vise, theirs in ours. The real programs on real C files, by the
//! commands of the READMEs in `pipelines/`.

mod creduce;
mod cvise;
mod external;
mod one_script;
mod workshop;
