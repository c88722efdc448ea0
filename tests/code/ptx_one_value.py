#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`colex inspect` on PTX of which several threads store to one address: ptx_one_value.py COLEX

One value in all of them is no race, whichever came last: a sum by a butterfly of shuffles, what all read from one address, a number that no bit of theirs is in. Where it is one, the
executor must give the same bits in three schedules; where it is another, or cannot be seen to be one, the kernel is undecided.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

CONDITION = "where threads store one value"
KERNEL = """.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 from, .param .u64 to, .param .u32 n)
.reqntid 128, 1, 1
{{
  .shared .align 8 .b8 words[2048];
  .reg .pred %p<8>;
  .reg .b32 %r<40>;
  .reg .b64 %d<20>;
  .reg .f64 %f<8>;
  mov.u32 %r1, %tid.x;
  ld.param.u64 %d1, [from];
  ld.param.u32 %r2, [n];
  and.b32 %r33, %r1, 31;
  mul.wide.u32 %d2, %r33, 8;
  add.u64 %d2, %d1, %d2;
  ld.global.u32 %r3, [%d2];
  ld.global.f64 %f1, [%d2];
  and.b32 %r4, %r1, {threads};
  shl.b32 %r4, %r4, 3;
  mov.u32 %r5, words;
  add.u32 %r5, %r5, %r4;
{body}
  bar.sync 0;
  xor.b32 %r30, %r4, 8;
  mov.u32 %r31, words;
  add.u32 %r31, %r31, %r30;
  ld.shared.u32 %r32, [%r31];
  ld.param.u64 %d10, [to];
  mul.wide.u32 %d11, %r1, 4;
  add.u64 %d10, %d10, %d11;
  st.global.u32 [%d10], %r32;
  ret;
}}
"""
STORE = "st.shared.b32 [%r5], %r10;"


def butterfly(steps, of="%r3", operation="add.f32"):
    lines, x = "", of
    for k, step in enumerate(steps):
        lines += f"shfl.sync.bfly.b32 %r{11 + 2 * k}, {x}, {step}, 31, -1; {operation} %r{12 + 2 * k}, {x}, %r{11 + 2 * k}; "
        x = f"%r{12 + 2 * k}"
    return lines + f"mov.b32 %r10, {x}; "


# All warps have the same in %r3 and %f1. Which bits of a thread's number are in the address, what is done, and whether it is one value.
CASES = {
    "a sum over a bit": (0x0F, butterfly([16]) + STORE, True),
    "the other operand first": (0x0F, "shfl.sync.bfly.b32 %r11, %r3, 16, 31, -1; add.f32 %r10, %r11, %r3; " + STORE, True),
    "a maximum": (0x0F, butterfly([16], operation="max.s32") + STORE, True),
    "of four": (0x1C, butterfly([2, 1]) + STORE, True),
    "of four, the other way": (0x1C, butterfly([1, 2]) + STORE, True),
    "of all lanes": (0, butterfly([16, 8, 4, 2, 1]) + STORE, True),
    "one step of four left out": (0x1C, butterfly([2]) + STORE, False),
    "over another bit": (0x0F, butterfly([8]) + STORE, False),
    "over two bits at once": (0x0F, butterfly([24]) + STORE, False),
    "no sum": (0x0F, "mov.b32 %r10, %r3; " + STORE, False),
    "a difference": (0x0F, butterfly([16], operation="sub.f32") + STORE, False),
    "what the other thread has": (0x0F, "shfl.sync.bfly.b32 %r10, %r3, 16, 31, -1; " + STORE, False),
    "some lanes' shuffle": (0x0F, butterfly([16]).replace("-1;", "65535;") + STORE, False),
    "within half a warp": (0x0F, butterfly([16]).replace("31, -1", "4127, -1") + STORE, False),
    "a shuffle of what was before": (0x0F, "shfl.sync.bfly.b32 %r11, %r3, 16, 31, -1; add.u32 %r3, %r3, 1; add.u32 %r10, %r3, %r11; " + STORE, False),
    "a shuffle of a copy": (0x0F, "mov.b32 %r12, %r3; shfl.sync.bfly.b32 %r11, %r12, 16, 31, -1; add.u32 %r10, %r3, %r11; " + STORE, True),
    "a shuffle some trips ago": (0x0F, "mov.u32 %r20, 0; mov.b32 %r11, %r3;\n$t: add.u32 %r10, %r3, %r11; shfl.sync.bfly.b32 %r11, %r3, 16, 31, -1; add.u32 %r3, %r3, %r20; add.u32 %r20, %r20, 1; setp.lt.u32 %p1, %r20, 3; @%p1 bra $t; " + STORE, False),
    "halves of a number": (0x0F, "mov.b64 {%r20, %r21}, %f1; shfl.sync.bfly.b32 %r22, %r20, 16, 31, -1; shfl.sync.bfly.b32 %r23, %r21, 16, 31, -1; mov.b64 %f2, {%r22, %r23}; add.f64 %f3, %f1, %f2; st.shared.f64 [%r5], %f3;", True),
    "halves that change places": (0x0F, "mov.b64 {%r20, %r21}, %f1; shfl.sync.bfly.b32 %r22, %r20, 16, 31, -1; shfl.sync.bfly.b32 %r23, %r21, 16, 31, -1; mov.b64 %f2, {%r23, %r22}; add.f64 %f3, %f1, %f2; st.shared.f64 [%r5], %f3;", False),
    "one half": (0x0F, "mov.b64 {%r20, %r21}, %f1; shfl.sync.bfly.b32 %r22, %r20, 16, 31, -1; mov.b64 %f2, {%r22, %r21}; add.f64 %f3, %f1, %f2; st.shared.f64 [%r5], %f3;", False),
    "an argument": (0, "mov.b32 %r10, %r2; " + STORE, True),
    "the thread's number": (0x0F, "mov.b32 %r10, %r1; " + STORE, False),
    "bits that are in the address": (0x0F, "and.b32 %r10, %r1, 15; " + STORE, True),
    "and one more": (0x0F, "and.b32 %r10, %r1, 31; " + STORE, False),
    "bits moved": (0x0F, "shl.b32 %r10, %r1, 28; " + STORE, True),
    "bits moved too little": (0x0F, "shl.b32 %r10, %r1, 27; " + STORE, False),
    "a field": (0x0C, "bfe.u32 %r10, %r1, 2, 2; " + STORE, True),
    "a field with a bit more": (0x0C, "bfe.u32 %r10, %r1, 2, 3; " + STORE, False),
    "by the warp": (0x1F, "shr.u32 %r10, %r1, 5; " + STORE, False),
    "lane 3's": (0, "shfl.sync.idx.b32 %r10, %r3, 3, 31, -1; " + STORE, True),
    "another lane's": (0, "shfl.sync.idx.b32 %r10, %r3, %r1, 31, -1; " + STORE, False),
    "the neighbour's": (0, "shfl.sync.up.b32 %r10, %r2, 1, 0, -1; " + STORE, False),
    "a vote": (0, "setp.gt.s32 %p1, %r3, 5; vote.sync.ballot.b32 %r10, %p1, -1; " + STORE, True),
    "of one address": (0x0F, "cvt.u64.u32 %d3, %r4; add.u64 %d3, %d3, %d1; ld.global.u32 %r10, [%d3]; " + STORE, True),
    "of two addresses": (0x0F, "xor.b32 %r20, %r4, %r1; cvt.u64.u32 %d3, %r20; shl.b64 %d3, %d3, 2; add.u64 %d3, %d3, %d1; ld.global.u32 %r10, [%d3]; " + STORE, False),
    "of one address, where some do": (0x0F, "cvt.u64.u32 %d3, %r4; add.u64 %d3, %d3, %d1; mov.u32 %r10, 0; setp.lt.u32 %p1, %r1, 40; @%p1 ld.global.u32 %r10, [%d3]; " + STORE, False),
    "volatile": (0x0F, "cvt.u64.u32 %d3, %r4; add.u64 %d3, %d3, %d1; ld.volatile.global.u32 %r10, [%d3]; " + STORE, False),
    "an atomic's answer": (0, "atom.global.add.u32 %r10, [%d1], 1; " + STORE, False),
    "what was published": (0x0F, "shl.b32 %r20, %r1, 3; mov.u32 %r21, words; add.u32 %r22, %r21, %r20; st.shared.u32 [%r22+1024], %r3; bar.sync 0; add.u32 %r23, %r21, %r4; ld.shared.u32 %r10, [%r23+1024]; " + STORE, True),
    "what was published by none": (0x0F, "shl.b32 %r20, %r1, 3; mov.u32 %r21, words; add.u32 %r22, %r21, %r20; st.shared.u32 [%r22+1024], %r3; add.u32 %r23, %r21, %r4; ld.shared.u32 %r10, [%r23+1024]; " + STORE, False),
    "by a branch": (0x0F, "mov.u32 %r10, 1; setp.lt.u32 %p1, %r1, 64; @%p1 bra $b; mov.u32 %r10, 2;\n$b:\n" + STORE, False),
    "by a guard": (0x0F, "mov.u32 %r10, 1; setp.lt.u32 %p1, %r1, 64; @%p1 mov.u32 %r10, 2; " + STORE, False),
    "by a choice": (0x0F, "setp.lt.u32 %p1, %r1, 64; selp.b32 %r10, 1, 2, %p1; " + STORE, False),
    "by a choice that all make": (0x0F, "setp.lt.u32 %p1, %r2, 64; selp.b32 %r10, 1, 2, %p1; " + STORE, True),
    "in several trips": (0x0F, "mov.u32 %r10, 0;\n$t:\n" + STORE + " add.u32 %r10, %r10, 1; setp.lt.u32 %p1, %r10, 4; @%p1 bra $t;", False),
    "a barrier in each trip": (0x0F, "mov.u32 %r10, 0;\n$t:\n" + STORE + " bar.sync 0; add.u32 %r10, %r10, 1; setp.lt.u32 %p1, %r10, 4; @%p1 bra $t;", True),
    "addresses a word apart": (0x0F, "shr.u32 %r20, %r1, 4; and.b32 %r20, %r20, 1; shl.b32 %r20, %r20, 2; add.u32 %r5, %r5, %r20; mov.b64 %d4, 5; st.shared.b64 [%r5], %d4;", False),
    "two instructions": (0x0F, "mov.u32 %r10, 1; setp.lt.u32 %p1, %r1, 64; @%p1 st.shared.b32 [%r5], %r10; @!%p1 st.shared.b32 [%r5], %r10;", False),
    "a thread's own memory": (0x0F, ".local .b8 own[512]; mov.u32 %r20, own; mov.u32 %r10, 0; st.local.u32 [%r20], %r1; ld.local.u32 %r10, [%r20]; " + STORE, False)}  # fmt: skip
wrong = []


def main(colex):
    colex = os.path.abspath(colex)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name, (threads, body, is_one) in CASES.items():
            (folder / "k.ptx").write_text(KERNEL.format(threads=threads, body="".join(f"  {line}\n" for line in body.split("\n"))))
            ran = subprocess.run([colex, "inspect", "k.ptx", "--json"], cwd=folder, capture_output=True, text=True, check=False, timeout=60)
            said = json.loads(ran.stdout)[0]["race_free"] if ran.returncode in (0, 1) else {"verdict": ran.stderr}
            want = ("holds",) if is_one else ("fails", "undecided")
            if said["verdict"] not in want or (is_one and not said["why"].startswith(CONDITION)):
                wrong.append(f"{name}: {said}, not {want}")
            if not is_one:
                continue
            bits = set()
            for schedule in ("in-order", "random", "adversarial"):
                command = [colex, "execute", "k.ptx", "--kernel", "k", "--block", "128", "--schedule", schedule, "--json", "--arg", "random:f64[256]", "--arg", "out:to.npy:u32[128]", "--arg", "i32:7"]
                ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=60)
                bits.add((folder / "to.npy").read_bytes() if ran.returncode in (0, 1) else ran.stderr)
            if len(bits) != 1 or any(isinstance(one, str) for one in bits):
                wrong.append(f"{name}: the schedules give {len(bits)} answers: {[one for one in bits if isinstance(one, str)]}")
    print(f"{len(CASES)} kernels, of which {sum(one for _, _, one in CASES.values())} store one value")
    if wrong:
        sys.exit("FAIL: " + "\n".join(wrong))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
