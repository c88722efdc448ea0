# SPDX-License-Identifier: MIT
"""colex.Tensor: data seen through a layout."""

from __future__ import annotations

import typing

from colex._colex import ComposedLayout, Layout
from colex._errors import Refused

Element = typing.TypeVar("Element")
Key: typing.TypeAlias = "int | slice[None, None, None] | None | tuple[Key, ...]"


class Data(typing.Protocol[Element]):
    """A list, or an array of one dimension."""

    def __len__(self) -> int: ...
    def __getitem__(self, at: int, /) -> Element: ...
    def __setitem__(self, at: int, value: Element, /) -> None: ...


class Tensor(typing.Generic[Element]):
    """Data and a layout, as CuTe's Tensor: t[i, j] is element offset + layout(i, j) of the data, t[i, :] the tensor of a slice of the same data.

    Args:
        data: a list, or an array of one dimension; it is not copied
        layout: may be swizzled, and two coordinates may have one offset
        offset: where coordinate 0 lies (elements), before a swizzle

    Raises:
        Refused: in_domain, where an offset lies outside the data; what `layout(...)` and `layout[...]` refuse of a coordinate
        TypeError: the layout is none
    """

    def __init__(self, data: Data[Element], layout: Layout | ComposedLayout, offset: int = 0) -> None:
        if not isinstance(layout, (Layout, ComposedLayout)):
            raise TypeError(f"Tensor: expected a Layout or a ComposedLayout, not {type(layout).__name__}")
        if isinstance(layout, ComposedLayout):
            layout, offset = ComposedLayout(layout.outer, int(layout.offset) + offset, layout.inner), 0
        low, high = (offset + int(bound) for bound in _bounds(layout))
        if low < 0 or high >= len(data):
            raise Refused("in_domain", f"Tensor: the offsets {low} to {high} do not lie in data of {len(data)} elements",
                          {"left": low if low < 0 else high, "right": len(data)})  # fmt: skip
        self.data, self.layout, self.offset = data, layout, offset

    @typing.overload
    def __getitem__(self, key: int | tuple[int, ...]) -> Element: ...  # type: ignore[overload-overlap,unused-ignore]
    @typing.overload
    def __getitem__(self, key: Key) -> Tensor[Element]: ...
    def __getitem__(self, key: Key) -> Element | Tensor[Element]:
        keys = key if isinstance(key, tuple) else (key,)
        if not any(map(_keeps, keys)):
            return self.data[self._at(keys)]
        whole = self.layout
        part: typing.Any = (whole if isinstance(whole, Layout) else whole.inner)[typing.cast("int", key)]
        if isinstance(whole, Layout):
            return Tensor(self.data, part.layout, self.offset + int(part.offset))
        return Tensor(self.data, ComposedLayout(whole.outer, int(whole.offset) + int(part.offset), part.layout))

    def __setitem__(self, key: int | tuple[int, ...], value: Element) -> None:
        self.data[self._at(key if isinstance(key, tuple) else (key,))] = value

    def __repr__(self) -> str:
        return f"<colex.Tensor {self.layout} at {self.offset}>"

    def _at(self, keys: tuple[Key, ...]) -> int:
        return self.offset + int(self.layout(*typing.cast("tuple[int, ...]", keys)))


def _keeps(key: Key) -> bool:
    """Whether a mode is kept at a `:` or a None somewhere in it."""
    return any(map(_keeps, key)) if isinstance(key, tuple) else key is None or isinstance(key, slice)


def _bounds(layout: Layout | ComposedLayout) -> tuple[int, int]:
    """The least and the greatest offset."""
    if isinstance(layout, ComposedLayout):
        offsets = layout.offsets()
        return int(offsets.min()), int(offsets.max())
    flat: typing.Any = layout.flatten()
    modes = zip(flat.shape, flat.stride) if isinstance(flat.shape, tuple) else [(flat.shape, flat.stride)]
    reach = [(int(extent) - 1) * int(step) for extent, step in modes]
    return sum(min(r, 0) for r in reach), sum(max(r, 0) for r in reach)
