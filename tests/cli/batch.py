#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`colex batch`: one reply per line, in order, whatever the lines are; replies appear as lines arrive."""
import json
import os
import subprocess
import tempfile
import unittest

import tool
from tool import batch, colex, main


def call(op, *args, **more):
    return {"op": op, "args": list(args), **more}


def result(reply):
    return reply["result"] if reply["ok"] else reply["error"]["condition"]


GOOD = call("coalesce", "(2,1):(3,1)")
BAD = [
    "", " ", "not json", "{", "[]", "null", "3", '"text"', "{}", '{"op": "coalesce"}', '{"op": 3, "args": []}',
    '{"op": "coalesce", "args": "4:1"}', '{"op": "nothing", "args": []}', '{"op": "\\u0000\\n\xe9", "args": []}',
    '{"op": "coalesce", "args": []}', '{"op": "coalesce", "args": ["4:1", 2, 3]}', '{"op": "coalesce", "args": [4.5]}',
    '{"op": "coalesce", "args": [null]}', '{"op": "coalesce", "args": [[4]]}', '{"op": "coalesce", "args": ["(4"]}',
    '{"op": "coalesce", "args": [18446744073709551615]}', '{"op": "coalesce", "args": [1e400]}',
    '{"op": "find_layout", "args": [[]]}', '{"op": "find_layout", "args": [["0"]]}', '{"op": "find_layout", "args": [[0, 9e99]]}',
    '{"op": "find_layout", "args": [[0, 18446744073709551615]]}', '{"op": "round_up", "args": [1, "4:1"]}',
    '{"op": "evaluate", "args": ["4:1", "4:1"]}', '{"op": "idx2crd", "args": [1, "(4,0)"]}', "[" * 100000, "\x01", "\u00e9",
]  # fmt: skip


class Batch(unittest.TestCase):
    def test_results(self):
        calls = [
            (call("coalesce", "(2,1):(3,1)", result="ignored", sound=True), "2:3"),
            (call("flatten", "(4,(2,3)):(2,(1,8))"), "(4,2,3):(2,1,8)"),
            (call("complement", "8:2"), "2:1"),
            (call("complement", "8:2", 32), "(2,2):(1,16)"),
            (call("complement", "8:2", "(4,8)"), "(2,2):(1,16)"),
            (call("complement", "4:2", 19, cover=True), "(2,3):(1,8)"),
            (call("composition", "(4,6,8,10):(2,3,5,7)", "6:12"), "(2,3):(9,5)"),
            (call("composition", "4:1", "8:1", bounded=True), "in_domain"),
            (call("evaluate", "(2,2):(3,1)"), [0, 3, 1, 4]),
            (call("evaluate", "(2,2):(3,1)", 3), 4),
            (call("crd2idx", "(2,(0,1))", "(4,(2,4)):(2,(1,8))"), 12),
            (call("crd2idx", "(2,6,0)", "(4,8,3)"), 26),
            (call("idx2crd", 16, "(3,(2,3))"), "(1,(1,2))"),
            (call("idx2crd", 16, 20), 16),
            (call("idx2crd", "(2,5)", "(3,(2,3))"), "(2,(1,2))"),
            (call("size", "(4,(2,3))"), 24),
            (call("cosize", "4:-3"), 10),
            (call("extent", "4:-3"), 1),
            (call("rank", "(4,(2,3))"), 2),
            (call("depth", "(4,(2,3))"), 2),
            (call("congruent", "(4,(2,3))", "(1,(1,1))"), 1),
            (call("congruent", "(4,(2,3))", "(1,1)"), 0),
            (call("compact_col_major", "(4,(1,3))", 2), "(2,(0,8))"),
            (call("compact_col_major", f"({2**40},{2**40})"), "input"),
            (call("find_layout", [0, 2, 4, 7, 9, 11]), "(3,2):(2,7)"),
            (call("find_layout", [0, 2**62, 1]), "overflow"),
            (call("equal", "10:3", "(2,5):(3,6)"), 1),
            (call("equal", "(2,2):(3,1)", "(2,2):(1,3)"), 0),
            (call("admissible_complement", "4:3", 16), "no"),
            (call("admissible_complement", "4:3", 24), "textbook"),
            (call("admissible_composition", "(8,8):(24,5)", "4:5"), "representable"),
            (call("evaluate", f"{2**40}:1"), "capacity"),
            (call("evaluate", "Sw<2,0,3> o 0 o 9:1"), [0, 1, 2, 3, 4, 5, 6, 7, 9]),
            (call("evaluate", " Sw<3,4,3> o 0 o (8,8):(8,1)", "(3,2)"), 26),
            (call("evaluate", "Sw<3, 4, 3> o 0 o (8,8):(8,1)", "(3,2)"), 26),
            (call("evaluate", "Sw<3,4> o 0 o 8:1"), "input"),
            (call("evaluate", "Sw<3,4,63> o 0 o 8:1"), "input"),
            (call("evaluate", "Sw<3,4,2> o 0 o 8:1"), "overlap"),
            (call("evaluate", "Sw<1,0,1> o -1 o 8:1"), "not_negative"),
            (call("equal", "Sw<0,0,0> o 0 o 8:1", "(2,4):(1,2)"), 1),
            (call("least_cotarget", "Sw<2,0,3> o 0 o 9:1"), "input"),
            (call("evaluate", "20:3 o 2 o 20:3"), "input"),  # CuTe means an offset of 2, an expression the layout 2:1
            (call("evaluate", "20:3 o 2:1 o 20:3", 1), 9),
            (call("swizzle_xor16", 3, 128, 8), "in_domain"),
            (call("swizzle_xor16", 2**40, 0, 2**29), "overflow"),
            (call("bit_map", "(4,3):(1,4)"), "power_of_two"),
            (call("inverse", [1, 1]), "injective"),
            (call("composition", [1, 2], [4]), "in_domain"),
            (call("bijective", [1, 2], 3), 0),
            (call("rank", [-1]), "not_negative"),
            (call("identity_layout", "(1,1,1,1,1,1,1,1,1)"), "capacity"),
            (call("lex_evaluate", "(2,3):(3,1)", 6), "in_domain"),
        ]
        for (question, expected), reply in zip(calls, batch([c for c, _ in calls])):
            with self.subTest(question):
                self.assertEqual(result(reply), expected)

    def test_equal_says_how_it_was_decided(self):
        swizzled = "Sw<3,3,3> o 0 o (64,8):(1,64)"
        calls = [call("equal", "10:3", "(2,5):(3,6)"), call("equal", swizzled, swizzled.replace("Sw<3", "Sw<2")),
                 call("equal", "Sw<2,0,3> o 0 o 9:1", "9:1")]  # fmt: skip
        self.assertEqual([r["decided"] for r in batch(calls)], ["normal_form", "gf2", "enumeration"])

    def test_refusals_carry_condition_message_and_witness(self):
        complement, composition = batch([call("complement", "4:3", 16), call("composition", "(6,4):(1,7)", "4:4")])
        self.assertEqual(complement["error"], {
            "condition": "cotarget_divides", "message": "complement(4:3, 16): cotarget_divides: 12 does not divide 16",
            "witness": {"left": 12, "right": 16}})  # fmt: skip
        self.assertEqual(composition["error"]["condition"], "additive")
        witness = composition["error"]["witness"]
        self.assertEqual((witness["index"], witness["got"], witness["want"]), (3, 13, 14))
        (no,) = batch([call("equal", "(2,2):(3,1)", "(2,2):(1,3)")])
        self.assertEqual(no["witness"], {"index": 1, "left": 3, "right": 1})

    def test_bad_lines_never_stop_the_good_ones(self):
        lines = [line for bad in BAD for line in (bad, GOOD)]
        for k, reply in enumerate(batch(lines)):
            with self.subTest(str(lines[k])[:60]):
                self.assertEqual(result(reply), "2:3" if k % 2 else "input")
                if not k % 2:
                    self.assertNotIn("\n", reply["error"]["message"])

    def test_bytes_that_are_no_text(self):
        good = (json.dumps(GOOD) + "\n").encode()
        ran = colex("batch", stdin=b"\xff\xfe\n" + good + b'{"op": "\xff", "args": []}\n' + good + b"\0\n" + good.strip())
        self.assertEqual([result(json.loads(line)) for line in ran.out.splitlines()], ["input", "2:3"] * 3)

    def test_a_line_beyond_a_mebibyte_is_one_error(self):
        long = '{"op": "coalesce", "args": ["' + "(" * (2 << 20) + '"]}'
        too_long, good = batch([long, GOOD])
        self.assertEqual(too_long["error"]["message"], "the line is longer than 1 MiB")
        self.assertEqual(result(good), "2:3")

    def test_convention(self):
        calls = [call("complement", "((3,16),11):((1,3),0)"), call("composition", "(16,4,32):(90,7,4)", "1:1"),
                 call("complement", "4:2", 19), call("complement", "(12,4):(6,1)", 128)]  # fmt: skip
        cute = list(map(result, batch(calls, "--convention", "cute")))
        self.assertEqual(cute, ["1:0", "1:4", "(2,3):(1,8)", "2:72"])
        own = list(map(result, batch(calls)))
        self.assertEqual(own, ["stride_positive", "1:0", "cotarget_divides", "stride_divides"])
        self.assertEqual(colex("batch", "--convention", "other").status, 2)

    def test_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "calls.jsonl")
            with open(path, "w") as file:
                file.write(json.dumps(GOOD) + "\nbad\n" + json.dumps(GOOD))
            self.assertEqual([result(json.loads(r)) for r in colex("batch", path).out.splitlines()], ["2:3", "input", "2:3"])
            missing = colex("batch", os.path.join(folder, "missing"))
            self.assertEqual((missing.status, missing.out, missing.err.count("\n")), (2, "", 1))

    def test_replies_come_line_by_line(self):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        with subprocess.Popen([tool.PATH, "batch"], **pipes) as running:
            for _ in range(3):
                running.stdin.write(json.dumps(GOOD) + "\n")
                running.stdin.flush()
                self.assertEqual(result(json.loads(running.stdout.readline())), "2:3")
            running.stdin.close()
            self.assertEqual(running.wait(timeout=600), 0)

    def test_nothing_in_nothing_out(self):
        self.assertEqual(colex("batch"), (0, "", ""))


main()
