#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The predicate of an access against brute force: what is lost, what is past the end, and what implies it; and what is refused."""
import json
import random
import unittest

import predicates_truth as by_hand
from tool import colex, main

COUNT = 400


def compared(draw, names, bounds):
    """A condition over the names, within bounds that may be wrong by a little."""
    def one():
        name, bound = draw.choice(list(zip(names, bounds)))
        return f"{name}{draw.choice(['', ' + 1', ' + 3', ' % 5', '*2'])} {draw.choice(['<', '<', '<=', '!=', '>'])} {max(0, bound + draw.choice([0, 0, 0, -1, 1, 7]))}"
    kind = draw.random()
    if kind < 0.4:
        return one()
    if kind < 0.7:
        return f"{one()} && {one()}"
    return draw.choice([f"{one()} || {one()}", f"!({one()}) && {one()}", f"({one()}) == ({one()})"])


def drawn(draw):
    width, kind = draw.choice([1, 1, 2, 4, 8]), draw.random()
    if kind < 0.4:  # a tile of rows and vectors
        across, down, a, b = draw.choice([1, 2, 4]), draw.choice([2, 4]), draw.choice([1, 2, 3]), draw.choice([1, 2, 3])
        m, n = draw.randint(1, down * a + 1), draw.randint(1, across * width * b + 2)
        row, column = f"{down}*a + t/{across}", f"{across * width}*b + t%{across}*{width}"
        if draw.random() < 0.6:
            predicate = f"{row} < {m} && {column}{draw.choice(['', f' + {width - 1}'])} < {n}"
        else:
            predicate = compared(draw, ["a", "b", "t", f"({row})", f"({column})"], [a, b, across * down, m, n])
        swapped = draw.random() < 0.3
        result, shape = (f"({column}, {row})", f"({n},{m})") if swapped else (f"({row}, {column})", f"({m},{n})")
        map_text = f"(a<{a}, b<{b}, t<{across * down}) -> {result}"
        given = [predicate.replace(f" + {width - 1}", ""), compared(draw, ["a", "b", "t"], [a, b, across * down])]
        return by_hand.question(map_text, predicate, shape, width, 0 if swapped else None, given[: draw.randint(0, 2)])
    i, j = draw.randint(1, 9), draw.randint(1, 9)
    step, other = draw.choice([1, 2, width, 2 * width, j]), draw.choice([0, 1, width, i * width, 5])
    offset, n = f"i*{step} + j*{other} + {draw.choice([0, 0, 0, 2])}", draw.randint(1, 90)
    predicate = draw.choice([f"{offset} < {n}", f"{offset} + {width} <= {n}", compared(draw, ["i", "j", f"({offset})"], [i, j, n])])
    given = [compared(draw, ["i", "j"], [i, j]) for _ in range(draw.randint(0, 2))]
    element = draw.choice([0, 0, 2, 4])
    return by_hand.question(f"(i<{i}, j<{j}) -> {offset}", predicate, str(n * (element or 1) + (1 if element else 0)), width, None, given, element)


def mistakes(q, got):
    """Where an answer is not the truth."""
    true = by_hand.truth(q, {})
    r = []
    if got["lost"]["count"] != len(true["lost"]) or got["lost"].get("first") != (true["lost"] or [None])[0]:
        r.append(("lost", true["lost"][:1]))
    first = true["past"][0] if true["past"] else (None, None, None)
    if got["past"]["count"] != len(true["past"]) or tuple(got["past"].get(name) for name in ("at", "moves", "outside")) != first:
        r.append(("past", first))
    if [(one["implied"], one.get("at")) for one in got.get("given", [])] != [(at is None, at) for at in true["given"]]:
        r.append(("given", true["given"]))
    if got["exact"] != (not true["lost"] and not true["past"] and not any(true["given"])):
        r.append(("exact",))
    if (got["elements"], got["accesses"]) != (true["elements"], true["accesses"]):
        r.append(("counts", true["elements"], true["accesses"]))
    return r


class Predicates(unittest.TestCase):
    def test_against_brute_force(self):
        draw, seen, planted = random.Random(43), {"lost": 0, "past": 0, "exact": 0, "given": 0}, 0
        for _ in range(COUNT):
            q = drawn(draw)
            ran = colex(*by_hand.words(q), "--json")
            got = json.loads(ran.out)
            self.assertEqual(mistakes(q, got), [], by_hand.words(q))
            self.assertEqual(ran.status, 0 if got["exact"] else 1)
            seen["lost"] += got["lost"]["count"] > 0
            seen["past"] += got["past"]["count"] > 0
            seen["exact"] += got["exact"]
            seen["given"] += any(not one["implied"] for one in got.get("given", []))
            for wrong in self.altered(got):
                planted += 1
                self.assertNotEqual(mistakes(q, wrong), [], (by_hand.words(q), wrong))
            said = colex(*by_hand.words(q)).out
            self.assertEqual(said.startswith("yes\nneither lost nor past the end: "), got["exact"], said)
        self.assertTrue(all(count > COUNT // 12 for count in seen.values()), seen)
        self.assertGreater(planted, 4 * COUNT)

    @staticmethod
    def altered(got):
        """The answer with one thing wrong."""
        for name in ("lost", "past"):
            yield {**got, name: {**got[name], "count": got[name]["count"] + 1}}
            yield {**got, name: {"count": 0} if got[name]["count"] else {"count": 1, "first": [0], "at": [0], "moves": [0], "outside": [0]}}
            for part in ("first", "at", "outside"):
                if part in got[name]:
                    yield {**got, name: {**got[name], part: [got[name][part][0] + 1, *got[name][part][1:]]}}
        yield {**got, "exact": not got["exact"]}
        for k, one in enumerate(got.get("given", [])):
            yield {**got, "given": [*got["given"][:k], {**one, "implied": not one["implied"]}, *got["given"][k + 1 :]]}

    def test_names_of_the_map(self):
        q = "(b<2, t<8) -> const int row = b*4 + t/2; const int col = t%2*8; (row, col)"
        self.assertEqual(colex("predicate", q, "row < 7 && col + 7 < 16", "--tensor", "(7,16)", "--width", "8").out, "yes\nneither lost nor past the end: 112 elements, and 14 accesses of 16 points\n")
        self.assertEqual(colex("predicate", "(t<8) -> t", "t < 4 if t % 2 == 0 else t < 5", "--given", "t < 4", "--given", "t == 4").out, "no\nimplied by t < 4\nnot implied by t == 4: at t=4\n")

    def test_what_is_refused(self):
        for words, message in (
            (["(t<8) -> t", "t < 4"], "predicate: give the tensor's shape, its bytes, or another predicate that is given"),
            (["(t<8) -> t", "t < n", "--tensor", "8"], "predicate:1:5: unknown name n"),
            (["(t<8) -> t", "T < n", "--tensor", "N"], "predicate: unknown name n"),
            (["(t<8) -> t", "t <", "--tensor", "8"], "predicate:1:4: expected a number, a name or '('"),
            (["(t<8) -> t", "(t, 1)", "--tensor", "8"], "predicate: expected a condition, not a tuple"),
            (["(t<8) -> t", "t < 4", "--tensor", "(8,8)"], "tensor: it has 2 coordinates, and the map gives 1"),
            (["(t<8) -> t", "t < 4", "--tensor", "t"], "tensor: it stands for all points, and has no coordinates"),
            (["(t<8) -> t", "t < 4", "--bytes", "32"], "predicate: bytes and element stand together"),
            (["(t<8) -> t", "t < 4", "--bytes", "32", "--element", "4", "--tensor", "8"], "predicate: give the tensor or its bytes, not both"),
            (["(t<8) -> t", "t < 4", "--tensor", "8", "--width", "0"], "width: 1 to 1048576 elements, not 0"),
            (["(t<8) -> t", "t < 4", "--tensor", "8", "--along", "1"], "along: the map gives 1 coordinate, and there is no coordinate 1"),
            (["(t<8) -> t", "t < 4", "--tensor", "8388608"], "predicate: more than 4194304 elements"),
            (["(t<8) -> t", "t < 4", "--tensor", "8", "--assume", "1 == 2"], "--assume: that does not hold"),
            (["8:1", "t < 4", "--tensor", "8"], "map:1:1: expected a map"),
        ):  # fmt: skip
            ran = colex("predicate", *words)
            self.assertEqual((ran.status, ran.out, ran.err.count("\n")), (2, "", 1), (words, ran))
            self.assertIn(message, ran.err)
        ran = colex("predicate", "(t<8) -> t", "10 / t < 4", "--tensor", "8")
        self.assertEqual((ran.status, ran.out, ran.err), (2, "", "colex: predicate: 10 / t at t=0: division by 0\n"))


main()
