#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Predicates whose sizes are no numbers, against brute force at many sizes: what is said never to be is nowhere, and a condition holds exactly
where it is. Nightly 400 questions."""
import json
import os
import random
import unittest

import predicates_truth as by_hand
from tool import colex, main

COUNT = int(os.environ.get("COLEX_PREDICATES", "400" if os.environ.get("COLEX_NIGHTLY") else "60"))
SIZES = [1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 15, 16, 17, 20, 24, 25, 31, 32, 33, 40]


def drawn(draw):
    """A question and what is assumed."""
    width, kind = draw.choice([1, 2, 4, 8]), draw.random()
    assume = draw.choice([[], [], [f"N % {width} == 0"], ["N % 4 == 0"], ["N > 3"]])
    if kind < 0.5:  # tiles of M x N
        down, across = draw.choice([2, 4]), draw.choice([1, 2])
        blocks = [f"a<(M+{down - 1})/{down}", f"b<(N+{across * width - 1})/{across * width}"]
        if draw.random() < 0.2:
            blocks[1] = f"b<{draw.choice([1, 2, 5])}"
        row, column = f"{down}*a + t/{across}", f"{across * width}*b + t%{across}*{width}"
        of_row = draw.choice([f"{row} < M", f"{row} < M", f"{row} <= M", f"{down}*a < M", f"{row} + 1 < M"])
        of_column = draw.choice([f"{column} < N", f"{column} + {width - 1} < N", f"{column} + {width} < N", f"{column} <= N", "N > 0"])
        given = [f"{row} < M && {column} < N", f"{column} + {width - 1} < N"][: draw.randint(0, 2)]
        return by_hand.question(f"({blocks[0]}, {blocks[1]}, t<{down * across}) -> ({row}, {column})", f"{of_row} && {of_column}", "(M,N)", width, None, given), assume
    if kind < 0.8:  # one coordinate
        threads = draw.choice([2, 4])
        blocks = draw.choice([f"b<(N+{threads * width - 1})/{threads * width}", "b<3"])
        at = f"{threads * width}*b + {width}*t"
        predicate = draw.choice([f"{at} < N", f"{at} + {width - 1} < N", f"{at} < N - {width}", f"b < N && t < {threads}", f"{at} <= N - {width} || N < {width}"])
        element = draw.choice([0, 0, 2])
        return by_hand.question(f"({blocks}, t<{threads}) -> {at}", predicate, f"N*{element}" if element else "N", width, None, [f"{at} < N"][: draw.randint(0, 1)], element), assume
    at = f"i*N + {4 * width}*j + {width}*v"  # rows one after the other
    predicate = draw.choice([f"{4 * width}*j + {width}*v < N", f"{4 * width}*j + {width}*v + {width - 1} < N", f"{at} < M*N", f"i < M && {4 * width}*j + {width}*v <= N"])
    return by_hand.question(f"(i<M, j<(N+{4 * width - 1})/{4 * width}, v<4) -> {at}", predicate, "M*N", width), assume


def holds(text, sizes):
    return bool(eval(by_hand.python(text), {}, dict(sizes)))


def mistakes(q, got, truths):
    """Where an answer is not the truth at some sizes."""
    r = []
    parts = [("lost", got["lost"], lambda true: bool(true["lost"])), ("past", got["past"], lambda true: bool(true["past"]))]
    parts += [(k, one, lambda true, k=k: true["given"][k] is not None) for k, one in enumerate(got.get("given", []))]
    for name, part, bad in parts:
        for sizes, true in truths:
            if part["is"] == "never" and bad(true):
                r.append((name, "never", sizes))
            if part["is"] == "sometimes" and part["where"] is not None and holds(part["where"], sizes) != bad(true):
                r.append((name, part["where"], sizes))
        if part["is"] != "sometimes":
            continue
        true = by_hand.truth(q, part["sizes"])
        if name == "lost" and (part["count"], part["elements"], part["first"]) != (len(true["lost"]), true["elements"], (true["lost"] or [None])[0]):
            r.append((name, part))
        if name == "past" and (part["count"], (part["at"], part["moves"], part["outside"])) != (len(true["past"]), (true["past"] or [None])[0]):
            r.append((name, part))
        if isinstance(name, int) and part["at"] != true["given"][name]:
            r.append((name, part))
    return r


class OfSizes(unittest.TestCase):
    def test_against_brute_force(self):
        draw = random.Random(44 + int(os.environ.get("COLEX_SEED", "0")))
        parts = {"never": 0, "sometimes": 0, "undecided": 0, "where": 0}
        planted = noticed = 0
        for _ in range(COUNT):
            q, assume = drawn(draw)
            ran = colex(*by_hand.words(q), *(word for one in assume for word in ("--assume", one)), "--json")
            got = json.loads(ran.out)
            self.assertEqual(ran.status, 0 if got["exact"] else 1, ran)
            truths = []
            while len(truths) < 10:
                sizes = {"N": draw.choice(SIZES), "M": draw.choice(SIZES[:8])}
                if all(holds(one, sizes) for one in assume):
                    truths.append((sizes, by_hand.truth(q, sizes)))
            self.assertEqual(mistakes(q, got, truths), [], (by_hand.words(q), assume, got))
            for part in (got["lost"], got["past"], *got.get("given", [])):
                parts[part["is"]] += 1
                parts["where"] += part.get("where") is not None
            for wrong in self.altered(got):
                planted += 1
                noticed += bool(mistakes(q, wrong, truths))
        self.assertLess(parts["undecided"], COUNT // 10, parts)
        self.assertGreater(parts["where"], 0.8 * parts["sometimes"], parts)
        self.assertGreater(min(parts["never"], parts["sometimes"]), COUNT // 3, parts)
        self.assertGreater(noticed, 0.9 * planted, (noticed, planted))
        print(f"{COUNT} questions: {parts}; {noticed} of {planted} planted answers noticed at 10 sizes", flush=True)

    @staticmethod
    def altered(got):
        """The answer with one part wrong: never where it is somewhere, everywhere else, or at another point."""
        for name in ("lost", "past"):
            part = got[name]
            if part["is"] == "sometimes":
                yield {**got, name: {**part, "count": part["count"] + 1}}
                yield {**got, name: {**part, "where": "false" if part["where"] is None else f"!({part['where']})"}} if part["where"] is not None else {**got, name: {**part, "count": 0}}
                where = "first" if name == "lost" else "outside"
                yield {**got, name: {**part, where: [part[where][0] + 1, *part[where][1:]]}}
            if part["is"] == "never":
                yield {**got, name: {"is": "sometimes", "where": "1 > 0", "sizes": {"M": 1, "N": 8}, "count": 1, "elements": 1, "first": [0], "at": [0], "moves": [0], "outside": [0]}}

    def test_what_is_said(self):
        tiles = "(a<(M+31)/32, b<(N+31)/32, t<128) -> (32*a + t/4, 32*b + t%4*8)"
        inside = "32*a + t/4 < M && 32*b + t%4*8 < N"
        for words, said in (
            ((tiles, inside, "--tensor", "(M,N)", "--width", "8"),
             "no\nnothing is lost\npast the end where N % 8 != 0: at M = 1, N = 1: a=0, b=0, t=0 moves (0,0) to (0,7), and (0,1) lies outside\n(proved by Z3 and cvc5, conditions both ways; for M >= 1 && N >= 1)\n"),
            ((tiles, inside, "--tensor", "(M,N)", "--width", "8", "--assume", "N % 8 == 0"),
             "yes\nneither lost nor past the end\n(proved by Z3 and cvc5; for M >= 1 && N >= 1 && N % 8 == 0)\n"),
            (("(b<4, t<128) -> 128*b + t", "128*b + t < N", "--tensor", "N"),
             "no\nlost where N > 512: at N = 513: 1 of 513 elements, the first 512\nnothing is past the end\n(proved by Z3 and cvc5, conditions both ways; for N >= 1)\n"),
            (("(t<N) -> t", "t % 2 == 0", "--given", "t % 4 == 0", "--given", "t == 1"),
             "no\nimplied by t % 4 == 0\nnot implied by t == 1, for instance: at N = 2: t=1\n(proved by Z3 and cvc5; instances found by value; for N >= 1)\n"),
        ):  # fmt: skip
            self.assertEqual(colex("predicate", *words).out, said)

    def test_in_files(self):
        line = "predicate((b<(N+7)/8) -> 8*b, 8*b < N, tensor=N, width=8)"
        text = f"{line} == yes if N % 8 == 0\n{line} == no, past the end where N % 8 != 0\npredicate((t<n) -> t, t < n, tensor=n) == yes\n"
        self.assertEqual(colex("check", "-", stdin=text).status, 0, colex("check", "-", stdin=text))
        ran = colex("check", "-", stdin=f"{line} == yes\n")
        self.assertEqual(ran.status, 1)
        self.assertIn("no, past the end where N % 8 != 0", ran.out)

    def test_what_is_not_decided_or_refused(self):
        ran = colex("predicate", "(i<N) -> i ^ 1", "i < N", "--tensor", "N + 1")
        self.assertEqual(ran.status, 1)
        self.assertIn("i ^ 1 has a meaning for numbers only", ran.out + ran.err)
        ran = colex("predicate", "(t<8) -> t", "t < N", "--tensor", "N", "--assume", "N < 1")
        self.assertEqual((ran.status, ran.out, ran.err), (2, "", "colex: predicate: no sizes keep what is assumed\n"))


if not os.environ.get("COLEX_NIGHTLY"):
    print(f"nightly: predicates_of_sizes: 400 questions; by day {COUNT}: each asks two solvers", flush=True)
main()
