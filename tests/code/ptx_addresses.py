#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `colex inspect` says of each access of PTX, against what `colex execute` does, address by address: ptx_addresses.py PTX_LAYOUTS

The kernels of ptx_judged.cu, examples/execute/ring.cu, and drawn ones: sums, shifts, masks, xor, products and choices of thread, block, trip and argument, in up to two loops, with
barriers and guards, address shared and global memory. In two schedules no address, count of barriers or guard may be another one; where the judge says that shared memory is free of
races, or that accesses are in bounds, the executor must find nothing. A kernel whose layout is changed behind the judge's back must be noticed.
"""

import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

import ptx_judged
from execute_page import PTX

HERE = pathlib.Path(__file__).resolve().parent
WORDS = 4096  # of each array, and of shared memory
wrong = []


class Drawn:
    """A kernel drawn from a seed: k(in, out, n) in blocks of 64 threads."""

    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.lines, self.count = [], 0
        self.known = []
        for special in ("%tid.x", "%tid.x", "%ctaid.x", "%laneid"):
            self.known.append(self.put(f"mov.u32 {{}}, {special}"))
        self.emit("ld.param.u32 %n, [k_param_2]")
        if self.draw.random() < 0.4:
            self.known.append("%n")
        for _ in range(self.draw.randrange(2, 6)):
            self.step()
        self.access()
        self.loop(self.draw.choice((0, 1, 1, 2)))
        self.access()
        self.emit("ret")

    def emit(self, text):
        self.lines.append("  " + text.replace("\n", ";\n") + ";")

    def put(self, text):
        self.count += 1
        self.emit(text.format(f"%r{self.count}"))
        return f"%r{self.count}"

    def step(self):
        a, b = self.draw.choice(self.known), self.draw.choice(self.known)
        small, shift = self.draw.choice((1, 3, 4, 16, 31, 33, 132)), self.draw.randrange(1, 6)
        self.known.append(self.put(self.draw.choice((
            f"add.s32 {{}}, {a}, {b}", f"add.s32 {{}}, {a}, {small}", f"sub.s32 {{}}, {a}, {b}", f"shl.b32 {{}}, {a}, {shift}", f"shr.u32 {{}}, {a}, {shift}",
            f"and.b32 {{}}, {a}, {small}", f"xor.b32 {{}}, {a}, {b}", f"or.b32 {{}}, {a}, {small}", f"mul.lo.s32 {{}}, {a}, {small}",
            f"mad.lo.s32 {{}}, {a}, {small}, {b}", f"bfe.u32 {{}}, {a}, {shift}, 3", f"bfi.b32 {{}}, {a}, {b}, {shift}, 4", f"mul.lo.s32 {{}}, {a}, {b}",
            f"rem.u32 {{}}, {a}, {self.draw.choice((3, 8))}", f"selp.b32 {{}}, {a}, {b}, %p0"))))  # fmt: skip

    def place(self, mask):
        """Of a word below the mask, in bytes."""
        word = self.put(f"and.b32 {{}}, {self.draw.choice(self.known[-4:])}, {mask}")
        return self.put(f"shl.b32 {{}}, {word}, 2")

    def access(self):
        guard = ""
        if self.draw.random() < 0.3:
            self.emit(f"setp.lt.u32 %p1, {self.draw.choice(self.known[:2])}, {self.draw.choice((8, 32, 48))}")
            guard = "@%p1 "
        at = self.place(self.draw.choice((WORDS // 4 - 1, WORDS - 1)))
        self.emit(f"mov.u32 %a, tile\n  add.u32 %a, %a, {at}")
        self.emit(f"{guard}st.shared.u32 [%a], %t")
        if self.draw.random() < 0.8:
            self.emit("bar.sync 0")
        at = self.place(WORDS - 1)
        self.emit(f"mov.u32 %a, tile\n  add.u32 %a, %a, {at}")
        self.emit(f"{guard}ld.shared.u32 %v, [%a]")
        if self.draw.random() < 0.5:
            self.emit("bar.sync 0")
        at = self.place(WORDS - 1)
        self.emit(f"mul.wide.u32 %rd3, {at}, 1\n  add.s64 %rd4, %rd1, %rd3\n  ld.global.u32 %w, [%rd4]\n  add.s64 %rd4, %rd2, %rd3\n  {guard}st.global.u32 [%rd4], %w")

    def loop(self, depth):
        if depth == 0:
            return
        trip, step = f"%i{depth}", self.draw.choice((1, 1, 2, 3))
        kept = list(self.known)
        self.emit(f"mov.u32 {trip}, 0")
        carried = self.put(f"mov.u32 {{}}, {self.draw.choice((0, 1, 5))}") if self.draw.random() < 0.5 else None
        self.lines.append(f"$loop{depth}:")
        self.known += [trip] if carried is None else [trip, carried]
        for _ in range(self.draw.randrange(1, 4)):
            self.step()
        self.access()
        self.loop(depth - 1)
        if carried is not None:
            self.emit(f"{self.draw.choice(('add.s32', 'xor.b32'))} {carried}, {carried}, {self.draw.choice((1, 2, 64))}")
        self.emit(f"add.s32 {trip}, {trip}, {step}\n  setp.lt.u32 %p2, {trip}, {self.draw.choice(('5', '6', '%n'))}\n  @%p2 bra $loop{depth}")
        self.known = kept

    def text(self):
        return f""".version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 k_param_0, .param .u64 k_param_1, .param .u32 k_param_2)
{{
  .reg .pred %p<3>; .reg .b32 %r<{self.count + 1}>; .reg .b32 %i<3>; .reg .b64 %rd<5>; .reg .b32 %a, %v, %w, %t, %n;
  .shared .align 16 .b8 tile[{4 * WORDS}];
  ld.param.u64 %rd1, [k_param_0]; ld.param.u64 %rd2, [k_param_1]; mov.u32 %t, %tid.x; setp.lt.u32 %p0, %t, 40;
{chr(10).join(self.lines)}
}}
"""


class Tool:
    def __init__(self, tool):
        self.tool = os.path.abspath(tool)
        self.compared = self.numbers = self.others = self.kernels = self.free = self.not_understood = 0

    def __call__(self, folder, file, kernel, grid, block, arguments, noticed=False):
        ran = subprocess.run([self.tool, file, kernel, grid, block, "0", *arguments], cwd=folder, capture_output=True, text=True, check=False, timeout=300)
        if noticed:
            return "the judge is wrong" in ran.stdout
        self.kernels += 1
        if ran.stdout.strip() == "not understood":
            self.not_understood += 1
            return False
        if ran.returncode != 0:
            wrong.append(f"{kernel}, {file}: {ran.returncode}: {ran.stdout[-500:]} {ran.stderr[-300:]}")
            return False
        for line in ran.stdout.splitlines():
            compared, numbers, others, free, races, inside, outside = line.split()
            self.compared += int(compared)
            self.numbers += int(numbers)
            self.others += int(others)
            self.free += free == "holds"
            if (free == "holds" and races != "0") or (inside == "holds" and outside != "0"):
                wrong.append(f"{kernel}, {file}: races {free}, bounds {inside}, and the executor finds {races} and {outside}")
        return True


def main(ptx_layouts):
    tool = Tool(ptx_layouts)
    count = int(os.environ.get("COLEX_DRAWN", "3000" if os.environ.get("COLEX_NIGHTLY") else "150"))
    print("nightly: inspect_ptx_addresses: 3000 drawn kernels; by day 150: each is executed twice, and every third a third time")
    seed = int(os.environ.get("COLEX_SEED", "7"))
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        if shutil.which(PTX[0]):
            for name, source in (("judged", "tests/code/ptx_judged.cu"), ("ring", "examples/execute/ring.cu")):
                subprocess.run([*PTX, "-std=c++17", HERE.parents[1] / source, "-o", folder / f"{name}.ptx"], check=True)
            for kernel, (block, *_) in ptx_judged.JUDGED.items():
                tool(folder, "judged.ptx", kernel, "2", block, ptx_judged.arguments_of(kernel))
            tool(folder, "ring.ptx", "ring", "1", "128", ["random:u32[4096]", "out:to.npy:u32[4096]", "i32:64", "i32:5"])
            print(f"{tool.kernels} kernels of clang: {tool.compared} accesses compared, {tool.numbers} with all of their base, {tool.others} that the judge leaves undecided")
        before, tool.kernels, tool.compared, tool.numbers, tool.others, tool.free = tool.compared, 0, 0, 0, 0, 0
        changed = noticed = 0
        arguments = [f"random:u32[{WORDS}]", f"out:to.npy:u32[{WORDS}]", "u32:7"]
        for k in range(count):
            text = Drawn(seed * 100000 + k).text()
            (folder / "drawn.ptx").write_text(text)
            if not tool(folder, "drawn.ptx", "k", "2", "64", arguments) and wrong:
                break
            places = list(re.finditer(r"(?m)^  (?:add|mul\.lo|mad\.lo|shl|shr|bfe|and|or)\.[subu]32 [^;\n]*, (\d+);$", text))
            if k % 3 == 0 and places:
                at = random.Random(k).choice(places)
                (folder / "other.ptx").write_text(text[: at.start(1)] + str(int(at[1]) ^ 1) + text[at.end(1) :])
                changed += 1
                noticed += tool(folder, "drawn.ptx=other.ptx", "k", "2", "64", arguments, noticed=True)
        print(f"{tool.kernels} drawn kernels: {tool.compared} accesses compared, {tool.numbers} with all of their base, {tool.others} undecided; {tool.not_understood} not understood")
        print(f"in {tool.free} of {2 * tool.kernels} launches the judge says that shared memory is free of races, and the executor finds none")
        print(f"{noticed} of {changed} kernels of which another number is executed than is judged are noticed")
        if noticed < changed / 3:
            wrong.append("too few changes are noticed")
        if tool.compared < 100 * count or tool.compared == before:
            wrong.append("too few accesses are compared")
    if wrong:
        sys.exit("FAIL: " + "\n".join(wrong[:20]))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
