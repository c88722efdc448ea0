#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`colex execute` and `colex inspect` from outside: execute_test.py build/colex AMD_LIBRARY

Kernels of AMD_LIBRARY for gfx942 run on arrays in files. Barriers and waits are taken out of their code one at a time, and each must be
found, by its name. Damaged files must be refused in one line.
"""
import array
import json
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "c"))
import amd_library  # noqa: E402

import npy  # noqa: E402
from machine_edits import all_instructions  # noqa: E402

COLEX, LIBRARY = map(os.path.abspath, sys.argv[1:3])
FOLDER = tempfile.TemporaryDirectory()
HERE = pathlib.Path(FOLDER.name)
NOP, TRAP = struct.pack("<I", 0xBF800000), struct.pack("<I", 0xBF920000)
COPY = "copy_kernelINS0_16CopyTransposeF32E"
MFMA, PIPELINED = "gemm_kernelINS0_12GemmMfmaBf16E", "gemm_kernelINS0_21GemmMfmaBf16PipelinedE"


def execute(*words):
    return subprocess.run([COLEX, "execute", *map(str, words)], capture_output=True, text=True, check=False, timeout=300, cwd=HERE)


def write_npy(name, kind, shape, values):
    npy.write(HERE / name, kind, shape, values)


def read_npy(name, code):
    return npy.read(HERE / name, code)


def code_of(kernel):
    """The file with that kernel for gfx942."""
    for number, data in enumerate(amd_library.code_objects(LIBRARY)["gfx942"]):
        if kernel.encode() in data:
            path = HERE / f"{number}.co"
            path.write_bytes(data)
            return path
    raise AssertionError(kernel)


def instructions(path, kernel):
    """Those of the kernel that has this in its name."""
    return next(rows for name, rows in all_instructions(path).items() if kernel in name)


def changed(path, offset, instruction):
    """The file with an instruction of 4 bytes replaced."""
    data = bytearray(path.read_bytes())
    data[offset : offset + 4] = instruction
    to = HERE / "changed.co"
    to.write_bytes(data)
    return to


def bf16(values):
    return array.array("H", (struct.unpack("<I", struct.pack("<f", v))[0] >> 16 for v in values))


class Product:
    """C = A B^T of small whole numbers, which every order of sums holds exactly."""

    def __init__(self, m, n, k, result, threads, lds):
        draw = random.Random(m * n + k)
        self.a, self.b = ([draw.randrange(-3, 4) for _ in range(rows * k)] for rows in (m, n))
        self.m, self.n, self.k, self.result, self.threads, self.lds = m, n, k, result, threads, lds
        write_npy("A.npy", "<u2", (m, k), bf16(self.a)), write_npy("B.npy", "<u2", (n, k), bf16(self.b))

    def run(self, path, kernel, *more):
        m, n, k = self.m, self.n, self.k
        wide = int(k % 8 == 0)
        operand = "{in:%s.npy,i64:0,i64:%d,i64:1,i64:0,u8:1,u8:%d}"
        words = (f"{{i64:{m},i64:{n},i64:{k},i64:1,i64:1,{{i32:0,i32:0,i64:1,i64:1}},{operand % ('A', k, wide)},{operand % ('B', k, wide)},"
                 f"{{out:C.npy:{self.result}[{m},{n}],i64:0,i64:{n},i64:1,i64:0,u64:0,u8:0,u8:0,u8:{int(n % 8 == 0)},{{f32:1,f32:0,i32:0}}}},u64:0}}")
        return execute(path, "--kernel", kernel, "--block", self.threads, "--dynamic-lds", self.lds, "--arg", words, *more)

    def is_right(self):
        m, n, k = self.m, self.n, self.k
        want = [sum(x * y for x, y in zip(self.a[i * k : i * k + k], self.b[j * k : j * k + k], strict=True)) for i in range(m) for j in range(n)]
        if self.result == "f32":
            return read_npy("C.npy", "f") == array.array("f", want)
        return all(abs(w) <= 256 for w in want) and read_npy("C.npy", "H") == bf16(want)


class Runs(unittest.TestCase):
    def test_copy(self):
        path, count = code_of(COPY), 1000
        source = array.array("f", range(1, count + 1))
        write_npy("a.npy", "<f4", (count,), source)
        for schedule in ("in-order", "random"):
            ran = execute(path, "--kernel", COPY, "--grid", 2, "--block", 128, "--arg", "in:a.npy", "--arg", "out:b.npy:f32[1024]", "--arg", f"i64:{count}",
                          "--schedule", schedule, "--json")
            said = json.loads(ran.stdout)
            self.assertEqual((ran.returncode, ran.stderr, said["findings"], said["blocks"], said["waves"]), (0, "", [], 2, 4))
            want = array.array("f", bytes(4096))
            for e in range(count):  # tiles of 8 x 4, transposed
                tile, i = divmod(e, 32)
                want[tile * 32 + i % 8 * 4 + i // 8] = source[e]
            self.assertEqual(read_npy("b.npy", "f"), want)

    def test_what_a_kernel_may_not_do(self):
        path = code_of(COPY)
        for words, defect in ((["random:f32[1000]", "out:b.npy:f32[1000]"], "out of bounds"), (["random:f32[999]", "out:b.npy:f32[1024]"], "out of bounds"),
                              (["random:f32[1000]", "random:f32[1024]"], "read-only store"), (["out:a.npy:f32[1000]", "out:b.npy:f32[1024]"], "uninitialised read")):
            ran = execute(path, "--kernel", COPY, "--grid", 2, "--block", 128, *(w for word in [*words, "i64:1000"] for w in ("--arg", word)))
            self.assertEqual((ran.returncode, ran.stderr), (1, ""))
            self.assertIn(f"\n  {defect}: wave ", ran.stdout)

    def test_products(self):
        path = code_of(MFMA)
        for m, n, k, result, kernel, threads, lds in ((128, 128, 64, "f32", MFMA, 256, 0), (100, 90, 33, "f32", MFMA, 256, 0),
                                                      (60, 72, 16, "bf16", PIPELINED, 512, 65536)):
            product = Product(m, n, k, result, threads, lds)
            ran = product.run(path, kernel)
            self.assertEqual((ran.returncode, ran.stderr), (0, ""), ran.stdout)
            self.assertTrue(product.is_right())


class Planted(unittest.TestCase):
    """Of each kernel the barriers, and some of the waits, are left out one at a time."""

    KERNELS = ((MFMA, (128, 128, 96, "f32", 256, 0)), (PIPELINED, (256, 256, 96, "bf16", 512, 65536)))

    def left_out(self, what, most):
        """(kernel, findings) of each instruction of that name that is executed, where it is left out."""
        for kernel, sizes in self.KERNELS:
            path, product = code_of(kernel), Product(*sizes)
            for offset in [offset for offset, name, _ in instructions(path, kernel) if name == what][:most]:
                reached = product.run(changed(path, offset, TRAP), kernel)  # which is not known
                if reached.returncode != 2:
                    continue
                ran = product.run(changed(path, offset, NOP), kernel, "--json")
                self.assertIn(ran.returncode, (0, 1), ran.stderr)
                asked = ["inspect", HERE / "changed.co", "--kernel", kernel, "--budget", "1", "--json"]  # for any launch; of waits only
                waits = json.loads(subprocess.run([COLEX, *map(str, asked)], capture_output=True, check=False, timeout=300).stdout)[0]["waits"]
                yield kernel, json.loads(ran.stdout)["findings"], waits["verdict"]

    def test_barriers(self):
        caught = []
        for kernel, findings, _ in self.left_out("s_barrier", 100):
            self.assertLessEqual({f["defect"] for f in findings}, {"data race", "uninitialised read"})
            for race in [f for f in findings if f["defect"] == "data race"][:1]:
                self.assertTrue(race["instruction"].startswith("ds_") and race["other"]["instruction"].startswith("ds_"))
                self.assertNotEqual(race["wave"], race["other"]["wave"])
                self.assertIn("of LDS from byte", race["detail"])
            caught.append((kernel, bool(findings)))
        print("barriers left out:", *(f"{kernel}: {found}" for kernel, found in caught), sep="\n  ")
        self.assertTrue(len(caught) >= 5 and all(found for _, found in caught))

    def test_waits(self):
        caught, executed = 0, 0
        for kernel, findings, verdict in self.left_out("s_waitcnt", 12):
            self.assertLessEqual({f["defect"] for f in findings}, {"early use", "data race", "uninitialised read", "out of bounds", "misaligned access"})
            for early in [f for f in findings if f["defect"] == "early use"]:
                self.assertRegex(early["detail"], r"^[vas][0-9]+ is used before the load to it was waited for$")
            caught, executed = caught + bool(findings), executed + 1
            self.assertEqual(verdict, "fails", "each is needed on some way through the kernel")
            if not findings:  # on the way that this launch takes another wait does the same
                print("no use is early in this launch without a wait of", kernel)
        print(f"waits left out: {caught} of {executed} are found")
        self.assertGreaterEqual(caught, 8)


class Inspected(unittest.TestCase):
    def test_the_k_loop(self):
        """What prologue and K loop of the pipelined product store to LDS and load from it, 16 bytes at a time, in bytes: the config's layouts, in halves,
        are Sw<2,3,3> o 0 o (4,128):(8,32) and, of a wave, Sw<2,3,3> o 0 o (16,4):(32,8), at 512 elements from wave to wave."""
        stored, loaded_a, loaded_b = "(64,8):(16,1024)", "((16,4),(2,4)):((64,16),(1024,0))", "((16,4),(2,4)):((64,16),(0,1024))"
        ran = subprocess.run([COLEX, "inspect", str(code_of(PIPELINED)), "--kernel", PIPELINED, "--json"], capture_output=True, text=True, check=False, timeout=300)
        said = json.loads(ran.stdout)[0]
        found = {}
        for access in said["accesses"]:
            if access["space"] == "LDS" and access["bytes"] == 16 and "forms" in access and access["forms"][0]["kind"] == "linear":
                self.assertEqual((len({f["layout"] for f in access["forms"]}), access["bank_degree"], access["forms"][0]["alignment"]), (1, 1, 16))
                key = (access["does"], access["forms"][0]["layout"])
                found[key] = found.get(key, 0) + 1
        print("accesses of LDS in prologue and K loop:", found)
        stages = found["load", f"Sw<2,4,3> o 0 o {loaded_b}"] // 4  # copies of a stage's code: the first, those of the loop, the last
        self.assertEqual(found, {("store", f"Sw<2,4,3> o 0 o {stored}"): 4 * (stages + 1), ("load", f"Sw<2,4,3> o 0 o {loaded_a}"): 8 * stages,
                                 ("load", f"Sw<2,4,3> o 0 o {loaded_b}"): 4 * stages})  # fmt: skip
        self.assertGreaterEqual(stages, 3)
        self.assertEqual((said["waits"]["verdict"], said["not_understood"]), ("holds", []))


class Refused(unittest.TestCase):
    def refused(self, *words, about):
        ran = execute(*words)
        self.assertEqual((ran.returncode, ran.stdout), (2, ""), (words, ran.stdout[:300]))
        self.assertRegex(ran.stderr, r"\Acolex: [^\n]+\n\Z")
        self.assertIn(about, ran.stderr)

    def test_words(self):
        path = code_of(COPY)
        call = [path, "--kernel", COPY]
        good = ["--arg", "random:f32[8]", "--arg", "out:b.npy:f32[8]", "--arg", "i64:8"]
        self.refused("nowhere.co", "--list", about="cannot read")
        self.refused(path, about="--kernel is needed")
        self.refused(path, "--kernel", "copy", *good, about="more than one kernel")
        self.refused(path, "--kernel", "nothing", *good, about="no kernel")
        self.refused(*call, *good[:4], about="more than 2 arguments are taken")
        self.refused(*call, *good, "--arg", "i64:1", about="3 arguments are taken, not 4")
        self.refused(*call, *good[:4], "--arg", "i32:8", about="4 bytes, and argument 3 has 8")
        self.refused(*call, *good[:4], "--arg", "i64:x", about="not a number of that type")
        self.refused(*call, *good[:4], "--arg", "{i64:8", about="expected TYPE:NUMBER")
        self.refused(*call, *good[:2], "--arg", "out:b.npy", *good[4:], about="expected TYPE[EXTENTS]")
        self.refused(*call, *good[:2], "--arg", "out:b.npy:f32[999999999,9]", *good[4:], about="more than")
        self.refused(*call, "--arg", "in:none.npy", *good[2:], about="cannot read")
        (HERE / "bad.npy").write_bytes(b"\x93NUMPY\x01\x00\xff\xff")
        self.refused(*call, "--arg", "in:bad.npy", *good[2:], about="bad.npy: ends within the header")
        self.refused(*call, *good, "--block", 1025, about="1024")
        self.refused(*call, *good, "--block", "32,32,2", about="a block has 1024 threads at most, a grid 2^24 blocks")
        self.refused(*call, *good, "--block", 1000, about="compiled for 128 at most")
        self.refused(*call, *good, "--grid", 0, about="1 at least")
        self.refused(*call, *good, "--dynamic-lds", 65537, about="bytes of LDS, of 65536")
        self.refused(*call, *good, "--budget", 5, about="the budget of instructions is spent: ")

    def test_long_words_and_headers(self):
        """They were matched by regular expressions, which take stack for each letter, and extents were multiplied before they were looked at."""
        path = code_of(COPY)
        rest = ["--arg", "out:b.npy:f32[8]", "--arg", "i64:8"]
        self.refused(path, "--kernel", COPY, "--arg", f"random:f32[{'1,' * 60000}1]", *rest, about="more than 64 extents")
        self.refused(path, "--kernel", COPY, "--arg", "random:f32[1,]", *rest, about="expected TYPE[EXTENTS]")
        for word in ("drawn:f32[8]:8", "drawn:u32[8]", "drawn:u32[8]:0", "drawn:u32[8]:x"):
            self.refused(path, "--kernel", COPY, "--arg", word, *rest, about="expected drawn:TYPE[EXTENTS]:BELOW")
        for shape, about in (("1, " * 1300, "more than 64 extents"), ("4294967296, 4294967296", "more elements than 2^32"),
                             ("4, x", "names no shape"), ("9" * 40, "more elements than 2^32")):  # fmt: skip
            header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({shape}), }}".encode()
            (HERE / "long.npy").write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header)
            self.refused(path, "--kernel", COPY, "--arg", "in:long.npy", *rest, about=about)
        header = b"{'descr': '" + b"x" * 4000 + b"'}"
        (HERE / "long.npy").write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header)
        ran = subprocess.run(["prlimit", f"--stack={1 << 20}", COLEX, "execute", path, "--kernel", COPY, "--arg", "in:long.npy", *rest],
                             capture_output=True, text=True, check=False, timeout=300, cwd=HERE)  # fmt: skip
        self.assertEqual(ran.returncode, 2, ran.stderr[-300:])

    def test_too_large(self):
        path = code_of(COPY)
        with open(HERE / "large.co", "wb") as file:
            file.truncate((64 << 20) + 1)
        self.refused("large.co", "--list", about="longer than 67108864 bytes")
        self.refused(path, "--kernel", COPY, "--arg", "out:a.npy:u8[200000000]", "--arg", "out:b.npy:u8[100000000]", "--arg", "i64:8", about="arrays of more than 256 MiB in all")

    def test_unknown_instruction(self):
        path = code_of(COPY)
        trap = changed(path, instructions(path, COPY)[0][0], TRAP)
        self.refused(trap, "--kernel", COPY, "--arg", "random:f32[8]", "--arg", "out:b.npy:f32[8]", "--arg", "i64:8", about="this instruction is not known: s_trap 0 at 0x")

    def test_damaged_files(self):
        """No damage crashes: one line and status 2, or an answer where what is damaged is not read."""
        path, draw = code_of(COPY), random.Random(7)
        whole = path.read_bytes()
        for size in [0, 1, 15, 16, 63, 64, 65, 100, 512, len(whole) // 2, len(whole) - 1]:
            (HERE / "cut.co").write_bytes(whole[:size])
            self.refused("cut.co", "--list", about="cut.co: ")
        self.refused("a.npy" if (HERE / "a.npy").exists() else "bad.npy", "--list", about="")
        statuses = set()
        for _ in range(150):
            data = bytearray(whole)
            for _ in range(draw.choice((1, 4, 16))):
                at = draw.choice((draw.randrange(64), draw.randrange(0x400), draw.randrange(len(data)), len(data) - 1 - draw.randrange(0x600)))
                data[at] = draw.choice((0, 0xFF, 0x7F, 0x80, draw.randrange(256)))
            (HERE / "hurt.co").write_bytes(data)
            for words in (["--list"], ["--kernel", COPY, "--block", 128, "--budget", 20000, "--arg", "random:f32[1000]", "--arg", "out:b.npy:f32[1024]",
                                       "--arg", "i64:200"]):  # fmt: skip
                ran = execute("hurt.co", *words)
                self.assertIn(ran.returncode, (0, 1, 2), ran.stderr)
                if ran.returncode == 2:
                    self.assertRegex(ran.stderr, r"\Acolex: [^\n]+\n\Z")
                statuses.add(ran.returncode)
        self.assertLessEqual({0, 2}, statuses)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
