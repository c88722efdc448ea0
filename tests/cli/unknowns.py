#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Questions with unknowns: what a person would write, sampled against the tool on numbers; bad input has its place."""
import itertools
import random
import re
import unittest

from tool import batch, colex, main

NAME = re.compile(r"\?\d+|[A-Z][A-Za-z0-9_]*")


def python(text, values):
    """An expression or condition of the tool, its names replaced, as Python has it."""
    text = re.sub(r"(\d)(?=[A-Z?])", r"\1*", text)
    text = NAME.sub(lambda m: f"({values[m.group()]})", text)
    return text.replace("/", "//").replace("&&", " and ")


def layout_at(text, values):
    """The layout with numbers: every leaf between brackets, commas and the colon."""
    return re.sub(r"[^(),:]+", lambda m: str(eval(python(m.group(), values))), text)


def names_of(*texts):
    return sorted({name for text in texts for name in NAME.findall(text)})


def cases(text):
    """(condition, answer) of each line but the last, which says what is known."""
    lines = text.splitlines()
    assert lines[-1].startswith("("), text
    out = []
    for line in lines[:-1]:
        condition, found, answer = line.partition(": ")
        if found and re.search(r"==|!=|<|>", condition):
            out.append((condition, answer))
        else:
            out.append(("", line))
    return out, lines[-1]


ANSWERS = [
    (("right_inverse", "(16,N):(1,16)"), "16N:1\n(proved)\n"),
    (("coalesce", "(192,N):(1,192)"), "192N:1\n(proved)\n"),
]
BAD = [
    (("coalesce", "(M,N):(1"), "layout:1:9: expected ',' or ')'"),
    (("coalesce", "(M,N):(1)"), "layout:1:6: shape and stride are not nested alike"),
    (("coalesce", "(M,8)+:1"), "layout:1:6: unexpected text after the end"),
    (("coalesce", "(M,):(1,2)"), "layout:1:4: expected an integer, a name or '('"),
    (("coalesce", "M:1@0"), "layout:1:4: basis strides with unknowns are not read"),
    (("coalesce", "?{mod=8}:1"), "layout:1:3: expected div="),
    (("coalesce", "?{div=0}:1"), "layout:1:7: a divisor is at least 1"),
    (("coalesce", "M:1", "--assume", "M % 8"), "--assume:1:6: expected ==, !=, <, <=, > or >="),
    (("coalesce", "M:1", "--assume", "N > 8"), "--assume: N stands in no argument"),
    (("coalesce", "M:1", "--assume", "M < 1"), "--assume: no values keep the assumptions, with every extent at least 1"),
    (("composition", "(M,N):(1,M)", "(4,N)"), "B:1:1: expected a layout SHAPE:STRIDE or a tiler <...>: a bare tuple may be meant as either"),
]
# The question, and ranges from which values are drawn.
SAMPLED = [
    ("complement", ["64:1", "K"], []),
    ("composition", ["(64,K):(1,D)", "128:1"], ["D >= 64"]),
    ("composition", ["(M,N):(N,1)", "4:2"], []),
    ("composition", ["(M,N):(1,M)", "(4,N):(1,M)"], []),
    ("logical_divide", ["M:K", "8:1"], []),
    ("logical_divide", ["(M,N):(1,M)", "<4,2>"], ["M % 4 == 0"]),
    ("zipped_divide", ["(M,N):(1,M)", "<4,2>"], ["M % 4 == 0", "N % 2 == 0"]),
    ("coalesce", ["(4,N,2):(1,4,D)"], []),
    ("logical_product", ["(2,N):(1,2)", "3:1"], []),
    ("size", ["(?,?{div=8}):(1,64)"], []),
    ("cosize", ["(M,N):(N,1)"], []),
]


class Unknowns(unittest.TestCase):
    def test_answers(self):
        for words, out in ANSWERS:
            with self.subTest(words):
                self.assertEqual(colex(*words), (0, out, ""))

    def test_bad_input_has_its_place(self):
        for words, line in BAD:
            with self.subTest(words):
                ran = colex(*words)
                self.assertEqual((ran.status, ran.out), (2, ""))
                self.assertIn(line, ran.err)
                self.assertEqual(ran.err.count("\n"), 1)

    def test_answers_are_those_of_numbers(self):
        random.seed(20)
        seen = 0
        for operation, arguments, assumptions in SAMPLED:
            options = [word for a in assumptions for word in ("--assume", a)]
            ran = colex(operation, *arguments, *options)
            self.assertIn(ran.status, (0, 1), ran.err)
            table, known = cases(ran.out)
            self.assertNotIn("wrong", known)
            # ? in the arguments is ?1, ?2, as the answer says
            count = itertools.count(1)
            named = [re.sub(r"\?(?:\{div=(\d+)\})?", lambda m: f"?{next(count)}", a) for a in arguments]
            names = names_of(*named)
            for _ in range(60):
                values = {name: random.choice([1, 2, 3, 4, 6, 8, 12, 16, 64, 128]) for name in names}
                if not all(eval(python(a, values)) for a in assumptions):
                    continue
                if operation == "size" and values["?2"] % 8 != 0:
                    continue
                holding = [answer for condition, answer in table if not condition or eval(python(condition, values))]
                self.assertEqual(len(holding), 1, (operation, arguments, values, table))
                concrete = [layout_at(a, values) if not a.startswith("<") else a for a in named]
                args = [int(a) if a.isdigit() else a for a in concrete]
                [reply] = batch([{"op": operation, "args": args}])
                answer = holding[0]
                seen += 1
                with self.subTest(operation=operation, arguments=concrete):
                    if answer.startswith("refused: "):
                        self.assertEqual(reply["error"]["condition"], answer.split(": ")[1])
                    elif ":" not in answer:
                        self.assertEqual(reply["result"], eval(python(answer, values)))
                    elif not answer.startswith("undecided"):
                        [same] = batch([{"op": "equal", "args": [layout_at(answer, values), reply["result"]]}])
                        self.assertIs(same["result"], True, (answer, values, reply))
        self.assertGreater(seen, 300)


main()
