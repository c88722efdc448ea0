#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What people call beside products of bf16, through colex.torch, beside torch in the same run.

  torch_others.py LIBRARY [SET...]     all sets without a name, which are those of SETS below

f32 is exact, as torch's is where TF32 is not allowed; its sizes and f64's are squares, and log-uniform from 8 to 4096 by the seed SEED of the
environment. "batch invariance" is the time of a product of bf16 over that with batch_invariant=True; "few rows" are weights of 64 MB and more; moves
have modes shorter than 8, or strides of 0. Answers are compared before anything is timed; times are torch_sizes.py's.
"""
import math
import os
import random
import sys

from torch_sizes import BF16, NAMED, WEIGHTS, colex, in_turns, said, torch  # which skips without a device

F32, F64 = torch.float32, torch.float64


def operands(m, n, k, dtype):
    return [torch.randn(*shape, dtype=dtype, device="cuda") for shape in ((m, k), (n, k))] + [torch.empty(m, n, dtype=dtype, device="cuda")]


def turns(make, ways, size, expected):
    """Microseconds of each way, over 200 MB of what `make` makes; a call has so many bytes, and is expected to take so many microseconds."""
    problems = [make() for _ in range(max(1, min(16, 200_000_000 // size + 1)))]
    return in_turns([[lambda one=one, way=way: way(*one) for one in problems] for way in ways], max(4, min(100, int(2e3 / expected))))


def product(x, w, out):
    colex.torch.gemm(x, w.mT, out=out)


def invariant(x, w, out):
    colex.torch.gemm(x, w.mT, out=out, batch_invariant=True)


def torchs(x, w, out):
    torch.mm(x, w.mT, out=out)


def is_right(way, x, w, out):
    out.fill_(float("nan"))
    way(x, w, out)
    rows = torch.arange(0, x.shape[0], max(1, x.shape[0] // 64), device="cuda")
    a, b = x[rows].double(), w.double().mT
    unit = {BF16: 2.0**-8, F32: 2.0**-24, F64: 2.0**-53}[out.dtype]
    error = (out[rows].double() - a @ b).abs() - unit * (a @ b).abs() - (a.abs() @ b.abs()) * (x.shape[1] + 8) * min(unit, 2.0**-24)
    return bool((error <= 0).all())  # false for NaN


def products(shapes, dtype, rate, ways=(product, torchs)):
    """(shape, right, microseconds of the first way, of the second) of x w^T, as a linear layer has it."""
    for m, n, k in shapes:
        right = is_right(ways[0], *operands(m, n, k, dtype))
        size = (m * k + n * k + m * n) * dtype.itemsize
        yield f"{m} x {n} x {k}", right, *turns(lambda: operands(m, n, k, dtype), ways, size, 3 + 2 * m * n * k / rate * 1e6 + size / 4e6)  # noqa: B023


def drawn(what):
    draw = random.Random(f"{os.environ.get('SEED', 'sizes')} {what}")
    yield from ((n, n, n) for n in (512, 1024, 2048, 4096))
    for _ in range(20):
        yield tuple(max(8, round(math.exp(draw.uniform(math.log(8), math.log(4096))) / 8) * 8) for _ in range(3))


def moves():
    for dtype in F32, BF16, torch.int8:

        def ones(*shape, dtype=dtype):
            return torch.randint(-9, 9, shape, device="cuda").to(dtype)

        images, tall = (64, 3, 512, 512), 8192
        for what, make in (("to channels last", lambda: ones(*images).permute(0, 2, 3, 1)), ("from channels last", lambda: ones(64, 512, 512, 3).permute(0, 3, 1, 2)),
                           ("unfold 3 x 3", lambda: ones(4, 16, 258, 258).unfold(2, 3, 1).unfold(3, 3, 1)),
                           ("a column to all", lambda: ones(tall, 1).expand(tall, tall)), ("a row to all", lambda: ones(1, tall).expand(tall, tall))):  # fmt: skip
            source = make()
            out = torch.empty(source.shape, dtype=dtype, device="cuda")
            colex.torch.copy(source, out)
            size = 2 * out.numel() * dtype.itemsize
            times = turns(lambda: (make(), torch.empty_like(out)), (colex.torch.copy, lambda s, o: o.copy_(s)), size, 3 + size / 3e6)  # noqa: B023
            yield f"{what} {str(dtype)[6:]}", torch.equal(source, out), *times


SETS = {
    "f32": lambda: products(drawn("f32"), F32, 45e12),
    "f64": lambda: products(drawn("f64"), F64, 55e12),
    "batch invariance": lambda: products(((m, n, k) for m in (1, 16, 64, 256) for n, k in WEIGHTS), BF16, 7e14, (invariant, product)),
    "few rows": lambda: products(((m, n, k) for m in (1, 8, 16, 32) for n, k in WEIGHTS if 2 * n * k >= 64e6), BF16, 7e14),
    "moves": moves,
}


def main():
    for name in NAMED:
        if name not in SETS:
            print(f"torch_others: no set is named {name!r}: {', '.join(SETS)}", file=sys.stderr)
            return 2
    torch.set_float32_matmul_precision("highest")
    print(torch.cuda.get_device_name(), "torch", torch.__version__, "seed", os.environ.get("SEED", "sizes"))
    every = True
    for what in NAMED or SETS:
        ratios = []
        for shape, right, ours, theirs in SETS[what]():
            every &= right
            ratios.append(theirs / ours)
            print(f"{'ok  ' if right else 'FAIL'} {what}, {shape}: colex {ours:.2f} us, torch {theirs:.2f} us, ratio {ratios[-1]:.3f}", flush=True)
        print(said(what, ratios), flush=True)
    return 0 if every else 1


if __name__ == "__main__":
    sys.exit(main())
