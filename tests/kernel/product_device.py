#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Products through colex_kernels_product on a device, beside torch in the same run.

  product_device.py LIBRARY PYTHON_FOLDER [gated]

With `gated` products by silu(A B) * (A Bup) only, beside three ways of torch's: a product of both weights and two passes, two
products and two passes, and the first under torch.compile.
LIBRARY is NVIDIA's (docs/04_kernels.md says how it is built). Every answer is compared with torch's product in float of a
sample of rows before it is timed. Times are of CUDA graphs over operands of 200 MB or more in turns, the median of 5; colex's
graph and torch's take turns.
Exit status 77: there is no torch, or no Hopper GPU.
"""
import ctypes
import os
import sys

os.environ["COLEX_KERNELS_LIBRARY"] = sys.argv[1]
sys.path[:0] = sys.argv[2:3]  # none: the package that is installed
try:
    import torch
except ImportError:
    print("SKIP: torch is not installed: nothing was run")
    sys.exit(77)
if not torch.cuda.is_available() or torch.cuda.get_device_capability()[0] != 9:
    print("SKIP: no Hopper GPU: nothing was run")
    sys.exit(77)
try:
    import colex_kernels as ck  # noqa: E402
except ImportError as why:
    print(f"SKIP: the package colex is not installed for this python ({why}): nothing was run")
    sys.exit(77)

BF16 = torch.bfloat16


def matrix(x):
    """A tensor of batches x rows x columns as the C interface has it."""
    return ck._Matrix(x.data_ptr(), x.untyped_storage().nbytes() // x.element_size(), x.stride(1), x.stride(2), x.stride(0), 0)


def call_of(a, b, c, bias, activation, workspace):
    call = ck._Gemm()
    call.struct_size = ctypes.sizeof(ck._Gemm)
    call.batches, call.m, call.k = a.shape
    call.n, call.splits = b.shape[2], 0
    call.a, call.b, call.c = matrix(a), matrix(b), matrix(c)
    call.alpha, call.beta, call.activation = 1.0, 0.0, ck.ACTIVATIONS[activation]
    if bias is not None:
        call.bias, call.bias_elements = bias.data_ptr(), bias.numel()
    call.workspace, call.workspace_elements = workspace.data_ptr(), workspace.numel()
    return call


def run(library, call):
    call.stream = torch.cuda.current_stream().cuda_stream
    if library.colex_kernels_product(b"bf16,bf16,f32,bf16", ctypes.byref(call)) != 0:
        sys.exit("FAIL: " + library.colex_kernels_last_error().decode())


def in_turns(ways, repeats):
    """Microseconds of a start of each way, whose starts take turns in a graph of `repeats`; so do the graphs, for clocks fall."""
    stream, graphs = torch.cuda.Stream(), []
    times = [[] for _ in ways]
    with torch.cuda.stream(stream):
        for starts in ways:
            for start in starts:
                start()
            torch.cuda.synchronize()
            graphs.append(torch.cuda.CUDAGraph())
            with torch.cuda.graph(graphs[-1], stream=stream):
                for i in range(repeats):
                    starts[i % len(starts)]()
        for _ in range(6):
            for graph, own in zip(graphs, times, strict=True):
                begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
                begin.record()
                graph.replay()
                end.record()
                torch.cuda.synchronize()
                own.append(1000 * begin.elapsed_time(end) / repeats)
    return [sorted(own[1:])[2] for own in times]


def microseconds(starts, repeats):
    """Of one start, in a graph of `repeats` that take turns."""
    return in_turns([starts], repeats)[0]


def measured(library, name, batches, m, n, k, activation=None):
    """Operands with K contiguous in both, as a linear layer has them; bias where there is an activation."""
    size = 2 * batches * (m * k + n * k + m * n)
    copies = max(1, min(16, 200_000_000 // size + 1))
    repeats = max(4, min(100, int(3e-3 / max(size / 4e12 + 3e-6, 2 * batches * m * n * k / 7e14))))
    workspace = torch.empty(max(1 << 28, 2 * size // 4), dtype=torch.float32, device="cuda")
    problems, right = [], True
    for _ in range(copies):
        a, w = torch.randn(batches, m, k, dtype=BF16, device="cuda"), torch.randn(batches, n, k, dtype=BF16, device="cuda")
        bias = torch.randn(n, dtype=torch.float32, device="cuda") if activation else None
        problems.append((a, w, torch.empty(batches, m, n, dtype=BF16, device="cuda"), bias))
    calls = [call_of(a, w.transpose(1, 2), c, bias, activation, workspace) for a, w, c, bias in problems]
    run(library, calls[0])
    a, w, c, bias = problems[0]
    rows = torch.arange(0, m, max(1, m // 64), device="cuda")
    want = a[:, rows].double() @ w.double().transpose(1, 2)
    scale = a[:, rows].double().abs() @ w.double().abs().transpose(1, 2)
    if bias is not None:
        want = want + bias.double()
        scale = scale + bias.double().abs()
    if activation == "gelu":
        want = torch.nn.functional.gelu(want, approximate="tanh")
    if activation == "gelu_erf":
        want = torch.nn.functional.gelu(want)
    if activation == "silu":
        want = torch.nn.functional.silu(want)
    error = (c[:, rows].double() - want).abs() - want.abs() * 2**-8 - scale * (k * 2.0**-21 + 2**-20)
    right = bool((error <= 0).all())  # false for NaN

    def torchs(a, w, c, bias16):
        if bias16 is None:
            return lambda: torch.matmul(a, w.transpose(1, 2), out=c)
        flat, weight = a[0], w[0].t()
        if activation == "silu":  # torch has no product that ends with it, or with GELU by erf
            return lambda: torch.nn.functional.silu(torch.addmm(bias16, flat, weight), inplace=True)
        if activation == "gelu_erf":
            return lambda: torch.nn.functional.gelu(torch.addmm(bias16, flat, weight))
        return lambda: torch._addmm_activation(bias16, flat, weight, use_gelu=True)

    ours, theirs = in_turns([[lambda call=call: run(library, call) for call in calls],
                             [torchs(a, w, c, None if bias is None else bias.to(BF16)) for a, w, c, bias in problems]], repeats)  # fmt: skip
    print(f"{'ok  ' if right else 'FAIL'} {name}: colex {ours:.1f} us, torch {theirs:.1f} us, ratio {theirs / ours:.3f}", flush=True)
    return right


def gated(library, m, n, k):
    """A weight of 2n rows, those of the gate first."""
    size = 2 * (m * k + 2 * n * k + m * n)
    copies = max(1, min(16, 200_000_000 // size + 1))
    repeats = max(4, min(100, int(3e-3 / max(size / 4e12 + 3e-6, 4 * m * n * k / 7e14))))
    workspace, problems = torch.empty(16, dtype=torch.float32, device="cuda"), []
    for _ in range(copies):
        problems.append((torch.randn(m, k, dtype=BF16, device="cuda"), torch.randn(2 * n, k, dtype=BF16, device="cuda"),
                         torch.full((m, n), float("nan"), dtype=BF16, device="cuda")))  # fmt: skip

    def called(a, w, c, activation="silu"):
        call = call_of(a[None], w[None, :n].transpose(1, 2), c[None], None, activation, workspace)
        call.up = matrix(w[None, n:].transpose(1, 2))
        call.up.data, call.up.origin = w.data_ptr(), n * w.stride(0)  # one array
        return call

    a, w, c = problems[0]
    rows = torch.arange(0, m, max(1, m // 64), device="cuda")
    sums, scales = a[rows].double() @ w.double().t(), a[rows].double().abs() @ w.double().abs().t()
    summed = scales * (k // 16 + 1) * 18 * 2.0**-23  # hopper/gemm_reference.hpp
    functional = torch.nn.functional
    right = True
    for activation, function in (("silu", functional.silu), ("gelu", lambda x: functional.gelu(x, approximate="tanh")),
                                 ("gelu_erf", functional.gelu), ("relu", functional.relu), (None, lambda x: x)):  # fmt: skip
        c.fill_(float("nan"))
        run(library, called(*problems[0], activation))
        gate, up = function(sums[:, :n]), sums[:, n:]
        of_gate, of_up = 1.13 * summed[:, :n] + 2.0**-15 * gate.abs() + 2.0**-55, summed[:, n:]
        apart = gate.abs() * of_up + up.abs() * of_gate + of_gate * of_up + 2.0**-24 * (gate * up).abs()
        error = (c[rows].double() - gate * up).abs() - apart - 2.0**-8 * ((gate * up).abs() + apart)
        right &= bool((error <= 0).all())  # false for NaN
    calls = [called(*problem) for problem in problems]
    text = ctypes.create_string_buffer(4096)
    library.colex_kernels_product_explain(b"bf16,bf16,f32,bf16", ctypes.byref(calls[0]), text, 4096)
    config = text.value.decode().split()[1]

    def one(a, w):
        gate, up = (a @ w.t()).chunk(2, 1)
        return functional.silu(gate) * up

    ways = {"one product": one, "two products": lambda a, w: functional.silu(a @ w[:n].t()) * (a @ w[n:].t()),
            "compiled": torch.compile(one, dynamic=False), "no gate": lambda a, w: a @ w.t()}  # fmt: skip
    starts = [[lambda call=call: run(library, call) for call in calls]]
    starts += [[lambda p=p, way=way: way(*p[:2]) for p in problems] for way in ways.values()]
    ours, *others = in_turns(starts, repeats)
    theirs = dict(zip(ways, others, strict=True))
    best = min(time for name, time in theirs.items() if name != "no gate")
    print(f"{'ok  ' if right else 'FAIL'} gated {m} x {n} x {k}: {config} {ours:.1f} us, torch " +
          ", ".join(f"{name} {time:.1f}" for name, time in theirs.items()) + f" us, ratio {best / ours:.3f}", flush=True)  # fmt: skip
    torch._dynamo.reset()
    return right


def main():
    library = ck._library
    library.colex_kernels_product.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    library.colex_kernels_product_explain.argtypes = [ctypes.c_char_p, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t]
    print(torch.cuda.get_device_name(), "torch", torch.__version__)
    right = True
    for n, k in ((14336, 4096), (4096, 4096)):
        for m in (16, 128, 512, 2048, 8192):
            right &= gated(library, m, n, k)
    if sys.argv[3:] == ["gated"]:
        sys.exit(0 if right else 1)
    for name, sizes, activation in (
        ("4095 x 4097 x 4099, A and B copied before", (1, 4095, 4097, 4099), None),
        ("4096 x 50257 x 768", (1, 4096, 50257, 768), None),
        ("1000 x 1000 x 1000", (1, 1000, 1000, 1000), None),
        ("bias and GELU, 128 x 14336 x 4096", (1, 128, 14336, 4096), "gelu"),
        ("bias and GELU, 2048 x 14336 x 4096", (1, 2048, 14336, 4096), "gelu"),
        ("bias and GELU, 8192 x 8192 x 8192", (1, 8192, 8192, 8192), "gelu"),
        ("bias and GELU by erf, 2048 x 14336 x 4096", (1, 2048, 14336, 4096), "gelu_erf"),
        ("bias and GELU by erf, 8192 x 8192 x 8192", (1, 8192, 8192, 8192), "gelu_erf"),
        ("bias and SiLU, 2048 x 14336 x 4096", (1, 2048, 14336, 4096), "silu"),
        ("64 batches of 1024 x 1024 x 1024", (64, 1024, 1024, 1024), None),
    ):
        right &= measured(library, name, *sizes, activation)
    sys.exit(0 if right else 1)


if __name__ == "__main__":
    main()
