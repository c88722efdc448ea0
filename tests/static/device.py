#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles device.cpp for a GPU, as CUDA by nvcc and as HIP by Clang: `stop` and wrong text must be callable there.

  device.py device.cpp include nvcc          exit status 77 where the compiler is absent
"""
import shutil
import subprocess
import sys

FLAGS = {
    "nvcc": ["-x", "cu", "-arch=sm_90a", "--expt-relaxed-constexpr", "-Werror=cross-execution-space-call", "-ptx", "-o", "/dev/null"],
    "clang++-19": ["-x", "hip", "--cuda-device-only", "--offload-arch=gfx90a", "-nogpulib", "-nogpuinc", "-O1", "-S", "-o", "/dev/null"],
}
source, include, compiler = sys.argv[1:]
path = shutil.which(compiler) or shutil.which(f"/usr/local/cuda/bin/{compiler}")
if path is None:
    print(f"SKIPPED: no {compiler} on this machine; the value form is not compiled for its device")
    sys.exit(77)
sys.exit(subprocess.run([path, "-std=c++20", f"-I{include}", *FLAGS[compiler], source], check=False, timeout=300).returncode)
