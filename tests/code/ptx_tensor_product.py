#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`colex execute` on products of sm_100, which sum in tensor memory: ptx_tensor_product.py COLEX

Operands lie in shared memory as the manual's canonical layouts say, which are written here once more; each sum is compared with one of whole numbers. The kernels of
ptx_tensor_memory.py run without a finding, and changes that make them wrong are named.
"""

import array
import itertools
import os
import pathlib
import random
import re
import struct
import subprocess
import sys
import tempfile
import unittest

import npy
from ptx_tensor_memory import KERNELS, instead, waited, without

COLEX = os.path.abspath(sys.argv[1])
FOLDER = tempfile.TemporaryDirectory()
HERE = pathlib.Path(FOLDER.name)
B = 16384  # where B lies in the tile
SWIZZLES = {0: 0, 32: 6, 64: 4, 128: 2}


def execute(text, *words, block=128, schedule="in-order"):
    (HERE / "k.ptx").write_text(text)
    return subprocess.run([COLEX, "execute", "k.ptx", "--kernel", "k", "--block", str(block), "--schedule", schedule,
                           *itertools.chain.from_iterable(("--arg", word) for word in words)], capture_output=True, text=True, check=False, cwd=HERE)  # fmt: skip


def registers(first, count):
    return "{" + ", ".join(f"%r{first + k}" for k in range(count)) + "}"


def kernel(body, columns=128):
    """The tile holds what `from` does; `body` leaves words of each thread from %r100 on, and 64 of them go to the result."""
    out = "".join(f"  st.global.b32 [%d10+{4 * k}], %r{100 + k};\n" for k in range(64))
    return f""".version 8.6
.target sm_100a
.address_size 64
.visible .entry k(.param .u64 from, .param .u64 to)
.reqntid 128, 1, 1
{{
  .shared .align 1024 .b8 tile[{2 * B}];
  .shared .align 8 .b8 full[16];
  .shared .align 4 .b8 place[4];
  .reg .pred %p<12>;
  .reg .b32 %r<200>;
  .reg .b64 %d<20>;
  mov.u32 %r1, %tid.x;
  setp.lt.u32 %p1, %r1, 32;
  setp.eq.u32 %p2, %r1, 0;
  @%p1 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [place], {columns};
  @%p1 tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;
  @%p2 mbarrier.init.shared::cta.b64 [full], 1;
  ld.param.u64 %d1, [from];
  mul.wide.u32 %d2, %r1, 16;
  add.u64 %d1, %d1, %d2;
  mov.u32 %r10, tile;
  shl.b32 %r4, %r1, 4;
  add.u32 %r4, %r4, %r10;
  mov.u32 %r5, 0;
$copy:
  ld.global.v4.b32 {{%r6, %r7, %r8, %r9}}, [%d1];
  st.shared.v4.b32 [%r4], {{%r6, %r7, %r8, %r9}};
  add.u64 %d1, %d1, 2048;
  add.u32 %r4, %r4, 2048;
  add.u32 %r5, %r5, 2048;
  setp.lt.u32 %p3, %r5, {2 * B};
  @%p3 bra $copy;
  fence.proxy.async.shared::cta;
  bar.sync 0;
  ld.shared.b32 %r3, [place];
  shr.u32 %r11, %r1, 5;
  shl.b32 %r11, %r11, 21;
  add.u32 %r11, %r11, %r3;
  bfe.u32 %r10, %r10, 4, 14;
  cvt.u64.u32 %d5, %r10;
{body}  tcgen05.fence::before_thread_sync;
  bar.sync 0;
  @%p1 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r3, {columns};
  ld.param.u64 %d10, [to];
  mul.wide.u32 %d11, %r1, 256;
  add.u64 %d10, %d10, %d11;
{out}  ret;
}}
"""


def matrix_descriptor(leading, stride, span):
    return leading >> 4 << 16 | stride >> 4 << 32 | 1 << 46 | SWIZZLES[span] << 61


class Operand:
    """Lines by K of elements of `bytes`, as they lie, and the descriptor of each step of 32 bytes along K."""

    def __init__(self, lines, depth, bytes_, span, by_lines):
        self.bytes, self.span, self.by_lines, row = bytes_, span, by_lines, span or 16
        self.lines, per = lines, row // bytes_
        if by_lines:  # rows of K, each of `per` lines; eight of them are a block
            self.leading, self.stride = (lines // per * 128, 128) if not span else (8 * row * (depth // 8), 8 * row)
        else:
            self.leading, self.stride = (128, depth * bytes_ // 16 * 128) if not span else (16, 8 * row)

    def at(self, line, k):
        row, per = self.span or 16, (self.span or 16) // self.bytes
        if self.by_lines and not self.span:
            byte = line // per * self.stride + k // 8 * self.leading + k % 8 * 16 + line % per * self.bytes
        elif self.by_lines:
            byte = line // per * self.leading + k // 8 * self.stride + k % 8 * row + line % per * self.bytes
        elif not self.span:
            byte = line // 8 * self.stride + k // per * self.leading + line % 8 * 16 + k % per * self.bytes
        else:  # longer rows than the span follow each other
            byte = k // per * (self.lines * row) + line // 8 * self.stride + line % 8 * row + k % per * self.bytes
        return byte ^ (byte >> 7 & (row // 16 - 1)) << 4

    def step(self, number):
        """Where a step begins, in units of 16 bytes."""
        k, row = number * 32 // self.bytes, self.span or 16
        if self.by_lines:
            return k // 8 * (self.stride if self.span else self.leading) >> 4
        return self.at(0, k) >> 4 if not self.span else k // (row // self.bytes) * (self.lines * row) + k % (row // self.bytes) * self.bytes >> 4

    def descriptor(self, number, base=0):
        return matrix_descriptor(self.leading, self.stride, self.span) + (base >> 4) + self.step(number)


KINDS = {"f16": ("f16", 0, 2, lambda x: struct.pack("<e", x)), "bf16": ("f16", 1, 2, lambda x: struct.pack("<f", x)[2:]), "tf32": ("tf32", 2, 4, lambda x: struct.pack("<f", x)),
         "e4m3": ("f8f6f4", 0, 1, lambda x: bytes([(x < 0) << 7 | {0: 0, 1: 0x38, 2: 0x40, 3: 0x44, 4: 0x48}[abs(x)]])), "s8": ("i8", 1, 1, lambda x: struct.pack("<b", x))}  # fmt: skip
WAITED = waited("0", "0", "All")


def instruction_descriptor(name, m, n, a_by_lines=False, b_by_lines=False):
    kind, code, _, _ = KINDS[name]
    return (2 if kind == "i8" else 1) << 4 | code << 7 | code << 10 | a_by_lines << 15 | b_by_lines << 16 | n >> 3 << 17 | m >> 4 << 24


def product(name, m, steps, a_of, b_of, load, n=64):
    """All steps of one sum: the first adds to nothing."""
    kind = KINDS[name][0]
    body = "  setp.ge.u32 %p3, %r1, 32;\n  @%p3 bra $over;\n  elect.sync _|%p4, -1;\n  tcgen05.fence::after_thread_sync;\n"
    body += f"  mov.u32 %r12, {instruction_descriptor(name, m, n, getattr(a_of, 'by_lines', False), b_of.by_lines)};\n  mov.pred %p5, 0;\n"
    for step in range(steps):
        first = f"  add.u64 %d6, %d5, {a_of.descriptor(step)};\n" if isinstance(a_of, Operand) else ""
        which = "%d6" if first else f"[%r3+{64 + 8 * step}]"
        body += f"{first}  add.u64 %d7, %d5, {b_of.descriptor(step, B)};\n  @%p4 tcgen05.mma.cta_group::1.kind::{kind} [%r3], {which}, %d7, %r12, %p5;\n  mov.pred %p5, 1;\n"
    return body + f"""  @%p4 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [full];
$over:
{WAITED}  tcgen05.fence::after_thread_sync;
  tcgen05.ld.sync.aligned.{load};
  tcgen05.wait::ld.sync.aligned;
"""


WHOLE, HALF = f"32x32b.x64.b32 {registers(100, 64)}, [%r11]", f"16x256b.x8.b32 {registers(100, 32)}, [%r11]"
ZEROS = "".join(f"  mov.u32 %r{132 + k}, 0;\n" for k in range(32))  # half as many words of each thread


class Products(unittest.TestCase):
    def ran(self, name, m, steps, a_span, b_span, a_by_lines=False, b_by_lines=False, of_tensor=False, schedule="in-order", change=lambda text: text):
        _, _, bytes_, pack = KINDS[name]
        depth, draw = steps * 32 // bytes_, random.Random(7)
        a = [[draw.randrange(-4, 5) for _ in range(depth)] for _ in range(m)]
        b = [[draw.randrange(-4, 5) for _ in range(depth)] for _ in range(64)]
        a_of, b_of, tile = Operand(m, depth, bytes_, a_span, a_by_lines), Operand(64, depth, bytes_, b_span, b_by_lines), bytearray(2 * B)
        for values, of, base in ((a, a_of, 0), (b, b_of, B)):
            for line, k in itertools.product(range(len(values)), range(depth)):
                tile[base + of.at(line, k) : base + of.at(line, k) + bytes_] = pack(values[line][k])
        before = ""
        if of_tensor:  # each thread brings its row to columns 64 and on
            for word in range(8 * steps):
                place = a_of.at(0, word * 4 // bytes_)
                before += f"  ld.shared.b32 %r{20 + word}, [%r4+{place}];\n"
            before = f"  mov.u32 %r4, tile;\n  shr.u32 %r5, %r1, 3;\n  mad.lo.u32 %r4, %r5, {a_of.stride}, %r4;\n  and.b32 %r5, %r1, 7;\n  mad.lo.u32 %r4, %r5, 16, %r4;\n" + before
            before += f"  tcgen05.st.sync.aligned.32x32b.x{8 * steps}.b32 [%r11+64], {registers(20, 8 * steps)};\n  tcgen05.wait::st.sync.aligned;\n  tcgen05.fence::before_thread_sync;\n  bar.sync 0;\n"
        npy.write(HERE / "from.npy", "<u4", (2 * B // 4,), array.array("I", bytes(tile)))
        body = product(name, m, steps, None if of_tensor else a_of, b_of, WHOLE if m == 128 else HALF)
        ran = execute(change(kernel(before + body + (ZEROS if m == 64 else ""))), "in:from.npy", "out:to.npy:u32[8192]", schedule=schedule)
        want = [[0] * 64 for _ in range(128)]
        for thread, r in itertools.product(range(128), range(64 if m == 128 else 32)):
            warp, t = thread // 32, thread % 32
            row, column = (thread, r) if m == 128 else (16 * warp + t // 4 + 8 * (r // 2 % 2), r // 4 * 8 + t % 4 * 2 + r % 2)
            want[thread][r] = sum(x * y for x, y in zip(a[row], b[column], strict=True))
        return ran, [one for row in want for one in row]

    def check(self, *words, **more):
        ran, want = self.ran(*words, **more)
        self.assertEqual(ran.returncode, 0, (words, more, ran.stdout + ran.stderr))
        got = npy.read(HERE / "to.npy", "I").tobytes()
        whole = words[1] == 128
        code = "i" if words[0] == "s8" else "f"
        got = [x for t in range(128) for x in struct.unpack_from(f"<{64 if whole else 32}{code}", got, 256 * t)]
        self.assertEqual(got, [x for t in range(128) for x in want[64 * t : 64 * t + (64 if whole else 32)]], (words, more))

    def test_sums(self):
        self.check("f16", 128, 2, 0, 0)
        self.check("bf16", 64, 4, 128, 128, schedule="random")
        self.check("f16", 128, 2, 64, 32)
        self.check("f16", 64, 1, 128, 128, True, True)
        self.check("bf16", 128, 2, 0, 0, False, True, schedule="adversarial")
        self.check("tf32", 128, 2, 64, 0)
        self.check("e4m3", 64, 2, 64, 64)
        self.check("s8", 128, 4, 128, 0)
        self.check("f16", 128, 1, 0, 0, of_tensor=True)

    def test_what_is_wrong_is_named(self):
        ready = matrix_descriptor(128, 256 * 2, 0)
        for part, then, words in (("  tcgen05.wait::ld.sync.aligned;\n", "", "columns are given back before tcgen05.wait::ld is behind an access of them"),
                                  ("  tcgen05.wait::ld.sync.aligned;\n", "  mov.u32 %r100, 0;\n  tcgen05.wait::ld.sync.aligned;\n", "%r100 is written before the load of tensor memory to it was waited for"),
                                  ("  tcgen05.wait::ld.sync.aligned;\n", "  @%p1 add.u32 %r99, %r100, 0;\n  mov.u32 %r100, 0;\n  tcgen05.wait::ld.sync.aligned;\n", "%r100 is written before the load"),
                                  (WAITED, "", "tensor memory is touched before the product was waited for"),
                                  ("  @%p4 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [full];\n", "", "never completes"),
                                  ("  @%p1 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r3, 128;\n", "", "before its columns of tensor memory were given back"),
                                  ("dealloc.cta_group::1.sync.aligned.b32 %r3, 128", "dealloc.cta_group::1.sync.aligned.b32 %r3, 64", "were not taken together"),
                                  ("kind::f16 [%r3], ", "kind::f16 [%r3+96], ", "column 128 of tensor memory, which nobody has taken"),
                                  ("}, [%r11];", "}, [%r11+65];", "column 128 of tensor memory, which nobody has taken"), ("}, [%r11];", "}, [%r11+64];", "uninitialised read"),
                                  ("}, [%r11];", "}, [%r3];", "this warp reaches 32 to 63"), ("  fence.proxy.async.shared::cta;\n", "", "which no fence.proxy.async shows it"),
                                  (str(ready), str(ready | 1 << 49), "a matrix descriptor with a base offset is not known"), (str(ready), str(ready ^ 1 << 46), "a matrix descriptor whose bits 46 to 48 are 0x0"),
                                  (str(ready), str(matrix_descriptor(128, 32768, 0)), "out of bounds"), ("mov.u32 %r12, ", "mov.u32 %r12, 4; //", "sparse"),
                                  ("alloc.cta_group::1.sync.aligned.shared::cta.b32 [place], 128", "alloc.cta_group::1.sync.aligned.shared::cta.b32 [place], 96", "powers of two from 32 to 512"),
                                  ("  @%p2 mbarrier.init", "  @%p1 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [full], 32;\n  @%p2 mbarrier.init", "takes columns after tcgen05.relinquish_alloc_permit"),
                                  ("  @%p1 tcgen05.relinq", "  @%p1 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [full], 512;\n  @%p1 tcgen05.relinq", "waits for columns of tensor memory")):  # fmt: skip
            found = []

            def change(text, part=part, then=then, found=found):
                found.append(text.count(part))
                return text.replace(part, then, 1)

            ran, _ = self.ran("f16", 128, 2, 0, 0, change=change)
            self.assertEqual(ran.returncode, 2 if ran.stderr else 1, (part, then, ran.stdout))
            self.assertTrue(found[0] >= 1 and words in ran.stdout + ran.stderr, (part, then, found, ran.stdout[:600] + ran.stderr))
        # A use of what is loaded waits for it by itself.
        used = self.ran("f16", 128, 2, 0, 0, change=lambda text: text.replace("  tcgen05.wait::ld.sync.aligned;\n", "  add.u32 %r100, %r100, 0;\n  tcgen05.wait::ld.sync.aligned;\n"))[0]
        self.assertEqual(used.returncode, 0, used.stdout)
        # A stride that names other bytes gives other sums.
        ran, want = self.ran("f16", 128, 2, 0, 0, change=lambda text: text.replace(str(ready), str(matrix_descriptor(128, 256, 0)), 1))
        self.assertNotEqual(list(struct.unpack("<8192f", npy.read(HERE / "to.npy", "I").tobytes())), want)
        stored = self.ran("f16", 128, 1, 0, 0, of_tensor=True, change=lambda text: text.replace("  tcgen05.wait::st.sync.aligned;\n", ""))[0].stdout
        self.assertTrue("no tcgen05.wait::st is behind the earlier one" in stored or "data race" in stored, stored)

    def test_words_of_each_shape(self):
        """A warp stores its lanes' numbers by one shape, and loads them by another."""
        for shape, words, at in (("16x64b", 8, lambda t, r: (t // 4 + 8 * (t % 2), 2 * r + t // 2 % 2)), ("16x128b", 8, lambda t, r: (t // 4 + 8 * (r % 2), r // 2 * 4 + t % 4)),
                                 ("16x256b", 8, lambda t, r: (t // 4 + 8 * (r // 2 % 2), r // 4 * 8 + t % 4 * 2 + r % 2)), ("16x32bx2", 8, lambda t, r: (t % 16, r + t // 16 * 8)),
                                 ("32x32b", 16, lambda t, r: (t, r))):  # fmt: skip
            times = {"16x128b": words // 2, "16x256b": words // 4}.get(shape, words)
            values = "".join(f"  mad.lo.u32 %r{20 + k}, %r1, 100, {k};\n" for k in range(words))
            split = ", 8" if shape == "16x32bx2" else ""
            body = values + f"  tcgen05.st.sync.aligned.{shape}.x{times}.b32 [%r11]{split}, {registers(20, words)};\n"
            if words == 8:
                body += f"  add.u32 %r13, %r11, 0x100000;\n  tcgen05.st.sync.aligned.{shape}.x{times}.b32 [%r13]{split}, {registers(20, words)};\n"
            body += f"  tcgen05.wait::st.sync.aligned;\n  tcgen05.ld.sync.aligned.32x32b.x16.b32 {registers(100, 16)}, [%r11];\n  tcgen05.wait::ld.sync.aligned;\n"
            body += "".join(f"  mov.u32 %r{116 + k}, 0;\n" for k in range(48))
            npy.write(HERE / "from.npy", "<u4", (2 * B // 4,), array.array("I", bytes(2 * B)))
            ran = execute(kernel(body), "in:from.npy", "out:to.npy:u32[8192]")
            self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
            got = npy.read(HERE / "to.npy", "I")
            for t, r in itertools.product(range(128), range(words)):
                row, column = at(t % 32, r)
                for half in (0, 16) if words == 8 else (0,):
                    self.assertEqual(got[64 * (t // 32 * 32 + row + half) + column], 100 * t + r, shape)
            packed = body.replace(".32x32b.x16.b32 " + registers(100, 16), ".32x32b.x8.pack::16b.b32 " + registers(100, 8)) + "".join(f"  mov.u32 %r{108 + k}, 0;\n" for k in range(8))
            execute(kernel(packed), "in:from.npy", "out:half.npy:u32[8192]")
            half = npy.read(HERE / "half.npy", "I")
            self.assertTrue(all(half[64 * t + k] == got[64 * t + 2 * k] & 0xFFFF | got[64 * t + 2 * k + 1] << 16 & 0xFFFFFFFF for t in range(128) for k in range(8)), shape)

    def test_kernels_that_are_judged(self):
        for name, text in KERNELS.items():
            words = "out:to.npy:u32[8192]", "u32:3"
            for schedule in ("in-order", "random", "adversarial"):
                ran = execute(text, *words, schedule=schedule)
                self.assertEqual(ran.returncode, 0, (name, schedule, ran.stdout + ran.stderr))
            faults = [*without(text, r"  (?:@%p4 )?tcgen05\.(?:commit|wait)[^;]*;\n"), *without(text, r"\$again(\w+):\n.*\n.*\$again\1;\n"), *without(text, r"  (?:bar\.sync|fence\.proxy\.async)[^;]*;\n"),
                      *without(text, r"  @%p1 tcgen05\.dealloc[^;]*;\n"), *instead(text, "[%r5]", "[%r5+32]")]  # fmt: skip
            missed = [what for what, changed in faults if all(execute(changed, *words, schedule=s).returncode == 0 for s in ("in-order", "adversarial"))]
            self.assertEqual((len(faults) > 10, missed), (True, []), name)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
