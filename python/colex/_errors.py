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
    """

    def __init__(
        self,
        condition: str,
        sentence: str,
        witness: dict[str, Number] | None = None,
        position: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(sentence)
        self.condition = condition
        self.sentence = sentence
        self.witness = witness
        self.position = position

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.condition, self.sentence, self.witness, self.position)


class InputError(Refused):
    """The input cannot be used: text that is no layout, an extent below 1, an integer beyond 2^62, a wrong kind of argument."""
