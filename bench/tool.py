#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the tool costs: lines of `colex batch` and `colex serve` a second, a question from the shell, bytes of the programs.

    bench/tool.py build/colex [OTHER...]      a table in Markdown, a column per program; exit status 1 where the first misses a goal

Times are of the processor, user's and system's, of whole runs: the least of nine, the programs in turns, so that what else the machine
does is in all of them alike. Every answer is compared with that of the first program.
"""
import argparse
import itertools
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

QUESTION = ["composition", "(4,6,8,10):(2,3,5,7)", "6:12"]
PLUG_INS = ("prove", "certify", "run", "unknowns")
# What is measured, its unit, and the goal: at least or at most so much.
GOALS = {"batch, composition": 300_000, "batch, six operations": 300_000, "batch, refused": None, "serve, six operations": 300_000,
         "a question": 8, "stripped": 8, "thread": 16384}  # fmt: skip


def call(op, *args):
    return json.dumps({"op": op, "args": list(args)}) + "\n"


def requests(lines):
    """Kind of request -> so many lines; layouts are drawn, so that no two lines in a row are alike."""
    draw = random.Random(1)

    def layout(modes, among=(2, 4, 8, 16)):
        shape = [draw.choice(among) for _ in range(modes)]
        stride = list(itertools.accumulate([1] + shape, lambda a, b: a * b))[:modes]
        return f"({','.join(map(str, shape))}):({','.join(map(str, stride))})"

    composition = [call("composition", layout(3), f"{draw.choice((2, 4, 8))}:{draw.choice((1, 2, 4))}") for _ in range(lines)]
    six = [composition, *([call(op, *more()) for _ in range(lines)] for op, more in (
        ("coalesce", lambda: [layout(4)]), ("complement", lambda: ["(2,4):(1,2)", 8 * draw.randint(1, 64)]), ("size", lambda: [layout(2)]),
        ("logical_divide", lambda: ["(16,8):(1,16)", f"{draw.choice((2, 4, 8))}:1"]), ("evaluate", lambda: [layout(3), draw.randint(0, 7)])))]  # fmt: skip
    mixed = [line for group in zip(*six) for line in group][:lines]
    return {"composition": composition, "six operations": mixed, "refused": [call("complement", "4:3", 12 * k + 4) for k in range(1, lines + 1)]}


def asked(command, given, out):
    """Seconds of processor, user's and system's, of one run."""
    with open(out, "wb") as answers:
        child = subprocess.Popen(command, stdin=given, stdout=answers, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):
        sys.exit(f"bench: {command} ended with {child.returncode}")
    return used.ru_utime + used.ru_stime


def times(programs, lines, runs):
    """What is measured -> a figure per program: lines a second, or milliseconds."""
    least = {}
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for name, texts in requests(lines).items():
            files[name] = f"{folder}/{name}"
            pathlib.Path(files[name]).write_text("".join(texts))
        tasks = {f"batch, {name}": (["batch", file], None) for name, file in files.items()}
        tasks["serve, six operations"] = (["serve"], files["six operations"])
        tasks["a question"] = (QUESTION, None)
        for _, (task, (words, given)), program in itertools.product(range(runs), tasks.items(), programs):
            with open(given or os.devnull, "rb") as stdin:
                took = asked([program, *words], stdin, f"{folder}/out")
            least[task, program] = min(took, least.get((task, program), took))
            answer = pathlib.Path(f"{folder}/out").read_bytes()
            if program == programs[0]:
                first = answer
            elif answer != first:
                sys.exit(f"bench: {task}: {program} answers otherwise")
    return {task: [1e3 * least[task, p] if task == "a question" else lines / least[task, p] for p in programs] for task in tasks}


def stripped(program):
    """Megabytes."""
    with tempfile.NamedTemporaryFile() as out:
        subprocess.run(["strip", program, "-o", out.name], check=True)
        return os.path.getsize(out.name) / 1e6


def thread(program):
    """Bytes of thread-local storage, of the program and of its plug-ins the most."""
    beside = [pathlib.Path(program).with_name(f"colex-{name}") for name in PLUG_INS]
    said = [subprocess.run(["readelf", "-lW", p], capture_output=True, text=True, check=True).stdout for p in [program, *filter(pathlib.Path.exists, beside)]]
    return max(sum(int(size, 16) for size in re.findall(r"^ *TLS +\S+ +\S+ +\S+ +\S+ +(0x\w+)", text, re.M)) for text in said)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", nargs="+")
    parser.add_argument("--lines", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=9)
    given = parser.parse_args()
    rows = times(given.programs, given.lines, given.runs)
    rows |= {"stripped": [stripped(p) for p in given.programs], "thread": [thread(p) for p in given.programs]}
    units = {"a question": "a question from the shell, ms of processor", "stripped": "the program, stripped, MB",
             "thread": "thread-local storage, of plug-ins too the most, bytes"}  # fmt: skip
    print("| what | goal | " + " | ".join(given.programs) + " |\n|---|---|" + "---|" * len(given.programs))
    missed = 0
    for task, figures in rows.items():
        goal = GOALS[task]
        rate = task not in units
        missed += goal is not None and (figures[0] < goal if rate else figures[0] > goal)
        shown = [f"{x:,.0f}" if rate or task == "thread" else f"{x:.1f}" for x in figures]
        wanted = "" if goal is None else f"{'at least' if rate else 'at most'} {goal:,}"
        print(f"| {units.get(task, f'{task}, lines a second of processor')} | {wanted} | {' | '.join(shown)} |")
    return missed > 0


if __name__ == "__main__":
    sys.exit(main())
