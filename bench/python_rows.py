#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What every function of the package colex costs beside its row of the table of operations, called from C++.

    bench/python_rows.py [PROGRAM] [--rows]

The first example of each page that has an answer is asked, its arguments ready, and the first that is refused; nanoseconds, the least of
many short windows. A refusal whose search takes longer than 0.1 ms is left out. PROGRAM is bench/rows.cpp, compiled with the table as the
package is: target `rows` of python/CMakeLists.txt. What is said is the median over all rows, the worst, and with --rows each row. A
refusal is timed with its `except`, its text not read.
"""
import argparse
import functools
import pathlib
import re
import statistics
import subprocess
import sys
import time

import colex

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tools"))
from examples import split  # noqa: E402

LIMIT = 150  # nanoseconds over C++


def value(text):
    """The value of Python that is meant, or its text."""
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    if re.fullmatch(r"\[[-\d, ]+\]", text):
        return [int(n) for n in text[1:-1].split(",")]
    if text.startswith("["):
        return text
    for kind in (colex.Layout, colex.ComposedLayout, colex.CoordinateLayout) if ":" in text else ():
        try:
            return kind(text)
        except (colex.Refused, TypeError):
            pass
    if match := re.fullmatch(r"Sw<(\d+),(\d+),(-?\d+)>", text):
        try:
            return colex.Swizzle(*map(int, match.groups()))
        except colex.Refused:
            return text
    try:
        return text if "Sw" in text else tuple_of(text)
    except (ValueError, TypeError):
        return text


def tuple_of(text):
    """A tuple or a tiler, some entries of which are layouts or `_`."""
    if text[:1] in ("(", "<") and len(split(text.replace(":", ","))) == 1:
        return tuple(tuple_of(entry) for entry in split(text[1:-1]))
    return None if text == "_" else colex.Layout(text) if ":" in text else int(text)


def calls(refused):
    """(number of the page, name, arguments, their texts): the first example of each page."""
    for number, page in enumerate(colex.pages()):
        for example in page["examples"]:
            if (" is refused" in example) != refused:
                continue
            call = re.split(r" == | is refused", example)[0]
            match = re.fullmatch(r"(\w+)\((.*)\)", call)
            if match is None or match[1] != page["op"] or "::" in match[2]:
                continue
            texts = split(match[2])
            given = [value(text) for text in texts]
            if outcome(page["op"], given) == ("refused" if refused else "answered"):
                yield number, page["op"], given, texts
                break


def outcome(name, given):
    try:
        getattr(colex, name)(*given)
    except colex.InputError:
        return "input"
    except colex.Refused:
        return "refused"
    except TypeError:  # a text that is no value of Python's
        return "input"
    return "answered"


def once(function, given):
    outcome(function.__name__, given)
    begun = time.perf_counter()
    outcome(function.__name__, given)
    return 1e9 * (time.perf_counter() - begun)


@functools.cache
def sixteen(count, refused):
    """Calls a function sixteen times on its `count` arguments, each by its own name as programs write them."""
    names = "".join(f"a{k}, " for k in range(count))
    call = f"try: function({names})\n        except colex.Refused: pass" if refused else f"function({names})"
    made = {"colex": colex}
    exec(f"def run(function, given):\n    {names or '()'} = given\n    for _ in range(16):\n        {call}", made)
    return made["run"]


def nanoseconds(function, given, refused):
    best, run = float("inf"), sixteen(len(given), refused)
    for _ in range(40):
        begun, count = time.perf_counter(), 0
        passed = 0.0
        while passed < 2e-4:
            run(function, given)
            count += 16
            passed = time.perf_counter() - begun
        best = min(best, 1e9 * passed / count)
    return best


def table(program, refused, rows):
    asked = [call for call in calls(refused) if not refused or once(getattr(colex, call[1]), call[2]) < 1e5]
    direct = []
    if program and not refused:
        lines = "".join("\t".join([str(number), *texts]) + "\n" for number, _, _, texts in asked)
        direct = subprocess.run([program], input=lines, capture_output=True, text=True, check=True).stdout.split()
    names, costs, over = [], [], []
    for k, (_, name, given, texts) in enumerate(asked):
        costs.append(nanoseconds(getattr(colex, name), given, refused))
        names.append(f"{name}({', '.join(texts)})")
        over.append(costs[-1] - float(direct[k]) if direct and direct[k] != "-" else costs[-1])
    what = "refusals" if refused else "over C++" if direct else "answers"
    order = sorted(range(len(over)), key=over.__getitem__)
    for k in order if rows else order[-5:]:
        print(f"{over[k]:10.0f} {costs[k]:10.0f}  {names[k]}")
    limit = 1000 if refused else LIMIT
    within = sum(x <= limit for x in over)
    print(f"{what}: {len(over)} rows, median {statistics.median(over):.0f} ns, worst {max(over):.0f} ns, {within} within {limit} ns")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?")
    parser.add_argument("--rows", action="store_true")
    given = parser.parse_args()
    for refused in (False, True):
        table(given.program, refused, given.rows)


if __name__ == "__main__":
    main()
