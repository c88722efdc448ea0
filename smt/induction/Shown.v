(* SPDX-License-Identifier: MIT *)
(* What a refused composition shows: an index of B at which the modes that are forced would give another value than A(B(i)), by each
   route that refuses. Law: composition_refuses_rightly. *)
From Coq Require Import ZArith List Lia Bool.
Require Import Colex.Fold Colex.Combinators Colex.Steps Colex.Evaluate Colex.Coalesce Colex.Find Colex.Composition Colex.Along
  Colex.Whole.
Require Colex.Headers Colex.Loops.
Import ListNotations.
Open Scope Z_scope.

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
