#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random products through colex.torch, each beside torch's in float64, and of one in eight the derivatives too.

  torch_random.py LIBRARY [COUNT]     COUNT problems (400), by the seed SEED of the environment

A problem is a product of bf16, f16, f32, TF32, f64, i8 or e4m3, with or without a bias, an activation, batches, factors, another type of result, a gate, or
rows in groups, of e4m3 with factors of each group's matrix; M, N and K are log-uniform up to 2048, half of them multiples of 8, with any strides. Elements of two in three are small
integers, whose sums are exact, so that the answer is torch's, rounded once, bit for bit; the others are normal numbers, within the bound of a sum in
float32. What lies around a result stays as it was. Derivatives are autograd's of the same function in float64. On the CPU
sizes end at 40. A wrong answer exits with 1 and its problem; there, 77 without torch or the package.
"""
import collections
import math
import os
import random
import sys
import time

os.environ["COLEX_KERNELS_LIBRARY"] = sys.argv[1]
try:
    import torch

    import colex.torch
except ImportError as why:
    print(f"SKIP: {why}: nothing was run")
    sys.exit(77)

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
MOST = 2048 if DEVICE == "cuda" else 40
PRODUCTS = 1 << 30  # M N K of a problem at most, of all batches
FINISH = {None: lambda x: x, "relu": torch.relu, "silu": torch.nn.functional.silu, "gelu_erf": torch.nn.functional.gelu,
          "gelu": lambda x: torch.nn.functional.gelu(x, approximate="tanh")}  # fmt: skip
BF16, F16, F32, F64, I8, E4M3 = torch.bfloat16, torch.float16, torch.float32, torch.float64, torch.int8, torch.float8_e4m3fn
KINDS = {"bf16": (BF16, 10), "f16": (F16, 4), "f32": (F32, 2), "tf32": (F32, 2), "f64": (F64, 1), "i8": (I8, 2), "e4m3": (E4M3, 2),
         "scaled": (E4M3, 2), "gated": (BF16, 2), "grouped": (BF16, 2), "grouped scaled": (E4M3, 2)}  # fmt: skip
DERIVED = ("bf16", "f16", "f32", "tf32", "f64", "gated")
RESULTS = {BF16: (BF16, BF16, F32), F16: (F16, F16, F32), E4M3: (BF16, F32, F16, E4M3), F32: (F32,), F64: (F64,), I8: (torch.int32,)}
ROUNDING = {BF16: 2.0**-8, F16: 2.0**-11, F32: 2.0**-24, F64: 2.0**-53, E4M3: 2.0**-4, torch.int32: 0.0}


def extent(draw, most=MOST):
    step = draw.choice((1, 8))
    return min(most, max(step, round(math.exp(draw.uniform(0, math.log(most))) / step) * step))


def elements(draw, exact, dtype, *shape):
    """A tensor of any order of strides, with room between its rows."""
    order = draw.sample(range(len(shape)), len(shape))
    if draw.random() < 0.6:
        order = list(range(len(shape)))  # the common case first
    gap = draw.choice((0, 0, 8, draw.randrange(4)))
    room = [shape[i] + (gap if i == order[-1] else 0) for i in order]
    x = torch.randint(-2, 3, room, device=DEVICE).to(dtype) if exact else torch.randn(room, device=DEVICE).to(dtype)
    return x.permute([order.index(i) for i in range(len(shape))]).narrow(order[-1], 0, shape[order[-1]])


def is_right(got, want, error):
    """Both are finite where the other is, and within the error of each element."""
    got = got.double()
    return bool(torch.all((got - want).abs() <= error)) and got.shape == want.shape


def rounded(want, dtype):
    """want as the library rounds it once, in float64: at most 448 of e4m3."""
    return (want.clamp(-448, 448) if dtype == E4M3 else want).to(dtype).double()


def factors(shape):
    return torch.exp2(torch.randint(-2, 3, shape, device=DEVICE).float())


def spread(scales, rows, columns):
    """Factors of one element, of each row or column, or of blocks of 128, as a matrix of rows x columns."""
    for i, extent_of in enumerate((rows, columns)):
        if scales.shape[i] not in (1, extent_of):
            scales = scales.repeat_interleave(128, i).narrow(i, 0, extent_of)
    return scales.double()


def product(draw, kind, dtype, exact):
    """(what was asked, whether it is right)"""
    m, n, k, batches = extent(draw), extent(draw), extent(draw), 1
    if draw.random() < 0.3 and kind not in ("gated", "scaled"):
        batches = draw.randrange(1, 20)
    while m * n * k * batches > PRODUCTS:
        m, n, k, batches = (m + 1) // 2, (n + 1) // 2, (k + 1) // 2, (batches + 1) // 2
    ahead = (batches,) if batches > 1 else ()
    a = elements(draw, exact, dtype, *(ahead if draw.random() < 0.8 else ()), m, k)
    b = elements(draw, exact, dtype, *(ahead if draw.random() < 0.8 else ()), k, n)
    more = {}
    if dtype != I8 and kind != "gated" and draw.random() < 0.4:
        more["bias"] = elements(draw, exact, dtype if dtype in (BF16, F16, F32, F64) else F32, *draw.choice(((n,), (m, 1))))
    if dtype != I8 and draw.random() < 0.4:
        more["activation"] = draw.choice(("relu", "silu", "gelu", "gelu_erf"))
    left, right = a.double(), b.double()
    if kind == "scaled":
        deep, wide = -(-k // 128), -(-n // 128)
        more["scale_a"] = factors(draw.choice(((1, 1), (m, 1), (m, deep))))
        more["scale_b"] = factors(draw.choice(((1, 1), (1, n), (deep, wide))))
        left, right = left * spread(more["scale_a"], m, k), right * spread(more["scale_b"], k, n)
    if kind == "gated":
        more["up"] = elements(draw, exact, dtype, *b.shape)
        more["activation"] = draw.choice(("silu", "gelu_erf"))
    result = draw.choice(RESULTS[dtype]) if kind != "gated" else dtype
    if result != RESULTS[dtype][0]:
        more["out_dtype"] = result
    if draw.random() < 0.2:
        more["batch_invariant"] = True
    asked = f"{kind} {batches} x {m} x {n} x {k} {result} {a.stride()} {b.stride()} {sorted(more)} {more.get('activation')} {'integers' if exact else 'normal'}"

    sums, sizes = left @ right, left.abs() @ right.abs()
    if "bias" in more:
        sums, sizes = sums + more["bias"].double(), sizes + more["bias"].double().abs()
    want = FINISH[more.get("activation")](sums)
    # Of a sum of k products in float32; TF32 and e4m3, whose products come into fewer bits of the sum, more of it; an activation adds a few roundings.
    error = (k + 8) * sizes * {F64: 2.0**-53, E4M3: 2.0**-13}.get(dtype, 2.0**-24 if kind != "tf32" else 2.0**-11)
    if more.get("activation") in ("silu", "gelu", "gelu_erf"):
        error = 1.2 * error + 2.0**-20 * sums.abs() + 1e-6
    if kind == "gated":
        up = left @ more["up"].double()
        want, error = want * up, error * up.abs() + want.abs() * (k + 8) * (left.abs() @ more["up"].double().abs()) * 2.0**-24 + 2.0**-20 * (want * up).abs()
    simple = exact and kind not in ("gated",) and more.get("activation") in (None, "relu")
    error = torch.zeros_like(want) if simple else error + ROUNDING[result] * 1.01 * (want.abs() + error) + (2.0**-10 if result == E4M3 else 2.0**-24)
    want = rounded(want, result) if simple else want.clamp(-448, 448) if result == E4M3 else want

    torch.set_float32_matmul_precision("high" if kind == "tf32" else "highest")
    got = colex.torch.gemm(a, b, **more)
    right_one = got.dtype == result and is_right(got, want, error)
    if simple:  # what is checked would notice one element
        spoiled = got.double().reshape(-1).clone()
        spoiled[draw.randrange(spoiled.numel())] += 1
        right_one &= not is_right(spoiled.reshape(want.shape), want, error)
    if draw.random() < 0.3:
        more.pop("out_dtype", None)
        out = elements(draw, True, result, *want.shape)
        around, same = out._base.clone() if out._base is not None else None, got.clone()
        colex.torch.gemm(a, b, out=out, **more)
        right_one &= is_right(out, want, error) and (not simple or bool(torch.all(out.double() == same.double())))
        if around is not None:
            torch.as_strided(around, out.shape, out.stride(), out.storage_offset()).copy_(out)
            right_one &= bool(torch.all(around.double() == out._base.double()))
    return asked, right_one


def derived(draw, kind, dtype):
    """As product(), of derivatives."""
    m, n, k = (extent(draw, MOST // 2) for _ in range(3))
    a, b = (elements(draw, False, dtype, *shape).div(k**0.25).requires_grad_() for shape in ((m, k), (k, n)))
    up = elements(draw, False, dtype, k, n).div(k**0.25).requires_grad_() if kind == "gated" else None
    bias = elements(draw, False, dtype, n).requires_grad_() if kind != "gated" and draw.random() < 0.5 else None
    activation = draw.choice((None, "relu", "silu", "gelu", "gelu_erf")) if up is None else "silu"
    weight = elements(draw, True, dtype, m, n)
    leaves = [x for x in (a, b, up, bias) if x is not None]
    if activation == "relu":  # a sum near zero may have either side's derivative
        near = (a.detach().double() @ b.detach().double() + (0 if bias is None else bias.detach().double())).abs() < 2.0**-6
        weight = weight.masked_fill(near, 0)
    torch.set_float32_matmul_precision("high" if kind == "tf32" else "highest")
    got = torch.autograd.grad(colex.torch.gemm(a, b, bias=bias, activation=activation, up=up), leaves, weight)
    doubles = {id(x): x.detach().double().requires_grad_() for x in leaves}
    sums = doubles[id(a)] @ doubles[id(b)] + (0 if bias is None else doubles[id(bias)])
    finished = FINISH[activation](sums) * (1 if up is None else doubles[id(a)] @ doubles[id(up)])
    want = torch.autograd.grad(finished, doubles.values(), weight.double())
    # What went forward was rounded, and so was what came back: a few roundings of the largest element.
    most = {BF16: 2.0**-5, F16: 2.0**-8, F32: 2.0**-7 if kind == "tf32" else 2.0**-14, F64: 2.0**-40}[dtype]
    right_one = all(x.shape == y.shape and x.dtype == dtype and is_right(x, y, most * (1 + y.abs().max()))
                    for x, y in zip(got, want, strict=True))  # fmt: skip
    return f"derivatives of {kind} {m} x {n} x {k} {activation} {a.stride()} {b.stride()} {'bias' if bias is not None else ''}", right_one


def grouped(draw, dtype, exact):
    run = 16 // dtype.itemsize  # elements of 16 bytes
    n, k, groups = 8 * extent(draw, MOST // 8), run * extent(draw, MOST // run), draw.randrange(1, 17)
    rows, scaled = extent(draw), dtype == E4M3
    deep, wide = -(-k // 128), -(-n // 128)
    more = {"scale_a": factors(draw.choice(((1, 1), (rows, 1), (rows, deep)))),
            "scale_b": factors(draw.choice(((groups, 1, 1), (groups, 1, n), (groups, deep, wide))))} if scaled else {}  # fmt: skip
    ends = sorted(draw.randrange(rows + 1) for _ in range(groups - 1)) + [rows]
    make = (lambda *shape: torch.randint(-2, 3, shape, device=DEVICE)) if exact else (lambda *shape: torch.randn(shape, device=DEVICE))
    a, b = make(rows, k).to(dtype), make(groups, n, k).to(dtype).transpose(1, 2) if scaled or draw.random() < 0.7 else make(groups, k, n).to(dtype)
    got = colex.torch.grouped_mm(a, b, torch.tensor(ends, dtype=torch.int32, device=DEVICE), **more)
    right_one, begin = True, 0
    for group, end in enumerate(ends):
        left, right = a[begin:end].double(), b[group].double()
        if scaled:
            left, right = left * spread(more["scale_a"], rows, k).expand(rows, k)[begin:end], right * spread(more["scale_b"][group], k, n)
        want, sizes = left @ right, left.abs() @ right.abs()
        error = torch.zeros_like(want) if exact else (k + 8) * sizes * (2.0**-13 if scaled else 2.0**-24) + ROUNDING[BF16] * 1.01 * want.abs() + 2.0**-20
        right_one &= is_right(got[begin:end], rounded(want, BF16) if exact else want, error)
        begin = end
    return f"grouped {dtype} {groups} groups of {rows} rows x {n} x {k}, ends {ends} {[tuple(x.shape) for x in more.values()]} {'integers' if exact else 'normal'}", right_one


def main():
    count, seed = int(sys.argv[2]) if len(sys.argv) > 2 else 400, os.environ.get("SEED", "random")
    draw = random.Random(f"products {seed}")
    torch.manual_seed(draw.randrange(1 << 30))
    names, weights = list(KINDS), [often for _, often in KINDS.values()]
    asked, wrong, begin = collections.Counter(), 0, time.monotonic()
    for number in range(count):
        kind, exact = draw.choices(names, weights)[0], draw.random() < 2 / 3
        if number % 8 == 7:
            kind = kind if kind in DERIVED else "bf16"
            what, right_one = derived(draw, kind, KINDS[kind][0])
            asked["derivatives"] += 1
        else:
            what, right_one = grouped(draw, KINDS[kind][0], exact) if "grouped" in kind else product(draw, kind, KINDS[kind][0], exact)
            asked[kind] += 1
        if not right_one:
            wrong += 1
            print(f"WRONG {what} (problem {number} of seed {seed})", flush=True)
        if number % 2000 == 1999:
            print(f"{number + 1} of {count} problems, {wrong} wrong, {time.monotonic() - begin:.0f} s", flush=True)
    name = torch.cuda.get_device_name() if DEVICE == "cuda" else "the CPU"
    print(f"{'FAIL' if wrong else 'ok  '} {count} random problems on {name}, seed {seed}: {wrong} wrong; " + ", ".join(f"{n} {k}" for k, n in asked.most_common()))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
