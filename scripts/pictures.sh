#!/bin/sh
# Draws the probe scenes and the demos of the corpus, prints how alike each picture is to the engine's own, and writes
# both side by side into out/pictures; then how alike the pictures of two runs and of two drivers are.
set -eu
cd "$(dirname "$0")/.."
PROSCENIO_DEMOS=1 PROSCENIO_REQUIRE=corpus,gpu exec cargo test --release --locked -q -p proscenio --features os --test pictures --test drivers -- --nocapture --test-threads 1
