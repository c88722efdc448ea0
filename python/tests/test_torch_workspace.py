# SPDX-License-Identifier: MIT
"""The workspace that a product of colex.torch asks for, with and without torch: shapes stand for tensors, and the library of the kernels
says what it would do. Runs where such a library of the host is given: COLEX_KERNELS_LIBRARY."""
import ctypes
import importlib.util
import os
import pathlib
import random
import sys
import types

import pytest

if "COLEX_KERNELS_LIBRARY" not in os.environ:
    pytest.skip("no library of the kernels is given: COLEX_KERNELS_LIBRARY", allow_module_level=True)
import colex
import colex_kernels

if colex_kernels.platform() != "host":
    pytest.skip("a device chooses by its own multiprocessors", allow_module_level=True)


class Shape:
    """What a planner reads of a tensor."""

    layout, device = "strided", types.SimpleNamespace(type="cpu")

    def __init__(self, shape, strides, dtype):
        self.shape, self.strides, self.dtype = tuple(shape), tuple(strides), dtype

    def stride(self, mode=None):
        return self.strides if mode is None else self.strides[mode]

    def dim(self):
        return len(self.shape)

    def numel(self):
        count = 1
        for extent in self.shape:
            count *= extent
        return count

    def data_ptr(self):
        return 0


TYPES = ("float64", "float32", "bfloat16", "float16", "int8", "int32", "int64", "float8_e4m3fn", "float8_e5m2")


@pytest.fixture
def plans(monkeypatch):
    """colex/_torch_plans.py, read once more beside a torch that has names of types and no tensors."""
    torch = types.ModuleType("torch")
    torch.strided, torch.Tensor, torch.empty = "strided", Shape, Shape
    torch.empty_strided = lambda shape, strides, dtype, device: Shape(shape, strides, dtype)
    for name in TYPES:
        setattr(torch, name, name)
    monkeypatch.setitem(sys.modules, "torch", torch)
    path = pathlib.Path(colex.__file__).with_name("_torch_plans.py")
    spec = importlib.util.spec_from_file_location("colex._torch_plans_of_shapes", path)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    return module


def said(plan, room):
    """What the library would do of the call with so many elements of a workspace, but for what else is possible."""
    call = colex_kernels._Gemm.from_buffer_copy(plan.call)
    for place, (_, at) in enumerate(plan.slots):
        ctypes.c_uint64.from_buffer(call, at).value = (place + 1) << 48
    call.workspace, call.workspace_elements = 9 << 48, room
    lines = plan.library._said_of(plan.library._library.colex_kernels_product_explain, plan.text, call).splitlines()
    return [line for line in lines if not line.startswith("also possible")]


def test_products_have_their_splits(plans):
    """With the room that is asked for a call does what it does with any, and with one element less another: also of fewer rows than a
    tile has, whose sums take whole tiles, and beside copies of operands."""
    draw, split = random.Random(5), 0
    sizes = [(1, 256, 7168), (16, 576, 2048), (8, 1024, 3072), (70, 33, 300)]
    sizes += [(draw.randrange(1, 130), draw.randrange(1, 600), draw.randrange(1, 8000)) for _ in range(16)]
    for m, n, k in sizes:
        a, b = Shape((m, k), (k, 1), "bfloat16"), Shape((k, n), (1, k) if draw.random() < 0.5 else (n, 1), "bfloat16")
        plan = plans.plan_gemm(a, b, None, None, None, None, "float32", False, None, None, False)
        assert said(plan, plan.workspace_elements) == said(plan, 1 << 40), (m, n, k)
        if "splits of K: 1" not in "\n".join(said(plan, 1 << 40)):
            split += 1
            assert said(plan, plan.workspace_elements - 1) != said(plan, 1 << 40), (m, n, k)
    assert split >= 5
