#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The kernels from Python: kernels_test.py LIBRARY PYTHON_FOLDER [nvidia|amd]

On the host platform, or on a device where LIBRARY must be that vendor's (docs/04_kernels.md says how it is built)."""
import array
import ctypes
import itertools
import math
import os
import pathlib
import random
import re
import struct
import sys
import unittest

os.environ["COLEX_KERNELS_LIBRARY"], folder, *device = sys.argv[1:]
sys.path[:0] = [folder, str(pathlib.Path(__file__).resolve().parents[1])]
import colex_kernels as ck  # noqa: E402
from drawn import every  # noqa: E402

HOST, AMD = not device, device == ["amd"]
LIBRARY = ck._library
if not HOST:
    from on_device import OnDevice

    ck = OnDevice(ck, *device)


def e4m3(code):
    """The number that an e4m3 is, but NaN."""
    exponent, fraction = code >> 3 & 15, code & 7
    return (-1 if code >> 7 else 1) * math.ldexp(fraction + (8 if exponent else 0), max(exponent, 1) - 10)


class Kernels(unittest.TestCase):
    def refused(self, status, words, call, *arguments, **named):
        with self.assertRaises(ck.KernelError) as caught:
            call(*arguments, **named)
        self.assertEqual(caught.exception.status, status)
        self.assertIn(words, str(caught.exception))

    def test_what_the_library_has(self):
        self.assertEqual(ck.platform(), "host" if HOST else device[0])
        self.assertGreaterEqual(len(ck.configs()), 25)
        self.assertIn("gemm_mfma_bf16_f32" if AMD else "gemm_mma_sync_bf16_f32", ck.configs())
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

    def test_strided_copy(self):
        # (0, 2, 1, 3) of a row-major (2, 3, 5, 8): every width of an element.
        shape, size = (8, 5, 3, 2), 240
        for code, width in (("b", 1), ("h", 2), ("f", 4), ("d", 8)):
            source = array.array(code, (i % 113 for i in range(size)))
            destination = array.array(code, [0] * size)
            ck.strided_copy(width, shape, source, (1, 8, 40, 120), destination, (1, 24, 8, 120))
            self.assertEqual(list(destination), [source[d + 8 * h + 40 * s + 120 * b] for b in range(2) for h in range(5)
                                                 for s in range(3) for d in range(8)])  # fmt: skip
        source, destination = array.array("f", range(10)), array.array("f", [-1] * 10)
        ck.strided_copy(4, (10,), source, (-1,), destination, (1,))
        self.assertEqual(list(destination), list(reversed(source)))
        self.refused("invalid argument", "two elements", ck.strided_copy, 4, (5, 2), source, (1, 5), destination, (1, 1))
        with self.assertRaises(TypeError):
            ck.strided_copy(3, (10,), source, (1,), destination, (1,))
        if HOST:  # addresses of the host
            room = bytearray(48)
            for ends in ((source, memoryview(room)[1:41]), (memoryview(room)[2:42], destination)):
                self.refused("invalid argument", "does not begin at a multiple of its elements' 4 bytes", ck.strided_copy, 4, (10,), ends[0], (1,), ends[1], (1,))

    def test_gemm(self):
        m, n, k = 5, 3, 17
        a = array.array("b", ((7 * i) % 256 - 128 for i in range(m * k)))
        b = array.array("b", ((11 * i) % 256 - 128 for i in range(k * n)))
        c, bias = array.array("i", range(m * n)), array.array("q", [5, -6, 7])
        expected = [3 * sum(a[i * k + q] * b[q + j * k] for q in range(k)) - (i * n + j) + bias[j]
                    for i in range(m) for j in range(n)]
        for config in ("gemm_i8_i32", *(["gemm_mfma_i8_i32"] if HOST else [] if AMD else ["gemm_mma_sync_i8_i32"])):
            c = array.array("i", range(m * n))
            room = {} if HOST else {"workspace": array.array("i", [0] * (2 * m * n))}
            ck.gemm(config, m, n, k, a, (k, 1), b, (1, k), c, (n, 1), alpha=3, beta=-1, bias=bias, splits=2, **room)
            self.assertEqual(list(c), expected)
            c, of_rows = array.array("i", [0] * (m * n)), array.array("q", [5, -6, 7, 1 << 20, 0])
            ck.gemm(config, m, n, k, a, (k, 1), b, (1, k), c, (n, 1), bias=of_rows, bias_of_rows=True)
            self.assertEqual(list(c), [sum(a[i * k + q] * b[q + j * k] for q in range(k)) + of_rows[i] for i in range(m)
                                       for j in range(n)])  # fmt: skip
            self.refused("invalid argument", "bias has fewer than M elements", ck.gemm, config, m, n, k, a, (k, 1), b, (1, k), c, (n, 1),
                         bias=bias, bias_of_rows=True)
        self.refused("invalid argument", "bias_of_rows is neither 0 nor 1", ck.gemm, "gemm_i8_i32", m, n, k, a, (k, 1), b, (1, k), c,
                     (n, 1), bias=of_rows, bias_of_rows=2)
        self.refused("invalid argument", "C reaches elements", ck.gemm, "gemm_i8_i32", m, n, k, a, (k, 1), b, (1, k), c,
                     (n, 2))
        self.refused("invalid argument", "GELU", ck.gemm, "gemm_i8_i32", m, n, k, a, (k, 1), b, (1, k), c, (n, 1),
                     activation="gelu")
        self.refused("invalid argument", "GELU", ck.gemm, "gemm_i8_i32", m, n, k, a, (k, 1), b, (1, k), c, (n, 1),
                     activation="gelu_erf")

    @unittest.skipIf(AMD, "NVIDIA's")
    def test_hopper(self):
        m, n, k = 70, 33, 40
        ones = {"bf16": (0xBF80, 0, 0x3F80), "f16": (0xBC00, 0, 0x3C00), "e4m3": (0xB8, 0, 0x38), "e5m2": (0xBC, 0, 0x3C), "tf32": (-1.0, 0.0, 1.0),
                "i8": (-1, 0, 1)}  # fmt: skip
        codes = {"bf16": "H", "f16": "H", "e4m3": "B", "e5m2": "B", "tf32": "f", "i8": "b"}
        results = {"f16": ("f32", "f16"), "tf32": ("f32", "f32"), "i8": ("i32", "i32")}
        rows = [[(5 * i + 3 * q + i * q) % 3 - 1 for q in range(k)] for i in range(m)]
        columns = [[(7 * j + q * q + j * q) % 3 - 1 for q in range(k)] for j in range(n)]
        seconds = [[int(q == j % 3) for q in range(k)] for j in range(n)]  # of a gated config: so that results are exact
        expected = [float(sum(x * y for x, y in zip(row, column))) for row in rows for column in columns]
        gated = [x * row[j % 3] for x, (row, j) in zip(expected, itertools.product(rows, range(n)))]
        configs = [config for config in ck.configs() if config.startswith("hopper_")]
        self.assertEqual(len(configs), 230)
        some = every(configs, 8, "configs of hopper_gemm", "the host platform takes seconds") if HOST else configs
        for config in [*some, "hopper_f16_mk", "hopper_e4m3accf16_kk", "hopper_bf16f32_mn"]:
            element, orders = config.replace("acc", "").split("_")[1:3]  # e4m3acc adds up another way
            operands = re.fullmatch("(bf16|f16|e4m3)(f32|f16|toe4m3)", element)  # what has results of another type
            element, into = operands.groups() if operands else (element, None)
            element, second = {"e5m2e4m3": ("e5m2", "e4m3"), "e4m3e5m2": ("e4m3", "e5m2")}.get(element, (element, element))
            result = ("f32", into.removeprefix("to")) if into else results.get(element, ("f32", "bf16"))
            self.assertEqual(ck.types(config), [element, second, *result])

            def operand(lines, contiguous, element):
                # Each run of contiguous elements is followed by others up to a multiple of 16.
                runs = lines if contiguous == "k" else list(zip(*lines))
                pitch = (len(runs[0]) + 15) // 16 * 16
                return array.array(codes[element], (ones[element][x + 1] for run in runs for x in [*run, *[1] * (pitch - len(run))])), pitch

            (a, a_pitch), (b, b_pitch) = operand(rows, orders[0], element), operand(columns, orders[1], second)
            c = array.array({"f32": "f", "i32": "i", "e4m3": "B"}.get(result[1], "H"), [0x7F] * (m * n))
            b_strides = (1, b_pitch) if orders[1] == "k" else (b_pitch, 1)
            up = (operand(seconds, orders[1], second)[0], b_strides, 0) if "_gated" in config else None
            ck.gemm(config, m, n, k, a, (a_pitch, 1) if orders[0] == "k" else (1, a_pitch), b, b_strides, c, (n, 1), up=up)
            if result[1] == "e4m3":  # 3 bits after the leading one, to nearest even
                places = [max(math.frexp(x)[1] - 4, -9) for x in expected]
                self.assertEqual([e4m3(x) for x in c], [round(x / 2.0**place) * 2.0**place for x, place in zip(expected, places)], config)
                continue
            got = c if result[1] in ("f32", "i32") else struct.unpack(f"<{m * n}e", c) if result[1] == "f16" else [
                struct.unpack("<f", struct.pack("<I", x << 16))[0] for x in c]
            self.assertEqual(list(got), gated if up else expected, config)
        self.refused("invalid argument", "row stride of A", ck.gemm, config, m, n, k, a, (a_pitch, 1), b, (1, b_pitch), c,
                     (n, 1))
        self.refused("unknown config", "hopper_f16", ck.gemm, "hopper_f16_128x256c2", m, n, k, a, (1, a_pitch), b,
                     (1, b_pitch), c, (n, 1))

    @unittest.skipIf(AMD, "NVIDIA's")
    def test_rows_in_groups(self):
        m, n, k, groups = 70, 33, 24, 5
        one = {-1.0: 0xBF80, 0.0: 0, 1.0: 0x3F80}
        rows = [[float((5 * i + 3 * q + i * q) % 3 - 1) for q in range(k)] for i in range(m)]
        weights = [[[float((7 * j + q * q + j * q + g) % 3 - 1) for q in range(k)] for j in range(n)] for g in range(groups)]
        a = array.array("H", (one[x] for row in rows for x in row))
        b = array.array("H", (one[x] for weight in weights for column in weight for x in column))
        bias, of_rows = array.array("f", [float(j % 4) for j in range(n)]), array.array("f", [float(i % 5) for i in range(m)])
        for config in ("hopper_bf16_kk", "hopper_bf16_kk_64x128", "hopper_bf16_kk_128x256c2"):
            for ends in ([7, 7, 40, 41, 70], [70] * 5, [0] * 5, [-3, 20, 10, 99, 50]):
                c = array.array("H", [0x7FC0] * (m * n))
                ck.grouped(config, array.array("i", ends), m, n, k, a, (k, 1), b, (1, k, n * k), c, (n, 1),
                           bias=of_rows if ends[0] == 7 else bias, bias_of_rows=ends[0] == 7)  # fmt: skip
                begin = 0
                expected = [[float("nan")] * n for _ in range(m)]
                for end, weight in zip(ends, weights):
                    end = min(max(end, begin), m)
                    for i in range(begin, end):
                        expected[i] = [(of_rows[i] if ends[0] == 7 else bias[j]) + sum(x * y for x, y in zip(rows[i], weight[j])) for j in range(n)]
                    begin = end
                got = [struct.unpack("<f", struct.pack("<I", x << 16))[0] for x in c]
                self.assertEqual(list(map(str, got)), [str(x) for row in expected for x in row], (config, ends))
        arguments = [array.array("i", [70] * groups), m, n, k, a, (k, 1), b, (1, k, n * k), c, (n, 1)]
        self.refused("unknown config", "gemm_mma_sync_bf16_f32", ck.grouped, "gemm_mma_sync_bf16_f32", *arguments)
        self.refused("invalid argument", "row stride of A", ck.grouped, "hopper_bf16_mk", *arguments)
        self.refused("invalid argument", "ends of groups are null", ck.grouped, config, ck.Device(None, groups), *arguments[1:])
        arguments[1], arguments[5] = 10, (k, 1, 8)
        self.refused("invalid argument", "without a step", ck.grouped, config, *arguments)

    @unittest.skipUnless(HOST, "arrays of the host")
    def test_product_of_any_strides(self):
        draw = random.Random(5)
        said = set()
        for problem in range(120):
            m, n, k, batches = (draw.choice([1, 2, 7, 8, 16, 33, 70]) for _ in range(4))
            batches, k = min(batches, 3), 0 if problem % 20 == 19 else k
            transposed = draw.random() < 0.3

            def strided(rows, columns, by_columns, negative=False):
                # Strides of rows, columns and batches, the origin and how many elements there are.
                run, gap = draw.choice([1, 1, 1, 2]), draw.choice([0, 0, 3, 8])
                short, long = (rows, columns) if by_columns else (columns, rows)
                inner = run, (max(short, 1) * run + 7) // 8 * 8 + gap
                step = max(long, 1) * inner[1]
                row, column = inner if by_columns else inner[::-1]
                origin = draw.choice([0, 8, 5])
                if negative:
                    origin, row = origin + (rows - 1) * row, -row
                return (row, column, step), origin, origin + batches * step + 8

            def at(strides, origin, i, j, batch):
                return origin + i * strides[0] + j * strides[1] + batch * strides[2]

            a, a_origin, a_size = strided(m, k, draw.random() < 0.5, draw.random() < 0.2)
            b, b_origin, b_size = strided(k, n, draw.random() < 0.5)
            c, c_origin, c_size = strided(m, n, transposed)
            types, code, result = draw.choice([(b"bf16,bf16,f32,bf16", "H", "H"), (b"tf32,tf32,f32,f32", "f", "f"),
                                               (b"i8,i8,i32,i32", "b", "i"), (b"bf16,bf16,f32,f32", "H", "f"),
                                               (b"e5m2,e4m3,f32,bf16", "B", "H"), (b"e4m3,e5m2,f32,bf16", "B", "H"),
                                               (b"e4m3,e4m3,f32,f32", "B", "f")])  # fmt: skip
            numbers = {b"bf16": {0x0000: 0, 0x3F80: 1, 0xBF80: -1, 0x4000: 2}, b"e4m3": {0x00: 0, 0x38: 1, 0xB8: -1, 0x40: 2},
                       b"e5m2": {0x00: 0, 0x3C: 1, 0xBC: -1, 0x40: 2}}  # fmt: skip
            a_number, b_number = (numbers.get(name, {x: x for x in (0, 1, -1, 2)}) for name in types.split(b",")[:2])
            a_data = array.array(code, (draw.choice(list(a_number)) for _ in range(a_size)))
            b_data = array.array(code, (draw.choice(list(b_number)) for _ in range(b_size)))
            before = 0x3F80 if result == "H" else 1
            c_data = array.array(result, [before] * c_size)
            of_rows = draw.random() < 0.5
            bias = array.array("f", (draw.randrange(-3, 4) for _ in range(m if of_rows else n))) if draw.random() < 0.5 else None
            bias = None if code == "b" else bias
            alpha, beta = draw.choice([(1, 0), (1, 0), (2, 0), (-1, 1)])
            room = array.array("f", bytes(4 * 60000))
            call = self.call_of(m, n, k, batches, (a_data, a, a_origin), (b_data, b, b_origin), (c_data, c, c_origin), bias,
                                alpha, beta, room)
            call.bias_of_rows = of_rows
            text = ctypes.create_string_buffer(4096)
            status = LIBRARY.colex_kernels_product_explain(types, ctypes.byref(call), text, 4096)
            self.assertEqual(status, 0, LIBRARY.colex_kernels_last_error())
            lines = [line.split(":")[0] for line in text.value.decode().splitlines()]
            said.update(line + (", with a bias" if bias and "transposed" in line else "") for line in lines)
            status = LIBRARY.colex_kernels_product(types, ctypes.byref(call))
            self.assertEqual(status, 0, LIBRARY.colex_kernels_last_error())
            expected = array.array(result, [before] * c_size)
            for batch, i, j in itertools.product(range(batches), range(m), range(n)):
                total = sum(a_number[a_data[at(a, a_origin, i, q, batch)]] * b_number[b_data[at(b, b_origin, q, j, batch)]]
                            for q in range(k))
                value = alpha * total + beta + (bias[i if of_rows else j] if bias else 0)
                encoded = struct.unpack("<I", struct.pack("<f", value))[0] >> 16 if result == "H" else int(value)
                expected[at(c, c_origin, i, j, batch)] = encoded
                self.assertLess(abs(value), 257)  # exact in bf16
            self.assertEqual(c_data, expected, (problem, m, n, k, batches, a, b, c, text.value.decode()))
        for words in ("config", "splits of K", "predicted", "also possible", "copied before", "copied after",
                      "computed as the transposed product", "computed as the transposed product, with a bias", "workspace for copies"):
            self.assertIn(words, said)

    @unittest.skipUnless(HOST, "arrays of the host")
    def test_gated_product(self):
        draw, said, room = random.Random(11), set(), array.array("f", bytes(4 * 60000))
        for problem in range(60):
            m, n, batches = draw.choice([1, 7, 33, 70]), draw.choice([1, 8, 33, 70]), draw.choice([1, 1, 2])
            k = 0 if problem % 20 == 19 else draw.choice([1, 8, 33, 72])

            def strided(rows, columns, by_columns):
                # Strides of rows, columns and batches, and the origin.
                run, short, long = draw.choice([1, 1, 1, 2]), *((rows, columns) if by_columns else (columns, rows))
                pitch = (max(short, 1) * run + 7) // 8 * 8 + draw.choice([0, 0, 3, 8])
                return (run, pitch, max(long, 1) * pitch) if by_columns else (pitch, run, max(long, 1) * pitch), draw.choice([0, 8, 5])

            def drawn(strides, origin, values):
                return array.array("H", (draw.choice(values) for _ in range(origin + batches * strides[2] + 8))), strides, origin

            one, zero, less, relu = 0x3F80, 0, 0xBF80, draw.random() < 0.5
            number = {one: 1, zero: 0, less: -1, 0x4000: 2}
            a = drawn(*strided(m, k, draw.random() < 0.3), [one, zero, less])
            b_strides, b_origin = strided(k, n, draw.random() < 0.7)
            b = drawn(b_strides, b_origin, [one, zero, less])
            if draw.random() < 0.3:  # one array has both
                up = (array.array("H", b[0]), b_strides, b_origin)
                up[0].extend(up[0])
                b, up = (up[0], b_strides, b_origin), (up[0], b_strides, b_origin + (len(b[0]) + 7) // 8 * 8)
                up[0].extend([one] * 16)
            else:
                up = drawn(*((b_strides, b_origin) if draw.random() < 0.7 else strided(k, n, True)), [one, zero, less, zero, zero])
            c = drawn(*strided(m, n, draw.random() < 0.2), [one])
            call = self.call_of(m, n, k, batches, a, b, c, None, 1, 0, room)
            call.up, call.activation = ck._Matrix(up[0].buffer_info()[0], len(up[0]), *up[1], up[2]), ck.ACTIVATIONS["relu" if relu else None]
            text = ctypes.create_string_buffer(4096)
            self.assertEqual(LIBRARY.colex_kernels_product_explain(b"bf16,bf16,f32,bf16", ctypes.byref(call), text, 4096), 0,
                             LIBRARY.colex_kernels_last_error())  # fmt: skip
            said.update(line.split(":")[0] + line.split(":")[1] for line in text.value.decode().splitlines())
            named = re.match("config: (.*_gated_.*)", text.value.decode())[1]
            self.assertEqual(ck.types(named), ["bf16", "bf16", "f32", "bf16"])  # of a config that is shipped
            self.assertEqual(LIBRARY.colex_kernels_product(b"bf16,bf16,f32,bf16", ctypes.byref(call)), 0,
                             LIBRARY.colex_kernels_last_error())  # fmt: skip
            expected = array.array("H", [one] * len(c[0]))
            for batch, i, j in itertools.product(range(batches), range(m), range(n)):

                def at(x, row, column):
                    return x[2] + row * x[1][0] + column * x[1][1] + batch * x[1][2]

                sums = [sum(number[a[0][at(a, i, q)]] * number[x[0][at(x, q, j)]] for q in range(k)) for x in (b, up)]
                value = float((max(sums[0], 0) if relu else sums[0]) * sums[1])
                bits = struct.unpack("<I", struct.pack("<f", value))[0]  # to the nearest, ties to even
                expected[at(c, i, j)] = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16
            got = [x & 0x7FFF if x == 0x8000 else x for x in c[0]]  # -0 is 0
            self.assertEqual(got, [x & 0x7FFF if x == 0x8000 else x for x in expected], (problem, m, n, k, a[1:], b[1:], up[1:], c[1:]))
        for words in ("copied before A", "copied before B", "copied before the second operand B", "copied after C, whose rows are not contiguous"):
            self.assertIn(words, said)
        for change, what in ((("alpha", 2.0), "no alpha"), (("beta", 1.0), "no alpha"), (("splits", 2), "splits of K")):
            refused = type(call).from_buffer_copy(call)
            setattr(refused, *change)
            self.assertNotEqual(LIBRARY.colex_kernels_product(b"bf16,bf16,f32,bf16", ctypes.byref(refused)), 0)
            self.assertIn(what, LIBRARY.colex_kernels_last_error().decode())
        for types in (b"f32,f32,f32,f32", b"i8,i8,i32,i32"):
            self.assertNotEqual(LIBRARY.colex_kernels_product(types, ctypes.byref(call)), 0)
            self.assertIn("a gated product has the types", LIBRARY.colex_kernels_last_error().decode())
        self.assertNotEqual(LIBRARY.colex_kernels_gemm(b"hopper_bf16_kk_64x128", ctypes.byref(call)), 0)
        self.assertIn("takes no second operand B", LIBRARY.colex_kernels_last_error().decode())
        call.up = ck._Matrix()
        self.assertNotEqual(LIBRARY.colex_kernels_gemm(b"hopper_bf16_kk_gated", ctypes.byref(call)), 0)
        self.assertIn("takes two operands B", LIBRARY.colex_kernels_last_error().decode())

    def call_of(self, m, n, k, batches, a, b, c, bias, alpha, beta, room):
        call = ck._Gemm()
        call.struct_size = ctypes.sizeof(call)
        call.m, call.n, call.k, call.batches, call.splits, call.alpha, call.beta = m, n, k, batches, 0, alpha, beta
        for name, (data, strides, origin) in zip("abc", (a, b, c)):
            setattr(call, name, ck._Matrix(data.buffer_info()[0], len(data), *strides, origin))
        if bias:
            call.bias, call.bias_elements = bias.buffer_info()[0], len(bias)
        address = (room.buffer_info()[0] + 15) // 16 * 16
        call.workspace, call.workspace_elements = address, len(room) - 4
        return call

    @unittest.skipUnless(HOST, "arrays of the host")
    def test_a_long_sum_of_few_tiles_is_split(self):
        """Where the workspace has room and the call leaves it open; with splits or without, the sums of whole numbers are one."""
        draw, m, n, k = random.Random(5), 33, 20, 640
        for code, name in ("f", "f32"), ("d", "f64"):
            a, b = (array.array(code, (draw.randrange(-3, 4) for _ in range(k * lines))) for lines in (m, n))
            c, room, types = array.array(code, [0]) * (m * n), array.array(code, [0]) * (m * n * 64), f"{name},{name},{name},{name}"
            want = [sum(a[k * i + q] * b[k * j + q] for q in range(k)) for i in range(m) for j in range(n)]
            for splits, workspace, is_split in (0, room, True), (1, room, False), (0, None, False):
                given = (types, m, n, k, a, (k, 1), b, (1, k), c, (n, 1))
                said = ck.explain(*given, splits=splits, workspace=workspace)
                self.assertEqual("splits of K: 1\n" not in said, is_split, said)
                self.assertIn("predicted: ", said)
                c[:] = array.array(code, [-1]) * (m * n)
                ck.product(*given, splits=splits, workspace=workspace)
                self.assertEqual(list(c), want)
        wide = 2048  # tiles enough for all multiprocessors
        a, c, room = (array.array("f", [0]) * size for size in (wide * 16, wide * wide, 1 << 16))
        self.assertIn("\nsplits of K: 1\n",
                      ck.explain("f32,f32,f32,f32", wide, wide, 16, a, (16, 1), a, (1, 16), c, (wide, 1), splits=0, workspace=room))  # fmt: skip

    @unittest.skipUnless(HOST, "arrays of the host")
    def test_splits_for_any_rows(self):
        """One number for all numbers of rows, more than one where K is long beside N; the bits of a row are the same in each."""
        draw, types, n, k = random.Random(6), "bf16,bf16,f32,f32", 16, 2000
        a, b = (array.array("H", (draw.randint(115, 132) << 7 | draw.getrandbits(7) | draw.getrandbits(1) << 15 for _ in range(k * lines))) for lines in (70, n))
        room, results, said = array.array("f", [0]) * (128 * 128 * 64), {}, set()
        for m in (1, 3, 70):
            for splits in (-1, 0):
                c = array.array("f", [0]) * (m * n)
                given = (types, m, n, k, a, (k, 1), b, (n, 1), c, (n, 1))
                if splits == -1:
                    said.add(re.search(r"splits of K: (\d+)", ck.explain(*given, splits=splits, workspace=room)).group(1))
                ck.product(*given, splits=splits, workspace=room)
                results[splits, m] = c.tobytes()
        self.assertEqual(len(said), 1)
        self.assertGreater(int(said.pop()), 1)
        for m in (1, 3):
            self.assertTrue(results[-1, 70].startswith(results[-1, m]))
        self.assertFalse(all(results[0, 70].startswith(results[0, m]) for m in (1, 3)))
        for given in ("i8,i8,i32,i32", 33, 20, 64), ("f32,f32,f32,f32", 33, 20, 640):  # sums without rounding, and types whose K is then whole
            code = {"i8": "b", "f32": "f"}[given[0].split(",")[0]]
            x, c = array.array(code, [1]) * (given[3] * 33), array.array("i" if code == "b" else "f", [0]) * (33 * 20)
            ck.product(*given, x, (given[3], 1), x, (1, given[3]), c, (20, 1), splits=-1, workspace=room)
            self.assertEqual(set(c), {given[3]})
        with self.assertRaisesRegex(ck.KernelError, "splits is negative"):
            ck.product(*given, x, (given[3], 1), x, (1, given[3]), c, (20, 1), splits=-2)

    @unittest.skipUnless(HOST, "arrays of the host")
    def test_product_by_a_config_with_conditions(self):
        draw, types, m, n, k = random.Random(7), "e4m3fnuz,e4m3fnuz,f32,bf16", 5, 7, 32
        room = [bytearray(draw.choice((0, 0x40, 0xC0, 0x48)) for _ in range(k * 16)) for _ in range(2)]
        a, b = (memoryview(x)[: k * rows] for x, rows in zip(room, (m, n)))
        c, want = (array.array("H", bytes(2 * m * n)) for _ in range(2))
        fits = (m, n, k, a, (k, 1), b, (1, k))
        self.assertTrue(ck.explain(types, *fits, c, (n, 1)).startswith("config: gemm_mfma_e4m3fnuz_bf16_pipelined\nsplits of K: 1\nwhy: "))
        ck.product(types, *fits, c, (n, 1), splits=0)
        ck.gemm("gemm_mfma_e4m3fnuz_bf16_pipelined", *fits, want, (n, 1))
        self.assertEqual(c, want)
        self.assertTrue(any(c))
        for call in ck.explain, ck.product:
            self.refused("invalid argument", "passed over: gemm_mfma_e4m3fnuz_bf16_pipelined: gemm: B is not contiguous along K", call,
                         types, m, n, k, a, (k, 1), b, (n, 1), c, (n, 1))  # fmt: skip

    @unittest.skipUnless(HOST, "arrays of the host")
    def test_product_refuses(self):
        one = array.array("H", [0] * 64)
        small = array.array("f", [0] * 8)
        strides = 8, 1, 64
        call = self.call_of(8, 7, 8, 1, (one, strides, 0), (one, strides, 1), (one, strides, 0), None, 1, 0, small)

        def said(types=b"bf16,bf16,f32,bf16"):
            self.assertEqual(LIBRARY.colex_kernels_product(types, ctypes.byref(call)), 1)
            return LIBRARY.colex_kernels_last_error().decode()

        self.assertIn("product: the workspace has 4 elements and needs 32", said())
        call.b.origin = 9
        self.assertIn("product: B reaches elements 9 to 71 of 64", said())
        self.assertEqual(LIBRARY.colex_kernels_product(b"bf16,f16,f32,bf16", ctypes.byref(call)), 2)
        self.assertIn("no config has the types", LIBRARY.colex_kernels_last_error().decode())
        call.m = -1
        self.assertIn("product: a size or a number of batches or splits is negative", said())

    @unittest.skipUnless(HOST, "arrays of the host")
    def test_product_refuses_copies_over_an_array(self):
        """The copy of A lies where another array is that is read after it, or that is written."""
        room = memoryview(bytearray(4096 + 16))
        at = -ctypes.addressof(ctypes.c_char.from_buffer(room)) % 16
        room, size = room[at : at + 4096], 1024  # four parts of 1024 bytes; copies take less
        part = {i: room[i * size : (i + 1) * size] for i in range(4)}
        apart = memoryview(bytearray(8192))

        def product(types, a, b, c, workspace, m, n, k, **named):
            ck.product(types, m, n, k, a, (k, 1), b, (1, k), c, (n, 1), workspace=workspace, **named)

        def over(name, call, *arguments, **named):
            self.refused("invalid argument", f"copies in the workspace would overlap {name}", call, *arguments, **named)

        halves, ten = "bf16,bf16,f32,bf16", (8, 8, 10)
        product(halves, part[0], part[1], part[2], part[3], *ten)
        over("A", product, halves, part[3], part[1], part[2], part[3], *ten)
        over("B", product, halves, part[0], part[3], part[2], part[3], *ten)
        over("C", product, halves, part[0], part[1], part[3], part[3], *ten)
        over("bias", product, halves, part[0], part[1], part[2], part[3], *ten, bias=part[3][:32].cast("f"))
        product(halves, part[0], part[1], part[2], part[3], *ten, bias=apart[:32].cast("f"))
        bytes_of_eight = "e4m3,e4m3,f32,bf16"
        for name, word in (("A", "a_scales"), ("B", "b_scales"), ("columns", "column_scales")):
            scales = {"column_scales": part[3][:32].cast("f")} if name == "columns" else {word: (part[3][:4].cast("f"), 0, 0)}
            over(f"scales of {name}", product, bytes_of_eight, part[0], part[1], part[2], part[3], *ten, **scales)
        self.refused("invalid argument", "the workspace overlaps another array", product, halves, part[3], part[1], part[2], part[3], 8, 8, 16)

    @unittest.skipUnless(HOST, "arrays of the host")
    def test_product_from_python(self):
        """What gemm() computes, of integers; where copies are needed, explain() says how much room."""
        a, b, bias = (array.array("f", values) for values in (range(12), range(20), (1, 2, 3, 4, 5)))
        want, got = array.array("f", bytes(60)), array.array("f", bytes(60))
        arguments = 3, 5, 4, a, (4, 1), b, (5, 1)
        ck.gemm("gemm_f32", *arguments, want, (5, 1), activation="relu", bias=bias)
        ck.product("f32,f32,f32,f32", *arguments, got, (5, 1), activation="relu", bias=bias)
        self.assertEqual(got, want)
        self.assertIn("config: gemm_", ck.explain("f32,f32,f32,f32", *arguments, got, (5, 1)))
        halves = array.array("H", [0x3F80] * 20)  # 1 in bf16
        odd, out = (3, 5, 4, halves, (5, 1), halves, (5, 1)), array.array("H", bytes(30))
        with self.assertRaisesRegex(ck.KernelError, "needs [0-9]+ for copies"):
            ck.product("bf16,bf16,f32,bf16", *odd, out, (5, 1))
        said = ck.explain("bf16,bf16,f32,bf16", *odd, out, (5, 1))
        room = array.array("f", bytes(4 * int(re.search(r"workspace for copies: (\d+)", said)[1]) + 16))
        at = -room.buffer_info()[0] % 16
        ck.product("bf16,bf16,f32,bf16", *odd, out, (5, 1), workspace=memoryview(room)[at // 4 :])
        self.assertEqual(set(out), {0x4080})

    @unittest.skipUnless(HOST, "a device chooses by its own multiprocessors")
    def test_workspace_is_what_a_call_uses(self):
        """With exactly that room a call does what it does with any room; with one element less than copies take it is refused, and
        with one less than the sums take its splits are others. Few rows, of which a tile holds more, have their splits, too."""
        draw, splits_seen, copies_seen = random.Random(12), 0, 0
        sizes = [(1, 256, 7168), (8, 1024, 3072), (16, 576, 2048), (3, 5, 4), (70, 33, 300)]
        for problem in range(40):
            m, n, k = sizes[problem % len(sizes)]
            types = ("bf16,bf16,f32,bf16", "tf32,tf32,f32,f32", "f64,f64,f64,f64", "e4m3,e4m3,f32,bf16", "f32,f32,f32,f32")[problem // len(sizes) % 5]
            odd, batches = draw.choice([0, 0, 1]), draw.choice([1, 1, 2])
            a, b, c = ((k + odd, 1, m * (k + odd)), (1, k + odd, n * (k + odd)), (n, 1, m * n))
            arrays = [ck.Device(1 << (50 + i), batches * strides[2] + 8) for i, strides in enumerate((a, b, c))]
            call = (types, m, n, k, arrays[0], a, arrays[1], b, arrays[2], c)

            def explained(elements):
                said = ck.explain(*call, batches=batches, workspace=ck.Device(1 << 54, elements))
                return [line for line in said.splitlines() if not line.startswith("also possible")]

            copies, whole = ck.workspace(*call, batches=batches, workspace=ck.Device(1 << 54, 1 << 40))
            self.assertLessEqual(copies, whole)
            self.assertEqual(explained(whole), explained(1 << 40), call)
            if whole > copies:
                splits_seen += 1
                self.assertNotEqual(explained(whole - 1), explained(whole))
            if copies and types.startswith(("f32", "f64")):  # a config without copies takes the call
                self.assertNotEqual(explained(copies - 1), explained(copies))
            elif copies:
                copies_seen += 1
                self.refused("invalid argument", f"needs {copies} for copies", ck.product, *call, batches=batches,
                             workspace=ck.Device(1 << 54, copies - 1))  # fmt: skip
            if not types.startswith(("f32", "f64")):
                copies_too, tuning = ck.workspace(*call, batches=batches, workspace=ck.Device(1 << 54, 1 << 40), tuning=True)
                self.assertEqual(copies_too, copies)
                self.assertLessEqual(whole, tuning)
        self.assertGreater(min(splits_seen, copies_seen), 5)
        self.refused("invalid argument", "only Hopper's configs", ck.workspace, "f32,f32,f32,f32", *call[1:], tuning=True)

    @unittest.skipUnless(HOST, "arrays of the host")
    def test_more_bytes_than_there_are(self):
        """Sizes whose bytes do not fit 64 bits are refused, and move nothing."""
        source, destination = bytearray(64), bytearray(64)
        for size in (1, 2, 4, 8, 16):
            for extent in (1 << 62, (1 << 62) // size + 1, 1 << 61):
                if extent * size <= 1 << 62:
                    continue
                status = LIBRARY.colex_kernels_strided_copy(size, 1, (ctypes.c_int64 * 1)(extent), (ctypes.c_char * 64).from_buffer(source),
                                                            extent, (ctypes.c_int64 * 1)(1), (ctypes.c_char * 64).from_buffer(destination),
                                                            extent, (ctypes.c_int64 * 1)(1), None)  # fmt: skip
                self.assertEqual(status, 1, (size, extent))
                why = "a layout is ill-formed" if extent > 1 << 62 else "an array has more than 2^62 bytes"
                self.assertEqual(LIBRARY.colex_kernels_last_error().decode(), "strided_copy: " + why)
        far = ck.Device(1 << 50, 1 << 62)
        for m, n, k, strides in ((1 << 31, 1, 1 << 31, (1 << 31, 1)), (1 << 31, 1, 1 << 31, (0, 0)), (2, 1, 2, (1 << 60, 3))):
            self.refused("invalid argument", "A's size or reach exceeds 2^52 elements", ck.product, "bf16,bf16,f32,bf16", m, n, k, far,
                         strides, ck.Device(1 << 51, 1 << 62), (1, 0), ck.Device(1 << 52, 1 << 62), (1, 1),
                         workspace=ck.Device(1 << 53, 1 << 40))  # fmt: skip

    @unittest.skipUnless(HOST, "arrays of the host")
    def test_product_copies_a_large_result_for_speed(self):
        """Where its rows do not lie at 16 bytes: by rows, by columns and in batches, with the bits of stores where it is; nothing else is written."""
        draw, types, m, n, k, copied = random.Random(3), "bf16,bf16,f32,bf16", 1001, 1001, 8, "copied after: C, faster than stores"
        held = [array.array("H", (draw.choice([0x3F80, 0xBF80, 0x4040]) for _ in range(2 * size + 8))) for size in (m * k, n * k)]
        a, b = (memoryview(x)[-x.buffer_info()[0] % 16 // 2 :] for x in held)
        bias = array.array("f", (draw.randrange(-3, 4) for _ in range(n)))
        room = memoryview(array.array("f", bytes(4 * (m + 8) * (n + 8) + 16)))
        room = room[-ctypes.addressof(ctypes.c_char.from_buffer(room)) % 16 // 4 :]

        def copies_for_speed(rows, steps, strides, **named):
            want, got = (array.array("H", [0x4040]) * (2 * (m + 2) * (n + 2)) for _ in range(2))
            arguments = types, rows, n, k, a, steps, b, (1, k, 0)
            ck.product(*arguments, want, strides, **named)
            self.assertIn(copied, ck.explain(*arguments, got, strides, workspace=room, **named))
            ck.product(*arguments, got, strides, workspace=room, **named)
            self.assertEqual(got, want, strides)

        for rows, strides, batches in ((m, (n + 2, 1, 0), 1), (m, (1, m + 2, 0), 1), (501, (n, 1, 501 * n + 4), 2)):
            copies_for_speed(rows, (k, 1, rows * k), strides, batches=batches, bias=bias, activation="relu")
        copies_for_speed(m, (k, 1), (n, 1), up=(b, (1, k), 0), activation="silu")

        a_, b_, c_, room = (ck.Device(place, 1 << 30) for place in range(1 << 48, 5 << 48, 1 << 48))

        def said(types=types, rows=m, n=n, pitch=n, **named):
            return copied in ck.explain(types, rows, n, k, a_, (k, 1), b_, (1, k), c_, (pitch, 1), **{"workspace": room, **named})

        self.assertTrue(said() and said("f16,f16,f32,f16") and said(origins=(0, 0, 1), pitch=1008) and said(rows=200))
        needed = int(re.search(r"for copies: (\d+)", ck.explain(types, m, n, k, a_, (k, 1), b_, (1, k), c_, (n, 1), workspace=room))[1])
        self.assertEqual(needed, m * 1008 * 2 // 4)
        self.assertTrue(said(workspace=ck.Device(1 << 52, needed)))
        for named in ({"workspace": None}, {"workspace": ck.Device(1 << 52, needed - 1)}, {"workspace": ck.Device((1 << 52) + 4, 1 << 30)},
                      {"pitch": 1008}, {"beta": 1.0}, {"splits": 2}, {"rows": 199}, {"types": "bf16,bf16,f32,f32"}):  # fmt: skip
            self.assertFalse(said(**named), named)

    @unittest.skipUnless(HOST, "arrays of the host")
    def test_product_with_scales(self):
        """Of tensors, rows, columns and blocks, of arrays as they are and of those that are copied; factors are powers of 2, and sums exact."""
        types, m, n, k = "e4m3,e4m3,f32,f32", 5, 130, 260
        parts, blocks, draw = 3, 2, random.Random(6)
        numbers = {0x00: 0, 0x38: 1, 0xB8: -1, 0x40: 2}
        pitch, before = 272, -7.0
        a, b = (bytes(draw.choices(list(numbers), k=lines * pitch)) for lines in (m, n))
        a_array, b_array = array.array("B", a), array.array("B", b)
        factors = array.array("f", (draw.choice((0.25, 0.5, 1, 2)) for _ in range(512)))
        bias, room = array.array("f", (draw.randrange(-3, 4) for _ in range(n))), array.array("f", bytes(4 * 60000))
        workspace = memoryview(room)[-room.buffer_info()[0] % 16 // 4 :]
        copied = set()
        for a_steps, b_steps, columns in ((None, None, None), ((0, 0), None, None), ((1, 0), (0, 0), None), ((7, 0), None, factors),
                                          ((3, 1), (1, 2), None), ((1, 5), (3, 1), factors), (None, (0, 1), None)):  # fmt: skip
            sums = [0.0] * (m * n)
            for (i, j), part in itertools.product(itertools.product(range(m), range(n)), range(parts)):
                span = range(128 * part, min(128 * part + 128, k))
                total = sum(numbers[a[i * pitch + q]] * numbers[b[j * pitch + q]] for q in span)
                of_a = factors[i * a_steps[0] + part * a_steps[1]] if a_steps else 1
                of_b = factors[j // 128 * b_steps[0] + part * b_steps[1]] if b_steps else 1
                sums[i * n + j] += total * of_a * of_b
            want = [max(2 * x * (columns[e % n] if columns else 1) + bias[e % n], 0) for e, x in enumerate(sums)]
            scales = {"a_scales": (factors, *a_steps) if a_steps else None, "b_scales": (factors, *b_steps) if b_steps else None,
                      "column_scales": columns}  # fmt: skip
            for origin, c_strides, splits in ((0, (n, 1), 0), (3, (n, 1), 1), (0, (1, m), 0), (0, (n, 1), 2)):
                a_strides, b_strides = ((pitch, 1), (1, pitch))
                held, origins = (a_array, b_array), (0, 0, 0)
                if origin:  # at an address that is no multiple of 16 bytes
                    held, origins = (array.array("B", bytes(origin) + a), b_array), (origin, 0, 0)
                c = array.array("f", [before] * (m * n))
                call = types, m, n, k, held[0], a_strides, held[1], b_strides, c, c_strides
                named = {"alpha": 2, "activation": "relu", "bias": bias, "splits": splits, "workspace": workspace, "origins": origins, **scales}
                said = ck.explain(*call, **named)
                self.assertTrue(said.startswith("config: hopper_e4m3accf32_kk_"), said)
                copied.update(re.findall(r"copied (?:before|after): (\w)", said))
                ck.product(*call, **named)
                got = [c[i * c_strides[0] + j * c_strides[1]] for i in range(m) for j in range(n)]
                self.assertEqual(got, want, (a_steps, b_steps, origin, c_strides, said))
                self.assertEqual("computed as the transposed product" in said, c_strides[0] == 1 and not any(scales.values()), said)
        self.assertEqual(copied, {"A", "C"})
        line = ck.tune(types, m, n, k, a_array, (pitch, 1), b_array, (1, pitch), c, (n, 1), splits=1, workspace=workspace,
                       a_scales=(factors, 3, 1))  # fmt: skip
        self.assertRegex(line, rf"^hopper_e4m3accf32_kk {m} {n} {k} 1 [0-9xcb]+ 1 [0-9.]+ host\n$")
        arguments = m, n, k, a_array, (pitch, 1), b_array, (1, pitch)
        for call in ck.product, ck.tune:
            self.refused("invalid argument", "scales of A have 12 elements and need 15", call, types, *arguments, c, (n, 1),
                         a_scales=(factors[:12], 3, 1))  # fmt: skip
        self.refused("invalid argument", "scales are of one batch", ck.product, types, 1, 16, 16, a_array, (pitch, 1, 16), b_array,
                     (1, pitch, 16), c, (16, 1, 16), batches=2, a_scales=(factors, 0, 0))  # fmt: skip
        halves = array.array("H", [0x3F80] * 64)
        self.refused("invalid argument", "take scales", ck.product, "bf16,bf16,f32,bf16", 8, 8, 8, halves, (8, 1), halves, (8, 1),
                     array.array("H", bytes(128)), (8, 1), column_scales=factors)  # fmt: skip

    @unittest.skipUnless(HOST, "arrays of the host")
    def test_product_of_doubles(self):
        """By the direct config as they are, after copies where K is not contiguous, and without room for these by one that takes any strides."""
        types, direct, m, n, k = "f64,f64,f64,f64", "gemm_mma_sync_f64_direct", 128, 128, 384
        room = array.array("d", bytes(8 * (m + n) * k + 16))
        at = -room.buffer_info()[0] % 16 // 8
        rooms = {"room": memoryview(room)[at:], "little": memoryview(room)[at : at + 4], "odd": memoryview(room)[at + 1 :]}
        for first, second in itertools.product(("k", "other"), repeat=2):
            values = [array.array("d", ((7 * i + 3) % 11 - 5 for i in range(count + 1))) for count in (m * k, k * n)]
            a, b = (memoryview(x)[-x.buffer_info()[0] % 16 // 8 :] for x in values)
            by = (k, 1) if first == "k" else (1, m), (1, k) if second == "k" else (n, 1)
            want, got = (array.array("d", [1.5] * (m * n)) for _ in range(2))
            arguments = m, n, k, a, by[0], b, by[1]
            is_run = first == second  # the host takes seconds for each
            if is_run:
                ck.gemm("gemm_f64", *arguments, want, (1, m), beta=2, activation="relu")
            for name, workspace in rooms.items():
                got = array.array("d", [1.5] * (m * n))
                named = {"beta": 2, "activation": "relu", "workspace": workspace}
                said = ck.explain(types, *arguments, got, (1, m), **named)
                copies = ("A" if first != "k" else "") + ("B" if second != "k" else "")
                by_direct = not copies or name == "room"
                self.assertTrue(said.startswith(f"config: {direct if by_direct else 'gemm_'}"), said)
                self.assertEqual("".join(re.findall(r"copied before: (\w)", said)), copies if by_direct else "", said)
                self.assertEqual(f"passed over: {direct} after copies" in said, not by_direct, said)
                if is_run and name != "odd":
                    ck.product(types, *arguments, got, (1, m), **named)
                    self.assertEqual(got, want)
            self.assertTrue(any(want))

    @unittest.skipUnless(HOST, "arrays of the host")
    def test_tuned(self):
        """What is timed is what may be chosen; a line is kept and followed where it fits, and refused where it is none."""
        types, m, n, k = "bf16,bf16,f32,bf16", 20, 24, 256
        a, b = ([0x3F80 + 16 * (i % 5) for i in range(count)] for count in (m * k, k * n))
        a, b, c, want = (array.array("H", x) for x in (a, b, [0] * (m * n), [0] * (m * n)))
        room = array.array("f", bytes(4 * 8 * 64 * 64 * 4))
        arguments = (m, n, k, a, (k, 1), b, (1, k))
        try:
            line = ck.tune(types, *arguments, c, (n, 1), workspace=room)
            self.assertRegex(line, r"^hopper_bf16_kk 20 24 256 1 [0-9xcb]+ [1-4] [0-9.]+ host\n$")
            chosen = ck.explain(types, *arguments, c, (n, 1), workspace=room)
            for tile, splits in (("128x192", 3), ("64x32", 2)):
                ck.tuned(f"# by hand\n\nhopper_bf16_kk 20 24 256 1 {tile} {splits} 1.0 host\n")
                said = ck.explain(types, *arguments, c, (n, 1), workspace=room)
                self.assertTrue(said.startswith(f"config: hopper_bf16_kk_{tile}\nsplits of K: {splits}\n"), said)
                self.assertIn("took least where this problem was tuned", said)
                ck.product(types, *arguments, c, (n, 1), workspace=room)
                ck.gemm(f"hopper_bf16_kk_{tile}", *arguments, want, (n, 1), splits=splits, workspace=room)
                self.assertEqual(c, want)
                for other in ({}, {"workspace": room, "splits": 4}):  # no room for the splits; other splits asked for
                    self.assertNotIn("tuned", ck.explain(types, *arguments, c, (n, 1), **other))
                self.assertNotIn("tuned", ck.explain(types, m, n, k - 8, a, (k, 1), b, (1, k), c, (n, 1), workspace=room))
            ck.tuned("hopper_bf16_kk 20 24 256 1 64x32 1 1.0 another device")
            self.assertIn("_64x32\nsplits of K: 2\n", ck.explain(types, *arguments, c, (n, 1), workspace=room))
            for text, what in (
                ("hopper_bf16_kk 20 24 256 1 huge 2 1.0 host", "line 1: expected a config and its tile and not 'hopper_bf16_kk_huge'"),
                ("#\nhopper_bf16_kk 20 24 256 1 64x32 two 1.0 host", "line 2: expected a number of splits and not 'two'"),
                ("hopper_bf16_kk 20 0 256 1 64x32 2 1.0 host", "line 1: expected N and not '0'"),
                ("hopper_bf16_kk 20 24 99999999999999999999 1 64x32 2 1.0 host", "line 1: expected K and not '99999999999999999999'"),
                ("hopper_bf16_kk 20 24 256 1 64x32 2 soon host", "line 1: expected a number of microseconds and not 'soon'"),
                ("hopper_bf16_kk 20 24 256 1 64x32 2 1.0", "line 1: expected a number of microseconds and not '1.0'"),
                ("gemm_f64 20 24 256 1 64x32 2 1.0 host", "line 1: expected a config and its tile and not 'gemm_f64_64x32'"),
            ):
                self.refused("invalid argument", what, ck.tuned, text)
            self.assertIn("_64x32\nsplits of K: 2\n", ck.explain(types, *arguments, c, (n, 1), workspace=room))
            ck.tuned(None)
            self.assertEqual(ck.explain(types, *arguments, c, (n, 1), workspace=room), chosen)
            numbers = [array.array("d", [1.0] * 4) for _ in range(3)]
            self.refused("invalid argument", "only Hopper's", ck.tune, "f64,f64,f64,f64", 2, 2, 2, numbers[0], (2, 1), numbers[1], (2, 1),
                         numbers[2], (2, 1))  # fmt: skip
        finally:
            ck.tuned(None)

    @unittest.skipUnless(HOST, "arrays of the host")
    def test_a_choice_is_of_all_that_it_depends_on(self):
        """Of products of one size whatever else differs counts, though choices are kept."""
        types, m, n, k = "bf16,bf16,f32,bf16", 16, 32, 4096
        a_, b_, c_, room = (ck.Device(place, 1 << 20) for place in range(1 << 48, 5 << 48, 1 << 48))

        def said(b=(1, k), batches=1, **named):
            return ck.explain(types, m, n, k, a_, (k, 1, m * k), b_, (*b, 0), c_, (n, 1, m * n), batches=batches, **named)

        asked = [{}, {"workspace": room}, {"workspace": room, "splits": 2}, {"b": (n, 1)}, {"batches": 4}]
        first = [said(**named) for named in asked]
        self.assertEqual(len(set(first)), len(first), first)
        for _ in range(2):
            self.assertEqual([said(**named) for named in asked], first)

    @unittest.skipUnless(HOST, "arrays of the host")
    def test_explain_reads_no_array(self):
        """Of every type, however large the workspace, with a bias or none: arrays are addresses."""
        places = [ck.Device(place, 64) for place in range(1 << 48, 5 << 48, 1 << 48)]
        for types in ("f64,f64,f64,f64", "f32,f32,f32,f32", "tf32,tf32,f32,f32", "bf16,bf16,f32,bf16", "f16,f16,f32,f16", "i8,i8,i32,i32",
                      "e4m3,e4m3,f32,bf16"):  # fmt: skip
            for bias in (None, places[3]) if "i8" not in types else (None,):
                said = ck.explain(types, 8, 8, 8, places[0], (8, 1), places[1], (1, 8), places[2], (8, 1), bias=bias,
                                  workspace=ck.Device(5 << 48, 1 << 40))  # fmt: skip
                self.assertIn("config: ", said)

    @unittest.skipUnless(HOST, "arrays of the host")
    def test_splits_of_doubles(self):
        """With splits 0 a long K is split where the workspace has room, whose elements count as 4 bytes; the bits are those of as many splits."""
        types, m, n, k = "f64,f64,f64,f64", 3, 5, 1024
        held = [array.array("d", ((7 * i + 3) % 11 - 5 for i in range(count + 2))) for count in (m * k, k * n, 4 * m * n)]
        a, b, room = (memoryview(x)[-x.buffer_info()[0] % 16 // 8 :] for x in held)
        arguments = m, n, k, a, (k, 1), b, (1, k)
        for sums in 4 * m * n, 3 * m * n, 2 * m * n - 1, 0:
            named = {"splits": 0, "workspace": room[:sums] if sums else None}
            want, got = (array.array("d", bytes(8 * m * n)) for _ in range(2))
            said = ck.explain(types, *arguments, got, (n, 1), **named)
            config, splits = re.match(r"config: (gemm_\w+)\nsplits of K: (\d+)\n", said).groups()
            self.assertEqual(int(splits), max(sums // (m * n), 1), said)
            ck.product(types, *arguments, got, (n, 1), **named)
            ck.gemm(config, *arguments, want, (n, 1), splits=int(splits), workspace=room)
            self.assertEqual(got.tobytes(), want.tobytes())
        with self.assertRaisesRegex(ck.KernelError, "the workspace has 29 elements and needs 30"):
            ck.product(types, *arguments, got, (n, 1), splits=2, workspace=room[: 2 * m * n - 1])

    @unittest.skipUnless(HOST, "arrays of the host")
    def test_activations_of_what_is_no_number(self):
        nan, infinity = float("nan"), float("inf")
        columns = [nan, -1, 2, -infinity, -3e38, -20, infinity]
        for activation, expected in (("relu", [nan, 0, 2, 0, 0, 0, infinity]), ("gelu", [nan, None, None, 0, 0, 0, infinity]),
                                     ("gelu_erf", [nan, None, None, 0, 0, 0, infinity]),
                                     ("silu", [nan, None, None, 0, 0, None, infinity])):
            c = array.array("f", [7] * 7)
            ck.gemm("gemm_f32", 1, 7, 1, array.array("f", [1]), (1, 1), array.array("f", columns), (7, 1), c, (7, 1),
                    activation=activation)
            for x, want in zip(c, expected):
                if want is not None:
                    self.assertTrue(x == want or (x != x and want != want), (activation, list(c)))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
