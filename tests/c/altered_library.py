#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A library whose machine code is not what was linked from the certified sources is refused: altered_library.py LIBRARY
PYTHON_FOLDER. One byte of a kernel is changed, or the seal; an unchanged copy elsewhere works."""
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

LIBRARY, FOLDER = sys.argv[1:]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import seal  # noqa: E402

USE = """
import array, sys
sys.path.insert(0, sys.argv[1])
import colex_kernels as ck
source, destination = array.array("f", range(300)), array.array("f", [-1] * 208)
try:
    ck.copy("copy_unpad_f32", source, destination, 200)
    print("copied", destination[9])
except ck.KernelError as error:
    print(error.status, "|", error)
"""


def functions(path, elf):
    """(place in the file, size) of the GEMM kernels' functions: code that a copy does not run."""
    listed = subprocess.run(["nm", "-S", "--defined-only", path], capture_output=True, text=True, check=True).stdout
    found = re.findall(r"^([0-9a-f]+) ([0-9a-f]+) [tTwW] (\S*gemm\S*)$", listed, re.M)
    (start, address, _), = seal.executable_segments(elf)
    places = [(int(at, 16) - address + start, int(size, 16)) for at, size, _ in found if int(size, 16) > 64]
    assert len(places) > 20, "the library has no GEMM kernels"
    return places


def used(elf, folder):
    path = os.path.join(folder, "libcolex_kernels.so")
    pathlib.Path(path).write_bytes(elf)
    ran = subprocess.run([sys.executable, "-c", USE, FOLDER], env={**os.environ, "COLEX_KERNELS_LIBRARY": path},
                         capture_output=True, text=True)  # fmt: skip
    return (ran.stdout + ran.stderr).strip()


def main():
    elf = pathlib.Path(LIBRARY).read_bytes()
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        if not used(elf, folder).startswith("copied"):
            failed.append("an unchanged copy is refused: " + used(elf, folder))
        random.seed(5)
        planted = []
        for at, size in random.sample(functions(LIBRARY, elf), 4):
            place = at + size // 2
            planted.append((f"a byte of a kernel at {place:#x}", elf[:place] + bytes([elf[place] ^ 1]) + elf[place + 1 :]))
        digits = seal.seal(elf).encode()
        assert elf.count(digits) == 1, "the library does not have its seal once"
        planted.append(("another seal", elf.replace(digits, b"0" * 64)))
        for what, changed in planted:
            said = used(changed, folder)
            print(f"{what}: {said}")
            if "not certified" not in said or "machine code" not in said:
                failed.append(what)
    print("\n".join("FAIL " + what for what in failed) or "each is refused")
    return bool(failed)


sys.exit(main())
