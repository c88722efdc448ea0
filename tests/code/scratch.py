#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Scratch memory of gfx90a and of gfx942 (scratch.hip), against the same sums here: scratch.py COLEX"""
import array
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

import npy
from execute_page import CLANG

SOURCE = pathlib.Path(__file__).resolve().with_name("scratch.hip")
WRAP = 1 << 32


def signed(value, bits):
    value %= 1 << bits
    return value - (1 << bits) if value >> (bits - 1) else value


def words(given, thread, n):
    own, total = [given[64 * i + thread] for i in range(40)], 0
    for i in range(n):
        own[i * 7 % 40] += own[(i * 5 + thread) % 40] * (i + 1)
    for one in own:
        total = 3 * total + one
    return total % WRAP


def spilled(given, thread, n):
    total = 40
    for k in range(n):
        for i in range(40):
            total = (3 * total + given[64 * i + thread] * k) % WRAP
    return total


def parts(given, thread, n):
    total = 0
    for i in range(n):
        total = (3 * total + signed(given[64 * i + thread], 8) * signed(given[64 * i + thread], 16)) % WRAP
    return total


def main(colex):
    if not shutil.which("clang++-19") or not shutil.which("ld.lld-19"):
        print("SKIP: no clang++-19 with ld.lld-19")
        return 77
    draw, wrong = random.Random(3), []
    given = [draw.randrange(-100000, 100000) for _ in range(64 * 40)]
    with tempfile.TemporaryDirectory() as folder:

        def execute(kernel, n, last, block=64):
            ran = subprocess.run([os.path.abspath(colex), "execute", f"{target}.co", "--kernel", kernel, "--block", str(block), "--arg", "inout:to.npy:to.npy",
                                  "--arg", "in:from.npy", "--arg", f"i32:{n}", "--arg", f"i32:{last}"], cwd=folder, capture_output=True, text=True)  # fmt: skip
            return ran.returncode, ran.stdout + ran.stderr

        npy.write(pathlib.Path(folder, "from.npy"), "<i4", (2560,), array.array("i", given))
        for target in ("gfx90a", "gfx942"):
            flags = [one.replace("gfx942", target) for one in CLANG]
            subprocess.run([*flags, str(SOURCE), "-o", f"{folder}/{target}.co"], check=True)
            for kernel, last in ((words, 40), (spilled, 40), (parts, 0)):
                for n in (0, 7, 40):
                    npy.write(pathlib.Path(folder, "to.npy"), "<u4", (64,), array.array("I", [1] * 64))
                    status, said = execute(kernel.__name__, n, last, 50)
                    want = [kernel(given, t, n) for t in range(50)] + [1] * 14
                    if status != 0 or list(npy.read(pathlib.Path(folder, "to.npy"), "I")) != want:
                        wrong.append(f"{target}: {kernel.__name__} {n}: {said}")
            for kernel, last, words_ in (("words", 4000, "of scratch memory, which has"), ("parts", 1, "comes from a register that nothing has written")):
                status, said = execute(kernel, 40, last)
                if status != 1 or words_ not in said:
                    wrong.append(f"{target}: {kernel} {last}: {said}")
    if wrong:
        sys.exit("FAIL: " + "\n".join(wrong))
    print("arrays in scratch memory, spilled registers, bytes and halves give the same sums as here")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
