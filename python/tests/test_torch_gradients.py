# SPDX-License-Identifier: MIT
"""Derivatives of colex.torch beside torch's own, autocast and torch.vmap. Runs where test_torch.py does."""
import random

import pytest
from torch_kernels import DEVICE, PLATFORM, torch

import colex.torch
from colex import _torch_gradients as gradients

ACTIVATIONS = [None, "relu", "gelu", "silu", "gelu_erf"]
GROUPS = pytest.mark.skipif(PLATFORM == "amd", reason="AMD's library has no config for groups, and none of gated products")


def drawn(seed, *shape, dtype=torch.float64):
    x = torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)
    return x.to(dtype).to(DEVICE).requires_grad_()


def close(got, want, dtype):
    """Within the rounding of a sum and of what went through an activation, of the largest element."""
    assert got.dtype == dtype and got.shape == want.shape
    tolerance = {torch.float64: 1e-12, torch.float32: 1e-4, torch.bfloat16: 2**-6, torch.float16: 2**-9}[dtype]
    assert (got.double() - want).abs().max() <= tolerance * (1 + want.abs().max()), (got, want)


SHAPES = [((3, 4), (4, 2)), ((2, 3, 4), (2, 4, 2)), ((2, 3, 4), (4, 2)), ((3, 4), (2, 4, 2))]


@pytest.mark.parametrize("shapes, activation, of_bias", [
    *((shapes, None, None) for shapes in SHAPES), *((SHAPES[0], activation, (2,)) for activation in ACTIVATIONS[1:]),
    (SHAPES[2], "gelu", (3, 1))], ids=str)  # fmt: skip
def test_gradients_of_products(shapes, activation, of_bias):
    a, b = (drawn(i, *shape) for i, shape in enumerate(shapes))
    bias = None if of_bias is None else drawn(3, *of_bias)
    assert torch.autograd.gradcheck(lambda *x: colex.torch.gemm(*x, activation=activation), (a, b, bias), fast_mode=True)


def test_gradients_of_gradients():
    tensors = drawn(1, 3, 4), drawn(2, 4, 2), drawn(3, 2)
    assert torch.autograd.gradgradcheck(lambda *x: colex.torch.gemm(*x, activation="silu"), tensors, fast_mode=True)


class Gated(torch.autograd.Function):
    """What the gated product of 16 bits is, in float64, which has no such kernel, with the derivative that it has."""

    @staticmethod
    def forward(ctx, a, b, up, activation):
        ctx.save_for_backward(a, b, up)
        ctx.activation = activation
        return gradients._activated(a @ b, activation) * (a @ up)

    @staticmethod
    def backward(ctx, grad):
        return *gradients._gated_backward(grad, *ctx.saved_tensors[:2], ctx.saved_tensors[2], ctx.activation, (True,) * 3, False), None


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_gradients_of_gated_products(activation):
    for of_a, of_b in (((3, 4), (4, 2)), ((2, 3, 4), (4, 2))):
        arguments = drawn(1, *of_a), drawn(2, *of_b), drawn(3, *of_b), activation
        assert torch.autograd.gradcheck(Gated.apply, arguments, fast_mode=True)


class Grouped(torch.autograd.Function):
    """Rows in groups in float64, with the derivative that those of 16 bits have."""

    @staticmethod
    def forward(ctx, a, b, ends, bias, activation):
        gradients.set_up_grouped(ctx, (a, b, ends, bias, activation), None)
        return gradients._activated(in_groups(a, b, ends, bias), activation)

    @staticmethod
    def backward(ctx, grad):
        return gradients.grouped_backward(ctx, grad)


def in_groups(a, b, ends, bias=None):
    """Of rows of no group 0."""
    of_row = torch.searchsorted(ends.long(), torch.arange(a.shape[0], device=a.device), right=True)
    inside = of_row < len(b)
    y = torch.einsum("rk,rkn->rn", a, b[of_row.clamp(max=len(b) - 1)])
    return torch.where(inside[:, None], y if bias is None else y + bias, 0)


@GROUPS
@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_gradients_of_rows_in_groups(activation, monkeypatch):
    def in_float64(a, b, ends, bias, activation):
        return gradients._activated(in_groups(a, b, ends, bias), activation)

    def weights(a, grad, ends):
        starts = [0, *ends.tolist()]
        return torch.stack([a[i:j].T @ grad[i:j] for i, j in zip(starts, starts[1:])])

    ends = torch.tensor([2, 2, 5], dtype=torch.int32, device=DEVICE)  # row 5 is of no group
    monkeypatch.setattr(torch.ops.colex.grouped_mm, "default", in_float64)
    monkeypatch.setattr(torch.ops.colex.grouped_weights, "default", weights)
    for bias in (None, drawn(3, 2), drawn(4, 6, 1)):
        assert torch.autograd.gradcheck(Grouped.apply, (drawn(1, 6, 4), drawn(2, 3, 4, 2), ends, bias, activation), fast_mode=True)


def random_problem(draw, dtype):
    m, n, k, batches = draw.randrange(1, 24), draw.randrange(1, 24), draw.randrange(1, 24), draw.randrange(1, 4)
    of_a, of_b = (shape if draw.random() < 0.6 else (batches, *shape) for shape in ((m, k), (k, n)))
    operands = [drawn(draw.randrange(1 << 30), *shape, dtype=dtype) for shape in (of_a, of_b)]
    gated = dtype in (torch.bfloat16, torch.float16) and PLATFORM != "amd" and draw.random() < 0.4
    bias = None if gated or draw.random() < 0.4 else drawn(draw.randrange(1 << 30), *draw.choice(((n,), (m, 1))), dtype=dtype)
    return (*operands, bias, drawn(draw.randrange(1 << 30), *of_b, dtype=dtype) if gated else None), draw.choice(ACTIVATIONS)


def test_gradients_of_random_problems():
    """100 of them, beside torch in float64."""
    draw = random.Random("gradients")
    for problem in range(100):
        dtype = draw.choice((torch.float64, torch.float32, torch.bfloat16, torch.float16))
        tensors, activation = random_problem(draw, dtype)
        a, b, bias, up = tensors
        y = colex.torch.gemm(a, b, bias, activation, up=up, batch_invariant=draw.random() < 0.5)
        wide = [None if x is None else x.detach().double().requires_grad_() for x in tensors]
        want = wide[0] @ wide[1] if bias is None else wide[0] @ wide[1] + wide[2]
        want = gradients._activated(want, activation) * (1 if up is None else wide[0] @ wide[3])
        if activation == "relu" and up is None:  # where the sums round to 0, the slope is 0
            assert ((y > 0) != (want > 0)).sum() <= 1 or dtype == torch.float16
        grad = torch.randint(-1, 2, y.shape, device=DEVICE).to(dtype)
        y.backward(grad)
        want.backward(grad.double())
        for x, of_x in zip(tensors, wide):
            if x is not None:
                close(x.grad, of_x.grad, dtype)


@GROUPS
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16], ids=str)
def test_gradients_of_grouped_mm(dtype):
    """Of the kernels themselves, with groups that are empty and rows of no group."""
    draw = random.Random(f"grouped gradients {dtype}")
    for _ in range(10):
        rows, n, k, groups = draw.randrange(1, 50), draw.randrange(1, 4) * 8, draw.randrange(1, 4) * 8, draw.randrange(1, 5)
        ends = torch.tensor(sorted(draw.randrange(rows + 1) for _ in range(groups)), dtype=torch.int32, device=DEVICE)
        a, b = drawn(1, rows, k, dtype=dtype), drawn(2, groups, k, n, dtype=dtype)
        bias, activation = draw.choice((None, drawn(3, n, dtype=dtype), drawn(4, rows, 1, dtype=dtype))), draw.choice(ACTIVATIONS)
        y = colex.torch.grouped_mm(a, b, ends, bias, activation)
        wide = [None if x is None else x.detach().double().requires_grad_() for x in (a, b, bias)]
        want = gradients._activated(in_groups(wide[0], wide[1], ends, wide[2]), activation)
        inside = (torch.arange(rows, device=DEVICE) < ends.max())[:, None]
        grad = torch.randint(-1, 2, y.shape, device=DEVICE).to(dtype)
        torch.autograd.backward(y, grad)
        want.backward(torch.where(inside, grad.double(), 0))
        for x, of_x in zip((a, b, bias), wide):
            if x is not None:
                close(x.grad, of_x.grad, dtype)


def test_gradients_do_not_depend_on_rows():
    """With batch_invariant those of a row of `a` are the same, bit for bit, however many rows there are."""
    a, b, grad = drawn(1, 70, 600, dtype=torch.bfloat16), drawn(2, 600, 40, dtype=torch.bfloat16), drawn(3, 70, 40, dtype=torch.bfloat16)

    def of_rows(rows):
        x = a.detach()[:rows].clone().requires_grad_()
        colex.torch.gemm(x, b, activation="gelu", batch_invariant=True).backward(grad.detach()[:rows])
        return x.grad

    assert all(torch.equal(of_rows(rows), of_rows(70)[:rows]) for rows in (1, 7, 65))


def test_gradients_compiled():
    def layer(x, w, bias):
        return colex.torch.gemm(x, w.t(), bias=bias, activation="gelu").square().sum()

    tensors = drawn(1, 8, 6, dtype=torch.float32), drawn(2, 5, 6, dtype=torch.float32), drawn(3, 5, dtype=torch.float32)
    want = torch.autograd.grad(layer(*tensors), tensors)
    for dynamic in (False, True):
        got = torch.autograd.grad(torch.compile(layer, fullgraph=True, dynamic=dynamic)(*tensors), tensors)
        for x, of_x in zip(got, want):
            torch.testing.assert_close(x, of_x, rtol=1e-3, atol=1e-3)


def test_functions_of_torch_func():
    a, b = drawn(1, 3, 4).detach(), drawn(2, 4, 2).detach()

    def f(a, b):
        return colex.torch.gemm(a, b, activation="gelu_erf").square().sum()

    def same(a, b):
        return torch.nn.functional.gelu(a @ b).square().sum()

    torch.testing.assert_close(torch.func.grad(f, (0, 1))(a, b), torch.func.grad(same, (0, 1))(a, b))
    samples = drawn(3, 5, 3, 4).detach()
    torch.testing.assert_close(torch.vmap(torch.func.grad(f), (0, None))(samples, b), torch.vmap(torch.func.grad(same), (0, None))(samples, b))
    torch.testing.assert_close(torch.func.jacrev(lambda a: colex.torch.gemm(a, b))(a), torch.func.jacrev(lambda a: a @ b)(a))


@pytest.mark.filterwarnings("error")  # torch warns where it calls an operator once for each sample
def test_vmap():
    for of_a, of_b in (((3, 4), (4, 2)), ((2, 3, 4), (4, 2)), ((3, 4), (2, 4, 2)), ((2, 3, 4), (2, 4, 2))):
        for dim_a, dim_b in ((0, None), (None, 0), (0, 0), (1, 0), (0, -1)):
            a, b = (drawn(i, *(shape if dim is None else (5, *shape))).detach() for i, (shape, dim) in enumerate(((of_a, dim_a), (of_b, dim_b))))
            a, b = (x if not dim else x.movedim(0, dim) for x, dim in ((a, dim_a), (b, dim_b)))
            got = torch.vmap(colex.torch.gemm, (dim_a, dim_b))(a, b)
            torch.testing.assert_close(got, torch.vmap(torch.matmul, (dim_a, dim_b))(a, b))
    a, b, biases = drawn(1, 3, 4).detach(), drawn(2, 4, 2).detach(), drawn(3, 5, 2).detach()
    got = torch.vmap(lambda bias: colex.torch.gemm(a, b, bias, "relu"))(biases)
    torch.testing.assert_close(got, torch.relu(a @ b + biases[:, None]))
    torch.testing.assert_close(torch.vmap(lambda x: colex.torch.permute(x, (1, 0)))(biases.expand(3, 5, 2)), biases.expand(3, 5, 2).mT)


@GROUPS
def test_vmap_of_gated_products():
    a, b, up = (drawn(i, *shape, dtype=torch.bfloat16).detach() for i, shape in enumerate(((5, 3, 8), (8, 4), (8, 4))))
    got = torch.vmap(lambda a: colex.torch.gemm(a, b, activation="silu", up=up))(a)
    assert torch.equal(got, torch.stack([colex.torch.gemm(x, b, activation="silu", up=up) for x in a]))
    got = torch.vmap(lambda up: colex.torch.gemm(a[0], b, activation="silu", up=up))(up.expand(2, 8, 4))
    assert torch.equal(got[1], colex.torch.gemm(a[0], b, activation="silu", up=up))


def test_autocast():
    a, b = drawn(1, 6, 8, dtype=torch.float32), drawn(2, 8, 4, dtype=torch.float32)
    with torch.autocast(DEVICE, dtype=torch.bfloat16):
        y = colex.torch.gemm(a, b)
        assert y.dtype == torch.bfloat16 and colex.torch.gemm(a.bfloat16(), b).dtype == torch.bfloat16
        assert colex.torch.gemm(a.double(), b.double()).dtype == torch.float64
    assert torch.equal(y, colex.torch.gemm(a.bfloat16(), b.bfloat16()))
    y.sum().backward()
    assert a.grad.dtype == torch.float32
    compiled = torch.compile(lambda a, b: colex.torch.gemm(a, b), fullgraph=True)
    with torch.autocast(DEVICE, dtype=torch.bfloat16), torch.no_grad():
        assert torch.equal(compiled(a, b), y)


def test_what_has_no_derivative():
    x = drawn(1, 4, 4)
    with pytest.raises(RuntimeError, match="gemm: what is written into a tensor has no derivative"):
        colex.torch.gemm(x, x, out=torch.empty_like(x))
    with pytest.raises(RuntimeError, match="copy: what is written into a tensor has no derivative"):
        colex.torch.copy(x, torch.zeros(4, 4, dtype=x.dtype, device=DEVICE))
    with torch.no_grad():
        assert torch.equal(colex.torch.gemm(x, x, out=torch.empty_like(x)), colex.torch.gemm(x, x))
    if PLATFORM != "amd":
        small = x.detach().to(torch.float8_e4m3fn)
        with pytest.raises(RuntimeError, match="product of torch.float8_e4m3fn and torch.float8_e4m3fn has no derivative"):
            colex.torch.gemm(small, small, drawn(2, 4, dtype=torch.float32))


def test_writes_are_counted():
    """What is written after it was saved for a gradient is found by torch."""
    x = torch.ones(4, 4, device=DEVICE, requires_grad=True)
    for write in (lambda saved: colex.torch.gemm(saved.clone(), saved.clone(), out=saved), lambda saved: colex.torch.copy(saved.clone(), saved)):
        saved = torch.ones(4, 4, device=DEVICE)
        y = (x * saved).sum()
        write(saved)
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            y.backward()
