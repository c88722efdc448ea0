#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kernels in TileLang, by its package and nvcc, without a device: compile_tilelang.py FOLDER TARGET...

FOLDER gets TARGET_NAME.ptx and TARGET_NAME.json, as compile_triton.py makes them. TileLang writes C++ for CUDA, and its package has the headers that this includes.
"""
import json
import pathlib
import re
import subprocess
import sys

import tilelang
import tilelang.language as T
import tvm
from tilelang import lower

HERE = pathlib.Path(tilelang.__file__).resolve().parent


def product(stages, kind="float16", BM=128, BN=128, BK=32):
    @T.prim_func
    def main(A: T.Tensor((1024, 1024), kind), B: T.Tensor((1024, 1024), kind), C: T.Tensor((1024, 1024), "float16")):
        with T.Kernel(1024 // BN, 1024 // BM, threads=128) as (x, y):
            a, b = T.alloc_shared((BM, BK), kind), T.alloc_shared((BK, BN), kind)
            total = T.alloc_fragment((BM, BN), "float32")
            T.clear(total)
            for k in T.Pipelined(1024 // BK, num_stages=stages):
                T.copy(A[y * BM, k * BK], a)
                T.copy(B[k * BK, x * BN], b)
                T.gemm(a, b, total)
            T.copy(total, C[y * BM, x * BN])

    return main


def transpose():
    @T.prim_func
    def main(A: T.Tensor((1024, 2048), "float16"), B: T.Tensor((2048, 1024), "float16")):
        with T.Kernel(2048 // 64, 1024 // 64, threads=128) as (x, y):
            tile = T.alloc_shared((64, 64), "float16")
            T.copy(A[y * 64, x * 64], tile)
            for i, j in T.Parallel(64, 64):
                B[x * 64 + i, y * 64 + j] = tile[j, i]

    return main


def add():
    @T.prim_func
    def main(A: T.Tensor((65536,), "float32"), B: T.Tensor((65536,), "float32"), C: T.Tensor((65536,), "float32")):
        with T.Kernel(64, threads=128) as x:
            for i in T.Parallel(1024):
                C[x * 1024 + i] = A[x * 1024 + i] + B[x * 1024 + i]

    return main


def row_sums():
    @T.prim_func
    def main(A: T.Tensor((1024, 512), "float32"), B: T.Tensor((1024,), "float32")):
        with T.Kernel(1024 // 64, threads=128) as x:
            rows, sums = T.alloc_fragment((64, 512), "float32"), T.alloc_fragment((64,), "float32")
            T.copy(A[x * 64, 0], rows)
            T.reduce_sum(rows, sums, dim=1)
            T.copy(sums, B[x * 64])

    return main


def softmax():
    @T.prim_func
    def main(A: T.Tensor((1024, 512), "float32"), B: T.Tensor((1024, 512), "float32")):
        with T.Kernel(1024 // 32, threads=128) as x:
            rows, most, sums = T.alloc_fragment((32, 512), "float32"), T.alloc_fragment((32,), "float32"), T.alloc_fragment((32,), "float32")
            T.copy(A[x * 32, 0], rows)
            T.reduce_max(rows, most, dim=1)
            for i, j in T.Parallel(32, 512):
                rows[i, j] = T.exp(rows[i, j] - most[i])
            T.reduce_sum(rows, sums, dim=1)
            for i, j in T.Parallel(32, 512):
                rows[i, j] = rows[i, j] / sums[i]
            T.copy(rows, B[x * 32, 0])

    return main


def through_shared():
    @T.prim_func
    def main(A: T.Tensor((1024, 1024), "float32"), B: T.Tensor((1024, 1024), "float32")):
        with T.Kernel(16, 16, threads=128) as (x, y):
            tile = T.alloc_shared((64, 64), "float32")
            for s in T.Pipelined(1, num_stages=1):
                T.copy(A[y * 64, x * 64], tile)
                T.copy(tile, B[y * 64, x * 64])

    return main


KERNELS = {"product_1_stage": product(1), "product_2_stages": product(2), "product_3_stages": product(3), "product_bf16": product(2, "bfloat16"),
           "product_small": product(2, "float16", 64, 64, 64), "transpose": transpose(), "add": add(), "row_sums": row_sums(), "softmax": softmax(), "through_shared": through_shared()}  # fmt: skip


def main(folder, *targets):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for arch in targets:
        target = tvm.target.Target({"kind": "cuda", "arch": arch})
        for name, kernel in KERNELS.items():
            stem = folder / f"{arch}_tilelang_{name}"
            try:
                with target:
                    source = str(lower(kernel, target=target, enable_host_codegen=False, enable_device_compile=False).kernel_source)
                stem.with_suffix(".cu").write_text(source)
                made = subprocess.run(["nvcc", "-x", "cu", "-std=c++17", "-ptx", f"-arch={arch}{'a' if arch == 'sm_90' else ''}", f"-I{HERE / 'src'}", f"-I{HERE / '3rdparty/cutlass/include'}",
                                       stem.with_suffix(".cu"), "-o", stem.with_suffix(".ptx")], capture_output=True, text=True, check=False)  # fmt: skip
                if made.returncode != 0:
                    raise RuntimeError(made.stderr.strip().splitlines()[0])
            except Exception as why:  # noqa: BLE001 - a compiler's own, of any kind
                print(f"not compiled: {stem.name}: {(str(why).strip().splitlines() or [repr(why)])[-1][:200]}")
                continue
            threads = re.search(r"__launch_bounds__\((\d+)", source)
            stem.with_suffix(".json").write_text(json.dumps({"lds": 65536, "threads": int(threads[1]) if threads else 128}))


if __name__ == "__main__":
    main(*sys.argv[1:])
