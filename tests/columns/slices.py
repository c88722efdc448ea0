#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Ten million drawn rows of every question over columns, equal to the single forms' answers, in slices on all cores.

usage: slices.py [--rows N] [--slice N] [--jobs N] [--seed S] [--seconds T] COLUMNS_TEST ...

Slice k is `COLUMNS_TEST SLICE SEED+k`, of the programs in turn (one for each set of instructions). A row wrong, a
slice that failed or a question of fewer than N rows exits 1; no slice begins after T seconds. `--self-test` plants each of the three.
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import time

LINE = re.compile(r"^(\S.*?) +(\d+) rows, +(\d+) answered, (\d+) wrong$", re.M)
PARTS = ("composition of answers", "composition of a slice")  # a few thousand rows in each slice


def add(sums, text):
    """Adds the summary of one slice to `sums`, by question: rows, answered, wrong."""
    for name, *counts in LINE.findall(text):
        sums[name] = [a + int(b) for a, b in zip(sums.get(name, [0, 0, 0]), counts, strict=True)]


def faults(sums, rows, failed):
    """What is wrong with a run, a line each."""
    lines = [f"slice {k} failed" for k in failed] + ([] if sums else ["no question was asked"])
    for name, (asked, _, wrong) in sums.items():
        if wrong:
            lines.append(f"{name}: {wrong} rows wrong")
        if asked < rows and name not in PARTS:
            lines.append(f"{name}: {asked} of {rows} rows asked")
    return lines


def self_test():
    good, bad = "size   4096 rows,   4000 answered, 0 wrong\n", "size   4096 rows,   4000 answered, 1 wrong\n"
    for texts, failed, says in [
        ([good, good], [], []),
        ([good, bad], [], ["size: 1 rows wrong"]),
        ([good], [], ["size: 4096 of 8192 rows asked"]),
        ([good, good], [1], ["slice 1 failed"]),
        ([], [], ["no question was asked"]),
    ]:
        sums = {}
        for text in texts:
            add(sums, text)
        if faults(sums, 8192, failed) != says:
            sys.exit(f"slices.py: {texts} and {failed} give {faults(sums, 8192, failed)}, not {says}")
    return 0


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--rows", type=int, default=10_000_000)
    ask.add_argument("--slice", type=int, default=131_072)
    ask.add_argument("--jobs", type=int, default=os.cpu_count())
    ask.add_argument("--seed", type=int, default=int(time.time()))
    ask.add_argument("--seconds", type=float, default=float("inf"))
    ask.add_argument("--self-test", action="store_true")
    ask.add_argument("program", nargs="*")
    a = ask.parse_args()
    if a.self_test:
        return self_test()
    if not a.program or a.rows < 1 or a.slice < 1 or a.jobs < 1:
        ask.error("a program, and rows, slice and jobs of at least 1")
    began, count = time.monotonic(), -(-a.rows // a.slice)

    def run(k):
        if time.monotonic() - began > a.seconds:
            return None
        command = [a.program[k % len(a.program)], str(a.slice), str(a.seed + k)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    sums, failed, done = {}, [], 0
    with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
        tasks = {pool.submit(run, k): k for k in range(count)}
        for task in concurrent.futures.as_completed(tasks):
            k, r = tasks[task], task.result()
            if r is None:
                continue
            done += 1
            add(sums, r.stdout)
            if r.returncode != 0:
                failed.append(k)
                print(f"slice {k} exits {r.returncode}:\n{r.stdout}{r.stderr}", flush=True)
            if done % a.jobs == 0 or done == count:
                wrong = sum(s[2] for s in sums.values())
                print(f"{done} of {count} slices, {wrong} wrong, {time.monotonic() - began:.0f} s", flush=True)
    print(f"seeds {a.seed} to {a.seed + count - 1}, {done} slices of {a.slice} rows, {time.monotonic() - began:.0f} s on {a.jobs} cores")
    for name, (asked, answered, wrong) in sorted(sums.items()):
        print(f"{name:36} {asked:9} rows, {answered:9} answered, {wrong} wrong")
    lines = faults(sums, a.rows, failed)
    print("\n".join(lines) or "every row as the single form answers it")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
