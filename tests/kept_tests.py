# SPDX-License-Identifier: MIT
"""Tests that are not run again while all that they read is as it was (reads.py).

    tests = KeptTests(root, folder)
    tests.passed(test)             # what it printed when it last passed, as bytes; None where it must be run
    tests.trace(test)              # it will be run: tools/spent traces it
    tests.keep(test, printed)      # it passed

A test is `cmd` and `env`, as meson introspects it. Its key is its arguments and the variables; with it stand its inputs.
tests/kept.py says what is believed: one in ten runs in spite of it, all with COLEX_FRESH. What has read the commit's name runs at each commit: it is
traced once.
"""
import contextlib
import hashlib
import json
import os
import pathlib
import shutil
import time

from kept import Kept
from reads import Reads, below, can_trace


class KeptTests:
    def __init__(self, root, folder):
        self.root, self.folder, self.kept, self.since = str(root), pathlib.Path(folder), Kept("tests"), time.time()
        self.before, self.after = Reads(root), Reads(root)  # each hashes a file once, before the tests run and after
        shutil.rmtree(self.folder, ignore_errors=True)
        # Tracing takes time, and there may be no second run: a machine's first one leaves it out.
        self.traces = self.kept.on and self.kept.folder.is_dir() and can_trace()
        if self.kept.on:
            with contextlib.suppress(OSError):
                self.kept.folder.mkdir(parents=True, exist_ok=True)

    def key(self, test):
        mine = {k: v for k, v in os.environ.items() if (k.startswith("COLEX_") and k != "COLEX_FRESH") or k in ("PATH", "CC", "CXX")}
        variables = {**mine, **test["env"]}
        return self.kept.key(*(text.replace(self.root, "R") for text in test["cmd"]), *(f"{k}={variables[k]}" for k in sorted(variables)))

    def passed(self, test):
        key = self.key(test)
        known = None if self.kept.fresh else self.kept.find(key)
        if known is None or self.kept.is_drawn(key):
            return None
        inputs, _, printed = known.partition(b"\n")
        return printed if self.before.hold(json.loads(inputs)) else None

    def reads_the_commit(self, test):
        known = self.kept.find(self.key(test))
        return known is not None and any(below(name, {"R/.git"}) for name in json.loads(known.partition(b"\n")[0]))

    def traced(self, test):
        """The folder by whose presence tools/spent knows that a command is traced, and into which strace writes."""
        return self.folder / hashlib.sha256("".join(text + "\0" for text in test["cmd"]).encode()).hexdigest()

    def trace(self, test):
        if self.traces and not self.reads_the_commit(test):
            self.traced(test).mkdir(parents=True, exist_ok=True)

    def keep(self, test, printed):
        folder = self.traced(test)
        if folder.is_dir() and any(folder.iterdir()):
            inputs = self.after.of(folder, self.since)
            if inputs:
                self.kept.keep(self.key(test), json.dumps(inputs).encode() + b"\n" + printed)
