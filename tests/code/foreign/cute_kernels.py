# SPDX-License-Identifier: MIT
"""Kernels in CuTe DSL as people write them, for `colex inspect --cute-dsl` (compiled_test.py): by element, a tile through shared memory, a sum of rows."""
import cutlass
from cutlass import cute
from cutlass.cute.nvgpu import CopyUniversalOp, cpasync

F16, F32 = cutlass.Float16, cutlass.Float32


@cute.kernel
def scale_kernel(a: cute.Tensor, b: cute.Tensor, n: cutlass.Int32):
    i = cute.arch.block_idx()[0] * 256 + cute.arch.thread_idx()[0]
    if i < n:
        b[i] = a[i] * 2.0


@cute.jit
def scale(a: cute.Tensor, b: cute.Tensor, n: cutlass.Int32):
    scale_kernel(a, b, n).launch(grid=((n + 255) // 256, 1, 1), block=(256, 1, 1))


@cute.kernel
def copy_kernel(a: cute.Tensor, b: cute.Tensor, layout: cute.ComposedLayout, into: cute.TiledCopy, out: cute.TiledCopy):
    t, (x, y, _) = cute.arch.thread_idx()[0], cute.arch.block_idx()
    tile = cutlass.utils.SmemAllocator().allocate_tensor(F16, layout.outer, 128, layout.inner)
    to, back = into.get_slice(t), out.get_slice(t)
    cute.copy(into, to.partition_S(cute.local_tile(a, (64, 64), (y, x))), to.partition_D(tile))
    cute.arch.cp_async_commit_group()
    cute.arch.cp_async_wait_group(0)
    cute.arch.sync_threads()
    part = back.partition_S(tile)
    held = cute.make_fragment_like(part)
    cute.autovec_copy(part, held)
    cute.copy(out, held, back.partition_D(cute.local_tile(b, (64, 64), (y, x))))


def copied(a, b, swizzle):
    layout = cute.make_composed_layout(swizzle, 0, cute.make_layout((64, 64), stride=(64, 1)))
    by_row, by_column = cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((8, 16))
    into = cute.make_tiled_copy_tv(cute.make_copy_atom(cpasync.CopyG2SOp(), F16, num_bits_per_copy=128), by_row, cute.make_layout((1, 8)))
    out = cute.make_tiled_copy_tv(cute.make_copy_atom(CopyUniversalOp(), F16, num_bits_per_copy=16), by_column, cute.make_layout((8, 1)))
    copy_kernel(a, b, layout, into, out).launch(grid=(cute.size(a, mode=[1]) // 64, cute.size(a, mode=[0]) // 64, 1), block=(128, 1, 1))


@cute.jit
def tiled_copy(a: cute.Tensor, b: cute.Tensor):
    copied(a, b, cute.make_swizzle(3, 4, 3))  # of a pointer it is one of bytes


@cute.jit
def overlapping_copy(a: cute.Tensor, b: cute.Tensor):
    copied(a, b, cute.make_swizzle(3, 3, 3))  # as of elements: chunks of 16 bytes overlap


@cute.kernel
def total_kernel(a: cute.Tensor, b: cute.Tensor):
    t, row = cute.arch.thread_idx()[0], cute.arch.block_idx()[0]
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    part = cutlass.utils.SmemAllocator().allocate_tensor(F32, cute.make_layout(8), 16)
    v = F32(0)
    for k in cutlass.range(cute.size(a, mode=[1]) // 256):
        v += a[row, k * 256 + t]
    v = cute.arch.warp_reduction(v, lambda p, q: p + q)
    if lane == 0:
        part[warp] = v
    cute.arch.sync_threads()
    if warp == 0:
        v = part[lane] if lane < 8 else F32(0)
        v = cute.arch.warp_reduction(v, lambda p, q: p + q)
        if lane == 0:
            b[row] = v


@cute.jit
def total(a: cute.Tensor, b: cute.Tensor):
    total_kernel(a, b).launch(grid=(cute.size(a, mode=[0]), 1, 1), block=(256, 1, 1))
