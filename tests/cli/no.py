#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every "no" says why: each decision of the operations table, at each door of the tool: no.py build/colex

The decisions are found in the table: operations whose pages answer yes or no. Each is asked with what its page says no to, and with random arguments
until it has said no often enough. The sentence must be the same at every door, and a witness must be what it says, where that can be counted
here. python/tests/test_no.py asks the same decisions from Python; the other questions that say no stand in `Others`."""
import itertools
import json
import pathlib
import random
import re
import sys
import tempfile
import unittest
import xml.etree.ElementTree

from tool import batch, colex, main

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from examples import split  # noqa: E402

RANDOM = 12  # of each decision


def pages():
    """{decision: (its kinds of arguments, the questions of its page that are answered no)}"""
    names = dict.fromkeys(re.findall(r"^  (\w+)  ", colex("help").out, re.M))
    found = {}
    for name in names:
        page = colex("help", name).out
        asked = re.findall(rf"^  {name}\((.*)\) == (yes|no)\b", page, re.M)
        if asked:
            kinds = re.findall(rf"^{name}\((.*)\)$", page, re.M)
            found[name] = (kinds, [split(arguments) for arguments, answer in asked if answer == "no"])
    return found


def nested(dice, leaf, depth=0):
    if depth > 1 or dice.random() < 0.5:
        return leaf()
    return tuple(nested(dice, leaf, depth + 1) for _ in range(dice.randint(1, 3)))


def text(tree):
    return f"({','.join(map(text, tree))})" if isinstance(tree, tuple) else str(tree)


def leaves(tree):
    return [x for part in tree for x in leaves(part)] if isinstance(tree, tuple) else [tree]


def hung(tree, values):
    return tuple(hung(part, values) for part in tree) if isinstance(tree, tuple) else next(values)


def layout(dice):
    shape = nested(dice, lambda: dice.choice([1, 2, 2, 3, 4, 5]))
    stride = hung(shape, iter([dice.choice([0, 1, 1, 2, 3, 4, 6, 8, 12]) for _ in leaves(shape)]))
    return f"{text(shape)}:{text(stride)}"


def drawn(dice, kinds):
    """Arguments of these kinds, "A: tuple, B: tuple"; None for a kind that is not drawn here."""
    out = []
    for kind in [one.partition(": ")[2] for one in split(kinds)]:
        if kind.startswith("layout"):
            out.append(layout(dice))
        elif kind in ("tuple", "profile"):
            out.append(text(nested(dice, lambda: dice.randint(1, 6))))
        elif kind.startswith("integer"):
            out.append(str(dice.randint(1, 24)))
        else:
            return None
    return out


def offsets(layout):
    shape, stride = (leaves(eval(re.sub(r"\)", ",)", side))) for side in layout.split(":"))
    return [sum(i * d for i, d in zip(reversed(at), stride)) for at in itertools.product(*[range(n) for n in reversed(shape)])]


def true_of(name, arguments, said):
    """Whether the sentence of a decision on plain layouts is a fact, by enumeration; None where it is not counted here."""
    if name not in ("injective", "surjective", "bijective", "contiguous", "equal", "lex_equal") or any(c in "".join(arguments) for c in "S[@"):
        return None
    all_offsets = [offsets(a) for a in arguments if ":" in a]
    first = all_offsets[0]
    if found := re.fullmatch(r"no, coordinates (\d+) and (\d+) have the same offset (-?\d+)", said):
        a, b, at = map(int, found.groups())
        return a != b and first[a] == first[b] == at
    if found := re.fullmatch(r"no, offset (-?\d+) is at no coordinate", said):
        return int(found[1]) not in first
    if found := re.fullmatch(r"no, offset (-?\d+) is outside \[0,(\d+)\)", said):
        return int(found[1]) in first and int(found[2]) == int(arguments[1]) and not 0 <= int(found[1]) < int(found[2])
    if found := re.fullmatch(r"no, the sizes differ \((\d+) against (\d+)\)", said):
        return [int(n) for n in found.groups()] == [len(o) for o in all_offsets]
    if found := re.fullmatch(r"no, first difference at index (\d+) \((-?\d+) against (-?\d+)\)", said):
        if name == "lex_equal":
            return None
        at, *pair = map(int, found.groups())
        return all_offsets[0][:at] == all_offsets[1][:at] and [o[at] for o in all_offsets] == pair
    return False


class Decisions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """Each decision with the arguments that it says no to, and the sentence."""
        dice, cls.asked = random.Random(43), []
        for name, (kinds, own) in pages().items():
            tried = [drawn(dice, one) for one in kinds for _ in range(40 * RANDOM)]
            tried = own + [one for one in tried if one is not None]
            replies = batch([{"op": name, "args": arguments} for arguments in tried])
            no = [(arguments, reply) for arguments, reply in zip(tried, replies) if reply["ok"] and reply["result"] in (False, "no")]
            cls.asked += [(name, arguments, reply) for arguments, reply in no[: len(own) + RANDOM]]

    def test_enough_are_asked(self):
        count = {name: sum(1 for one, *_ in self.asked if one == name) for name, *_ in self.asked}
        self.assertEqual(set(count), set(pages()))
        self.assertGreaterEqual(min(count.values()), RANDOM, count)

    def test_in_json(self):
        for name, arguments, reply in self.asked:
            with self.subTest(name=name, arguments=arguments):
                self.assertRegex(reply["message"], r"^no\b.*\d|^no, A and B are equal$")
                self.assertTrue(reply["witness"] or reply["message"].endswith("equal"), reply)
                self.assertIsNot(true_of(name, arguments, reply["message"]), False, reply)

    def test_in_the_shell(self):
        for name, arguments, reply in self.asked:
            with self.subTest(name=name, arguments=arguments):
                ran = colex(name, *arguments)
                self.assertEqual((ran.status, ran.out, ran.err), (1, reply["message"] + "\n", ""))
        for name, arguments, reply in self.asked[::6]:
            self.assertEqual(colex(f"{name}({', '.join(arguments)})").out, reply["message"] + "\n")
            self.assertEqual(json.loads(colex(name, *arguments, "--json").out)["witness"], reply["witness"])

    def test_in_files_of_questions_and_their_reports(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder)
            (path / "a.colex").write_text("".join(f"{name}({', '.join(arguments)}) == yes\n" for name, arguments, _ in self.asked))
            ran = colex("check", str(path / "a.colex"), "--junit", str(path / "a.xml"), "--sarif", str(path / "a.sarif"))
            self.assertEqual(ran.status, 1)
            said = {int(line.split(".colex:")[1].split(":")[0]): line for line in ran.out.splitlines() if ".colex:" in line}
            junit = xml.etree.ElementTree.parse(path / "a.xml").getroot().iter("failure")
            reports = [[failure.get("message") or failure.text for failure in junit]]
            reports += [[one["message"]["text"] for one in json.loads((path / "a.sarif").read_text())["runs"][0]["results"]]]
            for number, (name, arguments, reply) in enumerate(self.asked, 1):
                with self.subTest(name=name, arguments=arguments):
                    for line in (said[number], *(report[number - 1] for report in reports)):
                        self.assertIn(reply["message"], line)

    def test_in_explanations(self):
        for name in pages():
            asked = [(arguments, reply) for one, arguments, reply in self.asked if one == name]
            ran = colex("explain", name, *asked[0][0])
            if ran.status == 2:
                continue  # of that operation there is no explanation
            with self.subTest(name=name):
                self.assertRegex(ran.out.splitlines()[-1], r"\d|tuple|" + re.escape(asked[0][1]["message"]))
                self.assertGreater(len(ran.out.splitlines()), 2)


class Others(unittest.TestCase):
    """What says no besides the decisions of the table."""

    def test_each_says_why(self):
        for words, line in (
            (("tma", "(48,64):(1,48)", "--box", "(48,64)", "--swizzle", "32", "--element", "bf16", "--on", "sm90"), "swizzle_span: a row of the box has 96 bytes, and the swizzle's span is 32"),
            (("descriptor", "(64,16):(16,1)", "--on", "sm90", "--element", "2"), "K-major, swizzle of 32 bytes: element (4,0) is at byte 128"),
            (("race_free", "--write", "(t<32) -> t / 2", "--element", "4"), "no: byte 0: thread 0 writes it in step 0 of write 1, at offset 0; thread 1 writes it"),
            (("predicate", "(t<8) -> 8*t", "8*t < 60", "--tensor", "60", "--width", "8"), "past the end: 1 of 8 accesses, the first at t=7 moves 56 to 63, and 60 lies outside"),
            (("map", "(r<8, c<8) -> r*8 + (c + r) % 8"), "not layout: at r=7, c=1 a layout that agrees before gives 64, the map 56"),
            (("map", "(i<8) -> i ^ 1", "--is", "8:1"), "0"),
        ):
            with self.subTest(words=words):
                ran = colex(*words)
                self.assertEqual((ran.status, ran.err), (1, ""))
                self.assertIn(line, ran.out)

    def test_in_files(self):
        for question, said in (
            ("tma((48,64):(1,48), box=(48,64), swizzle=32, element=bf16, on=sm90) == yes", "a row of the box has 96 bytes"),
            ("descriptor((64,16):(16,1), on=sm90, element=2) == yes", "element (4,0) is at byte 128"),
        ):
            with self.subTest(question):
                ran = colex("check", "-", stdin=question + "\n")
                self.assertEqual(ran.status, 1, ran)
                self.assertIn(said, ran.out)


if __name__ == "__main__":
    main()
