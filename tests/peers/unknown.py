# SPDX-License-Identifier: MIT
"""Calls with `?`, a number that the peer knows at run time only: they are asked with numbers for the `?` of their arguments.

A `?` of the answer stands for any number (judge.py).
"""
import itertools
import re

COORDINATE = {"evaluate": 1, "crd2idx": 0, "increment": 0, "slice": 0, "dice": 0}  # which argument lies inside a shape

# What stands for each `?`: the first extent, the first stride, the ratio of each to the one before, all of a coordinate.
CHOICES = [(60, 1920, 2, 1), (12, 1080, 3, 0), (24, 240, 5, 1), (8, 64, 2, 1), (4, 24, 3, 0), (2, 6, 2, 1), (3, 9, 2, 1)]
ASKED = 2  # choices per call


def with_numbers(row, extent, stride, ratio, at):
    """The row with numbers for the `?` of its arguments."""
    extents, strides = (map(lambda k, n=n: n * ratio**k, itertools.count()) for n in (extent, stride))

    def number(place, before):
        if COORDINATE.get(row["op"]) == place:
            return str(at)
        return str(next(strides if ":" in before.split("o")[-1] else extents))

    def numbered(place, text):
        text = re.sub(r"\?", lambda m: number(place, text[:m.start()]), text)
        return int(text) if re.fullmatch(r"-?\d+", text) else text

    return dict(row, args=[numbered(k, a) if isinstance(a, str) else a for k, a in enumerate(row["args"])])


def known(row, colex):
    """The call with numbers, by the first choices that colex answers; by the first of all where it answers none."""
    if not any("?" in str(a) for a in row["args"]):
        return [row]
    rows = [with_numbers(row, *choice) for choice in CHOICES]
    return [r for r in rows if colex.reply(r["op"], r["args"])["ok"]][:ASKED] or rows[:1]
