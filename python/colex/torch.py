# SPDX-License-Identifier: MIT
"""The certified kernels on torch's tensors of any strides.

    import torch, colex.torch
    colex.torch.gemm(a, b, bias=bias, activation="gelu")  # (m, k) x (k, n), or batches of them
    colex.torch.gemm(a, b, scale_a=rows, scale_b=columns)  # of float8_e4m3fn: (rows * a) @ (b * columns)
    colex.torch.grouped_mm(a, b, ends)                    # (rows, k) x (groups, k, n): each group's rows by its own matrix
    colex.torch.grouped_mm(a, b, ends, scale_a=rows, scale_b=blocks)  # the same of float8_e4m3fn, with factors of blocks
    colex.torch.gemm(x, gate.t(), up=up.t(), activation="silu")  # silu(x gate^T) * (x up^T), in one kernel
    colex.torch.permute(x, (2, 0, 1))                     # contiguous
    colex.torch.copy(source, destination)

They are operators of torch, run on the current stream, and keep what is known of a problem: torch.compile(fullgraph=True), CUDA graphs,
autocast and torch.vmap take them. gemm, grouped_mm and permute have derivatives, by the same kernels; what is written into `out` has none. A tensor of the CPU takes the library of the host platform, which checks every access and is
slow; a device's tensor takes NVIDIA's or AMD's. `python -m colex.build_kernels` builds them, AMD's excepted; COLEX_KERNELS_LIBRARY names
one that lies elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from colex import _torch_operators as _operators
from colex import _torch_plans as _plans
from colex._torch_plans import library as library
from colex._torch_start import STARTS as _STARTS
from colex._torch_start import run as _run
from torch import Tensor

_start, _GEMM, _GROUPED, _MOVE = _STARTS.start, _operators.GEMM, _operators.GROUPED, _operators.MOVE
_compiling = torch.compiler.is_dynamo_compiling


def gemm(a: Tensor, b: Tensor, bias: Tensor | None = None, activation: str | None = None, out: Tensor | None = None, up: Tensor | None = None,
         out_dtype: torch.dtype | None = None, batch_invariant: bool = False, scale_a: Tensor | None = None, scale_b: Tensor | None = None) -> Tensor:  # fmt: skip
    """activation(a @ b + bias) by the config that is predicted to take least; `a` is (m, k) or (batches, m, k), `b` likewise.

    With `up`, of b's shape, it is the gated product activation(a @ b) * (a @ up), of bfloat16 or float16 and without a bias: with
    "silu" SwiGLU, with "gelu_erf" or "gelu" GeGLU. Two halves of one weight, w.t().chunk(2, 1), are read where they are.

    Elements are float64, float32, bfloat16, float16, int8, whose product is int32, or float8_e4m3fn, whose product is bfloat16, and beside
    which one operand may be float8_e5m2. On
    NVIDIA's float32 becomes TF32 where torch.get_float32_matmul_precision() is not "highest". `bias` has n elements, one of each column,
    or the shape (m, 1): one of each row, which all batches share. `activation` is None, "relu", "gelu_erf", which is torch's gelu,
    "gelu", the form by tanh, which is torch's with approximate="tanh", or "silu". `out` may have any strides, but not be expanded, and lies
    apart from the operands; it has no derivative: RuntimeError where one is asked for. Of bfloat16, float16 and float8_e4m3fn the sums come as they are, in float32, where `out` has that type or `out_dtype` is
    torch.float32; not of a gated product. Those of float8_e4m3fn are float16 or, at most 448, float8_e4m3fn where these say so. With
    `batch_invariant` the
    number of parts into which k is split depends on n, k and the types alone, so that of bfloat16, float16, int8 and TF32 the bits of a row depend neither
    on how many rows nor on how many batches there are. With thousands of rows and few columns
    that takes up to 2.3 times as long, as docs/06_performance.md says. Without it the bits may depend on these, and are the same from run to run.

    `scale_a` and `scale_b`, float32, multiply the elements of float8_e4m3fn, in two dimensions: activation((scale_a * a) @
    (scale_b * b) + bias), on the host and NVIDIA's. They have the shapes that torch._scaled_mm takes, and any strides: one element;
    (m, 1) in `scale_a` and (1, n) in `scale_b`, for each row and each column; (m, ceil(k / 128)) and (ceil(k / 128), ceil(n / 128)), for
    each 128 of k of a row, and each block of 128 x 128. One of them may be missing, or of another kind than the other. Of blocks the
    sums of each 128 of k are multiplied, else the finished sums. ValueError where types, shapes or dimensions are others.
    """
    if out is not None and out_dtype not in (None, out.dtype):
        raise ValueError(f"gemm: out has {out.dtype}, and out_dtype is {out_dtype}")
    if bias is not None:
        bias = _plans.prepared_bias(bias, a.dtype)
    if not _compiling():
        done = _start(_GEMM, a, b, bias, activation, out, up, out_dtype, batch_invariant, scale_a, scale_b, _operators.of_tf32(a))
        if done is not NotImplemented:
            return done if out is None else out
    _plans.check_scale_tensors("gemm", scale_a, scale_b)
    if out is None:
        a, b, up = _autocast(a, b, up)
        return _operators.gemm(a, b, bias, activation, up, out_dtype, batch_invariant, scale_a, scale_b)
    _check_no_derivative("gemm", a, b, bias, out, up, scale_a, scale_b)
    _operators.gemm_out(a, b, bias, activation, out, up, batch_invariant, scale_a, scale_b)
    return out


def tune(a: Tensor, b: Tensor, bias: Tensor | None = None, activation: str | None = None, out: Tensor | None = None, up: Tensor | None = None,
         scale_a: Tensor | None = None, scale_b: Tensor | None = None) -> str:  # fmt: skip
    """The line for use_tuned() of the tile and splits of K that took least for this product, of all that gemm() chooses among.

    It times them on the current stream, and waits. Of bfloat16, float16, float8_e4m3fn, int8 and, as TF32, float32, on NVIDIA's;
    ValueError and colex_kernels.KernelError as of gemm(). `out`, which is written, has the strides that the product will have. A line
    names sizes and no factors: what was timed with `scale_a` and `scale_b` is taken without them, too.
    """
    if out is None:
        shape, result = _plans.gemm_shape(a, b, bias, activation, up, scale_a, scale_b), _plans.gemm_type(a, b, up, None)
        out = torch.empty(shape, dtype=result, device=a.device)
    bias, scale_b = _plans.prepared_bias(bias, a.dtype), _plans.prepared_columns(scale_b, b.shape[-1])
    arguments = (a, b, bias, activation, out, up, None, False, scale_a, scale_b, _operators.of_tf32(a))
    return str(_run(_plans.plan_gemm(*arguments, tuning=True), arguments, lambda plan, call: plan.library.tune_of(plan.text, call)))


def use_tuned(lines: str | None, device: str = "cuda") -> None:
    """gemm() takes what these lines say for their problems on their devices, in this process; None forgets all lines. Keep lines in a file."""
    _plans.library_of(torch.empty(0, device=device)).tuned(lines)
    _operators.forget()


def grouped_mm(a: Tensor, b: Tensor, ends: Tensor, bias: Tensor | None = None, activation: str | None = None, out: Tensor | None = None,
               scale_a: Tensor | None = None, scale_b: Tensor | None = None) -> Tensor:  # fmt: skip
    """activation(a[i] @ b[g] + bias) of each row i of each group g, in one launch, as the experts of a mixture have them; bias and
    activation are those of gemm().

    `a` is (rows, k), the rows of the groups one behind the other, `b` is (groups, k, n), and `ends`, int32 on the same device, the row
    where each group ends: the host does not read it. Rows behind the last end are left as they are: without `out`, as they come. An
    end before its group's start makes the group empty; one beyond the last row counts as that. Elements are bfloat16, float16, or
    float8_e4m3fn, whose product is bfloat16 and has no derivative; k is contiguous in `a`, n in `out`, k or n in `b` (of
    float8_e4m3fn k), with runs that begin at multiples of 16 bytes.

    `scale_a` and `scale_b`, float32, multiply the elements of float8_e4m3fn as those of gemm() do. They have any strides, and one
    element, or these shapes: (rows, 1) or (rows, ceil(k / 128)) in `scale_a`; in `scale_b` (groups, 1, 1), (groups, 1, n) for each
    column, or (groups, ceil(k / 128), ceil(n / 128)) for each block of 128 x 128 of each group's matrix. ValueError where types
    or shapes are others.
    """
    if bias is not None:
        bias = _plans.prepared_bias(bias, a.dtype)
    if not _compiling():
        done = _start(_GROUPED, a, b, ends, bias, activation, out, scale_a, scale_b)
        if done is not NotImplemented:
            return done if out is None else out
    _plans.check_scale_tensors("grouped_mm", scale_a, scale_b)
    if out is None:
        a, b = _autocast(a, b)
        return _operators.grouped_mm(a, b, ends, bias, activation, scale_a, scale_b)
    _check_no_derivative("grouped_mm", a, b, bias, out, scale_a, scale_b)
    _operators.grouped_mm_out(a, b, ends, bias, activation, out, scale_a, scale_b)
    return out


def permute(x: Tensor, order: Sequence[int], out: Tensor | None = None) -> Tensor:
    """x.permute(order), moved: into a new contiguous tensor, or into `out`, which may have any strides."""
    if out is not None:
        return copy(x.permute(tuple(order)), out)
    if not _compiling():
        done = _start(_MOVE, x.permute(tuple(order)), None)
        if done is not NotImplemented:
            return done
    return _operators.permute(x, list(order))


def copy(source: Tensor, destination: Tensor) -> Tensor:
    """The elements of `source` into `destination`, of the same type and shape; an extent of 1 in the source is repeated."""
    if source.shape != destination.shape:
        source = source.expand_as(destination)
    if _compiling() or _start(_MOVE, source, destination) is NotImplemented:
        _check_no_derivative("copy", source, destination)
        _operators.copy(source, destination)
    return destination


def _autocast(first: Tensor, *others: Tensor | None) -> tuple[Tensor | None, ...]:
    """Operands as torch.autocast has those of torch.mm."""
    operands, device = (first, *others), first.device.type
    if not torch.is_autocast_enabled(device):
        return operands
    asked, from_ = torch.get_autocast_dtype(device), (torch.float32, torch.bfloat16, torch.float16)
    return tuple(x.to(asked) if x is not None and x.dtype in from_ else x for x in operands)


def _check_no_derivative(what: str, *tensors: Tensor | None) -> None:
    if torch.is_grad_enabled() and any(x is not None and x.requires_grad for x in tensors):
        raise RuntimeError(f"{what}: what is written into a tensor has no derivative, and a tensor of the call requires one")
