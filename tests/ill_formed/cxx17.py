#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiled as C++17, the first error of a header says what colex needs.

  cxx17.py include g++
"""
import subprocess
import sys

include, *compiler = sys.argv[1:]
wrong = 0
for header in ("colex", "layout", "text", "static/layout"):
    done = subprocess.run([*compiler, "-std=c++17", f"-I{include}", "-x", "c++", "-fsyntax-only", "-"], input=f'#include "colex/{header}.hpp"\n',
                          capture_output=True, text=True, check=False)  # fmt: skip
    first = next((line for line in done.stderr.splitlines() if "error" in line), "no error")
    if done.returncode == 0 or "colex needs C++20: compile with -std=c++20" not in first:
        wrong += 1
        print(f"FAIL {header}.hpp: {first}")
sys.exit(1 if wrong else 0)
