#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kernels in CuTe DSL, by its package, without a device: compile_cute.py FOLDER TARGET

FOLDER gets TARGET_NAME.ptx and TARGET_NAME.json, as compile_triton.py makes them. The package compiles for one target of a process.
"""
import json
import os
import pathlib
import sys
import warnings

os.environ["CUTE_DSL_ARCH"], os.environ["CUTE_DSL_KEEP_PTX"] = sys.argv[2], "1"
os.environ["CUTE_DSL_DUMP_DIR"] = sys.argv[1]
import cutlass  # noqa: E402
from cutlass import cute  # noqa: E402
from cutlass.cute.runtime import make_fake_compact_tensor  # noqa: E402

F32, F16 = cutlass.Float32, cutlass.Float16


@cute.kernel
def reverse_kernel(a: cute.Tensor, b: cute.Tensor):
    t, block = cute.arch.thread_idx()[0], cute.arch.block_idx()[0]
    part = cutlass.utils.SmemAllocator().allocate_tensor(F32, cute.make_layout(256), 16)
    part[t] = a[block * 256 + t]
    cute.arch.sync_threads()
    b[block * 256 + t] = part[255 - t]


@cute.kernel
def transpose_kernel(a: cute.Tensor, b: cute.Tensor):
    t, block = cute.arch.thread_idx()[0], cute.arch.block_idx()[0]
    layout = cute.make_composed_layout(cute.make_swizzle(5, 0, 5), 0, cute.make_layout((32, 32), stride=(32, 1)))
    tile = cutlass.utils.SmemAllocator().allocate_tensor(F32, layout.outer, 128, layout.inner)
    for k in cutlass.range_constexpr(4):
        tile[t // 32 + 8 * k, t % 32] = a[block * 1024 + t + 256 * k]
    cute.arch.sync_threads()
    for k in cutlass.range_constexpr(4):
        b[block * 1024 + t + 256 * k] = tile[t % 32, t // 32 + 8 * k]


@cute.kernel
def sums_kernel(a: cute.Tensor, b: cute.Tensor):
    t, block = cute.arch.thread_idx()[0], cute.arch.block_idx()[0]
    part = cutlass.utils.SmemAllocator().allocate_tensor(F32, cute.make_layout(256), 16)
    part[t] = a[block * 256 + t]
    cute.arch.sync_threads()
    for k in cutlass.range_constexpr(8):
        half = 128 >> k
        if t < half:
            part[t] = part[t] + part[t + half]
        cute.arch.sync_threads()
    if t == 0:
        b[block] = part[0]


@cute.kernel
def ring_kernel(a: cute.Tensor, b: cute.Tensor, tiles: cutlass.Int32):
    t = cute.arch.thread_idx()[0]
    part = cutlass.utils.SmemAllocator().allocate_tensor(F32, cute.make_layout((256, 2)), 16)
    for k in cutlass.range(tiles):
        part[t, k % 2] = a[k * 256 + t]
        cute.arch.sync_threads()
        b[k * 256 + t] = part[255 - t, k % 2]


@cute.kernel
def product_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    t, x, y = cute.arch.thread_idx()[0], cute.arch.block_idx()[0], cute.arch.block_idx()[1]
    memory = cutlass.utils.SmemAllocator()
    left, right = (memory.allocate_tensor(F32, cute.make_layout((16, 16), stride=(17, 1)), 16) for _ in range(2))
    r, s = t // 16, t % 16
    total = F32(0)
    for k in cutlass.range(cute.size(a, mode=[1]) // 16):
        left[r, s] = a[y * 16 + r, k * 16 + s]
        right[r, s] = b[k * 16 + r, x * 16 + s]
        cute.arch.sync_threads()
        for q in cutlass.range_constexpr(16):
            total = total + left[r, q] * right[q, s]
        cute.arch.sync_threads()
    c[y * 16 + r, x * 16 + s] = total


@cute.kernel
def add_kernel(a: cute.Tensor, b: cute.Tensor):
    t, block = cute.arch.thread_idx()[0], cute.arch.block_idx()[0]
    b[block * 256 + t] = a[block * 256 + t] + b[block * 256 + t]


@cute.jit
def reverse(a: cute.Tensor, b: cute.Tensor):
    reverse_kernel(a, b).launch(grid=(64, 1, 1), block=(256, 1, 1))


@cute.jit
def transpose(a: cute.Tensor, b: cute.Tensor):
    transpose_kernel(a, b).launch(grid=(16, 1, 1), block=(256, 1, 1))


@cute.jit
def sums(a: cute.Tensor, b: cute.Tensor):
    sums_kernel(a, b).launch(grid=(64, 1, 1), block=(256, 1, 1))


@cute.jit
def ring(a: cute.Tensor, b: cute.Tensor, tiles: cutlass.Int32):
    ring_kernel(a, b, tiles).launch(grid=(1, 1, 1), block=(256, 1, 1))


@cute.jit
def product(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    product_kernel(a, b, c).launch(grid=(16, 16, 1), block=(256, 1, 1))


@cute.jit
def add(a: cute.Tensor, b: cute.Tensor):
    add_kernel(a, b).launch(grid=(64, 1, 1), block=(256, 1, 1))


def vector():
    return make_fake_compact_tensor(F32, (16384,))


def matrix():
    return make_fake_compact_tensor(F32, (256, 256), stride_order=(1, 0))


KERNELS = {"reverse": (reverse, vector, vector), "transpose": (transpose, vector, vector), "sums": (sums, vector, vector), "ring": (ring, vector, vector, lambda: cutlass.Int32(8)),
           "product": (product, matrix, matrix, matrix), "add": (add, vector, vector)}  # fmt: skip


def main(folder, target):
    warnings.simplefilter("ignore")
    folder = pathlib.Path(folder)
    for name, (kernel, *arguments) in KERNELS.items():
        try:
            text = cute.compile(kernel, *(make() for make in arguments)).__ptx__
        except Exception as why:  # noqa: BLE001 - a compiler's own, of any kind
            print(f"not compiled: {target}_cute_{name}: {(str(why).strip().splitlines() or [repr(why)])[-1][:200]}")
            continue
        (folder / f"{target}_cute_{name}.ptx").write_text(text.rstrip("\0"))
        (folder / f"{target}_cute_{name}.json").write_text(json.dumps({"lds": 65536, "threads": 256}))
    for file in folder.glob("cutlass_*.ptx"):
        file.unlink()


if __name__ == "__main__":
    pathlib.Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    main(*sys.argv[1:])
