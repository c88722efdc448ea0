#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles the shipped kernels for one target and asserts what the compiler made of them.

  device_code.py clang:gfx942 device_kernels.cpp -Iinclude -Igpu_kernels

For every kernel: the number of global accesses of each width on its straight path and its loop together, no
scratch memory, no spilled register. Exit status 0 as expected, 1 not so, 77 skipped: a tool is absent.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from cached import cached  # noqa: E402

# By source file: kernels, by a part of their mangled names, and what is expected of them. Global loads and stores by
# bytes: the vector path, then the element-by-element path of the ragged end.
def repeated(tile, step):
    """The offsets of 16 repetitions of a tile."""
    (extents, strides), offsets = ([[int(n) for n in re.findall(r"-?\d+", part)] for part in tile.split(":")]), [0]
    for extent, stride in zip(extents, strides):
        offsets = [offset + k * stride for k in range(extent) for offset in offsets]
    return [repetition * step + offset for repetition in range(16) for offset in offsets]


def widest_run(every, size):
    """Elements of one access: the most that lie side by side, aligned, up to 16 bytes."""
    holds = lambda w: all(every[k] % w == 0 and every[k:k + w] == list(range(every[k], every[k] + w)) for k in range(0, len(every), w))  # noqa: E731
    return max(w for w in (1, 2, 4, 8, 16) if w * size <= 16 and holds(w))


def meet(every, vector, width):
    """Whether two accesses of one vector lie side by side: a compiler may make one of them, for which no alignment is asked."""
    return any(every[k] + width == other for first in range(0, len(every), vector)
               for k in range(first, first + vector, width) for other in every[first:first + vector:width])


JOINED = set()  # configs whose accesses a compiler may join


def copies():
    """What is expected of each config of the copy, from its layouts in the header of configs."""
    header = pathlib.Path(__file__).resolve().parents[2] / "gpu_kernels/copy/copy_configs.hpp"
    found = {}
    for name, text in re.findall(r"^struct (Copy\w+) \{\n(.*?)^\};", header.read_text(encoding="utf-8"), re.M | re.S):
        size = {"8": 1, "16": 2, "32": 4, "64": 8, "float": 4, "double": 8}[re.search(r"element = \D*?(\d+|float|double)", text)[1].removesuffix("_t")]
        vector = int(re.search(r"vector = (\d+)", text)[1])
        counts = found[name] = {}
        for access, side in (("load", "source"), ("store", "destination")):
            tile, step = re.search(rf'\b{side} = layout\("(.*?)"\)', text)[1], int(re.search(rf"\b{side}_step = (\d+)", text)[1])
            every = repeated(tile, step)
            width = widest_run(every, size)
            if meet(every, vector, width):
                JOINED.add(name)
            counts[f"{access} {width * size}"] = vector // width
            counts[f"{access} {size}"] = counts.get(f"{access} {size}", 0) + 1
    return found


EXPECTED = {"device_kernels": {
    **copies(),
    "reverse_wide": {"load 16": 1, "store 16": 1, "shared load 16": 1, "shared store 16": 1},
}, "permute_kernels": {
    r"permute_kernelINS0_\d+TransposeF32": {"load 16": 4, "store 16": 4, "shared load 16": 4, "shared store 16": 4,
        "load 4": 16, "store 4": 16, "shared load 4": 16, "shared store 4": 16},
    r"permute_kernelINS0_\d+TransposeBf16": {"load 16": 8, "store 16": 8, "shared load 16": 8, "shared store 16": 8,
        "load 2": 4, "store 2": 4, "shared load 2": 4, "shared store 2": 4},
    r"permute_kernelINS0_\d+TransposeI8": {"load 8": 8, "store 8": 8, "shared load 8": 8, "shared store 8": 8,
        "load 1": 4, "store 1": 4, "shared load 1": 4, "shared store 1": 4},
    r"permute_kernelINS0_\d+Permute3F32": {"load 16": 4, "store 16": 4, "shared load 16": 4, "shared store 16": 4,
        "load 4": 16, "store 4": 16, "shared load 4": 16, "shared store 4": 16},
}, "preshuffle_kernels": {
    r"preshuffle_kernelINS0_\d+GemmM\w+Bf16Shuffled": {"load 2": 8, "store 16": 1},
    r"preshuffle_kernelINS0_\d+GemmM\w+(?:I8|E4M3)Shuffled": {"load 1": 16, "store 16": 1},
}}.get(os.path.splitext(os.path.basename(sys.argv[2]))[0], {})
BYTES = {"ubyte": 1, "sbyte": 1, "byte": 1, "ushort": 2, "sshort": 2, "short": 2, "dword": 4, "dwordx2": 8,
         "dwordx3": 12, "dwordx4": 16, "b8": 1, "u8": 1, "b16": 2, "u16": 2, "b32": 4, "b64": 8, "b96": 12,
         "b128": 16}

# The toolkit's default prefix: its installer does not put it on the search path.
CUDA_TOOLS = os.path.join(os.environ.get("CUDA_PATH", "/usr/local/cuda"), "bin")
PTX_ACCESS = r"\s*(ld|st)\.(global|shared|local)(?:\.\w+)*?(?:\.v([24]))?\.[bufs](\d+)\s"


def tool(*names):
    """The first of the commands that exists; ends the test as skipped when none does."""
    for name in names:
        path = shutil.which(name) or shutil.which(name, path=CUDA_TOOLS)
        if path:
            return path
    print(f"SKIP: {' or '.join(names)} is not installed: this target was NOT compiled")
    sys.exit(77)


def run(*command):
    print("+", " ".join(command), flush=True)
    done = subprocess.run(cached(command) if "-c" in command or "-S" in command else command, capture_output=True, text=True)
    if done.returncode != 0 or "warning" in done.stderr:
        sys.exit(f"{done.stdout}{done.stderr}\nFAIL: exit status {done.returncode}, or warnings")
    return done.stdout + done.stderr


def config_of(symbol):
    """The key of EXPECTED that a mangled kernel name contains."""
    found = [key for key in EXPECTED if re.search(rf"\d{key}[EIL]", symbol)]
    if len(found) != 1:
        sys.exit(f"FAIL: no expectation for kernel {symbol}: add one to EXPECTED")
    return found[0]


def count(counts, kind):
    counts[kind] = counts.get(kind, 0) + 1


def amd_accesses(code_object):
    """Kernel -> accesses by kind, read from the disassembly."""
    kernels, counts = {}, None
    for line in run(tool("llvm-objdump-19", "llvm-objdump"), "-d", code_object).splitlines():
        label = re.match(r"[0-9a-f]+ <(\w+)>:", line)
        if label:
            counts = kernels.setdefault(label[1], {})
        for kind, pattern in (("", r"\bglobal_(load|store)_(\w+)"), ("shared ", r"\bds_(read|write)_(\w+)")):
            access = re.search(pattern, line)
            if access:
                verb = {"read": "load", "write": "store"}.get(access[1], access[1])
                count(counts, f"{kind}{verb} {BYTES[access[2]]}")
        if re.search(r"\b(scratch|flat|buffer)_(load|store)", line):
            count(counts, "other memory")
    return kernels


def amd_resources(code_object):
    """Checks the kernels' metadata; returns their number."""
    notes = run(tool("llvm-readelf-19", "llvm-readelf"), "--notes", code_object)
    for key in ("private_segment_fixed_size", "sgpr_spill_count", "vgpr_spill_count"):
        values = re.findall(rf"\.{key}:\s+(\d+)", notes)
        if len(values) != len(EXPECTED) or any(int(value) != 0 for value in values):
            sys.exit(f"FAIL: {key} of the kernels: {values}, expected {len(EXPECTED)} zeros")
    registers = re.findall(r"\.vgpr_count:\s+(\d+)", notes)
    print("registers:", ", ".join(registers), "VGPRs; no scratch, no spills")


def nvidia_accesses(ptx_file):
    kernels, counts = {}, None
    with open(ptx_file, encoding="utf-8") as lines:
        for line in lines:
            label = re.search(r"\.entry (\w+)", line)
            if label:
                counts = kernels.setdefault(label[1], {})
            access = re.match(PTX_ACCESS, line)
            if access:
                kind = "" if access[2] == "global" else access[2] + " "
                verb = {"ld": "load", "st": "store"}[access[1]]
                count(counts, f"{kind}{verb} {int(access[3] or 1) * int(access[4]) // 8}")
    return kernels


def fewer_for_the_same_bytes(counts, expected):
    for kind in ("load", "store"):
        (got, got_bytes), (want, want_bytes) = ((sum(n for _, n in of), sum(size * n for size, n in of)) for of in (
            [(int(key.split()[1]), n) for key, n in table.items() if key.startswith(kind)] for table in (counts, expected)))
        if got > want or got_bytes != want_bytes:
            return False
    return True


def compare(kernels, exact):
    if sorted(map(config_of, kernels)) != sorted(EXPECTED):
        sys.exit(f"FAIL: kernels compiled: {sorted(map(config_of, kernels))}, expected: {sorted(EXPECTED)}")
    failed = False
    for symbol, counts in kernels.items():
        expected = EXPECTED[config_of(symbol)]
        # A compiler may unroll the loop of the ragged end: then only the widest accesses are counted exactly.
        keys = set(expected) | set(counts)
        widest = [key for key in keys if exact or key.endswith(" 16") or "local" in key]
        wrong = {key: (counts.get(key, 0), expected.get(key, 0)) for key in widest
                 if counts.get(key, 0) != expected.get(key, 0)}
        if config_of(symbol) in JOINED and fewer_for_the_same_bytes(counts, expected):
            wrong = {}
        print(f"{'FAIL' if wrong else 'ok'}  {config_of(symbol)}: {counts}")
        for key, (got, want) in sorted(wrong.items()):
            print(f"      {key}: {got}, expected {want}")
        failed = failed or bool(wrong)
    sys.exit(1 if failed else 0)


def main():
    target, source, *flags = sys.argv[1:]
    compiler, arch = target.split(":")
    warnings = ["-Wall", "-Wextra", "-Werror"]
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "kernels")
        if compiler == "nvcc":
            nvcc = [tool("nvcc"), "-x", "cu", "-std=c++20", "--expt-relaxed-constexpr", "-Werror",
                    "all-warnings", *flags]
            code = arch.replace("sm_", "compute_")
            report = run(*nvcc, f"-gencode=arch={code},code={arch}", "-Xptxas", "-v", "-c", source, "-o", out)
            frames = re.findall(r"(\d+) bytes (?:stack frame|spill stores|spill loads)", report)
            if frames != ["0"] * (3 * len(EXPECTED)):
                sys.exit(f"FAIL: bytes of stack frame, spill stores and spill loads: {frames}")
            run(*nvcc, f"-arch={code}", "-c", "-ptx", source, "-o", out + ".ptx")
            compare(nvidia_accesses(out + ".ptx"), exact=False)
        command = {
            "hipcc": ["hipcc"],
            "clang": ["clang++-19", "-x", "hip", "-nogpuinc", "-nogpulib"],
        }[compiler]
        run(tool(command[0]), *command[1:], "-std=c++20", "-O3", *warnings, "--cuda-device-only",
            "--no-gpu-bundle-output", f"--offload-arch={arch}", *flags, "-c", source, "-o", out)
        amd_resources(out)
        compare(amd_accesses(out), exact=True)


if __name__ == "__main__":
    main()
