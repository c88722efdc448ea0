# SPDX-License-Identifier: MIT
"""Kernels in Triton that sum, scan, sort or count rows."""
import triton
import triton.language as tl

from common import BF16, F16, F32, I32, P32, ROWS

STRIDED = {"stride": I32, "N": I32}


@triton.jit
def softmax_back(out, y, dy, stride, N, BLOCK: tl.constexpr):
    row, c = tl.program_id(0), tl.arange(0, BLOCK)
    p, d = tl.load(y + row * stride + c, c < N, other=0.0), tl.load(dy + row * stride + c, c < N, other=0.0)
    tl.store(out + row * stride + c, p * (d - tl.sum(p * d, 0)), c < N)


@triton.jit
def softmax_long(out, x, stride, N, BLOCK: tl.constexpr):
    row, c = tl.program_id(0), tl.arange(0, BLOCK)
    most, total = -float("inf"), 0.0
    for s in range(0, N, BLOCK):
        v = tl.load(x + row * stride + s + c, s + c < N, other=-float("inf"))
        now = tl.maximum(most, tl.max(v, 0))
        total = total * tl.exp(most - now) + tl.sum(tl.exp(v - now), 0)
        most = now
    for s in range(0, N, BLOCK):
        v = tl.load(x + row * stride + s + c, s + c < N, other=-float("inf"))
        tl.store(out + row * stride + s + c, tl.exp(v - most) / total, s + c < N)


@triton.jit
def layer_norm_back(dx, dy, w, x, mean, scale, stride, N, BLOCK: tl.constexpr):
    row, c = tl.program_id(0), tl.arange(0, BLOCK)
    on = c < N
    v = tl.load(x + row * stride + c, on, other=0.0).to(tl.float32)
    d = tl.load(dy + row * stride + c, on, other=0.0).to(tl.float32) * tl.load(w + c, on, other=0.0)
    r = tl.load(scale + row)
    u = tl.where(on, (v - tl.load(mean + row)) * r, 0.0)
    tl.store(dx + row * stride + c, ((d - u * tl.sum(u * d, 0) / N - tl.sum(d, 0) / N) * r).to(tl.float16), on)


@triton.jit
def layer_norm_weights_back(dw, db, dy, x, mean, scale, M, N, BM: tl.constexpr, BN: tl.constexpr):
    n = tl.program_id(0) * BN + tl.arange(0, BN)
    sums, shifts = tl.zeros((BM, BN), tl.float32), tl.zeros((BM, BN), tl.float32)
    for s in range(0, M, BM):
        m = s + tl.arange(0, BM)
        on = (m[:, None] < M) & (n[None, :] < N)
        d = tl.load(dy + m[:, None] * N + n[None, :], on, other=0.0).to(tl.float32)
        v = tl.load(x + m[:, None] * N + n[None, :], on, other=0.0).to(tl.float32)
        sums += d * (v - tl.load(mean + m, m < M, other=0.0)[:, None]) * tl.load(scale + m, m < M, other=0.0)[:, None]
        shifts += d
    tl.store(dw + n, tl.sum(sums, 0), n < N)
    tl.store(db + n, tl.sum(shifts, 0), n < N)


@triton.jit
def joined(mean_a, square_a, count_a, mean_b, square_b, count_b):
    total, d = count_a + count_b, mean_b - mean_a
    part = tl.where(total == 0.0, 0.0, count_b / total)
    return mean_a + d * part, square_a + square_b + d * d * count_a * part, total


@triton.jit
def variance(x, mean, var, stride, N, BLOCK: tl.constexpr):
    row, c = tl.program_id(0), tl.arange(0, BLOCK)
    v = tl.load(x + row * stride + c, c < N, other=0.0)
    m, s, n = tl.reduce((v, tl.zeros((BLOCK,), tl.float32), tl.where(c < N, 1.0, 0.0)), 0, joined)
    tl.store(mean + row, m)
    tl.store(var + row, s / n)


@triton.jit
def group_norm(x, out, w, b, C, eps, GROUP: tl.constexpr, BLOCK: tl.constexpr):
    image, group = tl.program_id(0), tl.program_id(1)
    g, c = tl.arange(0, GROUP), tl.arange(0, BLOCK)
    at = (image * C + group * GROUP) * BLOCK + g[:, None] * BLOCK + c[None, :]
    v = tl.load(x + at)
    mean = tl.sum(tl.sum(v, 1), 0) / (GROUP * BLOCK)
    d = v - mean
    r = 1 / tl.sqrt(tl.sum(tl.sum(d * d, 1), 0) / (GROUP * BLOCK) + eps)
    tl.store(out + at, d * r * tl.load(w + group * GROUP + g)[:, None] + tl.load(b + group * GROUP + g)[:, None])


@triton.jit
def index_of_most(x, out, stride, N, BLOCK: tl.constexpr):
    row, c = tl.program_id(0), tl.arange(0, BLOCK)
    tl.store(out + row, tl.argmax(tl.load(x + row * stride + c, c < N, other=-float("inf")), 0))


@triton.jit
def sort_rows(x, out, stride, N, BLOCK: tl.constexpr):
    row, c = tl.program_id(0), tl.arange(0, BLOCK)
    tl.store(out + row * stride + c, tl.sort(tl.load(x + row * stride + c, c < N, other=float("inf"))), c < N)


@triton.jit
def top_rounds(x, out, index, stride, N, K, BLOCK: tl.constexpr):
    row, c = tl.program_id(0), tl.arange(0, BLOCK)
    v = tl.load(x + row * stride + c, c < N, other=-float("inf"))
    for k in range(K):
        at = tl.argmax(v, 0)
        tl.store(out + row * K + k, tl.max(v, 0))
        tl.store(index + row * K + k, at)
        v = tl.where(c == at, -float("inf"), v)


@triton.jit
def top_of_sort(x, out, stride, N, BLOCK: tl.constexpr, K: tl.constexpr):
    row, c = tl.program_id(0), tl.arange(0, BLOCK)
    tl.store(out + row * K + tl.arange(0, K), tl.topk(tl.load(x + row * stride + c, c < N, other=-float("inf")), K))


@triton.jit
def routed(logits, weights, experts, rows, EXPERTS: tl.constexpr, K: tl.constexpr, BM: tl.constexpr):
    m, e = tl.program_id(0) * BM + tl.arange(0, BM), tl.arange(0, EXPERTS)
    v = tl.load(logits + m[:, None] * EXPERTS + e[None, :], m[:, None] < rows, other=-float("inf"))
    p = tl.exp(v - tl.max(v, 1)[:, None])
    p = p / tl.sum(p, 1)[:, None]
    for k in tl.static_range(K):
        at = tl.argmax(p, 1)
        tl.store(weights + m * K + k, tl.max(p, 1), m < rows)
        tl.store(experts + m * K + k, at, m < rows)
        p = tl.where(e[None, :] == at[:, None], -1.0, p)


@triton.jit
def histogram(x, out, n, BINS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(out + tl.arange(0, BINS), tl.histogram(tl.load(x + i, i < n, other=0), BINS))


@triton.jit
def step_of_scan(a, x, b, y):
    return a * b, x * b + y


@triton.jit
def linear_scan(a, x, out, stride, N, BLOCK: tl.constexpr):
    row, c = tl.program_id(0), tl.arange(0, BLOCK)
    factor, value = tl.load(a + row * stride + c, c < N, other=1.0), tl.load(x + row * stride + c, c < N, other=0.0)
    _, r = tl.associative_scan((factor, value), 0, step_of_scan)
    tl.store(out + row * stride + c, r, c < N)


@triton.jit
def scan_of_columns(x, out, M, N, BM: tl.constexpr, BN: tl.constexpr):
    m, n = tl.arange(0, BM), tl.program_id(0) * BN + tl.arange(0, BN)
    on = (m[:, None] < M) & (n[None, :] < N)
    tl.store(out + m[:, None] * N + n[None, :], tl.cumsum(tl.load(x + m[:, None] * N + n[None, :], on, other=0.0), 0), on)


@triton.jit
def total_by_atomics(x, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(out, tl.sum(tl.load(x + i, i < n, other=0.0), 0))


@triton.jit
def logarithm_of_sums(x, out, stride, N, BM: tl.constexpr, BLOCK: tl.constexpr):
    m, c = tl.program_id(0) * BM + tl.arange(0, BM), tl.arange(0, BLOCK)
    v = tl.load(x + m[:, None] * stride + c[None, :], c[None, :] < N, other=-float("inf")).to(tl.float32)
    most = tl.max(v, 1)
    tl.store(out + m, most + tl.log(tl.sum(tl.exp(v - most[:, None]), 1)))


@triton.jit
def quantize_groups(x, q, scale, N, GROUP: tl.constexpr, BM: tl.constexpr):
    m, c = tl.program_id(0) * BM + tl.arange(0, BM), tl.program_id(1) * GROUP + tl.arange(0, GROUP)
    v = tl.load(x + m[:, None] * N + c[None, :]).to(tl.float32)
    s = tl.maximum(tl.max(tl.abs(v), 1) / 127.0, 1e-8)
    tl.store(scale + m * tl.num_programs(1) + tl.program_id(1), s)
    tl.store(q + m[:, None] * N + c[None, :], (v / s[:, None]).to(tl.int8))


KERNELS = [
    (softmax_back, "", {"out": F32, "y": F32, "dy": F32, **STRIDED}, ROWS, {}),
    (softmax_long, "", {"out": F32, "x": F32, **STRIDED}, ROWS, {"num_warps": 8}),
    (layer_norm_back, "", {"dx": F16, "dy": F16, "w": F32, "x": F16, "mean": F32, "scale": F32, **STRIDED}, ROWS, {}),
    (layer_norm_weights_back, "", {"dw": F32, "db": F32, "dy": F16, "x": F16, "mean": F32, "scale": F32, "M": I32, "N": I32}, {"BM": 32, "BN": 128}, {}),
    (variance, "", {"x": F32, "mean": F32, "var": F32, **STRIDED}, ROWS, {}),
    (group_norm, "", {"x": F32, "out": F32, "w": F32, "b": F32, "C": I32, "eps": "fp32"}, {"GROUP": 8, "BLOCK": 256}, {}),
    (index_of_most, "", {"x": F32, "out": P32, **STRIDED}, ROWS, {}),
    (sort_rows, "", {"x": F32, "out": F32, **STRIDED}, {"BLOCK": 256}, {}),
    (top_rounds, "", {"x": F32, "out": F32, "index": P32, **STRIDED, "K": I32}, ROWS, {}),
    (top_of_sort, "", {"x": F32, "out": F32, **STRIDED}, {"BLOCK": 256, "K": 8}, {}),
    (routed, "", {"logits": F32, "weights": F32, "experts": P32, "rows": I32}, {"EXPERTS": 64, "K": 2, "BM": 32}, {}),
    (histogram, "", {"x": P32, "out": P32, "n": I32}, {"BINS": 256, "BLOCK": 1024}, {}),
    (linear_scan, "", {"a": F32, "x": F32, "out": F32, **STRIDED}, {"BLOCK": 512}, {}),
    (scan_of_columns, "", {"x": F32, "out": F32, "M": I32, "N": I32}, {"BM": 128, "BN": 32}, {}),
    (total_by_atomics, "", {"x": F32, "out": F32, "n": I32}, ROWS, {}),
    (logarithm_of_sums, "", {"x": BF16, "out": F32, **STRIDED}, {"BM": 4, "BLOCK": 512}, {}),
    (quantize_groups, "", {"x": BF16, "q": "*i8", "scale": F32, "N": I32}, {"GROUP": 128, "BM": 16}, {}),
]
