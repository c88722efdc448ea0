#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What pages and rows say of proofs is what the sources have: words_test.py ROOT

Each claim has its own test, and a planted text that says more, which must be named.
"""
import pathlib
import random
import re
import sys
import unittest

ROOT = pathlib.Path(sys.argv[1]).resolve()
INCLUDED = ("include", "props", "smt", "src", ".")


def read(path):
    return (ROOT / path).read_text()


def pages():
    return ["README.md", "CONTRIBUTING.md", *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))]


def rows():
    """(operation, laws, header) of each row of the table."""
    for path in sorted((ROOT / "src/operations/rows").glob("*.cpp")):
        for page in re.findall(r'R"\((.*?)\)"', path.read_text(), re.S):
            if tied := re.search(r"^ *laws: (.*(?:\n    .*)*)\n.*^ *C\+\+: (\S+) ", page, re.M | re.S):
                yield page.split("(")[0], tied[1].split(), tied[2]


def headers_of(law, known={}):  # noqa: B006, kept from call to call
    """The headers of the algebra that a law's statement, property and theorem include, and those that these include."""
    if law not in known:
        seen, todo = set(), [ROOT / f"include/colex/laws/{law}.hpp", ROOT / f"props/{law}.cpp", ROOT / f"smt/theorems/{law}.cpp"]
        while todo:
            path = todo.pop()
            if path not in seen and path.exists():
                seen.add(path)
                for name in re.findall(r'#include "([^"]+)"', path.read_text()):
                    places = (folder / name for folder in (path.parent, *(ROOT / word for word in INCLUDED)))
                    todo += [place.resolve() for place in places if place.exists()][:1]
        known[law] = {path.name for path in seen if path.is_relative_to(ROOT / "include/colex")}
    return known[law]


def cited_and_not_run(listed):
    """"operation: law" where a row cites a law of which neither statement nor property nor theorem reaches the row's header."""
    laws = {path.stem for path in (ROOT / "include/colex/laws").glob("*.hpp")}
    return [f"{operation}, {header}: {law}" for operation, cited, header in listed for law in laws & set(cited) if header not in headers_of(law)]


def stated():
    """law -> its statement, as Coq prints it."""
    path = ROOT / "smt/induction/statements.txt"
    text = path.read_text().split("\ndefinitions\n")[0] if path.exists() else ""
    return dict(re.findall(r"^(\w+)\n  : (.*?)\n  steps:$", text, re.M | re.S))


def said_of_coq(text):
    """Lines that say a law is composed by Coq at every rank, none of whose links leads to a law that Coq states."""
    for line in text.splitlines():
        says = re.search(r"composed (?:by Coq )?at every rank|[Ee]very rank by Coq|at every rank by Coq|Coq at every rank", line)
        linked = set(re.findall(r"laws\.md#(\w+)", line))
        if says and not linked & set(stated()):
            yield line


def splits():
    """The headers that take another way on symbols or in constants than 64-bit integers do at run time."""
    for path in sorted((ROOT / "include/colex").glob("*.hpp")):
        if re.search(r"if constexpr \(!?is_unbounded<|if \(.*std::is_constant_evaluated\(\)", path.read_text()):
            yield path.name


class Words(unittest.TestCase):
    maxDiff = None

    def test_a_row_cites_a_law_that_runs_its_header(self):
        listed = list(rows())
        self.assertGreater(len(listed), 200)
        self.assertEqual(cited_and_not_run(listed), [])
        planted = ("lex_logical_divide", ["divide_permutes_the_layout"], "lexicographic_divide.hpp")
        self.assertEqual(cited_and_not_run([planted]), ["lex_logical_divide, lexicographic_divide.hpp: divide_permutes_the_layout"])

    def test_coq_composes_at_every_rank_what_it_states(self):
        self.assertGreater(len(stated()), 30)
        self.assertEqual([f"{page}: {line}" for page in pages() if page != "docs/02_proofs.md" for line in said_of_coq(read(page))], [])
        self.assertEqual(len(list(said_of_coq("| it tiles | the shipped steps composed by Coq at every rank |\n[x](laws.md#any_layouts_are_exact), every rank by Coq"))), 2)
        proofs = [line for line in said_of_coq(read("docs/02_proofs.md")) if not line.startswith("| Coq |")]
        self.assertEqual(proofs, [])  # where the kind of bound is explained

    def test_no_page_says_whole_of_laws_but_the_computed_one(self):
        by_hand = re.compile(r"(?m)^(?:.*\. )?Whole: |every rank, Coq \|.*nothing is left to words")
        self.assertEqual([page for page in pages() if by_hand.search(read(page))], [])
        self.assertTrue(by_hand.search("These laws are composed. Whole: both laws of coalesce"))

    def test_what_symbolic_runs_leave_out_is_listed(self):
        table = re.search(r"What symbolic runs leave out\b.*?(?=\n## |\Z)", read("docs/02_proofs.md"), re.S)[0]
        named = {name for row in re.findall(r"^\| (`.*?) \|", table, re.M) for name in re.findall(r"\w+\.hpp", row)}
        self.assertEqual(sorted(named), sorted(splits()))

    def test_figures_of_proofs_are_counted(self):
        trusted = read("docs/SOUNDNESS.md")
        row = re.search(r"^\| 4 \|.*", trusted, re.M)[0]
        self.assertNotRegex(row.removeprefix("| 4 |"), r"\d\d")  # laws.md counts
        self.assertNotRegex(re.search(r"^\| 13 \|.*", trusted, re.M)[0].removeprefix("| 13 |"), r"\b(?:two|ten|\w+teen|\d+) theorems")
        sys.path.insert(0, str(ROOT / "tests/smt"))
        import induction
        seed = int(re.search(r"requests\(random\.Random\((\d+)\)\)", read("tests/smt/induction.py"))[1])
        asked = list(induction.requests(random.Random(seed)))
        computed = sum(term != "BEFORE" for _, _, term in asked)
        found = {page: [int(n) for n in re.findall(r"(\d+) answers", read(page))] for page in ("docs/SOUNDNESS.md", "docs/02_proofs.md")}
        self.assertEqual(found, {page: [computed] for page in found})
        given = sum("ANSWER" in term for _, _, term in asked)
        self.assertIn(f"in {given} of them the term is given colex's own answer", trusted)

    def test_deep_bugs_says_what_was_asked(self):
        page, asks = read("docs/deep_bugs.md"), read("tests/mutation/deep.py")
        columns = [cell.strip() for cell in re.search(r"^\| bug \|.*", page, re.M)[0].split("|")[1:-1]]
        if "coqc" not in asks:
            self.assertNotIn("Coq", columns)
        listed = re.findall(r"^name: +(\S+)$", read("tests/mutation/deep.txt"), re.M)
        self.assertGreater(len(listed), 60)
        cells = [[cell.strip() for cell in line.split(" | ")] for line in page.splitlines() if re.match(r"\| .* \| \w+\.hpp \|", line)]
        self.assertEqual([row[0].removeprefix("| ").replace(" ", "_") for row in cells], listed)
        for place, column in enumerate(columns[2:-1], 2):
            self.assertIn(f"{column} {sum(row[place] == 'noticed' for row in cells)}", page)

    def test_no_kernel_is_called_verified(self):
        """No theorem says C = alpha A B + beta C + bias: they are kernels with proved obligations."""
        if "gemm" in stated():
            return
        called = re.compile(r"(?i)\bverified (?:gpu )?(?:gemm|kernel|product)")
        places = [*pages(), "pyproject.toml", "CITATION.cff", "action.yml", "CHANGELOG.md", "SECURITY.md", "gpu_kernels/kernels.cpp", "src/cli/main.cpp"]
        self.assertEqual([place for place in places if (ROOT / place).exists() and called.search(read(place))], [])
        self.assertTrue(called.search("Verified GEMM for Hopper") and called.search("verified GPU kernels"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:], verbosity=2)
