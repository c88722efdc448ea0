# SPDX-License-Identifier: MIT
"""Starts of plans on torch's tensors: start() from a function that users call, start_dispatched() inside an operator.

With the module colex._calls and DLPack's table of torch (2.10 and later) a start of a problem that is planned runs no Python. Without, an
operator's plans are filled in here, and start() leaves all to torch's dispatcher. Both keep MOST_PLANS plans, those that were used last.
"""

from __future__ import annotations

import collections
import contextlib
import ctypes
import importlib
import threading
import types
from collections.abc import Callable
from typing import Any

import colex_kernels
import torch

_calls: Any = None  # where there are no kernels, or the package was not compiled, there is no such module
with contextlib.suppress(ImportError):
    _calls = importlib.import_module("colex._calls")

MOST_PLANS = 4096
_EXCHANGE = getattr(torch.Tensor, "__dlpack_c_exchange_api__", None)
_libraries: dict[int, Any] = {}  # of the functions of plans


def _of_torch() -> Any:
    """What colex._calls asks of torch. Where a state holds, something watches or transforms operators, and torch must dispatch them."""
    c = torch._C
    return types.SimpleNamespace(
        Tensor=torch.Tensor, Parameter=torch.nn.Parameter, dtype=torch.dtype, grad_enabled=torch.is_grad_enabled,
        states=(c._len_torch_dispatch_stack, c._len_torch_function_stack, c._are_functorch_transforms_active,
                c._is_any_autocast_enabled, c._get_tracing_state, c._autograd._profiler_enabled),
        written=c._increment_version, current_device=getattr(c, "_cuda_getDevice", int))  # fmt: skip


def _address(plan: Any) -> int:
    function = getattr(plan.library._library, plan.entry)
    address = ctypes.cast(function, ctypes.c_void_p).value
    assert address is not None
    _libraries[address] = plan.library
    return address


def _refused(address: int, status: int) -> None:
    _libraries[address]._check(status)


class _Compiled:
    """Planners' plans as colex._calls has them."""

    def __init__(self, most: int = MOST_PLANS) -> None:
        self._starter = _calls.Starter(_EXCHANGE, _of_torch(), _refused, most)
        self.start, self.start_dispatched, self.forget = self._starter.start, self._starter.start_dispatched, self._starter.forget

    @property
    def planned(self) -> int:
        """How often a planner was asked."""
        return int(self._starter.planned)

    @property
    def kept(self) -> int:
        return int(self._starter.kept)

    def planner(self, plan_of: Callable[..., Any]) -> Any:
        def plan(*arguments: Any) -> Any:
            made = plan_of(*arguments)
            return None if made is None else _calls.Plan(
                made.form, _address(made), made.text, made.call, made.slots, made.stream_at, made.workspace_at,
                made.workspace_elements, made.result, made.changed)  # fmt: skip

        return plan


class Interpreted:
    """The same without colex._calls. No start is outside torch's dispatcher."""

    def __init__(self, most: int = MOST_PLANS) -> None:
        self._plans: collections.OrderedDict[Any, Any] = collections.OrderedDict()
        self._most = most
        self._lock, self.planned = threading.Lock(), 0

    @property
    def kept(self) -> int:
        return len(self._plans)

    def planner(self, plan_of: Callable[..., Any]) -> Any:
        return plan_of

    def forget(self) -> None:
        with self._lock:
            self._plans.clear()

    def start(self, planner: Any, *arguments: Any) -> Any:
        return NotImplemented

    def start_dispatched(self, planner: Any, *arguments: Any) -> Any:
        if any(isinstance(x, torch.Tensor) and x.layout != torch.strided for x in arguments):
            planner(*arguments)  # refuses them
        key = (planner, *(_described(x) for x in arguments))
        with self._lock:
            plan = self._plans.get(key)
            if plan is not None:
                self._plans.move_to_end(key)
        if plan is None:
            self.planned += 1
            if (plan := planner(*arguments)) is None:
                return NotImplemented
            with self._lock:
                self._plans[key] = plan
                if len(self._plans) > self._most:
                    self._plans.popitem(last=False)
        return run(plan, arguments)


def _described(x: Any) -> Any:
    return (x.dtype, x.shape, x.stride(), x.data_ptr() % 16, x.device) if isinstance(x, torch.Tensor) else x


def run(plan: Any, arguments: tuple[Any, ...], called: Callable[[Any, bytearray], Any] | None = None) -> Any:
    """The result, where the plan makes one; with `called`, what that returns of the call with its addresses."""
    like = next(x for x in arguments if isinstance(x, torch.Tensor))
    with torch.cuda.device(like.device) if like.is_cuda else contextlib.nullcontext():
        result: Any = None if plan.result is None else plan.result()
        filled = bytearray(plan.call)

        def put(at: int, value: int) -> None:
            filled[at : at + 8] = value.to_bytes(8, "little")

        for argument, at in plan.slots:
            put(at, (result if argument < 0 else arguments[argument]).data_ptr())
        if like.is_cuda:
            put(plan.stream_at, torch.cuda.current_stream(like.device).cuda_stream)
        if plan.workspace_elements:
            workspace = torch.empty(plan.workspace_elements, dtype=torch.float32, device=like.device)
            put(plan.workspace_at, workspace.data_ptr())
            put(plan.workspace_at + 8, plan.workspace_elements)
        for i in plan.changed:
            if not arguments[i].is_inference():
                torch.autograd.graph.increment_version(arguments[i])
        if called is not None:
            return called(plan, filled)
        plan.library._check(_called(plan, filled))
    return result


def _called(plan: Any, filled: bytearray) -> int:
    call, function = (ctypes.c_char * len(filled)).from_buffer(filled), getattr(plan.library._library, plan.entry)
    start = ctypes.addressof(call)
    if plan.form == 0:
        return int(function(plan.text, ctypes.cast(start, ctypes.POINTER(colex_kernels._Gemm))))
    if plan.form == 1:
        return int(function(plan.text, ctypes.cast(start, ctypes.POINTER(colex_kernels._Gemm)), int.from_bytes(filled[-8:], "little")))
    from colex._torch_plans import Move

    move = Move.from_buffer(call)
    numbers = [ctypes.cast(start + ctypes.sizeof(Move) + 8 * move.rank * k, ctypes.POINTER(ctypes.c_int64)) for k in range(3)]
    return int(function(move.element_bytes, move.rank, numbers[0], move.source, move.source_elements, numbers[1], move.destination,
                        move.destination_elements, numbers[2], move.stream))  # fmt: skip


STARTS: Any = Interpreted() if _calls is None or _EXCHANGE is None else _Compiled()
