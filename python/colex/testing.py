# SPDX-License-Identifier: MIT
"""Hypothesis strategies of layouts, for properties of programs that take layouts. Needs hypothesis: colex-layouts[testing].

    from hypothesis import given
    import colex.testing as layouts

    @given(layouts.admissible())
    def test_my_copy(layout): ...

A failing layout shrinks to few and small modes and is shown as the text that colex.Layout reads.
"""

from __future__ import annotations

from hypothesis import strategies as st

from colex._colex import Layout
from colex.answers import Nested


def _shapes(largest: int, leaves: int) -> st.SearchStrategy[Nested]:
    extent = st.integers(1, largest)
    return st.recursive(extent, lambda inner: st.lists(inner, min_size=1, max_size=3).map(tuple), max_leaves=leaves)


def _flat(shape: Nested) -> list[int]:
    return [leaf for part in shape for leaf in _flat(part)] if isinstance(shape, tuple) else [shape]


def _nested(shape: Nested, leaves: list[int]) -> Nested:
    """The leaves, taken from the front, nested as the shape is."""
    return tuple(_nested(part, leaves) for part in shape) if isinstance(shape, tuple) else leaves.pop(0)


@st.composite
def arbitrary(draw: st.DrawFn, *, extent: int = 8, leaves: int = 4, stride: int = 64, negative: bool = False) -> Layout:
    """Any layout of at most `leaves` modes with extents up to `extent` and strides up to `stride` (elements)."""
    shape = draw(_shapes(extent, leaves))
    steps = [draw(st.integers(-stride if negative else 0, stride)) for _ in _flat(shape)]
    return Layout(shape, _nested(shape, steps))


@st.composite
def admissible(draw: st.DrawFn, *, extent: int = 8, leaves: int = 4, gap: int = 3) -> Layout:
    """A layout that has a complement: in order of stride, the reach (extent * stride) of each mode divides the next stride.

    `gap` is the largest factor between a reach and the next stride; 1 gives compact layouts, with the modes in any order.
    """
    shape = draw(_shapes(extent, leaves))
    extents = _flat(shape)
    order = draw(st.permutations(range(len(extents))))
    steps, reach = [0] * len(extents), 1
    for k in order:
        steps[k] = reach * draw(st.integers(1, gap))
        reach = steps[k] * extents[k]
    return Layout(shape, _nested(shape, steps))


@st.composite
def nearly_admissible(draw: st.DrawFn, *, extent: int = 8, leaves: int = 4, gap: int = 3) -> Layout:
    """An admissible layout with one stride moved by one or two elements: most have no complement any more."""
    layout = draw(admissible(extent=extent, leaves=leaves, gap=gap))
    steps = _flat(layout.stride)
    k = draw(st.integers(0, len(steps) - 1))
    steps[k] = max(0, steps[k] + draw(st.sampled_from([1, -1, 2, -2])))
    return Layout(layout.shape, _nested(layout.shape, steps))
