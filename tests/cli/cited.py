#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""No operation cites a law that nothing runs on it: cited.py LIBPROVE, the laws' theorems, compiled without optimization.

An operation's page names its C++ function and its laws. Of each of these laws the theorem's object file must define an
instance of that function, which a compiler makes where code calls it; and the law's property must call it: its program
has an instance, or its source, or that of the law, has a call.
"""
import pathlib
import re
import subprocess
import sys
import unittest

from tool import PATH

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import examples  # noqa: E402

PAGES = examples.manual(PATH)["pages"]


def symbols(path):
    """object of an archive -> what it defines, names as the linker has them."""
    ran = subprocess.run(["nm", "-A", "--defined-only", path], capture_output=True, text=True, check=True)
    found = {}
    for line in ran.stdout.splitlines():
        place, _, rest = line.rpartition(" ")
        found.setdefault(re.split(r"[/:]", place.split(".cpp.o")[0])[-1], []).append(rest)
    return {name: "\n".join(defined) for name, defined in found.items()}


def without_comments(text):
    return re.sub(r"//[^\n]*|\"(?:[^\"\\\n]|\\.)*\"", " ", text)


def defines(mangled, function):
    """Of a function, `name` or `Type::operator()`, the linker's names: _ZN5colex4nameI..."""
    if function.endswith("::operator()"):
        kind = function.split("::")[0]
        return bool(re.search(rf"^_ZNK5colex(?:{len(kind)}|{len(kind) + 5}Basic){kind}\w*clE", mangled, re.M))
    return bool(re.search(rf"^_ZN5colex{len(function)}{function}[IE]", mangled, re.M))


def calls(source, function):
    name = re.escape(function.removesuffix("::operator()"))
    if function.endswith("::operator()"):  # of an object of this type
        return bool(re.search(rf"\b(?:Basic)?{name}\b", source))
    return bool(re.search(rf"\b{name}\b\s*(?:<[^;(]*>)?[({{]", source))


def names(field):
    return [] if field == "none" else field.split()


def faults(pages, theorems, properties):
    """`operation: law: what is missing`, of each citation that nothing stands behind."""
    for page in pages:
        function = page["C++"].split()[1]
        for law in names(page["laws"]):
            if not defines(theorems.get(law, ""), function):
                yield f"{page['op']}: {law}: its theorem runs no {function}"
            if not calls(properties.get(law, ""), function):
                yield f"{page['op']}: {law}: its property calls no {function}"


class Cited(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.theorems = {name.removeprefix("theorems_"): text for name, text in symbols(LIBRARY).items() if name.startswith("theorems_")}
        cls.properties = {path.stem: without_comments(path.read_text() + (ROOT / f"include/colex/laws/{path.stem}.hpp").read_text())
                          for path in (ROOT / "props").glob("*.cpp")}

    def test_what_a_page_cites_is_run(self):
        self.assertGreater(len(self.theorems), 40)
        self.assertEqual(list(faults(PAGES, self.theorems, self.properties)), [])

    def test_planted_citations_are_noticed(self):
        planted = [{"op": "coalesce", "laws": "text_reads_back", "C++": "coalesce.hpp coalesce"},
                   {"op": "coalesce", "laws": "coalesce_preserves_the_map", "C++": "coalesce.hpp coalesce"},
                   {"op": "lex_composition", "laws": "composition_evaluates_pointwise", "C++": "lexicographic.hpp lex_composition"}]
        self.assertEqual([fault.split(":")[0] for fault in faults(planted, self.theorems, self.properties)],
                         2 * ["coalesce"] + 2 * ["lex_composition"])
        self.assertEqual(len(list(faults(planted[1:2], {}, self.properties))), 1)
        self.assertEqual(len(list(faults(planted[1:2], self.theorems, {}))), 1)

    def test_a_call_in_a_comment_is_none(self):
        self.assertFalse(calls(without_comments('// coalesce(x)\n"coalesce(x)" coalesced(x)'), "coalesce"))


if __name__ == "__main__":
    LIBRARY = sys.argv.pop()
    unittest.main(argv=sys.argv[:1])
