#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Products of bf16 by colex.torch.gemm as people call it, beside torch and the fastest of cuBLASLt's own choices in the same run.

  torch_sizes.py LIBRARY [SET...]     all sets without a name, which are those of SETS below

Drawn sizes are log-uniform from 8 to 8192 by the seed SEED of the environment: first M, N and K that are multiples of 8, as models have them, then any
whole numbers. The others are lists. The package `colex` is installed for this python, and LIBRARY is NVIDIA's. Each answer is compared with
torch's product in float64 of a sample of rows before it is timed; times are product_device.py's, of graphs in turns. A ratio is the time of
the faster of torch and cuBLASLt over colex's; each set ends with their distribution.
Exit status 77: there is no torch, no Hopper GPU or no package `colex`; 2: no set has the name.
"""
import math
import os
import random
import statistics
import sys

NAMED = sys.argv[2:]
del sys.argv[2:]  # which product_device.py takes for a folder
from product_device import BF16, in_turns, torch  # which skips without a device  # noqa: E402

from cublas_lt import Lt  # noqa: E402

os.environ["COLEX_KERNELS_LIBRARY"] = sys.argv[1]
try:
    import colex.torch
except ImportError as why:
    print(f"SKIP: the package colex is not installed for this python ({why}): nothing was run")
    sys.exit(77)

# Columns and depth of the weights of Llama 8B and 70B (an eighth of each), Qwen3 0.6B and 32B, and DeepSeek V3.
WEIGHTS = [(6144, 4096), (4096, 4096), (28672, 4096), (4096, 14336), (1280, 8192), (8192, 1024), (7168, 8192), (8192, 3584), (4096, 1024),
           (1024, 3072), (10240, 5120), (5120, 25600), (256, 7168), (576, 7168), (1536, 7168), (24576, 1536), (32768, 512)]  # fmt: skip
SQUARES = [768, 1024, 1152, 1408, 1536, 2048, 2304, 3072, 3712, 4096, 4608, 5120, 6144, 8192, 12288]
BATCHED = [(512, 32, 32, 32), (512, 50, 50, 50), (256, 64, 64, 64), (256, 128, 128, 64), (64, 200, 300, 100), (32, 256, 256, 256), (64, 1, 4096, 128),
           (32, 16, 2048, 128), (16, 512, 512, 128), (16, 2048, 2048, 128)]  # fmt: skip


def drawn(what, step, count):
    draw = random.Random(f"{os.environ.get('SEED', 'sizes')} {what}")
    for _ in range(count):
        yield (1, *(max(step, round(math.exp(draw.uniform(math.log(8), math.log(8192))) / step) * step) for _ in range(3)))


SETS = {"multiples of 8": lambda: drawn("multiples of 8", 8, 120), "any integers": lambda: drawn("any integers", 1, 60),
        "layers": lambda: ((1, m, n, k) for m in (1, 8, 32, 256, 1920) for n, k in WEIGHTS), "squares": lambda: ((1, n, n, n) for n in SQUARES),
        "small batches": lambda: BATCHED}  # fmt: skip


def measured(lt, batches, m, n, k):
    """(right, microseconds, torch's, cuBLASLt's) of x w^T, as a linear layer has it, over 200 MB of operands."""
    size = 2 * batches * (m * k + n * k + m * n)
    copies = max(1, min(16, 200_000_000 // size + 1))
    repeats = max(4, min(100, int(2e-3 / max(size / 4e12 + 3e-6, 2 * batches * m * n * k / 7e14))))
    ahead = () if batches == 1 else (batches,)
    problems = [(torch.randn(*ahead, m, k, dtype=BF16, device="cuda"), torch.randn(*ahead, n, k, dtype=BF16, device="cuda"),
                 torch.full((*ahead, m, n), float("nan"), dtype=BF16, device="cuda")) for _ in range(copies)]  # fmt: skip
    x, w, out = problems[0]
    rows = torch.arange(0, m, max(1, m // 64), device="cuda")

    def is_right(start):
        out.fill_(float("nan"))
        start(x, w, out)
        some = x[..., rows, :].double()
        want, scale = some @ w.double().mT, some.abs() @ w.double().abs().mT
        error = (out[..., rows, :].double() - want).abs() - want.abs() * 2**-8 - scale * (k * 2.0**-21 + 2**-20)
        return bool((error <= 0).all())  # false for NaN

    def starts(way):
        return [lambda one=one: way(*one) for one in problems]

    def product(x, w, out):
        colex.torch.gemm(x, w.mT, out=out)

    def torchs(x, w, out):
        torch.matmul(x, w.mT, out=out)

    right = is_right(product)
    others = [way for way in lt.ways(x, w, out) if is_right(way)]
    if others:
        tried = in_turns([starts(way) for way in others], max(4, repeats // 4))
        others = [others[tried.index(min(tried))]]
    ours, *theirs = in_turns([starts(way) for way in (product, torchs, *others)], repeats)
    return right, ours, theirs[0], theirs[1] if others else math.nan


def said(what, ratios):
    """The distribution of a set's ratios, in a line."""
    tenths = statistics.quantiles(ratios, n=10)
    return (f"{len(ratios)} sizes, {what}: mean {statistics.geometric_mean(ratios):.3f}, least {min(ratios):.3f}, tenth {tenths[0]:.3f}, median "
            f"{statistics.median(ratios):.3f}, ninth tenth {tenths[8]:.3f}, below 0.95 {sum(x < 0.95 for x in ratios)}")  # fmt: skip


def main():
    for name in NAMED:
        if name not in SETS:
            print(f"torch_sizes: no set is named {name!r}: {', '.join(SETS)}", file=sys.stderr)
            return 2
    print(torch.cuda.get_device_name(), "torch", torch.__version__, "seed", os.environ.get("SEED", "sizes"))
    every, lt = True, Lt()
    for what in NAMED or SETS:
        ratios = []
        for batches, m, n, k in SETS[what]():
            right, ours, torchs, lts = measured(lt, batches, m, n, k)
            every &= right
            ratios.append((torchs if math.isnan(lts) else min(torchs, lts)) / ours)
            many = f"{batches} batches of " if batches > 1 else ""
            print(f"{'ok  ' if right else 'FAIL'} {what}, {many}{m} x {n} x {k}: colex {ours:.2f} us, torch {torchs:.2f} us, cuBLASLt {lts:.2f} us, "
                  f"ratio {ratios[-1]:.3f}", flush=True)  # fmt: skip
        print(said(what, ratios), flush=True)
    return 0 if every else 1


if __name__ == "__main__":
    sys.exit(main())
