#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tma and descriptor against what an NVIDIA H100 and its driver answered: memory_device.py build/colex

device/matrix_descriptors.jsonl.gz: 1,200 random descriptors, and the element of shared memory that wgmma read at each place of an
operand. It was written by tests/kernel/matrix_descriptor_device.cpp. Every line is held against the manual's formula, a part of them,
under COLEX_NIGHTLY all, against the tool."""
import gzip
import json
import os
import pathlib
import unittest

from memory import ask, flat, values
from tool import main

FOLDER = pathlib.Path(__file__).resolve().parent / "device"
NIGHTLY = "COLEX_NIGHTLY" in os.environ
SIZES = {"bf16": 2, "s8": 1, "tf32": 4}
SPANS = {0: 16, 1: 128, 2: 64, 3: 32}


def lines(name):
    with gzip.open(FOLDER / name, "rt") as rows:
        return [json.loads(row) for row in rows]


def digest(numbers):
    """FNV-1a over 32-bit words, low byte first."""
    h = 0xCBF29CE484222325
    for n in numbers:
        for byte in (n & 0xFFFFFFFF).to_bytes(4, "little"):
            h = (h ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{h:016x}"


def read(row, line, k):
    """The element that the manual's formula finds at (line, k)."""
    size, span = SIZES[row["element"]], SPANS[row["swizzle"]]
    chunk, plain = 16 // size, row["swizzle"] == 0
    if row["major"] == "k":
        at = line // 8 * row["stride"] + line % 8 * span + k // chunk * (row["leading"] if plain else 16) + k % chunk * size
    else:
        column = line // chunk
        if plain:
            at = column * row["stride"] + k // 8 * row["leading"] + k % 8 * 16
        else:
            at = column // (span // 16) * row["leading"] + column % (span // 16) * 16 + k // 8 * row["stride"] + k % 8 * span
        at += line % chunk * size
    byte = row["start"] + at
    return (byte ^ ((byte // 128 - row["base"]) % (span // 16) * 16)) // size


class Descriptors(unittest.TestCase):
    ROWS = lines("matrix_descriptors.jsonl.gz")

    def test_the_formula(self):
        self.assertEqual(len(self.ROWS), 1200)
        for row in self.ROWS:
            depth = 32 // SIZES[row["element"]]
            self.assertEqual(digest([read(row, line, k) for k in range(depth) for line in range(64)]), row["digest"], row["descriptor"])

    def test_the_tool(self):
        rows = [row for row in self.ROWS if row["base"] == 0]
        self.assertGreater(len(rows), 900)
        for row in rows if NIGHTLY else rows[::25]:
            got = ask("descriptor", "0x" + row["descriptor"], "--on", "sm90", "--element", str(SIZES[row["element"]]), "--lines", "64", "--major", row["major"])
            self.assertEqual(digest(values(got["layout"])), row["digest"], row)

    def test_a_base_offset_is_refused(self):
        row = [row for row in self.ROWS if row["base"] != 0][0]
        self.assertIn("base_offset", ask("descriptor", "0x" + row["descriptor"], "--on", "sm90", "--major", row["major"])["refused"])


if __name__ == "__main__":
    if not NIGHTLY:
        print("nightly: memory_device: all descriptors and boxes; by day one in 25: each is two questions of the tool", flush=True)
    main()
