#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Deep bugs: thresholds, orders, capacity and guards that an edit of one token does not reach. deep.txt lists them.

    deep.py --cxx g++                       each bug is there, and a third, which the commit draws, shows itself; which the quick checks notice
    deep.py --suites proof,property         theorems and properties as well; so does COLEX_NIGHTLY
    deep.py --suites proof --tests coalesce only those whose names contain one of these words
    deep.py ... --report                    writes docs/deep_bugs.md; the column of a suite that was not asked stays

One copy of the headers holds all bugs (`BUG` in a stanza's `new` is true while that bug is chosen, at run time).
`input` is a C++ expression, `answer` what the shipped headers answer; with the bug the answer must be another one.
The quick checks are: Steps.v, Loops.v and Shipped.v, which smt/induction's proofs are about, and the driver, loops and tree tests of tests/smt. A theorem
notices a bug when Z3 refutes one of its claims or its code crashes; a property when it finds a case.
"""
import argparse
import concurrent.futures
import dataclasses
import hashlib
import json
import os
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import schema_suites  # noqa: E402
import schemata  # noqa: E402
from drawn import every  # noqa: E402
from suites import CACHED, KILLED, SURVIVED, must, run, sha  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIELDS = ("name", "file", "old", "new", "input", "answer")
LEAST = 60  # bugs in the list
TESTS = ("drivers", "trees", "named")  # programs of Quick
SHOW = """// Prints `name<TAB>answer` of each input, or of the bugs named.
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>
#include "colex/colex.hpp"
using namespace colex;
using Int = std::int64_t;
namespace {
List<Mode<Int>> modes(std::vector<Mode<Int>> const& given) {
  List<Mode<Int>> r;
  for (auto const& m : given) r.push(m);
  return r;
}
/// So many modes of two points, of which none continues the one before it.
[[maybe_unused]] Layout<Int> staircase(int rank) {
  std::vector<Mode<Int>> r;
  for (int k = 0; k < rank; ++k) r.push_back({2, (Int(2) << k) - 1});
  return flat(modes(r));
}
template <class T>
std::string shown(T const& value) {
  if constexpr (std::is_arithmetic_v<T>) {
    return std::to_string(value);
  } else if constexpr (std::is_convertible_v<T, char const*>) {
    return value;
  } else if constexpr (requires { value.condition; }) {
    return std::string(name(value.condition)) + " " + std::to_string(value.left) + " " + std::to_string(value.right);
  } else {
    std::string out;
    write(out, value);
    return out;
  }
}
}  // namespace
int main(int count, char** names) {
  auto const wanted = [&](char const* name) {
    for (int k = 1; k < count; ++k)
      if (std::strcmp(names[k], name) == 0) return true;
    return count == 1;
  };
"""


@dataclasses.dataclass(frozen=True)
class Bug:
    """In `file`, `old` becomes `new`."""
    name: str
    file: str
    old: str
    new: str
    input: str
    answer: str

    @property
    def id(self):
        return self.name


def read(path):
    bugs, places = [], {}
    for number, stanza in enumerate(re.split(r"\n\s*\n", path.read_text()), 1):
        lines = [line for line in stanza.splitlines() if line and not line.startswith("#")]
        if not lines:
            continue
        fields = dict(re.split(r":\s+", line, maxsplit=1) for line in lines)
        if tuple(fields) != FIELDS:
            sys.exit(f"{path.name}, stanza {number}: expected the fields {', '.join(FIELDS)}")
        fields["old"], fields["new"] = (fields[f].replace("\\n", "\n") for f in ("old", "new"))
        bug = Bug(**fields)
        text = (ROOT / "include/colex" / bug.file).read_text()
        if text.count(bug.old) != 1:
            sys.exit(f"{path.name}: {bug.name}: the old text occurs {text.count(bug.old)} times in {bug.file}, not once")
        if not re.search(r"\bBUG\b", bug.new):
            sys.exit(f"{path.name}: {bug.name}: the new text does not ask for BUG")
        start = text.index(bug.old)
        for low, high, other in places.setdefault(bug.file, []):
            if start < high and low < start + len(bug.old):
                sys.exit(f"{path.name}: {bug.name} and {other} edit the same text")
        places[bug.file].append((start, start + len(bug.old), bug.name))
        bugs.append(bug)
    if len({b.name for b in bugs}) < max(LEAST, len(bugs)):
        sys.exit(f"{path.name}: {LEAST} bugs at least, each with a name of its own")
    return bugs


def write(bugs, root, folder, _forms):
    """The copy of the headers with all bugs in it; all of them are inside."""
    folder = pathlib.Path(folder)
    (folder / "colex").mkdir(parents=True, exist_ok=True)
    texts = {"mutant.hpp": schemata.HEADER.format(count=len(bugs))}
    for number, bug in enumerate(bugs):
        text = texts.get(bug.file) or (pathlib.Path(root) / "include/colex" / bug.file).read_text().replace(
            "#pragma once", '#pragma once\n#include "colex/mutant.hpp"', 1)
        texts[bug.file] = text.replace(bug.old, re.sub(r"\bBUG\b", f"::colex::mutant({number})", bug.new))
    for name, text in texts.items():
        target = folder / "colex" / name
        if not target.exists() or target.read_text() != text:
            target.write_text(text)
    return set(range(len(bugs)))


def show_program(bugs):
    return SHOW + "".join(f'  if (wanted("{b.name}")) std::printf("{b.name}\\t%s\\n", shown({b.input}).c_str());\n'
                          for b in bugs) + "}\n"


class Quick:
    """Programs on the copy: the inputs, write_steps, write_loops and write_shipped, and the tests of loops and of trees."""

    PROGRAMS = {"loops": ["smt/induction/write_loops.cpp", "smt/induction/term.cpp"], "steps": ["smt/induction/write_steps.cpp", "smt/induction/term.cpp"],
                "shipped": ["smt/induction/write_shipped.cpp", "smt/induction/term.cpp"],
                "show": ["show.cpp"], "drivers": ["tests/smt/driver_test.cpp"], "named": ["tests/smt/loops_test.cpp"], "trees": ["tests/smt/tree_test.cpp"]}

    def __init__(self, bugs, work, cxx, jobs):
        self.bugs, self.work = bugs, work
        write(bugs, ROOT, work / "include", {})
        (work / "show.cpp").write_text(show_program(bugs))

        def compile_one(source):
            """By ccache, which hashes names: those of the folder, another in each run, are relative to it."""
            place, target = source if source == "show.cpp" else ROOT / source, pathlib.Path(source).stem + ".o"
            must([*CACHED, cxx, "-std=c++20", "-O0" if source.startswith("tests/") else "-O1", "-w", "-I", "include", "-I", ROOT / "include", "-I", ROOT / "smt", "-c", place, "-o", target], cwd=work)
            return target
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            sources = list(dict.fromkeys(source for sources in self.PROGRAMS.values() for source in sources))
            objects = dict(zip(sources, pool.map(compile_one, sources)))
        for name, sources in self.PROGRAMS.items():
            must([cxx, *(objects[source] for source in sources), *(["-lgtest", "-lgtest_main"] if name in TESTS else []), "-o", name], cwd=work)

    WRITTEN = (("steps",), ("shipped",), ("loops", "headers"), ("loops",))  # what Coq would prove about, the quickest first

    def ran(self, program, *arguments, bug):
        """(status, output) with the bug's number chosen, or without a bug."""
        environment = {} if bug is None else {"COLEX_MUTANT": str(self.bugs.index(bug))}
        status, out, _ = run([self.work / program, *arguments], 10, environment)  # the longest takes 1.7 s without a bug
        return status, out

    def unedited(self):
        status, out = self.ran("show", bug=None)
        answers = dict(line.split("\t", 1) for line in out.splitlines())
        wrong = [f"{b.name}: {b.input} answers {answers.get(b.name)!r}, listed is {b.answer!r}"
                 for b in self.bugs if answers.get(b.name) != b.answer]
        steps = self.ran("steps", bug=None)
        if hashlib.sha256(steps[1].encode()).hexdigest() != (ROOT / "smt/induction/Steps.sha256").read_text().split()[0]:
            wrong.append("write_steps does not print what Steps.sha256 pins without a bug")
        wrong += [f"the test of {name} fails without a bug" for name in TESTS if self.ran(name, bug=None)[0] != 0]
        self.printed = [self.ran(*program, bug=None) for program in self.WRITTEN]
        wrong += [f"write_{' '.join(program)} ends with status {status} without a bug" for program, (status, _) in zip(self.WRITTEN, self.printed) if status != 0]
        return wrong + ([f"the inputs end with status {status}"] if status != 0 else [])

    def ask(self, bug):
        """What the input answers with the bug, and which quick checks notice it."""
        status, out = self.ran("show", bug.name, bug=bug)
        with_bug = out.rstrip("\n").split("\t", 1)[-1] if status == 0 else f"the program ends with status {status}"
        return with_bug, {"printed steps": any(self.ran(*program, bug=bug) != printed for program, printed in zip(self.WRITTEN, self.printed)),
                          "drivers": any(self.ran(name, bug=bug)[0] != 0 for name in TESTS)}


def ask_suites(bugs, given, work):
    """(bug, suite) -> (verdict, evidence), of the theorems and properties chosen."""
    suites = [s for s in given.suites.split(",") if s]
    if not suites:
        return {}
    programs = schema_suites.Programs(ROOT, work, given.cxx, bugs, given.jobs, write)
    words = [w for w in given.tests.split(",") if w]
    for suite in suites:
        programs.tests[suite] = [t for t in programs.tests[suite] if not words or any(w in t for w in words)]
    programs.build(suites)
    programs.learn(suites)
    kept_at = work / "verdicts.json"
    kept = json.loads(kept_at.read_text()) if kept_at.exists() else {}
    verdicts = {}

    def one(bug, suite):
        best = SURVIVED, f"{len(programs.candidates(suite, bug))} reach it"
        for test in programs.candidates(suite, bug):
            key = sha(bug.name, suite, test, programs.basis[suite, test])
            if key not in kept:
                answer = programs.ask(suite, test, bug)
                kept[key] = [answer.verdict, answer.detail]
            verdict, detail = kept[key]
            if verdict == KILLED:
                return KILLED, f"{test}: {detail}"
            if verdict != SURVIVED:
                best = verdict, f"{test}: {detail}"
        return best
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        futures = {(b.name, s): pool.submit(one, b, s) for s in suites for b in bugs}
        for (name, suite), future in futures.items():
            verdicts[name, suite] = future.result()
            print(f"{suite:<9} {verdicts[name, suite][0]:<9} {name}: {verdicts[name, suite][1]}"[:200], flush=True)
            kept_at.write_text(json.dumps(dict(kept)))
    return verdicts


def kept(page):
    """Of a page: what each suite was asked, and bug -> its row's cells, by column."""
    asked = dict(re.findall(r"^Asked of the (\w+) suite: (.*)\.$", page, re.M))
    rows = [[cell.strip() for cell in line.split("|")[1:7]] for line in page.splitlines()
            if re.match(r"\| .* \| \w+\.hpp \|", line)]
    return asked, {row[0].replace(" ", "_"): dict(zip(("printed steps", "drivers", "proof", "property"), row[2:])) for row in rows}


def report(bugs, noticed, verdicts, suites, words):
    """docs/deep_bugs.md."""
    page = ROOT / "docs/deep_bugs.md"
    asked, before = kept(page.read_text() if page.exists() else "")
    asked.update({s: "tests whose names contain " + words.replace(",", ", ") if words else "all of it" for s in suites})

    def cell(bug, column):
        if column in ("printed steps", "drivers"):
            return "noticed" if noticed[bug.name][column] else "-"
        if column not in suites:
            return before.get(bug.name, {}).get(column, "not measured")
        verdict = verdicts.get((bug.name, column))
        return "not measured" if verdict is None else {KILLED: "noticed", SURVIVED: "-"}.get(verdict[0], verdict[0])

    def total(columns):
        return len([b for b in bugs if any(cell(b, c) == "noticed" for c in columns)])
    columns = ("printed steps", "drivers", "proof", "property")
    lines = [
        "# Deep bugs\n",
        "Written by `tests/mutation/deep.py --report`. Each bug is more than an edit of one token: a threshold, an order, a limit or\n"
        "a guard. `tests/mutation/deep.txt` holds the edit of each, with an input that shows it and the right answer; a test sees\n"
        "every bug show itself. [mutants.md](mutants.md) counts edits of one token.\n",
        "- **printed steps**: `write_steps` prints another step, or another whole function at a small rank, than the proofs in\n"
        "  `smt/induction` are about, or `write_loops` another whole function or loop, so that `tests/smt/induction.py` fails. It is a comparison\n"
        "  of texts, which notices every edit of a step, a right one too; whether Coq refuses what is printed is not asked here.",
        "- **drivers**: `tests/smt/driver_test.cpp` or `tests/smt/loops_test.cpp`, of loops, or `tests/smt/tree_test.cpp`, of trees, fails.",
        "- **proof**: Z3 refutes a claim of a theorem that reaches the bug, or the theorem's code crashes. `-` where none does;\n"
        "  `not proved` where one is neither proved nor refuted in time.",
        f"- **property**: RapidCheck finds a case, of {schema_suites.Programs.cases}.",
        "- `not measured` says that the suite has not been asked.\n",
        "Printed steps and drivers are asked about all.\n",
        *(f"Asked of the {suite} suite: {what}.\n" for suite, what in sorted(asked.items())),
        f"Of {len(bugs)} bugs, what was asked notices {total(columns)}: " + ", ".join(f"{c} {total((c,))}" for c in columns) +
        ".\n",
        "| bug | header | " + " | ".join(columns) + " | input that shows it |", "|" + "---|" * (3 + len(columns))]
    for bug in bugs:
        shown = bug.input.replace("|", "\\|")
        lines.append(f"| {bug.name.replace('_', ' ')} | {bug.file} | {' | '.join(cell(bug, c) for c in columns)} | `{shown}` |")
    page.write_text("\n".join(lines) + "\n")
    print(next(line for line in lines if line.startswith("Of ")))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--cxx", default=os.environ.get("CXX", "g++"))
    parser.add_argument("--suites", default="proof,property" if os.environ.get("COLEX_NIGHTLY") else "")
    parser.add_argument("--tests", default="", help="of the suites, those whose names contain one of these words")
    parser.add_argument("--work", default=str(ROOT / "build/deep"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--report", action="store_true", help="write docs/deep_bugs.md")
    given = parser.parse_args()
    bugs = read(pathlib.Path(__file__).with_name("deep.txt"))
    failed, noticed = 0, {}
    with tempfile.TemporaryDirectory() as folder:
        quick = Quick(bugs, pathlib.Path(folder), given.cxx, given.jobs)
        wrong = quick.unedited()
        for line in wrong:
            print("FAILED  " + line)
        with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
            some = bugs if given.report else every(bugs, 3, "bugs", "each is asked of eight programs")
            for bug, (with_bug, noticed[bug.name]) in zip(some, pool.map(quick.ask, some)):
                hidden = with_bug == bug.answer
                failed += hidden
                by = ", ".join(name for name, yes in noticed[bug.name].items() if yes)
                print(f"{'FAILED  does not show: ' if hidden else ''}{bug.name}: {bug.answer} becomes {with_bug}"
                      f"{'; noticed by ' + by if by else ''}")
    failed += len(wrong)
    work = pathlib.Path(given.work)
    work.mkdir(parents=True, exist_ok=True)
    verdicts = ask_suites(bugs, given, work)
    if given.report:
        report(bugs, noticed, verdicts, [s for s in given.suites.split(",") if s], given.tests)
    if not given.suites:
        print("nightly: deep_bugs: theorems and properties of each bug; by day that each shows itself: a build for each suite takes minutes")
    print(f"{len(bugs) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
