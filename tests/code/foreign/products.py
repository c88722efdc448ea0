# SPDX-License-Identifier: MIT
"""Kernels in Triton that multiply matrices."""
import triton
import triton.language as tl

from common import BF16, F16, F32, FP8, I8, I32, LARGE, P32, SIZES, TILES


@triton.jit
def product(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr, KIND: tl.constexpr):
    rows, columns, block = tl.cdiv(M, BM), tl.cdiv(N, BN), tl.program_id(0)
    first = block // (GROUP * columns) * GROUP
    height = min(rows - first, GROUP)
    row, column = first + block % (GROUP * columns) % height, block % (GROUP * columns) // height
    m, n, k = (row * BM + tl.arange(0, BM)) % M, (column * BN + tl.arange(0, BN)) % N, tl.arange(0, BK)
    from_a, from_b = a + m[:, None] * K + k[None, :], b + k[:, None] * N + n[None, :]
    total = tl.zeros((BM, BN), tl.int32 if KIND == tl.int32 else tl.float32)
    for s in range(0, tl.cdiv(K, BK)):
        left = tl.load(from_a, k[None, :] < K - s * BK, other=0.0)
        total = tl.dot(left, tl.load(from_b, k[:, None] < K - s * BK, other=0.0), total)
        from_a += BK
        from_b += BK * N
    m, n = row * BM + tl.arange(0, BM), column * BN + tl.arange(0, BN)
    tl.store(c + m[:, None] * N + n[None, :], total.to(KIND), (m[:, None] < M) & (n[None, :] < N))


@triton.jit
def product_of_transposed(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m, n, k = tl.program_id(0) * BM + tl.arange(0, BM), tl.program_id(1) * BN + tl.arange(0, BN), tl.arange(0, BK)
    total = tl.zeros((BM, BN), tl.float32)
    for s in range(0, K, BK):
        left = tl.load(a + (s + k)[:, None] * M + m[None, :])
        right = tl.load(b + n[:, None] * K + (s + k)[None, :])
        total = tl.dot(tl.trans(left), tl.trans(right), total)
    tl.store(c + m[:, None] * N + n[None, :], total.to(tl.float16))


@triton.jit
def product_with_bias(a, b, bias, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m, n, k = tl.program_id(0) * BM + tl.arange(0, BM), tl.program_id(1) * BN + tl.arange(0, BN), tl.arange(0, BK)
    total = tl.zeros((BM, BN), tl.float32)
    for s in range(0, K, BK):
        left = tl.load(a + m[:, None] * K + (s + k)[None, :], m[:, None] < M, other=0.0)
        total = tl.dot(left, tl.load(b + (s + k)[:, None] * N + n[None, :], n[None, :] < N, other=0.0), total)
    v = total + tl.load(bias + n, n < N, other=0.0)[None, :]
    v = v * tl.sigmoid(1.702 * v)
    tl.store(c + m[:, None] * N + n[None, :], v.to(tl.bfloat16), (m[:, None] < M) & (n[None, :] < N))


@triton.jit
def product_of_parts(a, b, c, M, N, K, part, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m, n = tl.program_id(0) * BM + tl.arange(0, BM), tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.program_id(2) * part + tl.arange(0, BK)
    total = tl.zeros((BM, BN), tl.float32)
    for s in range(0, part, BK):
        total = tl.dot(tl.load(a + m[:, None] * K + (s + k)[None, :]), tl.load(b + (s + k)[:, None] * N + n[None, :]), total)
    tl.atomic_add(c + m[:, None] * N + n[None, :], total, (m[:, None] < M) & (n[None, :] < N))


@triton.jit
def product_of_batches(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    batch = tl.program_id(2).to(tl.int64)
    a, b, c = a + batch * M * K, b + batch * K * N, c + batch * M * N
    m, n, k = tl.program_id(0) * BM + tl.arange(0, BM), tl.program_id(1) * BN + tl.arange(0, BN), tl.arange(0, BK)
    total = tl.zeros((BM, BN), tl.float32)
    for s in range(0, K, BK):
        left = tl.load(a + m[:, None] * K + (s + k)[None, :], (m[:, None] < M) & ((s + k)[None, :] < K), other=0.0)
        right = tl.load(b + (s + k)[:, None] * N + n[None, :], ((s + k)[:, None] < K) & (n[None, :] < N), other=0.0)
        total = tl.dot(left, right, total)
    tl.store(c + m[:, None] * N + n[None, :], total.to(tl.float16), (m[:, None] < M) & (n[None, :] < N))


@triton.jit
def product_that_stays(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, BLOCKS: tl.constexpr):
    columns = tl.cdiv(N, BN)
    k = tl.arange(0, BK)
    for tile in range(tl.program_id(0), tl.cdiv(M, BM) * columns, BLOCKS):
        m, n = tile // columns * BM + tl.arange(0, BM), tile % columns * BN + tl.arange(0, BN)
        total = tl.zeros((BM, BN), tl.float32)
        for s in range(0, K, BK):
            left = tl.load(a + m[:, None] * K + (s + k)[None, :], m[:, None] < M, other=0.0)
            total = tl.dot(left, tl.load(b + (s + k)[:, None] * N + n[None, :], n[None, :] < N, other=0.0), total)
        tl.store(c + m[:, None] * N + n[None, :], total.to(tl.float16), (m[:, None] < M) & (n[None, :] < N))


@triton.jit
def products_of_groups(pointers, sizes, groups, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, BLOCKS: tl.constexpr):
    tile, last = tl.program_id(0), 0
    for g in range(groups):
        M, N, K = tl.load(sizes + 3 * g), tl.load(sizes + 3 * g + 1), tl.load(sizes + 3 * g + 2)
        columns = tl.cdiv(N, BN)
        tiles = tl.cdiv(M, BM) * columns
        while (tile >= last) & (tile < last + tiles):
            a = tl.load(pointers + 3 * g).to(tl.pointer_type(tl.float16))
            b = tl.load(pointers + 3 * g + 1).to(tl.pointer_type(tl.float16))
            c = tl.load(pointers + 3 * g + 2).to(tl.pointer_type(tl.float16))
            m, n = (tile - last) // columns * BM + tl.arange(0, BM), (tile - last) % columns * BN + tl.arange(0, BN)
            k = tl.arange(0, BK)
            total = tl.zeros((BM, BN), tl.float32)
            for s in range(0, K, BK):
                total = tl.dot(tl.load(a + m[:, None] * K + (s + k)[None, :]), tl.load(b + (s + k)[:, None] * N + n[None, :]), total)
            tl.store(c + m[:, None] * N + n[None, :], total.to(tl.float16))
            tile += BLOCKS
        last += tiles


@triton.jit
def product_of_experts(a, b, c, tokens, experts, scales, N, K, chosen, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    slot, n, k = tl.program_id(0) * BM + tl.arange(0, BM), tl.program_id(1) * BN + tl.arange(0, BN), tl.arange(0, BK)
    token, expert = tl.load(tokens + slot), tl.load(experts + tl.program_id(0)).to(tl.int64)
    on = token < chosen
    total = tl.zeros((BM, BN), tl.float32)
    for s in range(0, K, BK):
        left = tl.load(a + (token // 2)[:, None] * K + (s + k)[None, :], on[:, None], other=0.0)
        total = tl.dot(left, tl.load(b + expert * N * K + n[None, :] * K + (s + k)[:, None]), total)
    total *= tl.load(scales + token, on, other=0.0)[:, None]
    tl.store(c + token[:, None] * N + n[None, :], total.to(tl.bfloat16), on[:, None])


@triton.jit
def product_with_scales(a, b, c, left_scales, right_scales, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m, n, k = tl.program_id(0) * BM + tl.arange(0, BM), tl.program_id(1) * BN + tl.arange(0, BN), tl.arange(0, BK)
    total = tl.zeros((BM, BN), tl.int32)
    for s in range(0, K, BK):
        total = tl.dot(tl.load(a + m[:, None] * K + (s + k)[None, :]), tl.load(b + n[None, :] * K + (s + k)[:, None]), total)
    v = total.to(tl.float32) * tl.load(left_scales + m)[:, None] * tl.load(right_scales + n)[None, :]
    tl.store(c + m[:, None] * N + n[None, :], v.to(tl.float16), (m[:, None] < M) & (n[None, :] < N))


@triton.jit
def product_of_nibbles(a, packed, scales, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m, n, k = tl.program_id(0) * BM + tl.arange(0, BM), tl.program_id(1) * BN + tl.arange(0, BN), tl.arange(0, BK)
    total = tl.zeros((BM, BN), tl.float32)
    for s in range(0, K, BK):
        left = tl.load(a + m[:, None] * K + (s + k)[None, :])
        word = tl.load(packed + (s + k)[:, None] // 8 * N + n[None, :])
        right = ((word >> (k[:, None] % 8 * 4) & 15) - 8).to(tl.float16) * tl.load(scales + s // BK * N + n)[None, :]
        total = tl.dot(left, right, total)
    tl.store(c + m[:, None] * N + n[None, :], total.to(tl.float16), (m[:, None] < M) & (n[None, :] < N))


@triton.jit
def convolution(x, w, y, H, W, C, OUT, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m, n, k = tl.program_id(0) * BM + tl.arange(0, BM), tl.program_id(1) * BN + tl.arange(0, BN), tl.arange(0, BK)
    row, column = m // W, m % W
    total = tl.zeros((BM, BN), tl.float32)
    for tap in range(9):
        i, j = row + tap // 3 - 1, column + tap % 3 - 1
        on = (i >= 0) & (i < H) & (j >= 0) & (j < W)
        for s in range(0, C, BK):
            left = tl.load(x + (i * W + j)[:, None] * C + (s + k)[None, :], on[:, None], other=0.0)
            total = tl.dot(left, tl.load(w + (tap * C + s + k)[:, None] * OUT + n[None, :]), total)
    tl.store(y + m[:, None] * OUT + n[None, :], total.to(tl.float16), (m[:, None] < H * W) & (n[None, :] < OUT))


@triton.jit
def vector_product(a, x, y, M, N, BM: tl.constexpr, BN: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    total = tl.zeros((BM,), tl.float32)
    for s in range(0, N, BN):
        n = s + tl.arange(0, BN)
        v = tl.load(a + m[:, None] * N + n[None, :], (m[:, None] < M) & (n[None, :] < N), other=0.0).to(tl.float32)
        total += tl.sum(v * tl.load(x + n, n < N, other=0.0).to(tl.float32)[None, :], 1)
    tl.store(y + m, total, m < M)


def operands(kind, result, **more):
    return {"a": kind, "b": kind, **more, "c": result, **SIZES}


def grouped(ending, kind, result, out, tiles, options):
    return product, ending, operands(kind, result), {**tiles, "GROUP": 8, "KIND": out}, options


HALVES = operands(F16, F16)
KERNELS = [
    *(grouped(f"_f16_{stages}_stages", F16, F16, tl.float16, LARGE, {"num_stages": stages}) for stages in (1, 2, 3, 4)),
    grouped("_bf16_8_waves", BF16, BF16, tl.bfloat16, {"BM": 128, "BN": 256, "BK": 32}, {"num_warps": 8}),
    grouped("_f32", F32, F32, tl.float32, TILES, {}),
    grouped("_i8", I8, P32, tl.int32, {**LARGE, "BK": 64}, {}),
    grouped("_fp8", FP8, F16, tl.float16, {**LARGE, "BK": 64}, {"num_stages": 3}),
    grouped("_small", F16, F16, tl.float16, {"BM": 16, "BN": 32, "BK": 64}, {"num_warps": 1}),
    (product_of_transposed, "", HALVES, LARGE, {}),
    (product_with_bias, "", {"a": BF16, "b": BF16, "bias": F32, "c": BF16, **SIZES}, LARGE, {}),
    (product_of_parts, "", {**operands(F16, F32), "part": I32}, TILES, {}),
    (product_of_batches, "", HALVES, TILES, {}),
    (product_that_stays, "", HALVES, {**LARGE, "BLOCKS": 304}, {"num_warps": 8}),
    (products_of_groups, "", {"pointers": "*i64", "sizes": P32, "groups": I32}, {**TILES, "BLOCKS": 304}, {}),
    (product_of_experts, "", {"a": BF16, "b": BF16, "c": BF16, "tokens": P32, "experts": P32, "scales": F32, "N": I32, "K": I32, "chosen": I32}, TILES, {}),
    (product_with_scales, "", {"a": I8, "b": I8, "c": F16, "left_scales": F32, "right_scales": F32, **SIZES}, {**TILES, "BK": 64}, {}),
    (product_of_nibbles, "", {"a": F16, "packed": P32, "scales": F16, "c": F16, **SIZES}, {"BM": 32, "BN": 64, "BK": 64}, {}),
    (convolution, "", {"x": F16, "w": F16, "y": F16, "H": I32, "W": I32, "C": I32, "OUT": I32}, TILES, {}),
    (vector_product, "", {"a": F16, "x": F16, "y": F32, "M": I32, "N": I32}, {"BM": 16, "BN": 256}, {}),
]
