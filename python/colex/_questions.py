# SPDX-License-Identifier: MIT
"""Lines of a file of questions, *.colex; docs/questions.md says what stands in them.

Numbers are answered here, unknowns by the program colex.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import colex
from colex import _program

UNKNOWN = re.compile(r"\?|(?<![\w<])[A-Z]\w*(?!\w*<)")  # a name, and not Sw<3,3,3>
ANSWER = re.compile(r"==|\bis refused:")


class NotAnswered(Exception):
    """A line has unknowns, and there is no program that answers it."""


def lines(text: str) -> Iterator[tuple[int, str]]:
    """(line, counted from 1, and its question with the answer) of each line that holds one."""
    for number, line in enumerate(text.splitlines(), 1):
        question = line.partition("#")[0].strip()
        if question:
            yield number, question


def wrong(line: str, file: str) -> str:
    """What is wrong with a line; empty where nothing is.

    Raises:
        InputError: the line cannot be read
        NotAnswered: nothing here answers it
    """
    try:
        return colex.check(line, file)[0][2]
    except colex.InputError:
        if not UNKNOWN.search(line):
            raise
    tool = _program.program()
    if tool is None:
        raise NotAnswered(f"questions with unknowns need {_program.MISSING}")
    ran = _program.run(tool, ["check", "-"], text=line)
    return "" if ran.returncode == 0 else (ran.stdout or ran.stderr).strip().splitlines()[0]


def question_of(line: str) -> str:
    """The line without the answer that it expects."""
    depth = 0
    for at, letter in enumerate(line):
        depth += (letter == "(") - (letter == ")")
        if depth == 0 and ANSWER.match(line, at):
            return line[:at].strip()
    return line
