#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The seal of a shared library: the SHA-256 of its executable segments, as a C++ source.

  seal.py OUTPUT             a seal of zeros, for the first link
  seal.py OUTPUT LIBRARY     the seal of that link, for the second, whose executable segments are then the same

gpu_kernels/c/loaded_code.cpp compares it with what was loaded.
"""
import hashlib
import pathlib
import struct
import sys


def executable_segments(elf):
    """(place in the file, address, size) of each. 64 bits, little-endian."""
    if elf[:6] != b"\x7fELF\2\1":
        raise SystemExit("seal.py: not a 64-bit little-endian ELF file")
    table, = struct.unpack_from("<Q", elf, 0x20)
    size, count = struct.unpack_from("<HH", elf, 0x36)
    for k in range(count):
        kind, flags, offset, address, _, length = struct.unpack_from("<IIQQQQ", elf, table + k * size)
        if kind == 1 and flags & 1:
            yield offset, address, length


def seal(elf):
    return hashlib.sha256(b"".join(elf[at : at + length] for at, _, length in executable_segments(elf))).hexdigest()


def main(output, library=None):
    digits = seal(pathlib.Path(library).read_bytes()) if library else "0" * 64
    pathlib.Path(output).write_text(
        "// SPDX-License-Identifier: MIT\n// Written by tools/seal.py.\n"
        f'extern "C" {{\n__attribute__((visibility("hidden"))) char colex_kernels_seal[65] =\n    "{digits}";\n}}\n')


if __name__ == "__main__":
    main(*sys.argv[1:])
