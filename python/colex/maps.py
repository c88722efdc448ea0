# SPDX-License-Identifier: MIT
"""Index maps from Python: a function of coordinates, an array of offsets, or an expression as text.

    m = colex.index_map(lambda i, j: i * 32 + (j ^ (i % 8)), (32, 8))
    m.kind, m.layout                    # 'swizzled', Sw<3,0,5> o 0 o (32,8):(32,1)
    m.difference("(32,8):(32,1)")       # {'index': 1, 'at': (1, 0), 'value': 33, 'meant': 32}
"""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable
from typing import Any, TypeVar

from colex._colex import IndexMap
from colex.answers import Function, HasShape, Nested

N = TypeVar("N")  # numbers, or coordinates that are traced

_LIMIT = 1 << 20


class _NotTraced(TypeError):
    """A traced coordinate is used as a number."""


class Traced:
    """A coordinate, or what was computed of coordinates, as text; `//`, `%` and `>>` are Python's."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __bool__(self) -> bool:
        raise _NotTraced("a coordinate is not known while the function is traced; write colex.where(c, x, y)")

    def __index__(self) -> int:
        raise _NotTraced("a coordinate is not known while the function is traced")

    __int__ = __index__
    __hash__ = None  # type: ignore[assignment]

    def __neg__(self) -> Traced:
        return Traced(f"(-{self.text})")

    def __invert__(self) -> Traced:
        return Traced(f"(~{self.text})")

    def __pos__(self) -> Traced:
        return self

    def __abs__(self) -> Traced:
        return Traced(f"abs({self.text})")


def _text(value: Any) -> str:
    if isinstance(value, Traced):
        return value.text
    number = operator.index(value)
    return str(number) if number >= 0 else f"(-{-number})"


def _binary(symbol: str, *, reflected: bool = False) -> Callable[[Traced, Any], Any]:
    def method(self: Traced, other: Any) -> Any:
        if not isinstance(other, Traced) and not hasattr(other, "__index__"):
            return NotImplemented
        left, right = (other, self) if reflected else (self, other)
        return Traced(f"({_text(left)} {symbol} {_text(right)})")

    return method


for _name, _symbol in {"add": "+", "sub": "-", "mul": "*", "floordiv": "//", "mod": "%", "and": "&", "or": "|", "xor": "^",
                       "lshift": "<<", "rshift": ">>"}.items():  # fmt: skip
    setattr(Traced, f"__{_name}__", _binary(_symbol))
    setattr(Traced, f"__r{_name}__", _binary(_symbol, reflected=True))
for _name, _symbol in {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}.items():
    setattr(Traced, f"__{_name}__", _binary(_symbol))


def _chosen(traced: str, number: Callable[..., Any], *of: object) -> Any:
    """The text where something is traced, else the number."""
    return Traced(traced.format(*map(_text, of))) if any(isinstance(x, Traced) for x in of) else number(*of)


def where(condition: object, yes: N, no: N) -> N:
    """yes where the condition holds, else no; of coordinates that are traced, too. Both are numbers."""
    chosen: N = _chosen("({1} if {0} else {2})", lambda c, y, n: y if c else n, condition, yes, no)
    return chosen


def minimum(a: N, b: N) -> N:
    """The smaller number; of coordinates that are traced, too."""
    least: N = _chosen("min({}, {})", min, a, b)
    return least


def maximum(a: N, b: N) -> N:
    """The larger number; of coordinates that are traced, too."""
    most: N = _chosen("max({}, {})", max, a, b)
    return most


def _leaves(shape: Any) -> list[int]:
    return [x for part in shape for x in _leaves(part)] if isinstance(shape, tuple) else [operator.index(shape)]


def _header(shape: Any, names: list[str]) -> str:
    if isinstance(shape, tuple):
        return "(" + ", ".join(_header(part, names) for part in shape) + ")"
    return f"{names.pop(0)}<{operator.index(shape)}"


def _names(function: Callable[..., Any], count: int) -> list[str]:
    """The function's own names of its arguments, where they can be names of coordinates."""
    try:
        names = list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        names = []
    usable = len(names) == count and all(name.isascii() and name.isidentifier() for name in names)
    return [f"{name}_" if name in _WORDS else name for name in names] if usable else [f"i{k}" for k in range(count)]


_WORDS = {"o", "X", "let", "auto", "return", "min", "max", "abs", "int", "bool", "char", "long", "short", "unsigned", "signed", "const",
          "and", "or", "not", "true", "false", "static_cast", "ceil_div", "cdiv", "constexpr"}  # fmt: skip


def index_map(what: str | Function | HasShape | list[object], shape: Nested | None = None, *, width: str = "int64") -> IndexMap:
    """The function of coordinates that a Python function, an array or a text is, and which layout that is.

    Args:
        what: a function is called once with traced coordinates, one for each leaf of `shape`; where it asks for their numbers, as
            `if` and min() do, once for every point, 2^20 at most. An array of integers holds the offsets, [i, j] at coordinate
            (i, j). A text is an expression of colex, with its extents.
        shape: the extents (points) of a function's coordinates, nested; an array and a text have their own
        width: int32, uint32 or int64, in which a traced function or a text computes

    Raises:
        Refused: a number does not fit the width; the first point shows it
        InputError: the text, or a function's, cannot be read
        TypeError, ValueError: there is no shape, or one too many; more points than 2^20; rows that differ in length
    """
    if isinstance(what, str):
        if shape is not None:
            raise TypeError("index_map: the text says the extents")
        return IndexMap(what, width=width)
    if not callable(what):
        return _of_array(what, shape)
    if shape is None:
        raise TypeError("index_map: give the extents of the coordinates")
    leaves = _leaves(shape)
    names = _names(what, len(leaves))
    whole = shape if isinstance(shape, tuple) else (shape,)
    try:
        results = what(*(Traced(name) for name in names))
        body = "(" + ", ".join(map(_text, results)) + ",)" if isinstance(results, tuple) else _text(results)
    except TypeError:  # the coordinates are needed as numbers
        return IndexMap.from_table(whole, _values(what, leaves))
    return IndexMap(f"{_header(whole, list(names))} -> {body}", width=width, language="python")


def _values(function: Callable[..., Any], extents: list[int]) -> list[int]:
    points = 1
    for extent in extents:
        points *= extent
    if points > _LIMIT:
        raise ValueError(f"index_map: {points} points, and at most {_LIMIT} are computed")
    values = []
    for index in range(points):
        at = []
        for extent in extents:
            at.append(index % extent)
            index //= extent
        values.append(operator.index(function(*at)))
    return values


def _of_array(array: Any, shape: Any) -> IndexMap:
    if shape is not None:
        raise TypeError("index_map: an array has its shape")
    if hasattr(array, "shape"):
        own = tuple(int(extent) for extent in array.shape)
        dimensions = tuple(reversed(range(len(own))))
        flat = array.transpose(dimensions).reshape(-1).tolist() if len(own) > 1 else array.tolist()
        return IndexMap.from_table(own, flat)
    values: list[Any] = list(array)
    extents = [len(values)]
    while values and isinstance(values[0], (list, tuple)):
        extent = len(values[0])
        if any(not isinstance(row, (list, tuple)) or len(row) != extent for row in values):
            raise ValueError("index_map: the rows differ in length")
        extents.append(extent)
        values = [row[k] for k in range(extent) for row in values]
    return IndexMap.from_table(tuple(extents), [operator.index(v) for v in values])
