#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`colex inspect` on small kernels of PTX whose answers are known: ptx_orders.py COLEX

Each kind of mistake in what orders threads, what differs between them, and where an address leads, beside one that looks alike and is right. Where the executor can show what is wrong
it must, in one of three schedules, and of what is right it must find nothing. Versions of a kernel are compared, too: the same threads, conditions, trips and addresses, or not.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

KERNEL = """.version 8.3
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 from, .param .u64 to, .param .u64 n)
.reqntid 128, 1, 1
{attribute}{{
  .shared .align 1024 .b8 words[16384];
  .shared .align 8 .b8 full[16];
  .reg .pred %p<12>;
  .reg .b32 %r<60>;
  .reg .b64 %d<30>;
  .reg .f32 %f<16>;
  mov.u32 %r1, %tid.x;
  shl.b32 %r2, %r1, 2;
  mov.u32 %r3, words;
  add.u32 %r4, %r3, %r2;
  xor.b32 %r10, %r4, 256;
  xor.b32 %r11, %r4, 64;
  ld.param.u64 %d1, [from];
  ld.param.u64 %d2, [to];
  mul.wide.u32 %d3, %r1, 4;
  add.u64 %d3, %d2, %d3;
  setp.ne.u32 %p1, %r1, 0;
{body}
  ret;
}}
"""
# By a register that is not 0 some threads store, and the others load what they store: no race where all threads have one.
APART = """  setp.ne.u32 %p2, %r5, 0;
  @%p2 bra $load;
  st.shared.u32 [%r4], %r1;
  bra.uni $end;
$load:
  ld.shared.u32 %r6, [%r10];
  ld.shared.u32 %r7, [%r11];
  st.global.u32 [%d3], %r6;
  st.global.u32 [%d3], %r7;
$end:"""
ONE = "  st.shared.u32 [words], %r5;\n  bar.sync 0;\n  ld.shared.u32 %r6, [words];\n  st.global.u32 [%d3], %r6;"
INIT = "  @!%p1 mbarrier.init.shared::cta.b64 [full], 1;\n  bar.sync 0;\n"
COPY = "  @%p1 bra $copied;\n  mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], 512;\n  cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [words], [%d1], 512, [full];\n$copied:\n"  # fmt: skip
EXPECT = "  @!%p1 mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [full], 512;\n  @!%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [words], [%d1], 512, [full];\n"
ARRIVE, LATER = "  @{0} mbarrier.arrive.shared::cta.b64 _, [full];\n", "  setp.eq.u32 %p6, %r1, 64;\n"
WAIT = "$again:\n  mbarrier.try_wait.parity.shared::cta.b64 %p3, [full], 0;\n  @!%p3 bra $again;\n"
READ = "  ld.shared.u32 %r6, [%r10];\n  st.global.u32 [%d3], %r6;"
FENCE, COMMIT, END = (f"  wgmma.{x}.sync.aligned{y};\n" for x, y in (("fence", ""), ("commit_group", ""), ("wait_group", " 0")))
PRODUCT = "wgmma.mma_async.sync.aligned."
D, A = "{%f0, %f1, %f2, %f3}", "{%r40, %r41, %r42, %r43}"
SUMS = f"  {PRODUCT}m64n8k16.f32.f16.f16 {D}, %d8, %d9, 1, 1, 1, 0, 0;\n"
OTHERS = f"  {PRODUCT}m64n8k16.f32.f16.f16 {{%f4, %f5, %f6, %f7}}, %d8, %d9, 1, 1, 1, 0, 0;\n"
WIDER = f"  {PRODUCT}m64n16k16.f32.f16.f16 {{%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}}, %d8, %d9, 1, 1, 1, 0, 0;\n"
HALVES = f"  {PRODUCT}m64n16k16.f16.f16.f16 {A}, %d8, %d9, 1, 1, 1, 0, 0;\n"
OF_REGISTERS = f"  {PRODUCT}m64n8k16.f32.f16.f16 {D}, {A}, %d9, 1, 1, 1, 0;\n"
DESCRIPTORS = "".join(f"  mov.u32 %r{k}, 0;\n" for k in range(40, 44)) + "".join(f"  mov.f32 %f{k}, 0f00000000;\n" for k in range(8)) + f"""  mov.u32 %r20, words;
  bfe.u32 %r21, %r20, 4, 14;
  cvt.u64.u32 %d8, %r21;
  or.b64 %d8, %d8, {1 << 62 | 64 << 32 | 1 << 16};
  mov.u64 %d9, %d8;
"""  # fmt: skip
STORE_SUM = "  st.global.f32 [%d3], %f0;"
GENERIC = "  cvt.u64.u32 %d5, %r4;\n  cvta.shared.u64 %d5, %d5;\n"
# What is asked, what it does, whether it is right, and what the executor finds where it is not (none: it does not look for that).
CASES = {
    "a carry that differs": ("race_free", "  add.cc.u32 %r9, %r1, 0xFFFFFFC0;\n  addc.u32 %r5, 0, 0;\n" + APART, False, "data race"),
    "a borrow that differs": ("race_free", "  sub.cc.u32 %r9, %r1, 64;\n  subc.u32 %r5, 1, 1;\n" + APART, False, "data race"),
    "a product's carry that differs": ("race_free", "  mad.lo.cc.u32 %r9, %r1, 1, 0xFFFFFFC0;\n  madc.hi.u32 %r5, 0, 0, 0;\n" + APART, False, "data race"),
    "a carry handed on": ("race_free", "  add.cc.u32 %r9, %r1, 0xFFFFFFC0;\n  addc.cc.u32 %r9, 0xFFFFFFFF, 0;\n  addc.u32 %r5, 0, 0;\n" + APART, False, "data race"),
    "a carry that all share": ("race_free", "  ld.param.u32 %r8, [n];\n  add.cc.u32 %r9, %r8, 0xFFFFFFC0;\n  addc.u32 %r5, 0, 0;\n" + APART, True, None),
    "a carry that is stored": ("race_free", "  add.cc.u32 %r9, %r1, 0xFFFFFFC0;\n  addc.u32 %r5, 0, 0;\n" + ONE, False, "data race"),
    "a sum that ends at its bound": ("race_free", "  shl.b32 %r8, %r1, 24;\n  and.b32 %r8, %r8, 0x7f000000;\n  add.sat.s32 %r8, %r8, 0x7F000000;\n  and.b32 %r5, %r8, 1;\n" + ONE, False, "data race"),
    "a sum that does not": ("race_free", "  shl.b32 %r8, %r1, 24;\n  add.s32 %r8, %r8, 0x7F000000;\n  and.b32 %r5, %r8, 1;\n" + ONE, True, "data race"),  # of one value
    "answers of two barriers": ("race_free", "  shr.u32 %r8, %r1, 6;\n  add.u32 %r8, %r8, 1;\n  setp.eq.u32 %p4, %r1, 3;\n  bar.red.popc.u32 %r5, %r8, 64, %p4;\n" + ONE, False, "data race"),
    "the answer of one": ("race_free", "  setp.eq.u32 %p4, %r1, 3;\n  bar.red.popc.u32 %r5, 1, %p4;\n" + ONE, True, "data race"),  # of one value
    "the warp's number in the hardware": ("race_free", "  mov.u32 %r5, %warpid;\n  shl.b32 %r5, %r5, 7;\n  and.b32 %r6, %r2, 124;\n  add.u32 %r5, %r5, %r6;\n  add.u32 %r5, %r5, %r3;\n  st.shared.u32 [%r5], %r1;", False, None),
    "the warp's number by its threads": ("race_free", "  shr.u32 %r5, %r1, 5;\n  shl.b32 %r5, %r5, 7;\n  and.b32 %r6, %r2, 124;\n  add.u32 %r5, %r5, %r6;\n  add.u32 %r5, %r5, %r3;\n  st.shared.u32 [%r5], %r1;", True, None),
    "another block of its cluster": ("race_free", "  mov.u32 %r5, %cluster_ctarank;\n  setp.eq.u32 %p4, %r5, 0;\n  @%p4 bra $end;\n  st.shared.u32 [%r4], %r1;\n" + READ + "\n$end:", False, "data race"),
    "a generic address by a number": ("in_bounds", "  ld.param.u64 %d6, [n];\n" + GENERIC + "  shl.b64 %d6, %d6, 32;\n  add.u64 %d7, %d5, %d6;\n  st.u32 [%d7], %r1;", False, "out of bounds"),
    "a generic address by threads": ("in_bounds", GENERIC + "  cvt.u64.u32 %d6, %r1;\n  shl.b64 %d6, %d6, 32;\n  add.u64 %d7, %d5, %d6;\n  st.u32 [%d7], %r1;", False, "out of bounds"),
    "a generic address that stays": ("in_bounds", GENERIC + "  st.u32 [%d5+64], %r1;", True, None),
    "bytes that came": ("race_free", INIT + COPY + WAIT + READ, True, None),
    "bytes that are no sixteens": ("race_free", INIT + COPY.replace("512", "504") + WAIT + READ, False, None),
    "bytes that others arrive for": ("race_free", INIT + LATER + EXPECT + ARRIVE.format("%p6") + WAIT + READ, False, "early use"),
    "bytes that others arrive for, behind a barrier": ("race_free", INIT + LATER + EXPECT + "  bar.sync 0;\n" + ARRIVE.format("%p6") + WAIT + READ, True, None),
    "bytes that their thread arrives for": ("race_free", INIT + EXPECT + ARRIVE.format("!%p1") + WAIT + READ, True, None),
    "bytes that all arrive for": ("race_free", INIT.replace(", 1;", ", 128;") + EXPECT + ARRIVE.replace("@{0} ", "") + WAIT + READ, True, None),
    "bytes that all others arrive for": ("race_free", INIT.replace(", 1;", ", 127;") + EXPECT + ARRIVE.format("%p1") + WAIT + READ, False, None),
    "a wait that orders nothing": ("race_free", INIT + COPY + WAIT.replace("parity", "parity.relaxed.cta") + READ, False, None),
    "what a copy goes over": ("race_free", INIT + "  st.shared.u32 [%r4], %r1;\n  bar.sync 0;\n" + COPY + WAIT + READ, False, None),
    "what a copy goes over, behind a fence": ("race_free", INIT + "  st.shared.u32 [%r4], %r1;\n  fence.proxy.async.shared::cta;\n  bar.sync 0;\n" + COPY + WAIT + READ, True, None),
    "an mbarrier that is stored to": ("race_free", INIT + "  @!%p1 st.shared.u64 [full], 7;\n  bar.sync 0;\n" + COPY + "  bar.sync 0;\n" + WAIT + READ, False, None),
    "a word that becomes an mbarrier": ("race_free", "  @!%p1 st.shared.u64 [full], 7;\n  bar.sync 0;\n" + INIT + COPY + WAIT + READ, True, None),
    "a word behind an mbarrier": ("race_free", INIT + "  @!%p1 st.shared.u64 [full+8], 7;\n  bar.sync 0;\n" + COPY + "  bar.sync 0;\n" + WAIT + READ, True, None),
    "two products into one sum": ("waits", DESCRIPTORS + FENCE + SUMS + SUMS + COMMIT + END + STORE_SUM, True, None),
    "two products into two sums": ("waits", DESCRIPTORS + FENCE + SUMS + OTHERS + COMMIT + END + STORE_SUM, True, None),
    "two shapes into one register": ("waits", DESCRIPTORS + FENCE + SUMS + WIDER + COMMIT + END + STORE_SUM, False, None),
    "a sum that is the next factor": ("waits", DESCRIPTORS + FENCE + HALVES + COMMIT + FENCE + OF_REGISTERS + COMMIT + END + STORE_SUM, False, None),
    "a sum that was waited for": ("waits", DESCRIPTORS + FENCE + HALVES + COMMIT + END + FENCE + OF_REGISTERS + COMMIT + END + STORE_SUM, True, None),
    "a factor that is summed into": ("waits", DESCRIPTORS + FENCE + OF_REGISTERS + HALVES + COMMIT + END + STORE_SUM, False, None)}  # fmt: skip
# Two versions, and whether they make the same accesses.
STORED, GUARDED, BELOW = "  st.shared.u32 [%r4], %r1;", "  setp.lt.u32 %p4, %r1, {0};\n  @%p4 st.shared.u32 [%r4], %r1;", "  ld.param.u32 %r8, [n];\n  setp.lt.u32 %p4, %r8, {0};\n  @%p4 st.shared.u32 [%r4], %r1;"
AGAIN = "  mov.u32 %r8, 0;\n$trip:\n" + STORED + "\n  add.u32 %r8, %r8, 1;\n  setp.lt.u32 %p4, %r8, {0};\n  @%p4 bra $trip;"
COUNTED = "  {0}.b32 %r8, %r1;\n  and.b32 %r8, %r8, 15;\n  shl.b32 %r8, %r8, 2;\n  add.u32 %r8, %r8, %r3;\n  ld.shared.u32 %r6, [%r8];"
DEEP = "  ld.param.u32 %r8, [n];\n" + "  mul.lo.u32 %r8, %r8, %r8;\n  xor.b32 %r8, %r8, {0};\n" * 5 + "  mul.wide.u32 %d6, %r8, 4;\n  add.u64 %d6, %d6, %d3;\n  st.global.u32 [%d6], %r1;"
OPEN = "  mapa.shared::cluster.u32 %r20, %r4, 1;\n  st.shared::cluster.u32 [%r20], %r1;\n"
VERSIONS = ((STORED, STORED, True), (STORED, STORED.replace("%r1;", "%r2;"), True), (STORED, GUARDED.format(64), False), (GUARDED.format(64), GUARDED.format(32), False), (GUARDED.format(32), GUARDED.format(32).replace("%p4", "%p5"), True),
            (BELOW.format(7), BELOW.format(9), False), (BELOW.format(7), BELOW.format(7).replace("%r8", "%r9"), True), (AGAIN.format(4), AGAIN.format(5), False), (AGAIN.format(4), STORED, False), (AGAIN.format(4), AGAIN.format(4).replace("trip", "t"), True),
            (COUNTED.format("clz"), COUNTED.format("popc"), False), (COUNTED.format("clz"), COUNTED.format("clz"), True), (DEEP.format(3), DEEP.format(5), False), (DEEP.format(3), DEEP.format(3), True), (OPEN, OPEN + STORED, False))  # fmt: skip
CLUSTER = {"another block of its cluster"}
wrong = []


def differences(colex, folder):
    for old, now, is_same in VERSIONS:
        for name, body in (("old.ptx", old), ("now.ptx", now)):
            (folder / name).write_text(KERNEL.format(body=body, attribute=""))
        ran = subprocess.run([colex, "inspect", "now.ptx", "--diff", "old.ptx", "--json"], cwd=folder, capture_output=True, text=True, check=False, timeout=60)
        said = json.loads(ran.stdout)[0]["same"] if ran.returncode in (0, 1) else ran.stderr
        if said is not is_same or ran.returncode != 1 - is_same:
            wrong.append(f"{old}, and {now}: the same: {said}")


def executed(colex, folder, *more):
    """What is found in k.ptx in three schedules: each defect and its detail, or what was said instead."""
    found = []
    for schedule in ("in-order", "random", "adversarial"):
        command = [colex, "execute", "k.ptx", "--kernel", "k", "--block", "128", "--schedule", schedule, "--json", "--arg", "random:u32[128]", "--arg", "out:to.npy:u32[128]", *more]
        ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=60)
        found += [(one["defect"], one["detail"]) for one in json.loads(ran.stdout)["findings"]] if ran.returncode in (0, 1) else [(ran.stderr, "")]
    return found


def main(colex):
    colex = os.path.abspath(colex)
    shown = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        differences(colex, folder)
        for name, (asked, body, is_right, finds) in CASES.items():
            (folder / "k.ptx").write_text(KERNEL.format(body=body, attribute=".reqnctapercluster 2, 1, 1\n" if name in CLUSTER else ""))
            ran = subprocess.run([colex, "inspect", "k.ptx", "--json"], cwd=folder, capture_output=True, text=True, check=False, timeout=60)
            said = json.loads(ran.stdout)[0].get(asked, {"verdict": "not asked"}) if ran.returncode in (0, 1) else {"verdict": ran.stderr}
            if said["verdict"] not in (("holds",) if is_right else ("fails", "undecided")):
                wrong.append(f"{name}: {said}")
            found = {defect for defect, detail in executed(colex, folder, "--grid", "2" if name in CLUSTER else "1", "--arg", "u64:1") if "to.npy" not in detail}
            shown += finds is not None
            if (finds is not None and finds not in found) or (is_right and found - {finds, "uninitialised read"}):
                wrong.append(f"{name}: executed: {found}")
    print(f"{len(CASES)} kernels, of which {sum(right for _, _, right, _ in CASES.values())} are right; the executor shows what is asked of {shown}")
    if wrong:
        sys.exit("FAIL: " + "\n".join(wrong))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
