#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What Coq says of each law of smt/induction/Algebra.v: the statement, what it assumes, and all that it rests on.

    statements.py COMPILED SMT/INDUCTION [--write]

COMPILED holds the compiled files of SMT/INDUCTION, as induction.py makes them. Coq prints each statement and every
definition that it rests on; smt/induction/statements.txt keeps the statements and the hashes of the definitions. A
statement that became weaker, a definition that changed, an assumption or a law without a statement is a difference, and
an error. A statement that rests on no function but the words of the specification says nothing of the headers, and is an error
whatever the file says.
--write writes the file: read what changed in it before you commit it.
"""
import difflib
import hashlib
import pathlib
import re
import subprocess
import sys
import tempfile

LAWS = pathlib.Path(__file__).resolve().parents[2] / "include/colex/laws"
WORDS = """From Coq Require Import ZArith String List Permutation.
Require Import Colex.Fold Colex.Nested Colex.Specification.
Require Colex.Algebra.
Import ListNotations. Open Scope list_scope. Open Scope Z_scope.
Set Printing Width 120. Set Printing Depth 100000.
"""
EXACT = """Require Colex.Algebra.
Set Printing Width 120. Set Printing Depth 100000.
"""
CLOSED = "Closed under the global context"
PLANTED_IN = ("Specification", "Algebra")
PLANTS = [  # (file, text, what it becomes); the proof is changed with the statement, so that Coq accepts it
    [("Algebra", """forall cover A M R i j, is_layout A -> 1 <= M -> complement cover A M = Some R ->
  0 <= j < size R -> evaluate A i = evaluate R j -> evaluate A i = 0.
Proof. exact Covers.complement_is_disjoint. Qed.""", "True.\nProof. exact I. Qed.")],
    [("Algebra", """
  is_layout (coalesce A) /\\ size (coalesce A) = size A /\\ forall i, 0 <= i -> evaluate (coalesce A) i = evaluate A i.
Proof. exact Coalesce.shipped_coalesce_preserves_the_map. Qed.""", """
  is_layout (coalesce A) /\\ size (coalesce A) = size A.
Proof. intros A H. destruct (Coalesce.shipped_coalesce_preserves_the_map A H) as (P & S & _). now split. Qed.""")],
    [("Algebra", "forall cover A M R, is_layout A -> 1 <= M -> complement", "forall cover A M R, is_layout A -> 1 <= M -> A <> [] -> complement"),
     ("Algebra", "Proof. exact Covers.complement_is_ordered. Qed.",
      "Proof. intros cover A M R H P _. now apply Covers.complement_is_ordered. Qed.")],
    [("Algebra", "Proof. exact Covers.complement_is_ordered. Qed.", "Proof. Admitted.")],
    [("Algebra", "Proof. exact Swizzles.swizzles_compose_over_gf2. Qed.", "Proof. apply anything. Qed."),
     ("Algebra", "Theorem swizzles_compose_over_gf2", "Axiom anything : forall P : Prop, P.\nTheorem swizzles_compose_over_gf2")],
    [("Specification", "  forall S, is_layout S -> Forall (fun A => counts A S) As -> size S <= size R.", "  True."),
     ("Algebra", """split; [exact C|]. intros S HS CS. rewrite B. rewrite Forall_forall in HA, CS.
  apply Maximal.nothing_common_is_longer; auto.""", "exact (conj C I).")],
    [("Algebra", "     (forall C, ~ completes B C (size A)) \\/", "     True \\/"),
     ("Algebra", "left. exact (proj1 complement_refuses_rightly B (size A) HB Z1 C).", "left. exact I.")],
    [("Specification", "  Shown.table_shows (Z.to_nat n) f 1 n = Some (i, got) /\\ 0 <= i < n /\\ got <> f i.", "  got <> f i."),
     ("Algebra", "rewrite Z.mul_1_l in Q2. auto.", "exact Q3.")],
    [("Specification", "exists m, Composed.outer (others A) (top A) = [m].",
      "exists m, Composed.outer (others A) (top A) = [m] /\\ stride m = 0."), ("Algebra", "[[m E]|U]", "[[m [E _]]|U]")],
]
HEAD = """# What Coq says of each theorem of Algebra.v: its statement as Coq prints it, the generated steps of Steps.v, the functions of
# Loops.v that a program has written as loops by name, and the other definitions that it rests on; then each definition with the hash of its text as Coq prints it. Written by tests/smt/statements.py --write.
# The induction test compares it with what Coq says. tools/write_laws reads the status of a law from it.
"""


class Weak(Exception):
    """A statement that cannot stand for its law."""


def said(folder, head, commands):
    """What Coq prints of each command, in order."""
    with tempfile.TemporaryDirectory() as apart:
        for file in pathlib.Path(folder).glob("*.vo"):
            (pathlib.Path(apart) / file.name).symlink_to(file.resolve())
        text = head + "".join(f'Goal True. idtac "#". Abort.\n{command}\n' for command in commands)
        (pathlib.Path(apart) / "Said.v").write_text(text)
        ran = subprocess.run(["coqc", "-w", "none", "-Q", ".", "Colex", "Said.v"], cwd=apart, capture_output=True, text=True,
                             check=False, timeout=600)
    if ran.returncode != 0:
        raise Weak(f"Coq does not say what it was asked: {ran.stderr}")
    answers = ran.stdout.split("#\n")[1:]
    if len(answers) != len(commands):
        raise Weak(f"Coq answered {len(answers)} of {len(commands)} commands")
    return [answer.strip() for answer in answers]


def theorems(text):
    """The theorems of Algebra.v, which have the names of laws and no other."""
    names = re.findall(r"^Theorem (\w+)", text, re.M)
    laws = {path.stem for path in LAWS.glob("*.hpp")}
    if wrong := [name for name in names if name not in laws]:
        raise Weak(f"Algebra.v: {', '.join(wrong)}: no law has that name")
    return names


def named(text, files):
    """The constants of these files that a text printed without imports names."""
    return {f"{file}.{name}" for file, name in re.findall(r"\b([A-Z]\w*)\.(\w+)", text) if file in files}


def rests_on(folder, statements, files):
    """constant -> its text, of all that these statements rest on; the generated steps have none."""
    texts, missing = {}, set().union(*(named(text, files) for text in statements))
    while missing:
        asked = sorted(name for name in missing if not name.startswith("Steps."))
        texts.update({name: "" for name in missing})
        if asked:
            texts.update(zip(asked, said(folder, EXACT, [f"Print {name}." for name in asked])))
        missing = set().union(*(named(texts[name], files) for name in asked)) - set(texts)
    return texts


def closure(text, texts, files):
    """The constants of all that one statement rests on."""
    found, missing = set(), named(text, files)
    while missing:
        found |= missing
        missing = set().union(*(named(texts[name], files) for name in missing)) - found
    return sorted(found)


def wrapped(words, indent):
    lines = [""]
    for word in words:
        if lines[-1] and len(indent + lines[-1] + word) > 118:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return "".join(f"{indent}{line}\n" for line in lines)


def statements(folder, source, algebra=None):
    """The text of statements.txt, as Coq has it of this text of Algebra.v."""
    names, files = theorems(algebra or (source / "Algebra.v").read_text()), {path.stem for path in source.glob("*.v")} | {"Steps", "Loops"}
    *shown, assumed = said(folder, WORDS + f"Definition all := ({', '.join('@Algebra.' + name for name in names)}).\n",
                           [f"Check @Algebra.{name}." for name in names] + ["Print Assumptions all."])
    if assumed != CLOSED:
        raise Weak(f"Algebra.v rests on assumptions:\n{assumed}")
    exact = said(folder, EXACT, [f"Check @Algebra.{name}." for name in names])
    texts = rests_on(folder, [text.split(":", 1)[1] for text in exact], files)
    entries = []
    for name, statement, bare in zip(names, shown, exact):
        on = closure(bare.split(":", 1)[1], texts, files)
        steps = [one[6:] for one in on if one.startswith("Steps.")]
        if all(one.split(".")[0] in ("Fold", "Nested", "Combinators", "Specification") for one in on):
            raise Weak(f"{name}: the statement is about none of the shipped functions:\n{statement}")
        body = "".join(f"  {line.strip()}\n" for line in statement.split("\n")[1:])
        loops = [one[6:] for one in on if one.startswith("Loops.")]
        entries.append(f"{name}\n{body}  steps:\n{wrapped(steps or ['none'], '    ')}  written as loops by name:\n"
                       + wrapped(loops or ["none"], "    ") + "  rests on:\n"
                       + wrapped([one for one in on if not one.startswith(("Steps.", "Loops."))], "    "))
    hashes = "".join(f"  {one} {hashlib.sha256(text.encode()).hexdigest()[:16]}\n"
                     for one, text in sorted(texts.items()) if not one.startswith("Steps."))
    return HEAD + "\n" + "\n".join(entries) + "\ndefinitions\n" + hashes


def differences(folder, source, algebra=None):
    """Where Coq says another thing than statements.txt; empty where nowhere."""
    try:
        new = statements(folder, source, algebra)
    except Weak as weak:
        return str(weak)
    old = (source / "statements.txt").read_text() if (source / "statements.txt").exists() else ""
    return "".join(difflib.unified_diff(old.splitlines(True), new.splitlines(True), "statements.txt", "what Coq says"))


def planted(folder, source, plant):
    """A line that says what is different where a law says less; an error where Coq refuses the plant, or nothing is different."""
    with tempfile.TemporaryDirectory() as temporary:
        apart, texts = pathlib.Path(temporary), {}
        for file in folder.glob("*.vo"):
            (apart / file.name).symlink_to(file.resolve())
        for name, old, new in plant:
            text = texts.get(name) or (source / (name + ".v")).read_text()
            if old not in text:
                raise Weak(f"{name}.v: there is no `{old}` to plant a weaker one at")
            texts[name] = text.replace(old, new)
        for name in PLANTED_IN:
            (apart / (name + ".vo")).unlink()
            (apart / (name + ".v")).write_text(texts.get(name) or (source / (name + ".v")).read_text())
            ran = subprocess.run(["coqc", "-w", "none", "-Q", ".", "Colex", name + ".v"], cwd=apart, capture_output=True, text=True,
                                 check=False, timeout=600)
            if ran.returncode != 0:
                raise Weak(f"Coq refuses {name}.v with `{plant[0][2]}`, so that nothing is shown: {ran.stderr}")
        if not differences(apart, source, texts.get("Algebra")):
            raise Weak(f"`{plant[0][2]}` for `{plant[0][1]}`: no statement is different")
    return f"a law that says less, `{' '.join(plant[0][2].split())[:60]}`: noticed"


def main(folder, source, *options):
    source = pathlib.Path(source)
    if options == ("--write",):
        (source / "statements.txt").write_text(statements(folder, source))
        return 0
    found = differences(folder, source)
    sys.stdout.write(found or "statements.txt: as Coq has it\n")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
