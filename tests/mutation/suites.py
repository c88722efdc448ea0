# SPDX-License-Identifier: MIT
"""The suites that a mutant must fail: static tests, properties, proofs and unit tests, one file at a time.

    static = Static(root, work, "g++");  static.setup()
    static.ask("complement", overlay, "complement.hpp")     -> Answer("killed", "static assertion failed ...")

A file is compiled against an overlay: a folder with the one edited header in front of include/. What is alike
for all mutants (standard headers, solvers, the property engine, the proof engine) is compiled once.
"""
import dataclasses
import hashlib
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess

KILLED, SURVIVED, STILLBORN, UNSURE = "killed", "survived", "stillborn", "not proved"
STANDARD = """algorithm any array compare concepts cstddef cstdint cstdio cstdlib cstring exception functional iostream
initializer_list map numeric optional set string string_view tuple type_traits utility vector""".split()
# What a compiler says when a constant came out wrong, rather than when a program makes no sense.
WRONG_CONSTANT = re.compile(
    r"static assertion failed|non-constant condition|not a constant expression|overflow in constant|"
    r"constant expression|outside the bounds|'constexpr' (loop|evaluation|call)|non-'constexpr' function|"
    r"division by zero|right operand of shift|left operand of shift|shift expression|"
    r"accessing (value|uninitialized)|dereferencing|in a constant|-fconstexpr")


@dataclasses.dataclass(frozen=True)
class Answer:
    verdict: str
    detail: str


CACHED = ["ccache"] if shutil.which("ccache") else []  # before a compilation apart from linking


def sha(*parts):
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part if isinstance(part, bytes) else str(part).encode())
        digest.update(b"\0")
    return digest.hexdigest()[:16]


def limited(seconds):
    """A child's own limits; its own group, so that what it starts ends with it."""
    os.setsid()
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(command, seconds, environment=None, cwd=None):
    """(exit status, stdout, stderr); the status is None when it, or what a compiler started, computed longer than that. How
    busy the machine is does not matter; twenty times as long may pass, against what waits for ever."""
    child = subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                             errors="replace", cwd=cwd, preexec_fn=lambda: limited(int(seconds)),
                             env=dict(os.environ, LC_ALL="C", **(environment or {})))
    try:
        out, err = child.communicate(timeout=20 * seconds)
        ended = child.returncode == -signal.SIGXCPU or child.returncode != 0 and "CPU time limit exceeded" in err
        return None if ended else child.returncode, out, err
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.communicate()
        return None, "", ""


def must(command, seconds=900, cwd=None):
    """What a command prints that cannot fail unless the unedited sources are at fault."""
    status, out, err = run(command, seconds, cwd=cwd)
    if status != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}: {'too long' if status is None else out + err}")
    return out


class Suite:
    """Files `folder`/*.cpp, each a test of its own."""
    name = ""
    folder = ""
    flags = []
    includes = []        # folders beside include/
    libraries = []
    standard = STANDARD  # headers compiled once
    engine = []          # sources compiled once, as globs
    compile_seconds = 60

    def __init__(self, root, work, cxx):
        self.root, self.work, self.cxx = pathlib.Path(root), pathlib.Path(work) / self.name, cxx
        self.work.mkdir(parents=True, exist_ok=True)
        self.files = {path.stem: path for path in sorted((self.root / self.folder).glob("*.cpp"))}
        self.closures, self.objects = {}, {}
        self.shared = ""

    def command(self, overlay, *more):
        own = [f for folder in self.includes for f in ("-I", self.root / folder)]
        before = ["-I", overlay] if overlay else []
        return [self.cxx, "-std=c++20", "-w", *self.flags, "-include", self.work / "standard.hpp", *before,
                "-I", self.root / "include", *own, *more]

    def setup(self, only=None, build=True):
        """Compiles what all mutants share, and learns which headers each test includes. `only` these tests; without
        `build`, nothing is compiled, which is enough to look verdicts up."""
        header = self.work / "standard.hpp"
        if build:
            header.write_text("".join(f"#include <{name}>\n" for name in self.standard))
            must([*CACHED, self.cxx, "-std=c++20", "-w", *self.flags, "-x", "c++-header", header, "-o", str(header) + ".gch"])
        self.files = {stem: path for stem, path in self.files.items() if only is None or stem in only}
        for stem, path in self.files.items():
            self.closures[stem] = self.closure(path)
        everything = []
        for path in sorted(p for glob in self.engine for p in self.root.glob(glob)):
            closure = self.closure(path)
            target = self.work / (path.stem + ".o")
            if build:
                must([*CACHED, *self.command(None, "-c", path, "-o", target)])
            self.objects[path] = (target, {p.name for p in closure if p.parent.name == "colex"})
            everything += sorted(closure)
        self.shared = sha(self.flags, *(p.read_bytes() for p in everything))

    def closure(self, path):
        """The files of this repository that `path` includes, itself among them."""
        out = must([self.cxx, "-std=c++20", *self.flags, "-MM", "-I", self.root / "include",
                    *[f for folder in self.includes for f in ("-I", self.root / folder)], path])
        return sorted({pathlib.Path(word).resolve() for word in out.replace("\\\n", " ").split()[1:]})

    def header_names(self, stem):
        """The headers of the algebra on which a test depends, itself or through the engine."""
        own = {p.name for p in self.closures[stem] if p.parent.name == "colex"}
        return own.union(*[headers for _, headers in self.objects.values()])

    def key(self, stem, overlay_text, header):
        """What a verdict depends on: the mutated header, everything else that is compiled in, the limits."""
        others = [p.read_bytes() for p in self.closures[stem] if p.name != header]
        return sha(self.shared, overlay_text, *others)

    def candidates(self, mutant):
        """The tests to ask, the likeliest to fail first."""
        stem = mutant.file.split(".")[0]
        able = [s for s in self.files if mutant.file in self.header_names(s)]
        return sorted(able, key=lambda s: (s != stem, not s.startswith(stem), len(self.closures[s]), s))

    def inputs(self, stem, header):
        """The test, and the engine: objects, or sources where the mutated header is compiled in."""
        return [self.files[stem], *[path if header in headers else target
                                    for path, (target, headers) in self.objects.items()]]

    def build(self, stem, overlay, header, program):
        """None when it was built, or the answer."""
        status, _, err = run(self.command(overlay, *self.inputs(stem, header), "-o", program, *self.libraries),
                             self.compile_seconds * 3)
        return None if status == 0 else judged_errors(status, err)


def judged_errors(status, err):
    """What a failed compilation says of the mutant."""
    if status is None:
        return Answer(KILLED, "the compiler did not finish")
    errors = [line for line in err.split("\n") if "error:" in line or "fatal" in line]
    strange = [line for line in errors if not WRONG_CONSTANT.search(line)]
    if strange or not errors:
        return Answer(STILLBORN, (strange or err.split("\n"))[0][-200:])
    return Answer(KILLED, errors[0].split("error:")[-1].strip()[:160])


class Static(Suite):
    """Compiling is passing."""
    name, folder = "static", "tests/static"
    flags = ["-O0", "-fconstexpr-ops-limit=8000000"]

    def ask(self, stem, overlay, header):
        status, _, err = run(self.command(overlay, "-fsyntax-only", self.files[stem]), self.compile_seconds)
        return Answer(SURVIVED, "") if status == 0 else judged_errors(status, err)


class Constants(Static):
    """The static tests again, compiled with one mutant in the header: what constant evaluation alone notices, such as
    an element just past the last that is read and not used."""
    name = "constant"


class Properties(Suite):
    """A law that fails on a random case, crashes or does not come to an end."""
    name, folder = "property", "props"
    flags = ["-O1"]
    includes = ["props", "."]
    libraries = ["-lrapidcheck"]
    engine = ["props/gen/*.cpp"]
    cases, seconds = 300, 20

    def ask(self, stem, overlay, header):
        program = overlay / stem
        broken = self.build(stem, overlay, header, program)
        if broken:
            return broken
        status, out, _ = run([program], self.seconds, {"COLEX_PROPS_CASES": str(self.cases), "RC_PARAMS": "seed=1"})
        program.unlink()
        if status == 0:
            return Answer(SURVIVED, "")
        if status is None:
            return Answer(KILLED, f"runs longer than {self.seconds} s")
        failure = re.search(r"^FAILED: (.*)", out, re.M)
        return Answer(KILLED, failure.group(1) if failure else f"exit status {status}")

    def key(self, stem, overlay_text, header):
        return sha(super().key(stem, overlay_text, header), self.cases)


class Proofs(Suite):
    """A theorem that Z3 refutes; or, `not proved`, one that it no longer proves within the limits."""
    name, folder = "proof", "smt/theorems"
    flags = ["-O0"]
    includes = ["smt", "."]
    libraries = ["-lz3", "-lfmt"]
    standard = [*STANDARD, "z3++.h", "fmt/format.h"]
    engine = ["smt/sym/*.cpp", "smt/lemmas/*.cpp"]
    milliseconds, seconds = 4000, 60

    def setup(self, only=None, build=True):
        super().setup(only, build)
        driver = self.root / "tests/mutation/prove_one.cpp"
        self.driver_headers = {p.name for p in self.closure(driver) if p.parent.name == "colex"}
        for stem in self.files if build else ():
            must([*CACHED, *self.command(None, f"-DCOLEX_THEOREM={stem}", "-c", driver, "-o", self.work / f"prove_{stem}.o")])

    def ask(self, stem, overlay, header):
        program = overlay / stem
        driver = self.work / f"prove_{stem}.o"
        libraries = [driver, *self.libraries]
        if header in self.driver_headers:
            libraries = [f"-DCOLEX_THEOREM={stem}", self.root / "tests/mutation/prove_one.cpp", *self.libraries]
        status, _, err = run(self.command(overlay, *self.inputs(stem, header), "-o", program, *libraries), 180)
        if status != 0:
            return judged_errors(status, err)
        status, out, err = run([program, str(self.milliseconds)], self.seconds)
        program.unlink()
        if status is None:
            return Answer(UNSURE, f"no verdict within {self.seconds} s")
        lines = out.split("\n")
        if status != 0 or len(lines) < 2:
            return Answer(KILLED, f"exit status {status}: {err.strip()[-120:]}")
        if lines[0] == "proved" and len(lines) == 3:
            return Answer(SURVIVED, "")
        refuted = [line for line in lines if ": z3 refuted (" in line]
        if lines[0] == "refuted" and refuted:
            return Answer(KILLED, refuted[0][:200])
        return Answer(UNSURE, "; ".join(line for line in lines[2:] if line)[:200])

    def key(self, stem, overlay_text, header):
        return sha(super().key(stem, overlay_text, header), self.milliseconds, self.seconds)


class Units(Suite):
    """The GoogleTest files that link nothing but the algebra and the text form."""
    name, folder = "unit", "tests/unit"
    flags = ["-O0"]
    includes = ["src"]
    libraries = ["-lgtest_main", "-lgtest", "-lfmt"]
    standard = [*STANDARD, "gtest/gtest.h"]
    engine = ["src/text/*.cpp"]

    def ask(self, stem, overlay, header):
        program = overlay / stem
        broken = self.build(stem, overlay, header, program)
        if broken:
            return broken
        status, out, _ = run([program], 60)
        program.unlink()
        failure = re.search(r"^\[  FAILED  \] (.*)", out, re.M)
        return Answer(SURVIVED, "") if status == 0 else Answer(KILLED, failure.group(1) if failure else "crash")


class Census(Suite):
    """The parts of the census, on fewer cases: only in the programs that hold all mutants (schema_suites.py)."""
    name, folder = "census", "tests/census"
    includes = ["tests", "."]

    def __init__(self, root, work, cxx):
        super().__init__(root, work, cxx)
        del self.files["census"]  # its main()
