#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles Hopper GEMM kernels and counts the instructions that matter in their machine code.

  hopper_code.py hopper_kernels.cpp -Iinclude -Igpu_kernels

Of every kernel: four matrix instructions (one for each 32 bytes of K), the tensor copies of one stage and those of boxes
of the result, with the stores of matrices that fill these, the two moves of registers between roles, no access to local memory, no spilled register, no warning. The code is read from the
object itself, 16 bytes an instruction: the toolkit's disassembler need not be installed; where it is, it must count
the same. By day some configs are asked, drawn by the commit; nightly all. Exit status 0 as expected, 1 not so, 77 skipped: nvcc is absent.
"""
import concurrent.futures
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from cached import cached  # noqa: E402
from drawn import drawn  # noqa: E402

CUDA_TOOLS = os.path.join(os.environ.get("CUDA_PATH", "/usr/local/cuda"), "bin")
# The low 9 bits of an instruction of sm_90 and its name in the disassembly.
OPCODES = {0x1F0: "HGMMA", 0x1F1: "IGMMA", 0x1F3: "QGMMA", 0x1B4: "UTMALDG", 0x1B5: "UTMASTG", 0x44: "STSM",
           0x1C8: "USETMAXREG", 0x183: "LDL", 0x187: "STL"}
BOXES = {"UTMASTG": 20, "STSM": 80}  # four of a result for each of five ends of sums, in 4 x 4 rows of matrices each
# Of a tile of two pieces of columns; and stores of the result without an epilogue, but with factors. Of these there are two kernels,
# one whose factors of parts are told.
PIECES = {"QGMMA": 8, "UTMALDG": 2, "UTMASTG": 24, "STSM": 96}
# Config, how many kernels it has, what is counted in each; a name that is missing is counted 0 times.
EXPECTED = [
    ("bf16, Major::k, Major::k, tile_128x256c2", 1, {"HGMMA": 4, "UTMALDG": 2, **BOXES}),  # A, half of B
    ("bf16, Major::line, Major::line, tile_128x256c2", 1, {"HGMMA": 4, "UTMALDG": 4, **BOXES}),  # boxes of 64 lines
    ("bf16, Major::k, Major::line, tile_128x128", 1, {"HGMMA": 4, "UTMALDG": 3}),
    ("bf16, Major::k, Major::k, tile_64x128", 1, {"HGMMA": 4, "UTMALDG": 2}),
    ("bf16, Major::k, Major::k, tile_64x64", 1, {"HGMMA": 4, "UTMALDG": 2}),
    ("e4m3, Major::k, Major::k, tile_128x256c2", 1, {"QGMMA": 4, "UTMALDG": 2, **BOXES}),
    ("tf32, Major::k, Major::k, tile_128x256c2", 1, {"HGMMA": 4, "UTMALDG": 2}),
    ("i8, Major::k, Major::k, tile_128x256c2", 1, {"IGMMA": 4, "UTMALDG": 2}),
    ("bf16, Major::k, Major::k, tile_128x128, true", 1, {"HGMMA": 4, "UTMALDG": 3}),  # gated: a box of each B
    ("bf16, Major::k, Major::line, tile_128x256c2, true", 1, {"HGMMA": 4, "UTMALDG": 3, "UTMASTG": 8, "STSM": 32}),  # gated: two of one B
    ("e4m3acc, Major::k, Major::k, tile_128x128", 1, {"QGMMA": 4, "UTMALDG": 2}),
    ("e4m3acc, Major::k, Major::k, tile_128x256c2", 2, PIECES),
    ("e4m3accf16, Major::k, Major::k, tile_128x256c2", 2, PIECES),
]  # fmt: skip
GROUPED = [("bf16, Major::k, Major::k, tile_128x256c2", 1, {"HGMMA": 4, "UTMALDG": 2}), ("bf16, Major::k, Major::k, tile_64x128", 1, {"HGMMA": 4, "UTMALDG": 2}),
           ("e4m3acc, Major::k, Major::k, tile_128x256c2", 2, {"QGMMA": 8, "UTMALDG": 2}), ("e4m3acc, Major::k, Major::k, tile_64x64", 1, {"QGMMA": 4, "UTMALDG": 2})]  # fmt: skip
PLANTED = "__global__ void planted(int* x, int i) { int a[64]; for (int k = 0; k < 64; ++k) a[x[k] & 63] = k; x[i] = a[i]; }"


def tool(name):
    return shutil.which(name) or shutil.which(name, path=CUDA_TOOLS)


def compile_cubin(nvcc, source, out, flags):
    command = [nvcc, "-x", "cu", "-std=c++20", "-O3", "--expt-relaxed-constexpr", "-Werror", "all-warnings",
               "-gencode=arch=compute_90a,code=sm_90a", "-Xptxas", "-v", "-c", "-cubin", *flags, source, "-o", out]  # fmt: skip
    print("+", " ".join(command), flush=True)
    done = subprocess.run(cached(command), capture_output=True, text=True, cwd=os.path.dirname(out))
    # C75..: ptxas remarks that it runs matrix instructions one by one, or leaves setmaxnreg out.
    if done.returncode != 0 or re.search(r"warning|\(C75\d\d\)", done.stdout + done.stderr, re.IGNORECASE):
        sys.exit(f"{done.stdout}{done.stderr}\nFAIL: exit status {done.returncode}, or warnings")
    return done.stdout + done.stderr


def code_of(path):
    """Kernel -> its machine code, from the sections .text.KERNEL of a 64-bit ELF file."""
    with open(path, "rb") as file:
        elf = file.read()
    table, = struct.unpack_from("<Q", elf, 0x28)
    size, count, names = struct.unpack_from("<HHH", elf, 0x3A)
    sections = [struct.unpack_from("<IIQQQQ", elf, table + i * size) for i in range(count)]
    found = {}
    for name, _, _, _, offset, length in sections:
        start = sections[names][4] + name
        text = elf[start : elf.index(b"\0", start)].decode()
        if text.startswith(".text."):
            found[text.removeprefix(".text.")] = elf[offset : offset + length]
    return found


def counted(code):
    """How often each instruction of OPCODES occurs."""
    counts = {}
    for (word,) in struct.iter_unpack("<Q8x", code):
        name = OPCODES.get(word & 0x1FF)
        if name:
            counts[name] = counts.get(name, 0) + 1
    return counts


def disassembled(path):
    """The same by the disassembler, or None where it is not installed."""
    cuobjdump = tool("cuobjdump")
    if not cuobjdump:
        return None
    kernels, counts = {}, {}
    for line in subprocess.run([cuobjdump, "-sass", path], capture_output=True, text=True, check=True).stdout.splitlines():
        label = re.search(r"Function : (\w+)", line)
        if label:
            counts = kernels.setdefault(label[1], {})
        code = re.match(r"\s*/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+\s+)?(\w+)", line)
        if code and code[1] in OPCODES.values():
            counts[code[1]] = counts.get(code[1], 0) + 1
    return kernels


def ask(nvcc, source, flags, config, kernels, counts, grouped):
    """Compiles the kernels of a config. Whether they are as expected, and a line that says so."""
    want, what = {**counts, "USETMAXREG": 2}, f"{config}{', rows in groups' * grouped}"
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "kernels.cubin")
        with open(os.path.join(folder, "chosen.hpp"), "w", encoding="utf-8") as file:
            file.write(f"#define COLEX_GEMM_CONFIGS GemmConfig<Element::{config}>\n" + "#define COLEX_GROUPED\n" * grouped)
        report = compile_cubin(nvcc, source, out, ["-include", "chosen.hpp", *flags])
        found, by_tool = [counted(code) for code in code_of(out).values()], disassembled(out)
    frames = re.findall(r"(\d+) bytes (?:stack frame|spill stores|spill loads)", report)
    registers = ", ".join(re.findall(r"Used (\d+) registers", report))
    if frames != ["0"] * (3 * kernels):
        return False, f"FAIL {what}: bytes of stack frame, spill stores and spill loads: {frames}"
    right = found == [want] * kernels and (by_tool is None or list(by_tool.values()) == found)
    return right, (f"{'ok  ' if right else 'FAIL'} {what}: {found}, {registers} registers, no stack, no spills"
                   + (f", expected {kernels} times {want}; by the disassembler {by_tool}" if not right else ""))


def main():
    source, *flags = sys.argv[1:]
    nvcc = tool("nvcc")
    if not nvcc:
        print("SKIP: nvcc is not installed: the Hopper kernels were NOT compiled")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "kernels.cubin")
        with open(os.path.join(folder, "planted.cpp"), "w", encoding="utf-8") as file:
            file.write(PLANTED)
        compile_cubin(nvcc, "planted.cpp", out, [])
        local = counted(next(iter(code_of(out).values())))
        if not local.get("LDL") or not local.get("STL"):
            sys.exit(f"FAIL: a kernel that uses local memory shows none: {local}")
        print("compared with cuobjdump" if disassembled(out) else "cuobjdump is not installed: not compared with it")
    asked = drawn([(*e, False) for e in EXPECTED], "configs", 1, "nvcc takes seconds for each")
    asked += drawn([(*e, True) for e in GROUPED], "configs for groups", 1, "nvcc takes seconds for each")
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        answers = list(pool.map(lambda entry: ask(nvcc, source, flags, *entry), asked))
    for _, line in answers:
        print(line)
    sys.exit(0 if all(right for right, _ in answers) else 1)


main()
