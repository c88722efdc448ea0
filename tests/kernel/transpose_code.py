#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""No transpose keeps an array in memory on AMD.

  transpose_code.py gfx942 transpose_kernels.cpp -Iinclude -Igpu_kernels

clang moves an array that it cannot split into registers to LDS, more than a launch counts, or to scratch memory. It is
told here not to choose LDS: then a kernel without scratch memory has no such array, and its code is the shipped one.
No vector register may be spilled either. Exit status 0 as expected, 1 not so, 77 skipped: no clang that knows the
target (COLEX_AMD_CLANG names one from 20 on).
"""
import os
import pathlib
import re
import sys
import tempfile

from device_code import run

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
from amd_object import compilers  # noqa: E402
from machine_code import configs  # noqa: E402


def main(target, source, *flags):
    compiler = compilers(os.environ.get("COLEX_AMD_CLANG", "")).get(target)
    if not compiler:
        print(f"SKIP: no clang that knows {target}")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "kernels.s"
        run(*compiler, "-x", "hip", "-nogpuinc", "-nogpulib", "-std=c++20", "-O3", "-Wall", "-Wextra", "-Werror",
            "--cuda-device-only", f"--offload-arch={target}", "-mllvm", "-disable-promote-alloca-to-lds", *flags,
            "-S", source, "-o", str(out))  # fmt: skip
        notes = out.read_text(encoding="utf-8").partition(".amdgpu_metadata")[2]
    kernels = re.split(r"\n  - \.(?=agpr_count|args)", notes)[1:]
    failed = []
    for config in configs("transpose", target).values():
        mine = [kernel for kernel in kernels if re.search(rf"\.name:\s+_Z\w*transpose_kernelI\w*?\d{config}E", kernel)]
        if len(mine) != 1:
            failed.append(f"{config}: {len(mine)} kernels")
            continue
        number = {key: int(value) for key, value in re.findall(r"\.(\w+):\s+(\d+)\n", mine[0])}
        print(config, {key: number[key] for key in ("vgpr_count", "group_segment_fixed_size")})
        for key in ("private_segment_fixed_size", "vgpr_spill_count"):
            if number[key]:
                failed.append(f"{config}: {key} is {number[key]}")
    print("\n".join("FAIL: " + what for what in failed) or "ok")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
