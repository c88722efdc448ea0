# SPDX-License-Identifier: MIT
"""pycute's names over colex, once for both orders in which an index counts: colex.pycute, colex.pycute_lexicographic.

A lexicographic layout is the colexicographic one with its modes mirrored at every level, so one implementation answers for
both. Tuples of integers are Python's; whatever is about layouts is asked of colex, which answers exactly or refuses.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any

import colex
from colex._pycute_layouts import AffineLayout, ComposedLayout, LayoutBase, Order, Swizzle, cosize, is_layout, size
from colex._pycute_tuples import (
    Integer,
    elem_scale,
    flatten,
    has_none,
    inner_product,
    is_int,
    is_tuple,
    product,
    shape_div,
    signum,
    slice_,
    tuple_max,
)


class Refusal(colex.Refused, AssertionError):
    """A refusal as programs written for pycute expect it, whose functions refuse by `assert`."""


def asserting(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def asked(*args: Any, **options: Any) -> Any:
        try:
            return function(*args, **options)
        except colex.InputError:
            raise
        except colex.Refused as why:
            raise Refusal(why.condition, why.sentence, why.witness, why.position) from None

    return asked


class Coordinates:
    """Indices and coordinates, under one order."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self.Layout: type[AffineLayout] = type("Layout", (AffineLayout,), {"_order": order})

    def idx2crd(self, idx: Any, shape: Any, stride: Any = None) -> Any:
        if stride is not None:
            return self._order.turned(colex.Layout(self._order.turned(shape), self._order.turned(stride)).get_hier_coord(idx))
        if is_tuple(idx):
            return tuple(self.idx2crd(i, s) for i, s in zip(idx, shape, strict=True))
        return self._order.turned(colex.idx2crd(idx % product(shape), self._order.turned(shape)))

    def crd2idx(self, crd: Any, shape: Any, stride: Any = None) -> int:
        def filled(c: Any) -> Any:
            return tuple(map(filled, c)) if is_tuple(c) else 0 if c is None else c

        return colex.crd2idx(self._order.turned(filled(crd)), self.Layout(shape, stride)._layout)

    def crd2crd(self, crd: Any, dst_shape: Any, src_shape: Any = None) -> Any:
        if not is_tuple(crd):
            if not is_tuple(dst_shape) and crd >= dst_shape:
                raise colex.Refused("in_domain", f"crd2crd: {crd} is not below {dst_shape}", {"left": crd, "right": dst_shape})
            return self.idx2crd(crd, dst_shape)
        if is_tuple(dst_shape):
            return tuple(self.crd2crd(c, s) for c, s in zip(crd, dst_shape, strict=True))
        if src_shape is None:
            raise colex.Refused("congruent", f"crd2crd: the coordinate {crd} needs its shape")
        return self.crd2idx(crd, src_shape)

    def slice_and_offset(self, crd: Any, layout: Any) -> tuple[Any, int]:
        return layout(*crd) if is_tuple(crd) else layout(crd), self.crd2idx(crd, layout.shape, layout.stride)


class Algebra(Coordinates):
    """Layouts from layouts."""

    def _wrapped(self, layout: colex.Layout) -> AffineLayout:
        return self.Layout(self._order.turned(layout.shape), self._order.turned(layout.stride))

    def make_layout(self, *layouts: Any) -> AffineLayout:
        parts = list(layouts[0] if len(layouts) == 1 and not is_layout(layouts[0]) else layouts)
        return self.Layout(tuple(part.shape for part in parts), tuple(part.stride for part in parts))

    def _by_mode(self, op: Callable[[Any, Any], Any], layout: Any, parts: tuple[Any, ...]) -> AffineLayout:
        """`op` on the first modes, one per part; the others stay."""
        if len(parts) > len(layout):
            raise colex.Refused("congruent", f"{parts} has more entries than {layout} has modes")
        done = [op(layout[k], part) for k, part in enumerate(parts)]
        return self.make_layout(done + [layout[k] for k in range(len(parts), len(layout))])

    def _as_layout(self, layout: Any) -> Any:
        return self.Layout(layout) if is_int(layout) else layout

    def coalesce(self, layout: Any, profile: Any = None) -> Any:
        return self._by_mode(self.coalesce, layout, profile) if is_tuple(profile) else self._wrapped(colex.coalesce(layout._layout))

    def filter(self, layout: Any, profile: Any = None) -> Any:
        return self._by_mode(self.filter, layout, profile) if is_tuple(profile) else self._wrapped(colex.filter(layout._layout))

    def composition(self, layoutA: Any, layoutB: Any) -> Any:
        if layoutB is None:
            return layoutA
        if is_tuple(layoutB):
            return self._by_mode(self.composition, layoutA, layoutB)
        return self._wrapped(colex.composition(layoutA._layout, self._as_layout(layoutB)._layout))

    def complement(self, layout: Any, max_idx: int = 1) -> Any:
        return self._wrapped(colex.complement(self._as_layout(layout)._layout, max_idx, cute=True))

    def right_inverse(self, layout: Any) -> Any:
        if layout is None or is_int(layout):
            return layout if layout is None else self.Layout(layout)
        return self._wrapped(colex.right_inverse(layout._layout, cute=True))

    def left_inverse(self, layout: Any) -> Any:
        if layout is None or is_int(layout):
            return layout if layout is None else self.Layout(layout)
        return self._wrapped(colex.left_inverse(layout._layout))


class Tilings(Algebra):
    """Divides and products."""

    def logical_divide(self, layoutA: Any, layoutB: Any) -> Any:
        if layoutB is None:
            return layoutA
        if is_tuple(layoutB):
            return self._by_mode(self.logical_divide, layoutA, layoutB)
        tile = self._as_layout(layoutB)
        return self.composition(layoutA, self.make_layout(tile, self.complement(tile, size(layoutA))))

    def logical_product(self, layoutA: Any, layoutB: Any) -> Any:
        if layoutB is None:
            return layoutA
        if is_tuple(layoutB):
            return self._by_mode(self.logical_product, layoutA, layoutB)
        tile = self._as_layout(layoutB)
        return self.make_layout(layoutA, self.composition(self.complement(layoutA, size(layoutA) * cosize(tile)), tile))

    def hier_unzip(self, splitter: Callable[[Any, Any], Any], layoutA: Any, layoutB: Any) -> Any:
        if layoutB is None:
            return self.make_layout(self.Layout(1, 0), layoutA)
        if not is_tuple(layoutB):
            return splitter(layoutA, layoutB)
        pairs = [self.hier_unzip(splitter, layoutA[k], part) for k, part in enumerate(layoutB)]
        rest = [layoutA[k] for k in range(len(layoutB), len(layoutA))]
        return self.make_layout(self.make_layout([p[0] for p in pairs]), self.make_layout([p[1] for p in pairs] + rest))

    def _unzipped(self, splitter: Callable[[Any, Any], Any], layoutA: Any, layoutB: Any) -> Any:
        pair = self.hier_unzip(splitter, layoutA, layoutB)
        return self.make_layout([pair[0], *(pair[1][k] for k in range(len(pair[1])))])

    def zipped_divide(self, layoutA: Any, layoutB: Any) -> Any:
        return self.hier_unzip(self.logical_divide, layoutA, layoutB)

    def tiled_divide(self, layoutA: Any, layoutB: Any) -> Any:
        return self._unzipped(self.logical_divide, layoutA, layoutB)

    def zipped_product(self, layoutA: Any, layoutB: Any) -> Any:
        return self.hier_unzip(self.logical_product, layoutA, layoutB)

    def tiled_product(self, layoutA: Any, layoutB: Any) -> Any:
        return self._unzipped(self.logical_product, layoutA, layoutB)


def convention(*, lexicographic: bool) -> dict[str, Any]:
    """The names of pycute whose meaning depends on which mode runs fastest: the first, or the last."""
    order = Order(lexicographic=lexicographic)
    mine = Tilings(order)
    names = {name: getattr(mine, name) for name in dir(mine) if not name.startswith("_")}
    names = {name: value if isinstance(value, type) else asserting(value) for name, value in names.items()}
    names["suffix_product" if lexicographic else "prefix_product"] = order.partial_product
    shared: Iterable[Any] = (Integer, is_int, is_tuple, flatten, signum, has_none, tuple_max, slice_, product, inner_product,
                             elem_scale, shape_div, LayoutBase, is_layout, size, cosize, Swizzle, ComposedLayout)  # fmt: skip
    return {**{value.__name__: value for value in shared}, **names}
