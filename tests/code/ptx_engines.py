#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`colex inspect` on what the copy engine and the tensor core do to shared memory: ptx_engines.py COLEX

Small kernels of sm_90a: a pipeline of boxes that mbarriers count into products, with stages and phases; products of what threads wrote; boxes out of shared memory. Layouts
of what descriptors name are compared with what is computed here. Waits, arrivals, phases, bytes, fences and offsets are then changed one at a time: where the judge
still says that shared memory is free of races and in bounds, and that the waits suffice, the executor must find nothing there in two schedules.
"""

import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import npy

NIGHTLY = bool(os.environ.get("COLEX_NIGHTLY"))
HEADER = """.version 8.0
.target sm_90a
.address_size 64
"""
D = ", ".join(f"%f{i}" for i in range(32))


def product(a, b, adds):
    """Four steps of a product of 64 rows by 64 columns by 64 halves, 128 bytes a line, from the registers with the addresses."""
    lines = ""
    for step in range(4):
        lines += f"""  add.u32 %r30, {a}, {32 * step};
  add.u32 %r31, {b}, {32 * step};
  bfe.u32 %r30, %r30, 4, 14;
  bfe.u32 %r31, %r31, 4, 14;
  cvt.u64.u32 %d8, %r30;
  cvt.u64.u32 %d9, %r31;
  or.b64 %d8, %d8, {1 << 62 | 64 << 32 | 1 << 16};
  or.b64 %d9, %d9, {1 << 62 | 64 << 32 | 1 << 16};
  wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {{{D}}}, %d8, %d9, {adds if step == 0 else "%p9"}, 1, 1, 0, 0;
"""
    return lines


REGISTERS = """  .reg .pred %p<12>;
  .reg .b32 %r<60>;
  .reg .b64 %d<20>;
  .reg .f32 %f<32>;
"""
OUT = """  ld.param.u64 %d10, [to];
  mul.wide.u32 %d11, %r1, 128;
  add.u64 %d10, %d10, %d11;
""" + "".join(f"  st.global.v4.f32 [%d10+{16 * i}], {{{', '.join(f'%f{4 * i + j}' for j in range(4))}}};\n" for i in range(8))  # fmt: skip


def ring(stages, by_branch):
    """Boxes of A and B come `stages` - 1 trips ahead, by a thread that a branch or a guard chooses."""
    guard = "" if by_branch else "@%p4 "

    def load(stage_register, trip, label):
        chosen = f"  @!%p4 bra $not{label};\n" if by_branch else ""
        return f"""{chosen}  shl.b32 %r20, {stage_register}, 3;
  add.u32 %r20, %r20, full;
  shl.b32 %r21, {stage_register}, 13;
  add.u32 %r22, %r21, tile;
  add.u32 %r23, %r22, {8192 * stages};
  shl.b32 %r24, {trip}, 6;
  {guard}mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r20], 16384;
  {guard}cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r22], [%d1, {{%r24, %r6}}], [%r20];
  {guard}cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r23], [%d2, {{%r24, %r6}}], [%r20];
$not{label}:
"""

    first = ""
    for s in range(stages - 1):
        first += f"  mov.u32 %r10, {s};\n  setp.gt.s32 %p5, %r2, {s};\n  and.pred %p4, %p1, %p5;\n" + load("%r10", "%r10", s)
    return f"""{HEADER}.visible .entry k(.param .align 64 .b8 a[128], .param .align 64 .b8 b[128], .param .u64 to, .param .u32 n)
.reqntid 128, 1, 1
{{
  .shared .align 1024 .b8 tile[{16384 * stages}];
  .shared .align 8 .b8 full[{8 * stages}];
{REGISTERS}  mov.u32 %r1, %tid.x;
  ld.param.u32 %r2, [n];
  mov.u32 %r6, 0;
  mov.b64 %d1, a;
  cvta.param.u64 %d1, %d1;
  mov.b64 %d2, b;
  cvta.param.u64 %d2, %d2;
  setp.eq.u32 %p1, %r1, 0;
  mov.pred %p9, -1;
{"".join(f"  @%p1 mbarrier.init.shared::cta.b64 [full+{8 * s}], 1;{chr(10)}" for s in range(stages))}  fence.proxy.async.shared::cta;
  bar.sync 0;
{first}  mov.u32 %r3, 0;
  mov.u32 %r4, 0;
  mov.u32 %r5, 0;
  mov.u32 %r7, {stages - 1};
  mov.pred %p8, 0;
  setp.le.s32 %p2, %r2, 0;
  @%p2 bra $end;
$trip:
  shl.b32 %r12, %r4, 3;
  add.u32 %r12, %r12, full;
$again:
  mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r12], %r5;
  @!%p3 bra $again;
  shl.b32 %r13, %r4, 13;
  add.u32 %r13, %r13, tile;
  add.u32 %r14, %r13, {8192 * stages};
  wgmma.fence.sync.aligned;
{product("%r13", "%r14", "%p8")}  wgmma.commit_group.sync.aligned;
  wgmma.wait_group.sync.aligned 0;
  bar.sync 0;
  add.u32 %r16, %r3, {stages - 1};
  setp.lt.s32 %p5, %r16, %r2;
  and.pred %p4, %p1, %p5;
{load("%r7", "%r16", "more")}  add.u32 %r7, %r7, 1;
  setp.eq.u32 %p6, %r7, {stages};
  selp.b32 %r7, 0, %r7, %p6;
  add.u32 %r4, %r4, 1;
  setp.eq.u32 %p6, %r4, {stages};
  selp.b32 %r4, 0, %r4, %p6;
  selp.b32 %r15, 1, 0, %p6;
  xor.b32 %r5, %r5, %r15;
  mov.pred %p8, -1;
  add.u32 %r3, %r3, 1;
  setp.lt.s32 %p7, %r3, %r2;
  @%p7 bra $trip;
  wgmma.wait_group.sync.aligned 0;
$end:
{OUT}  ret;
}}
"""


# Threads write both matrices; two tiles, one after the other in one place.
WRITTEN = f"""{HEADER}.visible .entry k(.param .u64 from, .param .u64 to, .param .u32 n)
.reqntid 128, 1, 1
{{
  .shared .align 1024 .b8 tile[16384];
{REGISTERS}  mov.u32 %r1, %tid.x;
  ld.param.u32 %r2, [n];
  ld.param.u64 %d1, [from];
  mul.wide.u32 %d2, %r1, 16;
  add.u64 %d1, %d1, %d2;
  mov.pred %p9, -1;
  mov.pred %p8, 0;
  shl.b32 %r3, %r1, 4;
  shr.u32 %r4, %r1, 3;
  and.b32 %r4, %r4, 7;
  shl.b32 %r4, %r4, 4;
  xor.b32 %r3, %r3, %r4;
  mov.u32 %r10, tile;
  add.u32 %r3, %r3, %r10;
  add.u32 %r11, %r10, 8192;
  mov.u32 %r5, 0;
$trip:
{"".join(f"  ld.global.v4.u32 {{%r20, %r21, %r22, %r23}}, [%d1+{2048 * i}];{chr(10)}  st.shared.v4.u32 [%r3+{2048 * i}], {{%r20, %r21, %r22, %r23}};{chr(10)}" for i in range(8))}  fence.proxy.async.shared::cta;
  bar.sync 0;
  wgmma.fence.sync.aligned;
{product("%r10", "%r11", "%p8")}  wgmma.commit_group.sync.aligned;
  wgmma.wait_group.sync.aligned 0;
  bar.sync 0;
  mov.pred %p8, -1;
  add.u64 %d1, %d1, 16384;
  add.u32 %r5, %r5, 1;
  setp.lt.s32 %p7, %r5, %r2;
  @%p7 bra $trip;
{OUT}  ret;
}}
"""

# A box goes out behind what threads wrote, twice from one place.
STORED = f"""{HEADER}.visible .entry k(.param .align 64 .b8 map[128])
.reqntid 128, 1, 1
{{
  .shared .align 1024 .b8 tile[8192];
{REGISTERS}  mov.u32 %r1, %tid.x;
  mov.b64 %d1, map;
  cvta.param.u64 %d1, %d1;
  shl.b32 %r3, %r1, 4;
  mov.u32 %r10, tile;
  add.u32 %r3, %r3, %r10;
  mov.u32 %r5, 0;
  setp.lt.u32 %p1, %r1, 32;
$trip:
{"".join(f"  st.shared.v4.u32 [%r3+{2048 * i}], {{%r1, %r1, %r5, %r5}};{chr(10)}" for i in range(4))}  fence.proxy.async.shared::cta;
  bar.sync 0;
  elect.sync _|%p2, -1;
  and.pred %p2, %p2, %p1;
  shl.b32 %r6, %r5, 6;
  @%p2 cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%d1, {{%r6, %r5}}], [%r10];
  cp.async.bulk.commit_group;
  cp.async.bulk.wait_group.read 0;
  bar.sync 0;
  add.u32 %r5, %r5, 1;
  setp.lt.s32 %p7, %r5, 2;
  @%p7 bra $trip;
  ret;
}}
"""
BOXES = ["--assume", "a.box == 8192", "--assume", "b.box == 8192"]
RING = ["map:[64,64]:128:in:a.npy", "map:[64,64]:128:in:b.npy", "out:to.npy:f32[128,32]", "i32:7"]
# Kernel: text, facts, arguments.
KERNELS = {
    **{f"ring_{s}_{'branch' if b else 'guard'}": (ring(s, b), BOXES, RING) for s, b in (itertools.product((2, 3, 4), (False, True)) if NIGHTLY else ((2, True), (3, False)))},
    "written": (WRITTEN, [], ["random:f16[49152]", "out:to.npy:f32[128,32]", "i32:3"]),
    "stored": (STORED, ["--assume", "map.box == 8192"], ["map:[64,64]:0:out:to.npy:f16[65,128]"])}  # fmt: skip
wrong = []
if not NIGHTLY:
    print("nightly: inspect_ptx_engines: rings of two to four stages, by branch and by guard; by day two of the six: each is changed at 30 places, and executed twice")


def check(what, got, want):
    if got != want:
        wrong.append(f"{what}: {got}, not {want}")


def inspected(colex, folder, file, facts):
    ran = subprocess.run([colex, "inspect", file, "--json", *facts], cwd=folder, capture_output=True, text=True, check=False, timeout=120)
    if ran.returncode not in (0, 1) or ran.stderr:
        return None, ran.stderr
    return json.loads(ran.stdout)[0], ""


def is_free(said):
    return all(said[what]["verdict"] == "holds" for what in ("race_free", "in_bounds", "waits") if what in said)


def executed(colex, folder, file, arguments):
    found = []
    for schedule in ("in-order", "adversarial"):
        ran = subprocess.run([colex, "execute", file, "--kernel", "k", "--block", "128", "--schedule", schedule, "--budget", "400000", "--json", *(w for a in arguments for w in ("--arg", a))],
                             cwd=folder, capture_output=True, text=True, check=False, timeout=300)  # fmt: skip
        if ran.returncode == 2:
            found.append(ran.stderr.strip())
        else:
            found += [f"{f['defect']}: {f['detail']}" for f in json.loads(ran.stdout)["findings"] if "to.npy" not in f["detail"] and "a register that nothing has written" not in f["detail"]]
    return found


def changes(text):
    """Texts with one thing changed, all places that can be."""
    for at in re.finditer(r"\n  (?:@%p4 )?(bar\.sync|cp\.async\.bulk\.wait_group|cp\.async\.bulk\.commit_group|wgmma\.(?:wait|commit)_group|wgmma\.fence|fence\.proxy|mbarrier\.arrive|mbarrier\.init)[^;\n]*;", text):
        yield at[0].strip(), text[: at.start()] + "\n" + text[at.end() :]
    for at in re.finditer(r"\$again:\n.*\n.*\$again;\n", text):
        yield "the wait for a phase", text[: at.start()] + text[at.end() :]
    for what, to in (("_group.sync.aligned 0", "_group.sync.aligned 1"), (".read 0", ".read 1"), ("_, [%r20], 16384", "_, [%r20], 8192"), ("_, [%r20], 16384", "_, [%r20], 24576"),
                     ("[%r12], %r5", "[%r12], 0"), ("[%r12], %r5", "[%r12], 1"), ("xor.b32 %r5, %r5, %r15", "mov.u32 %r5, %r5"), ("mov.u32 %r7, ", "mov.u32 %r7, 1 + "),
                     ("shl.b32 %r12, %r4, 3", "shl.b32 %r12, %r7, 3"), ("add.u32 %r22, %r21, tile", "add.u32 %r22, %r21, tile+1024"), ("shl.b32 %r13, %r4, 13", "shl.b32 %r13, %r7, 13"),
                     ("setp.eq.u32 %p1, %r1, 0", "setp.lt.u32 %p1, %r1, 2"), ("setp.eq.u32 %p1, %r1, 0", "setp.eq.u32 %p1, %r1, 40"), ("], 1;", "], 2;"), ("setp.lt.u32 %p1, %r1, 32", "setp.lt.u32 %p1, %r1, 64"),
                     ("add.u32 %r11, %r10, 8192", "add.u32 %r11, %r10, 9216"), ("add.u32 %r23, %r22, ", "add.u32 %r23, %r22, -1024+")):  # fmt: skip
        for at in re.finditer(re.escape(what), text):
            yield f"{what} to {to}", text[: at.start()] + to + text[at.end() :]


def offset(layout, index):
    """Of a layout of (lane, warp), "Sw<3,4,3> o 32 o ((8,4),4):((16,128),0)" or without a swizzle, where lane `index` of warp 0 is."""
    swizzle, first, affine = ([*layout.split(" o ")] if " o " in layout else ["", "0", layout])
    shape, stride = (re.sub(r"\s", "", part) for part in affine.split(":"))
    flat = [int(n) for n in re.findall(r"\d+", stride)]
    at = int(first)
    for extent, step in zip((int(n) for n in re.findall(r"\d+", shape)), flat, strict=True):
        at, index = at + index % extent * step, index // extent
    if swizzle:
        bits, base, shift = map(int, re.findall(r"\d+", swizzle))
        at ^= (at >> shift) & ((1 << bits) - 1) << base
    return at


def descriptors(colex, folder):
    """The bytes that products read, under each swizzle and in both orders, against the manual's tables, written here once more."""
    count = 0
    for span, code in ((0, 0), (128, 1), (64, 2), (32, 3)):
        for by_lines in (0, 1):
            for start in (0, 4096, 4096 + (32 if span in (64, 128) and not by_lines else 0)):
                leading, stride = (256, 512) if span == 0 else (8192, 8 * span)
                descriptor = start >> 4 | leading >> 4 << 16 | stride >> 4 << 32 | code << 62
                text = f"""{HEADER}.visible .entry k(.param .u64 to)
.reqntid 128, 1, 1
{{
  .shared .align 1024 .b8 tile[65536];
{REGISTERS}  mov.u32 %r1, tile;
  mov.pred %p9, -1;
  mov.b64 %d8, {descriptor};
  wgmma.fence.sync.aligned;
  wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {{{D}}}, %d8, %d8, %p9, 1, 1, {by_lines}, {by_lines};
  wgmma.commit_group.sync.aligned;
  wgmma.wait_group.sync.aligned 0;
  ret;
}}
"""
                (folder / "d.ptx").write_text(text)
                said, why = inspected(colex, folder, "d.ptx", [])
                if said is None or any("forms" not in a for a in said["accesses"]):
                    wrong.append(f"a descriptor, {span}, {by_lines}, {start}: {why or said['accesses']}")
                    continue
                got = []
                for access in said["accesses"]:
                    form, = access["forms"]
                    got += [int(form["base"] or 0) + offset(form["layout"], lane) for lane in range(32)]
                want = []
                for index in range(128):
                    if not by_lines:  # 16 bytes of K, and a line
                        chunk, line = index % 2, index // 2
                        at = start + line % 8 * (span or 16) + line // 8 * stride + chunk * (16 if span else leading)
                    else:  # an index of K, and 8 lines
                        k, chunk = index % 16, index // 16
                        at = start + (chunk % (span // 16) * 16 + chunk // (span // 16) * leading + k % 8 * span + k // 8 * stride if span else chunk * stride + k % 8 * 16 + k // 8 * leading)
                    want.append(at ^ (at >> 7 & (span // 16 - 1 if span else 0)) << 4)
                check(f"a descriptor, {span}, {by_lines}, {start}", got, want * 2)
                count += 1
    print(f"{count} descriptors: each of 256 pieces is where the manual's tables have it")


def left_open(colex, folder):
    """What is not understood is said with its place."""
    text = KERNELS["ring_3_guard"][0]
    for changed, facts, why in ((text, [], "how many bytes the boxes of tensor maps have is not known"), (text.replace("[full+16], 1", "[full+16], %r2"), BOXES, "how many arrivals the mbarrier expects"),
                                (text.replace("mov.u32 %r4, 0;", "mov.u32 %r4, %ctaid.x;"), BOXES, "which mbarrier this is is not known"),
                                (text.replace("  bar.sync 0;\n", "  bar.sync 0;\n  tcgen05.shift.cta_group::1.down [%r30];\n", 1), BOXES, "this instruction is not known"),
                                (text.replace("$again:", "@%p1 bra $again;\n$again:"), BOXES, "")):  # fmt: skip
        (folder / "open.ptx").write_text(changed)
        said, error = inspected(colex, folder, "open.ptx", facts)
        check(f"'{why}' is said", said is not None and (why in said["race_free"].get("why", "") if why else True), True)
        if why:
            check(f"{why}: undecided, with a line", (said["race_free"]["verdict"], said["race_free"].get("first", {}).get("line", 1) > 0), ("undecided", True))
            check(f"{why}: layouts are found all the same", sum("forms" in a for a in said["accesses"]) >= 32, True)


def barriers(colex, folder):
    """Each barrier of all threads of the block orders them, whatever its number; one of fewer does not."""
    for barrier, free in (("bar.sync 0", True), ("bar.sync 3", True), ("barrier.sync.aligned 1, 128", True), ("bar.sync 1, 64", False), ("bar.arrive 1, 128", False), ("bar.sync %r9", False)):
        text = f"""{HEADER}.visible .entry k(.param .u64 to)
.reqntid 128, 1, 1
{{
  .shared .align 4 .b8 words[512];
{REGISTERS}  mov.u32 %r1, %tid.x;
  mov.u32 %r9, 0;
  shl.b32 %r2, %r1, 2;
  mov.u32 %r3, words;
  add.u32 %r4, %r3, %r2;
  st.shared.u32 [%r4], %r1;
  {barrier};
  xor.b32 %r5, %r2, 256;
  add.u32 %r5, %r3, %r5;
  ld.shared.u32 %r6, [%r5];
  ld.param.u64 %d1, [to];
  mul.wide.u32 %d2, %r1, 4;
  add.u64 %d1, %d1, %d2;
  st.global.u32 [%d1], %r6;
  ret;
}}
"""
        (folder / "b.ptx").write_text(text)
        said, why = inspected(colex, folder, "b.ptx", [])
        check(f"{barrier}: orders", said is not None and is_free(said), free)
        found = executed(colex, folder, "b.ptx", ["out:to.npy:i32[128]"])
        check(f"{barrier}: the executor finds nothing", not found or not free, True)


def arrivals(colex, folder):
    """Threads that arrive at a barrier and do not wait are not ordered by it, nor are other lanes by one at which some lanes of a warp wait."""
    store, load, rows, lanes = "st.shared.u32 [%r4], %r1;", "ld.shared.u32 %r6, [%r5];", (64, 256), (16, 64)
    # Which bit of the thread parts the two, and how far apart in bytes they are; what each does, whether that is free of races, whether the executor knows it.
    for (bit, apart), one, other, free, is_run in (
        (rows, f"bar.sync 1; {load}", f"bar.arrive 1, 128; {store}", False, True),
        (rows, f"bar.sync 1, 128; {load}", f"bar.arrive 1, 128; {store}", False, True),
        (rows, f"barrier.sync.aligned 1, 128; {load}", f"barrier.arrive.aligned 1, 128; {store}", False, True),
        (rows, f"bar.sync 1, 128; {load}", f"bar.arrive %r9, 128; {store}", False, True),
        (rows, f"bar.arrive 1, 128; {store}", f"bar.red.popc.u32 %r7, 1, 128, %p1; {load}", False, True),
        (rows, f"bar.sync 1; {load}", f"{store} bar.sync 1;", True, True),
        (rows, f"bar.sync 1; {load}", f"bar.arrive 2, 128; {store} bar.sync 1;", True, True),
        (lanes, f"barrier.sync 1, 64; {load}", f"{store} barrier.sync 2, 64;", False, False),
        (lanes, f"bar.warp.sync 0xFFFFFFFF; {load}", f"{store} bar.warp.sync 0xFFFFFFFF;", True, False)):  # fmt: skip
        text = f"""{HEADER}.visible .entry k()
.reqntid 128, 1, 1
{{
  .shared .align 4 .b8 words[512];
{REGISTERS}  mov.u32 %r1, %tid.x;
  mov.u32 %r9, 1;
  shl.b32 %r2, %r1, 2;
  mov.u32 %r3, words;
  add.u32 %r4, %r3, %r2;
  xor.b32 %r5, %r4, {apart};
  and.b32 %r8, %r1, {bit};
  setp.ne.u32 %p1, %r8, 0;
  @%p1 bra $other;
  {one}
  bra $end;
$other:
  {other}
$end:
  ret;
}}
"""
        (folder / "a.ptx").write_text(text)
        said, why = inspected(colex, folder, "a.ptx", [])
        check(f"{one} and {other}", said is not None and is_free(said), free)
        if is_run:
            found = executed(colex, folder, "a.ptx", [])
            check(f"{one} and {other}: the executor names a race", any(f.startswith("data race") for f in found), not free)


def registers_of_some(colex, folder):
    """What some threads alone write before they meet the others is not what the others have: neither the parity that they wait for nor which mbarrier."""
    one, shown = "  mov.u32 %r5, 1;\n", 0
    for mine, others, meant, free in (("", "", "", True), ("  mov.u32 %r9, 1;\n", one.replace("5", "9"), "", True), (one, "", "", False), ("", one, "", False), ("", "  add.u32 %r6, %r6, 8;\n" + one, "", False),
                                      ("  add.u32 %r6, %r6, 8;\n" + one, "", "", False), ("", "", "  @%p1 mov.u32 %r5, 1;\n", False), ("", "", "  selp.b32 %r5, 1, 0, %p1;\n", False)):  # fmt: skip
        text = f"""{HEADER}.visible .entry k(.param .u64 from, .param .u64 to)
.reqntid 128, 1, 1
{{
  .shared .align 128 .b8 tile[512];
  .shared .align 8 .b8 full[16];
{REGISTERS}  mov.u32 %r1, %tid.x;
  ld.param.u64 %d1, [from];
  ld.param.u64 %d2, [to];
  setp.ne.s32 %p1, %r1, 0;
  mov.u32 %r5, 0;
  mov.u32 %r6, full;
  @%p1 bra $begun;
  mbarrier.init.shared::cta.b64 [full], 1;
  mbarrier.init.shared::cta.b64 [full+8], 1;
$begun:
  bar.sync 0;
  @%p1 bra $others;
  mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], 512;
  cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%d1], 512, [full];
{mine}  bra.uni $meet;
$others:
{others}$meet:
{meant}$again:
  mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r6], %r5;
  @!%p3 bra $again;
  shl.b32 %r2, %r1, 2;
  mov.u32 %r3, tile;
  add.u32 %r3, %r3, %r2;
  ld.shared.u32 %r4, [%r3];
  mul.wide.u32 %d3, %r1, 4;
  add.u64 %d3, %d3, %d2;
  st.global.u32 [%d3], %r4;
  ret;
}}
"""
        (folder / "a.ptx").write_text(text)
        said, why = inspected(colex, folder, "a.ptx", [])
        check(f"{mine}|{others}|{meant}: {why}", said is not None and is_free(said), free)
        found = executed(colex, folder, "a.ptx", ["random:u32[128]", "out:to.npy:u32[128]"])
        shown += any(f.startswith(("data race", "barrier divergence", "uninitialised read")) for f in found)
        if free:
            check(f"{mine}|{others}|{meant}: executed", found, [])
    check("the executor shows what is not free", shown >= 5, True)


def main(colex):
    colex = os.path.abspath(colex)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name in "ab":
            npy.write(folder / f"{name}.npy", "<f2", (64, 512), bytes(65536))
        descriptors(colex, folder)
        left_open(colex, folder)
        barriers(colex, folder)
        arrivals(colex, folder)
        registers_of_some(colex, folder)
        count = reported = found_none = 0
        for name, (text, facts, arguments) in KERNELS.items():
            (folder / "k.ptx").write_text(text)
            said, why = inspected(colex, folder, "k.ptx", facts)
            if said is None:
                wrong.append(f"{name}: {why}")
                continue
            check(f"{name}: races", (said["race_free"]["verdict"], said["race_free"].get("why", "")), ("holds", ""))
            check(f"{name}: bounds", said["in_bounds"]["verdict"], "holds")
            check(f"{name}: waits", said["waits"]["verdict"], "holds")
            check(f"{name}: executed", executed(colex, folder, "k.ptx", arguments), [])
            for what, changed in changes(text):
                (folder / "changed.ptx").write_text(changed)
                said, why = inspected(colex, folder, "changed.ptx", facts)
                if said is None:
                    continue
                count += 1
                if not is_free(said):
                    reported += 1
                elif found := executed(colex, folder, "changed.ptx", arguments):
                    wrong.append(f"{name}, {what}: {found[0]}")
                else:
                    found_none += 1
        print(f"{len(KERNELS)} kernels; {count} changes: {reported} reported, {found_none} free of races by the judge and by the executor")
        check("changes are reported", reported >= 60, True)
    if wrong:
        sys.exit("FAIL: " + "\n".join(wrong))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
