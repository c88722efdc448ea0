#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Unusable input: exit status 2 and one line with its place; hostile input: never a crash, a hang or a wrap."""
import pathlib
import random
import re
import subprocess
import sys
import unittest

from tool import PATH, colex, main

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from drawn import drawn  # noqa: E402

LINES = [
    (("coalesce", "(4,8:(1,4)"), "layout:1:5: expected ',' or ')'"),
    (("coalesce", "(4,8):(1"), "layout:1:9: expected ',' or ')'"),
    (("coalesce", "(4,8):(1)"), "layout:1:6: shape and stride are not nested alike"),
    (("coalesce", ""), "colex: word 2 is empty"),
    (("coalesce", " "), "layout:1:2: expected an integer or '('"),
    (("coalesce", "4:1 x"), "layout:1:5: unexpected text after the end"),
    (("coalesce", "4:"), "layout:1:3: expected an integer or '('"),
    (("coalesce", "(4,0):(1,4)"), "layout:1:1: every extent must be at least 1"),
    (("coalesce", "9999999999999999999:1"), "layout:1:1: integer beyond 2^62"),
    (("coalesce", "(4611686018427387904,2):(1,1)"), None),
    (("coalesce", "\u00e94:1"), "layout:1:1: expected an integer or '('"),
    (("evaluate", "4:1", "x"), "coordinate:1:1: unknown name x"),
    (("coalesce", "size"), "layout:1:1: size is an operation, whose arguments stand in brackets: size(...)"),
    (("coalesce(find_layout)",), "expression:1:10: find_layout is an operation, whose arguments stand in brackets: find_layout(...)"),
    (("evaluate", "4:1", "4:1"), "coordinate:1:1: expected coordinate, not a layout"),
    (("evaluate", "4:1", "99999999999999999999"), "coordinate:1:1: integer beyond 2^62"),
    (("complement", "4:1", "(4"), "M:1:3: expected ',' or ')'"),
    (("composition", "4:1", "4;1"), "B:1:2: unexpected text after the end"),
    (("idx2crd", "(1,2", "4"), "index:1:5: expected ',' or ')'"),
    (("idx2crd", "1", "4:1"), "shape:1:1: expected shape, not a layout"),
    (("find_layout", ""), "colex: word 2 is empty"),
    (("find_layout", " "), "table:1:2: expected an integer"),
    (("find_layout", "0,1,x"), "table:1:5: expected an integer"),
    (("find_layout", "0,1,"), "table:1:5: expected an integer"),
    (("find_layout", "0,1;2"), "table:1:4: expected ',' or white space"),
    (("find_layout", "0,99999999999999999999"), "table:1:3: integer beyond 2^62"),
    (("size", "(" * 10000), "layout:1:65: more than 32 leaves, or nested beyond 64 nodes"),
    (("frob",), "colex: unknown subcommand 'frob'; see colex --help"),
    (("--convention", "cute", "size", "4:1"), "colex: '--convention' stands before the operation; options stand after it"),
    ((), None),
    (("evaluate",), None),
    (("evaluate", "4:1", "1", "2"), None),
    (("composition", "4:1"), None),
    (("coalesce", "--frob", "4:1"), None),
    (("admissible",), None),
    (("batch", "--convention"), None),
    (("import", "/"), "colex: import: cannot read /: Is a directory"),
    (("check", "/"), "colex: check: cannot read /: Is a directory"),
    (("check", "/no such file"), "colex: check: cannot read /no such file: No such file or directory"),
    (("draw", "(4,8"), "colex: layout:1:5: expected ',' or ')'"),
    (("draw", "tv", "(4,8):(1,4", "(4,8)"), "colex: argument 1:1:11: expected ',' or ')'"),
    (("draw", "nosuch", "4:1"), 'colex: draw: nothing is called "nosuch"'),
    (("draw", "banks", "8:32", "--on", "sm99"), "colex: --on: no model of sm99; known: sm70 sm75 sm80 sm86 sm89 sm90 sm100 sm103 sm120 gfx90a gfx942 gfx950 gfx11 gfx12 gfx1250"),
    (("banks", "Sw<3,3> o 0 o 32:1", "--on", "sm90"), "colex: access:1:7: expected ','"),
    (("find_swizzle", "--on", "sm90", "--write", "(32:1"), "colex: write:1:6: expected ',' or ')'"),
    (("find_swizzle", "--on", "sm90", "--read", "32:1@x"), "colex: read:1:6: expected 1, 2, 4, 8 or 16, the bytes that a lane accesses"),
    (("swizzle", "Sw<3,3"), "colex: swizzle:1:7: expected ','"),
    (("explain", "complement", "(4:1", "8"), "colex: argument 1:1:5: expected ',' or ')'"),
    (("atoms", "NOSUCH"), "colex: no atom matches NOSUCH; colex atoms lists all"),
    (("tiled_copy", "(4", "1:1"), "colex: threads:1:3: expected ',' or ')'"),
    (("tiled_copy", "4:1", "1:1", "--tensor", "(8"), "colex: tensor:1:3: expected ',' or ')'"),
    (("race_free", "--write", "()"), "colex: write 1: a layout without modes, and mode 0 is the lanes or threads"),
    (("race_free", "--write", "32:1@4", "--read", "()"), "colex: read 1: a layout without modes, and mode 0 is the lanes or threads"),
    (("find_swizzle", "--on", "sm90", "--write", "()@4"), "colex: write: a layout without modes, and mode 0 is the lanes or threads"),
    (("banks", "()", "--on", "sm90"), "colex: access: a layout without modes, and mode 0 is the lanes or threads"),
    (("coalescing", "Sw<1,0,1> o 0 o ()", "--on", "sm90"), "colex: access: a layout without modes, and mode 0 is the lanes or threads"),
    (("draw", "banks", "()", "--on", "sm90"), "colex: access: a layout without modes, and mode 0 is the lanes or threads"),
    (("tiled_copy", "()", "()"), "colex: tiled_copy: neither the threads nor the values have a mode"),
    (("draw", "4:1", "--output", "/nowhere/" + "a" * 300), None),
    (("expression", "let x = "), "expression:1:9: expected an integer or '('"),
]
# The same where unknowns are answered; what has no meaning as one is named.
OF_UNKNOWNS = [
    (("complement", "64:1", "K", "--assume", "K %"), "colex: --assume:1:4: expected an integer, a name or '('"),
    (("complement", "64:1", "K", "--assume", "K"), "colex: --assume:1:2: expected ==, !=, <, <=, > or >="),
    (("complement", "64:1", "K", "--for", "J"), "colex: --for: J stands in no argument"),
    (("coalesce", "(4,K:(1,4)"), "colex: layout:1:5: shape and stride are not nested alike"),
    (("coalesce", "Sw<K,3,3> o 0 o 8:1"), "colex: layout:1:1: a swizzle has no form with unknowns"),
    (("find_layout", "0,K,2"), "colex: find_layout has no form with unknowns: its argument is a table of numbers"),
    (("find_layout", "[0,K,2]"), "colex: find_layout has no form with unknowns: its argument is a table of numbers"),
    (("bit_map", "(K,2):(1,2)"), "colex: bit_map has no form with unknowns: it works on bits, and an unknown has none"),
    (("take", "(M,N):(1,M)", "K", "2"), "colex: from:1:1: expected a mode number, which is no unknown"),
    (("coalesce", "4:1@K"), "colex: layout:1:5: basis elements are 1@0 to 1@7"),
    (("prove", "coalesce(A) =="), "colex: law:1:15: expected an integer, a name or '('"),
    (("prove", "foo(A) == A"), "colex: law:1:1: foo has no form with unknowns"),
]

# Right or refused, but quick and in range.
HOSTILE = [
    ("crd2idx", "4611686018427387904", "(2,2):(4,4)"),
    ("crd2idx", "4611686018427387904", "(1,2):(4,4)"),
    ("composition", "2:2305843009213693952", "(2,2,2,2):(1,1,1,1)"),
    ("composition", "(3,4):(1,144115188075855872)", "4:65537"),
    ("composition", "(4194304,4):(1,7)", "(4194304,3):(3,1)"),
    ("composition", "(3,1000003):(1,7)", "4194304:2"),
    ("composition", "(3,1000003):(1,7)", "4194305:2"),
    ("complement", "3:1152921504606846976", "4611686018427387904", "--cover"),
    ("complement", "2:1152921504606846976", "4611686018427387904"),
    ("complement", "(" + ",".join(["2"] * 32) + "):(" + ",".join(str(4**k) for k in range(32)) + ")"),
    ("complement", "(" + ",".join(["2"] * 30) + "):(" + ",".join(str(4**k) for k in range(30)) + ")"),
    ("evaluate", "1152921504606846976:1"),
    ("find_layout", "0,4611686018427387904,1,2"),
    ("find_layout", "0,-4611686018427387904,4611686018427387904,2"),
    ("idx2crd", "4611686018427387904", "(3,(2,3))"),
    ("size", "(" + ",".join(["3"] * 40) + ")"),
    ("size", ")" * 10000),
    ("size", "()" * 5000),
    ("depth", "(" * 63 + "1" + ")" * 63),
    ("depth", "(" * 64 + "1" + ")" * 64),
    ("rank", "(" + ",".join(["()"] * 60) + ")"),
    ("equal", "4611686018427387904:1", "(2,2305843009213693952):(1,2)"),
]


# An empty word is what a variable of the shell that is not set leaves; none may count as an option that was not given.
EMPTY = re.compile(r"^colex: (.* is followed by an empty word|word \d+ is empty|.*= is followed by nothing)\n$")
VALID = {"expression": ["4:1"], "draw": ["4:1"], "banks": ["32:1", "--on", "sm90"], "coalescing": ["32:1", "--on", "sm90"], "tma": ["16:1", "--box", "16"], "descriptor": ["(64,16):(16,1)", "--on", "sm90"], "find_swizzle": ["--on", "sm90", "--read", "32:1"], "swizzle": ["Sw<1,0,1>"], "explain": ["coalesce", "4:1"],
         "tiled_copy": ["32:1", "4:1"], "predicate": ["(t<8) -> t", "t < 4", "--tensor", "4"], "import": ["-"], "check": ["-"], "completion": ["bash"], "composition": ["4:1", "2:1"]}  # fmt: skip


class EmptyWords(unittest.TestCase):
    def test_every_option_of_every_command(self):
        """As the help lists them, `--option ''` and `--option=`; and an empty word in the place of each argument."""
        listed = colex("--help").out.split("Operations, each")[0]
        commands = re.findall(r"^  (\w+) ", listed.split("ubcommands:")[-1], re.M) + ["composition"]
        asked = 0
        for command in commands:
            options = re.findall(r"(--[\w-]+)(?:,--[\w-]+)* (?:TEXT|INT|UINT|FLOAT|ENUM)", colex(command, "--help").out)
            words = [[*VALID.get(command, []), *empty] for option in options for empty in ([option, ""], [option + "="])]
            for given in [*words, [""], [*VALID.get(command, []), ""]]:
                ran = colex(command, *given, stdin="")
                self.assertEqual((ran.status, ran.out), (2, ""), (command, given))
                self.assertRegex(ran.err, EMPTY, (command, given))
                asked += 1
        self.assertGreater(asked, 60)
        self.assertIn("certify", commands) if "prove" in commands else None


class LongWords(unittest.TestCase):
    def test_every_option_of_every_command(self):
        """With 1 MiB of stack: what reads a word must not go as deep as it is long."""
        commands = re.findall(r"^  (\w+) ", colex("--help").out.split("Operations, each")[0].split("ubcommands:")[-1], re.M)
        longs = drawn(("(" * 120000, "1," * 60000, "x" * 120000, "1/" + "x" * 120000, "-" * 60000 + "1", "4:1 o " * 20000),
                      "long words for each option", 2, "each is a start of the tool")  # fmt: skip
        asked = 0
        for command in commands:
            for option in ["", *re.findall(r"(--[\w-]+)(?:,--[\w-]+)* TEXT", colex(command, "--help").out)]:
                for word in longs:
                    words = [*VALID.get(command, ["4:1"]), option, word] if option else [word]
                    ran = subprocess.run(["prlimit", f"--stack={1 << 20}", PATH, command, *words], stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
                    self.assertIn(ran.returncode, (0, 1, 2), (command, option, word[:8]))
                    self.assertLessEqual(ran.stderr.count(b"\n"), 1, (command, option, word[:8]))
                    asked += 1
        self.assertGreater(asked, 50 * len(longs))


class Malformed(unittest.TestCase):
    def one_line(self, ran):
        self.assertEqual(ran.status, 2)
        self.assertEqual(ran.out, "")
        self.assertTrue(ran.err.endswith("\n") and ran.err.count("\n") == 1, ran.err)

    def test_status_2_and_one_line_with_its_place(self):
        with_solver = "without Z3" not in colex("coalesce", "4:1", "--assume", "K > 1").err
        for arguments, line in LINES + OF_UNKNOWNS * with_solver:
            with self.subTest(str(arguments)[:80]):
                ran = colex(*arguments)
                self.one_line(ran)
                if line is not None:
                    self.assertEqual(ran.err, line + "\n")

    def test_a_table_on_stdin_has_lines(self):
        self.assertEqual(colex("find_layout", "-", stdin="0 2\n4 x 6\n").err, "table:2:3: expected an integer\n")
        self.one_line(colex("find_layout", "-", stdin=b"0,\xff\n"))
        self.one_line(colex("find_layout", "-", stdin=b"\0"))
        self.one_line(colex("find_layout", "-"))

    def test_hostile_numbers(self):
        for arguments in HOSTILE:
            with self.subTest(str(arguments)[:80]):
                ran = colex(*arguments, seconds=600)
                self.assertLessEqual(ran.out.count("\n") + ran.err.count("\n"), 1)

    def test_random_text(self):
        random.seed(1)
        for _ in range(300):
            text = "".join(random.choice("(),:_- 0123456789x") for _ in range(random.randrange(1, 20)))
            if text.startswith("-"):
                continue
            ran = colex(random.choice(["coalesce", "complement", "evaluate", "find_layout", "depth"]), text)
            self.assertEqual(ran.out.count("\n") + ran.err.count("\n"), 1, text)


main()
