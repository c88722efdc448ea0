# SPDX-License-Identifier: MIT
"""The cvc5 of PyPI as a program, as far as smt/sym/cvc5.cpp calls one: python _cvc5.py [FILE], or --version

Without a file, whatever stands in standard input before a line (reset) is a script, answered at once. Who calls limits time and memory.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

del sys.path[0]  # this folder, where modules of other names are to be found first

import cvc5  # noqa: E402


def answer(script: str) -> bool:
    """Prints what the commands answer, up to an error, at which cvc5 ends."""
    solver = cvc5.Solver()
    solver.setOption("incremental", "false")
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "script")
    symbols = parser.getSymbolManager()
    try:
        while not (command := parser.nextCommand()).isNull():
            said = command.invoke(solver, symbols)
            print("unknown\n" if said.startswith("unknown ") else said, end="", flush=True)  # without its reason, as the program
    except RuntimeError as fault:
        print(f'(error "{fault}")', flush=True)
        return False
    return True


def scripts() -> Iterator[str]:
    lines: list[str] = []
    for line in sys.stdin:
        if line == "(reset)\n":
            yield "".join(lines)
            lines = []
        else:
            lines.append(line)


def main(words: list[str]) -> int:
    if "--version" in words:
        print(f"This is cvc5 version {cvc5.__version__}")
        return 0
    files = [word for word in words if not word.startswith("--")]
    if files:
        with open(files[0], encoding="utf-8") as file:
            return 0 if answer(file.read()) else 1
    return 0 if all(map(answer, scripts())) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
