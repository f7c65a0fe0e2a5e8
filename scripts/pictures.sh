#!/bin/sh
# Draws the probe scenes and prints how alike each picture is to the engine's own. The pictures stay in
# out/pictures.
set -eu
cd "$(dirname "$0")/.."
PROSCENIO_REQUIRE=corpus,gpu exec cargo test --release --locked -q -p proscenio --features os --test pictures -- --nocapture
