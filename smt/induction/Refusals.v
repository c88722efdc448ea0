(* SPDX-License-Identifier: MIT *)
(* What the refusal of a generated step names: the condition that fails, and the two numbers that show it. Laws:
   complement_refuses_rightly, upcast_keeps_the_addresses, surjective_is_exact. *)
From Coq Require Import ZArith String Lia.
Require Import Colex.Fold Colex.Vocabulary Colex.Steps.
Open Scope string_scope.
Open Scope Z_scope.

Ltac each_way := intros R; repeat match type of R with
  | context [if ?c then _ else _] => destruct c eqn:?; cbn [why] in R
  end; try discriminate; injection R as <-.
Ltac facts := repeat match goal with
  | H : (_ <? _) = true |- _ => apply Z.ltb_lt in H
  | H : (_ <? _) = false |- _ => apply Z.ltb_ge in H
  | H : (_ <=? _) = true |- _ => apply Z.leb_le in H
  | H : (_ <=? _) = false |- _ => apply Z.leb_gt in H
  | H : (_ =? _) = true |- _ => apply Z.eqb_eq in H
  | H : (_ =? _) = false |- _ => apply Z.eqb_neq in H
  end.

Theorem complement_step_names reach m r : 1 <= reach -> 0 <= stride m -> why (complement_step reach m) = Some r ->
  r = Refused "stride_divides" reach (stride m) /\ stride m mod reach <> 0.
Proof. intros H S. unfold complement_step. each_way. facts. rewrite Z.rem_mod_nonneg in * by lia. auto. Qed.

Theorem complement_finish_names reach M r : 1 <= reach -> 0 <= M -> why (complement_finish reach M) = Some r ->
  r = Refused "cotarget_divides" reach M /\ M mod reach <> 0.
Proof. intros H S. unfold complement_finish. each_way. facts. rewrite Z.rem_mod_nonneg in * by lia. auto. Qed.

Theorem first_gap_step_names reach m r : why (first_gap_step reach m) = Some r ->
  r = Refused "surjective" reach 0 /\ reach < stride m.
Proof. unfold first_gap_step. each_way; facts; auto. Qed.

Lemma rem_down d n : Z.rem (0 - d) n <> 0 -> 1 <= n -> Z.rem d n <> 0.
Proof. intros H N E. apply H. replace (0 - d) with (- d) by ring. rewrite Z.rem_opp_l, E by lia. reflexivity. Qed.
Theorem upcast_step_names n within m r : 1 <= n -> why (upcast_step n within m) = Some r -> names_a_misfit n m r.
Proof. intros N. unfold upcast_step, names_a_misfit. each_way; facts; repeat split; auto 6 using rem_down. Qed.
Theorem covering_upcast_step_names n within m r : 1 <= n -> why (covering_upcast_step n within m) = Some r ->
  names_a_misfit n m r.
Proof. intros N. unfold covering_upcast_step, names_a_misfit. each_way; facts; repeat split; auto 6 using rem_down. Qed.
