#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Products of sizes that nobody chose, by colex.torch.gemm as people call it, beside torch.mm in the same run.

  torch_sizes.py LIBRARY

bf16, from 8 to 8192, log-uniform by the seed SEED of the environment: first M, N and K that are multiples of 8, as models have them, then any whole numbers. The
package `colex` is installed for this python, and LIBRARY is NVIDIA's. Each answer is compared with torch's product in float64 of a sample
of rows before it is timed; times are product_device.py's, of graphs in turns. Ends with the distribution of torch's time over colex's.
Exit status 77: there is no torch, no Hopper GPU or no package `colex`.
"""
import math
import os
import random
import statistics
import sys

from product_device import BF16, in_turns, torch  # which skips without a device

os.environ["COLEX_KERNELS_LIBRARY"] = sys.argv[1]
try:
    import colex.torch
except ImportError as why:
    print(f"SKIP: the package colex is not installed for this python ({why}): nothing was run")
    sys.exit(77)


def drawn(draw, step):
    return [max(step, round(math.exp(draw.uniform(math.log(8), math.log(8192))) / step) * step) for _ in range(3)]


def measured(m, n, k):
    """(right, microseconds, torch's) of x w^T, as a linear layer has it, over 200 MB of operands."""
    size = 2 * (m * k + n * k + m * n)
    copies = max(1, min(16, 200_000_000 // size + 1))
    repeats = max(4, min(100, int(3e-3 / max(size / 4e12 + 3e-6, 2 * m * n * k / 7e14))))
    problems = [(torch.randn(m, k, dtype=BF16, device="cuda"), torch.randn(n, k, dtype=BF16, device="cuda"),
                 torch.full((m, n), float("nan"), dtype=BF16, device="cuda")) for _ in range(copies)]  # fmt: skip
    x, w, out = problems[0]
    colex.torch.gemm(x, w.t(), out=out)
    rows = torch.arange(0, m, max(1, m // 64), device="cuda")
    want, scale = x[rows].double() @ w.double().t(), x[rows].double().abs() @ w.double().abs().t()
    error = (out[rows].double() - want).abs() - want.abs() * 2**-8 - scale * (k * 2.0**-21 + 2**-20)
    right = bool((error <= 0).all())  # false for NaN
    ours, theirs = in_turns([[lambda x=x, w=w, out=out: colex.torch.gemm(x, w.t(), out=out) for x, w, out in problems],
                             [lambda x=x, w=w, out=out: torch.mm(x, w.t(), out=out) for x, w, out in problems]], repeats)  # fmt: skip
    return right, ours, theirs


def main():
    seed = os.environ.get("SEED", "sizes")
    print(torch.cuda.get_device_name(), "torch", torch.__version__, "seed", seed)
    every = True
    for what, step, count in (("multiples of 8", 8, 120), ("any integers", 1, 60)):
        draw, ratios = random.Random(f"{seed} {what}"), []
        for _ in range(count):
            m, n, k = drawn(draw, step)
            right, ours, theirs = measured(m, n, k)
            every &= right
            ratios.append(theirs / ours)
            print(f"{'ok  ' if right else 'FAIL'} {what}, {m} x {n} x {k}: colex {ours:.1f} us, torch {theirs:.1f} us, ratio {ratios[-1]:.3f}", flush=True)
        tenths = statistics.quantiles(ratios, n=10)
        print(f"{count} sizes, {what}: mean {statistics.geometric_mean(ratios):.3f}, least {min(ratios):.3f}, tenth {tenths[0]:.3f}, median "
              f"{statistics.median(ratios):.3f}, ninth tenth {tenths[8]:.3f}, below 0.95 {sum(x < 0.95 for x in ratios)}")  # fmt: skip
    return 0 if every else 1


if __name__ == "__main__":
    sys.exit(main())
