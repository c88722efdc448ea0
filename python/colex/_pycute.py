# SPDX-License-Identifier: MIT
"""pycute's names over colex, once for both orders in which an index counts: colex.pycute, colex.pycute_lexicographic.

A lexicographic layout is the colexicographic one with its modes mirrored at every level, so one implementation answers for
both. Tuples of integers are Python's; whatever is about layouts is asked of colex, which answers exactly or refuses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import colex
from colex._pycute_tuples import (
    Integer,
    elem_scale,
    flatten,
    has_none,
    inner_product,
    is_int,
    is_tuple,
    mirror,
    product,
    shape_div,
    signum,
    slice_,
    tuple_max,
)


class LayoutBase:
    pass


def is_layout(x: Any) -> bool:
    return isinstance(x, LayoutBase)


def size(layout: Any) -> int:
    return int(layout.size()) if is_layout(layout) else product(layout)


def cosize(layout: Any) -> int:
    return int(layout.cosize())


class Swizzle:
    def __init__(self, bits: int, base: int, shift: int) -> None:
        self._swizzle = colex.Swizzle(bits, base, shift)
        self.bits, self.base, self.shift = bits, base, shift

    def __call__(self, offset: int) -> int:
        return self._swizzle(offset)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Swizzle) and self._swizzle == other._swizzle

    def __hash__(self) -> int:
        return hash(self._swizzle)

    def size(self) -> int:
        return 1 << (self.bits + self.base + abs(self.shift))

    def cosize(self) -> int:
        return self.size()

    def __str__(self) -> str:
        return f"SW_{self.bits}_{self.base}_{self.shift}"

    def __repr__(self) -> str:
        return f"Swizzle({self.bits},{self.base},{self.shift})"


class ComposedLayout(LayoutBase):
    """i -> layoutB(offset + layoutA(i))"""

    def __init__(self, layoutB: Any, offset: int, layoutA: Any) -> None:
        self.layoutB, self.offset, self.layoutA = layoutB, offset, layoutA

    def __eq__(self, other: object) -> bool:
        mine, others = vars(self), vars(other) if isinstance(other, ComposedLayout) else None
        return mine == others

    def __hash__(self) -> int:
        return hash((self.layoutB, self.offset, self.layoutA))

    def __len__(self) -> int:
        return len(self.layoutA)

    def __call__(self, *args: Any) -> Any:
        return self.layoutB(self.offset + self.layoutA(*args))

    def __getitem__(self, i: int) -> ComposedLayout:
        return ComposedLayout(self.layoutB, self.offset, self.layoutA[i])

    def size(self) -> int:
        return size(self.layoutA)

    def cosize(self) -> int:
        return cosize(self.layoutB)

    def __str__(self) -> str:
        return f"{self.layoutB} o {self.offset} o {self.layoutA}"

    def __repr__(self) -> str:
        return f"ComposedLayout({self.layoutB!r},{self.offset!r},{self.layoutA!r})"


def convention(*, lexicographic: bool) -> dict[str, Any]:
    """The names of pycute whose meaning depends on which mode runs fastest: the first, or the last."""
    turned: Callable[[Any], Any] = mirror if lexicographic else lambda t: t

    def partial_product(a: Any, init: Any = 1) -> Any:
        if is_tuple(init):
            return tuple(partial_product(x, y) for x, y in zip(a, init, strict=True))
        return turned(colex.prefix_product(turned(a), init))

    class Layout(LayoutBase):
        def __init__(self, _shape: Any, _stride: Any = None) -> None:
            self.shape = _shape
            self.stride = partial_product(_shape) if _stride is None else _stride
            self._layout = colex.Layout(turned(self.shape), turned(self.stride))

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Layout) and self._layout == other._layout

        def __hash__(self) -> int:
            return hash(self._layout)

        def __len__(self) -> int:
            return len(self._layout)

        def __call__(self, *args: Any) -> Any:
            at = args[0] if len(args) == 1 else args
            if has_none(at):
                return Layout(slice_(at, self.shape), slice_(at, self.stride))
            return colex.crd2idx(turned(at), self._layout)

        def __getitem__(self, i: Any) -> Any:
            if is_tuple(self.shape):
                return Layout(self.shape[i], self.stride[i])
            if i != 0:
                raise IndexError("the layout has one mode")
            return Layout(self.shape, self.stride)

        def size(self) -> int:
            return self._layout.size()

        def cosize(self) -> int:
            return self._layout.cosize()

        def __str__(self) -> str:
            return f"{self.shape}:{self.stride}"

        def __repr__(self) -> str:
            return f"Layout({self.shape},{self.stride})"

    def wrapped(layout: colex.Layout) -> Layout:
        return Layout(turned(layout.shape), turned(layout.stride))

    def make_layout(*layouts: Any) -> Layout:
        parts = list(layouts[0] if len(layouts) == 1 and not is_layout(layouts[0]) else layouts)
        return Layout(tuple(part.shape for part in parts), tuple(part.stride for part in parts))

    def by_mode(op: Callable[[Any, Any], Any], layout: Any, parts: tuple[Any, ...]) -> Layout:
        """`op` on the first modes, one per part; the others stay."""
        if len(parts) > len(layout):
            raise colex.Refused("congruent", f"{parts} has more entries than {layout} has modes")
        done = [op(layout[k], part) for k, part in enumerate(parts)]
        return make_layout(done + [layout[k] for k in range(len(parts), len(layout))])

    def as_layout(layout: Any) -> Any:
        return Layout(layout) if is_int(layout) else layout

    def coalesce(layout: Any, profile: Any = None) -> Any:
        return by_mode(coalesce, layout, profile) if is_tuple(profile) else wrapped(colex.coalesce(layout._layout))

    def filter(layout: Any, profile: Any = None) -> Any:
        return by_mode(filter, layout, profile) if is_tuple(profile) else wrapped(colex.filter(layout._layout))

    def composition(layoutA: Any, layoutB: Any) -> Any:
        if layoutB is None:
            return layoutA
        if is_tuple(layoutB):
            return by_mode(composition, layoutA, layoutB)
        return wrapped(colex.composition(layoutA._layout, as_layout(layoutB)._layout))

    def complement(layout: Any, max_idx: int = 1) -> Any:
        return wrapped(colex.complement(as_layout(layout)._layout, max_idx, cute=True))

    def right_inverse(layout: Any) -> Any:
        if layout is None or is_int(layout):
            return layout if layout is None else Layout(layout)
        return wrapped(colex.right_inverse(layout._layout, cute=True))

    def left_inverse(layout: Any) -> Any:
        if layout is None or is_int(layout):
            return layout if layout is None else Layout(layout)
        return wrapped(colex.left_inverse(layout._layout))

    def logical_divide(layoutA: Any, layoutB: Any) -> Any:
        if layoutB is None:
            return layoutA
        if is_tuple(layoutB):
            return by_mode(logical_divide, layoutA, layoutB)
        tile = as_layout(layoutB)
        return composition(layoutA, make_layout(tile, complement(tile, size(layoutA))))

    def logical_product(layoutA: Any, layoutB: Any) -> Any:
        if layoutB is None:
            return layoutA
        if is_tuple(layoutB):
            return by_mode(logical_product, layoutA, layoutB)
        tile = as_layout(layoutB)
        return make_layout(layoutA, composition(complement(layoutA, size(layoutA) * cosize(tile)), tile))

    def hier_unzip(splitter: Callable[[Any, Any], Any], layoutA: Any, layoutB: Any) -> Any:
        if layoutB is None:
            return make_layout(Layout(1, 0), layoutA)
        if not is_tuple(layoutB):
            return splitter(layoutA, layoutB)
        pairs = [hier_unzip(splitter, layoutA[k], part) for k, part in enumerate(layoutB)]
        rest = [layoutA[k] for k in range(len(layoutB), len(layoutA))]
        return make_layout(make_layout([p[0] for p in pairs]), make_layout([p[1] for p in pairs] + rest))

    def unzipped(splitter: Callable[[Any, Any], Any], layoutA: Any, layoutB: Any) -> Any:
        pair = hier_unzip(splitter, layoutA, layoutB)
        return make_layout([pair[0], *(pair[1][k] for k in range(len(pair[1])))])

    def idx2crd(idx: Any, shape: Any, stride: Any = None) -> Any:
        if stride is not None:
            return turned(colex.Layout(turned(shape), turned(stride)).get_hier_coord(idx))
        if is_tuple(idx):
            return tuple(idx2crd(i, s) for i, s in zip(idx, shape, strict=True))
        return turned(colex.idx2crd(idx % product(shape), turned(shape)))

    def crd2idx(crd: Any, shape: Any, stride: Any = None) -> int:
        def filled(c: Any) -> Any:
            return tuple(map(filled, c)) if is_tuple(c) else 0 if c is None else c

        return colex.crd2idx(turned(filled(crd)), Layout(shape, stride)._layout)

    def crd2crd(crd: Any, dst_shape: Any, src_shape: Any = None) -> Any:
        if not is_tuple(crd):
            if not is_tuple(dst_shape) and crd >= dst_shape:
                raise colex.Refused("in_domain", f"crd2crd: {crd} is not below {dst_shape}", {"left": crd, "right": dst_shape})
            return idx2crd(crd, dst_shape)
        if is_tuple(dst_shape):
            return tuple(crd2crd(c, s) for c, s in zip(crd, dst_shape, strict=True))
        if src_shape is None:
            raise colex.Refused("congruent", f"crd2crd: the coordinate {crd} needs its shape")
        return crd2idx(crd, src_shape)

    def slice_and_offset(crd: Any, layout: Any) -> tuple[Any, int]:
        return layout(*crd) if is_tuple(crd) else layout(crd), crd2idx(crd, layout.shape, layout.stride)

    def zipped_divide(layoutA: Any, layoutB: Any) -> Any:
        return hier_unzip(logical_divide, layoutA, layoutB)

    def tiled_divide(layoutA: Any, layoutB: Any) -> Any:
        return unzipped(logical_divide, layoutA, layoutB)

    def zipped_product(layoutA: Any, layoutB: Any) -> Any:
        return hier_unzip(logical_product, layoutA, layoutB)

    def tiled_product(layoutA: Any, layoutB: Any) -> Any:
        return unzipped(logical_product, layoutA, layoutB)

    inner = ("turned", "wrapped", "by_mode", "as_layout", "unzipped", "partial_product", "lexicographic")
    names = {name: value for name, value in locals().items() if name not in inner and not name.startswith("_")}
    names["suffix_product" if lexicographic else "prefix_product"] = partial_product
    shared: Iterable[Any] = (Integer, is_int, is_tuple, flatten, signum, has_none, tuple_max, slice_, product, inner_product,
                             elem_scale, shape_div, LayoutBase, is_layout, size, cosize, Swizzle, ComposedLayout)  # fmt: skip
    return {**{value.__name__: value for value in shared}, **names}
