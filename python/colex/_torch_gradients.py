# SPDX-License-Identifier: MIT
"""Derivatives of colex.torch's operators, by the same kernels, and what torch.vmap makes of them.

Activations are differentiated at sums that are multiplied again, in float32 where operands have 16 bits; what comes back through one is
rounded to the operands' type, and multiplied. All is made of operators that have derivatives themselves.
"""

from __future__ import annotations

from typing import Any

import torch
from colex._torch_plans import HALF

_aten = torch.ops.aten
FUNCTIONS: dict[str, Any] = {}  # by the operators' names
_DEFAULTS = (None, None, False, None, None)  # of gemm's arguments behind the activation, which torch leaves away


def function(name: str, set_up: Any, backward: Any, vmap: Any) -> None:
    """Keeps the operator as torch.func's transforms take it, which have no rule for derivatives that are registered of operators."""

    def forward(*arguments: Any) -> Any:
        return getattr(torch.ops.colex, name).default(*arguments)

    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
        set_up(ctx, inputs, output)

    methods = {"forward": forward, "setup_context": setup_context, "backward": backward, "vmap": vmap}
    FUNCTIONS[name] = type(f"colex_{name}", (torch.autograd.Function,), {key: staticmethod(method) for key, method in methods.items()})


def called(name: str, *arguments: Any) -> Any:
    """The operator of these arguments, which are all that it has."""
    if not torch.compiler.is_dynamo_compiling() and torch._C._are_functorch_transforms_active():
        return FUNCTIONS[name].apply(*arguments)
    return getattr(torch.ops.colex, name).default(*arguments)


def _activated(x: Any, name: str | None) -> Any:
    if name is None:
        return x
    if name in ("gelu", "gelu_erf"):
        return torch.nn.functional.gelu(x, approximate="tanh" if name == "gelu" else "none")
    return torch.relu(x) if name == "relu" else torch.nn.functional.silu(x)


def _through(grad: Any, x: Any, name: str | None) -> Any:
    """grad times the activation's slope at x; of "relu" x may be its result."""
    if name is None:
        return grad
    if name == "relu":
        return _aten.threshold_backward(grad, x, 0)
    grad = grad.to(x.dtype)
    if name == "silu":
        sigmoid = torch.sigmoid(x)  # aten's silu_backward has no derivative
        return grad * (sigmoid * (1 + x * (1 - sigmoid)))
    return _aten.gelu_backward(grad, x, approximate="tanh" if name == "gelu" else "none")


def _product(a: Any, b: Any, bias: Any = None, wide: bool = False, invariant: bool = False) -> Any:
    return called("gemm", a, b, bias, None, None, torch.float32 if wide and a.dtype in HALF else None, invariant, None, None)


def _of_a(dz: Any, a: Any, b: Any, wide: bool, invariant: bool) -> Any:
    """The gradient of a in a @ b."""
    if a.dim() == 2 and b.dim() == 3:  # the sum over batches is a longer k
        return _product(dz.transpose(0, 1).reshape(a.shape[0], -1), b.mT.reshape(-1, a.shape[1]), None, wide, invariant)
    return _product(dz, b.mT, None, wide, invariant)


def _of_b(dz: Any, a: Any, b: Any, invariant: bool) -> Any:
    """The gradient of b in a @ b."""
    if a.dim() == 3 and b.dim() == 2:
        return _product(a.reshape(-1, a.shape[2]).mT, dz.reshape(-1, dz.shape[2]), None, False, invariant)
    return _product(a.mT, dz, None, False, invariant)


def _of_bias(dz: Any, bias: Any) -> Any:
    modes = [*range(dz.dim() - 2), -2 if bias.dim() == 1 else -1]
    return dz.sum(modes, dtype=bias.dtype).reshape(bias.shape)


def _check_derivable(what: str, a: Any, b: Any, types: tuple[Any, ...]) -> None:
    if a.dtype not in types:
        raise RuntimeError(f"{what}: a product of {a.dtype} and {b.dtype} has no derivative: detach its tensors")


def set_up_gemm(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
    a, b, bias, activation, up, _, invariant, scale_a, scale_b = inputs
    _check_derivable("gemm", a, b, (torch.float64, torch.float32, *HALF))
    ctx.save_for_backward(a, b, bias, up, output if activation == "relu" and up is None else None)
    ctx.activation, ctx.invariant = activation, invariant


def gemm_backward(ctx: Any, grad: Any) -> tuple[Any, ...]:
    a, b, bias, up, output = ctx.saved_tensors
    da = db = dbias = dup = None
    needs, invariant = ctx.needs_input_grad, ctx.invariant
    if up is not None:
        da, db, dup = _gated_backward(grad, a, b, up, ctx.activation, (needs[0], needs[1], needs[4]), invariant)
    else:
        sums = output
        if ctx.activation not in (None, "relu"):
            sums = _product(a, b, bias, True, invariant)
        dz = _through(grad, sums, ctx.activation)
        dbias = _of_bias(dz, bias) if needs[2] else None
        dz = dz.to(a.dtype)
        da = _of_a(dz, a, b, False, invariant) if needs[0] else None
        db = _of_b(dz, a, b, invariant) if needs[1] else None
    return da, db, dbias, None, dup, None, None, None, None


def _gated_backward(grad: Any, a: Any, b: Any, up: Any, activation: str | None, needs: tuple[bool, ...], invariant: bool) -> tuple[Any, ...]:
    """Of activation(a @ b) * (a @ up)."""
    gates, ups = (_product(a, x, None, True, invariant) for x in (b, up))
    grad = grad.to(gates.dtype)
    dgates = _through(grad * ups, gates, activation).to(a.dtype)
    dups = (grad * _activated(gates, activation)).to(a.dtype)
    da = None
    if needs[0]:
        da = (_of_a(dgates, a, b, True, invariant) + _of_a(dups, a, up, True, invariant)).to(a.dtype)
    return da, _of_b(dgates, a, b, invariant) if needs[1] else None, _of_b(dups, a, up, invariant) if needs[2] else None


# ------------------------------------------------------------------------------------------------ rows in groups


def _in_groups(x: Any, ends: Any) -> Any:
    """x with zeros in rows behind the last end, which are of no group."""
    if ends.numel() == 0:
        return torch.zeros_like(x)
    return torch.where((torch.arange(x.shape[0], device=x.device) < ends.max())[:, None], x, 0)


def _grouped(a: Any, b: Any, ends: Any, bias: Any = None) -> Any:
    return called("grouped_mm", a, b, ends, bias, None, None, None)


def set_up_grouped(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
    a, b, ends, bias, activation, *_ = inputs
    _check_derivable("grouped_mm", a, b, HALF)
    ctx.save_for_backward(a, b, ends, bias)
    ctx.activation = activation


def grouped_backward(ctx: Any, grad: Any) -> tuple[Any, ...]:
    a, b, ends, bias = ctx.saved_tensors
    needs, dz = ctx.needs_input_grad, _in_groups(grad, ends)
    if ctx.activation is not None:
        sums = _in_groups(_grouped(a, b, ends, bias), ends)
        dz = _through(dz, sums, ctx.activation)
    dbias = _of_bias(dz, bias) if needs[3] else None
    dz = dz.to(a.dtype)
    da = _in_groups(_grouped(dz, b.mT, ends), ends) if needs[0] else None
    db = called("grouped_weights", a, dz, ends) if needs[1] else None
    return da, db, None, dbias, None, None, None


def set_up_weights(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
    ctx.save_for_backward(*inputs)


def weights_backward(ctx: Any, grad: Any) -> tuple[Any, ...]:
    """Of a[rows].T @ dz[rows] of the rows of each group."""
    a, dz, ends = ctx.saved_tensors
    da = _in_groups(_grouped(dz, grad.mT, ends), ends) if ctx.needs_input_grad[0] else None
    ddz = _in_groups(_grouped(a, grad, ends), ends) if ctx.needs_input_grad[1] else None
    return da, ddz, None


def set_up_permute(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
    ctx.order = inputs[1]


def permute_backward(ctx: Any, grad: Any) -> tuple[Any, ...]:
    inverse = [0] * len(ctx.order)
    for place, mode in enumerate(ctx.order):
        inverse[mode] = place
    return called("permute", grad, inverse), None


# ------------------------------------------------------------------------------------------------ torch.vmap


def _one_by_one(name: str, info: Any, in_dims: Any, arguments: tuple[Any, ...]) -> tuple[Any, Any]:
    samples = ([x if mode is None else x.select(mode, i) for x, mode in zip(arguments, in_dims)] for i in range(info.batch_size))
    return torch.stack([called(name, *sample) for sample in samples]), 0


def vmap_gemm(info: Any, in_dims: Any, *arguments: Any) -> tuple[Any, Any]:
    """The mode of samples is one of batches."""
    missing = 9 - len(arguments)
    arguments, in_dims = (*arguments, *_DEFAULTS[5 - missing :]), (*in_dims, *[None] * missing)
    a, b, bias, activation, up, *rest = arguments
    of_a, of_b, of_bias, _, of_up, *of_rest = in_dims
    if of_bias is not None or any(mode is not None for mode in of_rest) or rest[2] is not None or rest[3] is not None:
        return _one_by_one("gemm", info, in_dims, arguments)
    if up is not None and (of_b is None) != (of_up is None):  # they have one shape
        b, up = (x.expand(info.batch_size, *x.shape) if mode is None else x.movedim(mode, 0) for x, mode in ((b, of_b), (up, of_up)))
        of_b = of_up = 0
    a, b, up = (x if mode is None else x.movedim(mode, 0) for x, mode in ((a, of_a), (b, of_b), (up, of_up)))
    if max(a.dim() - (of_a is not None), b.dim() - (of_b is not None)) == 2:
        return called("gemm", a, b, bias, activation, up, *rest), 0

    def whole(x: Any, mode: Any) -> Any:
        """Of samples and batches."""
        if x is None:
            return None
        x = x if mode is not None else x.expand(info.batch_size, *x.shape)
        x = x if x.dim() == 4 else x[:, None].expand(-1, batches, -1, -1)
        return x.reshape(-1, *x.shape[2:])

    batches = next(x.shape[-3] for x, mode in ((a, of_a), (b, of_b)) if x.dim() - (mode is not None) == 3)
    product = called("gemm", whole(a, of_a), whole(b, of_b), bias, activation, whole(up, of_up), *rest)
    return product.reshape(info.batch_size, batches, *product.shape[1:]), 0


def vmap_grouped(info: Any, in_dims: Any, *arguments: Any) -> tuple[Any, Any]:
    missing = [None] * (7 - len(arguments))  # defaults, which torch leaves away
    return _one_by_one("grouped_mm", info, (*in_dims, *missing), (*arguments, *missing))


def vmap_weights(info: Any, in_dims: Any, *arguments: Any) -> tuple[Any, Any]:
    return _one_by_one("grouped_weights", info, in_dims, arguments)


def vmap_permute(info: Any, in_dims: Any, x: Any, order: list[int]) -> tuple[Any, Any]:
    x = x.movedim(in_dims[0], 0)
    return called("permute", x, [0, *(1 + mode % (x.dim() - 1) for mode in order)]), 0
