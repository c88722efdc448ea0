#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Verdicts of earlier runs are believed where they are signed, and one in ten is asked anew; a test's as long as what it read is as it
was: kept_test.py ROOT"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(ROOT / "tests"))
from kept import Kept  # noqa: E402
from kept_tests import KeptTests  # noqa: E402
from reads import TRACER, Reads, can_trace  # noqa: E402


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


@unittest.skipUnless(can_trace(), "strace traces nothing here, so no test's verdict is kept")
class Inputs(unittest.TestCase):
    """Of a command that reads, asks for names, lists a folder, runs a program by its relative name, and writes."""
    COMMAND = """cat text >copied; test -e none; cd below && ls names >/dev/null; ../program; cat copied "with spac\u00e9" 2>/dev/null; true"""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve() / "root"
        self.trace = self.root.parent / "trace"
        for made in ("below/names", "apart", "../trace"):
            (self.root / made).mkdir(parents=True)
        for name in ("text", "below/names/one", "apart/unread", "below/with spac\u00e9"):
            (self.root / name).write_text(name)
        (self.root / "program").write_text("#!/bin/sh\nexit 0\n")
        (self.root / "program").chmod(0o755)

    def reads(self, command=COMMAND):
        subprocess.run([*TRACER, f"{self.trace}/calls", "sh", "-c", command], cwd=self.root, check=True)
        return Reads(self.root).of(self.trace)

    def hold(self, reads):
        return Reads(self.root).hold(reads)

    def test_inputs_are_what_was_read_and_not_what_was_written(self):
        mine = {name: said for name, said in self.reads().items() if name.startswith("R/")}
        for name in ("R/text", "R/none", "R/below/names/", "R/program", "R/below/with spac\u00e9"):
            self.assertIn(name, mine)
        self.assertEqual(mine["R/none"], "absent")
        self.assertFalse([name for name in mine if "copied" in name and "below" not in name or "unread" in name], mine)

    def test_each_change_of_an_input_is_seen(self):
        changes = {"text": lambda p: p.write_text("other"), "none": lambda p: p.write_text(""), "program": lambda p: p.write_text("#!/bin/sh\nexit 1\n"),
                   "below/names/two": lambda p: p.write_text(""), "below/names/one": lambda p: p.unlink(),
                   "below/with spac\u00e9": lambda p: p.unlink(), "below/copied": lambda p: p.write_text("")}  # fmt: skip
        for name, change in changes.items():
            with self.subTest(name):
                reads = self.reads()
                self.assertTrue(self.hold(reads))
                change(self.root / name)
                self.assertFalse(self.hold(reads), reads)

    def test_what_it_did_not_read_may_change(self):
        reads = self.reads()
        (self.root / "apart/unread").write_text("other")
        (self.root / "copied").write_text("other")
        (self.root / "new").write_text("")
        self.assertTrue(self.hold(reads))

    def test_what_was_changed_while_it_ran_is_not_known(self):
        self.assertIsNotNone(self.reads())
        since = time.time()
        time.sleep(0.1)  # more than a file's time is behind the clock
        (self.root / "apart/unread").write_text("other")
        self.assertIsNotNone(Reads(self.root).of(self.trace, since))
        for change in (lambda: (self.root / "text").write_text("other"), lambda: (self.root / "below/names/two").write_text("")):
            self.assertIsNotNone(Reads(self.root).of(self.trace, time.time() + 60))
            change()
            self.assertIsNone(Reads(self.root).of(self.trace, since))
            since = time.time()
            time.sleep(0.1)

    def test_what_has_read_the_commit_is_traced_no_more(self):
        os.environ["XDG_CACHE_HOME"], os.environ["XDG_STATE_HOME"] = str(self.root.parent / "cache"), str(self.root.parent / "state")
        KeptTests(self.root, self.trace)  # a machine's first run traces nothing
        tests, test = KeptTests(self.root, self.trace), {"cmd": ["draws"], "env": {}}
        for known, is_traced in ((None, True), ({"R/text": "a"}, True), ({"R/text": "a", "R/.git/HEAD": "b"}, False)):
            if known:
                tests.kept.keep(tests.key(test), json.dumps(known).encode() + b"\n")
            tests.trace(test)
            self.assertEqual(tests.traced(test).is_dir(), is_traced, known)
            shutil.rmtree(self.trace, ignore_errors=True)

    def test_a_trace_that_cannot_be_read_is_no_knowledge(self):
        self.assertIsNotNone(self.reads(f"cat {'x' * 5000} 2>/dev/null || true"))  # a name that can be of nothing
        (self.trace / "calls.0").write_text('openat(AT_FDCWD</>, "te')
        self.assertIsNone(Reads(self.root).of(self.trace))


unittest.main(argv=sys.argv[:1], verbosity=2)
