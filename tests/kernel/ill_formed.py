#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles each case of a source and checks that it is refused with the message in the comment of its `#if` line.

  ill_formed.py ill_formed.cpp g++ -std=c++20 -Iinclude -Igpu_kernels     case 0 must compile
"""
import re
import subprocess
import sys

source, *compiler = sys.argv[1:]
with open(source, encoding="utf-8") as lines:
    cases = re.findall(r"#(?:el)?if CASE == (\d+)\s+// (.*)", lines.read())
if not cases:
    sys.exit("FAIL: no case found")
failures = 0
for number, message in [("0", ""), *cases]:
    done = subprocess.run([*compiler, "-fsyntax-only", f"-DCASE={number}", source], capture_output=True, text=True)
    refused = done.returncode != 0
    right = refused and message in done.stderr if message else not refused
    failures += not right
    print(f"{'ok  ' if right else 'FAIL'} case {number}: {message or 'compiles'}")
    if not right:
        print(done.stderr[:2000])
sys.exit(1 if failures else 0)
