# SPDX-License-Identifier: MIT
"""Arrays in NumPy's format, without NumPy.

    write(path, "<f4", (2, 3), array.array("f", range(6)))      an array.array or bytes
    read(path, "f")                                             its elements, as array.array has them by this code
"""
import array
import pathlib
import struct


def write(path, kind, shape, values):
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {tuple(shape)}, }}".ljust(117) + "\n"
    pathlib.Path(path).write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + bytes(memoryview(values).cast("B")))


def read(path, code):
    data = pathlib.Path(path).read_bytes()
    length, = struct.unpack_from("<H", data, 8)
    return array.array(code, data[10 + length :])
