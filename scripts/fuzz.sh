#!/bin/sh
# Runs every fuzz target for FUZZ_SECONDS (default 60). A find stays in fuzz/artifacts; keep it as a
# fixture of the parser it broke.
set -eu
cd "$(dirname "$0")/../fuzz"
seconds=${FUZZ_SECONDS:-60}
# libFuzzer wants coverage counters, which the stable compiler hands out only when asked this way.
export RUSTC_BOOTSTRAP=1
export RUSTFLAGS="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table -Ccodegen-units=1 -Cdebug-assertions"
host=$(rustc -vV | sed -n 's/^host: //p')
target_dir=${CARGO_TARGET_DIR:-target}
cargo build --release --locked --target "$host"
for target in fuzz_targets/*.rs; do
    name=$(basename "$target" .rs)
    mkdir -p "corpus/$name" "artifacts/$name"
    echo "fuzzing $name for $seconds s"
    "$target_dir/$host/release/$name" "corpus/$name" -max_total_time="$seconds" -max_len=4096 \
        -artifact_prefix="artifacts/$name/" -print_final_stats=1
done
