#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`colex inspect` on drawn kernels of PTX that order threads in some way: ptx_drawn_orders.py COLEX

Barriers, waits of a warp, asynchronous copies, branches and loops, by threads, trips and arguments, around accesses of a few words of shared memory. Of what the judge says to be
free of races the executor must find none, in three schedules and for several arguments. A barrier that only some threads come to is left out: there the executor counts none as passed.
Of the others it must show races often, or it would find none anywhere. By day 60 kernels, nightly 1500.
"""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import ptx_orders

COUNT = 1500 if os.environ.get("COLEX_NIGHTLY") else 60
KERNEL = """.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 from, .param .u64 to, .param .u32 n, .param .u32 m)
.reqntid 128, 1, 1
{{
  .shared .align 16 .b8 words[4096];
  .reg .pred %p<10>;
  .reg .b32 %r<60>;
  .reg .b64 %d<10>;
  mov.u32 %r1, %tid.x;
  shl.b32 %r2, %r1, 2;
  mov.u32 %r3, words;
  add.u32 %r4, %r3, %r2;
  ld.param.u64 %d1, [from];
  ld.param.u64 %d2, [to];
  ld.param.u32 %r40, [n];
  ld.param.u32 %r41, [m];
  mul.wide.u32 %d5, %r1, 4;
  add.u64 %d8, %d1, %d5;
  add.u64 %d9, %d2, %d5;
  mov.u32 %r31, 0;
{first}
  bar.sync 0;
{body}
  st.global.u32 [%d9], %r31;
  ret;
}}
"""
FIRST = "\n".join(f"  st.shared.u32 [%r4+{512 * k}], %r1;" for k in range(8))


class Drawn:
    def __init__(self, seed):
        self.draw, self.labels, self.trips, self.depth = random.Random(seed), 0, [], 0

    def label(self):
        self.labels += 1
        return f"$l{self.labels}"

    def address(self, swapped):
        lines = [f"xor.b32 %r20, %r2, {self.draw.choice(swapped)};", f"add.u32 %r20, %r20, {self.draw.choice((0, 0, 512, 1024, 1536))};"]
        if self.trips and self.draw.random() < 0.6:
            lines += [f"add.u32 %r21, {self.trips[-1]}, {self.draw.choice((0, 0, 1))};", "and.b32 %r21, %r21, 1;", f"shl.b32 %r21, %r21, {self.draw.choice((9, 10, 11))};", "add.u32 %r20, %r20, %r21;"]
        return [*lines, "add.u32 %r20, %r20, %r3;"]

    def condition(self, p):
        one = [[f"setp.lt.u32 {p}, %r1, 64;"], [f"and.b32 %r25, %r1, {self.draw.choice((1, 16, 32, 64))};", f"setp.ne.u32 {p}, %r25, 0;"], [f"setp.lt.u32 {p}, %r40, {self.draw.choice((1, 2, 3))};"],
               [f"setp.eq.u32 {p}, %r41, 1;"], [f"setp.eq.u32 {p}, %r1, {self.draw.choice((0, 5, 64))};"]]  # fmt: skip
        if self.trips:
            one += [[f"setp.eq.u32 {p}, {self.trips[-1]}, {self.draw.choice((0, 1, 2))};"]]
        return self.draw.choice(one)

    def block(self, count):
        return [line for _ in range(count) for line in self.statement()]

    def branch(self):
        there, meeting, condition = self.label(), self.label(), self.condition("%p2")
        other = self.block(self.draw.randint(1, 3)) if self.draw.random() < 0.6 else []
        return [*condition, f"@%p2 bra {there};", *self.block(self.draw.randint(1, 3)), f"bra.uni {meeting};", f"{there}:", *other, f"{meeting}:"]

    def loop(self):
        head, trip, p = self.label(), f"%r{44 + self.depth}", f"%p{3 + self.depth}"
        self.trips.append(trip)
        body = self.block(self.draw.randint(2, 6))
        self.trips.pop()
        return [f"mov.u32 {trip}, 0;", f"{head}:", *body, f"add.u32 {trip}, {trip}, 1;", f"setp.lt.u32 {p}, {trip}, {self.draw.choice(('2', '3', '5', '%r40'))};", f"@{p} bra {head};"]

    def statement(self):
        kind = self.draw.choices(("store", "load", "bar", "warp", "copy", "commit", "wait", "guarded", "within"), (24, 21, 27, 4, 6, 4, 5, 3, 12))[0]
        stored, loaded = (0, 0, 0, 4, 256), (0, 0, 0, 4, 64, 128, 256, 508)
        if kind == "within" and self.depth < 2:
            self.depth += 1
            lines = self.branch() if self.draw.random() < 0.5 else self.loop()
            self.depth -= 1
            return lines
        return {"store": lambda: [*self.address(stored), "st.shared.u32 [%r20], %r1;"], "load": lambda: [*self.address(loaded), "ld.shared.u32 %r30, [%r20];", "add.u32 %r31, %r31, %r30;"],
                "warp": lambda: ["bar.warp.sync 0xFFFFFFFF;"], "copy": lambda: [*self.address(stored), "cp.async.ca.shared.global [%r20], [%d8], 4;"], "commit": lambda: ["cp.async.commit_group;"],
                "wait": lambda: [f"cp.async.wait_group {self.draw.choice((0, 0, 1))};"], "guarded": lambda: [*self.condition("%p1"), *self.address(stored), "@%p1 st.shared.u32 [%r20], %r1;"]}.get(kind, lambda: ["bar.sync 0;"])()  # fmt: skip


def main(colex):
    print("nightly: inspect_ptx_drawn_orders: 1500 drawn kernels; by day 60: each that is free is executed")
    colex, wrong, free, others, shown = os.path.abspath(colex), [], 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for seed in range(COUNT):
            of = Drawn(seed)
            body = of.loop() if of.draw.random() < 0.6 else []
            text = KERNEL.format(first=FIRST, body="\n".join(f"  {line}" for line in body + of.block(of.draw.randint(2, 6))))
            (folder / "k.ptx").write_text(text)
            ran = subprocess.run([colex, "inspect", "k.ptx", "--json", "--no-replay"], cwd=folder, capture_output=True, text=True, check=False, timeout=60)
            if ran.returncode not in (0, 1):
                wrong.append(f"{seed}: {ran.stderr}")
                continue
            is_free = json.loads(ran.stdout)[0]["race_free"]["verdict"] == "holds"
            if not is_free and seed % 4 != 0:
                continue
            arguments = [("--seed", str(seed + 1), "--arg", f"i32:{n}", "--arg", f"i32:{m}") for n, m in ((1, 0), (2, 1), (4, 0))]
            found = {defect for more in arguments for defect, _ in ptx_orders.executed(colex, folder, *more)}
            if is_free:
                free += 1
                if "barrier divergence" not in found and found - {"uninitialised read"}:
                    wrong.append(f"{seed}: free of races, and {found}:\n{text}")
            else:
                others += 1
                shown += "data race" in found
    print(f"{COUNT} kernels: {free} free of races; of {others} others the executor shows a race in {shown}")
    if free < COUNT // 5 or shown < others // 3:
        wrong.append("too few are free, or are shown not to be")
    if wrong:
        sys.exit("FAIL: " + "\n".join(wrong))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
