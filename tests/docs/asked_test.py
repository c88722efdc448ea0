#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How many of the questions of docs/asked.md are answered: asked_test.py ROOT.

A heading is a question with its answer, in part where a paragraph says so; an entry of the last section is one without, which counts unless it is a
compiler's matter. Every answer is a command, which another test runs.
"""
import pathlib
import re
import sys
import unittest

PAGE = (pathlib.Path(sys.argv.pop()) / "docs/asked.md").read_text(encoding="utf-8")


class Asked(unittest.TestCase):
    def test_nine_of_ten_are_answered_in_full(self):
        answered, _, rest = PAGE.partition("\n## Not answered\n")
        questions = re.split(r"\n### ", answered)[1:]
        without = [text.split(":")[0] for text in re.split(r"\n- ", rest)[1:]]
        for text in questions:
            self.assertIn("```console\n$ ", text, text.split("\n")[0])
        part = [text.split("\n")[0] for text in questions if "In part: " in text]
        of_compilers = [names for names in without if "(a compiler's)" in names]
        full, count = len(questions) - len(part), len(questions) + len(without) - len(of_compilers)
        print(f"{full} of {count} in full, {100 * full / count:.0f} %; in part: {part}; not: {sorted(set(without) - set(of_compilers))}; a compiler's: {of_compilers}")
        self.assertGreaterEqual(full, 0.9 * count)


unittest.main()
