# SPDX-License-Identifier: MIT
"""What a layout with unknowns has besides its operations: values, modes, slices, and bank conflicts by its one unknown."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any

import colex
from colex._expressions import Expression, is_unknown, leaves, parsed, text_of


def plus(a: Any, b: Any) -> Any:
    return b if _is(a, 0) else a if _is(b, 0) else a + b


def times(a: Any, b: Any) -> Any:
    return 0 if _is(a, 0) or _is(b, 0) else b if _is(a, 1) else a if _is(b, 1) else a * b


def _is(value: Any, number: int) -> bool:
    return not isinstance(value, Expression) and not is_unknown(value) and bool(value == number)


def value(coordinate: Any, shape: Any, stride: Any) -> Any:
    """The offset of a coordinate: an integer counts through a nested mode, of which the last entry may run on."""
    if isinstance(coordinate, tuple):
        if not isinstance(shape, tuple) or len(coordinate) != len(shape):
            raise colex.InputError("congruent", f"the coordinate {text_of(coordinate)} does not fit the shape {text_of(shape)}")
        total: Any = 0
        for c, s, d in zip(coordinate, shape, stride):
            total = plus(total, value(c, s, d))
        return total
    if not isinstance(shape, tuple):
        return times(coordinate, stride)
    total = 0
    for k, (s, d) in enumerate(zip(shape, stride)):
        extent = _product(s)
        last = k + 1 == len(shape)
        total = plus(total, value(coordinate if last else _rest(coordinate, extent), s, d))
        coordinate = 0 if last else _quotient(coordinate, extent)
    return total


def _rest(n: Any, by: Any) -> Any:
    return 0 if _is(by, 1) or _is(n, 0) else n % by


def _quotient(n: Any, by: Any) -> Any:
    return n if _is(by, 1) or _is(n, 0) else n // by


def _product(tree: Any) -> Any:
    size: Any = 1
    for extent in leaves(tree):
        size = times(size, extent)
    return size


def sliced(coordinate: tuple[Any, ...], shape: Any, stride: Any) -> tuple[Any, Any, Any]:
    """(shape, stride, offset) of the modes that stand under `:` or None; the others are fixed."""
    if not isinstance(shape, tuple) or len(coordinate) != len(shape):
        raise colex.InputError("congruent", f"{len(coordinate)} entries, and the layout has {len(shape) if isinstance(shape, tuple) else 1} modes")
    extents, strides, offset = [], [], 0
    for c, s, d in zip(coordinate, shape, stride):
        if c is None or c == slice(None):
            extents.append(s)
            strides.append(d)
        elif isinstance(c, tuple) and any(entry is None or entry == slice(None) for entry in c):
            inner_shape, inner_stride, inner = sliced(c, s, d)
            extents.append(inner_shape)
            strides.append(inner_stride)
            offset = plus(offset, inner)
        else:
            offset = plus(offset, value(c, s, d))
    return tuple(extents), tuple(strides), offset


@dataclass(frozen=True)
class BankDegrees:
    """How bank conflicts depend on one unknown: `small` has the degree of each value below `start`, None where the access is refused; from
    there on `degrees` has that of each remainder by `period`. Whoever holds it asks degree(48)."""

    unknown: str
    start: int
    period: int
    small: tuple[int | None, ...]
    degrees: tuple[int | None, ...]

    def degree(self, n: int) -> int | None:
        if n < 1:
            raise ValueError(f"{self.unknown} is at least 1")
        return self.small[n] if n < self.start else self.degrees[n % self.period]

    @property
    def free(self) -> tuple[int, ...]:
        """The remainders without a conflict, of values from `start` on."""
        return tuple(r for r, degree in enumerate(self.degrees) if degree == 1)

    def __str__(self) -> str:
        return f"free of conflicts from {self.start} on: {self.unknown} % {self.period} in {list(self.free)}" if self.free else f"never free of conflicts from {self.start} on"


MOST_VALUES = 4096


def bank_degrees(layout: Any, on: str, element: int, width: int, store: bool) -> BankDegrees:
    """By all values of the unknown up to where the degrees repeat.

    An offset is a + b K with numbers a and b. At every K beyond all differences of a, the width and a word, two lanes touch different
    words unless their b are the same; which banks, of 256 bytes together, depends on K by its remainder. So the degrees repeat.
    """
    names = sorted({name for leaf in leaves((layout.shape, layout.stride)) if is_unknown(leaf) for name in _names(leaf)})
    if len(names) != 1 or any(map(is_unknown, leaves(layout.shape))):
        raise colex.InputError("input", "banks: one unknown, and among the strides only; .at() gives numbers to all")
    at = [colex.Layout(*_with(layout, names[0], k)) for k in (1, 2, 3)]
    if any(a + c != 2 * b for a, b, c in zip(*[leaves_of(one.stride) for one in at])):
        raise colex.InputError("input", f"banks: a stride is no a + b {names[0]}")
    reach = sum((extent - 1) * abs(2 * one - two) for extent, one, two in zip(leaves_of(at[0].shape), leaves_of(at[0].stride), leaves_of(at[1].stride)))
    start = reach + max(1, max(width, 4) // element) + 1
    period = 256 // math.gcd(256, element)
    if start + period > MOST_VALUES:
        raise colex.InputError("input", f"banks: the degrees repeat from {start} on only, beyond {MOST_VALUES} values")

    def degree(k: int) -> int | None:
        try:
            return colex.banks(colex.Layout(*_with(layout, names[0], k)), on=on, element=element, width=width, store=store)["degree"]
        except colex.Refused:
            return None

    small = (None, *(degree(k) for k in range(1, start)))
    first = start + (-start) % period
    return BankDegrees(names[0], start, period, small, tuple(degree(first + r) for r in range(period)))


def leaves_of(tree: Any) -> tuple[int, ...]:
    return tuple(leaves(tree))


def _names(leaf: Any) -> set[str]:
    return set(re.findall(r"[A-Z][A-Za-z0-9_]*", text_of(leaf)))


def _with(layout: Any, name: str, number: int) -> tuple[Any, Any]:
    shape, stride = parsed(str(layout), {name: number})
    return shape, stride
