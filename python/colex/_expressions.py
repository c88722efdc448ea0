# SPDX-License-Identifier: MIT
"""Expressions of unknown integers, in colex's notation: sums, products, `/` and `%` rounded down, and conditions of them."""

from __future__ import annotations

import functools
import importlib
import operator
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias

import colex

if TYPE_CHECKING:
    import sympy

NAME = re.compile(r"[A-Z][A-Za-z0-9_]*$")
TOKEN = re.compile(r"\s*(?:(?P<number>\d+)|(?P<name>\?\d+|[A-Z][A-Za-z0-9_]*)|(?P<sign>[-+*/%(),:]))")


class Expression:
    """An integer that may be unknown: K, 64*K + 1, K // 64, K % 64. Compared, it gives a Condition."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__

    def __hash__(self) -> int:
        return hash(self.text)

    def _sympy_(self) -> Any:
        return sympified(self.text)[0]

    def __add__(self, other: Integer) -> Expression:
        return _joined(self, "+", other)

    def __radd__(self, other: Integer) -> Expression:
        return _joined(other, "+", self)

    def __sub__(self, other: Integer) -> Expression:
        return _joined(self, "-", other)

    def __rsub__(self, other: Integer) -> Expression:
        return _joined(other, "-", self)

    def __mul__(self, other: Integer) -> Expression:
        return _joined(self, "*", other)

    def __rmul__(self, other: Integer) -> Expression:
        return _joined(other, "*", self)

    def __floordiv__(self, other: Integer) -> Expression:
        return _joined(self, "/", other)

    def __rfloordiv__(self, other: Integer) -> Expression:
        return _joined(other, "/", self)

    def __mod__(self, other: Integer) -> Expression:
        return _joined(self, "%", other)

    def __rmod__(self, other: Integer) -> Expression:
        return _joined(other, "%", self)

    def __neg__(self) -> Expression:
        return _joined(0, "-", self)

    def __eq__(self, other: object) -> Condition:  # type: ignore[override]
        return Condition(self, "==", other)

    def __ne__(self, other: object) -> Condition:  # type: ignore[override]
        return Condition(self, "!=", other)

    def __lt__(self, other: object) -> Condition:
        return Condition(self, "<", other)

    def __le__(self, other: object) -> Condition:
        return Condition(self, "<=", other)

    def __gt__(self, other: object) -> Condition:
        return Condition(self, ">", other)

    def __ge__(self, other: object) -> Condition:
        return Condition(self, ">=", other)


class Condition:
    """A comparison of expressions, for assuming(). It is true or false only where both sides are written alike."""

    def __init__(self, left: object, sign: str, right: object) -> None:
        self.left, self.sign, self.right = text_of(left), sign, text_of(right)

    @property
    def text(self) -> str:
        return f"{self.left} {self.sign} {self.right}"

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__

    def __bool__(self) -> bool:
        if self.sign in ("==", "!="):  # so that expressions can be keys, and found in lists
            return (self.left == self.right) == (self.sign == "==")
        raise TypeError(f"{self} is neither true nor false; colex.assuming() takes it")


Nested: TypeAlias = "Expression | int | tuple[Nested, ...]"
Integer: TypeAlias = "Expression | SupportsIndex | sympy.Expr"


def named(name: str) -> Expression:
    if not NAME.match(name):
        raise colex.InputError("input", f"unknown: expected a name that starts with a capital letter, not {name!r}")
    return Expression(name)


def bounded(tree: Any) -> Any:
    """The tree, where it has at most 64 nodes: one of more could have any number, and no value does."""
    left, nodes = [tree], 0
    while left:
        entry = left.pop()
        nodes += 1
        if nodes > 64:
            raise colex.InputError("input", "more than 32 leaves, or nested beyond 64 nodes")
        if isinstance(entry, tuple):
            left.extend(entry[:65])
    return tree


def leaves(tree: Any) -> Iterator[Any]:
    if isinstance(tree, tuple):
        for entry in tree:
            yield from leaves(entry)
    else:
        yield tree


def is_unknown(value: Any) -> bool:
    """Whether it is an expression of ours, or one of SymPy's that is no number."""
    return isinstance(value, Expression) or (_is_of_sympy(value) and not hasattr(value, "__index__"))


def _is_of_sympy(value: Any) -> bool:
    return type(value).__module__.partition(".")[0] == "sympy"


def text_of(value: Any) -> str:
    """An expression, an integer, a layout or a tuple of these, as colex reads it; SymPy's expressions are translated."""
    if isinstance(value, tuple):
        return f"({','.join(map(text_of, bounded(value)))})"
    if isinstance(value, Expression):
        return value.text
    if _is_of_sympy(value):
        return str(_of_sympy(value))
    if value is None:
        return "_"
    if isinstance(value, bool) or not (hasattr(value, "__index__") or hasattr(value, "stride")):
        raise TypeError(f"expected an integer, an unknown, a layout or a tuple of these, not {value!r}")
    return str(value)


def _joined(left: Any, sign: str, right: Any) -> Expression:
    def part(value: Any) -> str:
        text = text_of(value)
        return text if re.fullmatch(r"\w+", text) else f"({text})"

    if isinstance(left, tuple) or isinstance(right, tuple):
        raise TypeError(f"{sign} takes integers and unknowns, no tuples")
    return Expression(f"{part(left)}{sign}{part(right)}")


def _of_sympy(value: Any) -> Any:
    """An integer or an Expression."""
    kind = type(value).__name__
    parts = [] if kind == "floor" or value.is_Rational else [_of_sympy(part) for part in value.args]
    if value.is_Integer:
        return int(value)
    if value.is_Symbol:
        return named(value.name)
    if value.is_Add:
        return functools.reduce(operator.add, parts)
    if value.is_Mul and value.as_numer_denom()[1] == 1:
        return functools.reduce(operator.mul, parts)
    if kind == "Mod":
        return parts[0] % parts[1]
    if kind == "floor":
        return functools.reduce(operator.floordiv, map(_of_sympy, value.args[0].as_numer_denom()))
    if value.is_Pow and value.exp.is_Integer and value.exp > 0:
        return functools.reduce(operator.mul, [parts[0]] * int(value.exp))
    raise TypeError(f"{value} is no sum, product, floor of a quotient or Mod of integers")


class _Reader:
    """Reads colex's notation of an answer; a name becomes what `names` has for it, an Expression where it has nothing."""

    def __init__(self, text: str, names: Mapping[str, Any]) -> None:
        self.tokens: list[tuple[str, str]] = []
        at = 0
        while at < len(text.rstrip()):
            match = TOKEN.match(text, at)
            if match is None:
                raise ValueError(f"{text!r}: unexpected text at {at}")
            self.tokens.append((str(match.lastgroup), match[match.lastindex or 0]))
            at = match.end()
        self.names, self.at = names, 0

    def next_is(self, *signs: str) -> bool:
        return self.at < len(self.tokens) and self.tokens[self.at][1] in signs

    def take(self) -> tuple[str, str]:
        self.at += 1
        return self.tokens[self.at - 1]

    def parts(self) -> list[Any]:
        found = [self.sum()]
        while self.next_is(":"):
            self.take()
            found.append(self.sum())
        if self.at != len(self.tokens):
            raise ValueError(f"unexpected {self.tokens[self.at][1]!r}")
        return found

    def sum(self) -> Any:
        if self.next_is("-"):
            self.take()
            value = -self.product(operand=True)
        else:
            value = self.product(operand=False)
        while self.next_is("+", "-"):
            sign, other = self.take()[1], self.product(operand=True)
            value = value + other if sign == "+" else value - other
        return value

    def product(self, *, operand: bool) -> Any:
        value = self.leaf(operand=operand)
        while self.next_is("*", "/", "%") or (self.at < len(self.tokens) and self.tokens[self.at][0] == "name"):
            sign = self.take()[1] if self.next_is("*", "/", "%") else "*"  # 16N
            other = self.leaf(operand=True)
            value = value * other if sign == "*" else value // other if sign == "/" else value % other
        return value

    def leaf(self, *, operand: bool) -> Any:
        kind, text = self.take()
        if kind == "number":
            return int(text)
        if kind == "name":
            return self.names[text] if text in self.names else Expression(text)
        if text != "(":
            raise ValueError(f"unexpected {text!r}")
        entries = [self.sum()]
        while self.next_is(","):
            self.take()
            entries.append(self.sum())
        if self.take()[1] != ")":
            raise ValueError("expected ')'")
        if len(entries) == 1 and not isinstance(entries[0], tuple) and (operand or self.next_is("+", "-", "*", "/", "%")):
            return entries[0]
        return tuple(entries)


def parsed(text: str, names: Mapping[str, Any] | None = None) -> list[Any]:
    """[shape, stride] of a layout, [value] of a number or tuple. A bracket around one entry is a tuple of one, except beside an operator."""
    return _Reader(text, names or {}).parts()


def sympified(text: str) -> Any:
    sympy: Any = importlib.import_module("sympy")

    class Symbols(dict[str, Any]):
        def __contains__(self, name: object) -> bool:
            return True

        def __missing__(self, name: str) -> Any:
            return sympy.Symbol(name, integer=True)

    return _Reader(text, Symbols()).parts()
