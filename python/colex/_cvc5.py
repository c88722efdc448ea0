# SPDX-License-Identifier: MIT
"""The cvc5 of PyPI as a program, as far as smt/sym/cvc5.cpp calls one: python _cvc5.py --tlimit=MS FILE, --tlimit-per=MS without a file

From standard input, whatever stands before a line (reset) is a script, answered at once.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator

del sys.path[0]  # this folder, where modules of other names are to be found first

import cvc5  # noqa: E402


def answer(script: str, milliseconds: str) -> bool:
    """Prints what the commands answer, up to an error, at which cvc5 ends."""
    solver = cvc5.Solver()
    solver.setOption("incremental", "false")
    solver.setOption("tlimit-per", milliseconds)
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


def answer_in_time(script: str, milliseconds: str) -> bool:
    """In a process of its own: cvc5 does not look at its limit everywhere."""
    child = os.fork()
    if child == 0:
        os._exit(0 if answer(script, milliseconds) else 1)
    signal.signal(signal.SIGALRM, lambda *_: os.kill(child, signal.SIGKILL))
    signal.setitimer(signal.ITIMER_REAL, int(milliseconds) / 1000)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        print("cvc5 interrupted by timeout.")
    return status == 0


def scripts() -> Iterator[str]:
    lines: list[str] = []
    for line in sys.stdin:
        if line == "(reset)\n":
            yield "".join(lines)
            lines = []
        else:
            lines.append(line)


def main(words: list[str]) -> int:
    limits = dict(word.split("=", 1) for word in words if word.startswith("--tlimit"))
    if "--tlimit" in limits:
        with open(words[-1], encoding="utf-8") as file:
            return 0 if answer_in_time(file.read(), limits["--tlimit"]) else 1
    return 0 if all(answer(script, limits["--tlimit-per"]) for script in scripts()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
