#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""No operation takes longer than a second, whatever it is asked.

    slowest.py build/colex                    the kept worst cases, then a short search for slower ones
    slowest.py build/colex --keep             the search alone; adds the slowest of each operation to slowest.jsonl

The search draws calls of every operation, counts the work that `colex batch` reports, and alters those that took most.
COLEX_SLOWEST_SECONDS says how long; nightly, an hour. slowest.jsonl has one request per line and the work that it takes:
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
sys.path.insert(0, str(HERE.parent.parent / "tools"))
import examples  # noqa: E402

COLEX = sys.argv[1]
SANITIZED = "--sanitized" in sys.argv
KEPT = HERE / "slowest.jsonl"
SECOND = 1.0 * (30 if SANITIZED else 1)
BUDGET = 1 << 22
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


NUMBERS = [1, 2, 2, 3, 4, 5, 7, 8, 12, 15, 16, 30, 64, 97, 128, 1000, 1021, 4096, 8192, 65521, 1 << 20, (1 << 22) - 1, 1 << 22,
           (1 << 31) - 1, 1 << 40, 1 << 61]  # fmt: skip


def number(signed=False):
    n = random.choice(NUMBERS) if random.random() < 0.6 else random.randrange(1, 1 << random.randrange(1, 30))
    return random.choice([0, -n, n, n]) if signed else n


def tree(values):
    """The values as a tuple of random nesting."""
    if len(values) == 1:
        return str(values[0])
    if len(values) > 3 and random.random() < 0.4:
        half = random.randrange(1, len(values))
        return f"({tree(values[:half])},{tree(values[half:])})"
    return "(" + ",".join(map(str, values)) + ")"


def modes(most=10):
    """Extents whose product is within 2^62, and strides."""
    extents, points = [], 1
    for _ in range(random.randrange(1, most)):
        n = number()
        if points * n >= 1 << 61:
            n = 2
        extents.append(n)
        points *= n
    sign = random.random() < 0.4
    strides = [number(sign) if random.random() < 0.9 else 0 for _ in extents]
    if random.random() < 0.3:  # a chain, shuffled
        reach, strides = 1, []
        for n in extents:
            strides.append(reach)
            reach *= n
        random.shuffle(strides)
    return extents, strides


def layout():
    extents, strides = modes()
    return flat(extents) + ":" + flat(strides)


def flat(values):
    return str(values[0]) if len(values) == 1 else "(" + ",".join(map(str, values)) + ")"


def draw(kind):
    extents, strides = modes(random.choice([2, 4, 10, 32]))
    if kind in ("layout", "profile"):
        return flat(extents) + ":" + flat(strides)
    if kind == "swizzled":
        bits, base, shift = random.randrange(5), random.randrange(4), random.choice([-5, -4, 4, 5, 8])
        return f"Sw<{bits},{base},{shift}> o {abs(number())} o {flat(extents)}:{flat([abs(s) for s in strides])}"
    if kind in ("shape", "tuple", "coordinate"):
        return tree(extents)
    if kind == "tiler":
        return random.choice([layout(), "<" + ",".join(random.choice(["_", "2", "4:3", layout()]) for _ in extents[:4]) + ">"])
    if kind == "slicer":
        return "(" + ",".join(random.choice(["_", "0", "1"]) for _ in extents) + ")"
    if kind == "table":
        return [0] + [random.choice([k, k % 7, 3 * k]) for k in range(1, random.choice([8, 100, 2000]))]
    if kind == "columns":
        return [1 << random.randrange(30) for _ in range(random.randrange(1, 60))]
    if kind == "mode":
        return random.randrange(4)
    return number()


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


def kinds_of(page):
    for one in examples.split(page["takes"]):
        inner = one.strip("[]")
        kinds = inner.split(": ")[1].removesuffix(" ...").split(" | ")
        yield kinds, one.startswith("["), inner.endswith("...")


def fresh(page):
    args = []
    for kinds, optional, repeated in kinds_of(page):
        for _ in range(random.randrange(1, 4) if repeated else random.random() < 0.7 if optional else 1):
            args.append(draw(random.choice(kinds)))
    request = {"op": page["op"], "args": args}
    for option in page["options"]:
        request[option] = random.random() < 0.3
    if random.random() < 0.3:
        request["convention"] = "cute"
    return request


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


def search(seconds, seed):
    """The slowest request found of each operation, as (seconds, work, request)."""
    random.seed(seed)
    pages = examples.manual(COLEX)["pages"]
    tool, worst, asked = Tool(), {}, 0
    end = time.monotonic() + seconds
    while time.monotonic() < end or asked < len(pages):
        for page in pages:
            best = worst.get(page["op"])
            request = altered(best[2]) if best and best[2]["args"] and random.random() < 0.5 else fresh(page)
            request["budget"] = BUDGET
            reply, took = tool.ask(request)
            asked += 1
            if took > SECOND / 2:
                reply, took = again(request)
            if reply["ok"] or reply["error"]["condition"] != "input":
                if best is None or (round(took, 2), reply["work"]) > (round(best[0], 2), best[1]):
                    worst[page["op"]] = (took, reply["work"], request)
    tool.close()
    return worst, asked


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
            if reply["work"] != want or took > SECOND:
                failed.append(f"{line}: {took:.2f} s, work {reply['work']}")
        print(f"kept worst cases: {len(rows)}")
        show(rows)
    seed = int(os.environ.get("COLEX_SEED", "1"))
    worst, asked = search(SECONDS, seed)
    print(f"searched: {asked} calls of {len(worst)} operations in {SECONDS:.0f} s, seed {seed}")
    show(worst.values())
    failed += [f"{json.dumps(request)}: {took:.2f} s" for took, _, request in worst.values() if took > SECOND]
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
