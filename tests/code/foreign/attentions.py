# SPDX-License-Identifier: MIT
"""Kernels in Triton of attention: forward, backward, by parts, over pages, and of linear kind."""
import triton
import triton.language as tl

from common import BF16, F16, F32, I32, P32


@triton.jit
def causal(Q, K, V, out, sums, scale, N, H, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    first, head = tl.program_id(0) * BM, tl.program_id(1)
    m, n, d = first + tl.arange(0, BM), tl.arange(0, BN), tl.arange(0, D)
    base = head.to(tl.int64) * N * D
    q = tl.load(Q + base + m[:, None] * D + d[None, :], m[:, None] < N, other=0.0)
    most, total, acc = tl.full((BM,), -float("inf"), tl.float32), tl.zeros((BM,), tl.float32), tl.zeros((BM, D), tl.float32)
    for s in range(0, first + BM, BN):
        k = tl.load(K + base + (s + n)[None, :] * D + d[:, None], (s + n)[None, :] < N, other=0.0)
        x = tl.where(m[:, None] >= (s + n)[None, :], tl.dot(q, k) * scale, -1e30)
        now = tl.maximum(most, tl.max(x, 1))
        p, less = tl.exp2(x - now[:, None]), tl.exp2(most - now)
        v = tl.load(V + base + (s + n)[:, None] * D + d[None, :], (s + n)[:, None] < N, other=0.0)
        acc = tl.dot(p.to(v.dtype), v, acc * less[:, None])
        total, most = total * less + tl.sum(p, 1), now
    tl.store(out + base + m[:, None] * D + d[None, :], (acc / total[:, None]).to(out.dtype.element_ty), m[:, None] < N)
    tl.store(sums + head * N + m, most + tl.log2(total), m < N)


@triton.jit
def window(Q, K, V, out, scale, N, size, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    first = tl.program_id(0) * BM
    m, n, d = first + tl.arange(0, BM), tl.arange(0, BN), tl.arange(0, D)
    base = tl.program_id(1) * N * D
    q = tl.load(Q + base + m[:, None] * D + d[None, :], m[:, None] < N, other=0.0)
    most, total, acc = tl.full((BM,), -1e30, tl.float32), tl.zeros((BM,), tl.float32), tl.zeros((BM, D), tl.float32)
    for s in range(max(0, first - size) // BN * BN, first + BM, BN):
        k = tl.load(K + base + (s + n)[None, :] * D + d[:, None], (s + n)[None, :] < N, other=0.0)
        near = (m[:, None] >= (s + n)[None, :]) & (m[:, None] - (s + n)[None, :] < size)
        x = tl.where(near, tl.dot(q, k) * scale, -1e30)
        now = tl.maximum(most, tl.max(x, 1))
        p, less = tl.exp2(x - now[:, None]), tl.exp2(most - now)
        v = tl.load(V + base + (s + n)[:, None] * D + d[None, :], (s + n)[:, None] < N, other=0.0)
        acc = tl.dot(p.to(tl.bfloat16), v, acc * less[:, None])
        total, most = total * less + tl.sum(p, 1), now
    tl.store(out + base + m[:, None] * D + d[None, :], (acc / total[:, None]).to(tl.bfloat16), m[:, None] < N)


@triton.jit
def back_prepared(out, dout, delta, N, D: tl.constexpr, BM: tl.constexpr):
    m, d = tl.program_id(0) * BM + tl.arange(0, BM), tl.arange(0, D)
    at = tl.program_id(1) * N * D + m[:, None] * D + d[None, :]
    o, g = tl.load(out + at, m[:, None] < N, other=0.0).to(tl.float32), tl.load(dout + at, m[:, None] < N, other=0.0).to(tl.float32)
    tl.store(delta + tl.program_id(1) * N + m, tl.sum(o * g, 1), m < N)


@triton.jit
def back_of_keys(Q, K, V, dout, dk, dv, sums, delta, scale, N, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    head, n, m, d = tl.program_id(1), tl.program_id(0) * BN + tl.arange(0, BN), tl.arange(0, BM), tl.arange(0, D)
    base = head * N * D
    k, v = tl.load(K + base + n[:, None] * D + d[None, :]), tl.load(V + base + n[:, None] * D + d[None, :])
    gk, gv = tl.zeros((BN, D), tl.float32), tl.zeros((BN, D), tl.float32)
    for s in range(0, N, BM):
        q = tl.load(Q + base + (s + m)[:, None] * D + d[None, :])
        g = tl.load(dout + base + (s + m)[:, None] * D + d[None, :])
        p = tl.exp2(tl.dot(k, tl.trans(q)) * scale - tl.load(sums + head * N + s + m)[None, :])
        gv = tl.dot(p.to(tl.float16), g, gv)
        x = p * (tl.dot(v, tl.trans(g)) - tl.load(delta + head * N + s + m)[None, :])
        gk = tl.dot(x.to(tl.float16), q, gk)
    tl.store(dk + base + n[:, None] * D + d[None, :], (gk * scale).to(tl.float16))
    tl.store(dv + base + n[:, None] * D + d[None, :], gv.to(tl.float16))


@triton.jit
def back_of_queries(Q, K, V, dout, dq, sums, delta, scale, N, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    head, m, n, d = tl.program_id(1), tl.program_id(0) * BM + tl.arange(0, BM), tl.arange(0, BN), tl.arange(0, D)
    base = head * N * D
    q, g = tl.load(Q + base + m[:, None] * D + d[None, :]), tl.load(dout + base + m[:, None] * D + d[None, :])
    most, part = tl.load(sums + head * N + m), tl.load(delta + head * N + m)
    gq = tl.zeros((BM, D), tl.float32)
    for s in range(0, N, BN):
        k = tl.load(K + base + (s + n)[:, None] * D + d[None, :])
        v = tl.load(V + base + (s + n)[:, None] * D + d[None, :])
        p = tl.exp2(tl.dot(q, tl.trans(k)) * scale - most[:, None])
        x = p * (tl.dot(g, tl.trans(v)) - part[:, None])
        gq = tl.dot(x.to(tl.float16), k, gq)
    tl.store(dq + base + m[:, None] * D + d[None, :], (gq * scale).to(tl.float16))


@triton.jit
def decode(q, K, V, out, sums, scale, N, part, D: tl.constexpr, BN: tl.constexpr):
    head, chunk, n, d = tl.program_id(0), tl.program_id(1), tl.arange(0, BN), tl.arange(0, D)
    query = tl.load(q + head * D + d).to(tl.float32)
    most, total, acc = -1e30, 0.0, tl.zeros((D,), tl.float32)
    for s in range(chunk * part, min(N, (chunk + 1) * part), BN):
        on = s + n < N
        k = tl.load(K + head * N * D + (s + n)[:, None] * D + d[None, :], on[:, None], other=0.0).to(tl.float32)
        x = tl.where(on, tl.sum(k * query[None, :], 1) * scale, -1e30)
        now = tl.maximum(most, tl.max(x, 0))
        p, less = tl.exp2(x - now), tl.exp2(most - now)
        v = tl.load(V + head * N * D + (s + n)[:, None] * D + d[None, :], on[:, None], other=0.0).to(tl.float32)
        acc, total, most = acc * less + tl.sum(p[:, None] * v, 0), total * less + tl.sum(p, 0), now
    at = head * tl.num_programs(1) + chunk
    tl.store(out + at * D + d, acc / total)
    tl.store(sums + at, most + tl.log2(total))


@triton.jit
def paged(q, keys, values, pages, lengths, out, scale, most_pages, H: tl.constexpr, D: tl.constexpr, PAGE: tl.constexpr):
    row, group = tl.program_id(0), tl.program_id(1)
    h, n, d = tl.arange(0, H), tl.arange(0, PAGE), tl.arange(0, D)
    length = tl.load(lengths + row)
    query = tl.load(q + (row * tl.num_programs(1) + group) * H * D + h[:, None] * D + d[None, :])
    most, total, acc = tl.full((H,), -1e30, tl.float32), tl.zeros((H,), tl.float32), tl.zeros((H, D), tl.float32)
    for p in range(0, tl.cdiv(length, PAGE)):
        base = (tl.load(pages + row * most_pages + p).to(tl.int64) * tl.num_programs(1) + group) * PAGE * D
        k = tl.load(keys + base + n[None, :] * D + d[:, None])
        x = tl.where((p * PAGE + n)[None, :] < length, tl.dot(query, k) * scale, -1e30)
        now = tl.maximum(most, tl.max(x, 1))
        e, less = tl.exp2(x - now[:, None]), tl.exp2(most - now)
        v = tl.load(values + base + n[:, None] * D + d[None, :])
        acc = tl.dot(e.to(tl.float16), v, acc * less[:, None])
        total, most = total * less + tl.sum(e, 1), now
    tl.store(out + (row * tl.num_programs(1) + group) * H * D + h[:, None] * D + d[None, :], (acc / total[:, None]).to(tl.float16))


@triton.jit
def joined_parts(parts, sums, out, PARTS: tl.constexpr, D: tl.constexpr):
    head, p, d = tl.program_id(0), tl.arange(0, PARTS), tl.arange(0, D)
    x = tl.load(sums + head * PARTS + p)
    e = tl.exp2(x - tl.max(x, 0))
    v = tl.load(parts + (head * PARTS + p)[:, None] * D + d[None, :])
    tl.store(out + head * D + d, tl.sum(v * e[:, None], 0) / tl.sum(e, 0))


@triton.jit
def linear_chunks(Q, K, V, out, N, D: tl.constexpr, BN: tl.constexpr):
    head, n, d = tl.program_id(0), tl.arange(0, BN), tl.arange(0, D)
    base = head * N * D
    state = tl.zeros((D, D), tl.float32)
    for s in range(0, N, BN):
        at = base + (s + n)[:, None] * D + d[None, :]
        q, k, v = tl.load(Q + at), tl.load(K + at), tl.load(V + at)
        near = tl.where(n[:, None] >= n[None, :], tl.dot(q, tl.trans(k)), 0.0)
        r = tl.dot(near.to(tl.bfloat16), v) + tl.dot(q, state.to(tl.bfloat16))
        state = tl.dot(tl.trans(k), v, state)
        tl.store(out + at, r.to(tl.bfloat16))


def heads(kind, **more):
    return {"Q": kind, "K": kind, "V": kind, **more}


GRADIENTS = {"sums": F32, "delta": F32, "scale": "fp32", "N": I32}
KERNELS = [
    (causal, "_f16_64", {**heads(F16), "out": F16, "sums": F32, "scale": "fp32", "N": I32, "H": I32}, {"D": 64, "BM": 128, "BN": 64}, {}),
    (causal, "_bf16_128", {**heads(BF16), "out": BF16, "sums": F32, "scale": "fp32", "N": I32, "H": I32}, {"D": 128, "BM": 128, "BN": 64}, {"num_warps": 8}),
    (causal, "_f16_1_stage", {**heads(F16), "out": F16, "sums": F32, "scale": "fp32", "N": I32, "H": I32}, {"D": 64, "BM": 64, "BN": 32}, {"num_stages": 1}),
    (window, "", {**heads(BF16), "out": BF16, "scale": "fp32", "N": I32, "size": I32}, {"D": 64, "BM": 64, "BN": 64}, {}),
    (back_prepared, "", {"out": F16, "dout": F16, "delta": F32, "N": I32}, {"D": 64, "BM": 128}, {}),
    (back_of_keys, "", {**heads(F16), "dout": F16, "dk": F16, "dv": F16, **GRADIENTS}, {"D": 64, "BM": 32, "BN": 64}, {}),
    (back_of_queries, "", {**heads(F16), "dout": F16, "dq": F16, **GRADIENTS}, {"D": 64, "BM": 64, "BN": 32}, {}),
    (decode, "", {"q": F16, "K": F16, "V": F16, "out": F32, "sums": F32, "scale": "fp32", "N": I32, "part": I32}, {"D": 128, "BN": 64}, {}),
    (paged, "", {"q": F16, "keys": F16, "values": F16, "pages": P32, "lengths": P32, "out": F16, "scale": "fp32", "most_pages": I32}, {"H": 16, "D": 128, "PAGE": 32}, {}),
    (joined_parts, "", {"parts": F32, "sums": F32, "out": F32}, {"PARTS": 16, "D": 128}, {}),
    (linear_chunks, "", {**heads(BF16), "out": BF16, "N": I32}, {"D": 64, "BN": 64}, {}),
]
