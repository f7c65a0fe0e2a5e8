#!/bin/sh
# Reading speed of each family, beside other readers of the same bytes in the same run: the middle of each
# measurement, and how many times as fast as the peer our document is.
set -eu
cd "$(dirname "$0")/.."
for bench in proscenio-godot:parse proscenio-godot:decode proscenio-nacatamalon:parse proscenio-espresso3d:parse; do
    crate=${bench%:*}
    echo "== $crate, ${bench#*:}"
    cargo bench --locked -p "$crate" --bench "${bench#*:}" -- --noplot "$@" 2>/dev/null | awk '
        # Long names stand on a line of their own, short ones in front of their time.
        /^[^ ]/ && !/^(Found|running|test |Benchmarking)/ { name = $0; sub(/ +time:.*/, "", name) }
        /thrpt:/ && !/%/ {
            speed = $4
            if ($5 == "GiB/s") speed *= 1024
            if ($5 == "KiB/s") speed /= 1024
            printf "%-64s %9.1f MiB/s\n", name, speed
            group = name; sub(/\/(proscenio|document|tscn|serde_json to Value)(\/.*)?$/, "", group)
            if (name ~ /\/(proscenio|document)(\/|$)/) ours[group] = speed
            if (name ~ /\/(tscn|serde_json to Value)(\/|$)/ && group in ours)
                printf "%-64s %9.1f times the peer\n", group, ours[group] / speed
        }
        /of a bare|times|ratio/ && !/thrpt/ { print }'
done
