# SPDX-License-Identifier: MIT
"""What an operation raises when it has no answer."""

from __future__ import annotations

from colex.answers import Number


class Refused(ValueError):
    """An operation has no answer for these arguments.

    condition  the name of the condition that fails, as docs/operations.md lists them
    sentence   one line: the call, the condition and the numbers that show it
    witness    these numbers: modes, left, right, index, got, want; or None
    position   (line, column) in the text that was given, both from 1; None where no text was given

    Most refusals of a search are never read. One whose arguments never change comes as its condition and the call, and asks for the
    rest when it is read.
    """

    _said: tuple[str, dict[str, Number] | None, tuple[int, int] | None] | None = None
    _condition: str | None = None

    def __init__(
        self,
        condition: str,
        sentence: str,
        witness: dict[str, Number] | None = None,
        position: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(sentence)
        self._condition = condition
        self._said = sentence, witness, position

    def _read(self) -> tuple[str, dict[str, Number] | None, tuple[int, int] | None]:
        if self._said is None:
            from colex._colex import said

            try:
                said(super().args[1])
            except Refused as why:
                self._said = why._read()
            assert self._said is not None
        return self._said

    @property
    def condition(self) -> str:
        return self._condition or str(super().args[0])

    @property
    def sentence(self) -> str:
        return self._read()[0]

    @property
    def witness(self) -> dict[str, Number] | None:
        return self._read()[1]

    @property
    def position(self) -> tuple[int, int] | None:
        return self._read()[2]

    @property
    def args(self) -> tuple[str]:  # type: ignore[override]
        return (self.sentence,)

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.sentence!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.condition, *self._read())


class InputError(Refused):
    """The input cannot be used: text that is no layout, an extent below 1, an integer beyond 2^62, a wrong kind of argument."""
