# SPDX-License-Identifier: MIT
"""Questions with unknowns: for which K is this layout right?

    K = colex.unknown("K")
    with colex.assuming(K % 64 == 0, K >= 64):
        print(colex.ask("complement", "64:1", K))       # K/64:64
    colex.for_which(K, "complement", "64:1", K)         # when each has an answer
    colex.prove("composition(A, coalesce(B)) == composition(A, B)")

The command `colex` answers, with Z3: `pip install 'colex-layouts[prove]'`. COLEX_PROGRAM names another one. docs/questions.md says what
it knows. An integer stands wherever an expression of unknowns may; so do SymPy's integers, and `sympy()` goes back.
"""

from __future__ import annotations

import contextlib
import contextvars
import functools
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import colex
from colex import _program, _symbolic
from colex._expressions import Condition, Expression, Nested, bounded, is_unknown, leaves, named, parsed, sympified, text_of
from colex.answers import Json

if TYPE_CHECKING:
    import sympy


class NoTool(RuntimeError):
    """There is no command `colex` that answers questions with unknowns or reads machine code, or no Z3."""


_assumed: contextvars.ContextVar[tuple[Condition, ...]] = contextvars.ContextVar("colex_assumed", default=())


def unknown(name: str) -> Expression:
    """An integer of which nothing is known; a name starts with a capital letter."""
    return named(name)


@contextlib.contextmanager
def assuming(*conditions: Condition) -> Iterator[None]:
    """Within, every question assumes the conditions, and those around it."""
    for condition in conditions:
        if not isinstance(condition, Condition):
            raise TypeError(f"assuming() takes conditions of unknowns such as K % 64 == 0, not {condition!r}")
    token = _assumed.set(_assumed.get() + conditions)
    try:
        yield
    finally:
        _assumed.reset(token)


@dataclass(frozen=True)
class SymbolicLayout:
    """A layout with unknowns among its extents and strides: what Layout((64, K), (1, 64)) answers, or Layout((64, K)), compact.

    Its methods are the operations, and each asks: Layout((64, K)).coalesce() is ask("coalesce", Layout((64, K))), a table of cases.
    """

    shape: Nested
    stride: Nested

    def __post_init__(self) -> None:
        colex.Layout(_with_ones(self.shape), _with_ones(self.stride))  # what is wrong with any numbers in place of the unknowns

    def __str__(self) -> str:
        return f"{text_of(self.shape)}:{text_of(self.stride)}"

    def __getattr__(self, name: str) -> Callable[..., Table]:
        if name not in _operations():
            raise AttributeError(f"a symbolic layout has no operation {name!r}")
        return functools.partial(ask, name, self)

    def __matmul__(self, other: object) -> Table:
        return ask("composition", self, other)

    def __rmatmul__(self, other: object) -> Table:
        return ask("composition", other, self)

    def at(self, **values: int) -> colex.Layout:
        """The layout for these values."""
        return _layout_at(str(self), values)

    def __call__(self, *coordinate: object) -> Expression | int | tuple[colex.Layout | SymbolicLayout, Expression | int]:
        """The offset of a coordinate, which may have unknowns; L(i, None) is the slice, as L[i, :].

        An integer counts through nested modes. That the coordinate lies inside is not asked.
        """
        if not coordinate:
            raise TypeError("a coordinate, or one entry for each mode")
        if any(entry is None for entry in coordinate):
            return self._sliced(coordinate)
        offset: Expression | int = _symbolic.value(coordinate if len(coordinate) > 1 else coordinate[0], bounded(self.shape), self.stride)
        return offset

    def __len__(self) -> int:
        return len(self.shape) if isinstance(self.shape, tuple) else 1

    def __getitem__(self, key: int | slice | tuple[object, ...]) -> colex.Layout | SymbolicLayout | tuple[colex.Layout | SymbolicLayout, Expression | int]:
        """L[k] is mode k, L[i:j] the modes from i up to j; L[2, :] fixes mode 0, and answers (layout, offset)."""
        if isinstance(key, tuple):
            return self._sliced(key)
        shape, stride = self._modes()
        return colex.Layout(shape[key], stride[key])

    def _modes(self) -> tuple[Any, Any]:
        return (self.shape, self.stride) if isinstance(self.shape, tuple) else ((self.shape,), (self.stride,))

    def _sliced(self, coordinate: tuple[object, ...]) -> tuple[colex.Layout | SymbolicLayout, Expression | int]:
        shape, stride, offset = _symbolic.sliced(coordinate, *self._modes())
        return colex.Layout(shape, stride), offset

    def draw(self, **values: int) -> colex.Picture:
        """The picture for these values."""
        return colex.draw(self.at(**values))

    def banks(self, *, on: str, element: int = 1, width: int = 4, store: bool = False) -> _symbolic.BankDegrees:
        """Bank conflicts of the access (lane, step) -> element for all values of its one unknown, which stands among the strides.

        Raises:
            InputError: there are other unknowns, a stride is no a + b K, or the degrees repeat late
        """
        return _symbolic.bank_degrees(self, on, element, width, store)


def with_unknowns(shape: object, stride: object = None) -> SymbolicLayout | None:
    """The symbolic layout, compact without a stride; None where no leaf is an unknown."""
    return _with_unknowns(shape, stride)


def _with_unknowns(shape: Any, stride: Any) -> SymbolicLayout | None:
    if not any(map(is_unknown, (*leaves(bounded(shape)), *leaves(bounded(stride))))):
        return None
    return SymbolicLayout(shape, _compact(shape, 1)[0] if stride is None else stride)


def _compact(shape: Nested, step: Any) -> tuple[Nested, Any]:
    """Colexicographic strides from `step` on, and the stride after them."""
    if not isinstance(shape, tuple):
        return step, shape if step == 1 else step * shape
    strides = []
    for extent in shape:
        stride, step = _compact(extent, step)
        strides.append(stride)
    return tuple(strides), step


def _with_ones(tree: Any) -> Any:
    return tuple(map(_with_ones, tree)) if isinstance(tree, tuple) else 1 if is_unknown(tree) else tree


@functools.cache
def _operations() -> frozenset[str]:
    return frozenset(page["op"] for page in colex.pages())


def _layout_at(text: str, values: dict[str, int]) -> colex.Layout:
    shape, stride = parsed(text, values)
    return colex.Layout(shape, stride)


def _holds(condition: str, values: dict[str, int]) -> bool:
    return not condition or bool(eval(condition, {"__builtins__": {}}, dict(values)))


@dataclass(frozen=True)
class Case:
    """One line of a table: what is answered under a condition.

    when       the condition as Python has it; empty where it is always so
    kind       layout, number, yes, no or refused
    text       the answer as colex writes it
    condition  of a refusal, its name
    known      proved (Z3 and cvc5), compared (with the operation, on `values` numbers), or given: an extent below 1 is no input
    example    small values under the condition
    """

    when: str
    kind: str
    text: str
    condition: str
    known: str
    values: int
    example: dict[str, int]

    def holds(self, **values: int) -> bool:
        """Whether the case is that of these values."""
        return _holds(self.when, values)

    @property
    def layout(self) -> SymbolicLayout:
        """The answer, where it is a layout."""
        if self.kind != "layout":
            raise ValueError(f"the answer is no layout: {self.text}")
        return SymbolicLayout(*parsed(self.text))

    def sympy(self) -> sympy.Basic | tuple[object, object]:
        """The number, or (shape, stride) of the layout, in SymPy's integers; // is its floor, % its Mod."""
        if self.kind not in ("layout", "number"):
            raise ValueError(f"the answer is no layout and no number: {self.text}")
        answer: sympy.Basic | tuple[object, object] = sympified(self.text)
        return answer


def _of_inputs(cases: Iterable[Case]) -> list[Case]:
    return [case for case in cases if case.known != "given"]


@dataclass(frozen=True)
class Table:
    """The answer of a question: cases, of which no two hold together where `disjoint` is true, and some one where `complete` is,
    for the values for which it is asked: where `assumes` holds, as Python has it; empty where that is everywhere. As the command line
    does, its text leaves out what is no input, and the condition of an only answer."""

    question: str
    cases: tuple[Case, ...]
    complete: bool
    disjoint: bool
    answered: bool
    text: str
    assumes: str = ""

    def __str__(self) -> str:
        return self.text

    def __iter__(self) -> Iterator[Case]:
        return iter(self.cases)

    def __len__(self) -> int:
        return len(self.cases)

    @property
    def layout(self) -> SymbolicLayout:
        """The layout, where it is the only answer to what is an input."""
        cases = _of_inputs(self.cases)
        if len(cases) != 1 or not self.complete:
            raise ValueError(f"{self.question} has more than one case, or is not decided everywhere:\n{self}")
        return cases[0].layout

    def at(self, **values: int) -> colex.Layout | int | bool:
        """The answer for these values.

        Args:
            values: a number for each unknown, by its name

        Raises:
            Refused: the answer is a refusal there
            InputError: an extent is below 1
            LookupError: no answer is known there, or the question is not asked for these values
        """
        if not _holds(self.assumes, values):
            raise LookupError(f"{self.question} is asked where {self.assumes}, not at {values}")
        for case in self.cases:
            if not case.holds(**values):
                continue
            if case.kind == "layout":
                return _layout_at(case.text, values)
            if case.kind == "number":
                return int(parsed(case.text, values)[0])
            if case.known == "given":
                raise colex.InputError(case.condition, f"{self.question}: {case.text}")
            if case.kind == "refused":
                raise colex.Refused(case.condition, f"{self.question}: {case.text}")
            return case.kind == "yes"
        raise LookupError(f"{self.question} is undecided at {values}")


@dataclass(frozen=True)
class Weakest:
    """The weakest condition under which a question is answered, or answered yes.

    python, cpp  the condition in these languages; empty where none was found
    domain       for which values it is asked, as Python has it; empty where that is everywhere
    sufficient   proved: under it there is an answer; necessary: otherwise there is none
    """

    python: str
    cpp: str
    found: bool
    sufficient: bool
    necessary: bool
    values: int
    domain: str = ""

    def __str__(self) -> str:
        return self.python if self.found else "not found"

    def __bool__(self) -> bool:
        raise TypeError("a condition of unknowns is neither true nor false; ask .holds(K=64), .found, .sufficient or .necessary")

    def holds(self, **values: int) -> bool:
        """Whether the condition holds of these values; LookupError where none was found or asked for."""
        if not self.found:
            raise LookupError("no condition was found")
        if not _holds(self.domain, values):
            raise LookupError(f"it is asked where {self.domain}, not at {values}")
        return _holds(self.python, values)


@dataclass(frozen=True)
class Proof:
    """What became of a law: proved for every instance up to the bound, refuted with a counterexample, undecided or vacuous."""

    law: str
    verdict: str
    bound: int
    counterexample: str
    instances: tuple[dict[str, Json], ...]

    def __bool__(self) -> bool:
        return self.verdict == "proved"

    def __str__(self) -> str:
        return f"{self.verdict}: {self.counterexample}" if self.counterexample else self.verdict


def ask(operation: str, *arguments: object) -> Table:
    """The operation with unknowns among its arguments: a table of cases.

    Args:
        operation: its name, as docs/operations.md has it
        arguments: text, integers, expressions of unknowns or of SymPy, tuples of these, layouts

    Raises:
        NoTool: there is no command `colex`, or no Z3
        InputError: an argument cannot be read, or the operation takes no unknowns
    """
    words = [operation, *map(_word, arguments), *_assumptions()]
    said = _asked([*words, "--json"])
    cases = tuple(Case(c["when_python"], c["is"], c["text"], c.get("condition", ""), c["known"], c["values"], c.get("example", {})) for c in said["cases"])
    question = f"{operation}({', '.join(map(_word, arguments))})"
    inputs = _of_inputs(cases)
    only = len(inputs) == 1 and said["complete"]
    lines = [c.text if only or not c.when else f"{c.when}: {c.text}" for c in inputs] + ([] if said["complete"] else ["otherwise undecided"])
    return Table(question, cases, said["complete"], said["disjoint"], said["answered"], "\n".join(lines), said["assumes_python"])


def for_which(unknowns: Expression | tuple[Expression, ...], operation: str, *arguments: object) -> Weakest:
    """The weakest condition on the unknowns under which the operation has an answer, or a decision is yes.

    Args:
        unknowns: those that the condition may name
        operation, arguments: as ask() takes them

    Raises:
        NoTool, InputError: as ask()
    """
    names = unknowns if isinstance(unknowns, tuple) else (unknowns,)
    said = _asked([operation, *map(_word, arguments), *_assumptions(), "--for", ",".join(map(str, names)), "--json"])
    return Weakest(said["python"], said["cpp"], said["found"], said["sufficient"], said["necessary"], said["values"], said["domain_python"])


def prove(law: str, *, bound: int = 2, defined: bool = False) -> Proof:
    """Whether a law EXPR == EXPR holds.

    Args:
        law: a name alone is any flat layout, another name a number
        bound: the largest rank of such a layout
        defined: claim as well that both sides are defined

    Raises:
        NoTool, InputError: as ask()
    """
    if "==" not in law:
        raise colex.InputError("input", "prove: expected EXPR == EXPR")
    said = _asked(["prove", law, *_assumptions(), "--bound", str(bound), *(["--defined"] if defined else []), "--json", "-"])
    return Proof(law, said["verdict"], said["bound"], said.get("counterexample", ""), tuple(said.get("instances", ())))


def _word(argument: Any) -> str:
    return argument if isinstance(argument, str) else text_of(argument)


def _assumptions() -> list[str]:
    return [word for condition in _assumed.get() for word in ("--assume", condition.text)]


def _asked(words: list[str]) -> Any:
    tool = _program.program()
    if tool is None:
        raise NoTool(f"questions with unknowns are answered by {_program.MISSING}")
    ran = _program.run(tool, words)
    if ran.stdout.startswith("{"):
        return json.loads(ran.stdout)
    sentence = (ran.stderr or ran.stdout).strip().removeprefix("colex: ") or f"colex ended with status {ran.returncode}"
    if "there is no Z3" in sentence or "need colex-unknowns" in sentence:
        raise NoTool(sentence)
    raise colex.InputError("input", sentence)
