#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""colex ... --link: the fragment gives the playground's page the same words back."""
import os
import pathlib
import re
import shlex
import unittest
import urllib.parse

from tool import colex, main

PAGE = "https://example.org/colex/"
SOURCE = (pathlib.Path(__file__).resolve().parents[2] / "playground/page.js").read_text()


def words_of_the_page(line):
    """As words() of playground/page.js splits a line."""
    found = re.findall(r"""(?:'[^']*'|"[^"]*"|[^\s'"])+""", line)
    return [re.sub(r"""'([^']*)'|"([^"]*)\"""", lambda m: (m[1] or "") + (m[2] or ""), word) for word in found]


class Link(unittest.TestCase):
    def setUp(self):
        os.environ["COLEX_PLAYGROUND"] = PAGE

    def fragment(self, *words):
        ran = colex(*words, "--link")
        self.assertEqual((ran.status, ran.err), (0, ""))
        self.assertTrue(ran.out.startswith(PAGE + "#pane="), ran.out)
        self.assertRegex(ran.out, r"^[\w:/#=&%.~-]+\n$")
        return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(ran.out.strip()).fragment, strict_parsing=True))

    def test_commands(self):
        for line in ("complement 8:2 32", "logical_divide '(24):(2)' '<4,_>'", "composition '(6,8):(8,1)' '4:2 o 2:1' --json", "draw 'Sw<3,4,3> o 0 o (8,8):(8,1)'",
                     "banks '(32,8):(64,8)' --on sm90 --element 2"):  # fmt: skip
            words = shlex.split(line)
            given = self.fragment(*words)
            self.assertEqual((given["pane"], words_of_the_page(given["line"])), ("command", words))

    def test_a_layout_has_its_pane(self):
        self.assertEqual(self.fragment("(4,(2,3)):(2,(1,8)) o 4:2"), {"pane": "layout", "L": "(4,(2,3)):(2,(1,8)) o 4:2"})
        self.assertEqual(self.fragment("4:1 ü % & # +"), {"pane": "layout", "L": "4:1 ü % & # +"})

    def test_the_page_has_these_panes_and_fields(self):
        self.assertIn('layoutField("L"', SOURCE)
        self.assertIn('layoutField("line"', SOURCE)
        self.assertIn("const LONGEST_LINK = 4000;", SOURCE)
        self.assertIn(r"""/(?:'[^']*'|"[^"]*"|[^\s'"])+/g""", SOURCE)

    def test_unusable(self):
        for words, said in (([], "no question"), (["size", "a'b\"c"], "quotation marks of both kinds"), (["size", "4" * 4000], "up to 4000 characters")):
            ran = colex(*words, "--link")
            self.assertEqual((ran.status, ran.out), (2, ""))
            self.assertIn(said, ran.err)
        del os.environ["COLEX_PLAYGROUND"]
        self.assertIn("COLEX_PLAYGROUND", colex("size", "4:1", "--link").err)


main()
