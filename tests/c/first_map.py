#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every thread makes tensor maps, also one that has no context: Hopper's call over a stub of CUDA, without a device.

  first_map.py ROOT          exit status 77 where no clang compiles it; ROOT is the folder with gpu_kernels/ and include/

The stub's cuTensorMapEncodeTiled refuses a thread without a current context, as CUDA's driver is documented to do and a card did; that
cards do so on every driver is not shown here. The same with the line that makes the context current left out must fail, by name.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
HEADER, LINE = "platform/nvidia/tensor_copy.hpp", "cudaSetDevice(device) == cudaSuccess && "
# As CUDA's compilers do, the stub's words stand before every header: clang's own <algorithm> uses them.
FLAGS = ["-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib", "-Wno-unknown-cuda-version", "-D__CUDACC__", "-std=c++20", "-Wall", "-Wextra",
         "-Werror", f"-I{HERE / 'cuda_stub'}", "-include", "cuda_runtime.h"]  # fmt: skip


def said(compiler, root, folder, source, *first):
    """The exit status and the words of a source's program."""
    program = pathlib.Path(folder) / "program"
    subprocess.run([compiler, *FLAGS, *first, f"-I{root / 'gpu_kernels'}", f"-I{root / 'include'}", HERE / source, "-pthread", "-o", program],
                   check=True)  # fmt: skip
    ran = subprocess.run([program], capture_output=True, text=True, check=False, timeout=60)
    return ran.returncode, ran.stdout + ran.stderr


def with_clang(asked):
    """The exit status of a test: what `asked(compiler, root, folder)` answers, or 77 without a compiler."""
    root, compiler = pathlib.Path(sys.argv[1]).resolve(), shutil.which("clang++-19")
    if compiler is None:
        print("SKIPPED: no clang++-19")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        return asked(compiler, root, folder)


def asked(compiler, root, folder):
    status, words = said(compiler, root, folder, "first_map.cpp")
    print(words, end="")
    if status != 0:
        return 1
    text = (root / "gpu_kernels" / HEADER).read_text(encoding="utf-8")
    if text.count(LINE) != 1:
        sys.exit(f"FAIL: {HEADER} has not the line that is to be left out: {LINE}")
    planted = pathlib.Path(folder) / "planted" / HEADER
    planted.parent.mkdir(parents=True)
    planted.write_text(text.replace(LINE, ""), encoding="utf-8")
    status, words = said(compiler, root, folder, "first_map.cpp", f"-I{folder}/planted")
    if status == 0 or "FAIL a thread that has called nothing of CUDA's: gemm: the driver makes no tensor map" not in words:
        sys.exit(f"FAIL: without the line that makes a context current it says\n{words}")
    print("without the line that makes a context current: refused, as it must be")
    return 0


if __name__ == "__main__":
    sys.exit(with_clang(asked))
