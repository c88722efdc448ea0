#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles Hopper GEMM kernels and counts the instructions that matter in their machine code.

  hopper_code.py hopper_kernels.cpp -Iinclude -Igpu_kernels

Of every kernel: four matrix instructions (one for each 32 bytes of K), the tensor copies of one stage and those of boxes
of the result, with the stores of matrices that fill these, the two moves of registers between roles, no access to local memory, no spilled register, no warning. The code is read from the
object itself, 16 bytes an instruction: the toolkit's disassembler need not be installed; where it is, it must count
the same. Exit status 0 as expected, 1 not so, 77 skipped: nvcc is absent.
"""
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from cached import cached  # noqa: E402

CUDA_TOOLS = os.path.join(os.environ.get("CUDA_PATH", "/usr/local/cuda"), "bin")
# The low 9 bits of an instruction of sm_90 and its name in the disassembly.
OPCODES = {0x1F0: "HGMMA", 0x1F1: "IGMMA", 0x1F3: "QGMMA", 0x1B4: "UTMALDG", 0x1B5: "UTMASTG", 0x44: "STSM",
           0x1C8: "USETMAXREG", 0x183: "LDL", 0x187: "STL"}
# A part of the kernel's name -> what is counted in it; a name that is missing is counted 0 times.
BOXES = {"UTMASTG": 20, "STSM": 80}  # four of a result for each of five ends of sums, in 4 x 4 rows of matrices each
TILE = "TileShapeELi{}ELi{}E"
EXPECTED = {
    "ElementE0ELNS1_5MajorE0ELS5_0E.*" + TILE.format(128, 256): {"HGMMA": 4, "UTMALDG": 2, **BOXES},  # A, half of B
    "ElementE0ELNS1_5MajorE1ELS5_1E.*" + TILE.format(128, 256): {"HGMMA": 4, "UTMALDG": 4, **BOXES},  # boxes of 64 lines
    "ElementE0ELNS1_5MajorE0ELS5_1E.*" + TILE.format(128, 128): {"HGMMA": 4, "UTMALDG": 3},
    "ElementE0ELNS1_5MajorE0ELS5_0E.*" + TILE.format(64, 128): {"HGMMA": 4, "UTMALDG": 2},
    "ElementE0ELNS1_5MajorE0ELS5_0E.*" + TILE.format(64, 64): {"HGMMA": 4, "UTMALDG": 2},
    "ElementE2ELNS1_5MajorE0ELS5_0E.*" + TILE.format(128, 256): {"QGMMA": 4, "UTMALDG": 2, **BOXES},
    "ElementE3ELNS1_5MajorE0ELS5_0E.*" + TILE.format(128, 256): {"HGMMA": 4, "UTMALDG": 2},
    "ElementE4ELNS1_5MajorE0ELS5_0E.*" + TILE.format(128, 256): {"IGMMA": 4, "UTMALDG": 2},
    "ElementE0ELNS1_5MajorE0ELS5_0E.*" + TILE.format(128, 128): {"HGMMA": 4, "UTMALDG": 3},  # gated: a box of each B
    "ElementE0ELNS1_5MajorE0ELS5_1E.*" + TILE.format(128, 256): {"HGMMA": 4, "UTMALDG": 3, "UTMASTG": 8, "STSM": 32},  # gated: two of one B
    "ElementE7ELNS1_5MajorE0ELS5_0E.*" + TILE.format(128, 128): {"QGMMA": 4, "UTMALDG": 2},
    # Two pieces of columns; and stores of the result without an epilogue, but with factors. Of these there are two kernels, one
    # whose factors of parts are told.
    **{f"ElementE{e}ELNS1_5MajorE0ELS5_0E.*" + TILE.format(128, 256) + f".*WorkListELb{told}E":
       {"QGMMA": 8, "UTMALDG": 2, "UTMASTG": 24, "STSM": 96} for e in (7, 16) for told in (0, 1)},
    "ElementE0ELNS1_5MajorE0ELS5_0E.*" + TILE.format(128, 256) + ".*GroupedList": {"HGMMA": 4, "UTMALDG": 2},
    "ElementE0ELNS1_5MajorE0ELS5_0E.*" + TILE.format(64, 128) + ".*GroupedList": {"HGMMA": 4, "UTMALDG": 2},
}
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

        report = compile_cubin(nvcc, source, out, flags)
        frames = re.findall(r"(\d+) bytes (?:stack frame|spill stores|spill loads)", report)
        if frames != ["0"] * (3 * len(EXPECTED)):
            sys.exit(f"FAIL: bytes of stack frame, spill stores and spill loads: {frames}")
        print("registers:", ", ".join(re.findall(r"Used (\d+) registers", report)), "; no stack, no spills")
        kernels, failed = {name: counted(code) for name, code in code_of(out).items()}, False
        by_tool = disassembled(out)
        print("cuobjdump is not installed: not compared with it" if by_tool is None else "compared with cuobjdump")
    if len(kernels) != len(EXPECTED):
        sys.exit(f"FAIL: {len(kernels)} kernels, expected {len(EXPECTED)}")
    for part, counts in EXPECTED.items():
        names = [name for name in kernels if re.search(part, name) and ("GroupedList" in name) == ("GroupedList" in part)]
        if len(names) != 1:
            sys.exit(f"FAIL: {len(names)} kernels match {part}: {sorted(kernels)}")
        want = {**counts, "USETMAXREG": 2}
        right = kernels[names[0]] == want and (by_tool is None or by_tool[names[0]] == want)
        print(f"{'ok  ' if right else 'FAIL'} {part}: {kernels[names[0]]}" + ("" if right else f", expected {want}"))
        failed = failed or not right
    sys.exit(1 if failed else 0)


main()
