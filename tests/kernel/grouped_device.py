#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rows in groups through colex_kernels_grouped on a device, beside torch._grouped_mm in the same run.

  grouped_device.py LIBRARY PYTHON_FOLDER [PROBLEMS]

First PROBLEMS random problems (100): groups of all sizes, ends that no group can have, room around C, both orders of B,
an epilogue; against sums in double. Then times, of CUDA graphs, each answer compared before, in turns with
torch's: rows are dealt out to experts at random, B has K contiguous. The time of every tile stands below. Exit status 77: no torch, or no Hopper GPU.
"""
import ctypes
import random
import sys

from product_device import ck, in_turns, microseconds, torch

POISON = -7.0


def by_tile(stem):
    """The configs of a type and an order, one of each tile that takes them."""
    return [name for name in ck.configs() if name.startswith(stem + "_") and "_gated_" not in name]


def call_of(a, b, c, bias=None, activation=None, alpha=1.0, beta=0.0):
    """C = A B of a group: a is rows x k, b is groups x k x n, c is rows x n, with any pitches."""
    call = ck._Gemm()
    call.struct_size = ctypes.sizeof(ck._Gemm)
    (call.m, call.k), (call.batches, _, call.n), call.splits = a.shape, b.shape, 1
    room = lambda x: x.untyped_storage().nbytes() // x.element_size() - x.storage_offset()  # noqa: E731
    call.a = ck._Matrix(a.data_ptr(), room(a), a.stride(0), a.stride(1), 0, 0)
    call.b = ck._Matrix(b.data_ptr(), room(b), b.stride(1), b.stride(2), b.stride(0), 0)
    call.c = ck._Matrix(c.data_ptr(), room(c), c.stride(0), c.stride(1), 0, 0)
    call.alpha, call.beta, call.activation = alpha, beta, ck.ACTIVATIONS[activation]
    if bias is not None:
        call.bias, call.bias_elements = bias.data_ptr(), bias.numel()
    return call


def start(library, config, call, ends):
    call.stream = torch.cuda.current_stream().cuda_stream
    if library.colex_kernels_grouped(config, ctypes.byref(call), ctypes.c_void_p(ends.data_ptr())) != 0:
        sys.exit("FAIL: " + library.colex_kernels_last_error().decode())


def groups_of(ends, rows):
    """(group, its rows) as the contract has them."""
    begin = 0
    for group, stated in enumerate(ends):
        end = min(max(stated, begin), rows)
        yield group, range(begin, end)
        begin = end


def is_right(a, b, c, ends, finish=lambda group, rows, x: x, most=None):
    """Within the bound of gpu_kernels/hopper/gemm_reference.hpp; of `most` rows of a group."""
    for group, rows in groups_of(ends, a.shape[0]):
        some = torch.tensor(rows if most is None else rows[:: max(1, len(rows) // most)], device="cuda", dtype=torch.long)
        if len(some) == 0:
            continue
        left, right = a[some].double(), b[group].double()
        want, scale = finish(group, some, left @ right), left.abs() @ right.abs() + 16
        error = (c[some].double() - want).abs() - want.abs() * 2**-7 - scale * (a.shape[1] * 2.0**-21 + 2**-16)
        if not bool((error <= 0).all()):  # NaN is not right
            return False
    return True


def check(library, problems):
    chance = random.Random(1)
    torch.manual_seed(1)
    wrong = 0
    for i in range(problems):
        rows, n, k = (chance.choice((chance.randint(1, 70), chance.randint(1, 1300))) for _ in range(3))
        groups = chance.choice((1, 3, chance.randint(1, 70)))
        dtype, name = chance.choice(((torch.bfloat16, "bf16"), (torch.float16, "f16")))
        ends = [chance.randint(0, rows) for _ in range(groups)]
        if i % 3:
            ends.sort()
        else:
            ends[chance.randrange(groups)] = chance.choice((-5, rows + 9, -(1 << 31), (1 << 31) - 1))
        nan = float("nan")
        a = torch.full((rows, (k + 7) // 8 * 8 + 8), nan, device="cuda").to(dtype)[:, :k]
        a.copy_(torch.randn(rows, k))
        k_runs = chance.random() < 0.5
        b = torch.full((groups, *((n, (k + 7) // 8 * 8) if k_runs else (k, (n + 7) // 8 * 8))), nan, device="cuda").to(dtype)
        b = b[:, :, :k].transpose(1, 2) if k_runs else b[:, :, :n]
        b.copy_(torch.randn(groups, k, n))
        around = torch.full((rows + 2, n + chance.randint(0, 9)), POISON, dtype=dtype, device="cuda")
        c = around[1 : rows + 1, :n]
        bias = torch.randn(n, device="cuda") if chance.random() < 0.5 else None
        stem = f"hopper_{name}_k{'k' if k_runs else 'n'}"
        config = chance.choice((stem, *by_tile(stem))).encode()
        start(library, config, call_of(a, b, c, bias, "relu" if i % 4 == 0 else None),
              torch.tensor(ends, dtype=torch.int32, device="cuda"))  # fmt: skip

        def finish(_group, _rows, x):
            x = x if bias is None else x + bias.double()
            return x.clamp(min=0) if i % 4 == 0 else x

        right = is_right(a, b, c, ends, finish)
        written = torch.zeros(rows, dtype=torch.bool, device="cuda")
        for _, own in groups_of(ends, rows):
            written[own.start : own.stop] = True
        c[written] = POISON
        if not right or not bool((around == POISON).all()):
            wrong += 1
            print("FAIL", config.decode(), rows, n, k, ends)
    print(f"{'ok  ' if wrong == 0 else 'FAIL'} {problems} random problems of rows in groups, {wrong} wrong", flush=True)
    return wrong == 0


def measured(library, weights, rows):
    experts, n, k = weights.shape
    chance = random.Random(rows)
    ends = sorted(chance.randint(0, rows) for _ in range(experts - 1)) + [rows]
    busy = len({end for end in ends if end > 0})
    size = 2 * (busy * n * k + rows * (n + k))
    copies = max(1, min(16, 200_000_000 // size + 1))
    repeats = max(4, min(60, int(4e-3 / max(size / 3e12 + 3e-6, 2 * rows * n * k / 6e14))))
    b, on_device = weights.transpose(1, 2), torch.tensor(ends, dtype=torch.int32, device="cuda")
    problems = [(torch.randn(rows, k, dtype=torch.bfloat16, device="cuda"),
                 torch.empty(rows, n, dtype=torch.bfloat16, device="cuda")) for _ in range(copies)]  # fmt: skip

    def ours(config):
        calls = [call_of(a, b, c) for a, c in problems]
        return [lambda call=call: start(library, config, call, on_device) for call in calls]

    own = ours(b"hopper_bf16_kk")
    own[0]()
    right = is_right(problems[0][0], b, problems[0][1], ends, most=2)
    time, theirs = in_turns([own, [lambda a=a: torch._grouped_mm(a, b, offs=on_device) for a, _ in problems]], repeats)
    print(f"{'ok  ' if right else 'FAIL'} {experts} experts {n} x {k}, {rows} rows of {busy}: colex {time:.1f} us, "
          f"torch {theirs:.1f} us, ratio {theirs / time:.3f}, {2e-6 * rows * n * k / time:.0f} TFLOP/s, "
          f"{size / time / 1e6:.2f} TB/s", flush=True)  # fmt: skip
    tiles = {name.split("_")[-1]: microseconds(ours(name.encode()), repeats) for name in by_tile("hopper_bf16_kk")}
    print("      by tile, us: " + ", ".join(f"{tile} {alone:.1f}" for tile, alone in tiles.items()), flush=True)
    return right


def main():
    library = ck._library
    print(torch.cuda.get_device_name(), "torch", torch.__version__, flush=True)
    right = check(library, int(sys.argv[3]) if len(sys.argv) > 3 else 100)
    for experts in (8, 64):
        for n, k in ((4096, 14336), (14336, 4096), (2048, 7168)):
            weights = torch.randn(experts, n, k, dtype=torch.bfloat16, device="cuda")
            for rows in (16, 64, 256, 1024, 4096, 8192):
                right &= measured(library, weights, rows)
            del weights
    sys.exit(0 if right else 1)


main()
