#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tables of cases as a program uses them: the printed C++ and Python conditions of every question of the tests and of the manual, and of
drawn ones, run at values below 0, at 0, at the ends of 64 bits and at ordinary ones. Wherever the question is asked for, no condition
fails, C++ and Python say the same, one case holds, and its answer is what the tool says on numbers.

    tables.py build/colex [--cxx "g++"] [--drawn N] [--seed S]    N drawn questions instead of a few; under COLEX_NIGHTLY 300"""
import argparse
import json
import os
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import forms  # noqa: E402
import unknowns  # noqa: E402
from drawn import every  # noqa: E402
from tool import PATH, batch, colex, main  # noqa: E402

OPTIONS = argparse.ArgumentParser()
OPTIONS.add_argument("--cxx", default="g++")
OPTIONS.add_argument("--drawn", type=int, default=300 if os.environ.get("COLEX_NIGHTLY") else 12)
OPTIONS.add_argument("--seed", type=int, default=39)
OPTIONS, sys.argv[2:] = OPTIONS.parse_known_args(sys.argv[2:])
# Each was wrong once: two cases at once, a division by 0, C++ and Python apart, "proved both ways" and false, a case missing.
ONCE_WRONG = [
    "upcast(8:N, 2)", "recast_layout(2:K, 16, 32)", "shape_div(8, K)", "shape_div((2M,K), (4,2))",
    "local_partition((4,4):(1,4), (2,2):(1,2), K)", "get_1d_coord((M,2M):(1,M), M*N)", "get_1d_coord(8K:M, 4K)",
    "get_1d_coord(8:M, 4)", "evenly_divides((M,2), 4)", "coalesce((S,T):(D,E))",
]  # fmt: skip
FOR_ONCE_WRONG = ["lex_complement(4:M, 32)", "upcast(8:N, 4)", "idx2crd(K, (M,4))", "evenly_divides((M,N), (4,2))", "get_1d_coord(M:4, K)",
                  "injective((2,M):(N,2))", "shape_div(8, K)", "complement(4:M, 64)", "logical_divide(M:K, 8:1)"]  # fmt: skip
# Of whole modes, as the forms are.
CUTE = forms.CUTE + ("right_inverse",)
FAR = [1 << 31, 1 << 62, (1 << 63) - 1]
BEYOND = re.compile(r"2\^62|2\^28|capacity|beyond the limits")
PATTERNS = {
    "L": ["8:N", "M:K", "4:M", "(M,4):(1,M)", "(4,M):(N,1)", "(M,2M):(1,M)", "(2,M):(N,2)", "(K,8K):(8K,1)", "(4,4):(1,N)", "M:-K", "(2,3):(K,N)",
          "(M,N):(N,1)", "6:2K", "(M,3):(K,0)"],
    "T": ["2:1", "4:N", "2:K", "M:2", "(2,2):(1,K)", "<2,_>", "<K>", "3:1"],
    "n": ["K", "4", "2K", "N", "12", "M*N", "K-1", "16"],
    "U": ["M", "(M,2)", "(K,N)", "8", "(2M,K)", "(4,2)", "6", "(K-1,4)"],
    "S": ["(M,4)", "(4,N)", "8"],
}  # fmt: skip
DRAWN = {"coalesce": "L", "composition": "LT", "complement": "Ln", "upcast": "Ln", "downcast": "Ln", "injective": "L", "surjective": "Ln",
         "logical_divide": "LT", "zipped_divide": "LT", "logical_product": "LT", "get_1d_coord": "Ln", "get_hier_coord": "Ln", "idx2crd": "nS",
         "evaluate": "Ln", "shape_div": "UU", "ceil_div": "UU", "evenly_divides": "UU", "div": "UU", "mod": "UU", "equal": "LL", "nullspace": "L",
         "lex_complement": "Ln", "lex_evaluate": "Ln", "contiguous": "L", "max_alignment": "L", "filter": "L", "sort": "L", "cosize": "L",
         "extent": "L", "round_up": "UU", "shape_mod": "UU", "least_cotarget": "L", "right_inverse": "L", "make_layout_like": "L"}  # fmt: skip


def drawn(count):
    """Questions of a few numbers and names."""
    draw = random.Random(OPTIONS.seed)
    while count > 0:
        name = draw.choice(sorted(DRAWN))
        text = f"{name}({', '.join(draw.choice(PATTERNS[kind]) for kind in DRAWN[name])})"
        if re.search("[KMN]", text):
            count -= 1
            yield text


def of_the_manual():
    """The questions with unknowns that the pages ask, as the words of the command, but of index maps, which unknowns.py asks."""
    operations = {line.split("(")[0] for line in forms.ASKED}
    for page in sorted((pathlib.Path(__file__).parents[2] / "docs").glob("*.md")):
        for line in re.findall(r"^\$ colex (.*)$", page.read_text(), re.M):
            words = shlex.split(line, comments=True)
            names = re.search(r"(?<![A-Za-z_<])([A-Z]|\?)", " ".join(words))
            if names and words[0].split("(")[0] in operations and "Sw<" not in line and "->" not in line:
                yield [w for w in words if w != "--json"]


def command(question):
    """'op(a, b) if x' as words."""
    text, _, assumed = question.partition(" if ")
    return [text, *(["--assume", assumed] if assumed else [])]


def questions():
    for line in [*ONCE_WRONG, *forms.ASKED, *drawn(OPTIONS.drawn)]:
        yield command(line)
    for operation, arguments, assumptions in unknowns.SAMPLED:
        yield [operation, *arguments, *(w for a in assumptions for w in ("--assume", a))]
    yield from (list(words) for words, *_ in unknowns.ANSWERS)
    yield from (words for words in of_the_manual() if "--for" not in words)


def conditions_asked():
    for text in FOR_ONCE_WRONG:
        names = sorted(set(re.findall("[A-Z]", text)))
        yield [text, *(w for n in names for w in ("--for", n))]
    yield from (list(words) for words, _ in unknowns.FOR)
    yield from (words for words in of_the_manual() if "--for" in words)


class Asked:
    """A question, what the tool says of it, and values for its names."""

    def __init__(self, words):
        self.words, self.said = words, json.loads(colex(*words, "--json", seconds=600).out)
        plain = [w for k, w in enumerate(words) if w not in ("--assume", "--for", "--budget") and (k == 0 or words[k - 1] not in ("--assume", "--for", "--budget"))]
        self.text = plain[0] if len(plain) == 1 else f"{plain[0]}({', '.join(plain[1:])})"
        found = " ".join([self.text, *self.conditions("when"), *self.conditions("when_python"), self.said.get("cpp", ""), self.said.get("assumes", "")])
        self.names = sorted(set(re.findall(r"\?\d+|(?<![A-Za-z_@])[A-Z]", re.sub(r"(?<=[A-Z])(?=[A-Z])", " ", found))))

    def conditions(self, key):
        return [c[key] for c in self.said.get("cases", [])]

    def valuations(self, draw, count):
        numerals = {int(n) for n in re.findall(r"(?<![A-Za-z?@])\d+", self.text)}
        near = sorted({n + d for n in numerals | {0, 4} for d in (-1, 0, 1)} | {-n for n in numerals} | {-2, -4, -8, -64, 2, 6, 8, 12, 16, 64})
        far = [s * f for f in FAR for s in (1, -1)] + [-1 << 63]
        if len(self.names) == 1:
            return [{self.names[0]: v} for v in near + far]
        pick = lambda: draw.choice(near) if draw.random() < 0.9 else draw.choice(far)  # noqa: E731
        return [{name: pick() for name in self.names} for _ in range(count)]


def with_numbers(text, values):
    """The question on numbers: each sum or product of names is one."""
    def put(found):
        blanks = found.group()[len(found.group().rstrip()):]
        return forms.number(found.group().rstrip(), values) + blanks if re.search("[A-Z]", found.group()) else found.group()

    return re.sub(r"-?[A-Z0-9][A-Z0-9+*/% -]*", put, text)


def python_value(condition, values):
    return not condition or eval(condition.replace("?", "mark"), {n.replace("?", "mark"): v for n, v in values.items()})  # pylint: disable=eval-used


def program(asked):
    """All conditions as C++: reads a question's number and the values, prints whether it is asked for them and which conditions hold."""
    text = "#include <cstdint>\n#include <cstdio>\n#include <cstdlib>\nusing wide = __int128;\n"
    for k, one in enumerate(asked):
        integer = "std::int64_t" if one.said["bits"] <= 64 else "wide"
        arguments = ", ".join(f"[[maybe_unused]] {integer} {n.replace('?', 'mark')}" for n in one.names)
        holds = [one.said.get("assumes", one.said.get("domain"))] + (one.conditions("when") or [one.said.get("cpp", "true")])
        lines = "".join(f"  std::putchar('0' + ({(h or 'true').replace('?', 'mark')}));\n" + ("" if n else f"  if (!({(h or 'true').replace('?', 'mark')})) return;\n")
                        for n, h in enumerate(holds))  # fmt: skip
        text += f"void question{k}({arguments}) {{\n{lines}}}\n"
    text += "int main() {\n  int k;\n  long long v[16];\n  while (std::scanf(\"%d\", &k) == 1) {\n    switch (k) {\n"
    for k, one in enumerate(asked):
        read = "".join(f"std::scanf(\"%lld\", v + {n}) == 1 || (std::abort(), 0); " for n in range(len(one.names)))
        text += f"      case {k}: {{ {read}question{k}({', '.join(f'v[{n}]' for n in range(len(one.names)))}); break; }}\n"
    return text + "    }\n    std::puts(\"\");\n  }\n}\n"


def run_as_cpp(asked, rows):
    """Which conditions hold, by C++; an overflow or a division by 0 ends the program."""
    with tempfile.TemporaryDirectory() as folder:
        source, built = pathlib.Path(folder, "conditions.cpp"), pathlib.Path(folder, "conditions")
        source.write_text(program(asked))
        checks = "-fsanitize=signed-integer-overflow,integer-divide-by-zero"
        subprocess.run([*OPTIONS.cxx.split(), "-std=c++20", "-O0", "-w", checks, "-fno-sanitize-recover=all", str(source), "-o", str(built)], check=True)
        lines = "".join(f"{k} {' '.join(str(values[n]) for n in asked[k].names)}\n" for k, values in rows)
        ran = subprocess.run([str(built)], input=lines, capture_output=True, text=True, timeout=600, check=False)
    out = ran.stdout.splitlines()
    assert ran.returncode == 0, (ran.stderr, asked[rows[len(out)][0]].words, rows[len(out)])
    return out


def moving(text):
    """The modes of more than one point."""
    shape, _, stride = text.partition(":")
    leaves = [re.findall(r"[^(),]+", part) for part in (shape, stride)]
    return [pair for pair in zip(*leaves, strict=True) if pair[0] != "1"]


def both(pair):
    """The layouts of (A,B)."""
    depth = 0
    for k, c in enumerate(pair):
        depth += {"(": 1, ")": -1}.get(c, 0)
        if c == "," and depth == 1 and ":" in pair[:k]:
            return [pair[1:k], pair[k + 1:-1]]
    raise ValueError(pair)


def same(answer, values, result):
    """The answer of a case is the result of the tool on numbers."""
    if answer.split(",")[0] in ("yes", "no", "textbook", "representable"):
        return answer.split(",")[0] == {True: "yes", False: "no"}.get(result, result)
    if " at " in answer:
        layout, offset = answer.split(" at ")
        return moving(forms.at(layout, values)) == moving(result[0]) and forms.number(offset, values) == str(result[1])
    mine = forms.at(answer, values)
    if ":" not in answer:
        return mine == str(result)
    if mine.count(":") > 1:
        return list(map(moving, both(mine))) == list(map(moving, both(result)))
    return moving(mine) == moving(result)


class Tables(unittest.TestCase):
    def wrong(self, why, one, values, more=""):
        self.counts[why] = self.counts.get(why, 0) + 1
        if self.counts[why] <= 12:
            print(f"{why}: {shlex.join(one.words)} at {values} {more}", flush=True)

    def on_numbers(self, rows):
        """The replies of the tool; None where it does not take the values."""
        asked, place = [], []
        for one, values in rows:
            takes = "?" not in one.text and all(abs(v) <= 1 << 62 for v in values.values())
            place.append(len(asked) if takes else None)
            if takes:
                asked.append({"expression": with_numbers(one.text, values), **({"convention": "cute"} if one.text.startswith(CUTE) else {})})
        replies = batch(asked)
        return [None if k is None else replies[k] for k in place]

    def each(self, asked, count):
        """Each question at each of its values, with what C++ says, and counts what is wrong."""
        self.counts, draw = {}, random.Random(OPTIONS.seed)
        rows = [(k, values) for k, one in enumerate(asked) for values in one.valuations(draw, count)]
        held = rows
        if any(one.said["bits"] > 128 for one in asked):  # no integer of C++ is as wide
            held = [(k, v) for k, v in rows if asked[k].said["bits"] <= 128 or all(abs(n) <= 1 << 20 for n in v.values())]
        by_cpp = dict(zip(((k, tuple(v.items())) for k, v in held), run_as_cpp(asked, held), strict=True))
        return [(asked[k], values, by_cpp.get((k, tuple(values.items())))) for k, values in rows]

    def test_cases(self):
        every_one = list(questions())
        some = every(every_one, 2, "questions", "each takes a solver")
        asked = [one for one in map(Asked, some) if "ok" not in one.said]  # some of the manual's are of numbers alone
        complete = sum(one.said["complete"] for one in asked)
        judged = []
        for one, values, cpp in self.each(asked, 60):
            try:
                within = python_value(one.said["assumes_python"], values)
                holding = [bool(python_value(c, values)) for c in one.conditions("when_python")] if within else []
            except ZeroDivisionError:
                self.wrong("divides by 0", one, values)
                continue
            if cpp is not None and cpp != "".join("01"[bool(b)] for b in [within, *holding]):
                self.wrong("C++ is not Python", one, values, cpp)
            if not within:
                continue
            if sum(holding) > 1:
                self.wrong("two cases hold", one, values)
            if sum(holding) == 0 and one.said["complete"]:
                self.wrong("no case holds", one, values)
            if sum(holding) == 1:
                judged.append((one, values, one.said["cases"][holding.index(True)]))
        kinds = {}
        for (one, values, case), reply in zip(judged, self.on_numbers([row[:2] for row in judged]), strict=True):
            if reply is None:
                continue
            error = reply.get("error", {"condition": "", "message": ""})
            if error["condition"] in ("overflow", "undecided", "capacity") or (error["condition"] == "input" and BEYOND.search(error["message"])):
                continue  # a table is of numbers of any size
            kinds[case["is"]] = kinds.get(case["is"], 0) + 1
            if one.text.startswith("admissible") and case["is"] == "refused":
                good = not reply["ok"] or str(reply["result"]).startswith("no")
            elif case["is"] == "refused":
                good = error["condition"] in case["condition"].split(" or ")
            else:
                good = reply["ok"] and same(case["text"], values, reply["result"])
            if not good:
                self.wrong("another answer", one, values, f"{case['text']} {reply}")
        if not os.environ.get("COLEX_NIGHTLY"):
            print(f"nightly: tables: 300 drawn questions; by day {OPTIONS.drawn}: each takes a solver")
        print(f"{len(asked)} questions, {complete} with every case; {len(judged)} valuations, judged {kinds}; wrong: {self.counts}")
        self.assertEqual(self.counts, {})
        self.assertGreater(complete, len(asked) * 4 // 5)
        self.assertGreater(min(kinds.get(k, 0) for k in ("layout", "refused", "number", "yes", "no")), 100 * len(some) // len(every_one))

    def test_conditions_asked_for(self):
        asked = [Asked(words) for words in conditions_asked()]
        rows = []
        for one, values, cpp in self.each(asked, 150):
            try:
                within = python_value(one.said["domain_python"], values)
                holds = bool(within and one.said["found"] and python_value(one.said["python"], values))
            except ZeroDivisionError:
                self.wrong("divides by 0", one, values)
                continue
            if cpp is not None and one.said["found"] and cpp != "01"[bool(within)] + ("01"[holds] if within else ""):
                self.wrong("C++ is not Python", one, values, cpp)
            if within and one.said["found"]:
                rows.append((one, values, holds))
        for (one, values, holds), reply in zip(rows, self.on_numbers([row[:2] for row in rows]), strict=True):
            if reply is None or reply.get("error", {}).get("condition") in ("overflow", "undecided", "capacity", "input"):
                continue
            answered = reply["ok"] and reply["result"] is not False
            if holds != answered and one.said["sufficient" if holds else "necessary"]:
                self.wrong("proved and wrong", one, values, f"{one.said['python']} {reply}")
        proved = sum(one.said["sufficient"] and one.said["necessary"] for one in asked)
        print(f"{len(asked)} questions, {proved} proved both ways; {len(rows)} valuations; wrong: {self.counts}")
        self.assertEqual(self.counts, {})
        self.assertGreater(proved, len(asked) // 2)


main()
