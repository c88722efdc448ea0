#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What Coq says of each law of smt/induction/Algebra.v: the statement, what it assumes, and all that it rests on.

    statements.py COMPILED SMT/INDUCTION [--write]

COMPILED holds the compiled files of SMT/INDUCTION, as induction.py makes them. Coq prints each statement and every
definition that it rests on. docs/laws.md has the statements; smt/induction/statements.txt has the hash of each, what of Steps.v, Loops.v and Headers.v it is
about, what it rests on that is written by hand, and a hash of the definitions. A statement that became weaker, a definition that changed, an assumption or a law
without a statement is a difference, and an error. A statement that rests on no function but the words of the specification says
nothing of the headers, and is an error whatever the files say.
--write writes both: read what changed in them before you commit it.
"""
import difflib
import hashlib
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LAWS, PAGE = ROOT / "include/colex/laws", ROOT / "docs/laws.md"
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
PRINTED = ("Steps", "Loops", "Headers")  # by programs that run the headers
WORDS_OF_LAWS = ("Fold", "Nested", "Vocabulary", "Specification")  # read with the statements
TIED = ("Combinators.", "Sort.sort", "Sort.sort_from", "Sort.insert")  # loops by name, which Unrolled.v ties to those of C++
PLANTED_IN = ("Specification", "Algebra")
PLANTS = [  # (file, text, what it becomes); the proof is changed with the statement, so that Coq accepts it
    [("Algebra", """forall cover A M R i j, is_layout A -> 1 <= M -> complement cover A M = Some R ->
  0 <= j < size R -> evaluate A i = evaluate R j -> evaluate A i = 0.
Proof. intros cover A M R i j H P E. rewrite complement_is in E by exact P. revert E. now apply Covers.complement_is_disjoint. Qed.""", "True.\nProof. exact I. Qed.")],
    [("Algebra", """
  is_layout (coalesce A) /\\ size (coalesce A) = size A /\\ forall i, 0 <= i -> evaluate (coalesce A) i = evaluate A i.
Proof. exact Coalesce.shipped_coalesce_preserves_the_map. Qed.""", """
  is_layout (coalesce A) /\\ size (coalesce A) = size A.
Proof. intros A H. destruct (Coalesce.shipped_coalesce_preserves_the_map A H) as (P & S & _). now split. Qed.""")],
    [("Algebra", "forall cover A M R, is_layout A -> 1 <= M -> complement", "forall cover A M R, is_layout A -> 1 <= M -> A <> [] -> complement"),
     ("Algebra", "Proof. intros cover A M R H P E. rewrite complement_is in E by exact P. revert E. now apply Covers.complement_is_ordered. Qed.",
      "Proof. intros cover A M R H P _ E. rewrite complement_is in E by exact P. revert E. now apply Covers.complement_is_ordered. Qed.")],
    [("Algebra", "Proof. intros cover A M R H P E. rewrite complement_is in E by exact P. revert E. now apply Covers.complement_is_ordered. Qed.", "Proof. Admitted.")],
    [("Algebra", "Proof. exact Variants.kept_modes_stay_whole. Qed.", "Proof. apply anything. Qed."),
     ("Algebra", "Theorem kept_modes_stay_whole", "Axiom anything : forall P : Prop, P.\nTheorem kept_modes_stay_whole")],
    [("Algebra", "  (forall x, image m x = xor_from 0 m x) /\\\n", ""),
     ("Algebra", "  - intros x. rewrite I. now apply Bits.image_is.\n", "")],
    [("Algebra", "  (forall t x : tree mode, Headers.prepend t x = Tuple (x :: entries t)) /\\\n", ""), ("Algebra", "  - exact prepend_is.\n", "")],
    [("Algebra", "\n           limit < points (extents_before (leaves shape) orders k)\n", "\n           True\n"),
     ("Algebra", "  - exact Compact.compact_order_is.\n", """  - intros w s O S shape order. pose proof (Compact.compact_order_is w s O S shape order) as G.
    destruct (Headers.compact_order _ _ _ _); [exact G|]. intros P. destruct (G P) as [Q|(o & k & Q1 & Q2 & _)]; [now left|].
    right. now exists o, k.
""")],
    [("Algebra", "  (forall m, Headers.layout_of_map m = None -> forall R, ~ values (image m) (2 ^ Z.of_nat (List.length m)) R) /\\\n", ""),
     ("Algebra", """  - intros m E R (P & S & V). apply (Linear.no_layout_is_the_map m E R P S). intros x X. rewrite <- I. apply V. now rewrite <- S.
""", "")],
    [("Algebra", "     forall x, 0 <= x < 2 ^ n -> swizzled bits base shift x = Headers.image m x) /\\\n", "     True) /\\\n"),
     ("Algebra", "intros x X. rewrite Swizzles.printed_image. now apply V.", "exact I.")],
    [("Algebra", " /\\ In (shown why) b /\\ forall x, image a x <> shown why", " /\\ In (shown why) b"),
     ("Algebra", "split; [exact C|]. split; [exact J|]. intros x. rewrite I. apply N.", "exact (conj C J).")],
    [("Algebra", " /\\ Combinators.exhausted (found A) = true /\\ ~ counts_up A \\/", " \\/"),
     ("Algebra", "split; [exact Q|]. split; [exact E|]. intros Up. now rewrite none_falls in F by exact Up.", "exact Q.")],
    [("Specification", "  forall S, is_layout S -> Forall (fun A => counts A S) As -> size S <= size R.", "  True."),
     ("Algebra", "intros S HS CS. inversion_clear CS. rewrite B. change (size S <= size (whole_modes A)). rewrite Size. now apply no_further.", "exact I."),
     ("Algebra", "intros S HS CS. inversion_clear CS as [|? ? SA SB]. inversion_clear SB. rewrite Q. now apply Longer.", "exact I.")],
    [("Algebra", "     (forall C, ~ completes B C (size A)) \\/", "     True \\/"),
     ("Algebra", "left. exact (proj1 complement_refuses_rightly B (size A) HB (size_positive A HA) C).", "left. exact I.")],
    [("Algebra", " /\\ shows_where (Loops.nullspace_shows A) at_ n).", ")."),
     ("Algebra", "split; [|now apply Nullspace.nullspace_shows_where]. intros L", "intros L")],
    [("Algebra", """points extents) /\\
  (forall extents n, Forall (Z.le 1) extents ->
     ((exists L, Headers.domain_distribute extents n = Some L) <-> 1 <= n /\\ (n | points extents))).
""", "points extents).\n"),
     ("Algebra", "split; [|split; [exact Workers.workers_start_apart|exact Workers.workers_are_refused_rightly]].", "split; [|exact Workers.workers_start_apart].")],
    [("Specification", "exists m, Headers.coalesce_extended A = [m].",
      "exists m, Headers.coalesce_extended A = [m] /\\ stride m = 0."), ("Algebra", "[[m E]|U]", "[[m [E _]]|U]")],
]
HEAD = """# Of each theorem of Algebra.v, as Coq prints it: hashes of its statement, which docs/laws.md has, and of the definitions that it rests
# on; the steps of Steps.v and, behind `loops`, the functions of Loops.v and Headers.v that it is about; behind `hand`, the definitions of
# other files: functions and loops that stand for the headers' and are written by hand. A law of none is about whole functions. Written by tests/smt/statements.py --write.
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


def short_hash(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def blocks(page):
    """law -> its statement, of the text of docs/laws.md."""
    return dict(re.findall(r"^```coq\n(\w+) : (.*?)\n```$", page, re.M | re.S))


def recorded(source=ROOT / "smt/induction"):
    """law -> (its statement, the steps and loops that it is about, what it rests on that is written by hand), of statements.txt and the
    page; an error where they are not of one run."""
    shown, found = blocks(PAGE.read_text()), {}
    for line in (source / "statements.txt").read_text().splitlines():
        if one := re.fullmatch(r"(\w+) (\w+) \w+ steps(.*?) loops(.*?) hand(.*)", line):
            if short_hash(shown.get(one[1], "")) != one[2]:
                raise Weak(f"docs/laws.md: the statement of {one[1]} is not the one whose hash statements.txt has; statements.py --write writes both")
            found[one[1]] = shown[one[1]], one[3].split(), one[4].split(), one[5].split()
    if extra := set(shown) - set(found):
        raise Weak(f"docs/laws.md: statements.txt has no line of {', '.join(sorted(extra))}")
    return found


def statements(folder, source, algebra=None):
    """What Coq has of this text of Algebra.v: law -> its statement, law -> its line of statements.txt."""
    names, files = theorems(algebra or (source / "Algebra.v").read_text()), {path.stem for path in source.glob("*.v")} | set(PRINTED)
    *shown, assumed = said(folder, WORDS + f"Definition all := ({', '.join('@Algebra.' + name for name in names)}).\n",
                           [f"Check @Algebra.{name}." for name in names] + ["Print Assumptions all."])
    if assumed != CLOSED:
        raise Weak(f"Algebra.v rests on assumptions:\n{assumed}")
    exact = said(folder, EXACT, [f"Check @Algebra.{name}." for name in names])
    texts = rests_on(folder, [text.split(":", 1)[1] for text in exact], files)
    found, lines = {}, {}
    for name, statement, bare in zip(names, shown, exact):
        on = closure(bare.split(":", 1)[1], texts, files)
        if all(one.split(".")[0] in WORDS_OF_LAWS or one.startswith(TIED) for one in on):
            raise Weak(f"{name}: the statement is about none of the shipped functions:\n{statement}")
        found[name] = "\n".join(line.strip() for line in statement.split("\n")[1:]).removeprefix(": ")
        definitions = short_hash("".join(f"{one} {texts[one]}\n" for one in on if not one.startswith("Steps.")))
        steps, loops = ("".join(f" {one.split('.')[1]}" for one in on if one.split(".")[0] in files) for files in (PRINTED[:1], PRINTED[1:]))
        hand = "".join(f" {one}" for one in on if one.split(".")[0] not in PRINTED + WORDS_OF_LAWS and not one.startswith(TIED))
        lines[name] = f"{name} {short_hash(found[name])} {definitions} steps{steps} loops{loops} hand{hand}\n"
    return found, lines


def differences(folder, source, algebra=None):
    """Where Coq says another thing than statements.txt and docs/laws.md; empty where nowhere."""
    try:
        found, lines = statements(folder, source, algebra)
    except Weak as weak:
        return str(weak)
    path, said_before = source / "statements.txt", blocks(PAGE.read_text())
    kept = path.read_text() if path.exists() else ""
    old = [f"{name} : {said_before[name]}\n" for name in sorted(said_before)] + kept.splitlines(True)
    new = [f"{name} : {found[name]}\n" for name in sorted(found)] + (HEAD + "".join(lines.values())).splitlines(True)
    return "".join(difflib.unified_diff("".join(old).splitlines(True), "".join(new).splitlines(True), "docs/laws.md and statements.txt", "what Coq says"))


def write(folder, source):
    """Writes statements.txt and the statements in docs/laws.md; of a new law at the end, where tools/write_laws moves it from."""
    found, lines = statements(folder, source)
    (source / "statements.txt").write_text(HEAD + "".join(lines.values()))
    page = re.sub(r"^\n```coq\n(\w+) : (.*?)\n```\n", lambda at: f"\n```coq\n{at[1]} : {found[at[1]]}\n```\n" if at[1] in found else "",
                  PAGE.read_text(), flags=re.M | re.S)
    PAGE.write_text(page + "".join(f"\n```coq\n{name} : {found[name]}\n```\n" for name in found if name not in blocks(page)))


def with_plant(source, plant):
    """The texts of the files that a plant changes, by name; an error where one lacks what the plant replaces."""
    texts = {}
    for name, old, new in plant:
        text = texts.get(name) or (source / (name + ".v")).read_text()
        if old not in text:
            raise Weak(f"{name}.v: there is no `{old}` to plant a weaker one at")
        texts[name] = text.replace(old, new)
    return texts


def planted(folder, source, plant):
    """A line that says what is different where a law says less; an error where Coq refuses the plant, or nothing is different."""
    with tempfile.TemporaryDirectory() as temporary:
        apart, texts = pathlib.Path(temporary), with_plant(source, plant)
        for file in folder.glob("*.vo"):
            (apart / file.name).symlink_to(file.resolve())
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
    folder, source = pathlib.Path(folder), pathlib.Path(source)
    if options == ("--write",):
        write(folder, source)
        return 0
    found = differences(folder, source)
    sys.stdout.write(found or "statements.txt and docs/laws.md: as Coq has it\n")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
