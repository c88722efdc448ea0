# SPDX-License-Identifier: MIT
"""Layouts of NumPy arrays and torch tensors, and views of them through a layout.

colex.Layout.of(tensor) and colex.as_strided(tensor, layout) work with whatever has a shape and strides; neither NumPy nor
torch is imported here.
"""

from __future__ import annotations

from typing import Any, TypeVar

from colex._colex import ComposedLayout, Layout
from colex._errors import Refused
from colex.answers import HasShape

Array = TypeVar("Array", bound=HasShape)


def layout_of(tensor: HasShape) -> Layout:
    """The layout of a strided array: one mode per dimension, strides in elements.

    L(i, j) is how far element [i, j] lies behind element [0, 0].

    Args:
        tensor: a NumPy array, a torch tensor, or what has a `shape` and `strides` in bytes with an `itemsize`

    Returns:
        The layout, of rank 0 for an array without dimensions.

    Raises:
        Refused: shape_positive, where the array has no elements, and no layout has no points; `left` is the dimension, `right` 0.
            divides, where a stride is not whole elements.
    """
    return _layout_of(tensor)


def _layout_of(tensor: Any) -> Layout:
    shape = tuple(int(extent) for extent in tensor.shape)
    if 0 in shape:
        raise Refused("shape_positive", f"Layout.of: an array of shape {shape} has no elements, and a layout has at least one point",
                      {"left": shape.index(0), "right": 0})  # fmt: skip
    if callable(getattr(tensor, "stride", None)):
        stride = tuple(int(step) for step in tensor.stride())
    else:
        size = int(tensor.itemsize)
        if any(step % size for step in tensor.strides):
            raise Refused("divides", f"Layout.of: the strides {tensor.strides} (bytes) are not whole elements of {size} bytes",
                          {"left": size})  # fmt: skip
        stride = tuple(int(step) // size for step in tensor.strides)
    return Layout(shape, stride)


def as_strided(tensor: Array, layout: Layout, offset: int = 0, *, aliasing: bool = False) -> Array:
    """The view of a one-dimensional contiguous array through a layout: one dimension per leaf of the layout.

    Element [i, j, ...] of the view is element offset + layout((i, j, ...)) of the array.

    Args:
        tensor: a NumPy array or a torch tensor of one dimension
        layout: without a swizzle, which has no strides: index the array with its offsets() instead
        offset: where coordinate 0 lies (elements)
        aliasing: two coordinates may have one offset; a NumPy view is then read-only

    Returns:
        The view, of the tensor's own type.

    Raises:
        Refused: in_domain, where an offset lies outside the array; injective, with both coordinates, where `aliasing` is not set
        TypeError: the layout is none, or swizzled
        ValueError: the array has more dimensions than one, or is not contiguous
    """
    view: Array = _as_strided(tensor, layout, offset, aliasing)
    return view


def _as_strided(tensor: Any, layout: Layout, offset: int, aliasing: bool) -> Any:
    if isinstance(layout, ComposedLayout):
        raise TypeError("as_strided: a swizzled layout has no strides; index the array with layout.offsets()")
    if not isinstance(layout, Layout):
        raise TypeError(f"as_strided: expected a Layout, not {type(layout).__name__}")
    length = int(tensor.shape[0])
    if len(tensor.shape) != 1 or (length > 1 and _layout_of(tensor).stride != (1,)):
        raise ValueError("as_strided: expected a one-dimensional contiguous array")
    flat: Any = layout.flatten()
    shape, stride = (flat.shape, flat.stride) if isinstance(flat.shape, tuple) else ((flat.shape,), (flat.stride,))
    reach = [(extent - 1) * step for extent, step in zip(shape, stride)]
    low, high = offset + sum(min(r, 0) for r in reach), offset + sum(max(r, 0) for r in reach)
    if low < 0 or high >= length:
        raise Refused("in_domain", f"as_strided: the offsets {low} to {high} do not lie in an array of {length} elements",
                      {"left": low if low < 0 else high, "right": length})  # fmt: skip
    distinct = layout.injective()
    if not distinct and not aliasing:
        raise Refused("injective", f"as_strided: {layout} has coordinates of one offset: {distinct.witness}", distinct.witness)
    if callable(getattr(tensor, "stride", None)):
        return tensor.as_strided(shape, stride, tensor.storage_offset() + offset)
    from numpy.lib.stride_tricks import as_strided as strided

    steps = tuple(step * tensor.itemsize for step in stride)
    return strided(tensor[offset:], shape, steps, writeable=bool(distinct) and tensor.flags.writeable)
