# SPDX-License-Identifier: MIT
"""GEMM kernels for AMD judged without a device: the instructions of one step of K, as the compilers emit them, under two models.

tools/bench --amd-static prints the table. The first model is llvm-mca-19's, of one wave alone. The second is ours: the waves that
registers and LDS leave room for run the loop on one SIMD of four that are alike. Time goes by quad-cycles, four clocks each.

- A wave issues its instructions in order, one a quad-cycle; a SIMD issues one of each kind: vector (matrix ones among them), scalar,
  LDS, memory, branches. Waves take turns.
- The matrix unit is busy for the passes of an instruction. A result of it can be read 2 quad-cycles after it is done, or at once as the
  accumulator of the next.
- LDS moves 128 bytes a clock and the path to memory 64, both shared by the four SIMDs; what is read is there 16 quad-cycles after its
  turn from LDS, 200 from memory. A load that goes straight to LDS takes both paths. s_waitcnt waits for what it names; s_barrier, for the block's other waves.

The share is the time that the matrix unit is busy. The model knows no cache, no clock that falls with power, and no conflict in LDS: these are
counted apart, by the bank model (gpu_kernels/tiles). So it is a bound, of a device whose memory keeps up.
"""
import functools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))
from amd_object import CODE_OBJECT, compilers  # noqa: E402
from cached import cached  # noqa: E402

# Clocks of a matrix instruction by target: AMD's calculator has gfx90a and gfx942; those of gfx950 are AMD's of CDNA 4.
PASSES = {
    "gfx90a": {"16x16x16": 8, "32x32x8": 16, "16x16x4f32": 8, "16x16x4_f32": 8, "16x16x4f64": 8},
    "gfx942": {"16x16x16": 4, "32x32x8": 8, "16x16x32": 4, "32x32x16": 8, "16x16x4_f32": 8, "16x16x4_f64": 8},
    "gfx950": {"16x16x16": 4, "32x32x8": 8, "16x16x32": 4, "32x32x16": 8, "16x16x64": 4, "32x32x32": 8, "16x16x4_f32": 8, "16x16x4_f64": 16,
               "16x16x128_f8f6f4": 8, "32x32x64_f8f6f4": 16},
}
# Compute units, GHz, bytes of LDS: of MI250X (one of its two dies), MI300X and MI355X.
DEVICE = {"gfx90a": (110, 1.7, 65536), "gfx942": (304, 2.1, 65536), "gfx950": (256, 2.4, 163840)}


class Kernel(NamedTuple):
    """What a compiler said of a kernel: its assembly, and the shape of a block."""

    name: str
    target: str
    text: str  # from its label to its end
    registers: int
    spills: int
    scratch: int
    lds: int
    code_bytes: int
    waves: int  # of a block
    tile: tuple  # rows, columns and K
    element_bytes: float

    @property
    def waves_per_simd(self):
        """How many waves fit into a SIMD: by registers, by LDS, at most 8; blocks are whole."""
        by_registers = 512 // ((self.registers + 7) // 8 * 8)
        blocks = min(by_registers * 4 // self.waves, DEVICE[self.target][2] // self.lds if self.lds else 8)
        return min(8, blocks * self.waves // 4)


@functools.cache
def kind(instruction):
    name = instruction.split()[0]
    if name.startswith("v_mfma") or name.startswith("v_smfmac"):
        return "MFMA"
    if re.match(r"s_(waitcnt|barrier|nop|setprio|sleep|sched|delay|clause)", name):
        return "wait"
    if re.match(r"s_(c?branch|setpc|endpgm)", name):
        return "branch"
    for prefix, unit in (("v_", "VALU"), ("s_", "SALU"), ("ds_", "LDS")):
        if name.startswith(prefix):
            return unit
    if re.match(r"(buffer|global|flat|scratch)_", name):
        return "VMEM"
    sys.exit(f"amd_static: an instruction of no known kind: {instruction}")


@functools.cache
def passes(target, instruction):
    name = instruction.split()[0]
    found = [p for shape, p in PASSES[target].items() if re.search(rf"_{shape}(?!\d)", name)]
    if "f8f6f4" in name and "cbsz:4 blgp:4" in instruction:  # of 4 bits twice as fast
        found = [p // 2 for p in found]
    if len(found) != 1:
        sys.exit(f"amd_static: {target}: how long does {name} take?")
    return found[0]


def bytes_moved(instruction):
    """Of one lane."""
    name = instruction.split()[0]
    for pattern, size in ((r"b128|dwordx4|2(st64)?_b64", 16), (r"b96|dwordx3", 12), (r"b64|dwordx2|2(st64)?_b32|tr_b64", 8)):
        if re.search(pattern, name):
            return size
    return 4


def flop(instruction):
    m, n, k = map(int, re.search(r"_(\d+)x(\d+)x(\d+)", instruction).groups())
    return 2 * m * n * k


class Block(NamedTuple):
    code: list
    next: list


@functools.cache
def read(line):
    """The label that a line has, or the instruction, where it branches to and on what, and whether the kernel ends there."""
    line = line.split(";")[0].rstrip()
    if label := re.match(r"(\.L\w+|\w+):", line):
        return label[1], None, None, False
    if not re.match(r"\s+[a-z]\w+(\s|$)", line) or re.match(r"\s+\.", line):
        return None, None, None, False
    branch = re.match(r"\s+s_(c?)branch(?:_\w+)?\s+(\S+)", line)
    return None, line.strip(), branch and branch.groups(), "s_endpgm" in line or "s_setpc" in line


def blocks_of(text):
    """Label -> block of straight code; blocks without a label are numbered."""
    blocks, name, code, count = {}, "entry", [], 0

    def close(targets):
        nonlocal code
        blocks[name] = Block(code, targets)
        code = []

    for line in text.splitlines():
        label, instruction, branch, ends = read(line)
        if label:
            close([label])
            name = label
        elif instruction:
            code.append(instruction)
            if branch or ends:
                count += 1
                follow = f"after {count}"
                close(([branch[1]] if branch else []) + ([follow] if branch and branch[0] else []))
                name = follow
    close([])
    return blocks


def components(blocks):
    """The strongly connected components, by Tarjan's algorithm without recursion."""
    index, low, stack, on, out = {}, {}, [], set(), []
    for root in blocks:
        if root in index:
            continue
        work = [(root, 0)]
        while work:
            node, at = work.pop()
            if at == 0:
                index[node] = low[node] = len(index)
                stack.append(node)
                on.add(node)
            children = [n for n in blocks[node].next if n in blocks]
            again = False
            for i in range(at, len(children)):
                child = children[i]
                if child not in index:
                    work += [(node, i + 1), (child, 0)]
                    again = True
                    break
                if child in on:
                    low[node] = min(low[node], index[child])
            if again:
                continue
            if low[node] == index[node]:
                part = []
                while True:
                    part.append(stack.pop())
                    on.discard(part[-1])
                    if part[-1] == node:
                        break
                out.append(part)
            if work:
                low[work[-1][0]] = min(low[work[-1][0]], low[node])
    return out


def steady_step(text):
    """The instructions of one turn of the loop with the matrix instructions: of all ways through it the one with most of
    them, then with most wide loads and wide writes to LDS, then with fewest instructions."""
    blocks = blocks_of(text)

    def weight(name):
        code = blocks[name].code
        wide = [c for c in code if bytes_moved(c) == 16]
        return (sum(kind(c) == "MFMA" for c in code), sum(kind(c) == "VMEM" for c in wide),
                sum(c.startswith("ds_write") for c in wide), -len(code))  # fmt: skip

    loops = [set(part) for part in components(blocks) if len(part) > 1 or part[0] in blocks[part[0]].next]
    loop = max(loops, key=lambda part: sum(weight(n)[0] for n in part), default=None)
    if not loop or not sum(weight(n)[0] for n in loop):
        sys.exit("amd_static: no loop with matrix instructions")
    head = next(n for m in blocks if m not in loop for n in blocks[m].next if n in loop)
    best, from_ = {head: weight(head)}, {}
    # Reverse postorder of a depth-first walk: what leads against it closes a loop.
    order, seen, work = [], {head}, [(head, iter(blocks[head].next))]
    while work:
        follow = next((n for n in work[-1][1] if n in loop and n not in seen), None)
        if follow is None:
            order.append(work.pop()[0])
        else:
            seen.add(follow)
            work.append((follow, iter(blocks[follow].next)))
    order.reverse()
    rank = {n: i for i, n in enumerate(order)}
    for name in order:
        if name not in best:
            continue
        for follow in blocks[name].next:
            if follow in loop and rank[follow] > rank[name]:
                total = tuple(a + b for a, b in zip(best[name], weight(follow)))
                if follow not in best or total > best[follow]:
                    best[follow], from_[follow] = total, name
    ends = [n for n in best if head in blocks[n].next]
    way = [max(ends, key=lambda n: best[n])]
    while way[-1] != head:
        way.append(from_[way[-1]])
    return [c for n in reversed(way) for c in blocks[n].code]


def machine_code_analyzer(target, code):
    """Quad-cycles of a turn by llvm-mca, one wave alone; None where it does not know the target. Version 19 crashes on loads by a
    buffer's descriptor: it is given loads of the same registers by address."""
    turns = 20
    by_address = [re.sub(r"buffer_load_(\w+) ([^,]+), (v\d+), s\[(\d+):\d+\], \S+ offen",
                         lambda m: f"global_load_{m[1]} {m[2]}, {m[3]}, s[{m[4]}:{int(m[4]) + 1}]", c) for c in code]  # fmt: skip
    straight = "\n".join(c for c in by_address if kind(c) != "branch")
    ran = subprocess.run(["llvm-mca-19", "-mtriple=amdgcn-amd-amdhsa", f"-mcpu={target}", f"-iterations={turns}"], input=straight,
                         capture_output=True, text=True)  # fmt: skip
    if ran.returncode != 0 or "is not a recognized processor" in ran.stderr:
        return None
    return int(re.search(r"Total Cycles:\s+(\d+)", ran.stdout)[1]) / turns


LATENCY = {"LDS": 16, "VMEM": 200}
RATE = {"LDS": 128, "VMEM": 64}  # bytes a clock, of a compute unit


@functools.cache
def registers(text, files="va"):
    """The registers that an operand names: vector ones and accumulators, scalar ones if asked."""
    return frozenset(f"{kind}{n}" for kind, low, high in re.findall(rf"\b([{files}])\[?(\d+)(?::(\d+)\])?", text)
                     for n in range(int(low), int(high or low) + 1))  # fmt: skip


class Step(NamedTuple):
    """An instruction as the model sees it."""

    unit: str
    passes: int
    busy: float  # quad-cycles of the unit's path, of all SIMDs
    busy_lds: float  # of that of LDS, too: of a load straight to it
    writes: set
    reads: set
    vm: int  # s_waitcnt: at most so many may be under way
    lgkm: int
    is_barrier: bool


def step_of(target, text):
    unit, operands = kind(text), text.split(None, 1)[1].split(",") if " " in text or "\t" in text else []
    store = re.search(r"_(write|store)|_lds\b|\blds$", text) is not None
    vector = [registers(o) for o in operands]
    writes = vector[0] if vector and unit in ("MFMA", "VALU") else set()
    # An accumulator is handed on inside the matrix unit.
    reads = set().union(*(vector[1:3] if unit == "MFMA" else vector if store or unit == "LDS" else vector[1:]), set())
    wait = {name: int(n) for name, n in re.findall(r"(vmcnt|lgkmcnt)\((\d+)\)", text)}
    busy = 64 * bytes_moved(text) / RATE[unit] if unit in RATE else 0
    busy_lds = 64 * bytes_moved(text) / RATE["LDS"] if unit == "VMEM" and re.search(r"\blds$|_lds_", text) else 0
    return Step("VALU" if unit == "MFMA" else unit, passes(target, text) if unit == "MFMA" else 0, busy, busy_lds, writes, reads,
                wait.get("vmcnt", 99), wait.get("lgkmcnt", 99), text.startswith("s_barrier"))  # fmt: skip


class Wave:
    def __init__(self, block):
        self.block, self.at, self.turn, self.ready = block, 0, 0, 0
        self.pending = {"VMEM": [], "LDS": []}
        self.known = {}  # register -> when it can be read


def simulate(kernel, code, turns=12):
    """Quad-cycles of a turn, of the waves of a SIMD side by side, once the first turns are over."""
    steps = [step_of(kernel.target, c) for c in code]
    per_block = max(1, kernel.waves // 4)
    waves = [Wave(i // per_block) for i in range(kernel.waves_per_simd)]
    matrix_free, path_free, time, half = 0, {"LDS": 0.0, "VMEM": 0.0}, 0, None
    arrived = {}
    while min(w.turn for w in waves) < turns:
        used = set()
        for wave in sorted(waves, key=lambda w: (w.turn, w.at)) if time % 2 else sorted(waves, key=lambda w: (-w.turn, -w.at)):
            step = steps[wave.at]
            if wave.ready > time or step.unit in used:
                continue
            if any(wave.known.get(r, 0) > time for r in step.reads) or (step.passes and matrix_free > time):
                continue
            under_way = {unit: sum(t > time for t in wave.pending[unit]) for unit in wave.pending}
            if under_way["VMEM"] > step.vm or under_way["LDS"] > step.lgkm:
                continue
            if step.is_barrier:
                mates = arrived.setdefault(wave.block, set())
                mates.add(wave)
                if len(mates) < per_block:
                    wave.ready = float("inf")
                    continue
                for mate in mates:
                    mate.ready = time + 1
                    mate.at = (mate.at + 1) % len(steps)
                    mate.turn += mate.at == 0
                arrived[wave.block] = set()
                continue
            used.add(step.unit)
            done = time + 1
            if step.passes:
                matrix_free = time + step.passes
                done = matrix_free + 2
            if step.busy:
                path_free[step.unit] = max(path_free[step.unit], time) + step.busy
                path_free["LDS"] = max(path_free["LDS"], time) + step.busy_lds if step.busy_lds else path_free["LDS"]
                wave.pending[step.unit] = [t for t in wave.pending[step.unit] if t > time] + [path_free[step.unit] + LATENCY[step.unit]]
            for register in step.writes:
                wave.known[register] = done
            wave.ready, wave.at = time + 1, (wave.at + 1) % len(steps)
            wave.turn += wave.at == 0
        time += 1
        if half is None and min(w.turn for w in waves) >= turns // 2:
            half = time, sum(w.turn + w.at / len(steps) for w in waves)
        if time > 10**6:
            sys.exit("amd_static: the loop does not end in the model")
    # Waves may get ahead of each other: what all of them did counts.
    done = sum(w.turn + w.at / len(steps) for w in waves) - half[1]
    return (time - half[0]) * len(waves) / done


class Row(NamedTuple):
    kernel: Kernel
    counts: dict
    matrix: int  # quad-cycles of a turn of one wave
    flop: int  # of it
    turn: float  # of all waves of a SIMD, by our model
    alone: float  # of one wave, by llvm-mca

    @property
    def share(self):
        return self.matrix * self.kernel.waves_per_simd / self.turn

    @property
    def bound(self):
        """TFLOP/s of the whole device."""
        units, clock, _ = DEVICE[self.kernel.target]
        return 4 * self.flop * self.kernel.waves_per_simd * units * clock * 1e9 / (4 * self.turn) / 1e12

    @property
    def from_l2(self):
        """TB/s that the blocks read at that bound, each its own tiles."""
        m, n, _ = self.kernel.tile
        return self.bound * self.kernel.element_bytes * (m + n) / (2 * m * n)


def judge(kernel):
    code = steady_step(kernel.text)
    counts = {name: sum(kind(c) == name for c in code) for name in ("MFMA", "VALU", "SALU", "LDS", "VMEM", "wait", "branch")}
    matrix = sum(passes(kernel.target, c) for c in code if kind(c) == "MFMA")
    done = sum(flop(c) for c in code if kind(c) == "MFMA")
    return Row(kernel, counts, matrix, done, simulate(kernel, code), machine_code_analyzer(kernel.target, code))


def number(text, key):
    return int(re.search(rf"\.{key}:\s+(\d+)", text)[1])


def parse(assembly, symbol, name, target, waves, tile, element_bytes, lds=None):
    """The kernel whose symbol matches, from a compiler's assembly; `lds` where its notes do not have it."""
    label = re.search(rf"^(\w*{symbol}\w*):", assembly, re.M)[1]
    text = assembly[re.search(rf"^{label}:", assembly, re.M).end() :]
    notes = re.search(rf"  - \.a(?:gpr_count|rgs)(?:(?!\n  - \.a).)*?\.name:\s+{label}\n(?:(?!\n  - \.a).)*", assembly, re.S)[0]
    return Kernel(name, target, text[: text.index(".Lfunc_end")], number(notes, "vgpr_count"),
                  number(notes, "vgpr_spill_count"), number(notes, "private_segment_fixed_size"),
                  lds if lds is not None else number(notes, "group_segment_fixed_size"),
                  int(re.search(r"codeLenInByte = (\d+)", text)[1]), waves, tuple(tile), element_bytes)  # fmt: skip


# Ours: the type of the config, the waves of a block, its tile, rows of which are 64 bytes along K, of mxfp4 32, and its LDS where launches name it.
WHOLE = [("GemmMfmaI8Pipelined", 8, (256, 256, 64), 65536), ("GemmMfmaF32Pipelined", 8, (256, 128, 16), 65536),
         ("GemmMfmaF64Pipelined", 8, (256, 128, 8), 65536)]
OURS = {
    "gfx90a": [("GemmMfmaBf16Pipelined", 8, (256, 256, 32), 65536), *WHOLE, ("GemmMfmaBf16", 4, (128, 128, 32))],
    "gfx942": [("GemmMfmaBf16Pipelined", 8, (256, 256, 32), 65536), ("GemmMfmaF16Pipelined", 8, (256, 256, 32), 65536),
               ("GemmMfmaE4M3FnuzPipelined", 8, (256, 256, 64), 65536), *WHOLE, ("GemmMfmaBf16", 4, (128, 128, 32)), ("GemmMfmaBf16Shuffled", 4, (128, 128, 32)),
               ("GemmMfmaE4M3Fnuz", 4, (128, 128, 64))],
    "gfx950": [("GemmMfmaBf16Direct", 4, (256, 256, 32), 131072), ("GemmMfmaF16Direct", 4, (256, 256, 32), 131072),
               ("GemmMfmaE4M3Direct", 4, (256, 256, 64), 131072), ("GemmMfmaMxfp8Direct", 4, (256, 256, 64), 131072),
               ("GemmMfmaMxfp4Direct", 4, (256, 256, 64), 65536), ("GemmMfmaBf16Pipelined", 8, (256, 256, 32), 65536), *WHOLE, ("GemmMfmaBf16", 4, (128, 128, 32))],
}  # fmt: skip


def assembly(compiler, target, configs):
    """Of our kernels of these configs. One compilation parses once for all."""
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "configs.hpp").write_text(f"#define COLEX_GEMM_CONFIGS {', '.join(c[0] for c in configs)}\n", encoding="utf-8")
        out = pathlib.Path(folder) / "code.s"
        subprocess.run(cached([*compiler, "-x", "hip", "-nogpuinc", "-nogpulib", "-std=c++20", "-O3", "--cuda-device-only",
                        f"--offload-arch={target}", CODE_OBJECT, "-include", "configs.hpp", f"-I{ROOT}/include", f"-I{ROOT}/gpu_kernels", "-S",
                        ROOT / "tests/kernel/gemm_code.cpp", "-o", out]), check=True, cwd=folder)  # fmt: skip
        return out.read_text(encoding="utf-8")


def parsed(text, target, configs):
    return [parse(text, rf"gemm_kernelI\w*?\d{config}E", f"colex {config}", target, waves, tile, 0.5 if "Mxfp4" in config else 64 // tile[2], *more)
            for config, waves, tile, *more in configs]


def ours(compiler, target, configs):
    return parsed(assembly(compiler, target, configs), target, configs)


def triton(python):
    """Of each target and type the variant with the highest bound by our model, and how many there were."""
    with tempfile.TemporaryDirectory() as folder:
        made = subprocess.run([python, ROOT / "bench/triton_gemm.py", folder], capture_output=True, text=True, check=True).stdout
        variants = [json.loads(said) for said in made.splitlines()]
        best = {}
        for v in variants:
            if "failed" in v or v["lds"] > DEVICE[v["target"]][2]:
                continue
            name = f"Triton {v['version']} {v['type']}, {v['stages']} stages"
            kernel = parse(pathlib.Path(v["path"]).read_text(encoding="utf-8"), "product", name, v["target"], v["warps"], v["tile"],
                           v["bytes"], lds=v["lds"])  # fmt: skip
            if kernel.waves_per_simd == 0:
                continue
            row, key = judge(kernel), (v["target"], v["type"])
            if key not in best or row.bound > best[key].bound:
                best[key] = row
        return [(row, sum((v["target"], v["type"]) == key for v in variants)) for key, row in best.items()]


HEAD = ("| target | kernel | tile, waves | MFMA | other vector | scalar | LDS | memory | registers | spills | scratch | LDS bytes | "
        "code bytes | waves a SIMD | mca share, one wave | our share | bound, TFLOP/s | then from L2, TB/s |\n|" + "---|" * 18)  # fmt: skip


def line(row):
    k, c = row.kernel, row.counts
    tile = " x ".join(map(str, k.tile))
    alone = f"{row.matrix / row.alone:.2f}" if row.alone else "not known"
    return (f"| {k.target} | {k.name} | {tile}, {k.waves} | {c['MFMA']} | {c['VALU']} | {c['SALU']} | {c['LDS']} | {c['VMEM']} | "
            f"{k.registers} | {k.spills} | {k.scratch} | {k.lds} | {k.code_bytes} | {k.waves_per_simd} | {alone} | "
            f"{row.share:.2f} | {row.bound:.0f} | {row.from_l2:.1f} |")  # fmt: skip


def table():
    print("No AMD device has run any of this: it is read off machine code, and bounds are bounds.\n")
    print(HEAD)
    absent, known = [], compilers(os.environ.get("COLEX_AMD_CLANG", ""))
    for target, configs in OURS.items():
        if target not in known:
            absent.append(f"{target}: COLEX_AMD_CLANG names no clang that knows it")
            continue
        for kernel in ours(known[target], target, configs):
            print(line(judge(kernel)), flush=True)
    if "COLEX_PEER_TRITON" in os.environ:
        for row, variants in triton(os.environ["COLEX_PEER_TRITON"]):
            print(line(row), flush=True)
        print(f"\nOf Triton the best of {variants} tiles and stages for each type is shown, by our bound.")
    else:
        absent.append("Triton: COLEX_PEER_TRITON names no Python that has it")
    for what in absent:
        print(f"\nnot compiled: {what}")
