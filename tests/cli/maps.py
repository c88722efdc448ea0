#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Index maps: what an expression is, against brute force in Python's own integers; and what is refused, with its place.

Nightly ten times as many random expressions, and of maps with unknowns 200 at 50 valuations each. COLEX_MAPS=COUNT says how many,
COLEX_SEED=N which.
"""
import itertools
import json
import os
import random
import re
import unittest

import maps_truth as truth
from tool import batch, colex, main

COUNT = int(os.environ.get("COLEX_MAPS", 20000 if os.environ.get("COLEX_NIGHTLY") else 2000))
SEED = 4300 + 10 * int(os.environ.get("COLEX_SEED", "0"))
VALUATIONS = 50 if os.environ.get("COLEX_NIGHTLY") else 4

# (map, kind, value)
KINDS = [
    ("(i<4, j<8) -> i*8 + j", "layout", "(4,8):(8,1)"),
    ("(i<4, j<8) -> i*8 + j + 3", "offset", "Sw<0,0,0> o 3 o (4,8):(8,1)"),
    ("(I<4) -> 3 - I", "offset", "Sw<0,0,0> o 3 o 4:-1"),
    ("(i<32, j<8) -> i*32 + (j ^ (i % 8))", "swizzled", "Sw<3,0,5> o 0 o (32,8):(32,1)"),
    ("(i<12) -> i % 4 + i / 4 * 100", "layout", "((4,3)):((1,100))"),
    ("(i<8) -> i ^ (i >> 1) ^ (i >> 2)", "linear", "[1,3,7] o 0 o 8:1"),
    ("(i<24, j<8) -> i*8 + (j ^ (i % 8))", "swizzled", "Sw<3,0,3> o 0 o (24,8):(8,1)"),
    ("(i<12, j<8) -> (1 + j) + (((1 + j) % 8) << 3)", "swizzled", None),
    ("(i<4, j<8) -> (j, i)", "basis", "(4,8):(1@1,1@0)"),
    ("(t<32, (v<2, w<2)) -> (t / 4 + 8*w, t % 4 * 2 + v)", "basis",
     "((4,8),(2,2)):((2@1,1@0),(1@1,8@0))"),
    ("(r<8, c<8) -> r*8 + (c + r) % 8", "none", None),
    ("(t<8) -> [0,2,1,3,4,6,5,7]", "layout", "((2,2,2)):((2,1,4))"),
    ("(i<4, j<8) -> let L = (4,8):(8,1); L(i, j) + L(j) * 0", "layout", "(4,8):(8,1)"),
    ("(i<4, j<8) -> ((4,8):(8,1))(i, j)", "layout", "(4,8):(8,1)"),
    ("(i<4, j<8) -> let L = Sw<2,0,3> o 0 o (4,8):(8,1); L(i, j)", "swizzled", "Sw<2,0,3> o 0 o (4,8):(8,1)"),
    ("(i<size((4,8):(8,1))) -> composition((4,8):(8,1), 32:1)(i)", "layout", "((4,8)):((8,1))"),
    ("let n = 4; let L = (4,8):(8,1); (i<n, j<2*n) -> L(i, j)", "layout", "(4,8):(8,1)"),
    ("(int threadIdx.x<128, int v<8) -> const int row = threadIdx.x / 8; "
     "return row*64 + ((threadIdx.x % 8) ^ (row % 8))*8 + v;", "swizzled",
     "Sw<3,3,3> o 0 o (128,8):(8,1)"),
    ("(i<4) -> (uint32_t)i * 2u", "layout", "4:2"),
    ("(i<4) -> static_cast<int>(i) + std::min(i, 3)", "layout", "4:2"),
    ("(i<0x10) -> i // 4 * 8 + (i % 4 if True else 0)", "layout", "((4,4)):((1,8))"),
    ("(i<16) -> i & ~3u", "layout", "((4,4)):((0,4))"),
    ("(i<5) -> ceil_div(i, 2) - i // 2 + abs(-i) - i", "linear", "[1,0,0] o 0 o 5:1"),
    ("(i<1, j<1) -> 0", "layout", "(1,1):(0,0)"),
]

# (map, options, the line)
REFUSED = [
    ("(i<4) -> i / 0", (), "map: i / 0 at i=0: division by 0"),
    ("(i<4, j<2) -> i / (1 - j)", (), "map: i / (1 - j) at i=0, j=1: division by 0"),
    ("(i<4) -> (i - 2) % 4", (), "map: (i - 2) % 4 at i=0: -2 % 4 is -2 in C and 2 in Python; say which language it is"),
    ("(i<4) -> 1 << (i - 1)", (), "map: 1 << (i - 1) at i=0: a shift by -1"),
    ("(i<4) -> (i - 1) << 1", (), "map: (i - 1) << 1 at i=0: -1 is below 0, and is shifted to the left"),
    ("(i<4) -> (int8_t)(i * 50)", (), "map: (int8_t)(i * 50) at i=3: the cast to int8 changes 150"),
    ("(unsigned i<4) -> i - 1", (), "map: i - 1 at i=0: -1 is no uint32"),
    ("(i<4) -> i - 1u", (), "map: i - 1u at i=0: -1 is below 0, and C would wrap it"),
    ("(i<4) -> i & ~3u | ~3u", (), "map: at i=0 the map gives -4, which is unsigned in C"),
    ("(i<4) -> [1,2][i]", (), "map: [1,2][i] at i=2: index 2 into a table of 2"),
    ("(i<4, j<9) -> ((4,8):(8,1))(i, j)", (), "map: ((4,8):(8,1))(i, j) at i=0, j=8: coordinate 1 of the layout is 8, outside [0, 8)"),
    ("(i<4) -> i << 61", (), "map: at i=1 the map gives 2305843009213693952, and offsets end at 2^61"),
    ("(i<4) -> i << 62", (), "map: at i=1 the map gives 4611686018427387904, and offsets end at 2^61"),
    ("(i<4) -> (i << 62) >> 62", (), "map: i << 62 at i=2: the number leaves 64 bits"),
    ("(i<64, j<64) -> i * 65536 * 1024 + j", ("--width", "int32"), "map: i * 65536 * 1024 at i=32, j=0: 2147483648 is no int32"),
    ("(int i<64) -> i * 65536 * 1024", (), "map: i * 65536 * 1024 at i=32: 2147483648 is no int32"),
    ("(i<4) -> i & 1 == 0", (), "map:1:16: == beside & ^ or | binds one way in C and another in Python; write brackets"),
    ("(i<4) -> 0 <= i < 2", (), "map:1:17: a < b < c means one thing in C and another in Python; write brackets"),
    ("(i<4) -> i // 2 + i / 2", (), "map:1:21: / is C's, and // before it Python's"),
    ("(i<4) -> i ** 2", (), "map:1:12: ** is not read"),
    ("(i<4) -> 1.5", (), "map:1:10: no integer"),
    ("(i<4) -> j", (), "map:1:10: unknown name j; nearest: i"),
    ("(i<4) -> ", (), "map:1:10: expected a number, a name or '('"),
    ("(i<4) -> i +", (), "map:1:13: expected a number, a name or '('"),
    ("(i<4) -> i i", (), "map:1:12: unexpected text after the end"),
    ("(i<0) -> i", (), "map:1:1: every extent must be at least 1"),
    ("(i<4, i<2) -> i", (), "map:1:7: i has a meaning already"),
    ("(i) -> i", (), "map:1:3: expected '<' and the extent"),
    ("(4<i) -> i", (), "map:1:2: expected a coordinate, such as i<32"),
    ("(4,8):(8,1)", (), "map:1:1: expected a map, such as (i<32, j<8) -> i*32 + j"),
    ("(i<2048, j<1024) -> i", (), "map:1:1: more than 1048576 points"),
    ("(i<4) -> [1,2,3]", (), "map:1:10: a table of 3 values for 4 points"),
    ("(i<4) -> ((4,8):(8,1))(i, i, i)", (), "map:1:10: 3 coordinates for 2 modes"),
    ("(i<4) -> " + "(" * 100 + "i" + ")" * 100, (), "nested beyond 96 levels"),
    ("(i<4) -> " + "-" * 200 + "i", (), "nested beyond 96 levels"),
    ("(i<4) -> " + "+".join("i" * 5000), (), "more than 4096 operations in a map"),
    ("(" + ", ".join(f"i{k}<1" for k in range(17)) + ") -> 0", (), "more than 16 coordinates"),
    ("(i<1048576) -> " + "+".join("i" * 400), (), "undecided"),
]


class Known(unittest.TestCase):
    def test_kinds_and_values(self):
        for text, kind, value in KINDS:
            with self.subTest(text):
                ran = colex("map", text, "--json")
                self.assertEqual((ran.status, ran.err), (1 if kind == "none" else 0, ""))
                said = json.loads(ran.out)
                self.assertEqual(said["kind"], kind)
                if value is not None:
                    self.assertEqual(said["value"], value)
                    self.assertEqual(colex(text).out, value + "\n")

    def test_refusals_say_where(self):
        for text, options, line in REFUSED:
            with self.subTest(text[:80]):
                ran = colex("map", text, *options)
                self.assertNotEqual(ran.status, 0)
                self.assertEqual((ran.out, ran.err.count("\n")), ("", 1))
                self.assertIn(line, ran.err)

    def test_language_of_negative_numbers(self):
        text = "(i<4) -> (i - 2) % 4 + 4"
        self.assertEqual(colex("map", text, "--language", "c", "--is", "(i<4) -> [2,3,4,5]").status, 0)
        self.assertEqual(colex("map", text, "--language", "python", "--is", "(i<4) -> [6,7,4,5]").status, 0)
        for spelled in ("(i<4) -> (i - 2) % 4 + 4 / 1", "(i<4) -> (i - 2) % 4 + (1 ? 4 : 0)"):
            self.assertEqual(colex("evaluate", spelled).out, colex("evaluate", "(i<4) -> [2,3,4,5]").out, spelled)
        for spelled in ("(i<4) -> (i - 2) % 4 + 4 // 1", "(i<4) -> (i - 2) % 4 + (4 if True else 0)"):
            self.assertEqual(colex("evaluate", spelled).out, "6,7,4,5\n", spelled)
        self.assertEqual(colex("evaluate", "(i<4) -> (i - 3) / 2 + 4").out, "3,3,4,4\n")
        self.assertEqual(colex("evaluate", "(i<4) -> (i - 3) // 2 + 4").out, "2,3,3,4\n")

    def test_is_the_layout_that_was_meant(self):
        text = "(i<32, j<8) -> i*32 + (j ^ (i % 8))"
        ran = colex("map", text, "--is", "Sw<3,0,5> o 0 o (32,8):(32,1)")
        self.assertEqual((ran.status, ran.out), (0, "yes, at all 256 points\n"))
        ran = colex("map", text, "--is", "(32,8):(32,1)")
        self.assertEqual((ran.status, ran.out), (1, "no: at i=1, j=0 the map gives 33, (32,8):(32,1) gives 32\n"))
        ran = colex("map", text, "--is", "(i<32, j<8) -> i*32 + (j + i) % 8", "--json")
        self.assertEqual(json.loads(ran.out), {"is": False, "points": 256, "index": 33, "at": [1, 1], "value": 32, "meant": 34})
        ran = colex("map", text, "--is", "(32,4):(32,1)")
        self.assertEqual((ran.status, ran.out), (2, ""))

    def test_the_swizzled_layout_that_agrees_longest(self):
        """At its first difference it may be below 0, where no swizzle has a value."""
        for text, index, value, forced in (
            ("(r<8, c<8) -> r*8 + (c + r) % 8", 43, 24, 36),
            ("(i<32, j<8) -> i<8", 24, 0, -1),
            ("(i<12) -> ((5 + (i * 1)) ^ ((((5 + (i * 1)) >> 3) % 8) << 3))", 9, 6, -2),
            ("(i<16) -> (((1 + (i * 3)) ^ ((((1 + (i * 3)) >> 1) % 2) << 1)) ^ (((((1 + (i * 3)) ^ ((((1 + (i * 3)) >> 1) % 2) << 1)) >> 3) % 4) << 3))", 6, 1, None),
            ("(i<8, j<1) -> ((((5 + (i * 1)) + (j * 1)) ^ (((((5 + (i * 1)) + (j * 1)) >> 3) % 2) << 3)) ^ ((((((5 + (i * 1)) + (j * 1)) ^ "
             "(((((5 + (i * 1)) + (j * 1)) >> 3) % 2) << 3)) >> 4) % 2) << 1))", 5, 2, None),
            ("(i<12) -> (((1 + (i * 2)) ^ (((i >> 2) % 2) << 3)) ^ (((i >> 2) % 2) << 0))", 8, 17, None),
            ("(i<12, j<6) -> (((max(j, i) % 8) // 8) | (min(max(i, j), (i - 13)) % 8))", 8, 3, None),
            ("(i<32, j<4) -> (((1 + (i * 2)) + (j * 2)) ^ (((((1 + (i * 2)) + (j * 2)) >> 0) % 4) << 1))", 35, 11, None),
            ("(i<12, j<6, k<1) -> (((((j != k) ? k : 6) + (i >> 4)) - 0) ^ (i / 1))", 10, 12, None),
            ("(i<32, j<4) -> (6 >> i)", 5, 0, -1),
            ("(i<8, j<8) -> ((((j if (not i) else j) << 3) + 16) % 3)", 40, 2, None),
        ):
            with self.subTest(text):
                said = {one["kind"]: one for one in json.loads(colex("map", text, "--json").out)["not"]}["swizzled"]
                self.assertEqual((said["index"], said["value"]), (index, value))
                self.assertTrue(forced is None or said["forced"] == forced, said)
                self.assertEqual("no bits of a negative number are moved" in said["why"], said["forced"] < 0)

    def test_a_map_is_an_operand(self):
        rotation = "(r<8, c<8) -> r*8 + (c + r) % 8"
        self.assertEqual(colex("equal", "(i<4, j<8) -> i*8 + j", "(4,8):(8,1)").out, "yes\n")
        self.assertEqual(colex("equal", rotation, "(8,8):(8,1)").out,
                         "no, by enumeration: a difference at index 1 (9 against 8)\n")
        self.assertEqual(colex("bijective", rotation, "64").out, "yes\n")
        self.assertEqual(colex("injective", "(i<8) -> i * i % 7").out, "no, coordinates 3 and 4 have the same offset 2\n")
        self.assertEqual(colex("surjective", rotation, "65").out, "no, offset 64 is at no coordinate\n")
        self.assertEqual(colex("extent", rotation).out, "64\n")
        self.assertEqual(colex("evaluate", rotation, "(1,7)").out, "8\n")
        self.assertEqual(colex("composition((i<4, j<8) -> i*8 + j, 4:4)").out, "4:1\n")
        ran = colex("coalesce", rotation)
        self.assertEqual((ran.status, ran.err), (2, "layout: coalesce takes a layout, not a map that is no layout: at r=7, "
                                                 "c=1 a layout that agrees before gives 64, the map 56\n"))
        access = "(lane<32, step<8) -> lane*64 + (step + lane) % 8 * 8"
        ran = colex("banks", access, "--on", "sm90", "--element", "2", "--width", "16")
        self.assertIn("degree 1, no conflict", ran.out)
        same = colex("banks", access.replace("(step + lane) % 8", "step"), "--on", "sm90", "--element", "2", "--width", "16")
        self.assertIn("degree 8\n", same.out)
        drawn = colex("draw", "(r<4, c<4) -> r*8 + (c + r) % 4", "--color", "never").out.splitlines()
        self.assertEqual([line.split()[1:] for line in drawn[3:7]],
                         [[str(r * 8 + (c + r) % 4) for c in range(4)] for r in range(4)])
        self.assertEqual(colex("check", "-", stdin="equal((i<4, j<8) -> i*8 + j, (4,8):(8,1)) == yes\n"
                               f"injective({rotation}) == yes\n(i<32, j<8) -> i*32 + (j ^ (i % 8)) == Sw<3,0,5> o 0 o (32,8):(32,1)\n").out,
                         "3 of 3 as expected\n")
        self.assertEqual(colex("explain", "injective", "(i<8) -> i * i % 7").out,
                         "injective((i<8) -> i * i % 7)\n 1. (i<8) -> i * i % 7 is no layout: at i=3 a layout that agrees before gives 5, the map 2; it is asked at all 8 points\n"
                         " 2. at i=3 it gives 2\n 3. at i=4 it gives 2\nno, coordinates 3 and 4 have the same offset 2\n")
        for other, first in (("(8,8):(8,1)", " 2. at r=1, c=0 it gives 9"), (rotation.replace("r)", "r + 8)"), "= yes, by enumeration")):
            self.assertIn(first, colex("explain", "equal", rotation, other).out)
        for decision, steps in (("surjective", 1), ("bijective", 1)):
            self.assertEqual(len(json.loads(colex("explain", decision, rotation, "65", "--json").out)["steps"]), steps)
        marked = json.loads(colex("draw", "difference", rotation, "(8,8):(8,1)", "--json").out)["grids"][0]["cells"]
        self.assertEqual([[cell.get("wrong", False) for cell in row] for row in marked], [[(c + r) % 8 != c for c in range(8)] for r in range(8)])
        fragment = ["tiled_mma", "SM80_16x8x16_F32F16F16F32_TN", "--tile", "(16,8,16)", "--operand", "A", "--tensor", "(i<16, k<16) -> i*16 + (k + i/3*8) % 16", "--on", "sm90", "--json"]
        said = json.loads(colex(*fragment).out)
        self.assertTrue(said["refused"]["answer"].startswith("no layout: at i=") and any(one["fits"] for one in said["copies"]), said)
        reply = batch([{"op": "injective", "args": ["(i<8) -> i * i % 7"]}])[0]
        self.assertEqual(reply["witness"], {"got": 2, "index": 4, "left": 3, "right": 4, "want": 2})


TABLES = [
    ("0 2 1 3", (), "layout", "((2,2)):((2,1))"),
    ("0, 1, 9, 8", ("--shape", "(2,2)"), "swizzled", None),
    ("[[0, 1], [9, 8]]", (), "swizzled", None),
    ("[0,1,2,3]", ("--shape", "((2,1),2)"), "layout", "((2,1),2):((1,0),2)"),
    ("thread,value,address\n" + "\n".join(f"{t},{v},{hex(16 * t + v)}" for v in range(2) for t in range(4)), (), "layout", "(4,2):(16,1)"),
    (json.dumps([{"thread": t, "address": 4096 + (t ^ t >> 2)} for t in range(8)]), (), "swizzled", None),
]
NO_TABLES = [
    ("", "a table without offsets"),
    ("[]", "expected an array of offsets, of arrays or of objects"),
    ("{}", "expected an array of offsets, of arrays or of objects"),
    ("[1,", "no JSON, at byte"),
    ("[1.5]", "expected integers"),
    ("[[1],[2,3]]", "the rows differ in length"),
    ("[[1],2]", "the rows differ in length"),
    ("[" * 40, "JSON nested too deeply for a table"),
    ("[9223372036854775808]", "an offset is beyond 2^62"),
    ("[2305843009213693952]", "offsets end at 2^61"),
    ("1 2 x", ":1: expected an integer, not x"),
    ("t,a\n0,1\n0,2\n", "t=0 stands twice"),
    ("t,a\n0,1\n2,2\n", "t=1 is missing"),
    ("t,a\n-1,1\n", "t is -1"),
    ("t,a\n0\n", ":2: 1 columns, not 2"),
    ("t,a\n2000000,1\n", "more than 1048576 points"),
    ('[{"t":0,"a":1},{"t":1}]', "row 1 has other keys than the first"),
    ("1 2 3", "3 offsets for 4 points"),
]


class Tables(unittest.TestCase):
    def test_kinds(self):
        for text, options, kind, value in TABLES:
            with self.subTest(text[:60]):
                ran = colex("map", "--table", "-", *options, "--json", stdin=text)
                said = json.loads(ran.out)
                self.assertEqual((ran.status, said["kind"]), (0, kind))
                if value is not None:
                    self.assertEqual(said["value"], value)

    def test_rows_in_any_order_are_the_same_table(self):
        rows = [f"{i} {j} {i * 40 + (j + i) % 8 * i}" for i in range(6) for j in range(5)]
        random.Random(1).shuffle(rows)
        ran = colex("map", "--table", "-", "--is", "(i<6, j<5) -> i*40 + (j + i) % 8 * i", stdin="i j offset\n" + "\n".join(rows))
        self.assertEqual((ran.status, ran.out), (0, "yes, at all 30 points\n"))

    def test_what_is_no_table(self):
        for text, line in NO_TABLES:
            with self.subTest(text[:60]):
                ran = colex("map", "--table", "-", *(("--shape", "(2,2)") if text == "1 2 3" else ()), stdin=text)
                self.assertEqual((ran.status, ran.out, ran.err.count("\n")), (2, "", 1))
                self.assertIn(line, ran.err)
        for words in (("map",), ("map", "(i<4) -> i", "--table", "-"), ("map", "(i<4) -> i", "--shape", "4"),
                      ("map", "--table", "/no such file"), ("map", "--table", "-", "--shape", "4:x")):
            self.assertEqual(colex(*words, stdin="1").status, 2)


SIZED = [
    ("(i<M, j<N) -> i*ld + j", "(M,N):(ld,1)", "0", []),
    ("(i<M, j<4) -> i*4 + j + N", "(M,4):(4,1)", "N", []),
    ("(t<M*N) -> t % N * M + t / N", "((N,M)):((M,1))", "0", []),
    ("(i<M) -> i % 8 * M + i / 8", "((8,M/8)):((M,1))", "0", ["M % 8 == 0"]),
    ("(i<M) -> i / 2 + (i & 7) * 4 + (i >> 3) * 2", "((2,4,M/8)):((4,9,6))", "0", ["M % 8 == 0"]),
    ("(i<2*M, (k<K, j<4)) -> let r = i / 2; r * 3 - i % 2 + (k << 2)", "((2,M),(K,4)):((-1,3),(4,0))", "0", []),
    ("(I<4) -> I * S", "4:S", "0", []),
    ("(i<M) -> (i*8 + 3) / 4 + (i*8 + 3) % 4", "M:2", "3", []),
]
NOT_SIZED = [
    ("(i<M, j<N) -> i*j", "a product of coordinates is no sum of strides"),
    ("(i<M, j<N) -> i ^ j", "i ^ j: has a meaning for numbers only"),
    ("(i<M) -> (i > 2 ? i : 0)", "has a meaning for numbers only"),
    ("(i<M+1) -> i / 8", "i / 8: 8 does not divide the extent M + 1"),
    ("(i<M) -> i / N", "i / N: N does not divide the extent M"),
    ("(i<M) -> i / (N + 1)", "divides by what is no product of sizes"),
    ("(i<M) -> (i - 1) / 2", "divides what may be negative"),
    ("(i<M) -> (i, i)", "coordinates of unknown sizes are not read"),
    ("(i<M) -> i * 4611686018427387904 * 4", "a coefficient leaves 64 bits"),
    ("(i<M) -> let a = M*M*M*M; let b = a*a*a*a; b*b*b*b", "more than 64 products, or an exponent beyond 8"),
    ("(i<M) -> " + "*".join(["(i+A+B+C+D+E+F+G+H+1)"] * 8), "more than 64 products, or an exponent beyond 8"),
    ("(i<M) -> (i*i)*(i*i) + M*M*M", "a product of coordinates is no sum of strides"),
]


class Sized(unittest.TestCase):
    """Maps of unknown sizes: the layout, and that it is the map for numbers."""

    def test_layouts(self):
        for text, layout, offset, where in SIZED:
            with self.subTest(text):
                said = json.loads(colex("map", text, "--json").out)
                self.assertEqual((said["value"], said["offset"], said["where"]), (layout, offset, where))

    def test_what_is_not_found(self):
        for text, line in NOT_SIZED:
            with self.subTest(text):
                ran = colex("map", text)
                self.assertEqual((ran.status, ran.out, ran.err.count("\n")), (1, "", 1))
                self.assertIn(line, ran.err)
        self.assertEqual(colex("map", "(i<M) -> i", "--is", "4:1").status, 2)

    def test_values_at_numbers(self):
        """Random maps, and the layouts found, at sizes that keep the conditions, by Python's arithmetic."""
        dice = random.Random(SEED + 2)
        found = 0
        for _ in range(200 if os.environ.get("COLEX_NIGHTLY") else 40):
            n = dice.choice([2, 4, 8])
            text = truth.sized(dice, n)
            ran = colex("map", text, "--json")
            if ran.status:
                self.assertRegex(ran.err, "does not divide|may be negative|no coordinate can be split|product of coordinates")
                continue
            found += 1
            said = json.loads(ran.out)
            drawn = [(dice.choice([1, 2, 3]) * 8, dice.choice([1, 2, 3]) * 4, dice.randrange(1, 9)) for _ in range(VALUATIONS)]
            for sizes in [(8, 4, 1), (24, 12, 8), (8, 12, 1), *drawn]:  # the least, the largest, and others
                sizes = dict(zip(("M", "N", "ld"), sizes))
                self.assertTrue(all(eval(c, {}, sizes) for c in said["where"]))  # noqa: S307
                want = truth.at_sizes(text, sizes)
                got, largest = truth.layout_at_sizes(said, sizes)
                self.assertEqual(got, want, (text, said, sizes))
                if "largest" in said:
                    self.assertEqual(largest, max(want), (text, said, sizes))
        self.assertGreater(found, 20)


class Random(unittest.TestCase):
    """Every kind and value, the first point of a refusal, and the first difference from another layout."""

    def test_against_brute_force(self):
        dice = random.Random(SEED)
        cases = [truth.draw(dice) for _ in range(COUNT)]
        requests = []
        for case in cases:
            other = case.near(dice)
            requests += [{"expression": case.text}, {"op": "equal", "args": [case.text, other[0]]}]
        replies = batch(requests)
        met = {}
        for case, said, equal, (_, values) in zip(cases, replies[::2], replies[1::2], [c.neighbour for c in cases]):
            with self.subTest(case.text):
                kind = self.check(case, said, equal, values)
                met[kind] = met.get(kind, 0) + 1
        for kind in ("layout", "offset", "swizzled", "linear", "none", "refused"):
            self.assertGreater(met.get(kind, 0), COUNT // 100, met)

    def check(self, case, said, equal, values):
        if case.fault is not None:
            self.assertFalse(said["ok"], said)
            self.assertRegex(said["error"]["message"], f" at {re.escape(case.point(case.fault))}(: | the map gives )")
            return "refused"
        self.assertTrue(said["ok"], said)
        kind, bits = truth.kind_of(case)
        if kind == "none":
            self.assertEqual(said["result"], case.text)
        else:
            layout = truth.Layout(said["result"])
            self.assertEqual([layout(i) for i in range(len(case.values))], case.values)
            self.assertEqual((layout.kind, layout.bits), (kind, bits), said["result"])
            if layout.modes is not None and len(case.extents) > 1:
                self.assertEqual(layout.modes, case.extents)
        differs = [i for i, (a, b) in enumerate(zip(case.values, values)) if a != b]
        self.assertEqual(equal["result"], not differs)
        if differs:
            first = differs[0]
            self.assertEqual([equal["witness"][k] for k in ("index", "left", "right")], [first, case.values[first], values[first]])
        return kind

    def test_the_points_that_refuse(self):
        dice, checked = random.Random(SEED + 1), 0
        for case in itertools.islice(iter(lambda: truth.draw(dice), None), max(60, COUNT // 30)):
            if case.fault is not None:
                continue
            said = json.loads(colex("map", case.text, "--json").out)
            for one in said["not"]:
                if "index" not in one:
                    continue
                with self.subTest(case.text, kind=one["kind"]):
                    first = truth.refusing(case, one["kind"])
                    self.assertEqual((one["index"], one["value"]), (first, case.values[first]), one["why"])
                    checked += 1
        self.assertGreater(checked, 30)


if __name__ == "__main__":
    if not os.environ.get("COLEX_NIGHTLY"):
        print(f"nightly: maps: 20000 maps; by day {COUNT}: each is a question of the tool", flush=True)
    main()
