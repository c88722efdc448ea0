#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Microseconds of the host that a call of colex.torch takes, beside the call of torch that does the same, in turns.

  torch_calls.py [CALLS]     so many calls a turn, 2000 without

On a device calls are started and not waited for, so that the host is timed; the queue is emptied between turns. On the CPU, with the host
platform's library, which checks every access, sizes are 0 where that leaves the call as it is, and torch's column says little. The last
lines are of new processes: what the import and the first call take. COLEX_KERNELS_LIBRARY names the library.
"""
import os
import subprocess
import sys
import time

try:
    import torch
except ImportError:
    print("SKIP: torch is not installed: nothing was run")
    sys.exit(77)
import colex.torch
from colex._torch_start import STARTS

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
CALLS = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
TURNS = 7
FIRST = f"""
import time, torch
a, b, out = (torch.ones(64, 64, dtype=torch.bfloat16, device="{DEVICE}") for _ in range(3))
torch.mm(a, b, out=out)
begin = time.perf_counter()
import colex.torch
imported = time.perf_counter()
colex.torch.gemm(a, b, out=out)
print(f"import {{imported - begin:.3f}} s, first call {{time.perf_counter() - imported:.3f}} s")
"""


def wait():
    if DEVICE == "cuda":
        torch.cuda.synchronize()


def in_turns(*calls):
    """The median of the turns of each call, in microseconds."""
    times = [[] for _ in calls]
    for _ in range(TURNS):
        for call, own in zip(calls, times, strict=True):
            call()
            wait()
            begin = time.perf_counter()
            for _ in range(CALLS):
                call()
            own.append((time.perf_counter() - begin) / CALLS * 1e6)
            wait()
    return [sorted(own)[TURNS // 2] for own in times]


def main():
    size = 64 if DEVICE == "cuda" else 0

    def ones(*shape, dtype=torch.bfloat16):
        return torch.ones(*shape, dtype=dtype, device=DEVICE)

    a, b, out, bias = ones(64, 64), ones(64, size), ones(64, size), ones(size)
    wide, x, moved, odd, odd_out = bias.float(), ones(16, 8, size), ones(8, 16, size), ones(64, 63), ones(63, 63)
    rows = [
        ("gemm(out=)", lambda: colex.torch.gemm(a, b, out=out), lambda: torch.mm(a, b, out=out)),
        ("gemm", lambda: colex.torch.gemm(a, b), lambda: torch.mm(a, b)),
        ("gemm, bias of bfloat16", lambda: colex.torch.gemm(a, b, bias), lambda: torch.addmm(bias, a, b)),
        ("gemm(out=), bias of float32", lambda: colex.torch.gemm(a, b, wide, out=out), lambda: torch.addmm(bias, a, b, out=out)),
        ("copy", lambda: colex.torch.copy(x, x.new_empty(x.shape)), lambda: x.new_empty(x.shape).copy_(x)),
        ("permute", lambda: colex.torch.permute(x, (1, 0, 2)), lambda: moved.copy_(x.permute(1, 0, 2))),
        ("torch.ops.colex.gemm", lambda: torch.ops.colex.gemm(a, b, None, None), lambda: torch.mm(a, b)),
    ]
    if DEVICE == "cuda":
        ends, experts = torch.tensor([32, 64], dtype=torch.int32, device=DEVICE), ones(2, 64, 64)
        rows.append(("gemm(out=), odd sizes", lambda: colex.torch.gemm(odd.t(), odd, out=odd_out), lambda: torch.mm(odd.t(), odd, out=odd_out)))
        rows.append(("grouped_mm", lambda: colex.torch.grouped_mm(a, experts, ends), lambda: torch._grouped_mm(a, experts, offs=ends)))
    where = torch.cuda.get_device_name() if DEVICE == "cuda" else "the host platform"
    print(f"{where}, torch {torch.__version__}, {type(STARTS).__name__.strip('_').lower()} starts")
    print("| us of host a call | colex.torch | torch |\n|---|---|---|")
    for name, own, torchs in rows:
        print("| {} | {:.2f} | {:.2f} |".format(name, *in_turns(own, torchs)), flush=True)
    for _ in range(3):
        print("new process:", subprocess.run([sys.executable, "-c", FIRST], env=os.environ, capture_output=True, text=True, check=True).stdout.strip())


if __name__ == "__main__":
    main()
