#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""No operation takes longer than a second, whatever it is asked.

    slowest.py build/colex                    the kept worst cases, then a short search for slower ones
    slowest.py build/colex --keep             the search alone; adds the slowest of each form to slowest.jsonl

A form is a row of the table with one kind for each of its arguments. The search draws calls of every form, counts the work that
`colex batch` reports, and alters those that took most. A form of which no drawn call is usable input is a failure.
COLEX_SLOWEST_SECONDS says how long, of the processor; nightly, an hour. slowest.jsonl has one request per line and the work that it takes:
a change of that number is a change of the operation, and --keep writes it anew.
"""
import json
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent / "tools")]
import examples  # noqa: E402
from calls import forms, fresh, number  # noqa: E402

COLEX = sys.argv[1]
SANITIZED = "--sanitized" in sys.argv
KEPT = HERE / "slowest.jsonl"
SECOND = 1.0 * (30 if SANITIZED else 1)
BUDGET = 1 << 22
TRIES = 400  # calls of a form until one must have been usable
SECONDS = float(os.environ.get("COLEX_SLOWEST_SECONDS", "3600" if os.environ.get("COLEX_NIGHTLY") else "8"))


class Tool:
    """A `colex batch` that is asked one request after the other; the processor time of each is read from the kernel."""

    def __init__(self):
        self.child = subprocess.Popen([COLEX, "batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def seconds(self):
        text = pathlib.Path(f"/proc/{self.child.pid}/schedstat").read_text()
        return int(text.split()[0]) / 1e9

    def ask(self, request):
        """(reply, seconds of processor time)"""
        before = self.seconds()
        self.child.stdin.write((json.dumps(request) + "\n").encode())
        self.child.stdin.flush()
        reply = json.loads(self.child.stdout.readline())
        return reply, self.seconds() - before

    def close(self):
        self.child.stdin.close()
        assert self.child.wait() == 0
        self.child.stdout.close()


def altered(request):
    """The request with one number of one argument changed, or one argument of it repeated with more modes."""
    args = list(request["args"])
    k = random.randrange(len(args))
    if isinstance(args[k], str):
        found = list(re.finditer(r"-?\d+", args[k]))
        if found:
            one = random.choice(found)
            n = int(one[0])
            n = random.choice([n + 1, n - 1, 2 * n, n * 3, n // 2, -n, number(n < 0), n + random.randrange(-9, 9)])
            args[k] = args[k][: one.start()] + str(n) + args[k][one.end() :]
    elif isinstance(args[k], int):
        args[k] = random.choice([args[k] + 1, 2 * args[k], args[k] // 2, number()])
    return {**request, "args": args}


def usable(reply):
    return reply["ok"] or reply["error"]["condition"] != "input"


def again(request):
    """(reply, seconds), the least of three runs: a busy machine is no fault of the operation."""
    runs = []
    for _ in range(3):
        tool = Tool()
        runs.append(tool.ask(request))
        tool.close()
        if runs[-1][1] <= SECOND:
            break
    return min(runs, key=lambda r: r[1])


YARDSTICK = {"op": "bit_map", "args": ["[" + ",".join(["0"] * 30) + "] o 0 o 4194304:3"], "budget": BUDGET}


def is_slow(took):
    """Whether a call took longer than a second, and than four times a long one that is asked now: a busy machine's seconds are longer."""
    return took > SECOND and took > 4 * again(YARDSTICK)[1]


def search(seconds, seed):
    """The slowest request found of each form, as (seconds, work, request), the forms, and how many were asked."""
    random.seed(seed)
    every = forms(examples.manual(COLEX)["pages"])
    tool, worst, asked = Tool(), {}, 0
    computed = -time.process_time()  # by this process and by the tool
    while computed + time.process_time() < seconds or (len(worst) < len(every) and asked < TRIES * len(every)):
        for form, (page, parameters) in every.items():
            best = worst.get(form)
            request = altered(best[2]) if best and best[2]["args"] and random.random() < 0.5 else fresh(page, parameters)
            request["budget"] = BUDGET
            reply, took = tool.ask(request)
            asked += 1
            computed += took
            if took > SECOND / 2:
                reply, took = again(request)
            if usable(reply) and (best is None or (round(took, 2), reply["work"]) > (round(best[0], 2), best[1])):
                worst[form] = (took, reply["work"], request)
    tool.close()
    return worst, every, asked


def show(rows):
    for took, work, request in sorted(rows, key=lambda r: -r[0])[:8]:
        print(f"  {took:7.3f} s  {work:>8} steps  {json.dumps(request)[:130]}")


def main():
    failed = []
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if "--keep" not in sys.argv:
        rows = []
        for line in KEPT.read_text().splitlines():
            request = json.loads(line)
            want = request.pop("work")
            reply, took = again(request)
            rows.append((took, reply["work"], request))
            if reply["work"] != want or is_slow(took):
                failed.append(f"{line}: {took:.2f} s, work {reply['work']}")
        print(f"kept worst cases: {len(rows)}")
        show(rows)
    seed = int(os.environ.get("COLEX_SEED", "1"))
    worst, every, asked = search(SECONDS, seed)
    if "COLEX_NIGHTLY" not in os.environ:
        print(f"nightly: slowest: an hour's search for slower calls; by day {SECONDS:.0f} s: a search ends by its time")
    print(f"searched: {asked} calls of {len(worst)} forms in {SECONDS:.0f} s of processor, seed {seed}")
    failed += [f"{form}: no call drawn is usable input" for form in every if form not in worst]
    show(worst.values())
    failed += [f"{json.dumps(request)}: {took:.2f} s" for took, _, request in worst.values() if is_slow(took)]
    if "--keep" in sys.argv:
        found = [(work, request) for took, work, request in worst.values() if took > 0.02 and len(json.dumps(request)) < 2000]
        for line in KEPT.read_text().splitlines():
            request = json.loads(line)
            del request["work"]
            found.append((again(request)[0]["work"], request))
        KEPT.write_text("".join(sorted({json.dumps({**request, "work": work}) + "\n" for work, request in found})))
    print("\n".join(failed) if failed else "none took longer than a second")
    return bool(failed)


sys.exit(main())
