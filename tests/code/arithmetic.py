#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""C++ compiled for the device and executed, against the same C++ compiled for the host, bit by bit (arithmetic.hip): arithmetic.py COLEX"""
import array
import ctypes
import json
import os
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import tempfile

import npy
from execute_page import clang

SOURCE = pathlib.Path(__file__).resolve().with_name("arithmetic.hip")
BLOCKS = 16  # of 64 pairs
EDGES = [0, 1, 2, 3, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x3F800000, 0xBF800000, 0x00000001, 0x007FFFFF, 0x00800000, 0x7F7FFFFF, 0x7F800000,
         0xFF800000, 0x4B000000, 0x34000000, 0x3FF00000, 0x7FEFFFFF, 0x000FFFFF]  # fmt: skip


def numbers(draw, count):
    """Random bits; floats and doubles of moderate size, whose quotients are in range; and words from the edges of ranges."""
    def one():
        kind = draw.randrange(5)
        if kind == 0:
            return draw.getrandbits(64)
        if kind == 1:
            return draw.choice(EDGES) << 32 | draw.choice(EDGES)
        if kind == 2:
            return struct.unpack("<Q", struct.pack("<d", draw.uniform(-1e6, 1e6)))[0]
        if kind == 3:
            return struct.unpack("<Q", struct.pack("<ff", draw.uniform(-1e4, 1e4), draw.uniform(-1, 1)))[0]
        return draw.getrandbits(draw.randrange(1, 64))
    return array.array("Q", (one() for _ in range(count)))


def main(colex):
    if not shutil.which("clang++-19") or not shutil.which("ld.lld-19"):
        print("SKIP: no clang++-19 with ld.lld-19")
        return 77
    colex, wrong, draw = os.path.abspath(colex), {}, random.Random(19)
    shared = ["-std=c++20", "-ffp-contract=off", str(SOURCE), "-o"]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        subprocess.run(["clang++-19", "-x", "c++", "-O1", "-mfma", "-mf16c", "-shared", "-fPIC", *shared, "host.so"], check=True)
        host = ctypes.CDLL("./host.so")
        each, pairs = host.answers_of_a_pair(), 64 * BLOCKS
        for target in ("gfx90a", "gfx942", "sm_80", "sm_90"):
            subprocess.run([*clang(target), *shared, "device.co"], check=True)
            values = numbers(draw, 2 * pairs)
            npy.write("in.npy", "<u8", (2 * pairs,), values)
            ran = subprocess.run([colex, "execute", "device.co", "--kernel", "arithmetic", "--grid", str(BLOCKS), "--block", "64", "--arg", "in:in.npy",
                                  "--arg", f"out:out.npy:u64[{pairs},{each}]", "--json"], capture_output=True, text=True)  # fmt: skip
            if ran.returncode != 0:
                sys.exit(f"FAIL: {target}: {ran.stdout[:1000]}{ran.stderr}")
            ours, want = npy.read("out.npy", "Q"), array.array("Q", bytes(8 * pairs * each))
            host.arithmetic((ctypes.c_uint64 * len(values)).from_buffer(values), (ctypes.c_uint64 * len(want)).from_buffer(want), pairs)
            for at, (got, right) in enumerate(zip(ours, want, strict=True)):
                if got != right:
                    wrong.setdefault((target, at % each), []).append(f"{values[at // each * 2]:#x}, {values[at // each * 2 + 1]:#x}: {got:#x}, on the host {right:#x}")
            print(f"{target}: {each} expressions of {pairs} pairs, {json.loads(ran.stdout)['lane_instructions']} instructions of lanes")
    if wrong:
        sys.exit("FAIL: " + "\n".join(f"{target}, expression {number}, {len(lines)} times: {lines[0]}" for (target, number), lines in wrong.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
