#!/usr/bin/env python3
"""How long `proscenio check` takes on a folder of scenes: start-up, cold, with its cache, and beside `gdmerge check`.

    scripts/bench-check.py FOLDER [--runs 10] [--proscenio target/release/proscenio] [--gdmerge gdmerge]

Runs take turns, so that a busy machine slows all of them alike. Printed are the least and the middle wall time and the
least processor time (user and system) in milliseconds. Without a gdmerge (`cargo install gdmerge`) its line is left out.
"""

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import tempfile
import time


def once(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{command[0]} ended with {done.returncode}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall * 1000, cpu * 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--proscenio", default="target/release/proscenio")
    parser.add_argument("--gdmerge", default=shutil.which("gdmerge"))
    args = parser.parse_args()
    scenes = []
    for folder, _, names in os.walk(args.folder):
        scenes += [os.path.join(folder, name) for name in names if name.endswith((".tscn", ".tres"))]
    size = sum(os.path.getsize(scene) for scene in scenes)
    print(f"{len(scenes)} text files, {size / 1e6:.1f} MB, {os.cpu_count()} processors, {args.runs} runs")
    with tempfile.TemporaryDirectory() as cache:
        commands = {
            "proscenio --version": [args.proscenio, "--version"],
            "proscenio check": [args.proscenio, "check", args.folder, "--statistics"],
            "proscenio check --cache": [args.proscenio, "check", args.folder, "--statistics", "--cache", cache],
        }
        if args.gdmerge:
            commands["gdmerge check"] = [args.gdmerge, "check", *scenes]
        times = {name: [] for name in commands}
        for turn in range(args.runs + 1):
            for name, command in commands.items():
                taken = once(command)
                # The first turn fills the cache and the system's own.
                if turn > 0:
                    times[name].append(taken)
    print(f"{'':24} {'least':>8} {'middle':>8} {'cpu':>8}  ms")
    for name, taken in times.items():
        walls = [wall for wall, _ in taken]
        print(f"{name:24} {min(walls):8.1f} {statistics.median(walls):8.1f} {min(cpu for _, cpu in taken):8.1f}")


if __name__ == "__main__":
    main()
