#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What gdb and lldb show of layouts: debugger_test.py DEBUGGER PROGRAM, which tests/editors/shown.cpp makes. 77 where it is not installed."""
import pathlib
import shutil
import subprocess
import sys

EDITORS = pathlib.Path(__file__).resolve().parents[2] / "editors"
SHOWN = {
    "plain": "(4,(2,4)):(2,(1,-8))", "extents": "(4,(2,3))", "one": "4:1", "nothing": "()", "refused": "refused: cotarget_divides", "answered": "(3,2):(1,12)",
    "swizzled": "Sw<3,4,3> o 5 o (8,8):(8,1)", "fixed": "(4,(2,4)):(2,(1,8))", "garbage": "no value yet",
}  # fmt: skip


TYPES = {"fixed"}  # layouts as types, which lldb does not read


def gdb(program, names):
    """The lines, one per name, and all that it said."""
    commands = [f"source {EDITORS}/gdb/colex.py", "set debuginfod enabled off", "break stop", "run", "up", *(f"output {name}\necho \\n" for name in names)]
    words = [word for command in "\n".join(commands).split("\n") for word in ("-ex", command)]
    ran = subprocess.run([shutil.which("gdb"), "-nx", "-q", "-batch", *words, program], capture_output=True, text=True, check=False, timeout=120)
    return ran.stdout.splitlines()[-len(names):], ran.stdout + ran.stderr


def lldb(program, names):
    commands = [f"command script import {EDITORS}/lldb/colex.py", "breakpoint set --name stop", "run", "up", *(f"frame variable {name}" for name in names)]
    words = [word for command in commands for word in ("-o", command)]
    ran = subprocess.run([found("lldb"), "--no-lldbinit", "--batch", *words, program], capture_output=True, text=True, check=False, timeout=120)
    shown = [line.partition(" = ")[2] for line in ran.stdout.splitlines() if line.startswith("(") and " = " in line]
    return shown, ran.stdout + ran.stderr


def found(debugger):
    return shutil.which(debugger) or shutil.which(debugger + "-19")


def main():
    debugger, program = sys.argv[1:]
    if found(debugger) is None:
        print(f"SKIPPED: no {debugger} is installed")
        return 77
    wanted = {name: text for name, text in SHOWN.items() if debugger == "gdb" or name not in TYPES}
    lines, said = {"gdb": gdb, "lldb": lldb}[debugger](program, wanted)
    if any(word in said for word in ("ptrace", "Couldn't get registers", "personality set failed")):
        print(f"SKIPPED: {debugger} cannot run a program here: {said.strip().splitlines()[-1]}")
        return 77
    if len(lines) != len(wanted):
        print(f"FAIL {len(lines)} of {len(wanted)} names are shown\n{said}")
        return 1
    failed = 0
    for (name, text), line in zip(wanted.items(), lines, strict=True):
        good = line == text
        failed += not good
        print(f"{'ok  ' if good else 'FAIL'} {name}: {line}" + ("" if good else f", not {text}"))
    if failed:
        print(said)
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
