#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The shell commands that failing properties print are commands of the tool: each is run, and answers or refuses.

    commands.py build/colex_algebra props/ build/props/property_*

Every source of props that calls command() prints some.
"""
import os
import pathlib
import shlex
import subprocess
import sys

CASES = "6"
tool, sources, *programs = sys.argv[1:]
faults, ran, forms = [], 0, set()
for program in programs:
    stem = pathlib.Path(program).name.removeprefix("property_")
    text = (pathlib.Path(sources) / f"{stem}.cpp").read_text(encoding="utf-8")
    printed = subprocess.run([program], capture_output=True, text=True, check=True, timeout=60,
                             env=dict(os.environ, COLEX_PROPS_COMMANDS=CASES)).stdout.splitlines()
    if ("command(" in text) != bool(printed):
        faults.append(f"{stem} has {'no ' * ('command(' not in text)}commands and prints {len(printed)}")
    for line in dict.fromkeys(printed):
        name, *arguments = shlex.split(line)
        done = subprocess.run([tool, *arguments], capture_output=True, text=True, check=False, timeout=60)
        ran += 1
        forms.add((arguments[0], *(a for a in arguments[1:] if a.startswith("--"))))
        if name != "colex" or done.returncode not in (0, 1) or not (done.stdout + done.stderr).strip():
            faults.append(f"{stem} prints a command that does not run: {line}\n    {done.stderr.strip()}")
print(*faults, f"{ran} commands of {len(forms)} forms, {len(faults)} faults", sep="\n")
sys.exit(1 if faults or len(forms) < 14 else 0)
