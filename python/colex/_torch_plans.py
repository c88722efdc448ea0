# SPDX-License-Identifier: MIT
"""What colex.torch may be asked for, and how the C interface is called for it.

A planner takes an operator's arguments, checks them, and returns the call of a problem without its addresses: a Plan. ValueError, in the
words of who called the operator, where there is none; None where operands are first to be prepared(). colex/_torch_start.py starts plans.
"""

from __future__ import annotations

import ctypes
import dataclasses
import functools
import os
import pathlib
from collections.abc import Callable, Sequence
from typing import Any

import colex_kernels
import torch

E4M3, E5M2 = torch.float8_e4m3fn, torch.float8_e5m2
HALF = (torch.bfloat16, torch.float16)
_NAME = {torch.float64: "f64", torch.float32: "f32", torch.bfloat16: "bf16", torch.float16: "f16", torch.int8: "i8",
         torch.int32: "i32", E4M3: "e4m3", E5M2: "e5m2"}  # fmt: skip
_RESULT = {torch.float64: torch.float64, torch.float32: torch.float32, torch.bfloat16: torch.bfloat16, torch.float16: torch.float16,
           torch.int8: torch.int32, E4M3: torch.bfloat16, E5M2: torch.bfloat16}  # fmt: skip
_OTHERS = {torch.bfloat16: (torch.float32,), torch.float16: (torch.float32,), E4M3: (torch.float32, torch.float16, E4M3)}
_SUM = {torch.float64: "f64", torch.int8: "i32"}  # of the others f32
_BIAS = {torch.float64: torch.float64, torch.int8: torch.int64}  # of the others float32
_BLOCK = 128  # of K and of columns, which have one factor
_MOST_SPLIT = 1 << 26  # elements of the workspace that splits of K may take
_ANY_ROOM = 1 << 40
_SPLITS_FOR_ANY_ROWS = -1  # COLEX_KERNELS_SPLITS_FOR_ANY_ROWS


@dataclasses.dataclass
class Plan:
    """A call of `entry` of the library, in which `slots` tell where the address of which argument goes; -1 is the result."""

    form: int  # 0: entry(text, call), 1: entry(text, call, ends), whose address is the call's last 8 bytes, 2: a move
    library: Any
    entry: str
    text: bytes
    call: bytes
    slots: list[tuple[int, int]]
    stream_at: int
    workspace_at: int = 0
    workspace_elements: int = 0
    result: Callable[[], Any] | None = None
    changed: list[int] = dataclasses.field(default_factory=list)


# ------------------------------------------------------------------------------------------------ libraries


@functools.cache
def library(platform: str) -> colex_kernels.Library:
    """The kernels for "host", "nvidia" or "amd"."""
    beside = pathlib.Path(__file__).with_name(f"libcolex_kernels_{platform}.so")
    tried = []
    for path in (os.environ.get("COLEX_KERNELS_LIBRARY"), str(beside), colex_kernels.of_wheel(platform), "libcolex_kernels.so"):
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


def library_of(x: Any) -> Any:
    if x.device.type == "cpu":
        return library("host")
    if x.device.type != "cuda":
        raise ValueError(f"no kernels for tensors of {x.device}")
    return library("amd" if torch.version.hip else "nvidia")


# ------------------------------------------------------------------------------------------------ what is checked


def check_tensors(what: str, **tensors: Any) -> None:
    """They are strided and of one device."""
    first = None
    for name, x in tensors.items():
        if x is None:
            continue
        if x.layout != torch.strided:
            raise ValueError(f"{what}: {name} is {x.layout}, and not {torch.strided}")
        if first is not None and x.device != first.device:
            raise ValueError(f"{what}: tensors of different devices, {first.device} and {name} on {x.device}")
        first = x if first is None else first


def check_out(what: str, out: Any, shape: tuple[Any, ...]) -> None:
    """It has the shape, and a place of its own for each element."""
    if tuple(out.shape) != shape:
        raise ValueError(f"{what}: out has the shape {tuple(out.shape)}, and the product {shape}")
    if any(step == 0 and extent > 1 for extent, step in zip(out.shape, out.stride())):
        raise ValueError(f"{what}: out is expanded: in the shape {tuple(out.shape)} its strides are {tuple(out.stride())}, so that elements share a place")


def _check_epilogue(what: str, bias: Any, m: int, n: int, activation: str | None) -> None:
    if bias is not None and tuple(bias.shape) not in ((n,), (m, 1)):
        raise ValueError(f"{what}: the bias has the shape {tuple(bias.shape)}, not ({n},) or ({m}, 1)")
    if activation not in colex_kernels.ACTIVATIONS:
        raise ValueError(f"{what}: no activation is named {activation!r}")


def _check_scales(what: str, a: Any, b: Any, scale_a: Any, scale_b: Any) -> None:
    """Those of rows of `a`, and of columns of each group's `b`."""
    if scale_a is None and scale_b is None:
        return
    if E4M3 not in (a.dtype, b.dtype):
        raise ValueError(f"{what}: scales are of products of {E4M3}, and not of {a.dtype}")
    m, n, parts, blocks, groups = a.shape[-2], b.shape[-1], -(-a.shape[-1] // _BLOCK), -(-b.shape[-1] // _BLOCK), tuple(b.shape[:-2])
    of_b = ((*groups, 1, n), (*groups, parts, blocks), *([(*groups, 1, 1)] if groups else []))
    for name, scale, shapes in (("scale_a", scale_a, ((m, 1), (m, parts))), ("scale_b", scale_b, of_b)):
        if scale is None:
            continue
        if scale.dtype != torch.float32:
            raise ValueError(f"{what}: {name} is {scale.dtype}, and not {torch.float32}")
        if scale.numel() != 1 and tuple(scale.shape) not in shapes:
            raise ValueError(f"{what}: {name} has the shape {tuple(scale.shape)}, not one element, {' or '.join(map(str, shapes))}")


def check_scale_tensors(what: str, scale_a: Any, scale_b: Any) -> None:
    for name, scale in (("scale_a", scale_a), ("scale_b", scale_b)):
        if scale is not None and not isinstance(scale, torch.Tensor):
            raise ValueError(f"{what}: {name} is a {type(scale).__name__}, and not a tensor")


def gemm_shape(a: Any, b: Any, bias: Any, activation: str | None, up: Any, scale_a: Any = None, scale_b: Any = None) -> tuple[Any, ...]:
    """The result's shape; ValueError where there is none."""
    if a.dtype != b.dtype and {a.dtype, b.dtype} != {E4M3, E5M2} or a.dtype not in _RESULT:
        raise ValueError(f"gemm: no product of {a.dtype} and {b.dtype}")
    if a.dtype == b.dtype == E5M2:
        raise ValueError(f"gemm: no product of {E5M2} and {E5M2}: one operand is {E4M3}")
    if a.dim() not in (2, 3) or b.dim() not in (2, 3) or a.shape[-1] != b.shape[-2]:
        raise ValueError(f"gemm: no product of {tuple(a.shape)} and {tuple(b.shape)}")
    batches = [x.shape[0] for x in (a, b) if x.dim() == 3]
    if len(batches) == 2 and batches[0] != batches[1]:
        raise ValueError(f"gemm: {a.shape[0]} and {b.shape[0]} batches")
    _check_epilogue("gemm", bias, a.shape[-2], b.shape[-1], activation)
    if up is not None and (up.dtype != b.dtype or up.shape != b.shape or b.dtype not in HALF):
        raise ValueError(f"gemm: no gated product of {b.dtype} {tuple(b.shape)} and {up.dtype} {tuple(up.shape)}")
    if up is not None and bias is not None:
        raise ValueError("gemm: a gated product has no bias")
    if (scale_a is not None or scale_b is not None) and batches:
        raise ValueError(f"gemm: scales are of products without batches, and not of {tuple(a.shape)} and {tuple(b.shape)}")
    _check_scales("gemm", a, b, scale_a, scale_b)
    check_tensors("gemm", a=a, b=b, bias=bias, up=up, scale_a=scale_a, scale_b=scale_b)
    return (*batches[:1], a.shape[-2], b.shape[-1])


def gemm_type(a: Any, b: Any, up: Any, asked: Any) -> Any:
    """The type of the result, where this one or none is asked for."""
    own = _RESULT[a.dtype]
    others = _OTHERS.get(a.dtype, ()) if a.dtype == b.dtype and up is None else ()
    if asked not in (None, own, *others):
        raise ValueError(f"gemm: the {'gated ' if up is not None else ''}product of {a.dtype} is {own}, and not {asked}")
    return asked or own


def grouped_shape(a: Any, b: Any, ends: Any, bias: Any, activation: str | None, scale_a: Any = None, scale_b: Any = None) -> tuple[Any, ...]:
    if a.dtype != b.dtype or a.dtype not in (*HALF, E4M3):
        raise ValueError(f"grouped_mm: no product of {a.dtype} and {b.dtype}")
    if a.dim() != 2 or b.dim() != 3 or a.shape[1] != b.shape[1]:
        raise ValueError(f"grouped_mm: no product of {tuple(a.shape)} and {tuple(b.shape)}")
    if ends.dtype != torch.int32 or tuple(ends.shape) != (b.shape[0],):
        raise ValueError(f"grouped_mm: the ends of {b.shape[0]} groups are {ends.dtype} {tuple(ends.shape)}, not int32")
    _check_epilogue("grouped_mm", bias, a.shape[0], b.shape[2], activation)
    _check_scales("grouped_mm", a, b, scale_a, scale_b)
    check_tensors("grouped_mm", a=a, b=b, ends=ends, bias=bias, scale_a=scale_a, scale_b=scale_b)
    return a.shape[0], b.shape[2]


def grouped_type(a: Any) -> Any:
    return _RESULT[a.dtype]


# ------------------------------------------------------------------------------------------------ operands as calls have them


def bias_type(dtype: Any) -> Any:
    return _BIAS.get(dtype, torch.float32)


def prepared_bias(bias: Any, dtype: Any) -> Any:
    """A bias as kernels read it beside operands of this type."""
    if bias is None:
        return None
    if bias.dtype != bias_type(dtype):  # what changes nothing takes its microsecond all the same
        bias = bias.to(bias_type(dtype))
    return bias if bias.is_contiguous() else bias.contiguous()


def _are_columns(scale_b: Any, n: int) -> bool:
    """Whether these are factors of each column."""
    return scale_b is not None and n > 1 and tuple(scale_b.shape[-2:]) == (1, n)


def prepared_columns(scale_b: Any, n: int) -> Any:
    """Factors of columns lie one behind the other."""
    return scale_b.contiguous() if _are_columns(scale_b, n) else scale_b


def elements(x: Any) -> int:
    """From the tensor's first element to its last."""
    return 0 if x.numel() == 0 else 1 + sum((extent - 1) * step for extent, step in zip(x.shape, x.stride()))


def _matrix(x: Any, batches: int) -> Any:
    return colex_kernels._Matrix(None, elements(x), x.stride(-2), x.stride(-1), x.stride(0) if x.dim() == 3 and batches > 1 else 0, 0)


_Gemm = colex_kernels._Gemm
_A, _B, _C, _UP = _Gemm.a.offset, _Gemm.b.offset, _Gemm.c.offset, _Gemm.up.offset


def _new_call(m: int, n: int, k: int, batches: int, activation: str | None, bias: Any) -> Any:
    call = _Gemm()
    call.struct_size = ctypes.sizeof(_Gemm)
    call.m, call.n, call.k, call.batches = m, n, k, batches
    call.alpha, call.activation = 1.0, colex_kernels.ACTIVATIONS[activation]
    if bias is not None:
        call.bias_elements, call.bias_of_rows = bias.numel(), bias.dim() == 2
    return call


def _steps_of_scales(columns: bool) -> tuple[tuple[str, dict[int, str]], ...]:
    """The names of the factors' arrays in a call, and of the steps along their modes."""
    return (("a_scales", {-2: "a_scale_row", -1: "a_scale_part"}),
            ("column_scales", {-3: "column_scale_group"}) if columns
            else ("b_scales", {-3: "b_scale_group", -2: "b_scale_part", -1: "b_scale_block"}))  # fmt: skip


def _put_scales(call: Any, slots: list[tuple[int, int]], first: int, scale_a: Any, scale_b: Any) -> None:
    """Into a call whose sizes are known; they are the arguments from number `first` on."""
    for argument, (scale, (name, steps)) in enumerate(zip((scale_a, scale_b), _steps_of_scales(_are_columns(scale_b, call.n))), first):
        if scale is None or scale.numel() == 0:
            continue
        setattr(call, f"{name}_elements", elements(scale))
        slots.append((argument, getattr(_Gemm, name).offset))
        for mode, step in steps.items():
            if scale.dim() >= -mode and scale.shape[mode] > 1:
                setattr(call, step, scale.stride(mode))


def _empty(shape: Sequence[int], dtype: Any, device: Any) -> Callable[[], Any]:
    return functools.partial(torch.empty, tuple(shape), dtype=dtype, device=device)


# ------------------------------------------------------------------------------------------------ planners


def plan_gemm(a: Any, b: Any, bias: Any, activation: str | None, out: Any, up: Any, out_dtype: Any, batch_invariant: bool,
              scale_a: Any, scale_b: Any, tf32: bool, tuning: bool = False) -> Plan | None:  # fmt: skip
    shape = gemm_shape(a, b, bias, activation, up, scale_a, scale_b)
    result = gemm_type(a, b, up, out_dtype if out is None else out.dtype)
    if out is not None:
        check_out("gemm", out, shape)
        check_tensors("gemm", a=a, out=out)
    kernels, (m, n), k = library_of(a), shape[-2:], a.shape[-1]
    if bias is not None and (bias.dtype != bias_type(a.dtype) or not bias.is_contiguous()):
        return None
    if _are_columns(scale_b, n) and not scale_b.is_contiguous():
        return None
    batches = shape[0] if len(shape) == 3 else 1
    call = _new_call(m, n, k, batches, activation, bias)
    call.splits = _SPLITS_FOR_ANY_ROWS if batch_invariant else 0
    to = torch.empty_strided(shape, _contiguous(shape), dtype=result, device="meta") if out is None else out
    call.a, call.b, call.c = (_matrix(x, batches) for x in (a, b, to))
    slots = [(0, _A), (1, _B), (-1 if out is None else 4, _C)]
    if bias is not None:
        slots.append((2, _Gemm.bias.offset))
    if up is not None and k > 0:  # without k both sums are 0
        call.up = _matrix(up, batches)
        slots.append((5, _UP))
    _put_scales(call, slots, 8, scale_a, scale_b)
    names = ("tf32", "tf32") if tf32 else (_NAME[a.dtype], _NAME[b.dtype])
    types = ",".join((*names, _SUM.get(a.dtype, "f32"), _NAME[result])).encode()
    addresses = {0: a, 1: b, 4: out, 5: up}
    room = _workspace(kernels, types, call, slots, {i: x.data_ptr() % 16 for i, x in addresses.items() if x is not None}, tuning)
    return Plan(0, kernels, "colex_kernels_product", types, bytes(call), slots, _Gemm.stream.offset, _Gemm.workspace.offset, room,
                _empty(shape, result, a.device) if out is None else None, [] if out is None else [4])  # fmt: skip


def _contiguous(shape: Sequence[int]) -> list[int]:
    steps: list[int] = []
    step = 1
    for extent in reversed(shape):
        steps.insert(0, step)
        step *= max(extent, 1)
    return steps


def _workspace(kernels: Any, types: bytes, call: Any, slots: list[tuple[int, int]], beyond_16: dict[int, int], tuning: bool) -> int:
    """Elements of 4 bytes for copies of operands and for splits of K; of addresses counts what is left over of multiples of 16 bytes."""
    asked = type(call).from_buffer_copy(call)
    for place, (argument, at) in enumerate(slots):  # arrays that do not overlap; none is read
        ctypes.c_uint64.from_buffer(asked, at).value = ((place + 1) << 48) + beyond_16.get(argument, 0)
    asked.workspace = (len(slots) + 1) << 48

    def needed(most: int) -> tuple[int, int]:
        asked.workspace_elements = most
        return kernels.workspace_of(types, asked, tuning)  # type: ignore[no-any-return]

    copies, whole = needed(_ANY_ROOM)
    if call.splits == _SPLITS_FOR_ANY_ROWS or whole - copies <= _MOST_SPLIT:
        return whole
    return needed(copies + _MOST_SPLIT)[1]


class _Grouped(ctypes.Structure):
    _fields_ = [("call", _Gemm), ("ends", ctypes.c_void_p)]


def plan_grouped(a: Any, b: Any, ends: Any, bias: Any, activation: str | None, out: Any, scale_a: Any, scale_b: Any) -> Plan | None:
    shape, result = grouped_shape(a, b, ends, bias, activation, scale_a, scale_b), grouped_type(a)
    if out is not None:
        if out.dtype != result:
            raise ValueError(f"grouped_mm: out has {out.dtype}, and the product {result}")
        check_out("grouped_mm", out, shape)
        check_tensors("grouped_mm", a=a, out=out)
    if not ends.is_contiguous() or (bias is not None and (bias.dtype != torch.float32 or not bias.is_contiguous())):
        return None
    if _are_columns(scale_b, shape[1]) and not scale_b.is_contiguous():
        return None
    kernels = library_of(a)
    grouped = _Grouped(_new_call(shape[0], shape[1], a.shape[1], b.shape[0], activation, bias))
    grouped.call.splits = 1
    steps = (shape[1], 1) if out is None else out.stride()
    grouped.call.a, grouped.call.b = _matrix(a, 1), colex_kernels._Matrix(None, elements(b), b.stride(1), b.stride(2), b.stride(0), 0)
    grouped.call.c = colex_kernels._Matrix(None, shape[0] * shape[1] if out is None else elements(out), *steps, 0, 0)
    slots = [(0, _A), (1, _B), (-1 if out is None else 5, _C), (2, _Grouped.ends.offset)]
    if bias is not None:
        slots.append((3, _Gemm.bias.offset))
    _put_scales(grouped.call, slots, 6, scale_a, scale_b)
    config = b"hopper_e4m3acc_kk" if a.dtype == E4M3 else f"hopper_{_NAME[a.dtype]}_k{'k' if b.stride(1) == 1 else 'n'}".encode()
    return Plan(1, kernels, "colex_kernels_grouped", config, bytes(grouped), slots, _Gemm.stream.offset,
                result=_empty(shape, result, a.device) if out is None else None, changed=[] if out is None else [5])  # fmt: skip


class Move(ctypes.Structure):
    _fields_ = [("element_bytes", ctypes.c_int32), ("rank", ctypes.c_int32), ("source", ctypes.c_void_p),
                ("source_elements", ctypes.c_int64), ("destination", ctypes.c_void_p),
                ("destination_elements", ctypes.c_int64), ("stream", ctypes.c_void_p)]  # fmt: skip


def plan_move(source: Any, destination: Any) -> Plan:
    """`source` has the shape of `destination`; without a destination it is moved into a new contiguous tensor."""
    if destination is not None and (source.dtype != destination.dtype or source.device != destination.device):
        raise ValueError(f"copy: from {source.dtype} on {source.device} to {destination.dtype} on {destination.device}")
    check_tensors("copy", source=source, destination=destination)
    shape = tuple(source.shape)
    steps = _contiguous(shape) if destination is None else destination.stride()
    rank = len(shape)
    move = Move(source.element_size(), rank, None, elements(source), None, source.numel() if destination is None else elements(destination))
    numbers = (ctypes.c_int64 * (3 * rank))(*shape, *source.stride(), *steps)
    return Plan(2, library_of(source), "colex_kernels_strided_copy", b"", bytes(move) + bytes(numbers),
                [(0, Move.source.offset), (-1 if destination is None else 1, Move.destination.offset)], Move.stream.offset,
                result=_empty(shape, source.dtype, source.device) if destination is None else None,
                changed=[] if destination is None else [1])  # fmt: skip
