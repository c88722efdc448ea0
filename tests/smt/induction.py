#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Coq checks the induction of smt/induction, and that it speaks of the shipped functions' answers.

    induction.py build/colex SMT/INDUCTION

Compiles the files, wants every `Print Assumptions` closed and no axiom in the text, checks the compiled files
again with coqchk, computes answers of the shipped coalesce, complement and composition inside Coq and compares
them, and breaks each written-out step once: Coq must refuse the broken file. Skipped where Coq is not installed.
"""
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

FILES = ["Fold", "Coalesce", "Complement", "Composition"]
FORBIDDEN = re.compile(r"\b(Admitted|admit|Axiom|Axioms|Parameter|Parameters|Conjecture|Hypotheses)\b|bypass_check")
BROKEN = {  # a text of the step, and what it becomes
    "Coalesce": ("stride m =? shape pending * stride pending then", "stride m =? shape pending + stride pending then"),
    "Complement": ("[Mode (stride m / reach) reach]", "[Mode (stride m / reach) 1]"),
    "Composition": ("(shape part / points) 1)", "(shape part / points) points)"),
}
CASES = 150


def coqc(folder, name):
    return subprocess.run(["coqc", "-Q", ".", "Colex", name + ".v"], cwd=folder, capture_output=True, text=True,
                          check=False, timeout=300)


def flat(modes):
    return f"({','.join(str(s) for s, _ in modes)}):({','.join(str(d) for _, d in modes)})"


def read(text):
    """The modes of a flat layout as `colex` writes it."""
    shape, stride = (part.strip("()").split(",") for part in text.split(":"))
    return [(int(s), int(d)) for s, d in zip(shape, stride)]


def coq(modes):
    return "[" + "; ".join(f"Mode {s} ({d})" for s, d in modes) + "]"


def requests(draw):
    """Requests, each with the Coq term that must have its answer."""
    for _ in range(CASES):
        a = [(draw.randint(1, 6), draw.choice([0, 1, 2, 3, 4, 6, 12, -1])) for _ in range(draw.randint(1, 4))]
        yield "coalesce", [flat(a)], f"Some (coalesce coalesce_step {coq(a)})"
    for _ in range(CASES):
        chain, reach = [], 1
        for _ in range(draw.randint(1, 3)):
            shape, stride = draw.randint(2, 4), reach * draw.randint(1, 3)
            chain.append((shape, stride))
            reach = shape * stride
        cotarget = reach * draw.randint(1, 3) + (draw.random() < 0.2)
        loop = f"gaps complement_step complement_finish {coq(chain)} {cotarget}"
        draw.shuffle(chain)
        yield "complement", [flat(chain), cotarget], f"option_map (coalesce coalesce_step) ({loop})"
    for _ in range(CASES):
        extents = [draw.choice([2, 3, 4, 6]) for _ in range(draw.randint(1, 4))]
        a = [(s, 100 ** k * draw.randint(1, 9)) for k, s in enumerate(extents)]  # no two modes continue each other
        b = (draw.choice([2, 3, 4, 6, 8]), draw.choice([1, 2, 3, 4, 6, 12]))
        one = f"compose_one composition_step {coq(a[:-1])} (Mode {a[-1][0]} {a[-1][1]}) (Mode {b[0]} {b[1]})"
        yield "composition", [flat(a), f"{b[0]}:{b[1]}"], f"option_map (coalesce coalesce_step) ({one})"


def compare(colex, folder):
    """How many answers agreed, by operation, and how many of them are refusals."""
    asked = list(requests(random.Random(20240229)))
    lines = "".join(json.dumps({"op": op, "args": args}) + "\n" for op, args, _ in asked)
    ran = subprocess.run([colex, "batch"], input=lines, capture_output=True, text=True, check=False, timeout=120)
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    if len(answers) != len(asked):
        sys.exit(f"colex batch answered {len(answers)} of {len(asked)} requests")
    text = ["Require Import Colex.Fold Colex.Coalesce Colex.Complement Colex.Composition.",
            "From Coq Require Import ZArith List. Import ListNotations. Open Scope Z_scope."]
    counts, textbook = {}, []
    for (op, args, term), answer in zip(asked, answers):
        count = counts.setdefault(op, [0, 0])
        if answer["ok"]:
            expect = f"Some {coq(read(answer['result']))}"
            count[0] += 1
        else:
            count[1] += 1
            expect = "None"
        if op == "composition" and answer["ok"]:  # the textbook route may stop where colex goes on
            textbook.append(f"match {term} with Some _ => 1 | None => 0 end")
            text.append(f"Goal match {term} with Some r => r = {expect[5:]} | None => True end. vm_compute. auto. Qed.")
        else:
            text.append(f"Goal {term} = {expect}. vm_compute. reflexivity. Qed.")
    text.append(f"Compute {' + '.join(textbook)}.")
    (folder / "Answers.v").write_text("\n".join(text) + "\n")
    ran = coqc(folder, "Answers")
    if ran.returncode != 0:
        where = re.search(r"line (\d+)", ran.stderr)
        if not where:
            sys.exit(ran.stderr)
        op, args, term = asked[int(where[1]) - 3]
        sys.exit(f"Coq's {term}\ndoes not have the answer of {op}({', '.join(map(str, args))})\n{ran.stderr}")
    by_textbook = int(re.search(r"= (\d+)", ran.stdout)[1])
    if by_textbook < CASES // 3:
        sys.exit(f"only {by_textbook} of {len(textbook)} compositions took the textbook route")
    counts["composition"][0] = by_textbook
    for op, (answered, refused) in counts.items():
        print(f"{op}: {answered} answers and {refused} refusals computed alike in Coq")


def main(colex, source):
    if not shutil.which("coqc"):
        print("SKIP: coqc is not installed (Debian package coq)")
        return 77
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        for name in FILES:
            text = (pathlib.Path(source) / (name + ".v")).read_text()
            if found := FORBIDDEN.search(text):
                sys.exit(f"{name}.v: {found[0]}")
            (folder / (name + ".v")).write_text(text)
            ran = coqc(folder, name)
            wanted = text.count("Print Assumptions")
            if ran.returncode != 0 or ran.stdout.count("Closed under the global context") != wanted:
                sys.exit(f"{name}.v: {ran.stdout}{ran.stderr}")
            print(f"{name}.v: compiled, {wanted} theorems closed under the global context")
        compiled = [f"Colex.{name}" for name in FILES]
        checked = subprocess.run(["coqchk", "-silent", "-Q", ".", "Colex", *compiled], cwd=folder, capture_output=True,
                                 text=True, check=False, timeout=600)
        if checked.returncode != 0:
            sys.exit("coqchk: " + checked.stdout + checked.stderr)
        print("coqchk: checked")
        compare(colex, folder)
        for name, (old, new) in BROKEN.items():
            text = (folder / (name + ".v")).read_text()
            if text.count(old) != 1:
                sys.exit(f"{name}.v: `{old}` is there {text.count(old)} times")
            (folder / (name + ".v")).write_text(text.replace(old, new))
            if coqc(folder, name).returncode == 0:
                sys.exit(f"{name}.v: Coq accepts the step with `{new}`")
            (folder / (name + ".v")).write_text(text)
        print(f"{len(BROKEN)} broken steps refused")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
