(* SPDX-License-Identifier: MIT *)
(* What a refused composition shows: an index of B at which the modes that are forced would give another value than A(B(i)), by each
   route that refuses. Law: composition_refuses_rightly. *)
From Coq Require Import ZArith List Lia Bool.
Require Import Colex.Fold Colex.Combinators Colex.Steps Colex.Evaluate Colex.Coalesce Colex.Find Colex.Composition Colex.Stairs Colex.Terms Colex.FirstStep Colex.Along
  Colex.Whole.
Require Colex.Headers Colex.Loops.
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

(* no_carry: the modes of B together, at the index `first` that carry_witness() names, or at the first that the comparison finds. *)
Lemma compared_shows_where A B R l :
  let same i := Headers.evaluate R i =? Headers.evaluate_extended A (Headers.evaluate B i) in
  match walk (fun i (_ : unit) => if same i then inl tt else inr (Some (i, Headers.evaluate R i))) l tt with
  | inl _ => walk (fun i (_ : unit) => if same i then inl tt else inr false) l tt = inl tt
  | inr a => exists i, In i l /\ a = Some (i, Headers.evaluate R i) /\ Headers.evaluate R i <> Headers.evaluate_extended A (Headers.evaluate B i)
  end.
Proof.
  intros same. induction l as [|x t IH]; cbn [walk]; [reflexivity|]. unfold same at 1 3.
  destruct (Z.eqb_spec (Headers.evaluate R x) (Headers.evaluate_extended A (Headers.evaluate B x))) as [E|E].
  - destruct (walk _ t tt); [exact IH|]. destruct IH as (i & I & Q). exists i. split; [now right|exact Q].
  - exists x. split; [now left|auto].
Qed.
Theorem adds_up_shows_where first A B R textbook digits : Loops.modes_add_up first A B R textbook digits = false ->
  exists i got, Loops.adds_up_shows first A B R textbook digits = Some (i, got) /\ (i = first \/ 0 <= i < Headers.size B) /\
  got = Headers.evaluate R i /\ got <> Headers.evaluate_extended A (Headers.evaluate B i).
Proof.
  pose proof (compared_shows_where A B R (Combinators.below (Headers.size B))) as W. cbv zeta in W.
  assert (F : forall a, (exists i, In i (Combinators.below (Headers.size B)) /\ a = Some (i, Headers.evaluate R i) /\
      Headers.evaluate R i <> Headers.evaluate_extended A (Headers.evaluate B i)) ->
    exists i got, a = Some (i, got) /\ (i = first \/ 0 <= i < Headers.size B) /\
    got = Headers.evaluate R i /\ got <> Headers.evaluate_extended A (Headers.evaluate B i)).
  { intros a (i & I & -> & N). exists i, (Headers.evaluate R i). repeat split; auto. right. unfold Combinators.below in I.
    apply in_map_iff in I. destruct I as (j & <- & I). apply in_seq in I. lia. }
  unfold Loops.modes_add_up, Loops.adds_up_shows. destruct textbook, (Nat.eqb (List.length B) 1); try discriminate; cbv zeta.
  - destruct (_ =? 0); [discriminate|].
    destruct (Z.eqb_spec (Headers.evaluate R first) (Headers.evaluate_extended A (Headers.evaluate B first))) as [E|E].
    + match type of W with match ?w with _ => _ end => destruct w end; [now rewrite W|]. intros _. now apply F.
    + intros _. exists first, (Headers.evaluate R first). repeat split; auto.
  - destruct (Loops.never_carries A B); [discriminate|].
    match type of W with match ?w with _ => _ end => destruct w end; [now rewrite W|]. intros _. now apply F.
Qed.

(* One mode of B that the textbook's fold does not take: the table's refusal where the stairs give up, else theirs. *)
Theorem beyond_shows_where along gave_up along_shows A b : 1 <= shape b -> Loops.compose_beyond along gave_up A b = None ->
  exists i got, Loops.beyond_shows along gave_up along_shows A b = Some (i, got) /\
  if gave_up b then 0 <= i < shape b /\ got <> Headers.evaluate_extended A (i * stride b)
  else along b = None /\ shown_in (along_shows b) = (i, got).
Proof.
  intros P N. unfold Loops.compose_beyond, Loops.beyond_shows in *. destruct (gave_up b).
  - destruct (Loops.find_modes _ (shape b)) eqn:E; [discriminate|]. destruct (find_shows_where _ _ P E) as (i & got & -> & I & W).
    exists i, got. auto.
  - destruct (along b); [discriminate|]. destruct (shown_in (along_shows b)) as [i got]. exists i, got. auto.
Qed.
