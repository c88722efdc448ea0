# SPDX-License-Identifier: MIT
"""Tests that are not run again: programs of the meson suite `kept`, which read nothing but their arguments and COLEX_ variables.

    programs = KeptPrograms(root)
    programs.passed(test)          # what it printed when it last passed, as bytes; None where it must be run
    programs.keep(test, printed)   # it passed

A test is `cmd` and `env`, as meson introspects it. Its key is the content of the program and of the libraries that the loader gives it,
its arguments and the variables. tests/kept.py says what is believed: one in ten runs in spite of it, all with COLEX_FRESH.
"""
import hashlib
import os
import pathlib
import re
import subprocess

from kept import Kept


class KeptPrograms:
    def __init__(self, root):
        self.root, self.kept, self.hashes = str(root), Kept("tests"), {}

    def content(self, path):
        if path not in self.hashes:
            self.hashes[path] = hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()
        return self.hashes[path]

    def key(self, test):
        """None where a file cannot be read."""
        program, *arguments = test["cmd"]
        try:
            loaded = subprocess.run(["ldd", program], capture_output=True, text=True, check=False).stdout
            files = [self.content(path) for path in [program, *re.findall(r"(/\S+) \(0x", loaded)]]
        except OSError:
            return None
        variables = {**{k: v for k, v in os.environ.items() if k.startswith("COLEX_") and k != "COLEX_FRESH"}, **test["env"]}
        return self.kept.key(*files, *(text.replace(self.root, "") for text in arguments), *(f"{k}={variables[k]}" for k in sorted(variables)))

    def passed(self, test):
        key = None if self.kept.fresh else self.key(test)
        known = self.kept.find(key) if key else None
        return None if known is None or self.kept.is_drawn(key) else known

    def keep(self, test, printed):
        key = self.key(test)
        if key:
            self.kept.keep(key, printed)
