# SPDX-License-Identifier: MIT
"""The values of pycute's names: layouts, swizzles, and a swizzle or layout after a layout."""

from __future__ import annotations

from typing import Any

import colex
from colex._peer_swizzle import PeerSwizzle
from colex._pycute_tuples import has_none, is_tuple, mirror, product, slice_


class LayoutBase:
    pass


def is_layout(x: Any) -> bool:
    return isinstance(x, LayoutBase)


def size(layout: Any) -> int:
    return int(layout.size()) if is_layout(layout) else product(layout)


def cosize(layout: Any) -> int:
    return int(layout.cosize())


class Swizzle(PeerSwizzle):
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


class Order:
    """Which mode an index counts first: the first, or the last."""

    def __init__(self, *, lexicographic: bool) -> None:
        self.lexicographic = lexicographic

    def turned(self, tree: Any) -> Any:
        return mirror(tree) if self.lexicographic else tree

    def partial_product(self, a: Any, init: Any = 1) -> Any:
        if is_tuple(init):
            return tuple(self.partial_product(x, y) for x, y in zip(a, init, strict=True))
        return self.turned(colex.prefix_product(self.turned(a), init))


class AffineLayout(LayoutBase):
    """A layout of shape and stride; a convention's Layout says with `_order` which mode an index counts first."""

    _order: Order

    def __init__(self, _shape: Any, _stride: Any = None) -> None:
        self.shape = _shape
        self.stride = self._order.partial_product(_shape) if _stride is None else _stride
        self._layout = colex.Layout(self._order.turned(self.shape), self._order.turned(self.stride))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self._layout == other._layout

    def __hash__(self) -> int:
        return hash(self._layout)

    def __len__(self) -> int:
        return len(self._layout)

    def __call__(self, *args: Any) -> Any:
        at = args[0] if len(args) == 1 else args
        if has_none(at):
            return type(self)(slice_(at, self.shape), slice_(at, self.stride))
        return colex.crd2idx(self._order.turned(at), self._layout)

    def __getitem__(self, i: Any) -> Any:
        if is_tuple(self.shape):
            return type(self)(self.shape[i], self.stride[i])
        if i != 0:
            raise IndexError("the layout has one mode")
        return type(self)(self.shape, self.stride)

    def size(self) -> int:
        return self._layout.size()

    def cosize(self) -> int:
        return self._layout.cosize()

    def __str__(self) -> str:
        return f"{self.shape}:{self.stride}"

    def __repr__(self) -> str:
        return f"Layout({self.shape},{self.stride})"
