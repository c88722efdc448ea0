#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles the steps of examples/gemm_ladder for sm_90a: each has its instructions, so many times, and keeps all in registers.

  ladder_code.py HEADER -Iinclude -Igpu_kernels      the header of the last steps, which includes the first ones
"""
import os
import re
import sys
import tempfile

from device_code import run, tool

MMA, CP_ASYNC = r"mma\.sync\.aligned\.m16n8k16", r"cp\.async\.cg\.shared\.global"
WGMMA, BOX = r"wgmma\.mma_async\.sync\.aligned\.m64n%dk16", r"cp\.async\.bulk\.tensor"
# Of a kernel: patterns and how often each stands in it. The k-tile's four steps are unrolled, the loop over k-tiles is not.
EXPECTED = {"one_element": {MMA: 0}, "by_vectors": {MMA: 0, r"ld\.global\.(?:nc\.)?[bu]16": 0}, "by_shared_tiles": {MMA: 0, r"st\.shared\.v4": 2},
            "by_register_tiles": {MMA: 0, r"st\.shared\.v4": 8}, "by_warps": {MMA: 64, CP_ASYNC: 0}, "by_stages": {MMA: 64, CP_ASYNC: 24},
            "by_boxes": {WGMMA % 128: 4, BOX: 2}, "by_roles": {WGMMA % 256: 4, BOX: 2}}  # fmt: skip


def main(header, *flags):
    compiler = [tool("nvcc", "/usr/local/cuda/bin/nvcc"), "-x", "cu", "-std=c++20", "-O3", "--expt-relaxed-constexpr", "-diag-suppress", "20208"]
    with tempfile.TemporaryDirectory() as folder:
        source = f"{folder}/steps.cu"
        with open(source, "w", encoding="utf-8") as file:
            file.write(f'#include "{os.path.abspath(header)}"\n')
        run(*compiler, "-gencode=arch=compute_90a,code=compute_90a", *flags, "-ptx", source, "-o", f"{folder}/steps.ptx")
        said = run(compiler[0].replace("nvcc", "ptxas"), "-arch=sm_90a", "-v", f"{folder}/steps.ptx", "-o", f"{folder}/steps.cubin")
        with open(f"{folder}/steps.ptx", encoding="utf-8") as file:
            bodies = dict(re.findall(r"\.entry _ZN6ladder\d+([a-z_]+?)ENS_.*?\n\{(.*?)\n\}", file.read(), re.S))
    wrong = [f"kernels {sorted(bodies)}, expected {sorted(EXPECTED)}"] if set(bodies) != set(EXPECTED) else []
    for name, counts in EXPECTED.items():
        for pattern, count in counts.items():
            found = len(re.findall(pattern, bodies.get(name, "")))
            wrong += [f"{name}: {found} of {pattern}, expected {count}"] if found != count else []
    spills = re.findall(r"(\d+) bytes stack frame, (\d+) bytes spill stores", said)
    wrong += [f"stack frames and spills {spills}, expected none of {len(EXPECTED)}"] if spills != [("0", "0")] * len(EXPECTED) else []
    print("\n".join(f"FAIL: {line}" for line in wrong) or f"ok: {len(EXPECTED)} steps have their instructions, and nothing is spilled")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
