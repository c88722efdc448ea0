#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times of AMD's library on a device: amd_time.py LIBRARY PYTHON_FOLDER [--small]

A line for each: copies and transposes beside the runtime's own copy of as many bytes, and products. Each is the least of five
turns of ten calls between two waits for the device. Results are checked by amd_library.py before, not here. --small: a few
elements, to see that this script works."""
import ctypes
import os
import random
import sys
import time

os.environ["COLEX_KERNELS_LIBRARY"], FOLDER, *SMALL = sys.argv[1:]
sys.path.insert(0, FOLDER)
import colex_kernels as ck  # noqa: E402
from on_device import _Runtime, _check  # noqa: E402

RUNTIME = _Runtime("amd")
TO_DEVICE, ON_DEVICE = 1, 3


def memory(count, size, pattern=None):
    """An array of that many elements; of random bits that are small numbers, as zeros would be faster."""
    pointer = ctypes.c_void_p()
    _check(RUNTIME.malloc(ctypes.byref(pointer), count * size + 1))
    block = (pattern or random.Random(1).randbytes)(4096)
    data = (block * (count * size // 4096 + 1))[: count * size]
    _check(RUNTIME.memcpy(pointer, data, len(data), TO_DEVICE))
    return ck.Device(pointer.value, count)


def seconds(call):
    best = float("inf")
    for _ in range(5):
        RUNTIME.synchronize()
        start = time.perf_counter()
        for _ in range(10):
            call()
        RUNTIME.synchronize()
        best = min(best, (time.perf_counter() - start) / 10)
    return best


def main():
    side = 32 if SMALL else 8192
    source, destination = memory(side * side, 4), memory(side * side, 4)
    bytes_moved = 2 * 4 * side * side
    rows = [("the runtime's copy", lambda: _check(RUNTIME.memcpy(destination.pointer, source.pointer, 4 * side * side, ON_DEVICE))),
            ("copy_identity_f32", lambda: ck.copy("copy_identity_f32", source, destination, side * side)),
            (f"transpose_f32 {side} x {side}", lambda: ck.permute("transpose_f32", (side, side), source, (1, side), destination,
                                                                 (side, 1)))]  # fmt: skip
    for name, call in rows:
        print(f"{name}: {bytes_moved / seconds(call) / 1e9:.0f} GB/s")
    halves = {"bf16": bytes([0x80, 0x3F]), "f16": bytes([0, 0x3C]), "f32": bytes([0, 0, 0x80, 0x3F]), "f64": bytes([0] * 6 + [0xF0, 0x3F]),
              "e4m3": bytes([0x38]), "e2m1x2": bytes([0x22]), "i8": bytes([1])}
    for config in ck.configs():
        if not config.startswith("gemm_mfma_"):
            continue
        a_type, _, _, c_type = ck.types(config)
        size, one = ck.BYTES[a_type], halves[a_type]
        signs = random.Random(2)

        def pattern(count, one=one):
            return b"".join(one[:-1] + bytes([one[-1] | signs.choice([0, 0x80])]) for _ in range(count // len(one)))

        n, more = side // 2, {}
        if "mxfp" in config:  # with scales of 1
            n = max(n, 64)
            pitch = (n * (2 if a_type == "e2m1x2" else 1) + 255) // 256 * 8
            more = {f"{name}_scales": (memory(n * pitch, 1, lambda count: bytes([127]) * count), pitch, 1) for name in "ab"}
        a, b, c = memory(n * n, size, pattern), memory(n * n, size, pattern), memory(n * n, ck.BYTES[c_type])
        try:
            took = seconds(lambda: ck.gemm(config, n, n, n, a, (n, 1), b, (1, n), c, (n, 1), **more))
        except ck.KernelError as error:
            if error.status != "unknown config":
                raise
            print(error)
            continue
        k = n * (2 if a_type == "e2m1x2" else 1)  # numbers
        print(f"{config} {n} x {n} x {k}: {2 * n * n * k / took / 1e12:.1f} TFLOP/s")


if __name__ == "__main__":
    main()
