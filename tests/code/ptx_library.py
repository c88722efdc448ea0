#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The library's kernels as nvcc makes PTX of them, executed: ptx_library.py COLEX LIBRARY RUNTIME HOST_LIBRARY PYTHON_FOLDER

LIBRARY is that for AMD over RUNTIME (hip_execute.cpp), which finds the kernels of the same symbols in the PTX: those of the configs that the platforms share. The bits
must be those of HOST_LIBRARY. Of a product by mma.sync, which AMD's library does not have, sums of small whole numbers are compared.
"""

import array
import json
import os
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import tempfile

import npy
from execute_library import amd_library, configs_of, every

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
from cached import cached  # noqa: E402

FILES = ("copy", "permute", "strided_copy", "gemm")
PRODUCT = "gemm_kernelINS0_15GemmMmaSyncBf16E"


def product(colex, folder, m, n, k, schedule):
    """Whether C = A B^T is right, and the report."""
    draw = random.Random(m * n + k)
    a, b = ([draw.randrange(-3, 4) for _ in range(rows * k)] for rows in (m, n))
    for name, values, rows in (("A", a, m), ("B", b, n)):
        npy.write(folder / f"{name}.npy", "<u2", (rows, k), array.array("H", (struct.unpack("<I", struct.pack("<f", v))[0] >> 16 for v in values)))
    operand = "{in:%s.npy,i64:0,i64:%d,i64:1,i64:0,u8:1,u8:%d}"
    words = (f"{{i64:{m},i64:{n},i64:{k},i64:1,i64:1,{{i32:0,i32:0,i64:1,i64:1}},{operand % ('A', k, k % 8 == 0)},{operand % ('B', k, k % 8 == 0)},"
             f"{{out:C.npy:f32[{m},{n}],i64:0,i64:{n},i64:1,i64:0,u64:0,u8:0,u8:0,u8:{int(n % 8 == 0)},{{f32:1,f32:0,i32:0}}}},u64:0}}")
    listed = json.loads(subprocess.run([colex, "execute", "gemm.ptx", "--list", "--kernel", PRODUCT, "--json"], cwd=folder, capture_output=True, text=True, check=True).stdout)["kernels"][0]
    ran = subprocess.run([colex, "execute", "gemm.ptx", "--kernel", PRODUCT, "--block", str(listed["threads"]), "--arg", words, "--schedule", schedule, "--json"], cwd=folder, capture_output=True,
                         text=True, check=False)  # fmt: skip
    if ran.returncode == 2:
        return False, ran.stderr
    want = array.array("f", (sum(x * y for x, y in zip(a[i * k : i * k + k], b[j * k : j * k + k], strict=True)) for i in range(m) for j in range(n)))
    said = json.loads(ran.stdout)
    return not said["findings"] and npy.read(folder / "C.npy", "f") == want, said


def main(colex, library, runtime, host, python):
    nvcc = shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc")
    if not nvcc:
        print("SKIP: no nvcc")
        return 77
    colex, library, runtime, host = map(os.path.abspath, (colex, library, runtime, host))
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name in FILES:
            subprocess.run(cached([nvcc, "-std=c++20", "-c", "-ptx", "-arch=sm_90a", "-O3", "-x", "cu", "--expt-relaxed-constexpr", f"-I{ROOT}/include", f"-I{ROOT}/gpu_kernels", f"-I{ROOT}/src",
                            f"{ROOT}/gpu_kernels/c/{name}.cpp", "-o", f"{name}.ptx"]), check=True, cwd=folder)  # fmt: skip
        unknown = total = 0
        for name in FILES:
            kernels = json.loads(subprocess.run([colex, "execute", folder / f"{name}.ptx", "--list", "--json"], capture_output=True, text=True, check=True).stdout)["kernels"]
            total, unknown = total + len(kernels), unknown + sum(bool(k["unknown"]) for k in kernels)
        names = [name for name in configs_of(library, python, runtime, "gfx942") if "mfma" not in name]
        configs = every(names, 6, "configs that the platforms share", "the instructions of each wave are executed")
        theirs = subprocess.run(amd_library.command_of_calls(host, python, "host", "gfx942", configs), capture_output=True, text=True, check=True).stdout.splitlines()
        record = folder / "launches.txt"
        ran = subprocess.run(amd_library.command_of_calls(library, python, "amd", "gfx942", configs), capture_output=True, text=True, check=False,
                             env={**os.environ, "LD_PRELOAD": runtime, "COLEX_HIP_DEVICE": "gfx942", "COLEX_HIP_RECORD": str(record), "COLEX_HIP_PTX": ":".join(str(folder / f"{name}.ptx") for name in FILES)})  # fmt: skip
        count = 4 * len(configs)  # behind them come products by configs of AMD's own
        ours = ran.stdout.splitlines()[:count]
        launched = {line.split()[1] for line in record.read_text().splitlines()}
        if ours != theirs[:count] or len(ours) != count or unknown or len(names) < 20:
            sys.exit(f"FAIL: {len(ours)} of {count} results, {unknown} kernels with unknown instructions: {ran.stderr[:1000]}")
        for m, n, k in ((128, 128, 64), (100, 90, 33), (60, 72, 16)):
            for schedule in ("in-order", "adversarial"):
                right, said = product(colex, folder, m, n, k, schedule)
                if not right:
                    sys.exit(f"FAIL: a product of {m}, {n}, {k}: {str(said)[:1000]}")
        print(f"{total} kernels of nvcc's PTX have no unknown instruction; {len(configs)} configs, {count} results of {len(launched)} kernels have the host platform's bits; 6 products by mma.sync are right")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
