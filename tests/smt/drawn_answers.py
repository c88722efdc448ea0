# SPDX-License-Identifier: MIT
"""Answers of the shipped functions beside those of Coq's, on inputs that both draw: drawn_answers.check(...), for induction.py.

Coq and this file have one generator of numbers, so that Coq reads a seed and a count and no inputs, and prints a sum of what its
functions answer for each block; `colex batch` answers the same inputs, and the sums must be alike. The commit draws the seed;
nightly there are more, of a seed of that night. Ranks go to 32, strides to 0 and below it, and a refusal counts with what it names.
"""
import json
import os
import random
import subprocess
import sys
import time

from drawn import commit, left

COQ = r"""
Require Import Colex.Fold Colex.Steps Colex.Combinators Colex.Evaluate Colex.Sort Colex.Coalesce Colex.Covers
  Colex.Composition Colex.Along Colex.Composed Colex.Whole Colex.RightInverse Colex.Nullspace.
From Coq Require Import ZArith List String. Import ListNotations. Open Scope list_scope. Open Scope Z_scope.
Definition following (s : Z) : Z := (s * 1664525 + 1013904223) mod 4294967296.
Definition under (n s : Z) : Z := (s / 256) mod n.
Definition pick (l : list Z) (s : Z) : Z := nth (Z.to_nat (under (Z.of_nat (List.length l)) s)) l 0.
Fixpoint modes (E D : list Z) (goes : Z) (n : nat) (reach s : Z) : list mode * Z * Z :=
  match n with
  | O => ([], reach, s)
  | S k => let s1 := following s in let s2 := following s1 in let s3 := following s2 in
           let m := Mode (pick E s1) (if under 100 s3 <? goes then reach else pick D s2) in
           let r := if 0 <? stride m then shape m * stride m else reach in
           let '(t, end_, s4) := modes E D goes k (if 1073741824 <? r then 1 else r) s3 in (m :: t, end_, s4)
  end.
Definition either_order (l : list mode) (s : Z) : list mode := if under 2 s =? 0 then l else rev l.
Definition add (h x : Z) : Z := (h * 1000003 + x + 17) mod 2305843009213693951.
Definition add_modes (h : Z) (l : list mode) : Z := fold_left (fun g m => add (add g (shape m)) (stride m)) l (add h (Z.of_nat (List.length l))).
Definition refused (h : Z) (r : refusal) (numbers : bool) : Z :=
  let c := if String.eqb (condition r) "stride_divides" then 1 else if String.eqb (condition r) "cotarget_divides" then 2
    else if String.eqb (condition r) "power_of_two" then 3 else if String.eqb (condition r) "linear" then 4
    else if String.eqb (condition r) "not_negative" then 5 else 6 in
  if numbers then add (add (add h c) (shown r)) (against r) else add h c.
Definition answered (h : Z) (r : option (list mode)) : Z := match r with Some l => add_modes (add h 1) l | None => add h 0 end.
Fixpoint stopped {state} (step : state -> mode -> result state) (ms : list mode) (s : state) : state * option refusal :=
  match ms with
  | [] => (s, None)
  | m :: t => let r := step s m in match why r with Some w => (s, Some w) | None => stopped step t (next r) end
  end.
Definition rank (most s : Z) : nat := Z.to_nat (1 + under most s).
Definition small : list Z := [1; 1; 2; 2; 1; 3; 2; 1].
Definition any : list Z := [0; 1; 2; 3; 5; 8; -1; -7; 64; -64; 1000; 7].
Definition evaluate_case (h s : Z) : Z := let '(A, _, t) := modes small any 30 (rank 32 s) 1 s in
  add h (shipped_evaluate A (under 16777216 (following t) mod size A)).
Definition lex_evaluate_case (h s : Z) : Z := let '(A, _, t) := modes small any 30 (rank 32 s) 1 s in
  add h (shipped_evaluate (rev A) (under 16777216 (following t) mod size A)).
Definition coalesce_case (h s : Z) : Z := let '(A, _, t) := modes small any 70 (rank 32 s) 1 s in add_modes h (shipped_coalesce A).
Definition complement_case (h s : Z) : Z := let '(A, reach, t) := modes small [0; 1; 2; 3; 4; 6; 12; -1] 90 (rank 8 s) (1 + under 3 (following s)) s in
  let B := either_order A (following t) in let M := reach * (1 + under 3 (following (following t))) + (if under 8 (following (following (following t))) =? 0 then 1 else 0) in
  match complement strict B M with
  | Some R => answered h (Some R)
  | None => let ms := filter (matters strict) B in
            if forallb (fun m => 1 <=? stride m) ms
            then match stopped complement_step (sort ms) 1 with
                 | (_, Some w) => refused h w true
                 | (reach, None) => match why (complement_finish reach M) with Some w => refused h w true | None => add h 9 end
                 end
            else add h 6
  end.
Definition composition_case (h s : Z) : Z :=
  let '(A, _, t) := modes [1; 2; 3; 4; 6; 8; 2; 4] [0; 1; 2; 3; 5; 8; 24; -1] 40 (rank 6 s) 1 s in
  let '(B, _, _) := modes [1; 2; 2; 3; 4; 6] [0; 1; 2; 3; 4; 6; 8; 12] 50 (rank 3 t) 1 (following t) in
  answered h (Loops.composition (modes_along (Headers.coalesce_extended A)) (fun _ => false) 0 A B).
Definition right_inverse_case (h s : Z) : Z := let '(A, _, t) := modes small [0; 1; 2; 3; -1] 85 (rank 16 s) 1 s in
  answered h (Some (right_inverse (either_order A (following t)))).
Definition nullspace_case (h s : Z) : Z := let '(A, _, t) := modes [1; 2; 2; 3; 4] [0; 0; 1; 2; 7; -1; -2; 3] 20 (rank 3 s) 1 s in
  answered h (Loops.nullspace A).
Definition bit_map_case (h s : Z) : Z := let '(A, _, t) := modes [1; 2; 4; 2; 8; 2; 2; 3] [0; 1; 2; 4; 8; 16; 32; 64; -2; 3] 70 (rank 6 s) 1 s in
  match Headers.map_of_layout A with
  | inl columns => fold_left add columns (add h 1)
  | inr w => refused h (if String.eqb (condition w) "linear" then w else Refused (condition w) (shown w) 0) (negb (String.eqb (condition w) "linear"))
  end.
Fixpoint block (one : Z -> Z -> Z) (count : nat) (k h seed : Z) : Z :=
  match count with O => h | S n => block one n (k + 1) (one h ((seed + k * 2654435761) mod 4294967296)) seed end.
"""
BLOCK = 250
COUNTS = {"evaluate": 1000, "lex_evaluate": 500, "coalesce": 1000, "complement": 1500, "composition": 1000, "right_inverse": 750,
          "nullspace": 500, "bit_map": 750}  # of a run by day
NAMED = ["", "stride_divides", "cotarget_divides", "power_of_two", "linear", "not_negative"]
SMALL, ANY = [1, 1, 2, 2, 1, 3, 2, 1], [0, 1, 2, 3, 5, 8, -1, -7, 64, -64, 1000, 7]


def following(s):
    return (s * 1664525 + 1013904223) % 2**32


def under(n, s):
    return s // 256 % n


def pick(numbers, s):
    return numbers[under(len(numbers), s)]


def modes(extents, strides, goes, n, reach, s):
    found = []
    for _ in range(n):
        s1 = following(s)
        s2 = following(s1)
        s = following(s2)
        m = (pick(extents, s1), reach if under(100, s) < goes else pick(strides, s2))
        found.append(m)
        reach = m[0] * m[1] if m[1] > 0 else reach
        reach = 1 if reach > 2**30 else reach
    return found, reach, s


def text(found):
    return f"({','.join(str(s) for s, _ in found)}):({','.join(str(d) for _, d in found)})"


def points(found):
    product = 1
    for shape, _ in found:
        product *= shape
    return product


def request(op, s):
    """What is asked of `colex` where Coq's generator is at s."""
    if op in ("evaluate", "lex_evaluate"):
        a, _, t = modes(SMALL, ANY, 30, 1 + under(32, s), 1, s)
        return [text(a), under(2**24, following(t)) % points(a)]
    if op == "coalesce":
        return [text(modes(SMALL, ANY, 70, 1 + under(32, s), 1, s)[0])]
    if op == "complement":
        a, reach, t = modes(SMALL, [0, 1, 2, 3, 4, 6, 12, -1], 90, 1 + under(8, s), 1 + under(3, following(s)), s)
        turns = [following(t)]
        turns += [following(turns[-1])]
        turns += [following(turns[-1])]
        b = a if under(2, turns[0]) == 0 else a[::-1]
        return [text(b), reach * (1 + under(3, turns[1])) + (under(8, turns[2]) == 0)]
    if op == "composition":
        a, _, t = modes([1, 2, 3, 4, 6, 8, 2, 4], [0, 1, 2, 3, 5, 8, 24, -1], 40, 1 + under(6, s), 1, s)
        return [text(a), text(modes([1, 2, 2, 3, 4, 6], [0, 1, 2, 3, 4, 6, 8, 12], 50, 1 + under(3, t), 1, following(t))[0])]
    if op == "right_inverse":
        a, _, t = modes(SMALL, [0, 1, 2, 3, -1], 85, 1 + under(16, s), 1, s)
        return [text(a if under(2, following(t)) == 0 else a[::-1])]
    if op == "nullspace":
        return [text(modes([1, 2, 2, 3, 4], [0, 0, 1, 2, 7, -1, -2, 3], 20, 1 + under(3, s), 1, s)[0])]
    return [text(modes([1, 2, 4, 2, 8, 2, 2, 3], [0, 1, 2, 4, 8, 16, 32, 64, -2, 3], 70, 1 + under(6, s), 1, s)[0])]


def add(h, x):
    return (h * 1000003 + x + 17) % (2**61 - 1)


def leaves(answer):
    shape, stride = (part.replace("(", "").replace(")", "").split(",") for part in answer.split(":"))
    return list(zip(map(int, shape), map(int, stride)))


def summed(h, op, answer):
    """h with one answer of `colex` added, as Coq adds its own."""
    if not answer["ok"]:
        error = answer["error"]
        if op not in ("complement", "bit_map"):
            return add(h, 0)
        c = NAMED.index(error["condition"]) if error["condition"] in NAMED else 6
        if c == 6 or c == 4:
            return add(h, c)
        return add(add(add(h, c), error["witness"]["left"]), error["witness"]["right"])
    result = answer["result"]
    if isinstance(result, int):
        return add(h, result)
    if op == "bit_map":
        h = add(h, 1)
        for column in result:
            h = add(h, column)
        return h
    found = leaves(result)
    h = add(h if op == "coalesce" else add(h, 1), len(found))
    for shape, stride in found:
        h = add(add(h, shape), stride)
    return h


def seed_of(k, seed):
    return (seed + k * 2654435761) % 2**32


def asked(colex, plan, seed):
    """op -> the answers of `colex`, in order."""
    found = {}
    for op, count in plan.items():
        lines = "".join(json.dumps({"op": op, "args": request(op, seed_of(k, seed))}) + "\n" for k in range(count))
        convention = "cute" if op == "right_inverse" else "colex"  # CuTe's is the one of whole modes
        ran = subprocess.run([colex, "batch", "--convention", convention], input=lines, capture_output=True, text=True, check=False, timeout=3600)
        found[op] = [json.loads(line) for line in ran.stdout.splitlines()]
        if len(found[op]) != count:
            sys.exit(f"colex batch answered {len(found[op])} of {count} requests of {op}")
    return found


def blocks(answers, op):
    """The sum of each block."""
    sums = []
    for first in range(0, len(answers[op]), BLOCK):
        h = 0
        for answer in answers[op][first:first + BLOCK]:
            h = summed(h, op, answer)
        sums.append(h)
    return sums


def question(plan, seed):
    """What Coq computes: the sums of each operation's blocks."""
    computed = "".join(
        f"Eval vm_compute in [{'; '.join(f'block {op}_case {min(BLOCK, count - first)} {first} 0 {seed}' for first in range(0, count, BLOCK))}].\n"
        for op, count in plan.items())
    return COQ + computed


def read(said):
    """The lists of numbers that Coq printed."""
    return [[int(n) for n in one.replace("\n", " ").split(";")] for one in
            (part.split("]")[0] for part in said.split("= [")[1:])]


def check(colex, compute):
    """A line that says how many were alike; ends the test where one is not. `compute` asks Coq a text."""
    nightly = bool(os.environ.get("COLEX_NIGHTLY"))
    seed = random.Random(f"{commit()} {time.time() if nightly else ''}").randrange(2**32)
    plan = {op: count * (120 if nightly else 1) for op, count in COUNTS.items()}
    if not nightly:
        left(f"{120 * sum(plan.values())} drawn answers", f"{sum(plan.values())}", "Coq computes each")
    answers = asked(colex, plan, seed)
    sums = dict(zip(plan, read(compute(question(plan, seed)))))
    for op in plan:
        ours = blocks(answers, op)
        if ours == sums.get(op):
            continue
        wrong = next((k for k, pair in enumerate(zip(ours, sums.get(op, []))) if pair[0] != pair[1]), 0) * BLOCK
        terms = "; ".join(f"{op}_case 0 {seed_of(k, seed)}" for k in range(wrong, min(wrong + BLOCK, plan[op])))
        each = read(compute(COQ + f"Eval vm_compute in [{terms}].\n"))[0]
        for k, coq in enumerate(each, wrong):
            if coq != summed(0, op, answers[op][k]):
                args = ", ".join(map(str, request(op, seed_of(k, seed))))
                sys.exit(f"Coq has another answer of {op}({args}) than {json.dumps(answers[op][k])}; seed {seed}")
        sys.exit(f"{op}: the sums of a block differ, and no answer does; seed {seed}")
    refused = sum(not answer["ok"] for op in plan for answer in answers[op])
    for op in plan:  # one answer changed is noticed
        k = seed % plan[op]
        other = 5 if op.endswith("evaluate") else [3] if op == "bit_map" else "3:5"
        spoilt = {op: [*answers[op][:k], {"ok": True, "result": other}, *answers[op][k + 1:]]}
        if spoilt[op][k] != answers[op][k] and blocks(spoilt, op) == sums[op]:
            sys.exit(f"{op}: an answer that was changed is not noticed")
    if refused < sum(plan.values()) // 50:
        sys.exit(f"only {refused} of {sum(plan.values())} drawn requests are refused")
    return f"{sum(plan.values())} drawn answers, {refused} of them refusals, computed alike in Coq; seed {seed}"
