#!/bin/sh
# Draws the probe scenes and the demos of the corpus, prints how alike each picture is to the engine's own, and writes
# both side by side into out/pictures.
set -eu
cd "$(dirname "$0")/.."
PROSCENIO_DEMOS=1 PROSCENIO_REQUIRE=corpus,gpu exec cargo test --release --locked -q -p proscenio --features os --test pictures -- --nocapture --test-threads 1
