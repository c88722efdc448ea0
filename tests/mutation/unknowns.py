#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Errors planted in what makes cases fewer and shorter (src/unknowns): the answers kept here must notice each.

    unknowns.py --cxx g++ --build build             by default half of the first edits of each file, drawn by the commit; COLEX_NIGHTLY: all
    unknowns.py --cxx g++ --build build --all

The file is compiled with the edit and linked before the libraries of the build, whose own copy of it is then not taken.
"""
import argparse
import concurrent.futures
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from drawn import every, standing_once  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The question, and the lines before the one on what is known.
ANSWERS = [
    ("coalesce((192,N):(1,192))", "192N:1"),
    ("right_inverse((4,N):(D,4))", "D == 1: 4N:1\nD != 1: 1:0"),
    ("complement(64:1, K)", "K < 1: refused: cotarget_positive, at K = 0: M = 0 is below 1\nK >= 1 && K % 64 == 0: K/64:64\n"
                            "K >= 1 && K % 64 != 0: refused: cotarget_divides, at K = 1: 64 does not divide 1"),
    ("complement(3:N, 4)", "N < 1: refused: stride_positive, at N = 0: mode 0: its stride is 0, and a complement needs strides of at least 1\n"
                           "N >= 1: refused: cotarget_divides, at N = 1: 3 does not divide 4"),
    ("logical_divide((M,N):(1,M), <4>) if M % 4 == 0", "((4,M/4),N):((1,4),M)"),
    ("equal((M,N):(N,1), MN:1)", "M == 1: yes\nM != 1 && N == 1: yes\n"
                                 "M != 1 && N != 1: no, at M = 2, N = 2: first difference at index 1 (2 against 1)"),
    ("evaluate((M,N):(N,1), 0)", "0"),
    ("upcast(8:N, 2)", "N < 0 && (-N) % 2 != 0: refused: not_negative, at N = -1: mode 0: -1 is too small\nN % 2 == 0: 8:N/2\n"
                       "N >= 0 && N % 2 != 0 && 2 % N == 0: (7/(2/N)) + 1:1\n"
                       "N >= 0 && N % 2 != 0 && 2 % N != 0: refused: vector_divides, at N = 3: mode 0: 3 does not fit whole vectors of 2"),
    ("get_1d_coord((2,2):(1,2), K)", "K < 0: refused: surjective, at K = -1: no coordinate has offset -1\n"
                                     "K >= 0 && (K % 2) + 2*((K/2) % 2) == K: (K % 2) + 2*((K/2) % 2)\n"
                                     "K >= 0 && (K % 2) + 2*((K/2) % 2) != K: refused: surjective, at K = 4: no coordinate has offset 4"),
    ("composition((M,K):(K,1), 64:1)", "M < 64 && 64 % M == 0: (M,64/M):(K,1)\n"
                                       "M < 64 && 64 % M != 0: refused: run_divides, at K = 1, M = 3: no layout gives f(i): at index 3 the modes before it force 3, f(3) = 1\n"
                                       "M >= 64: 64:K"),
    ("composition((10,5):(D,1), N:4)",
     "2N < 7: N:4D\n"
     "2N >= 7 && N % 3 == 0: refused: run_divides or additive, at D = 0, N = 6: no layout gives f(i): at index 5 the modes before it force 1, f(5) = 2\n"
     "2N >= 7 && N % 3 != 0: refused: run_divides, at D = 0, N = 4: no layout gives f(i): at index 3 the modes before it force 0, f(3) = 1"),
    ("composition((5,K):(K,1), (X,2):(1,X))",
     "X == 1: (1,2):(0,K)\nX > 5 && X % 5 == 0: ((5,X/5),2):((K,1),X/5)\n"
     "X > 5 && X % 5 != 0: refused: run_divides, at K = 1, X = 6: no layout gives f(i): at index 5 the modes before it force 5, f(5) = 1\n"
     "X <= 5 && X % 5 == 0: (X,2):(K,X/5)\nX != 1 && X < 3: (X,2):(K,K*(X % 5) + (X/5))\n"
     "X <= 5 && X % 5 != 0 && X >= 3: refused: no_carry, at K = 1, X = 3: no layout gives f(i): at index 5 the modes add up to 5, f(5) = 1"),
    ("composition((5,K):(K,1), 4:3)", "(2,2):(3K,K + 1)"),
    ("mod(M*X, K*M) if M > 0 && K > 0 && X >= 0", "M*(X % K)"),
    ("coalesce((S,T):(D,E))", "S == 1: T:E\nS != 1 && T == 1: S:D\nS != 1 && T != 1 && E == D*S: S*T:D\nS != 1 && T != 1 && E != D*S: (S,T):(D,E)"),
]
# file, old, new
EDITS = [
    ("beyond.cpp", "bool const refused = why.condition == Condition::run_divides;", "bool const refused = false;"),
    ("beyond.cpp", "past * runs >= d", "past * runs > d"),
    ("beyond.cpp", "past = run * d - points;", "past = run * d;"),
    ("beyond.cpp", "surely = surely + last,", "surely = surely + last + Int(1),"),
    ("merge.cpp", "if (!(mode.shape.polynomial() == Polynomial(1))) r.push_back(mode);", "if (mode.shape.polynomial() == Polynomial(1)) r.push_back(mode);"),
    ("merge.cpp", "if (another) continue;\n    if (follows(q, fewer, formula(special.conditions) || formula(general.conditions)) &&", "if ("),
    ("merge.cpp", "if (a.is != b.is) return false;", ""),
    ("merge.cpp", "while (merge_one(question, cases, values)) {", "while (false && merge_one(question, cases, values)) {"),
    ("merge.cpp", "return conditions_of(a.refusal) == conditions_of(b.refusal);", "return true;"),
    ("cases.cpp", "known.push_back(!c.conditions[k].formula());", "known.push_back(c.conditions[k].formula());"),
    ("cases.cpp", " && is_total(q, others, c.reply)", ""),
    ("total.cpp", "if (!m.surely_positive()) out.push_back({m, true});", ""),
    ("total.cpp", "if (!a.of->first.surely_not_negative()) out.push_back({a.of->first});", ""),
    ("domain.cpp", "put(q_.assumed, fact(a));", ""),
    ("numbers.cpp", "if (holds(domain, at)) r.push_back(at);", "r.push_back(at);"),
    ("cases.cpp", "if (!holds(c.conditions, v)) continue;", ""),
    ("unknown.cpp", "return common > 1 ? *cleared.over(Polynomial(common)) : cleared;", "return common > 1 ? cleared : *cleared.over(Polynomial(2));"),
    ("unknown.cpp", "if (surely_divides(m, x)) return Unknown(0);", "return Unknown(0);"),
    ("unknown.cpp", "if (f.value == fact.value) return f.holds;", "if (f.value == fact.value) return !f.holds;"),
    ("unknown.cpp", "return Unknown(both) * (", "return ("),
    ("polynomial.cpp", "return (*this * denominator() - Polynomial(1)).surely_not_negative();", "return (*this * denominator()).surely_not_negative();"),
]
CACHED = ["ccache"] if shutil.which("ccache") else []
LIBRARIES = ["src/unknowns/libunknowns.a", "smt/libproof_engine.a", "src/libcolex_runtime.a", "src/libcolex_rows.a"]


def run(words, folder=None):
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True, check=False, cwd=folder)
    return done.returncode, done.stdout, done.stderr


def compiled(cxx, source, to):
    flags = ["-std=c++20", "-O0", "-w", f"-I{ROOT}/src", f"-I{ROOT}/include", f"-I{ROOT}/smt"]
    source = source.name if source.parent == to.parent else source  # the folder is another in each run, and ccache hashes names
    status, _, err = run([*CACHED, *cxx.split(), *flags, "-c", source, "-o", to.name], to.parent)
    return to if status == 0 else sys.exit(f"unknowns.py: {source} does not compile:\n{err}")


def linked(cxx, build, objects, to):
    status, _, err = run([*cxx.split()[-1:], *objects, "-Wl,--allow-multiple-definition", "-Wl,--start-group",
                          *(build / name for name in LIBRARIES), "-Wl,--end-group", "-lz3", "-lfmt", "-o", to])
    return to if status == 0 else sys.exit(f"unknowns.py: the program does not link:\n{err}")


def noticed(program):
    """The first question whose answer is not the one kept here; empty where there is none."""
    try:
        ran = subprocess.run(["prlimit", "--cpu=240", program, *(q for q, _ in ANSWERS)], capture_output=True, text=True, check=False, timeout=4800)
    except subprocess.TimeoutExpired:
        return "all: it does not end"
    if ran.returncode == -signal.SIGXCPU:
        return "all: it does not end"
    tables = ran.stdout.split("\n.\n")
    for (question, answer), table in zip(ANSWERS, tables + [""] * len(ANSWERS)):
        if table.rpartition("\n(")[0] != answer:
            return question
    return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cxx", default="g++")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--all", action="store_true", default="COLEX_NIGHTLY" in os.environ)
    given = parser.parse_args()
    standing_once((ROOT / "src/unknowns" / name, old) for name, old, _ in EDITS)
    first = [e for k, e in enumerate(EDITS) if e[0] not in [before[0] for before in EDITS[:k]]]
    edits = EDITS if given.all else every(first, 2, f"{len(EDITS)} edits, not the first of each file alone", "each is a compilation")
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        here = pathlib.Path(folder)
        asking = compiled(given.cxx, ROOT / "tests/mutation/ask_unknowns.cpp", here / "ask.o")
        if question := noticed(linked(given.cxx, given.build, [asking], here / "unedited")):
            sys.exit(f"unknowns.py: without an edit the answer is another one: {question}")

        def edited(k):
            name, old, new = edits[k]
            text = (ROOT / "src/unknowns" / name).read_text()
            (here / f"{k}.cpp").write_text(text.replace(old, new))
            part = compiled(given.cxx, here / f"{k}.cpp", here / f"{k}.o")
            return noticed(linked(given.cxx, given.build, [asking, part], here / f"program{k}"))

        survived = 0
        for (name, old, new), how in zip(edits, pool.map(edited, range(len(edits)))):
            survived += not how
            print(f"{'noticed' if how else 'SURVIVED'}: {name}: {old!r} -> {new!r}: {how}", flush=True)
    print(f"{len(edits) - survived} of {len(edits)} noticed")
    sys.exit(1 if survived else 0)


main()
