#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Single forms of the algebra before and now: instructions per call by callgrind, and nanoseconds, the two programs in turns.

    bench/single_forms.py COMMIT|FOLDER [--turns 9] [--cxx g++]

The headers of COMMIT, or of the checkout in FOLDER, stand beside those of this tree; answers of both are checked. A table in Markdown.
"""

import argparse
import math
import pathlib
import re
import subprocess
import sys
import tempfile

from figures import mean

ROOT = pathlib.Path(__file__).resolve().parents[1]


def ran(command, **more):
    r = subprocess.run(command, capture_output=True, text=True, check=False, **more)
    if r.returncode != 0:
        sys.exit(f"single_forms: {' '.join(map(str, command))}: {r.stderr.strip()[-300:]}")
    return r.stdout


def headers(what, folder):
    """The tree of headers meant, taken out of git where it is no folder."""
    if pathlib.Path(what, "include/colex").is_dir():
        return pathlib.Path(what, "include")
    packed = folder / "before.tar"
    ran(["git", "-C", ROOT, "archive", "-o", packed, what, "include"])
    ran(["tar", "-C", folder, "-xf", packed])
    return folder / "include"


def instructions(program, folder):
    """Row -> instructions per call."""
    out = folder / "callgrind.out"
    said = ran(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", program])
    calls, rows = int(re.search(r"calls (\d+)", said)[1]), {}
    for dump in folder.glob("callgrind.out.*"):
        text = dump.read_text(encoding="utf-8")
        if row := re.search(r"Client Request: (\S+)", text):
            rows[row[1]] = int(re.search(r"^(?:totals|summary): (\d+)", text, re.M)[1]) / calls
        dump.unlink()
    return rows


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("before")
    ask.add_argument("--turns", type=int, default=9)
    ask.add_argument("--cxx", default="g++")
    given = ask.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        trees = [headers(given.before, folder), ROOT / "include"]
        programs = [folder / "single_forms_before", folder / "single_forms_now"]
        for tree, program in zip(trees, programs, strict=True):
            ran([given.cxx, "-std=c++20", "-O2", "-I", tree, ROOT / "bench/single_forms.cpp", "-o", program])
        counted = [instructions(program, folder) for program in programs]
        least = [dict.fromkeys(counts, math.inf) for counts in counted]
        for _ in range(given.turns):
            for times, program in zip(least, programs, strict=True):
                timed = [line.split() for line in ran([program]).splitlines()[:-1]]
                for row, each in timed:
                    times[row] = min(times[row], float(each))
    print("| operation, modes | instructions before | now | before / now | ns before | now | before / now |\n" + "|---" * 7 + "|")
    ratios = [], []
    for row, _ in timed:
        cells = []
        for (before, now), all_ratios in zip(((c[0][row], c[1][row]) for c in (counted, least)), ratios, strict=True):
            all_ratios.append(before / now)
            cells += [f"{before:.0f}" if before >= 100 else f"{before:.3g}", f"{now:.0f}" if now >= 100 else f"{now:.3g}", f"{before / now:.2f}"]
        print(f"| {row.replace('/', ', ')} | " + " | ".join(cells) + " |")
    print(f"\nGeometric means {mean(ratios[0]):.2f} and {mean(ratios[1]):.2f}, least {min(ratios[0]):.2f} and {min(ratios[1]):.2f}, of {len(ratios[0])} rows.")


if __name__ == "__main__":
    main()
