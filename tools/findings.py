#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the table "what each library answers" of docs/07_findings.md.

    tools/findings.py build/colex            asks the peers that are there, and writes the table
    tools/findings.py build/colex --check    fails where colex answers otherwise than the table says, or a judgement is not what
                                             enumeration says; needs no peer

The peers are tensor-layouts, where it is installed, and pycute, where COLEX_PYCUTE names the folder that holds it; the column of one
that is not there stays as it is. An answer is judged by the law of its operation, every value enumerated (tests/oracle/peers.py).
"""
import importlib.util
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests/oracle"))
import peers  # noqa: E402

PAGE = ROOT / "docs/07_findings.md"
BEGIN, END = "<!-- made by tools/findings.py: begin -->\n", "<!-- made by tools/findings.py: end -->\n"
COLUMNS = {"pycute": "pycute", "tensor_layouts": "tensor-layouts"}
CALLS = [
    ("composition", "(4,6,8):(1,10,100)", "(3,2):(8,12)"), ("composition", "(8,8):(24,5)", "4:5"), ("composition", "(4,6,8):(2,3,5)", "6:3"),
    ("composition", "(4,6,8,10):(2,3,5,7)", "6:12"), ("composition", "(4,2,8):(3,12,97)", "3:3"), ("composition", "(10,2):(16,4)", "(3,4):(1,5)"),
    ("composition", "1:1", "2:1"), ("composition", "(2,2):(0,1)", "1:3"),
    ("complement", "4:3", 16), ("complement", "(2,2):(1,1)", 1), ("complement", "(2,2):(2,3)", 12), ("complement", "(2,4):(16,2)", 64),
    ("left_inverse", "(2,2):(2,3)"), ("left_inverse", "(6,3):(12,16)"), ("left_inverse", "(2,3):(6,5)"), ("left_inverse", "(2,2):(1,0)"), ("left_inverse", "(4,8):(1,5)"),
    ("right_inverse", "(4,8):(1,5)"), ("right_inverse", "((2,2),(2,4)):((0,1),(0,2))"), ("coalesce", "(2,(1,6)):(1,(6,2))"),
    ("logical_divide", "(3,2):(0,1)", "1:2"), ("logical_divide", "1:1", "2:1"), ("logical_divide", "384:1", "(4,8):(1,4)"), ("logical_divide", "(6,2,2):(2,1,20)", "8:3"),
    ("logical_product", "(2,5):(5,1)", "4:1"), ("logical_product", "(2,2):(0,3)", "(1,2):(2,1)"), ("logical_product", "(4,8):(20,2)", "(3,2):(2,1)"),
]  # fmt: skip
ROWS = [{"op": call[0], "args": list(call[1:])} for call in CALLS]


def called(row):
    return f"`{row['op']}({', '.join(map(str, row['args']))})`"


def shown(row, answer):
    """The answer, and `wrong` where it breaks the law of the operation."""
    return "refuses" if answer is None else f"`{answer}`" + ("" if peers.holds(row, answer) else " wrong")


def answer_in(cell):
    return None if cell == "refuses" else cell.split("`")[1]


def columns_of(page):
    """{library: its cells} of the table as it stands."""
    lines = [[cell.strip() for cell in line.strip("|\n").split("|")] for line in page.split(BEGIN)[1].split(END)[0].splitlines() if line.startswith("|")]
    return {head: [cells[k] for cells in lines[2:]] for k, head in enumerate(lines[0])} if lines else {}


def asked(name):
    """What the peer answers, or None where it is not there."""
    folder = os.environ.get("COLEX_PYCUTE") if name == "pycute" else ""
    if folder is None or (name != "pycute" and importlib.util.find_spec(name) is None):
        return None
    peer = peers.PythonPeer(name, folder or os.getcwd())
    return [shown(row, answer) for row, answer in zip(ROWS, peer.answers(ROWS))]


def table(columns):
    heads = list(columns)
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return "\n".join(lines + ["| " + " | ".join(cells) + " |" for cells in zip(*columns.values())]) + "\n"


def faults(columns, ours):
    """What the table says and is not so."""
    for head, cells in columns.items():
        for row, cell in zip(ROWS, cells):
            if head != "call" and cell != "not asked" and cell != shown(row, answer_in(cell)):
                yield f"{called(row)}: {head}: {cell} is judged {shown(row, answer_in(cell))}"
    if columns.get("call") != [called(row) for row in ROWS]:
        yield "the calls are others"
    elif columns.get("colex") != ours:
        yield from (f"{call}: colex: {cell}, now {now}" for call, cell, now in zip(columns["call"], columns["colex"], ours) if cell != now)


def main(colex, check=None):
    ours = [shown(row, answer) for row, answer in zip(ROWS, peers.colex_answers(colex, ROWS))]
    page = PAGE.read_text()
    before = columns_of(page)
    if check:
        found = list(faults(before, ours))
        spoiled = {**before, "colex": ["`7:5`" for _ in ours]}
        assert len(list(faults(spoiled, ours))) > len(ROWS), "what is planted is not seen"
        print(*found, f"{len(ROWS)} calls, {len(found)} faults", sep="\n")
        return 1 if found else 0
    columns = {"call": [called(row) for row in ROWS], "colex": ours}
    for name, head in COLUMNS.items():
        kept = dict(zip(before.get("call", []), before.get(head, [])))
        columns[head] = asked(name) or [kept.get(call, "not asked") for call in columns["call"]]
    PAGE.write_text(page.split(BEGIN)[0] + BEGIN + table(columns) + END + page.split(END)[1])
    wrong = {head: sum(cell.endswith(" wrong") for cell in cells) for head, cells in columns.items() if head != "call"}
    print(f"{len(ROWS)} calls; wrong answers: {wrong}")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
