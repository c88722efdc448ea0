(* SPDX-License-Identifier: MIT *)
(* What a refused composition shows: an index of B at which the modes that are forced would give another value than A(B(i)), by each
   route that refuses. Law: composition_refuses_rightly. *)
From Coq Require Import ZArith List Lia Bool.
Require Import Colex.Fold Colex.Steps Colex.Evaluate Colex.Coalesce Colex.Find Colex.Composition Colex.Stairs Colex.Terms Colex.FirstStep Colex.Along
  Colex.Whole.
Import ListNotations.
Open Scope Z_scope.

(* run_divides of modes_along(): the index that ends the run, and what the run goes on to there. *)
Fixpoint broken_run (fuel : nat) (A : list mode) (d step rest : Z) : option (Z * Z) :=
  match fuel with
  | O => None
  | S k =>
      if 1 <? rest then
        let run := first_step rest (stairs_at A (step * d)) in
        if rest mod run =? 0 then broken_run k A d (step * run) (rest / run)
        else Some (run * step, run * runs_on A (step * d))
      else None
  end.
(* The index and `got` of its refusal; additive names the first index at which the modes are wrong. *)
Definition along_shows (A : list mode) (b : mode) : option (Z * Z) :=
  match runs (Z.to_nat (shape b)) A (stride b) 1 (shape b) with
  | None => broken_run (Z.to_nat (shape b)) A (stride b) 1 (shape b)
  | Some R => let i := first_step (shape b) (difference A (stride b) R) in Some (i, evaluate R i)
  end.

Lemma broken_run_shows fuel A d : Forall positive A -> 0 <= d -> forall step rest, 1 <= step -> 1 <= rest <= Z.of_nat fuel ->
  runs fuel A d step rest = None -> exists i got, broken_run fuel A d step rest = Some (i, got) /\
  0 <= i < step * rest /\ got <> runs_on A (i * d).
Proof.
  intros P Hd. induction fuel as [|k IH]; intros step rest Hs Hr E; [lia|]. cbn [runs broken_run] in *.
  destruct (Z.ltb_spec 1 rest) as [L|L]; [|discriminate]. cbv zeta in *.
  destruct (stairs_at_is A (step * d) P ltac:(nia)) as [F V].
  destruct (first_step_is rest (stairs_at A (step * d)) ltac:(lia) F) as (A1 & A2 & A3).
  set (n := first_step rest _) in *.
  assert (N2 : n <> 1). { intros Q. apply A3; [lia|]. rewrite V, Q, !Z.mul_1_l. lia. }
  destruct (Z.eqb_spec (rest mod n) 0) as [D|D].
  - destruct (runs k A d (step * n) (rest / n)) as [t|] eqn:T; [discriminate|].
    pose proof (Z.div_mod rest n ltac:(lia)) as Dm. rewrite D, Z.add_0_r in Dm.
    destruct (IH (step * n) (rest / n)) as (i & got & Q1 & Q2 & Q3); auto; try nia.
    exists i, got. split; [exact Q1|]. split; [nia|exact Q3].
  - assert (n < rest).
    { destruct (Z.eq_dec n rest) as [Q|]; [|lia]. rewrite Q, Z.mod_same in D by lia. congruence. }
    eexists _, _. split; [reflexivity|]. split; [nia|]. specialize (A3 ltac:(lia)). rewrite V in A3.
    rewrite <- Z.mul_assoc. lia.
Qed.
Theorem modes_along_shows_where A b : Forall positive A -> positive b -> 0 <= stride b -> modes_along A b = None ->
  exists i got, along_shows A b = Some (i, got) /\ 0 <= i < shape b /\ got <> runs_on A (i * stride b).
Proof.
  intros P Pb Hd E. unfold positive in Pb. unfold modes_along, along_shows in *.
  destruct (Z.eqb_spec (shape b) 2); [discriminate|].
  destruct (runs _ A (stride b) 1 (shape b)) as [ms|] eqn:Q.
  - destruct (runs_sizes _ A (stride b) 1 (shape b) ms Pb P Hd ltac:(lia) Q) as (H2 & S & L).
    destruct ms as [|m t]; [discriminate|]. rewrite Z.mul_1_l in L. specialize (L ltac:(discriminate)).
    destruct (difference_is A (stride b) (m :: t) _ P Hd ltac:(discriminate) H2 S L) as [F V].
    destruct (first_step_is (shape b) (difference A (stride b) (m :: t)) Pb F) as (A1 & _ & A3).
    destruct (Z.eqb_spec (first_step (shape b) (difference A (stride b) (m :: t))) (shape b)) as [|Ne]; [discriminate|].
    eexists _, _. split; [reflexivity|]. split; [lia|]. specialize (A3 ltac:(lia)). rewrite V in A3 by lia. lia.
  - destruct (broken_run_shows (Z.to_nat (shape b)) A (stride b) P Hd 1 (shape b)) as (i & got & Q1 & Q2 & Q3); auto; try lia.
    exists i, got. split; [exact Q1|]. split; [lia|exact Q3].
Qed.

(* no_carry: the modes of B together, at the index that carry_witness() names or at the first that the comparison finds. *)
Definition first_wrong (init : list mode) (last : mode) (B R : list mode) : option Z :=
  find (fun i => negb (right_at init last B R i)) (upto (size B)).
Definition carry_shows (init : list mode) (last : mode) (witness : Z) (B R : list mode) : option Z :=
  if right_at init last B R witness then first_wrong init last B R else Some witness.
Theorem a_carry_shows_where init last B R witness : compare_points init last B R = None \/ right_at init last B R witness = false ->
  exists i, carry_shows init last witness B R = Some i /\ evaluate R i <> value init last (evaluate B i).
Proof.
  intros H. unfold carry_shows. destruct (right_at init last B R witness) eqn:W.
  - destruct H as [H|]; [|discriminate]. unfold compare_points in H. unfold first_wrong.
    destruct (find _ (upto (size B))) as [i|] eqn:F.
    + exists i. split; [reflexivity|]. apply find_some in F. destruct F as [_ F]. apply negb_true_iff in F. now apply Z.eqb_neq.
    + exfalso. assert (A : forallb (right_at init last B R) (upto (size B)) = true).
      { apply forallb_forall. intros i I. apply (find_none _ _ F) in I. now apply negb_false_iff in I. }
      rewrite A in H. discriminate.
  - exists witness. split; [reflexivity|]. now apply Z.eqb_neq.
Qed.

Definition theorems :=
  (@modes_along_shows_where, @a_carry_shows_where).
Print Assumptions theorems.
