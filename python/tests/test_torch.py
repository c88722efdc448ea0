# SPDX-License-Identifier: MIT
"""colex.torch against torch's own results. Runs where torch and a library of the kernels are: docs/python.md says how they come here."""
import ctypes
import os
import pathlib
import random
import subprocess
import sys
import threading

import pytest
from torch_kernels import DEVICE, PLATFORM, torch  # which skips where these are not

import colex.torch
import colex_kernels
from colex import _torch_plans, _torch_start

TYPES = [torch.float64, torch.float32, torch.bfloat16, torch.float16, torch.int8]
OTHERS = {torch.bfloat16: [torch.float32], torch.float16: [torch.float32],
          torch.float8_e4m3fn: [torch.float32, torch.float16, torch.float8_e4m3fn]}  # that a product may be, too
if PLATFORM != "amd":  # whose configs of float8 have no copies of operands before them
    TYPES.append(torch.float8_e4m3fn)
nvidia_or_host = pytest.mark.skipif(PLATFORM == "amd", reason="AMD's library has no scales of float8_e4m3fn")
gpu = pytest.mark.skipif(DEVICE == "cpu", reason="the library is the host platform's")


def whole(draw, dtype, *shape):
    """Small integers, of which sums are exact in every type, in memory of random strides."""
    order = draw.sample(range(len(shape)), len(shape))
    pitched = [extent + draw.randrange(3) for extent in shape]
    room = torch.randint(-2, 3, [pitched[k] for k in order], generator=torch.Generator().manual_seed(draw.randrange(1 << 30)))
    x = room.to(dtype).to(DEVICE).permute([order.index(k) for k in range(len(shape))])
    for k, extent in enumerate(shape):
        x = x.narrow(k, pitched[k] - extent, extent)
    return x


@pytest.mark.parametrize("dtype", TYPES, ids=str)
def test_products(dtype):
    draw = random.Random(f"product {dtype}")
    for _ in range(12):
        m, n, k, batches = draw.randrange(1, 40), draw.randrange(1, 40), draw.randrange(0, 40), draw.randrange(1, 4)
        a = whole(draw, dtype, m, k) if draw.random() < 0.5 else whole(draw, dtype, batches, m, k)
        b = whole(draw, dtype, k, n) if draw.random() < 0.5 else whole(draw, dtype, batches, k, n)
        bias = None
        if dtype != torch.int8 and draw.random() < 0.7:  # of columns, or of rows
            bias = whole(draw, dtype, n) if draw.random() < 0.5 else whole(draw, dtype, m, 1)
        activation = "relu" if dtype != torch.int8 and draw.random() < 0.5 else None
        want = (a.double() @ b.double()) + (0 if bias is None else bias.double())
        want = want.relu() if activation else want
        assert want.abs().max() <= 256  # exact in bfloat16
        got = colex.torch.gemm(a, b, bias, activation)
        assert got.shape == want.shape and got.is_contiguous() and torch.equal(got.double(), want)
        out = whole(draw, got.dtype, *want.shape)
        around = out._base.clone() if out._base is not None else None
        assert colex.torch.gemm(a, b, bias, activation, out=out) is out and torch.equal(out.double(), want)
        for other in OTHERS.get(dtype, []):
            rounded = want.to(other).double()
            got = colex.torch.gemm(a, b, bias, activation, out_dtype=other)
            assert got.dtype == other and torch.equal(got.double(), rounded)
            out = whole(draw, other, *want.shape)
            around = out._base.clone() if out._base is not None else None
            assert colex.torch.gemm(a, b, bias, activation, out=out) is out and torch.equal(out.double(), rounded)
        if around is not None:  # and nothing beside it
            torch.as_strided(around, out.shape, out.stride(), out.storage_offset()).copy_(out)
            assert torch.equal(around.double(), out._base.double())


@pytest.mark.parametrize("activation", [None, "gelu", "silu", "gelu_erf"] if DEVICE == "cuda" else [None, "silu"])
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16], ids=str)
def test_bits_do_not_depend_on_rows(dtype, activation):
    """The sums themselves, which are not exact. Without `batch_invariant` few rows of a long k are split, where that is faster."""
    n, k = (64, 40000) if DEVICE == "cuda" else (16, 2000)
    draw = torch.Generator().manual_seed(n)
    a, b = ((torch.randn(shape, generator=draw) / k**0.25).to(dtype).to(DEVICE) for shape in ((300, k), (k, n)))

    def product(rows, **more):
        return colex.torch.gemm(a[:rows], b, activation=activation, out_dtype=torch.float32, **more)

    some, whole_product = (1, 7, 64, 65), product(300, batch_invariant=True)
    for rows in some:
        assert torch.equal(product(rows, batch_invariant=True), whole_product[:rows])
        out = torch.empty(n, rows, device=DEVICE).t()  # whose columns are contiguous
        assert torch.equal(colex.torch.gemm(a[:rows], b, activation=activation, out=out, batch_invariant=True), whole_product[:rows])
        others = torch.cat([a[:1], torch.full_like(a[1:rows], 50.0)])
        again = colex.torch.gemm(others, b, activation=activation, out=out, batch_invariant=True)
        assert torch.equal(again[:1], whole_product[:1])
    batches = colex.torch.gemm(a[:64].expand(3, 64, k), b, activation=activation, out_dtype=torch.float32, batch_invariant=True)
    assert all(torch.equal(one, whole_product[:64]) for one in batches)
    if PLATFORM == "nvidia":
        assert not all(torch.equal(product(rows), product(300)[:rows]) for rows in some)
        many = a[:, :8192].repeat(100, 1)  # rows in several launches, and as many batches
        parts = colex.torch.gemm(many, b[:8192], activation=activation, batch_invariant=True)
        assert torch.equal(parts, colex.torch.gemm(a[:, :8192], b[:8192], activation=activation, batch_invariant=True).repeat(100, 1))
        batches = colex.torch.gemm(many.view(100, 300, 8192), b[:8192].expand(100, 8192, n), activation=activation, batch_invariant=True)
        assert torch.equal(batches.view(-1, n), parts)


@pytest.mark.parametrize("m, n, k", [(1, 256, 7168), (16, 576, 2048), (8, 1024, 3072), (70, 33, 300)])
def test_workspace_loses_no_splits(monkeypatch, m, n, k):
    """The call that Python makes takes the tile and the splits that C takes with any room, also of fewer rows than a tile has."""
    kernels, said = colex.torch.library(PLATFORM), []

    def asked(*arguments):
        plan = _torch_plans.plan_gemm(*arguments)
        for room in (plan.workspace_elements, 1 << 40):
            call = colex_kernels._Gemm.from_buffer_copy(plan.call)
            for place, (_, at) in enumerate(plan.slots):
                ctypes.c_uint64.from_buffer(call, at).value = (place + 1) << 48
            call.workspace, call.workspace_elements = 9 << 48, room
            lines = kernels._said_of(kernels._library.colex_kernels_product_explain, plan.text, call).splitlines()
            said.append([line for line in lines if not line.startswith("also possible")])
        return plan

    monkeypatch.setattr(colex.torch, "_GEMM", _torch_start.STARTS.planner(asked))
    a, b = torch.ones(m, k, dtype=torch.bfloat16, device=DEVICE), torch.ones(k, n, dtype=torch.bfloat16, device=DEVICE)
    assert torch.all(colex.torch.gemm(a, b, out_dtype=torch.float32) == k)
    assert said[0] == said[1]


@gpu
def test_any_thread_multiplies():
    """A thread that has made no call of the device's runtime, by each entry that makes maps of operands."""
    a, b = torch.ones(64, 64, dtype=torch.bfloat16, device=DEVICE), torch.ones(64, 64, dtype=torch.bfloat16, device=DEVICE)
    ends, out = torch.tensor([64], dtype=torch.int32, device=DEVICE), [torch.empty_like(a) for _ in range(4)]
    entries = [lambda: colex.torch.gemm(a, b, out=out[0]), lambda: colex.torch.gemm(a, b, up=b, out=out[1]),
               lambda: colex.torch.grouped_mm(a, b[None], ends, out=out[2]), lambda: colex.torch.copy(a, out[3])]  # fmt: skip
    failed = []
    for entry in entries:

        def run(entry=entry):
            try:
                entry()
            except Exception as why:  # noqa: BLE001, whatever it is
                failed.append(why)

        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    assert not failed
    torch.cuda.synchronize()
    assert [x[0, 0].item() for x in out] == [64, 64 * 64, 64, 1]


@gpu
@pytest.mark.skipif(torch.cuda.device_count() < 2, reason="one device")
def test_each_device():
    """Tensors decide which device multiplies, whichever is current, also from threads at a time; those of two devices are refused."""
    places = [torch.device("cuda", i) for i in range(torch.cuda.device_count())]
    operands = [tuple(torch.randint(-2, 3, shape, device=place).bfloat16() for shape in ((200, 136), (136, 72))) for place in places]
    wrong = []

    def multiply(a, b):
        for _ in range(50):
            products = [colex.torch.gemm(a, b), colex.torch.permute(colex.torch.gemm(b.t(), a.t()), (1, 0))]
            if not all(x.device == a.device and torch.equal(x, a @ b) for x in products):
                wrong.append(a.device)

    threads = [threading.Thread(target=multiply, args=pair) for pair in operands * 2]
    for pair in operands:
        multiply(*pair)
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    with pytest.raises((ValueError, RuntimeError), match="device"):
        colex.torch.gemm(operands[0][0], operands[1][1])


@pytest.mark.skipif(torch.version.hip is not None, reason="AMD's library has no config for groups")
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16], ids=str)
def test_rows_in_groups(dtype):
    draw = random.Random(f"groups {dtype}")
    for problem in range(8):
        rows, n, k, groups = draw.randrange(1, 90), draw.randrange(1, 5) * 8, draw.randrange(1, 5) * 8, draw.randrange(1, 6)
        a, b = (torch.randint(-2, 3, shape).to(dtype).to(DEVICE) for shape in ((rows, k), (groups, k, n)))
        if problem % 2 == 0:
            b = b.transpose(1, 2).contiguous().transpose(1, 2)
        bias = torch.randint(-2, 3, draw.choice([(n,), (rows, 1)])).to(DEVICE) if draw.random() < 0.7 else None
        ends = sorted(draw.randrange(rows + 1) for _ in range(groups))
        want, begin = torch.full((rows, n), -7.0, dtype=torch.float64, device=DEVICE), 0
        for end, weight in zip(ends, b):
            added = 0 if bias is None else bias.double() if bias.dim() == 1 else bias[begin:end].double()
            want[begin:end] = ((a[begin:end].double() @ weight.double()) + added).relu()
            begin = end
        out, on_device = torch.full((rows, n), -7.0, dtype=dtype, device=DEVICE), torch.tensor(ends, dtype=torch.int32, device=DEVICE)
        assert colex.torch.grouped_mm(a, b, on_device, bias, "relu", out=out) is out and torch.equal(out.double(), want)
        got = colex.torch.grouped_mm(a, b, on_device, bias, "relu")
        assert torch.equal(got[:begin].double(), want[:begin])
        torch.library.opcheck(torch.ops.colex.grouped_mm_out, (a, b, on_device, bias, "relu", out))
    with pytest.raises(ValueError, match="not int32"):
        colex.torch.grouped_mm(a, b, on_device.long())
    with pytest.raises(ValueError, match="no product of"):
        colex.torch.grouped_mm(a, b[0], on_device)


def test_gelu():
    x, w, bias = (torch.randn(*shape, device=DEVICE) for shape in ((9, 7), (7, 5), (5,)))
    got = colex.torch.gemm(x, w, bias=bias, activation="gelu")
    torch.testing.assert_close(got, torch.nn.functional.gelu(x @ w + bias, approximate="tanh"), rtol=1e-4, atol=1e-5)
    got = colex.torch.gemm(x, w, bias=bias, activation="gelu_erf")
    torch.testing.assert_close(got, torch.nn.functional.gelu(x @ w + bias), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.bfloat16], ids=str)
def test_gelu_by_erf_keeps_its_tail(dtype):
    """In the negative tail its relative error is small, too, where torch's own goes to 0 or is no longer one. The exact value here
    rounds the argument y of erfc, which counts 2 y^2 times: 72 times 2^-52 at -12."""
    x = torch.linspace(-12, 12, 97, dtype=torch.float64).to(dtype).reshape(1, 97).to(DEVICE)
    w = torch.ones(1, 1, dtype=dtype, device=DEVICE)
    want = (0.5 * x.double() * torch.special.erfc(x.double() * -(0.5**0.5))).to(dtype)
    got = colex.torch.gemm(w, x, activation="gelu_erf")
    torch.testing.assert_close(got, want, rtol={torch.float64: 4e-14, torch.float32: 4e-5, torch.bfloat16: 2**-7}[dtype], atol=0)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16], ids=str)
def test_gated_products(dtype):
    draw = random.Random(f"gated {dtype}")
    for _ in range(12):
        m, n, k, batches = draw.randrange(1, 40), draw.randrange(1, 40), draw.randrange(0, 40), draw.randrange(1, 4)
        a = whole(draw, dtype, m, k) if draw.random() < 0.5 else whole(draw, dtype, batches, m, k)
        b, up = whole(draw, dtype, k, n), whole(draw, dtype, k, n)
        if draw.random() < 0.5:  # one weight of both, as a layer has it
            b, up = whole(draw, dtype, 2 * n, k).t().chunk(2, 1)
        want = ((a.double() @ b.double()).relu() * (a.double() @ up.double())).to(dtype)
        got = colex.torch.gemm(a, b, activation="relu", up=up)
        assert got.shape == want.shape and torch.equal(got, want)
        out = whole(draw, dtype, *want.shape)
        assert colex.torch.gemm(a, b, activation="relu", up=up, out=out) is out and torch.equal(out, want)
    x, w = torch.randn(19, 64, device=DEVICE, dtype=dtype), torch.randn(48, 64, device=DEVICE, dtype=dtype)
    gate, up = (x.double() @ w.double().t()).chunk(2, 1)
    for name, function in (("silu", torch.nn.functional.silu), ("gelu", lambda g: torch.nn.functional.gelu(g, approximate="tanh")),
                           ("gelu_erf", torch.nn.functional.gelu)):  # fmt: skip
        got = colex.torch.gemm(x, w.t()[:, :24], activation=name, up=w.t()[:, 24:])
        torch.testing.assert_close(got.double(), function(gate) * up, rtol=2**-8, atol=1e-3)


def test_moves():
    draw = random.Random("moves")
    for dtype in (torch.bool, torch.int8, torch.bfloat16, torch.float32, torch.float64, torch.complex128):
        for rank in range(5):
            shape = [draw.randrange(1, 7) for _ in range(rank)]
            x, order = whole(draw, dtype, *shape), draw.sample(range(rank), rank)
            moved = colex.torch.permute(x, order)
            assert moved.is_contiguous() and torch.equal(moved, x.permute(order))
            out = whole(draw, dtype, *moved.shape)
            assert colex.torch.permute(x, order, out=out) is out and torch.equal(out, x.permute(order))
            assert torch.equal(colex.torch.copy(x, whole(draw, dtype, *shape)), x)
    row, square = torch.arange(5.0, device=DEVICE), torch.zeros(4, 5, device=DEVICE)
    assert torch.equal(colex.torch.copy(row, square), row.expand(4, 5))  # a stride of 0
    assert colex.torch.permute(square[:0], (1, 0)).shape == (5, 0)


@pytest.mark.skipif(PLATFORM == "amd", reason="NVIDIA's types of results")
@pytest.mark.parametrize("asked", OTHERS[torch.float8_e4m3fn], ids=str)
def test_results_of_products_of_float8_keep_torchs_rules(asked):
    a, b = (torch.randn(*shape).to(torch.float8_e4m3fn).to(DEVICE) for shape in ((6, 32), (32, 4)))
    got = torch.compile(lambda a, b: colex.torch.gemm(a, b, out_dtype=asked), fullgraph=True)(a, b)
    assert got.dtype == asked and torch.equal(got.double(), colex.torch.gemm(a, b, out_dtype=asked).double())
    # test_schema compares operands, for which torch lacks float8 on a device
    torch.library.opcheck(torch.ops.colex.gemm, (a, b, None, None, None, asked), test_utils=("test_faketensor",))
    with pytest.raises(ValueError, match="is torch.bfloat16, and not torch.float64"):
        colex.torch.gemm(a, b, out_dtype=torch.float64)


def of_all(scale, rows, columns):
    """A factor of each element of rows x columns."""
    for mode, extent in enumerate((rows, columns)):
        if scale.shape[mode] not in (1, extent):
            scale = scale.repeat_interleave(128, mode).narrow(mode, 0, extent)
    return scale.double().expand(rows, columns)


@nvidia_or_host
@pytest.mark.parametrize("m, n, k", [(20, 130, 260), (1, 7, 40), (5, 1, 300)])
def test_scales(m, n, k):
    """Powers of 2, so that sums are exact, of each kind beside each, in memory of any strides."""
    draw = random.Random(f"scales {m} {n} {k}")
    parts, blocks = -(-k // 128), -(-n // 128)
    for shape_a, shape_b in ((x, y) for x in (None, (1, 1), (m, 1), (m, parts)) for y in (None, (1, 1), (1, n), (parts, blocks))):
        a, b = whole(draw, torch.float8_e4m3fn, m, k), whole(draw, torch.float8_e4m3fn, k, n)
        scale_a, scale_b = (None if shape is None else whole(draw, torch.float32, *shape).exp2_() for shape in (shape_a, shape_b))
        bias = draw.choice((None, whole(draw, torch.float32, n), whole(draw, torch.float32, m, 1)))
        activation, asked = draw.choice((None, "relu")), draw.choice((None, torch.float32, torch.float16))
        want = (a.double() if scale_a is None else a.double() * of_all(scale_a, m, k)) @ (
            b.double() if scale_b is None else b.double() * of_all(scale_b, k, n))  # fmt: skip
        want = want if bias is None else want + bias.double()
        want = (want.relu() if activation else want).to(asked or torch.bfloat16)
        named = {"scale_a": scale_a, "scale_b": scale_b, "batch_invariant": draw.random() < 0.5}
        got = colex.torch.gemm(a, b, bias, activation, out_dtype=asked, **named)
        assert got.dtype == want.dtype and torch.equal(got.double(), want.double()), (shape_a, shape_b)
        out = torch.empty(n, m, dtype=want.dtype, device=DEVICE).t()  # whose columns are contiguous
        assert colex.torch.gemm(a, b, bias, activation, out=out, **named) is out and torch.equal(out.double(), want.double())


@nvidia_or_host
@pytest.mark.parametrize("n, k", [(136, 272), (8, 48)])
def test_scales_of_groups(n, k):
    """As test_scales, of each group's matrix; against each group's own product."""
    draw, groups, rows = random.Random(f"scales of groups {n} {k}"), 4, 37
    parts, blocks = -(-k // 128), -(-n // 128)
    blockwise = (rows, parts), (groups, parts, blocks)
    for shape_a, shape_b in (blockwise, ((rows, 1), (groups, 1, n)), ((1, 1), (groups, 1, 1)), (None, (1,)), (blockwise[0], (groups, 1, n)),
                             ((rows, 1), blockwise[1]), (blockwise[0], None)):  # fmt: skip
        a, b = (torch.randint(-2, 3, shape).to(torch.float8_e4m3fn).to(DEVICE) for shape in ((rows, k), (groups, n, k)))
        scale_a, scale_b = (None if shape is None else whole(draw, torch.float32, *shape).exp2_() for shape in (shape_a, shape_b))
        bias = draw.choice((None, torch.randint(-2, 3, (n,)).to(DEVICE)))
        ends = sorted(draw.randrange(rows + 1) for _ in range(groups))
        want, begin = torch.full((rows, n), -7.0, dtype=torch.bfloat16, device=DEVICE), 0
        for group, end in enumerate(ends):
            left, right = a[begin:end].double(), b[group].double().t()
            if scale_a is not None:
                left = left * of_all(scale_a, rows, k)[begin:end]
            if scale_b is not None:
                right = right * of_all(scale_b[group] if scale_b.dim() == 3 else scale_b[None], k, n)
            want[begin:end] = (left @ right + (0 if bias is None else bias.double())).to(torch.bfloat16)
            begin = end
        out, on_device = torch.full_like(want, -7.0), torch.tensor(ends, dtype=torch.int32, device=DEVICE)
        named = {"bias": bias, "scale_a": scale_a, "scale_b": scale_b}
        assert colex.torch.grouped_mm(a, b.mT, on_device, out=out, **named) is out and torch.equal(out, want), (shape_a, shape_b)
        got = colex.torch.grouped_mm(a, b.mT, on_device, **named)
        assert got.dtype == torch.bfloat16 and torch.equal(got[:begin], want[:begin])
    torch.library.opcheck(torch.ops.colex.grouped_mm, (a, b.mT, on_device, bias, None, scale_a, scale_b), test_utils=("test_faketensor",))
    one = torch.ones(1, device=DEVICE)
    for a_, scales, said in (
        (a.bfloat16(), {"scale_a": one}, "no product of torch.bfloat16 and torch.float8_e4m3fn"),
        (a, {"scale_b": one.double()}, "grouped_mm: scale_b is torch.float64, and not torch.float32"),
        (a, {"scale_b": one.expand(3, 1, 1)}, r"scale_b has the shape \(3, 1, 1\), not one element, "),
        (a, {"scale_a": one.expand(parts, rows)}, "grouped_mm: scale_a has the shape"),
        (a, {"scale_a": 0.5}, "grouped_mm: scale_a is a float, and not a tensor"),
    ):
        with pytest.raises(ValueError, match=said):
            colex.torch.grouped_mm(a_, b.mT, on_device, **scales)
    with pytest.raises(ValueError, match="scales are of products of torch.float8_e4m3fn, and not of torch.bfloat16"):
        colex.torch.grouped_mm(a.bfloat16(), b.bfloat16().mT, on_device, scale_a=one)
    with pytest.raises(colex_kernels.KernelError, match="the row stride of B must be 1 for hopper_e4m3acc_kk"):
        colex.torch.grouped_mm(a, b.mT.contiguous(), on_device)
    with pytest.raises(RuntimeError, match="grouped_mm: a product of torch.float8_e4m3fn and torch.float8_e4m3fn has no derivative"):
        colex.torch.grouped_mm(a.detach().requires_grad_(), b.mT, on_device)


@nvidia_or_host
def test_one_scale_of_any_shape():
    draw = random.Random("one scale")
    a, b = whole(draw, torch.float8_e4m3fn, 6, 32), whole(draw, torch.float8_e4m3fn, 32, 4)
    want = (a.double() @ b.double() * 0.5).to(torch.bfloat16)
    for shape in ((), (1,), (1, 1)):
        for name in ("scale_a", "scale_b"):
            assert torch.equal(colex.torch.gemm(a, b, **{name: torch.full(shape, 0.5, device=DEVICE)}), want)
    nothing, bias = torch.empty(6, 0, device=DEVICE), torch.arange(4.0, device=DEVICE)
    got = colex.torch.gemm(a[:, :0], b[:0], bias, scale_a=nothing, scale_b=nothing.new_empty(0, 1))
    assert torch.equal(got, bias.bfloat16().expand(6, 4))
    line = colex.torch.tune(a, b, scale_a=torch.ones(6, 1, device=DEVICE))
    assert line.startswith("hopper_e4m3acc_kk 6 4 32 1 ")


@nvidia_or_host
def test_scales_keep_torchs_rules():
    draw = random.Random("scales compiled")
    a, b = whole(draw, torch.float8_e4m3fn, 6, 160), whole(draw, torch.float8_e4m3fn, 160, 4)
    rows, columns, blocks = (whole(draw, torch.float32, *shape).exp2_() for shape in ((6, 1), (1, 4), (2, 1)))
    want = ((a.double() * rows) @ (b.double() * columns)).relu().to(torch.bfloat16)

    def layer(a, b, rows, columns):
        return colex.torch.gemm(a, b, activation="relu", scale_a=rows, scale_b=columns)

    for dynamic in (False, True):
        assert torch.equal(torch.compile(layer, fullgraph=True, dynamic=dynamic)(a, b, rows, columns), want)
    for scale_b in (columns, blocks):  # test_schema compares operands, for which torch lacks float8 on a device
        torch.library.opcheck(torch.ops.colex.gemm, (a, b, None, None, None, None, False, rows, scale_b), test_utils=("test_faketensor",))
        torch.library.opcheck(torch.ops.colex.gemm_out, (a, b, None, None, torch.empty_like(want), None, False, rows, scale_b),
                              test_utils=("test_faketensor",))  # fmt: skip


@nvidia_or_host
def test_scales_refused():
    a, b = (torch.ones(shape, device=DEVICE).to(torch.float8_e4m3fn) for shape in ((6, 160), (160, 4)))
    one = torch.ones(1, device=DEVICE)
    for a_, b_, scales, said in (
        (a.bfloat16(), b.bfloat16(), {"scale_a": one}, "scales are of products of torch.float8_e4m3fn, and not of torch.bfloat16"),
        (a.expand(2, 6, 160), b, {"scale_b": one}, r"without batches, and not of \(2, 6, 160\) and \(160, 4\)"),
        (a, b, {"scale_a": one.double()}, "scale_a is torch.float64, and not torch.float32"),
        (a, b, {"scale_a": one.expand(6)}, r"scale_a has the shape \(6,\), not one element, \(6, 1\) or \(6, 2\)"),
        (a, b, {"scale_b": one.expand(4, 1)}, r"scale_b has the shape \(4, 1\), not one element, \(1, 4\) or \(2, 1\)"),
        (a, b, {"scale_b": one.expand(2, 4)}, "scale_b has the shape"),
    ):
        with pytest.raises(ValueError, match=said):
            colex.torch.gemm(a_, b_, **scales)


@pytest.mark.parametrize("name, arguments", [
    ("gemm", ((6, 5), (5, 4), (4,), "relu")), ("gated", ((6, 8), (8, 4), None, "silu", (8, 4))), ("gemm", ((2, 6, 5), (5, 4), None, None)), ("gemm_out", ((6, 5), (5, 4), None, None, (6, 4))),
    ("permute", ((2, 3, 4), [2, 0, 1])), ("copy", ((3, 4), (3, 4)))])  # fmt: skip
def test_operators_keep_torchs_rules(name, arguments):
    """Schema, fake kernel and dispatch, as torch.library.opcheck judges them."""
    dtype = torch.bfloat16 if name == "gated" else torch.float32
    made = tuple(torch.randn(*a, device=DEVICE, dtype=dtype) if isinstance(a, tuple) else a for a in arguments)
    name = "gemm" if name == "gated" else name
    torch.library.opcheck(getattr(torch.ops.colex, name), made)


@pytest.mark.parametrize("mode", ["default", "reduce-overhead", "max-autotune"] if DEVICE == "cuda" else ["default"])
def test_compiled_as_one_graph(mode):
    def layer(x, w, bias):
        y = colex.torch.gemm(x, w.t(), bias=bias, activation="relu") + 1
        return colex.torch.copy(colex.torch.permute(y, (1, 0)), torch.empty_like(y.t()))

    x, w, bias = (torch.randn(*shape, device=DEVICE) for shape in ((8, 6), (5, 6), (5,)))
    for dynamic in (False, True):
        compiled = torch.compile(layer, fullgraph=True, dynamic=dynamic, mode=mode)
        for _ in range(3):  # the first calls of "reduce-overhead" are not yet of its graph
            got = compiled(x, w, bias)
            torch.testing.assert_close(got, (torch.relu(x @ w.t() + bias) + 1).t(), rtol=1e-3, atol=1e-3)


def test_refusals():
    square, line = torch.zeros(4, 4, device=DEVICE), torch.zeros(4, device=DEVICE)
    for wrong, said in ((lambda: colex.torch.gemm(square, square[:3]), "no product of"),
                        (lambda: colex.torch.gemm(square, square.double()), "no product of"),
                        (lambda: colex.torch.gemm(square, square, bias=line[:3]), "the bias has the shape"),
                        (lambda: colex.torch.gemm(square, square, bias=line[:3, None]), r"not \(4,\) or \(4, 1\)"),
                        (lambda: colex.torch.gemm(square, square, bias=line[None]), "the bias has the shape"),
                        (lambda: colex.torch.gemm(square, square, activation="tanh"), "no activation is named 'tanh'"),
                        (lambda: colex.torch.gemm(square, square, up=square), "no gated product of"),
                        (lambda: colex.torch.gemm(square.half(), square.half(), up=square[:3].half()), "no gated product of"),
                        (lambda: colex.torch.gemm(square.half(), square.half(), up=square.half(), bias=line), "no bias"),
                        (lambda: colex.torch.gemm(square, square, out=square.double()), "is torch.float32, and not torch.float64"),
                        (lambda: colex.torch.gemm(square.half(), square.half(), up=square.half(), out_dtype=torch.float32), "the gated product"),
                        (lambda: colex.torch.gemm(square, square, out=square, out_dtype=torch.float64), "out_dtype is torch.float64"),
                        (lambda: colex.torch.gemm(square.expand(2, 4, 4), square.expand(3, 4, 4)), "2 and 3 batches"),
                        (lambda: colex.torch.copy(square, square.int()), "from torch.float32")):  # fmt: skip
        with pytest.raises(ValueError, match=said):
            wrong()
    with pytest.raises(colex_kernels.KernelError):  # two elements in one place
        colex.torch.copy(square, line.expand(4, 4))
    with pytest.raises(colex_kernels.KernelError):  # over its own operand
        colex.torch.gemm(square, square, out=square)


def test_out_in_the_callers_words():
    square = torch.ones(4, 4, device=DEVICE)
    for wrong, said in ((lambda: colex.torch.gemm(square, square, out=square[0].clone().expand(4, 4)), "gemm: out is expanded: in the shape"),
                        (lambda: colex.torch.gemm(square, square, out=torch.ones(1, 1, 4, 4, device=DEVICE).to(memory_format=torch.channels_last)),
                         r"gemm: out has the shape \(1, 1, 4, 4\), and the product \(4, 4\)"),
                        (lambda: colex.torch.gemm(square, square.to_sparse()), "gemm: b is torch.sparse_coo, and not torch.strided"),
                        (lambda: colex.torch.gemm(square, square, out=torch.ones(4, 4, device="meta")), "gemm: tensors of different devices"),
                        (lambda: colex.torch.gemm(square, square, scale_a=0.5), "gemm: scale_a is a float, and not a tensor")):  # fmt: skip
        with pytest.raises(ValueError, match=said):
            wrong()
    images = torch.empty(2, 3, 4, 4, device=DEVICE).to(memory_format=torch.channels_last)
    assert torch.equal(colex.torch.gemm(square, square, out=images[1, :2].mT[0]), square @ square)
    assert torch.equal(colex.torch.gemm(square.expand(2, 4, 4), square, out=images[0, 1:]), (square @ square).expand(2, 4, 4))


@nvidia_or_host
def test_e5m2_beside_e4m3():
    draw = random.Random("e5m2")
    a, b = whole(draw, torch.float8_e5m2, 6, 32), whole(draw, torch.float8_e4m3fn, 32, 4)
    want = (a.double() @ b.double()).to(torch.bfloat16)
    assert torch.equal(colex.torch.gemm(a, b), want) and torch.equal(colex.torch.gemm(b.t(), a.t()), want.t())
    assert torch.equal(colex.torch.gemm(a, b, scale_a=torch.tensor(0.5, device=DEVICE)).double(), (a.double() @ b.double() * 0.5).to(torch.bfloat16).double())
    with pytest.raises(ValueError, match="no product of torch.float8_e5m2 and torch.float8_e5m2: one operand is torch.float8_e4m3fn"):
        colex.torch.gemm(a, b.to(torch.float8_e5m2))


def test_a_problem_is_planned_once():
    """Whatever addresses are; another problem, or lines of tuned tiles, ask again. No Python runs between the call and the library."""
    starts, a, b = _torch_start.STARTS, torch.ones(5, 7, device=DEVICE), torch.ones(7, 6, device=DEVICE)
    colex.torch.use_tuned(None, DEVICE)
    assert starts.kept == 0

    def planned(*operands, **named):
        before = starts.planned
        for _ in range(3):
            colex.torch.gemm(*operands, **named)
        return starts.planned - before

    out = torch.empty(5, 6, device=DEVICE)
    assert planned(a, b, out=out) == 1 and planned(a.clone(), b.clone(), out=out.clone()) == 0
    assert planned(a, b) == 1 and planned(a, torch.ones(6, 7, device=DEVICE).t(), out=out) == 1
    assert planned(a, b, out=out, activation="relu") == 1 and planned(a, b, out=out, activation="silu") == 1
    assert planned(a, b, out=out, batch_invariant=True) == 1 and planned(a.double(), b.double()) == 1
    assert starts.kept == 7
    colex.torch.use_tuned(None, DEVICE)
    assert starts.kept == 0 and planned(a, b, out=out) == 1
    if isinstance(starts, _torch_start.Interpreted):
        pytest.skip("colex._calls, or DLPack's table of torch, is not there")
    entered = []
    sys.setprofile(lambda frame, event, _: entered.append(frame.f_code.co_name) if event == "call" else None)
    colex.torch.gemm(a, b, out=out)
    sys.setprofile(None)
    assert entered == ["gemm", "is_dynamo_compiling", "of_tf32"] + ["get_float32_matmul_precision"] * (DEVICE == "cuda")


@pytest.mark.parametrize("starts", ["compiled", "interpreted"])
def test_plans_are_limited(starts):
    """Those that were used last are kept."""
    if starts == "compiled":
        if isinstance(_torch_start.STARTS, _torch_start.Interpreted):
            pytest.skip("colex._calls, or DLPack's table of torch, is not there")
        own = _torch_start._Compiled(3)
    else:
        own = _torch_start.Interpreted(3)
    planner, to = own.planner(_torch_plans.plan_move), torch.empty(9, device=DEVICE)
    for size, planned in ((1, 1), (2, 2), (3, 3), (1, 3), (4, 4), (1, 4), (2, 5)):  # 4 takes the place of 2
        source = torch.arange(float(size), device=DEVICE)
        assert own.start_dispatched(planner, source, to[:size]) is None and torch.equal(to[:size], source)
        assert (own.planned, own.kept) == (planned, min(planned, 3))


def test_both_starts_are_one():
    """Without colex._calls the same calls are made."""
    draw, own = random.Random("both"), _torch_start.Interpreted()
    for dtype in TYPES:
        a, b = whole(draw, dtype, 2, 5, 8), whole(draw, dtype, 8, 6)
        arguments = (a, b, None, None, None, None, None, False, None, None, False)
        assert torch.equal(own.start_dispatched(_torch_plans.plan_gemm, *arguments), colex.torch.gemm(a, b))
    x = whole(draw, torch.float32, 3, 4)
    assert torch.equal(own.start_dispatched(_torch_plans.plan_move, x, None), x)
    if PLATFORM != "amd":
        a, b, ends = torch.ones(6, 8).to(DEVICE, torch.float16), torch.ones(2, 8, 8).to(DEVICE, torch.float16), torch.tensor([2, 6], dtype=torch.int32, device=DEVICE)
        assert torch.equal(own.start_dispatched(_torch_plans.plan_grouped, a, b, ends, None, None, None), colex.torch.grouped_mm(a, b, ends))


def test_views_that_torch_makes_of_no_memory_are_multiplied():
    """A negated view, which has other numbers than its memory."""
    x, negated = torch.randn(4, 4, dtype=torch.float64, device=DEVICE), torch.randn(4, 4, dtype=torch.complex128, device=DEVICE).conj().imag
    assert negated.is_neg()
    torch.testing.assert_close(colex.torch.gemm(negated, x), negated @ x)


def test_the_first_call_imports_no_compiler():
    program = "import sys, torch, colex.torch as t; t.copy(torch.ones(3), torch.ones(3)); assert 'torch._dynamo' not in sys.modules"
    if DEVICE == "cuda":
        program = program.replace("ones(3)", "ones(3, device='cuda')")
    subprocess.run([sys.executable, "-c", program], cwd=pathlib.Path(__file__).parent, check=True)


def test_without_a_library():
    """The error says which command builds one."""
    program = "import torch, colex.torch as t; t.copy(torch.ones(3), torch.ones(3))"
    ran = subprocess.run([sys.executable, "-c", program], env={**os.environ, "COLEX_KERNELS_LIBRARY": "/no/such/library"},
                         cwd=pathlib.Path(__file__).parent, capture_output=True, text=True, check=False)  # fmt: skip
    assert "python -m colex.build_kernels --platform host" in ran.stderr, ran.stderr


def test_tuned():
    """A tuned line is of the product's sizes, and the product is the same by it; lines that are none are refused."""
    a, w = (torch.randint(-2, 3, shape, device=DEVICE).to(torch.bfloat16) for shape in ((24, 320), (40, 320)))
    want = a.double() @ w.double().t()
    try:
        line = colex.torch.tune(a, w.t())
        assert line.startswith("hopper_bf16_kk 24 40 320 1 ") and line.endswith("\n")
        colex.torch.use_tuned(line, DEVICE)
        assert torch.equal(colex.torch.gemm(a, w.t()).double(), want)
        with pytest.raises(colex_kernels.KernelError, match="tuned: line 1: expected M and not 'x'"):
            colex.torch.use_tuned("hopper_bf16_kk x 1 1 1 64x32 1 1.0 here", DEVICE)
    finally:
        colex.torch.use_tuned(None, DEVICE)


@gpu
def test_current_stream_and_graphs():
    a, w, bias = (torch.randn(*shape, device=DEVICE, dtype=torch.bfloat16) for shape in ((200, 136), (72, 136), (72,)))
    out = torch.empty(200, 72, device=DEVICE, dtype=torch.bfloat16)
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        for _ in range(2):
            colex.torch.gemm(a, w.t(), bias, "relu", out=out)
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, stream=stream):
            colex.torch.gemm(a, w.t(), bias, "relu", out=out)
            moved = colex.torch.permute(out, (1, 0))
        for _ in range(3):
            a.copy_(torch.randn_like(a))
            graph.replay()
            torch.cuda.synchronize()
            torch.testing.assert_close(out, torch.relu(a @ w.t() + bias), rtol=2e-2, atol=1e-1)
            assert torch.equal(moved, out.t())
