#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Verdicts of earlier runs are believed where they are signed, and one in ten is asked anew: kept_test.py ROOT"""
import os
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(ROOT / "tests"))
from kept import Kept  # noqa: E402


class Verdicts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        os.environ.pop("COLEX_FRESH", None)
        os.environ["XDG_CACHE_HOME"], os.environ["XDG_STATE_HOME"] = str(self.folder / "cache"), str(self.folder / "state")
        self.asked = []

    def ask(self, key, answer=b"yes"):
        def asked():
            self.asked.append(key)
            return answer
        return Kept("tests").verdict(key, asked)

    def keys(self, count):
        return [Kept.key("question", k) for k in range(count)]

    def entry(self, key):
        return Kept("tests").path(key)

    def undrawn(self):
        """A key that is kept and not drawn to be asked anew."""
        for key in self.keys(50):
            self.ask(key)
            self.asked.clear()
            self.ask(key)
            if not self.asked:
                return key
        return self.fail("all of 50 are asked anew")

    def test_about_a_tenth_is_asked_anew_and_the_same_in_one_commit(self):
        keys = self.keys(500)
        for key in keys:
            self.ask(key)
        self.assertEqual(len(self.asked), 500)
        turns = []
        for _ in range(2):
            self.asked.clear()
            for key in keys:
                self.assertEqual(self.ask(key), b"yes")
            turns.append(list(self.asked))
        self.assertTrue(20 <= len(turns[0]) <= 90, len(turns[0]))
        self.assertEqual(*turns)

    def test_what_is_asked_anew_must_be_as_it_was(self):
        for key in self.keys(100):
            self.ask(key)
        with self.assertRaisesRegex(RuntimeError, "kept b'yes', and asked anew the answer is b'no'"):
            for key in self.keys(100):
                self.ask(key, b"no")

    def test_fresh_believes_nothing(self):
        key = self.undrawn()
        os.environ["COLEX_FRESH"] = "1"
        self.assertEqual(self.ask(key, b"no"), b"no")
        self.assertEqual(self.asked, [key])

    def test_what_is_not_signed_is_not_believed(self):
        key = self.undrawn()
        whole = self.entry(key).read_bytes()
        self.assertTrue(whole.endswith(b"\nyes"))
        other = next(k for k in self.keys(60)[50:])
        self.ask(other, b"else")
        for forged in (whole.replace(b"yes", b"aye"), self.entry(other).read_bytes(), b"yes", b""):
            self.entry(key).write_bytes(forged)
            self.asked.clear()
            self.assertEqual(self.ask(key, b"no"), b"no")
            self.assertEqual(self.asked, [key])

    def test_a_secret_that_others_read_is_none(self):
        key = self.undrawn()
        (self.folder / "state/colex/cache_key").chmod(0o644)
        self.assertFalse(Kept("tests").on)
        self.assertEqual(self.ask(key, b"no"), b"no")


unittest.main(argv=sys.argv[:1], verbosity=2)
