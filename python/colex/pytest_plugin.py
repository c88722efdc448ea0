# SPDX-License-Identifier: MIT
"""pytest collects files of questions, *.colex, a test per line; docs/questions.md says what stands in them.

Numbers are answered here, unknowns by the program colex. Where there is none, a line that needs it fails, or is skipped under
--colex-allow-skip=unknowns.
"""

from __future__ import annotations

import pathlib
from collections.abc import Callable, Iterator
from typing import cast

import pytest

from colex import _questions
from colex.answers import Json


class Wrong(Exception):
    """The answer is another one."""


class Question(pytest.Item):
    line: int
    text: str

    def runtest(self) -> None:
        try:
            wrong = _questions.wrong(self.text, self.path.name)
        except _questions.NotAnswered as why:
            if "unknowns" in self.config.getoption("colex_allow_skip"):
                pytest.skip(str(why))
            wrong = f"not answered: {why}; --colex-allow-skip=unknowns skips them"
        if wrong:
            raise Wrong(wrong)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        return f"{self.path.name}:{self.line}: {excinfo.value}"

    def reportinfo(self) -> tuple[pathlib.Path, int, str]:
        return self.path, self.line - 1, self.text


class QuestionFile(pytest.File):
    def collect(self) -> Iterator[Question]:
        for number, text in _questions.lines(self.path.read_text()):
            question: Question = Question.from_parent(self, name=f"{number}: {text}")
            question.line, question.text = number, text
            yield question


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("colex", "files of questions, *.colex").addoption(
        "--colex-allow-skip", action="append", default=[], choices=["unknowns"], help="lines of questions that may be skipped where nothing answers them; else they fail"
    )


def pytest_collect_file(parent: pytest.Collector, file_path: pathlib.Path) -> QuestionFile | None:
    if file_path.suffix != ".colex":
        return None
    found: QuestionFile = QuestionFile.from_parent(parent, path=file_path)
    return found


def _inspected(path: str, kernel: str | None = None, *, expect: str | None = None, assume: tuple[str, ...] = (), dynamic_lds: int = 0) -> None:
    from colex import code

    file = code.load(path)
    wrong = []
    for of in file.inspect(kernel, assume=assume, dynamic_lds=dynamic_lds):
        for what in [what for what in ("waits", "distances", "race_free", "in_bounds", "global_in_bounds") if what in of]:
            judged = cast("dict[str, str]", of[what])
            if judged["verdict"] != "holds":
                wrong.append(": ".join([str(of["kernel"]), what, judged["verdict"], *([judged["why"]] if judged.get("why") else [])]))
    if expect is not None:
        said = file.expect(expect, kernel, assume=assume, dynamic_lds=dynamic_lds)
        accesses = cast("list[dict[str, Json]]", said["accesses"])
        wrong += [f"{one['address']:#x} ({one['instruction']}): {one['wrong']}" for one in accesses if "wrong" in one]
        wrong += cast("list[str]", said["missing"])
    if wrong:
        raise Wrong("\n".join(wrong))


@pytest.fixture
def colex_inspect() -> Callable[..., None]:
    """Judges the kernels of a code object: colex_inspect("ring.co", expect="stored: store LDS 16 = ...").

    The call raises Wrong, with a line for each, where waits or distances do not suffice, LDS is not free of races or accessed out of bounds, or that is
    undecided; and with `expect`, lines as docs/inspect.md has them, where an access is not as meant. `kernel`, `assume` and `dynamic_lds` are those of
    colex.code.CodeObject.inspect.
    """
    return _inspected
