#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The manual: complete, true to the code that it names, and every example answered as it says.

Planted faults show that each check can fail: see Planted.
"""
import copy
import json
import os
import pathlib
import random
import re
import sys
import unittest

from tool import PATH, colex, main

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import examples  # noqa: E402

HEADERS = ROOT / "include/colex"
STATIC = [path.read_text() for path in sorted((ROOT / "tests/static").glob("*.cpp"))]
HEADS = {path.name: path.read_text().split("#pragma once")[0] for path in HEADERS.glob("*.hpp")}  # compiled: header_examples
LAWS = {path.stem for path in (HEADERS / "laws").glob("*.hpp")}
LIMITS = {"overflow", "capacity", "undecided"}  # an operation that refuses for nothing else counts as total
KINDS = set("layout shape tuple profile coordinate integer mode bits table columns tiler slicer swizzled basis placed entries swizzle".split())

MANUAL = examples.manual(PATH)
CONDITIONS = {condition["name"] for condition in MANUAL["conditions"]}


def names(text):
    return [] if text == "none" else text.split()


def arguments(page):
    """[(kinds, optional, repeated)]"""
    found = []
    for one in examples.split(page["takes"]):
        inner = one.strip("[]")
        kinds = inner.split(": ")[1].removesuffix(" ...").split(" | ")
        found.append((kinds, one.startswith("["), inner.endswith("...")))
    return found


def faults(manual):
    """What is wrong with the manual, without running an example."""
    pages = manual["pages"]
    for op in manual["operations"]:
        takes = [page["takes"] for page in pages if page["op"] == op]
        if not takes or len(set(takes)) < len(takes):
            yield f"{op}: not exactly one page per form"
    for page in pages:
        op = page["op"]
        if op not in manual["operations"]:
            yield f"{op}: no such operation"
            continue
        for key in ("does", "errors", "laws", "source", "C++"):
            if not page.get(key):
                yield f"{op}: says nothing on {key}"
        for condition in set(names(page["errors"])) - CONDITIONS:
            yield f"{op}: {condition} is no condition"
        for law in set(names(page["laws"])) - LAWS:
            yield f"{op}: {law} is no law"
        header, function = page["C++"].removesuffix("::operator()").split()
        if not (HEADERS / header).exists():
            yield f"{op}: include/colex/{header} does not exist"
        elif not re.search(rf"constexpr [^;{{}}()=]*\b{function}\(|^(struct|using) {function} ",
                           (HEADERS / header).read_text(), re.M):  # fmt: skip
            yield f"{op}: {header} has no constexpr function and no struct or alias {function}"
        constants = [text for text in STATIC if re.search(rf'#include "colex/({header}|colex.hpp)"', text)]
        if not any(re.search(rf"(static_assert|constexpr)[^;]*\b{function}\b", text) for text in [*constants, HEADS[header]]):
            yield f"{op}: {function} is in no constant, of tests/static or at the head of {header}"
        takes = arguments(page)
        for kind in {k for kinds, _, _ in takes for k in kinds} - KINDS:
            yield f"{op}: {kind} is no kind of argument"
        needed = sum(not optional for _, optional, _ in takes)
        if needed != page["least"] or (not any(r for _, _, r in takes) and len(takes) != page["most"]):
            yield f"{op}: takes {page['takes']}, but the table says {page['least']} to {page['most']} arguments"
        written = [examples.parse(text) for text in page["examples"]]
        if not any(e and not e.refused for e in written):
            yield f"{op}: no example"
        if set(names(page["errors"])) - LIMITS and not any(e and e.refused for e in written):
            yield f"{op}: it is partial, and no example is refused"
        for e in written:
            if e is None:
                yield f"{op}: an example that cannot be read"
            elif e.refused and e.expected.split(":")[0] not in names(page["errors"]):
                yield f"{op}: {e.text}: that condition is not among its errors"


def wrong_examples(manual):
    written = [examples.parse(text) for page in manual["pages"] for text in page["examples"]]
    lines = examples.ask(PATH, [examples.request(e) for e in written])
    return [f"{e.text}\n    {examples.fault(e, line)}" for e, line in zip(written, lines) if examples.fault(e, line)]


def draw(kind):
    """A small argument of the kind."""
    number = random.choice([0, 1, 1, 2, 2, 3, 4, 4, 6, 8, 12, 16, -1] if random.random() < 0.97 else [2**31, 2**62])
    extents = [random.choice([1, 2, 2, 3, 4, 6, 8]) for _ in range(random.randrange(1, 4))]
    if random.random() < 0.03:
        extents[0] = random.choice([2**20, 2**31, 2**61, 2**62])
    form = "{0}" if len(extents) == 1 else "({0})" if len(extents) == 2 else random.choice(["({0})", "({1},({2},{3}))"])
    text = lambda values: form.format(",".join(map(str, values)), *values)  # noqa: E731
    strides = [random.choice([0, 1, 1, 2, 3, 4, 6, 8, 16, -1]) for _ in extents]
    if random.random() < 0.03:
        strides[-1] = random.choice([2**31, 2**40, 2**58, -(2**58)])
    if kind in ("layout", "profile"):
        return text(extents) + (":" + text(strides) if random.random() < 0.8 else "")
    if kind == "basis":
        return text(extents) + ":" + text([f"{random.choice([1, 1, 2, -1])}@{random.randrange(3)}" for _ in extents])
    if kind == "placed":
        return draw("basis") + random.choice(["", " at 3", " at (1,2)", " at (8,0,4)"])
    if kind == "swizzle":
        return random.choice(["Sw<1,0,1>", "Sw<2,0,3>", "Sw<2,1,-2>", "Sw<2,0,1>", "Sw<0,0,0>"])
    if kind == "entries":
        return "(" + ",".join(random.choice(["_", "2:1", "(2,4):(4,1)", "3", "(_,2)"]) for _ in extents) + ",4:1)"
    if kind == "swizzled":
        return random.choice(["Sw<1,0,1>", "Sw<2,0,3>", "Sw<2,1,-2>", "Sw<2,0,1>"]) + f" o {number} o " + draw("layout")
    if kind in ("shape", "tuple", "coordinate"):
        if kind == "shape" or random.random() < 0.5:
            return text(extents)
        return text([max(0, e - 1) for e in extents] if random.random() < 0.9 else strides)
    if kind == "tiler":
        by_mode = ",".join(random.choice(["_", "2", "4", "2:2", "3"]) for _ in extents)
        return random.choice([draw("layout"), f"({by_mode})"])
    if kind == "slicer":
        slots = ["_", "_", "0", "1", "1", "-1" if random.random() < 0.1 else "2"]
        return "(" + ",".join(random.choice(slots) for _ in extents) + ")"
    if kind == "table":
        first = 0 if random.random() < 0.9 else 1
        return [first] + [k * random.choice([1, 1, 1, 2]) for k in range(1, random.choice([1, 2, 3, 4, 4, 6, 8]))]
    if kind == "columns" and random.random() < 0.2:
        return random.choice([[1, 3], [1, 2, 5, 10], [1, 2, 4], [3, 2]])
    if kind == "columns":
        return [random.choice([0, 1, 2, 3, 4, 8, 8, 16, -1 if random.random() < 0.1 else 5]) for _ in extents]
    return number


def unlisted(manual, calls):
    """Random calls: conditions that an operation answers and its page does not list, and how many were answered."""
    asked, replies = [], []
    for page in manual["pages"]:
        for _ in range(calls):
            args = []
            for kinds, optional, repeated in arguments(page):
                for _ in range(random.randrange(3) if repeated else random.random() < 0.6 if optional else 1):
                    args.append(draw(random.choice(kinds)))
            call = {"op": page["op"], "args": args}
            if random.random() < 0.2:
                call.update({option: True for option in page["options"]})
            asked.append((page, call))
    replies = examples.ask(PATH, [(call, k % 5 == 4) for k, (_, call) in enumerate(asked)])
    found, answered = {}, {}
    for (page, call), line in zip(asked, replies):
        reply = json.loads(line)
        condition = None if reply["ok"] else reply["error"]["condition"]
        answered[page["op"]] = answered.get(page["op"], 0) + reply["ok"]
        forms = [p["errors"] for p in manual["pages"] if p["op"] == page["op"]]  # any of which may have answered
        if condition not in (None, "input", *(name for errors in forms for name in names(errors))):
            found.setdefault((page["op"], condition), (call, reply["error"]["message"]))
    return found, answered


class Manual(unittest.TestCase):
    maxDiff = None

    def test_it_is_complete_and_names_what_exists(self):
        self.assertEqual(list(faults(MANUAL)), [])

    def test_every_example_is_answered_as_it_says(self):
        wrong = wrong_examples(MANUAL)
        self.assertEqual(wrong, [], "\n".join(wrong))

    def test_operations_refuse_only_as_listed(self):
        random.seed(7)
        calls = int(os.environ.get("COLEX_MANUAL_CALLS", "100"))
        found, answered = unlisted(MANUAL, calls)
        self.assertEqual([f"{op} {condition}: {call}" for (op, condition), call in found.items()], [])
        self.assertEqual([op for op, count in answered.items() if count == 0], [], "never answered")


class Planted(unittest.TestCase):
    """Each check, on a manual with one fault."""

    def noticed(self, edit, expected):
        manual = copy.deepcopy(MANUAL)
        page = next(p for p in manual["pages"] if p["op"] == "complement")
        edit(manual, page)
        self.assertTrue(any(expected in fault for fault in faults(manual)), expected)

    def test_faults_are_noticed(self):
        self.noticed(lambda m, p: m.update(pages=[q for q in m["pages"] if q["op"] != p["op"]]), "complement: not exactly one page per form")
        self.noticed(lambda m, p: m["operations"].append("frob"), "frob: not exactly one page per form")
        self.noticed(lambda m, p: p.update(errors="frob"), "frob is no condition")
        self.noticed(lambda m, p: p.update(laws="frob"), "frob is no law")
        self.noticed(lambda m, p: p.update({"C++": "frob.hpp complement"}), "frob.hpp does not exist")
        self.noticed(lambda m, p: p.update({"C++": "complement.hpp frob"}), "no struct or alias frob")
        self.noticed(lambda m, p: p.update({"C++": "complement.hpp complement_gaps"}), "is in no constant, of tests/static")
        self.noticed(lambda m, p: p.update(source=""), "nothing on source")
        self.noticed(lambda m, p: p.update(takes="L: layout"), "1 to 2 arguments")
        self.noticed(lambda m, p: p.update(examples=[]), "complement: no example")
        self.noticed(lambda m, p: p.update(examples=p["examples"][:2]), "no example is refused")
        self.noticed(lambda m, p: p.update(errors="overflow"), "not among its errors")

    def test_a_wrong_answer_is_noticed(self):
        for old, new in ((":(1,12)", ":(1,13)"), ("does not divide 16", "does not divide 17"),
                         ("16) is refused: cot", "24) is refused: cot")):  # fmt: skip
            manual = copy.deepcopy(MANUAL)
            page = next(p for p in manual["pages"] if p["op"] == "complement")
            page["examples"] = [text.replace(old, new) for text in page["examples"]]
            self.assertEqual(len(wrong_examples(manual)), 1)

    def test_an_unlisted_condition_is_noticed(self):
        manual = copy.deepcopy(MANUAL)
        manual["pages"] = [p for p in manual["pages"] if p["op"] == "complement"]
        manual["pages"][0]["errors"] = "overflow"
        self.assertTrue(unlisted(manual, 100)[0])


class Help(unittest.TestCase):
    def test_every_page_prints(self):
        listed = colex("help").out
        for page in MANUAL["pages"][::9]:
            self.assertIn(f"\n  {page['op']} ", listed)
            shown = colex("help", page["op"])
            self.assertEqual((shown.status, shown.err), (0, ""))
            for text in page["examples"]:
                self.assertIn(f"\n  {text}\n", shown.out)
        for page in MANUAL["pages"]:
            self.assertIn(f"\n  {page['op']} ", listed)

    def test_words_of_the_shell_find_their_page(self):
        for words, op in ((["admissible", "complement"], "admissible_complement"), (["recast_layout"], "recast_layout")):
            self.assertTrue(colex("help", *words).out.startswith(op + "("))
        self.assertIn("JSON lines in", colex("help", "batch").out)

    def test_an_unknown_name_is_one_line_with_the_nearest(self):
        for word in ("colaesce", "divide", "", "\n", "x" * 10000):
            ran = colex("help", word)
            self.assertEqual((ran.status, ran.out, ran.err.count("\n")), (2, "", 1))
        self.assertIn("nearest: coalesce", colex("help", "colaesce").err)


main()
