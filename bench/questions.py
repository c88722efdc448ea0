#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How long a question from the shell takes: with numbers from start to exit, with unknowns to the first line and to exit, and what its
processes compute, which says more on a busy machine.

    bench/questions.py build/colex               a table, medians of 21 and of 5 runs; exit status 1 where a goal is missed
    bench/questions.py build/colex --runs 3

Every answer that is timed is compared with the one kept here. Goals, in ms: 8 with numbers; 1000 in all with unknowns, up
to rank 4, where Z3 and cvc5 are asked about every case; 100 to the first line.
"""
import argparse
import resource
import statistics
import subprocess
import sys
import time

NUMBERS = [
    ("coalesce ((2,1),(4,8)):((1,9),(2,8))", "64:1"),
    ("composition (4,6,8,10):(2,3,5,7) 6:12", "(2,3):(9,5)"),
    ("logical_divide 16:1 4:4", "(4,4):(4,1)"),
    ("complement 4:3 24", "(3,2):(1,12)"),
    ("right_inverse (4,8):(8,1)", "(8,4):(4,1)"),
    ("evaluate (4,(2,4)):(2,(1,8)) 21", "19"),
]
# The rank of what is asked about, the question, the lines before the one on what is known; or what every case answers.
UNKNOWNS = [
    (1, "complement 64:1 K", ["K < 1: refused: cotarget_positive, at K = 0: M = 0 is below 1", "K >= 1 && K % 64 == 0: K/64:64",
                              "K >= 1 && K % 64 != 0: refused: cotarget_divides, at K = 1: 64 does not divide 1"]),
    (1, "logical_divide M:1 4:1 --assume M%4==0", ["(4,M/4):(1,4)"]),
    (1, "composition M:D 4:2 --assume M%8==0", ["4:2D"]),
    (2, "coalesce (192,N):(1,192)", ["192N:1"]),
    (2, "right_inverse (16,N):(1,16)", ["16N:1"]),
    (2, "equal (M,N):(1,M) MN:1", ["yes"]),
    (2, "logical_divide (M,N):(1,M) <4,2> --assume M%4==0 --assume N%2==0", ["((4,M/4),(2,N/2)):((1,4),(M,2M))"]),
    (3, "coalesce (4,N,2):(1,4,D)", ["4N == D: 8N:1", "4N != D: (4N,2):(1,D)"]),
    (3, "equal (M,N,K):(1,M,MN) MNK:1", ["yes"]),
    (3, "composition (M,N,K):(1,M,MN) <4,_,2> --assume M%4==0 --assume K%2==0", ["(4,N,2):(1,M,M*N)"]),
    (4, "equal (M,N,K,L):(1,M,MN,MNK) MNKL:1", "yes"),
    (4, "coalesce (M,N,K,L):(1,M,MN,MNK)", ["K*L*M*N:1"]),
    (4, "composition (4096,8192):(1,4096) (32,N/8,8,128):(1,32768,4096,32) --assume N%8==0", ["(32,N/8,8,128):(1,32768,4096,32)"]),
]


def asked(colex, question):
    """Milliseconds to the first line, to exit and of the processor, but for the cvc5 that is ended at exit; and the lines."""
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    with subprocess.Popen([colex, *question.split()], stdout=subprocess.PIPE) as process:
        lines = [process.stdout.readline()]
        first = time.perf_counter()
        lines += process.stdout.readlines()
        process.wait()
    whole, after = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    computed = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return (first - start) * 1e3, (whole - start) * 1e3, computed * 1e3, b"".join(lines).decode().splitlines()


def is_right(lines, answer):
    cases = lines[:-1]
    return {case.rpartition(": ")[2] for case in cases} == {answer} if isinstance(answer, str) else cases == answer


def medians(colex, question, runs, right):
    times = []
    for _ in range(runs):
        *took, lines = asked(colex, question)
        if not right(lines):
            sys.exit(f"questions.py: {question}: another answer: {lines}")
        times.append(took)
    return [statistics.median(t) for t in zip(*times)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("colex")
    parser.add_argument("--runs", type=int, help="of each question")
    given = parser.parse_args()
    missed, firsts = False, []
    for question, answer in NUMBERS:
        _, whole, _ = medians(given.colex, question, given.runs or 21, lambda lines: lines == [answer])
        missed |= whole > 8
        print(f"numbers | {question} | | {whole:.1f}", flush=True)
    for rank, question, answer in UNKNOWNS:
        first, whole, computed = medians(given.colex, question, given.runs or 5, lambda lines: is_right(lines, answer))
        missed |= whole > 1000 or first > 100
        firsts.append(first)
        print(f"rank {rank} | {question} | {first:.0f} | {whole:.0f} | {computed:.0f}", flush=True)
    print(f"first lines, the median | | {statistics.median(firsts):.0f} |")
    sys.exit(1 if missed else 0)


main()
