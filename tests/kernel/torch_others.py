#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What people call beside products of bf16, through colex.torch, beside torch in the same run.

  torch_others.py LIBRARY [SET...]     all sets without a name, which are those of SETS below

f32 is exact, as torch's is where TF32 is not allowed; its sizes and f64's are squares, and log-uniform from 8 to 4096 by the seed SEED of the
environment. "batch invariance" is the time of a product of bf16 over that with batch_invariant=True; "few rows" are weights of 64 MB and more; moves
have modes shorter than 8, or strides of 0. "experts by blocks" are rows in groups of e4m3, with factors of each 128 of k of a row and each block of 128 x 128, beside
torch._scaled_grouped_mm, which takes factors of rows and columns alone: another product, of the same sizes; in "experts by rows" both have those. "mma.sync" is what
devices before Hopper take for bf16, beside torch on this one. Answers are compared before anything is timed; times are torch_sizes.py's.
"""
import math
import os
import random
import sys

import colex_kernels
from torch_random import E4M3, F32, F64, spread
from torch_sizes import BF16, NAMED, WEIGHTS, colex, in_turns, said, torch  # which skips without a device


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


def by_mma_sync(x, w, out):
    (m, k), (n, _) = x.shape, w.shape
    arrays = ((colex_kernels.Device(one.data_ptr(), one.numel()), steps) for one, steps in ((x, (k, 1)), (w, (1, k)), (out, (n, 1))))
    colex_kernels.gemm("gemm_mma_sync_bf16_bf16_direct", m, n, k, *(word for pair in arrays for word in pair), stream=torch.cuda.current_stream().cuda_stream)


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


def grouped(a, b, ends, scale_a, scale_b, *_):
    return colex.torch.grouped_mm(a, b.mT, ends, scale_a=scale_a, scale_b=scale_b)


def torchs_grouped(a, b, ends, _, __, rows, columns):
    return torch._scaled_grouped_mm(a, b.mT, rows[:, 0], columns[:, 0], offs=ends, out_dtype=BF16)


def experts(blocks):
    """Of DeepSeek V3: (shape, right, microseconds of colex, of torch), the rows dealt out at random."""
    draw = random.Random(f"{os.environ.get('SEED', 'sizes')} experts")
    for tokens, groups, n, k in ((m, g, n, k) for m in (64, 512, 4096, 16384) for g in (8, 32) for n, k in ((4096, 7168), (7168, 2048))):
        ends = sorted(draw.randrange(0, tokens + 1, 16) for _ in range(groups - 1)) + [tokens]  # which torch asks to be multiples of 16

        def make(tokens=tokens, groups=groups, n=n, k=k, ends=ends):
            def ones(*shape):
                return torch.exp2(torch.randint(-2, 3, shape, device="cuda").float())

            a, b, rows, columns = torch.randn(tokens, k, device="cuda").to(E4M3), torch.randn(groups, n, k, device="cuda").to(E4M3), ones(tokens, 1), ones(groups, 1, n)
            scales = (ones(tokens, -(-k // 128)), ones(groups, -(-k // 128), -(-n // 128))) if blocks else (rows, columns)
            return a, b, torch.tensor(ends, dtype=torch.int32, device="cuda"), *scales, rows, columns

        def right(got, a, b, scale_a, scale_b):
            """Some rows, by their groups' matrices."""
            for row in range(0, tokens, tokens // 16):  # noqa: B023
                group = sum(end <= row for end in ends)  # noqa: B023
                x, y = a[row].double() * spread(scale_a[row : row + 1], 1, k)[0], b[group].double().t() * spread(scale_b[group], k, n)  # noqa: B023
                want = x @ y
                if not bool(((got[row].double() - want).abs() <= want.abs() * 2.0**-8 + (x.abs() @ y.abs()) * 2.0**-10).all()):  # false for NaN
                    return False
            return True

        one = make()
        a, b, _, scale_a, scale_b, rows, columns = one
        both = right(grouped(*one), a, b, scale_a, scale_b) and right(torchs_grouped(*one), a, b, rows, columns)
        size = tokens * k + groups * n * k + 2 * tokens * n
        del one, a, b
        yield (f"{tokens} rows in {groups} groups x {n} x {k}", both, *turns(make, (grouped, torchs_grouped), size, 3 + 2 * tokens * n * k / 1.2e15 * 1e6 + size / 4e6))


SETS = {
    "f32": lambda: products(drawn("f32"), F32, 45e12),
    "f64": lambda: products(drawn("f64"), F64, 55e12),
    "batch invariance": lambda: products(((m, n, k) for m in (1, 16, 64, 256, 1024, 4096) for n, k in WEIGHTS), BF16, 7e14, (invariant, product)),
    "few rows": lambda: products(((m, n, k) for m in (1, 8, 16, 32) for n, k in WEIGHTS if 2 * n * k >= 64e6), BF16, 7e14),
    "moves": moves,
    "experts by blocks": lambda: experts(True),
    "experts by rows": lambda: experts(False),
    "mma.sync": lambda: products(((n, n, n) for n in (2048, 4096, 8192)), BF16, 2e14, (by_mma_sync, torchs)),
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
