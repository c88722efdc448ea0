# SPDX-License-Identifier: MIT
"""NumPy arrays and torch tensors: their layouts, offsets as arrays, views checked for aliasing."""
import itertools
import time

import pytest

import colex
from colex import Layout

numpy = pytest.importorskip("numpy")


def test_the_layout_of_an_array():
    array = numpy.arange(120).reshape(4, 5, 6)
    for view in (array, array.T, array[::2, 1:, ::-1], array[:, 0], array[1, 2, 3]):
        layout = Layout.of(view)
        first = view[(0,) * view.ndim] if view.ndim else view
        for index in itertools.product(*map(range, view.shape)):
            assert view[index] - first == layout(index)
    assert Layout.of(array) == Layout((4, 5, 6), (30, 6, 1))
    with pytest.raises(colex.Refused, match="no elements"):
        Layout.of(array[:0])
    odd = numpy.zeros(8, dtype=[("a", "i4"), ("b", "i8")])["b"]
    with pytest.raises(colex.Refused, match="whole elements"):
        Layout.of(odd)


def test_a_view_has_the_layouts_elements():
    array = numpy.arange(64)
    for text in ("(8,8):(8,1)", "(4,(2,4)):(2,(1,8))", "8:3", "():()"):
        layout = Layout(text)
        view = colex.as_strided(array, layout)
        for index in itertools.product(*map(range, view.shape)):
            assert view[index] == colex.flatten(layout)(index if len(index) != 1 else index[0])
    assert colex.as_strided(array, Layout(8, -1), 7).tolist() == [7, 6, 5, 4, 3, 2, 1, 0]
    view = colex.as_strided(array, Layout((2, 2), (1, 8)), 3)
    view[1, 1] = -5
    assert array[12] == -5


def test_a_view_is_refused_outside_the_array_and_where_it_aliases():
    array = numpy.arange(64)
    for layout, offset in ((Layout(9, 8), 0), (Layout(8, -1), 6), (Layout(64), 1), (Layout(1), 64), (Layout(1), -1)):
        with pytest.raises(colex.Refused) as refused:
            colex.as_strided(array, layout, offset)
        assert refused.value.condition == "in_domain"
    with pytest.raises(colex.Refused) as refused:
        colex.as_strided(array, Layout((4, 3), (1, 2)))
    assert refused.value.condition == "injective" and (refused.value.witness["left"], refused.value.witness["right"]) == (2, 4)
    window = colex.as_strided(array, Layout((4, 3), (1, 2)), aliasing=True)
    assert window[3, 2] == 7 and not window.flags.writeable
    with pytest.raises(ValueError):
        colex.as_strided(array[::2], Layout(4))
    with pytest.raises(TypeError):
        colex.as_strided(array, colex.Swizzle(1, 0, 1) @ Layout(4))


def test_offsets_are_an_array_made_without_a_loop():
    layout = Layout("(64,128):(128,1)")
    offsets = layout.offsets()
    assert offsets.dtype == numpy.int64 and offsets.tolist() == layout.evaluate()
    assert (Layout("(4,3):(-1,0)").offsets() == [0, -1, -2, -3] * 3).all()
    best = min(measured(layout) for _ in range(200))
    assert best < 1e-3, f"{best * 1e6:.0f} us for 8,192 offsets; a Python loop takes about 2,000"


def measured(layout):
    start = time.perf_counter()
    layout.offsets()
    return time.perf_counter() - start


def test_a_layout_is_found_from_an_array():
    layout = Layout("(4,(2,4)):(2,(1,8))")
    for kind in ("int64", "int32", "uint8"):
        assert colex.find_layout(layout.offsets().astype(kind)) == colex.coalesce(layout)
    for wrong in (numpy.zeros(4), numpy.zeros((2, 2), int), numpy.array([0, 2**63], "uint64"), numpy.array([], int)):
        with pytest.raises((TypeError, colex.InputError)):
            colex.find_layout(wrong)
    assert Layout(numpy.int32(4), numpy.int64(2)) == Layout(4, 2) and Layout("4:2")(numpy.int16(3)) == 6


def test_torch_tensors():
    torch = pytest.importorskip("torch")
    tensor = torch.arange(64)
    assert Layout.of(tensor.reshape(8, 8).T) == Layout((8, 8), (1, 8))
    view = colex.as_strided(tensor[8:], Layout((2, 2), (1, 8)), 3)
    assert view.tolist() == [[11, 19], [12, 20]]


def test_what_looks_like_a_torch_tensor():
    """stride() and storage_offset() are torch's convention; torch itself need not be there."""

    class Tensor:
        shape = (16,)

        def stride(self):
            return (1,)

        def storage_offset(self):
            return 5

        def as_strided(self, shape, stride, offset):
            return shape, stride, offset

    assert Layout.of(Tensor()) == Layout((16,), (1,))
    assert colex.as_strided(Tensor(), Layout((2, 4), (4, 1)), 3) == ((2, 4), (4, 1), 8)


def test_an_array_without_elements_is_refused_by_name():
    for shape, mode in (((0, 3), 0), ((2, 0), 1), ((0,), 0)):
        with pytest.raises(colex.Refused, match="has no elements") as caught:
            colex.Layout.of(numpy.zeros(shape))
        assert (caught.value.condition, caught.value.witness) == ("shape_positive", {"left": mode, "right": 0})
        assert not isinstance(caught.value, colex.InputError)
    assert colex.Layout.of(numpy.zeros(())) == colex.Layout(())


@pytest.mark.parametrize(("text", "offset"), [("(4,8):(8,1)", 0), ("((2,2),8):((1,2),4)", 3), ("(4,8):(-8,1)", 24), ("(4,3):(1,2)", 0),
                                              ("Sw<2,0,3> o 8 o (4,4):(4,1)", 0)])  # fmt: skip
def test_data_seen_through_a_layout(text, offset):
    """Elements, rows and columns are where the layout's own values say; what is written is in the data."""
    layout = colex.ComposedLayout(text) if text.startswith("Sw") else Layout(text)
    data = [10 * k for k in range(64)]
    tensor = colex.Tensor(data, layout, offset)
    rows, columns = (colex.size(mode) for mode in layout.shape)
    for i, j in itertools.product(range(rows), range(columns)):
        assert tensor[i, j] == tensor[i, :][j] == tensor[:, j][i] == 10 * (offset + layout(i, j))
    tensor[1, 2] = -1
    assert data.index(-1) == offset + layout(1, 2)
    part = tensor[1, :]
    part[2] = -2
    assert -1 not in data and data.count(-2) == 1
    with pytest.raises(colex.Refused, match="in_domain"):
        tensor[rows, 0]


def test_data_that_is_too_short_is_refused():
    for data, layout, offset, left in (([0] * 31, Layout("(4,8):(8,1)"), 0, 31), ([0] * 32, Layout("(4,8):(-8,1)"), 0, -24), ([0] * 32, Layout(8), 25, 32),
                                       ([0] * 31, colex.Swizzle(2, 0, 3) @ Layout("(4,8):(8,1)"), 0, 31)):  # fmt: skip
        with pytest.raises(colex.Refused) as refused:
            colex.Tensor(data, layout, offset)
        assert refused.value.condition == "in_domain" and refused.value.witness["left"] == left
    with pytest.raises(TypeError, match="expected a Layout"):
        colex.Tensor([0], "1:0")
