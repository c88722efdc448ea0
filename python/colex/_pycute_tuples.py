# SPDX-License-Identifier: MIT
"""What pycute has about tuples of integers, in either order of counting."""

from __future__ import annotations

from abc import ABC
from itertools import chain
from typing import Any

import colex


class Integer(ABC):
    """The integers of pycute: int, but not bool."""

    @classmethod
    def __subclasshook__(cls, other: type) -> bool:
        return issubclass(other, int) and not issubclass(other, bool)


def is_int(x: Any) -> bool:
    return isinstance(x, Integer)


def is_tuple(x: Any) -> bool:
    return isinstance(x, tuple)


def flatten(t: Any) -> tuple[Any, ...]:
    return tuple(chain.from_iterable(flatten(part) for part in t)) if is_tuple(t) else (t,)


def signum(a: Any) -> int:
    return int(a > 0) - int(a < 0)


def has_none(a: Any) -> bool:
    return None in flatten(a)


def tuple_max(a: Any) -> Any:
    return max(flatten(a))


def slice_(crd: Any, trg: Any) -> Any:
    """The parts of `trg` at the places where `crd` is None, side by side in a tuple."""
    if not is_tuple(crd):
        return (trg,) if crd is None else ()
    if not is_tuple(trg) or len(crd) != len(trg):
        raise colex.Refused("congruent", f"slice_: {crd} does not fit {trg}")
    return tuple(chain.from_iterable(slice_(c, t) for c, t in zip(crd, trg)))


def product(a: Any) -> int:
    return colex.product(a)


def inner_product(a: Any, b: Any) -> int:
    return colex.inner_product(a, b)


def elem_scale(a: Any, b: Any) -> Any:
    return colex.elem_scale(a, b)


def shape_div(a: Any, b: Any) -> Any:
    return colex.shape_div(a, b)


def mirror(t: Any) -> Any:
    return tuple(mirror(part) for part in reversed(t)) if is_tuple(t) else t
