# Everything a person does with this project, one word each.

export PATH := $(HOME)/.cargo/bin:$(PATH)

.PHONY: demo test bench peers fuzz corpora install bundle

PREFIX ?= /usr/local

programs = target/release/reduce-tree target/release/reduce-generator target/release/learn
plugins = target/release/libreduce_tree_*.so
preload = target/release/libreduce_generator_preload.so
headers = plugins/include/reduce_tree_plugin.h generator/native/include/reduce_tree_trace.h

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
	python3 -B -m unittest discover --start-directory tests/bench

# Measures what the README reports; the table over real bugs needs a folder of cases in REDUCE_TREE_CASES.
bench:
	cargo build --release -p bench -p 'reduce-tree*'
	mkdir -p target/bench
	target/release/bench simulation --plot target/bench/simulation.svg
	if [ -n "$$REDUCE_TREE_CASES" ]; then bench/cases.py --out target/bench/cases; \
	else echo "REDUCE_TREE_CASES is not set: no table over real bugs"; fi

# Installs the reducers that bench/peers.py compares this one with.
peers:
	bench/peers.py install

# Runs a fuzz target for a while: make fuzz TARGET=front_end SECONDS=1800
TARGET ?= front_end
SECONDS ?= 600
fuzz:
	fuzz/run.sh $(TARGET) $(SECONDS)

# Brings the packages that corpora/ names and learns from them.
corpora:
	corpora/learn.sh

# Installs the programs, the shipped plugins and the header for authors of plugins under PREFIX.
install:
	cargo build --release --workspace --exclude bench
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/reduce-tree $(DESTDIR)$(PREFIX)/include
	install $(programs) $(DESTDIR)$(PREFIX)/bin
	install -m 644 $(plugins) $(DESTDIR)$(PREFIX)/lib/reduce-tree
	install -m 644 $(preload) $(DESTDIR)$(PREFIX)/lib/reduce-tree
	install -m 644 $(headers) $(DESTDIR)$(PREFIX)/include
	install -d $(DESTDIR)$(PREFIX)/share/reduce-tree
	cp -R servers pipelines/dask $(DESTDIR)$(PREFIX)/share/reduce-tree

# Packs the programs and the shipped plugins into a folder that runs wherever it is unpacked.
bundle:
	cargo build --release --workspace --exclude bench
	rm -rf target/bundle
	install -d target/bundle/reduce-tree/plugins
	install $(programs) target/bundle/reduce-tree
	install -m 644 $(plugins) target/bundle/reduce-tree/plugins
	install -m 644 $(preload) $(headers) README.md LICENSE-* target/bundle/reduce-tree
	cp -R servers pipelines/dask target/bundle/reduce-tree
	tar -C target/bundle -czf target/bundle/reduce-tree.tar.gz reduce-tree
	@echo "made target/bundle/reduce-tree.tar.gz"
