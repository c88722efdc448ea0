#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A GoogleTest program, by day a part of its long cases: drawn_cases.py PROGRAM STEP WHAT REGEX [FILTER]

Of what the group of REGEX matches in the names of cases one in STEP is asked, which the commit draws; all cases whose names do not match are.
"""
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from drawn import every  # noqa: E402

program, step, what, regex, *given = sys.argv[1:]
names, suite = [], ""
for line in subprocess.run([program, "--gtest_list_tests", *(f"--gtest_filter={f}" for f in given)], capture_output=True, text=True, check=True).stdout.splitlines():
    word = line.split("#")[0].strip()
    suite, names = (suite, [*names, suite + word]) if line.startswith("  ") else (word, names)
of = {name: found[1] for name in names if (found := re.search(regex, name))}
if not of:
    sys.exit(f"{program}: no case has a name like {regex}")
some = every(list(dict.fromkeys(of.values())), int(step), what, "a case takes seconds")
asked = [name for name in names if name not in of or of[name] in some]
sys.exit(subprocess.run([program, "--gtest_filter=" + ":".join(asked)], check=False).returncode)
