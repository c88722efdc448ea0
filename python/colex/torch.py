# SPDX-License-Identifier: MIT
"""The certified kernels on torch's tensors of any strides.

    import torch, colex.torch
    colex.torch.gemm(a, b, bias=bias, activation="gelu")  # (m, k) x (k, n), or batches of them
    colex.torch.gemm(a, b, scale_a=rows, scale_b=columns)  # of float8_e4m3fn: (rows * a) @ (b * columns)
    colex.torch.grouped_mm(a, b, ends)                    # (rows, k) x (groups, k, n): each group's rows by its own matrix
    colex.torch.gemm(x, gate.t(), up=up.t(), activation="silu")  # silu(x gate^T) * (x up^T), in one kernel
    colex.torch.permute(x, (2, 0, 1))                     # contiguous
    colex.torch.copy(source, destination)

They are custom operators of torch.library with fake kernels, and run on the current stream: torch.compile(fullgraph=True) and CUDA
graphs take them. They have no derivative. A tensor of the CPU takes the library of the host platform, which checks every access and is
slow; a device's tensor takes NVIDIA's or AMD's. `python -m colex.build_kernels` builds them, AMD's excepted; COLEX_KERNELS_LIBRARY names
one that lies elsewhere.
"""

from __future__ import annotations

import contextlib
import functools
import os
import pathlib
from collections.abc import Sequence
from typing import Any

import colex_kernels
import torch
from colex_kernels import Device

_RESULT = {torch.float64: torch.float64, torch.float32: torch.float32, torch.bfloat16: torch.bfloat16, torch.float16: torch.float16,
           torch.int8: torch.int32, torch.float8_e4m3fn: torch.bfloat16}  # fmt: skip
_TYPES = {torch.float64: "f64,f64,f64,f64", torch.float32: "f32,f32,f32,f32", torch.bfloat16: "bf16,bf16,f32,bf16",
          torch.float16: "f16,f16,f32,f16", torch.int8: "i8,i8,i32,i32",
          torch.float8_e4m3fn: "e4m3,e4m3,f32,bf16"}  # fmt: skip
_BIAS = {torch.float64: torch.float64, torch.int8: torch.int64}  # of the others float32
_OTHERS = {torch.bfloat16: (torch.float32,), torch.float16: (torch.float32,),
           torch.float8_e4m3fn: (torch.float32, torch.float16, torch.float8_e4m3fn)}  # that a product may be, too
_NAME = {torch.float32: "f32", torch.float16: "f16", torch.float8_e4m3fn: "e4m3"}
_BLOCK = 128  # of K and of columns, which have one factor
_MOST_SPLIT = 1 << 26  # elements of the workspace that splits of K may take


def gemm(a: Any, b: Any, bias: Any = None, activation: str | None = None, out: Any = None, up: Any = None, out_dtype: Any = None,
         batch_invariant: bool = False, scale_a: Any = None, scale_b: Any = None) -> Any:  # fmt: skip
    """activation(a @ b + bias) by the config that is predicted to take least; `a` is (m, k) or (batches, m, k), `b` likewise.

    With `up`, of b's shape, it is the gated product activation(a @ b) * (a @ up), of bfloat16 or float16 and without a bias: with
    "silu" SwiGLU, with "gelu_erf" or "gelu" GeGLU. Two halves of one weight, w.t().chunk(2, 1), are read where they are.

    Elements are float64, float32, bfloat16, float16, int8, whose product is int32, or float8_e4m3fn, whose product is bfloat16. On
    NVIDIA's float32 becomes TF32 where torch.get_float32_matmul_precision() is not "highest". `bias` has n elements, one of each column,
    or the shape (m, 1): one of each row, which all batches share. `activation` is None, "relu", "gelu_erf", which is torch's gelu,
    "gelu", the form by tanh, which is torch's with approximate="tanh", or "silu". `out` may have any strides, and lies apart from the
    operands. Of bfloat16, float16 and float8_e4m3fn the sums come as they are, in float32, where `out` has that type or `out_dtype` is
    torch.float32; not of a gated product. Those of float8_e4m3fn are float16 or, at most 448, float8_e4m3fn where these say so. With
    `batch_invariant` k is never
    split, so that of bfloat16, float16, int8 and TF32 the bits of a row depend neither on how many rows nor on how many batches
    there are; a long k with few rows and columns then takes longer. Without it they may, and are the same from run to run.

    `scale_a` and `scale_b`, float32, multiply the elements of float8_e4m3fn, in two dimensions: activation((scale_a * a) @
    (scale_b * b) + bias), on the host and NVIDIA's. They have the shapes that torch._scaled_mm takes, and any strides: one element;
    (m, 1) in `scale_a` and (1, n) in `scale_b`, for each row and each column; (m, ceil(k / 128)) and (ceil(k / 128), ceil(n / 128)), for
    each 128 of k of a row, and each block of 128 x 128. One of them may be missing, or of another kind than the other. Of blocks the
    sums of each 128 of k are multiplied, else the finished sums. ValueError where types, shapes or dimensions are others.
    """
    if out is None:
        return _gemm(a, b, bias, activation, up, out_dtype, batch_invariant, scale_a, scale_b)
    if out_dtype not in (None, out.dtype):
        raise ValueError(f"gemm: out has {out.dtype}, and out_dtype is {out_dtype}")
    _gemm_out(a, b, bias, activation, out, up, batch_invariant, scale_a, scale_b)
    return out


def tune(a: Any, b: Any, bias: Any = None, activation: str | None = None, out: Any = None, up: Any = None, scale_a: Any = None,
         scale_b: Any = None) -> str:  # fmt: skip
    """The line for use_tuned() of the tile and splits of K that took least for this product, of all that gemm() chooses among.

    It times them on the current stream, and waits. Of bfloat16, float16, float8_e4m3fn, int8 and, as TF32, float32, on NVIDIA's;
    ValueError and colex_kernels.KernelError as of gemm(). `out`, which is written, has the strides that the product will have. A line
    names sizes and no factors: what was timed with `scale_a` and `scale_b` is taken without them, too.
    """
    out = _new_product(a, b, bias, activation, up, scale_a=scale_a, scale_b=scale_b) if out is None else out
    return str(_product(a, b, bias, activation, out, up, scale_a=scale_a, scale_b=scale_b, tuning=True))


def use_tuned(lines: str | None, device: str = "cuda") -> None:
    """gemm() takes what these lines say for their problems on their devices, in this process; None forgets all lines. Keep lines in a file."""
    _library_of(torch.empty(0, device=device)).tuned(lines)
    _workspace.cache_clear()


def grouped_mm(a: Any, b: Any, ends: Any, bias: Any = None, activation: str | None = None, out: Any = None) -> Any:
    """activation(a[i] @ b[g] + bias) of each row i of each group g, in one launch, as the experts of a mixture have them; bias and
    activation are those of gemm().

    `a` is (rows, k), the rows of the groups one behind the other, `b` is (groups, k, n), and `ends`, int32 on the same device, the row
    where each group ends: the host does not read it. Rows behind the last end are left as they are: without `out`, as they come. An
    end before its group's start makes the group empty; one beyond the last row counts as that. Elements are bfloat16 or float16;
    k is contiguous in `a`, n in `out`, k or n in `b`, with runs that begin at multiples of 16 bytes.
    """
    if out is None:
        return _grouped(a, b, ends, bias, activation)
    _grouped_out(a, b, ends, bias, activation, out)
    return out


def permute(x: Any, order: Sequence[int], out: Any = None) -> Any:
    """x.permute(order), moved: into a new contiguous tensor, or into `out`, which may have any strides."""
    if out is None:
        return _permute(x, list(order))
    return copy(x.permute(tuple(order)), out)


def copy(source: Any, destination: Any) -> Any:
    """The elements of `source` into `destination`, of the same type and shape; an extent of 1 in the source is repeated."""
    _copy(source.expand_as(destination), destination)
    return destination


# ------------------------------------------------------------------------------------------------ libraries


@functools.cache
def library(platform: str) -> Any:
    """The kernels for "host", "nvidia" or "amd"."""
    beside = pathlib.Path(__file__).with_name(f"libcolex_kernels_{platform}.so")
    tried = []
    for path in (os.environ.get("COLEX_KERNELS_LIBRARY"), str(beside), "libcolex_kernels.so"):
        if not path:
            continue
        try:
            found = colex_kernels.Library(path)
        except OSError as why:
            tried.append(str(why))
            continue
        if found.platform() == platform:
            return found
        tried.append(f"{path} is for {found.platform()}")
    how = "docs/04_kernels.md says how they are built" if platform == "amd" else f"python -m colex.build_kernels --platform {platform}"
    raise RuntimeError(f"no kernels for {platform} ({'; '.join(tried)}): {how}")


def _library_of(x: Any) -> Any:
    if x.device.type == "cpu":
        return library("host")
    if x.device.type != "cuda":
        raise ValueError(f"no kernels for tensors of {x.device}")
    return library("amd" if torch.version.hip else "nvidia")


def _on(x: Any) -> Any:
    return torch.cuda.device(x.device) if x.device.type == "cuda" else contextlib.nullcontext()


def _stream(x: Any) -> int | None:
    return int(torch.cuda.current_stream(x.device).cuda_stream) if x.device.type == "cuda" else None


def _array(x: Any) -> Any:
    """From the tensor's first element to its last."""
    reach = sum((extent - 1) * step for extent, step in zip(x.shape, x.stride()))
    return Device(x.data_ptr(), 0 if x.numel() == 0 else 1 + reach)


# ------------------------------------------------------------------------------------------------ the product


def _check_bias(what: str, bias: Any, m: int, n: int) -> None:
    if bias is not None and tuple(bias.shape) not in ((n,), (m, 1)):
        raise ValueError(f"{what}: the bias has the shape {tuple(bias.shape)}, not ({n},) or ({m}, 1)")


def _check_scales(a: Any, b: Any, scale_a: Any, scale_b: Any) -> None:
    if scale_a is None and scale_b is None:
        return
    if a.dtype != torch.float8_e4m3fn:
        raise ValueError(f"gemm: scales are of products of {torch.float8_e4m3fn}, and not of {a.dtype}")
    if a.dim() != 2 or b.dim() != 2:
        raise ValueError(f"gemm: scales are of products without batches, and not of {tuple(a.shape)} and {tuple(b.shape)}")
    m, n, parts, blocks = a.shape[0], b.shape[1], -(-a.shape[1] // _BLOCK), -(-b.shape[1] // _BLOCK)
    for name, scale, lines in (("scale_a", scale_a, ((m, 1), (m, parts))), ("scale_b", scale_b, ((1, n), (parts, blocks)))):
        if scale is None:
            continue
        if scale.dtype != torch.float32:
            raise ValueError(f"gemm: {name} is {scale.dtype}, and not {torch.float32}")
        if scale.numel() != 1 and tuple(scale.shape) not in lines:
            raise ValueError(f"gemm: {name} has the shape {tuple(scale.shape)}, not one element, {lines[0]} or {lines[1]}")


def _scales(n: Any, scale_a: Any, scale_b: Any) -> dict[str, Any]:
    """The arguments of colex_kernels; where nothing is multiplied there are none."""

    def step(x: Any, mode: int) -> int:
        return int(x.stride(mode)) if x.numel() > 1 and x.shape[mode] > 1 else 0

    arguments: dict[str, Any] = {}
    if scale_a is not None and scale_a.numel() > 0:
        arguments["a_scales"] = _array(scale_a), step(scale_a, 0), step(scale_a, 1)
    if scale_b is not None and scale_b.numel() > 0:
        if scale_b.numel() > 1 and tuple(scale_b.shape) == (1, n):
            arguments["column_scales"] = _array(scale_b)
        else:
            arguments["b_scales"] = _array(scale_b), step(scale_b, 1), step(scale_b, 0)
    return arguments


def _sizes(a: Any, b: Any, bias: Any, activation: str | None, up: Any, scale_a: Any = None, scale_b: Any = None) -> tuple[Any, ...]:
    """The result's shape; ValueError where there is none."""
    if a.dtype != b.dtype or a.dtype not in _TYPES:
        raise ValueError(f"gemm: no product of {a.dtype} and {b.dtype}")
    if a.dim() not in (2, 3) or b.dim() not in (2, 3) or a.shape[-1] != b.shape[-2]:
        raise ValueError(f"gemm: no product of {tuple(a.shape)} and {tuple(b.shape)}")
    batches = [x.shape[0] for x in (a, b) if x.dim() == 3]
    if len(batches) == 2 and batches[0] != batches[1]:
        raise ValueError(f"gemm: {a.shape[0]} and {b.shape[0]} batches")
    _check_bias("gemm", bias, a.shape[-2], b.shape[-1])
    if activation not in colex_kernels.ACTIVATIONS:
        raise ValueError(f"gemm: no activation is named {activation!r}")
    if up is not None and (up.dtype != b.dtype or up.shape != b.shape or b.dtype not in (torch.bfloat16, torch.float16)):
        raise ValueError(f"gemm: no gated product of {b.dtype} {tuple(b.shape)} and {up.dtype} {tuple(up.shape)}")
    if up is not None and bias is not None:
        raise ValueError("gemm: a gated product has no bias")
    _check_scales(a, b, scale_a, scale_b)
    return (*batches[:1], a.shape[-2], b.shape[-1])


def _result_type(a: Any, up: Any, asked: Any) -> Any:
    """The type of the result, where this one or none is asked for."""
    own = _RESULT[a.dtype]
    if asked not in (None, own) and (up is not None or asked not in _OTHERS.get(a.dtype, ())):
        raise ValueError(f"gemm: the {'gated ' if up is not None else ''}product of {a.dtype} is {own}, and not {asked}")
    return asked or own


def _steps(x: Any, batches: int) -> tuple[int, int, int]:
    """Strides of rows, columns and batches."""
    return x.stride(-2), x.stride(-1), x.stride(0) if x.dim() == 3 and batches > 1 else 0


@functools.lru_cache(4096)
def _workspace(kernels: Any, *problem: Any) -> int:
    """Elements for copies of operands and for splits of K; addresses count as multiples of 16 bytes and what is left over."""
    types, m, n, k, batches, arrays, steps, bias_size, of_rows, activation, splits, scaled, tuning = problem
    places = iter(range(1 << 48, 1 << 51, 1 << 48))  # arrays that do not overlap; none is read
    a, b, c, *up = (Device(next(places) + address, elements) for address, elements in arrays)
    bias, scales, room = (Device(next(places), elements) for elements in (bias_size, 1, 1 << 40))

    def needed(most: int) -> tuple[int, int]:
        said: tuple[int, int] = kernels.workspace(
            types, m, n, k, a, steps[0], b, steps[1], c, steps[2], activation=activation, batches=batches, splits=splits,
            bias=bias if bias_size else None, bias_of_rows=of_rows, workspace=Device(room.pointer, most),
            up=(up[0], steps[3], 0) if up else None, a_scales=(scales, 0, 0) if scaled else None, tuning=tuning)  # fmt: skip
        return said

    copies, whole = needed(room.elements)
    return whole if whole - copies <= _MOST_SPLIT else needed(copies + _MOST_SPLIT)[1]


def _product(a: Any, b: Any, bias: Any, activation: str | None, out: Any, up: Any = None, batch_invariant: bool = False,
             scale_a: Any = None, scale_b: Any = None, tuning: bool = False) -> Any:  # fmt: skip
    """The product; with `tuning` it is timed by all that it could be, and the line of the fastest comes back."""
    shape = _sizes(a, b, bias, activation, up, scale_a, scale_b)
    _result_type(a, up, out.dtype)
    if tuple(out.shape) != shape:
        raise ValueError(f"gemm: out has the shape {tuple(out.shape)}, and the product {shape}")
    if any(x is not None and x.device != a.device for x in (b, out, bias, up, scale_a, scale_b)):
        raise ValueError("gemm: tensors of different devices")
    kernels, types = _library_of(a), _TYPES[a.dtype]
    if a.dtype == torch.float32 and kernels.platform() == "nvidia" and torch.get_float32_matmul_precision() != "highest":
        types = "tf32,tf32,f32,f32"
    if out.dtype != _RESULT[a.dtype]:
        types = f"{types.rsplit(',', 1)[0]},{_NAME[out.dtype]}"
    batches = shape[0] if len(shape) == 3 else 1
    m, n, k = shape[-2], shape[-1], a.shape[-1]
    of_rows = bias is not None and bias.dim() == 2
    if bias is not None:
        bias = bias.to(_BIAS.get(a.dtype, torch.float32)).contiguous()
    tensors = (a, b, out) if up is None or k == 0 else (a, b, out, up)  # without k both sums are 0
    if scale_b is not None and tuple(scale_b.shape) == (1, n):
        scale_b = scale_b.contiguous()
    scales = _scales(n, scale_a, scale_b)
    arrays, steps = [_array(x) for x in tensors], tuple(_steps(x, batches) for x in tensors)
    with _on(a):
        room = _workspace(kernels, types, m, n, k, batches, tuple((x.pointer % 16, x.elements) for x in arrays), steps,
                          0 if bias is None else bias.numel(), of_rows, activation, int(batch_invariant), bool(scales), tuning)  # fmt: skip
        workspace = torch.empty(room, dtype=torch.float32, device=a.device) if room else None
        call = kernels.tune if tuning else kernels.product
        return call(types, m, n, k, arrays[0], steps[0], arrays[1], steps[1], arrays[2], steps[2], activation=activation,
                    batches=batches, splits=int(batch_invariant), bias=None if bias is None else _array(bias), bias_of_rows=of_rows,
                    stream=_stream(a),
                    workspace=None if workspace is None else _array(workspace),
                    up=(arrays[3], steps[3], 0) if len(tensors) > 3 else None, **scales)  # fmt: skip


def _new_product(a: Any, b: Any, bias: Any, activation: str | None, up: Any = None, out_dtype: Any = None,
                 batch_invariant: bool = False, scale_a: Any = None, scale_b: Any = None) -> Any:  # fmt: skip
    return a.new_empty(_sizes(a, b, bias, activation, up, scale_a, scale_b), dtype=_result_type(a, up, out_dtype))


def _gemm_kernel(a: Any, b: Any, bias: Any, activation: str | None, up: Any = None, out_dtype: Any = None,
                 batch_invariant: bool = False, scale_a: Any = None, scale_b: Any = None) -> Any:  # fmt: skip
    out = _new_product(a, b, bias, activation, up, out_dtype, scale_a=scale_a, scale_b=scale_b)
    _product(a, b, bias, activation, out, up, batch_invariant, scale_a, scale_b)
    return out


def _grouped_sizes(a: Any, b: Any, ends: Any, bias: Any, activation: str | None) -> tuple[Any, ...]:
    if a.dtype != b.dtype or a.dtype not in (torch.bfloat16, torch.float16):
        raise ValueError(f"grouped_mm: no product of {a.dtype} and {b.dtype}")
    if a.dim() != 2 or b.dim() != 3 or a.shape[1] != b.shape[1]:
        raise ValueError(f"grouped_mm: no product of {tuple(a.shape)} and {tuple(b.shape)}")
    if ends.dtype != torch.int32 or tuple(ends.shape) != (b.shape[0],):
        raise ValueError(f"grouped_mm: the ends of {b.shape[0]} groups are {ends.dtype} {tuple(ends.shape)}, not int32")
    _check_bias("grouped_mm", bias, a.shape[0], b.shape[2])
    if activation not in colex_kernels.ACTIVATIONS:
        raise ValueError(f"grouped_mm: no activation is named {activation!r}")
    return a.shape[0], b.shape[2]


def _grouped_product(a: Any, b: Any, ends: Any, bias: Any, activation: str | None, out: Any) -> None:
    rows, n = _grouped_sizes(a, b, ends, bias, activation)
    if tuple(out.shape) != (rows, n) or out.dtype != a.dtype:
        raise ValueError(f"grouped_mm: out has {out.dtype} {tuple(out.shape)}, and the product {a.dtype} {(rows, n)}")
    if not a.device == b.device == ends.device == out.device or (bias is not None and bias.device != a.device):
        raise ValueError("grouped_mm: tensors of different devices")
    if bias is not None:
        bias = bias.to(torch.float32).contiguous()
    config = f"hopper_{_TYPES[a.dtype].split(',')[0]}_k{'k' if b.stride(1) == 1 else 'n'}"
    ends = ends.contiguous()
    with _on(a):
        _library_of(a).grouped(config, _array(ends), rows, n, a.shape[1], _array(a), a.stride(), _array(b),
                               (b.stride(1), b.stride(2), b.stride(0)), _array(out), out.stride(), activation=activation,
                               bias=None if bias is None else _array(bias), stream=_stream(a),
                               bias_of_rows=bias is not None and bias.dim() == 2)  # fmt: skip


def _new_grouped(a: Any, b: Any, ends: Any, bias: Any, activation: str | None) -> Any:
    return a.new_empty(_grouped_sizes(a, b, ends, bias, activation))


def _grouped_kernel(a: Any, b: Any, ends: Any, bias: Any, activation: str | None) -> Any:
    out = _new_grouped(a, b, ends, bias, activation)
    _grouped_product(a, b, ends, bias, activation, out)
    return out


# ------------------------------------------------------------------------------------------------ moves


def _move(source: Any, destination: Any) -> None:
    if source.dtype != destination.dtype or source.device != destination.device:
        raise ValueError(f"copy: from {source.dtype} on {source.device} to {destination.dtype} on {destination.device}")
    with _on(source):
        _library_of(source).strided_copy(source.element_size(), source.shape, _array(source), source.stride(), _array(destination),
                                         destination.stride(), stream=_stream(source))  # fmt: skip


def _new_permuted(x: Any, order: list[int]) -> Any:
    return x.new_empty(x.permute(order).shape)


def _permute_kernel(x: Any, order: list[int]) -> Any:
    out = _new_permuted(x, order)
    _move(x.permute(order), out)
    return out


def _operator(name: str, schema: str, kernel: Any, fake: Any, changed: tuple[str, ...] = ()) -> Any:
    operator = torch.library.custom_op(f"colex::{name}", kernel, mutates_args=changed, schema=schema)
    operator.register_fake(fake)
    return operator


_gemm = _operator("gemm", "(Tensor a, Tensor b, Tensor? bias, str? activation, Tensor? up=None, ScalarType? out_dtype=None, "
                  "bool batch_invariant=False, Tensor? scale_a=None, Tensor? scale_b=None) -> Tensor",
                  _gemm_kernel, _new_product)
_gemm_out = _operator("gemm_out", "(Tensor a, Tensor b, Tensor? bias, str? activation, Tensor(a!) out, Tensor? up=None, "
                      "bool batch_invariant=False, Tensor? scale_a=None, Tensor? scale_b=None) -> ()", _product,
                      lambda *_: None, ("out",))  # fmt: skip
_grouped = _operator("grouped_mm", "(Tensor a, Tensor b, Tensor ends, Tensor? bias, str? activation) -> Tensor", _grouped_kernel,
                     _new_grouped)  # fmt: skip
_grouped_out = _operator("grouped_mm_out", "(Tensor a, Tensor b, Tensor ends, Tensor? bias, str? activation, Tensor(a!) out) -> ()",
                         _grouped_product, lambda *_: None, ("out",))  # fmt: skip
_permute = _operator("permute", "(Tensor x, int[] order) -> Tensor", _permute_kernel, _new_permuted)
_copy = _operator("copy", "(Tensor source, Tensor(a!) destination) -> ()", _move, lambda *_: None, ("destination",))
