#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random kernels (ptx_random.py) executed, against what an H200 gave for them (ptx_device.json): ptx_device.py COLEX

Of each result that was compared there in all lanes the file has a checksum; of single lanes, among them of those rows that were wrong at first, values.
"""

import array
import base64
import collections
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import zlib

import npy
import ptx_random

GIVEN = pathlib.Path(__file__).resolve().with_name("ptx_device.json")
CODE = {1: "B", 16: "H", 32: "I", 64: "Q"}


def executed(colex, folder, kernel, file):
    """The results: for each, the values of the threads."""
    ran = subprocess.run([colex, "execute", file, "--kernel", kernel.name, "--block", str(ptx_random.THREADS), "--arg", f"in:{folder}/in.npy", "--arg", f"out:{folder}/out.npy:u64[{kernel.bytes // 8}]"],
                         capture_output=True, text=True)  # fmt: skip
    if ran.returncode != 0:
        sys.exit(f"FAIL: {kernel.name}: {ran.stdout[:500]}{ran.stderr}")
    values = npy.read(folder / "out.npy", "Q")
    return [values[n * ptx_random.THREADS : (n + 1) * ptx_random.THREADS] for n in range(len(kernel.results))]


def checksum(values, width):
    return zlib.crc32(array.array(CODE[width], values).tobytes())


def main(colex):
    given, colex = json.loads(GIVEN.read_text()), os.path.abspath(colex)
    kernels = ptx_random.kernels(given["kernels"], seed=1)
    if hashlib.sha256((ptx_random.module(kernels)).encode() + ptx_random.inputs()).hexdigest() != given["text"]:
        sys.exit("FAIL: ptx_random.py makes other kernels than those that the device ran")
    equal, sums = base64.b64decode(given["equal"]), array.array("I", base64.b64decode(given["checksums"]))
    wrong, compared, number, at = collections.Counter(), collections.Counter(), 0, 0
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        npy.write(folder / "in.npy", "|u1", (ptx_random.INPUT_BYTES,), ptx_random.inputs())
        for first in range(0, len(kernels), 20):
            some = kernels[first : first + 20]
            (folder / "some.ptx").write_text(ptx_random.module(some))
            for kernel in some:
                results[kernel.name] = executed(colex, folder, kernel, folder / "some.ptx")
                for result, values in zip(kernel.results, results[kernel.name], strict=True):
                    if equal[number // 8] >> number % 8 & 1:
                        compared[result.opcode] += 1
                        wrong[result.opcode] += checksum(values, result.width) != sums[at]
                        at += 1
                    number += 1
    names = {kernel.name: kernel for kernel in kernels}
    lanes = 0
    for name, result, lane, value in given["values"]:
        lanes += 1
        wrong[names[name].results[result].opcode] += results[name][result][lane] != int(value, 16)
    opcodes = set(compared) | {names[v[0]].results[v[1]].opcode for v in given["values"]}
    print(f"{len(opcodes)} instructions in {len(kernels)} kernels: {sum(compared.values())} results of {ptx_random.THREADS} lanes, and {lanes} of one, against {given['device']}")
    if at != len(sums) or sum(wrong.values()):
        sys.exit(f"FAIL: other bits: {[(o, n) for o, n in wrong.most_common() if n]}")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
