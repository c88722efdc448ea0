#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How fast `colex execute` is: execute_speed.py COLEX [OTHER]

The kernels of execute_speed.cpp, compiled for gfx942 and sm_80, are executed in turns by each of the programs: the processor's time of the best of three runs,
start and drawn operands included, and in a second of it instructions of lanes, and products of matrix instructions. Exit status 77: no clang++-19.
"""
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests/code"))
from execute_page import clang  # noqa: E402

PLAIN, MATRIX = ["random:f32[1048576]"] * 2, ["random:bf16[1048576]"] * 2
# Kernel: blocks, arguments, what it does, and products of matrix instructions.
KERNELS = {"plain_tile": (1, [*PLAIN, "out:c.npy:f32[4096]", "i32:16384"], "a tile of 64 x 64 of a product of floats, K 16384", 0),
           "matrix_tile": (8, [*MATRIX, "out:c.npy:f32[32768]", "i32:16384"], "a tile of 64 x 64 of a product of bf16, K 16384, by 8 blocks", 8 * 64 * 64 * 16384),
           "turned": (16384, ["random:f32[4194304]", "random:f32[1]", "out:c.npy:f32[4194304]", "i32:1"], "4 Mi floats through shared memory", 0)}  # fmt: skip


def seconds(command, folder):
    """The processor's, and what was said."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, json.loads(said.stdout)


def main(*programs):
    with tempfile.TemporaryDirectory() as folder:
        for target, ending in (("gfx942", "co"), ("sm_80", "ptx")):
            file = f"speed.{ending}"
            subprocess.run([*clang(target), str(HERE / "execute_speed.cpp"), "-o", file], check=True, cwd=folder)
            for kernel, (grid, arguments, what, products) in KERNELS.items():
                words = ["execute", file, "--kernel", kernel, "--grid", str(grid), "--block", "256", "--budget", "1000000000", "--json", *(w for one in arguments for w in ("--arg", one))]
                runs = {program: [] for program in programs}
                for _ in range(3):
                    for program in programs:
                        took, said = seconds([os.path.abspath(program), *words], folder)
                        runs[program].append(took)
                for program, took in runs.items():
                    rates = f"{said['lane_instructions'] / min(took) / 1e6:.0f} million instructions of lanes"
                    rates += f", {products / min(took) / 1e6:.0f} million products" if products else ""
                    print(f"{target} {what}: {min(took):.2f} s, {rates} a second ({program})")


if __name__ == "__main__":
    if not shutil.which("clang++-19"):
        print("SKIP: no clang++-19")
        sys.exit(77)
    main(*sys.argv[1:])
