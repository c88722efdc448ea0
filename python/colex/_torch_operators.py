# SPDX-License-Identifier: MIT
"""The operators torch.ops.colex: schemas, kernels, fake kernels, derivatives. Registered without torch.library.custom_op, whose first
use imports torch's compiler, of seconds.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from typing import Any

import torch
from colex import _torch_gradients as gradients
from colex import _torch_plans as plans
from colex._torch_start import STARTS, Interpreted

_INTERPRETED = Interpreted()
GEMM, GROUPED, MOVE = (STARTS.planner(plan) for plan in (plans.plan_gemm, plans.plan_grouped, plans.plan_move))


def forget() -> None:
    """All plans."""
    STARTS.forget()
    _INTERPRETED.forget()


def of_tf32(a: Any) -> bool:
    """Whether torch asks for TF32 of a product of float32 on NVIDIA's."""
    return a.dtype is torch.float32 and a.is_cuda and not torch.version.hip and torch.get_float32_matmul_precision() != "highest"


def _started(planner: Any, plan_of: Callable[..., Any], prepare: Callable[..., tuple[Any, ...]], arguments: tuple[Any, ...]) -> Any:
    done = STARTS.start_dispatched(planner, *arguments)
    if done is not NotImplemented:
        return done
    here = arguments[0].device  # it may be another device than the current one
    with torch.cuda.device(here) if here.type == "cuda" else contextlib.nullcontext():
        arguments = prepare(*arguments)
        done = STARTS.start_dispatched(planner, *arguments)
        return _INTERPRETED.start_dispatched(plan_of, *arguments) if done is NotImplemented else done


def _prepare_gemm(a: Any, b: Any, bias: Any, *rest: Any) -> tuple[Any, ...]:
    *others, scale_b, tf32 = rest
    return a, b, plans.prepared_bias(bias, a.dtype), *others, plans.prepared_columns(scale_b, b.shape[-1]), tf32


def _prepare_grouped(a: Any, b: Any, ends: Any, bias: Any, *rest: Any) -> tuple[Any, ...]:
    *others, scale_b = rest
    return a, b, ends.contiguous(), plans.prepared_bias(bias, a.dtype), *others, plans.prepared_columns(scale_b, b.shape[-1])


def _gemm(a: Any, b: Any, bias: Any, activation: str | None, up: Any = None, out_dtype: Any = None, batch_invariant: bool = False,
          scale_a: Any = None, scale_b: Any = None, out: Any = None) -> Any:  # fmt: skip
    arguments = (a, b, bias, activation, out, up, out_dtype, batch_invariant, scale_a, scale_b, of_tf32(a))
    return _started(GEMM, plans.plan_gemm, _prepare_gemm, arguments)


def _gemm_out(a: Any, b: Any, bias: Any, activation: str | None, out: Any, up: Any = None, batch_invariant: bool = False,
              scale_a: Any = None, scale_b: Any = None) -> None:  # fmt: skip
    _gemm(a, b, bias, activation, up, None, batch_invariant, scale_a, scale_b, out)


def _checked_out(a: Any, b: Any, bias: Any, activation: str | None, out: Any, up: Any = None, batch_invariant: bool = False,
                 scale_a: Any = None, scale_b: Any = None) -> None:  # fmt: skip
    plans.check_out("gemm", out, plans.gemm_shape(a, b, bias, activation, up, scale_a, scale_b))
    plans.gemm_type(a, b, up, out.dtype)
    plans.check_tensors("gemm", a=a, out=out)


def _new_product(a: Any, b: Any, bias: Any, activation: str | None, up: Any = None, out_dtype: Any = None,
                 batch_invariant: bool = False, scale_a: Any = None, scale_b: Any = None) -> Any:  # fmt: skip
    return a.new_empty(plans.gemm_shape(a, b, bias, activation, up, scale_a, scale_b), dtype=plans.gemm_type(a, b, up, out_dtype))


def _grouped(a: Any, b: Any, ends: Any, bias: Any, activation: str | None, scale_a: Any = None, scale_b: Any = None, out: Any = None) -> Any:
    return _started(GROUPED, plans.plan_grouped, _prepare_grouped, (a, b, ends, bias, activation, out, scale_a, scale_b))


def _grouped_out(a: Any, b: Any, ends: Any, bias: Any, activation: str | None, out: Any, scale_a: Any = None, scale_b: Any = None) -> None:
    _grouped(a, b, ends, bias, activation, scale_a, scale_b, out)


def _new_grouped(a: Any, b: Any, ends: Any, bias: Any, activation: str | None, scale_a: Any = None, scale_b: Any = None) -> Any:
    return a.new_empty(plans.grouped_shape(a, b, ends, bias, activation, scale_a, scale_b), dtype=plans.grouped_type(a))


def _grouped_weights(a: Any, grad: Any, ends: Any) -> Any:
    """a[rows].T @ grad[rows] of the rows of each group; the host waits for the ends."""
    weights, begin = _new_weights(a, grad, ends), 0
    for group, end in enumerate(ends.tolist()):
        end = max(begin, min(end, a.shape[0]))
        _gemm(a[begin:end].mT, grad[begin:end], None, None, out=weights[group])
        begin = end
    return weights


def _new_weights(a: Any, grad: Any, ends: Any) -> Any:
    return a.new_empty((ends.shape[0], a.shape[1], grad.shape[1]))


def _moved(x: Any, order: list[int]) -> Any:
    return _started(MOVE, plans.plan_move, lambda *arguments: arguments, (x.permute(order), None))


def _new_permuted(x: Any, order: list[int]) -> Any:
    return x.new_empty(x.permute(order).shape)


def _copy(source: Any, destination: Any) -> None:
    _started(MOVE, plans.plan_move, lambda *arguments: arguments, (source, destination))


_library = torch.library.Library("colex", "DEF")


def _define(name: str, schema: str, kernel: Any, fake: Any, set_up: Any = None, backward: Any = None, vmap: Any = None) -> Any:
    _library.define(name + schema, tags=(torch.Tag.pt2_compliant_tag,))
    _library.impl(name, kernel, "CompositeExplicitAutograd")
    qualified = f"colex::{name}"
    torch.library.register_fake(qualified, fake, lib=_library)
    if backward is not None:
        torch.library.register_autograd(qualified, backward, setup_context=set_up, lib=_library)
        torch.library.register_vmap(qualified, vmap, lib=_library)
        gradients.function(name, set_up, backward, vmap)
        return functools.partial(gradients.called, name)
    return getattr(torch.ops.colex, name).default


gemm = _define("gemm", "(Tensor a, Tensor b, Tensor? bias, str? activation, Tensor? up=None, ScalarType? out_dtype=None, "
               "bool batch_invariant=False, Tensor? scale_a=None, Tensor? scale_b=None) -> Tensor", _gemm, _new_product,
               gradients.set_up_gemm, gradients.gemm_backward, gradients.vmap_gemm)  # fmt: skip
gemm_out = _define("gemm_out", "(Tensor a, Tensor b, Tensor? bias, str? activation, Tensor(a!) out, Tensor? up=None, "
                   "bool batch_invariant=False, Tensor? scale_a=None, Tensor? scale_b=None) -> ()", _gemm_out, _checked_out)  # fmt: skip
grouped_mm = _define("grouped_mm", "(Tensor a, Tensor b, Tensor ends, Tensor? bias, str? activation, Tensor? scale_a=None, Tensor? scale_b=None) -> Tensor",
                     _grouped, _new_grouped, gradients.set_up_grouped, gradients.grouped_backward, gradients.vmap_grouped)  # fmt: skip
grouped_mm_out = _define("grouped_mm_out", "(Tensor a, Tensor b, Tensor ends, Tensor? bias, str? activation, Tensor(a!) out, Tensor? scale_a=None, "
                         "Tensor? scale_b=None) -> ()", _grouped_out, lambda *_: None)  # fmt: skip
grouped_weights = _define("grouped_weights", "(Tensor a, Tensor grad, Tensor ends) -> Tensor", _grouped_weights, _new_weights,
                          gradients.set_up_weights, gradients.weights_backward, gradients.vmap_weights)  # fmt: skip
permute = _define("permute", "(Tensor x, int[] order) -> Tensor", _moved, _new_permuted, gradients.set_up_permute,
                  gradients.permute_backward, gradients.vmap_permute)  # fmt: skip
copy = _define("copy", "(Tensor source, Tensor(a!) destination) -> ()", _copy, lambda *_: None)
