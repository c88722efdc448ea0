#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The scaled matrix instructions in machine code: scaled_code.py. Each kernel of scaled_kernels.cpp is one instruction, of the atom's name,
that takes the scales from the bytes that were asked for: op_sel has the low bit of a byte's number, op_sel_hi the high one, and no format
is named, which is e4m3, or that of e2m1, whose operands are four registers each. Exit status 77: no clang that knows gfx950 (COLEX_AMD_CLANG names one from 20 on)."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
from amd_object import compilers  # noqa: E402
from cached import cached  # noqa: E402

NAMES = {"32": "v_mfma_scale_f32_32x32x64_f8f6f4", "16": "v_mfma_scale_f32_16x16x128_f8f6f4"}
PAIRS = {("32", "32"), ("16", "64")}  # rows and elements along K of the atoms of e2m1


def bytes_of(instruction):
    """The bytes that the scales of A and B come from."""
    low, high = (re.search(rf"\b{word}:\[(\d),(\d),", instruction) for word in ("op_sel", "op_sel_hi"))
    return tuple(int(low[i]) + 2 * int(high[i]) if low else 2 * int(high[i]) for i in (1, 2))


def main():
    compiler = compilers(os.environ.get("COLEX_AMD_CLANG", "")).get("gfx950")
    if not compiler:
        print("SKIP: no clang that knows gfx950")
        return 77
    if bytes_of("v_mfma v, v, v, v, v1, v2 op_sel:[0,1,0] op_sel_hi:[1,0,0]") != (2, 1):
        sys.exit("FAIL: the bytes of an instruction")
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "scaled.s"
        subprocess.run(cached([*compiler, "-x", "hip", "-nogpuinc", "-nogpulib", "-std=c++20", "-O3", "--cuda-device-only", "--offload-arch=gfx950", "-S",
                        f"-I{ROOT}/include", f"-I{ROOT}/gpu_kernels", ROOT / "tests/kernel/scaled_kernels.cpp", "-o", out]), check=True)  # fmt: skip
        text = out.read_text(encoding="utf-8")
    kernels = re.findall(r"^(_Z\w*6scaled\w*MfmaScaledI\w*?Li(32|16)ELi(\d+)E+Li(\d)ELi(\d)E\w*):(.*?)^\.Lfunc_end", text, re.S | re.M)
    for symbol, r, k, a, b, code in kernels:
        found = re.findall(r"^\s+(v_mfma\w*)(.*)$", code, re.M)
        formats = re.findall(r"\b(?:cbsz|blgp):(\d)", found[0][1]) if found else None
        sizes = [int(high) - int(low) + 1 for low, high in re.findall(r"[va]\[(\d+):(\d+)\]", found[0][1])[1:3]] if found else None
        want = (["4", "4"], [4, 4]) if (r, k) in PAIRS else ([], [8, 8])
        if len(found) != 1 or found[0][0] != NAMES[r] or bytes_of(found[0][1]) != (int(a), int(b)) or (formats, sizes) != want:
            sys.exit(f"FAIL: {symbol}: {found}")
    if len({kernel[0] for kernel in kernels}) != 64:
        sys.exit(f"FAIL: {len(kernels)} kernels, not 64")
    print("64 kernels: each is the instruction that its atom names, with the scales of the bytes asked for")
    return 0


if __name__ == "__main__":
    sys.exit(main())
