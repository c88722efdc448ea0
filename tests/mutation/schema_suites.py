# SPDX-License-Identifier: MIT
"""The suites built once on the headers that hold all mutants (schemata.py), and asked about one mutant at a time.

    programs = Programs(root, work, cxx, mutants);  programs.build();  programs.learn()
    programs.ask("property", "coalesce_preserves_the_map", mutant)     -> Answer("killed", "coalesce keeps ...")

A theorem that Z3 does not prove within the limits on the unedited code kills what it refutes, and nothing else.
A test is asked about a mutant only when it reaches it: when a run of the test on the unedited code evaluates the
expression that the mutant is in. The static tests run here as programs, their constants computed at run time; what is
computed in a constant expression all the same, no mutant changes.
"""
import concurrent.futures
import json
import pathlib
import re
import signal
import subprocess
import threading

import schemata
from suites import CACHED, KILLED, STANDARD, SURVIVED, UNSURE, Answer, Proofs, Properties, must, run, sha

SANITIZED = ["-fsanitize=undefined,bounds-strict", "-fno-sanitize-recover=all"]  # what is undefined is no constant either
CHECKS = """#include <cstdio>
#include <vector>
namespace checks {
struct Check { int line; bool (*holds)(); };
inline std::vector<Check>& all() { static std::vector<Check> checks; return checks; }
inline bool add(int line, bool (*holds)()) { all().push_back({line, holds}); return true; }
template <class F> [[gnu::noinline]] auto now(F f) { return f(); }
}
"""
RUN_CHECKS = """  for (auto const& check : checks::all())
    if (!check.holds()) return std::printf("line %d\\n", check.line), 1;
"""


def at_run_time(text):
    """A static test as a program: its assertions become checks, its constants are computed when it starts."""
    out, at, source = [], 0, schemata.Source(text)
    for found in re.finditer(r"^static_assert\(|^constexpr ", source.mask, re.M):
        if found.start() < at:
            continue
        if found.group().startswith("static"):
            end = source.match[found.end() - 1]
            inside = re.sub(r',\s*"[^"]*"\s*$', "", source.text[found.end():end])
            line = source.mask.count("\n", 0, found.start()) + 1
            out += [source.text[at:found.start()], f"static bool const check_{line} = checks::add({line}, "
                    f"[] {{ return static_cast<bool>({inside}); }})"]
            at = end + 1
            continue
        end = source.statement(found.start())
        stop = source.mask.find("\n}", found.start())
        head = re.compile(r"constexpr ((?:[\w:]|<[\w:]+>)+) (\w+)( = |(?=\{))").match(source.mask, found.start())
        if head:
            close = head.end()
            while source.mask[close] not in ";,":
                close = source.match[close] + 1 if source.mask[close] in "([{<" and close in source.match else close + 1
            if source.mask[close] == ",":
                continue
            value = source.text[head.end():close]
            value = value if head.group(3) else head.group(1) + value
            out += [source.text[at:found.start()],
                    f"static {head.group(1)} const {head.group(2)} = checks::now([] {{ return {value}; }});"]
            at = close + 1
        elif re.match(r"constexpr [^=;{]*\) \{", source.mask[found.start():stop]):
            out += [source.text[at:found.start()], "inline "]
            at = found.end()
    text = "".join([*out, source.text[at:]])
    return CHECKS + re.sub(r"int main\(\) \{", lambda m: m.group() + "\n" + RUN_CHECKS, text)


class Programs:
    FOLDERS = {"static": "tests/static", "property": "props", "proof": "smt/theorems", "unit": "tests/unit",
               "census": "tests/census"}
    # A part of the census: every 23rd small case and some random ones.
    CENSUS = ["--pace", "23", "--random", "1000", "--part"]
    cases, property_seconds = Properties.cases, Properties.seconds
    proof_milliseconds, proof_seconds = Proofs.milliseconds, Proofs.seconds

    def __init__(self, root, work, cxx, mutants, jobs=2, write=schemata.write):
        self.write = write  # of the copy of the headers
        self.root, self.work, self.cxx, self.jobs = pathlib.Path(root), pathlib.Path(work) / "schemata", cxx, jobs
        self.mutants = mutants
        self.number = {m.id: k for k, m in enumerate(mutants)}
        self.copy, self.objects = self.work / "include", self.work / "objects"
        self.objects.mkdir(parents=True, exist_ok=True)
        self.forms_file = self.work / "forms.json"
        self.forms = json.loads(self.forms_file.read_text()) if self.forms_file.exists() else {}
        self.tests = {suite: sorted(p.stem for p in (self.root / folder).glob("*.cpp"))
                      for suite, folder in self.FOLDERS.items()}
        self.tests["census"].remove("census")  # its main()
        self.inside, self.reached, self.parts, self.seconds = set(), {}, {}, {}
        self.server = threading.local()
        self.broken = set()

    # Building

    def flags(self, suite):
        overlay = ["-I", self.copy, "-I", self.root / "include"]
        return ["-std=c++20", "-w", *overlay, *{
            "static": ["-O0", *SANITIZED],
            "property": ["-O1", "-I", self.root / "props", "-I", self.root],
            "proof": ["-O1", "-I", self.root / "smt", "-I", self.root],
            "unit": ["-O1", "-I", self.root / "src"],
            "census": ["-O1", "-I", self.root / "tests", "-I", self.root]}[suite]]

    def standard(self, suite):
        """The headers of the standard library and of the solver, compiled once."""
        header = self.work / f"standard_{suite}.hpp"
        more = {"proof": ["z3++.h"], "unit": ["gtest/gtest.h"]}.get(suite, [])
        text = "".join(f"#include <{name}>\n" for name in [*STANDARD, *more])
        if not header.exists() or header.read_text() != text:
            header.write_text(text)
            must([*CACHED, self.cxx, *self.flags(suite), "-x", "c++-header", header, "-o", str(header) + ".gch"])
        return header

    def compile(self, suite, source):
        """(object, what the compiler said); kept under the hash of all that goes in."""
        header = self.standard(suite)
        path = source
        if suite == "static":
            path = self.work / f"static_{source.name}"
            text = at_run_time(source.read_text())
            if not path.exists() or path.read_text() != text:
                path.write_text(text)
        out = must([self.cxx, *self.flags(suite), "-MM", path])
        files = sorted(set(out.replace("\\\n", " ").split()[1:]))
        key = sha(self.cxx, self.flags(suite), *[pathlib.Path(f).read_bytes() for f in files])
        target = self.objects / f"{suite}_{source.parent.name}_{source.stem}_{key}.o"
        if target.exists():
            return target, ""
        status, _, err = run([*CACHED, self.cxx, *self.flags(suite), "-fmax-errors=0", "-include", header, "-c", path, "-o", target],
                             900)
        return (target, "") if status == 0 else (None, err or "too long")

    def sources(self, suite):
        """(the tests' own files, the files that all of them need)"""
        own = [self.root / self.FOLDERS[suite] / f"{stem}.cpp" for stem in self.tests[suite]]
        needs = {"property": ["props/gen/*.cpp"], "unit": ["src/text/*.cpp"], "census": ["tests/census/census.cpp"],
                 "proof": ["smt/sym/*.cpp", "smt/lemmas/*.cpp", "smt/catalogue.cpp", "smt/declaration.cpp", "smt/refuted/*.cpp",
                           "tests/mutation/prove_mutants.cpp"]}.get(suite, [])
        needs = [p for pattern in needs for p in sorted(self.root.glob(pattern))]
        return own, needs + ([self.left_out()] if suite == "proof" else [])

    def left_out(self):
        """A file for the catalogue, which wants all theorems: those that are not asked prove nothing."""
        names = sorted({p.stem for p in (self.root / self.FOLDERS["proof"]).glob("*.cpp")} - set(self.tests["proof"]))
        text = '#include "catalogue.hpp"\nnamespace colex::sym {\n' + "".join(
            f'Theorem {name}() {{ return {{"{name}", "", "", {{}}, "", nullptr}}; }}\n' for name in names) + "}\n"
        path = self.work / "left_out.cpp"
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
        return path

    def blamed(self, err):
        """The mutants whose form the compiler complains of."""
        found = set()
        for file, line, column in re.findall(r"schemata/include/colex/(\w+\.hpp):(\d+):(\d+): error", err):
            rows = (self.copy / "colex" / file).read_text().split("\n")
            at, column = int(line) - 1, int(column)
            nearest = re.findall(r"::colex::mutant\((\d+)\)", rows[at][:column + 16])[-1:] or \
                re.findall(r"::colex::mutant\((\d+)\)", rows[at])[:1]
            while not nearest and at > int(line) - 8:
                at -= 1
                nearest = re.findall(r"::colex::mutant\((\d+)\)", rows[at])[-1:]
            found.update(map(int, nearest))
        return found

    def build(self, suites):
        """Compiles everything; a mutant whose form does not compile gets its next form, until all is well."""
        for turn in range(40):
            self.inside = self.write(self.mutants, self.root, self.copy, self.forms)
            work = []
            for suite in suites:
                self.standard(suite)
                own, needs = self.sources(suite)
                work += [(suite, path) for path in [*own, *needs]]
            failed, bad, built = [], set(), {}
            with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
                for (suite, path), (target, err) in zip(work, pool.map(lambda one: self.compile(*one), work)):
                    built[suite, path] = target
                    if target is None:
                        failed.append((path, err))
                        bad |= self.blamed(err)
            print(f"turn {turn}: {len(self.inside)} mutants in the copy, {len(failed)} files do not compile, "
                  f"{len(bad)} forms to change", flush=True)
            if not failed:
                break
            if not bad:
                raise RuntimeError("\n".join(f"{path}\n{err[:1500]}" for path, err in failed[:2]))
            for number in bad:
                self.forms[self.mutants[number].id] = self.forms.get(self.mutants[number].id, 0) + 1
            self.forms_file.write_text(json.dumps(self.forms, indent=0))
        self.programs, self.basis = {}, {}
        for suite in suites:
            own, needs = self.sources(suite)
            shared = [built[suite, p] for p in needs]
            engine = [built[suite, p] for p in needs if p.parent.name in ("sym", "lemmas", "mutation", "gen", "text", "census")]
            for path in own:
                self.basis[suite, path.stem] = sha(*map(str, [built[suite, path], *engine]))
            libraries = {"static": SANITIZED, "property": ["-lrapidcheck"], "proof": ["-lz3", "-lfmt"],
                         "unit": ["-lgtest_main", "-lgtest", "-lfmt"], "census": []}[suite]
            if suite in ("proof", "census"):
                self.link(suite, [built[suite, p] for p in own] + shared, libraries, self.tests[suite])
            else:
                for path in own:
                    self.link(suite, [built[suite, path], *shared], libraries, [path.stem])

    def link(self, suite, objects, libraries, stems):
        target = self.objects / f"{suite}_{sha(*map(str, objects))}"
        if not target.exists():
            must([self.cxx, *objects, *libraries, "-o", target])
        for stem in stems:
            self.programs[suite, stem] = target

    # Running

    def start(self, suite, test, environment, seconds):
        """Runs a test, for so many seconds of its own: how busy the machine is does not matter."""
        return run([self.programs[suite, test], *([*self.CENSUS, test] if suite == "census" else [])], seconds,
                   {"COLEX_PROPS_CASES": str(self.cases), "RC_PARAMS": "seed=1", **environment})

    def prover(self, line):
        """One line to the prover of this thread, and its answer."""
        if not hasattr(self.server, "process"):
            self.server.process = subprocess.Popen([self.programs["proof", self.tests["proof"][0]]], text=True,
                                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.server.process.stdin.write(line + "\n")
        self.server.process.stdin.flush()
        answer = []
        while True:
            one = self.server.process.stdout.readline()
            if not one:
                raise RuntimeError(f"the prover ended at: {line}")
            answer.append(one.strip())
            if not one.startswith("part "):
                return answer

    def learn_one(self, suite, test):
        if suite == "proof":
            *parts, last = self.prover(f"reach {test} 600 {self.proof_milliseconds}")
            if not last.startswith(("proved", "not proved")):
                raise RuntimeError(f"{test} on the headers as they are: {last}")
            reached = {}
            for row in parts:
                part, numbers = re.match(r"part (\d+):(.*)", row).groups()
                for number in numbers.split():
                    reached.setdefault(int(number), []).append(int(part))
            return reached, float(last.split()[1]) if last.startswith("proved") else None
        file = self.work / f"reached_{suite}_{test}"
        file.unlink(missing_ok=True)
        status, out, err = self.start(suite, test, {"COLEX_MUTANTS_REACHED": str(file)}, 120)
        if status != 0:
            raise RuntimeError(f"{suite} {test} on the headers as they are: {status} {out[-1500:]} {err[-1500:]}")
        return {int(number): [] for number in file.read_text().split()}, 0

    def learn(self, suites):
        """Which mutants each test reaches, kept with the program that says so."""
        kept_at = self.work / "reached.json"
        kept = json.loads(kept_at.read_text()) if kept_at.exists() else {}
        work = [(suite, test) for suite in suites for test in self.tests[suite]]

        def one(suite, test):
            name, program = f"{suite} {test}", self.basis[suite, test]
            if kept.get(name, {}).get("program") != program or kept[name].get("cases") != self.cases:
                reached, seconds = self.learn_one(suite, test)
                kept[name] = {"program": program, "cases": self.cases, "seconds": seconds,
                              "reached": {str(k): v for k, v in reached.items()}}
            return kept[name]
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            for (suite, test), known in zip(work, pool.map(lambda w: one(*w), work)):
                self.reached[suite, test] = {int(k): v for k, v in known["reached"].items()}
                self.seconds[suite, test] = known["seconds"]
                kept_at.write_text(json.dumps(dict(kept)))

    def candidates(self, suite, mutant):
        """The tests that reach the mutant, the likeliest and cheapest first."""
        number = self.number[mutant.id]
        able = [t for t in self.tests[suite] if number in self.reached.get((suite, t), {})]
        stem = mutant.file.split(".")[0].split("_")[0]
        return sorted(able, key=lambda t: (not t.startswith(stem), self.seconds[suite, t] or 0,
                                           len(self.reached[suite, t]), t))

    def ask(self, suite, test, mutant):
        number = self.number[mutant.id]
        if suite == "proof":
            parts = ",".join(map(str, self.reached[suite, test][number]))
            answer = self.prover(f"{number} {test} {self.proof_seconds} {self.proof_milliseconds} {parts}")[-1]
            verdict, _, detail = answer.partition(": ")
            if verdict == "not proved" and self.seconds[suite, test] is None:
                return Answer(SURVIVED, "not proved in time, as without the mutant")
            return Answer({"proved": SURVIVED, "refuted": KILLED, "crashed": KILLED}.get(verdict.strip(), UNSURE), detail)
        seconds = {"property": self.property_seconds, "static": 10, "unit": 30, "census": 60}[suite]
        status, out, err = self.start(suite, test, {"COLEX_MUTANT": str(number)}, seconds)
        if status == 0:
            return Answer(SURVIVED, "")
        if status is None or status == -signal.SIGKILL:
            return Answer(KILLED, f"runs longer than {seconds} s")
        said = re.search(r"^FAILED: (.*)|^(line \d+)|^\[  FAILED  \] (.*)|(runtime error: .*)", out + err, re.M)
        return Answer(KILLED, next(g for g in said.groups() if g) if said else f"exit status {status}")
