#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Products of e4m3 through colex_kernels_gemm on a device, beside torch._scaled_mm in the same run.

  fp8_device.py LIBRARY PYTHON_FOLDER [PROBLEMS]

First PROBLEMS random problems of hopper_e4m3acc (100), with scales of tensors, rows, columns and blocks, splits and room
around C, against sums in double, then what sums of positive products lose, then times: of CUDA graphs over operands of
200 MB or more in turns, each answer compared before. Exit status 77: there is no torch, or no Hopper GPU.
"""
import ctypes
import random
import sys

from product_device import ck, in_turns, microseconds, torch

E4M3, BF16, F32 = torch.float8_e4m3fn, torch.bfloat16, torch.float32
POISON = -7.0


def drawn(*shape, positive=False):
    x = torch.rand(shape, device="cuda") if positive else torch.randn(shape, device="cuda")
    return x.to(E4M3)


def factors(*shape):
    return torch.rand(shape, device="cuda") + 0.5


def call_of(a, w, c, splits=1, workspace=None, a_scales=None, b_scales=None, columns=None):
    """C = A W^T, for a of m x k and w of n x k with any pitch; a_scales is (array, step of rows, step of parts)."""
    call = ck._Gemm()
    call.struct_size = ctypes.sizeof(ck._Gemm)
    (call.m, call.k), call.n, call.batches, call.splits, call.alpha = a.shape, w.shape[0], 1, splits, 1.0
    room = lambda x: x.untyped_storage().nbytes() // x.element_size() - x.storage_offset()  # noqa: E731
    call.a = ck._Matrix(a.data_ptr(), room(a), a.stride(0), 1, 0, 0)
    call.b = ck._Matrix(w.data_ptr(), room(w), 1, w.stride(0), 0, 0)
    call.c = ck._Matrix(c.data_ptr(), room(c), c.stride(0), 1, 0, 0)
    if workspace is not None:
        call.workspace, call.workspace_elements = workspace.data_ptr(), workspace.numel()
    if a_scales is not None:
        call.a_scales, call.a_scales_elements = a_scales[0].data_ptr(), a_scales[0].numel()
        call.a_scale_row, call.a_scale_part = a_scales[1:]
    if b_scales is not None:
        call.b_scales, call.b_scales_elements = b_scales[0].data_ptr(), b_scales[0].numel()
        call.b_scale_block, call.b_scale_part = b_scales[1:]
    if columns is not None:
        call.column_scales, call.column_scales_elements = columns.data_ptr(), columns.numel()
    return call


def start(library, config, call):
    call.stream = torch.cuda.current_stream().cuda_stream
    if library.colex_kernels_gemm(config, ctypes.byref(call)) != 0:
        sys.exit("FAIL: " + library.colex_kernels_last_error().decode())


def spread(scales, lines, parts):
    """The factors of `lines` x `parts` as a matrix."""
    if scales is None:
        return torch.ones(lines, parts, device="cuda", dtype=torch.float64)
    return scales[0].as_strided((lines, parts), scales[1:]).double()


def is_right(a, w, c, a_scales, b_scales, columns, accurate=True):
    """Against the sum in double, within the bound of gpu_kernels/hopper/gemm_reference.hpp."""
    (m, k), n = a.shape, w.shape[0]
    parts = (k + 127) // 128
    each = torch.arange(k, device="cuda") // 128
    left = a.double() * spread(a_scales, m, parts)[:, each]
    right = w.double() * spread(b_scales, (n + 127) // 128, parts).repeat_interleave(128, 0)[:n][:, each]
    if columns is not None:
        right = right * columns.double()[:, None]
    want, scale = left @ right.T, left.abs() @ right.abs().T
    steps = (k + 31) // 32
    bound = scale * ((min(steps, 4) if accurate else steps) * 34 * 2.0**-13 + parts * 2.0**-22)
    return bool(((c.double() - want).abs() <= bound + 2.0**-8 * (want.abs() + bound)).all())  # false for NaN


def check(library, problems):
    chance = random.Random(1)
    torch.manual_seed(1)
    workspace = torch.empty(1 << 26, dtype=F32, device="cuda")
    wrong = 0
    for i in range(problems):
        m, n, k = (chance.choice((chance.randint(1, 70), chance.randint(1, 1300))) for _ in range(3))
        pitch = (k + 15) // 16 * 16 + 16 * chance.randint(0, 2)
        a, w = (torch.full((lines, pitch), float("nan"), device="cuda").to(E4M3) for lines in (m, n))
        a[:, :k], w[:, :k] = drawn(m, k), drawn(n, k)
        a, w = a[:, :k], w[:, :k]
        rows = torch.full((m + 2, n + chance.randint(0, 9)), POISON, dtype=BF16, device="cuda")
        c, parts, blocks = rows[1 : m + 1, :n], (k + 127) // 128, (n + 127) // 128
        a_scales = chance.choice((None, (factors(1), 0, 0), (factors(m), 1, 0), (factors(m, parts), parts, 1)))
        b_scales = chance.choice((None, (factors(1), 0, 0), (factors(parts), 0, 1), (factors(blocks, parts), parts, 1)))
        columns = chance.choice((None, factors(n)))
        config = chance.choice((b"hopper_e4m3acc_kk", *(b"hopper_e4m3acc_kk_" + t for t in (b"128x128", b"64x128", b"64x64", b"64x32"))))
        splits = chance.choice((1, 1, 0 if config.endswith(b"kk") else 2, chance.randint(1, 6)))
        start(library, config, call_of(a, w, c, splits, workspace, a_scales, b_scales, columns))
        around = rows.clone()
        around[1 : m + 1, :n] = POISON
        right = is_right(a, w, c, a_scales, b_scales, columns) and bool((around == POISON).all())
        if not right:
            wrong += 1
            print("FAIL", config.decode(), m, n, k, "splits", splits, a_scales is None, b_scales is None, columns is None)
    print(f"{'ok  ' if wrong == 0 else 'FAIL'} {problems} random problems of hopper_e4m3acc, {wrong} wrong", flush=True)
    return wrong == 0


def torchs(a, w, c, a_scale, w_scale, fast):
    return lambda: torch._scaled_mm(a, w.t(), a_scale, w_scale, out_dtype=BF16, use_fast_accum=fast, out=c)


def lost(library, k):
    """The mean part of sums of k positive products that is missing."""
    one, (a, w) = torch.ones((), device="cuda"), (drawn(64, k, positive=True) for _ in range(2))
    want, said = a.double() @ w.double().T, []
    c = torch.empty(64, 64, dtype=BF16, device="cuda")
    for name, run in (("colex e4m3", lambda: start(library, b"hopper_e4m3_kk", call_of(a, w, c))),
                      ("colex e4m3acc", lambda: start(library, b"hopper_e4m3acc_kk", call_of(a, w, c))),
                      ("torch fast", torchs(a, w, c, one, one, True)), ("torch", torchs(a, w, c, one, one, False))):  # fmt: skip
        try:
            run()
        except RuntimeError as why:
            said.append(f"{name} refuses ({str(why).splitlines()[0][:80]})")
            continue
        said.append(f"{name} {100 * float((1 - c.double() / want).mean()):.3f} %")
    print(f"sums of positive products, K = {k}, lose: " + ", ".join(said), flush=True)


def measured(library, m, n, k):
    size = m * k + n * k + 2 * m * n
    copies = max(1, min(16, 200_000_000 // size + 1))
    repeats = max(4, min(100, int(3e-3 / max(size / 4e12 + 3e-6, 2 * m * n * k / 1.4e15))))
    workspace = torch.empty(1 << 26, dtype=F32, device="cuda")
    one, row, column = torch.ones((), device="cuda"), factors(m, 1), factors(n, 1)
    parts, blocks = k // 128, (n + 127) // 128
    a_blocks, b_blocks = factors(parts, m), factors(blocks, parts)
    problems = [(drawn(m, k), drawn(n, k), torch.empty(m, n, dtype=BF16, device="cuda")) for _ in range(copies)]
    sample, right, flops = slice(0, m, max(1, m // 64)), True, 2e-6 * m * n * k

    def calls_of(config, a_scales=None, b_scales=None, columns=None, splits=0):
        """Starts of it, one of each problem, after the first one's answer is compared."""
        nonlocal right
        a, w, c = problems[0]
        start(library, config, call_of(a, w, c, splits, workspace, a_scales, b_scales, columns))
        of_sample = None if a_scales is None else (spread(a_scales, m, parts)[sample].float().contiguous(), parts, 1)
        right &= is_right(a[sample], w, c[sample], of_sample, b_scales, columns, b"acc" in config)
        calls = [call_of(*p, splits, workspace, a_scales, b_scales, columns) for p in problems]
        return [lambda call=call: start(library, config, call) for call in calls]

    def beside(own, a_scale, w_scale, fast):
        try:
            return in_turns([own, [torchs(*p, a_scale, w_scale, fast) for p in problems]], repeats)
        except (RuntimeError, ValueError) as why:
            print("      torch refuses:", str(why).splitlines()[0][:150])
            return microseconds(own, repeats), float("nan")

    accurate = b"hopper_e4m3acc_kk"
    by_row, by_column = (row, 1, 0), column.flatten()
    times = [
        ("fast", beside(calls_of(b"hopper_e4m3_kk"), one, one, True)),
        ("accurate", beside(calls_of(accurate), one, one, False)),
        ("accurate, scales of rows and columns", beside(calls_of(accurate, by_row, None, by_column), row, column.t(), False)),
        ("accurate, scales of 1 x 128 and 128 x 128",
         beside(calls_of(accurate, (a_blocks, 1, m), (b_blocks, parts, 1)), a_blocks.t(), b_blocks.t(), False)),
    ]  # fmt: skip
    for name, (colex, torch_) in times:
        print(f"{'ok  ' if right else 'FAIL'} {m} x {n} x {k} {name}: colex {colex:.1f} us ({flops / colex:.0f} TFLOP/s), "
              f"torch {torch_:.1f} us ({flops / torch_:.0f}), ratio {torch_ / colex:.3f}", flush=True)  # fmt: skip
    tiles = {tile: microseconds(calls_of(accurate + b"_" + tile, splits=1), repeats) for tile in (b"128x128", b"64x128", b"64x64", b"64x32")}
    print("      e4m3acc by tile, us: " + ", ".join(f"{tile.decode()} {time:.1f}" for tile, time in tiles.items()), flush=True)
    return right


def main():
    library = ck._library
    print(torch.cuda.get_device_name(), "torch", torch.__version__, flush=True)
    right = check(library, int(sys.argv[3]) if len(sys.argv) > 3 else 100)
    for k in (4096, 65536):
        lost(library, k)
    for sizes in ((4096, 4096, 4096), (8192, 8192, 8192), (16384, 16384, 16384), (64, 14336, 4096), (512, 14336, 4096), (2048, 4096, 14336)):
        right &= measured(library, *sizes)
    sys.exit(0 if right else 1)


main()
