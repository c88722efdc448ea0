#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""200 ugly questions with unknowns, drawn from a fixed seed: each ends within its budget, with a table, a condition, or
`undecided`. In every run a sample of them; under COLEX_NIGHTLY all."""
import json
import os
import random
import resource
import subprocess
import unittest

from tool import PATH, main

COUNT, EVERY, SECONDS = 200, 20, 30  # seconds of computing: the process ends after 20, cvc5 has its own
TERMS = ["M", "N", "K", "M+1", "M*M", "N*K", "M%3", "K/8", "N/4", "2N", "M-1", "?", "?{div=8}", "2", "3", "4", "6", "64", "0", "1"]
EXTENTS = [t for t in TERMS if t not in ("0",)]
OPERATIONS = {"coalesce": "L", "composition": "LT", "complement": "Ln", "right_inverse": "L", "injective": "L", "surjective": "Ln",
              "logical_divide": "LT", "zipped_divide": "LT", "tiled_divide": "LT", "flat_divide": "LT", "logical_product": "LT",
              "blocked_product": "LL", "raked_product": "LL", "upcast": "Ln", "downcast": "Ln", "recast_layout": "Lnn",
              "nullspace": "L", "size": "L", "cosize": "L", "evaluate": "Ln", "equal": "LL"}
ASSUMPTIONS = ["M % 4 == 0", "N >= 2", "K % 8 == 0 && K > 8", "M == N", "N < K", "M*N % 16 == 0"]


def layout(draw):
    rank = draw.randint(1, 4)
    shape, stride = ([draw.choice(some) for _ in range(rank)] for some in (EXTENTS, TERMS))
    if rank == 1:
        return f"{shape[0]}:{stride[0]}"
    return f"({','.join(shape)}):({','.join(stride)})"


def argument(draw, kind):
    if kind == "n":
        return draw.choice(["M", "N", "8", "M*N", "K/2", "64", "M%5", "N-1"])
    if kind == "T" and draw.random() < 0.4:
        return f"<{','.join(draw.choice(['_', '2', 'M', '4:1', 'N/2:2']) for _ in range(draw.randint(1, 2)))}>"
    if draw.random() < 0.15:
        return f"coalesce({layout(draw)} o {layout(draw)})"
    return layout(draw)


def questions():
    draw = random.Random(20)
    for _ in range(COUNT):
        operation = draw.choice(sorted(OPERATIONS))
        text = f"{operation}({', '.join(argument(draw, kind) for kind in OPERATIONS[operation])})"
        words = [text]
        if "?" not in text and not any(c in text for c in "MNK"):
            words = [f"{operation}((M,N):(N,K){', M' * (len(OPERATIONS[operation]) - 1)})"]
        for assumption in draw.sample(ASSUMPTIONS, draw.choice([0, 0, 1, 2])):
            if all(name in words[0] for name in "MNK" if name in assumption):
                words += ["--assume", assumption]
        if draw.random() < 0.2 and "M" in words[0]:
            words += ["--for", "M"]
        yield words


def ended(words):
    """Exit status, what it printed, the seconds that it computed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ran = subprocess.run([PATH, "expression", *words, "--json"], capture_output=True, text=True, timeout=300, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ran, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def kind(ran):
    if ran.returncode == 2:
        return "unusable"
    said = json.loads(ran.stdout)
    if "for" in said:
        return "condition" if said["sufficient"] and said["necessary"] else "undecided"
    return "decided" if said["complete"] else "undecided"


class Ugly(unittest.TestCase):
    def test_each_ends_within_its_budget(self):
        drawn = list(questions())
        self.assertEqual(len(drawn), COUNT)
        kinds = {}
        for words in drawn if "COLEX_NIGHTLY" in os.environ else drawn[::EVERY]:
            with self.subTest(words):
                ran, seconds = ended(words)
                self.assertIn(ran.returncode, (0, 1, 2), ran.stderr)
                self.assertLess(seconds, SECONDS)
                if ran.returncode == 2:  # such as assumptions that no values keep
                    self.assertEqual((ran.stdout, ran.stderr.count("\n")), ("", 1))
                else:
                    self.assertEqual(ran.stderr, "")
                    self.assertNotIn('"known":"wrong"', ran.stdout)
                of = kind(ran)
                kinds[of] = kinds.get(of, 0) + 1
        if "COLEX_NIGHTLY" not in os.environ:
            print(f"nightly: ugly: all {COUNT} questions; by day every {EVERY}th: a question may take its whole budget")
        print(", ".join(f"{count} {of}" for of, count in sorted(kinds.items())))
        self.assertGreater(kinds.get("decided", 0), 0)


main()
