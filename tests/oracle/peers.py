#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The generators' inputs through colex and its peers; every answer is judged by check.py's enumeration.

    build/props/emit_requests 500 1 | COLEX_PEERS=dir tests/oracle/peers.py build/colex

COLEX_PEERS names a folder that holds what there is of: cutlass/include (CuTe C++), pycute/, tensor_layouts/.
CuTe C++ is asked with static integers: one generated file, compiled once to see which calls it refuses and
once without those to see what it answers; COLEX_PEERS_CUTE=N asks it the first N requests (default 400) with
$CXX (default g++) and $CUDA_HOME/include. Prints a table: by peer and class, the count and a minimal input.

    agree                       both answer, and both answers obey the operation's law
    both refuse
    peer wrong                  its answer breaks the law
    peer refuses                a result that exists: ours obeys the law
    ours wrong                  our answer breaks the law, or we refuse where the peer's answer obeys it

Exit status: 0, 1 when `ours wrong` is met, 2 without a peer.
"""
import collections
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

import check

SAME, REFUSE = "agree", "both refuse"
WRONG, REFUSES, OURS = "peer wrong", "peer refuses a representable result", "ours wrong"


def tree(text):
    """"(4,(2,3))" as nested tuples of integers; "(4)" is a tuple of one."""
    return check.tuple_of(text)


def parts(text):
    return [tree(part) for part in text.split(":")]


def flat(modes):
    """A layout of these modes as text, without nesting."""
    if len(modes) == 1:
        return f"{modes[0][0]}:{modes[0][1]}"
    return ":".join("(" + ",".join(str(m[j]) for m in modes) + ")" for j in (0, 1))


def coalesces(row, r):
    return r.table() == check.Layout(row["args"][0]).table()


def composes(row, r):
    a, b = map(check.Layout, row["args"])
    return r.table() == [a(i, True) for i in b.table()]  # how an answer nests is no part of the law


def complements(row, r):
    """The copies of A's moving modes at R's offsets do not meet, count upwards, and are enough for M."""
    a, copies = check.moving(check.Layout(row["args"][0]), False), r.table()
    sums = {x + y for x in a.table() for y in copies}
    ordered = all(x < y for x, y in zip(copies, copies[1:]))
    return ordered and len(sums) == a.size * r.size and len(sums) >= int(row["args"][1])


def divides(row, r):
    """The first tile is A o B; each other one A's values at B's offsets moved by one number, where that is in A:
    the tiles that complete A may reach past it. Together they show all of A."""
    a, b = map(check.Layout, row["args"])
    values, inner = r.table(), b.table()
    moving = check.moving(b, False)
    if len(set(moving.table())) < moving.size:
        return False  # B's tile overlaps itself: no arrangement of it shows A once
    if moving.size == b.size and len(set(a.table())) == a.size and len(set(values)) < len(values):
        return False  # tiles meet, though nothing in A or B repeats
    most = a.size + (max(inner) + 1) * (r.size // b.size + 1)
    if values[:b.size] != [a(i, True) for i in inner]:
        return False
    for g in range(b.size, len(values), b.size):
        tile = values[g:g + b.size]
        if not any(all(c + i >= a.size or a(c + i) == v for i, v in zip(inner, tile)) for c in range(most)):
            return False
    return min(inner) >= 0 and set(a.table()) <= set(values)


def chains(modes):
    """Each stride, in order, a multiple of the one before times its extent: a complement exists for some cotarget."""
    moving = sorted((d, s) for s, d in modes if s != 1 and d != 0)
    return all(d > 0 for d, _ in moving) and all(d2 % (d * s) == 0 for (d, s), (d2, _) in zip(moving, moving[1:]))


def multiplies(row, r):
    """A first, then its copies: as many as B has offsets, in B's order, and no two meet."""
    a, b = map(check.Layout, row["args"])
    values = r.table()
    copies = values[::a.size]
    order = {y: x for x, y in zip(copies, b.table())}
    rising = [order[y] for y in sorted(order)]
    return r.size == a.size * b.size and [order[y] for y in b.table()] == copies and \
        all(x < y for x, y in zip(rising, rising[1:])) and check.copies_do_not_meet(row, r_text(r), "cute")


def counts(row, r):
    a = check.Layout(row["args"][0])
    return [a(k) for k in r.table()] == list(range(r.size))


def gives_back(row, r):
    """CuTe's contract: L(R(L(k))) = L(k)."""
    a = check.Layout(row["args"][0])
    return [a(r(offset, True)) for offset in a.table()] == a.table()


def r_text(r):
    return f"{check.written(r.shape)}:{check.written(r.stride)}"


LAWS = {"coalesce": coalesces, "composition": composes, "complement": complements, "logical_divide": divides,
        "logical_product": multiplies, "right_inverse": counts, "left_inverse": gives_back}


def holds(row, answer):
    """Does the answer obey the law of the operation? Everything is enumerated."""
    try:
        r = check.Layout(answer)
        return r.size <= 1 << 14 and LAWS[row["op"]](row, r)
    except (ValueError, ZeroDivisionError, IndexError):
        return False


# ------------------------------------------------------------------------------------------------------- peers


class TooLong(Exception):
    """A peer did not answer in 0.3 s: there are loops that do not end."""


def too_long(*_):
    raise TooLong


class PythonPeer:
    """A peer that is a Python module; any exception is a refusal."""

    def __init__(self, name, folder):
        sys.path.insert(0, str(folder))
        self.module = __import__(name)
        self.version = getattr(self.module, "__version__", "")
        self.name = name
        compose = getattr(self.module, "compose", None) or self.module.composition
        self.calls = {"composition": compose}

    def answer(self, row):
        call = self.calls.get(row["op"]) or getattr(self.module, row["op"])
        signal.signal(signal.SIGALRM, too_long)
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        try:
            args = [self.module.Layout(*parts(a)) if ":" in str(a) else int(a) for a in row["args"]]
            r = call(*args)
            return f"{check.written(r.shape)}:{check.written(r.stride)}"
        except Exception:  # noqa: BLE001: whatever it raises, it gives no answer
            return None
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def answers(self, rows):
        return [self.answer(row) for row in rows]


class CuteCpp:
    """CuTe's headers with static integers. A call that does not compile is a refusal."""

    name, version = "CuTe C++", ""

    def __init__(self, include):
        self.include = include
        found = re.findall(r"define CUTLASS_(?:MAJOR|MINOR|PATCH)\s+(\d+)",
                           (include / "cutlass" / "version.h").read_text())
        self.version = ".".join(found)
        cuda = pathlib.Path(os.environ.get("CUDA_HOME", "/usr/local/cuda")) / "include"
        self.command = [os.environ.get("CXX", "g++"), "-std=c++17", "-w", "-fmax-errors=0", f"-I{include}",
                        f"-I{cuda}", f"-I{cuda / 'cccl'}"]

    @staticmethod
    def static(value, kind):
        if isinstance(value, int):
            return f"Int<{value}>"
        return f"{kind}<{','.join(CuteCpp.static(v, kind) for v in value)}>"

    @classmethod
    def argument(cls, a):
        if ":" not in str(a):
            return f"Int<{a}>{{}}"
        shape, stride = parts(a)
        return f"Layout<{cls.static(shape, 'Shape')},{cls.static(stride, 'Stride')}>{{}}"

    def program(self, rows):
        """One line per call, so that the compiler's line numbers name the calls."""
        lines = ["#include <cute/layout.hpp>", "#include <cstdio>", "using namespace cute;", "int main() {"]
        for k, row in rows:
            call = row["op"]
            lines.append(f'std::printf("\\n{k} "); print({call}({", ".join(map(self.argument, row["args"]))}));')
        return "\n".join([*lines, "}", ""])

    def answers(self, rows):
        said, numbered = [None] * len(rows), list(enumerate(rows))
        with tempfile.TemporaryDirectory() as folder:
            source, program = pathlib.Path(folder) / "calls.cpp", pathlib.Path(folder) / "calls"
            for _ in range(6):  # a refusal can hide another
                source.write_text(self.program(numbered))
                built = subprocess.run([*self.command, str(source), "-o", str(program)], capture_output=True,
                                       text=True, check=False)
                if built.returncode == 0:
                    break
                refused = {int(line) - 5 for line in re.findall(r"calls\.cpp:(\d+):\d+:\s", built.stderr)}
                if not refused:
                    raise SystemExit(f"{self.name} does not compile:\n{built.stderr[:2000]}")
                numbered = [pair for k, pair in enumerate(numbered) if k not in refused]
            else:
                raise SystemExit(f"{self.name}: still errors after six compilations")
            out = subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout
        for line in out.splitlines():
            if line.strip():
                k, text = line.split(" ", 1)
                said[int(k)] = text.replace("_", "")
        return said


# ------------------------------------------------------------------------------------------------------ verdicts


def defined(row):
    """B stays at or above index 0 of A, where peers and we mean the same; a product's A has a complement."""
    if "()" in " ".join(map(str, row["args"])):
        return False  # a static CuTe layout of rank 0 has no type to write here
    if row["op"] == "logical_product":
        if not chains(check.Layout(row["args"][0]).modes):
            return False  # A has no complement, and the product is defined by it
    return len(row["args"]) < 2 or ":" not in str(row["args"][1]) or min(check.Layout(row["args"][1]).table()) >= 0


def colex_answers(colex, rows):
    text = "".join(json.dumps(row) + "\n" for row in rows)
    ran = subprocess.run([colex, "batch", "--convention", "cute"], input=text, capture_output=True, text=True,
                         check=True)
    replies = [json.loads(line) for line in ran.stdout.splitlines()]
    assert len(replies) == len(rows)
    return [str(reply["result"]) if reply["ok"] else None for reply in replies]


def verdict(row, ours, theirs):
    if ours is not None and not holds(row, ours):
        return OURS
    if theirs is None:
        return REFUSE if ours is None else REFUSES
    if not holds(row, theirs):
        return WRONG
    return OURS if ours is None else SAME


def weight(row):
    numbers = [int(n) for n in re.findall(r"-?\d+", " ".join(map(str, row["args"])))]
    nesting = "".join(map(str, row["args"])).count("(")
    return len(numbers), nesting, sum(map(abs, numbers)), json.dumps(row)


def simpler(row):
    """Flat, without one mode, or with one number smaller."""
    for k, a in enumerate(row["args"]):
        def put(text, k=k):
            return dict(row, args=[text if j == k else b for j, b in enumerate(row["args"])])
        if ":" not in str(a):
            yield from (put(n) for n in range(1, int(a)))
            continue
        modes = check.Layout(a).modes
        yield put(flat(modes))
        for j in range(len(modes)):
            if len(modes) > 1:
                yield put(flat(modes[:j] + modes[j + 1:]))
            s, d = modes[j]
            for s2, d2 in [(n, d) for n in range(1, s)] + [(s, n) for n in range(abs(d))] + [(s, -d)] * (d < 0):
                yield put(flat([*modes[:j], (s2, d2), *modes[j + 1:]]))


def shrunk(row, kind, colex, peer):
    """The row made smaller while it stays in its class."""
    end = time.monotonic() + 1
    while time.monotonic() < end:
        smaller = sorted((c for c in simpler(row) if weight(c) < weight(row) and defined(c)), key=weight)[:40]
        answers = zip(smaller, colex_answers(colex, smaller), peer.answers(smaller)) if smaller else ()
        row, last = next((c for c, ours, theirs in answers if verdict(c, ours, theirs) == kind), row), row
        if row is last:
            break
    return row


def shown(row, ours, theirs):
    call = f"{row['op']}({', '.join(map(str, row['args']))})"
    return f"`{call}`: colex {'refuses' if ours is None else f'`{ours}`'}, the peer " + \
        ("refuses" if theirs is None else f"`{theirs}`")


def peers_in(folder):
    if (folder / "cutlass" / "include" / "cute").is_dir():
        yield CuteCpp(folder / "cutlass" / "include")
    for name in ("pycute", "tensor_layouts"):
        if (folder / name).is_dir():
            yield PythonPeer(name, folder)


def main(colex):
    if "COLEX_PEERS" not in os.environ:
        print("SKIP: COLEX_PEERS is not set", file=sys.stderr)
        return 2
    rows = [row for row in map(json.loads, sys.stdin) if defined(row)]
    ours = colex_answers(colex, rows)
    print("| peer | operation | " + " | ".join((SAME, REFUSE, WRONG, REFUSES, OURS)) + " |")
    print("|---|---|" + "---|" * 5)
    failed, found = False, []
    for peer in peers_in(pathlib.Path(os.environ["COLEX_PEERS"])):
        most = int(os.environ.get("COLEX_PEERS_CUTE", 400)) if isinstance(peer, CuteCpp) else len(rows)
        asked = list(zip(rows[:most], ours))
        theirs = peer.answers([row for row, _ in asked])
        by = collections.defaultdict(list)
        for (row, our), their in zip(asked, theirs):
            by[row["op"], verdict(row, our, their)].append(row)
        for op in sorted({op for op, _ in by}):
            cells = [str(len(by[op, kind])) if (op, kind) in by else "0" for kind in (SAME, REFUSE, WRONG, REFUSES, OURS)]
            print(f"| {peer.name} {peer.version} | {op} | " + " | ".join(cells) + " |")
        for (op, kind), members in sorted(by.items()):
            if kind in (SAME, REFUSE) or not members:
                continue
            failed = failed or kind == OURS
            least = min(members, key=weight)
            if isinstance(peer, PythonPeer):
                least = shrunk(least, kind, colex, peer)
            found.append(f"- {peer.name}, {kind}: {shown(least, colex_answers(colex, [least])[0], peer.answers([least])[0])}")
    print("", *found, sep="\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
