#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tools/cross_tool: its questions are answered here, and a program that answers otherwise is noticed: cross_tool_test.py TOOL"""
import importlib.machinery
import importlib.util
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
loader = importlib.machinery.SourceFileLoader("cross_tool", str(ROOT / "tools/cross_tool"))
cross_tool = importlib.util.module_from_spec(importlib.util.spec_from_loader("cross_tool", loader))
loader.exec_module(cross_tool)
TOOL = sys.argv[1]


class CrossTool(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.want = cross_tool.wanted(TOOL)

    def test_the_questions(self):
        """Each has an answer or an error that says something; none names a folder or a time of this machine."""
        for question, (status, output, error) in self.want.items():
            with self.subTest(question):
                self.assertIn(status, (0, 1, 2))
                self.assertTrue(output or error)
                self.assertNotIn(str(ROOT).encode(), output + error)

    def test_the_same_program_differs_in_nothing(self):
        self.assertEqual(cross_tool.differences([], TOOL, self.want), [])

    def test_another_answer_is_noticed(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "colex"
            for part, text in (("output", '"$TOOL" "$@" | sed "s/$/x/"; exit ${PIPESTATUS[0]}'), ("error", '"$TOOL" "$@" 2>/dev/null'), ("status", '"$TOOL" "$@"; exit 3')):
                program.write_text(f'#!/bin/bash\nTOOL="{TOOL}"\n{text}\n')
                program.chmod(0o755)
                found = cross_tool.differences([], program, self.want)
                self.assertTrue(found and all(f": {part}" in line for line in found), found[:3])


unittest.main(argv=sys.argv[:1], verbosity=2)
