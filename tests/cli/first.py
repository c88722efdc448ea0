#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""src/first answers as the tool does: the questions of tools/demo, and random ones. first.py FIRST COLEX"""
import pathlib
import random
import shlex
import subprocess
import sys

FIRST, COLEX = sys.argv[1:3]
DEMO = pathlib.Path(__file__).resolve().parents[2] / "tools/demo"
ASKED = ("evaluate", "coalesce", "complement", "find_layout", "equal", "idx2crd", "composition")


def random_layout(draw):
    modes = [(draw.choice([1, 2, 3, 4, 6]), draw.choice([0, 1, 2, 3, 4, 6, 8, 12, 24])) for _ in range(draw.randint(1, 3))]
    shape, stride = ("(" + ",".join(str(m[k]) for m in modes) + ")" for k in (0, 1))
    return f"{shape}:{stride}"


def questions():
    for line in DEMO.read_text().splitlines():
        words = shlex.split(line) if line.startswith("ask ") else []
        if len(words) > 3 and words[3] in ASKED:
            yield words[3:]
    draw = random.Random(1)
    for _ in range(40):
        a, b = random_layout(draw), random_layout(draw)
        yield from (["coalesce", a], ["complement", a, str(draw.randint(1, 64))], ["composition", a, b], ["equal", a, b])
    yield from (["composition", "(4,8:(1,2)", "4:1"], ["coalesce", "x"], ["complement", "4:1", "x"])


def main():
    count = differ = 0
    for words in questions():
        one, other = (subprocess.run([program, *words], capture_output=True, text=True, check=False) for program in (FIRST, COLEX))
        count += 1
        # what cannot be read is refused by both; the tool knows more ways to write an argument, and words its message otherwise
        same = one.returncode == other.returncode == 2 or \
            (one.returncode, one.stdout, one.stderr) == (other.returncode, other.stdout, other.stderr)
        if not same:
            differ += 1
            print(f"{words}: {one.returncode} {one.stdout}{one.stderr}the tool: {other.returncode} {other.stdout}{other.stderr}")
    print(f"{count} questions, {differ} answered otherwise")
    return differ > 0 or count < 150


sys.exit(main())
