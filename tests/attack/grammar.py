#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Requests, expressions and files to import, made by their grammar, and damaged by a token or two: grammar.py build/colex

Whatever it is, there is one reply of the promised form, `colex import` ends with 0, 1 or 2 and at most one line of error, and a
call gives the same answer as a request and as an expression. COLEX_GRAMMAR_SECONDS says how long; nightly, an hour.
"""
import ast
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
from calls import draw, forms, fresh  # noqa: E402

COLEX = sys.argv[1]
SECONDS = float(os.environ.get("COLEX_GRAMMAR_SECONDS", "3600" if os.environ.get("COLEX_NIGHTLY") else "8"))
BUDGET = 2000
FAULTS = []


def damaged(text):
    """One or two tokens removed, repeated, exchanged, or replaced by another or by something odd."""
    tokens = re.findall(r"\w+|\s+|.", text, re.S)
    for _ in range(random.choice([1, 1, 2])):
        if not tokens:
            break
        k, other = random.randrange(len(tokens)), random.choice(tokens)
        odd = random.choice(["", "(", ")", ":", ",", "_", "o", "-", "@", "Sw<", "é", "\\", '"', "0", str(1 << 62), "let", "=", ";"])
        tokens[k : k + 1] = random.choice([[], [tokens[k]] * 2, [other], [odd], [odd, tokens[k]]])
    return "".join(tokens).replace("\n", " ")


class Expressions:
    """let x = E; ...; E      where E is a value, a name, E o E, or a call whose layouts are expressions."""

    def __init__(self, every):
        self.calls = list(every.values())

    def index_map(self, names):
        """(i<4, j<3) -> an expression of coordinates, numbers, and calls of names."""

        def number(depth):
            if depth == 0:
                return random.choice(["i", "j", str(random.randrange(20)), "0x1f", "[3,1,2][i]", *(f"{name}(i, j)" for name in names)])
            a, b = number(depth - 1), number(depth - 1)
            return random.choice([f"({a} {op} {b})" for op in ("+", "-", "*", "/", "//", "%", "&", "|", "^", "<<", ">>", "<", "==", "&&", "or")]
                                 + [f"min({a}, {b})", f"({a} ? {b} : {a})", f"({a} if {b} else {a})", f"~{a}", f"(int){a}", f"{a} & {b} < {a}"])

        header = random.choice([f"(i<{random.randrange(1, 9)}, j<{random.randrange(1, 9)})", "(int i<4, (j<3, k<2))", "(j<0, i<2)"])
        body = number(random.randrange(4))
        return f"{header} -> {random.choice([body, f'let r = {body}; r + i', f'({body}, i)'])}"

    def value(self, kind, depth, names):
        if kind in ("layout", "swizzled") and random.random() < 0.1:
            return self.index_map(names)
        if kind in ("layout", "swizzled") and depth > 0 and random.random() < 0.6:
            return self.expression(depth - 1, names)
        drawn = draw(kind)
        return json.dumps(drawn) if isinstance(drawn, list) else str(drawn)

    def expression(self, depth, names):
        what = random.random()
        if names and what < 0.2:
            return random.choice(names)
        if what < 0.4:
            return f"({self.value('layout', depth, names)}) o ({self.value('layout', depth, names)})"
        page, parameters = random.choice(self.calls)
        return f"{page['op']}({', '.join(self.value(kind, depth, names) for kind, optional, _ in parameters if not optional)})"

    def sentence(self):
        names, text = [], ""
        for name in random.sample(["a", "b", "tile"], random.randrange(3)):
            text += f"let {name} = {self.expression(1, names)}; "
            names.append(name)
        return text + self.expression(2, names)


def batch(lines):
    """The replies, each of the promised form."""
    ran = subprocess.run([COLEX, "batch", "--budget", str(BUDGET)], input="".join(line + "\n" for line in lines).encode(),
                         capture_output=True, timeout=300)  # fmt: skip
    replies = ran.stdout.decode().splitlines()
    if ran.returncode != 0 or ran.stderr or len(replies) != len(lines):
        FAULTS.append(f"exit status {ran.returncode}, {len(replies)} replies to {len(lines)} lines, after {lines[len(replies) - 1][:300]}")
    read = []
    for line, reply in zip(lines, replies):
        one = json.loads(reply)
        error = one.get("error", {})
        well = one["ok"] is True and "result" in one or one["ok"] is False and error["condition"] and error["message"].isprintable()
        if not well:
            FAULTS.append(f"{line[:300]}: {reply[:300]}")
        read.append(one)
    return read


def as_expression(request):
    words = [json.dumps(a) if isinstance(a, list) else str(a) for a in request["args"]]
    return f"{request['op']}({', '.join(words)})"


def calls(every):
    """Requests, and the same calls as expressions: one answer. Each also damaged. How many lines, and answered rightly."""
    asked = [fresh(page, parameters) for page, parameters in random.sample(list(every.values()), 100)]
    plain = [{"op": r["op"], "args": r["args"], "id": k} for k, r in enumerate(asked)]
    replies = batch([json.dumps(r) for r in plain] + [json.dumps({"expression": as_expression(r), "id": r["id"]}) for r in plain])
    both = list(zip(plain, replies[:100], replies[100:]))
    for request, one, other in both:
        same = one.get("result") == other.get("result") and one.get("error", {}).get("condition") == other.get("error", {}).get("condition")
        if not same or one.get("id") != request["id"] != other.get("id"):
            FAULTS.append(f"{json.dumps(request)[:300]}: {str(one)[:200]}, as an expression {str(other)[:200]}")
    batch([damaged(json.dumps(r)) for r in asked])
    return 300, sum(one["ok"] for _, one, _ in both)


def sentences(expressions):
    texts = [expressions.sentence() for _ in range(100)]
    replies = batch([json.dumps({"expression": text}) for text in texts])
    batch([json.dumps({"expression": damaged(text)}) for text in texts])
    return 200, sum(reply["ok"] for reply in replies)


def foreign_texts():
    """The texts that tests/cli/foreign.py has: one of each kind that `colex import` reads."""
    tree = ast.parse((HERE.parent / "cli" / "foreign.py").read_text())
    found = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return sorted(text for text in found if re.search(r"!\w+\.|cute::|#\w+", text))


def imports(texts):
    for _ in range(5):
        text = random.choice(texts)
        for one in (text, damaged(text)):
            options = random.choice([[], ["--json"], ["--check"], ["--check", "--json"]])
            ran = subprocess.run([COLEX, "import", "-", *options], input=one.encode(), capture_output=True, timeout=600)
            if ran.returncode not in (0, 1, 2) or ran.stderr.count(b"\n") > 1 or (ran.returncode == 2) != bool(ran.stderr):
                FAULTS.append(f"import {options} of {one[:300]!r}: exit status {ran.returncode}, {ran.stderr[:200]}")
    return 10


def computed():
    """Seconds of the processor, of this program and of what it has asked."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + used.ru_utime + used.ru_stime


def main():
    random.seed(int(os.environ.get("COLEX_SEED", "1")))
    every = forms(examples.manual(COLEX)["pages"])
    expressions, texts = Expressions(every), foreign_texts()
    counts = {"calls": 0, "answered": 0, "sentences": 0, "sentences answered": 0, "imports": 0}
    while not counts["calls"] or (computed() < SECONDS and len(FAULTS) < 20):
        lines, answered = calls(every)
        counts["calls"] += lines
        counts["answered"] += answered
        lines, answered = sentences(expressions)
        counts["sentences"] += lines
        counts["sentences answered"] += answered
        counts["imports"] += imports(texts)
    print(f"{counts}, from {len(every)} forms and {len(texts)} texts to import")
    if "COLEX_NIGHTLY" not in os.environ:
        print(f"nightly: grammar: an hour of requests by their grammar; by day {SECONDS:.0f} s: a search ends by its time")
    for what, of, least in (("answered", "calls", 0.05), ("sentences answered", "sentences", 0.01)):
        if counts[what] < least * counts[of]:
            FAULTS.append(f"only {counts[what]} {what} of {counts[of]}: the grammar is wrong")
    print("\n".join(FAULTS) if FAULTS else "nothing found")
    return bool(FAULTS)


sys.exit(main())
