# The chores of the project. `make demo` and `make test` work on a fresh Debian or Ubuntu machine.
#
#   make demo       build, open one scene of each family; pictures, .glb files and reports in out/
#   make test       formatting, lints, all tests, documentation, tidiness
#   make bench      reading speed beside other readers of the same bytes
#   make bench-check FOLDER=…  how long `check` takes on a folder, cold and with its cache (needs python3)
#   make pictures   our pictures beside the engine's, as a table (needs the corpus)
#   make conformance our scene trees and numbers beside the engines', as tables (needs the corpus)
#   make validate   the .glb files of out/ through the Khronos validator (needs npm)
#   make validate-corpus  the same for every Godot file of the corpus that holds meshes or animations
#   make fuzz       every parser against random input, FUZZ_SECONDS each (default 60)
#   make book       the documentation as a web site in docs/book (needs mdbook)

CARGO ?= cargo
FUZZ_SECONDS ?= 60

.PHONY: demo test setup fmt lint unit doc tidy fuzz-build bench bench-check pictures conformance validate validate-corpus fuzz book clean

demo: setup
	scripts/demo.sh

test: setup fmt lint unit doc tidy fuzz-build
	@echo "all checks passed"

setup:
	@scripts/setup.sh

fmt:
	$(CARGO) fmt --all --check

lint:
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

unit:
	$(CARGO) test --workspace --locked

doc:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked

tidy:
	$(CARGO) run -q --locked -p xtask -- tidy

# The fuzz targets must build with every change; running them takes a nightly's flags.
fuzz-build:
	cd fuzz && RUSTC_BOOTSTRAP=1 $(CARGO) check -q --locked

bench:
	scripts/bench.sh

bench-check:
	$(CARGO) build --release --locked -p proscenio-cli
	scripts/bench-check.py $(FOLDER)

pictures:
	scripts/pictures.sh

conformance:
	PROSCENIO_REQUIRE=corpus $(CARGO) test -q --locked -p proscenio-project --test conformance -- --nocapture --test-threads 1
	PROSCENIO_REQUIRE=corpus $(CARGO) test -q --locked -p proscenio-convert --test facts -- --nocapture --test-threads 1
	PROSCENIO_REQUIRE=corpus $(CARGO) test -q --locked -p proscenio-convert --test moving --test models -- --nocapture --test-threads 1
	PROSCENIO_REQUIRE=corpus $(CARGO) test -q --locked -p proscenio-convert --test godot_controls -- --nocapture --test-threads 1

# Every Godot file of the corpus with meshes or animations as .glb, through the Khronos validator (needs npm).
validate-corpus:
	PROSCENIO_REQUIRE=corpus,validator $(CARGO) test -q --locked -p proscenio-convert --test gltf every_godot -- --nocapture

validate:
	node scripts/validate-gltf.mjs out/*.glb

fuzz:
	FUZZ_SECONDS=$(FUZZ_SECONDS) scripts/fuzz.sh

book:
	mdbook build docs

clean:
	$(CARGO) clean
	rm -rf out
