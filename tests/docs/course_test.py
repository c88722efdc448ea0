#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What docs/course.md says of all small cases, by enumeration: course_test.py build/colex"""
import itertools
import json
import math
import pathlib
import re
import subprocess
import sys
import unittest

COLEX = sys.argv[1]
PAGE = (pathlib.Path(__file__).resolve().parents[2] / "docs/course.md").read_text()


def batch(requests):
    text = "".join(json.dumps({"op": op, "args": args}) + "\n" for op, args in requests)
    ran = subprocess.run([COLEX, "batch"], input=text, capture_output=True, text=True, check=True, timeout=120)
    return [json.loads(line) for line in ran.stdout.splitlines()]


def text_of(tree):
    return "(" + ",".join(map(text_of, tree)) + ")" if isinstance(tree, tuple) else str(tree)


# ------------------------------------------------------------------------------------------------ functions and their layouts

def factors(n):
    """Every way to write n as a product of numbers above 1, in every order."""
    if n == 1:
        yield ()
    for first in range(2, n + 1):
        if n % first == 0:
            yield from ((first, *rest) for rest in factors(n // first))


def is_layout(f):
    """Whether some layout has the values: its extents are tried, each with the stride that its first step shows."""
    for extents in factors(len(f)):
        units = [math.prod(extents[:k]) for k in range(len(extents))]
        if all(value == sum(i // unit % extent * f[unit] for unit, extent in zip(units, extents)) for i, value in enumerate(f)):
            return True
    return False


# ---------------------------------------------------------------------------------------------------------------------- shapes

def shapes(points, leaves, depth):
    """Every shape of up to so many points and leaves, tuples of tuples up to so deep."""
    yield from range(1, points + 1)
    if depth == 0:
        return
    inner = [(s, size(s), leaf_count(s)) for s in shapes(points, leaves, depth - 1)]
    for entries in range(1, leaves + 1):
        for chosen in itertools.product(inner, repeat=entries):
            if math.prod(one[1] for one in chosen) <= points and sum(one[2] for one in chosen) <= leaves:
                yield tuple(one[0] for one in chosen)


def size(shape):
    return math.prod(map(size, shape)) if isinstance(shape, tuple) else shape


def leaf_count(shape):
    return sum(map(leaf_count, shape)) if isinstance(shape, tuple) else 1


def coordinates(shape):
    return itertools.product(*map(coordinates, shape)) if isinstance(shape, tuple) else range(shape)


def accepts(shape, coordinate):
    """Whether a coordinate is one of the shape: an index of a part, or an entry for each of its modes."""
    if not isinstance(coordinate, tuple):
        return 0 <= coordinate < size(shape)
    return isinstance(shape, tuple) and len(shape) == len(coordinate) and all(map(accepts, shape, coordinate))


class Course(unittest.TestCase):
    def test_functions(self):
        functions = [f for n in range(1, 7) for f in itertools.product(range(3), repeat=n)]
        truth = [f[0] == 0 and is_layout(f) for f in functions]
        found = [reply["ok"] for reply in batch(("find_layout", [list(f)]) for f in functions)]
        self.assertEqual(found, truth)
        without = sum(f[0] == 0 and not holds for f, holds in zip(functions, truth))
        said = re.search(r"all ([\d,]+) functions.*?f\(0\) = 0, (\d+) have no layout.*?of the (\d+) that\s+have a layout", PAGE, re.S)
        self.assertEqual([int(n.replace(",", "")) for n in said.groups()], [len(functions), without, sum(truth)])

    def test_compatible(self):
        every = list(shapes(8, 3, 2))
        pairs = [(a, b) for a in every for b in every]
        said = [reply["result"] for reply in batch(("compatible", [text_of(a), text_of(b)]) for a, b in pairs)]
        for (a, b), yes in zip(pairs, said):
            self.assertEqual(yes, size(a) == size(b) and all(accepts(b, c) for c in coordinates(a)), (a, b))
        above = {a: set() for a in every}
        for (a, b), yes in zip(pairs, said):
            if yes:
                above[a].add(b)
        for a in every:
            self.assertIn(a, above[a])
            for b in above[a]:
                self.assertTrue(a == b or a not in above[b], (a, b))
                self.assertLessEqual(above[b], above[a], (a, b))
        self.assertGreater(sum(len(b) > 1 for b in above.values()), 20)
        self.assertIn("up to 8 points, of up to three leaves, nested up to twice", PAGE)


unittest.main(argv=sys.argv[:1], verbosity=2)
