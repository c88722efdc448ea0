#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kernels in Triton of the kinds that people write, compiled without a device: triton_kernels.py FOLDER [TARGET...]

Targets are gfx90a and gfx942, where none is named; sm_80 and sm_90, likewise. FOLDER gets TARGET_NAME.co, or TARGET_NAME.ptx, and TARGET_NAME.lds with the bytes
of LDS, or of shared memory, that a launch adds. foreign_test.py inspects them, ptx_triton.py executes those of PTX.
"""
import pathlib
import sys
import warnings

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i, i < n) + tl.load(y + i, i < n), i < n)


@triton.jit
def gelu(x, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, i < n).to(tl.float32)
    tl.store(out + i, (0.5 * v * (1 + tl.erf(v * 0.70710678))).to(tl.bfloat16), i < n)


@triton.jit
def dropout(x, out, n, p, seed, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, i < n)
    tl.store(out + i, tl.where(tl.rand(seed, i) > p, v / (1 - p), 0.0), i < n)


@triton.jit
def gather(x, index, out, n, N, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    j = tl.load(index + i, i < n, other=0)
    tl.store(out + i, tl.load(x + j, (i < n) & (j >= 0) & (j < N), other=0.0), i < n)


@triton.jit
def rotary(q, cos, sin, out, S, H, D: tl.constexpr):
    row, head, d = tl.program_id(0), tl.program_id(1), tl.arange(0, D // 2)
    at, angle = (row * H + head) * D + d, (row % S) * (D // 2) + d
    a, b, c, s = tl.load(q + at), tl.load(q + at + D // 2), tl.load(cos + angle), tl.load(sin + angle)
    tl.store(out + at, a * c - b * s)
    tl.store(out + at + D // 2, b * c + a * s)


@triton.jit
def softmax(out, x, stride, N, BLOCK: tl.constexpr):
    row, c = tl.program_id(0), tl.arange(0, BLOCK)
    v = tl.load(x + row * stride + c, c < N, other=-float("inf"))
    v = tl.exp(v - tl.max(v, 0))
    tl.store(out + row * stride + c, v / tl.sum(v, 0), c < N)


@triton.jit
def cross_entropy(x, y, loss, stride, N, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    most, total = -float("inf"), 0.0
    for s in range(0, N, BLOCK):
        c = s + tl.arange(0, BLOCK)
        v = tl.load(x + row * stride + c, c < N, other=-float("inf")).to(tl.float32)
        now = tl.maximum(most, tl.max(v, 0))
        total = total * tl.exp(most - now) + tl.sum(tl.exp(v - now), 0)
        most = now
    tl.store(loss + row, most + tl.log(total) - tl.load(x + row * stride + tl.load(y + row)).to(tl.float32))


@triton.jit
def layer_norm(x, y, w, b, stride, N, eps, BLOCK: tl.constexpr):
    row, c = tl.program_id(0), tl.arange(0, BLOCK)
    v = tl.load(x + row * stride + c, c < N, other=0.0).to(tl.float32)
    d = tl.where(c < N, v - tl.sum(v, 0) / N, 0.0)
    r = d / tl.sqrt(tl.sum(d * d, 0) / N + eps) * tl.load(w + c, c < N) + tl.load(b + c, c < N)
    tl.store(y + row * stride + c, r.to(tl.float16), c < N)


@triton.jit
def rms_norm(x, y, w, stride, N, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    squares = tl.zeros((BLOCK,), tl.float32)
    for s in range(0, N, BLOCK):
        c = s + tl.arange(0, BLOCK)
        v = tl.load(x + row * stride + c, c < N, other=0.0).to(tl.float32)
        squares += v * v
    r = 1 / tl.sqrt(tl.sum(squares, 0) / N + eps)
    for s in range(0, N, BLOCK):
        c = s + tl.arange(0, BLOCK)
        v = tl.load(x + row * stride + c, c < N, other=0.0).to(tl.float32)
        tl.store(y + row * stride + c, (v * r * tl.load(w + c, c < N, other=0.0)).to(tl.bfloat16), c < N)


@triton.jit
def quantize(x, q, scale, stride, N, BLOCK: tl.constexpr):
    row, c = tl.program_id(0), tl.arange(0, BLOCK)
    v = tl.load(x + row * stride + c, c < N, other=0.0).to(tl.float32)
    a = tl.max(tl.abs(v), 0) / 127.0 + 1e-8
    tl.store(scale + row, a)
    tl.store(q + row * stride + c, (v / a).to(tl.int8), c < N)


@triton.jit
def running_sum(x, out, stride, N, BLOCK: tl.constexpr):
    row, c = tl.program_id(0), tl.arange(0, BLOCK)
    tl.store(out + row * stride + c, tl.cumsum(tl.load(x + row * stride + c, c < N, other=0.0), 0), c < N)


@triton.jit
def column_sums(x, out, M, N, BM: tl.constexpr, BN: tl.constexpr):
    n = tl.program_id(0) * BN + tl.arange(0, BN)
    total = tl.zeros((BN,), tl.float32)
    for s in range(0, M, BM):
        m = s + tl.arange(0, BM)
        total += tl.sum(tl.load(x + m[:, None] * N + n[None, :], (m[:, None] < M) & (n[None, :] < N), other=0.0), 0)
    tl.store(out + n, total, n < N)


@triton.jit
def transpose(out, x, M, N, BM: tl.constexpr, BN: tl.constexpr):
    m, n = tl.program_id(0) * BM + tl.arange(0, BM), tl.program_id(1) * BN + tl.arange(0, BN)
    t = tl.load(x + m[:, None] * N + n[None, :], (m[:, None] < M) & (n[None, :] < N))
    tl.store(out + n[:, None] * M + m[None, :], tl.trans(t), (n[:, None] < N) & (m[None, :] < M))


@triton.jit
def gemm(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m, n, k = tl.program_id(0) * BM + tl.arange(0, BM), tl.program_id(1) * BN + tl.arange(0, BN), tl.arange(0, BK)
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for s in range(0, K, BK):
        ta = tl.load(a + m[:, None] * K + (s + k)[None, :], (s + k)[None, :] < K, other=0.0)
        tb = tl.load(b + (s + k)[:, None] * N + n[None, :], (s + k)[:, None] < K, other=0.0)
        total = tl.dot(ta, tb, total)
    tl.store(c + m[:, None] * N + n[None, :], total.to(tl.float16), (m[:, None] < M) & (n[None, :] < N))


@triton.jit
def attention(Q, K, V, out, scale, N, head, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    m, n, d = tl.program_id(0) * BM + tl.arange(0, BM), tl.arange(0, BN), tl.arange(0, D)
    base = tl.program_id(1) * head
    q = tl.load(Q + base + m[:, None] * D + d[None, :], m[:, None] < N, other=0.0)
    most, total, sums = tl.full((BM,), -float("inf"), tl.float32), tl.zeros((BM,), tl.float32), tl.zeros((BM, D), tl.float32)
    for s in range(0, N, BN):
        k = tl.load(K + base + (s + n)[None, :] * D + d[:, None], (s + n)[None, :] < N, other=0.0)
        x = tl.where((s + n)[None, :] < N, tl.dot(q, k) * scale, -float("inf"))
        now = tl.maximum(most, tl.max(x, 1))
        p, less = tl.exp(x - now[:, None]), tl.exp(most - now)
        v = tl.load(V + base + (s + n)[:, None] * D + d[None, :], (s + n)[:, None] < N, other=0.0)
        sums = tl.dot(p.to(tl.float16), v, sums * less[:, None])
        total, most = total * less + tl.sum(p, 1), now
    tl.store(out + base + m[:, None] * D + d[None, :], (sums / total[:, None]).to(tl.float16), m[:, None] < N)


@triton.jit
def gemm_boxes(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m, n = tl.program_id(0) * BM, tl.program_id(1) * BN
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for s in range(0, tl.cdiv(K, BK)):
        total = tl.dot(a.load([m, s * BK]), b.load([s * BK, n]), total)
    c.store([m, n], total.to(tl.float16))


F16, F32, BF16, I32 = "*fp16", "*fp32", "*bf16", "i32"
NORM = {"stride": I32, "N": I32, "eps": "fp32"}
ROWS, TILES = {"BLOCK": 1024}, {"BM": 64, "BN": 64}
SIZES = {"M": I32, "N": I32, "K": I32}
HEADS = {"Q": F16, "K": F16, "V": F16, "out": F16, "scale": "fp32", "N": I32, "head": I32}
KERNELS = [
    (add, "", {"x": F32, "y": F32, "out": F32, "n": I32}, ROWS),
    (gelu, "", {"x": BF16, "out": BF16, "n": I32}, ROWS),
    (dropout, "", {"x": F32, "out": F32, "n": I32, "p": "fp32", "seed": I32}, ROWS),
    (gather, "", {"x": F32, "index": "*i32", "out": F32, "n": I32, "N": I32}, {"BLOCK": 512}),
    (rotary, "", {"q": F32, "cos": F32, "sin": F32, "out": F32, "S": I32, "H": I32}, {"D": 128}),
    (softmax, "", {"out": F32, "x": F32, "stride": I32, "N": I32}, ROWS),
    (cross_entropy, "", {"x": BF16, "y": "*i32", "loss": F32, "stride": I32, "N": I32}, ROWS),
    (layer_norm, "", {"x": F16, "y": F16, "w": F32, "b": F32, **NORM}, ROWS),
    (rms_norm, "", {"x": BF16, "y": BF16, "w": F32, **NORM}, ROWS),
    (quantize, "", {"x": BF16, "q": "*i8", "scale": F32, "stride": I32, "N": I32}, ROWS),
    (running_sum, "", {"x": F32, "out": F32, "stride": I32, "N": I32}, ROWS),
    (column_sums, "", {"x": F32, "out": F32, "M": I32, "N": I32}, {"BM": 32, "BN": 64}),
    (transpose, "", {"out": F16, "x": F16, "M": I32, "N": I32}, TILES),
    (gemm, "_f16", {"a": F16, "b": F16, "c": F16, **SIZES}, {**TILES, "BK": 32}),
    (gemm, "_f16_large", {"a": F16, "b": F16, "c": F16, **SIZES}, {"BM": 128, "BN": 128, "BK": 64}),
    (gemm, "_bf16", {"a": BF16, "b": BF16, "c": F16, **SIZES}, {"BM": 128, "BN": 64, "BK": 32}),
    (gemm, "_f32", {"a": F32, "b": F32, "c": F16, **SIZES}, {**TILES, "BK": 32}),
    (attention, "_64", HEADS, {"D": 64, **TILES}),
    (attention, "_128", HEADS, {"D": 128, "BM": 64, "BN": 128}),
]
# By tensor maps, of sm_90 alone: the copy engine moves boxes.
BOXES = [(gemm_boxes, "", {"a": "tensordesc<fp16[128,64]>", "b": "tensordesc<fp16[64,64]>", "c": "tensordesc<fp16[128,64]>", **SIZES}, {"BM": 128, "BN": 64, "BK": 64})]
STAGES = {"gemm_boxes": 3}


def main(folder, *targets):
    warnings.simplefilter("ignore")
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for target in targets or ("gfx90a", "gfx942"):
        nvidia = target.startswith("sm_")
        device = GPUTarget("cuda", int(target[3:]), 32) if nvidia else GPUTarget("hip", target, 64)
        for kernel, ending, given, constants in KERNELS + (BOXES if target == "sm_90" else []):
            signature = {**given, **dict.fromkeys(constants, "constexpr")}
            source = ASTSource(fn=kernel, signature=signature, constexprs={(list(signature).index(name),): value for name, value in constants.items()})
            made = triton.compile(source, target=device, options={"num_warps": 4, "num_stages": STAGES.get(kernel.fn.__name__, 2)})
            file = folder / f"{target}_{kernel.fn.__name__}{ending}.{'ptx' if nvidia else 'co'}"
            file.write_bytes(made.asm["ptx"].encode() if nvidia else made.asm["hsaco"])
            file.with_suffix(".lds").write_text(str(made.metadata.shared))


if __name__ == "__main__":
    main(*sys.argv[1:])
