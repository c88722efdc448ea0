#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`colex inspect` on products of sm_100, which sum in tensor memory: ptx_tensor_memory.py COLEX

What descriptors name is compared with the manual's tables, written here once more. Kernels of one and of two stages are free of races; each change that makes one wrong is
reported: waits, commits, phases, fences, barriers, offsets and descriptors, one at a time. What the executor says of these kernels is in ptx_tensor_product.py.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from ptx_engines import offset

HEADER = """.version 8.6
.target sm_100a
.address_size 64
"""
REGISTERS = """  .reg .pred %p<12>;
  .reg .b32 %r<200>;
  .reg .b64 %d<20>;
"""
STAGE, A = 6144, 4096  # bytes of both matrices, and of A
KIND = 1 << 4 | 64 >> 3 << 17 | 128 >> 4 << 24  # halves into f32, 128 x 64
SUMS = ", ".join(f"%r{100 + k}" for k in range(64))
UNFENCED = "where ptxas moves no access of tensor memory over a wait without tcgen05.fence"
wrong = []


def descriptor(leading=128, stride=256, swizzle=0):
    return leading >> 4 << 16 | stride >> 4 << 32 | 1 << 46 | swizzle << 61


def written(stage):
    """Each thread writes 32 bytes of A and 16 of B."""
    return f"""  mad.lo.u32 %r20, {stage}, {STAGE}, %r10;
  shl.b32 %r21, %r1, 5;
  add.u32 %r21, %r21, %r20;
  st.shared.v4.b32 [%r21], {{%r1, %r1, %r1, %r1}};
  st.shared.v4.b32 [%r21+16], {{%r1, %r1, %r1, %r1}};
  shl.b32 %r22, %r1, 4;
  add.u32 %r22, %r22, %r20;
  st.shared.v4.b32 [%r22+{A}], {{%r1, %r1, %r1, %r1}};
  fence.proxy.async.shared::cta;
  bar.sync 0;
"""


def product(stage, label):
    """One thread of warp 0 starts a product, and has an mbarrier told of its end."""
    return f"""  setp.ge.u32 %p3, %r1, 32;
  @%p3 bra $not{label};
  elect.sync _|%p4, -1;
  tcgen05.fence::after_thread_sync;
  mad.lo.u32 %r20, {stage}, {STAGE}, %r10;
  add.u32 %r23, %r20, {A};
  bfe.u32 %r20, %r20, 4, 14;
  bfe.u32 %r23, %r23, 4, 14;
  cvt.u64.u32 %d8, %r20;
  cvt.u64.u32 %d9, %r23;
  or.b64 %d8, %d8, {descriptor()};
  or.b64 %d9, %d9, {descriptor()};
  @%p4 tcgen05.mma.cta_group::1.kind::f16 [%r3], %d8, %d9, %r12, %p9;
  shl.b32 %r24, {stage}, 3;
  add.u32 %r24, %r24, full;
  @%p4 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r24];
$not{label}:
"""


def waited(barrier, parity, label):
    return f"""  shl.b32 %r25, {barrier}, 3;
  add.u32 %r25, %r25, full;
$again{label}:
  mbarrier.try_wait.parity.shared::cta.b64 %p5, [%r25], {parity};
  @!%p5 bra $again{label};
"""


def kernel(body):
    return f"""{HEADER}.visible .entry k(.param .u64 to, .param .u32 n)
.reqntid 128, 1, 1
{{
  .shared .align 1024 .b8 tile[{2 * STAGE}];
  .shared .align 8 .b8 full[16];
  .shared .align 4 .b8 place[4];
{REGISTERS}  mov.u32 %r1, %tid.x;
  ld.param.u32 %r2, [n];
  mov.u32 %r10, tile;
  mov.u32 %r12, {KIND};
  mov.u32 %r9, 0;
  mov.pred %p9, -1;
  setp.lt.u32 %p1, %r1, 32;
  @%p1 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [place], 64;
  @%p1 tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;
  setp.eq.u32 %p2, %r1, 0;
  @%p2 mbarrier.init.shared::cta.b64 [full], 1;
  @%p2 mbarrier.init.shared::cta.b64 [full+8], 1;
  bar.sync 0;
  ld.shared.b32 %r3, [place];
  shr.u32 %r11, %r1, 5;
  shl.b32 %r4, %r11, 21;
  add.u32 %r5, %r3, %r4;
  tcgen05.fence::after_thread_sync;
  tcgen05.st.sync.aligned.32x32b.x64.b32 [%r5], {{{", ".join(["%r9"] * 64)}}};
  tcgen05.wait::st.sync.aligned;
  tcgen05.fence::before_thread_sync;
{body}  tcgen05.fence::after_thread_sync;
  tcgen05.ld.sync.aligned.32x32b.x64.b32 {{{SUMS}}}, [%r5];
  tcgen05.wait::ld.sync.aligned;
  tcgen05.fence::before_thread_sync;
  bar.sync 0;
  @%p1 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r3, 64;
  ld.param.u64 %d10, [to];
  mul.wide.u32 %d11, %r1, 256;
  add.u64 %d10, %d10, %d11;
  st.global.b32 [%d10], %r100;
  ret;
}}
"""


# Each product is waited for at once; or while the next stage is written and multiplied.
ONE = f"""  mov.u32 %r6, 0;
  mov.u32 %r8, 0;
$trip:
{written("%r9")}{product("%r9", "One")}{waited("%r9", "%r8", "One")}  xor.b32 %r8, %r8, 1;
  add.u32 %r6, %r6, 1;
  setp.lt.s32 %p7, %r6, %r2;
  @%p7 bra $trip;
"""
TWO = f"""{written("%r9")}{product("%r9", "First")}  mov.u32 %r6, 1;
  mov.u32 %r7, 1;
  mov.u32 %r8, 0;
  mov.u32 %r13, 0;
  mov.u32 %r14, 0;
  setp.ge.s32 %p6, %r6, %r2;
  @%p6 bra $end;
$trip:
{written("%r7")}{product("%r7", "Two")}{waited("%r13", "%r14", "Two")}  mov.u32 %r13, %r7;
  mov.u32 %r14, %r8;
  xor.b32 %r7, %r7, 1;
  setp.eq.u32 %p8, %r7, 0;
  selp.b32 %r15, 1, 0, %p8;
  xor.b32 %r8, %r8, %r15;
  add.u32 %r6, %r6, 1;
  setp.lt.s32 %p7, %r6, %r2;
  @%p7 bra $trip;
$end:
{waited("%r13", "%r14", "Last")}"""
KERNELS = {"one stage": kernel(ONE), "two stages": kernel(TWO)}


def inspected(colex, folder, text):
    (folder / "k.ptx").write_text(text)
    ran = subprocess.run([colex, "inspect", "k.ptx", "--json"], cwd=folder, capture_output=True, text=True, check=False, timeout=120)
    return (json.loads(ran.stdout)[0], "") if ran.returncode in (0, 1) and not ran.stderr else (None, ran.stderr)


def is_free(said):
    return not said["not_understood"] and all(said[what]["verdict"] == "holds" for what in ("race_free", "in_bounds", "waits"))


def why(said):
    return "; ".join(said[what].get("why", "") for what in ("race_free", "in_bounds", "waits"))


def without(text, pattern):
    """The text without each of the places, one at a time."""
    for at in re.finditer(pattern, text):
        yield f"no {at[0].strip().splitlines()[0]}", text[: at.start()] + text[at.end() :]


def instead(text, before, then, number=None):
    """With another text at each place, or at one of them."""
    for k, at in enumerate(re.finditer(re.escape(before), text)):
        if number in (None, k):
            yield f"{before} to {then}, {k}", text[: at.start()] + then + text[at.end() :]


def last_wait(text):
    return list(re.finditer(r"\$again(\w+):\n.*\n.*\$again\1;\n", text))[-1]


def faults(text):
    """Kernels with a fault, all of which are to be reported."""
    yield from without(text, r"  (?:@%p4 )?tcgen05\.(?:commit|wait)[^;]*;\n")
    yield from without(text, r"\$again(\w+):\n.*\n.*\$again\1;\n")
    yield from without(text, r"  (?:bar\.sync|fence\.proxy\.async)[^;]*;\n")
    yield from without(text, r"  @%p2 mbarrier\.init[^;]*;\n(?!  bar)")
    yield from instead(text, f"or.b64 %d8, %d8, {descriptor()}", f"or.b64 %d8, %d8, {descriptor(stride=2048)}")
    if "$end:" in text:  # another stage's bytes
        yield from instead(text, f"or.b64 %d9, %d9, {descriptor()}", f"or.b64 %d9, %d9, {descriptor(leading=STAGE)}")
        yield from instead(text, f"mov.u32 %r12, {KIND}", f"mov.u32 %r12, {KIND + (256 - 64 >> 3 << 17)}")
    yield from instead(text, f"or.b64 %d9, %d9, {descriptor()}", f"or.b64 %d9, %d9, {descriptor() & ~(1 << 46)}")
    yield from instead(text, f"or.b64 %d9, %d9, {descriptor()}", f"or.b64 %d9, %d9, {descriptor() | 1 << 49}")
    yield from instead(text, f"add.u32 %r23, %r20, {A}", f"add.u32 %r23, %r20, {2 * STAGE - 1024}")
    yield from instead(text, "elect.sync _|%p4, -1;", "setp.lt.u32 %p4, %r1, 2;")
    yield from instead(text, "add.u32 %r24, %r24, full;", "add.u32 %r24, %r24, full+8;")
    yield from instead(text, "add.u32 %r25, %r25, full;", "add.u32 %r25, %r25, full+8;")
    yield from instead(text, "], %r14;", "], 0;")
    yield from instead(text, "], %r14;", "], 1;")
    yield from instead(text, "], %r8;", "], 1;")
    yield from instead(text, "[full], 1;", "[full], 2;")
    yield from instead(text, "xor.b32 %r8, %r8, ", "or.b32 %r8, %r8, ")
    yield from instead(text, f"mov.u32 %r12, {KIND}", "mov.u32 %r12, %ctaid.x")
    yield from instead(text, f"mov.u32 %r12, {KIND}", f"mov.u32 %r12, {KIND | 4}")
    yield from instead(text, "[%r24];", "[%r24], 3;")
    yield from instead(text, "tcgen05.commit.cta_group::1", "tcgen05.commit.cta_group::2")
    yield from instead(text, "shl.b32 %r24, %r7, 3;", "shl.b32 %r24, %r13, 3;")
    # What comes too early: the sums before their last wait, a store before the wait for what reads there, the columns' end before the loads'.
    last = last_wait(text)
    load = re.search(r"  tcgen05\.ld[^;]*;\n", text)
    yield "sums before their wait", text[: last.start()] + load[0] + text[last.start() : load.start()] + text[load.end() :]
    yield "a store before the wait", text.replace(last[0], "  st.shared.b32 [%r10], %r1;\n" + last[0])
    dealloc = re.search(r"  @%p1 tcgen05\.dealloc[^;]*;\n", text)
    yield "columns given back early", text[: load.start()] + dealloc[0] + text[load.start() : dealloc.start()] + text[dealloc.end() :]
    yield "a store to columns that are multiplied", text.replace(last[0], "  tcgen05.st.sync.aligned.32x32b.x1.b32 [%r5+63], {%r9};\n" + last[0])
    yield "an end before the wait", text.replace(last[0], "  setp.eq.u32 %p10, %r2, 5;\n  @%p10 ret;\n" + last[0])
    wait = "  tcgen05.wait::ld.sync.aligned;\n"
    for what, before in (("", ""), (", used by some threads", "  @%p1 add.u32 %r99, %r100, 0;\n"), (", another used", "  add.u32 %r99, %r101, 0;\n")):
        yield f"a register is written before its load has come{what}", text.replace(wait, f"{before}  mov.u32 %r100, 0;\n{wait}")
    yield "a load over a load", text.replace(wait, f"{load[0]}{wait}")
    for kind in ("f8f6f4", "i8", "tf32"):
        yield from instead(text, "mma.cta_group::1.kind::f16", f"mma.cta_group::1.kind::{kind}.block_scale")


def harmless(text):
    """Kernels that are as free as before, some on a condition."""
    for fence, changed in without(text, r"  tcgen05\.fence[^;]*;\n"):
        yield fence, changed, UNFENCED
    last = last_wait(text)
    yield "a load of other columns", text.replace(last[0], "  tcgen05.fence::after_thread_sync;\n  tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r99}, [%r5+64];\n  tcgen05.wait::ld.sync.aligned;\n  tcgen05.fence::before_thread_sync;\n" + last[0]), ""
    wait = "  tcgen05.wait::ld.sync.aligned;\n"
    yield "a use of what is loaded before the wait", text.replace(wait, f"  add.u32 %r100, %r100, 1;\n  mov.u32 %r100, 0;\n{wait}"), ""
    yield "a store behind the wait", text.replace(last[0], last[0] + "  st.shared.b32 [%r10], %r9;\n  bar.sync 0;\n").replace("st.shared.b32 [%r10]", "@%p2 st.shared.b32 [%r10]"), ""


def pieces(span, code, bits, by_lines, lines, start, leading, stride):
    """The first bytes of the 16 bytes that a step's matrix has, by the tables of canonical layouts."""
    atom, per = (32 if code == 1 else 16), 128 // bits
    found = set()
    for line in range(lines):
        for k in range(256 // bits):
            if not by_lines:
                at = line % 8 * span + line // 8 * stride + k // per * (leading if span == 16 else 16)
            elif span == 16:
                at = line // per * stride + k % 8 * 16 + k // 8 * leading
            else:
                chunk, group = line // per, 4 if atom == 32 else 8
                at = chunk % (span // 16) * 16 + chunk // (span // 16) * leading + k % group * span + k // group * stride
            at += start
            found.add(at ^ ((at >> 7) & (span // atom - 1)) * atom)
    return sorted(at // 16 * 16 for at in found)


def descriptors(colex, folder):
    count = 0
    for kind, bits in (("f16", 16), ("tf32", 32), ("i8", 8)):
        for span, code in ((16, 0), (32, 6), (64, 4), (128, 2), (128, 1)):
            for by_lines in (0, 1):
                leading, stride = (256, 1024) if span == 16 else (16384, 8 * span)
                said_kind = 1 << 4 | by_lines << 15 | by_lines << 16 | 64 >> 3 << 17 | 128 >> 4 << 24
                text = KERNELS["one stage"].replace(f"mov.u32 %r12, {KIND}", f"mov.u32 %r12, {said_kind}").replace(f"tile[{2 * STAGE}]", "tile[131072]")
                text = text.replace("kind::f16", f"kind::{kind}").replace(str(descriptor()), str(descriptor(leading, stride, code)))
                said, error = inspected(colex, folder, text)
                read = {} if said is None else {a["part"]: a for a in said["accesses"] if "tcgen05.mma" in a["instruction"]}
                if said is None or any("forms" not in a for a in read.values()):
                    wrong.append(f"a descriptor, {kind}, {span}, {code}, {by_lines}: {error or [a.get('undecided') for a in read.values()]}")
                    continue
                got = {True: [], False: []}
                for part, access in read.items():
                    form, = access["forms"]
                    got[part >= 8] += [int(form["base"] or 0) + offset(form["layout"], lane) for lane in range(32)]
                for of_b, lines, start in ((False, 128, 0), (True, 64, A)):
                    want = pieces(span, code, bits, by_lines, lines, start, leading, stride)
                    if sorted(got[of_b]) != want:
                        wrong.append(f"a descriptor, {kind}, {span}, {code}, {by_lines}, {'B' if of_b else 'A'}: {sorted(got[of_b])[:20]}, not {want[:20]}")
                count += 1
    print(f"{count} descriptors: each of 384 pieces is where the manual's tables have it")


def main(colex):
    colex, count, same = os.path.abspath(colex), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        descriptors(colex, folder)
        for name, text in KERNELS.items():
            said, error = inspected(colex, folder, text)
            if said is None or not is_free(said) or UNFENCED in why(said):
                wrong.append(f"{name}: {error or why(said)}")
                continue
            for what, changed in faults(text):
                count += 1
                said, error = inspected(colex, folder, changed)
                if said is not None and is_free(said):
                    wrong.append(f"{name}, {what}: accepted")
            for what, changed, condition in harmless(text):
                same += 1
                said, error = inspected(colex, folder, changed)
                if said is None or not is_free(said) or said["waits"].get("why", "") not in ("", condition):
                    wrong.append(f"{name}, {what}: {error or why(said)}")
    print(f"{len(KERNELS)} kernels; {count} faults, {same} changes that are none")
    if wrong:
        sys.exit("FAIL: " + "\n".join(wrong))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
