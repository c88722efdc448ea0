#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What gdb shows of layouts: gdb_test.py PROGRAM, which tests/editors/shown.cpp makes. Exit status 77 where no gdb is installed."""
import pathlib
import shutil
import subprocess
import sys

PRINTERS = pathlib.Path(__file__).resolve().parents[2] / "editors/gdb/colex.py"
SHOWN = {
    "plain": "(4,(2,4)):(2,(1,-8))", "extents": "(4,(2,3))", "one": "4:1", "nothing": "()", "refused": "refused: cotarget_divides", "answered": "(3,2):(1,12)",
    "swizzled": "Sw<3,4,3> o 5 o (8,8):(8,1)", "fixed": "(4,(2,4)):(2,(1,8))", "garbage": "no value yet",
}  # fmt: skip


def main():
    if shutil.which("gdb") is None:
        print("SKIPPED: no gdb is installed")
        return 77
    commands = [f"source {PRINTERS}", "set debuginfod enabled off", "break stop", "run", "up", *(f"output {name}\necho \\n" for name in SHOWN)]
    words = [word for command in "\n".join(commands).split("\n") for word in ("-ex", command)]
    ran = subprocess.run(["gdb", "-nx", "-q", "-batch", *words, sys.argv[1]], capture_output=True, text=True, check=False, timeout=120)
    if "ptrace" in ran.stderr or "Couldn't get registers" in ran.stderr:
        print(f"SKIPPED: gdb cannot run a program here: {ran.stderr.strip().splitlines()[-1]}")
        return 77
    lines = ran.stdout.splitlines()[-len(SHOWN):]
    failed = 0
    for (name, wanted), line in zip(SHOWN.items(), lines, strict=True):
        good = line == wanted
        failed += not good
        print(f"{'ok  ' if good else 'FAIL'} {name}: {line}" + ("" if good else f", not {wanted}"))
    if failed:
        print(ran.stdout, ran.stderr)
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
