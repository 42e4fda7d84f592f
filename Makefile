# Everything a person does with this project, one word each.

export PATH := $(HOME)/.cargo/bin:$(PATH)

.PHONY: demo test bench corpora

# Reduces a program that crashes a real minifier.
demo:
	demo/run.sh

# Installs what is missing, then checks and tests everything.
test:
	tests/setup.sh test
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	cargo build --workspace
	cargo test --workspace

# Measures what the README reports; the table over real bugs needs a folder of cases in REDUCE_TREE_CASES.
bench:
	cargo build --release -p bench -p reduce-tree
	mkdir -p target/bench
	target/release/bench simulation --plot target/bench/simulation.svg
	if [ -n "$$REDUCE_TREE_CASES" ]; then bench/cases.py --out target/bench/cases; \
	else echo "REDUCE_TREE_CASES is not set: no table over real bugs"; fi

# Brings the packages that corpora/ names and learns from them.
corpora:
	corpora/learn.sh
