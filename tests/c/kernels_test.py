#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The kernels from Python: kernels_test.py LIBRARY PYTHON_FOLDER [nvidia]

On the host platform, or on a device where LIBRARY must be NVIDIA's (docs/kernels.md says how it is built)."""
import array
import os
import struct
import sys
import unittest

os.environ["COLEX_KERNELS_LIBRARY"], folder, *device = sys.argv[1:]
sys.path.insert(0, folder)
import colex_kernels as ck  # noqa: E402

HOST = not device
if not HOST:
    from on_device import OnDevice

    ck = OnDevice(ck)


class Kernels(unittest.TestCase):
    def refused(self, status, words, call, *arguments, **named):
        with self.assertRaises(ck.KernelError) as caught:
            call(*arguments, **named)
        self.assertEqual(caught.exception.status, status)
        self.assertIn(words, str(caught.exception))

    def test_what_the_library_has(self):
        self.assertEqual(ck.platform(), "host" if HOST else device[0])
        self.assertGreaterEqual(len(ck.configs()), 30)
        self.assertIn("gemm_mma_sync_bf16_f32", ck.configs())
        for config in ck.configs():
            for name in ck.types(config):
                self.assertIn(name, ck.BYTES)

    def test_copy(self):
        source, destination = array.array("f", range(300)), array.array("f", [-1] * 208)
        ck.copy("copy_unpad_f32", source, destination, 200)
        self.assertEqual(list(destination), [float(e // 8 * 12 + e % 8) for e in range(200)] + [-1.0] * 8)
        again = bytearray(4 * 200)
        ck.copy("copy_unpad_f32", source.tobytes(), again, 200)  # a source that is read-only
        self.assertEqual(again, destination[:200].tobytes())

    @unittest.skipUnless(HOST, "arrays of the host")
    def test_copy_refuses(self):
        source, destination = array.array("f", range(48)), array.array("f", range(32))
        self.refused("invalid argument", "source has 48", ck.copy, "copy_unpad_f32", source, destination, 33)
        self.refused("invalid argument", "negative", ck.copy, "copy_unpad_f32", source, destination, -1)
        self.refused("invalid argument", "overlap", ck.copy, "copy_unpad_f32", source, source, 4)
        self.refused("unknown config", "copy_nothing", ck.copy, "copy_nothing", source, destination, 1)
        with self.assertRaises(TypeError):
            ck.copy("copy_unpad_f32", source, bytes(128), 4)
        with self.assertRaises(TypeError):
            ck.copy("copy_unpad_f32", memoryview(source)[::2], destination, 4)
        with self.assertRaises(TypeError):
            ck.copy("copy_unpad_f32", bytearray(5), destination, 1)
        destination.append(0.0)  # no view is kept after a call, so that the array may grow

    def test_permute(self):
        source, destination = array.array("f", range(200)), array.array("f", [-1] * 200)
        ck.permute("transpose_f32", (20, 10), source, (1, 20), destination, (10, 1))
        self.assertEqual(list(destination), [float(x + 20 * y) for x in range(20) for y in range(10)])
        self.refused("invalid argument", "two elements", ck.permute, "transpose_f32", (20, 10), source, (1, 20),
                     destination, (1, 1))
        with self.assertRaises(TypeError):
            ck.permute("transpose_f32", (20, 10), source, (1,), destination, (10, 1))

    def test_gemm(self):
        m, n, k = 5, 3, 17
        a = array.array("b", ((7 * i) % 256 - 128 for i in range(m * k)))
        b = array.array("b", ((11 * i) % 256 - 128 for i in range(k * n)))
        c, bias = array.array("i", range(m * n)), array.array("q", [5, -6, 7])
        expected = [3 * sum(a[i * k + q] * b[q + j * k] for q in range(k)) - (i * n + j) + bias[j]
                    for i in range(m) for j in range(n)]
        for config in ("gemm_i8_i32", "gemm_mfma_i8_i32" if HOST else "gemm_mma_sync_i8_i32"):
            c = array.array("i", range(m * n))
            room = {} if HOST else {"workspace": array.array("i", [0] * (2 * m * n))}
            ck.gemm(config, m, n, k, a, (k, 1), b, (1, k), c, (n, 1), alpha=3, beta=-1, bias=bias, splits=2, **room)
            self.assertEqual(list(c), expected)
        self.refused("invalid argument", "C reaches elements", ck.gemm, "gemm_i8_i32", m, n, k, a, (k, 1), b, (1, k), c,
                     (n, 2))
        self.refused("invalid argument", "GELU", ck.gemm, "gemm_i8_i32", m, n, k, a, (k, 1), b, (1, k), c, (n, 1),
                     activation="gelu")

    def test_hopper(self):
        m, n, k = 70, 33, 40
        ones = {"bf16": (0xBF80, 0, 0x3F80), "f16": (0xBC00, 0, 0x3C00), "e4m3": (0xB8, 0, 0x38)}
        rows = [[(5 * i + 3 * q + i * q) % 3 - 1 for q in range(k)] for i in range(m)]
        columns = [[(7 * j + q * q + j * q) % 3 - 1 for q in range(k)] for j in range(n)]
        expected = [float(sum(x * y for x, y in zip(row, column))) for row in rows for column in columns]
        configs = [config for config in ck.configs() if config.startswith("hopper_")]
        self.assertEqual(len(configs), 27)
        for config in [*configs, "hopper_f16_mk"]:
            element, orders = config.split("_")[1:3]
            self.assertEqual(ck.types(config), [element, element, "f32", "f16" if element == "f16" else "bf16"])

            def operand(lines, contiguous, code="B" if element == "e4m3" else "H", one=ones[element]):
                # Each run of contiguous elements is followed by others up to a multiple of 16.
                runs = lines if contiguous == "k" else list(zip(*lines))
                pitch = (len(runs[0]) + 15) // 16 * 16
                return array.array(code, (one[x + 1] for run in runs for x in [*run, *[1] * (pitch - len(run))])), pitch

            (a, a_pitch), (b, b_pitch) = operand(rows, orders[0]), operand(columns, orders[1])
            c = array.array("H", [0x7FC0] * (m * n))
            ck.gemm(config, m, n, k, a, (a_pitch, 1) if orders[0] == "k" else (1, a_pitch), b,
                    (1, b_pitch) if orders[1] == "k" else (b_pitch, 1), c, (n, 1))
            got = struct.unpack(f"<{m * n}e", c) if element == "f16" else [
                struct.unpack("<f", struct.pack("<I", x << 16))[0] for x in c]
            self.assertEqual(list(got), expected, config)
        self.refused("invalid argument", "alpha must be 1", ck.gemm, config, m, n, k, a, (1, a_pitch), b, (1, b_pitch), c,
                     (n, 1), alpha=2)
        self.refused("invalid argument", "row stride of A", ck.gemm, config, m, n, k, a, (a_pitch, 1), b, (1, b_pitch), c,
                     (n, 1))
        self.refused("unknown config", "hopper_f16", ck.gemm, "hopper_f16_large", m, n, k, a, (1, a_pitch), b,
                     (1, b_pitch), c, (n, 1))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
