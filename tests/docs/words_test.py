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


def read(path):
    return (ROOT / path).read_text()


def pages():
    return ["README.md", "CONTRIBUTING.md", *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))]


def stated():
    """The laws of which Coq prints a statement."""
    return set(re.findall(r"^(\w+) \w+ \w+ steps", read("smt/induction/statements.txt"), re.M))


def said_of_coq(text):
    """Lines that say a law is composed by Coq at every rank, none of whose links leads to a law that Coq states."""
    for line in text.splitlines():
        says = re.search(r"composed (?:by Coq )?at every rank|[Ee]very rank by Coq|at every rank by Coq|Coq at every rank", line)
        linked = set(re.findall(r"laws\.md#(\w+)", line))
        if says and not linked & stated():
            yield line


def splits():
    """The headers that take another way on symbols or in constants than 64-bit integers do at run time."""
    for path in sorted((ROOT / "include/colex").glob("*.hpp")):
        if re.search(r"if constexpr \(!?is_unbounded<|if \(.*std::is_constant_evaluated\(\)", path.read_text()):
            yield path.name


class Words(unittest.TestCase):
    maxDiff = None

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

    def test_readme_promises_no_counterexample_of_every_refusal(self):
        """Some conditions show numbers or a limit: the table says which, and tests/oracle/witnesses.py replays what each shows."""
        table = "include/colex/condition.hpp"
        shown = set(re.findall(r'^      \{"\w+", (\w+),', read(table), re.M)) if (ROOT / table).exists() else set()
        promised = re.compile(r"(?i)\bright,? or (?:is )?refused with (?:a|its) counterexample")
        if shown - {"index", "pair"} or not shown:
            self.assertIsNone(promised.search(re.sub(r"\s+", " ", read("README.md"))))
        self.assertTrue(promised.search("so that every answer is right or refused with a counterexample."))

    def test_cutes_complement_may_have_fewer_points(self):
        """The page's example of it, by enumeration; it does not say that there are points enough."""
        page = read("docs/01_semantics.md")
        said = re.search(r"`complement \((\d+),(\d+)\):\((\d+),(\d+)\) (\d+)` is `1:0`: (\d+) points, cosize (\d+)", page)
        self.assertIsNotNone(said)
        m, n, d, e, least, points, cosize = map(int, said.groups())
        offsets = {i * d + j * e for i in range(m) for j in range(n)}
        self.assertEqual((len(offsets), max(offsets) + 1), (points, cosize))
        self.assertTrue(points < least <= cosize)
        self.assertNotRegex(page, r"enough\s+points\s+to\s+cover")

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
