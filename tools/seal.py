#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The seal of a shared library: the SHA-256 of its executable segments and of the sections with code for devices, as a C++ source.

  seal.py OUTPUT             a seal of zeros, for the first link
  seal.py OUTPUT LIBRARY     the seal of that link, for the second, in which all of that is the same

gpu_kernels/c/loaded_code.cpp compares it with what was loaded.
"""
import hashlib
import pathlib
import struct
import sys

DEVICE_SECTIONS = (b".nv_fatbin", b"__nv_relfatbin", b".hip_fatbin")
PLACES = 16  # numbers: an address and a size of each place, then zeros


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


def device_sections(elf):
    """(place in the file, address, size) of each section that holds machine code for NVIDIA's or AMD's devices."""
    table, = struct.unpack_from("<Q", elf, 0x28)
    size, count, names = struct.unpack_from("<HHH", elf, 0x3A)
    heads = [struct.unpack_from("<IIQQQQ", elf, table + k * size) for k in range(count)]
    for name, _, _, address, offset, length in heads:
        start = heads[names][4] + name
        if elf[start : elf.index(0, start)] in DEVICE_SECTIONS and length > 0:
            yield offset, address, length


def sealed(elf):
    """(place in the file, address, size) of all that the seal is about."""
    return [*executable_segments(elf), *device_sections(elf)]


def seal(elf):
    return hashlib.sha256(b"".join(elf[at : at + length] for at, _, length in sealed(elf))).hexdigest()


def main(output, library=None):
    elf = pathlib.Path(library).read_bytes() if library else None
    digits = seal(elf) if library else "0" * 64
    places = [number for _, address, length in sealed(elf) for number in (address, length)] if library else []
    if len(places) > PLACES - 2:
        raise SystemExit("seal.py: more segments and sections than gpu_kernels/c/loaded_code.cpp has room for")
    numbers = ", ".join(map(str, places + [0] * (PLACES - len(places))))
    # Zeros too are to lie in .data: both links are laid out alike.
    pathlib.Path(output).write_text(
        "// SPDX-License-Identifier: MIT\n// Written by tools/seal.py.\n"
        f'extern "C" {{\n__attribute__((visibility("hidden"))) char colex_kernels_seal[65] =\n    "{digits}";\n'
        f'__attribute__((visibility("hidden"), section(".data"))) unsigned long colex_kernels_sealed[{PLACES}] = {{{numbers}}};\n}}\n')


if __name__ == "__main__":
    main(*sys.argv[1:])
