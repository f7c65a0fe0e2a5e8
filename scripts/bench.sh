#!/bin/sh
# Reading speed of each family in MB/s, beside other readers of the same bytes in the same run.
set -eu
cd "$(dirname "$0")/.."
for crate in proscenio-godot proscenio-nacatamalon proscenio-espresso3d; do
    echo "== $crate"
    cargo bench --locked -p "$crate" --bench parse -- --noplot "$@" 2>/dev/null |
        grep -E '^[^ ].*time:|^[^ ].*/|thrpt:|^[a-z].*ratio' || true
done
