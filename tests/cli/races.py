#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""race_free against sets of threads, byte by byte."""
import itertools
import json
import random
import unittest

from tool import colex, main


def drawn(draw):
    """An access as text, and (thread, step, offset) of each of its points."""
    threads, steps = draw.choice([4, 8, 32]), draw.choice([1, 2, 4])
    if draw.random() < 0.3:
        a, b, mask = draw.choice([1, 2, 4, 5]), draw.choice([threads, 2 * threads, 3]), draw.choice([1, 3, 7])
        offset = lambda t, s: t * a + ((s * b) ^ (t & mask))  # noqa: E731
        text = f"(t<{threads}, s<{steps}) -> t*{a} + ((s*{b}) ^ (t & {mask}))"
    else:
        a, b = draw.choice([0, 1, 2, 4, 8, 16, 32]), draw.choice([0, 1, 4, threads, 4 * threads])
        offset = lambda t, s: t * a + s * b  # noqa: E731
        text = f"({threads},{steps}):({a},{b})"
    return text, [(t, s, offset(t, s)) for s, t in itertools.product(range(steps), range(threads))]


class Races(unittest.TestCase):
    def test_every_byte(self):
        draw, races = random.Random("races"), 0
        for _ in range(150):
            element, words, touched, points = draw.choice([1, 2, 4]), [], {}, {}
            for kind, count in (("write", draw.choice([0, 1, 1, 2])), ("read", draw.choice([0, 1, 2]))):
                for number in range(1, count + 1):
                    text, all_points = drawn(draw)
                    width = draw.choice([element, 4, 16])
                    words += [f"--{kind}", f"{text}@{width}"]
                    for thread, step, offset in all_points:
                        points[f"{kind} {number}", thread, step] = offset
                        for byte in range(offset * element, offset * element + width):
                            touched.setdefault(byte, []).append((kind == "write", thread))
            if not words:
                continue
            ran = colex("race_free", *words, "--element", str(element), "--json")
            got = json.loads(ran.out)
            bad = [b for b, by in touched.items() if any(w for w, _ in by) and len({t for _, t in by}) > 1]
            self.assertEqual((ran.status, got["race_free"]), (1, False) if bad else (0, True), words)
            if bad:
                races += 1
                self.assertEqual(got["byte"], min(bad), words)
                first, second = got["first"], got["second"]
                self.assertTrue(first["writes"])
                self.assertNotEqual(first["thread"], second["thread"])
                for one in (first, second):
                    self.assertEqual(points[one["access"], one["thread"], one["step"]], one["offset"], words)
                    self.assertEqual(one["writes"], one["access"].startswith("write"))
                    at = one["offset"] * element
                    self.assertIn(min(bad), range(at, at + 16), words)
                said = colex("race_free", *words, "--element", str(element)).out
                self.assertTrue(said.startswith(f"no: byte {min(bad)}: thread {first['thread']} writes it"), said)
        self.assertTrue(40 < races < 140, races)

    def test_what_is_refused(self):
        for words, message in (
            ([], "give an access"), (["--write", "32:1@3"], "expected 1, 2, 4, 8 or 16"), (["--write", "32:1", "--width", "5"], "--width"),
            (["--write", "32:1", "--bits", "6"], "write 1: index 1 begins within a byte"), (["--read", "x"], "unknown name"),
            (["--write", "131072:1"], "write 1: more than 65536 addresses"), (["--write", f"(2,2):(1,{1 << 50})"], "beyond"),
            ([x for k in range(9) for x in ("--write", f"65536:{16 + k}@16")], "more than 4194304"),
        ):  # fmt: skip
            ran = colex("race_free", *words)
            self.assertEqual((ran.status, ran.out, ran.err.count("\n")), (2, "", 1), (words, ran))
            self.assertIn(message, ran.err)


main()
