# SPDX-License-Identifier: MIT
"""Kernels in Triton whose elements do not depend on each other, or meet in atomics."""
import triton
import triton.language as tl

from common import BF16, F16, F32, I8, I32, P32, ROWS


@triton.jit
def swiglu(gate, up, out, stride, N, BLOCK: tl.constexpr):
    row, c = tl.program_id(0), tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    g = tl.load(gate + row * stride + c, c < N, other=0.0).to(tl.float32)
    u = tl.load(up + row * stride + c, c < N, other=0.0).to(tl.float32)
    tl.store(out + row * stride + c, (g * tl.sigmoid(g) * u).to(tl.bfloat16), c < N)


@triton.jit
def adam(w, g, m, v, n, rate, b1, b2, eps, decay, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    on = i < n
    x, d = tl.load(w + i, on), tl.load(g + i, on).to(tl.float32)
    first = b1 * tl.load(m + i, on) + (1 - b1) * d
    second = b2 * tl.load(v + i, on) + (1 - b2) * d * d
    tl.store(m + i, first, on)
    tl.store(v + i, second, on)
    tl.store(w + i, x - rate * (first / (tl.sqrt(second) + eps) + decay * x), on)


@triton.jit
def embedding(index, table, out, width, BLOCK: tl.constexpr):
    row, c = tl.program_id(0), tl.arange(0, BLOCK)
    at = tl.load(index + row).to(tl.int64)
    for s in range(0, width, BLOCK):
        on = s + c < width
        tl.store(out + row * width + s + c, tl.load(table + at * width + s + c, on), on)


@triton.jit
def normal_noise(x, out, n, seed, scale, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i, i < n) + scale * tl.randn(seed, i), i < n)


@triton.jit
def counts(x, bins, n, LEVELS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, i < n, other=-1)
    tl.atomic_add(bins + v, 1, (i < n) & (v >= 0) & (v < LEVELS))


@triton.jit
def dequantize(q, scale, out, groups, GROUP: tl.constexpr):
    row, group, c = tl.program_id(0), tl.program_id(1), tl.arange(0, GROUP)
    s = tl.load(scale + row * groups + group)
    at = (row * groups + group) * GROUP + c
    tl.store(out + at, (tl.load(q + at).to(tl.float32) * s).to(tl.bfloat16))


@triton.jit
def unpack(packed, scale, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    w = tl.load(packed + i, i < n, other=0)
    s = tl.load(scale + i // 16, i < n, other=0.0)
    low, high = ((w & 15) - 8).to(tl.float32) * s, ((w >> 4 & 15) - 8).to(tl.float32) * s
    both = tl.interleave(low, high)
    j = tl.program_id(0) * BLOCK * 2 + tl.arange(0, 2 * BLOCK)
    tl.store(out + j, both.to(tl.float16), j < 2 * n)


@triton.jit
def maximum_pool(x, out, H, W, BLOCK: tl.constexpr):
    plane, row, c = tl.program_id(0), tl.program_id(1), tl.arange(0, BLOCK)
    most = tl.full((BLOCK,), -float("inf"), tl.float32)
    for i in tl.static_range(2):
        for j in tl.static_range(2):
            most = tl.maximum(most, tl.load(x + plane * H * W + (2 * row + i) * W + 2 * c + j, c < W // 2, other=-float("inf")))
    tl.store(out + plane * (H // 2) * (W // 2) + row * (W // 2) + c, most, c < W // 2)


@triton.jit
def rotate_half(x, cos, sin, out, S, H, D: tl.constexpr):
    token, heads, d = tl.program_id(0), tl.arange(0, 8), tl.arange(0, D // 2)
    at = token * H * D + heads[:, None] * D + d[None, :]
    on = heads[:, None] < H
    a, b = tl.load(x + at, on).to(tl.float32), tl.load(x + at + D // 2, on).to(tl.float32)
    c, s = tl.load(cos + (token % S) * (D // 2) + d), tl.load(sin + (token % S) * (D // 2) + d)
    tl.store(out + at, (a * c[None, :] - b * s[None, :]).to(tl.bfloat16), on)
    tl.store(out + at + D // 2, (b * c[None, :] + a * s[None, :]).to(tl.bfloat16), on)


KERNELS = [
    (swiglu, "", {"gate": BF16, "up": BF16, "out": BF16, "stride": I32, "N": I32}, ROWS, {}),
    (adam, "", {"w": F32, "g": BF16, "m": F32, "v": F32, "n": I32, **dict.fromkeys(("rate", "b1", "b2", "eps", "decay"), "fp32")}, ROWS, {}),
    (embedding, "", {"index": P32, "table": F16, "out": F16, "width": I32}, {"BLOCK": 512}, {}),
    (normal_noise, "", {"x": F32, "out": F32, "n": I32, "seed": I32, "scale": "fp32"}, {"BLOCK": 512}, {}),
    (counts, "", {"x": P32, "bins": P32, "n": I32}, {"LEVELS": 256, "BLOCK": 512}, {}),
    (dequantize, "", {"q": I8, "scale": F32, "out": BF16, "groups": I32}, {"GROUP": 128}, {"num_warps": 1}),
    (unpack, "", {"packed": I8, "scale": F32, "out": F16, "n": I32}, {"BLOCK": 512}, {}),
    (maximum_pool, "", {"x": F32, "out": F32, "H": I32, "W": I32}, {"BLOCK": 128}, {"num_warps": 2}),
    (rotate_half, "", {"x": BF16, "cos": F32, "sin": F32, "out": BF16, "S": I32, "H": I32}, {"D": 128}, {}),
]
