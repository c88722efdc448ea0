#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random small calls through `colex batch`, each answer and each refusal judged by check.py's enumeration.

    differential.py build/colex [calls] [seed]
"""
import collections
import json
import random
import subprocess
import sys

import check


def layout():
    """Half are permuted chains with gaps, half have any strides; up to three modes, some nested."""
    rank = random.randrange(1, 4)
    shape = [random.choice([1, 2, 2, 3, 4, 5, 6, 8]) for _ in range(rank)]
    if random.random() < 0.5:
        stride, reach = [0] * rank, 1
        for k in random.sample(range(rank), rank):
            stride[k] = reach * random.choice([1, 1, 1, 2, 3])
            reach = shape[k] * stride[k]
    else:
        stride = [random.choice([0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 24]) for _ in shape]
    text = "{0}" if rank == 1 else "({0})" if rank == 2 else random.choice(["({0})", "({1},({2},{3}))"])
    write = lambda v: text.format(",".join(map(str, v)), *v)  # noqa: E731
    return f"{write(shape)}:{write(stride)}"


def calls():
    a, b = layout(), layout()
    size = check.Layout(a).size
    reach = max([1] + [s * d for s, d in check.Layout(a).modes if s > 1])
    target = random.choice([size, size * random.randrange(1, 6), random.randrange(1, 100), reach * random.randrange(1, 5)])
    table = check.Layout(a).table()
    if random.random() < 0.5:
        table[random.randrange(len(table))] += random.choice([1, -1])
    yield {"op": "composition", "args": [a, b], "result": "reject"}
    yield {"op": "complement_cotarget", "args": [a, target], "result": "reject"}
    yield {"op": "complement", "args": [a], "result": "reject"}
    yield {"op": "coalesce", "args": [a]}
    yield {"op": "equal", "args": [a, random.choice([b, check_equal(a)])]}
    yield {"op": "find_layout", "args": [table]}


def check_equal(a):
    """The same function with one extent split in two, where that is possible."""
    modes = check.Layout(a).modes
    split = [m for s, d in modes for m in ([(2, d), (s // 2, 2 * d)] if s % 2 == 0 else [(s, d)])]
    shape, stride = ("(" + ",".join(str(m[k]) for m in split) + ")" for k in (0, 1))
    return f"{shape}:{stride}"


def judge(call, reply, convention):
    op, args = call["op"], call["args"]
    if op == "coalesce":
        return "right" if check.Layout(reply["result"]).table() == check.Layout(args[0]).table() else "wrong"
    if op == "equal":
        x, y = (check.Layout(text).table() for text in args)
        if reply["result"] == 1 or x == y or len(x) != len(y):
            return "right" if reply["result"] == (x == y) else "wrong"
        first = next(i for i in range(len(x)) if x[i] != y[i])
        shown = {"index": first, "left": x[first], "right": y[first]}
        return "right, no" if reply["witness"] == shown else "wrong"
    if op == "find_layout":
        if not reply["ok"]:
            return "wrong" if check.is_some_layout(args[0]) else "refused, rightly"
        return "right" if check.Layout(reply["result"]).table() == args[0] else "wrong"
    verdict = check.judge(call, reply, convention)
    # CuTe's own contract allows holes, so that "nothing tiles" does not show that nothing covers.
    if convention == "cute" and op.startswith("complement") and not reply["ok"]:
        return "refused"
    return "right" if verdict == "corrected" else verdict


def main(colex, count=1500, seed=1):
    random.seed(int(seed))
    questions = [call for _ in range(int(count)) for call in calls()]
    text = "".join(json.dumps(check.request(call)) + "\n" for call in questions)
    failed = False
    for convention in ("colex", "cute"):
        command = [colex, "batch", "--convention", convention]
        ran = subprocess.run(command, input=text, capture_output=True, text=True, check=True, timeout=300)
        replies = [json.loads(line) for line in ran.stdout.splitlines()]
        assert len(replies) == len(questions)
        counts = collections.defaultdict(collections.Counter)
        for call, reply in zip(questions, replies):
            verdict = judge(call, reply, convention)
            counts[call["op"]][verdict] += 1
            if verdict == "wrong" or "unchecked" in verdict:
                failed = True
                print("WRONG", convention, json.dumps(call), json.dumps(reply), sep="\n  ")
        print(f"--convention {convention}")
        for op, verdicts in sorted(counts.items()):
            print(f"  {op:24}" + ", ".join(f"{n} {verdict}" for verdict, n in verdicts.most_common()))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
