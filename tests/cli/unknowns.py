#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Questions with unknowns: what a person would write, sampled against the tool on numbers; bad input has its place."""
import contextlib
import ctypes
import itertools
import json
import os
import pathlib
import random
import re
import resource
import sys
import unittest

from tool import batch, colex, main

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from drawn import drawn  # noqa: E402

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
    lines = [line for line in text.splitlines() if not line.startswith("otherwise undecided")]
    assert lines[-1].startswith("("), text
    out = []
    for line in lines[:-1]:
        condition, found, answer = line.partition(": ")
        if found and re.search(r"==|!=|<|>", condition):
            out.append((condition, answer))
        else:
            out.append(("", line))
    return out, lines[-1]


# What one person would write, and all of it proved by both solvers; for which values, as the last line says.
EXTENTS = "; an extent below 1 is refused"
ANSWERS = [
    (("coalesce", "(192,N):(1,192)"), "192N:1", "N >= 1" + EXTENTS),
    (("coalesce", "(4,N,2):(1,4,D)"), "4N == D: 8N:1\n4N != D: (4N,2):(1,D)", "N >= 1" + EXTENTS),
    (("right_inverse", "(16,N):(1,16)"), "16N:1", "N >= 1" + EXTENTS),
    (("complement", "64:1", "K", "--assume", "K % 64 == 0", "--assume", "K >= 64"), "K/64:64", "K % 64 == 0 && K >= 64"),
    (("logical_divide", "(M,N):(1,M)", "<4,2>", "--assume", "M % 4 == 0", "--assume", "N % 2 == 0"),
     "((4,M/4),(2,N/2)):((1,4),(M,2M))", "M % 4 == 0 && N % 2 == 0 && M >= 1 && N >= 1" + EXTENTS),
    (("logical_divide", "(M,N):(1,M)", "<4>", "--assume", "M % 4 == 0"), "((4,M/4),N):((1,4),M)", "M % 4 == 0 && M >= 1 && N >= 1" + EXTENTS),
    (("composition", "(M,N):(1,M)", "<4,_>", "--assume", "M % 4 == 0"), "(4,N):(1,M)", "M % 4 == 0 && M >= 1 && N >= 1" + EXTENTS),
    (("composition", "(16,N):(1,16)", "?{div=8}:2"), "?1:2", "?1 % 8 == 0 && N >= 1 && ?1 >= 1" + EXTENTS),
    (("composition", "8:1", "(X,Y):(1,X)"), "(X,Y):(1,X)", "X >= 1 && Y >= 1" + EXTENTS),  # X, which stands for `_` elsewhere
    (("coalesce", "X:1"), "X:1", "X >= 1" + EXTENTS),
    (("composition", "(M,N/8):(N/4,M/N)", "2:1", "--assume", "M % 2 == 0"), "2:N/4", "M % 2 == 0 && N >= 1 && M >= 1 && N >= 8" + EXTENTS),
    (("equal", "(M,N):(1,M)", "MN:1"), "yes", "M >= 1 && N >= 1" + EXTENTS),
    (("equal", "(M,N):(N,1)", "MN:1", "--assume", "M > 1", "--assume", "N > 1"),
     "no, at M = 2, N = 2: first difference at index 1 (2 against 1)", "M > 1 && N > 1"),
]
BAD = [
    (("coalesce", "(M,N):(1"), "layout:1:9: expected ',' or ')'"),
    (("coalesce", "(M,N):(1)"), "layout:1:6: shape and stride are not nested alike"),
    (("coalesce", "(M,8)+:1"), "layout:1:6: unexpected text after the end"),
    (("coalesce", "(M,):(1,2)"), "layout:1:4: expected an integer, a name or '('"),
    (("coalesce", "M:1@K"), "layout:1:5: basis elements are 1@0 to 1@7"),
    (("coalesce", "M:K@8"), "layout:1:5: basis elements are 1@0 to 1@7"),
    (("coalesce", "M:1@0@1"), "layout:1:3: an element of a mode, such as 1@0@1, has no form with unknowns"),
    (("coalesce", "(M,N):(1@0,K)"), "layout:1:7: strides are integers, or all of them basis elements such as 1@0"),
    (("coalesce", "M@0:1"), "layout:1:1: a basis element stands among the strides of a layout only"),
    (("complement", "M:1@0", "64"), "layout:1:1: expected a layout without basis strides"),
    (("complement(get((M,N):(1@0,1@1), 0), 64)",), "expression:1:12: get gives a layout with basis strides, where complement takes a layout"),
    (("get", "(M,N):(1,M)", "K"), "path:1:1: expected a mode number, which is no unknown"),
    (("take((M,N), 0, ?)",), "expression:1:16: expected a mode number, which is no unknown"),
    (("slice", "(_,2:K)", "(M,N):(1,M)"), "slicer:1:1: expected a coordinate of numbers and _"),
    (("tile_to_shape", "2:1", "M:1"), "shape:1:1: expected shape"),
    (("complement", "64:1", "(K,_)"), "M:1:1: expected layout"),
    (("add((M,N), (1,2):(1,2))",), "expression:1:12: expected a tuple of integers"),
    (("coalesce", "Sw<K,0,3> o 0 o 4:1"), "layout:1:1: a swizzle has no form with unknowns"),
    (("coalesce", "M:1", "--budget", "seconds=x"), "--budget: seconds is a number from 0.1 to 3600, not x"),
    (("coalesce", "M:1", "--budget", "hours=1"), "--budget: expected STEPS, steps=N, seconds=S or branches=B, not hours=1"),
    (("coalesce", "M:1", "--budget", "branches=1.5"), "--budget: branches is a number from 1 to 10000, not 1.5"),
    (("coalesce", "?{mod=8}:1"), "layout:1:3: expected div="),
    (("coalesce", "?{div=0}:1"), "layout:1:7: a divisor is at least 1"),
    (("coalesce", "M:1", "--assume", "M % 8"), "--assume:1:6: expected ==, !=, <, <=, > or >="),
    (("coalesce", "M:1", "--assume", "N > 8"), "--assume: N stands in no argument"),
    (("coalesce", "M:1", "--assume", "M < 1"), "no values keep the assumptions, with every extent and every divisor at least 1"),
    (("coalesce", "M/0:1"), "no values keep the assumptions, with every extent and every divisor at least 1"),
    (("find_layout", "M:1"), "find_layout has no form with unknowns: its argument is a table of numbers"),
    (("coalesce(coalesce(M:1)",), "expression:1:23: expected ',' or ')'"),
    (("coalesce(size(M:1))",), "expression:1:10: size gives an integer, where coalesce takes a layout"),
    (("coalesce(Sw<3,M,3> o 0 o 4:1)",), "expression:1:10: a swizzle has no form with unknowns"),
    (("coalesce", "[M]"), "layout:1:1: a table has no form with unknowns"),
    (("coalesce", "m:K"), "layout:1:1: unknown name m: an unknown starts with a capital letter"),
    (("(M,N):(1,M)",), "expression:1:1: a question with unknowns is a call, OPERATION(ARGUMENT, ...)"),
    (("complement", "64:1", "K", "--for", "L"), "--for: L stands in no argument"),
    (("prove", "coalesce(A) =="), "law:1:15: expected an integer, a name or '('"),
    (("prove", "coalesce(A) == (A,2):(1,2)"), "law:1:17: A is a layout elsewhere, and no integer"),
    (("prove", "coalesce(A) == A == A"), "law:1:18: unexpected text after the end"),
    (("prove", "coalesce", "--defined"), "prove: --assume, --bound and --defined stand with a law, EXPR == EXPR"),
    (("coalesce", "M:1", "--convention", "cute"), "coalesce: options have no form with unknowns"),
    (("composition", "(M,N):(1,M)", "(4,N)"), "B:1:1: expected a layout SHAPE:STRIDE or a tiler <...>: a bare tuple may be meant as either"),
]
# The weakest condition, proved both ways.
FOR = [
    (("complement", "64:1", "K", "--for", "K"), "K > 0 && K % 64 == 0"),
    (("logical_divide", "(M,N):(1,M)", "<4,2>", "--for", "M,N"), "M % 4 == 0 && N % 2 == 0"),
    (("logical_divide", "(M,N):(1,M)", "<4,2>", "--for", "M", "--for", "N"), "M % 4 == 0 && N % 2 == 0"),
    (("logical_divide", "(M,N):(1,M)", "<4,2>", "--for", "M", "--assume", "N % 2 == 0"), "M % 4 == 0"),
    (("equal", "(M,N):(N,1)", "MN:1", "--for", "M,N"), "M == 1 || N == 1"),
    (("coalesce", "(M,N):(N,1)", "--for", "M"), "true"),
    (("complement", "4:3", "K", "--for", "K", "--assume", "K % 12 != 0"), "false"),
    (("lex_complement", "4:M", "32", "--for", "M"), "M > 0 && 8 % M == 0"),
    (("upcast", "8:N", "4", "--for", "N"), "(N > 0 && 2 % N == 0) || N % 4 == 0"),
    (("idx2crd", "K", "(M,4)", "--for", "K,M"), "K >= 0"),
    (("evenly_divides", "(M,N)", "(4,2)", "--for", "M,N"), "M >= 0 && N >= 0 && M % 4 == 0 && N % 2 == 0"),
    (("get_1d_coord", "M:4", "K", "--for", "K,M"), "K >= 0 && K % 4 == 0 && K + 1 <= 4*M"),
]
# The law, its options, the first line; the exit status is 0 where that is proved.
LAWS = [
    (("coalesce(A) == A",), "proved, for every flat layout A of rank 1 to 2 with strides of at least 0"),
    (("coalesce(A) == A", "--bound", "1", "--defined"), "proved, for every flat layout A of rank 1 to 1 with strides of at least 0"),
    (("size(A o B) == size(B)", "--bound", "1"), "proved, for every flat layout A, B of rank 1 to 1 with strides of at least 0"),
    (("(M,N):(1,M) == MN:1",), "proved"),
    (("coalesce((2,1):(3,1)) == 2:3",), "proved"),
    (("size(get(zipped_divide((2,(A0,B0)), <1,_>), 0)) == A0*B0",), "proved"),
    (("zipped_divide((4,(M,N)):(D,(1,M)), <2,_>) == ((2,(M,N)),(2,1)):((D,(1,M)),(2D,0))",), "proved"),
    (("flat_product((2,(M,N)):(1,(D,K)), <3,_>) == (2,(M,N),3,1):(1,(D,K),2,0)",), "proved"),
    (("A o B == B o A", "--bound", "1"), "no, at A = 2:0, B = 1:0: the sizes differ (1 against 2)"),
    (("(M,N):(1,M) == (M,N):(N,1)",), "no, at M = 2, N = 2: first difference at index 1 (1 against 2)"),
    (("(M,N):(1,M) == (M,N):(N,1)", "--assume", "M > 2"), "no, at M = 3, N = 2: first difference at index 1 (1 against 2)"),
    (("size(complement(A, M)) == M", "--bound", "1"), "no, at A = 2:1, M = 2: 1 against 2"),
    (("logical_divide(M:1, 4:1) == (4,M/4):(1,4)", "--assume", "M % 4 == 0", "--defined"), "proved"),
    (("logical_divide(M:1, 4:1) == (4,M/4):(1,4)", "--defined"), "no, at M = 5: refused: cotarget_divides: 4 does not divide 5"),
    (("complement(4:3, K) == 4:3", "--assume", "K % 12 == 1"), "nothing is proved: there are no values at which both sides are defined"),
]
# The question and its assumptions; values are drawn for the names.
SAMPLED = [
    ("complement", ["64:1", "K"], []),
    ("composition", ["(64,K):(1,D)", "128:1"], ["D >= 64"]),
    ("composition", ["(M,N):(N,1)", "4:2"], []),
    ("composition", ["(M,N):(1,M)", "(4,N):(1,M)"], []),
    ("right_inverse", ["(4,N):(D,4)"], []),
    ("logical_divide", ["M:K", "8:1"], []),
    ("logical_divide", ["(M,N):(1,M)", "<4,2>"], ["M % 4 == 0"]),
    ("zipped_divide", ["(M,N):(1,M)", "<4,2>"], ["M % 4 == 0", "N % 2 == 0"]),
    ("zipped_divide", ["(4,(M,N)):(D,(1,M))", "<2,_>"], []),
    ("coalesce", ["(4,N,2):(1,4,D)"], []),
    ("logical_product", ["(2,N):(1,2)", "3:1"], []),
    ("size", ["(?,?{div=8}):(1,64)"], []),
    ("cosize", ["(M,N):(N,1)"], []),
    ("composition", ["(M,N):(N,1)", "4:2"], ["N % 4 == 0"]),
]


# Undecided in part or in all, and soon.
HARD = [
    ["composition", "(M,N,K):(NK,K,1)", "(16,8,4):(1,M,MN)"],
    ["right_inverse", "(M,K/8,K/8,16,N,L):(N/4,K/8,M%3,?{div=8},L,M/2)"],
    ["tiled_divide", "(N,M+1,N/4,NK):(64,6,7,K/8)", "(N/4,K/8,N/4,M):(64,64,2N,?{div=8})"],
]
CHECKED = """complement(64:1, K) == K/64:64 if K % 64 == 0 && K >= 64
equal((M,N):(1,M), MN:1) == yes
complement(64:1, K) is refused: cotarget_divides if K % 64 == 1 && K > 1
equal((M,N):(N,1), MN:1) == no if M > 1 && N > 1
"""


def adopt_orphans():
    """From here on solvers whose process has ended are children of this one, and what they compute is counted."""
    set_child_subreaper = 36  # of <linux/prctl.h>
    ctypes.CDLL(None).prctl(set_child_subreaper, 1, 0, 0, 0)


def computed():
    """Seconds that the processes started here, and those that they waited for, have computed."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, 0)[0]:
            pass
    of = resource.getrusage(resource.RUSAGE_CHILDREN)
    return of.ru_utime + of.ru_stime


class Unknowns(unittest.TestCase):
    def test_answers(self):
        for words, answer, domain in ANSWERS:
            with self.subTest(words):
                ran = colex(*words)
                no = answer.startswith("no")
                self.assertEqual(ran.status, 1 if no else 0)
                *lines, known = ran.out.splitlines()
                self.assertEqual(lines, answer.split("\n"))
                apart = "; no two conditions hold together, which is proved" if len(lines) > 1 else ""
                self.assertRegex(known, ("^\\(compared with numbers for \\d+ values" if no else "^\\(proved") + re.escape(f"{apart}; for {domain})") + "$")

    def test_an_index_map_is_its_layout(self):
        """Wherever a layout may stand; the sizes at which it is one are assumed."""
        rotated, split = "(t<M*N) -> t % N * M + t / N", "(i<M) -> i % 8 * M + i / 8"
        for words, layout, more in ((("bijective", rotated, "M*N"), "((N,M)):((M,1))", ()), (("injective", split), "((8,M/8)):((M,1))", ("--assume", "M % 8 == 0")),
                                    (("extent", "(i<M, j<N) -> i*LD + j", "--assume", "LD >= N"), "(M,N):(LD,1)", ()),
                                    (("injective", "(i<M, j<N) -> i*LD + j", "--for", "M,N,LD", "--assume", "LD >= 1"), "(M,N):(LD,1)", ()),
                                    (("composition", "(i<4, j<8) -> i*8 + j", "K:1"), "(4,8):(8,1)", ())):  # fmt: skip
            of_map, of_layout = colex(*words), colex(words[0], layout, *words[2:], *more)
            with self.subTest(words):
                self.assertEqual((of_map.status, self.without_domain(of_map.out)), (of_layout.status, self.without_domain(of_layout.out)))
                self.assertEqual(of_map.err, "")
        self.assertEqual(colex("injective", split).out.splitlines()[0], "yes")
        self.assertIn("M % 8 == 0", colex("injective", split).out)
        self.assertEqual(colex("check", "-", stdin=f"bijective({rotated}, M*N) == yes\nequal({rotated}, (N,M):(M,1)) == yes\n").out, "2 of 2 as expected\n")
        self.assertEqual(colex("prove", "size((i<M, j<N) -> i*N + j) == M*N").out.splitlines()[0], "proved")
        for text, why in (("(i<M) -> i*ld", "unknown name ld: an unknown starts with a capital letter"), ("(i<M) -> i*2 + N", "the map is M:2 behind an offset, N"),
                          ("(i<M) -> i / N", "N does not divide the extent M"), ("(i<M) -> i*i", "a product of coordinates")):  # fmt: skip
            ran = colex("injective", text)
            self.assertEqual((ran.out, ran.err.count("\n")), ("", 1), ran)
            self.assertIn(why, ran.err)
        ran = colex("composition", "(r<8, c<8) -> r*8 + (c + r) % 8", "K:1")
        self.assertEqual((ran.status, ran.out, ran.err.count("\n")), (2, "", 1), ran)
        self.assertIn("a map that is no layout", ran.err)

    @staticmethod
    def without_domain(text):
        """But for the order in which conditions are assumed."""
        return re.sub(r"\(.*; for .*", "", text)

    def test_the_weakest_condition(self):
        for words, condition in FOR:
            with self.subTest(words):
                ran = colex(*words)
                self.assertEqual((ran.status, ran.err), (0, ""))
                lines = ran.out.splitlines()
                self.assertEqual(lines[0], condition)
                self.assertRegex(lines[2], r"^\(proved both ways; compared with numbers for \d+ values(; for [^;]+(; an extent below 1 is refused)?)?\)$")
                said = json.loads(colex(*words, "--json").out)
                self.assertEqual((said["cpp"], said["sufficient"], said["necessary"]), (condition, True, True))
                self.assertEqual("in Python: " + said["python"], lines[1])
                self.assertIsInstance(eval(said["python"], {name: 8 for name in "KMN"}), bool)

    def test_a_condition_that_is_not_proved_is_none(self):
        """2*P*Q <= P*P + Q*Q always, which the solvers do not find: "true" would stand for nothing."""
        words = ("elem_less", "P*Q+P*Q", "P*P+Q*Q+LD", "--assume", "LD >= 1", "--for", "LD")
        ran = colex(*words)
        self.assertEqual((ran.status, ran.err), (1, ""))
        self.assertRegex(ran.out, r"^undecided: each of \d+ values tried has an answer, which is not proved of all; for LD >= 1\n$")
        said = json.loads(colex(*words, "--json").out)
        self.assertEqual((said["found"], said["cpp"]), (False, ""))
        self.assertGreater(said["values"], 100)

    def test_laws(self):
        for words, line in LAWS:
            with self.subTest(words):
                ran = colex("prove", *words)
                self.assertEqual((ran.status, ran.err), (0 if line.startswith("proved") else 1, ""))
                self.assertEqual(ran.out.splitlines()[0], line)
                said = json.loads(colex("prove", *words, "--json", "-").out)
                verdict = {"proved": "proved", "no": "refuted", "nothing is proved": "vacuous"}
                self.assertEqual(said["verdict"], verdict[re.split("[,:]", line)[0]])

    def test_tables_as_json(self):
        said = json.loads(colex("complement", "64:1", "K", "--json").out)
        self.assertEqual((said["answered"], said["complete"], said["disjoint"]), (True, True, True))
        self.assertEqual([(c["when_python"], c["is"], c["text"].split(":")[0], c["known"], c["example"]) for c in said["cases"]],
                         [("K < 1", "refused", "refused", "compared", {"K": 0}),
                          ("K >= 1 and K % 64 == 0", "layout", "K/64", "proved", {"K": 64}),
                          ("K >= 1 and K % 64 != 0", "refused", "refused", "compared", {"K": 1})])
        self.assertEqual(said["cases"][2]["condition"], "cotarget_divides")
        said = json.loads(colex("size((8M,N/2):(1,M))", "--assume", "M < 9", "--json").out)
        [case, without_points] = said["cases"]
        self.assertEqual((case["is"], case["python"]), ("number", "8*M*(N//2)"))
        self.assertEqual((said["assumes"], said["bits"]), ("M < 9", 64))
        self.assertEqual((case["when"], without_points["when"]), ("M >= 1 && N >= 2", "M < 1 || N < 2"))
        self.assertEqual((without_points["is"], without_points["condition"], without_points["known"]), ("refused", "input", "given"))
        self.assertEqual(json.loads(colex("complement", "64:1", "128", "--json").out), {"ok": True, "result": "2:64"})

    def test_bad_input_has_its_place(self):
        for words, line in BAD:
            with self.subTest(words):
                ran = colex(*words)
                self.assertEqual((ran.status, ran.out), (2, ""))
                self.assertIn(line, ran.err)
                self.assertEqual(ran.err.count("\n"), 1)

    def test_cases(self):
        ran = colex("complement", "64:1", "K")
        lines = ran.out.splitlines()
        self.assertEqual(lines[:3], ["K < 1: refused: cotarget_positive, at K = 0: M = 0 is below 1",
                                     "K >= 1 && K % 64 == 0: K/64:64",
                                     "K >= 1 && K % 64 != 0: refused: cotarget_divides, at K = 1: 64 does not divide 1"])
        self.assertRegex(lines[3], "line 2 proved;.*; no two conditions hold together, which is proved")
        ran = colex("right_inverse", "(4,N):(D,4)")
        self.assertEqual(ran.out.splitlines()[:2], ["D == 1: 4N:1", "D != 1: 1:0"])

    def test_a_quotient_by_what_may_be_negative_is_not_taken_apart(self):
        ran = colex("injective", "(2,2):(K,1)")
        self.assertIn("K < 0 && K + 1 >= 0: no, at K = -1\n", ran.out)
        self.assertNotIn("wrong", ran.out)

    def test_hard_questions_end(self):
        for words in drawn(HARD, "hard questions", 1, "each takes its whole budget"):
            with self.subTest(words):
                start = computed()
                ran = colex(*words, seconds=300)  # passing, where the machine is busy
                self.assertLess(computed() - start, 30)  # seconds, those of cvc5 too; where nothing is left to time limits of Z3, 5
                self.assertEqual((ran.status, ran.err), (1, ""))
                self.assertRegex(ran.out, "(?m)^(otherwise )?undecided: budget ended")
                self.assertNotIn("wrong", ran.out)

    def test_lines_come_soon(self):
        """By what is computed up to the end, cvc5's too, the least of five runs: the first line stands before it."""
        adopt_orphans()
        for words in (["logical_divide", "(M,N):(1,M)", "<4,2>", "--assume", "M % 4 == 0", "--assume", "N % 2 == 0"], ["equal", "(M,N,K):(1,M,MN)", "MNK:1"],
                      ["coalesce", "(M,N,K,L):(1,M,MN,MNK)"], ["equal", "(M,N,K,L):(1,M,MN,MNK)", "MNKL:1"]):
            with self.subTest(words):
                took = []
                for _ in range(5):
                    start = computed()
                    self.assertEqual(colex(*words).status, 0)
                    took.append(computed() - start)
                self.assertLess(min(took), 0.2)

    def test_no_budget_is_passed(self):
        """Of what a question's processes compute, those of cvc5 too, for every command that takes seconds; starting them is beside it."""
        adopt_orphans()
        asked = (*HARD, [*HARD[1], "--json"], ["expression", "right_inverse((M,K/8,K/8,16):(N/4,K/8,M%3,?))"], ["injective", "(M,N,K):(K,M,N)", "--for", "M,N"],
                 ["evenly_divides", "K0", "16", "--for", "K0"], ["prove", "(A o B) o C == A o (B o C)", "--bound", "2"],
                 ["prove", "coalesce(A o B) == coalesce(coalesce(A) o B)", "--bound", "3"])
        for words, budget in drawn(list(itertools.product(asked, (1, 2))), "questions with budgets of 1 s and 2 s", 6, "each takes its whole budget"):
            with self.subTest(words, budget=budget):
                start = computed()
                ran = colex(*words, "--budget", f"seconds={budget}", seconds=300)  # passing, where the machine is busy
                self.assertLess(computed() - start, budget + 0.4)  # of which 0.2 is beyond the budget
                self.assertIn(ran.status, (0, 1), ran.err)
                self.assertNotIn("wrong", ran.out)

    def test_which_budget_ended_and_where(self):
        short, long = ["composition", "(M,N):(N,1)", "4:2"], HARD[0]
        for words, budget, line in [(short, "branches=3", r"otherwise undecided: budget ended \(3 branches on \d+ paths?, (the first )?under .+\), for instance at .+"),
                                    (long, "seconds=0.1", r"(otherwise )?undecided: budget ended \(.*0\.03 s of exploring.*\).*"),
                                    (short, "branches=8,seconds=5", r"otherwise undecided: budget ended \(.*\), for instance at .+")]:
            with self.subTest(budget):
                ran = colex(*words, "--budget", budget)
                self.assertEqual((ran.status, ran.err), (1, ""))
                self.assertRegex(ran.out, f"(?m)^{line}$")
        said = json.loads(colex("composition", "(M,N):(N,1)", "4:2", "--budget", "branches=3", "--json").out)
        self.assertIn("3 branches", said["why"])
        fewer, more = (colex("composition", "(M,N):(N,1)", "4:2", "--budget", f"branches={b}").out.count("\n") for b in (2, 60))
        self.assertLess(fewer, more)

    def test_a_refusal_about_coordinates_shows_both(self):
        """The fifth point of (4,N) is (0,1), where a mode of stride 1@0 has (4,0)."""
        said = colex("composition", "(4,N):(1@0,1@1)", "5:1", "--assume", "N >= 2").out
        self.assertRegex(said, r"run_divides, at N = \d+: .*at index 4 the modes before it force \(4,0\), f\(4\) = \(0,1\)")

    def test_files_of_questions(self):
        self.assertEqual(colex("check", "-", stdin=CHECKED), (0, "4 of 4 as expected\n", ""))
        for old, new in [("K/64:64", "K/32:64"), ("== yes", "== no"), (" && K >= 64", ""), ("_divides", "_positive")]:
            with self.subTest(new):
                ran = colex("check", "-", stdin=CHECKED.replace(old, new))
                self.assertEqual((ran.status, ran.err), (1, ""))
                self.assertEqual(ran.out.splitlines()[-1], "3 of 4 as expected")

    def test_the_file_in_the_manual(self):
        page = (pathlib.Path(__file__).parents[2] / "docs/questions.md").read_text()
        text = re.search(r"```text\n(# tiles\.colex.*?)```", page, re.S).group(1)
        self.assertEqual(colex("check", "-", stdin=text), (0, "4 of 4 as expected\n", ""))

    def test_answers_are_those_of_numbers(self):
        random.seed(20)
        asked, expected = [], []  # for the concrete code; (values, answer)
        for operation, arguments, assumptions in SAMPLED:
            ran = colex(operation, *arguments, *(word for a in assumptions for word in ("--assume", a)))
            self.assertIn(ran.status, (0, 1), ran.err)
            table, known = cases(ran.out)
            self.assertNotIn("wrong", known)
            count = itertools.count(1)  # ? in the arguments is ?1, ?2, as the answer says
            named = [re.sub(r"\?(?:\{div=(\d+)\})?", lambda m: f"?{next(count)}", a) for a in arguments]
            for _ in range(60):
                values = {name: random.choice([1, 2, 3, 4, 6, 8, 12, 16, 64, 128]) for name in names_of(*named)}
                if not all(eval(python(a, values)) for a in assumptions) or values.get("?2", 0) % 8 != 0:
                    continue
                holding = [a for condition, a in table if not condition or eval(python(condition, values))]
                if "otherwise undecided" in ran.out and not holding:
                    continue
                self.assertEqual(len(holding), 1, (operation, arguments, values, table))
                concrete = [layout_at(a, values) if not a.startswith("<") else a for a in named]
                asked.append({"op": operation, "args": [int(a) if a.isdigit() else a for a in concrete]})
                expected.append((values, holding[0]))
        self.assertGreater(len(asked), 300)
        layouts = []
        for question, reply, (values, answer) in zip(asked, batch(asked), expected):
            with self.subTest(question):
                if answer.startswith("refused: "):
                    self.assertIn(reply["error"]["condition"], re.split("[:,] ", answer)[1].split(" or "))
                elif ":" not in answer:
                    self.assertEqual(reply["result"], eval(python(answer, values)))
                else:
                    layouts.append({"op": "equal", "args": [layout_at(answer, values), reply["result"]]})
        self.assertGreater(len(layouts), 200)
        for question, same in zip(layouts, batch(layouts)):
            self.assertIs(same["result"], True, question)


if __name__ == "__main__":
    main()
