# SPDX-License-Identifier: MIT
"""pytest collects files of questions, *.colex, a test per line; docs/questions.md says what stands in them.

Numbers are answered here, unknowns by the program colex. Where there is none, a line that needs it fails, or is skipped under
--colex-allow-skip=unknowns.
"""

from __future__ import annotations

import pathlib
import re
from collections.abc import Iterator

import pytest

import colex
from colex import _program

UNKNOWN = re.compile(r"\?|(?<![\w<])[A-Z]\w*(?!\w*<)")  # a name, and not Sw<3,3,3>


class Wrong(Exception):
    """The answer is another one."""


class Question(pytest.Item):
    line: int
    text: str

    def runtest(self) -> None:
        try:
            wrong = colex.check(self.text, self.path.name)[0][2]
        except colex.InputError:
            if not UNKNOWN.search(self.text):
                raise
            wrong = self._with_unknowns()
        if wrong:
            raise Wrong(wrong)

    def _with_unknowns(self) -> str:
        tool = _program.program()
        if tool is None:
            if "unknowns" in self.config.getoption("colex_allow_skip"):
                pytest.skip(f"questions with unknowns need {_program.MISSING}")
            raise Wrong(f"not answered: questions with unknowns need {_program.MISSING}; --colex-allow-skip=unknowns skips them")
        ran = _program.run(tool, ["check", "-"], text=self.text)
        return "" if ran.returncode == 0 else (ran.stdout or ran.stderr).strip().splitlines()[0]

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        return f"{self.path.name}:{self.line}: {excinfo.value}"

    def reportinfo(self) -> tuple[pathlib.Path, int, str]:
        return self.path, self.line - 1, self.text


class QuestionFile(pytest.File):
    def collect(self) -> Iterator[Question]:
        for number, line in enumerate(self.path.read_text().splitlines(), 1):
            text = line.partition("#")[0].strip()
            if text:
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
