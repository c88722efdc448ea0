#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Code as other people's compilers make it: foreign_test.py COLEX

Operands of other lanes and words that go from lane to lane (lanes.hip) have the values that the manual's table says, which is written here once more.
Arguments that firmware preloads are those that the descriptor says. Stores of one value by several waves, masked lanes, stages that rotate and atomics are
waves.hip's. Nightly, with a checkout of Composable Kernel that COLEX_COMPOSABLE_KERNEL names, a product of its own is executed, and loses its waits one at a time.
"""
import array
import json
import os
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

import npy
from execute_page import clang

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "foreign"))
import compile_ck  # noqa: E402

COLEX = os.path.abspath(sys.argv[1])
FOLDER = tempfile.TemporaryDirectory()
TARGETS = ("gfx90a", "gfx942")
# The numbers of lanes.hip's controls: what a lane reads, of 64; None where it has no source.
CONTROLS = [lambda k: k & ~3 | 3 - k % 4, lambda k: k ^ 2, lambda k: k ^ 1, lambda k: k | 3,
            lambda k: k + 1 if k % 16 < 15 else None, lambda k: k + 15 if k % 16 == 0 else None,
            lambda k: k - 1 if k % 16 else None, lambda k: k - 8 if k % 16 > 7 else None, lambda k: k - 15 if k % 16 == 15 else None,
            lambda k: k & ~15 | (k - 1) % 16, lambda k: k & ~15 | (k - 12) % 16,
            lambda k: k + 1 if k < 63 else None, lambda k: (k + 1) % 64, lambda k: k - 1 if k else None, lambda k: (k - 1) % 64,
            lambda k: k & ~15 | 15 - k % 16, lambda k: k & ~7 | 7 - k % 8,
            lambda k: k // 16 * 16 - 1 if k > 15 else None, lambda k: 31 if k > 31 else None, lambda k: k & ~15, lambda k: k & ~15 | 13]  # fmt: skip
MASKS = [(15, 15, False), (15, 15, True), (10, 12, False), (5, 9, True)]  # rows, banks, whether no source is 0


def compiled(source, target, *flags):
    to = pathlib.Path(FOLDER.name) / f"{len(os.listdir(FOLDER.name))}.co"
    subprocess.run([*clang(target), "-std=c++20", *flags, str(source), "-o", to], check=True)
    return to


def write_npy(name, kind, values):
    path = pathlib.Path(FOLDER.name) / name
    npy.write(path, kind, (len(values),), values)
    return path


def execute(file, kernel, *arguments, block=64):
    """(exit status, the report, what out.npy holds)"""
    out = pathlib.Path(FOLDER.name) / "out.npy"
    words = [f"--arg={word}".replace("OUT", str(out)) for word in arguments]
    ran = subprocess.run([COLEX, "execute", file, "--kernel", kernel, "--block", str(block), *words, "--json"], capture_output=True, text=True, check=False)
    if ran.returncode > 1:
        raise AssertionError(ran.stderr)
    return ran.returncode, json.loads(ran.stdout), npy.read(out, "i").tolist()


def inspect(file, *words):
    ran = subprocess.run([COLEX, "inspect", file, "--json", *words], capture_output=True, text=True, check=False)
    if ran.returncode > 1:
        raise AssertionError(ran.stderr)
    return json.loads(ran.stdout)


class Lanes(unittest.TestCase):
    def test_an_operand_of_another_lane(self):
        draw, size = random.Random(3), 4 * len(CONTROLS) * 64
        words = array.array("i", (draw.getrandbits(31) for _ in range(64)))
        given = write_npy("words.npy", "<i4", words)
        for target in TARGETS:
            file = compiled(HERE / "lanes.hip", target, "-O2")
            for on in (2**64 - 1, draw.getrandbits(64), 0xFFFF0000FFFF, draw.getrandbits(64) & draw.getrandbits(64)):
                zeros = write_npy("zeros.npy", "<i4", array.array("i", bytes(4 * size)))
                status, said, got = execute(file, "lanes", f"in:{given}", f"inout:{zeros}:OUT", f"u64:{on}")
                self.assertEqual(status, 0, said)
                for number, (rows, banks, zero) in enumerate(MASKS):
                    for control, source in enumerate(CONTROLS):
                        for k in range(64):
                            at = source(k)
                            is_there = at is not None and on >> at & 1
                            written = rows >> k // 16 & 1 and banks >> k % 16 // 4 & 1 and (is_there or zero)
                            want = 0 if not on >> k & 1 else (words[at] if is_there else 0) if written else -1
                            self.assertEqual(got[(number * len(CONTROLS) + control) * 64 + k], want, (target, hex(on), MASKS[number], control, k))

    def test_a_sum_of_a_wave(self):
        words = array.array("i", range(5, 69))
        given = write_npy("words.npy", "<i4", words)
        for target in TARGETS:
            status, said, got = execute(compiled(HERE / "lanes.hip", target, "-O2"), "reduced", f"in:{given}", "out:OUT:i32[1]")
            self.assertEqual((status, got), (0, [sum(words)]), said)

    def test_a_word_from_lane_to_lane_is_there_when_it_was_waited_for(self):
        draw = random.Random(4)
        words, lanes = array.array("i", range(100, 164)), array.array("i", (draw.randrange(200) for _ in range(64)))
        arguments = [f"in:{write_npy('words.npy', '<i4', words)}", f"in:{write_npy('lanes.npy', '<i4', lanes)}",
                     f"inout:{write_npy('zeros.npy', '<i4', array.array('i', bytes(256)))}:OUT"]  # fmt: skip
        for target in TARGETS:
            file, early = (compiled(HERE / "lanes.hip", target, "-O2", *more) for more in ([], ["-DEARLY"]))
            status, said, got = execute(file, "permuted", *arguments)
            at = [(lane + 2) % 64 for lane in lanes]
            self.assertEqual(got, [0 if k % 3 == 2 else words[at[k]] if at[k] % 3 < 2 else 0 for k in range(64)])
            self.assertEqual((status, inspect(file, "--kernel", "permuted")[0]["waits"]["verdict"]), (0, "holds"), said)
            status, said, _ = execute(early, "permuted", *arguments)
            self.assertEqual((status, list(said["counts"])), (1, ["early use"]))
            self.assertEqual(inspect(early, "--kernel", "permuted")[0]["waits"]["verdict"], "fails")

    def test_the_first_lanes_word_is_a_waves(self):
        for target in TARGETS:
            said, = inspect(compiled(HERE / "lanes.hip", target, "-O2"), "--kernel", "by_wave", "--block", "256")
            stored, = (a for a in said["accesses"] if a["space"] == "LDS" and a["does"] == "store")
            self.assertEqual(stored["forms"][0]["layout"], "(64,4):(4,256)")
            self.assertEqual((said["race_free"]["verdict"], said["in_bounds"]["verdict"]), ("holds", "holds"))


class Preloaded(unittest.TestCase):
    def test_arguments_are_in_registers_as_the_descriptor_says(self):
        source = HERE.parents[1] / "examples/execute/reverse.hip"
        given = write_npy("words.npy", "<f4", array.array("f", range(256)))
        for target in TARGETS:
            file = compiled(source, target, "-mllvm", "-amdgpu-kernarg-preload-count=4")
            plain, said = (inspect(of, "--block", "128")[0] for of in (compiled(source, target), file))
            self.assertEqual(*([[{**f, "base": sorted(f["base"].split(" + "))} for f in a["forms"]] for a in one["accesses"]] for one in (said, plain)))
            self.assertEqual((said["not_understood"], said["race_free"]["verdict"]), ([], "holds"))
            status, _, got = execute(file, "reverse", f"in:{given}", "out:OUT:f32[256]", "i32:256", block=128)
            self.assertEqual((status, struct.unpack("<128f", struct.pack("<128i", *got[:128]))), (0, tuple(range(127, -1, -1))))
            # The same, but the descriptor says that the second dword of the arguments is the first that is preloaded.
            data = bytearray(file.read_bytes())
            name = subprocess.run(["llvm-readelf-19", "-sW", file], capture_output=True, text=True, check=True).stdout
            address = int(next(line for line in name.splitlines() if "reverse.kd" in line).split()[1], 16)
            sections = subprocess.run(["llvm-readelf-19", "-SW", file], capture_output=True, text=True, check=True).stdout
            _, start, offset = next(line for line in sections.splitlines() if ".rodata" in line).split(".rodata")[1].split()[:3]
            data[address - int(start, 16) + int(offset, 16) + 58] ^= 128
            other = pathlib.Path(FOLDER.name) / "other.co"
            other.write_bytes(data)
            self.assertNotEqual(inspect(other, "--block", "128")[0]["accesses"], said["accesses"])


class Newer(unittest.TestCase):
    def test_gfx950_is_read_where_a_newer_llvm_is(self):
        file = compiled(HERE / "waves.hip", "gfx942", "-O2")
        data = bytearray(file.read_bytes())
        self.assertEqual(data[48], 0x4C)
        data[48] = 0x4F  # the same instructions, said to be gfx950's
        other = pathlib.Path(FOLDER.name) / "gfx950.co"
        other.write_bytes(data)
        ran = subprocess.run([COLEX, "inspect", other, "--block", "256", "--no-replay"], capture_output=True, text=True, check=False)
        if ran.returncode == 2:
            self.assertRegex(ran.stderr, "^colex: gfx950 is disassembled by LLVM 20 or newer, of which no shared library is found: COLEX_LLVM names it\n$")
            print("no LLVM 20 or newer: gfx950 is refused, and not read")
            return
        here = subprocess.run([COLEX, "inspect", file, "--block", "256", "--on", "gfx950", "--no-replay"], capture_output=True, text=True, check=False)
        self.assertEqual(ran.stdout.replace("gfx950", "gfx942"), here.stdout.replace("gfx950", "gfx942"))


class Waves(unittest.TestCase):
    """What waves.hip's kernels are."""

    def said(self, kernel, *flags, target="gfx942"):
        return inspect(compiled(HERE / "waves.hip", target, "-O2", *flags), "--kernel", kernel)[0]

    def test_stores_of_one_value(self):
        for target in TARGETS:
            for kernel, verdict in (("one_value", "holds"), ("values_of_pairs", "holds"), ("one_value_by_choice", "undecided"), ("other_values", "fails"), ("other_trips", "fails"),
                                    ("values_of_other_trips", "fails"), ("masked_value", "fails")):  # fmt: skip
                one = self.said(kernel, target=target)
                self.assertEqual(one["race_free"]["verdict"], verdict, (target, kernel, one["race_free"]))
                self.assertEqual(one["race_free"].get("why", "").startswith("where waves store one value"), verdict == "holds", (target, kernel))

    def test_lanes_that_are_off(self):
        for target in TARGETS:
            one = self.said("first_wave", target=target)
            self.assertEqual([one[what]["verdict"] for what in ("waits", "distances", "race_free", "in_bounds")], ["holds"] * 4, (target, one["race_free"]))
            self.assertEqual(self.said("first_wave", "-DALL", target=target)["race_free"]["verdict"], "fails")

    def test_stages_that_rotate(self):
        for target in TARGETS:
            one = self.said("ring_of_three", target=target)
            self.assertEqual([one[what]["verdict"] for what in ("waits", "distances", "race_free", "in_bounds")], ["holds"] * 4, (target, one["race_free"]))
            self.assertEqual(self.said("ring_of_three", "-DTWO", target=target)["race_free"]["verdict"], "fails")

    def test_atomics(self):
        draw = random.Random(5)
        words = array.array("i", (draw.randrange(1, 1 << 12) for _ in range(256)))
        given, out = write_npy("counted.npy", "<i4", words), array.array("i", [0] * 64 + [5, 17, 9, 0, 0, 0, 7, 0])
        flipped = 0
        for word in words:
            flipped ^= word << 16 & 0xFFFFFFFF
        for target in TARGETS:
            file = compiled(HERE / "waves.hip", target, "-O2")
            zeros, at = write_npy("to.npy", "<i4", out), pathlib.Path(FOLDER.name)
            status, said, got = execute(file, "counts", f"in:{given}", f"inout:{zeros}:OUT", f"out:{at / 'before.npy'}:i32[256]", f"inout:{write_npy('sum.npy', '<f4', array.array('f', [2.0]))}:{at / 'sums.npy'}", block=256)
            self.assertEqual((status, said["findings"][:1]), (0, []))
            self.assertEqual(got[:64], [sum(word & 63 == bin for word in words) for bin in range(64)])
            self.assertEqual(got[64:67], [5 + 3 * 256, max(17, *words), min(9, *words)])
            self.assertEqual(got[68] & 0xFFFFFFFF, flipped)
            self.assertEqual((got[69], got[70]), (0, words[0]))
            self.assertEqual(npy.read(at / "sums.npy", "f")[0], 2.0 + 1.5 * 256)
            self.assertEqual(sorted(npy.read(at / "before.npy", "i")), list(range(5, 5 + 3 * 256, 3)))
            self.assertEqual(self.said("counts", target=target)["waits"]["verdict"], "holds")

    def test_words_that_are_pushed(self):
        draw = random.Random(6)
        words, to = array.array("i", range(500, 756)), array.array("i", (draw.randrange(128) for _ in range(256)))
        for target in TARGETS:
            file = compiled(HERE / "waves.hip", target, "-O2")
            status, said, got = execute(file, "pushed", f"in:{write_npy('words.npy', '<i4', words)}", f"in:{write_npy('lanes.npy', '<i4', to)}", "out:OUT:i32[256]", block=256)
            want = [0] * 256
            for t in range(256):
                want[t // 64 * 64 + to[t] % 64] = words[t]
            self.assertEqual((status, got), (0, want), said)


class ComposableKernel(unittest.TestCase):
    def test_a_product_whose_reads_pass_barriers(self):
        if not os.environ.get("COLEX_NIGHTLY") or not os.environ.get("COLEX_COMPOSABLE_KERNEL"):
            print("nightly: execute_foreign: a product of Composable Kernel; by day none: it takes another's checkout")
            return
        m, n, k, draw = 256, 128, 96, random.Random(7)
        a, b = ([draw.randrange(-4, 5) for _ in range(count)] for count in (m * k, k * n))
        given = [write_npy(f"{name}.npy", "<f2", array.array("H", struct.unpack(f"<{len(values)}H", struct.pack(f"<{len(values)}e", *values)))) for name, values in (("a", a), ("b", b))]
        columns = [b[j::n] for j in range(n)]
        want = tuple(sum(x * y for x, y in zip(a[k * i : k * i + k], column, strict=True)) for i in range(m) for column in columns)
        # Its argument: two words of a base, extents, strides, extents of whole tiles, steps of K by what lies together of A and of B, tiles; and the matrices.
        words = [*("u64:0",) * 2, *(f"i32:{word}" for word in (m, n, k, k, n, n, m, n, k, k // 8, k // 2, 1, 1)), *(f"in:{file}" for file in given), f"out:OUT:f16[{m * n}]"]
        compile_ck.compiled(os.environ["COLEX_COMPOSABLE_KERNEL"], FOLDER.name, "gfx942", ["01_gemm/gemm_xdl_fp16"])
        file = pathlib.Path(FOLDER.name) / "gfx942_ck_gemm_xdl_fp16.co"
        kernel = next(one["kernel"] for one in inspect(file) if one["kernel"].endswith("ELb1EEEvNT_8ArgumentE"))

        def is_free(of):
            one, = inspect(of, "--kernel", kernel, "--no-replay")
            return all(one[what]["verdict"] == "holds" for what in ("waits", "distances", "race_free", "in_bounds"))

        status, said, got = execute(file, kernel, "{" + ",".join(words) + "}", block=256)
        self.assertEqual((status, is_free(file)), (0, True), said["findings"][:2])
        self.assertEqual(struct.unpack(f"<{m * n}e", struct.pack(f"<{m * n // 2}i", *got)), want)
        data, waits = file.read_bytes(), struct.pack("<2I", 0xBF8CC07F, 0xBF8A0000)  # s_waitcnt lgkmcnt(0), s_barrier
        noticed = 0
        for at in (at for at in range(0, len(data), 4) if data[at : at + 8] == waits):
            other = pathlib.Path(FOLDER.name) / "other.co"
            other.write_bytes(data[:at] + struct.pack("<I", 0xBF800000) + data[at + 4 :])
            status, said, _ = execute(other, kernel, "{" + ",".join(words) + "}", block=256)
            noticed += status
            self.assertFalse(status == 1 and is_free(other), (at, said["findings"][:2]))
        self.assertGreater(noticed, 1)


if __name__ == "__main__":
    if not shutil.which("clang++-19") or not shutil.which("ld.lld-19"):
        print("SKIP: no clang++-19 with ld.lld-19")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
