#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tensor maps, clusters and products of a warpgroup, in small kernels of PTX: ptx_tensor.py COLEX

What a box looks like in shared memory is computed here, under each swizzle and at each edge; products likewise, of operands in registers, by descriptors
without a swizzle and in both orders. Each kernel with a part left out must be refused by the right words.
"""

import array
import itertools
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import unittest

import npy

COLEX = os.path.abspath(sys.argv[1])
FOLDER = tempfile.TemporaryDirectory()
HERE = pathlib.Path(FOLDER.name)
HEADER = """.version 8.0
.target sm_90a
.address_size 64
"""
DECLARED = """  .shared .align 1024 .b8 tile[8192];
  .shared .align 8 .b64 arrived;
  .reg .pred %p<4>;
  .reg .b32 %r<40>;
  .reg .b64 %d<10>;
  mov.u32 %r1, %tid.x;
  mov.u32 %r4, tile;
  setp.ne.u32 %p1, %r1, 0;
"""
WAIT = """$again:
  mbarrier.try_wait.parity.shared::cta.b64 %p2, [arrived], 0;
  @!%p2 bra $again;
"""
# Thread t copies the words t, t + 128, ... of the tile to the result.
OUT = """  shl.b32 %r5, %r1, 2;
  add.u32 %r6, %r4, %r5;
  ld.param.u64 %d3, [to];
  cvt.u64.u32 %d4, %r5;
  add.u64 %d3, %d3, %d4;
""" + "".join(f"  ld.shared.u32 %r7, [%r6+{512 * i}];\n  st.global.u32 [%d3+{512 * i}], %r7;\n" for i in range(16))  # fmt: skip


def load(rank, bytes_, blocks=""):
    """A box comes to a tile that was filled with ones, and goes to the result as it lies there."""
    where = ", ".join(f"%r{20 + i}" for i in range(rank))
    fill = "  shl.b32 %r5, %r1, 2;\n  add.u32 %r6, %r4, %r5;\n" + "".join(f"  st.shared.u32 [%r6+{512 * i}], 0xFFFFFFFF;\n" for i in range(16))
    several, mask = (".multicast::cluster", f", {blocks}") if blocks else ("", "")
    return f"""{HEADER}.visible .entry k(.param .align 64 .b8 map[128], .param .u64 to{"".join(f", .param .u32 at{i}" for i in range(rank))})
{".reqnctapercluster 2, 1, 1" if blocks else ""}
{{
{DECLARED}{fill}  @%p1 bra $made;
  mbarrier.init.shared::cta.b64 [arrived], 1;
  mbarrier.arrive.expect_tx.shared::cta.b64 _, [arrived], {bytes_};
$made:
  fence.proxy.async.shared::cta;
  barrier.cluster.arrive.release.aligned;
  barrier.cluster.wait.acquire.aligned;
  mov.u32 %r8, %cluster_ctarank;
  setp.ne.or.u32 %p1, %r8, 0, %p1;
  @%p1 bra $again;
{"".join(f"  ld.param.u32 %r{20 + i}, [at{i}];" + chr(10) for i in range(rank))}  mov.b64 %d1, map;
  cvta.param.u64 %d2, %d1;
  cp.async.bulk.tensor.{rank}d.shared::cluster.global.tile.mbarrier::complete_tx::bytes{several} [%r4], [%d2, {{{where}}}], [arrived]{mask};
{WAIT}  mov.u32 %r9, %ctaid.x;
  mul.lo.u32 %r9, %r9, 8192;
  cvt.u64.u32 %d5, %r9;
{OUT.replace("  add.u64 %d3, %d3, %d4;", "  add.u64 %d3, %d3, %d4;" + chr(10) + "  add.u64 %d3, %d3, %d5;")}  ret;
}}
"""


# The words of the tile are the threads' numbers; a box of it is stored.
STORE = f"""{HEADER}.visible .entry k(.param .align 64 .b8 map[128], .param .s32 x, .param .s32 y)
{{
{DECLARED}  shl.b32 %r5, %r1, 2;
  add.u32 %r6, %r4, %r5;
{"".join(f"  add.u32 %r7, %r1, {128 * i};{chr(10)}  st.shared.u32 [%r6+{512 * i}], %r7;{chr(10)}" for i in range(16))}  fence.proxy.async.shared::cta;
  bar.sync 0;
  @%p1 bra $end;
  ld.param.s32 %r20, [x];
  ld.param.s32 %r21, [y];
  mov.b64 %d1, map;
  cvta.param.u64 %d2, %d1;
  cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%d2, {{%r20, %r21}}], [%r4];
  cp.async.bulk.commit_group;
  cp.async.bulk.wait_group.read 0;
  st.shared.u32 [%r4], 7;
  cp.async.bulk.wait_group 0;
$end:
  ret;
}}
"""

# A from registers or by a descriptor, B by a descriptor, both without a swizzle.
PRODUCT = """%(header)s.visible .entry k(.param .u64 a, .param .u64 b, .param .u64 to)
{
%(declared)s  .reg .f32 %%f<5>;
  ld.param.u64 %%d1, [a];
  ld.param.u64 %%d2, [b];
  mul.wide.u32 %%d4, %%r1, 16;
  add.u64 %%d1, %%d1, %%d4;
  ld.global.v4.u32 {%%r10, %%r11, %%r12, %%r13}, [%%d1];
  mul.wide.u32 %%d4, %%r1, 4;
  add.u64 %%d2, %%d2, %%d4;
  setp.ge.u32 %%p1, %%r1, 64;
  shl.b32 %%r5, %%r1, 2;
  add.u32 %%r6, %%r4, %%r5;
  @!%%p1 ld.global.u32 %%r7, [%%d2];
  @!%%p1 st.shared.u32 [%%r6], %%r7;
  fence.proxy.async.shared::cta;
  bar.sync 0;
  shr.u32 %%r8, %%r4, 4;
  cvt.u64.u32 %%d5, %%r8;
  or.b64 %%d5, %%d5, 0x0000000800080000;
  mov.u32 %%r20, 0;
  mov.u32 %%r21, 0;
  mov.u32 %%r22, 0;
  mov.u32 %%r23, 0;
  setp.ne.u32 %%p2, %%r1, 1000;
  wgmma.fence.sync.aligned;
  wgmma.mma_async.sync.aligned.m64n8%(form)s {%%r20, %%r21, %%r22, %%r23}, {%%r10, %%r11, %%r12, %%r13}, %%d5, %%p2%(signs)s;
  wgmma.commit_group.sync.aligned;
  wgmma.wait_group.sync.aligned 0;
  ld.param.u64 %%d3, [to];
  mul.wide.u32 %%d4, %%r1, 16;
  add.u64 %%d3, %%d3, %%d4;
  st.global.v4.u32 [%%d3], {%%r20, %%r21, %%r22, %%r23};
  ret;
}
"""


# Each block of a cluster of two writes its rank, and reads the other's word through a generic address.
PEER = f"""{HEADER}.visible .entry k(.param .u64 to)
.reqnctapercluster 2, 1, 1
{{
{DECLARED}  mov.u32 %r8, %cluster_ctarank;
  mov.u32 %r12, %ctaid.x;
  add.u32 %r9, %r12, 100;
  @!%p1 st.shared.u32 [%r4+16], %r9;
  barrier.cluster.arrive.release.aligned;
  barrier.cluster.wait.acquire.aligned;
  xor.b32 %r10, %r8, 1;
  cvt.u64.u32 %d1, %r4;
  cvta.shared.u64 %d1, %d1;
  mapa.u64 %d2, %d1, %r10;
  ld.u32 %r11, [%d2+16];
  ld.param.u64 %d3, [to];
  mul.wide.u32 %d4, %r12, 4;
  add.u64 %d3, %d3, %d4;
  @!%p1 st.global.u32 [%d3], %r11;
  barrier.cluster.arrive.release.aligned;
  barrier.cluster.wait.acquire.aligned;
  ret;
}}
"""

# Each block adds to the other's word, and to its own, by the addresses of the cluster, and stores 7 beside it.
ADDED = f"""{HEADER}.visible .entry k(.param .u64 to)
.reqnctapercluster 2, 1, 1
{{
{DECLARED}  mov.u32 %r8, %cluster_ctarank;
  add.u32 %r9, %r8, 100;
  @!%p1 st.shared::cluster.u32 [%r4+16], 1;
  barrier.cluster.arrive.release.aligned;
  barrier.cluster.wait.acquire.aligned;
  xor.b32 %r10, %r8, 1;
  mapa.shared::cluster.u32 %r6, %r4, %r10;
  @!%p1 red.shared::cluster.add.u32 [%r6+16], %r9;
  @!%p1 atom.shared::cluster.add.u32 %r7, [%r4+16], %r9;
  @!%p1 st.shared::cluster.v2.u32 [%r6+24], {{7, 8}};
  barrier.cluster.arrive.release.aligned;
  barrier.cluster.wait.acquire.aligned;
  ld.shared::cluster.u32 %r11, [%r6+16];
  ld.shared::cta.u32 %r12, [%r4+28];
  add.u32 %r11, %r11, %r12;
  ld.param.u64 %d3, [to];
  mul.wide.u32 %d4, %r8, 4;
  add.u64 %d3, %d3, %d4;
  @!%p1 st.global.u32 [%d3], %r11;
  barrier.cluster.arrive.release.aligned;
  barrier.cluster.wait.acquire.aligned;
  ret;
}}
"""

# A warp of each block arrives at the barrier of block 0, whose first thread waits and reads what they wrote.
ARRIVALS = f"""{HEADER}.visible .entry k(.param .u64 to)
.reqnctapercluster 2, 1, 1
{{
{DECLARED}  mov.u32 %r8, %cluster_ctarank;
  @!%p1 mbarrier.init.shared::cta.b64 [arrived], 2;
  fence.mbarrier_init.release.cluster;
  barrier.cluster.arrive.relaxed.aligned;
  barrier.cluster.wait.acquire.aligned;
  @%p1 bra $end;
  ld.param.u64 %d3, [to];
  mul.wide.u32 %d4, %r8, 4;
  add.u64 %d5, %d3, %d4;
  st.global.u32 [%d5], 5;
  mov.u32 %r5, arrived;
  mapa.shared::cluster.u32 %r6, %r5, 0;
  mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r6];
  setp.ne.u32 %p3, %r8, 0;
  @%p3 bra $end;
{WAIT}  ld.global.u32 %r7, [%d3+4];
  st.global.u32 [%d3+8], %r7;
$end:
  barrier.cluster.arrive.release.aligned;
  barrier.cluster.wait.acquire.aligned;
  ret;
}}
"""

# Lanes copy a word each, and arrive when it has come.
COPIED = f"""{HEADER}.visible .entry k(.param .u64 from, .param .u64 to)
{{
{DECLARED}  @!%p1 mbarrier.init.shared::cta.b64 [arrived], 128;
  bar.sync 0;
  ld.param.u64 %d1, [from];
  mul.wide.u32 %d4, %r1, 4;
  add.u64 %d1, %d1, %d4;
  shl.b32 %r5, %r1, 2;
  add.u32 %r6, %r4, %r5;
  cp.async.ca.shared.global [%r6], [%d1], 4;
  cp.async.mbarrier.arrive.noinc.shared::cta.b64 [arrived];
{WAIT}  xor.b32 %r5, %r5, 252;
  add.u32 %r6, %r4, %r5;
  ld.shared.u32 %r7, [%r6];
  ld.param.u64 %d3, [to];
  add.u64 %d3, %d3, %d4;
  st.global.u32 [%d3], %r7;
  ret;
}}
"""


# Blocks of clusters of 1 x 2 x 2 say where they are; each sends its number to the next by its rank: 4, 8 and 16 bytes, 64 behind a bulk copy, and what is added to and
# kept the greatest of. The words of the tile are ones.
MEETING = "  barrier.cluster.arrive.release.aligned;\n  barrier.cluster.wait.acquire.aligned;\n"
COUNTED = "mbarrier::complete_tx::bytes"
SENT = f"""{HEADER}.visible .entry k(.param .u64 to)
.reqnctapercluster 1, 2, 2
{{
{DECLARED}  shl.b32 %r5, %r1, 2;
  add.u32 %r5, %r4, %r5;
  st.shared.u32 [%r5], 1;
  @%p1 bra $made;
  mbarrier.init.shared::cta.b64 [arrived], 1;
  mbarrier.arrive.expect_tx.shared::cta.b64 _, [arrived], 108;
$made:
  fence.proxy.async.shared::cta;
{MEETING}  mov.u32 %r8, %cluster_ctarank;
  mov.u32 %r20, %ctaid.x;
  mov.u32 %r21, %ctaid.y;
  mov.u32 %r22, %ctaid.z;
  mov.u32 %r24, %nctaid.x;
  mov.u32 %r25, %nctaid.y;
  mad.lo.u32 %r23, %r22, %r25, %r21;
  mad.lo.u32 %r23, %r23, %r24, %r20;
  cvt.u64.u32 %d6, %r23;
  add.u32 %r9, %r8, 1;
  and.b32 %r9, %r9, 3;
  mapa.shared::cluster.u32 %r10, %r4, %r9;
  mov.u32 %r11, arrived;
  mapa.shared::cluster.u32 %r11, %r11, %r9;
  @%p1 bra $again;
  st.async.weak.shared::cluster.{COUNTED}.u32 [%r10+256], %r23, [%r11];
  st.async.shared::cluster.{COUNTED}.b64 [%r10+264], %d6, [%r11];
  st.async.shared::cluster.{COUNTED}.v4.b32 [%r10+272], {{%r23, %r8, %r9, %r23}}, [%r11];
  red.async.relaxed.cluster.shared::cluster.{COUNTED}.add.u32 [%r10+288], %r23, [%r11];
  red.async.relaxed.cluster.shared::cluster.{COUNTED}.add.u64 [%r10+296], %d6, [%r11];
  red.async.relaxed.cluster.shared::cluster.{COUNTED}.max.s32 [%r10+292], %r23, [%r11];
  cp.async.bulk.shared::cluster.shared::cta.{COUNTED} [%r10+320], [%r4], 64, [%r11];
{WAIT}  ld.param.u64 %d3, [to];
  mul.lo.u32 %r26, %r23, 512;
  add.u32 %r26, %r26, %r5;
  sub.u32 %r26, %r26, %r4;
  cvt.u64.u32 %d4, %r26;
  add.u64 %d3, %d3, %d4;
  ld.shared.u32 %r7, [%r5];
  st.global.u32 [%d3], %r7;
  bar.warp.sync -1;
  @%p1 bra $end;
  mov.u32 %r12, %cluster_ctaid.y;
  mov.u32 %r13, %cluster_ctaid.z;
  mov.u32 %r14, %clusterid.y;
  mov.u32 %r15, %cluster_nctaid.z;
  st.global.v4.u32 [%d3], {{%r12, %r13, %r14, %r15}};
$end:
{MEETING}  ret;
}}
"""

# The second warpgroup releases registers, the first asks for them; which gives them back.
HANDED = f"""{HEADER}.visible .entry k(.param .u64 to)
.maxntid 256
.minnctapersm 1
.maxnreg 100
{{
{DECLARED}  setp.ge.u32 %p1, %r1, 128;
  @%p1 bra $releases;
  setmaxnreg.inc.sync.aligned.u32 168;
  bar.sync 1, 128;
  setmaxnreg.dec.sync.aligned.u32 104;
  bar.arrive 2, 256;
  bra $end;
$releases:
  setmaxnreg.dec.sync.aligned.u32 40;
  bar.sync 2, 256;
  setmaxnreg.inc.sync.aligned.u32 104;
$end:
  ret;
}}
"""


def execute(text, *words, block=128, grid=1, schedule="in-order"):
    (HERE / "k.ptx").write_text(text)
    return subprocess.run([COLEX, "execute", "k.ptx", "--kernel", "k", "--block", str(block), "--grid", str(grid), "--schedule", schedule,
                           *itertools.chain.from_iterable(("--arg", word) for word in words)], capture_output=True, text=True, check=False, cwd=HERE)  # fmt: skip


def boxed(values, extents, box, corner, element_bytes, span):
    """The 8192 bytes of the tile; extents, box and corner with the contiguous index first."""
    tile = bytearray(b"\xff" * 8192)
    for number, at in enumerate(itertools.product(*(range(n) for n in reversed(box)))):
        index = [c + i for c, i in zip(corner, reversed(at), strict=True)]
        place, inside = 0, all(0 <= i < n for i, n in zip(index, extents, strict=True))
        for i, n in zip(reversed(index), reversed(extents), strict=True):
            place = place * n + i
        byte = number * element_bytes
        if span:
            byte ^= (byte >> 7 & (span // 16 - 1)) << 4
        tile[byte : byte + element_bytes] = values[place * element_bytes : (place + 1) * element_bytes] if inside else bytes(element_bytes)
    return bytes(tile)


class Boxes(unittest.TestCase):
    def test_loads(self):
        draw = random.Random(1)
        for type_, element_bytes, extents, box, corner, span in (("<u2", 2, (80, 40), (64, 8), (0, 0), 128), ("<u2", 2, (80, 40), (64, 30), (48, 20), 128),
                                                                 ("<u2", 2, (80, 40), (32, 30), (-8, -5), 64), ("<f4", 4, (40, 40), (8, 17), (36, 30), 32),
                                                                 ("|u1", 1, (48, 9), (32, 9), (16, 1), 0), ("<u2", 2, (64, 7, 3), (64, 4, 3), (0, 5, 1), 128),
                                                                 ("<u2", 2, (64, 7, 3), (64, 4, 3), (0, 0, 5), 128), ("<f8", 8, (600,), (200,), (500,), 0),
                                                                 ("<u2", 2, (16, 3, 2, 3, 4), (16, 2, 2, 2, 2), (0, 2, 1, 2, -1), 32)):  # fmt: skip
            count = element_bytes
            for n in extents:
                count *= n
            values = draw.randbytes(count)
            npy.write(HERE / "a.npy", type_, tuple(reversed(extents)), array.array("B", values))
            size = element_bytes
            for n in box:
                size *= n
            with self.subTest(extents=extents, box=box, corner=corner, span=span):
                for schedule in ("in-order", "adversarial"):
                    ran = execute(load(len(box), size), f"map:[{','.join(map(str, reversed(box)))}]:{span}:in:a.npy", "out:to.npy:u32[2048]", *(f"i32:{c}" for c in corner),
                                  schedule=schedule)  # fmt: skip
                    self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
                    self.assertEqual(npy.read(HERE / "to.npy", "I").tobytes(), boxed(values, extents, box, corner, element_bytes, span))

    def test_a_box_for_both_blocks_of_a_cluster(self):
        values = random.Random(2).randbytes(2 * 64 * 16)
        npy.write(HERE / "a.npy", "<u2", (16, 64), array.array("B", values))
        words = ("map:[16,64]:128:in:a.npy", "out:to.npy:u32[4096]", "i32:0", "i32:4")
        ran = execute(load(2, 2048, "3"), *words, grid=2)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        self.assertEqual(npy.read(HERE / "to.npy", "I").tobytes(), 2 * boxed(values, (64, 16), (64, 16), (0, 4), 2, 128))
        self.assertIn("blocks 0b100 of a cluster of 2", execute(load(2, 2048, "4"), *words, grid=2).stdout)
        self.assertIn("never completes", execute(load(2, 2048, "1"), *words, grid=2).stdout)
        self.assertEqual(execute(load(2, 2048, "3"), *words, grid=3).stderr, "colex: a grid of 3 blocks along x, no multiple of its clusters of 2\n")

    def test_stores(self):
        for corner, schedule in itertools.product(((0, 0), (-16, 30), (32, -3), (60, 60)), ("in-order", "adversarial")):
            npy.write(HERE / "c.npy", "<u2", (40, 80), array.array("B", bytes(6400)))
            ran = execute(STORE, "map:[16,64]:128:inout:c.npy:d.npy", *(f"i32:{c}" for c in corner), schedule=schedule)
            self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
            tile, want = struct.pack("<2048I", *range(2048)), bytearray(6400)
            for row, column in itertools.product(range(16), range(64)):
                x, y, byte = corner[0] + column, corner[1] + row, row * 128 + column * 2
                byte ^= (byte >> 7 & 7) << 4
                if 0 <= x < 80 and 0 <= y < 40:
                    want[2 * (80 * y + x) : 2 * (80 * y + x) + 2] = tile[byte : byte + 2]
            self.assertEqual(npy.read(HERE / "d.npy", "H").tobytes(), bytes(want))

    def test_what_is_left_out_is_named(self):
        npy.write(HERE / "c.npy", "<u2", (40, 80), array.array("B", bytes(6400)))
        store = ("map:[16,64]:128:inout:c.npy:d.npy", "i32:0", "i32:0")
        for part, words in (("  fence.proxy.async.shared::cta;\n", "which no fence.proxy.async shows it"), ("  bar.sync 0;\n", "data race"),
                            ("  cp.async.bulk.wait_group.read 0;\n", "which the earlier one may still read"),
                            ("  cp.async.bulk.commit_group;\n", "ends before its bulk copies out of shared memory were waited for")):  # fmt: skip
            self.assertIn(words, execute(STORE.replace(part, ""), *store).stdout, part)
        box = ("map:[8,64]:128:in:c.npy", "out:to.npy:u32[2048]", "i32:0", "i32:0")
        text = load(2, 1024)
        for part, instead, words in (("_, [arrived], 1024", "_, [arrived], 1008", "never completes"), (WAIT, "$again:\n", "nobody waits for the bytes"),
                                     ("  mbarrier.init.shared::cta.b64 [arrived], 1;\n", "", "is no mbarrier that was initialised"),
                                     ("[%r4], [%d2", "[%r4+64], [%d2", "no multiple of 128"), ("  barrier.cluster.arrive.release.aligned;\n", "", "has not arrived"),
                                     ("cvta.param.u64 %d2, %d1", "add.u64 %d2, %d1, 16", "are no tensor map")):  # fmt: skip
            self.assertEqual(text.count(part), 1)
            self.assertIn(words, execute(text.replace(part, instead), *box).stdout, part)

    def test_maps_that_are_refused(self):
        npy.write(HERE / "a.npy", "<u2", (40, 81), array.array("B", bytes(6480)))
        for word, why in (("map:[8,64]:128:in:a.npy", "a stride of a tensor map is a multiple of 16 bytes"), ("map:[8]:128:in:c.npy", "a box of 1 extents, of an array of 2"),
                          ("map:[8,64]:96:in:c.npy", "expected map:"), ("map:[8,128]:128:in:c.npy", "longer than its swizzle"), ("map:[300,64]:128:in:c.npy", "from 1 to 256"),
                          ("map:[8,64]:128", "expected map:"), ("map:[8,64]:128:f32:1", "expected map:"), ("map:[8,3]:0:in:c.npy", "a multiple of 16 bytes")):  # fmt: skip
            npy.write(HERE / "c.npy", "<u2", (40, 80), array.array("B", bytes(6400)))
            ran = execute(load(2, 1024), word, "out:to.npy:u32[2048]", "i32:0", "i32:0")
            self.assertEqual((ran.returncode, ran.stdout, ran.stderr.count("\n")), (2, "", 1), ran.stderr)
            self.assertIn(why, ran.stderr)


class Clusters(unittest.TestCase):
    def ran(self, text, *words, grid=2):
        """What the launch says in each schedule."""
        return [execute(text, *words, grid=grid, schedule=schedule) for schedule in ("in-order", "random", "adversarial")]

    def test_words_of_another_block(self):
        for ran in self.ran(PEER, "out:to.npy:u32[4]", grid=4):
            self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
            self.assertEqual(list(npy.read(HERE / "to.npy", "I")), [101, 100, 103, 102])
        barrier = "  barrier.cluster.arrive.release.aligned;\n  barrier.cluster.wait.acquire.aligned;\n  xor"
        self.assertEqual(PEER.count(barrier), 1)
        self.assertTrue(all("uninitialised read" in ran.stdout or "data race" in ran.stdout for ran in self.ran(PEER.replace(barrier, "  xor"), "out:to.npy:u32[4]")))
        relaxed = PEER.replace(barrier, barrier.replace("release", "relaxed"))
        self.assertTrue(all("data race" in ran.stdout for ran in self.ran(relaxed, "out:to.npy:u32[4]")))
        self.assertIn("block 7 of a cluster of 2", execute(PEER.replace("%d1, %r10", "%d1, 7"), "out:to.npy:u32[4]", grid=2).stdout)

    def test_addresses_of_the_cluster(self):
        to = "out:to.npy:u32[2]"
        for ran in self.ran(ADDED, to):
            self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
            self.assertEqual(list(npy.read(HERE / "to.npy", "I")), [1 + 100 + 101 + 8] * 2)
        barrier = "  barrier.cluster.arrive.release.aligned;\n  barrier.cluster.wait.acquire.aligned;\n"
        first, second, third, last = ADDED.split(barrier)
        for left_out in (first + second + barrier + third + barrier + last, first + barrier + second + third + barrier + last):
            self.assertTrue(all("data race" in ran.stdout for ran in self.ran(left_out, to)))
        for cta, words in (("st.shared::cluster.v2", "which .shared does not reach"), ("ld.shared::cluster", "which .shared does not reach")):
            self.assertIn(words, execute(ADDED.replace(cta, cta.replace("cluster", "cta")), to, grid=2).stdout)
        self.assertIn("out of bounds", execute(ADDED.replace("[%r6+24]", "[%r6+8192]"), to, grid=2).stdout)
        (HERE / "k.ptx").write_text(ADDED)
        judged = subprocess.run([COLEX, "inspect", HERE / "k.ptx", "--block", "128"], capture_output=True, text=True)
        self.assertIn("undecided whether shared memory is free of races: not all is understood: shared memory of another block is not followed", judged.stdout)

    def test_what_is_sent_along_y_and_z(self):
        def sent(text, schedule="in-order", grid="2,2,4"):
            return execute(text, "out:to.npy:u32[2048]", grid=grid, schedule=schedule)

        for schedule in ("in-order", "random", "adversarial"):
            ran = sent(SENT, schedule)
            self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
            got = npy.read(HERE / "to.npy", "I")
            for x, y, z in itertools.product(range(2), range(2), range(4)):
                rank, number = z % 2 * 2 + y, 4 * z + 2 * y + x
                before = rank + 3 & 3
                by = 4 * (z // 2 * 2 + before // 2) + 2 * (before % 2) + x
                want = [y, z % 2, 0, 2] + [1] * 60 + [by, 1, by, 0, by, before, rank, by, 1 + by, max(by, 1), 1 + by, 1, 1, 1, 1, 1] + [1] * 48
                self.assertEqual(list(got[128 * number : 128 * number + 128]), want, (number, schedule))
        for part, instead, words in (("_, [arrived], 108", "_, [arrived], 104", "never completes"), ("[%r10+264], %d6, [%r11]", "[%r10+260], %d6, [%r11]", "no multiple of 8"),
                                     ("[%r10+256], %r23, [%r11]", "[%r10+16384], %r23, [%r11]", "out of bounds"), ("[%r10+256], %r23, [%r11]", "[%r10+256], %r23, [arrived]", "counted in another"),
                                     ("[%r10+256], %r23, [%r11]", "[%r10+256], %r23, [%r11+8]", "is no mbarrier"), ("[%r4], 64, [%r11]", "[%r4], 60, [%r11]", "a multiple of 16 bytes"),
                                     ("  fence.proxy.async.shared::cta;\n", "", "which no fence.proxy.async shows it"), (WAIT, "$again:\n", "data race"),
                                     (f"{WAIT}  ld", f"  st.shared.u32 [%r4], 3;\n{WAIT}  ld", "which the earlier one may still read"),
                                     ("[%r10+320], [%r4]", "[%r10+256], [%r4]", "to which the earlier one is under way"), (f"{COUNTED}.max.s32", f"{COUNTED}.max.u64", "this instruction is not known"),
                                     ("mapa.shared::cluster.u32 %r10, %r4, %r9", "mapa.shared::cluster.u32 %r10, %r4, 4", "block 4 of a cluster of 4"),
                                     (f"v4.b32 [%r10+272], {{%r23, %r8, %r9, %r23}}", "v2.b32 [%r10+272], {%r23, %r8, %r9, %r23}", "operands that the instruction does not take")):  # fmt: skip
            self.assertEqual(SENT.count(part), 1, part)
            ran = sent(SENT.replace(part, instead))
            self.assertNotEqual(ran.returncode, 0, part)
            self.assertIn(words, ran.stdout + ran.stderr, part)
        # Blocks are named by their numbers in the grid.
        late = SENT.replace("st.async.weak", "setp.ne.or.u32 %p1, %r22, 5, %p1;\n  setp.ne.or.u32 %p1, %r21, 1, %p1;\n  @!%p1 st.async.weak").replace("[%r10+256], %r23", "[%r10+16384], %r23")
        self.assertIn("warp 0 lane 0 of block 22 at line 42 (@!%p1 st.async.weak", sent(late, grid="2,2,6").stdout)
        self.assertEqual(sent(SENT, grid="2,2,3").stderr, "colex: a grid of 3 blocks along z, no multiple of its clusters of 2\n")
        self.assertEqual(sent(SENT.replace("1, 2, 2", "1, 4, 5"), grid="2,4,5").stderr, "colex: a cluster of 20 blocks of 4 warps, and 32 warps are known\n")

    def test_a_bulk_copy_to_several_blocks(self):
        """Block 0 of four copies 64 bytes to blocks 1 and 3, whose barriers expect them."""
        copy = f"  setp.ne.u32 %p3, %r8, 0;\n  ld.param.u64 %d5, [from];\n  @!%p3 cp.async.bulk.shared::cluster.global.{COUNTED}.multicast::cluster [%r4+320], [%d5], 64, [arrived], 10;\n"
        copy += "$parted:\n  and.b32 %r12, %r8, 1;\n  setp.eq.u32 %p3, %r12, 0;\n  @%p3 bra $over;\n"
        text = SENT[: SENT.index("  st.async")] + copy + SENT[SENT.index("$again:") :].replace("  ld.param.u64 %d3", "$over:\n  ld.param.u64 %d3")
        text = text.replace("108", "64").replace("(.param", "(.param .u64 from, .param").replace("  @%p1 bra $again;", "  @%p1 bra $parted;")
        npy.write(HERE / "from.npy", "<u4", (16,), array.array("I", range(100, 116)))
        for ran in self.ran(text, "in:from.npy", "out:to.npy:u32[2048]", grid="2,2,4"):
            self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
            got = npy.read(HERE / "to.npy", "I")
            for number in range(16):
                came = number // 2 % 2 == 1
                self.assertEqual(list(got[128 * number + 76 : 128 * number + 100]), [1] * 4 + (list(range(100, 116)) if came else [1] * 16) + [1] * 4)
        self.assertIn("blocks 0b11010 of a cluster of 4", execute(text.replace("[arrived], 10", "[arrived], 26"), "in:from.npy", "out:to.npy:u32[2048]", grid="2,2,4").stdout)
        self.assertIn("never completes", execute(text.replace("[arrived], 10", "[arrived], 8"), "in:from.npy", "out:to.npy:u32[2048]", grid="2,2,4").stdout)

    def test_arrivals_from_another_block(self):
        for ran in self.ran(ARRIVALS, "out:to.npy:u32[3]"):
            self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
            self.assertEqual(list(npy.read(HERE / "to.npy", "I")), [5, 5, 5])
        own = ARRIVALS.replace("%r6, %r5, 0;", "%r6, %r5, %r8;")
        self.assertTrue(all("never completes" in ran.stdout for ran in self.ran(own, "out:to.npy:u32[3]")))
        self.assertTrue(all("data race" in ran.stdout for ran in self.ran(ARRIVALS.replace("[arrived], 2", "[arrived], 1"), "out:to.npy:u32[3]")))

    def test_copies_that_arrive(self):
        npy.write(HERE / "a.npy", "<u4", (128,), array.array("I", range(128)))
        for ran in self.ran(COPIED, "in:a.npy", "out:to.npy:u32[128]", grid=1):
            self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
            self.assertEqual(list(npy.read(HERE / "to.npy", "I")), [t ^ 63 for t in range(128)])
        self.assertTrue(all("uninitialised read" in ran.stdout for ran in self.ran(COPIED.replace(WAIT, ""), "in:a.npy", "out:to.npy:u32[128]", grid=1)))
        self.assertIn("never completes", execute(COPIED.replace(".noinc", ""), "in:a.npy", "out:to.npy:u32[128]").stdout)


class Registers(unittest.TestCase):
    def test_what_is_released_is_there(self):
        for schedule in ("in-order", "random", "adversarial"):
            ran = execute(HANDED, "out:to.npy:u32[4]", block=256, schedule=schedule)
            self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
            for part, instead, words in (("dec.sync.aligned.u32 40;", "dec.sync.aligned.u32 48;", "of block 0 at line 19 (setmaxnreg.inc.sync.aligned.u32 168): waits for more registers than other warps release"),
                                         (".maxnreg 100", ".maxnreg 96", "waits for more registers than other warps release"), ("inc.sync.aligned.u32 168", "inc.sync.aligned.u32 176", "waits for more"),
                                         ("  bar.sync 1, 128;\n", "", "no barrier is between this and the setmaxnreg before it of warp"),
                                         ("  bar.sync 2, 256;\n", "", "no barrier is between this and the setmaxnreg before it of warp"),
                                         ("  setmaxnreg.dec.sync.aligned.u32 104;\n", "  setp.lt.u32 %p2, %r1, 96;\n  @%p2 setmaxnreg.dec.sync.aligned.u32 104;\n", "has executed setmaxnreg another number of times"),
                                         ("setp.ge.u32 %p1, %r1, 128", "setp.ge.u32 %p1, %r1, 160", "the warps of a warpgroup change their registers elsewhere"),
                                         ("setp.ge.u32 %p1, %r1, 128", "setp.ge.u32 %p1, %r1, 130", "the barrier is reached while this lane is off")):  # fmt: skip
                self.assertEqual(HANDED.count(part), 1, part)
                self.assertIn(words, execute(HANDED.replace(part, instead), "out:to.npy:u32[4]", block=256, schedule=schedule).stdout, (part, schedule))

    def test_counts(self):
        for count in (16, 44, 264, "%r1"):
            ran = execute(HANDED.replace("u32 40", f"u32 {count}"), "out:to.npy:u32[4]", block=256)
            self.assertIn(f"setmaxnreg takes a multiple of 8 from 24 to 256: setmaxnreg.dec.sync.aligned.u32 {count} at line 25, warp 4 of block 0", ran.stderr)
        self.assertIn("setmaxnreg.inc of a warp that has 168 registers a thread", execute(HANDED.replace("dec.sync.aligned.u32 104", "inc.sync.aligned.u32 40"), "out:to.npy:u32[4]", block=256).stderr)
        self.assertIn("setmaxnreg.dec of a warp that has 104 registers a thread", execute(HANDED.replace("dec.sync.aligned.u32 40", "dec.sync.aligned.u32 120"), "out:to.npy:u32[4]", block=256).stderr)
        # ptxas ignores them where nothing says how many registers a thread has.
        unbound = HANDED.replace(".maxnreg 100\n", "").replace("dec.sync.aligned.u32 40;", "dec.sync.aligned.u32 48;")
        self.assertEqual(execute(unbound.replace(".minnctapersm 1\n", ""), "out:to.npy:u32[4]", block=256).returncode, 0)
        self.assertIn("setmaxnreg.inc of a warp that has 168 registers", execute(unbound.replace("u32 168;\n", "u32 168;\n  bar.sync 1, 128;\n  setmaxnreg.inc.sync.aligned.u32 160;\n"), "out:to.npy:u32[4]", block=256).stderr)


class Products(unittest.TestCase):
    def multiply(self, form, depth, pack, signs="", sign=1, by_lines=False, text=None, schedule="in-order"):
        """The 64 x 8 results as they lie, and as they must."""
        draw, each = random.Random(depth), 32 // depth
        a = [[draw.randrange(-4, 5) for _ in range(depth)] for _ in range(64)]
        b = [[draw.randrange(-4, 5) for _ in range(depth)] for _ in range(8)]
        in_register, registers = 4 // each, bytearray()
        for thread, r, e in itertools.product(range(128), range(4), range(in_register)):
            row = 16 * (thread // 32) + thread % 32 // 4 + 8 * (r % 2)
            registers += pack(a[row][r // 2 * 4 * in_register + thread % 4 * in_register + e])
        lines = bytearray(256)
        for n, k in itertools.product(range(8), range(depth)):
            at = k % 8 * 16 + k // 8 * 128 + n * 2 if by_lines else n * 16 + k * each // 16 * 128 + k * each % 16
            lines[at : at + each] = pack(b[n][k])
        npy.write(HERE / "a.npy", "<u4", (512,), array.array("I", bytes(registers)))
        npy.write(HERE / "b.npy", "<u4", (64,), array.array("I", bytes(lines)))
        text = text or PRODUCT % {"header": HEADER, "declared": DECLARED, "form": form, "signs": signs}
        ran = execute(text, "in:a.npy", "in:b.npy", "out:to.npy:u32[512]", schedule=schedule)
        want = [sign * sum(x * y for x, y in zip(a[16 * (t // 32) + t % 32 // 4 + 8 * (v // 2)], b[t % 4 * 2 + v % 2], strict=True)) for t in range(128) for v in range(4)]
        return ran, want

    def check(self, *words, code="f", **more):
        ran, want = self.multiply(*words, **more)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        self.assertEqual(list(struct.unpack(f"<512{code}", npy.read(HERE / "to.npy", "I").tobytes())), want)

    def test_results(self):
        def bf16(x):
            return struct.pack("<f", x)[2:]

        self.check("k16.f32.bf16.bf16", 16, bf16, ", 1, 1, 0")
        self.check("k16.f32.bf16.bf16", 16, bf16, ", 1, 1, 1", by_lines=True)
        self.check("k16.f32.bf16.bf16", 16, bf16, ", 1, -1, 0", sign=-1)
        self.check("k16.f32.f16.f16", 16, lambda x: struct.pack("<e", x), ", -1, 1, 0", sign=-1)
        self.check("k8.f32.tf32.tf32", 8, lambda x: struct.pack("<f", x), ", 1, 1")
        self.check("k32.s32.s8.s8", 32, lambda x: struct.pack("<b", x), code="i")

    def test_what_is_left_out_is_named(self):
        right = PRODUCT % {"header": HEADER, "declared": DECLARED, "form": "k16.f32.bf16.bf16", "signs": ", 1, 1, 0"}
        for part, instead, words in (("  wgmma.wait_group.sync.aligned 0;\n", "", "%r20 is used before the product that computes it was waited for"),
                                     ("  wgmma.commit_group.sync.aligned;\n", "", "early use"), ("  wgmma.fence.sync.aligned;\n", "", "no wgmma.fence is before the product"),
                                     ("  setp.ne.u32 %p2, %r1, 1000;\n  wgmma.fence.sync.aligned;\n", "  setp.ne.u32 %p2, %r1, 1000;\n  wgmma.fence.sync.aligned;\n  mov.u32 %r22, 0;\n",
                                      "%r22 was used, and no wgmma.fence is before the product"),
                                     ("  wgmma.commit_group.sync.aligned;\n", "  wgmma.commit_group.sync.aligned;\n  mov.u32 %r11, 0;\n", "%r11 is written before the product that takes it"),
                                     ("  wgmma.commit_group.sync.aligned;\n", "  wgmma.commit_group.sync.aligned;\n  st.shared.u32 [%r4], 0;\n", "which the earlier one may still read"),
                                     ("  fence.proxy.async.shared::cta;\n", "", "which no fence.proxy.async shows it"), ("  bar.sync 0;\n", "", "data race"),
                                     ("0x0000000800080000", "0x0001000800080000", ""), ("setp.ne.u32 %p2, %r1, 1000", "setp.ne.u32 %p2, %r1, 3", "this lane names another operand"),
                                     ("mul.wide.u32 %d4, %r1, 4;", "mul.wide.u32 %d4, %r1, 4;\n  setp.ge.u32 %p3, %r1, 96;\n  @%p3 ret;", "product")):  # fmt: skip
            self.assertEqual(right.count(part), 1, part)
            ran, _ = self.multiply("", 16, lambda x: struct.pack("<f", x)[2:], text=right.replace(part, instead))
            self.assertNotEqual(ran.returncode, 0, part) if words else None
            self.assertIn(words, ran.stdout + ran.stderr, part)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
